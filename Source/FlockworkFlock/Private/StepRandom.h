#pragma once
// Random numbers of a boid in a step, from (seed, purpose, step, id) alone: the order in which boids are worked on, and
// boids that come or go, change nobody else's numbers.
#include "FlockworkCore/Random.h"

namespace Flockwork
{
inline FRandomStream StepRandom(uint64_t Seed, uint64_t Purpose, uint64_t Step, uint32_t Id)
{
	const uint64_t Mixed = FRandomStream(Seed ^ (Purpose << 56)).Next() ^ (Step * 0x9E3779B97F4A7C15ull);
	return FRandomStream(FRandomStream(Mixed).Next() ^ (uint64_t(Id) * 0xD1B54A32D192ED03ull));
}
} // namespace Flockwork
