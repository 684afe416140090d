#include "Progress.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr double QuietTime = 1.0;   // s
constexpr double RefreshTime = 0.1; // s
constexpr int32_t BarWidth = 30;
} // namespace

FProgress::FProgress(std::string InWhat, int64_t InTotal)
    : What(std::move(InWhat)), Total(std::max<int64_t>(InTotal, 1)), bTerminal(isatty(STDERR_FILENO) == 1)
{
}

FProgress::~FProgress()
{
	Finish();
}

void FProgress::Update(int64_t Done)
{
	const std::chrono::duration<double> SinceStart = std::chrono::steady_clock::now() - Start;
	const double Elapsed = SinceStart.count();
	if (Elapsed < QuietTime)
	{
		return;
	}
	if (bTerminal ? Elapsed - LastShown >= RefreshTime : Done * 4 / Total > LastQuarter)
	{
		Draw(Done, Elapsed);
		LastShown = Elapsed;
		LastQuarter = Done * 4 / Total;
	}
}

void FProgress::Draw(int64_t Done, double Elapsed)
{
	const double Share = double(Done) / double(Total);
	const double Left = Share > 0.0 ? Elapsed * (1.0 - Share) / Share : 0.0;
	bShown = true;
	if (!bTerminal)
	{
		std::fprintf(stderr, "%s: %.0f %% after %.0f s\n", What.c_str(), Share * 100.0, Elapsed);
		return;
	}
	const int32_t Filled = int32_t(Share * BarWidth);
	std::fprintf(stderr, "\r%s [%s%s] %3.0f %%, %.0f s left \033[K", What.c_str(),
	    std::string(size_t(Filled), '#').c_str(), std::string(size_t(BarWidth - Filled), '.').c_str(), Share * 100.0,
	    Left);
}

void FProgress::Finish()
{
	if (bShown && bTerminal && !bFinished)
	{
		std::fprintf(stderr, "\r\033[K"); // the bar leaves no trace: what comes after tells the result
	}
	bFinished = true;
}
} // namespace Flockwork
