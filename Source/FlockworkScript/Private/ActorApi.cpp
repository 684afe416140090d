// The script type AActor: an actor by its id, and what can be asked of it and done with it.
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "SceneContext.h"
#include "ScriptApi.h"
#include "ScriptArray.h"

#include <cstddef>
#include <new>

namespace Flockwork
{
namespace
{
FSceneContext& Scene()
{
	return FSceneContext::Current();
}

void Construct(FActorId* Self)
{
	new (Self) FActorId();
}
bool Equals(const FActorId& A, const FActorId& B)
{
	return A == B;
}
bool IsAlive(const FActorId& Self)
{
	return Scene().GetWorld().FindActor(Self) != nullptr;
}
bool IsPending(const FActorId& Self)
{
	return Scene().FindPending(Self) != nullptr;
}
FScriptString GetName(const FActorId& Self)
{
	if (const FSceneContext::FPending* const Pending = Scene().FindPending(Self))
	{
		return ToScript(Pending->Name);
	}
	const AActor* const Actor = Scene().FindAlive(Self, "GetName");
	return Actor ? ToScript(Actor->Name) : FScriptString();
}
FScriptString GetPrefab(const FActorId& Self)
{
	const AActor* const Actor = Scene().FindAlive(Self, "GetPrefab");
	return Actor ? ToScript(Scene().GetWorld().GetSource(Self)->Name) : FScriptString();
}
FVector GetLocation(const FActorId& Self)
{
	if (const FSceneContext::FPending* const Pending = Scene().FindPending(Self))
	{
		return Pending->Location;
	}
	const AActor* const Actor = Scene().FindAlive(Self, "GetLocation");
	return Actor ? Actor->Transform.Location : FVector{};
}
FQuat GetRotation(const FActorId& Self)
{
	const AActor* const Actor = Scene().FindAlive(Self, "GetRotation");
	return Actor ? Actor->Transform.Rotation : IdentityQuat;
}
FVector GetForward(const FActorId& Self)
{
	return GetRotation(Self) * ForwardVector;
}
FVector GetVelocity(const FActorId& Self)
{
	const AActor* const Actor = Scene().FindAlive(Self, "GetVelocity");
	return Actor ? Actor->Velocity : FVector{};
}
float GetSpeed(const FActorId& Self)
{
	return Length(GetVelocity(Self));
}
bool IsFleeing(const FActorId& Self)
{
	UFlockSubsystem::FBoidInfo Info;
	return Scene().GetWorld().Get<UFlockSubsystem>().GetBoidInfo(Self, Info) && Info.bFleeing;
}

FOrder MakeOrder(EOrder Kind, const FActorId& Self)
{
	FOrder Order;
	Order.Kind = Kind;
	Order.Actor = Self;
	return Order;
}
void Destroy(const FActorId& Self)
{
	Scene().Give(FOrder::Destroy(Self));
}
void Teleport(const FActorId& Self, const FVector& Location)
{
	FOrder Order = MakeOrder(EOrder::Teleport, Self);
	Order.Transform.Location = Location;
	const AActor* const Actor = Scene().GetWorld().FindActor(Self);
	Order.Transform.Rotation = Actor ? Actor->Transform.Rotation : IdentityQuat;
	Scene().Give(std::move(Order));
}
void SetVelocity(const FActorId& Self, const FVector& Velocity)
{
	FOrder Order = MakeOrder(EOrder::SetVelocity, Self);
	Order.Vector = Velocity;
	Scene().Give(std::move(Order));
}
void AddImpulse(const FActorId& Self, const FVector& Impulse)
{
	Scene().Give(FOrder::Impulse(Self, Impulse));
}
void SetPath(const FActorId& Self, FScriptArray& Points)
{
	FOrder Order = MakeOrder(EOrder::SetPath, Self);
	const auto* const First = Points.GetData<FVector>();
	Order.Points.assign(First, First + Points.GetLength());
	Scene().Give(std::move(Order));
}
void SetInput(const FActorId& Self, float Right, float Forward, float CameraYaw)
{
	FOrder Order = FOrder::Input(Self, {Right, 0.0f, Forward});
	Order.Amount = glm::radians(CameraYaw);
	Scene().Give(std::move(Order));
}
void SetFlocking(const FActorId& Self, FScriptBool bEnabled)
{
	FOrder Order = MakeOrder(EOrder::SetFlocking, Self);
	Order.Amount = bEnabled ? 1.0f : 0.0f;
	Scene().Give(std::move(Order));
}
void SetTarget(const FActorId& Self, const FVector& Point, float Weight)
{
	Scene().Give(FOrder::SetBoidTarget(Self, Point, Weight));
}
void ClearTarget(const FActorId& Self)
{
	Scene().Give(FOrder::ClearBoidTarget(Self));
}

void RegisterQuestions(FScriptApi& Api)
{
	const char* const Type = "AActor";
	Api.Constructor(Type, "", asFUNCTION(Construct), "No actor.");
	Api.Method(Type, "bool opEquals(const AActor& in) const", asFUNCTION(Equals), "");
	Api.Method(Type, "bool IsAlive() const", asFUNCTION(IsAlive),
	    "Whether it is in the world; one that was spawned in this step is from the next step on.");
	Api.Method(Type, "bool IsPending() const", asFUNCTION(IsPending), "Whether it was spawned in this step.");
	Api.Method(Type, "string GetName() const", asFUNCTION(GetName), "Its name, which no other actor has.");
	Api.Method(Type, "string GetPrefab() const", asFUNCTION(GetPrefab), "The prefab it was spawned from.");
	Api.Method(Type, "FVector GetLocation() const", asFUNCTION(GetLocation), "Where it is, m.");
	Api.Method(Type, "FQuat GetRotation() const", asFUNCTION(GetRotation), "How it is turned.");
	Api.Method(Type, "FVector GetForward() const", asFUNCTION(GetForward), "Unit vector of the way it faces.");
	Api.Method(Type, "FVector GetVelocity() const", asFUNCTION(GetVelocity), "Velocity, m/s.");
	Api.Method(Type, "float GetSpeed() const", asFUNCTION(GetSpeed), "Speed, m/s.");
	Api.Method(Type, "bool IsFleeing() const", asFUNCTION(IsFleeing), "Whether it is a boid that flees a threat.");
}
} // namespace

void RegisterActorApi(FScriptApi& Api)
{
	Api.Group("AActor",
	    "An actor, by its id: copies mean the same actor. What is done to it happens at the begin of the next step. "
	    "Asking one that is not alive where it is, stops the script: ask IsAlive() first.");
	Api.ValueType<FActorId>("AActor", asOBJ_APP_CLASS_ALLINTS, "");
	RegisterQuestions(Api);
	const char* const Type = "AActor";
	Api.Method(Type, "void Destroy() const", asFUNCTION(Destroy), "Takes it out of the world.");
	Api.Method(
	    Type, "void Teleport(const FVector& in Location) const", asFUNCTION(Teleport), "Puts it elsewhere at once.");
	Api.Method(Type, "void SetVelocity(const FVector& in Velocity) const", asFUNCTION(SetVelocity),
	    "Sets its body's velocity, m/s.");
	Api.Method(Type, "void AddImpulse(const FVector& in Impulse) const", asFUNCTION(AddImpulse),
	    "Pushes its body, N s; a boid may be faster than its limit for a moment.");
	Api.Method(Type, "void SetPath(const array<FVector>& in Points) const", asFUNCTION(SetPath),
	    "Lets a player mover walk along the points; to an agent with everyday life, the points that it visits or "
	    "patrols.");
	Api.Method(Type, "void SetInput(float Right, float Forward, float CameraYaw = 0) const", asFUNCTION(SetInput),
	    "Moves a player mover, each -1 to 1, as a camera sees it that looks along CameraYaw (degrees; 0: along +Z, so "
	    "that "
	    "right is -X; 90: along +X). While it is not 0 the path waits.");
	Api.Method(Type, "void SetFlocking(bool bEnabled) const", asFUNCTION(SetFlocking),
	    "Takes a boid out of its flock, or back in.");
	Api.Method(Type, "void SetTarget(const FVector& in Point, float Weight = 1) const", asFUNCTION(SetTarget),
	    "Gives a boid a target of its own, which wins over its flock's; Weight multiplies flock.target.weight.");
	Api.Method(Type, "void ClearTarget() const", asFUNCTION(ClearTarget), "It goes by its flock's target again.");
}
} // namespace Flockwork
