#include "FlockKinematics.h"

#include "FlockData.h"
#include "FlockSteer.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 2048; // boids a chunk

// Visit(Place, Actor) for each boid without a body, on several threads.
template <typename VisitorType>
void ForEachBodyless(const UWorld& World, FFlock& Flock, VisitorType&& Visit)
{
	ParallelFor(World.GetScheduler(), int32_t(Flock.Num()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Place = size_t(Begin); Place < size_t(End); ++Place)
		    {
			    if (!Flock.Bodies[Place].IsValid())
			    {
				    Visit(Place, Flock.Actors[Place]);
			    }
		    }
	    });
}

EIntegrator IntegratorOf(const FFlock& Flock, size_t Place)
{
	return Flock.Variants[Flock.VariantOf[Place]].Settings.Integrator;
}

class FTrialAccelerations final : public IAccelerationSource
{
public:
	FTrialAccelerations(UWorld& InWorld, FFlock& InFlock) : World(InWorld), Flock(InFlock) {}
	void Evaluate(std::span<const FVector> Positions, std::span<const FVector> Velocities,
	    std::span<FVector> Accelerations) override
	{
		SteerTrial(World, Flock, Positions, Velocities, Accelerations);
	}

private:
	UWorld& World;
	FFlock& Flock;
};

// Those that ask for it, together; while their stages run they see the others where they are.
void IntegrateRungeKutta(UWorld& World, FFlock& Flock)
{
	bool bAny = false;
	Flock.Moves.assign(Flock.Num(), 0);
	if (std::none_of(Flock.Variants.begin(), Flock.Variants.end(),
	        [](const FFlockVariant& Variant) { return Variant.Settings.Integrator == EIntegrator::RungeKutta4; }))
	{
		return;
	}
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		const bool bMoves = !Flock.Bodies[Place].IsValid() && IntegratorOf(Flock, Place) == EIntegrator::RungeKutta4;
		Flock.Moves[Place] = bMoves ? 1 : 0;
		bAny |= bMoves;
	}
	if (bAny)
	{
		FTrialAccelerations Source(World, Flock);
		Flock.Integrator.StepFrom(EIntegrator::RungeKutta4, Flock.Accelerations, Flock.Moves, Source,
		    Flock.NextPositions, Flock.NextVelocities, World.GetSettings().FixedStep);
	}
}

// Only who has seen a surface ahead, or is flung about faster than it looks, can meet one.
bool MayRunIntoSurface(const FFlock& Flock, size_t Place)
{
	const FFlockVariant& Variant = Flock.Variants[Flock.VariantOf[Place]];
	const std::span<const float> FreeWays = Variant.Avoidance.GetFreeWays();
	return Variant.Settings.bAvoidObstacles &&
	       (Flock.ImpulseLeft[Place] > 0.0f || (Place < FreeWays.size() && std::isfinite(FreeWays[Place])));
}

// Of the ball that is swept: the body's own where it has one.
float RadiusOf(const FFlock& Flock, size_t Place)
{
	const float BodyRadius = Flock.BodyRadii[Place];
	return BodyRadius > 0.0f ? BodyRadius : Flock.Variants[Flock.VariantOf[Place]].Settings.ObstacleRadius;
}

void SweepWays(UWorld& World, FWayCheck& Check)
{
	FQueryFilter Filter;
	Filter.LayerMask = GetObstacleLayers();
	Filter.bKinematic = false;
	Filter.bDynamic = false;
	Check.Hits.assign(Check.Sweeps.size(), FHit{});
	World.GetPhysics().SweepSphereBatch(Check.Sweeps, Filter, Check.Hits);
}

// A hair before the surface, so that the next step's sweep starts outside.
FVector StopOf(const FSphereSweep& Way, const FHit& Hit)
{
	constexpr float Skin = 0.002f; // m
	const FVector Move = Way.End - Way.Start;
	const float Distance = Length(Move);
	return Way.Start + Move * (Distance > 0.0f ? std::max(0.0f, Hit.Distance - Skin) / Distance : 0.0f);
}

// What leads into the surface is left out.
FVector WithoutPart(const FVector& Value, const FVector& Normal)
{
	return Value - Normal * std::min(0.0f, glm::dot(Value, Normal));
}

void PutBack(UWorld& World, FFlock& Flock, size_t Place)
{
	AActor& Actor = *World.FindActor(Flock.Actors[Place]);
	const FVector& Next = Flock.NextPositions[Place];
	const float MaxDistance = World.GetSettings().MaxDistance;
	if (!IsFinite(Next) || !IsFinite(Flock.NextVelocities[Place]) || LengthSquared(Next) > MaxDistance * MaxDistance)
	{
		World.GetEvents().Raise({EEvent::BodyReset, Actor.Id, {}, Actor.Transform.Location});
		Actor.Velocity = FVector{};
	}
	else if (Next.y < World.GetSettings().KillHeight)
	{
		World.GetEvents().Raise({EEvent::FellOut, Actor.Id, {}, Next});
		World.KillActor(Actor.Id);
	}
	Flock.NextPositions[Place] = Actor.Transform.Location;
	Flock.NextVelocities[Place] = Actor.Velocity;
}
} // namespace

void ReadBodyless(
    const UWorld& World, const FFlock& Flock, size_t First, std::span<FVector> Positions, std::span<FVector> Velocities)
{
	for (size_t Index = 0; Index < Positions.size(); ++Index)
	{
		if (!Flock.Bodies[First + Index].IsValid())
		{
			const AActor& Actor = *World.FindActor(Flock.Actors[First + Index]);
			Positions[Index] = Actor.Transform.Location;
			Velocities[Index] = Actor.Velocity;
		}
	}
}

void IntegrateBodyless(UWorld& World, FFlock& Flock)
{
	const float DeltaTime = World.GetSettings().FixedStep;
	const bool bWorldGravity = HasWorldGravity(World);
	Flock.NextPositions = Flock.Positions;
	Flock.NextVelocities = Flock.Velocities;
	IntegrateRungeKutta(World, Flock);
	ForEachBodyless(World, Flock,
	    [&](size_t Place, FActorId)
	    {
		    FVector& Position = Flock.NextPositions[Place];
		    FVector& Velocity = Flock.NextVelocities[Place];
		    const FFlockVariant& Variant = Flock.Variants[Flock.VariantOf[Place]];
		    if (Variant.Settings.Integrator != EIntegrator::RungeKutta4)
		    {
			    const FVector Before = Velocity;
			    Velocity += Flock.Accelerations[Place] * DeltaTime;
			    const bool bExplicit = Variant.Settings.Integrator == EIntegrator::ExplicitEuler;
			    Position += (bExplicit ? Before : Velocity) * DeltaTime;
		    }
		    if (bWorldGravity && Variant.bBodyGravity)
		    {
			    Position.y = Flock.Positions[Place].y;
			    Velocity.y = 0.0f;
		    }
	    });
}

void StopAtSurfaces(UWorld& World, FFlock& Flock)
{
	FWayCheck& Check = Flock.WayCheck;
	Check.Sweeps.clear();
	Check.Places.clear();
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		if (!Flock.Bodies[Place].IsValid() && MayRunIntoSurface(Flock, Place))
		{
			const float Scale = World.FindActor(Flock.Actors[Place])->Transform.Scale;
			Check.Sweeps.push_back(
			    {Flock.Positions[Place], Flock.NextPositions[Place], RadiusOf(Flock, Place) * Scale});
			Check.Places.push_back(uint32_t(Place));
		}
	}
	SweepWays(World, Check);
	size_t Sliding = 0;
	for (size_t Index = 0; Index < Check.Sweeps.size(); ++Index)
	{
		const FHit& Hit = Check.Hits[Index];
		if (Hit.bHit)
		{
			const size_t Place = Check.Places[Index];
			const FSphereSweep Way = Check.Sweeps[Index];
			const FVector Stop = StopOf(Way, Hit);
			const FVector Rest = Way.End - Stop;
			Flock.NextPositions[Place] = Stop;
			Flock.NextVelocities[Place] = WithoutPart(Flock.NextVelocities[Place], Hit.Normal);
			Check.Sweeps[Sliding] = {Stop, Stop + WithoutPart(Rest, Hit.Normal), Way.Radius};
			Check.Places[Sliding++] = uint32_t(Place);
		}
	}
	Check.Sweeps.resize(Sliding);
	SweepWays(World, Check);
	for (size_t Index = 0; Index < Sliding; ++Index)
	{
		const FHit& Hit = Check.Hits[Index];
		const size_t Place = Check.Places[Index];
		Flock.NextPositions[Place] = Hit.bHit ? StopOf(Check.Sweeps[Index], Hit) : Check.Sweeps[Index].End;
		if (Hit.bHit)
		{
			Flock.NextVelocities[Place] = WithoutPart(Flock.NextVelocities[Place], Hit.Normal);
		}
	}
}

void MoveBodyless(UWorld& World, FFlock& Flock)
{
	const float MaxDistance = World.GetSettings().MaxDistance;
	const float KillHeight = World.GetSettings().KillHeight;
	std::atomic<bool> bAnyLost{false};
	ForEachBodyless(World, Flock,
	    [&](size_t Place, FActorId Id)
	    {
		    AActor& Actor = *World.FindActor(Id);
		    FVector& Next = Flock.NextPositions[Place];
		    FVector& Velocity = Flock.NextVelocities[Place];
		    // Whoever was pushed or put elsewhere since Sense goes on from there, as a body does; mostly zero.
		    Next += Actor.Transform.Location - Flock.Positions[Place];
		    Velocity += Actor.Velocity - Flock.Velocities[Place];
		    // Written so that not-a-number is lost too.
		    const bool bStays =
		        LengthSquared(Next) <= MaxDistance * MaxDistance && Next.y >= KillHeight && IsFinite(Velocity);
		    if (bStays)
		    {
			    Actor.Transform.Location = Next;
			    Actor.Velocity = Velocity;
		    }
		    else
		    {
			    bAnyLost.store(true, std::memory_order_relaxed);
			    Flock.Moves[Place] = 2;
		    }
	    });
	for (size_t Place = 0; bAnyLost && Place < Flock.Num(); ++Place)
	{
		if (Flock.Moves[Place] == 2)
		{
			PutBack(World, Flock, Place);
		}
	}
}

void TakeBodyless(const UWorld& World, FFlock& Flock, size_t First, std::span<FQuat> Rotations)
{
	for (size_t Place = First; Place < First + Rotations.size(); ++Place)
	{
		if (!Flock.Bodies[Place].IsValid())
		{
			Flock.Positions[Place] = Flock.NextPositions[Place];
			Flock.Velocities[Place] = Flock.NextVelocities[Place];
			Rotations[Place - First] = World.FindActor(Flock.Actors[Place])->Transform.Rotation;
		}
	}
}

void WriteBodyless(UWorld& World, const FFlock& Flock, size_t First, std::span<const FQuat> Rotations)
{
	for (size_t Place = First; Place < First + Rotations.size(); ++Place)
	{
		if (!Flock.Bodies[Place].IsValid())
		{
			AActor& Actor = *World.FindActor(Flock.Actors[Place]);
			Actor.Velocity = Flock.Velocities[Place];
			Actor.Transform.Rotation = Rotations[Place - First];
		}
	}
}
} // namespace Flockwork
