#include "FlockworkCore/Hash.h"

#include <array>
#include <bit>
#include <cstring>

namespace Flockwork
{
namespace
{
// The round and the constants of xxHash64 (Collet 2014).
constexpr uint64_t Prime1 = 0x9E3779B185EBCA87ull;
constexpr uint64_t Prime2 = 0xC2B2AE3D27D4EB4Full;
constexpr uint64_t Prime3 = 0x165667B19E3779F9ull;

uint64_t Round(uint64_t State, uint64_t Word)
{
	return std::rotl(State + Word * Prime2, 31) * Prime1;
}

uint64_t LoadWord(const uint8_t* Data)
{
	uint64_t Word = 0;
	std::memcpy(&Word, Data, sizeof(Word));
	return Word;
}

// Four independent chains hide the multiplier's latency; Data is moved past the whole stripes.
uint64_t HashStripes(uint64_t State, const uint8_t*& Data, size_t& Size)
{
	std::array<uint64_t, 4> Lanes{State + Prime1, State ^ Prime2, State - Prime3, State};
	for (; Size >= 32; Size -= 32, Data += 32)
	{
		for (size_t Lane = 0; Lane < Lanes.size(); ++Lane)
		{
			Lanes[Lane] = Round(Lanes[Lane], LoadWord(Data + 8 * Lane));
		}
	}
	for (const uint64_t Lane : Lanes)
	{
		State = Round(State, Lane);
	}
	return State;
}
} // namespace

void FStateHash::AddBytes(const void* Data, size_t Size)
{
	const uint8_t* Bytes = static_cast<const uint8_t*>(Data);
	Count += Size;
	if (Size >= 64)
	{
		State = HashStripes(State, Bytes, Size);
	}
	for (; Size >= 8; Size -= 8, Bytes += 8)
	{
		State = Round(State, LoadWord(Bytes));
	}
	if (Size > 0)
	{
		uint64_t Word = 0;
		std::memcpy(&Word, Bytes, Size);
		State = Round(State ^ Size, Word);
	}
}

void FStateHash::Add(uint64_t Value)
{
	Count += sizeof(Value);
	State = Round(State, Value);
}

void FStateHash::Add(float Value)
{
	Count += sizeof(Value);
	State = Round(State, std::bit_cast<uint32_t>(Value));
}

void FStateHash::Add(const FVector& Value)
{
	Add(Value.x);
	Add(Value.y);
	Add(Value.z);
}

void FStateHash::Add(const FQuat& Value)
{
	Add(Value.x);
	Add(Value.y);
	Add(Value.z);
	Add(Value.w);
}

void FStateHash::Add(std::string_view Text)
{
	Add(uint64_t(Text.size()));
	AddBytes(Text.data(), Text.size());
}

void FStateHash::Add(std::span<const FVector> Values)
{
	static_assert(sizeof(FVector) == 3 * sizeof(float), "padding would enter the hash");
	Add(uint64_t(Values.size()));
	AddBytes(Values.data(), Values.size_bytes());
}

uint64_t FStateHash::Get() const
{
	uint64_t Result = State ^ (Count * Prime3);
	Result = (Result ^ (Result >> 33)) * Prime2;
	Result = (Result ^ (Result >> 29)) * Prime3;
	return Result ^ (Result >> 32);
}
} // namespace Flockwork
