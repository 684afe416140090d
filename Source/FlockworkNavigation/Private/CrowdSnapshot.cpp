// A crowd's state as bytes, and as a hash.
#include "CrowdImpl.h"
#include "DetourBackend.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr uint32_t SnapshotVersion = 2;

void WriteCorner(FByteWriter& Writer, const FNavCorner& Corner)
{
	Writer.Write(Corner.Position);
	Writer.Write(Corner.Poly);
	Writer.Write(uint32_t((Corner.bEnd ? 1 : 0) | (Corner.bLinkStart ? 2 : 0)));
}

FNavCorner ReadCorner(FByteReader& Reader)
{
	FNavCorner Corner;
	Corner.Position = Reader.Read<FVector>();
	Corner.Poly = Reader.Read<FPolyRef>();
	const uint32_t Flags = Reader.Read<uint32_t>();
	Corner.bEnd = (Flags & 1) != 0;
	Corner.bLinkStart = (Flags & 2) != 0;
	return Corner;
}

void WriteWay(FByteWriter& Writer, const FAgentWay& Way, const FAgentMemory& Memory)
{
	Writer.Write(Way.Corridor);
	for (uint32_t Corner = 0; Corner < Memory.CornerCount; ++Corner)
	{
		WriteCorner(Writer, Way.Corners[Corner]);
	}
	Writer.WriteArray(std::span<const FNavSegment>(Way.Walls).first(Memory.WallCount));
}

bool IsGoodSegment(const FNavSegment& Segment)
{
	return IsFinite(Segment.Start) && IsFinite(Segment.End);
}

bool ReadWay(FByteReader& Reader, const FAgentMemory& Memory, FAgentWay& Out)
{
	Out.Corridor = Reader.Read<FNavCorridor>();
	const bool bCorridor = Out.Corridor.GetPolys().size() <= size_t(FNavCorridor::MaxPolys) &&
	                       IsFinite(Out.Corridor.GetPosition()) && IsFinite(Out.Corridor.GetTarget());
	if (!bCorridor)
	{
		return false;
	}
	for (uint32_t Corner = 0; Corner < Memory.CornerCount; ++Corner)
	{
		Out.Corners[Corner] = ReadCorner(Reader);
	}
	const std::vector<FNavSegment> Walls = Reader.ReadArray<FNavSegment>();
	if (Walls.size() != Memory.WallCount || !std::all_of(Walls.begin(), Walls.end(), IsGoodSegment))
	{
		return false;
	}
	std::copy(Walls.begin(), Walls.end(), Out.Walls.begin());
	return Reader.IsOk();
}

bool IsGood(const FAgentOrders& Order)
{
	const auto IsAmount = [](float Value) { return Value >= 0.0f && std::isfinite(Value); };
	return IsAmount(Order.Radius) && IsAmount(Order.Speed) && IsAmount(Order.SpeedScale) &&
	       IsAmount(Order.AngularSpeed) && IsAmount(Order.MaxAcceleration) && Order.Filter < uint32_t(MaxCrowdFilters);
}

bool IsGood(const FAgentMemory& Memory)
{
	return Memory.CornerCount <= FAgentWay::MaxCorners && Memory.WallCount <= uint32_t(FAvoidanceJob::MaxWalls) &&
	       IsFinite(Memory.FirstCorner) && IsFinite(Memory.SecondCorner) && IsFinite(Memory.WallCenter) &&
	       std::isfinite(Memory.BehindFirst) && IsFinite(Memory.Place) && IsFinite(Memory.Ground) &&
	       IsFinite(Memory.LinkStart) && IsFinite(Memory.LinkEnd) && std::isfinite(Memory.LinkTime) &&
	       std::isfinite(Memory.StuckTime) && std::isfinite(Memory.NearestPart) && std::isfinite(Memory.HeldUpTime) &&
	       std::isfinite(Memory.YieldTime) && IsFinite(Memory.YieldDirection.ToVector()) &&
	       std::isfinite(Memory.CalmTime);
}

template <typename Value>
void WriteAll(FByteWriter& Writer, const std::vector<Value>& Values)
{
	Writer.WriteArray(std::span<const Value>(Values));
}
} // namespace

void FCrowd::Save(FByteWriter& Writer) const
{
	const FImpl& In = *Impl;
	Writer.Write(SnapshotVersion);
	Writer.Write(In.StepCount);
	Writer.Write(In.SeenRevision);
	WriteAll(Writer, In.Slots);
	WriteAll(Writer, In.FreeSlots);
	WriteAll(Writer, In.Ids);
	WriteAll(Writer, In.UserData);
	WriteAll(Writer, In.Orders);
	WriteAll(Writer, In.Memories);
	WriteAll(Writer, In.Positions);
	WriteAll(Writer, In.Velocities);
	WriteAll(Writer, In.Facings);
	WriteAll(Writer, In.Goals);
	WriteAll(Writer, In.States);
	WriteAll(Writer, In.GoalStates);
	for (size_t Agent = 0; Agent < In.Num(); ++Agent)
	{
		WriteWay(Writer, In.WayOf(Agent), In.Memories[Agent]);
	}
}

namespace
{
// What a snapshot holds, before it is believed.
struct FSnapshot
{
	uint32_t StepCount = 0;
	uint32_t SeenRevision = 0;
	std::vector<FCrowd::FImpl::FSlot> Slots;
	std::vector<uint32_t> FreeSlots;
	std::vector<FAgentId> Ids;
	std::vector<uint64_t> UserData;
	std::vector<FAgentOrders> Orders;
	std::vector<FAgentMemory> Memories;
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<FVector> Facings;
	std::vector<FVector> Goals;
	std::vector<EAgentState> States;
	std::vector<EGoalState> GoalStates;
	std::vector<FAgentWay> Ways;

	bool Read(FByteReader& Reader);
	bool CheckSlots() const;
	bool CheckAgents() const;
};

bool FSnapshot::Read(FByteReader& Reader)
{
	if (Reader.Read<uint32_t>() != SnapshotVersion)
	{
		return false;
	}
	StepCount = Reader.Read<uint32_t>();
	SeenRevision = Reader.Read<uint32_t>();
	Slots = Reader.ReadArray<FCrowd::FImpl::FSlot>();
	FreeSlots = Reader.ReadArray<uint32_t>();
	Ids = Reader.ReadArray<FAgentId>();
	UserData = Reader.ReadArray<uint64_t>();
	Orders = Reader.ReadArray<FAgentOrders>();
	Memories = Reader.ReadArray<FAgentMemory>();
	Positions = Reader.ReadArray<FVector>();
	Velocities = Reader.ReadArray<FVector>();
	Facings = Reader.ReadArray<FVector>();
	Goals = Reader.ReadArray<FVector>();
	States = Reader.ReadArray<EAgentState>();
	GoalStates = Reader.ReadArray<EGoalState>();
	if (!Reader.IsOk() || !CheckSlots() || !CheckAgents())
	{
		return false;
	}
	Ways.resize(Slots.size());
	return std::all_of(Ids.begin(), Ids.end(),
	    [&](FAgentId Id) { return ReadWay(Reader, Memories[size_t(Slots[Id.Index].Place)], Ways[Id.Index]); });
}

// Every slot is either free, once, or holds the agent that names it.
bool FSnapshot::CheckSlots() const
{
	std::vector<uint8_t> Seen(Slots.size(), 0);
	const auto IsFirst = [&](uint32_t Slot) { return Slot < Slots.size() && ++Seen[Slot] == 1; };
	for (size_t Place = 0; Place < Ids.size(); ++Place)
	{
		const FAgentId Id = Ids[Place];
		if (!IsFirst(Id.Index) || Slots[Id.Index].bLive != 1 || Slots[Id.Index].Generation != Id.Generation ||
		    Slots[Id.Index].Place != int32_t(Place))
		{
			return false;
		}
	}
	const auto IsFree = [&](uint32_t Slot) { return IsFirst(Slot) && Slots[Slot].bLive == 0; };
	return Ids.size() + FreeSlots.size() == Slots.size() && std::all_of(FreeSlots.begin(), FreeSlots.end(), IsFree);
}

bool FSnapshot::CheckAgents() const
{
	const size_t Count = Ids.size();
	const bool bSizes = UserData.size() == Count && Orders.size() == Count && Memories.size() == Count &&
	                    Positions.size() == Count && Velocities.size() == Count && Facings.size() == Count &&
	                    Goals.size() == Count && States.size() == Count && GoalStates.size() == Count;
	return bSizes && std::all_of(Orders.begin(), Orders.end(), [](const FAgentOrders& Each) { return IsGood(Each); }) &&
	       std::all_of(Memories.begin(), Memories.end(), [](const FAgentMemory& Each) { return IsGood(Each); }) &&
	       std::all_of(Facings.begin(), Facings.end(),
	           [](const FVector& Each) { return std::abs(Length(Each) - 1.0f) < 0.01f; }) &&
	       std::all_of(States.begin(), States.end(), [](EAgentState Each) { return Each <= EAgentState::OffMesh; }) &&
	       std::all_of(
	           GoalStates.begin(), GoalStates.end(), [](EGoalState Each) { return Each <= EGoalState::Unreachable; });
}
} // namespace

bool FCrowd::Restore(FByteReader& Reader)
{
	FSnapshot Read;
	if (!Read.Read(Reader))
	{
		return false;
	}
	FImpl& In = *Impl;
	const size_t Count = Read.Ids.size();
	In.ForEachArray(
	    [&](auto& Array)
	    {
		    Array.clear();
		    Array.resize(Count);
	    });
	In.StepCount = Read.StepCount;
	In.SeenRevision = Read.SeenRevision;
	In.Slots = std::move(Read.Slots);
	In.FreeSlots = std::move(Read.FreeSlots);
	In.Ways = std::move(Read.Ways);
	In.Ids = std::move(Read.Ids);
	In.UserData = std::move(Read.UserData);
	In.Orders = std::move(Read.Orders);
	In.Memories = std::move(Read.Memories);
	In.Positions = std::move(Read.Positions);
	In.Velocities = std::move(Read.Velocities);
	In.Facings = std::move(Read.Facings);
	In.Goals = std::move(Read.Goals);
	In.States = std::move(Read.States);
	In.GoalStates = std::move(Read.GoalStates);
	In.NextCorners = In.Positions;
	In.Events.clear();
	if (In.Detour)
	{
		In.Detour = std::make_unique<FDetourBackend>(In);
	}
	return true;
}

void FCrowd::AddToHash(FStateHash& Hash) const
{
	const FImpl& In = *Impl;
	Hash.Add(uint64_t(In.StepCount));
	Hash.Add(uint64_t(In.Num()));
	Hash.Add(std::span<const FVector>(In.Positions));
	Hash.Add(std::span<const FVector>(In.Velocities));
	Hash.Add(std::span<const FVector>(In.Facings));
	Hash.Add(std::span<const FVector>(In.Goals));
	Hash.AddBytes(In.Memories.data(), In.Memories.size() * sizeof(FAgentMemory));
	Hash.AddBytes(In.Orders.data(), In.Orders.size() * sizeof(FAgentOrders));
	for (size_t Agent = 0; Agent < In.Num(); ++Agent)
	{
		Hash.Add(In.Ids[Agent].ToBits());
		Hash.Add(uint64_t(In.States[Agent]) << 8 | uint64_t(In.GoalStates[Agent]));
		const FNavCorridor& Corridor = In.WayOf(Agent).Corridor;
		const std::span<const FPolyRef> Polys = Corridor.GetPolys();
		Hash.Add(Corridor.GetPosition());
		Hash.Add(Corridor.GetTarget());
		Hash.AddBytes(Polys.data(), Polys.size_bytes());
	}
}
} // namespace Flockwork
