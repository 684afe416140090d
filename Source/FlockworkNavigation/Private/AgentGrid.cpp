#include "FlockworkNavigation/AgentGrid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float LargestCell = 1e9f;       // cell coordinates stay within int32
constexpr int64_t DenseCellsPerPoint = 8; // more cells than that are hashed
constexpr int64_t FewestCells = 1024;

int32_t FloorToCell(float Value)
{
	return int32_t(std::floor(std::clamp(Value, -LargestCell, LargestCell)));
}
} // namespace

FAgentGrid::FCell FAgentGrid::CellOf(const FVector& Point) const
{
	return {FloorToCell(Point.x * CellsPerMetre), FloorToCell(Point.z * CellsPerMetre)};
}

// Rows of the occupied box while that is small; otherwise hashed (Teschner et al. 2003), so that extent costs nothing.
uint32_t FAgentGrid::BucketOf(FCell Cell) const
{
	if (bDense)
	{
		return uint32_t(Cell.Z - Min.Z) * Width + uint32_t(Cell.X - Min.X);
	}
	const uint32_t Mixed = (uint32_t(Cell.X) * 73856093u) ^ (uint32_t(Cell.Z) * 83492791u);
	return (Mixed * 2654435769u) >> (32u - HashBits);
}

void FAgentGrid::NumberCells()
{
	Min = Cells.empty() ? FCell{} : Cells[0];
	Max = Min;
	for (const FCell& Cell : Cells)
	{
		Min = {std::min(Min.X, Cell.X), std::min(Min.Z, Cell.Z)};
		Max = {std::max(Max.X, Cell.X), std::max(Max.Z, Cell.Z)};
	}
	const int64_t Columns = int64_t(Max.X) - Min.X + 1;
	const int64_t Rows = int64_t(Max.Z) - Min.Z + 1;
	const int64_t MostCells = std::max(FewestCells, int64_t(Cells.size()) * DenseCellsPerPoint);
	bDense = Columns <= MostCells && Rows <= MostCells && Columns * Rows <= MostCells;
	Width = bDense ? uint32_t(Columns) : 0;
	HashBits = uint32_t(std::bit_width(uint64_t(Cells.size()) * 2 + 1));
	const size_t Buckets = bDense ? size_t(Columns * Rows) : size_t(1) << HashBits;
	BucketStarts.reserve(size_t(MostCells) + 1); // so that a crowd that spreads does not allocate
	BucketStarts.assign(Buckets + 1, 0);
}

void FAgentGrid::Build(std::span<const FVector> Points, std::span<const uint8_t> Included, float InCellSize)
{
	CellSize = InCellSize;
	CellsPerMetre = 1.0f / InCellSize;
	Cells.clear();
	Members.clear();
	Cells.reserve(Points.size());
	Members.reserve(Points.size());
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		if (Included.empty() || Included[Index] != 0)
		{
			Cells.push_back(CellOf(Points[Index]));
			Members.push_back(uint32_t(Index));
		}
	}
	NumberCells();
	for (const FCell& Cell : Cells)
	{
		++BucketStarts[BucketOf(Cell)];
	}
	for (size_t Bucket = 1; Bucket < BucketStarts.size(); ++Bucket)
	{
		BucketStarts[Bucket] += BucketStarts[Bucket - 1];
	}
	SortedIndices.reserve(Points.size());
	SortedPoints.reserve(Points.size());
	SortedCells.reserve(Points.size());
	SortedIndices.resize(Members.size());
	SortedPoints.resize(Members.size());
	SortedCells.resize(Members.size());
	for (size_t Member = Members.size(); Member-- > 0;) // backward, so that a bucket's end becomes its start
	{
		const uint32_t Place = --BucketStarts[BucketOf(Cells[Member])];
		SortedIndices[Place] = Members[Member];
		SortedPoints[Place] = Points[Members[Member]];
		SortedCells[Place] = Cells[Member];
	}
}

// The nearest so far, in order, in the caller's memory.
struct FAgentGrid::FSearch
{
	FVector Center;
	float RangeSquared;
	float MaxHeight;
	int32_t Self;
	FAgentNeighbor* Best;
	size_t Room;
	size_t Count = 0;
	float Worst; // m^2; nobody beyond it is of interest

	void Consider(float DistanceSquared, int32_t Index)
	{
		const auto IsBehind = [&](const FAgentNeighbor& Other)
		{
			return Other.DistanceSquared > DistanceSquared ||
			       (Other.DistanceSquared == DistanceSquared && Other.Index > Index);
		};
		if (Count == Room && !IsBehind(Best[Count - 1]))
		{
			return;
		}
		Count = Count < Room ? Count + 1 : Count;
		size_t At = Count - 1;
		for (; At > 0 && IsBehind(Best[At - 1]); --At)
		{
			Best[At] = Best[At - 1];
		}
		Best[At] = {DistanceSquared, Index};
		Worst = Count == Room ? Best[Count - 1].DistanceSquared : RangeSquared;
	}
};

void FAgentGrid::SearchEntries(FSearch& Search, uint32_t Begin, uint32_t End, const FCell* Cell) const
{
	for (uint32_t Entry = Begin; Entry < End; ++Entry)
	{
		const FVector& Point = SortedPoints[Entry];
		const float X = Point.x - Search.Center.x;
		const float Z = Point.z - Search.Center.z;
		const float DistanceSquared = X * X + Z * Z;
		const int32_t Index = int32_t(SortedIndices[Entry]);
		if (DistanceSquared <= Search.Worst && Index != Search.Self &&
		    std::abs(Point.y - Search.Center.y) <= Search.MaxHeight && (!Cell || SortedCells[Entry] == *Cell))
		{
			Search.Consider(DistanceSquared, Index);
		}
	}
}

void FAgentGrid::SearchRow(FSearch& Search, int32_t Z, int32_t FirstX, int32_t LastX) const
{
	FirstX = std::max(FirstX, Min.X);
	LastX = std::min(LastX, Max.X);
	if (Z < Min.Z || Z > Max.Z || FirstX > LastX)
	{
		return;
	}
	if (bDense)
	{
		SearchEntries(Search, BucketStarts[BucketOf({FirstX, Z})], BucketStarts[BucketOf({LastX, Z}) + 1], nullptr);
		return;
	}
	for (FCell Cell{FirstX, Z}; Cell.X <= LastX; ++Cell.X)
	{
		const uint32_t Bucket = BucketOf(Cell);
		SearchEntries(Search, BucketStarts[Bucket], BucketStarts[Bucket + 1], &Cell);
	}
}

int32_t FAgentGrid::FindNearest(
    const FVector& Center, float Range, float MaxHeight, int32_t Self, std::span<FAgentNeighbor> Out) const
{
	if (Out.empty() || SortedIndices.empty())
	{
		return 0;
	}
	const float RangeSquared = Range * Range;
	FSearch Search{Center, RangeSquared, MaxHeight, Self, Out.data(), Out.size(), 0, RangeSquared};
	const FCell Home = CellOf(Center);
	// From the centre to the nearest side of its own cell: ring R begins that and R - 1 cells away, but for the
	// rounding of the division into cells.
	const float InX = Center.x - float(Home.X) * CellSize;
	const float InZ = Center.z - float(Home.Z) * CellSize;
	const float Nearest = std::min({InX, InZ, CellSize - InX, CellSize - InZ}) - 0.001f * CellSize;
	const float ToSide = std::max(Nearest, 0.0f); // beyond the last cell there is no telling
	SearchRow(Search, Home.Z, Home.X, Home.X);
	for (int32_t Ring = 1;; ++Ring)
	{
		const float Begin = ToSide + float(Ring - 1) * CellSize;
		if (Begin * Begin > Search.Worst)
		{
			break;
		}
		SearchRow(Search, Home.Z - Ring, Home.X - Ring, Home.X + Ring);
		for (int32_t Z = Home.Z - Ring + 1; Z < Home.Z + Ring; ++Z)
		{
			SearchRow(Search, Z, Home.X - Ring, Home.X - Ring);
			SearchRow(Search, Z, Home.X + Ring, Home.X + Ring);
		}
		SearchRow(Search, Home.Z + Ring, Home.X - Ring, Home.X + Ring);
	}
	return int32_t(Search.Count);
}
} // namespace Flockwork
