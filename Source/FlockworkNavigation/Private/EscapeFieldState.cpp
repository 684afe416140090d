#include "FlockworkNavigation/EscapeField.h"

#include <cmath>

namespace Flockwork
{
namespace
{
void WriteThreat(FByteWriter& Writer, const FNavThreat& Threat)
{
	Writer.Write(Threat.Id);
	Writer.Write(Threat.Position);
	Writer.Write(Threat.Velocity);
	Writer.Write(Threat.Radius);
	Writer.Write(Threat.Strength);
	Writer.Write(Threat.Speed);
	Writer.Write(uint8_t(Threat.bMoving));
}

FNavThreat ReadThreat(FByteReader& Reader)
{
	FNavThreat Threat;
	Threat.Id = Reader.Read<uint32_t>();
	Threat.Position = Reader.Read<FVector>();
	Threat.Velocity = Reader.Read<FVector>();
	Threat.Radius = Reader.Read<float>();
	Threat.Strength = Reader.Read<float>();
	Threat.Speed = Reader.Read<float>();
	Threat.bMoving = Reader.Read<uint8_t>() != 0;
	return Threat;
}

bool AreNodes(const std::vector<uint32_t>& Nodes, size_t Count)
{
	for (const uint32_t Node : Nodes)
	{
		if (Node != FEscapeField::None && Node >= Count)
		{
			return false;
		}
	}
	return true;
}
} // namespace

void FEscapeField::Save(FByteWriter& Writer) const
{
	Writer.Write(uint64_t(Threats.size()));
	for (const FNavThreat& Threat : Threats)
	{
		WriteThreat(Writer, Threat);
	}
	Writer.Write(uint64_t(Places.size()));
	for (const FNavLocation& Place : Places)
	{
		Writer.Write(Place.Position);
		Writer.Write(Place.Poly);
	}
	Writer.WriteArray<int32_t>(Occupied);
	for (const float Each : {SettleRadius, GoalRadius, AgentSpeed, BodyRadius, Slack})
	{
		Writer.Write(Each);
	}
	Writer.Write(uint8_t(Stage));
	Writer.Write(Cursor);
	for (const std::vector<float>* Each :
	    {&Distances, &ThreatTimes, &GroupTimes, &Costs, &Bases, &Leads, &Clearances, &GroupSpeeds})
	{
		Writer.WriteArray<float>(*Each);
	}
	for (const std::vector<uint32_t>* Each : {&NearestThreats, &Nexts, &Refuges})
	{
		Writer.WriteArray<uint32_t>(*Each);
	}
	Writer.Write(uint64_t(Heap.size()));
	for (const FHeapItem& Item : Heap)
	{
		Writer.Write(Item.Key);
		Writer.Write(Item.Node);
	}
}

bool FEscapeField::Restore(FByteReader& Reader, const FEscapeGraph& NewGraph)
{
	FEscapeField New;
	New.Graph = &NewGraph;
	for (uint64_t Left = Reader.Read<uint64_t>(); Left > 0 && Reader.IsOk(); --Left)
	{
		New.Threats.push_back(ReadThreat(Reader));
	}
	for (uint64_t Left = Reader.Read<uint64_t>(); Left > 0 && Reader.IsOk(); --Left)
	{
		const FVector Position = Reader.Read<FVector>();
		New.Places.push_back({Position, Reader.Read<FPolyRef>()});
	}
	New.Occupied = Reader.ReadArray<int32_t>();
	for (float* Each : {&New.SettleRadius, &New.GoalRadius, &New.AgentSpeed, &New.BodyRadius, &New.Slack})
	{
		*Each = Reader.Read<float>();
	}
	New.Stage = EStage(Reader.Read<uint8_t>());
	New.Cursor = Reader.Read<uint32_t>();
	for (std::vector<float>* Each : {&New.Distances, &New.ThreatTimes, &New.GroupTimes, &New.Costs, &New.Bases,
	         &New.Leads, &New.Clearances, &New.GroupSpeeds})
	{
		*Each = Reader.ReadArray<float>();
	}
	for (std::vector<uint32_t>* Each : {&New.NearestThreats, &New.Nexts, &New.Refuges})
	{
		*Each = Reader.ReadArray<uint32_t>();
	}
	for (uint64_t Left = Reader.Read<uint64_t>(); Left > 0 && Reader.IsOk(); --Left)
	{
		const float Key = Reader.Read<float>();
		New.Heap.push_back({Key, Reader.Read<uint32_t>()});
	}
	if (!Reader.IsOk() || !New.IsConsistent())
	{
		return false;
	}
	*this = std::move(New);
	return true;
}

// Whether bytes from outside can be gone on with: every index names something.
bool FEscapeField::IsConsistent() const
{
	const size_t Count = Nexts.empty() ? 0 : Graph->GetNodeCount();
	for (const std::vector<float>* Each : {&Distances, &ThreatTimes, &Costs, &Bases, &Leads, &Clearances})
	{
		if (Each->size() != Count)
		{
			return false;
		}
	}
	for (const FHeapItem& Item : Heap)
	{
		if (Item.Node >= Count)
		{
			return false;
		}
	}
	const bool bArrival = Stage == EStage::Arrival;
	return Stage <= EStage::Done && Occupied.size() == Count && NearestThreats.size() == Count &&
	       Refuges.size() == Count && Places.size() <= Threats.size() && AreNodes(Nexts, Count) &&
	       AreNodes(Refuges, Count) && AreNodes(NearestThreats, Threats.size()) && Cursor <= Threats.size() &&
	       (!bArrival || (Cursor < GroupSpeeds.size() && GroupTimes.size() == Count)) &&
	       (Count > 0 || Stage == EStage::Done);
}
} // namespace Flockwork
