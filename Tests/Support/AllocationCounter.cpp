#include "AllocationCounter.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace Flockwork
{
namespace
{
std::atomic<bool> bCounting{false};
std::atomic<int64_t> Count{0};
} // namespace

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

void* AllocateCounted(size_t Size, size_t Alignment)
{
	if (bCounting.load(std::memory_order_relaxed))
	{
		Count.fetch_add(1, std::memory_order_relaxed);
	}
	const size_t Least = std::max(Alignment, alignof(std::max_align_t));
	void* const Memory = std::aligned_alloc(Least, (std::max<size_t>(Size, 1) + Least - 1) / Least * Least);
	if (!Memory)
	{
		throw std::bad_alloc();
	}
	return Memory;
}
} // namespace Flockwork

// The array forms call these. Not inlined: g++ would otherwise see free() meet new and warn.
[[gnu::noinline]] void* operator new(size_t Size)
{
	return Flockwork::AllocateCounted(Size);
}
[[gnu::noinline]] void* operator new(size_t Size, std::align_val_t Alignment)
{
	return Flockwork::AllocateCounted(Size, size_t(Alignment));
}
// Of its own under sanitizers, which would otherwise see their new meet our delete.
[[gnu::noinline]] void* operator new(size_t Size, const std::nothrow_t&) noexcept
{
	try
	{
		return Flockwork::AllocateCounted(Size);
	}
	catch (const std::bad_alloc&)
	{
		return nullptr;
	}
}
[[gnu::noinline]] void operator delete(void* Memory) noexcept
{
	std::free(Memory);
}
[[gnu::noinline]] void operator delete(void* Memory, size_t) noexcept
{
	std::free(Memory);
}
[[gnu::noinline]] void operator delete(void* Memory, std::align_val_t) noexcept
{
	std::free(Memory);
}
[[gnu::noinline]] void operator delete(void* Memory, size_t, std::align_val_t) noexcept
{
	std::free(Memory);
}
