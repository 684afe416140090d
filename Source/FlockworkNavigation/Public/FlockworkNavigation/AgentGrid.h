#pragma once
// The exact nearest neighbours on the ground: a counting sort into square cells, looked through in rings until no
// nearer one can come. (Crowds that keep the first so many they happen to meet miss those who touch them.)
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Tasks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
struct FAgentNeighbor
{
	float DistanceSquared = 0.0f; // m^2, horizontal
	int32_t Index = 0;            // of the point
};

class FAgentGrid
{
public:
	// Points: finite; those with Included 0 are left out (an empty span includes all). CellSize in m, > 0; about half
	// the range of the queries. Allocates only when there are more points than ever before.
	void Build(std::span<const FVector> Points, std::span<const uint8_t> Included, float CellSize);

	// The nearest Out.size() points within Range of Center (horizontally) and MaxHeight above or below it, but for Self
	// (-1: none), by ascending distance and, where that is equal, index. Answers how many.
	int32_t FindNearest(
	    const FVector& Center, float Range, float MaxHeight, int32_t Self, std::span<FAgentNeighbor> Out) const;

	// Indices in cell order: who is near in it is near in space.
	std::span<const uint32_t> GetSortedIndices() const { return SortedIndices; }

private:
	struct FCell
	{
		int32_t X = 0;
		int32_t Z = 0;
		friend bool operator==(const FCell&, const FCell&) = default;
	};
	struct FSearch;

	FCell CellOf(const FVector& Point) const;
	uint32_t BucketOf(FCell Cell) const;
	void NumberCells();
	void SearchRow(FSearch& Search, int32_t Z, int32_t FirstX, int32_t LastX) const;
	void SearchEntries(FSearch& Search, uint32_t Begin, uint32_t End, const FCell* Cell) const;

	float CellSize = 1.0f;
	float CellsPerMetre = 1.0f;
	FCell Min; // of the occupied cells
	FCell Max;
	bool bDense = true; // cells are numbered row by row; otherwise hashed
	uint32_t Width = 0;
	uint32_t HashBits = 1;
	std::vector<FCell> Cells; // of each member
	std::vector<uint32_t> Members;
	std::vector<uint32_t> BucketStarts;
	std::vector<uint32_t> SortedIndices;
	std::vector<FVector> SortedPoints;
	std::vector<FCell> SortedCells;
};
} // namespace Flockwork
