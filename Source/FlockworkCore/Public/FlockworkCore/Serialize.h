#pragma once
// Byte streams for snapshots and replays: little-endian, length-prefixed, checked on reading.
#include "FlockworkCore/Math.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace Flockwork
{
class FByteWriter
{
public:
	template <typename Value>
	void Write(const Value& In)
	{
		static_assert(std::is_trivially_copyable_v<Value>);
		WriteBytes(&In, sizeof(Value));
	}
	void WriteString(const std::string& Text);
	template <typename Value>
	void WriteArray(std::span<const Value> Values)
	{
		static_assert(std::is_trivially_copyable_v<Value>);
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

// After the first failed read every further one fails too and leaves zeros: check once at the end with IsOk().
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
		return Out;
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
		return Out;
	}
	bool ReadBytes(void* Out, size_t Size);
	size_t Remaining() const { return bOk ? Bytes.size() - Position : 0; }
	bool IsOk() const { return bOk; }

private:
	std::span<const uint8_t> Bytes;
	size_t Position = 0;
	bool bOk = true;
};
} // namespace Flockwork
