// A flock's step, pass by pass: all is computed from the state that Sense has read, nobody sees a half-updated flock.
#include "FlockData.h"
#include "FlockKinematics.h"
#include "FlockSteer.h"
#include "FlockworkFlock/Facing.h"
#include "FlockworkFlock/Integrators.h"
#include "FlockworkFlock/SpeedClamp.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = FPhysicsWorld::BulkGrain; // boids a chunk, which may then read bodies by itself
constexpr float PushSquared = 1e-6f;                // (m/s)^2; a velocity that changed by more was pushed
constexpr float HitSpeed = 0.5f;                    // m/s that a hit must change to lift the speed clamp

// Takes what was changed since ReadBack. Who has another velocity than the flock left it with was pushed.
void TakeChanges(FFlock& Flock, size_t First, std::span<const FVector> Positions, std::span<const FVector> Velocities)
{
	for (size_t Index = 0; Index < Positions.size(); ++Index)
	{
		const size_t Place = First + Index;
		if (LengthSquared(Velocities[Index] - Flock.Velocities[Place]) > PushSquared)
		{
			const float Time = Flock.Variants[Flock.VariantOf[Place]].Settings.ImpulseTime;
			Flock.ImpulseLeft[Place] = std::max(Flock.ImpulseLeft[Place], Time);
		}
		Flock.Positions[Place] = Positions[Index];
		Flock.Velocities[Place] = Velocities[Index];
	}
}

// Where the boids are. Mostly that is what ReadBack has left: then there is nothing to read, or at least nothing to
// write, which is half the work.
void ReadState(UWorld& World, FFlock& Flock)
{
	if (!Flock.HasBodyless() && World.GetPhysics().IsUnchangedSince(Flock.SeenRevision))
	{
		return;
	}
	ParallelFor(World.GetScheduler(), int32_t(Flock.Num()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    const size_t First = size_t(Begin);
		    const size_t Count = size_t(End - Begin);
		    std::array<FVector, size_t(Grain)> PositionsOfChunk;
		    std::array<FVector, size_t(Grain)> VelocitiesOfChunk;
		    const std::span<FVector> Positions = std::span(PositionsOfChunk).first(Count);
		    const std::span<FVector> Velocities = std::span(VelocitiesOfChunk).first(Count);
		    World.GetPhysics().ReadBodies(
		        std::span<const FBodyId>(Flock.Bodies).subspan(First, Count), Positions, Velocities);
		    if (Flock.HasBodyless())
		    {
			    ReadBodyless(World, Flock, First, Positions, Velocities);
		    }
		    if (std::memcmp(Positions.data(), &Flock.Positions[First], Positions.size_bytes()) != 0 ||
		        std::memcmp(Velocities.data(), &Flock.Velocities[First], Velocities.size_bytes()) != 0)
		    {
			    TakeChanges(Flock, First, Positions, Velocities);
		    }
	    });
}

// The one that it is deepest in the reach of: a threat near by may reach less far than it is away.
const FThreat* NearestThreat(const FFlock& Flock, size_t Place)
{
	const float Radius = Flock.Variants[Flock.VariantOf[Place]].Settings.PredatorRadius;
	const auto ShareOfReach = [&](const FThreat& Threat)
	{ return Length(Threat.Position - Flock.Positions[Place]) / Threat.GetReach(Radius); };
	const auto IsNearer = [&](const FThreat& A, const FThreat& B) { return ShareOfReach(A) < ShareOfReach(B); };
	const auto Found = std::min_element(Flock.Threats.begin(), Flock.Threats.end(), IsNearer);
	return Found == Flock.Threats.end() ? nullptr : &*Found;
}

void RaiseFleeEvents(UWorld& World, FFlock& Flock)
{
	const bool bAnyFlees = std::any_of(Flock.Variants.begin(), Flock.Variants.end(),
	    [](const FFlockVariant& Variant) { return Variant.Behaviors.IsAnyFleeing(); });
	if (!bAnyFlees && !Flock.bMayFlee)
	{
		return;
	}
	Flock.bMayFlee = bAnyFlees;
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		const uint8_t bFlees = Flock.Variants[Flock.VariantOf[Place]].Behaviors.IsFleeing(Place) ? 1 : 0;
		if (bFlees == Flock.Fleeing[Place])
		{
			continue;
		}
		Flock.Fleeing[Place] = bFlees;
		FEvent Event{EEvent::ThreatLost, Flock.Actors[Place], {}, Flock.Positions[Place]};
		if (const FThreat* Threat = bFlees ? NearestThreat(Flock, Place) : nullptr)
		{
			Event.Id = EEvent::ThreatSensed;
			Event.B = Flock.ThreatActors[size_t(Threat - Flock.Threats.data())];
		}
		World.GetEvents().Raise(Event);
	}
}

// Hits by moving bodies that are no boids lift the speed clamp, so that the boid is really thrown.
void NoticeHits(UWorld& World, UFlockSubsystem& Flocks)
{
	const FPhysicsWorld& Physics = World.GetPhysics();
	for (const FContactEvent& Contact : Physics.GetContacts())
	{
		const FActorId A = FActorId::FromBits(Contact.UserDataA);
		const FActorId B = FActorId::FromBits(Contact.UserDataB);
		const bool bBoidA = Flocks.IsRegistered(A);
		const bool bBoidB = Flocks.IsRegistered(B);
		const FBodyId Boid = bBoidA ? Contact.A : Contact.B;
		const FBodyId Other = bBoidA ? Contact.B : Contact.A;
		if (bBoidA != bBoidB && Physics.GetType(Other) != EBodyType::Static &&
		    Contact.Impulse > HitSpeed * Physics.GetMass(Boid))
		{
			Flocks.NotifyImpulse(bBoidA ? A : B);
		}
	}
}

// Of boids that share a variant. A boost raises the limit (slowing down on arrival is the steering's business), an
// impulse lifts it while it lasts.
void SetSpeedLimits(FFlock& Flock, const FFlockVariant& Variant, size_t Begin, size_t End, float DeltaTime)
{
	const std::span<const float> Boosts = Variant.Behaviors.GetBoosts();
	const bool bBoosts = Variant.Behaviors.HasBoosts();
	for (size_t Place = Begin; Place < End; ++Place)
	{
		Flock.SpeedLimits[Place] = Variant.Settings.MaxSpeed * (bBoosts ? Boosts[Place] : 1.0f);
		if (Flock.ImpulseLeft[Place] > 0.0f)
		{
			Flock.ImpulseLeft[Place] = std::max(Flock.ImpulseLeft[Place] - DeltaTime, 0.0f);
			Flock.SpeedLimits[Place] = std::numeric_limits<float>::infinity();
		}
	}
}

// Of boids that share a variant, so that all of them are computed at once.
void ClampAndFaceRun(
    const UWorld& World, FFlock& Flock, const FFlockVariant& Variant, size_t Begin, std::span<FQuat> Rotations)
{
	const FFlockSettings& Settings = Variant.Settings;
	const size_t Count = Rotations.size();
	const bool bPlanar = IsPlanar(Settings, IsPulledDown(World, Variant));
	const std::span<FVector> Velocities = std::span(Flock.Velocities).subspan(Begin, Count);
	SetSpeedLimits(Flock, Variant, Begin, Begin + Count, World.GetSettings().FixedStep);
	ClampSpeeds(Velocities, std::span<const float>(Flock.SpeedLimits).subspan(Begin, Count), bPlanar);
	if (Settings.bFaceVelocity)
	{
		FaceVelocities(Rotations, Velocities, std::span<const FVector>(Flock.Accelerations).subspan(Begin, Count),
		    {Settings.RotationSpeed, Settings.bFaceFull3D, Settings.bBank, Settings.BankLimit},
		    World.GetSettings().FixedStep);
	}
}

// What the step has made of a chunk of boids, their speed clamp and facing, and back: while all of it is in the cache.
// Whether all of them have a body that took what was written.
bool TakeStepOfChunk(UWorld& World, FFlock& Flock, size_t First, size_t Count)
{
	FPhysicsWorld& Physics = World.GetPhysics();
	const std::span<const FBodyId> Bodies = std::span<const FBodyId>(Flock.Bodies).subspan(First, Count);
	const std::span<FVector> Velocities = std::span(Flock.Velocities).subspan(First, Count);
	std::array<FQuat, size_t(Grain)> RotationsOfChunk;
	const std::span<FQuat> Rotations = std::span(RotationsOfChunk).first(Count);
	Physics.ReadBodies(Bodies, std::span(Flock.Positions).subspan(First, Count), Velocities, Rotations);
	if (Flock.HasBodyless())
	{
		TakeBodyless(World, Flock, First, Rotations);
	}
	for (size_t Begin = First; Begin < First + Count;)
	{
		size_t Next = Begin + 1;
		while (Next < First + Count && Flock.VariantOf[Next] == Flock.VariantOf[Begin])
		{
			++Next;
		}
		const FFlockVariant& Variant = Flock.Variants[Flock.VariantOf[Begin]];
		ClampAndFaceRun(World, Flock, Variant, Begin, Rotations.subspan(Begin - First, Next - Begin));
		Begin = Next;
	}
	const bool bAllTaken = Physics.WriteBodiesOfChunk(Bodies, Velocities, Rotations) == int32_t(Count);
	if (Flock.HasBodyless())
	{
		WriteBodyless(World, Flock, First, Rotations);
	}
	return bAllTaken;
}

// For all boids; whether all of them have a body that took what was written.
bool TakeStep(UWorld& World, FFlock& Flock)
{
	std::atomic<bool> bAllTaken{true};
	ParallelFor(World.GetScheduler(), int32_t(Flock.Num()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    if (!TakeStepOfChunk(World, Flock, size_t(Begin), size_t(End - Begin)))
		    {
			    bAllTaken.store(false, std::memory_order_relaxed);
		    }
	    });
	World.GetPhysics().FinishWriting(Flock.Bodies);
	return bAllTaken;
}

// Whoever left the torus comes in on the other side, with the velocity that it had.
void WrapPositions(UWorld& World, FFlock& Flock)
{
	const FFlockSettings& Settings = Flock.Settings();
	const FVector Period = TorusPeriod(Settings);
	if (LengthSquared(Period) == 0.0f)
	{
		return;
	}
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		const FVector Wrapped = WrapToTorus(Flock.Positions[Place], Settings.BoundsCenter, Period);
		if (Wrapped != Flock.Positions[Place])
		{
			Flock.Positions[Place] = Wrapped;
			AActor& Actor = *World.FindActor(Flock.Actors[Place]);
			Actor.Transform.Location = Wrapped;
			FTransform Target = World.GetPhysics().GetTransform(Flock.Bodies[Place]);
			Target.Location = Wrapped;
			World.GetPhysics().SetTransform(Flock.Bodies[Place], Target);
			World.MarkTeleported(Actor.Id);
		}
	}
}
} // namespace

void UFlockSubsystem::FImpl::Sense(UWorld& World)
{
	Flush();
	bFrozen = true;
	for (FFlock& Flock : Flocks)
	{
		ReadState(World, Flock);
	}
	UpdateDetail(World);
}

// What each flock has around it: threats, attractors, other flocks.
void UFlockSubsystem::FImpl::Decide(UWorld& World)
{
	const UThreatSubsystem& Around = World.Get<UThreatSubsystem>();
	for (size_t FlockIndex = 0; FlockIndex < Flocks.size(); ++FlockIndex)
	{
		FFlock& Flock = Flocks[FlockIndex];
		Flock.Threats.clear();
		Flock.ThreatActors.clear();
		Flock.Attractors.clear();
		Flock.Others.clear();
		for (const FThreatActor& Threat : Around.GetThreats())
		{
			const FFlockMember* Member = FindMember(Threat.Actor);
			const bool bOwn = Member && Member->Flock == int32_t(FlockIndex);
			if (Threat.Settings.bEnabled && !bOwn && Threat.Settings.Ignores != Flock.FlockId)
			{
				Flock.Threats.push_back({Threat.Position, Threat.Velocity, 1.0f, Threat.Settings.Radius});
				Flock.ThreatActors.push_back(Threat.Actor);
			}
		}
		for (const FAttractorActor& Attractor : Around.GetAttractors())
		{
			const FTargetSettings& Settings = Attractor.Settings;
			if (Settings.bEnabled && (Settings.Attracts.empty() || Settings.Attracts == Flock.FlockId))
			{
				Flock.Attractors.push_back({Attractor.Position, Settings.Radius, Settings.Strength});
			}
		}
	}
	MeetOtherFlocks(World);
}

// A flock may come later; a name that was misspelt never comes.
void UFlockSubsystem::FImpl::WaitForFlock(UWorld& World, FRelation& Relation, std::string_view Missing) const
{
	constexpr float Patience = 1.0f; // s
	const bool bTold = Relation.Waiting >= Patience;
	Relation.Waiting += bTold ? 0.0f : World.GetSettings().FixedStep;
	if (bTold || Relation.Waiting < Patience)
	{
		return;
	}
	std::vector<std::string_view> Known;
	for (const FFlock& Flock : Flocks)
	{
		Known.push_back(Flock.FlockId);
	}
	const std::string_view Near = NearestName(Missing, Known);
	FDiagnostics Found;
	Found.Warning({}, "order.setRelation",
	    "the relation of \"" + Relation.Flock + "\" to \"" + Relation.Other + "\" waits: there is no flock \"" +
	        std::string(Missing) + "\"" + (Near.empty() ? "" : "; did you mean \"" + std::string(Near) + "\"?"));
	World.AddDiagnostics(Found);
}

void UFlockSubsystem::FImpl::MeetOtherFlocks(UWorld& World)
{
	for (FRelation& Relation : Relations)
	{
		const int32_t From = FindFlock(Relation.Flock);
		const int32_t To = FindFlock(Relation.Other);
		if (From < 0 || To < 0)
		{
			WaitForFlock(World, Relation, From < 0 ? Relation.Flock : Relation.Other);
		}
		if (From < 0 || To < 0 || Relation.Relation == ESpeciesRelation::Ignore || Flocks[size_t(To)].Num() == 0)
		{
			continue;
		}
		FFlock& Flock = Flocks[size_t(From)];
		FFlock& Other = Flocks[size_t(To)];
		FGridSettings GridSettings;
		GridSettings.CellSize = Flock.Settings().SpeciesRadius;
		Other.Grid.Build(Other.Positions, GridSettings, World.GetScheduler());
		Flock.Others.push_back({Relation.Relation, Other.Positions, Other.Velocities, Other.Ids, &Other.Grid});
	}
}

void UFlockSubsystem::FImpl::Steer(UWorld& World)
{
	for (FFlock& Flock : Flocks)
	{
		if (Flock.Num() == 0)
		{
			continue;
		}
		SteerFlock(World, Flock);
		RaiseFleeEvents(World, Flock);
	}
}

void UFlockSubsystem::FImpl::Simulate(UWorld& World)
{
	for (FFlock& Flock : Flocks)
	{
		World.GetPhysics().ApplyAccelerations(Flock.Bodies, Flock.Accelerations);
		if (Flock.HasBodyless())
		{
			IntegrateBodyless(World, Flock);
			StopAtSurfaces(World, Flock);
		}
	}
	// All at once: while flocks are integrated, each sees the others as they were.
	for (FFlock& Flock : Flocks)
	{
		if (Flock.HasBodyless())
		{
			MoveBodyless(World, Flock);
		}
	}
}

void UFlockSubsystem::FImpl::ReadBack(UWorld& World, UFlockSubsystem& Self)
{
	NoticeHits(World, Self);
	for (FFlock& Flock : Flocks)
	{
		Flock.bAsBodies = Flock.Num() > 0 && TakeStep(World, Flock);
		WrapPositions(World, Flock);
	}
	for (FFlock& Flock : Flocks)
	{
		Flock.SeenRevision = Flock.bAsBodies ? World.GetPhysics().GetRevision() : 0;
	}
	bFrozen = false;
}
} // namespace Flockwork
