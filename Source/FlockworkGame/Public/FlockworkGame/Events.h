#pragma once
// What happened, by id, in the order in which it happened. Each Report phase publishes what was raised since the one
// before, for scripts and hosts to read from then on until the next.
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkGame/Actor.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
enum class EEvent : uint32_t
{
	Spawned,          // A; Key is the spawn order's
	Destroyed,        // A: its id names nothing any more, Key is its spawn key
	Contact,          // A and B touch (bodies that report contacts); Position, Value is the impulse in N s
	ThreatSensed,     // boid A begins to flee from threat B
	ThreatLost,       // boid A has forgotten its last threat
	PathEnded,        // mover A has reached the end of its path
	FellOut,          // A fell below world.killHeight and is destroyed
	BodyReset,        // the body of A left world.maxDistance and was put back; A invalid: Value bodies held NaN
	Arrived,          // agent A is where it was sent
	Unreachable,      // agent A cannot get to where it was sent; once for each goal
	OffMesh,          // agent A was shoved off the navmesh
	BackOnMesh,       // and has found back
	LinkStarted,      // agent A begins to cross an off-mesh link, whose far end is Position and whose id is Key
	LinkEnded,        // and has crossed it
	Fleeing,          // agent A begins to run from a threat
	Safe,             // agent A has got away
	Cornered,         // agent A has no way to safety
	Cowering,         // agent A stays where it is, for there is no way out
	CalmedDown,       // agent A goes on with what it did before it fled
	IsRunning,        // animation trigger, with Fleeing
	IsCowering,       // animation trigger, with Cowering
	BuiltinCount,     //
	CustomBase = 1024 // ids from here on are custom: FEventList::FindOrAdd
};

struct FEvent
{
	EEvent Id = EEvent::CustomBase;
	FActorId A;
	FActorId B;
	FVector Position{0.0f, 0.0f, 0.0f};
	float Value = 0.0f;
	uint64_t Key = 0;
};

class FEventList
{
public:
	// Beyond the capacity (setting world.maxEvents) events are dropped and counted.
	void Raise(const FEvent& Event);
	std::span<const FEvent> GetAll() const { return Published; }
	int64_t GetDropped() const { return PublishedDropped; }
	void Publish();
	void SetCapacity(int32_t Capacity);

	// Custom events have names; the id of a name is the same for the whole life of the world.
	EEvent FindOrAdd(std::string_view Name);
	std::string_view GetName(EEvent Id) const;
	std::span<const std::string> GetCustomNames() const { return CustomNames; }

	// What is raised and not published yet, and the custom names.
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);

private:
	std::vector<FEvent> Raised;
	std::vector<FEvent> Published;
	std::vector<std::string> CustomNames;
	int64_t Dropped = 0;
	int64_t PublishedDropped = 0;
	int32_t MaxEvents = 65536;
};
} // namespace Flockwork
