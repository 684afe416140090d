#pragma once
// A flock in plain arrays, as the steering sees it.
#include "FlockworkCore/Random.h"
#include "FlockworkFlock/FlockTypes.h"

#include <cstring>
#include <vector>

namespace Flockwork
{
struct FFlockArrays
{
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<uint32_t> Ids;
	std::vector<float> SpeedScales;
	std::vector<FVector> ExtraSums;
	std::vector<uint8_t> Steered;
	float DeltaTime = 1.0f / 60.0f;

	FFlockInput Input() const
	{
		FFlockInput Result;
		Result.Positions = Positions;
		Result.Velocities = Velocities;
		Result.Ids = Ids;
		Result.SpeedScales = SpeedScales;
		Result.ExtraSums = ExtraSums;
		Result.Steered = Steered;
		Result.DeltaTime = DeltaTime;
		return Result;
	}
	size_t Num() const { return Positions.size(); }
};

inline bool SameBits(const std::vector<FVector>& A, const std::vector<FVector>& B)
{
	return A.size() == B.size() && (A.empty() || std::memcmp(A.data(), B.data(), A.size() * sizeof(FVector)) == 0);
}
} // namespace Flockwork
