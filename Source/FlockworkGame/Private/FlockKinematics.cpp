#include "FlockKinematics.h"

#include "FlockData.h"
#include "FlockSteer.h"
#include "FlockworkGame/World.h"

#include <atomic>

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
}
} // namespace

void ReadBodyless(const UWorld& World, FFlock& Flock)
{
	ForEachBodyless(World, Flock,
	    [&](size_t Place, FActorId Id)
	    {
		    const AActor& Actor = *World.FindActor(Id);
		    Flock.Positions[Place] = Actor.Transform.Location;
		    Flock.Velocities[Place] = Actor.Velocity;
	    });
}

void ReadBodylessTransforms(const UWorld& World, FFlock& Flock)
{
	ForEachBodyless(
	    World, Flock, [&](size_t Place, FActorId Id) { Flock.Transforms[Place] = World.FindActor(Id)->Transform; });
}

void IntegrateBodyless(UWorld& World, FFlock& Flock)
{
	const float DeltaTime = World.GetSettings().FixedStep;
	Flock.NextPositions = Flock.Positions;
	Flock.NextVelocities = Flock.Velocities;
	// Whoever was pushed since Sense starts from there, as a body does.
	ForEachBodyless(World, Flock,
	    [&](size_t Place, FActorId Id)
	    {
		    const AActor& Actor = *World.FindActor(Id);
		    Flock.NextPositions[Place] = Actor.Transform.Location;
		    Flock.NextVelocities[Place] = Actor.Velocity;
		    const EIntegrator Method = IntegratorOf(Flock, Place);
		    if (Method != EIntegrator::RungeKutta4)
		    {
			    const FVector Before = Actor.Velocity;
			    Flock.NextVelocities[Place] += Flock.Accelerations[Place] * DeltaTime;
			    Flock.NextPositions[Place] +=
			        (Method == EIntegrator::ExplicitEuler ? Before : Flock.NextVelocities[Place]) * DeltaTime;
		    }
	    });
	IntegrateRungeKutta(World, Flock);
}

void MoveBodyless(UWorld& World, FFlock& Flock)
{
	const float MaxDistance = World.GetSettings().MaxDistance;
	const float KillHeight = World.GetSettings().KillHeight;
	std::atomic<bool> bAnyLost{false};
	ForEachBodyless(World, Flock,
	    [&](size_t Place, FActorId Id)
	    {
		    const FVector& Next = Flock.NextPositions[Place];
		    // Written so that not-a-number is lost too.
		    const bool bStays = LengthSquared(Next) <= MaxDistance * MaxDistance && Next.y >= KillHeight &&
		                        IsFinite(Flock.NextVelocities[Place]);
		    if (bStays)
		    {
			    AActor& Actor = *World.FindActor(Id);
			    Actor.Transform.Location = Next;
			    Actor.Velocity = Flock.NextVelocities[Place];
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

void WriteBodyless(UWorld& World, FFlock& Flock)
{
	ForEachBodyless(World, Flock,
	    [&](size_t Place, FActorId Id)
	    {
		    AActor& Actor = *World.FindActor(Id);
		    Actor.Velocity = Flock.Velocities[Place];
		    Actor.Transform.Rotation = Flock.Rotations[Place];
	    });
}
} // namespace Flockwork
