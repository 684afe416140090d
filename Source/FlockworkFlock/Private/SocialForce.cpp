#include "FlockworkFlock/SocialForce.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t BoidsPerChunk = 64;
constexpr size_t MaxWalls = 8; // that one walker feels; a corner has two or three
} // namespace

bool FWallForce::Validate() const
{
	return Query && Accelerations.size() == Positions.size() &&
	       (Steered.empty() || Steered.size() == Positions.size()) && BodyRadius > 0.0f && Range > 0.0f && Reach > 0.0f;
}

void FWallForce::Run(ITaskScheduler& Scheduler) const
{
	FQueryFilter Filter;
	Filter.LayerMask = LayerMask;
	Filter.bKinematic = false;
	Filter.bDynamic = false;
	const auto PushFromWalls = [&](int32_t Begin, int32_t End, int32_t)
	{
		for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
		{
			if (!Steered.empty() && Steered[Boid] == 0)
			{
				continue;
			}
			std::array<FOverlap, MaxWalls> Walls;
			const int32_t Found = Query->OverlapSphere(Positions[Boid], Reach, Filter, Walls);
			for (size_t Index = 0; Index < std::min(size_t(std::max(Found, 0)), MaxWalls); ++Index)
			{
				// The push that would free a sphere of radius Reach is Reach - distance long and leads off the wall.
				const FVector Push = Walls[Index].Push;
				const float Distance = Reach - Length(Push);
				const FVector Away = SafeNormal(Horizontal(Push), 1e-6f);
				const bool bFloor = std::abs(Push.y) > Length(Horizontal(Push));
				if (!bFloor)
				{
					Accelerations[Boid] += Away * (Strength * std::exp((BodyRadius - Distance) / Range));
				}
			}
		}
	};
	if (Query->IsThreadSafe())
	{
		ParallelFor(Scheduler, int32_t(Positions.size()), BoidsPerChunk, PushFromWalls);
	}
	else
	{
		PushFromWalls(0, int32_t(Positions.size()), 0);
	}
}
} // namespace Flockwork
