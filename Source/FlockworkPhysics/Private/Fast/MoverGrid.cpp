#include "MoverGrid.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t FillGrain = 1024;
constexpr int32_t SearchGrain = 512;
constexpr int32_t CoordinateBits = 20;
constexpr int32_t MaxCell = (1 << (CoordinateBits - 1)) - 2;

float SizeOf(const FGridProxy& Proxy)
{
	const btVector3 Extent = Proxy.m_aabbMax - Proxy.m_aabbMin;
	return std::max({Extent.x(), Extent.y(), Extent.z()});
}

// Far out all cells are one: slow there, and still right.
int32_t CellOf(float Coordinate, float InverseCellSize)
{
	const float Cell = std::floor(Coordinate * InverseCellSize);
	return int32_t(std::clamp(Cell, -float(MaxCell), float(MaxCell)));
}

int32_t PowerOf(float Size)
{
	int Exponent = 0;
	std::frexp(Size, &Exponent);
	return Exponent;
}
} // namespace

uint64_t FMoverGrid::RowOf(const FCell& Cell)
{
	constexpr uint64_t Mask = (uint64_t(1) << CoordinateBits) - 1;
	return (uint64_t(Cell.Level) << (2 * CoordinateBits)) | ((uint64_t(uint32_t(Cell.Z)) & Mask) << CoordinateBits) |
	       (uint64_t(uint32_t(Cell.Y)) & Mask);
}

uint32_t FMoverGrid::SlotOf(uint64_t Row, int32_t X) const
{
	// Fibonacci hashing (Knuth): the product's high bits depend on all of the row's.
	const uint32_t Hash = uint32_t((Row * 0x9E3779B97F4A7C15ull) >> 40);
	return (Hash + uint32_t(X)) & SlotMask;
}

FMoverGrid::FCell FMoverGrid::CellAt(const FEntry& Entry, int32_t Level) const
{
	const float Inverse = InverseCellSize[Level];
	return {CellOf(0.5f * (Entry.Min[0] + Entry.Max[0]), Inverse),
	    CellOf(0.5f * (Entry.Min[1] + Entry.Max[1]), Inverse), CellOf(0.5f * (Entry.Min[2] + Entry.Max[2]), Inverse),
	    Level};
}

// The cells of the base level fit the largest body of the most common power of two: a flock of equal bodies gets cells
// that fit exactly.
void FMoverGrid::ChooseCells(std::span<FGridProxy* const> Movers)
{
	constexpr int32_t PowerCount = 64;
	constexpr int32_t PowerZero = 32;
	int32_t Counts[PowerCount] = {};
	float Largest[PowerCount] = {};
	btVector3 Reach(0, 0, 0);
	for (const FGridProxy* Mover : Movers)
	{
		const float Size = SizeOf(*Mover);
		const int32_t Power = std::clamp(PowerOf(Size) + PowerZero, 0, PowerCount - 1);
		++Counts[Power];
		Largest[Power] = std::max(Largest[Power], Size);
		Reach.setMax(Mover->m_aabbMin.absolute());
		Reach.setMax(Mover->m_aabbMax.absolute());
	}
	const auto Common = std::max_element(std::begin(Counts), std::end(Counts)) - std::begin(Counts);
	// A hair larger, so that rounding of the cell's number never puts a neighbour two cells away.
	Slack = 1.0e-6f * std::max({Reach.x(), Reach.y(), Reach.z()}) + 1.0e-4f * Largest[Common];
	const float BaseSize = Largest[Common] + Slack;
	for (int32_t Level = 0; Level < LevelCount; ++Level)
	{
		InverseCellSize[Level] = 1.0f / std::ldexp(BaseSize, Level - BaseLevel);
		bLevelUsed[Level] = false;
	}
}

void FMoverGrid::Fill(std::span<FGridProxy* const> Movers, ITaskScheduler& Scheduler)
{
	const size_t Count = Movers.size();
	uint32_t SlotCount = 64;
	while (SlotCount < 2 * Count)
	{
		SlotCount *= 2;
	}
	SlotMask = SlotCount - 1;
	Unsorted.resize(Count);
	Entries.resize(Count);
	ParallelFor(Scheduler, int32_t(Count), FillGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    FGridProxy* Proxy = Movers[size_t(Index)];
			    FEntry& Entry = Unsorted[size_t(Index)];
			    std::copy_n(Proxy->m_aabbMin.m_floats, 3, Entry.Min);
			    std::copy_n(Proxy->m_aabbMax.m_floats, 3, Entry.Max);
			    Entry.Proxy = Proxy;
			    const float Size = SizeOf(*Proxy);
			    int32_t Level = 0;
			    while (Level + 1 < LevelCount && (Size + Slack) * InverseCellSize[Level] > 1.00001f)
			    {
				    ++Level;
			    }
			    const FCell Cell = CellAt(Entry, Level);
			    Entry.Row = RowOf(Cell);
			    Entry.X = Cell.X;
			    Entry.Slot = SlotOf(Entry.Row, Cell.X);
		    }
	    });
	// A counting sort by slot.
	SlotStarts.assign(SlotCount + 1, 0);
	for (const FEntry& Entry : Unsorted)
	{
		++SlotStarts[Entry.Slot + 1];
		bLevelUsed[Entry.Row >> (2 * CoordinateBits)] = true;
	}
	for (uint32_t Slot = 0; Slot < SlotCount; ++Slot)
	{
		SlotStarts[Slot + 1] += SlotStarts[Slot];
	}
	for (size_t Index = Count; Index-- > 0;)
	{
		// Each start is moved up to its end first, and back by this.
		const FEntry& Entry = Unsorted[Index];
		Entries[--SlotStarts[Entry.Slot + 1]] = Entry;
	}
	// SlotStarts[s + 1] now holds the start of s: one place too far.
	for (uint32_t Slot = 0; Slot < SlotCount; ++Slot)
	{
		SlotStarts[Slot] = SlotStarts[Slot + 1];
	}
	SlotStarts[SlotCount] = uint32_t(Count);
}

template <typename VisitorType>
void FMoverGrid::VisitRun(uint64_t Row, int32_t FirstX, int32_t LastX, VisitorType&& Visit) const
{
	const auto VisitSlots = [&](uint32_t First, uint32_t Last)
	{
		for (uint32_t Index = SlotStarts[First]; Index < SlotStarts[Last + 1]; ++Index)
		{
			const FEntry& Candidate = Entries[Index];
			// Other rows may share the slots.
			if (Candidate.Row == Row && Candidate.X >= FirstX && Candidate.X <= LastX)
			{
				Visit(int32_t(Index), Candidate);
			}
		}
	};
	const uint32_t First = SlotOf(Row, FirstX);
	const uint32_t Last = SlotOf(Row, LastX);
	if (First <= Last)
	{
		VisitSlots(First, Last);
		return;
	}
	VisitSlots(First, SlotMask); // the run goes round the end of the table
	VisitSlots(0, Last);
}

void FMoverGrid::SearchLevel(int32_t EntryIndex, int32_t Level, std::vector<FFoundPair>& Found) const
{
	const FEntry& Entry = Entries[size_t(EntryIndex)];
	const FCell Cell = CellAt(Entry, Level);
	const bool bOwnLevel = Level == int32_t(Entry.Row >> (2 * CoordinateBits));
	const auto Test = [&](int32_t Index, const FEntry& Other)
	{
		const bool bMeet = Entry.Min[0] <= Other.Max[0] && Other.Min[0] <= Entry.Max[0] &&
		                   Entry.Min[1] <= Other.Max[1] && Other.Min[1] <= Entry.Max[1] &&
		                   Entry.Min[2] <= Other.Max[2] && Other.Min[2] <= Entry.Max[2];
		const bool bTwice = bOwnLevel && Other.Row == Entry.Row && Other.X == Entry.X && Index <= EntryIndex;
		if (bMeet && !bTwice && MayPair(*Entry.Proxy, *Other.Proxy))
		{
			Found.push_back(FFoundPair::Make(*Entry.Proxy, *Other.Proxy));
		}
	};
	for (int32_t Z = bOwnLevel ? 0 : -1; Z <= 1; ++Z)
	{
		for (int32_t Y = -1; Y <= 1; ++Y)
		{
			// Of two cells of the own level, the one that comes first looks at the other.
			const bool bOwnRow = Y == 0 && Z == 0;
			if (bOwnLevel && Z == 0 && Y < 0)
			{
				continue;
			}
			const FCell Row{Cell.X, Cell.Y + Y, Cell.Z + Z, Level};
			VisitRun(RowOf(Row), bOwnLevel && bOwnRow ? Cell.X : Cell.X - 1, Cell.X + 1, Test);
		}
	}
}

void FMoverGrid::Search(int32_t Begin, int32_t End, std::vector<FFoundPair>& Found) const
{
	Found.clear();
	for (int32_t Index = Begin; Index < End; ++Index)
	{
		const int32_t OwnLevel = int32_t(Entries[size_t(Index)].Row >> (2 * CoordinateBits));
		for (int32_t Level = OwnLevel; Level < LevelCount; ++Level)
		{
			if (bLevelUsed[Level])
			{
				SearchLevel(Index, Level, Found);
			}
		}
	}
}

void FMoverGrid::FindPairs(std::span<FGridProxy* const> Movers, ITaskScheduler& Scheduler, std::vector<FFoundPair>& Out)
{
	if (Movers.size() < 2)
	{
		return;
	}
	ChooseCells(Movers);
	Fill(Movers, Scheduler);
	const int32_t Count = int32_t(Entries.size());
	const size_t ChunkCount = size_t((Count + SearchGrain - 1) / SearchGrain);
	if (FoundByChunk.size() < ChunkCount)
	{
		FoundByChunk.resize(ChunkCount);
	}
	ParallelFor(Scheduler, Count, SearchGrain,
	    [&](int32_t Begin, int32_t End, int32_t) { Search(Begin, End, FoundByChunk[size_t(Begin / SearchGrain)]); });
	for (size_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
	{
		Out.insert(Out.end(), FoundByChunk[Chunk].begin(), FoundByChunk[Chunk].end());
	}
}
} // namespace Flockwork
