#include "FlockworkGame/VisualSubsystem.h"

#include "ActorArray.h"
#include "FlockworkCore/Assert.h"
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
constexpr const char* NoSuchSpecies = "there is no species of that index";
constexpr int32_t Grain = 1024;        // actors a chunk
constexpr float StandingSpeed = 0.05f; // m/s; below it the idle rate counts

// What many actors share; an actor holds only which one it has.
struct FLook
{
	FVisualSettings Settings;
	FRenderShape Shape;          // of the body, unscaled; for the "shape" species
	std::vector<FVector> Points; // a hull's or mesh's, as its body has them
	std::vector<uint32_t> PointIndices;
	std::vector<FVector> Vertices; // of a hull or mesh
	std::vector<uint32_t> Indices;
	bool bHasShape = false;
	int32_t Users = 0; // actors; a look without any is given to the next that needs a new one
};

// What tells looks apart, before anything is built from it.
struct FLookKey
{
	const FVisualSettings& Settings;
	FRenderShape Shape;
	std::span<const FVector> Points{};
	std::span<const uint32_t> PointIndices{};
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

bool Has(const FLook& Look, const FLookKey& Key)
{
	return Look.Users > 0 && AreEqual(Look.Settings, Key.Settings) && Look.bHasShape == Key.bHasShape &&
	       Look.Shape.Type == Key.Shape.Type && Look.Shape.HalfExtent == Key.Shape.HalfExtent &&
	       Look.Shape.bStatic == Key.Shape.bStatic &&
	       std::equal(Look.Points.begin(), Look.Points.end(), Key.Points.begin(), Key.Points.end()) &&
	       std::equal(
	           Look.PointIndices.begin(), Look.PointIndices.end(), Key.PointIndices.begin(), Key.PointIndices.end());
}

FLookKey MakeKey(const FVisualSettings& Settings, const FBodySetup* Body)
{
	FLookKey Key{Settings, Body ? MakeShape(*Body) : FRenderShape{}};
	Key.bHasShape = Body != nullptr;
	if (Body && (Body->Settings.Shape == EShapeType::Mesh || Body->Settings.Shape == EShapeType::Hull))
	{
		Key.Points = Body->Points;
		Key.PointIndices = Body->Indices;
	}
	return Key;
}

FLook MakeLook(const FLookKey& Key)
{
	FLook Look;
	Look.Settings = Key.Settings;
	Look.Shape = Key.Shape;
	Look.bHasShape = Key.bHasShape;
	Look.Points.assign(Key.Points.begin(), Key.Points.end());
	Look.PointIndices.assign(Key.PointIndices.begin(), Key.PointIndices.end());
	if (Key.bHasShape && Key.Shape.Type == EShapeType::Mesh)
	{
		Look.Vertices = Look.Points;
		Look.Indices = Look.PointIndices;
	}
	if (Key.bHasShape && Key.Shape.Type == EShapeType::Hull)
	{
		MakeHullMesh(Look.Points, Look.Vertices, Look.Indices);
	}
	return Look;
}
} // namespace

struct UVisualSubsystem::FImpl
{
	TActorArray<FVisual> Visuals;
	std::vector<FLook> Looks;
	std::vector<FSpecies> Species; // the "shape" species among them, first
	uint64_t Revision = 1;
	uint64_t SortedRevision = 0; // the revision that Species' lists are of

	// -1: no actor has such a look.
	int32_t FindLook(const FLookKey& Key) const
	{
		const auto Found = std::find_if(Looks.begin(), Looks.end(), [&](const FLook& Look) { return Has(Look, Key); });
		return Found == Looks.end() ? -1 : int32_t(Found - Looks.begin());
	}
	uint32_t AddLook(FLook New)
	{
		const auto IsFree = [](const FLook& Look) { return Look.Users == 0; };
		const auto Free = std::find_if(Looks.begin(), Looks.end(), IsFree);
		const size_t Place = size_t(Free - Looks.begin());
		if (Free == Looks.end())
		{
			Looks.emplace_back();
		}
		Looks[Place] = std::move(New);
		Looks[Place].Users = 1;
		return uint32_t(Place);
	}
	void Release(uint32_t Place)
	{
		if (--Looks[Place].Users == 0)
		{
			Looks[Place] = FLook{};
		}
	}
	// The look that was Current's with other settings; nothing is built.
	uint32_t ChangeLook(uint32_t Current, const FVisualSettings& Settings)
	{
		FLook& Old = Looks[Current];
		const int32_t Known = FindLook({Settings, Old.Shape, Old.Points, Old.PointIndices, Old.bHasShape});
		if (Known >= 0)
		{
			++Looks[size_t(Known)].Users; // first: it may be the same
			Release(Current);
			return uint32_t(Known);
		}
		if (Old.Users == 1)
		{
			Old.Settings = Settings;
			return Current;
		}
		--Old.Users;
		FLook New = Old;
		New.Settings = Settings;
		return AddLook(std::move(New));
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
	FW_CHECK(Species >= 0 && Species < GetSpeciesCount(), NoSuchSpecies);
	return Impl->Species[size_t(Species) + 1].Name;
}

int32_t UVisualSubsystem::GetInstanceCount(int32_t Species) const
{
	FW_CHECK(Species >= 0 && Species < GetSpeciesCount(), NoSuchSpecies);
	return int32_t(Impl->Species[size_t(Species) + 1].Entries.size());
}

int32_t UVisualSubsystem::CopyInstances(const UWorld& World, int32_t Species, float Alpha,
    std::span<FRenderInstance> Instances, std::span<FRenderDetail> Details) const
{
	FW_CHECK(Species >= 0 && Species < GetSpeciesCount(), NoSuchSpecies);
	const std::vector<int32_t>& Entries = Impl->Species[size_t(Species) + 1].Entries;
	const std::vector<TActorArray<FVisual>::FEntry>& All = Impl->Visuals.GetAll();
	size_t Count = std::min(Entries.size(), Instances.size());
	Count = Details.empty() ? Count : std::min(Count, Details.size());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const TActorArray<FVisual>::FEntry& Entry = All[size_t(Entries[Index])];
		const FVisualSettings& Settings = Impl->Looks[Entry.Data.Look].Settings;
		const AActor& Actor = *World.FindActor(Entry.Actor);
		const FTransform Transform = Interpolate(World.GetPreviousTransform(Actor.Id), Actor.Transform, Alpha);
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
		Shape.Transform = Interpolate(World.GetPreviousTransform(Actor.Id), Actor.Transform, Alpha);
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
	const FLookKey Key = MakeKey(Settings, Body);
	const int32_t Known = Impl->FindLook(Key);
	FVisual Visual;
	if (Known >= 0)
	{
		++Impl->Looks[size_t(Known)].Users;
	}
	Visual.Look = Known >= 0 ? uint32_t(Known) : Impl->AddLook(MakeLook(Key));
	Visual.Color = ColorOf(Settings, Actor.CreationId);
	Visual.Phase = UnitFromId(Actor.CreationId, "phase"); // nobody walks in step
	Impl->Visuals.Add(Actor, Visual);
	++Impl->Revision;
}

void UVisualSubsystem::Detach(FActorId Actor)
{
	if (const FVisual* Visual = Impl->Visuals.Find(Actor))
	{
		Impl->Release(Visual->Look);
	}
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
	Visual->Look = Impl->ChangeLook(Visual->Look, Settings);
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
