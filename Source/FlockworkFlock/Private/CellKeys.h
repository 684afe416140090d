#pragma once
// Which cells of a grid points lie in, vectorised.
#include "FlockworkFlock/NeighborGrid.h"

#include <cstdint>

namespace Flockwork
{
// How coordinates become cells and cells become buckets: of axes that are not a torus.
struct FCellNumbering
{
	FVector CellsPerMetre; // 0 on an axis that counts for nothing
	FGridCell First;       // the least of the occupied box, and the greatest
	FGridCell Last;
	uint32_t SizeX = 1; // cells of that box along x and z, when dense
	uint32_t SizeZ = 1;
	uint32_t HashShift = 0;
	bool bDense = true;
};

// Teschner's primes, then the top bits of a product, which all input bits reach (Knuth's multiplicative hash).
namespace CellHash
{
inline constexpr uint32_t X = 73856093u;
inline constexpr uint32_t Y = 19349663u;
inline constexpr uint32_t Z = 83492791u;
inline constexpr uint32_t Last = 2654435769u;
} // namespace CellHash

inline constexpr float LargestCell = 1e9f; // cell coordinates stay within int32; whatever is further out shares one

// The spans have one entry for each point. The same as FNeighborGrid's own arithmetic, bit by bit.
void FindCells(const FCellNumbering& Numbering, std::span<const FVector> Points, std::span<FGridCell> OutCells,
    std::span<uint32_t> OutBuckets);
} // namespace Flockwork
