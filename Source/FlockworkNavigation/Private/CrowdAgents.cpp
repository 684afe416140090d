// Who is in a crowd, and what they were told to do.
#include "CrowdImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
// Ranges as in the settings' table; 0 stands for the settings' own value.
bool IsZeroOrIn(float Value, const char* Field)
{
	const FSettingField* Found = FCrowdSettings::Table().Find(Field);
	return Value == 0.0f || (Value >= float(Found->Min) && Value <= float(Found->Max)); // false for NaN
}

bool IsGoodRadius(float Radius)
{
	return IsZeroOrIn(Radius, "bodyRadius");
}

bool IsGoodSpeed(float Speed)
{
	return IsZeroOrIn(Speed, "walkSpeed");
}

bool IsGoodScale(float Scale)
{
	return Scale >= 0.0f && Scale <= 100.0f;
}

bool IsGoodAngularSpeed(float DegreesPerSecond)
{
	return IsZeroOrIn(DegreesPerSecond, "walkAngularSpeed");
}

bool IsGoodAcceleration(float Acceleration)
{
	return IsZeroOrIn(Acceleration, "maxAcceleration");
}

bool IsGood(const FAgentDef& Def, FDiagnostics& Diagnostics)
{
	bool bGood = true;
	const auto Expect = [&](bool bCondition, const char* Field, const char* Message)
	{
		if (!bCondition)
		{
			Diagnostics.Error({}, Field, Message);
			bGood = false;
		}
	};
	Expect(IsFinite(Def.Position), "agent.position", "is not finite");
	Expect(IsFinite(Def.Velocity), "agent.velocity", "is not finite");
	Expect(IsFinite(Def.Facing), "agent.facing", "is not finite");
	Expect(IsGoodRadius(Def.Radius), "agent.radius", "must be 0 (the settings') or in the range of crowd.bodyRadius");
	Expect(IsGoodSpeed(Def.Speed), "agent.speed", "must be 0 (the settings') or in the range of crowd.walkSpeed");
	Expect(IsGoodScale(Def.SpeedScale), "agent.speedScale", "must be from 0 to 100");
	Expect(IsGoodAngularSpeed(Def.AngularSpeed), "agent.angularSpeed",
	    "must be 0 (the settings') or in the range of crowd.walkAngularSpeed");
	Expect(IsGoodAcceleration(Def.MaxAcceleration), "agent.maxAcceleration",
	    "must be 0 (the settings') or in the range of crowd.maxAcceleration");
	Expect(Def.Filter < MaxCrowdFilters, "agent.filter", "must be below 16");
	return bGood;
}

FVector UnitFacing(const FVector& Facing)
{
	const FVector Unit = SafeNormal(Horizontal(Facing));
	return Unit == FVector{0.0f, 0.0f, 0.0f} ? ForwardVector : Unit;
}
} // namespace

FAgentId FCrowd::AddAgent(const FAgentDef& Def, FDiagnostics& Diagnostics)
{
	if (!IsGood(Def, Diagnostics))
	{
		return {};
	}
	FImpl& In = *Impl;
	if (In.FreeSlots.empty())
	{
		In.FreeSlots.push_back(uint32_t(In.Slots.size()));
		In.Slots.emplace_back();
		In.Ways.emplace_back();
	}
	const uint32_t Slot = In.FreeSlots.back();
	In.FreeSlots.pop_back();
	In.Slots[Slot].bLive = 1;
	In.Slots[Slot].Place = int32_t(In.Num());
	In.Ways[Slot] = {};
	const FAgentId Id{Slot, In.Slots[Slot].Generation};
	In.ForEachArray([](auto& Array) { Array.emplace_back(); });
	In.Ids.back() = Id;
	In.UserData.back() = Def.UserData;
	In.Orders.back() = {Def.Radius, Def.Speed, Def.SpeedScale, Def.AngularSpeed, Def.MaxAcceleration, Def.Filter,
	    Def.bAvoids ? 1u : 0u};
	In.Velocities.back() = Def.Velocity;
	In.Facings.back() = UnitFacing(Def.Facing);
	In.Radii.back() = Def.Radius > 0.0f ? Def.Radius : In.Settings.BodyRadius;
	In.Speeds.back() = (Def.Speed > 0.0f ? Def.Speed : In.Settings.WalkSpeed) * Def.SpeedScale;
	In.Goals.back() = Def.Position;
	Teleport(Id, Def.Position);
	return Id;
}

bool FCrowd::Teleport(FAgentId Id, const FVector& Position)
{
	FImpl& In = *Impl;
	if (!In.IsLive(Id) || !IsFinite(Position))
	{
		return false;
	}
	if (In.Queries.empty())
	{
		In.Queries.emplace_back(In.Mesh, In.Settings.MaxSearchNodes);
	}
	const size_t Agent = size_t(In.Slots[Id.Index].Place);
	const FVector& Reach = In.Settings.SearchExtent;
	const float Near = In.Settings.OffMeshDistance;
	const FNavLocation Ground =
	    In.Queries[0].FindNearest(Position, {Near, std::max(Reach.y, Near), Near}, In.FilterOf(Agent));
	In.Positions[Agent] = Position;
	In.Memories[Agent].bHasPlace = 0;
	if (Ground.IsValid())
	{
		In.Positions[Agent] = Ground.Position;
		In.Land(Agent, Ground);
	}
	else
	{
		In.LeaveMesh(Agent);
	}
	In.EventBits[Agent] = 0; // where the host puts it is no news to the host
	In.NextCorners[Agent] = In.Positions[Agent];
	return true;
}

bool FCrowd::RemoveAgent(FAgentId Id)
{
	return RemoveAgents(std::span(&Id, 1)) == 1;
}

int32_t FCrowd::RemoveAgents(std::span<const FAgentId> Ids)
{
	int32_t Count = 0;
	for (const FAgentId Id : Ids)
	{
		if (Impl->IsLive(Id))
		{
			FImpl::FSlot& Slot = Impl->Slots[Id.Index];
			Slot.bLive = 0;
			++Slot.Generation;
			Impl->FreeSlots.push_back(Id.Index);
			++Count;
		}
	}
	if (Count > 0)
	{
		Impl->CloseGaps();
	}
	return Count;
}

void FCrowd::FImpl::CloseGaps()
{
	size_t Kept = 0;
	for (size_t From = 0; From < Num(); ++From)
	{
		if (!IsLive(Ids[From]))
		{
			continue;
		}
		Slots[Ids[From].Index].Place = int32_t(Kept);
		if (From != Kept)
		{
			ForEachArray([&](auto& Array) { Array[Kept] = Array[From]; });
		}
		++Kept;
	}
	ForEachArray([&](auto& Array) { Array.resize(Kept); });
}

bool FCrowd::SetGoal(FAgentId Id, const FVector& Goal, EPathUrgency Urgency, FPolyRef Poly)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || !IsFinite(Goal))
	{
		return false;
	}
	const size_t Agent = size_t(Place);
	FAgentMemory& Memory = Impl->Memories[Agent];
	Impl->Goals[Agent] = Goal;
	Impl->GoalStates[Agent] = EGoalState::Pending;
	Memory.GoalPoly = Poly;
	Memory.bUrgent = Urgency == EPathUrgency::Urgent ? 1 : 0;
	Memory.Parts = 0;
	Memory.bHasPlace = 0;
	Memory.bReturning = 0;
	Impl->WantPath(Agent);
	return true;
}

bool FCrowd::Stop(FAgentId Id)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0)
	{
		return false;
	}
	const size_t Agent = size_t(Place);
	FAgentMemory& Memory = Impl->Memories[Agent];
	Impl->GoalStates[Agent] = EGoalState::None;
	Memory.bWantsPath = 0;
	Memory.bHasPath = 0;
	Memory.bHasPlace = 0;
	Memory.bReturning = 0;
	FAgentWay& Way = Impl->WayOf(Agent);
	if (Impl->States[Agent] == EAgentState::Moving || Impl->States[Agent] == EAgentState::WaitingForPath)
	{
		Impl->States[Agent] = EAgentState::Idle;
		Way.Corridor.Reset(Way.Corridor.GetLocation());
	}
	Memory.CornerCount = 0;
	return true;
}

bool FCrowd::SetSpeed(FAgentId Id, float Speed)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || !IsGoodSpeed(Speed))
	{
		return false;
	}
	Impl->Orders[size_t(Place)].Speed = Speed;
	return true;
}

bool FCrowd::SetAngularSpeed(FAgentId Id, float DegreesPerSecond)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || !IsGoodAngularSpeed(DegreesPerSecond))
	{
		return false;
	}
	Impl->Orders[size_t(Place)].AngularSpeed = DegreesPerSecond;
	return true;
}

bool FCrowd::SetSpeedScale(FAgentId Id, float Scale)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || !IsGoodScale(Scale))
	{
		return false;
	}
	Impl->Orders[size_t(Place)].SpeedScale = Scale;
	return true;
}

bool FCrowd::SetRadius(FAgentId Id, float Radius)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || !IsGoodRadius(Radius))
	{
		return false;
	}
	Impl->Orders[size_t(Place)].Radius = Radius;
	return true;
}

bool FCrowd::SetMaxAcceleration(FAgentId Id, float Acceleration)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || !IsGoodAcceleration(Acceleration))
	{
		return false;
	}
	Impl->Orders[size_t(Place)].MaxAcceleration = Acceleration;
	return true;
}

bool FCrowd::SetAgentFilter(FAgentId Id, uint8_t Filter)
{
	const int32_t Place = FindIndex(Id);
	if (Place < 0 || Filter >= MaxCrowdFilters)
	{
		return false;
	}
	const size_t Agent = size_t(Place);
	Impl->Orders[Agent].Filter = Filter;
	if (Impl->Memories[Agent].bHasPath != 0)
	{
		Impl->WantPath(Agent);
	}
	return true;
}

bool FCrowd::SetAvoids(FAgentId Id, bool bAvoids)
{
	const int32_t Place = FindIndex(Id);
	if (Place >= 0)
	{
		Impl->Orders[size_t(Place)].bAvoids = bAvoids ? 1 : 0;
	}
	return Place >= 0;
}

bool FCrowd::EndLink(FAgentId Id)
{
	const int32_t Place = FindIndex(Id);
	const bool bOnLink = Place >= 0 && Impl->States[size_t(Place)] == EAgentState::OnLink;
	if (bOnLink)
	{
		Impl->Memories[size_t(Place)].bLinkDone = 1;
	}
	return bOnLink;
}
} // namespace Flockwork
