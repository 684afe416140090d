#pragma once
// What crowds flee from. World space, metres and seconds.
#include "FlockworkCore/Math.h"

#include <cstdint>

namespace Flockwork
{
struct FNavThreat
{
	uint32_t Id = 0; // the host's own; ascending in a list. A new id is a new threat (the classic recipe's event)
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	float Radius = 1.0f;   // m, >= 0; it harms whoever comes within this plus the own body's radius
	float Strength = 1.0f; // >= 0, multiplies the distances at which it is fled from; 0: nobody minds it
	float Speed = 0.0f;    // m/s, its best; 0: that of its velocity
	bool bMoving = false;  // it may come after people: they reckon with its Speed
};
} // namespace Flockwork
