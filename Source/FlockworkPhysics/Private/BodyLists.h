#pragma once
#include "BodyRecord.h"

#include <vector>

namespace Flockwork
{
// Bodies that need something special in a step, each in order of creation.
struct FBodyLists
{
	std::vector<FBodyRecord*> Kinematic;
	std::vector<FBodyRecord*> Continuous;
	std::vector<FBodyRecord*> Sleepers; // that may sleep

	void Add(FBodyRecord& Record);
	void Remove(FBodyRecord& Record);
};
} // namespace Flockwork
