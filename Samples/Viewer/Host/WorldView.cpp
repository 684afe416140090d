#include "WorldView.h"

#include "FlockworkFlock/NeighborGrid.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace Flockwork
{
namespace
{
static_assert(sizeof(FRenderInstance) == sizeof(FBoidInstance));

FEnvironment MakeEnvironment(const FSceneHints& Hints)
{
	FEnvironment Environment = FEnvironment::Day();
	switch (Hints.Sky)
	{
	case ESceneSky::Evening:
		Environment = FEnvironment::Evening();
		break;
	case ESceneSky::Overcast:
		Environment = FEnvironment::Overcast();
		break;
	case ESceneSky::Underwater:
		Environment = FEnvironment::Underwater();
		break;
	default:
		break;
	}
	switch (Hints.Ground)
	{
	case ESceneGround::Asphalt:
		Environment.Ground = EGround::Asphalt;
		break;
	case ESceneGround::Sand:
		Environment.Ground = EGround::Sand;
		break;
	case ESceneGround::Grid:
		Environment.Ground = EGround::Grid;
		break;
	case ESceneGround::None:
		Environment.Ground = EGround::None;
		break;
	default:
		Environment.Ground = EGround::Grass;
		break;
	}
	Environment.GroundHeight = Hints.GroundHeight;
	Environment.HazeDistance = Hints.HazeDistance;
	Environment.ShadowRadius = Hints.ShadowRadius;
	return Environment;
}

EBody FindBody(std::string_view Species)
{
	constexpr std::pair<std::string_view, EBody> Known[] = {{"zombie", EBody::Zombie}, {"human", EBody::Human},
	    {"player", EBody::Human}, {"bird", EBody::Bird}, {"fish", EBody::Fish}, {"drone", EBody::Drone}};
	for (const auto& [Name, Body] : Known)
	{
		if (Name == Species)
		{
			return Body;
		}
	}
	return EBody::Arrow;
}

float LinearToScreen(float Linear)
{
	return Linear <= 0.0031308f ? 12.92f * Linear : 1.055f * std::pow(Linear, 1.0f / 2.4f) - 0.055f;
}

FColor ToScreen(const FVector& Linear)
{
	const FVector Clamped = glm::clamp(Linear, FVector(0.0f), FVector(1.0f));
	return {LinearToScreen(Clamped.x), LinearToScreen(Clamped.y), LinearToScreen(Clamped.z), 1.0f};
}

// Hue in [0, 1): red, yellow, green, cyan, blue, magenta, red.
FColor FromHue(float Hue)
{
	const auto Channel = [Hue](float Shift)
	{
		const float Place = std::fmod(Hue + Shift, 1.0f) * 6.0f;
		return std::clamp(std::abs(Place - 3.0f) - 1.0f, 0.0f, 1.0f) * 0.85f + 0.15f;
	};
	return {Channel(0.0f), Channel(2.0f / 3.0f), Channel(1.0f / 3.0f), 1.0f};
}

// 0 blue, 1 red.
FColor FromShare(float Share)
{
	return FromHue(0.66f * (1.0f - std::clamp(Share, 0.0f, 1.0f)));
}

// A steady number in [0, 1) from an actor's index.
float VarietyOf(uint32_t Index)
{
	return float((Index * 2654435761u) >> 8) / float(1u << 24);
}
} // namespace

FWorldView::FWorldView(FSceneSession& InSession, FRenderer& InRenderer) : Session(InSession), Renderer(InRenderer)
{
	Renderer.SetEnvironment(MakeEnvironment(Session.GetScene().GetHints()));
	Renderer.SetStatics({});
	Renderer.SetProps({});
	for (int32_t Group = 0; Group < FRenderer::MaxGroups; ++Group)
	{
		Renderer.SetBoids(Group, EBody::Arrow, {}, {});
	}
}

void FWorldView::Update(const FViewOptions& Options, float Alpha)
{
	const UWorld& World = Session.GetWorld();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	Renderer.SetTime(World.GetTime() + double(Alpha * World.GetSettings().FixedStep));
	UpdateShapes(Alpha);
	ColorBoids(Options.Coloring);
	const int32_t Species = std::min(Visuals.GetSpeciesCount(), FRenderer::MaxGroups);
	for (int32_t Index = 0; Index < Species; ++Index)
	{
		UpdateSpecies(Index, Options, Alpha);
	}
	for (int32_t Group = Species; Group < UsedGroups; ++Group)
	{
		Renderer.SetBoids(Group, EBody::Arrow, {}, {});
	}
	UsedGroups = Species;
	if (Options.bTrails)
	{
		UpdateTrails();
	}
	else
	{
		Trails.clear();
	}
	World.DrawDebug(Renderer.GetDebugLines(), Options.Layers);
	if (Options.bVisionCone)
	{
		DrawVisionCone(Options.Layers.Selected);
	}
}

void FWorldView::UpdateShapes(float Alpha)
{
	const UWorld& World = Session.GetWorld();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	Visuals.CopyShapes(World, Alpha, Shapes);
	const bool bStaticsChanged = Visuals.GetRevision() != ShapeRevision;
	ShapeRevision = Visuals.GetRevision();
	Statics.clear();
	Props.clear();
	for (const FRenderShape& Shape : Shapes)
	{
		if (!Shape.bStatic)
		{
			const bool bSphere = Shape.Type == EShapeType::Sphere;
			const FVector Capsule{Shape.HalfExtent.x, Shape.HalfExtent.x + Shape.HalfExtent.y, Shape.HalfExtent.x};
			Props.push_back(
			    {bSphere ? EPropShape::Sphere : EPropShape::Box, Shape.Transform.Location, Shape.Transform.Rotation,
			        Shape.Type == EShapeType::Capsule ? Capsule : Shape.HalfExtent, ToScreen(Shape.Color)});
			continue;
		}
		if (bStaticsChanged)
		{
			FRenderStatic Static;
			Static.Transform = Shape.Transform;
			Static.HalfExtent = Shape.HalfExtent;
			Static.Radius = Shape.HalfExtent.x;
			Static.HalfHeight = Shape.HalfExtent.y;
			Static.Color = ToScreen(Shape.Color);
			Static.Shape = Shape.Type == EShapeType::Sphere    ? EStaticShape::Sphere
			               : Shape.Type == EShapeType::Capsule ? EStaticShape::Capsule
			                                                   : EStaticShape::Box;
			Statics.push_back(std::move(Static));
		}
	}
	Renderer.SetProps(Props);
	if (bStaticsChanged)
	{
		Renderer.SetStatics(Statics);
	}
}

void FWorldView::UpdateSpecies(int32_t Species, const FViewOptions& Options, float Alpha)
{
	const UWorld& World = Session.GetWorld();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	const size_t Count = size_t(Visuals.GetInstanceCount(Species));
	Instances.resize(Count);
	Details.resize(Count);
	Boids.resize(Count);
	Looks.resize(Count);
	Visuals.CopyInstances(World, Species, Alpha, Instances, Details);
	std::memcpy(static_cast<void*>(Boids.data()), Instances.data(), Count * sizeof(FBoidInstance));
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const FRenderDetail& Detail = Details[Index];
		FBoidLook& Look = Looks[Index];
		Look.Phase = Detail.Phase * 2.0f * Pi;
		Look.Speed = Detail.Speed;
		Look.Variety = VarietyOf(Detail.ActorIndex);
		Look.Tint = 0;
		if (Options.Coloring != EColoring::Own && Detail.ActorIndex < TintOfActor.size() &&
		    TintOfActor[Detail.ActorIndex] > 0)
		{
			Look.SetColor(ColorOfActor[Detail.ActorIndex], 0.85f);
		}
	}
	Renderer.SetBoids(Species, FindBody(Visuals.GetSpeciesName(Species)), Boids, Looks);
}

void FWorldView::ColorBoids(EColoring Coloring)
{
	TintOfActor.assign(TintOfActor.size(), 0);
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	for (int32_t Flock = 0; Coloring != EColoring::Own && Flock < Flocks.GetFlockCount(); ++Flock)
	{
		const FFlockView View = Flocks.GetFlock(Flock);
		FNeighborGrid Grid;
		if (Coloring == EColoring::Density)
		{
			Grid.Build(View.Positions, {View.Settings->NeighborRadius}, Session.GetWorld().GetScheduler());
		}
		for (size_t Boid = 0; Boid < View.Actors.size(); ++Boid)
		{
			const FVector& Velocity = View.Velocities[Boid];
			FColor Color = FromHue(std::fmod(float(Flock) * 0.381966f, 1.0f));
			if (Coloring == EColoring::Heading)
			{
				Color = FromHue(std::atan2(Velocity.x, Velocity.z) / (2.0f * Pi) + 0.5f);
			}
			else if (Coloring == EColoring::Speed)
			{
				Color = FromShare(Length(Velocity) / View.Settings->MaxSpeed);
			}
			else if (Coloring == EColoring::Density)
			{
				int32_t Neighbors = -1;
				Grid.ForEachWithin(View.Positions[Boid], View.Settings->NeighborRadius,
				    [&](int32_t, const FVector&, float) { ++Neighbors; });
				Color = FromShare(float(Neighbors) / 40.0f);
			}
			const size_t Actor = View.Actors[Boid].Index;
			if (Actor >= TintOfActor.size())
			{
				TintOfActor.resize(Actor + 1, 0);
				ColorOfActor.resize(Actor + 1);
			}
			TintOfActor[Actor] = 1;
			ColorOfActor[Actor] = Color;
		}
	}
}

void FWorldView::UpdateTrails()
{
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	while (int32_t(Trails.size()) < Flocks.GetFlockCount())
	{
		// A walker's body has its centre at the hip, and its model's origin between the feet.
		const FFlockView View = Flocks.GetFlock(int32_t(Trails.size()));
		const UVisualSubsystem& Visuals = Session.GetWorld().Get<UVisualSubsystem>();
		const FVisualSettings* const Visual = View.Actors.empty() ? nullptr : Visuals.GetSettings(View.Actors[0]);
		FTrailSettings Settings;
		Settings.Height = Visual ? Visual->Offset.y + 0.05f : 0.0f;
		Trails.emplace_back(Settings);
	}
	for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
	{
		Trails[size_t(Flock)].Update(Flocks.GetFlock(Flock).Positions, Session.GetWorld().GetTime());
		const FColor Color = FromHue(std::fmod(float(Flock) * 0.381966f + 0.1f, 1.0f));
		Renderer.DrawTrails(Trails[size_t(Flock)], {&Color, 1});
	}
}

void FWorldView::DrawVisionCone(FActorId Actor)
{
	const UWorld& World = Session.GetWorld();
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	UFlockSubsystem::FBoidInfo Info;
	const AActor* const Boid = World.FindActor(Actor);
	if (!Boid || !Flocks.GetBoidInfo(Actor, Info))
	{
		return;
	}
	const FFlockSettings& Settings = *Flocks.GetFlock(Info.Flock).Settings;
	const float HalfSeen = Pi - 0.5f * Settings.BlindAngle;
	const float Heading = std::atan2(Boid->Velocity.x, Boid->Velocity.z);
	constexpr int32_t Pieces = 32;
	const auto Edge = [&](int32_t Piece)
	{
		const float Angle = Heading + HalfSeen * (2.0f * float(Piece) / float(Pieces) - 1.0f);
		return Boid->Transform.Location + FVector(std::sin(Angle), 0.0f, std::cos(Angle)) * Settings.NeighborRadius;
	};
	const FColor Color{1.0f, 0.9f, 0.3f, 0.8f};
	FDebugLines& Lines = Renderer.GetDebugLines();
	Lines.Line(Boid->Transform.Location, Edge(0), Color);
	for (int32_t Piece = 0; Piece < Pieces; ++Piece)
	{
		Lines.Line(Edge(Piece), Edge(Piece + 1), Color);
	}
	Lines.Line(Edge(Pieces), Boid->Transform.Location, Color);
}

FVector FWorldView::GetCenter() const
{
	const UWorld& World = Session.GetWorld();
	FVector Sum{0.0f, 0.0f, 0.0f};
	float Count = 0.0f;
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
	{
		for (const FVector& Position : Flocks.GetFlock(Flock).Positions)
		{
			Sum += Position;
			Count += 1.0f;
		}
	}
	for (size_t Index = 0; Count == 0.0f && Index < World.GetActors().size(); ++Index)
	{
		Sum += World.FindActor(World.GetActors()[Index])->Transform.Location;
	}
	return Sum / std::max(Count > 0.0f ? Count : float(World.GetActors().size()), 1.0f);
}

float FWorldView::GetExtent() const
{
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	const FVector Center = GetCenter();
	float Squares = 0.0f;
	float Count = 0.0f;
	for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
	{
		for (const FVector& Position : Flocks.GetFlock(Flock).Positions)
		{
			Squares += LengthSquared(Position - Center);
			Count += 1.0f;
		}
	}
	return Count > 0.0f ? std::max(std::sqrt(Squares / Count), 3.0f) : 15.0f;
}
} // namespace Flockwork
