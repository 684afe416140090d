// The flocks' debug layers. Reads only.
#include "FlockData.h"
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/World.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr FColor VelocityColor{0.2f, 0.9f, 0.3f, 1.0f};
constexpr FColor ForceColor{1.0f, 0.6f, 0.1f, 1.0f};
constexpr FColor NeighborColor{0.3f, 0.6f, 1.0f, 0.6f};
constexpr FColor SeparationColor{1.0f, 0.3f, 0.3f, 0.6f};
constexpr FColor LinkColor{0.9f, 0.9f, 0.3f, 0.8f};
constexpr FColor GridColor{0.5f, 0.5f, 0.5f, 0.5f};
constexpr FColor TargetColor{0.2f, 1.0f, 1.0f, 1.0f};
constexpr FColor FleeingColor{1.0f, 0.1f, 0.1f, 1.0f};

void DrawRadii(IDebugDraw& Draw, const FFlock& Flock, size_t Place)
{
	const FFlockSettings& Settings = Flock.Variants[Flock.VariantOf[Place]].Settings;
	Draw.Circle(Flock.Positions[Place], UpVector, Settings.NeighborRadius, NeighborColor);
	Draw.Circle(Flock.Positions[Place], UpVector, Settings.SeparationRadius, SeparationColor);
}

void DrawBoid(IDebugDraw& Draw, const FDebugLayers& Layers, const FFlock& Flock, size_t Place)
{
	const FVector& Position = Flock.Positions[Place];
	if (Layers.bVelocity)
	{
		Draw.Arrow(Position, Position + Flock.Velocities[Place], VelocityColor);
	}
	if (Layers.bForces)
	{
		Draw.Arrow(Position, Position + Flock.Accelerations[Place], ForceColor);
	}
	if (Layers.bRadius && !Layers.Selected.IsValid())
	{
		DrawRadii(Draw, Flock, Place);
	}
	if (Layers.bThreats && Flock.Fleeing[Place] != 0)
	{
		Draw.Circle(Position, UpVector, 0.5f, FleeingColor);
	}
}

// The occupied columns of a grid of the neighbour radius, each once.
void DrawCells(IDebugDraw& Draw, const FFlock& Flock)
{
	const float Size = Flock.Settings().NeighborRadius;
	std::vector<std::array<int32_t, 3>> Cells;
	for (const FVector& Position : Flock.Positions)
	{
		Cells.push_back({int32_t(std::floor(Position.x / Size)), int32_t(std::floor(Position.y / Size)),
		    int32_t(std::floor(Position.z / Size))});
	}
	std::sort(Cells.begin(), Cells.end());
	Cells.erase(std::unique(Cells.begin(), Cells.end()), Cells.end());
	for (const std::array<int32_t, 3>& Cell : Cells)
	{
		FTransform Center;
		Center.Location = FVector{float(Cell[0]) + 0.5f, float(Cell[1]) + 0.5f, float(Cell[2]) + 0.5f} * Size;
		Draw.Box(Center, FVector{Size * 0.5f, Size * 0.5f, Size * 0.5f}, GridColor);
	}
}

void DrawTargets(const UWorld& World, IDebugDraw& Draw, const FFlock& Flock)
{
	for (const FFlockRole& Role : Flock.Roles)
	{
		const AActor* Actor = World.FindActor(World.FindActorByName(Role.Actor));
		if (Role.bPoint || Actor)
		{
			Draw.Sphere(Actor ? Actor->Transform.Location : Role.Point, 0.5f, TargetColor);
		}
	}
	for (size_t Point = 1; Point < Flock.Path.size(); ++Point)
	{
		Draw.Line(Flock.Path[Point - 1], Flock.Path[Point], TargetColor);
	}
}
} // namespace

void UFlockSubsystem::DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	for (const FFlock& Flock : Impl->Flocks)
	{
		for (size_t Place = 0; Place < Flock.Num(); ++Place)
		{
			DrawBoid(Draw, Layers, Flock, Place);
		}
		if (Layers.bGrid)
		{
			DrawCells(Draw, Flock);
		}
		if (Layers.bTargets)
		{
			DrawTargets(World, Draw, Flock);
		}
	}
	const FFlockMember* Member = Impl->FindMember(Layers.Selected);
	if (!Member || Member->Place < 0)
	{
		return;
	}
	const FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
	if (Layers.bRadius)
	{
		DrawRadii(Draw, Flock, size_t(Member->Place));
	}
	FBoidInfo Info;
	if (Layers.bLinks && GetBoidInfo(Layers.Selected, Info))
	{
		for (const FActorId Neighbor : Info.Neighbors)
		{
			const FVector& Other = Flock.Positions[size_t(Impl->FindMember(Neighbor)->Place)];
			Draw.Line(Flock.Positions[size_t(Member->Place)], Other, LinkColor);
		}
	}
}
} // namespace Flockwork
