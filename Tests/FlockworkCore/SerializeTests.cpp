#include "FlockworkCore/Serialize.h"

#include "CoreTestSupport.h"

#include <catch2/catch.hpp>
#include <limits>

namespace Flockwork
{
namespace
{
std::vector<uint8_t> WriteSample()
{
	FByteWriter Writer;
	Writer.Write(uint32_t(0x01020304));
	Writer.Write(FVector{1.0f, 2.0f, 3.0f});
	Writer.WriteString("zombie");
	const std::vector<int32_t> Numbers{5, 6, 7};
	Writer.WriteArray(std::span<const int32_t>(Numbers));
	return Writer.GetBytes();
}

bool ReadSample(std::span<const uint8_t> Bytes)
{
	FByteReader Reader(Bytes);
	Reader.Read<uint32_t>();
	Reader.Read<FVector>();
	Reader.ReadString();
	Reader.ReadArray<int32_t>();
	return Reader.IsOk();
}
} // namespace

TEST_CASE("FByteWriter: little-endian bytes")
{
	FByteWriter Writer;
	Writer.Write(uint32_t(0x01020304));
	CHECK(Writer.GetBytes() == std::vector<uint8_t>{4, 3, 2, 1});
	Writer.Clear();
	CHECK(Writer.GetBytes().empty());
}

TEST_CASE("FByteReader: reads back what was written")
{
	const std::vector<uint8_t> Bytes = WriteSample();
	FByteReader Reader(Bytes);
	CHECK(Reader.Read<uint32_t>() == 0x01020304u);
	CHECK(Reader.Read<FVector>() == FVector{1.0f, 2.0f, 3.0f});
	CHECK(Reader.ReadString() == "zombie");
	CHECK(Reader.ReadArray<int32_t>() == std::vector<int32_t>{5, 6, 7});
	CHECK(Reader.IsOk());
	CHECK(Reader.Remaining() == 0);
}

TEST_CASE("FByteReader: every truncation fails and leaves zeros")
{
	const std::vector<uint8_t> Bytes = WriteSample();
	CHECK(ReadSample(Bytes));
	for (size_t Size = 0; Size < Bytes.size(); ++Size)
	{
		INFO("cut to " << Size << " bytes");
		CHECK_FALSE(ReadSample(std::span<const uint8_t>(Bytes).first(Size)));
	}
	FByteReader Reader(std::span<const uint8_t>(Bytes).first(3));
	CHECK(Reader.Read<uint32_t>() == 0);
	CHECK(Reader.Read<uint8_t>() == 0); // one byte is there, but a failed stream stays failed
	CHECK(Reader.Remaining() == 0);
	CHECK_FALSE(Reader.IsOk());
}

TEST_CASE("FByteReader: a damaged length neither allocates nor reads on")
{
	FByteWriter Writer;
	Writer.Write(uint64_t(0xffffffffffffffffull));
	Writer.Write(uint64_t(0));
	FByteReader Strings(Writer.GetBytes());
	CHECK(Strings.ReadString().empty());
	CHECK_FALSE(Strings.IsOk());
	FByteReader Arrays(Writer.GetBytes());
	CHECK(Arrays.ReadArray<FVector>().empty());
	CHECK_FALSE(Arrays.IsOk());
}

TEST_CASE("FByteReader: numbers that are not finite fail it, alone, in vectors and in arrays")
{
	const float Bad = GENERATE(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
	    -std::numeric_limits<float>::infinity());
	FByteWriter Writer;
	Writer.Write(1.0f);
	Writer.Write(Bad);
	Writer.Write(2.0f);
	FByteReader Numbers(Writer.GetBytes());
	CHECK(Numbers.Read<float>() == 1.0f);
	CHECK(Numbers.Read<float>() == 0.0f);
	CHECK_FALSE(Numbers.IsOk());
	CHECK(Numbers.Read<float>() == 0.0f); // stays failed
	FByteReader Vectors(Writer.GetBytes());
	CHECK(Vectors.Read<FVector>() == FVector{});
	CHECK_FALSE(Vectors.IsOk());
	FByteWriter Array;
	Array.WriteArray(std::span<const FVector>(std::vector<FVector>{{1, 2, 3}, {1, 2, Bad}}));
	FByteReader Arrays(Array.GetBytes());
	CHECK(Arrays.ReadArray<FVector>().empty());
	CHECK_FALSE(Arrays.IsOk());
	FByteWriter Rotation;
	Rotation.Write(FQuat{Bad, 0.0f, 0.0f, 0.0f});
	FByteReader Rotations(Rotation.GetBytes());
	Rotations.Read<FQuat>();
	CHECK_FALSE(Rotations.IsOk());
}

TEST_CASE("FByteReader: empty texts and arrays are fine, also at the end")
{
	FByteWriter Writer;
	Writer.WriteString("");
	Writer.WriteArray(std::span<const FVector>());
	FByteReader Reader(Writer.GetBytes());
	CHECK(Reader.ReadString().empty());
	CHECK(Reader.ReadArray<FVector>().empty());
	CHECK(Reader.IsOk());
}

TEST_CASE("FByteReader: round trip of any content")
{
	CHECK(rc::check("random texts and arrays",
	    [](const std::string& Text, const std::vector<uint16_t>& Numbers, double Number)
	    {
		    FByteWriter Writer;
		    Writer.WriteString(Text);
		    Writer.Write(Number);
		    Writer.WriteArray(std::span<const uint16_t>(Numbers));
		    FByteReader Reader(Writer.GetBytes());
		    RC_ASSERT(Reader.ReadString() == Text);
		    RC_ASSERT(Reader.Read<double>() == Number);
		    RC_ASSERT(Reader.ReadArray<uint16_t>() == Numbers);
		    RC_ASSERT(Reader.IsOk());
	    }));
}
} // namespace Flockwork
