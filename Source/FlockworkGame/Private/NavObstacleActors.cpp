// Actors that stand in the way, and the "navObstacle" component class.
#include "ComponentClasses.h"
#include "FlockworkGame/Components.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "NavigationData.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float UprightShare = 0.98f; // cosine of the tilt above which a box counts as upright
constexpr float SmallestHalf = 0.01f; // m

// What the mesh is to keep off, as the body stands now.
FNavObstacle MakeObstacle(const UWorld& World, const AActor& Actor, const FObstacleActor& Obstacle)
{
	const FBodySettings& Body = Obstacle.Body->Settings;
	const FTransform Pose = World.GetPhysics().GetTransform(Actor.Body);
	const float Scale = Actor.Transform.Scale;
	const float Margin = Obstacle.Settings.Margin;
	FNavObstacle Out;
	Out.Center = Pose.Location;
	const bool bUpright = (Pose.Rotation * UpVector).y > UprightShare;
	if (bUpright && Body.Shape == EShapeType::Box)
	{
		Out.HalfExtent = Body.HalfExtent * Scale + FVector{Margin, Margin, Margin};
		Out.Yaw = YawOf(Pose.Rotation);
	}
	else if (bUpright && (Body.Shape == EShapeType::Sphere || Body.Shape == EShapeType::Capsule))
	{
		const float Cylinder = Body.Shape == EShapeType::Capsule ? Body.HalfHeight : 0.0f;
		Out.Shape = ENavObstacleShape::Cylinder;
		Out.Radius = Body.Radius * Scale + Margin;
		Out.HalfHeight = (Body.Radius + Cylinder) * Scale + Margin;
	}
	else
	{
		const FBox Bounds = World.GetPhysics().GetBounds(Actor.Body);
		Out.Center = 0.5f * (Bounds.Min + Bounds.Max);
		Out.HalfExtent = 0.5f * (Bounds.Max - Bounds.Min) + FVector{Margin, Margin, Margin};
	}
	Out.HalfExtent = glm::max(Out.HalfExtent, FVector{SmallestHalf, SmallestHalf, SmallestHalf});
	return Out;
}

float TurnBetween(float From, float To)
{
	return std::abs(std::remainder(To - From, 2.0f * Pi));
}

bool HasMoved(const FNavObstacle& From, const FNavObstacle& To, const FNavObstacleSettings& Settings)
{
	return Length(To.Center - From.Center) > Settings.MoveTolerance ||
	       TurnBetween(From.Yaw, To.Yaw) > Settings.TurnTolerance * Pi / 180.0f;
}

bool IsOfOtherSize(const FNavObstacle& A, const FNavObstacle& B, float Tolerance)
{
	return A.Shape != B.Shape || Length(A.HalfExtent - B.HalfExtent) > Tolerance ||
	       std::abs(A.Radius - B.Radius) > Tolerance || std::abs(A.HalfHeight - B.HalfHeight) > Tolerance;
}
} // namespace

void UNavigationSubsystem::FImpl::TakeOut(FObstacleActor& Obstacle)
{
	Mesh->RemoveObstacle(Obstacle.Id);
	Obstacle.Id = {};
}

void UNavigationSubsystem::FImpl::UpdateObstacles(UWorld& World)
{
	if (!Mesh->IsBuilt() || Mesh->IsAdopted())
	{
		return;
	}
	FDiagnostics Found;
	for (auto& Entry : Obstacles.GetAll())
	{
		const AActor* Actor = World.FindActor(Entry.Actor);
		if (Actor && Actor->IsAlive())
		{
			Follow(World, *Actor, Entry.Data, Found);
		}
	}
	Mesh->Update(World.GetScheduler(), Found);
	World.AddDiagnostics(Found);
}

void UNavigationSubsystem::FImpl::Follow(
    UWorld& World, const AActor& Actor, FObstacleActor& Obstacle, FDiagnostics& Diagnostics)
{
	if (!Obstacle.Settings.bEnabled || !Obstacle.Body || !Actor.Body.IsValid())
	{
		TakeOut(Obstacle);
		return;
	}
	const float DeltaTime = World.GetSettings().FixedStep;
	const FNavObstacle Now = MakeObstacle(World, Actor, Obstacle);
	constexpr float RestingMove = 1e-3f; // m or radians in a step
	const bool bResting =
	    Length(Now.Center - Obstacle.SeenCenter) < RestingMove && TurnBetween(Now.Yaw, Obstacle.SeenYaw) < RestingMove;
	Obstacle.SeenCenter = Now.Center;
	Obstacle.SeenYaw = Now.Yaw;
	Obstacle.StillTime = bResting ? std::min(Obstacle.StillTime + DeltaTime, Obstacle.Settings.SettleTime) : 0.0f;
	Obstacle.SinceGiven = std::min(Obstacle.SinceGiven + DeltaTime, Obstacle.Settings.UpdateInterval);
	const bool bOtherSize = IsOfOtherSize(Obstacle.Given, Now, Obstacle.Settings.MoveTolerance);
	const bool bDue =
	    Obstacle.StillTime >= Obstacle.Settings.SettleTime || Obstacle.SinceGiven >= Obstacle.Settings.UpdateInterval;
	if (Obstacle.Id.IsValid() && (!bDue || (!bOtherSize && !HasMoved(Obstacle.Given, Now, Obstacle.Settings))))
	{
		return;
	}
	if (Obstacle.Id.IsValid() && !bOtherSize)
	{
		Mesh->MoveObstacle(Obstacle.Id, Now.Center, Now.Yaw);
	}
	else if (!Obstacle.bRefused)
	{
		TakeOut(Obstacle);
		Obstacle.Id = Mesh->AddObstacle(Now, Diagnostics);
		Obstacle.bRefused = !Obstacle.Id.IsValid();
	}
	Obstacle.Given = Now;
	Obstacle.SinceGiven = 0.0f;
}

void UNavigationSubsystem::FImpl::SaveObstacles(FByteWriter& Writer)
{
	for (const auto& Entry : Obstacles.GetAll())
	{
		const FObstacleActor& Obstacle = Entry.Data;
		Writer.WriteString(WriteJson(FNavObstacleSettings::Table().Write(&Obstacle.Settings)));
		Writer.Write(Obstacle.Id.ToBits());
		Writer.Write(Obstacle.SeenCenter);
		Writer.Write(Obstacle.SeenYaw);
		Writer.Write(Obstacle.StillTime);
		Writer.Write(Obstacle.SinceGiven);
		Writer.Write(uint8_t(Obstacle.bRefused));
		Writer.Write(uint8_t(Obstacle.Given.Shape));
		Writer.Write(Obstacle.Given.Center);
		Writer.Write(Obstacle.Given.HalfExtent);
		Writer.Write(Obstacle.Given.Yaw);
		Writer.Write(Obstacle.Given.Radius);
		Writer.Write(Obstacle.Given.HalfHeight);
	}
}

bool UNavigationSubsystem::FImpl::RestoreObstacles(FByteReader& Reader, FDiagnostics& Diagnostics)
{
	for (auto& Entry : Obstacles.GetAll())
	{
		FObstacleActor& Obstacle = Entry.Data;
		FDataNode Settings;
		if (!ParseJson(Reader.ReadString(), "snapshot", Settings, Diagnostics) ||
		    !FNavObstacleSettings::Table().Read(&Obstacle.Settings, Settings, "snapshot", Diagnostics))
		{
			return false;
		}
		Obstacle.Id = FNavObstacleId::FromBits(Reader.Read<uint64_t>());
		Obstacle.SeenCenter = Reader.Read<FVector>();
		Obstacle.SeenYaw = Reader.Read<float>();
		Obstacle.StillTime = Reader.Read<float>();
		Obstacle.SinceGiven = Reader.Read<float>();
		Obstacle.bRefused = Reader.Read<uint8_t>() != 0;
		const uint8_t Shape = Reader.Read<uint8_t>();
		Obstacle.Given.Shape = ENavObstacleShape(Shape);
		Obstacle.Given.Center = Reader.Read<FVector>();
		Obstacle.Given.HalfExtent = Reader.Read<FVector>();
		Obstacle.Given.Yaw = Reader.Read<float>();
		Obstacle.Given.Radius = Reader.Read<float>();
		Obstacle.Given.HalfHeight = Reader.Read<float>();
		const bool bInMesh = !Obstacle.Id.IsValid() || Mesh->FindObstacle(Obstacle.Id) != nullptr;
		if (!Reader.IsOk() || !bInMesh || Shape > uint8_t(ENavObstacleShape::Cylinder))
		{
			Diagnostics.Error({}, "navigation", "the snapshot's obstacles are damaged");
			return false;
		}
	}
	return Reader.IsOk();
}

void UNavigationSubsystem::AttachObstacle(UWorld& World, const AActor& Actor, const FNavObstacleSettings& Settings)
{
	const IComponentSettings* Body = FindSourceSettings(World, Actor.Id, FBodySettings::Table().Name);
	FObstacleActor Obstacle;
	Obstacle.Settings = Settings;
	Obstacle.Body = Body ? &static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings : nullptr;
	Obstacle.SeenCenter = Actor.Transform.Location;
	Impl->Obstacles.Add(Actor, std::move(Obstacle));
}

void UNavigationSubsystem::DetachObstacle(FActorId Actor)
{
	if (FObstacleActor* Obstacle = Impl->Obstacles.Find(Actor))
	{
		Impl->TakeOut(*Obstacle);
		Impl->Obstacles.Remove(Actor);
	}
}

const FNavObstacleSettings* UNavigationSubsystem::GetObstacleSettings(FActorId Actor) const
{
	const FObstacleActor* Obstacle = Impl->Obstacles.Find(Actor);
	return Obstacle ? &Obstacle->Settings : nullptr;
}

bool UNavigationSubsystem::SetObstacleSettings(FActorId Actor, const FNavObstacleSettings& Settings)
{
	FObstacleActor* Obstacle = Impl->Obstacles.Find(Actor);
	if (Obstacle)
	{
		Obstacle->Settings = Settings;
		Obstacle->bRefused = false;
	}
	return Obstacle != nullptr;
}

int32_t UNavigationSubsystem::GetObstacleCount() const
{
	const auto& All = Impl->Obstacles.GetAll();
	return int32_t(std::count_if(All.begin(), All.end(), [](const auto& Entry) { return Entry.Data.Id.IsValid(); }));
}

namespace
{
struct FObstacleStorage
{
	static void Attach(UWorld& World, const AActor& Actor, const FNavObstacleSettings& Settings)
	{
		World.Get<UNavigationSubsystem>().AttachObstacle(World, Actor, Settings);
	}
	static void Detach(UWorld& World, const AActor& Actor)
	{
		World.Get<UNavigationSubsystem>().DetachObstacle(Actor.Id);
	}
	static const FNavObstacleSettings* Find(const UWorld& World, FActorId Actor)
	{
		return World.Get<UNavigationSubsystem>().GetObstacleSettings(Actor);
	}
	static bool Set(UWorld& World, FActorId Actor, const FNavObstacleSettings& Settings)
	{
		return World.Get<UNavigationSubsystem>().SetObstacleSettings(Actor, Settings);
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakeNavObstacleClass()
{
	return std::make_unique<TTableClass<FNavObstacleSettings, FObstacleStorage>>();
}
} // namespace Flockwork
