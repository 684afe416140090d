#pragma once
// How a script would like the world to be looked at. The viewer may follow it; it moves nothing and is not hashed.
#include "FlockworkCore/Math.h"
#include "FlockworkGame/Actor.h"

#include <cstdint>

namespace Flockwork
{
enum class ECameraMode : uint8_t
{
	Free,  // no wish
	Look,  // from Location to LookAt
	Orbit, // about LookAt (or Target) at Distance, Yaw and Pitch
	Follow // behind Target at Distance and Pitch
};

struct FCameraWish
{
	ECameraMode Mode = ECameraMode::Free;
	FVector Location{0.0f, 0.0f, 0.0f};
	FVector LookAt{0.0f, 0.0f, 0.0f};
	FActorId Target;        // where valid and alive: LookAt is an offset from it
	float Distance = 20.0f; // m
	float Yaw = 0.0f;       // rad about Y; 0 looks from +Z
	float Pitch = 0.5f;     // rad above the horizon
	float BlendTime = 0.0f; // s to get there
	int64_t SinceStep = 0;  // when it was wished; a new wish has a new one
};
} // namespace Flockwork
