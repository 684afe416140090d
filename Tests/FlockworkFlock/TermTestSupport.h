#pragma once
// Boids for the tests of single behaviours.
#include "FlockworkFlock/Behaviors.h"

#include <vector>

namespace Flockwork
{
struct FTermFlock
{
	explicit FTermFlock(std::vector<FVector> InPositions) : Positions(std::move(InPositions))
	{
		for (size_t Boid = 0; Boid < Positions.size(); ++Boid)
		{
			Ids.push_back(uint32_t(Boid) + 1);
		}
		Velocities.assign(Positions.size(), FVector{0.0f, 0.0f, 0.0f});
		Clear();
	}
	void Clear()
	{
		Sums.assign(Positions.size(), FVector{0.0f, 0.0f, 0.0f});
		Scales.assign(Positions.size(), 1.0f);
	}
	FTermSpans Spans()
	{
		FTermSpans Result{Positions, Velocities, Ids, Sums, Scales};
		Result.TorusPeriod = Torus;
		Result.bPlanar = bPlanar;
		return Result;
	}

	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<uint32_t> Ids;
	std::vector<FVector> Sums;
	std::vector<float> Scales;
	FVector Torus{0.0f, 0.0f, 0.0f};
	bool bPlanar = false;
	FSerialScheduler Serial;
};

inline bool IsNear(const FVector& A, const FVector& B, float Margin = 1e-4f)
{
	return Length(A - B) <= Margin;
}
} // namespace Flockwork
