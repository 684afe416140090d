#pragma once
// How the fast path lays a flock out in memory.
//
// Seen from above, the world is cut into columns that are at least as wide as the largest radius. Along its column each
// boid is sorted by height, and every 8 consecutive boids of one column form a cluster:
//
//	   Z                                  one column, by Along:
//	   ^   +------+------+------+
//	   |   | ::.  | .: : |   .  |         slot   0 1 2 3 4 5 6 7 | 8 9 . . . . . . | next column
//	   |   +------+------+------+         boid   a b c d e f g h | i j - - - - - - | k l m ...
//	   |   | : .. |.:::: |: .   |                \_ cluster 0 _/   \_ cluster 1 _/   \_ cluster 2
//	   |   +------+------+------+
//	   +-------------------------> X      "-": padding at infinity, a neighbour of nobody
//
// The axes are the world's in another order: Along is the one on which the flock is longest, so that columns are few
// and long. Neighbours of a cluster lie in the 3 x 3 columns around it, in one run of slots of each.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace Flockwork
{
// Boids that share one list of candidates. Fixed, whatever the vector width, because it decides the order in which a
// boid's neighbours are summed; 8 measured best: 16 need longer lists, 4 make too many of them.
inline constexpr int32_t ClusterSize = 8;

inline constexpr uint32_t NoBoid = 0xffffffffu; // in padding

// A neighbour as the inner loop reads it: half a cache line, one broadcast for each value.
struct alignas(32) FBoidRecord
{
	float X = 0.0f; // m
	float Y = 0.0f; // along the column
	float Z = 0.0f;
	float VelocityX = 0.0f; // m/s
	float VelocityY = 0.0f;
	float VelocityZ = 0.0f;
	uint32_t Boid = 0; // index in order of creation
	uint32_t Slot = 0; // its own place among the records
};

// Candidates are listed as the distance in bytes from the first record to theirs: one shift less in the inner loop.
using FRecordOffset = uint32_t;
inline constexpr int32_t RecordShift = 5;
static_assert(sizeof(FBoidRecord) == 1 << RecordShift);

inline const FBoidRecord& RecordAt(const FBoidRecord* Records, FRecordOffset Offset)
{
	return *reinterpret_cast<const FBoidRecord*>(reinterpret_cast<const char*>(Records) + Offset);
}

// Vectors of one cluster, one coordinate after the other: its positions once more, for culling eight at a time, and in
// the end its accelerations.
struct alignas(32) FPositionBlock
{
	float X[ClusterSize];
	float Y[ClusterSize];
	float Z[ClusterSize];
};

// Half-open.
struct FSpanRange
{
	int32_t First = 0;
	int32_t End = 0;
};

// Scratch memory grows to at least Least, by half or to a quarter more than is asked for, and never shrinks: a flock
// that changes its shape from step to step needs a few slots more or less each time, and must not allocate for that.
template <typename Value>
void GrowTo(std::vector<Value>& Vector, size_t Size, size_t Least = 0)
{
	if (Vector.size() < Size)
	{
		Vector.resize(std::max({Size + Size / 4, Vector.size() + Vector.size() / 2, Least}));
	}
}
} // namespace Flockwork
