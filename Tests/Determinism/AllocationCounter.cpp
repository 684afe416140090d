// Replaces operator new in this test program, and gives Bullet an allocator that counts.
#include "AllocationCounter.h"

#include <LinearMath/btAlignedAllocator.h>
#include <atomic>
#include <cstdlib>
#include <new>

namespace
{
std::atomic<bool> bCounting{false};
std::atomic<int64_t> Count{0};

void CountOne()
{
	if (bCounting.load(std::memory_order_relaxed))
	{
		Count.fetch_add(1, std::memory_order_relaxed);
	}
}

void* Allocate(size_t Size)
{
	CountOne();
	void* Memory = std::malloc(Size ? Size : 1);
	if (!Memory)
	{
		throw std::bad_alloc();
	}
	return Memory;
}

void* AllocateAligned(size_t Size, size_t Alignment)
{
	CountOne();
	void* Memory = std::aligned_alloc(Alignment, (Size + Alignment - 1) / Alignment * Alignment);
	if (!Memory)
	{
		throw std::bad_alloc();
	}
	return Memory;
}

// Bullet's own default is aligned malloc as well: what it allocated before can be freed by this, and the other way
// round.
struct FBulletHook
{
	FBulletHook()
	{
		btAlignedAllocSetCustomAligned(
		    [](size_t Size, int Alignment) { return AllocateAligned(Size, size_t(Alignment)); }, std::free);
	}
} BulletHook;
} // namespace

void* operator new(size_t Size)
{
	return Allocate(Size);
}
void* operator new[](size_t Size)
{
	return Allocate(Size);
}
void* operator new(size_t Size, std::align_val_t Alignment)
{
	return AllocateAligned(Size, size_t(Alignment));
}
void* operator new[](size_t Size, std::align_val_t Alignment)
{
	return AllocateAligned(Size, size_t(Alignment));
}
void operator delete(void* Memory) noexcept
{
	std::free(Memory);
}
void operator delete[](void* Memory) noexcept
{
	std::free(Memory);
}
void operator delete(void* Memory, size_t) noexcept
{
	std::free(Memory);
}
void operator delete[](void* Memory, size_t) noexcept
{
	std::free(Memory);
}
void operator delete(void* Memory, std::align_val_t) noexcept
{
	std::free(Memory);
}
void operator delete[](void* Memory, std::align_val_t) noexcept
{
	std::free(Memory);
}
void operator delete(void* Memory, size_t, std::align_val_t) noexcept
{
	std::free(Memory);
}
void operator delete[](void* Memory, size_t, std::align_val_t) noexcept
{
	std::free(Memory);
}

namespace Flockwork::GameTest
{
FAllocationCounter::FAllocationCounter()
{
	Count = 0;
	bCounting = true;
}

FAllocationCounter::~FAllocationCounter()
{
	bCounting = false;
}

int64_t FAllocationCounter::GetCount() const
{
	return Count;
}
} // namespace Flockwork::GameTest
