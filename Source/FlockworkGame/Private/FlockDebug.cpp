// The flocks' debug layers. Reads only.
#include "FlockData.h"
#include "FlockSteer.h"
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

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
constexpr FColor SightColor{1.0f, 0.9f, 0.3f, 0.9f};
constexpr FColor BlindColor{1.0f, 0.35f, 0.25f, 0.9f};

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

// What lies within sight: the circle about the boid, and where it has a blind angle the cone behind it.
void DrawVision(IDebugDraw& Draw, const FFlock& Flock, size_t Place, bool bGravity)
{
	const FFlockSettings& Settings = Flock.Variants[Flock.VariantOf[Place]].Settings;
	const FVector& Eye = Flock.Positions[Place];
	const FVector Ahead = SafeNormal(Flock.Velocities[Place]);
	const float Reach = Settings.NeighborRadius;
	const float HalfBlind = 0.5f * Settings.BlindAngle;
	const bool bPlanar = IsPlanar(Settings, bGravity);
	if (!(HalfBlind > 0.0f) || LengthSquared(Ahead) == 0.0f)
	{
		bPlanar ? Draw.Circle(Eye, UpVector, Reach, SightColor) : Draw.Sphere(Eye, Reach, SightColor);
		return;
	}
	const FVector Forward = bPlanar ? SafeNormal(Horizontal(Ahead)) : Ahead;
	const FVector Up = bPlanar || std::abs(Forward.y) > 0.99f ? UpVector : SafeNormal(UpVector - Forward * Forward.y);
	const FVector Side = SafeNormal(glm::cross(Up, Forward));
	const auto At = [&](float Angle) { return Eye + (Forward * std::cos(Angle) + Side * std::sin(Angle)) * Reach; };
	constexpr int32_t Pieces = 48;
	const float HalfSeen = Pi - HalfBlind;
	for (int32_t Piece = 0; Piece < Pieces; ++Piece)
	{
		const float From = HalfSeen * (2.0f * float(Piece) / float(Pieces) - 1.0f);
		Draw.Line(At(From), At(From + 2.0f * HalfSeen / float(Pieces)), SightColor);
	}
	if (bPlanar)
	{
		Draw.Line(Eye, At(HalfSeen), BlindColor);
		Draw.Line(Eye, At(-HalfSeen), BlindColor);
		return;
	}
	const float Radius = Reach * std::sin(HalfBlind);
	const FVector Center = Eye - Forward * (Reach * std::cos(HalfBlind));
	Draw.Circle(Center, Forward, Radius, BlindColor);
	const FVector Top = glm::cross(Forward, Side);
	for (int32_t Spoke = 0; Spoke < 8; ++Spoke)
	{
		const float Turn = 0.25f * Pi * float(Spoke);
		Draw.Line(Eye, Center + (Side * std::cos(Turn) + Top * std::sin(Turn)) * Radius, BlindColor);
	}
}

// The longest arrow is as long as the boid's neighbours are far; labels tell the figures.
void DrawRules(IDebugDraw& Draw, const FVector& From, const FRuleForces& Forces, float Reach)
{
	const std::pair<const char*, const FVector*> Named[] = {{"separation", &Forces.Separation},
	    {"alignment", &Forces.Alignment}, {"cohesion", &Forces.Cohesion}, {"other", &Forces.Others}};
	float Longest = 0.0f;
	for (const auto& [Name, Force] : Named)
	{
		Longest = std::max(Longest, Length(*Force));
	}
	for (size_t Rule = 0; Rule < std::size(Named) && Longest > 0.0f; ++Rule)
	{
		const FVector Arrow = *Named[Rule].second * (Reach / Longest);
		if (Length(Arrow) < 0.01f * Reach)
		{
			continue;
		}
		char Text[48];
		std::snprintf(Text, sizeof(Text), "%s %.2f", Named[Rule].first, double(Length(*Named[Rule].second)));
		Draw.Arrow(From, From + Arrow, FDebugLayers::RuleColors[Rule]);
		Draw.Text(From + Arrow, Text, FDebugLayers::RuleColors[Rule]);
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

bool UFlockSubsystem::GetRuleForces(const UWorld& World, FActorId Actor, FRuleForces& Out) const
{
	Impl->Flush();
	const FFlockMember* const Member = Impl->FindMember(Actor);
	if (!Member || Member->Place < 0)
	{
		return false;
	}
	const FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
	const FFlockVariant& Variant = Flock.Variants[Member->Variant];
	return ComputeRuleForces(
	    Variant.Settings, MakeFlockInput(World, Flock, Variant), size_t(Member->Place), World.GetScheduler(), Out);
}

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
	if (Layers.bVision)
	{
		DrawVision(Draw, Flock, size_t(Member->Place), IsPulledDown(World, Flock.Variants[Member->Variant]));
	}
	FRuleForces Forces;
	if (Layers.bRules && GetRuleForces(World, Layers.Selected, Forces))
	{
		const float Reach = std::clamp(0.5f * Flock.Variants[Member->Variant].Settings.NeighborRadius, 0.5f, 4.0f);
		DrawRules(Draw, Flock.Positions[size_t(Member->Place)], Forces, Reach);
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
