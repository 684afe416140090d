// Snapshots, hash and drawing of FFleePlanner.
#include "FleePlannerImpl.h"
#include "FlockworkCore/DebugDraw.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr uint32_t Version = 1;
constexpr float Lift = 0.1f; // m above the ground

void WriteAgent(FByteWriter& Writer, const FFleeMemory& Agent)
{
	Writer.Write(Agent.Id);
	Writer.Write(uint8_t(Agent.State));
	Writer.Write(Agent.Flags);
	Writer.Write(Agent.Epoch);
	for (const float Each : {Agent.Timer, Agent.ExposedTime, Agent.LegAge, Agent.LookAge})
	{
		Writer.Write(Each);
	}
	Writer.Write(Agent.Refuge);
	Writer.Write(Agent.Leg);
	Writer.Write(Agent.WaitingSince);
	Writer.Write(Agent.Random);
	Writer.Write(Agent.Goal.Position);
	Writer.Write(Agent.Goal.Poly);
}

FFleeMemory ReadAgent(FByteReader& Reader)
{
	FFleeMemory Agent;
	Agent.Id = Reader.Read<uint32_t>();
	Agent.State = EFleeState(Reader.Read<uint8_t>());
	Agent.Flags = Reader.Read<uint8_t>();
	Agent.Epoch = Reader.Read<uint16_t>();
	for (float* Each : {&Agent.Timer, &Agent.ExposedTime, &Agent.LegAge, &Agent.LookAge})
	{
		*Each = Reader.Read<float>();
	}
	Agent.Refuge = Reader.Read<uint32_t>();
	Agent.Leg = Reader.Read<uint32_t>();
	Agent.WaitingSince = Reader.Read<uint64_t>();
	Agent.Random = Reader.Read<uint64_t>();
	Agent.Goal.Position = Reader.Read<FVector>();
	Agent.Goal.Poly = Reader.Read<FPolyRef>();
	return Agent;
}

bool IsSound(const FFleeMemory& Agent, uint32_t NodeCount)
{
	const auto IsNode = [&](uint32_t Node) { return Node == FEscapeField::None || Node < NodeCount; };
	return Agent.State <= EFleeState::Safe && IsNode(Agent.Refuge) && IsNode(Agent.Leg) &&
	       (!Agent.Has(FFleeMemory::Held) || Agent.Refuge < NodeCount);
}

void WriteFieldThreat(FByteWriter& Writer, const FNavThreat& Threat)
{
	Writer.Write(Threat.Id);
	Writer.Write(Threat.Position);
	Writer.Write(Threat.Radius);
	Writer.Write(Threat.Strength);
	Writer.Write(uint8_t(Threat.bMoving));
}

FNavThreat ReadFieldThreat(FByteReader& Reader)
{
	FNavThreat Threat;
	Threat.Id = Reader.Read<uint32_t>();
	Threat.Position = Reader.Read<FVector>();
	Threat.Radius = Reader.Read<float>();
	Threat.Strength = Reader.Read<float>();
	Threat.bMoving = Reader.Read<uint8_t>() != 0;
	return Threat;
}

FColor StateColor(EFleeState State)
{
	switch (State)
	{
	case EFleeState::Reacting:
		return {1.0f, 0.9f, 0.2f, 1.0f};
	case EFleeState::Fleeing:
		return {1.0f, 0.35f, 0.1f, 1.0f};
	case EFleeState::Cowering:
		return {0.7f, 0.1f, 0.8f, 1.0f};
	case EFleeState::Safe:
		return {0.2f, 0.9f, 0.3f, 1.0f};
	case EFleeState::Calm:
		break;
	}
	return {0.6f, 0.6f, 0.6f, 1.0f};
}
} // namespace

void FFleePlanner::Save(FByteWriter& Writer) const
{
	Writer.Write(Version);
	Writer.Write(Impl->GraphSpacing);
	Writer.Write(Impl->GraphCapacity);
	Writer.Write(Impl->Graph.GetNodeCount());
	Writer.Write(uint64_t(Impl->Agents.size()));
	for (const FFleeMemory& Agent : Impl->Agents)
	{
		WriteAgent(Writer, Agent);
	}
	Writer.Write(Impl->Current);
	Writer.Write(uint8_t(Impl->bFieldGood));
	Writer.Write(uint8_t(Impl->bFieldPending));
	Writer.Write(uint8_t(Impl->bOverflow));
	Writer.Write(Impl->Epoch);
	Writer.Write(Impl->FieldAge);
	Writer.Write(Impl->ReplanAge);
	Writer.Write(uint64_t(Impl->FieldThreats.size()));
	for (const FNavThreat& Threat : Impl->FieldThreats)
	{
		WriteFieldThreat(Writer, Threat);
	}
	Writer.WriteArray<uint32_t>(Impl->KnownThreats);
	for (const FEscapeField& Field : Impl->Fields)
	{
		Field.Save(Writer);
	}
}

bool FFleePlanner::Restore(FByteReader& Reader, ITaskScheduler& Scheduler)
{
	auto New = std::make_unique<FImpl>(*Impl->Mesh);
	const bool bVersion = Reader.Read<uint32_t>() == Version;
	const float Spacing = Reader.Read<float>();
	const float Capacity = Reader.Read<float>();
	const uint32_t NodeCount = Reader.Read<uint32_t>();
	if (!bVersion || !Reader.IsOk())
	{
		return false;
	}
	if (Spacing >= 0.5f && Capacity > 0.0f)
	{
		New->Prepare(Spacing, Capacity, Scheduler);
	}
	bool bSound = New->Graph.GetNodeCount() == NodeCount;
	for (uint64_t Left = Reader.Read<uint64_t>(); Left > 0 && Reader.IsOk(); --Left)
	{
		const FFleeMemory Agent = ReadAgent(Reader);
		const bool bAscends = New->Agents.empty() || New->Agents.back().Id < Agent.Id;
		bSound = bSound && bAscends && IsSound(Agent, NodeCount);
		if (bSound && Agent.Has(FFleeMemory::Held))
		{
			++New->Occupied[Agent.Refuge];
		}
		New->Agents.push_back(Agent);
	}
	New->Current = Reader.Read<uint32_t>();
	New->bFieldGood = Reader.Read<uint8_t>() != 0;
	New->bFieldPending = Reader.Read<uint8_t>() != 0;
	New->bOverflow = Reader.Read<uint8_t>() != 0;
	New->Epoch = Reader.Read<uint16_t>();
	New->FieldAge = Reader.Read<float>();
	New->ReplanAge = Reader.Read<float>();
	for (uint64_t Left = Reader.Read<uint64_t>(); Left > 0 && Reader.IsOk(); --Left)
	{
		New->FieldThreats.push_back(ReadFieldThreat(Reader));
	}
	New->KnownThreats = Reader.ReadArray<uint32_t>();
	for (FEscapeField& Field : New->Fields)
	{
		bSound = bSound && Field.Restore(Reader, New->Graph);
	}
	bSound = bSound && Reader.IsOk() && New->Current < 2 &&
	         (!New->bFieldGood || (New->Field().IsDone() && New->Field().GetCosts().size() == NodeCount));
	if (bSound)
	{
		Impl = std::move(New);
	}
	return bSound;
}

void FFleePlanner::AddToHash(FStateHash& Hash) const
{
	for (const FFleeMemory& Agent : Impl->Agents)
	{
		Hash.Add(uint64_t(Agent.Id));
		Hash.Add((uint64_t(Agent.State) << 8) | Agent.Flags);
		Hash.Add(Agent.Timer);
		Hash.Add(Agent.Random);
		Hash.Add((uint64_t(Agent.Refuge) << 32) | Agent.Leg);
		Hash.Add(Agent.Goal.Position);
	}
	Hash.Add((uint64_t(Impl->Current) << 2) | (uint64_t(Impl->bFieldGood) << 1) | uint64_t(Impl->bFieldPending));
}

void FFleePlanner::Draw(IDebugDraw& DebugDraw, const FFleeSettings& Settings, const FFleeInput& Input) const
{
	const FVector Up{0.0f, Lift, 0.0f};
	for (const FNavThreat& Threat : Input.Threats)
	{
		const FVector Center = Threat.Position + Up;
		DebugDraw.Circle(Center, UpVector, Threat.Radius, {1.0f, 0.0f, 0.0f, 1.0f});
		DebugDraw.Circle(Center, UpVector, Settings.DetectionRadius * Threat.Strength, {1.0f, 0.6f, 0.0f, 1.0f});
		DebugDraw.Circle(Center, UpVector, Settings.SafeRadius * Threat.Strength, {0.3f, 0.9f, 0.3f, 1.0f});
	}
	if (Impl->bFieldGood)
	{
		const std::span<const FEscapeNode> Nodes = Impl->Graph.GetNodes();
		for (uint32_t Node = 0; Node < Nodes.size(); ++Node)
		{
			const uint32_t Next = Impl->Field().GetNexts()[Node];
			if (Next != FEscapeField::None && Next != Node)
			{
				const float Cost = std::min(Impl->Field().GetCosts()[Node] / 150.0f, 1.0f);
				DebugDraw.Arrow(Nodes[Node].Position + Up, Nodes[Next].Position + Up, {Cost, 1.0f - Cost, 0.2f, 1.0f});
			}
		}
	}
	for (size_t At = 0; At < Impl->Agents.size() && At < Input.Locations.size(); ++At)
	{
		const FFleeMemory& Agent = Impl->Agents[At];
		if (Agent.State >= EFleeState::Fleeing && Agent.Has(FFleeMemory::HasGoal))
		{
			DebugDraw.Line(Input.Locations[At].Position + Up, Agent.Goal.Position + Up, StateColor(Agent.State));
		}
	}
}
} // namespace Flockwork
