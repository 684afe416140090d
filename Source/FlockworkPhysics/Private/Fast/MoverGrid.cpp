#include "MoverGrid.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t FillGrain = 1024;
constexpr int32_t SearchGrain = 512;
// A few bodies meet a little more often now and then: their lists must not grow for that.
constexpr size_t RoomForPairs = 256;
constexpr int32_t CoordinateBits = 20;
// Cell numbers are shifted to be positive and kept off the ends, so that adding or taking away one never spills over
// into the next field of a row.
constexpr double CellOffset = double(1 << (CoordinateBits - 1));
constexpr double MaxCell = double((1 << CoordinateBits) - 3);
constexpr uint64_t NextY = 1;
constexpr uint64_t NextZ = uint64_t(1) << CoordinateBits;

float SizeOf(const FGridProxy& Proxy)
{
	const btVector3 Extent = Proxy.m_aabbMax - Proxy.m_aabbMin;
	return std::max({Extent.x(), Extent.y(), Extent.z()});
}

int32_t PowerOf(float Size)
{
	int Exponent = 0;
	std::frexp(Size, &Exponent);
	return Exponent;
}

template <typename EntryType>
bool EntriesMeet(const EntryType& A, const EntryType& B)
{
	return A.Min[0] <= B.Max[0] && B.Min[0] <= A.Max[0] && A.Min[1] <= B.Max[1] && B.Min[1] <= A.Max[1] &&
	       A.Min[2] <= B.Max[2] && B.Min[2] <= A.Max[2];
}
} // namespace

inline uint64_t FMoverGrid::RowOf(uint32_t Y, uint32_t Z, int32_t Level)
{
	return (uint64_t(Level) << (2 * CoordinateBits)) | (uint64_t(Z) << CoordinateBits) | uint64_t(Y);
}

inline int32_t FMoverGrid::LevelOf(uint64_t Row)
{
	return int32_t(Row >> (2 * CoordinateBits));
}

inline uint32_t FMoverGrid::HashOf(uint64_t Row, uint32_t X) const
{
	// Fibonacci hashing (Knuth): the product's high bits depend on all of the row's.
	return (uint32_t((Row * 0x9E3779B97F4A7C15ull) >> 36) + X) & BitMask;
}

// Of the box's middle. In double precision, so that far from the origin, too, the neighbour of a cell has the next
// number. Very far out all cells are one: slow there, and still right. After the shift, truncation is the floor.
inline uint32_t FMoverGrid::CellOf(const FEntry& Entry, int32_t Axis, int32_t Level) const
{
	const double Middle = 0.5 * (double(Entry.Min[Axis]) + double(Entry.Max[Axis]));
	return uint32_t(std::clamp(Middle * InverseCellSize[Level] + CellOffset, 2.0, MaxCell));
}

inline bool FMoverGrid::IsAnyOccupied(uint32_t FirstHash, uint32_t Count) const
{
	// The bits of a run that goes round the end are repeated there, and one word more may be read.
	const uint32_t Word = FirstHash / 64;
	const uint32_t Bit = FirstHash % 64;
	const uint64_t Bits = (OccupiedBits[Word] >> Bit) | (Bit == 0 ? 0 : OccupiedBits[Word + 1] << (64 - Bit));
	return (Bits & ((uint64_t(1) << Count) - 1)) != 0;
}

// The cells of the base level fit the largest body of the most common power of two: a flock of equal bodies gets cells
// that fit exactly.
void FMoverGrid::ChooseCells(std::span<FGridProxy* const> Movers)
{
	constexpr int32_t PowerCount = 64;
	constexpr int32_t PowerZero = 32;
	int32_t Counts[PowerCount] = {};
	float Largest[PowerCount] = {};
	for (const FGridProxy* Mover : Movers)
	{
		const float Size = SizeOf(*Mover);
		const int32_t Power = std::clamp(PowerOf(Size) + PowerZero, 0, PowerCount - 1);
		++Counts[Power];
		Largest[Power] = std::max(Largest[Power], Size);
	}
	const auto Common = std::max_element(std::begin(Counts), std::end(Counts)) - std::begin(Counts);
	// A hair larger than the body, whose size was rounded.
	const double BaseSize = double(Largest[Common]) * 1.0001;
	for (int32_t Level = 0; Level < LevelCount; ++Level)
	{
		InverseCellSize[Level] = 1.0 / std::ldexp(BaseSize, Level - BaseLevel);
		bLevelUsed[Level] = false;
	}
}

void FMoverGrid::MakeEntry(FGridProxy& Mover, FEntry& Entry) const
{
	std::copy_n(Mover.m_aabbMin.m_floats, 3, Entry.Min);
	std::copy_n(Mover.m_aabbMax.m_floats, 3, Entry.Max);
	Entry.Proxy = &Mover;
	const double Size = double(SizeOf(Mover));
	int32_t Level = 0;
	while (Level + 1 < LevelCount && Size * InverseCellSize[Level] > 0.99995)
	{
		++Level;
	}
	Entry.X = CellOf(Entry, 0, Level);
	const uint32_t Y = CellOf(Entry, 1, Level);
	const uint32_t Z = CellOf(Entry, 2, Level);
	Entry.Row = RowOf(Y, Z, Level);
	Entry.Slot = HashOf(Entry.Row, Entry.X); // cut to the table's size when sorted
}

void FMoverGrid::Fill(std::span<FGridProxy* const> Movers, ITaskScheduler& Scheduler)
{
	const size_t Count = Movers.size();
	constexpr uint32_t BitsPerSlot = 8;
	uint32_t SlotCount = 64;
	while (SlotCount < 2 * Count)
	{
		SlotCount *= 2;
	}
	SlotMask = SlotCount - 1;
	BitMask = SlotCount * BitsPerSlot - 1;
	OccupiedBits.assign(SlotCount * BitsPerSlot / 64 + 2, 0);
	Unsorted.resize(Count);
	Entries.resize(Count);
	ParallelFor(Scheduler, int32_t(Count), FillGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    MakeEntry(*Movers[size_t(Index)], Unsorted[size_t(Index)]);
		    }
	    });
	for (FEntry& Entry : Unsorted)
	{
		OccupiedBits[Entry.Slot / 64] |= uint64_t(1) << (Entry.Slot % 64);
		bLevelUsed[LevelOf(Entry.Row)] = true;
		Entry.Slot &= SlotMask;
	}
	OccupiedBits[OccupiedBits.size() - 2] = OccupiedBits.front();
	SortBySlot(SlotCount);
}

// A counting sort.
void FMoverGrid::SortBySlot(uint32_t SlotCount)
{
	SlotStarts.assign(SlotCount + 2, 0);
	for (const FEntry& Entry : Unsorted)
	{
		++SlotStarts[Entry.Slot + 2];
	}
	for (uint32_t Slot = 2; Slot < SlotCount + 2; ++Slot)
	{
		SlotStarts[Slot] += SlotStarts[Slot - 1];
	}
	// The start of slot s stands at s + 1 and moves on to its end, which is the start of the next.
	for (const FEntry& Entry : Unsorted)
	{
		Entries[SlotStarts[Entry.Slot + 1]++] = Entry;
	}
}

template <typename VisitorType>
void FMoverGrid::VisitRun(
    uint64_t Row, uint32_t FirstX, uint32_t LastX, const FPartnerLimit& Limit, VisitorType&& Visit) const
{
	const uint32_t Hash = HashOf(Row, FirstX);
	if (!IsAnyOccupied(Hash, LastX - FirstX + 1))
	{
		return;
	}
	const auto VisitSlots = [&](uint32_t First, uint32_t Last)
	{
		for (uint32_t Index = SlotStarts[First]; Index < SlotStarts[Last + 1] && !Limit.IsFull(); ++Index)
		{
			const FEntry& Candidate = Entries[Index];
			// Other rows may share the slots.
			if (Candidate.Row == Row && Candidate.X >= FirstX && Candidate.X <= LastX)
			{
				Visit(Index, Candidate);
			}
		}
	};
	const uint32_t First = Hash & SlotMask;
	const uint32_t Last = (Hash + LastX - FirstX) & SlotMask;
	if (First <= Last)
	{
		VisitSlots(First, Last);
		return;
	}
	VisitSlots(First, SlotMask); // the run goes round the end of the table
	VisitSlots(0, Last);
}

inline void FMoverGrid::TestPair(
    const FEntry& Entry, const FEntry& Other, FPartnerLimit& Limit, std::vector<FFoundPair>& Found)
{
	if (EntriesMeet(Entry, Other) && MayPair(*Entry.Proxy, *Other.Proxy) &&
	    Limit.Take(Entry.Proxy->IsSpecial() != Other.Proxy->IsSpecial()))
	{
		Found.push_back(FFoundPair::Make(*Entry.Proxy, *Other.Proxy));
	}
}

// Each pair of a level is wanted once: of two cells, the one that comes first looks at the other.
void FMoverGrid::SearchOwnLevel(uint32_t Index, FPartnerLimit& Limit, std::vector<FFoundPair>& Found) const
{
	const FEntry& Entry = Entries[Index];
	const auto Test = [&](uint32_t, const FEntry& Other) { TestPair(Entry, Other, Limit, Found); };
	VisitRun(Entry.Row, Entry.X, Entry.X + 1, Limit,
	    [&](uint32_t OtherIndex, const FEntry& Other)
	    {
		    if (Other.X != Entry.X || OtherIndex > Index)
		    {
			    Test(OtherIndex, Other);
		    }
	    });
	VisitRun(Entry.Row + NextY, Entry.X - 1, Entry.X + 1, Limit, Test);
	VisitRun(Entry.Row + NextZ - NextY, Entry.X - 1, Entry.X + 1, Limit, Test);
	VisitRun(Entry.Row + NextZ, Entry.X - 1, Entry.X + 1, Limit, Test);
	VisitRun(Entry.Row + NextZ + NextY, Entry.X - 1, Entry.X + 1, Limit, Test);
}

void FMoverGrid::SearchCoarser(
    uint32_t Index, int32_t Level, FPartnerLimit& Limit, std::vector<FFoundPair>& Found) const
{
	const FEntry& Entry = Entries[Index];
	const uint32_t X = CellOf(Entry, 0, Level);
	const uint32_t Y = CellOf(Entry, 1, Level);
	const uint32_t Z = CellOf(Entry, 2, Level);
	const auto Test = [&](uint32_t, const FEntry& Other) { TestPair(Entry, Other, Limit, Found); };
	for (uint32_t RowZ = Z - 1; RowZ <= Z + 1; ++RowZ)
	{
		for (uint32_t RowY = Y - 1; RowY <= Y + 1; ++RowY)
		{
			VisitRun(RowOf(RowY, RowZ, Level), X - 1, X + 1, Limit, Test);
		}
	}
}

// The coarser levels come first: those bodies are the larger ones, and it is the small that find them.
void FMoverGrid::Search(int32_t Begin, int32_t End, int32_t MaxPartners, FChunkFound& Found) const
{
	Found.Pairs.clear();
	Found.Crowded.clear();
	for (int32_t Index = Begin; Index < End; ++Index)
	{
		const FEntry& Entry = Entries[size_t(Index)];
		FPartnerLimit Limit(MaxPartners);
		for (int32_t Level = LevelOf(Entry.Row) + 1; Level < LevelCount; ++Level)
		{
			if (bLevelUsed[Level])
			{
				SearchCoarser(uint32_t(Index), Level, Limit, Found.Pairs);
			}
		}
		SearchOwnLevel(uint32_t(Index), Limit, Found.Pairs);
		if (Limit.WentShort())
		{
			Found.Crowded.push_back(Entry.Proxy);
		}
	}
}

void FMoverGrid::FindPairs(std::span<FGridProxy* const> Movers, int32_t MaxPartners, ITaskScheduler& Scheduler,
    std::vector<FFoundPair>& Out, std::vector<FGridProxy*>& Crowded)
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
		for (FChunkFound& Found : FoundByChunk)
		{
			Found.Pairs.reserve(RoomForPairs);
		}
	}
	ParallelFor(Scheduler, Count, SearchGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    { Search(Begin, End, MaxPartners, FoundByChunk[size_t(Begin / SearchGrain)]); });
	for (size_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
	{
		const FChunkFound& Found = FoundByChunk[Chunk];
		Out.insert(Out.end(), Found.Pairs.begin(), Found.Pairs.end());
		Crowded.insert(Crowded.end(), Found.Crowded.begin(), Found.Crowded.end());
	}
}
} // namespace Flockwork
