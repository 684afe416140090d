#include "FlockworkGame/World.h"

#include "FlockworkCore/Assert.h"
#include "FlockworkCore/HashMany.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "OrderRunner.h"
#include "WorldState.h"

#include <cmath>

namespace Flockwork
{
// Here, where a physics world can be destroyed: a host need not include PhysicsWorld.h.
FWorldDef::FWorldDef() = default;
FWorldDef::~FWorldDef() = default;
FWorldDef::FWorldDef(FWorldDef&&) noexcept = default;
FWorldDef& FWorldDef::operator=(FWorldDef&&) noexcept = default;

namespace
{
// Out of range: the nearest value; no number: the default. A world that cannot step is of no use to anybody.
FWorldSettings MakeGood(const FWorldSettings& Wanted, FDiagnostics& Diagnostics)
{
	const FSettingsTable& Table = FWorldSettings::Table();
	FWorldSettings Good;
	for (const FSettingField& Field : Table.Fields)
	{
		Table.Set(&Good, Field.Name, Table.Get(&Wanted, Field), Diagnostics);
	}
	return Good;
}
} // namespace

UWorld::UWorld(FWorldDef Def) : State(std::make_unique<FState>())
{
	FDiagnostics Found;
	Def.Settings = MakeGood(Def.Settings, Found);
	State->Settings = Def.Settings;
	State->Prefabs = Def.Prefabs ? std::move(Def.Prefabs) : std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	if (!Def.Scheduler)
	{
		FTaskPoolSettings PoolSettings;
		PoolSettings.ThreadCount = Def.Settings.Threads;
		State->OwnPool = std::make_unique<FTaskPool>(PoolSettings);
	}
	State->Scheduler = Def.Scheduler ? Def.Scheduler : State->OwnPool.get();
	State->bHostStepsPhysics = Def.bHostStepsPhysics;
	State->Physics = std::move(Def.PhysicsWorld);
	if (!State->Physics)
	{
		State->Physics = std::make_unique<FPhysicsWorld>(Def.Physics, *State->Scheduler);
	}
	FPhysicsSettings Physics = State->Physics->GetSettings();
	if (Physics.MaxDeltaTime < Def.Settings.FixedStep)
	{
		Found.Warning({}, "physics.maxDeltaTime",
		    std::to_string(Physics.MaxDeltaTime) + " s is less than world.fixedStep, which it was raised to");
		Physics.MaxDeltaTime = Def.Settings.FixedStep;
		State->Physics->ApplySettings(Physics, Found);
	}
	State->Keep(Found);
	State->Orders.SetCapacity(Def.Settings.MaxOrders);
	State->Events.SetCapacity(Def.Settings.MaxEvents);
	State->Metrics.SetCapacity(Def.Settings.MetricsCapacity);
	State->CrowdMetrics.SetCapacity(Def.Settings.MetricsCapacity);
	State->FlowMetrics.SetCapacity(Def.Settings.MetricsCapacity);
	for (const FGameRegistry::FSubsystemFactory& Make : GetRegistry().GetSubsystems())
	{
		State->Subsystems.push_back(Make(*this));
	}
}

UWorld::~UWorld() = default;

FTickReport UWorld::Tick(float DeltaTime)
{
	FTickReport Report;
	if (!std::isfinite(DeltaTime) || DeltaTime < 0.0f)
	{
		Report.bBadDeltaTime = true;
		FDiagnostics Found;
		Found.Error({}, "deltaTime",
		    "a tick of " + std::to_string(DeltaTime) + " s was refused: finite and at least 0 expected");
		State->Keep(Found);
		return Report;
	}
	const double FixedStep = double(State->Settings.FixedStep);
	State->Accumulator += double(DeltaTime);
	while (State->Accumulator >= FixedStep && Report.Steps < State->Settings.MaxStepsPerTick)
	{
		Step();
		State->Accumulator -= FixedStep;
		++Report.Steps;
	}
	if (State->Accumulator >= FixedStep)
	{
		const double Kept = std::fmod(State->Accumulator, FixedStep);
		Report.DroppedTime = float(State->Accumulator - Kept);
		State->Accumulator = Kept;
		FDiagnostics Found;
		Found.Warning({}, "world.maxStepsPerTick",
		    "a tick of " + std::to_string(DeltaTime) + " s is too long: " + std::to_string(Report.DroppedTime) +
		        " s were dropped");
		State->Keep(Found);
	}
	State->Alpha = float(State->Accumulator / FixedStep);
	return Report;
}

// The frame. Hosts may call the same phases one by one.
void UWorld::Step()
{
	BeginStep();
	RunPhase(EPhase::Script);     // orders due now
	RunPhase(EPhase::Sense);      // read bodies into arrays
	RunPhase(EPhase::Decide);     // goals, threats
	RunPhase(EPhase::Steer);      // accelerations of all, from frozen state
	RunPhase(EPhase::Simulate);   // apply them; one physics step
	RunPhase(EPhase::ReadBack);   // speed clamp, facing; bodies -> actors
	RunPhase(EPhase::Animate);    //
	RunPhase(EPhase::LateUpdate); //
	RunPhase(EPhase::Report);     // events, metrics, state hash, checks
	EndStep();
}

void UWorld::BeginStep()
{
	FW_CHECK(!State->bInStep, "BeginStep inside a step: call EndStep first");
	State->bInStep = true;
	State->NextPhase = 0;
	State->Scheduler->BeginFrame();
	State->Bodies.BeginStep(State->Actors, *State->Physics, *State->Scheduler);
}

void UWorld::RunPhase(EPhase Phase)
{
	FW_CHECK(State->bInStep, "RunPhase outside a step: call BeginStep first");
	FW_CHECK(int32_t(Phase) == State->NextPhase, "phases run once each, in the order of EPhase");
	const FPhaseTimer Timer(State->Profile, Phase);
	if (Phase == EPhase::Script)
	{
		FOrderRunner(*this).RunDue();
	}
	if (Phase == EPhase::ReadBack && State->bHostStepsPhysics)
	{
		State->Physics->Step(State->Settings.FixedStep); // the host has moved the bodies: this gathers contacts
	}
	for (const std::unique_ptr<USubsystem>& Subsystem : State->Subsystems)
	{
		Subsystem->Run(*this, Phase);
	}
	if (Phase == EPhase::Simulate && !State->bHostStepsPhysics && !State->Physics->Step(State->Settings.FixedStep))
	{
		FDiagnostics Found;
		Found.Error({}, "physics.maxDeltaTime", "physics refused a step of world.fixedStep: no body moved");
		State->Keep(Found);
	}
	if (Phase == EPhase::ReadBack)
	{
		ReadBack();
	}
	if (Phase == EPhase::Report)
	{
		Report();
	}
	++State->NextPhase;
}

void UWorld::EndStep()
{
	FW_CHECK(State->bInStep, "EndStep outside a step");
	FW_CHECK(State->NextPhase == PhaseCount, "EndStep before all phases have run");
	State->bInStep = false;
	++State->StepCount;
	State->Alpha = 1.0f; // Tick knows better
	EndKilledActors();
	State->Profile.EndStep();
}

void UWorld::ReadBack()
{
	State->Fallen.clear();
	State->Lost.clear();
	const FWorldLimits Limits{State->Settings.KillHeight, State->Settings.MaxDistance};
	State->Bodies.ReadBack(State->Actors, *State->Physics, *State->Scheduler, Limits, State->Fallen, State->Lost);
	for (const FActorId Id : State->Fallen)
	{
		State->Events.Raise({EEvent::FellOut, Id, {}, State->Actors.Find(Id)->Transform.Location});
		KillActor(Id);
	}
	for (const FActorId Id : State->Lost)
	{
		AActor& Actor = *State->Actors.Find(Id);
		State->Events.Raise({EEvent::BodyReset, Id, {}, Actor.Transform.Location});
		FTransform& Previous = State->Actors.PreviousOf(Id);
		Actor.Transform = Previous;
		Actor.Transform.Location = Limits.Inside(Actor.Transform.Location); // it may have begun outside
		Previous = Actor.Transform;
		Actor.Velocity = FVector{};
		State->Physics->SetTransform(Actor.Body, Actor.Transform);
		State->Physics->SetVelocity(Actor.Body, Actor.Velocity);
	}
	const int64_t Reset = State->Physics->GetStats().ResetBodies;
	if (Reset != State->BodiesReset)
	{
		State->Events.Raise({EEvent::BodyReset, {}, {}, FVector{}, float(Reset - State->BodiesReset)});
		State->BodiesReset = Reset;
	}
}

void UWorld::Report()
{
	RaiseContacts();
	State->Events.Publish();
	State->TellOfLosses();
	SampleMetrics();
	const int32_t Interval = State->Settings.HashInterval;
	if (State->Recorder || (Interval > 0 && (State->StepCount + 1) % Interval == 0))
	{
		State->StateHash = ComputeStateHash();
	}
	if (State->Recorder)
	{
		State->Recorder->AddStep(State->StateHash);
	}
	State->Checks.Update(*this, double(State->StepCount + 1) * double(State->Settings.FixedStep));
}

void UWorld::RaiseContacts()
{
	for (const FContactEvent& Contact : State->Physics->GetContacts())
	{
		if (Contact.Phase == EContactPhase::Begin)
		{
			State->Events.Raise({EEvent::Contact, FActorId::FromBits(Contact.UserDataA),
			    FActorId::FromBits(Contact.UserDataB), Contact.Point, Contact.Impulse});
		}
	}
}

void UWorld::SampleMetrics()
{
	const double Steps = double(State->Settings.MetricsInterval) / double(State->Settings.FixedStep);
	const int64_t Interval = std::max<int64_t>(1, std::llround(Steps));
	if ((State->StepCount + 1) % Interval != 0)
	{
		return;
	}
	UFlockSubsystem& Flocks = Get<UFlockSubsystem>();
	for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
	{
		FMetricsSample Sample;
		Sample.Step = State->StepCount + 1;
		Sample.Time = double(Sample.Step) * double(State->Settings.FixedStep);
		Sample.Metrics = Flocks.ComputeMetrics(*this, Flock);
		Sample.Count = Sample.Metrics.Count;
		State->Metrics.Add(Flocks.GetFlock(Flock).FlockId, Sample);
	}
	SampleCrowds();
}

void UWorld::SampleCrowds()
{
	const UCrowdSubsystem& Crowds = Get<UCrowdSubsystem>();
	const int64_t Step = State->StepCount + 1;
	const double Time = double(Step) * double(State->Settings.FixedStep);
	for (int32_t Crowd = 0; Crowd < Crowds.GetCrowdCount(); ++Crowd)
	{
		const std::string_view Id = Crowds.GetCrowdId(Crowd);
		State->CrowdMetrics.Add(Id, {Step, Time, Crowds.ComputeMetrics(*this, Id)});
	}
	if (Crowds.GetCrowdCount() > 0)
	{
		State->FlowMetrics.Add({}, {Step, Time, Crowds.MeasureFlow(*this)});
	}
}

uint64_t UWorld::ComputeStateHash() const
{
	FStateHash Hash;
	Hash.Add(uint64_t(State->Actors.NumLiving()));
	Hash.Add(uint64_t(State->Actors.GetNextCreationId()));
	const std::span<const FActorId> Order = State->Actors.GetOrder();
	HashMany(*State->Scheduler, Order.size(), State->ChunkHashes, Hash,
	    [&](FStateHash& OfChunk, size_t Index)
	    {
		    const AActor& Actor = *State->Actors.Find(Order[Index]);
		    if (!Actor.Body.IsValid()) // those with a body are hashed with it
		    {
			    OfChunk.Add(uint64_t(Actor.CreationId));
			    OfChunk.Add(Actor.Transform.Location);
			    OfChunk.Add(Actor.Transform.Rotation);
		    }
	    });
	State->Physics->AddToHash(Hash);
	for (const std::unique_ptr<USubsystem>& Subsystem : State->Subsystems)
	{
		Subsystem->AddToHash(Hash);
	}
	State->Orders.AddToHash(Hash);
	Hash.Add(uint64_t(State->Settings.Seed));
	for (const auto& [Purpose, Stream] : State->Random)
	{
		Hash.Add(std::string_view(Purpose));
		Hash.Add(Stream.GetState());
	}
	return Hash.Get();
}
} // namespace Flockwork
