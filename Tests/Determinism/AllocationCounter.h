#pragma once
#include <cstdint>

namespace Flockwork::GameTest
{
// Counts calls of operator new and of Bullet's allocator, on all threads, while one lives.
class FAllocationCounter
{
public:
	FAllocationCounter();
	~FAllocationCounter();
	int64_t GetCount() const;
};
} // namespace Flockwork::GameTest
