#pragma once
// A human of 67 joints made in code, for the measurements of characters.
#include "FlockworkAnimation/CharacterAsset.h"

namespace Flockwork
{
inline constexpr int32_t BenchJointCount = 67;
// Two legs of five joints, a spine, a head, two arms with hands of twenty joints each.
FSkeleton MakeBenchSkeleton();
// Every joint turns back and forth, the hips are carried up and down.
FClip MakeBenchClip(const FSkeleton& Skeleton, float Duration, uint64_t Seed);
// idle, walk and run; 20,000 points of skin.
FCharacterAsset MakeBenchCharacter();
} // namespace Flockwork
