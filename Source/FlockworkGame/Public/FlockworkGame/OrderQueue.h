#pragma once
// Everything that reaches a world from outside (scripts, hosts, tools, players) is an order. Orders carry the step they
// are due at and run in the Script phase, by step, then by the order in which they were given. They are plain data, so
// a replay can record them.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/Settings.h"
#include "FlockworkGame/Actor.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
enum class EOrder : uint8_t
{
	Spawn,      // Prefab, Name, Transform, Vector (velocity), Text (components laid over the prefab); Count > 1: evenly
	            // over a disc of Radius, Amount: half of its height
	Destroy,    // actor
	SetSetting, // Text (dotted name), Value; Name: FlockId for flock.*, otherwise actor; see UWorld::SetSetting
	SetTarget,  // Name: FlockId; Text: target (or empty), leader, quarry or formation; Other: the actor that plays the
	            // part; empty with Amount 1: Vector is the point; empty with Amount 0: none
	SetFlockPath, // Name: FlockId; Points
	SetRelation,  // Name: FlockId; Other: another's; Text: ignore, follow, hunt or flee
	Teleport,     // actor, Transform; no interpolation across the jump, velocity kept
	SetVelocity,  // actor, Vector
	ApplyImpulse, // actor, Vector (N s); lifts a boid's speed clamp for its impulse time
	Explode,  // Transform.Location, Radius, Amount (N s at the centre, falling to 0 at Radius), pushes dynamic bodies
	SetInput, // actor with a player mover: Vector.x right, .z forward, each in [-1, 1]; Amount: yaw of the camera, rad
	SetPath,  // actor with a player mover or everyday life (with neither actor nor Name: all of the CrowdId in Other):
	          // Points
	SetFlocking, // actor: Amount 0 unregisters it from its flock, otherwise registers it
	DropThreat,  // Transform.Location, Radius, Amount (s it stays, 0 for ever): an actor named Name, or of any name
	DropTarget,  // the same for an attractor
	Camera, // a wish for whoever draws (CameraWish.h): Text (free, look, orbit, follow), actor or Vector (look-at),
	        // Transform.Location, Points[0] = (yaw, pitch, distance), Amount (s of blend)
	Event,  // raises the custom event Name with Actor, Vector and Amount
	SetBoidTarget, // a boid: Vector is its own target, which wins over its flock's, Amount the factor on the flock's
	               // target weight; Count 0 ends it
	BuildNavMesh,  // from the static bodies; Points: empty, or two corners of the box that it is built in
	SetGoal,       // an agent (with neither actor nor Name: all of the CrowdId in Other): Vector is where it walks to;
	               // Count 0: it stops
	SetMeasuringArea, // of crowds' density and flow; Points: empty (the navmesh), or two corners of a box
	SetTrigger,       // actor with a character: Text names a trigger of its animation graph, Amount 0 takes it back
	SetParameter,     // the same: Text names a parameter of the graph, Amount is its value
	PlayClip          // the same: Text names a clip, played once over whatever it does; Amount: s of fade in and out
};
std::string_view ToString(EOrder Kind);

struct FOrder
{
	EOrder Kind = EOrder::Event;
	int64_t DueStep = 0;   // a step that is past means the next one
	uint64_t Sequence = 0; // given by the queue
	FActorId Actor;        // the actor concerned; where it is invalid, the one called Name
	std::string Name;
	std::string Other;
	std::string Prefab;
	std::string Text;
	FTransform Transform;
	FVector Vector{0.0f, 0.0f, 0.0f};
	float Radius = 0.0f;
	float Amount = 0.0f;
	int32_t Count = 1;
	uint64_t Key = 0; // comes back in AActor::SpawnKey and in the Spawned event
	FSettingValue Value = false;
	std::vector<FVector> Points;

	// Makers for the usual ones.
	static FOrder Spawn(std::string Prefab, const FTransform& Transform, std::string Name = {});
	static FOrder SpawnMany(std::string Prefab, const FVector& Center, float Radius, int32_t Count);
	static FOrder Destroy(FActorId Actor);
	static FOrder SetSetting(std::string DottedName, FSettingValue Value, std::string FlockOrActor = {});
	static FOrder SetTarget(std::string FlockId, std::string ActorName, std::string Role = "target");
	static FOrder SetTargetPoint(std::string FlockId, const FVector& Point);
	static FOrder SetBoidTarget(FActorId Boid, const FVector& Point, float Weight = 1.0f);
	static FOrder ClearBoidTarget(FActorId Boid);
	static FOrder BuildNavMesh();
	static FOrder BuildNavMeshIn(const FVector& Min, const FVector& Max);
	static FOrder SetGoal(FActorId Agent, const FVector& Goal);
	static FOrder SetCrowdGoal(std::string CrowdId, const FVector& Goal);
	static FOrder ClearGoal(FActorId Agent);
	static FOrder SetCrowdPath(std::string CrowdId, std::vector<FVector> Points);
	static FOrder SetMeasuringArea(const FVector& Min, const FVector& Max);
	static FOrder SetTrigger(FActorId Actor, std::string Trigger, bool bOn = true);
	static FOrder SetParameter(FActorId Actor, std::string Parameter, float Value);
	static FOrder PlayClip(FActorId Actor, std::string Clip, float FadeSeconds = 0.2f);
	static FOrder Impulse(FActorId Actor, const FVector& Impulse);
	static FOrder Input(FActorId Actor, const FVector& Axes);
	FOrder&& At(int64_t Step) &&;

	void Write(FByteWriter& Writer) const;
	static FOrder Read(FByteReader& Reader); // check Reader.IsOk(); an unknown kind makes it fail
	// Numbers that are not finite and kinds of no meaning: false with diagnostics.
	bool Validate(FDiagnostics& Diagnostics) const;
};

class FOrderQueue
{
public:
	explicit FOrderQueue(int32_t InCapacity = 65536) : Capacity(InCapacity) {}
	// False when the queue is full (setting world.maxOrders) or the order is bad; both are reported.
	bool Add(FOrder Order, FDiagnostics& Diagnostics);
	// The next order due at or before Step, taken out of the queue; false when there is none.
	bool TakeDue(int64_t Step, FOrder& Out);
	int32_t Num() const { return int32_t(Heap.size()); }
	int32_t GetCapacity() const { return Capacity; }
	void SetCapacity(int32_t NewCapacity) { Capacity = NewCapacity; }
	void Save(FByteWriter& Writer) const;
	// False when the data is damaged, with diagnostics of orders that could never have been given.
	bool Restore(FByteReader& Reader, FDiagnostics& Diagnostics);
	void AddToHash(FStateHash& Hash) const;

private:
	struct FWaiting
	{
		FOrder Order;
		uint64_t Hash = 0; // of all that the order says, worked out once
	};
	static bool IsLater(const FWaiting& A, const FWaiting& B);
	FWaiting MakeWaiting(FOrder Order);
	std::vector<FWaiting> Heap; // the earliest (DueStep, Sequence) on top
	FByteWriter Scratch;        // keeps its memory: taking an order in allocates nothing in the long run
	uint64_t NextSequence = 1;
	int32_t Capacity;
};
} // namespace Flockwork
