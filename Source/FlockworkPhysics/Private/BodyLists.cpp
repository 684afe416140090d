#include "BodyLists.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
void Erase(std::vector<FBodyRecord*>& List, FBodyRecord& Record)
{
	const auto Place = std::lower_bound(List.begin(), List.end(), Record.Order,
	    [](const FBodyRecord* Other, uint64_t Order) { return Other->Order < Order; });
	List.erase(Place);
}
} // namespace

void FBodyLists::Add(FBodyRecord& Record)
{
	if (Record.Type == EBodyType::Kinematic)
	{
		Kinematic.push_back(&Record);
	}
	if (Record.bContinuous)
	{
		Continuous.push_back(&Record);
	}
	if (Record.bCanSleep)
	{
		Sleepers.push_back(&Record);
	}
}

void FBodyLists::Remove(FBodyRecord& Record)
{
	if (Record.Type == EBodyType::Kinematic)
	{
		Erase(Kinematic, Record);
	}
	if (Record.bContinuous)
	{
		Erase(Continuous, Record);
	}
	if (Record.bCanSleep)
	{
		Erase(Sleepers, Record);
	}
}
} // namespace Flockwork
