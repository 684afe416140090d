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
	// any number of threads. No mover looks for more than MaxPartners of its kind (FPartnerLimit), so that however
	// many lie in one place, pairs stay proportional to movers. Adds those that went short to Crowded.
	void FindPairs(std::span<FGridProxy* const> Movers, int32_t MaxPartners, ITaskScheduler& Scheduler,
	    std::vector<FFoundPair>& Out, std::vector<FGridProxy*>& Crowded);

private:
	// A mover in the table, with everything a candidate is tested for but its filter.
	struct FEntry
	{
		float Min[3];
		float Max[3];
		uint64_t Row;  // cell y, cell z and level, see RowOf
		uint32_t X;    // cell
		uint32_t Slot; // in the table
		FGridProxy* Proxy;
	};
	// What one mover may still find. Kinematic bodies and triggers are few among many, and missing one shows: once
	// there are enough bodies, those alone are looked for, among SpecialShare times as many candidates.
	class FPartnerLimit
	{
	public:
		explicit FPartnerLimit(int32_t MaxPartners) : Ordinary(MaxPartners), Candidates(SpecialShare * MaxPartners) {}
		bool IsFull() const { return Candidates <= 0; }
		bool WentShort() const { return bWentShort; }
		// Whether this candidate, which meets the mover, is taken.
		bool Take(bool bSpecial)
		{
			--Candidates;
			const bool bTaken = bSpecial || Ordinary > 0;
			Ordinary -= bSpecial ? 0 : 1;
			bWentShort |= !bTaken || IsFull();
			return bTaken;
		}

	private:
		static constexpr int32_t SpecialShare = 16;
		int32_t Ordinary;
		int32_t Candidates;
		bool bWentShort = false;
	};
	struct FChunkFound
	{
		std::vector<FFoundPair> Pairs;
		std::vector<FGridProxy*> Crowded;
	};
	void ChooseCells(std::span<FGridProxy* const> Movers);
	void Fill(std::span<FGridProxy* const> Movers, ITaskScheduler& Scheduler);
	void MakeEntry(FGridProxy& Mover, FEntry& Entry) const;
	void SortBySlot(uint32_t SlotCount);
	void Search(int32_t Begin, int32_t End, int32_t MaxPartners, FChunkFound& Found) const;
	void SearchOwnLevel(uint32_t Index, FPartnerLimit& Limit, std::vector<FFoundPair>& Found) const;
	void SearchCoarser(uint32_t Index, int32_t Level, FPartnerLimit& Limit, std::vector<FFoundPair>& Found) const;
	static void TestPair(
	    const FEntry& Entry, const FEntry& Other, FPartnerLimit& Limit, std::vector<FFoundPair>& Found);
	template <typename VisitorType>
	void VisitRun(uint64_t Row, uint32_t FirstX, uint32_t LastX, const FPartnerLimit& Limit, VisitorType&& Visit) const;
	uint32_t CellOf(const FEntry& Entry, int32_t Axis, int32_t Level) const;
	static uint64_t RowOf(uint32_t Y, uint32_t Z, int32_t Level);
	static int32_t LevelOf(uint64_t Row);
	uint32_t HashOf(uint64_t Row, uint32_t X) const;
	bool IsAnyOccupied(uint32_t FirstHash, uint32_t Count) const;

	static constexpr int32_t LevelCount = 24;
	static constexpr int32_t BaseLevel = 4; // the most common size; smaller and larger ones lie around it
	double InverseCellSize[LevelCount] = {};
	bool bLevelUsed[LevelCount] = {};
	// Hashes are cut to SlotMask for the table, and to the wider BitMask for a set of bits that tells most empty runs
	// apart from the first level cache.
	uint32_t SlotMask = 0;
	uint32_t BitMask = 0;
	std::vector<uint64_t> OccupiedBits;
	std::vector<FEntry> Unsorted;
	std::vector<FEntry> Entries;      // by slot
	std::vector<uint32_t> SlotStarts; // of the table's slots in Entries, and the end
	std::vector<FChunkFound> FoundByChunk;
};
} // namespace Flockwork
