#pragma once
// Counts what AngelScript allocates. Its memory functions are one pair for the whole process, so ours are plain malloc
// and free with the size noted in front: blocks that a host allocated before ours were installed are recognised and
// freed as they are. Nothing is ever refused here (AngelScript does not survive a null): FScriptGuard refuses earlier.
#include "AngelScriptTypes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace Flockwork
{
struct FScriptMemory
{
	// Installs the functions, once in a process. Called before the first engine of ours is made.
	static void Install();

	// What this thread's allocations and releases are counted in; null: nowhere. Returns the former one.
	static int64_t* SetCounter(int64_t* Bytes);
};

// Lets arrays be counted with everything else.
template <typename Value>
struct TScriptAllocator
{
	using value_type = Value;
	TScriptAllocator() = default;
	template <typename Other>
	TScriptAllocator(const TScriptAllocator<Other>&)
	{
	}
	Value* allocate(size_t Count) { return static_cast<Value*>(asAllocMem(Count * sizeof(Value))); }
	void deallocate(Value* Memory, size_t) { asFreeMem(Memory); }
	friend bool operator==(const TScriptAllocator&, const TScriptAllocator&) { return true; }
};

template <typename Value>
using TScriptVector = std::vector<Value, TScriptAllocator<Value>>;
} // namespace Flockwork
