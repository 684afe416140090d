#include "FlockworkGame/Snapshot.h"

#include "FlockworkGame/Replay.h"
#include "Twins.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <new>
#include <unistd.h>

namespace Flockwork
{
namespace
{
using namespace GameTest;

std::vector<uint8_t> TakeOf(UWorld& World)
{
	FDiagnostics Diagnostics;
	std::vector<uint8_t> Bytes = FSnapshot::Take(World, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE_FALSE(Bytes.empty());
	return Bytes;
}

void RestoreTo(UWorld& World, const std::vector<uint8_t>& Bytes)
{
	FDiagnostics Diagnostics;
	const bool bRestored = FSnapshot::Restore(World, Bytes, "test", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRestored);
}

constexpr size_t HeaderSize = 32; // magic, version, size, checksum: see FileBytes.cpp

std::vector<uint8_t> WithFittingHeader(std::vector<uint8_t> Bytes)
{
	const size_t Size = Bytes.size() - HeaderSize;
	FStateHash Checksum;
	Checksum.AddBytes(Bytes.data() + HeaderSize, Size);
	const uint64_t Fields[2] = {Size, Checksum.Get()};
	std::memcpy(Bytes.data() + 16, Fields, sizeof(Fields));
	return Bytes;
}

// Four bytes of the content replaced, header fitting.
std::vector<uint8_t> Spoil(const std::vector<uint8_t>& Good, size_t Place, uint32_t Word)
{
	std::vector<uint8_t> Bytes = Good;
	std::memcpy(Bytes.data() + HeaderSize + Place, &Word, sizeof(Word));
	return WithFittingHeader(std::move(Bytes));
}

bool IsAllFinite(const UWorld& World)
{
	const std::span<const FActorId> Actors = World.GetActors();
	return std::all_of(Actors.begin(), Actors.end(),
	    [&](FActorId Id)
	    {
		    const AActor& Actor = *World.FindActor(Id);
		    return IsFinite(Actor.Transform) && IsFinite(World.GetPreviousTransform(Id)) && IsFinite(Actor.Velocity);
	    });
}

void RunSteps(UWorld& World, int32_t Count)
{
	for (int32_t Step = 0; Step < Count; ++Step)
	{
		World.Step();
	}
}
} // namespace

TEST_CASE("FSnapshot: a restored world continues bit for bit, whatever was going on")
{
	// 5: nothing yet; 45: boids flee a threat; 62: in the middle of an explosion; 130: after it, some have gone
	const int32_t SaveAt = GENERATE(0, 5, 45, 62, 130);
	const std::unique_ptr<UWorld> World = MakeTwin();
	RunSteps(*World, SaveAt);
	if (SaveAt == 130)
	{
		World->DestroyActor(World->FindActorByName("Walker_9"));
		World->DestroyActor(World->FindActorByName("Boid_80"));
		Do(*World, FOrder::SetSetting("flock.cohesion.weight", 2.0f, "Boids"));
		Do(*World, FOrder::SetSetting("playerMover.speed", 3.0f, "Player"));
		SpawnAt(*World, "Walker", {2.0f, 0.9f, 2.0f}, FVector{}, "Newcomer");
	}
	const std::vector<uint8_t> Bytes = TakeOf(*World);
	UWorld Other(MakeDef(2)); // other thread count, other content so far
	FillScene(Other, 3);
	RunSteps(Other, 17);
	RestoreTo(Other, Bytes);
	RequireSame(*World, Other);
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		World->Step();
		Other.Step();
		RequireSame(*World, Other);
	}
}

TEST_CASE("FSnapshot: going back in the same world gives the same future")
{
	const std::unique_ptr<UWorld> World = MakeTwin();
	RunSteps(*World, 40);
	const std::vector<uint8_t> Bytes = TakeOf(*World);
	RunSteps(*World, 60);
	const uint64_t Future = World->GetStateHash();
	RestoreTo(*World, Bytes);
	CHECK(World->GetStepCount() == 40);
	RunSteps(*World, 60);
	CHECK(World->GetStateHash() == Future);
	CHECK(TakeOf(*World) == TakeOf(*World)); // taking one changes nothing that one holds
}

TEST_CASE("FSnapshot: reserved ids, waiting orders, keys and custom events survive")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	FOrder Order = FOrder::Spawn("Ball", At(0.0f, 5.0f, 0.0f), "Later");
	Order.DueStep = 10;
	Order.Key = 99;
	const FActorId Later = World.Enqueue(std::move(Order), Diagnostics);
	const EEvent Bell = World.GetEvents().FindOrAdd("bell");
	RunSteps(World, 5);
	UWorld Other(MakeDef());
	RestoreTo(Other, TakeOf(World));
	CHECK(Other.GetEvents().FindOrAdd("bell") == Bell);
	RunSteps(Other, 6);
	REQUIRE(Other.FindActor(Later));
	CHECK(Other.FindActor(Later)->Name == "Later");
	CHECK(Other.FindActor(Later)->SpawnKey == 99u);
}

TEST_CASE("FSnapshot: damaged, truncated, foreign and newer ones are told apart, and the world is untouched")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 10);
	RunSteps(*World, 10);
	const std::vector<uint8_t> Good = TakeOf(*World);
	const uint64_t Before = World->ComputeStateHash();
	const auto ComplaintOf = [&](const std::vector<uint8_t>& Bytes)
	{
		FDiagnostics Diagnostics;
		CHECK_FALSE(FSnapshot::Restore(*World, Bytes, "file.snap", Diagnostics));
		CHECK(World->ComputeStateHash() == Before);
		CHECK(World->GetStepCount() == 10);
		return Diagnostics.ToString();
	};
	std::vector<uint8_t> Damaged = Good;
	Damaged[Damaged.size() / 2] ^= 0x40;
	CHECK(ComplaintOf(Damaged).find("damaged") != std::string::npos);
	CHECK(ComplaintOf({Good.begin(), Good.begin() + 100}).find("truncated") != std::string::npos);
	CHECK(ComplaintOf({}).find("no Flockwork snapshot") != std::string::npos);
	CHECK(ComplaintOf(FReplay{}.ToBytes()).find("no Flockwork snapshot") != std::string::npos);
	std::vector<uint8_t> Newer = Good;
	Newer[8] = 200;
	CHECK(ComplaintOf(Newer).find("version 200") != std::string::npos);
	World->Step();
}

TEST_CASE("FSnapshot: a file whose checksum is right and whose content is not is refused all the same")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 10);
	RunSteps(*World, 3);
	const std::vector<uint8_t> Good = TakeOf(*World);
	const uint64_t Before = World->ComputeStateHash();
	// A snapshot's own content, cut short at many places, with a header that fits.
	for (size_t Cut = 1; Cut < 60; ++Cut)
	{
		const size_t Size = (Good.size() - HeaderSize) * Cut / 60;
		const std::vector<uint8_t> Bytes =
		    WithFittingHeader({Good.begin(), Good.begin() + std::ptrdiff_t(HeaderSize + Size)});
		FDiagnostics Diagnostics;
		CHECK_FALSE(FSnapshot::Restore(*World, Bytes, "file.snap", Diagnostics));
		CHECK(Diagnostics.HasErrors());
	}
	CHECK(World->ComputeStateHash() == Before);
}

TEST_CASE(
    "FSnapshot: any word spoilt under a right checksum is refused, or gives a world of finite numbers that goes on")
{
	// not a number, infinite, huge, minus one and a count that fits, at every place that a stride of a prime meets
	const uint32_t Word = GENERATE(0x7fc00000u, 0x7f800000u, 0x7effffffu, 0xffffffffu, 1u);
	const std::unique_ptr<UWorld> World = MakeTwin(1, 5);
	RunSteps(*World, 3);
	const std::vector<uint8_t> Good = TakeOf(*World);
	const uint64_t Before = World->ComputeStateHash();
	int32_t Refused = 0;
	for (size_t Place = Word % 7; Place + HeaderSize + sizeof(Word) <= Good.size(); Place += 31)
	{
		FDiagnostics Diagnostics;
		INFO("spoilt at " << Place);
		if (!FSnapshot::Restore(*World, Spoil(Good, Place, Word), "file.snap", Diagnostics))
		{
			++Refused;
			REQUIRE(Diagnostics.HasErrors());
			REQUIRE(World->ComputeStateHash() == Before);
			continue;
		}
		RunSteps(*World, 2);
		REQUIRE(IsAllFinite(*World));
		RestoreTo(*World, TakeOf(*World));
		RestoreTo(*World, Good);
	}
	CHECK(Refused > 20);
}

TEST_CASE("FSnapshot: files are written and read, a missing one is an error")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 10);
	RunSteps(*World, 20);
	const std::string Path =
	    (std::filesystem::temp_directory_path() / ("FlockworkSnapshot" + std::to_string(::getpid()))).string();
	FDiagnostics Diagnostics;
	REQUIRE(FSnapshot::Save(*World, Path, Diagnostics));
	UWorld Other(MakeDef());
	REQUIRE(FSnapshot::Load(Other, Path, Diagnostics));
	RequireSame(*World, Other);
	std::filesystem::remove(Path);
	CHECK_FALSE(FSnapshot::Load(Other, Path, Diagnostics));
	CHECK_FALSE(FSnapshot::Save(Other, "/no/such/folder/x", Diagnostics));
	CHECK(Diagnostics.HasErrors());
}

TEST_CASE("FSnapshot: a prefab edited since is no matter: actors continue as they were made")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 10);
	RunSteps(*World, 10);
	const std::vector<uint8_t> Bytes = TakeOf(*World);
	UWorld Other(MakeDef());
	FDiagnostics Diagnostics;
	REQUIRE(Other.GetPrefabs().AddPrefab(
	    R"({"prefab": "Walker", "components": {"body": {"radius": 2}}})", "edited", Diagnostics));
	RestoreTo(Other, Bytes);
	RunSteps(*World, 60);
	RunSteps(Other, 60);
	RequireSame(*World, Other);
}

TEST_CASE("FSnapshot: a world with bodies that no actor owns is refused when it is saved, not when it is restored")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 3);
	FBodyDef Def;
	Def.Shape = FShapeDef::MakeSphere(0.5f);
	Def.Transform.Location = {0.0f, 40.0f, 0.0f};
	FDiagnostics Diagnostics;
	const FBodyId Stranger = World->GetPhysics().CreateBody(Def, Diagnostics);
	REQUIRE(Stranger.IsValid());
	CHECK(FSnapshot::Take(*World, Diagnostics).empty());
	CHECK(Diagnostics.ToString().find("1 bodies belong to no actor") != std::string::npos);
	CHECK(FSnapshot::Measure(*World, Diagnostics) == 0);
	World->GetPhysics().DestroyBody(Stranger);
	RestoreTo(*World, TakeOf(*World));
}

TEST_CASE("FSnapshot: asking for the size changes nothing and is right")
{
	const std::unique_ptr<UWorld> World = MakeTwin();
	const std::unique_ptr<UWorld> Asked = MakeTwin();
	FDiagnostics Diagnostics;
	for (int32_t Step = 0; Step < 90; ++Step)
	{
		World->Step();
		Asked->Step();
		REQUIRE(FSnapshot::Measure(*Asked, Diagnostics) > 0);
		RequireSame(*World, *Asked);
	}
	CHECK(FSnapshot::Measure(*Asked, Diagnostics) == TakeOf(*Asked).size());
}

TEST_CASE("FSnapshot: what lies between the fields of events is not written")
{
	const auto BytesOver = [](uint8_t Garbage)
	{
		alignas(FEvent) std::array<uint8_t, sizeof(FEvent)> Memory;
		Memory.fill(Garbage);
		FEvent* const Event = new (Memory.data()) FEvent;
		Event->Value = 3.0f;
		FEventList Events;
		Events.Raise(*Event);
		FByteWriter Writer;
		Events.Save(Writer);
		return Writer.GetBytes();
	};
	CHECK(BytesOver(0x00) == BytesOver(0xff));
	static_assert(!HasNoPadding<FEvent> && !HasNoPadding<FCameraWish>); // neither can be written as it lies
}

TEST_CASE("FSnapshot: two thousand random bits flipped under a right checksum crash nothing")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 3);
	FDiagnostics Waiting;
	World->Enqueue(FOrder::SpawnMany("Ball", {0.0f, 9.0f, 0.0f}, 3.0f, 4).At(100), Waiting);
	World->Enqueue(FOrder::Spawn("Ball", FTransform{}, "Late").At(100), Waiting);
	RunSteps(*World, 35); // boids flee by now
	const std::vector<uint8_t> Good = TakeOf(*World);
	FRandomStream Random = FRandomStream::ForPurpose(7, "flip");
	int32_t Refused = 0;
	for (int32_t Try = 0; Try < 2000; ++Try)
	{
		std::vector<uint8_t> Bytes = Good;
		const size_t Place = HeaderSize + size_t(Random.Uniform() * float(Good.size() - HeaderSize - 1));
		Bytes[Place] ^= uint8_t(1u << uint32_t(Random.Uniform() * 7.99f));
		FDiagnostics Diagnostics;
		INFO("flipped at " << Place);
		if (FSnapshot::Restore(*World, WithFittingHeader(std::move(Bytes)), "file.snap", Diagnostics))
		{
			World->Step();
			REQUIRE(IsAllFinite(*World));
			continue;
		}
		++Refused;
		REQUIRE(Diagnostics.HasErrors());
	}
	CHECK(Refused > 200);
}
} // namespace Flockwork
