#include "ViewerState.h"

#include <utility>

namespace Flockwork
{
namespace
{
constexpr size_t MaxMessages = 200;
}

void FViewerState::Say(std::string Message)
{
	Messages.push_back(std::move(Message));
	if (Messages.size() > MaxMessages)
	{
		Messages.pop_front();
	}
}

void FViewerState::Say(const FDiagnostics& Diagnostics)
{
	for (const FDiagnostic& Diagnostic : Diagnostics.GetAll())
	{
		Say(Diagnostic.ToString());
	}
}
} // namespace Flockwork
