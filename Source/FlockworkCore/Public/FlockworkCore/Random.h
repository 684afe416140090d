#pragma once
// Random streams: one per purpose, so that a draw added for one purpose does not shift any other.
// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine and compiler.
// Never put two draws into one argument list: compilers evaluate those in different orders.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <string_view>

namespace Flockwork
{
class FRandomStream
{
public:
	explicit FRandomStream(uint64_t Seed = 0) : State(Seed) {}
	// A stream of its own for a named purpose under the world's seed.
	static FRandomStream ForPurpose(uint64_t WorldSeed, std::string_view Purpose);

	uint64_t Next();
	float Uniform();                            // [0, 1), 24 bits
	float Range(float Min, float Max);          // [Min, Max)
	int32_t RangeInt(int32_t Min, int32_t Max); // both ends included, without bias; Min when Max < Min
	float Normal();                             // mean 0, deviation 1 (Marsaglia's polar method)
	FVector UnitVector();                       // uniform on the sphere
	FVector InSphere(float Radius);             // uniform in the ball
	FVector InBox(const FVector& Min, const FVector& Max);

	uint64_t GetState() const { return State; }
	void SetState(uint64_t NewState) { State = NewState; }

private:
	uint64_t State;
};
} // namespace Flockwork
