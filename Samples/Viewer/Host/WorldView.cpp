#include "WorldView.h"

#include "FlockworkFlock/NeighborGrid.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "FlockworkGame/World.h"
#include "SpeciesNames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace Flockwork
{
namespace
{
constexpr int32_t DenseNeighbors = 40; // within the neighbour radius: red

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
	constexpr std::array<EBody, SpeciesNames.size()> Bodies = {EBody::Arrow, EBody::Arrow, EBody::Zombie, EBody::Human,
	    EBody::Human, EBody::Bird, EBody::Falcon, EBody::Fish, EBody::Shark, EBody::Drone};
	const auto Found = std::find(SpeciesNames.begin(), SpeciesNames.end(), Species);
	return Found == SpeciesNames.end() ? EBody::Arrow : Bodies[size_t(Found - SpeciesNames.begin())];
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

FVector UnpackColor(uint32_t Color)
{
	return FVector{float(Color & 255u), float((Color >> 8) & 255u), float((Color >> 16) & 255u)} / 255.0f;
}

// The grey that a visual has when nobody chose a colour leaves the body its own; zombies wear what they died in.
bool HasOwnCoat(EBody Body, uint32_t Color)
{
	constexpr uint32_t Unset = 0xffb3b3b3u;
	return Body != EBody::Zombie && Color != Unset;
}

// Hues that differ well from one number to the next.
float GoldenHue(int32_t Number)
{
	return std::fmod(float(Number) * 0.381966f, 1.0f);
}

// A steady number in [0, 1) from an actor's index.
float VarietyOf(uint32_t Index)
{
	return float((Index * 2654435761u) >> 8) / float(1u << 24);
}
} // namespace

FViewOptions FViewOptions::FromHints(const FSceneHints& Hints)
{
	FViewOptions Options;
	Options.ApplyChanges({}, Hints);
	return Options;
}

void FViewOptions::ApplyChanges(const FSceneHints& Last, const FSceneHints& Now)
{
	const auto Apply = [](auto& Mine, const auto& Before, const auto& After)
	{
		if (Before != After)
		{
			Mine = After;
		}
	};
	Apply(Coloring, Last.Coloring, Now.Coloring);
	Apply(bTrails, Last.bTrails, Now.bTrails);
	Apply(bPlots, Last.bPlots, Now.bPlots);
	Apply(Layers.Selected, Last.Layers.Selected, Now.Layers.Selected);
	for (bool FDebugLayers::*const Layer : {&FDebugLayers::bVelocity, &FDebugLayers::bForces, &FDebugLayers::bRadius,
	         &FDebugLayers::bLinks, &FDebugLayers::bGrid, &FDebugLayers::bTargets, &FDebugLayers::bThreats,
	         &FDebugLayers::bBodies, &FDebugLayers::bNames, &FDebugLayers::bVision, &FDebugLayers::bRules,
	         &FDebugLayers::bNavMesh, &FDebugLayers::bCrowd, &FDebugLayers::bEscape, &FDebugLayers::bSkeletons})
	{
		Apply(Layers.*Layer, Last.Layers.*Layer, Now.Layers.*Layer);
	}
}

FWorldView::FWorldView(FSceneSession& InSession, FRenderer& InRenderer) : Session(InSession), Renderer(InRenderer)
{
	Renderer.SetEnvironment(MakeEnvironment(Session.GetScene().GetHints()));
	Renderer.SetStatics({});
	Renderer.SetProps({});
	FDiagnostics OfCharacters;
	Renderer.SetCharacterMeshes({}, OfCharacters);
	if (Session.GetGalleryCharacter())
	{
		Gallery = std::make_unique<FCharacterGallery>(Session.GetGalleryCharacter(), Renderer, OfCharacters);
	}
	Session.TakeDiagnostics(OfCharacters);
	for (int32_t Group = 0; Group < FRenderer::MaxGroups; ++Group)
	{
		Renderer.SetBoids(Group, EBody::Arrow, {}, {});
	}
}

void FWorldView::Update(const FViewOptions& Options, float Alpha)
{
	const UWorld& World = Session.GetWorld();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	const double Time = World.GetTime() + double(Alpha * World.GetSettings().FixedStep);
	FrameTime = float(std::max(Time - LastTime, 0.0));
	LastTime = Time;
	Renderer.SetTime(Time);
	Shapes.Update(World, Renderer, Alpha);
	FDiagnostics OfCharacters;
	Characters.Update(Session.GetWorld(), Renderer, Alpha, OfCharacters);
	Session.TakeDiagnostics(OfCharacters);
	if (Gallery)
	{
		Gallery->Update(Time, Options.Layers.bSkeletons);
	}
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
	if (Options.bMarks)
	{
		DrawMarks(Options);
	}
}

void FWorldView::UpdateSpecies(int32_t Species, const FViewOptions& Options, float Alpha)
{
	const UWorld& World = Session.GetWorld();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	Instances.resize(size_t(Visuals.GetInstanceCount(Species)));
	Details.resize(Instances.size());
	Visuals.CopyInstances(World, Species, Alpha, Instances, Details);
	LeaveOutCharacters();
	const size_t Count = Instances.size();
	Boids.resize(Count);
	Looks.resize(Count);
	std::memcpy(static_cast<void*>(Boids.data()), Instances.data(), Count * sizeof(FBoidInstance));
	const EBody Body = FindBody(Visuals.GetSpeciesName(Species));
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const FRenderDetail& Detail = Details[Index];
		FBoidLook& Look = Looks[Index];
		Look.Phase = Detail.Phase * 2.0f * Pi;
		Look.Speed = Detail.Speed;
		Look.Variety = VarietyOf(Detail.ActorIndex);
		Look.Tint = 0;
		if (HasOwnCoat(Body, Detail.Color))
		{
			Look.SetCoat(ToScreen(UnpackColor(Detail.Color)), 0.9f);
		}
		if (Options.Coloring != ESceneColoring::Own && Detail.ActorIndex < TintOfActor.size() &&
		    TintOfActor[Detail.ActorIndex] > 0)
		{
			Look.SetColor(ColorOfActor[Detail.ActorIndex], 0.85f);
		}
	}
	if (Body == EBody::Zombie || Body == EBody::Human)
	{
		PlaceFeet(Body, Species);
	}
	Renderer.SetBoids(Species, Body, Boids, Looks);
}

// An actor that is drawn as a character is not drawn as a species, too.
void FWorldView::LeaveOutCharacters()
{
	size_t Kept = 0;
	for (size_t Index = 0; Index < Instances.size(); ++Index)
	{
		if (!Characters.IsShown(Details[Index].ActorIndex))
		{
			Instances[Kept] = Instances[Index];
			Details[Kept] = Details[Index];
			++Kept;
		}
	}
	Instances.resize(Kept);
	Details.resize(Kept);
}

// A walker's feet must not slide, so its stride follows from its legs and its speed, not from the prefab.
void FWorldView::PlaceFeet(EBody Body, int32_t Species)
{
	Ids.resize(Details.size());
	Speeds.resize(Details.size());
	for (size_t Index = 0; Index < Details.size(); ++Index)
	{
		Ids[Index] = Details[Index].ActorIndex;
		Speeds[Index] = FVector(Details[Index].Speed, 0.0f, 0.0f);
	}
	while (int32_t(Animators.size()) <= Species)
	{
		Animators.emplace_back();
	}
	const float Scale = Boids.empty() ? 1.0f : Boids.front().Scale;
	Animators[size_t(Species)].Update(Body, Ids, Speeds, Scale, FrameTime, Looks);
}

void FWorldView::ColorBoids(ESceneColoring Coloring)
{
	TintOfActor.assign(TintOfActor.size(), 0);
	const int32_t Flocks = Session.GetWorld().Get<UFlockSubsystem>().GetFlockCount();
	for (int32_t Flock = 0; Coloring != ESceneColoring::Own && Flock < Flocks; ++Flock)
	{
		ColorFlock(Flock, Coloring);
	}
}

void FWorldView::ColorFlock(int32_t Flock, ESceneColoring Coloring)
{
	const UWorld& World = Session.GetWorld();
	const FFlockView View = World.Get<UFlockSubsystem>().GetFlock(Flock);
	const float Radius = View.Settings->NeighborRadius;
	FNeighborGrid Grid;
	if (Coloring == ESceneColoring::Density)
	{
		Grid.Build(View.Positions, {Radius}, World.GetScheduler());
	}
	if (Coloring == ESceneColoring::Cluster)
	{
		FFlockMetricsInput Input;
		Input.Positions = View.Positions;
		Input.Velocities = View.Velocities;
		Input.NeighborRadius = Radius;
		Input.TorusPeriod = TorusPeriod(*View.Settings);
		Meter.Compute(Input, World.GetScheduler());
	}
	for (size_t Boid = 0; Boid < View.Actors.size(); ++Boid)
	{
		const FVector& Velocity = View.Velocities[Boid];
		FColor Color = FromHue(GoldenHue(Flock));
		if (Coloring == ESceneColoring::Heading)
		{
			Color = FromHue(std::atan2(Velocity.x, Velocity.z) / (2.0f * Pi) + 0.5f);
		}
		else if (Coloring == ESceneColoring::Speed)
		{
			Color = FromShare(Length(Velocity) / View.Settings->MaxSpeed);
		}
		else if (Coloring == ESceneColoring::Density)
		{
			int32_t Neighbors = -1;
			Grid.ForEachWithin(View.Positions[Boid], Radius, [&](int32_t, const FVector&, float) { ++Neighbors; });
			Color = FromShare(float(Neighbors) / float(DenseNeighbors));
		}
		else if (Coloring == ESceneColoring::Cluster)
		{
			Color = FromHue(GoldenHue(Meter.GetClusters()[Boid]));
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

// Rings rather than spheres: a person reads where on the ground, or at which height, a thing lies and how far it
// reaches.
void FWorldView::DrawMarks(const FViewOptions& Options)
{
	const UWorld& World = Session.GetWorld();
	FDebugLines& Lines = Renderer.GetDebugLines();
	const auto Mark = [&](const FVector& Place, float Radius, float Seconds, const char* Name, const FColor& Color)
	{
		const FVector Raised = Place + UpVector * 0.06f;
		FColor Faint = Color;
		Faint.A = 0.55f;
		Lines.Circle(Raised, UpVector, Radius, Faint);
		Lines.Circle(Raised, UpVector, 0.35f, Color);
		Lines.Line(Raised, Raised + UpVector * 1.6f, Color);
		char Text[64];
		std::snprintf(Text, sizeof(Text), "%s, %.0f s", Name, double(std::ceil(Seconds)));
		Lines.Text(Raised + UpVector * 1.7f, Text, Color);
	};
	for (const FThreatActor& Threat : World.Get<UThreatSubsystem>().GetThreats())
	{
		if (const AActor* const Actor = World.FindActor(Threat.Actor); Actor && Threat.TimeLeft > 0.0f)
		{
			Mark(Actor->Transform.Location, Threat.Settings.Radius, Threat.TimeLeft, "predator",
			    {1.0f, 0.5f, 0.42f, 1.0f});
		}
	}
	for (const FAttractorActor& Attractor : World.Get<UThreatSubsystem>().GetAttractors())
	{
		if (const AActor* const Actor = World.FindActor(Attractor.Actor); Actor && Attractor.TimeLeft > 0.0f)
		{
			Mark(Actor->Transform.Location, Attractor.Settings.Radius, Attractor.TimeLeft, "attractor",
			    {0.4f, 1.0f, 0.55f, 1.0f});
		}
	}
	constexpr FColor White{1.0f, 1.0f, 1.0f, 1.0f};
	for (const FActorId Id : Options.Chosen)
	{
		FCrowdAgentInfo Agent;
		if (World.Get<UCrowdSubsystem>().GetAgent(Id, Agent))
		{
			Lines.Circle(Agent.Feet + UpVector * 0.05f, UpVector, 1.5f * Agent.Radius, White);
		}
	}
	const FActorId Selected = Options.Layers.Selected;
	if (const AActor* const Actor = World.FindActor(Selected))
	{
		const FVisualSettings* const Visual = World.Get<UVisualSubsystem>().GetSettings(Selected);
		const float Size = Visual ? std::clamp(0.7f * Visual->Scale, 0.15f, 3.0f) : 0.7f;
		const FVector Foot = Actor->Transform.Location + (Visual ? Visual->Offset : FVector{0.0f, 0.0f, 0.0f});
		Lines.Circle(Foot + UpVector * 0.05f, UpVector, Size, White);
		Lines.Text(Actor->Transform.Location + UpVector * (1.3f * Size + 0.2f), Actor->Name, White);
	}
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
