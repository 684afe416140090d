#include "FlockworkRender/BoidAnimator.h"
#include "FlockworkRender/DebugLines.h"

#include <catch2/catch.hpp>
#include <set>

namespace Flockwork
{
namespace
{
constexpr float TwoPi = 2.0f * Pi;

// Radians that a steady walk of Seconds advances, in steps of Step.
float Walk(FBoidAnimator& Animator, uint32_t Id, float Speed, float Seconds, float Step)
{
	const FVector Velocity(0.0f, 0.0f, Speed);
	FBoidLook Look;
	Animator.Update(EBody::Human, {&Id, 1}, {&Velocity, 1}, 1.0f, 0.0f, {&Look, 1});
	float Sum = 0.0f;
	for (float Time = 0.0f; Time < Seconds - 0.5f * Step; Time += Step)
	{
		const float Before = Look.Phase;
		Animator.Update(EBody::Human, {&Id, 1}, {&Velocity, 1}, 1.0f, Step, {&Look, 1});
		const float Turn = Look.Phase - Before;
		Sum += Turn < 0.0f ? Turn + TwoPi : Turn;
	}
	return Sum;
}
} // namespace

TEST_CASE("FBoidAnimator: a walker's stride covers the ground its legs can reach")
{
	// 1.4 m/s is a person's walk: about 1.4 m for two steps, so about one stride a second.
	const float Rate = FBoidAnimator::GetPhaseRate(EBody::Human, 1.4f, 1.0f);
	CHECK(1.4f / (Rate / TwoPi) == Approx(1.4f).epsilon(0.15));
	CHECK(FBoidAnimator::GetPhaseRate(EBody::Human, 0.0f, 1.0f) == 0.0f);
	// Half the size at the same speed: more than twice the steps of the large one at half the speed.
	CHECK(FBoidAnimator::GetPhaseRate(EBody::Zombie, 1.0f, 0.5f) ==
	      Approx(FBoidAnimator::GetPhaseRate(EBody::Zombie, 2.0f, 1.0f)));
}

TEST_CASE("FBoidAnimator: rates are finite, not negative and grow with speed for every body")
{
	for (int32_t Body = 0; Body < BodyCount; ++Body)
	{
		float Last = 0.0f;
		for (const float Speed : {0.0f, 1e-4f, 0.1f, 1.0f, 5.0f, 30.0f})
		{
			const float Rate = FBoidAnimator::GetPhaseRate(EBody(Body), Speed, 1.0f);
			CHECK(std::isfinite(Rate));
			CHECK(Rate >= Last);
			Last = Rate;
		}
		CHECK(FBoidAnimator::GetPhaseRate(EBody(Body), NAN, 1.0f) == 0.0f);
		CHECK(FBoidAnimator::GetPhaseRate(EBody(Body), 1.0f, 0.0f) == 0.0f);
	}
}

TEST_CASE("FBoidAnimator: the phase follows the way travelled at any frame rate")
{
	FBoidAnimator Coarse;
	FBoidAnimator Fine;
	const float Expected = FBoidAnimator::GetPhaseRate(EBody::Human, 2.0f, 1.0f) * 2.0f;
	CHECK(Walk(Coarse, 5, 2.0f, 2.0f, 1.0f / 30.0f) == Approx(Expected).epsilon(0.01));
	CHECK(Walk(Fine, 5, 2.0f, 2.0f, 1.0f / 120.0f) == Approx(Expected).epsilon(0.01));
}

TEST_CASE("FBoidAnimator: a removal does not shuffle the others' phases")
{
	FBoidAnimator All;
	FBoidAnimator Fewer;
	const uint32_t Ids[] = {3, 7, 9};
	const uint32_t Left[] = {3, 9};
	const FVector Velocities[] = {{1, 0, 0}, {0, 0, 2}, {3, 0, 0}};
	const FVector LeftVelocities[] = {Velocities[0], Velocities[2]};
	FBoidLook Looks[3];
	FBoidLook LeftLooks[2];
	for (int32_t Step = 0; Step < 10; ++Step)
	{
		All.Update(EBody::Zombie, Ids, Velocities, 1.0f, 0.1f, Looks);
		Step < 5 ? Fewer.Update(EBody::Zombie, Ids, Velocities, 1.0f, 0.1f, Looks)
		         : Fewer.Update(EBody::Zombie, Left, LeftVelocities, 1.0f, 0.1f, LeftLooks);
	}
	All.Update(EBody::Zombie, Ids, Velocities, 1.0f, 0.0f, Looks);
	CHECK(LeftLooks[0].Phase == Looks[0].Phase);
	CHECK(LeftLooks[1].Phase == Looks[2].Phase);
}

TEST_CASE("FBoidAnimator: varieties differ between neighbours and stay in range")
{
	std::set<float> Seen;
	for (uint32_t Id = 0; Id < 100; ++Id)
	{
		const float Variety = FBoidAnimator::GetVariety(Id);
		CHECK((Variety >= 0.0f && Variety < 1.0f));
		Seen.insert(Variety);
	}
	CHECK(Seen.size() == 100);
}

TEST_CASE("FDebugLines: drops what is no number, reports what does not fit, keeps texts apart")
{
	FDebugLines Lines;
	Lines.Line({NAN, 0, 0}, {0, 0, 0}, {});
	Lines.Text({0, INFINITY, 0}, "lost", {});
	CHECK(Lines.GetLines().empty());
	CHECK(Lines.GetLabels().empty());
	Lines.Text({1, 2, 3}, "first", {});
	Lines.Text({1, 2, 3}, "second", {});
	CHECK(Lines.GetText(Lines.GetLabels()[0]) == "first");
	CHECK(Lines.GetText(Lines.GetLabels()[1]) == "second");
	CHECK_FALSE(Lines.IsFull());
	for (size_t Index = 0; Index <= FDebugLines::MaxLines; ++Index)
	{
		Lines.Line({0, 0, 0}, {1, 0, 0}, {});
	}
	CHECK(Lines.GetLines().size() == FDebugLines::MaxLines);
	CHECK(Lines.IsFull());
	Lines.Clear();
	CHECK_FALSE(Lines.IsFull());
	CHECK(Lines.GetLines().empty());
}
} // namespace Flockwork
