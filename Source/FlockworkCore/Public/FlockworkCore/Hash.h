#pragma once
// The state hash: 64 bits over raw values in a fixed order. Not cryptographic. Two worlds with equal hashes took the
// same steps; the first step whose hash differs is where they parted.
#include "FlockworkCore/Math.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace Flockwork
{
class FStateHash
{
public:
	void AddBytes(const void* Data, size_t Size);
	void Add(uint64_t Value);
	void Add(float Value); // by bits; -0 and 0 differ
	void Add(const FVector& Value);
	void Add(const FQuat& Value);
	void Add(std::string_view Text);
	void Add(std::span<const FVector> Values);
	uint64_t Get() const;

private:
	uint64_t State = 0x9E3779B97F4A7C15ull;
	uint64_t Count = 0;
};
} // namespace Flockwork
