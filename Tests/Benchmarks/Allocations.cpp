// Counts every allocation of the benchmark program: operator new is replaced, and Bullet, which has an allocator of its
// own, is given one that counts.
#include "Harness.h"

#include <LinearMath/btAlignedAllocator.h>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace
{
std::atomic<int64_t> Calls{0};
std::atomic<int64_t> LiveBytes{0};
std::atomic<int64_t> LiveBulletBytes{0};

void* Allocate(size_t Size, size_t Alignment, std::atomic<int64_t>& Live)
{
	void* Memory = nullptr;
	if (Alignment <= alignof(std::max_align_t))
	{
		Memory = std::malloc(Size ? Size : 1);
	}
	else
	{
		Memory = std::aligned_alloc(Alignment, (Size + Alignment - 1) / Alignment * Alignment);
	}
	if (!Memory)
	{
		throw std::bad_alloc();
	}
	Calls.fetch_add(1, std::memory_order_relaxed);
	Live.fetch_add(int64_t(malloc_usable_size(Memory)), std::memory_order_relaxed);
	return Memory;
}

void Free(void* Memory, std::atomic<int64_t>& Live)
{
	if (Memory)
	{
		Live.fetch_sub(int64_t(malloc_usable_size(Memory)), std::memory_order_relaxed);
		std::free(Memory);
	}
}
} // namespace

void* operator new(size_t Size)
{
	return Allocate(Size, 0, LiveBytes);
}
void* operator new[](size_t Size)
{
	return Allocate(Size, 0, LiveBytes);
}
void* operator new(size_t Size, std::align_val_t Alignment)
{
	return Allocate(Size, size_t(Alignment), LiveBytes);
}
void* operator new[](size_t Size, std::align_val_t Alignment)
{
	return Allocate(Size, size_t(Alignment), LiveBytes);
}
// Of its own under sanitizers, which would otherwise see their new meet our delete.
void* operator new(size_t Size, const std::nothrow_t&) noexcept
{
	try
	{
		return Allocate(Size, 0, LiveBytes);
	}
	catch (const std::bad_alloc&)
	{
		return nullptr;
	}
}
void operator delete(void* Memory) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete[](void* Memory) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete(void* Memory, size_t) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete[](void* Memory, size_t) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete(void* Memory, std::align_val_t) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete[](void* Memory, std::align_val_t) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete(void* Memory, size_t, std::align_val_t) noexcept
{
	Free(Memory, LiveBytes);
}
void operator delete[](void* Memory, size_t, std::align_val_t) noexcept
{
	Free(Memory, LiveBytes);
}

namespace Flockwork
{
FAllocationCount GetAllocationCount()
{
	return {Calls.load(), LiveBytes.load(), LiveBulletBytes.load()};
}

void CountBulletAllocations()
{
	btAlignedAllocSetCustomAligned([](size_t Size, int Alignment)
	    { return Allocate(Size, size_t(Alignment), LiveBulletBytes); },
	    [](void* Memory) { Free(Memory, LiveBulletBytes); });
	btAlignedAllocSetCustom([](size_t Size) { return Allocate(Size, 0, LiveBulletBytes); },
	    [](void* Memory) { Free(Memory, LiveBulletBytes); });
}
} // namespace Flockwork
