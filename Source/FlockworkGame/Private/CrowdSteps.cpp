// Bodies on stairs.
#include "CrowdData.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
// Capsules stop at steps higher than a third of their radius, where people lift their feet. Who is held back and has
// higher ground before it, no higher than the mesh's climb, is lifted onto it.
float UCrowdSubsystem::FImpl::GetLift(const UWorld& World, const FCrowdMember& Member) const
{
	constexpr float LeastSpeed = 0.05f; // m/s
	constexpr float HeldBack = 0.6f;    // share of the speed it wishes
	constexpr float LiftTime = 0.1f;    // s that a step takes
	constexpr float ReachAhead = 0.15f; // m beyond its own radius
	const size_t Place = size_t(Member.Place);
	const FVector Desired = Horizontal(Crowd->GetDesiredVelocities()[Place]);
	const float Speed = Length(Desired);
	const FNavLocation Here = Crowd->GetCorridor(Member.Place).GetLocation();
	if (Crowd->GetStates()[Place] != EAgentState::Moving || Speed < LeastSpeed || !Here.IsValid() ||
	    glm::dot(Horizontal(Member.Velocity), Desired) > HeldBack * Speed * Speed)
	{
		return 0.0f;
	}
	const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	const FNavQuery& Query = Navigation.GetQuery();
	const FVector Ahead = Member.Feet + Desired * ((Crowd->GetRadii()[Place] + ReachAhead) / Speed);
	const FNavLocation There = Query.MoveAlongSurface(Here, Ahead, Navigation.GetFilter());
	float Height = There.Position.y;
	Query.GetHeight(There, Height);
	const float Rise = Height - Member.Feet.y;
	const float MaxClimb = Mesh->GetSettings().MaxClimb + Mesh->GetSettings().CellHeight;
	// The mesh lies up to two voxels above the floor: lower than that is no step, and a throng must not hop.
	const float LeastStep = 2.0f * Mesh->GetSettings().CellHeight + 0.02f;
	return Rise > LeastStep && Rise <= MaxClimb ? Rise / LiftTime : 0.0f;
}
} // namespace Flockwork
