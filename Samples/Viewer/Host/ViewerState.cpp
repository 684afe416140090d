#include "ViewerState.h"

#include <cstdio>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr size_t MaxMessages = 200;
}

void FViewerState::Say(std::string Message, bool bTrouble)
{
	std::fprintf(bTrouble ? stderr : stdout, "%s\n", Message.c_str());
	std::fflush(stdout); // whoever started the program from a script waits for these lines
	Note(std::move(Message), bTrouble);
}

void FViewerState::Note(std::string Message, bool bTrouble)
{
	Messages.push_back({std::move(Message), Now, bTrouble});
	if (Messages.size() > MaxMessages)
	{
		Messages.pop_front();
	}
}

void FViewerState::Say(const FDiagnostics& Diagnostics)
{
	for (const FDiagnostic& Diagnostic : Diagnostics.GetAll())
	{
		Say(Diagnostic.ToString(), true);
	}
}

void FViewerState::ClearPlots()
{
	Polarisation = Milling = NearestNeighbor = StepCost = FPlot{};
}
} // namespace Flockwork
