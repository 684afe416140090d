#include "FlockworkFlock/ObstacleAvoidance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace Flockwork
{
namespace
{
constexpr float BrakingShare = 0.6f;    // of MaxSteerForce is enough to stop in time; the rest turns the boid
constexpr float MaxBrakingShare = 0.8f; // the rest always turns: who touches a wall must slide off along it
constexpr float MinCastSpeed = 1e-3f;   // m/s; below it there is no direction to look in
constexpr float WalkableNormalY = 0.7f; // flatter than about 45 degrees: a walker stands on it
constexpr float SkinShare = 0.05f;      // of the radius: the gap that is kept
constexpr float WishShare = 0.5f;       // of the turning time; where the flock's acceleration leads in it is looked at
constexpr float MinWish = 0.05f;        // of the speed: less is no other direction
constexpr float UrgentShare = 0.3f;     // of MaxSteerForce: a boid that must brake so hard obeys the wall alone
constexpr float FollowShare = 0.9f;     // how far a boid that is held up by a wall follows the wall
constexpr float TurnBackShare = 0.4f;  // of the intent that leads along a wall: one that goes the other way turns round
constexpr float SettleShare = 0.25f;   // of the turning time, in which the last of an approach fades
constexpr float HeadOnSquared = 1e-4f; // tangential part of a unit velocity below which neither side is nearer
constexpr size_t WayCount = 9;

using FWays = std::array<FVector, WayCount>;

FVector FlatOf(const FVector& V, bool bPlanar)
{
	return bPlanar ? Horizontal(V) : V;
}

float StoppingDistance(const FObstacleAvoidanceSettings& Settings, float Speed)
{
	return Speed * Speed / (2.0f * BrakingShare * Settings.MaxSteerForce) + SkinShare * Settings.Radius;
}

float CastLength(const FObstacleAvoidanceSettings& Settings, float Speed)
{
	return std::max(Speed * Settings.LookAhead, StoppingDistance(Settings, Speed) + Settings.Radius);
}

// Where the boid will be going if nobody interferes: one at rest in front of a wall may be about to walk into it.
FVector NextVelocity(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output, size_t Boid)
{
	return FlatOf(Input.Velocities[Boid] + Output.Accelerations[Boid] * Input.DeltaTime, Settings.bPlanar);
}

// s in which a boid reaches its full speed from rest, or turns by about a right angle.
float TurningTime(const FObstacleAvoidanceSettings& Settings)
{
	return std::min(Settings.MaxSpeed / Settings.MaxSteerForce, 1.0f);
}

// Where the flock wants to have the boid going soon.
FVector WishedVelocity(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output, size_t Boid)
{
	return FlatOf(
	    Input.Velocities[Boid] + Output.Accelerations[Boid] * (WishShare * TurningTime(Settings)), Settings.bPlanar);
}

// Where the flock would have it going when it has turned: unit, or zero.
FVector IntentOf(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output, size_t Boid)
{
	return SafeNormal(
	    FlatOf(Input.Velocities[Boid] + Output.Accelerations[Boid] * TurningTime(Settings), Settings.bPlanar));
}

// How fast a boid may near a surface at a gap: as it can brake to a halt before it, fading out over the last of the way
// so that it arrives without a jerk; negative where it is too near already.
float AllowedApproach(const FObstacleAvoidanceSettings& Settings, float Gap)
{
	const float Braking = BrakingShare * Settings.MaxSteerForce;
	const float Time = SettleShare * TurningTime(Settings);
	const float Settling = Braking * Time * Time; // m
	return Gap > Settling ? std::sqrt(2.0f * Braking * (Gap - 0.5f * Settling)) : Gap / Time;
}

FQueryFilter StaticFilter(const FObstacleAvoidanceSettings& Settings)
{
	FQueryFilter Filter;
	Filter.LayerMask = Settings.LayerMask;
	Filter.bKinematic = false;
	Filter.bDynamic = false;
	return Filter;
}

// The direction along the surface that deviates least from Heading; head-on, a side that the id decides, so that a
// flock parts round a pillar.
FVector TangentOf(const FVector& Heading, const FVector& Normal, uint32_t Id, bool bPlanar)
{
	const FVector Along = Heading - Normal * glm::dot(Heading, Normal);
	if (LengthSquared(Along) > HeadOnSquared)
	{
		return SafeNormal(Along);
	}
	if (bPlanar)
	{
		const FVector Side = SafeNormal(glm::cross(UpVector, Normal));
		return DirectionFromIds(Id, ~Id).x < 0.0f ? -Side : Side;
	}
	const FVector Any = DirectionFromIds(Id, ~Id);
	const FVector Tangent = SafeNormal(Any - Normal * glm::dot(Any, Normal), 1e-3f);
	return LengthSquared(Tangent) > 0.0f ? Tangent : SafeNormal(glm::cross(Normal, FVector{1.0f, 0.3f, 0.2f}));
}

// Ways round a hit beside its tangent, in the order of deviation: along the surface on all sides, obliquely off it, and
// straight back.
FWays OtherWays(const FVector& Tangent, const FVector& Normal, bool bPlanar)
{
	const FVector Side = bPlanar ? FVector{0.0f, 0.0f, 0.0f} : glm::cross(Normal, Tangent);
	constexpr float Half = 0.70710678f;
	return {(Tangent + Normal) * Half, (Tangent + Side) * Half, (Tangent - Side) * Half, Side, -Side, Normal,
	    (Normal - Tangent) * Half, (-Tangent + Side) * Half, -Tangent};
}
} // namespace

bool FObstacleAvoidance::IsAnythingNear(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const ISceneQuery& Query) const
{
	FVector Min = Input.Positions[0];
	FVector Max = Min;
	float FastestSquared = 0.0f;
	for (size_t Boid = 0; Boid < Input.Positions.size(); ++Boid)
	{
		Min = glm::min(Min, Input.Positions[Boid]);
		Max = glm::max(Max, Input.Positions[Boid]);
		FastestSquared = std::max(FastestSquared, LengthSquared(Input.Velocities[Boid]));
	}
	const float Reach = CastLength(Settings, std::sqrt(FastestSquared)) + Settings.Radius;
	// A walker's feet touch the ground: look only from half its radius below the centre.
	const float ReachBelow = Settings.bPlanar ? 0.5f * Settings.Radius : Reach;
	Min -= FVector{Reach, ReachBelow, Reach};
	Max += FVector{Reach, Settings.bPlanar ? Settings.Radius : Reach, Reach};
	FTransform Box;
	Box.Location = (Min + Max) * 0.5f;
	return Query.OverlapBox(Box, (Max - Min) * 0.5f, StaticFilter(Settings), {}) > 0;
}

void FObstacleAvoidance::UpdateMembers(std::span<const uint32_t> Ids)
{
	if (!std::equal(Ids.begin(), Ids.end(), KnownIds.begin(), KnownIds.end()))
	{
		KnownIds.assign(Ids.begin(), Ids.end());
		Alert.assign(Ids.size(), 1);
		FreeWays.assign(Ids.size(), std::numeric_limits<float>::infinity());
	}
}

void FObstacleAvoidance::CastAhead(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input,
    const FFlockOutput& Output, const ISceneQuery& Query)
{
	Sweeps.clear();
	SweepOwners.clear();
	const uint64_t Interval = uint64_t(std::max(1, Settings.Interval));
	for (size_t Boid = 0; Boid < Input.Positions.size(); ++Boid)
	{
		const bool bDue = Alert[Boid] != 0 || (Input.Step + Input.Ids[Boid]) % Interval == 0;
		const FVector Velocity = NextVelocity(Settings, Input, Output, Boid);
		const float Speed = Length(Velocity);
		if (!bDue || Speed < MinCastSpeed || (!Input.Steered.empty() && Input.Steered[Boid] == 0))
		{
			continue;
		}
		const auto AddSweep = [&](const FVector& Way, float Size)
		{
			const FVector& Start = Input.Positions[Boid];
			Sweeps.push_back({Start, Start + Way * (CastLength(Settings, Size) / Size), Settings.Radius});
			SweepOwners.push_back(uint32_t(Boid));
		};
		AddSweep(Velocity, Speed);
		const FVector Wished = WishedVelocity(Settings, Input, Output, Boid);
		const float WishedSpeed = Length(Wished);
		if (Alert[Boid] != 0 && WishedSpeed > MinCastSpeed && Length(Wished - Velocity) > MinWish * Speed)
		{
			AddSweep(Wished, WishedSpeed);
		}
	}
	Hits.assign(Sweeps.size(), FHit{});
	Query.SweepSphereBatch(Sweeps, StaticFilter(Settings), Hits);
}

// What the cast along the boid's own velocity found: how dangerous it is, and the way round it.
void FObstacleAvoidance::LookAhead(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input,
    const FVector& Velocity, const FHit& Hit, FDanger& Out)
{
	const float Speed = Length(Velocity);
	const FVector Normal = SafeNormal(FlatOf(Hit.Normal, Settings.bPlanar), 1e-6f);
	const float Stopping = StoppingDistance(Settings, Speed) + Speed * Input.DeltaTime;
	const float Approach = -glm::dot(Velocity, Normal) / Speed;
	Out.StoppingDistance = Stopping;
	if (Hit.bStartPenetrating)
	{
		// First of all out.
		Out.bInside = true;
		Out.Ahead = {Normal, 0.0f};
		Out.Urgency = 1.0f;
		Out.Way = Normal;
	}
	else if (Approach > 0.0f)
	{
		const float Gap = Hit.Distance * Approach - SkinShare * Settings.Radius;
		Out.Ahead = {Normal, Gap};
		if (Hit.Distance < Stopping)
		{
			const float Closing = Speed * Approach;
			const float Needed = Closing * Closing / (2.0f * std::max(Gap, SkinShare * Settings.Radius));
			Out.Urgency = std::min(Needed / (UrgentShare * Settings.MaxSteerForce), 1.0f);
			Out.Way = TangentOf(Velocity / Speed, Normal, Input.Ids[Out.Boid], Settings.bPlanar);
		}
	}
}

// What the cast toward where the flock would lead it found. One that is held up by a wall follows it, the way it goes
// already, or else it would stand before the wall for ever; unless the flock plainly wishes it the other way.
void FObstacleAvoidance::LookWhereWished(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input,
    const FSphereSweep& Sweep, const FVector& Intent, const FHit& Hit, FDanger& Out)
{
	const FVector Normal = SafeNormal(FlatOf(Hit.Normal, Settings.bPlanar), 1e-6f);
	const float Blocked = std::max(0.0f, -glm::dot(SafeNormal(Sweep.End - Sweep.Start), Normal));
	const float Gap = Hit.Distance * Blocked - SkinShare * Settings.Radius;
	Out.Wished = {Normal, Gap};
	const float Closeness = std::clamp(1.0f - Gap / Settings.Radius, 0.0f, 1.0f);
	const FVector Velocity = FlatOf(Input.Velocities[Out.Boid], Settings.bPlanar);
	if (!Out.bInside && Closeness > 0.0f)
	{
		if (Out.Urgency == 0.0f)
		{
			const FVector Along = Intent - Normal * glm::dot(Intent, Normal);
			const bool bTurnsBack = Length(Along) > TurnBackShare && glm::dot(Along, Velocity) < 0.0f;
			Out.Way =
			    TangentOf(bTurnsBack ? Intent : SafeNormal(Velocity), Normal, Input.Ids[Out.Boid], Settings.bPlanar);
			Out.StoppingDistance = StoppingDistance(Settings, Length(Velocity));
		}
		Out.Urgency = std::max(Out.Urgency, FollowShare * Blocked * Closeness);
	}
}

// The casts of one boid follow each other: along its velocity, then perhaps where the flock wishes it to go.
void FObstacleAvoidance::FindDangers(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output)
{
	Dangers.clear();
	for (size_t Sweep = 0; Sweep < Sweeps.size();)
	{
		FDanger Danger;
		Danger.Boid = SweepOwners[Sweep];
		Alert[Danger.Boid] = 0;
		FreeWays[Danger.Boid] = std::numeric_limits<float>::infinity();
		for (size_t First = Sweep; Sweep < Sweeps.size() && SweepOwners[Sweep] == Danger.Boid; ++Sweep)
		{
			const FHit& Hit = Hits[Sweep];
			const bool bFloor = Settings.bPlanar && Hit.Normal.y > WalkableNormalY;
			const FVector Normal = SafeNormal(FlatOf(Hit.Normal, Settings.bPlanar), 1e-6f);
			if (!Hit.bHit || bFloor || LengthSquared(Normal) == 0.0f)
			{
				continue;
			}
			Alert[Danger.Boid] = 1;
			if (Sweep == First)
			{
				FreeWays[Danger.Boid] = Hit.Distance;
				LookAhead(Settings, Input, NextVelocity(Settings, Input, Output, Danger.Boid), Hit, Danger);
			}
			else if (!Hit.bStartPenetrating)
			{
				const FVector Intent = IntentOf(Settings, Input, Output, Danger.Boid);
				LookWhereWished(Settings, Input, Sweeps[Sweep], Intent, Hit, Danger);
			}
		}
		if (Alert[Danger.Boid] != 0)
		{
			Dangers.push_back(Danger);
		}
	}
}

// From inside a sweep sees nothing of what lies around: all surfaces within the sphere push, the two nearest are kept
// off.
void FObstacleAvoidance::LookAround(
    const FObstacleAvoidanceSettings& Settings, const FVector& Position, const ISceneQuery& Query, FDanger& Out)
{
	std::array<FOverlap, 8> Overlaps;
	const int32_t Found = Query.OverlapSphere(Position, Settings.Radius, StaticFilter(Settings), Overlaps);
	FVector Outward{0.0f, 0.0f, 0.0f};
	for (size_t Index = 0; Index < std::min(size_t(std::max(Found, 0)), Overlaps.size()); ++Index)
	{
		const FVector Push = FlatOf(Overlaps[Index].Push, Settings.bPlanar);
		const float Depth = Length(Push);
		const bool bFloor = Settings.bPlanar && Overlaps[Index].Push.y > WalkableNormalY * Length(Overlaps[Index].Push);
		if (bFloor || Depth < 1e-6f)
		{
			continue;
		}
		Outward += Push;
		const FSurface Surface{Push / Depth, -Depth};
		if (Surface.Gap < Out.Ahead.Gap)
		{
			Out.Beside = Out.Ahead.Gap < 0.0f ? Out.Ahead : Out.Beside;
			Out.Ahead = Surface;
		}
		else if (Surface.Gap < Out.Beside.Gap)
		{
			Out.Beside = Surface;
		}
	}
	Out.Way = LengthSquared(Outward) > 0.0f ? SafeNormal(Outward) : Out.Way;
}

void FObstacleAvoidance::AddWaySweep(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, size_t Danger, const FVector& Way)
{
	const FDanger& Entry = Dangers[Danger];
	// Started off the surface, or else a sweep along it would hit it at once.
	const FVector Start = Input.Positions[Entry.Boid] + Entry.GetNormal() * (SkinShare * Settings.Radius);
	Sweeps.push_back({Start, Start + Way * (Entry.StoppingDistance + Settings.Radius), Settings.Radius * 0.98f});
	SweepOwners.push_back(uint32_t(Danger));
}

void FObstacleAvoidance::CastWays(const FObstacleAvoidanceSettings& Settings, const ISceneQuery& Query)
{
	Hits.assign(Sweeps.size(), FHit{});
	Query.SweepSphereBatch(Sweeps, StaticFilter(Settings), Hits);
}

// First the tangent of each; then, for those whose tangent is blocked, all other ways.
void FObstacleAvoidance::ChooseWays(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const ISceneQuery& Query)
{
	Sweeps.clear();
	SweepOwners.clear();
	for (size_t Danger = 0; Danger < Dangers.size(); ++Danger)
	{
		FDanger& Entry = Dangers[Danger];
		if (Entry.bInside)
		{
			LookAround(Settings, Input.Positions[Entry.Boid], Query, Entry);
		}
		else if (Entry.Urgency > 0.0f)
		{
			AddWaySweep(Settings, Input, Danger, Entry.Way);
		}
	}
	CastWays(Settings, Query);
	Blocked.clear();
	for (size_t Sweep = 0; Sweep < Sweeps.size(); ++Sweep)
	{
		const FHit& Hit = Hits[Sweep];
		if (Hit.bHit)
		{
			const FVector Normal = SafeNormal(FlatOf(Hit.Normal, Settings.bPlanar), 1e-6f);
			const FVector Way = SafeNormal(Sweeps[Sweep].End - Sweeps[Sweep].Start);
			Dangers[SweepOwners[Sweep]].Beside = {
			    Normal, -glm::dot(Way, Normal) * Hit.Distance - SkinShare * Settings.Radius};
			Blocked.push_back({SweepOwners[Sweep], Hit.Distance});
		}
	}
	ChooseOtherWays(Settings, Input, Query);
}

// For those whose tangent is blocked: the first way that is free, or else the one that is free the furthest.
void FObstacleAvoidance::ChooseOtherWays(
    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const ISceneQuery& Query)
{
	Sweeps.clear();
	SweepOwners.clear();
	for (const FBlocked& Entry : Blocked)
	{
		const FDanger& Danger = Dangers[Entry.Danger];
		for (const FVector& Way : OtherWays(Danger.Way, Danger.GetNormal(), Settings.bPlanar))
		{
			AddWaySweep(Settings, Input, Entry.Danger, Way);
		}
	}
	CastWays(Settings, Query);
	for (size_t Index = 0; Index < Blocked.size(); ++Index)
	{
		FDanger& Danger = Dangers[Blocked[Index].Danger];
		const FWays Ways = OtherWays(Danger.Way, Danger.GetNormal(), Settings.bPlanar);
		float Furthest = Blocked[Index].Distance;
		for (size_t Way = 0; Way < WayCount; ++Way)
		{
			const FHit& Hit = Hits[Index * WayCount + Way];
			const bool bNoWay = LengthSquared(Ways[Way]) == 0.0f;
			if (!bNoWay && !Hit.bHit)
			{
				Danger.Way = SafeNormal(Ways[Way]);
				break;
			}
			if (!bNoWay && Hit.Distance > Furthest)
			{
				Furthest = Hit.Distance;
				Danger.Way = SafeNormal(Ways[Way]);
			}
		}
	}
}

// Against each surface the constant deceleration that stops the approach just before it; the rest of the force goes
// into the turn.
FVector FObstacleAvoidance::Escape(
    const FObstacleAvoidanceSettings& Settings, const FDanger& Danger, const FVector& Velocity, float SpeedLimit)
{
	const float Limit = Settings.MaxSteerForce;
	const float MaxBraking = MaxBrakingShare * Limit;
	FVector Braking{0.0f, 0.0f, 0.0f};
	FVector Sliding = Velocity;
	for (const FSurface* Surface : {&Danger.Ahead, &Danger.Beside})
	{
		const float Approach = std::max(0.0f, -glm::dot(Sliding, Surface->Normal));
		const bool bInTime = 2.0f * Surface->Gap * MaxBraking > Approach * Approach;
		Braking += Surface->Normal * (bInTime ? Approach * Approach / (2.0f * Surface->Gap) : MaxBraking);
		Sliding += Surface->Normal * Approach;
	}
	Braking = ClampLength(Braking, MaxBraking);
	const float Rest = std::sqrt(std::max(0.0f, Limit * Limit - LengthSquared(Braking)));
	return ClampLength(Braking + ClampLength(Danger.Way * SpeedLimit - Sliding, Rest), Limit);
}

// Takes out of an acceleration what would lead into a surface faster than is allowed there. Boids that are not near a
// surface are not touched.
FVector FObstacleAvoidance::KeepOut(const FObstacleAvoidanceSettings& Settings, const FDanger& Danger,
    const FVector& Velocity, const FVector& Acceleration, float DeltaTime)
{
	FVector Kept = Acceleration;
	for (const FSurface* Surface : {&Danger.Ahead, &Danger.Beside, &Danger.Wished})
	{
		const float Approach = -glm::dot(Velocity, Surface->Normal);
		const float Allowed = (AllowedApproach(Settings, Surface->Gap) - Approach) / DeltaTime;
		const float Inward = -glm::dot(Kept, Surface->Normal);
		const float Excess = Inward - std::max(Allowed, -MaxBrakingShare * Settings.MaxSteerForce);
		if (LengthSquared(Surface->Normal) > 0.0f && Excess > 0.0f)
		{
			Kept += Surface->Normal * Excess;
		}
	}
	return ClampLength(Kept, Settings.MaxSteerForce);
}

// A flock that meets its first wall late must not allocate then; large flocks are not all in danger at once.
void FObstacleAvoidance::ReserveRoom(size_t BoidCount)
{
	const size_t Room = std::min<size_t>(BoidCount, 1024);
	Sweeps.reserve(Room);
	SweepOwners.reserve(Room);
	Hits.reserve(Room);
	Dangers.reserve(Room);
	Blocked.reserve(Room);
	Overridden.reserve(Room);
}

void FObstacleAvoidance::Run(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, FFlockOutput& Output,
    const ISceneQuery& Query)
{
	Overridden.clear();
	UpdateMembers(Input.Ids);
	ReserveRoom(Input.Positions.size());
	if (Input.Positions.empty() || !IsAnythingNear(Settings, Input, Query))
	{
		std::fill(FreeWays.begin(), FreeWays.end(), std::numeric_limits<float>::infinity());
		return;
	}
	CastAhead(Settings, Input, Output, Query);
	FindDangers(Settings, Input, Output);
	ChooseWays(Settings, Input, Query);
	for (const FDanger& Danger : Dangers)
	{
		const FVector Velocity = FlatOf(Input.Velocities[Danger.Boid], Settings.bPlanar);
		const float Scale = Input.SpeedScales.empty() ? 1.0f : Input.SpeedScales[Danger.Boid];
		FVector& Acceleration = Output.Accelerations[Danger.Boid];
		const FVector Wanted = Acceleration;
		if (Danger.Urgency > 0.0f)
		{
			const FVector Way = Escape(Settings, Danger, Velocity, Settings.MaxSpeed * Scale);
			Acceleration += (Way - Acceleration) * Danger.Urgency;
		}
		Acceleration = KeepOut(Settings, Danger, Velocity, Acceleration, Input.DeltaTime);
		if (Acceleration != Wanted)
		{
			Overridden.push_back(Danger.Boid);
		}
	}
}

void FObstacleAvoidance::Save(FByteWriter& Writer) const
{
	Writer.WriteArray(std::span<const uint32_t>(KnownIds));
	Writer.WriteArray(std::span<const uint8_t>(Alert));
	// As bits: infinity means something here, and readers of numbers refuse it.
	std::vector<uint32_t> Bits(FreeWays.size());
	std::transform(
	    FreeWays.begin(), FreeWays.end(), Bits.begin(), [](float Way) { return std::bit_cast<uint32_t>(Way); });
	Writer.WriteArray(std::span<const uint32_t>(Bits));
}

bool FObstacleAvoidance::Restore(FByteReader& Reader)
{
	std::vector<uint32_t> Ids = Reader.ReadArray<uint32_t>();
	std::vector<uint8_t> Flags = Reader.ReadArray<uint8_t>();
	const std::vector<uint32_t> Bits = Reader.ReadArray<uint32_t>();
	std::vector<float> Ways(Bits.size());
	std::transform(Bits.begin(), Bits.end(), Ways.begin(), [](uint32_t Each) { return std::bit_cast<float>(Each); });
	const bool bGoodWays = std::all_of(Ways.begin(), Ways.end(), [](float Way) { return Way >= 0.0f; });
	if (!Reader.IsOk() || !bGoodWays || Ids.size() != Flags.size() || Ids.size() != Ways.size())
	{
		return false;
	}
	KnownIds = std::move(Ids);
	Alert = std::move(Flags);
	FreeWays = std::move(Ways);
	return true;
}
} // namespace Flockwork
