#pragma once
// Turns motion into the phase that moves legs, wings, tails and rotors. Feet advance with the distance travelled, so
// that they do not slide; wings and tails beat with time, faster at speed.
#include "FlockworkRender/RenderTypes.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace Flockwork
{
class FBoidAnimator
{
public:
	// Writes Phase, Speed and Variety of each look; colours stay. Ids are the boids' own, so that a removal does not
	// shuffle the others' phases; all spans have one size. DeltaTime >= 0 s of the simulation; 0 only fills in.
	void Update(EBody Body, std::span<const uint32_t> Ids, std::span<const FVector> Velocities, float Scale,
	    float DeltaTime, std::span<FBoidLook> Looks);
	void Clear() { States.clear(); }

	// Radians a second at a speed (m/s) for a body of Scale.
	static float GetPhaseRate(EBody Body, float Speed, float Scale);
	// A boid's own constant in [0, 1), from its id alone.
	static float GetVariety(uint32_t Id);

private:
	struct FState
	{
		float Phase = 0.0f;
		float Speed = 0.0f;
		uint32_t LastUpdate = 0;
	};
	std::unordered_map<uint32_t, FState> States; // looked up by id only, never walked in order
	uint32_t UpdateCount = 0;
};
} // namespace Flockwork
