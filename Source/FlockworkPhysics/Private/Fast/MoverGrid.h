#pragma once
// Pairs of moving bodies whose boxes meet, by a grid without bounds: cells are hashed into a table, so a body that
// flies away costs nothing. Bodies of different sizes go to levels whose cells double in size; a body looks around
// itself in its own level and in the coarser ones (Mirtich's hierarchical hash tables, 1996).
//
//	         cell y,z row          A cell is at least as large as the bodies in its level, so bodies that meet have
//	      +-----+-----+-----+      their centres in neighbouring cells. The hash of a row is continued along x: the
//	      | x-1 |  x  | x+1 |      three cells of a row are one run of the table, and a neighbourhood of 27 cells is
//	      +-----+-----+-----+      nine runs (five where each pair of a level is wanted once).
#include "FlockworkCore/Tasks.h"
#include "GridProxy.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
class FMoverGrid
{
public:
	// Appends each pair of Movers that may pair and whose boxes meet, once, in no useful order, to Out. The same for
	// any number of threads.
	void FindPairs(std::span<FGridProxy* const> Movers, ITaskScheduler& Scheduler, std::vector<FFoundPair>& Out);

private:
	struct FCell
	{
		int32_t X = 0;
		int32_t Y = 0;
		int32_t Z = 0;
		int32_t Level = 0;
	};
	// A mover in the table, with everything a candidate is tested for but its filter.
	struct FEntry
	{
		float Min[3];
		float Max[3];
		uint64_t Row;  // cell y, z and level
		int32_t X;     // cell
		uint32_t Slot; // in the table
		FGridProxy* Proxy;
	};
	void ChooseCells(std::span<FGridProxy* const> Movers);
	void Fill(std::span<FGridProxy* const> Movers, ITaskScheduler& Scheduler);
	void Search(int32_t Begin, int32_t End, std::vector<FFoundPair>& Found) const;
	void SearchLevel(int32_t EntryIndex, int32_t Level, std::vector<FFoundPair>& Found) const;
	template <typename VisitorType>
	void VisitRun(uint64_t Row, int32_t FirstX, int32_t LastX, VisitorType&& Visit) const;
	FCell CellAt(const FEntry& Entry, int32_t Level) const;
	static uint64_t RowOf(const FCell& Cell);
	uint32_t SlotOf(uint64_t Row, int32_t X) const;

	static constexpr int32_t LevelCount = 24;
	static constexpr int32_t BaseLevel = 4; // the most common size; smaller and larger ones lie around it
	float InverseCellSize[LevelCount] = {};
	float Slack = 0.0f; // by which cells exceed bodies, for the rounding of cell numbers far from the origin
	bool bLevelUsed[LevelCount] = {};
	uint32_t SlotMask = 0;
	std::vector<FEntry> Unsorted;
	std::vector<FEntry> Entries;      // by slot
	std::vector<uint32_t> SlotStarts; // of the table's slots in Entries, and the end
	std::vector<std::vector<FFoundPair>> FoundByChunk;
};
} // namespace Flockwork
