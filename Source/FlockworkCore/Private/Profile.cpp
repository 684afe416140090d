#include "FlockworkCore/Profile.h"

#include <numeric>

namespace Flockwork
{
std::string_view ToString(EPhase Phase)
{
	static constexpr std::array<std::string_view, PhaseCount> Names{
	    "Script", "Sense", "Decide", "Steer", "Simulate", "ReadBack", "Animate", "LateUpdate", "Report"};
	const size_t Index = size_t(Phase);
	return Index < Names.size() ? Names[Index] : "Unknown";
}

void FStepProfile::Add(EPhase Phase, double Milliseconds)
{
	Current[size_t(Phase)] += Milliseconds;
}

void FStepProfile::EndStep()
{
	for (size_t Index = 0; Index < Current.size(); ++Index)
	{
		Total[Index] += Current[Index];
	}
	Last = Current;
	Current.fill(0.0);
	++StepCount;
}

double FStepProfile::GetLast(EPhase Phase) const
{
	return Last[size_t(Phase)];
}

double FStepProfile::GetAverage(EPhase Phase) const
{
	return StepCount > 0 ? Total[size_t(Phase)] / double(StepCount) : 0.0;
}

double FStepProfile::GetLastStep() const
{
	return std::accumulate(Last.begin(), Last.end(), 0.0);
}

double FStepProfile::GetAverageStep() const
{
	return StepCount > 0 ? std::accumulate(Total.begin(), Total.end(), 0.0) / double(StepCount) : 0.0;
}

void FStepProfile::Reset()
{
	*this = FStepProfile();
}
} // namespace Flockwork
