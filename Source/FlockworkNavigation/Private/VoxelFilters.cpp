#include "VoxelFilters.h"

#include "ObstacleShape.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t OpenSky = 0xffff;

// What lies round one top: the lowest neighbour, and the range of those within the climb.
struct FSurroundings
{
	int32_t Lowest = OpenSky; // relative to the top
	int32_t Least = 0;
	int32_t Most = 0;
};

int32_t CeilingOf(const rcSpan& Span)
{
	return Span.next ? int32_t(Span.next->smin) : OpenSky;
}

void LookAt(const FBuildConfig& Config, const rcSpan& Span, const rcSpan* Neighbors, FSurroundings& Around)
{
	const int32_t Floor = int32_t(Span.smax);
	const int32_t Ceiling = CeilingOf(Span);
	const int32_t Bottom = Neighbors ? int32_t(Neighbors->smin) : OpenSky;
	if (std::min(Ceiling, Bottom) - Floor >= Config.Height)
	{
		Around.Lowest = -OpenSky; // nothing to stand on below
	}
	for (const rcSpan* Neighbor = Neighbors; Neighbor; Neighbor = Neighbor->next)
	{
		const int32_t OtherFloor = int32_t(Neighbor->smax);
		if (std::min(Ceiling, CeilingOf(*Neighbor)) - std::max(Floor, OtherFloor) < Config.Height)
		{
			continue; // no room to get there
		}
		const int32_t Rise = OtherFloor - Floor;
		Around.Lowest = std::min(Around.Lowest, Rise);
		if (std::abs(Rise) <= Config.Climb)
		{
			Around.Least = std::min(Around.Least, Rise);
			Around.Most = std::max(Around.Most, Rise);
		}
	}
}

FSurroundings LookAround(
    const FBuildConfig& Config, const rcHeightfield& Solid, int32_t X, int32_t Z, const rcSpan& Span)
{
	FSurroundings Around;
	for (int32_t Direction = 0; Direction < 4; ++Direction)
	{
		const int32_t OtherX = X + rcGetDirOffsetX(Direction);
		const int32_t OtherZ = Z + rcGetDirOffsetY(Direction);
		const bool bInside = OtherX >= 0 && OtherZ >= 0 && OtherX < Solid.width && OtherZ < Solid.height;
		LookAt(Config, Span, bInside ? Solid.spans[OtherX + OtherZ * Solid.width] : nullptr, Around);
	}
	return Around;
}
} // namespace

void FilterLedges(const FBuildConfig& Config, rcHeightfield& Solid)
{
	const int32_t MaxRise = std::max(Config.Climb, Config.SlopeRise);
	for (int32_t Z = 0; Z < Solid.height; ++Z)
	{
		for (int32_t X = 0; X < Solid.width; ++X)
		{
			for (rcSpan* Span = Solid.spans[X + Z * Solid.width]; Span; Span = Span->next)
			{
				if (Span->area == RC_NULL_AREA)
				{
					continue;
				}
				const FSurroundings Around = LookAround(Config, Solid, X, Z, *Span);
				if (Around.Lowest < -Config.Climb || Around.Most - Around.Least > MaxRise)
				{
					Span->area = RC_NULL_AREA;
				}
			}
		}
	}
}

int32_t LimitFloors(rcHeightfield& Solid)
{
	int32_t Dropped = 0;
	for (int32_t Column = 0; Column < Solid.width * Solid.height; ++Column)
	{
		int32_t Floors = 0;
		for (rcSpan* Span = Solid.spans[Column]; Span; Span = Span->next)
		{
			if (Span->area == RC_NULL_AREA)
			{
				continue;
			}
			++Floors;
			if (Floors > MaxFloors)
			{
				Span->area = RC_NULL_AREA;
				++Dropped;
			}
		}
	}
	return Dropped;
}

void MarkObstacle(const FNavObstacle& Obstacle, const FBuildConfig& Config, rcCompactHeightfield& Open)
{
	const FBox Bounds = GetObstacleBounds(Obstacle, 0.5f * Config.CellSize);
	const auto CellOf = [&](float Place, float Origin, int32_t Count)
	{ return int32_t(std::clamp(std::floor((Place - Origin) / Open.cs), -1.0f, float(Count))); };
	const int32_t FirstX = std::max(CellOf(Bounds.Min.x, Open.bmin[0], Open.width), 0);
	const int32_t FirstZ = std::max(CellOf(Bounds.Min.z, Open.bmin[2], Open.height), 0);
	const int32_t LastX = std::min(CellOf(Bounds.Max.x, Open.bmin[0], Open.width), Open.width - 1);
	const int32_t LastZ = std::min(CellOf(Bounds.Max.z, Open.bmin[2], Open.height), Open.height - 1);
	const float Highest = Bounds.Max.y - float(Config.Climb) * Config.CellHeight;
	const float Lowest = Bounds.Min.y - float(Config.Height) * Config.CellHeight;
	for (int32_t Z = FirstZ; Z <= LastZ; ++Z)
	{
		for (int32_t X = FirstX; X <= LastX; ++X)
		{
			const FVector Center{
			    Open.bmin[0] + (float(X) + 0.5f) * Open.cs, 0.0f, Open.bmin[2] + (float(Z) + 0.5f) * Open.cs};
			if (!IsInObstacle(Obstacle, Center, 0.5f * Config.CellSize))
			{
				continue;
			}
			const rcCompactCell& Cell = Open.cells[X + Z * Open.width];
			const uint32_t End = uint32_t(Cell.index) + Cell.count;
			for (uint32_t Span = Cell.index; Span < End; ++Span)
			{
				const float Floor = Open.bmin[1] + float(Open.spans[Span].y) * Open.ch;
				if (Floor > Lowest && Floor < Highest)
				{
					Open.areas[Span] = RC_NULL_AREA;
				}
			}
		}
	}
}
} // namespace Flockwork
