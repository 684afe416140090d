#pragma once
// Linking FlockworkAllocationCounter replaces operator new in a test program: a steady step must not ask for memory.
#include <cstddef>
#include <cstdint>

namespace Flockwork
{
// Counts calls of operator new and AllocateCounted, on all threads, while one lives; one at a time.
class FAllocationCounter
{
public:
	FAllocationCounter();
	~FAllocationCounter();
	FAllocationCounter(const FAllocationCounter&) = delete;
	FAllocationCounter& operator=(const FAllocationCounter&) = delete;
	int64_t GetCount() const;
};

// For libraries with an allocator of their own (BulletAllocations.h); std::free gives the memory back.
void* AllocateCounted(size_t Size, size_t Alignment = 1);
} // namespace Flockwork
