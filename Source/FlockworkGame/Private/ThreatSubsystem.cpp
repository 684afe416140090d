#include "FlockworkGame/ThreatSubsystem.h"

#include "FlockworkCore/DebugDraw.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <vector>

namespace Flockwork
{
namespace
{
// Lists are short (threats and attractors are few) and kept in order of creation.
template <typename Entry>
Entry* FindIn(std::vector<Entry>& List, FActorId Actor)
{
	const auto Found = std::find_if(List.begin(), List.end(), [&](const Entry& Item) { return Item.Actor == Actor; });
	return Found == List.end() ? nullptr : &*Found;
}

template <typename Entry>
void RemoveFrom(std::vector<Entry>& List, FActorId Actor)
{
	std::erase_if(List, [&](const Entry& Item) { return Item.Actor == Actor; });
}

template <typename Entry>
bool SetTime(std::vector<Entry>& List, FActorId Actor, float Seconds)
{
	Entry* Found = FindIn(List, Actor);
	if (Found)
	{
		Found->TimeLeft = Seconds;
	}
	return Found != nullptr;
}

// Where it is now, and how long it still stays.
template <typename Entry>
void Update(UWorld& World, std::vector<Entry>& List)
{
	for (Entry& Item : List)
	{
		const AActor& Actor = *World.FindActor(Item.Actor);
		const bool bBody = Actor.Body.IsValid();
		Item.Position = bBody ? World.GetPhysics().GetTransform(Actor.Body).Location : Actor.Transform.Location;
		if constexpr (requires { Item.Velocity; })
		{
			Item.Velocity = bBody ? World.GetPhysics().GetVelocity(Actor.Body) : Actor.Velocity;
		}
		if (Item.TimeLeft > 0.0f)
		{
			Item.TimeLeft -= World.GetSettings().FixedStep;
			if (Item.TimeLeft <= 0.0f)
			{
				World.KillActor(Item.Actor);
			}
		}
	}
}

template <typename Entry, typename Settings>
void SaveList(FByteWriter& Writer, const std::vector<Entry>& List)
{
	for (const Entry& Item : List)
	{
		Writer.WriteString(WriteJson(Settings::Table().Write(&Item.Settings)));
		Writer.Write(Item.TimeLeft);
	}
}

template <typename Entry, typename Settings>
bool RestoreList(FByteReader& Reader, std::vector<Entry>& List, FDiagnostics& Diagnostics)
{
	for (Entry& Item : List)
	{
		FDataNode Node;
		if (!ParseJson(Reader.ReadString(), "snapshot", Node, Diagnostics) ||
		    !Settings::Table().Read(&Item.Settings, Node, "snapshot", Diagnostics))
		{
			return false;
		}
		Item.TimeLeft = Reader.Read<float>();
	}
	return Reader.IsOk();
}
} // namespace

struct UThreatSubsystem::FImpl
{
	std::vector<FThreatActor> Threats;
	std::vector<FAttractorActor> Attractors;
};

UThreatSubsystem::UThreatSubsystem() : Impl(std::make_unique<FImpl>()) {}
UThreatSubsystem::~UThreatSubsystem() = default;

std::span<const FThreatActor> UThreatSubsystem::GetThreats() const
{
	return Impl->Threats;
}

std::span<const FAttractorActor> UThreatSubsystem::GetAttractors() const
{
	return Impl->Attractors;
}

void UThreatSubsystem::AttachThreat(const AActor& Actor, const FThreatSettings& Settings)
{
	Impl->Threats.push_back({Actor.Id, Actor.CreationId, Actor.Transform.Location, Actor.Velocity, Settings});
}

void UThreatSubsystem::AttachAttractor(const AActor& Actor, const FTargetSettings& Settings)
{
	Impl->Attractors.push_back({Actor.Id, Actor.CreationId, Actor.Transform.Location, Settings});
}

void UThreatSubsystem::DetachThreat(FActorId Actor)
{
	RemoveFrom(Impl->Threats, Actor);
}

void UThreatSubsystem::DetachAttractor(FActorId Actor)
{
	RemoveFrom(Impl->Attractors, Actor);
}

bool UThreatSubsystem::SetTimeLeft(FActorId Actor, float Seconds)
{
	const bool bThreat = SetTime(Impl->Threats, Actor, Seconds);
	const bool bAttractor = SetTime(Impl->Attractors, Actor, Seconds);
	return bThreat || bAttractor;
}

const FThreatSettings* UThreatSubsystem::GetThreatSettings(FActorId Actor) const
{
	const FThreatActor* Found = FindIn(Impl->Threats, Actor);
	return Found ? &Found->Settings : nullptr;
}

const FTargetSettings* UThreatSubsystem::GetAttractorSettings(FActorId Actor) const
{
	const FAttractorActor* Found = FindIn(Impl->Attractors, Actor);
	return Found ? &Found->Settings : nullptr;
}

bool UThreatSubsystem::SetThreatSettings(FActorId Actor, const FThreatSettings& Settings)
{
	FThreatActor* Found = FindIn(Impl->Threats, Actor);
	if (Found)
	{
		Found->Settings = Settings;
	}
	return Found != nullptr;
}

bool UThreatSubsystem::SetAttractorSettings(FActorId Actor, const FTargetSettings& Settings)
{
	FAttractorActor* Found = FindIn(Impl->Attractors, Actor);
	if (Found)
	{
		Found->Settings = Settings;
	}
	return Found != nullptr;
}

void UThreatSubsystem::Run(UWorld& World, EPhase Phase)
{
	if (Phase == EPhase::Sense)
	{
		Update(World, Impl->Threats);
		Update(World, Impl->Attractors);
	}
}

void UThreatSubsystem::Save(const UWorld&, FByteWriter& Writer) const
{
	SaveList<FThreatActor, FThreatSettings>(Writer, Impl->Threats);
	SaveList<FAttractorActor, FTargetSettings>(Writer, Impl->Attractors);
}

bool UThreatSubsystem::Restore(UWorld&, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	return RestoreList<FThreatActor, FThreatSettings>(Reader, Impl->Threats, Diagnostics) &&
	       RestoreList<FAttractorActor, FTargetSettings>(Reader, Impl->Attractors, Diagnostics);
}

void UThreatSubsystem::AddToHash(FStateHash& Hash) const
{
	for (const FThreatActor& Threat : Impl->Threats)
	{
		Hash.Add(uint64_t(Threat.CreationId));
		Hash.Add(Threat.TimeLeft);
	}
	for (const FAttractorActor& Attractor : Impl->Attractors)
	{
		Hash.Add(uint64_t(Attractor.CreationId));
		Hash.Add(Attractor.TimeLeft);
	}
}

void UThreatSubsystem::DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	constexpr FColor ThreatColor{1.0f, 0.2f, 0.2f, 1.0f};
	constexpr FColor AttractorColor{0.3f, 1.0f, 0.5f, 1.0f};
	constexpr float CenterRadius = 0.3f; // m
	if (Layers.bThreats)
	{
		for (const FThreatActor& Threat : Impl->Threats)
		{
			const FVector& Position = World.FindActor(Threat.Actor)->Transform.Location;
			Draw.Sphere(Position, std::max(Threat.Settings.Radius, CenterRadius), ThreatColor);
		}
	}
	if (Layers.bTargets)
	{
		for (const FAttractorActor& Attractor : Impl->Attractors)
		{
			const FVector& Position = World.FindActor(Attractor.Actor)->Transform.Location;
			Draw.Sphere(Position, Attractor.Settings.Radius, AttractorColor);
		}
	}
}
} // namespace Flockwork
