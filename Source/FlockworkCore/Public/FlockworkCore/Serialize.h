#pragma once
// Byte streams for snapshots and replays: little-endian, length-prefixed, checked on reading.
#include "FlockworkCore/Math.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Flockwork
{
// Whether all of a type's bytes are its value. Padding holds whatever was there before: written out, two snapshots of
// one state would differ. A struct with floats says so itself, beside an assertion of its size.
template <typename Value>
inline constexpr bool HasNoPadding = std::has_unique_object_representations_v<Value> || std::is_floating_point_v<Value>;
template <>
inline constexpr bool HasNoPadding<FVector> = sizeof(FVector) == 3 * sizeof(float);
template <>
inline constexpr bool HasNoPadding<FQuat> = sizeof(FQuat) == 4 * sizeof(float);

class FByteWriter
{
public:
	template <typename Value>
	void Write(const Value& In)
	{
		static_assert(std::is_trivially_copyable_v<Value> && HasNoPadding<Value>, "write it field by field");
		WriteBytes(&In, sizeof(Value));
	}
	void WriteString(const std::string& Text);
	template <typename Value>
	void WriteArray(std::span<const Value> Values)
	{
		static_assert(std::is_trivially_copyable_v<Value> && HasNoPadding<Value>, "write them field by field");
		Write(uint64_t(Values.size()));
		WriteBytes(Values.data(), Values.size_bytes());
	}
	void WriteBytes(const void* Data, size_t Size);
	const std::vector<uint8_t>& GetBytes() const { return Bytes; }
	// Keeps the memory: a writer used again for snapshots of one size allocates no more.
	void Clear() { Bytes.clear(); }

private:
	std::vector<uint8_t> Bytes;
};

// After the first failed read every further one fails too and leaves zeros: check once at the end with IsOk(). A
// number, vector or rotation that is not finite is a failed read: damaged or hostile bytes must not bring NaN into a
// world.
class FByteReader
{
public:
	explicit FByteReader(std::span<const uint8_t> InBytes) : Bytes(InBytes) {}
	template <typename Value>
	Value Read()
	{
		static_assert(std::is_trivially_copyable_v<Value>);
		Value Out{};
		ReadBytes(&Out, sizeof(Value));
		bOk = bOk && IsGood(Out);
		return bOk ? Out : Value{};
	}
	std::string ReadString();
	template <typename Value>
	std::vector<Value> ReadArray()
	{
		static_assert(std::is_trivially_copyable_v<Value>);
		const uint64_t Count = Read<uint64_t>();
		if (Count > Remaining() / sizeof(Value)) // a damaged count must not allocate
		{
			bOk = false;
			return {};
		}
		std::vector<Value> Out(static_cast<size_t>(Count));
		ReadBytes(Out.data(), Out.size() * sizeof(Value));
		for (const Value& Each : Out)
		{
			bOk = bOk && IsGood(Each);
		}
		return bOk ? std::move(Out) : std::vector<Value>{};
	}
	bool ReadBytes(void* Out, size_t Size);
	size_t Remaining() const { return bOk ? Bytes.size() - Position : 0; }
	bool IsOk() const { return bOk; }

private:
	template <typename Value>
	static bool IsGood(const Value& In)
	{
		if constexpr (std::is_floating_point_v<Value>)
		{
			return std::isfinite(In);
		}
		else if constexpr (std::is_same_v<Value, FVector> || std::is_same_v<Value, FQuat>)
		{
			return IsFinite(In);
		}
		return true;
	}

	std::span<const uint8_t> Bytes;
	size_t Position = 0;
	bool bOk = true;
};
} // namespace Flockwork
