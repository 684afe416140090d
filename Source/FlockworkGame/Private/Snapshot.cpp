#include "FlockworkGame/Snapshot.h"

#include "ComponentClasses.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkCore/FileBytes.h"
#include "FlockworkGame/Components.h"
#include "PrefabSource.h"
#include "WorldState.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace Flockwork
{
namespace
{
constexpr int64_t MaxStepCount = int64_t(1) << 53; // as far as a step's time is a number of its own

constexpr FFileKind SnapshotKind{"FWSNAPSH", "snapshot", 5};

bool ReadNode(FByteReader& Reader, FDataNode& Out, const std::string& File, FDiagnostics& Diagnostics)
{
	return ParseJson(Reader.ReadString(), File, Out, Diagnostics);
}

void WriteTransform(FByteWriter& Writer, const FTransform& Transform)
{
	Writer.Write(Transform.Location);
	Writer.Write(Transform.Rotation);
	Writer.Write(Transform.Scale);
}

FTransform ReadTransform(FByteReader& Reader)
{
	FTransform Transform;
	Transform.Location = Reader.Read<FVector>();
	Transform.Rotation = Reader.Read<FQuat>();
	Transform.Scale = Reader.Read<float>();
	return Transform;
}

// What a body can be made at.
bool IsPlace(const FTransform& Transform)
{
	return Transform.Scale > 0.0f && std::abs(glm::length(Transform.Rotation) - 1.0f) < 1e-3f;
}

// What actors are made of: each prefab (or variant of one) that any of them has, once.
class FSourceTable
{
public:
	explicit FSourceTable(const FGameRegistry& InRegistry) : Registry(InRegistry) {}
	uint32_t Add(const std::shared_ptr<const FPrefab>& Source)
	{
		const auto [Found, bNew] = Places.try_emplace(Source.get(), uint32_t(Sources.size()));
		if (bNew)
		{
			Sources.push_back(Source);
		}
		return Found->second;
	}
	void Write(FByteWriter& Writer) const
	{
		Writer.Write(uint64_t(Sources.size()));
		for (const std::shared_ptr<const FPrefab>& Source : Sources)
		{
			Writer.WriteString(Source->Name);
			Writer.WriteString(WriteJson(WriteComponents(*Source, Registry)));
		}
	}

private:
	const FGameRegistry& Registry;
	std::map<const FPrefab*, uint32_t> Places; // looked up only
	std::vector<std::shared_ptr<const FPrefab>> Sources;
};

bool ReadSources(FByteReader& Reader, const FPrefabLibrary& Library, const std::string& File,
    std::vector<std::shared_ptr<const FPrefab>>& Out, FDiagnostics& Diagnostics)
{
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FPrefab Source;
		Source.Name = Reader.ReadString();
		FDataNode Components;
		if (!ReadNode(Reader, Components, File, Diagnostics) ||
		    !LayComponents(Source, Components, File, Library.GetRegistry(), Library.GetPresets(), Diagnostics))
		{
			return false;
		}
		Out.push_back(std::make_shared<const FPrefab>(std::move(Source)));
	}
	return Reader.IsOk();
}
} // namespace

// Writes and reads a world's state, part by part in one order. A friend's view of FState, in one place.
class FSnapshotParts
{
public:
	FSnapshotParts(UWorld& InWorld, UWorld::FState& InState, const std::string& InFile, FDiagnostics& InDiagnostics)
	    : World(InWorld), State(InState), File(InFile), Diagnostics(InDiagnostics)
	{
	}

	void WriteTime(FByteWriter& Writer) const
	{
		Writer.Write(State.StepCount);
		Writer.Write(State.Accumulator);
		Writer.Write(State.Alpha);
		Writer.Write(State.StateHash);
		Writer.Write(State.SpawnsWaiting);
		const FCameraWish& Wish = State.CameraWish; // field by field: there is padding between them
		Writer.Write(Wish.Mode);
		Writer.Write(Wish.Location);
		Writer.Write(Wish.LookAt);
		Writer.Write(Wish.Target.ToBits());
		Writer.Write(Wish.Distance);
		Writer.Write(Wish.Yaw);
		Writer.Write(Wish.Pitch);
		Writer.Write(Wish.BlendTime);
		Writer.Write(Wish.SinceStep);
	}
	bool ReadTime(FByteReader& Reader) const
	{
		State.StepCount = Reader.Read<int64_t>();
		State.Accumulator = Reader.Read<double>();
		State.Alpha = Reader.Read<float>();
		State.StateHash = Reader.Read<uint64_t>();
		State.SpawnsWaiting = Reader.Read<int64_t>();
		FCameraWish& Wish = State.CameraWish;
		Wish.Mode = Reader.Read<ECameraMode>();
		Wish.Location = Reader.Read<FVector>();
		Wish.LookAt = Reader.Read<FVector>();
		Wish.Target = FActorId::FromBits(Reader.Read<uint64_t>());
		Wish.Distance = Reader.Read<float>();
		Wish.Yaw = Reader.Read<float>();
		Wish.Pitch = Reader.Read<float>();
		Wish.BlendTime = Reader.Read<float>();
		Wish.SinceStep = Reader.Read<int64_t>();
		return Reader.IsOk() && State.StepCount >= 0 && State.StepCount <= MaxStepCount && State.Accumulator >= 0.0 &&
		       State.Alpha >= 0.0f && State.Alpha <= 1.0f && State.SpawnsWaiting >= 0 &&
		       Wish.Mode <= ECameraMode::Follow;
	}

	void WriteActors(FByteWriter& Writer) const
	{
		FSourceTable Sources(World.GetRegistry());
		for (const FActorId Id : State.Actors.GetOrder())
		{
			Sources.Add(State.Actors.GetSource(Id));
		}
		Sources.Write(Writer);
		State.Actors.Save(Writer);
		Writer.Write(uint64_t(State.Actors.NumLiving()));
		for (const FActorId Id : State.Actors.GetOrder())
		{
			const AActor& Actor = *State.Actors.Find(Id);
			Writer.Write(Id.ToBits());
			Writer.Write(Actor.CreationId);
			Writer.WriteString(Actor.Name);
			Writer.Write(Sources.Add(State.Actors.GetSource(Id)));
			Writer.Write(Actor.SpawnKey);
			WriteTransform(Writer, Actor.Transform);
			WriteTransform(Writer, State.Actors.PreviousOf(Id));
			Writer.Write(Actor.Velocity);
		}
	}
	bool ReadActors(FByteReader& Reader) const
	{
		std::vector<std::shared_ptr<const FPrefab>> Sources;
		if (!ReadSources(Reader, *State.Prefabs, File, Sources, Diagnostics) || !State.Actors.Restore(Reader))
		{
			return false;
		}
		const uint64_t Count = Reader.Read<uint64_t>();
		for (uint64_t Index = 0; Index < Count; ++Index)
		{
			if (!Reader.IsOk() || !ReadActor(Reader, Sources))
			{
				return false;
			}
		}
		return Reader.IsOk();
	}

	// Bodies come and go while their actors live (level of detail), so neither who has one nor their order follows from
	// the actors.
	void WriteBodyOrder(FByteWriter& Writer) const
	{
		Writer.Write(uint64_t(State.Physics->GetBodyCount()));
		for (const FBodyId Body : State.Physics->GetBodies())
		{
			Writer.Write(State.Physics->GetUserData(Body));
		}
	}
	bool ReadBodyOrder(FByteReader& Reader) const
	{
		std::vector<FActorId> Owners(size_t(std::min<uint64_t>(Reader.Read<uint64_t>(), Reader.Remaining())));
		for (FActorId& Owner : Owners)
		{
			Owner = FActorId::FromBits(Reader.Read<uint64_t>());
		}
		const std::span<const FBodyId> Bodies = State.Physics->GetBodies();
		const bool bSame = std::equal(Owners.begin(), Owners.end(), Bodies.begin(), Bodies.end(),
		    [&](FActorId Owner, FBodyId Body) { return Owner.ToBits() == State.Physics->GetUserData(Body); });
		return Reader.IsOk() && (bSame || MakeBodies(Owners));
	}

	void WriteSubsystems(FByteWriter& Writer) const
	{
		Writer.Write(uint64_t(State.Subsystems.size()));
		for (const std::unique_ptr<USubsystem>& Subsystem : State.Subsystems)
		{
			FByteWriter Section;
			Subsystem->Save(World, Section);
			Writer.WriteString(std::string(Subsystem->GetName()));
			Writer.WriteArray(std::span<const uint8_t>(Section.GetBytes()));
		}
	}
	bool ReadSubsystems(FByteReader& Reader) const
	{
		const uint64_t Count = Reader.Read<uint64_t>();
		for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
		{
			const std::string Name = Reader.ReadString();
			const std::vector<uint8_t> Section = Reader.ReadArray<uint8_t>();
			USubsystem* Subsystem = World.FindSubsystem(Name);
			FByteReader SectionReader(Section);
			if (!Subsystem || !Subsystem->Restore(World, SectionReader, Diagnostics))
			{
				Diagnostics.Error({File, 0, 0}, Name,
				    Subsystem ? "this part of the snapshot cannot be used" : "this build has no such subsystem");
				return false;
			}
		}
		return Reader.IsOk() && Count == State.Subsystems.size();
	}

	// Waiting spawns fill slots that were reserved for them, each its own.
	bool HasGoodSpawns() const
	{
		int64_t Waiting = 0;
		std::set<uint64_t> Reserved;      // looked up only
		FOrderQueue Queue = State.Orders; // emptied to see what is in it
		FOrder Order;
		while (Queue.TakeDue(std::numeric_limits<int64_t>::max(), Order))
		{
			if (Order.Kind != EOrder::Spawn)
			{
				continue;
			}
			Waiting += Order.Count;
			const AActor* Slot = State.Actors.Find(Order.Actor);
			const bool bReserved = Slot && Slot->State == EActorState::Reserved;
			if (Order.Count == 1 && !(bReserved && Reserved.insert(Order.Actor.ToBits()).second))
			{
				return false;
			}
		}
		return Waiting == State.SpawnsWaiting;
	}

	void WriteRandom(FByteWriter& Writer) const
	{
		Writer.Write(uint64_t(State.Random.size()));
		for (const auto& [Purpose, Stream] : State.Random)
		{
			Writer.WriteString(Purpose);
			Writer.Write(Stream.GetState());
		}
	}
	void ReadRandom(FByteReader& Reader) const
	{
		State.Random.clear();
		const uint64_t Count = Reader.Read<uint64_t>();
		for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
		{
			const std::string Purpose = Reader.ReadString();
			State.Random[Purpose].SetState(Reader.Read<uint64_t>());
		}
	}

	bool CanBeSaved() const
	{
		const auto IsOwned = [&](FBodyId Body)
		{
			const AActor* Owner = State.Actors.Find(FActorId::FromBits(State.Physics->GetUserData(Body)));
			return Owner && Owner->Body == Body;
		};
		const std::span<const FBodyId> Bodies = State.Physics->GetBodies();
		const int64_t Strangers = std::count_if(Bodies.begin(), Bodies.end(), std::not_fn(IsOwned));
		if (Strangers > 0)
		{
			Diagnostics.Error({}, "snapshot",
			    std::to_string(Strangers) +
			        " bodies belong to no actor, so nothing says how to make them again: spawn them "
			        "as actors with a body component, or destroy them before saving");
		}
		return Strangers == 0 && IsOurs();
	}
	bool IsOurs() const
	{
		const bool bHosts = State.bHostStepsPhysics || State.Physics->IsAdopted();
		if (bHosts)
		{
			Diagnostics.Error({File, 0, 0}, "snapshot",
			    "a world in a host's own Bullet world can be neither saved nor restored: what else is in there is "
			    "unknown");
		}
		return !bHosts;
	}

private:
	// All bodies anew, in this order.
	bool MakeBodies(const std::vector<FActorId>& Owners) const
	{
		const std::span<const FActorId> Actors = State.Actors.GetOrder();
		for (size_t Index = Actors.size(); Index-- > 0;) // the newest first: the quickest
		{
			DestroyActorBody(World, *State.Actors.Find(Actors[Index]));
		}
		for (const FActorId Owner : Owners)
		{
			AActor* Actor = State.Actors.Find(Owner);
			const bool bKnown = Actor && Actor->IsAlive() && !Actor->Body.IsValid();
			const IComponentSettings* Body =
			    bKnown ? FindSourceSettings(World, Owner, FBodySettings::Table().Name) : nullptr;
			if (!Body || !CreateActorBody(World, *Actor,
			                 static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings, Diagnostics))
			{
				return false;
			}
		}
		return true;
	}

	bool ReadActor(FByteReader& Reader, const std::vector<std::shared_ptr<const FPrefab>>& Sources) const
	{
		const FActorId Id = FActorId::FromBits(Reader.Read<uint64_t>());
		const uint32_t CreationId = Reader.Read<uint32_t>();
		std::string Name = Reader.ReadString();
		const uint32_t Source = Reader.Read<uint32_t>();
		if (!Reader.IsOk() || !State.Actors.CanRestore(Id, CreationId, Name) || Source >= Sources.size())
		{
			return false;
		}
		AActor& Actor = State.Actors.RestoreActor(Id, CreationId, std::move(Name));
		Actor.SpawnKey = Reader.Read<uint64_t>();
		Actor.Transform = ReadTransform(Reader);
		FTransform& Previous = State.Actors.PreviousOf(Id);
		Previous = ReadTransform(Reader);
		Actor.Velocity = Reader.Read<FVector>();
		if (!Reader.IsOk() || !IsPlace(Actor.Transform) || !IsPlace(Previous))
		{
			return false;
		}
		State.Actors.SetSource(Id, Sources[Source]);
		for (const FPrefabComponent& Component : Sources[Source]->Components)
		{
			const IComponentClass& Class = World.GetRegistry().GetComponentClass(Component.Class);
			if (!Class.Attach(World, Actor, *Component.Settings, Diagnostics))
			{
				return false;
			}
			Actor.Components |= uint64_t(1) << Component.Class;
		}
		return true;
	}

	UWorld& World;
	UWorld::FState& State;
	const std::string& File;
	FDiagnostics& Diagnostics;
};

std::vector<uint8_t> FSnapshot::Take(UWorld& World, FDiagnostics& Diagnostics)
{
	return Write(World, true, Diagnostics);
}

size_t FSnapshot::Measure(UWorld& World, FDiagnostics& Diagnostics)
{
	return Write(World, false, Diagnostics).size();
}

std::vector<uint8_t> FSnapshot::Write(UWorld& World, bool bForReal, FDiagnostics& Diagnostics)
{
	UWorld::FState& State = *World.State;
	FW_CHECK(!State.bInStep, "snapshots are taken between steps");
	const std::string File = "snapshot";
	const FSnapshotParts Parts(World, State, File, Diagnostics);
	if (!Parts.CanBeSaved())
	{
		return {};
	}
	const FPhysicsSettings Physics = State.Physics->GetSettings();
	FByteWriter Writer;
	Writer.WriteString(WriteJson(FWorldSettings::Table().Write(&State.Settings)));
	Writer.WriteString(WriteJson(FPhysicsSettings::Table().Write(&Physics)));
	Parts.WriteTime(Writer);
	Parts.WriteActors(Writer);
	Parts.WriteBodyOrder(Writer);
	if (bForReal)
	{
		State.Physics->Save(Writer);
	}
	else
	{
		const std::vector<uint8_t> Room(State.Physics->GetSaveSize());
		Writer.WriteBytes(Room.data(), Room.size());
	}
	Parts.WriteSubsystems(Writer);
	State.Orders.Save(Writer);
	State.Events.Save(Writer);
	Parts.WriteRandom(Writer);
	return WrapBytes(SnapshotKind, Writer.GetBytes());
}

bool FSnapshot::Restore(
    UWorld& World, std::span<const uint8_t> Bytes, const std::string& File, FDiagnostics& Diagnostics)
{
	FW_CHECK(!World.State->bInStep, "snapshots are restored between steps");
	std::span<const uint8_t> Content;
	if (!FSnapshotParts(World, *World.State, File, Diagnostics).IsOurs())
	{
		return false;
	}
	if (!UnwrapBytes(SnapshotKind, Bytes, File, Content, Diagnostics))
	{
		return false;
	}
	FByteReader Reader(Content);
	FDataNode WorldNode;
	FDataNode PhysicsNode;
	FWorldDef Def;
	if (!ReadNode(Reader, WorldNode, File, Diagnostics) || !ReadNode(Reader, PhysicsNode, File, Diagnostics) ||
	    !FWorldSettings::Table().Read(&Def.Settings, WorldNode, File, Diagnostics) ||
	    !FPhysicsSettings::Table().Read(&Def.Physics, PhysicsNode, File, Diagnostics))
	{
		return false;
	}
	// Built beside the old world, which goes on untouched if anything fails.
	UWorld::FState& Old = *World.State;
	Def.Settings.Threads = Old.Settings.Threads;
	Def.Prefabs = Old.Prefabs;
	Def.Scheduler = Old.Scheduler;
	UWorld Fresh(std::move(Def));
	UWorld::FState& New = *Fresh.State;
	const FSnapshotParts Parts(Fresh, New, File, Diagnostics);
	bool bGood = Parts.ReadTime(Reader) && Parts.ReadActors(Reader) && Parts.ReadBodyOrder(Reader) &&
	             New.Physics->Restore(Reader, Diagnostics) && Parts.ReadSubsystems(Reader) &&
	             New.Orders.Restore(Reader, Diagnostics) && Parts.HasGoodSpawns() && New.Events.Restore(Reader);
	if (bGood)
	{
		Parts.ReadRandom(Reader);
	}
	if (!bGood || !Reader.IsOk() || Reader.Remaining() != 0)
	{
		Diagnostics.Error({File, 0, 0}, "", "the snapshot does not fit this build or its content");
		return false;
	}
	New.OwnPool = std::move(Old.OwnPool);
	New.Metrics = std::move(Old.Metrics);
	New.CrowdMetrics = std::move(Old.CrowdMetrics);
	New.FlowMetrics = std::move(Old.FlowMetrics);
	New.Checks = std::move(Old.Checks);
	New.Diagnostics = std::move(Old.Diagnostics);
	New.Profile = Old.Profile;
	std::swap(World.State, Fresh.State);
	World.SetRecorder(Old.Recorder);
	return true;
}

bool FSnapshot::Save(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics)
{
	const std::vector<uint8_t> Bytes = Take(World, Diagnostics);
	return !Bytes.empty() && WriteBytesFile(Path, Bytes, Diagnostics);
}

bool FSnapshot::Load(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics)
{
	std::vector<uint8_t> Bytes;
	return ReadBytesFile(Path, Bytes, Diagnostics) && Restore(World, Bytes, Path, Diagnostics);
}
} // namespace Flockwork
