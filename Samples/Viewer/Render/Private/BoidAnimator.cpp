#include "FlockworkRender/BoidAnimator.h"

#include "FlockworkCore/Assert.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float TwoPi = 2.0f * Pi;

// Radians a second of a walker's stride: two steps cover 4 * leg * sin(swing), and a run adds flight.
float GetStrideRate(float Speed, float SwingLimit, float SwingHalfSpeed)
{
	constexpr float LegLength = 0.84f; // hip to ankle, as in Media/Pose.glsl
	const float Swing = SwingLimit * Speed / (Speed + SwingHalfSpeed);
	const float Flight = 1.0f + 0.18f * std::max(Speed - 2.0f, 0.0f);
	const float Stride = 4.0f * LegLength * std::sin(Swing) * Flight;
	// Stride goes to zero with speed; the rate's limit there is finite and this keeps it so.
	return Speed > 1e-3f ? TwoPi * Speed / std::max(Stride, 1e-4f) : 0.0f;
}
} // namespace

float FBoidAnimator::GetPhaseRate(EBody Body, float Speed, float Scale)
{
	if (!std::isfinite(Speed) || !(Scale > 0.0f))
	{
		return 0.0f;
	}
	const float BodySpeed = std::max(Speed, 0.0f) / Scale; // a smaller body takes more steps for the same way
	const float SmallerIsFaster = 1.0f / std::sqrt(Scale);
	switch (Body)
	{
	case EBody::Zombie:
		return GetStrideRate(BodySpeed, 0.50f, 0.8f);
	case EBody::Human:
		return GetStrideRate(BodySpeed, 0.75f, 1.2f);
	case EBody::Bird:
	case EBody::Falcon:
		return TwoPi * (2.2f + 0.12f * std::min(Speed, 20.0f)) * SmallerIsFaster;
	case EBody::Fish:
	case EBody::Shark:
		return TwoPi * (0.6f + 0.9f * std::min(BodySpeed, 5.0f));
	case EBody::Drone:
		return TwoPi * 7.3f; // blurred by the frame rate, as real ones are
	case EBody::Arrow:
		break;
	}
	return 0.0f;
}

float FBoidAnimator::GetVariety(uint32_t Id)
{
	uint32_t Value = Id * 0x9E3779B9u + 0x7F4A7C15u;
	Value = (Value ^ (Value >> 16)) * 0x85EBCA6Bu;
	Value = (Value ^ (Value >> 13)) * 0xC2B2AE35u;
	return float((Value ^ (Value >> 16)) >> 8) * (1.0f / 16777216.0f);
}

void FBoidAnimator::Update(EBody Body, std::span<const uint32_t> Ids, std::span<const FVector> Velocities, float Scale,
    float DeltaTime, std::span<FBoidLook> Looks)
{
	FW_CHECK(Ids.size() == Velocities.size() && Ids.size() == Looks.size(), "the spans must have one size");
	++UpdateCount;
	// Bodies speed up and slow down within about a tenth of a second: physics jitters more than legs do.
	const float Alpha = SmoothingAlpha(10.0f, DeltaTime);
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		const bool bWalks = Body == EBody::Zombie || Body == EBody::Human;
		const FVector Velocity = bWalks ? Horizontal(Velocities[Index]) : Velocities[Index];
		const float Speed = IsFinite(Velocity) ? Length(Velocity) : 0.0f;
		FState& State = States[Ids[Index]];
		const float Variety = GetVariety(Ids[Index]);
		if (State.LastUpdate == 0)
		{
			State.Phase = TwoPi * Variety; // not all in step
			State.Speed = Speed;
		}
		State.Speed += (Speed - State.Speed) * Alpha;
		State.Phase += GetPhaseRate(Body, State.Speed, Scale) * DeltaTime;
		State.Phase -= TwoPi * std::floor(State.Phase / TwoPi);
		State.LastUpdate = UpdateCount;
		Looks[Index].Phase = State.Phase;
		Looks[Index].Speed = State.Speed;
		Looks[Index].Variety = Variety;
	}
	if (States.size() > Ids.size() * 2 + 64)
	{
		std::erase_if(States, [&](const auto& Entry) { return Entry.second.LastUpdate != UpdateCount; });
	}
}
} // namespace Flockwork
