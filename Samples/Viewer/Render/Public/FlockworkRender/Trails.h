#pragma once
// The paths that boids left behind: a ring of points for each, drawn as ribbons that fade with age.
#include "FlockworkRender/RenderTypes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
struct FTrailSettings
{
	int32_t PointsPerBoid = 40; // [2, 1024] ring capacity
	float Spacing = 0.25f;      // (0, 100] m between kept points
	float Lifetime = 4.0f;      // (0, 1000] s until a point has faded
	float Width = 0.06f;        // (0, 10] m at the head
	float Opacity = 0.65f;      // [0, 1] at the head
	float Height = 0.0f;        // m added to Y, so that walkers' trails lie just above the ground
	float JumpDistance = 5.0f;  // m; a longer move between two updates (respawn, torus) starts a new trail
};

class FTrails
{
public:
	explicit FTrails(const FTrailSettings& Settings = {});
	// One point each, in a fixed order; a changed count starts all over. Time in seconds must not run backward (if it
	// does, all trails start over).
	void Update(std::span<const FVector> Positions, double Time);
	void Clear();

	int32_t GetBoidCount() const { return BoidCount; }
	// Points of one trail from the newest (where the boid is) to the oldest, at most PointsPerBoid + 1; returns the
	// count.
	struct FPoint
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		float Age = 0.0f; // 0 new .. 1 faded
	};
	int32_t GetPoints(int32_t Boid, std::span<FPoint> Out) const;
	const FTrailSettings& GetSettings() const { return Settings; }

private:
	struct FEntry
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		double Time = 0.0;
	};
	struct FRing
	{
		int32_t Newest = 0;
		int32_t Count = 0;
		FVector Head{0.0f, 0.0f, 0.0f};
	};
	FTrailSettings Settings;
	int32_t BoidCount = 0;
	double Now = 0.0;
	std::vector<FEntry> Entries;
	std::vector<FRing> Rings;
};
} // namespace Flockwork
