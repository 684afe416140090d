// Flocks as a whole: what they do, in numbers, and what they go by.
#include "FlockworkGame/FlockSubsystem.h"
#include "SceneContext.h"
#include "ScriptApi.h"
#include "ScriptArray.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <new>
#include <string>
#include <vector>

namespace Flockwork
{
namespace
{
FSceneContext& Scene()
{
	return FSceneContext::Current();
}

const UFlockSubsystem& Flocks()
{
	return Scene().GetWorld().Get<UFlockSubsystem>();
}

// Empty: the only flock, or the first one. -1 while it has had no boid yet.
int32_t FindFlock(const FScriptString& FlockId)
{
	return FlockId.IsEmpty() ? (Flocks().GetFlockCount() > 0 ? 0 : -1) : Flocks().FindFlock(ToView(FlockId));
}

FFlockView GetView(const FScriptString& FlockId)
{
	const int32_t Flock = FindFlock(FlockId);
	const FFlockView View = Flock < 0 ? FFlockView{} : Flocks().GetFlock(Flock);
	FScriptGuard::Current()->Charge(int64_t(View.Actors.size()) / 16);
	return View;
}

void ConstructMetrics(FFlockMetrics* Self)
{
	new (Self) FFlockMetrics();
}
FFlockMetrics GetMetrics(const FScriptString& FlockId)
{
	const int32_t Flock = FindFlock(FlockId);
	const FFlockMetrics Metrics = Flock < 0 ? FFlockMetrics{} : Flocks().ComputeMetrics(Scene().GetWorld(), Flock);
	FScriptGuard::Current()->Charge(Metrics.Count);
	return Metrics;
}
FScriptString GetStateName(const FFlockMetrics& Self)
{
	return ToScript(ToString(Self.State));
}

int GetFlockSize(const FScriptString& FlockId)
{
	return int(GetView(FlockId).Actors.size());
}

int GetFlockBodyCount(const FScriptString& FlockId)
{
	return GetView(FlockId).BodyCount;
}

template <typename Value>
FScriptArray* ToArray(const char* Declaration, std::span<const Value> Values)
{
	asIScriptEngine* const Engine = asGetActiveContext()->GetEngine();
	FScriptArray* const Result =
	    FScriptArray::CreateSized(Engine->GetTypeInfoByDecl(Declaration), asUINT(Values.size()));
	if (Result)
	{
		std::copy(Values.begin(), Values.end(), Result->GetData<Value>());
	}
	return Result;
}
FScriptArray* GetFlockActors(const FScriptString& FlockId)
{
	return ToArray("array<AActor>", GetView(FlockId).Actors);
}
FScriptArray* GetFlockLocations(const FScriptString& FlockId)
{
	return ToArray("array<FVector>", GetView(FlockId).Positions);
}
FScriptArray* GetFlockVelocities(const FScriptString& FlockId)
{
	return ToArray("array<FVector>", GetView(FlockId).Velocities);
}

FVector GetFlockCenter(const FScriptString& FlockId)
{
	const FFlockView View = GetView(FlockId);
	FVector Sum{};
	for (const FVector& Position : View.Positions)
	{
		Sum += Position;
	}
	return View.Positions.empty() ? Sum : Sum / float(View.Positions.size());
}

float GetFlockMaxDistance(const FScriptString& FlockId, const FVector& Point)
{
	float Farthest = 0.0f;
	for (const FVector& Position : GetView(FlockId).Positions)
	{
		Farthest = std::max(Farthest, Length(Position - Point));
	}
	return Farthest;
}

float GetFlockMaxSpeed(const FScriptString& FlockId)
{
	float Fastest = 0.0f;
	for (const FVector& Velocity : GetView(FlockId).Velocities)
	{
		Fastest = std::max(Fastest, Length(Velocity));
	}
	return Fastest;
}

float GetFlockMaxAcceleration(const FScriptString& FlockId)
{
	float Largest = 0.0f;
	for (const FVector& Acceleration : GetView(FlockId).Accelerations)
	{
		Largest = std::max(Largest, Length(Acceleration));
	}
	return Largest;
}

float GetFlockMaxTurn(const FScriptString& FlockId, bool bFleeingToo)
{
	const FFlockView View = GetView(FlockId);
	float Largest = 0.0f;
	for (size_t Place = 0; Place < View.Accelerations.size(); ++Place)
	{
		if (bFleeingToo || View.Fleeing[Place] == 0)
		{
			const FVector Way = SafeNormal(View.Velocities[Place]);
			const FVector& Acceleration = View.Accelerations[Place];
			Largest = std::max(Largest, Length(Acceleration - Way * glm::dot(Acceleration, Way)));
		}
	}
	return Largest;
}

FScriptArray* GetFlockActorsWithin(const FScriptString& FlockId, const FVector& Center, float Radius)
{
	const FFlockView View = GetView(FlockId);
	std::vector<FActorId> Within;
	for (size_t Place = 0; Place < View.Actors.size(); ++Place)
	{
		if (Length(View.Positions[Place] - Center) <= Radius)
		{
			Within.push_back(View.Actors[Place]);
		}
	}
	return ToArray<FActorId>("array<AActor>", Within);
}

// Of some of the flock's boids, each to its nearest mate, whoever that is.
float GetMeanNearestDistance(const FScriptString& FlockId, FScriptArray& Actors)
{
	const FFlockView View = GetView(FlockId);
	const UWorld& World = Scene().GetWorld();
	FScriptGuard::Current()->Charge(int64_t(Actors.GetLength()) * int64_t(View.Actors.size()) / 256);
	double Sum = 0.0;
	int32_t Count = 0;
	for (asUINT Index = 0; Index < Actors.GetLength(); ++Index)
	{
		const FActorId Id = Actors.GetData<FActorId>()[Index];
		const AActor* const Actor = World.FindActor(Id);
		float Nearest = 1e30f;
		for (size_t Place = 0; Actor && Place < View.Actors.size(); ++Place)
		{
			const float Squared = LengthSquared(View.Positions[Place] - Actor->Transform.Location);
			Nearest = View.Actors[Place] == Id ? Nearest : std::min(Nearest, Squared);
		}
		const bool bCounts = Nearest < 1e30f;
		Sum += bCounts ? std::sqrt(double(Nearest)) : 0.0;
		Count += bCounts ? 1 : 0;
	}
	return Count > 0 ? float(Sum / Count) : 0.0f;
}

float GetFlockSpeedExcess(const FScriptString& FlockId)
{
	const FFlockView View = GetView(FlockId);
	// Falling is no speed of a planar boid's own: its clamp holds for the horizontal part.
	const bool bPlanar = !View.Actors.empty() && Flocks().IsFlockPlanar(Scene().GetWorld(), FindFlock(FlockId));
	float Excess = -1e30f;
	for (size_t Index = 0; Index < View.Velocities.size() && Index < View.SpeedLimits.size(); ++Index)
	{
		const FVector Counted = bPlanar ? Horizontal(View.Velocities[Index]) : View.Velocities[Index];
		Excess = std::max(Excess, Length(Counted) - View.SpeedLimits[Index]);
	}
	return View.Velocities.empty() ? 0.0f : Excess;
}

FOrder MakeOrder(EOrder Kind, const FScriptString& FlockId)
{
	FOrder Order;
	Order.Kind = Kind;
	Order.Name = ToStd(FlockId);
	return Order;
}

void SetTarget(const FScriptString& FlockId, const FActorId& Actor, const FScriptString& Role)
{
	const FSceneContext::FPending* const Pending = Scene().FindPending(Actor);
	const AActor* const Alive = Pending ? nullptr : Scene().FindAlive(Actor, "SetTarget");
	if (Pending || Alive)
	{
		Scene().Give(FOrder::SetTarget(ToStd(FlockId), Pending ? Pending->Name : Alive->Name, ToStd(Role)));
	}
}
void SetTargetPoint(const FScriptString& FlockId, const FVector& Point, const FScriptString& Role)
{
	FOrder Order = FOrder::SetTargetPoint(ToStd(FlockId), Point);
	Order.Text = ToStd(Role);
	Scene().Give(std::move(Order));
}
void ClearTarget(const FScriptString& FlockId, const FScriptString& Role)
{
	FOrder Order = MakeOrder(EOrder::SetTarget, FlockId);
	Order.Text = ToStd(Role);
	Scene().Give(std::move(Order));
}
void SetFlockPath(const FScriptString& FlockId, FScriptArray& Points)
{
	FOrder Order = MakeOrder(EOrder::SetFlockPath, FlockId);
	const auto* const First = Points.GetData<FVector>();
	Order.Points.assign(First, First + Points.GetLength());
	Scene().Give(std::move(Order));
}
void SetRelation(const FScriptString& FlockId, const FScriptString& Other, const FScriptString& Relation)
{
	FOrder Order = MakeOrder(EOrder::SetRelation, FlockId);
	Order.Other = ToStd(Other);
	Order.Text = ToStd(Relation);
	Scene().Give(std::move(Order));
}

void RegisterMetrics(FScriptApi& Api)
{
	const char* const Type = "FFlockMetrics";
	Api.ValueType<FFlockMetrics>(Type, 0, "What a flock is doing, in numbers; all 0 for an empty one.");
	Api.Constructor(Type, "", asFUNCTION(ConstructMetrics), "");
	Api.Property(Type, "int Count", offsetof(FFlockMetrics, Count), "Boids.");
	Api.Property(Type, "float Polarisation", offsetof(FFlockMetrics, Polarisation), "0 (all ways) to 1 (one way).");
	Api.Property(Type, "float Milling", offsetof(FFlockMetrics, Milling), "0 to 1 (all round one centre).");
	Api.Property(Type, "float MeanNearestDistance", offsetof(FFlockMetrics, MeanNearestDistance),
	    "m to the nearest neighbour, over the boids that have any.");
	Api.Property(Type, "float MinNearestDistance", offsetof(FFlockMetrics, MinNearestDistance), "m, the smallest.");
	Api.Property(Type, "int ClusterCount", offsetof(FFlockMetrics, ClusterCount), "Groups; loners count.");
	Api.Property(Type, "int LargestCluster", offsetof(FFlockMetrics, LargestCluster), "Boids in the largest.");
	Api.Property(Type, "float MeanSpeed", offsetof(FFlockMetrics, MeanSpeed), "m/s.");
	Api.Property(
	    Type, "float MeanNeighbors", offsetof(FFlockMetrics, MeanNeighbors), "Others within the neighbour radius.");
	Api.Property(
	    Type, "float GyrationRadius", offsetof(FFlockMetrics, GyrationRadius), "m, root mean square from the centre.");
	Api.Property(Type, "FVector Centroid", offsetof(FFlockMetrics, Centroid), "m.");
	Api.Method(Type, "string GetState() const", asFUNCTION(GetStateName), "swarm, mill or polarised.");
	Api.Function("FFlockMetrics GetFlockMetrics(const string& in FlockId = \"\")", asFUNCTION(GetMetrics),
	    "Computed anew with each call: keep it in a variable.");
}
} // namespace

void RegisterFlockApi(FScriptApi& Api)
{
	Api.Group(
	    "Flocks", "Boids of one FlockId are a flock; an empty FlockId is the first flock. Lists are by creation.");
	RegisterMetrics(Api);
	Api.Function(
	    "int GetFlockSize(const string& in FlockId = \"\")", asFUNCTION(GetFlockSize), "Boids; 0 of an unknown flock.");
	Api.Function("int GetFlockBodyCount(const string& in FlockId = \"\")", asFUNCTION(GetFlockBodyCount),
	    "Those of them that are rigid bodies now; the others the flock moves itself (flock.physics).");
	Api.Function(
	    "array<AActor>@ GetFlockActors(const string& in FlockId = \"\")", asFUNCTION(GetFlockActors), "Its boids.");
	Api.Function(
	    "array<AActor>@ GetFlockActorsWithin(const string& in FlockId, const FVector& in Center, float Radius)",
	    asFUNCTION(GetFlockActorsWithin), "Those of its boids that are within Radius metres of Center.");
	Api.Function("array<FVector>@ GetFlockLocations(const string& in FlockId = \"\")", asFUNCTION(GetFlockLocations),
	    "Where they are, m.");
	Api.Function(
	    "array<FVector>@ GetFlockVelocities(const string& in FlockId = \"\")", asFUNCTION(GetFlockVelocities), "m/s.");
	Api.Function(
	    "FVector GetFlockCenter(const string& in FlockId = \"\")", asFUNCTION(GetFlockCenter), "Mean location, m.");
	Api.Function("float GetFlockMaxDistance(const string& in FlockId, const FVector& in Point)",
	    asFUNCTION(GetFlockMaxDistance), "m from Point to its farthest boid.");
	Api.Function("float GetFlockMaxSpeed(const string& in FlockId = \"\")", asFUNCTION(GetFlockMaxSpeed),
	    "m/s of its fastest boid.");
	Api.Function("float GetFlockMaxAcceleration(const string& in FlockId = \"\")", asFUNCTION(GetFlockMaxAcceleration),
	    "m/s^2 of the boid that turns or speeds up hardest; 1 g is 9.81.");
	Api.Function("float GetFlockMaxTurn(const string& in FlockId = \"\", bool bFleeingToo = true)",
	    asFUNCTION(GetFlockMaxTurn),
	    "m/s^2 at right angles to its way of the boid that turns hardest; of those that do not flee, if you say "
	    "false.");
	Api.Function("float GetMeanNearestDistance(const string& in FlockId, const array<AActor>& in Actors)",
	    asFUNCTION(GetMeanNearestDistance), "m from each of these boids to its nearest mate in the flock, on average.");
	Api.Function("float GetFlockSpeedExcess(const string& in FlockId = \"\")", asFUNCTION(GetFlockSpeedExcess),
	    "m/s by which its worst boid is above its own limit; negative when all are below.");
	Api.Function("void SetTarget(const string& in FlockId, const AActor& in Actor, const string& in Role = \"target\")",
	    asFUNCTION(SetTarget),
	    "What the flock goes by: the actor as its target, leader, quarry or formation's centre.");
	Api.Function(
	    "void SetTarget(const string& in FlockId, const FVector& in Point, const string& in Role = \"target\")",
	    asFUNCTION(SetTargetPoint), "A point instead (target and formation).");
	Api.Function("void ClearTarget(const string& in FlockId, const string& in Role = \"target\")",
	    asFUNCTION(ClearTarget), "None.");
	Api.Function("void SetFlockPath(const string& in FlockId, const array<FVector>& in Points)",
	    asFUNCTION(SetFlockPath), "The path that flock.path.weight follows.");
	Api.Function("void SetRelation(const string& in FlockId, const string& in Other, const string& in Relation)",
	    asFUNCTION(SetRelation), "What FlockId is to Other: ignore, follow, hunt or flee.");
}
} // namespace Flockwork
