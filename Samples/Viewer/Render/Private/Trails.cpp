#include "FlockworkRender/Trails.h"

#include "FlockworkCore/Assert.h"

#include <algorithm>

namespace Flockwork
{
FTrails::FTrails(const FTrailSettings& InSettings) : Settings(InSettings)
{
	FW_CHECK(Settings.PointsPerBoid >= 2 && Settings.PointsPerBoid <= 1024, "PointsPerBoid is out of range");
	FW_CHECK(Settings.Spacing > 0.0f && Settings.Lifetime > 0.0f, "Spacing and Lifetime must be positive");
}

void FTrails::Clear()
{
	BoidCount = 0;
	Entries.clear();
	Rings.clear();
}

void FTrails::Update(std::span<const FVector> Positions, double Time)
{
	if (int32_t(Positions.size()) != BoidCount || Time < Now)
	{
		BoidCount = int32_t(Positions.size());
		Rings.assign(Positions.size(), {});
		Entries.assign(Positions.size() * size_t(Settings.PointsPerBoid), {});
	}
	Now = Time;
	for (size_t Boid = 0; Boid < Positions.size(); ++Boid)
	{
		const FVector& Position = Positions[Boid];
		FRing& Ring = Rings[Boid];
		if (!IsFinite(Position))
		{
			continue;
		}
		FEntry* Points = &Entries[Boid * size_t(Settings.PointsPerBoid)];
		if (Ring.Count > 0 && Length(Position - Ring.Head) > Settings.JumpDistance)
		{
			Ring.Count = 0;
		}
		if (Ring.Count == 0 || Length(Position - Points[Ring.Newest].Position) >= Settings.Spacing)
		{
			Ring.Newest = (Ring.Newest + 1) % Settings.PointsPerBoid;
			Ring.Count = std::min(Ring.Count + 1, Settings.PointsPerBoid);
			Points[Ring.Newest] = {Position, Time};
		}
		Ring.Head = Position;
	}
}

int32_t FTrails::GetPoints(int32_t Boid, std::span<FPoint> Out) const
{
	FW_CHECK(Boid >= 0 && Boid < BoidCount, "no such trail");
	const FRing& Ring = Rings[size_t(Boid)];
	if (Ring.Count == 0 || Out.empty())
	{
		return 0;
	}
	const FEntry* Points = &Entries[size_t(Boid) * size_t(Settings.PointsPerBoid)];
	int32_t Written = 0;
	Out[size_t(Written++)] = {Ring.Head, 0.0f};
	for (int32_t Back = 0; Back < Ring.Count && size_t(Written) < Out.size(); ++Back)
	{
		const FEntry& Entry = Points[(Ring.Newest - Back + Settings.PointsPerBoid) % Settings.PointsPerBoid];
		const float Age = float((Now - Entry.Time) / double(Settings.Lifetime));
		Out[size_t(Written++)] = {Entry.Position, std::min(Age, 1.0f)};
		if (Age >= 1.0f)
		{
			break; // older points are invisible
		}
	}
	return Written;
}
} // namespace Flockwork
