#include "Harness.h"

#include <algorithm>
#include <chrono>

namespace Flockwork
{
namespace
{
double Median(std::vector<double> Values)
{
	std::sort(Values.begin(), Values.end());
	const size_t Middle = Values.size() / 2;
	return Values.size() % 2 ? Values[Middle] : 0.5 * (Values[Middle - 1] + Values[Middle]);
}
} // namespace

FMeasured Measure(const FCase& Case)
{
	FMeasured Result;
	Result.Name = Case.Name;
	Result.Count = Case.Count;
	Result.Threads = Case.Threads;
	const int32_t WarmUp = Case.Steps > 3 ? 2 : 0;
	for (int32_t Round = 0; Round < RoundCount; ++Round)
	{
		if (Case.Begin)
		{
			Case.Begin();
		}
		std::vector<double> Times;
		Times.reserve(size_t(Case.Steps));
		int64_t Allocations = 0;
		for (int32_t Step = 0; Step < WarmUp + Case.Steps; ++Step)
		{
			const int64_t Before = GetAllocationCount().Calls;
			const auto Start = std::chrono::steady_clock::now();
			Case.Step();
			const std::chrono::duration<double, std::milli> Elapsed = std::chrono::steady_clock::now() - Start;
			if (Step >= WarmUp)
			{
				Allocations += GetAllocationCount().Calls - Before;
				Times.push_back(Elapsed.count()); // reserved
			}
			if (Case.After)
			{
				Case.After();
			}
		}
		Result.Medians.push_back(Median(Times));
		Result.Allocations = double(Allocations) / double(Case.Steps);
	}
	Result.Milliseconds = *std::min_element(Result.Medians.begin(), Result.Medians.end());
	return Result;
}
} // namespace Flockwork
