#pragma once
#include "AllocationCounter.h"

#include <LinearMath/btAlignedAllocator.h>
#include <cstdlib>

namespace Flockwork
{
// Bullet's allocations count too, from here on. Its aligned allocator, which stays, lies over this one and over malloc
// by default, so that what it allocated before can be freed as well.
inline void CountBulletAllocations()
{
	btAlignedAllocSetCustom([](size_t Size) { return AllocateCounted(Size); }, std::free);
}
} // namespace Flockwork
