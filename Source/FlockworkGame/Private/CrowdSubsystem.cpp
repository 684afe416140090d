#include "FlockworkGame/CrowdSubsystem.h"

#include "CrowdData.h"
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>

namespace Flockwork
{
UCrowdSubsystem::UCrowdSubsystem() : Impl(std::make_unique<FImpl>()) {}
UCrowdSubsystem::~UCrowdSubsystem() = default;

void UCrowdSubsystem::Run(UWorld& World, EPhase Phase)
{
	switch (Phase)
	{
	case EPhase::Sense:
		Impl->Sense(World);
		break;
	case EPhase::Decide:
		Impl->Decide(World);
		break;
	case EPhase::Steer:
		Impl->Steer(World);
		break;
	case EPhase::Simulate:
		Impl->Simulate(World);
		break;
	case EPhase::ReadBack:
		Impl->ReadBack(World);
		break;
	case EPhase::Report:
		Impl->Report(World);
		break;
	default:
		break;
	}
}

bool UCrowdSubsystem::GetAgent(FActorId Actor, FCrowdAgentInfo& Out) const
{
	Impl->Flush();
	const FCrowdMember* Member = Impl->Members.Find(Actor);
	if (!Member || Member->Place < 0)
	{
		return false;
	}
	const size_t Place = size_t(Member->Place);
	const FCrowd& Crowd = *Impl->Crowd;
	Out.CrowdId = Impl->Groups[size_t(Member->Group)].CrowdId;
	Out.State = Crowd.GetStates()[Place];
	Out.GoalState = Crowd.GetGoalStates()[Place];
	Out.FleeState = Member->FleeState;
	Out.Feet = Member->Feet;
	Out.WishedVelocity = Crowd.GetWishedVelocities()[Place];
	Out.NextCorner = Crowd.GetNextCorners()[Place];
	Out.Goal = Crowd.GetGoals()[Place];
	Out.Radius = Crowd.GetRadii()[Place];
	Out.StuckTime = Member->StuckTime;
	Out.bFlocks = Member->Mover == EAgentMover::Flock;
	return true;
}

int32_t UCrowdSubsystem::GetCrowdCount() const
{
	return int32_t(Impl->Groups.size());
}

int32_t UCrowdSubsystem::FindCrowd(std::string_view CrowdId) const
{
	return Impl->FindGroup(CrowdId);
}

std::vector<std::string_view> UCrowdSubsystem::GetCrowdIds() const
{
	std::vector<std::string_view> Ids;
	for (const FCrowdGroup& Group : Impl->Groups)
	{
		Ids.push_back(Group.CrowdId);
	}
	return Ids;
}

std::string_view UCrowdSubsystem::GetCrowdId(int32_t Crowd) const
{
	return Impl->Groups[size_t(Crowd)].CrowdId;
}

std::vector<FActorId> UCrowdSubsystem::GetActors(std::string_view CrowdId) const
{
	std::vector<FActorId> Actors;
	const int32_t Group = Impl->FindGroup(CrowdId);
	for (const FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		if (CrowdId.empty() || Entry.Data.Group == Group)
		{
			Actors.push_back(Entry.Actor);
		}
	}
	return Actors;
}

const FCrowd* UCrowdSubsystem::GetCrowd() const
{
	Impl->Flush();
	return Impl->Crowd.get();
}

bool UCrowdSubsystem::SetCrowdSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	FCrowdSettings Changed = Impl->Settings;
	if (!FCrowdSettings::Table().Set(&Changed, Field, Value, Diagnostics))
	{
		return false;
	}
	Impl->Settings = Changed;
	if (Impl->Crowd)
	{
		Impl->Crowd->SetSettings(Changed);
	}
	return true;
}

const FCrowdSettings& UCrowdSubsystem::GetSettings() const
{
	return Impl->Settings;
}

bool UCrowdSubsystem::SetFleeSetting(
    std::string_view CrowdId, std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	const int32_t Only = Impl->FindGroup(CrowdId);
	if ((!CrowdId.empty() && Only < 0) || Impl->Groups.empty())
	{
		const std::string_view Near = NearestName(CrowdId, GetCrowdIds());
		Diagnostics.Error({}, "flee",
		    "there is no crowd \"" + std::string(CrowdId) + "\"" +
		        (Near.empty() ? std::string(" yet") : "; did you mean \"" + std::string(Near) + "\"?"));
		return false;
	}
	const FSettingsTable& Table = FFleeSettings::Table();
	const auto IsMeant = [&](const FCrowdGroup& Group) { return CrowdId.empty() || Group.CrowdId == CrowdId; };
	for (const FCrowdGroup& Group : Impl->Groups) // all or none
	{
		FFleeSettings Trial = Group.Flee;
		if (IsMeant(Group) &&
		    (!Table.Set(&Trial, Field, Value, Diagnostics) || !ValidateFleeSettings(Trial, Diagnostics)))
		{
			return false;
		}
	}
	for (FCrowdGroup& Group : Impl->Groups)
	{
		if (IsMeant(Group))
		{
			std::erase_if(Group.NamedChanges, [&](const auto& Change) { return Change.first == Field; });
			Group.NamedChanges.emplace_back(std::string(Field), Value);
			FImpl::ComposeFlee(Group);
		}
	}
	return true;
}

bool UCrowdSubsystem::GetFleeSetting(std::string_view CrowdId, std::string_view Field, FSettingValue& Out) const
{
	const FFleeSettings* Settings = GetFleeSettings(CrowdId);
	const FSettingField* Found = FFleeSettings::Table().Find(Field);
	if (!Settings || !Found)
	{
		return false;
	}
	Out = FFleeSettings::Table().Get(Settings, *Found);
	return true;
}

const FFleeSettings* UCrowdSubsystem::GetFleeSettings(std::string_view CrowdId) const
{
	const int32_t Group = CrowdId.empty() && !Impl->Groups.empty() ? 0 : Impl->FindGroup(CrowdId);
	return Group < 0 ? nullptr : &Impl->Groups[size_t(Group)].Flee;
}

int32_t UCrowdSubsystem::ApplyPresets(const UWorld& World)
{
	const FSettingsTable& Table = FFleeSettings::Table();
	int32_t Changed = 0;
	for (FCrowdGroup& Group : Impl->Groups)
	{
		const FFleeSettings* Preset =
		    Group.Preset.empty() ? nullptr : World.GetPrefabs().GetPresets().FindCrowd(Group.Preset);
		if (!Preset)
		{
			continue; // its file is gone: the values stay
		}
		FFleeSettings Fresh = *Preset;
		FDiagnostics Known; // read without complaint when the prefab was loaded
		Table.Read(&Fresh, Group.Changes, Group.Preset, Known);
		if (WriteJson(Table.Write(&Fresh)) != WriteJson(Table.Write(&Group.Registered)) &&
		    ValidateFleeSettings(Fresh, Known))
		{
			Group.Registered = Fresh;
			FImpl::ComposeFlee(Group);
			++Changed;
		}
	}
	return Changed;
}

void UCrowdSubsystem::AddToHash(FStateHash& Hash) const
{
	if (Impl->Members.GetAll().empty())
	{
		return; // a world without agents keeps the hash that it had before there were any
	}
	Impl->Flush();
	Impl->Crowd->AddToHash(Hash);
	for (const FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		Hash.Add(uint64_t(Entry.CreationId));
		Hash.Add(Entry.Data.Goal);
		Hash.Add(Entry.Data.Scale);
		Hash.Add(uint64_t(Entry.Data.FleeState));
		if (Entry.Data.bEveryday)
		{
			Hash.Add(uint64_t(uint32_t(Entry.Data.Point)));
			Hash.Add(Entry.Data.Pause);
		}
	}
	for (const FCrowdGroup& Group : Impl->Groups)
	{
		if (Group.Planner)
		{
			Group.Planner->AddToHash(Hash);
		}
	}
}

void UCrowdSubsystem::DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	if (!Impl->Crowd)
	{
		return;
	}
	Impl->Flush();
	if (Layers.bCrowd)
	{
		Impl->Crowd->Draw(Draw);
	}
	for (FCrowdGroup& Group : Impl->Groups)
	{
		if (Layers.bEscape && Group.Planner && Group.Ids.size() == Group.Decisions.size())
		{
			FFleeInput Input;
			Input.Locations = Group.Locations;
			Input.Velocities = Group.Velocities;
			Input.Ids = Group.Ids;
			Input.Speeds = Group.Speeds;
			Input.Threats = Group.Threats;
			Input.Step = uint64_t(World.GetStepCount());
			Group.Planner->Draw(Draw, Group.Flee, Input);
		}
	}
}
} // namespace Flockwork
