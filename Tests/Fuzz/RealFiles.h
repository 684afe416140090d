#pragma once
// Snapshots, replays and navmeshes carry a checksum, which no mutation passes. So that the readers behind it are
// reached, a real file's content is replaced or damaged and its header made to fit again.
#include "FlockworkCore/Hash.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace Flockwork
{
constexpr size_t FileHeaderSize = 32; // magic, version, size, checksum: see FileBytes.cpp

inline std::vector<uint8_t> WithFittingHeader(std::vector<uint8_t> Bytes)
{
	const size_t Size = Bytes.size() - FileHeaderSize;
	FStateHash Checksum;
	Checksum.AddBytes(Bytes.data() + FileHeaderSize, Size);
	const uint64_t Fields[2] = {Size, Checksum.Get()};
	std::memcpy(Bytes.data() + 16, Fields, sizeof(Fields));
	return Bytes;
}

// What the input stands for, by its first byte. 0: bytes of any kind. 1: a content under the real file's header. Else:
// the real file with damage, in triples of a place (two bytes) and what is exclusive-ored over it.
template <typename MakeRealType>
std::vector<uint8_t> MakeFile(const uint8_t* Data, size_t Size, MakeRealType&& MakeReal)
{
	if (Data[0] == 0)
	{
		return std::vector<uint8_t>(Data + 1, Data + Size);
	}
	std::vector<uint8_t> Bytes = MakeReal();
	if (Data[0] == 1)
	{
		Bytes.resize(FileHeaderSize);
		Bytes.insert(Bytes.end(), Data + 1, Data + Size);
		return WithFittingHeader(std::move(Bytes));
	}
	const size_t ContentSize = Bytes.size() - FileHeaderSize;
	for (size_t Index = 1; Index + 3 <= Size; Index += 3)
	{
		const size_t Place = (size_t(Data[Index]) | (size_t(Data[Index + 1]) << 8)) % ContentSize;
		Bytes[FileHeaderSize + Place] ^= Data[Index + 2];
	}
	return WithFittingHeader(std::move(Bytes));
}
} // namespace Flockwork
