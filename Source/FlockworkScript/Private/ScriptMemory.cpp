#include "ScriptMemory.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

namespace Flockwork
{
namespace
{
thread_local int64_t* Counter = nullptr;

struct alignas(16) FBlockHeader
{
	uint64_t Size = 0;
	uint64_t Mark = 0;
};
constexpr uint64_t BlockMark = 0xF10C4B10C5EEDA5Eull;

void Count(int64_t Bytes)
{
	if (Counter)
	{
		*Counter += Bytes;
	}
}

void* Allocate(size_t Size)
{
	auto* const Header = static_cast<FBlockHeader*>(std::malloc(Size + sizeof(FBlockHeader)));
	if (!Header)
	{
		throw std::bad_alloc(); // as any other allocation of the host; AngelScript would write through a null
	}
	Header->Size = Size;
	Header->Mark = BlockMark ^ reinterpret_cast<uintptr_t>(Header);
	Count(int64_t(Size));
	return Header + 1;
}

void Release(void* Memory)
{
	if (!Memory)
	{
		return;
	}
	FBlockHeader* const Header = static_cast<FBlockHeader*>(Memory) - 1;
	if (Header->Mark != (BlockMark ^ reinterpret_cast<uintptr_t>(Header)))
	{
		std::free(Memory); // from before ours were installed
		return;
	}
	Header->Mark = 0;
	Count(-int64_t(Header->Size));
	std::free(Header);
}
} // namespace

void FScriptMemory::Install()
{
	static std::once_flag Once;
	std::call_once(Once, [] { asSetGlobalMemoryFunctions(&Allocate, &Release); });
}

int64_t* FScriptMemory::SetCounter(int64_t* Bytes)
{
	int64_t* const Former = Counter;
	Counter = Bytes;
	return Former;
}
} // namespace Flockwork
