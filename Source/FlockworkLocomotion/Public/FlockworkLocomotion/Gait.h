#pragma once
// Which feet may be in the air together. The same planner walks any number of legs by such a table.
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FGait
{
	std::string Name;
	float MaxSpeed = 1e6f; // m/s up to which it is used; gaits stand in the order of their speeds
	// A bit a foot. Feet of one set may swing together; those of two different sets never do, unless a third holds them
	// all. A foot in no set never steps.
	std::vector<uint32_t> SwingSets;
	// Within a set the feet step together: one that is due takes with it those that are this share of the threshold
	// away.
	float PairShare = 0.5f;
};

struct FGaitTable
{
	static constexpr int32_t MaxFeet = 16;
	std::vector<FGait> Gaits; // 1 or more

	const FGait& Choose(float Speed) const; // the first whose MaxSpeed is not exceeded; the last for all above
	bool Validate(int32_t FootCount, FDiagnostics& Diagnostics) const;

	static FGaitTable Biped();     // left, right: one at a time
	static FGaitTable Quadruped(); // left fore, right fore, left hind, right hind: walk, trot, gallop
	static FGaitTable Hexapod();   // three on the left from front to back, then three on the right: wave, tripod
};
} // namespace Flockwork
