// What hosts, scripts and subsystems ask of a world; the frame is in World.cpp.
#include "FlockworkCore/Assert.h"
#include "FlockworkGame/DebugLayers.h"
#include "OrderRunner.h"
#include "WorldState.h"

#include <algorithm>

namespace Flockwork
{
void UWorld::FState::Keep(const FDiagnostics& Found)
{
	for (const FDiagnostic& Item : Found.GetAll())
	{
		const size_t Count = Diagnostics.GetAll().size();
		if (Count > MaxDiagnostics)
		{
			return;
		}
		if (Count == MaxDiagnostics)
		{
			Diagnostics.Warning({}, "", "more was reported than is kept; the rest is left out");
		}
		else if (Item.Severity == ESeverity::Error)
		{
			Diagnostics.Error(Item.Place, Item.Field, Item.Message);
		}
		else
		{
			Diagnostics.Warning(Item.Place, Item.Field, Item.Message);
		}
	}
}

float UWorld::GetAlpha() const
{
	return State->Alpha;
}

void UWorld::SetAlpha(float Alpha)
{
	State->Alpha = Alpha >= 0.0f ? std::min(Alpha, 1.0f) : (Alpha < 0.0f ? 0.0f : 1.0f);
}

void UWorld::FState::TellOfLosses()
{
	const auto Tell = [&](const FEvent& Event, bool& bTold, std::string_view Setting, const char* What)
	{
		const AActor* const Actor = Actors.Find(Event.A);
		if (bTold || !Actor)
		{
			return;
		}
		bTold = true;
		FDiagnostics Found;
		Found.Warning({}, Setting,
		    "\"" + Actor->Name + "\" " + What + "; others that do so are told by the event \"" +
		        std::string(Events.GetName(Event.Id)) + "\" alone");
		Keep(Found);
	};
	for (size_t Index = 0; Index < Events.GetAll().size() && !(bToldOfFall && bToldOfReset); ++Index)
	{
		const FEvent& Event = Events.GetAll()[Index];
		if (Event.Id == EEvent::FellOut)
		{
			Tell(Event, bToldOfFall, "world.killHeight", "fell below it and was destroyed");
		}
		else if (Event.Id == EEvent::BodyReset)
		{
			Tell(Event, bToldOfReset, "world.maxDistance", "left it, and was put back and stopped");
		}
	}
}

int64_t UWorld::GetStepCount() const
{
	return State->StepCount;
}

double UWorld::GetTime() const
{
	return double(State->StepCount) * double(State->Settings.FixedStep);
}

bool UWorld::IsInStep() const
{
	return State->bInStep;
}

int32_t UWorld::GetNextPhase() const
{
	return State->bInStep ? State->NextPhase : -1;
}

const FStepProfile& UWorld::GetProfile() const
{
	return State->Profile;
}

FStepProfile& UWorld::GetProfile()
{
	return State->Profile;
}

FDiagnostics UWorld::TakeDiagnostics()
{
	FDiagnostics Taken = std::move(State->Diagnostics);
	State->Diagnostics = FDiagnostics{};
	return Taken;
}

void UWorld::AddDiagnostics(const FDiagnostics& Found)
{
	State->Keep(Found);
}

std::span<const FActorId> UWorld::GetActors() const
{
	return State->Actors.GetOrder();
}

const AActor* UWorld::FindActor(FActorId Actor) const
{
	const AActor* Found = State->Actors.Find(Actor);
	return Found && Found->State != EActorState::Reserved ? Found : nullptr;
}

AActor* UWorld::FindActor(FActorId Actor)
{
	return const_cast<AActor*>(static_cast<const UWorld*>(this)->FindActor(Actor));
}

const FTransform& UWorld::GetPreviousTransform(FActorId Actor) const
{
	static const FTransform Nowhere;
	return FindActor(Actor) ? State->Actors.PreviousOf(Actor) : Nowhere;
}

FActorId UWorld::FindActorByName(std::string_view Name) const
{
	return State->Actors.FindByName(Name);
}

const FPrefab* UWorld::GetSource(FActorId Actor) const
{
	return FindActor(Actor) ? State->Actors.GetSource(Actor).get() : nullptr;
}

FActorId UWorld::SpawnActor(
    std::string_view Prefab, const FTransform& Transform, FDiagnostics& Diagnostics, std::string_view Name)
{
	FActorId Actor;
	Execute(FOrder::Spawn(std::string(Prefab), Transform, std::string(Name)), Diagnostics, &Actor);
	return Actor;
}

bool UWorld::DestroyActor(FActorId Actor)
{
	FDiagnostics Ignored; // the answer says all there is to say
	return Execute(FOrder::Destroy(Actor), Ignored);
}

bool UWorld::KillActor(FActorId Actor)
{
	AActor* Found = FindActor(Actor);
	if (!Found || Found->State == EActorState::PendingKill)
	{
		return false;
	}
	Found->State = EActorState::PendingKill;
	State->Events.Raise({EEvent::Destroyed, Actor, {}, Found->Transform.Location, 0.0f, Found->SpawnKey});
	State->Kills.push_back(Actor);
	State->Actors.ReleaseName(*Found); // whoever is spawned in its place in this step may have it
	if (!State->bInStep)
	{
		EndKilledActors();
	}
	return true;
}

void UWorld::DetachComponents(AActor& Actor)
{
	const FGameRegistry& Registry = GetRegistry();
	for (int32_t Class = Registry.GetComponentClassCount() - 1; Class >= 0; --Class)
	{
		if ((Actor.Components >> Class) & 1u)
		{
			Registry.GetComponentClass(Class).Detach(*this, Actor);
		}
	}
}

void UWorld::EndKilledActors()
{
	for (const FActorId Id : State->Kills)
	{
		DetachComponents(*State->Actors.Find(Id));
	}
	if (!State->Kills.empty())
	{
		State->Actors.Free(State->Kills);
		State->Bodies.MarkDirty();
		State->Kills.clear();
	}
}

void UWorld::MarkTeleported(FActorId Actor)
{
	State->Bodies.MarkTeleported(Actor);
}

void UWorld::MarkBodyChanged(FActorId Id)
{
	if (AActor* Actor = FindActor(Id))
	{
		State->Bodies.BodyChanged(State->Actors, *Actor);
	}
}

FActorId UWorld::Enqueue(FOrder Order, FDiagnostics& Diagnostics, bool* bOutAccepted)
{
	return FOrderRunner(*this).Enqueue(std::move(Order), Diagnostics, bOutAccepted);
}

bool UWorld::Execute(FOrder Order, FDiagnostics& Diagnostics, FActorId* OutActor)
{
	return FOrderRunner(*this).Execute(std::move(Order), Diagnostics, OutActor);
}

const FWorldSettings& UWorld::GetSettings() const
{
	return State->Settings;
}

FPhysicsWorld& UWorld::GetPhysics()
{
	return *State->Physics;
}

const FPhysicsWorld& UWorld::GetPhysics() const
{
	return *State->Physics;
}

ITaskScheduler& UWorld::GetScheduler() const
{
	return *State->Scheduler;
}

const FGameRegistry& UWorld::GetRegistry() const
{
	return State->Prefabs->GetRegistry();
}

FPrefabLibrary& UWorld::GetPrefabs() const
{
	return *State->Prefabs;
}

USubsystem& UWorld::GetSubsystem(std::string_view Name) const
{
	USubsystem* Found = FindSubsystem(Name);
	FW_CHECK(Found, "the world has no subsystem of that name: is its module registered?");
	return *Found;
}

USubsystem* UWorld::FindSubsystem(std::string_view Name) const
{
	for (const std::unique_ptr<USubsystem>& Subsystem : State->Subsystems)
	{
		if (Subsystem->GetName() == Name)
		{
			return Subsystem.get();
		}
	}
	return nullptr;
}

FEventList& UWorld::GetEvents()
{
	return State->Events;
}

const FEventList& UWorld::GetEvents() const
{
	return State->Events;
}

FMetricsRecorder& UWorld::GetMetrics()
{
	return State->Metrics;
}

const FMetricsRecorder& UWorld::GetMetrics() const
{
	return State->Metrics;
}

const FCrowdRecorder& UWorld::GetCrowdMetrics() const
{
	return State->CrowdMetrics;
}

const FFlowRecorder& UWorld::GetFlowMetrics() const
{
	return State->FlowMetrics;
}

FCheckList& UWorld::GetChecks()
{
	return State->Checks;
}

const FCheckList& UWorld::GetChecks() const
{
	return State->Checks;
}

const FCameraWish& UWorld::GetCameraWish() const
{
	return State->CameraWish;
}

FRandomStream& UWorld::GetRandom(std::string_view Purpose)
{
	const auto Found = State->Random.find(Purpose);
	if (Found != State->Random.end())
	{
		return Found->second;
	}
	const FRandomStream Stream = FRandomStream::ForPurpose(uint64_t(State->Settings.Seed), Purpose);
	return State->Random.emplace(std::string(Purpose), Stream).first->second;
}

uint64_t UWorld::GetStateHash() const
{
	return State->StateHash;
}

void UWorld::SetRecorder(FReplayRecorder* Recorder)
{
	State->Recorder = Recorder;
	if (Recorder)
	{
		Recorder->Begin(*this);
	}
}

void UWorld::DrawDebug(IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	for (const std::unique_ptr<USubsystem>& Subsystem : State->Subsystems)
	{
		Subsystem->DrawDebug(*this, Draw, Layers);
	}
	if (Layers.bBodies)
	{
		State->Physics->DrawShapes(Draw, FVector{}, State->Settings.MaxDistance);
	}
	if (Layers.bNames)
	{
		for (const FActorId Id : GetActors())
		{
			const AActor& Actor = *State->Actors.Find(Id);
			Draw.Text(Actor.Transform.Location + UpVector, Actor.Name, {1.0f, 1.0f, 1.0f, 1.0f});
		}
	}
}
} // namespace Flockwork
