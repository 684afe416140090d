#include "FlockworkCore/Profile.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace Flockwork
{
TEST_CASE("FStepProfile: sums within a step, averages over steps")
{
	FStepProfile Profile;
	Profile.Add(EPhase::Sense, 1.0);
	Profile.Add(EPhase::Sense, 2.0);
	Profile.Add(EPhase::Steer, 4.0);
	CHECK(Profile.GetLast(EPhase::Sense) == 0.0); // the step is not complete
	Profile.EndStep();
	CHECK(Profile.GetLast(EPhase::Sense) == 3.0);
	CHECK(Profile.GetLastStep() == 7.0);
	Profile.Add(EPhase::Sense, 1.0);
	Profile.EndStep();
	CHECK(Profile.GetLast(EPhase::Steer) == 0.0);
	CHECK(Profile.GetAverage(EPhase::Sense) == 2.0);
	CHECK(Profile.GetAverage(EPhase::Steer) == 2.0);
	CHECK(Profile.GetAverageStep() == 4.0);
	CHECK(Profile.GetStepCount() == 2);
}

TEST_CASE("FStepProfile: empty and reset")
{
	FStepProfile Profile;
	CHECK(Profile.GetAverage(EPhase::Report) == 0.0);
	CHECK(Profile.GetAverageStep() == 0.0);
	Profile.Add(EPhase::Script, 1.0);
	Profile.EndStep();
	Profile.Reset();
	CHECK(Profile.GetStepCount() == 0);
	CHECK(Profile.GetLastStep() == 0.0);
}

TEST_CASE("FPhaseTimer: adds its life to its phase")
{
	FStepProfile Profile;
	{
		FPhaseTimer Timer(Profile, EPhase::Animate);
		const auto Start = std::chrono::steady_clock::now();
		while (std::chrono::steady_clock::now() - Start < std::chrono::milliseconds(2))
		{
		}
	}
	Profile.EndStep();
	CHECK(Profile.GetLast(EPhase::Animate) >= 2.0);
	CHECK(Profile.GetLastStep() == Profile.GetLast(EPhase::Animate));
}

TEST_CASE("EPhase: each has a name of its own")
{
	std::set<std::string_view> Names;
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		Names.insert(ToString(EPhase(Phase)));
	}
	CHECK(Names.size() == size_t(PhaseCount));
	CHECK(ToString(EPhase::Script) == "Script");
	CHECK(ToString(EPhase::Report) == "Report");
	CHECK(ToString(EPhase::Count) == "Unknown");
}
} // namespace Flockwork
