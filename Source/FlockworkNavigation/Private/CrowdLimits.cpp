// From avoiding to wished velocities: how fast one turns, brakes and speeds up, and that no step leads off the mesh.
#include "CrowdImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float NoDirection = 0.02f; // m/s; slower, a velocity says nothing of where an agent wants to face

constexpr float SineShare = 0.63f; // of an angle up to a right one, that its sine has at least
constexpr float NearWall = 0.1f;   // m

constexpr float BesideMesh = 0.01f; // m

float DistanceSquaredTo(const FAvoidanceWall& Wall)
{
	const FGroundVector Way = Wall.End - Wall.Start;
	const float WaySquared = LengthSquared(Way);
	const float Share = WaySquared > 0.0f ? std::clamp(-Dot(Wall.Start, Way) / WaySquared, 0.0f, 1.0f) : 0.0f;
	return LengthSquared(Wall.Start + Way * Share);
}

FVector Turned(const FVector& Facing, FGroundVector Towards, float MaxAngle)
{
	const FGroundVector From = FGroundVector::From(Facing);
	const FGroundVector Aim = Towards * (1.0f / Length(Towards));
	const float Across = Cross(From, Aim);
	// Small enough a turn, by its sine (which is below the angle): no need for the angle itself.
	if (Dot(From, Aim) > 0.0f && std::abs(Across) <= MaxAngle * SineShare)
	{
		return Aim.ToVector();
	}
	const float Turn = std::clamp(std::atan2(Across, Dot(From, Aim)), -MaxAngle, MaxAngle);
	const float Cosine = std::cos(Turn);
	const float Sine = std::sin(Turn);
	const FVector Result{From.X * Cosine - From.Z * Sine, 0.0f, From.Z * Cosine + From.X * Sine};
	return Result / Length(Result);
}
} // namespace

// The facing turns at most so fast; the velocity follows it, save for a side step.
void FCrowd::FImpl::LimitTurning(size_t Agent, FGroundVector& InOutVelocity)
{
	if (Length(InOutVelocity) < NoDirection)
	{
		return;
	}
	const float AngularSpeed =
	    Orders[Agent].AngularSpeed > 0.0f ? Orders[Agent].AngularSpeed : Settings.WalkAngularSpeed;
	Facings[Agent] = Turned(Facings[Agent], InOutVelocity, AngularSpeed * DeltaTime * Pi / 180.0f);
	const FGroundVector Facing = FGroundVector::From(Facings[Agent]);
	const FGroundVector Forward = Facing * std::max(Dot(InOutVelocity, Facing), 0.0f);
	const FGroundVector Aside = InOutVelocity - Forward;
	const float MostAside = Settings.SideStepShare * Speeds[Agent];
	const float AsideSpeed = Length(Aside);
	InOutVelocity = Forward + (AsideSpeed > MostAside ? Aside * (MostAside / AsideSpeed) : Aside);
}

// A body has momentum, and turning late may have led back towards an edge: the way that the velocity would take within
// the walls' horizon must be ground, also round corners, of which no single wall tells.
void FCrowd::FImpl::KeepOffWalls(
    size_t Agent, const FSurroundings& Around, const FNavQuery& Query, FGroundVector& InOutVelocity) const
{
	const bool bHeld = bBodies && Settings.bAvoidance && States[Agent] != EAgentState::OffMesh;
	const float Horizon = Around.WallHorizon;
	const float Reach = Length(InOutVelocity) * Horizon + NearWall;
	const auto IsInReach = [&](const FAvoidanceWall& Wall) { return DistanceSquaredTo(Wall) < Reach * Reach; };
	const auto WallsEnd = Around.Walls.begin() + std::ptrdiff_t(Around.WallCount);
	const bool bKnowsAll = Around.WallCount < Around.Walls.size(); // else there are farther ones
	if (!bHeld || (bKnowsAll && std::none_of(Around.Walls.begin(), WallsEnd, IsInReach)))
	{
		return;
	}
	const FVector& Here = Positions[Agent];
	const FNavLocation Ground = WayOf(Agent).Corridor.GetLocation();
	for (int32_t Wall = 0; Wall < 2; ++Wall) // what slides along one wall may meet another
	{
		const FVector Ahead = Ground.Position + InOutVelocity.ToVector() * Horizon;
		const FNavRayHit Hit = Query.Raycast(Ground, Ahead, FilterOf(Agent));
		if (!Hit.bHit)
		{
			break;
		}
		const FGroundVector Inward = FGroundVector::From(Hit.Normal);
		const float Distance = Dot(FGroundVector::From(Here - Hit.Position), Inward);
		const float Excess = -Dot(InOutVelocity, Inward) - Distance / Horizon;
		InOutVelocity = InOutVelocity + Inward * std::max(Excess, 0.0f);
	}
	// Beside the ground already: back to it.
	const FGroundVector Back = FGroundVector::From(Ground.Position - Here);
	const float Beside = Length(Back);
	if (Beside > BesideMesh)
	{
		const float Missing = Beside / Horizon - Dot(InOutVelocity, Back) / Beside;
		InOutVelocity = InOutVelocity + Back * (std::max(Missing, 0.0f) / Beside);
	}
}

void FCrowd::FImpl::Wish(size_t Agent, FGroundVector Velocity)
{
	const FVector& True = Velocities[Agent];
	const FVector Change = ClampLength(Velocity.ToVector() - Horizontal(True), AccelerationOf(Agent) * DeltaTime);
	Wished[Agent] = Horizontal(True) + Change;
	if (States[Agent] == EAgentState::OnLink)
	{
		Wished[Agent].y = Desired[Agent].y;
	}
	Accelerations[Agent] = Change / DeltaTime;
}

void FCrowd::FImpl::MoveAlongMesh(size_t Agent, const FNavQuery& Query)
{
	FVector& Here = Positions[Agent];
	const FAgentMemory& Memory = Memories[Agent];
	Velocities[Agent] = Wished[Agent];
	if (States[Agent] == EAgentState::OnLink)
	{
		const float LinkLength = Length(Memory.LinkEnd - Memory.LinkStart);
		const float Share = LinkLength > 0.0f ? (Memory.LinkTime + DeltaTime) * Speeds[Agent] / LinkLength : 1.0f;
		Here = Memory.LinkStart + (Memory.LinkEnd - Memory.LinkStart) * std::min(Share, 1.0f);
		return;
	}
	if (States[Agent] == EAgentState::OffMesh)
	{
		Here += Wished[Agent] * DeltaTime;
		Here.y += Desired[Agent].y * DeltaTime;
		return;
	}
	FNavCorridor& Corridor = WayOf(Agent).Corridor;
	const FVector Wanted = Wished[Agent] * DeltaTime + Pushes[Agent];
	if (Wanted == FVector{0.0f, 0.0f, 0.0f})
	{
		return;
	}
	const FVector Start = Here;
	if (Corridor.MovePosition(Query, Here + Wanted, FilterOf(Agent)))
	{
		Here = Corridor.GetPosition();
	}
	// Stopped by the mesh's boundary: only what was walked counts as velocity.
	const FVector Missing = Horizontal(Start + Wanted - Here);
	if (LengthSquared(Missing) > 1e-8f)
	{
		Velocities[Agent] = Horizontal(Here - Start - Pushes[Agent]) / DeltaTime;
	}
}
} // namespace Flockwork
