// Who is in a crowd: joining, leaving, and what agents are told.
#include "ComponentClasses.h"
#include "CrowdData.h"
#include "FlockworkGame/Components.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
const FBodySetup* FindBodySetup(const UWorld& World, FActorId Actor)
{
	const IComponentSettings* Body = FindSourceSettings(World, Actor, FBodySettings::Table().Name);
	return Body ? &static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings : nullptr;
}

// Empty: the actor has no flocking component.
std::string FindFlockId(const UWorld& World, FActorId Actor)
{
	const IComponentSettings* Flocking = FindSourceSettings(World, Actor, FFlockingSettings::Table().Name);
	if (!Flocking)
	{
		return {};
	}
	const FFlockingSettings& Flock =
	    static_cast<const TComponentSettings<FFlockingSetup>*>(Flocking)->Settings.Settings;
	return Flock.FlockId.empty() ? Flock.Preset : Flock.FlockId;
}
} // namespace

float GetFootOffset(const FBodySetup* Body, float Scale)
{
	if (!Body)
	{
		return 0.0f;
	}
	const FBodySettings& Settings = Body->Settings;
	switch (Settings.Shape)
	{
	case EShapeType::Box:
		return Settings.HalfExtent.y * Scale;
	case EShapeType::Sphere:
		return Settings.Radius * Scale;
	case EShapeType::Capsule:
		return (Settings.Radius + Settings.HalfHeight) * Scale;
	case EShapeType::Hull:
	case EShapeType::Mesh:
		break;
	}
	float Lowest = 0.0f;
	for (const FVector& Point : Body->Points)
	{
		Lowest = std::min(Lowest, Point.y);
	}
	return -Lowest * Scale;
}

float GetRoundRadius(const FBodySetup* Body, float Scale)
{
	const bool bRound =
	    Body && (Body->Settings.Shape == EShapeType::Sphere || Body->Settings.Shape == EShapeType::Capsule);
	return bRound ? Body->Settings.Radius * Scale : 0.0f;
}

FVector GetPlaceNow(const UWorld& World, const AActor& Actor)
{
	return Actor.Body.IsValid() ? World.GetPhysics().GetTransform(Actor.Body).Location : Actor.Transform.Location;
}

int32_t UCrowdSubsystem::FImpl::FindGroup(std::string_view CrowdId) const
{
	const auto Found =
	    std::find_if(Groups.begin(), Groups.end(), [&](const FCrowdGroup& Group) { return Group.CrowdId == CrowdId; });
	return Found == Groups.end() ? -1 : int32_t(Found - Groups.begin());
}

int32_t UCrowdSubsystem::FImpl::FindOrAddGroup(std::string_view CrowdId)
{
	const int32_t Found = FindGroup(CrowdId);
	if (Found >= 0)
	{
		return Found;
	}
	Groups.emplace_back().CrowdId = std::string(CrowdId);
	return int32_t(Groups.size()) - 1;
}

void UCrowdSubsystem::FImpl::EnsureCrowd(UWorld& World)
{
	const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	if (!Crowd)
	{
		Mesh = &Navigation.GetMesh();
		Crowd = std::make_unique<FCrowd>(*Mesh, Settings, World.GetScheduler());
		MeshBuild = 0;
	}
}

// Another mesh: everybody starts anew on it, with the goals that they have. The same, built anew: costs may differ.
void UCrowdSubsystem::FImpl::TakeMesh(UWorld& World)
{
	const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	if (Mesh != &Navigation.GetMesh())
	{
		Crowd.reset();
		Leaving.clear();
		for (FEntry& Entry : Members.GetAll())
		{
			FCrowdMember& Member = Entry.Data;
			Member.Agent = {};
			Member.Place = -1;
			Member.bDriven = Member.bStands = false;
			Member.FleeState = EFleeState::Calm;
		}
		for (FCrowdGroup& Group : Groups)
		{
			Group.Planner.reset();
		}
		EnsureCrowd(World);
	}
	if (MeshBuild != Navigation.GetBuildCount())
	{
		MeshBuild = Navigation.GetBuildCount();
		for (int32_t Filter = 0; Filter < MaxCrowdFilters; ++Filter)
		{
			Crowd->SetFilter(Filter, Navigation.GetFilter());
		}
	}
}

FAgentDef UCrowdSubsystem::FImpl::MakeDef(const FEntry& Entry) const
{
	const FCrowdMember& Member = Entry.Data;
	FAgentDef Def;
	Def.Position = Member.Feet;
	Def.Velocity = Member.Velocity;
	Def.Radius = Member.Radius;
	Def.Speed = Member.Settings.Speed;
	Def.SpeedScale = Member.Scale;
	Def.AngularSpeed = Member.Settings.AngularSpeed;
	Def.MaxAcceleration = Member.Settings.MaxAcceleration;
	Def.UserData = Entry.CreationId;
	return Def;
}

// Who has left goes, who has come is added; the crowd's order is that of the members.
void UCrowdSubsystem::FImpl::Flush()
{
	if (bFrozen || !Crowd)
	{
		return;
	}
	if (!Leaving.empty())
	{
		Crowd->RemoveAgents(Leaving);
		Leaving.clear();
	}
	FDiagnostics Checked; // Attach has refused what is out of range
	int32_t Place = 0;
	for (FEntry& Entry : Members.GetAll())
	{
		FCrowdMember& Member = Entry.Data;
		Member.Place = Place++;
		if (!Member.Agent.IsValid())
		{
			Member.Agent = Crowd->AddAgent(MakeDef(Entry), Checked);
			if (Member.bHasGoal)
			{
				Crowd->SetGoal(Member.Agent, Member.Goal);
			}
		}
	}
	FW_CHECK(Crowd->GetAgentCount() == Place, "every member is an agent, and every agent a member");
}

void UCrowdSubsystem::FImpl::ComposeFlee(FCrowdGroup& Group)
{
	FDiagnostics Checked; // each was taken when it was set
	Group.Flee = Group.Registered;
	for (const auto& [Field, Value] : Group.NamedChanges)
	{
		FFleeSettings::Table().Set(&Group.Flee, Field, Value, Checked);
	}
}

bool UCrowdSubsystem::Attach(UWorld& World, AActor& Actor, const FNavAgentSettings& Settings, FDiagnostics& Diagnostics)
{
	Impl->EnsureCrowd(World);
	const FBodySetup* Body = FindBodySetup(World, Actor.Id);
	FCrowdMember Member;
	Member.Settings = Settings;
	Member.FlockId = FindFlockId(World, Actor.Id);
	const std::string& OwnId = Settings.CrowdId.empty() ? Member.FlockId : Settings.CrowdId;
	Member.Group = Impl->FindOrAddGroup(OwnId.empty() ? std::string_view("Crowd") : std::string_view(OwnId));
	Member.FootOffset = GetFootOffset(Body, Actor.Transform.Scale);
	Member.Radius = Settings.Radius > 0.0f ? Settings.Radius : GetRoundRadius(Body, Actor.Transform.Scale);
	const float Luck = World.GetRandom("navAgent").Range(-1.0f, 1.0f);
	Member.Scale = Settings.SpeedScale * (1.0f + Settings.SpeedVariation * Luck);
	Member.Feet = Actor.Transform.Location - UpVector * Member.FootOffset;
	Member.Velocity = Actor.Velocity;
	Member.Anchor = Member.Feet;
	Member.Home = Member.Feet;
	const FSettingField& Range = *FCrowdSettings::Table().Find("bodyRadius");
	if (Member.Radius != 0.0f && !(Member.Radius >= float(Range.Min) && Member.Radius <= float(Range.Max)))
	{
		Diagnostics.Error({}, "navAgent.radius",
		    std::to_string(Member.Radius) +
		        " m, of which the body's scale is a part, is out of crowd.bodyRadius' range");
		return false;
	}
	Impl->Members.Add(Actor, std::move(Member));
	return true;
}

void UCrowdSubsystem::Detach(FActorId Actor)
{
	if (const FCrowdMember* Member = Impl->Members.Find(Actor))
	{
		if (Member->Agent.IsValid())
		{
			Impl->Leaving.push_back(Member->Agent);
		}
		Impl->Members.Remove(Actor);
	}
}

bool UCrowdSubsystem::AttachFlee(UWorld& World, const AActor& Actor, const FFleeSetup& Setup, FDiagnostics& Diagnostics)
{
	FCrowdMember* Member = Impl->Members.Find(Actor.Id);
	if (!Member)
	{
		Diagnostics.Error({}, "flee", "who flees walks on the navmesh: a navAgent component is needed beside it");
		return false;
	}
	FCrowdGroup& Group = Impl->Groups[size_t(Member->Group)];
	Member->bFlees = true;
	const FSettingsTable& Table = FFleeSettings::Table();
	if (!Group.bHasFlee)
	{
		Group.bHasFlee = true;
		Group.Preset = Setup.Preset;
		Group.Changes = Setup.Changes;
		Group.Registered = Setup.Settings;
		FImpl::ComposeFlee(Group);
	}
	else if (Group.Preset != Setup.Preset ||
	         WriteJson(Table.Write(&Group.Registered)) != WriteJson(Table.Write(&Setup.Settings)))
	{
		FDiagnostics Found;
		Found.Warning({}, "flee",
		    "\"" + Actor.Name + "\" flees as the crowd \"" + Group.CrowdId +
		        "\" does, whose first member brought other settings; give it a navAgent.crowdId of its own");
		World.AddDiagnostics(Found);
	}
	return true;
}

void UCrowdSubsystem::DetachFlee(FActorId Actor)
{
	FCrowdMember* Member = Impl->Members.Find(Actor);
	if (Member && Member->bFlees)
	{
		Member->bFlees = false;
		Impl->Resume(*Member);
	}
}

bool UCrowdSubsystem::IsAgent(FActorId Actor) const
{
	return Impl->Members.Find(Actor) != nullptr;
}

const FNavAgentSettings* UCrowdSubsystem::GetAgentSettings(FActorId Actor) const
{
	const FCrowdMember* Member = Impl->Members.Find(Actor);
	return Member ? &Member->Settings : nullptr;
}

bool UCrowdSubsystem::SetAgentSettings(FActorId Actor, const FNavAgentSettings& Settings)
{
	FCrowdMember* Member = Impl->Members.Find(Actor);
	if (!Member)
	{
		return false;
	}
	Member->Scale *= Settings.SpeedScale / Member->Settings.SpeedScale;
	Member->Radius = Settings.Radius > 0.0f ? Settings.Radius : Member->Radius;
	Member->Settings = Settings;
	if (Impl->Crowd && Member->Agent.IsValid())
	{
		Impl->Crowd->SetSpeedScale(Member->Agent, Member->Scale);
		Impl->Crowd->SetRadius(Member->Agent, Member->Radius);
		Impl->Crowd->SetMaxAcceleration(Member->Agent, Settings.MaxAcceleration);
		if (!Member->bDriven)
		{
			Impl->Crowd->SetSpeed(Member->Agent, Settings.Speed);
			Impl->Crowd->SetAngularSpeed(Member->Agent, Settings.AngularSpeed);
		}
	}
	return true;
}

bool UCrowdSubsystem::SetGoal(const UWorld& World, FActorId Actor, const FVector& Goal, FDiagnostics& Diagnostics)
{
	FCrowdMember* Member = Impl->Members.Find(Actor);
	const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	const auto Refuse = [&](const std::string& Why)
	{
		Diagnostics.Error({}, "order.setGoal", Why);
		return false;
	};
	if (!Member)
	{
		const AActor* Known = World.FindActor(Actor);
		return Refuse(
		    Known ? "\"" + Known->Name + "\" has no navAgent component" : std::string("there is no such actor"));
	}
	if (!Navigation.IsBuilt())
	{
		return Refuse("the world has no navmesh yet: build or load one first");
	}
	const FVector& Extent = Impl->Settings.SearchExtent;
	if (!IsFinite(Goal) || !Navigation.FindGround(Goal, Extent).IsValid())
	{
		return Refuse("there is no ground within " + std::to_string(Extent.x) + " m (" + std::to_string(Extent.y) +
		              " m up or down) of (" + std::to_string(Goal.x) + ", " + std::to_string(Goal.y) + ", " +
		              std::to_string(Goal.z) + ")");
	}
	Member->bHasGoal = true;
	Member->Goal = Goal;
	if (Member->Agent.IsValid() && !Member->bDriven)
	{
		Impl->Crowd->SetGoal(Member->Agent, Goal);
	}
	return true;
}

bool UCrowdSubsystem::ClearGoal(FActorId Actor)
{
	FCrowdMember* Member = Impl->Members.Find(Actor);
	if (!Member)
	{
		return false;
	}
	Member->bHasGoal = false;
	if (Member->Agent.IsValid() && !Member->bDriven)
	{
		Impl->Crowd->Stop(Member->Agent);
	}
	return true;
}
} // namespace Flockwork
