// Which boids are rigid bodies: those whose settings say so and, of automatic ones, those that something may touch.
#include "FlockDetail.h"

#include "ComponentClasses.h"
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
constexpr int32_t Grain = 2048;         // boids a chunk
constexpr float RestingSpeed = 0.1f;    // m/s; a walker that moves faster up or down is not on its feet
constexpr uint8_t CalmStepsNeeded = 6;  // a walker at the top of its leap is at rest for a step or two
constexpr int32_t DemotionsAStep = 256; // a crowd that is left behind at once becomes kinematic over some steps

enum : uint8_t
{
	KeepLevel,
	ToBody,
	ToKinematic
};

float DistanceSquared(const FBox& Box, const FVector& Point)
{
	const FVector Nearest = glm::clamp(Point, Box.Min, Box.Max);
	return LengthSquared(Nearest - Point);
}

// What an automatic boid should be; without a change of mind, what it is.
uint8_t WantedLevel(FFlock& Flock, size_t Place, const FDetailSources& Sources, bool bWorldGravity)
{
	const FFlockVariant& Variant = Flock.Variants[Flock.VariantOf[Place]];
	const bool bBody = Flock.Bodies[Place].IsValid();
	switch (Variant.Settings.Physics)
	{
	case EBoidPhysics::RigidBody:
		return bBody ? KeepLevel : ToBody;
	case EBoidPhysics::Kinematic:
		return bBody ? ToKinematic : KeepLevel;
	case EBoidPhysics::Automatic:
		break;
	}
	const float Radius = bBody ? Variant.Settings.DemoteRadius : Variant.Settings.PromoteRadius;
	const std::span<const float> FreeWays = Variant.Avoidance.GetFreeWays();
	const bool bWallAhead = Place < FreeWays.size() && FreeWays[Place] <= Radius;
	const bool bFalls =
	    bBody && Variant.bBodyGravity && bWorldGravity && std::abs(Flock.Velocities[Place].y) > RestingSpeed;
	const bool bMatters = Flock.ImpulseLeft[Place] > 0.0f || bWallAhead || bFalls ||
	                      (!Sources.IsEmpty() && Sources.IsNear(Flock.Positions[Place], Radius));
	uint8_t& CalmSteps = Flock.CalmSteps[Place];
	if (bMatters || !bBody)
	{
		CalmSteps = 0;
		return bMatters && !bBody ? ToBody : KeepLevel;
	}
	CalmSteps = uint8_t(std::min(CalmSteps + 1, int32_t(CalmStepsNeeded)));
	return CalmSteps == CalmStepsNeeded ? ToKinematic : KeepLevel;
}

bool HasDetail(const FFlock& Flock)
{
	return std::any_of(Flock.Variants.begin(), Flock.Variants.end(),
	    [](const FFlockVariant& Variant) { return Variant.Settings.Physics != EBoidPhysics::RigidBody; });
}
} // namespace

template <typename VisitorType>
void FDetailSources::ForEachCell(const FBox& Box, float Reach, VisitorType&& Visit) const
{
	const FVector Margin{Reach, Reach, Reach};
	const FBox Wide{Box.Min - Margin, Box.Max + Margin};
	if (glm::any(glm::greaterThan(Wide.Min, Bounds.Max)) || glm::any(glm::lessThan(Wide.Max, Bounds.Min)))
	{
		return;
	}
	const FCells From = CellOf(Wide.Min);
	const FCells To = CellOf(Wide.Max);
	for (int32_t Z = From.Z; Z <= To.Z; ++Z)
	{
		for (int32_t Y = From.Y; Y <= To.Y; ++Y)
		{
			for (int32_t X = From.X; X <= To.X; ++X)
			{
				Visit(size_t((Z * Size.Y + Y) * Size.X + X));
			}
		}
	}
}

FDetailSources::FCells FDetailSources::CellOf(const FVector& Point) const
{
	const FVector Inside = (glm::clamp(Point, Bounds.Min, Bounds.Max) - Bounds.Min) / CellSize;
	return {std::min(int32_t(Inside.x), Size.X - 1), std::min(int32_t(Inside.y), Size.Y - 1),
	    std::min(int32_t(Inside.z), Size.Z - 1)};
}

void FDetailSources::Sort(std::span<const FVector> Points, float Reach)
{
	Bounds = {Points[0], Points[0]};
	for (const FVector& Point : Points)
	{
		Bounds.Min = glm::min(Bounds.Min, Point);
		Bounds.Max = glm::max(Bounds.Max, Point);
	}
	AllReach = Boxes[0];
	for (const FBox& Box : Boxes)
	{
		AllReach.Min = glm::min(AllReach.Min, Box.Min);
		AllReach.Max = glm::max(AllReach.Max, Box.Max);
	}
	AllReach.Min -= FVector{Reach, Reach, Reach};
	AllReach.Max += FVector{Reach, Reach, Reach};
	const FVector Extent = Bounds.Max - Bounds.Min;
	CellSize = std::max(Reach, std::max({Extent.x, Extent.y, Extent.z}) / float(MaxCells));
	const auto CellsFor = [&](float Length) { return std::clamp(int32_t(Length / CellSize) + 1, 1, MaxCells); };
	Size = {CellsFor(Extent.x), CellsFor(Extent.y), CellsFor(Extent.z)};
	// The flock's extent and the boxes' number change a little from step to step: tables grow by half for that.
	const auto MakeRoom = [](std::vector<uint32_t>& Table, size_t Count)
	{
		if (Table.capacity() < Count)
		{
			Table.reserve(Count + Count / 2);
		}
	};
	MakeRoom(CellStarts, size_t(Size.X) * size_t(Size.Y) * size_t(Size.Z) + 2);
	CellStarts.assign(size_t(Size.X) * size_t(Size.Y) * size_t(Size.Z) + 2, 0);
	// Counting sort, the counts one place ahead, so that after filling each entry is its cell's start.
	for (const FBox& Box : Boxes)
	{
		ForEachCell(Box, Reach, [&](size_t Cell) { ++CellStarts[Cell + 2]; });
	}
	for (size_t Cell = 2; Cell < CellStarts.size(); ++Cell)
	{
		CellStarts[Cell] += CellStarts[Cell - 1];
	}
	MakeRoom(CellBoxes, CellStarts.back());
	CellBoxes.resize(CellStarts.back());
	for (size_t Index = 0; Index < Boxes.size(); ++Index)
	{
		ForEachCell(Boxes[Index], Reach, [&](size_t Cell) { CellBoxes[CellStarts[Cell + 1]++] = uint32_t(Index); });
	}
}

bool FDetailSources::IsNear(const FVector& Point, float Radius) const
{
	if (Point.x < AllReach.Min.x || Point.x > AllReach.Max.x || Point.y < AllReach.Min.y || Point.y > AllReach.Max.y ||
	    Point.z < AllReach.Min.z || Point.z > AllReach.Max.z)
	{
		return false; // most of a large flock
	}
	const FCells At = CellOf(Point);
	const size_t Cell = size_t((At.Z * Size.Y + At.Y) * Size.X + At.X);
	return std::any_of(CellBoxes.begin() + CellStarts[Cell], CellBoxes.begin() + CellStarts[Cell + 1],
	    [&](uint32_t Index) { return DistanceSquared(Boxes[Index], Point) <= Radius * Radius; });
}

// All that moves and can be touched, but not boids that are bodies only for a while: they would infect each other.
void UFlockSubsystem::FImpl::GatherDetailSources(const UWorld& World)
{
	DetailSources.Clear();
	const FPhysicsWorld& Physics = World.GetPhysics();
	for (const FBodyId Body : Physics.GetBodies())
	{
		if (Physics.GetType(Body) == EBodyType::Static)
		{
			continue;
		}
		const FFlockMember* Member = FindMember(FActorId::FromBits(Physics.GetUserData(Body)));
		const bool bForAWhile =
		    Member && Member->bEnabled && Member->BodySetup &&
		    Flocks[size_t(Member->Flock)].Variants[Member->Variant].Settings.Physics != EBoidPhysics::RigidBody;
		if (!bForAWhile)
		{
			DetailSources.Add(Physics.GetBounds(Body));
		}
	}
}

bool UFlockSubsystem::FImpl::Promote(UWorld& World, FFlockMember& Member)
{
	AActor& Actor = *World.FindActor(Member.Actor);
	FDiagnostics Known; // the same body was made when the actor was spawned
	if (!CreateActorBody(World, Actor, *Member.BodySetup, Known))
	{
		return false;
	}
	Member.Body = Actor.Body;
	World.MarkBodyChanged(Actor.Id);
	return true;
}

void UFlockSubsystem::FImpl::Demote(UWorld& World, FFlockMember& Member)
{
	AActor& Actor = *World.FindActor(Member.Actor);
	if (!Member.BodySetup || !Actor.Body.IsValid())
	{
		return;
	}
	const FPhysicsWorld& Physics = World.GetPhysics();
	const FTransform Place = Physics.GetTransform(Actor.Body);
	Actor.Transform.Location = Place.Location;
	Actor.Velocity = Physics.GetVelocity(Actor.Body);
	if (Member.Place >= 0) // one that has just been spawned has its rotation exactly
	{
		Actor.Transform.Rotation = Place.Rotation;
	}
	DestroyActorBody(World, Actor);
	Member.Body = {};
	World.MarkBodyChanged(Actor.Id);
}

void UFlockSubsystem::FImpl::UpdateFlockDetail(UWorld& World, FFlock& Flock)
{
	float Reach = 0.0f;
	for (const FFlockVariant& Variant : Flock.Variants)
	{
		Reach = std::max(Reach, Variant.Settings.DemoteRadius);
	}
	if (!DetailSources.IsEmpty())
	{
		DetailSources.Sort(Flock.Positions, Reach);
	}
	const bool bWorldGravity = HasWorldGravity(World);
	std::atomic<bool> bAnyChange{false};
	Flock.Levels.resize(Flock.Num());
	ParallelFor(World.GetScheduler(), int32_t(Flock.Num()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    bool bChange = false;
		    for (size_t Place = size_t(Begin); Place < size_t(End); ++Place)
		    {
			    Flock.Levels[Place] = WantedLevel(Flock, Place, DetailSources, bWorldGravity);
			    bChange |= Flock.Levels[Place] != KeepLevel;
		    }
		    if (bChange)
		    {
			    bAnyChange.store(true, std::memory_order_relaxed);
		    }
	    });
	int32_t Demotions = 0;
	for (size_t Place = 0; bAnyChange && Place < Flock.Num(); ++Place)
	{
		FFlockMember& Member = *FindMember(Flock.Actors[Place]);
		if (Flock.Levels[Place] == KeepLevel || !Member.BodySetup)
		{
			continue;
		}
		if (Flock.Levels[Place] == ToBody)
		{
			Flock.BodylessCount -= Promote(World, Member) ? 1 : 0;
		}
		else if (++Demotions <= DemotionsAStep)
		{
			Demote(World, Member);
			++Flock.BodylessCount;
		}
		Flock.Bodies[Place] = Member.Body;
	}
}

void UFlockSubsystem::FImpl::UpdateDetail(UWorld& World)
{
	for (const FActorId Id : Bodiless)
	{
		FFlockMember* Member = FindMember(Id);
		if (Member && World.FindActor(Id) && !Member->bEnabled && !Member->Body.IsValid())
		{
			Promote(World, *Member);
		}
	}
	Bodiless.clear();
	const auto HasKinematic = [](const FFlock& Flock)
	{ return Flock.Num() > 0 && (Flock.HasBodyless() || HasDetail(Flock)); };
	if (std::none_of(Flocks.begin(), Flocks.end(), HasKinematic))
	{
		return;
	}
	GatherDetailSources(World);
	for (FFlock& Flock : Flocks)
	{
		if (HasKinematic(Flock))
		{
			UpdateFlockDetail(World, Flock);
		}
	}
}
} // namespace Flockwork
