#include "FlockworkCore/Hash.h"

#include "CoreTestSupport.h"

#include <bit>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

namespace Flockwork
{
namespace
{
uint64_t HashBytes(const std::vector<uint8_t>& Bytes)
{
	FStateHash Hash;
	Hash.AddBytes(Bytes.data(), Bytes.size());
	return Hash.Get();
}

template <typename... Values>
uint64_t HashOf(const Values&... In)
{
	FStateHash Hash;
	(Hash.Add(In), ...);
	return Hash.Get();
}
} // namespace

TEST_CASE("FStateHash: every single bit changes it, at every length")
{
	for (size_t Size = 1; Size <= 200; ++Size)
	{
		std::vector<uint8_t> Bytes(Size, 0x5a);
		std::set<uint64_t> Hashes{HashBytes(Bytes)};
		for (size_t Bit = 0; Bit < Size * 8; ++Bit)
		{
			Bytes[Bit / 8] = uint8_t(Bytes[Bit / 8] ^ (1u << (Bit % 8)));
			Hashes.insert(HashBytes(Bytes));
			Bytes[Bit / 8] = 0x5a;
		}
		REQUIRE(Hashes.size() == Size * 8 + 1);
	}
}

TEST_CASE("FStateHash: a flipped bit changes about half of the result's bits")
{
	std::vector<uint8_t> Bytes(96, 0);
	const uint64_t Before = HashBytes(Bytes);
	int32_t Changed = 0;
	for (size_t Bit = 0; Bit < Bytes.size() * 8; ++Bit)
	{
		Bytes[Bit / 8] = uint8_t(1u << (Bit % 8));
		Changed += std::popcount(Before ^ HashBytes(Bytes));
		Bytes[Bit / 8] = 0;
	}
	CHECK(double(Changed) / double(Bytes.size() * 8) == Approx(32.0).margin(1.0));
}

TEST_CASE("FStateHash: zeros of different lengths differ")
{
	std::set<uint64_t> Hashes;
	for (size_t Size = 0; Size < 300; ++Size)
	{
		Hashes.insert(HashBytes(std::vector<uint8_t>(Size, 0)));
	}
	CHECK(Hashes.size() == 300);
}

TEST_CASE("FStateHash: the same zeros in pieces of other sizes differ")
{
	const uint16_t Zero = 0;
	FStateHash ShortFirst;
	ShortFirst.AddBytes(&Zero, 1);
	ShortFirst.AddBytes(&Zero, 2);
	FStateHash LongFirst;
	LongFirst.AddBytes(&Zero, 2);
	LongFirst.AddBytes(&Zero, 1);
	CHECK(ShortFirst.Get() != LongFirst.Get());
}

TEST_CASE("FStateHash: swapping any two words changes it")
{
	std::vector<uint64_t> Words(20);
	for (size_t Index = 0; Index < Words.size(); ++Index)
	{
		Words[Index] = Index;
	}
	std::set<uint64_t> Hashes;
	size_t Orders = 0;
	for (size_t A = 0; A < Words.size(); ++A)
	{
		for (size_t B = A + 1; B < Words.size(); ++B, ++Orders)
		{
			std::swap(Words[A], Words[B]);
			FStateHash Hash;
			Hash.AddBytes(Words.data(), Words.size() * sizeof(uint64_t));
			Hashes.insert(Hash.Get());
			std::swap(Words[A], Words[B]);
		}
	}
	CHECK(Hashes.size() == Orders);
}

TEST_CASE("FStateHash: floats count by their bits")
{
	CHECK(HashOf(0.0f) != HashOf(-0.0f));
	CHECK(HashOf(1.0f) != HashOf(std::nextafter(1.0f, 2.0f)));
	CHECK(HashOf(1.0f, 2.0f) != HashOf(2.0f, 1.0f));
	CHECK(HashOf(FVector{1.0f, 2.0f, 3.0f}) == HashOf(1.0f, 2.0f, 3.0f));
	CHECK(HashOf(FQuat{1.0f, 0.0f, 0.0f, 0.0f}) != HashOf(FQuat{0.0f, 1.0f, 0.0f, 0.0f}));
}

TEST_CASE("FStateHash: texts and lists keep their borders")
{
	CHECK(
	    HashOf(std::string_view("ab"), std::string_view("c")) != HashOf(std::string_view("a"), std::string_view("bc")));
	CHECK(HashOf(std::string_view("")) != FStateHash().Get());
	const std::vector<FVector> Three(3, FVector{1.0f});
	const std::vector<FVector> One(1, FVector{1.0f});
	const std::vector<FVector> Two(2, FVector{1.0f});
	using FSpan = std::span<const FVector>;
	CHECK(HashOf(FSpan(One), FSpan(Two)) != HashOf(FSpan(Two), FSpan(One)));
	CHECK(HashOf(FSpan(Three)) != HashOf(FSpan(One), FSpan(Two)));
}

TEST_CASE("FStateHash: reading it changes nothing, and equal input gives an equal hash")
{
	FStateHash A;
	FStateHash B;
	A.Add(uint64_t(1));
	static_cast<void>(A.Get());
	A.Add(uint64_t(2));
	B.Add(uint64_t(1));
	B.Add(uint64_t(2));
	CHECK(A.Get() == B.Get());
}

TEST_CASE("FStateHash: no two of a hundred thousand counters collide")
{
	std::set<uint64_t> Hashes;
	for (uint64_t Value = 0; Value < 100'000; ++Value)
	{
		Hashes.insert(HashOf(Value));
	}
	CHECK(Hashes.size() == 100'000);
}
} // namespace Flockwork
