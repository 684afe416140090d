#include "FlockworkCore/Random.h"

#include "CoreTestSupport.h"

#include <array>
#include <catch2/catch.hpp>
#include <limits>
#include <set>
#include <vector>

namespace Flockwork
{
namespace
{
constexpr int32_t DrawCount = 200'000;

struct FMoments
{
	double Mean = 0.0;
	double Variance = 0.0;
};

template <typename DrawType>
FMoments Measure(DrawType&& Draw)
{
	double Sum = 0.0;
	double SumOfSquares = 0.0;
	for (int32_t Index = 0; Index < DrawCount; ++Index)
	{
		const double Value = double(Draw());
		Sum += Value;
		SumOfSquares += Value * Value;
	}
	const double Mean = Sum / DrawCount;
	return {Mean, SumOfSquares / DrawCount - Mean * Mean};
}
} // namespace

TEST_CASE("FRandomStream: SplitMix64's published numbers")
{
	FRandomStream Zero(0);
	CHECK(Zero.Next() == 0xE220A8397B1DCDAFull);
	CHECK(Zero.Next() == 0x6E789E6AA1B965F4ull);
	CHECK(Zero.Next() == 0x06C45D188009454Full);
	FRandomStream Other(1234567);
	for (const uint64_t Expected : {6457827717110365317ull, 3203168211198807973ull, 9817491932198370423ull,
	         4593380528125082431ull, 16408922859458223821ull})
	{
		CHECK(Other.Next() == Expected);
	}
}

TEST_CASE("FRandomStream: Uniform has the moments of 0 to 1")
{
	FRandomStream Stream(1);
	float Lowest = 1.0f;
	float Highest = 0.0f;
	const FMoments Moments = Measure(
	    [&]
	    {
		    const float Value = Stream.Uniform();
		    Lowest = std::min(Lowest, Value);
		    Highest = std::max(Highest, Value);
		    return Value;
	    });
	CHECK(Moments.Mean == Approx(0.5).margin(0.003));
	CHECK(Moments.Variance == Approx(1.0 / 12.0).margin(0.001));
	CHECK(Lowest >= 0.0f);
	CHECK(Highest < 1.0f);
}

TEST_CASE("FRandomStream: Normal has mean 0, deviation 1 and the bell's share within one deviation")
{
	FRandomStream Stream(2);
	int32_t Within = 0;
	const FMoments Moments = Measure(
	    [&]
	    {
		    const float Value = Stream.Normal();
		    Within += std::abs(Value) < 1.0f ? 1 : 0;
		    return Value;
	    });
	CHECK(Moments.Mean == Approx(0.0).margin(0.01));
	CHECK(Moments.Variance == Approx(1.0).margin(0.02));
	CHECK(double(Within) / DrawCount == Approx(0.6827).margin(0.005));
}

TEST_CASE("FRandomStream: Range never returns its open end")
{
	FRandomStream Stream(3);
	const float Max = std::nextafter(1.0f, 2.0f);
	for (int32_t Index = 0; Index < 1000; ++Index)
	{
		REQUIRE(Stream.Range(1.0f, Max) == 1.0f);
		const float Value = Stream.Range(-3.0f, 5.0f);
		REQUIRE(Value >= -3.0f);
		REQUIRE(Value < 5.0f);
		REQUIRE(std::isfinite(Stream.Range(-3e38f, 3e38f)));
	}
	CHECK(Stream.Range(2.0f, 2.0f) == 2.0f);
}

TEST_CASE("FRandomStream: RangeInt includes both ends, each as often")
{
	FRandomStream Stream(4);
	std::array<int32_t, 7> Counts{};
	for (int32_t Index = 0; Index < 70'000; ++Index)
	{
		const int32_t Value = Stream.RangeInt(-3, 3);
		REQUIRE(Value >= -3);
		REQUIRE(Value <= 3);
		++Counts[size_t(Value + 3)];
	}
	double ChiSquare = 0.0;
	for (const int32_t Count : Counts)
	{
		ChiSquare += (Count - 10'000.0) * (Count - 10'000.0) / 10'000.0;
	}
	CHECK(ChiSquare < 22.46); // 6 degrees of freedom, one in a thousand
}

TEST_CASE("FRandomStream: RangeInt at the ends of its type")
{
	constexpr int32_t Lowest = std::numeric_limits<int32_t>::min();
	constexpr int32_t Highest = std::numeric_limits<int32_t>::max();
	FRandomStream Stream(5);
	bool bNegative = false;
	bool bPositive = false;
	for (int32_t Index = 0; Index < 100; ++Index)
	{
		const int32_t Value = Stream.RangeInt(Lowest, Highest);
		bNegative |= Value < 0;
		bPositive |= Value > 0;
	}
	CHECK((bNegative && bPositive));
	CHECK(Stream.RangeInt(7, 7) == 7);
	CHECK(Stream.RangeInt(7, 3) == 7);
	CHECK(Stream.RangeInt(Highest, Highest) == Highest);
}

TEST_CASE("FRandomStream: RangeInt has no bias where scaling alone would have a large one")
{
	// 3 * 2^30 values out of 2^32: scaled without rejection, every third value would come twice as often.
	FRandomStream Stream(6);
	int32_t MultiplesOfThree = 0;
	constexpr int32_t Lowest = -(1 << 30);
	constexpr int32_t Highest = std::numeric_limits<int32_t>::max();
	for (int32_t Index = 0; Index < 30'000; ++Index)
	{
		const int64_t FromLowest = int64_t(Stream.RangeInt(Lowest, Highest)) - Lowest;
		MultiplesOfThree += FromLowest % 3 == 0 ? 1 : 0;
	}
	CHECK(MultiplesOfThree == Approx(10'000).margin(330)); // four deviations
}

TEST_CASE("FRandomStream: UnitVector and InSphere fill sphere and ball evenly")
{
	FRandomStream Stream(7);
	FVector Sum{0.0f};
	FVector SumOfSquares{0.0f};
	int32_t InnerCount = 0;
	constexpr int32_t Count = 50'000;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const FVector Direction = Stream.UnitVector();
		REQUIRE(Length(Direction) == Approx(1.0f));
		Sum += Direction;
		SumOfSquares += Direction * Direction;
		const FVector Inside = Stream.InSphere(2.0f);
		REQUIRE(Length(Inside) <= 2.0f);
		InnerCount += Length(Inside) < 1.0f ? 1 : 0;
	}
	CHECK(Length(Sum) / float(Count) < 0.02f);
	CHECK(IsNear(SumOfSquares / float(Count), FVector{1.0f / 3.0f}, 0.01f));
	CHECK(float(InnerCount) / float(Count) == Approx(0.125f).margin(0.01)); // half the radius, an eighth of the volume
}

TEST_CASE("FRandomStream: InBox stays in its box")
{
	CHECK(rc::check("any box",
	    [](uint64_t Seed)
	    {
		    const FVector Min = GenVector();
		    const FVector Size = GenVector() + FVector{101.0f};
		    FRandomStream Stream(Seed);
		    const FVector Point = Stream.InBox(Min, Min + Size);
		    for (int32_t Axis = 0; Axis < 3; ++Axis)
		    {
			    RC_ASSERT(Point[Axis] >= Min[Axis]);
			    RC_ASSERT(Point[Axis] < (Min + Size)[Axis]);
		    }
	    }));
}

TEST_CASE("FRandomStream: purposes and seeds have streams of their own")
{
	std::set<uint64_t> FirstDraws;
	const std::vector<std::string_view> Purposes{"", "a", "b", "ab", "ba", "spawn", "wander"};
	for (uint64_t Seed = 0; Seed < 100; ++Seed)
	{
		for (const std::string_view Purpose : Purposes)
		{
			FirstDraws.insert(FRandomStream::ForPurpose(Seed, Purpose).Next());
		}
	}
	CHECK(FirstDraws.size() == 100 * Purposes.size());
	CHECK(FRandomStream::ForPurpose(5, "spawn").Next() == FRandomStream::ForPurpose(5, "spawn").Next());
}

TEST_CASE("FRandomStream: a restored state goes on with the same numbers, of every kind")
{
	FRandomStream Stream(11);
	Stream.Normal();
	FRandomStream Copy;
	Copy.SetState(Stream.GetState());
	CHECK(Copy.Normal() == Stream.Normal());
	CHECK(Copy.UnitVector() == Stream.UnitVector());
	CHECK(Copy.RangeInt(0, 1000) == Stream.RangeInt(0, 1000));
	CHECK(Copy.GetState() == Stream.GetState());
}
} // namespace Flockwork
