#include "ControllerMove.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float Gap = 0.01f;       // m, kept between capsule and world, so that no sweep begins in contact
constexpr int32_t MaxSlides = 4;   // surfaces that one move may meet
constexpr int32_t MaxPushes = 4;   // overlaps that are ended one after the other
constexpr float EdgeProbe = 0.02f; // m past an edge, where the ray looks for the surface that belongs to it
constexpr float PerchShare = 0.7f; // of the radius; an edge farther out carries nobody who has no ground below
} // namespace

FControllerMove::FControllerMove(const FControllerSettings& InSettings, ISceneQuery& InWorld,
    std::span<const uint64_t> IgnoredBodies, const FControllerState& Before, float InDeltaTime)
    : Settings(InSettings), World(InWorld), State(Before), DeltaTime(InDeltaTime),
      WalkableCosine(std::cos(InSettings.MaxSlope * Pi / 180.0f) - 1e-4f),
      HalfHeight(std::max(0.0f, 0.5f * (InSettings.Height - Gap) - InSettings.Radius))
{
	IgnoredCount = std::min(IgnoredBodies.size(), MaxIgnored / 2);
	std::copy_n(IgnoredBodies.begin(), IgnoredCount, Ignored.begin());
	Filter.LayerMask = uint32_t(Settings.SolidLayers);
	Filter.IgnoredBodies = {Ignored.data(), IgnoredCount};
	State.bHitWall = false;
	State.bClimbed = false;
	State.bLanded = false;
	State.LandingSpeed = 0.0f;
	State.Stuck = 0.0f;
}

FVector FControllerMove::CenterOver(const FVector& Feet) const
{
	return Feet + UpVector * (Gap + Settings.Radius + HalfHeight);
}

// The ground may have moved since the feet were put there: they go and turn with it.
void FControllerMove::RidePlatform()
{
	State.PlatformVelocity = FVector{0.0f};
	FTransform Now;
	if (!State.bGrounded || !Settings.bRidePlatforms || !World.GetBodyTransform(State.GroundBody, Now) ||
	    Now == State.GroundTransform)
	{
		return;
	}
	const FVector Carried = Now.TransformPoint(State.GroundTransform.InverseTransformPoint(State.Feet)) - State.Feet;
	const float Turned = std::remainder(YawOf(Now.Rotation) - YawOf(State.GroundTransform.Rotation), 2.0f * Pi);
	State.PlatformVelocity = Carried / DeltaTime;
	State.Yaw = std::remainder(State.Yaw + Turned, 2.0f * Pi);
	// Upward it lifts; sideways the world may be in the way.
	State.Feet.y += Carried.y;
	FHit Hit;
	const FVector Sideways = Horizontal(Carried);
	State.Feet +=
	    Sweep(State.Feet, Sideways, Hit) ? SafeNormal(Sideways) * std::max(0.0f, Hit.Distance - Gap) : Sideways;
}

// What has moved into the capsule (a door, a lift) moves it; bodies that can be pushed are left to the moves.
void FControllerMove::EndOverlaps()
{
	FQueryFilter Solid = Filter;
	Solid.bDynamic = false;
	std::array<FOverlap, 8> Found;
	for (int32_t Round = 0; Round < MaxPushes; ++Round)
	{
		const int32_t Count = World.OverlapCapsule(CenterOver(State.Feet), Settings.Radius, HalfHeight, Solid, Found);
		float Deepest = 0.0f;
		FVector Push{0.0f};
		for (int32_t Index = 0; Index < std::min(Count, int32_t(Found.size())); ++Index)
		{
			const float Depth = Length(Found[size_t(Index)].Push);
			if (Depth > Deepest)
			{
				Deepest = Depth;
				Push = Found[size_t(Index)].Push;
			}
		}
		State.Stuck = Deepest;
		if (Deepest <= 1e-4f)
		{
			State.Stuck = 0.0f;
			return;
		}
		State.Feet += Push * (1.0f + 1e-3f / Deepest);
	}
}

void FControllerMove::Accelerate(const FVector& WishVelocity)
{
	const float Most = (State.bGrounded ? Settings.Acceleration : Settings.AirAcceleration) * DeltaTime;
	const FVector Change = ClampLength(Horizontal(WishVelocity) - Horizontal(State.Velocity), Most);
	State.Velocity += Change;
}

void FControllerMove::Jump()
{
	if (State.bGrounded)
	{
		State.bGrounded = false;
		State.Velocity += State.PlatformVelocity;
		State.Velocity.y = std::max(State.PlatformVelocity.y, 0.0f) + Settings.JumpSpeed;
	}
}

bool FControllerMove::Sweep(const FVector& Feet, const FVector& Way, FHit& Out)
{
	if (LengthSquared(Way) < 1e-14f)
	{
		Out = {};
		return false;
	}
	const FVector Center = CenterOver(Feet);
	const FCapsuleSweep Query{Center, Center + Way, Settings.Radius, HalfHeight};
	// A body that overlaps does not hold back a move out of it: it is left out, and the sweep repeated.
	while (World.SweepCapsule(Query, Filter, Out))
	{
		if (!Out.bStartPenetrating || glm::dot(Way, Out.Normal) < 0.0f || IgnoredCount == MaxIgnored)
		{
			return true;
		}
		Ignored[IgnoredCount++] = Out.BodyBits;
		Filter.IgnoredBodies = {Ignored.data(), IgnoredCount};
	}
	return false;
}

// A horizontal way, led along the ground: as far, seen from above.
FVector FControllerMove::AlongGround(const FVector& Way) const
{
	const FVector& Normal = State.GroundNormal;
	return {Way.x, Normal.y > 0.1f ? -(Normal.x * Way.x + Normal.z * Way.z) / Normal.y : 0.0f, Way.z};
}

void FControllerMove::Walk()
{
	FVector Rest = Horizontal(State.Velocity) * DeltaTime;
	for (int32_t Slide = 0; Slide < MaxSlides && LengthSquared(Rest) > 1e-12f; ++Slide)
	{
		const FVector Way = AlongGround(Rest);
		FHit Hit;
		if (!Sweep(State.Feet, Way, Hit))
		{
			State.Feet += Way;
			return;
		}
		const float Share = std::max(0.0f, Hit.Distance - Gap) / Length(Way);
		State.Feet += Way * Share;
		Rest *= 1.0f - Share;
		if (IsWalkable(Hit.Normal) && !Hit.bStartPenetrating)
		{
			State.GroundNormal = Hit.Normal;
			continue;
		}
		if (StepUp(Rest))
		{
			return;
		}
		MeetWall(Hit, Rest);
	}
}

// Up, across, and down again. A capsule's bottom rolls over an edge: it comes to lie on it a little higher in each
// step, so that the climb is smooth. Whether it carries is for FindGround to say.
bool FControllerMove::StepUp(const FVector& Way)
{
	FHit Hit;
	const FVector Up = UpVector * Settings.StepHeight;
	const float Headroom = Sweep(State.Feet, Up, Hit) ? std::max(0.0f, Hit.Distance - Gap) : Settings.StepHeight;
	const FVector Raised = State.Feet + UpVector * Headroom;
	// At least a hair across: a way of nothing would come down where it began.
	const FVector Across = Way * std::max(1.0f, 0.002f / std::max(Length(Way), 1e-6f));
	if (Headroom <= Gap || Sweep(Raised, Across, Hit))
	{
		return false;
	}
	const FGround Ground = FindGround(Raised + Across, Headroom);
	if (!Ground.bFound)
	{
		return false;
	}
	const float Height = Headroom - Ground.Distance;
	if (Height > Settings.StepHeight + Gap || Height < -Gap)
	{
		return false;
	}
	State.Feet = Raised + Across - UpVector * Ground.Distance;
	State.bClimbed = Height > Gap;
	StandOn(Ground);
	return true;
}

// Slides along, and pushes what can be pushed. Between two walls that close in, nothing is left of the way.
void FControllerMove::MeetWall(const FHit& Hit, FVector& Rest)
{
	State.bHitWall = true;
	const FVector Normal = SafeNormal(Horizontal(Hit.Normal));
	if (Normal == FVector{0.0f})
	{
		Rest = FVector{0.0f};
		return;
	}
	if (glm::dot(State.Velocity, Normal) < 0.0f)
	{
		World.Push(Hit.BodyBits, -Normal * (Settings.PushForce * DeltaTime), Hit.Position);
	}
	const auto Clip = [&](const FVector& V)
	{
		const FVector Along = V - Normal * std::min(0.0f, glm::dot(V, Normal));
		return glm::dot(Along, WallNormal) < -1e-6f ? V * 0.0f : Along;
	};
	Rest = Clip(Rest);
	const FVector Flat = Clip(Horizontal(State.Velocity));
	State.Velocity = {Flat.x, State.Velocity.y, Flat.z};
	WallNormal = Normal;
}

void FControllerMove::Fall()
{
	const float Before = State.Velocity.y;
	State.Velocity.y = std::max(Before - Settings.Gravity * DeltaTime, -Settings.MaxFallSpeed);
	// The mean of both speeds: the same parabola at any frame rate.
	FVector Rest = FVector{State.Velocity.x, 0.5f * (Before + State.Velocity.y), State.Velocity.z} * DeltaTime;
	for (int32_t Slide = 0; Slide < MaxSlides && LengthSquared(Rest) > 1e-12f; ++Slide)
	{
		FHit Hit;
		if (!Sweep(State.Feet, Rest, Hit))
		{
			State.Feet += Rest;
			return;
		}
		const float Share = std::max(0.0f, Hit.Distance - Gap) / Length(Rest);
		State.Feet += Rest * Share;
		Rest *= 1.0f - Share;
		if (State.Velocity.y <= 0.0f)
		{
			const FGround Ground = FindGround(State.Feet, 2.0f * Gap);
			if (Ground.bFound)
			{
				State.bLanded = true;
				State.LandingSpeed = -State.Velocity.y;
				State.Velocity.y = 0.0f;
				State.Feet.y -= Ground.Distance;
				StandOn(Ground);
				return;
			}
		}
		const FVector Into = Hit.Normal * std::min(0.0f, glm::dot(Rest, Hit.Normal));
		Rest -= Into;
		State.Velocity -= Hit.Normal * std::min(0.0f, glm::dot(State.Velocity, Hit.Normal));
		State.bHitWall = true;
	}
}

// Ground that a capsule over Feet comes to stand on, when lowered by at most Depth.
FControllerMove::FGround FControllerMove::FindGround(const FVector& Feet, float Depth)
{
	FGround Ground;
	FHit Hit;
	if (!Sweep(Feet, UpVector * -(Depth + Gap), Hit))
	{
		return Ground;
	}
	Ground.Normal = Hit.Normal;
	Ground.bFound = IsWalkable(Hit.Normal) || FindEdgeGround(Feet, Hit, Ground.Normal);
	Ground.Distance = Hit.Distance - Gap;
	Ground.BodyBits = Hit.BodyBits;
	return Ground;
}

// The capsule's round bottom touches an edge with a slanted normal. A ray just past the edge tells the surface that
// belongs to it. Far out, it carries only who has ground beneath, from which the edge is no higher than a step.
bool FControllerMove::FindEdgeGround(const FVector& Feet, const FHit& Hit, FVector& Normal) const
{
	const FVector Outward = SafeNormal(Horizontal(Hit.Normal));
	const FVector Past = Hit.Position - Outward * EdgeProbe;
	FHit Surface;
	const FRayQuery Ray{Past + UpVector * 0.1f, Past - UpVector * 0.1f};
	if (!World.Raycast(Ray, Filter, Surface) || !IsWalkable(Surface.Normal))
	{
		return false;
	}
	Normal = Surface.Normal;
	if (Length(Horizontal(Hit.Position - Feet)) <= PerchShare * Settings.Radius)
	{
		return true;
	}
	const FVector Resting = Feet - UpVector * (Hit.Distance - Gap);
	const FRayQuery Below{Resting + UpVector * 0.05f, Resting - UpVector * (Settings.StepHeight + Gap)};
	return World.Raycast(Below, Filter, Surface) && IsWalkable(Surface.Normal) &&
	       Hit.Position.y - Surface.Position.y <= Settings.StepHeight + 1e-3f;
}

void FControllerMove::StandOn(const FGround& Ground)
{
	State.bGrounded = true;
	State.GroundNormal = Ground.Normal;
	State.GroundBody = Ground.BodyBits;
}

// Down to ground that is near enough; none makes a walker fall, with what its platform gave it.
void FControllerMove::FollowGround(float Depth)
{
	const FGround Ground = FindGround(State.Feet, Depth);
	if (Ground.bFound)
	{
		State.Feet.y -= Ground.Distance;
		StandOn(Ground);
		return;
	}
	if (State.bGrounded)
	{
		State.bGrounded = false;
		State.Velocity += State.PlatformVelocity;
	}
	State.PlatformVelocity = FVector{0.0f};
	State.GroundBody = ~0ull;
	State.GroundNormal = UpVector;
}

void FControllerMove::RememberGround()
{
	State.GroundTransform = {};
	if (State.bGrounded)
	{
		World.GetBodyTransform(State.GroundBody, State.GroundTransform);
	}
}
} // namespace Flockwork
