#include "FlockworkGame/MoverSubsystem.h"

#include "ActorArray.h"
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkFlock/Facing.h"
#include "FlockworkFlock/PlayerMover.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
struct FMover
{
	FPlayerMoverSettings Settings;
	std::vector<FVector> Path;
	int32_t NextPoint = 0; // of the path; its size when the end was reached
	FVector Axes{0.0f, 0.0f, 0.0f};
	float CameraYaw = 0.0f;
	bool bFly = false; // gravity does not act on it: its path is followed in height too
};

FVector ClampAxes(const FVector& Axes)
{
	return glm::clamp(Axes, FVector{-1.0f, 0.0f, -1.0f}, FVector{1.0f, 0.0f, 1.0f});
}

// Where it stands: a body knows better than its actor when it was teleported in this step.
FVector WhereIs(const UWorld& World, const AActor& Actor)
{
	return Actor.Body.IsValid() ? World.GetPhysics().GetTransform(Actor.Body).Location : Actor.Transform.Location;
}

// The velocity toward the next point, horizontal unless it flies; zero at the path's end. Steps NextPoint on.
FVector FollowPath(UWorld& World, const AActor& Actor, FMover& Mover)
{
	const FVector Position = WhereIs(World, Actor);
	const int32_t Count = int32_t(Mover.Path.size());
	for (int32_t Tries = 0; Tries < Count && Mover.NextPoint < Count; ++Tries)
	{
		const FVector Offset = Mover.Path[size_t(Mover.NextPoint)] - Position;
		const FVector Way = Mover.bFly ? Offset : Horizontal(Offset);
		const float Distance = Length(Way);
		if (Distance > Mover.Settings.ArrivalRadius)
		{
			return Way * (Mover.Settings.Speed / Distance);
		}
		++Mover.NextPoint;
		if (Mover.NextPoint == Count)
		{
			World.GetEvents().Raise({EEvent::PathEnded, Actor.Id, {}, Position});
			Mover.NextPoint = Mover.Settings.bLoop ? 0 : Count;
		}
	}
	return FVector{};
}

FVector WantedVelocity(UWorld& World, const AActor& Actor, FMover& Mover)
{
	if (LengthSquared(Mover.Axes) > 0.0f || Mover.Path.empty())
	{
		return PlayerVelocity({Mover.Axes.x, Mover.Axes.z}, Mover.CameraYaw, Mover.Settings.Speed);
	}
	return FollowPath(World, Actor, Mover);
}

void Move(UWorld& World, AActor& Actor, FMover& Mover)
{
	const float DeltaTime = World.GetSettings().FixedStep;
	FVector Velocity = WantedVelocity(World, Actor, Mover);
	FPhysicsWorld& Physics = World.GetPhysics();
	if (Actor.Body.IsValid())
	{
		if (!Mover.bFly)
		{
			Velocity.y = Physics.GetVelocity(Actor.Body).y; // falling is left to gravity
		}
		Physics.SetVelocity(Actor.Body, Velocity);
	}
	else
	{
		Actor.Velocity = Velocity;
		Actor.Transform.Location += Velocity * DeltaTime;
	}
	if (Mover.Settings.bFaceVelocity)
	{
		const FFacingSettings Facing{Mover.Settings.RotationSpeed};
		const FQuat Rotation = FaceVelocity(Actor.Transform.Rotation, Velocity, FVector{}, Facing, DeltaTime);
		Actor.Transform.Rotation = Rotation;
		Physics.WriteRotations({&Actor.Body, 1}, {&Rotation, 1});
	}
}
} // namespace

struct UMoverSubsystem::FImpl
{
	TActorArray<FMover> Movers;
};

UMoverSubsystem::UMoverSubsystem() : Impl(std::make_unique<FImpl>()) {}
UMoverSubsystem::~UMoverSubsystem() = default;

void UMoverSubsystem::Attach(const AActor& Actor, const FPlayerMoverSetup& Setup, const FBodySettings* Body)
{
	FMover Mover;
	Mover.bFly = !Body || !Body->bGravity || Body->Type != EBodyType::Dynamic;
	Mover.Settings = Setup.Settings;
	Mover.Path = Setup.Path;
	Impl->Movers.Add(Actor, std::move(Mover));
}

void UMoverSubsystem::Detach(FActorId Actor)
{
	Impl->Movers.Remove(Actor);
}

bool UMoverSubsystem::SetInput(FActorId Actor, const FVector& Axes, float CameraYaw)
{
	FMover* Mover = Impl->Movers.Find(Actor);
	if (!Mover || !IsFinite(Axes) || !std::isfinite(CameraYaw))
	{
		return false;
	}
	Mover->Axes = ClampAxes(Axes);
	Mover->CameraYaw = CameraYaw;
	return true;
}

bool UMoverSubsystem::SetPath(FActorId Actor, std::span<const FVector> Points)
{
	FMover* Mover = Impl->Movers.Find(Actor);
	if (!Mover || !std::all_of(Points.begin(), Points.end(), [](const FVector& Point) { return IsFinite(Point); }))
	{
		return false;
	}
	Mover->Path.assign(Points.begin(), Points.end());
	Mover->NextPoint = 0;
	return true;
}

const FPlayerMoverSettings* UMoverSubsystem::GetSettings(FActorId Actor) const
{
	const FMover* Mover = Impl->Movers.Find(Actor);
	return Mover ? &Mover->Settings : nullptr;
}

bool UMoverSubsystem::SetSettings(FActorId Actor, const FPlayerMoverSettings& Settings)
{
	FMover* Mover = Impl->Movers.Find(Actor);
	if (Mover)
	{
		Mover->Settings = Settings;
	}
	return Mover != nullptr;
}

void UMoverSubsystem::Run(UWorld& World, EPhase Phase)
{
	if (Phase != EPhase::Script)
	{
		return;
	}
	for (TActorArray<FMover>::FEntry& Entry : Impl->Movers.GetAll())
	{
		AActor* Actor = World.FindActor(Entry.Actor);
		if (Actor && Actor->IsAlive())
		{
			Move(World, *Actor, Entry.Data);
		}
	}
}

void UMoverSubsystem::Save(const UWorld&, FByteWriter& Writer) const
{
	for (const TActorArray<FMover>::FEntry& Entry : Impl->Movers.GetAll())
	{
		const FMover& Mover = Entry.Data;
		Writer.WriteString(WriteJson(FPlayerMoverSettings::Table().Write(&Mover.Settings)));
		Writer.WriteArray(std::span<const FVector>(Mover.Path));
		Writer.Write(Mover.NextPoint);
		Writer.Write(Mover.Axes);
		Writer.Write(Mover.CameraYaw);
	}
}

bool UMoverSubsystem::Restore(UWorld&, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	for (TActorArray<FMover>::FEntry& Entry : Impl->Movers.GetAll())
	{
		FMover& Mover = Entry.Data;
		FDataNode Settings;
		if (!ParseJson(Reader.ReadString(), "snapshot", Settings, Diagnostics) ||
		    !FPlayerMoverSettings::Table().Read(&Mover.Settings, Settings, "snapshot", Diagnostics))
		{
			return false;
		}
		Mover.Path = Reader.ReadArray<FVector>();
		Mover.NextPoint = std::clamp(Reader.Read<int32_t>(), 0, int32_t(Mover.Path.size()));
		Mover.Axes = ClampAxes(Reader.Read<FVector>());
		Mover.CameraYaw = Reader.Read<float>();
	}
	return Reader.IsOk();
}

void UMoverSubsystem::AddToHash(FStateHash& Hash) const
{
	for (const TActorArray<FMover>::FEntry& Entry : Impl->Movers.GetAll())
	{
		Hash.Add(uint64_t(Entry.Data.NextPoint));
		Hash.Add(Entry.Data.Axes);
	}
}

void UMoverSubsystem::DrawDebug(const UWorld&, IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	constexpr FColor PathColor{0.9f, 0.9f, 1.0f, 1.0f};
	if (!Layers.bTargets)
	{
		return;
	}
	for (const TActorArray<FMover>::FEntry& Entry : Impl->Movers.GetAll())
	{
		const std::vector<FVector>& Path = Entry.Data.Path;
		for (size_t Point = 1; Point < Path.size(); ++Point)
		{
			Draw.Line(Path[Point - 1], Path[Point], PathColor);
		}
	}
}
} // namespace Flockwork
