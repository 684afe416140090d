#include "FlockworkGame/VisualSubsystem.h"

#include "ActorArray.h"
#include "FlockworkCore/Random.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/HullMesh.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace Flockwork
{
namespace
{
constexpr std::string_view ShapeSpecies = "shape";
constexpr int32_t Grain = 1024;        // actors a chunk
constexpr float StandingSpeed = 0.05f; // m/s; below it the idle rate counts

// What many actors share; an actor holds only which one it has.
struct FLook
{
	FVisualSettings Settings;
	FRenderShape Shape;            // of the body, unscaled; for the "shape" species
	std::vector<FVector> Vertices; // of a hull or mesh
	std::vector<uint32_t> Indices;
	bool bHasShape = false;
};

struct FVisual
{
	uint32_t Look = 0;
	uint32_t Color = 0xffffffffu;
	float Phase = 0.0f; // cycles, [0, 1)
};

struct FSpecies
{
	std::string Name;
	std::vector<int32_t> Entries; // places in the visuals, by creation
};

// [0, 1), from the actor's id alone: nothing random is drawn for looks.
float UnitFromId(uint32_t CreationId, std::string_view Purpose)
{
	return FRandomStream::ForPurpose(CreationId, Purpose).Uniform();
}

uint32_t PackColor(const FVector& Color, float Brightness)
{
	const FVector Scaled =
	    glm::clamp(Color * Brightness, FVector{0.0f, 0.0f, 0.0f}, FVector{1.0f, 1.0f, 1.0f}) * 255.0f;
	return uint32_t(Scaled.x + 0.5f) | (uint32_t(Scaled.y + 0.5f) << 8) | (uint32_t(Scaled.z + 0.5f) << 16) |
	       0xff000000u;
}

uint32_t ColorOf(const FVisualSettings& Settings, uint32_t CreationId)
{
	const float Brightness = 1.0f + Settings.ColorVariation * (2.0f * UnitFromId(CreationId, "color") - 1.0f);
	return PackColor(Settings.Color, Brightness);
}

FRenderShape MakeShape(const FBodySetup& Body)
{
	const FBodySettings& Settings = Body.Settings;
	FRenderShape Shape;
	Shape.Type = Settings.Shape;
	Shape.HalfExtent = Settings.HalfExtent;
	if (Settings.Shape == EShapeType::Sphere || Settings.Shape == EShapeType::Capsule)
	{
		Shape.HalfExtent = {Settings.Radius, Settings.HalfHeight, Settings.Radius};
	}
	Shape.bStatic = Settings.Type == EBodyType::Static;
	return Shape;
}

bool AreEqual(const FVisualSettings& A, const FVisualSettings& B)
{
	return A.Species == B.Species && A.Color == B.Color && A.ColorVariation == B.ColorVariation && A.Scale == B.Scale &&
	       A.Offset == B.Offset && A.bSmooth == B.bSmooth && A.StrideLength == B.StrideLength &&
	       A.IdleRate == B.IdleRate;
}

bool AreEqual(const FLook& A, const FLook& B)
{
	return AreEqual(A.Settings, B.Settings) && A.bHasShape == B.bHasShape && A.Shape.Type == B.Shape.Type &&
	       A.Shape.HalfExtent == B.Shape.HalfExtent && A.Shape.bStatic == B.Shape.bStatic && A.Vertices == B.Vertices &&
	       A.Indices == B.Indices;
}
} // namespace

struct UVisualSubsystem::FImpl
{
	TActorArray<FVisual> Visuals;
	std::vector<FLook> Looks;
	std::vector<FSpecies> Species; // the "shape" species among them, first
	uint64_t Revision = 1;
	uint64_t SortedRevision = 0; // the revision that Species' lists are of

	uint32_t FindOrAddLook(const FLook& Wanted)
	{
		const auto Found =
		    std::find_if(Looks.begin(), Looks.end(), [&](const FLook& Look) { return AreEqual(Look, Wanted); });
		if (Found != Looks.end())
		{
			return uint32_t(Found - Looks.begin());
		}
		Looks.push_back(Wanted);
		return uint32_t(Looks.size() - 1);
	}

	FSpecies& FindOrAddSpecies(const std::string& Name)
	{
		const auto Found =
		    std::find_if(Species.begin(), Species.end(), [&](const FSpecies& Item) { return Item.Name == Name; });
		if (Found != Species.end())
		{
			return *Found;
		}
		return Species.emplace_back(FSpecies{Name, {}});
	}

	void Sort()
	{
		if (SortedRevision == Revision)
		{
			return;
		}
		SortedRevision = Revision;
		FindOrAddSpecies(std::string(ShapeSpecies));
		for (FSpecies& Item : Species)
		{
			Item.Entries.clear();
		}
		const std::vector<TActorArray<FVisual>::FEntry>& All = Visuals.GetAll();
		for (size_t Place = 0; Place < All.size(); ++Place)
		{
			FindOrAddSpecies(Looks[All[Place].Data.Look].Settings.Species).Entries.push_back(int32_t(Place));
		}
	}
};

UVisualSubsystem::UVisualSubsystem() : Impl(std::make_unique<FImpl>()) {}
UVisualSubsystem::~UVisualSubsystem() = default;

int32_t UVisualSubsystem::GetSpeciesCount() const
{
	Impl->Sort();
	return int32_t(Impl->Species.size()) - 1;
}

std::string_view UVisualSubsystem::GetSpeciesName(int32_t Species) const
{
	Impl->Sort();
	return Impl->Species[size_t(Species) + 1].Name;
}

int32_t UVisualSubsystem::GetInstanceCount(int32_t Species) const
{
	Impl->Sort();
	return int32_t(Impl->Species[size_t(Species) + 1].Entries.size());
}

int32_t UVisualSubsystem::CopyInstances(const UWorld& World, int32_t Species, float Alpha,
    std::span<FRenderInstance> Instances, std::span<FRenderDetail> Details) const
{
	Impl->Sort();
	const std::vector<int32_t>& Entries = Impl->Species[size_t(Species) + 1].Entries;
	const std::vector<TActorArray<FVisual>::FEntry>& All = Impl->Visuals.GetAll();
	size_t Count = std::min(Entries.size(), Instances.size());
	Count = Details.empty() ? Count : std::min(Count, Details.size());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const TActorArray<FVisual>::FEntry& Entry = All[size_t(Entries[Index])];
		const FVisualSettings& Settings = Impl->Looks[Entry.Data.Look].Settings;
		const AActor& Actor = *World.FindActor(Entry.Actor);
		const FTransform Transform = Interpolate(Actor.PreviousTransform, Actor.Transform, Alpha);
		FRenderInstance& Instance = Instances[Index];
		Instance.Position = Transform.TransformPoint(Settings.Offset);
		Instance.Scale = Transform.Scale * Settings.Scale;
		Instance.Rotation = Transform.Rotation;
		if (!Details.empty())
		{
			Details[Index] = {Entry.Data.Color, Entry.Data.Phase, Length(Actor.Velocity), Entry.Actor.Index};
		}
	}
	return int32_t(Count);
}

void UVisualSubsystem::CopyShapes(const UWorld& World, float Alpha, std::vector<FRenderShape>& Out) const
{
	Impl->Sort();
	Out.clear();
	const std::vector<TActorArray<FVisual>::FEntry>& All = Impl->Visuals.GetAll();
	for (const int32_t Place : Impl->Species[0].Entries)
	{
		const TActorArray<FVisual>::FEntry& Entry = All[size_t(Place)];
		const FLook& Look = Impl->Looks[Entry.Data.Look];
		if (!Look.bHasShape)
		{
			continue; // an actor without a body has no shape to show
		}
		const AActor& Actor = *World.FindActor(Entry.Actor);
		FRenderShape Shape = Look.Shape;
		Shape.Transform = Interpolate(Actor.PreviousTransform, Actor.Transform, Alpha);
		Shape.Vertices = Look.Vertices;
		Shape.Indices = Look.Indices;
		Shape.bSmooth = Look.Settings.bSmooth;
		if (Look.Vertices.empty())
		{
			Shape.HalfExtent *= Shape.Transform.Scale;
			Shape.Transform.Scale = 1.0f;
		}
		const uint32_t Color = Entry.Data.Color;
		Shape.Color = FVector{float(Color & 255u), float((Color >> 8) & 255u), float((Color >> 16) & 255u)} / 255.0f;
		Shape.Actor = Entry.Actor;
		Out.push_back(Shape);
	}
}

uint64_t UVisualSubsystem::GetRevision() const
{
	return Impl->Revision;
}

void UVisualSubsystem::Attach(const AActor& Actor, const FVisualSettings& Settings, const FBodySetup* Body)
{
	FLook Look;
	Look.Settings = Settings;
	Look.bHasShape = Body != nullptr;
	if (Body)
	{
		Look.Shape = MakeShape(*Body);
		if (Body->Settings.Shape == EShapeType::Mesh)
		{
			Look.Vertices = Body->Points;
			Look.Indices = Body->Indices;
		}
		if (Body->Settings.Shape == EShapeType::Hull)
		{
			MakeHullMesh(Body->Points, Look.Vertices, Look.Indices);
		}
	}
	FVisual Visual;
	Visual.Look = Impl->FindOrAddLook(Look);
	Visual.Color = ColorOf(Settings, Actor.CreationId);
	Visual.Phase = UnitFromId(Actor.CreationId, "phase"); // nobody walks in step
	Impl->Visuals.Add(Actor, Visual);
	++Impl->Revision;
}

void UVisualSubsystem::Detach(FActorId Actor)
{
	Impl->Visuals.Remove(Actor);
	++Impl->Revision;
}

const FVisualSettings* UVisualSubsystem::GetSettings(FActorId Actor) const
{
	const FVisual* Visual = Impl->Visuals.Find(Actor);
	return Visual ? &Impl->Looks[Visual->Look].Settings : nullptr;
}

bool UVisualSubsystem::SetSettings(const AActor& Actor, const FVisualSettings& Settings)
{
	FVisual* Visual = Impl->Visuals.Find(Actor.Id);
	if (!Visual)
	{
		return false;
	}
	FLook Look = Impl->Looks[Visual->Look];
	Look.Settings = Settings;
	Visual->Look = Impl->FindOrAddLook(Look);
	Visual->Color = ColorOf(Settings, Actor.CreationId);
	++Impl->Revision;
	return true;
}

// Advances each walk, flap or beat by the way travelled.
void UVisualSubsystem::Run(UWorld& World, EPhase Phase)
{
	if (Phase != EPhase::Animate)
	{
		return;
	}
	std::vector<TActorArray<FVisual>::FEntry>& All = Impl->Visuals.GetAll();
	const float DeltaTime = World.GetSettings().FixedStep;
	ParallelFor(World.GetScheduler(), int32_t(All.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Place = Begin; Place < End; ++Place)
		    {
			    TActorArray<FVisual>::FEntry& Entry = All[size_t(Place)];
			    const FVisualSettings& Settings = Impl->Looks[Entry.Data.Look].Settings;
			    const float Speed = Length(World.FindActor(Entry.Actor)->Velocity);
			    const float Rate = Speed > StandingSpeed ? Speed / Settings.StrideLength : Settings.IdleRate;
			    const float New = Entry.Data.Phase + Rate * DeltaTime;
			    Entry.Data.Phase = New - std::floor(New);
		    }
	    });
}

void UVisualSubsystem::Save(const UWorld&, FByteWriter& Writer) const
{
	Writer.Write(uint64_t(Impl->Looks.size()));
	for (const FLook& Look : Impl->Looks)
	{
		Writer.WriteString(WriteJson(FVisualSettings::Table().Write(&Look.Settings, true)));
	}
	for (const TActorArray<FVisual>::FEntry& Entry : Impl->Visuals.GetAll())
	{
		Writer.Write(Entry.Data.Look);
		Writer.Write(Entry.Data.Phase);
	}
}

bool UVisualSubsystem::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	std::vector<FVisualSettings> Looks;
	const uint64_t LookCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < LookCount && Reader.IsOk(); ++Index)
	{
		FDataNode Node;
		FVisualSettings& Settings = Looks.emplace_back();
		if (!ParseJson(Reader.ReadString(), "snapshot", Node, Diagnostics) ||
		    !FVisualSettings::Table().Read(&Settings, Node, "snapshot", Diagnostics))
		{
			return false;
		}
	}
	for (TActorArray<FVisual>::FEntry& Entry : Impl->Visuals.GetAll())
	{
		const uint32_t Look = Reader.Read<uint32_t>();
		if (!Reader.IsOk() || Look >= Looks.size())
		{
			return false;
		}
		SetSettings(*World.FindActor(Entry.Actor), Looks[Look]);
		Entry.Data.Phase = Reader.Read<float>();
		if (!(Entry.Data.Phase >= 0.0f && Entry.Data.Phase <= 1.0f))
		{
			return false;
		}
	}
	return Reader.IsOk();
}
} // namespace Flockwork
