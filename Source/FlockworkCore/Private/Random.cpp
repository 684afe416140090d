#include "FlockworkCore/Random.h"

namespace Flockwork
{
namespace
{
// The output function of SplitMix64 (Steele, Lea and Flood 2014; Stafford's variant 13).
uint64_t Mix(uint64_t Value)
{
	Value = (Value ^ (Value >> 30)) * 0xBF58476D1CE4E5B9ull;
	Value = (Value ^ (Value >> 27)) * 0x94D049BB133111EBull;
	return Value ^ (Value >> 31);
}

constexpr uint64_t GoldenGamma = 0x9E3779B97F4A7C15ull;
} // namespace

FRandomStream FRandomStream::ForPurpose(uint64_t WorldSeed, std::string_view Purpose)
{
	uint64_t Seed = Mix(WorldSeed + GoldenGamma);
	for (const char Letter : Purpose)
	{
		Seed = Mix((Seed ^ static_cast<unsigned char>(Letter)) + GoldenGamma);
	}
	return FRandomStream(Seed);
}

uint64_t FRandomStream::Next()
{
	State += GoldenGamma;
	return Mix(State);
}

float FRandomStream::Uniform()
{
	return float(Next() >> 40) * 0x1p-24f;
}

float FRandomStream::Range(float Min, float Max)
{
	const double Share = double(Uniform());
	const float Value = float(double(Min) + (double(Max) - double(Min)) * Share);
	// Rounding to float may reach the open end.
	return Value < Max || Max <= Min ? Value : std::nextafter(Max, Min);
}

int32_t FRandomStream::RangeInt(int32_t Min, int32_t Max)
{
	if (Max <= Min)
	{
		return Min;
	}
	// Multiply and reject (Lemire 2019): the high half of a 32 x 32 bit product, without the bias of a remainder.
	constexpr uint64_t TwoTo32 = 1ull << 32;
	const uint64_t Count = uint64_t(int64_t(Max) - int64_t(Min)) + 1;
	const uint64_t Threshold = (TwoTo32 - Count) % Count;
	uint64_t Product = (Next() >> 32) * Count;
	while ((Product & (TwoTo32 - 1)) < Threshold)
	{
		Product = (Next() >> 32) * Count;
	}
	return int32_t(int64_t(Min) + int64_t(Product >> 32));
}

float FRandomStream::Normal()
{
	// The pair's other half is thrown away: kept, it would be state that GetState does not show.
	for (;;)
	{
		const float U = Uniform() * 2.0f - 1.0f;
		const float V = Uniform() * 2.0f - 1.0f;
		const float S = U * U + V * V;
		if (S > 0.0f && S < 1.0f)
		{
			return U * std::sqrt(-2.0f * std::log(S) / S);
		}
	}
}

FVector FRandomStream::UnitVector()
{
	// Marsaglia 1972: a point in the disc lifted to the sphere.
	for (;;)
	{
		const float U = Uniform() * 2.0f - 1.0f;
		const float V = Uniform() * 2.0f - 1.0f;
		const float S = U * U + V * V;
		if (S < 1.0f)
		{
			const float Lift = 2.0f * std::sqrt(1.0f - S);
			return {U * Lift, V * Lift, 1.0f - 2.0f * S};
		}
	}
}

FVector FRandomStream::InSphere(float Radius)
{
	for (;;)
	{
		const FVector Point = InBox(FVector{-1.0f}, FVector{1.0f});
		if (LengthSquared(Point) <= 1.0f)
		{
			return Point * Radius;
		}
	}
}

FVector FRandomStream::InBox(const FVector& Min, const FVector& Max)
{
	FVector Point{0.0f};
	Point.x = Range(Min.x, Max.x);
	Point.y = Range(Min.y, Max.y);
	Point.z = Range(Min.z, Max.z);
	return Point;
}
} // namespace Flockwork
