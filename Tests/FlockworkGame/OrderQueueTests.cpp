#include "FlockworkGame/Replay.h"
#include "GameTestSupport.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace Flockwork
{
namespace
{
using namespace GameTest;

FOrder NamedEvent(const char* Name, int64_t Step)
{
	FOrder Order;
	Order.Kind = EOrder::Event;
	Order.Name = Name;
	Order.DueStep = Step;
	return Order;
}

// Five seconds of a busy scene with orders from outside, some in the middle of a step; recorded.
FReplay RecordScene(int32_t Seed)
{
	FWorldDef Def = MakeDef();
	Def.Settings.Seed = Seed;
	UWorld World(std::move(Def));
	FReplayRecorder Recorder;
	World.SetRecorder(&Recorder);
	FillScene(World);
	const FActorId Player = World.FindActorByName("Player");
	FDiagnostics Diagnostics;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		if (Step == 50)
		{
			World.Enqueue(FOrder::Spawn("Walker", At(1.0f, 0.9f, 1.0f), "Late").At(70), Diagnostics);
			World.Enqueue(FOrder::Input(Player, {0.5f, 0.0f, -1.0f}), Diagnostics);
		}
		World.BeginStep();
		for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
		{
			if (Step == 100 && EPhase(Phase) == EPhase::Simulate)
			{
				World.Execute(FOrder::Impulse(World.FindActorByName("Late"), {200.0f, 100.0f, 0.0f}), Diagnostics);
				World.DestroyActor(World.FindActorByName("Walker_6"));
			}
			World.RunPhase(EPhase(Phase));
		}
		World.EndStep();
	}
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
	return Recorder.GetReplay();
}
} // namespace

TEST_CASE("FOrderQueue: orders come out by step, then by the order in which they were given")
{
	FOrderQueue Queue;
	FDiagnostics Diagnostics;
	for (const auto& [Name, Step] : {std::pair<const char*, int64_t>{"c", 5}, {"a", 2}, {"d", 5}, {"b", 2}, {"e", 9}})
	{
		REQUIRE(Queue.Add(NamedEvent(Name, Step), Diagnostics));
	}
	FOrder Order;
	CHECK_FALSE(Queue.TakeDue(1, Order));
	std::string Taken;
	while (Queue.TakeDue(5, Order))
	{
		Taken += Order.Name;
	}
	CHECK(Taken == "abcd");
	CHECK(Queue.Num() == 1);
}

TEST_CASE("FOrderQueue: beyond its capacity orders are refused with the setting's name")
{
	FOrderQueue Queue(2);
	FDiagnostics Diagnostics;
	CHECK(Queue.Add(NamedEvent("a", 1), Diagnostics));
	CHECK(Queue.Add(NamedEvent("b", 1), Diagnostics));
	CHECK_FALSE(Queue.Add(NamedEvent("c", 1), Diagnostics));
	CHECK(Diagnostics.GetAll().at(0).Field == "world.maxOrders");
	CHECK(Queue.Num() == 2);
}

TEST_CASE("FOrderQueue: orders with numbers that are none are refused")
{
	const float NaN = std::numeric_limits<float>::quiet_NaN();
	std::vector<FOrder> Bad(7, FOrder::Spawn("Ball", FTransform{}));
	Bad[0].Transform.Location.x = NaN;
	Bad[1].Vector.y = NaN;
	Bad[2].Radius = -1.0f;
	Bad[3].Amount = NaN;
	Bad[4].Transform.Scale = 0.0f;
	Bad[5].Count = 0;
	Bad[6].Transform.Rotation = FQuat{2.0f, 0.0f, 0.0f, 0.0f};
	UWorld World(MakeDef());
	for (const FOrder& Order : Bad)
	{
		FDiagnostics Diagnostics;
		CHECK_FALSE(World.Execute(Order, Diagnostics));
		CHECK(Diagnostics.GetAll().size() == 1);
		bool bAccepted = true;
		World.Enqueue(Order, Diagnostics, &bAccepted);
		CHECK_FALSE(bAccepted);
	}
	CHECK(World.GetActors().empty());
	World.Step(); // and no reservation is left over
	CHECK(SpawnAt(World, "Ball", FVector{}).Index == 0u);
}

TEST_CASE("FOrder: what was written is read back, and an unknown kind is refused")
{
	FOrder Order = FOrder::Spawn("Walker", At(1.0f, 2.0f, 3.0f), "Ann");
	Order.Text = "{}";
	Order.Other = "x";
	Order.Value = std::string("text");
	Order.Points = {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}};
	Order.Key = 77;
	Order.DueStep = 12;
	FByteWriter Writer;
	Order.Write(Writer);
	FByteReader Reader(Writer.GetBytes());
	const FOrder Back = FOrder::Read(Reader);
	REQUIRE(Reader.IsOk());
	CHECK(Reader.Remaining() == 0);
	CHECK(Back.Kind == Order.Kind);
	CHECK(Back.Prefab == "Walker");
	CHECK(Back.Name == "Ann");
	CHECK(Back.Transform == Order.Transform);
	CHECK(Back.Value == Order.Value);
	CHECK(Back.Points == Order.Points);
	CHECK(Back.Key == 77u);

	std::vector<uint8_t> Bytes = Writer.GetBytes();
	Bytes[0] = 250;
	FByteReader BadReader(Bytes);
	FOrder::Read(BadReader);
	CHECK_FALSE(BadReader.IsOk());
}

TEST_CASE("UWorld: an enqueued spawn gives the id that the actor will have, and its key comes back")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	FOrder Order = FOrder::Spawn("Ball", At(0.0f, 5.0f, 0.0f), "Ann");
	Order.Key = 4711;
	Order.DueStep = 2;
	const FActorId Id = World.Enqueue(std::move(Order), Diagnostics);
	REQUIRE(Id.IsValid());
	World.Step();
	World.Step();
	CHECK(World.FindActor(Id) == nullptr); // not yet
	World.Step();
	REQUIRE(World.FindActor(Id));
	CHECK(World.FindActor(Id)->Name == "Ann");
	REQUIRE(World.GetEvents().GetAll().size() == 1);
	CHECK(World.GetEvents().GetAll()[0].Id == EEvent::Spawned);
	CHECK(World.GetEvents().GetAll()[0].Key == 4711u);
}

TEST_CASE("UWorld: an order that fails when it is due is reported, and the rest goes on")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	const FActorId Never = World.Enqueue(FOrder::Spawn("Nothing", FTransform{}), Diagnostics);
	FOrder Destroy;
	Destroy.Kind = EOrder::Destroy;
	Destroy.Name = "Nobody";
	World.Enqueue(std::move(Destroy), Diagnostics);
	World.Enqueue(NamedEvent("hello", 0), Diagnostics);
	World.Step();
	CHECK(World.FindActor(Never) == nullptr);
	const FDiagnostics Said = World.TakeDiagnostics();
	CHECK(Said.GetAll().size() == 2);
	REQUIRE(World.GetEvents().GetAll().size() == 1);
	CHECK(World.GetEvents().GetName(World.GetEvents().GetAll()[0].Id) == "hello");
	CHECK(World.TakeDiagnostics().GetAll().empty());
}

TEST_CASE("UWorld: many spawned over a disc lie in it, and no two in one place")
{
	UWorld World(MakeDef());
	Do(World, FOrder::SpawnMany("Boid", {3.0f, 5.0f, -2.0f}, 10.0f, 200));
	REQUIRE(World.GetActors().size() == 200);
	const float Spacing = 10.0f * std::sqrt(3.14159265f / 200.0f);
	float Nearest = 1000.0f;
	for (const FActorId A : World.GetActors())
	{
		const FVector Place = World.FindActor(A)->Transform.Location;
		CHECK(Place.y == 5.0f);
		CHECK(Length(Place - FVector{3.0f, 5.0f, -2.0f}) < 10.0f + Spacing);
		for (const FActorId B : World.GetActors())
		{
			Nearest = A == B ? Nearest : std::min(Nearest, Length(Place - World.FindActor(B)->Transform.Location));
		}
	}
	CHECK(Nearest > 0.25f * Spacing);
}

TEST_CASE("UWorld: many of whom one cannot be are none at all")
{
	UWorld World(MakeDef());
	UWorld Twin(MakeDef());
	// Over a disc about the edge of the world that physics takes, some are in and some are out.
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.Execute(FOrder::SpawnMany("Boid", {999990.0f, 5.0f, 0.0f}, 40.0f, 50), Diagnostics));
	CHECK(Diagnostics.HasErrors());
	CHECK(World.GetActors().empty());
	CHECK(World.GetPhysics().GetBodyCount() == 0);
	World.Step();
	CHECK(World.GetEvents().GetAll().empty());
	// What comes after lands where it would have landed.
	Do(World, FOrder::SpawnMany("Boid", {0.0f, 5.0f, 0.0f}, 4.0f, 5));
	Do(Twin, FOrder::SpawnMany("Boid", {0.0f, 5.0f, 0.0f}, 4.0f, 5));
	for (size_t Index = 0; Index < 5; ++Index)
	{
		CHECK(World.FindActor(World.GetActors()[Index])->Transform.Location ==
		      Twin.FindActor(Twin.GetActors()[Index])->Transform.Location);
	}
	World.Step();
	CHECK(World.Get<UFlockSubsystem>().GetFlock(0).Ids.size() == 5);
}

TEST_CASE("UWorld: spawns that are due when world.maxActors has become less are refused")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	World.Enqueue(FOrder::Spawn("Ball", FTransform{}).At(3), Diagnostics);
	World.Enqueue(FOrder::SpawnMany("Ball", FVector{}, 9.0f, 20).At(3), Diagnostics);
	Do(World, FOrder::SetSetting("world.maxActors", 10));
	for (int32_t Step = 0; Step < 5; ++Step)
	{
		World.Step();
	}
	CHECK(World.GetActors().size() == 1);
	const FDiagnostics Found = World.TakeDiagnostics();
	REQUIRE(Found.GetAll().size() == 1);
	CHECK(Found.GetAll()[0].Field == "world.maxActors");
}

TEST_CASE("UWorld: a spawn order that names an actor does not touch it, even where it fails")
{
	UWorld World(MakeDef());
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f});
	FOrder Order = FOrder::SpawnMany("NoSuch", FVector{}, 1.0f, 2);
	Order.Actor = Ball;
	FDiagnostics Diagnostics;
	World.Enqueue(Order, Diagnostics);
	World.Step();
	CHECK(World.FindActor(Ball) != nullptr);
}

TEST_CASE("FOrderQueue: the state hash knows what waiting orders say")
{
	const auto HashOf = [](const char* Name, float Amount)
	{
		FOrderQueue Queue;
		FDiagnostics Diagnostics;
		FOrder Order = NamedEvent(Name, 5);
		Order.Amount = Amount;
		REQUIRE(Queue.Add(Order, Diagnostics));
		FStateHash Hash;
		Queue.AddToHash(Hash);
		return Hash.Get();
	};
	CHECK(HashOf("a", 1.0f) == HashOf("a", 1.0f));
	CHECK(HashOf("a", 1.0f) != HashOf("b", 1.0f));
	CHECK(HashOf("a", 1.0f) != HashOf("a", 2.0f));
}

TEST_CASE("UWorld: an explosion pushes what is near and not what is far, and lifts a boid's speed clamp for a while")
{
	UWorld World(MakeDef());
	Do(World, FOrder::SetSetting("physics.gravity", FVector{0.0f, 0.0f, 0.0f}));
	const FActorId Near = SpawnAt(World, "Boid", {1.0f, 0.0f, 0.0f});
	const FActorId Far = SpawnAt(World, "Boid", {100.0f, 0.0f, 0.0f});
	World.Step();
	FOrder Bang;
	Bang.Kind = EOrder::Explode;
	Bang.Radius = 4.0f;
	Bang.Amount = 40.0f;
	Do(World, Bang);
	World.Step();
	CHECK(Length(World.FindActor(Near)->Velocity) > 20.0f); // far above maxSpeed 5
	CHECK(Length(World.FindActor(Far)->Velocity) <= 5.001f);
	for (int32_t Step = 0; Step < 40; ++Step) // impulseTime is 0.5 s
	{
		World.Step();
	}
	CHECK(Length(World.FindActor(Near)->Velocity) <= 5.001f);
}

TEST_CASE("FReplay: what was recorded plays back to the same hash in every step, at any thread count")
{
	const FReplay Replay = RecordScene(7);
	REQUIRE(Replay.Hashes.size() == 300);
	const int32_t Threads = GENERATE(1, 2);
	FWorldDef Def = MakeDef(Threads);
	Def.Settings.Seed = Replay.Seed;
	UWorld World(std::move(Def));
	FDiagnostics Diagnostics;
	const FReplayResult Result = PlayReplay(World, Replay, Diagnostics);
	INFO("first difference at step " << Result.FirstDifference);
	CHECK(Result.IsSame());
	CHECK(Result.StepsPlayed == 300);
}

TEST_CASE("FReplay: a changed order is named by the first step that differs")
{
	FReplay Replay = RecordScene(7);
	const auto Late = std::find_if(Replay.Entries.begin(), Replay.Entries.end(),
	    [](const FReplayEntry& Entry) { return Entry.Order.Kind == EOrder::ApplyImpulse; });
	REQUIRE(Late != Replay.Entries.end());
	Late->Order.Vector.x += 10.0f;
	FWorldDef Def = MakeDef();
	Def.Settings.Seed = Replay.Seed;
	UWorld World(std::move(Def));
	FDiagnostics Diagnostics;
	const FReplayResult Result = PlayReplay(World, Replay, Diagnostics);
	CHECK_FALSE(Result.IsSame());
	CHECK(Result.FirstDifference == 100);
	CHECK(Result.ExpectedHash != Result.ActualHash);
}

TEST_CASE("FReplay: another seed differs from the start")
{
	const FReplay Replay = RecordScene(7);
	FWorldDef Def = MakeDef();
	Def.Settings.Seed = 8;
	UWorld World(std::move(Def));
	FDiagnostics Diagnostics;
	CHECK(PlayReplay(World, Replay, Diagnostics).FirstDifference == -1 + Replay.StartStep);
}

TEST_CASE("FReplay: files come back whole, damaged, truncated, foreign and missing ones are told apart")
{
	const FReplay Replay = RecordScene(3);
	const std::string Path =
	    (std::filesystem::temp_directory_path() / ("FlockworkReplay" + std::to_string(::getpid()))).string();
	FDiagnostics Diagnostics;
	REQUIRE(Replay.Save(Path, Diagnostics));
	FReplay Back;
	REQUIRE(FReplay::Load(Path, Back, Diagnostics));
	CHECK(Back.Hashes == Replay.Hashes);
	CHECK(Back.Entries.size() == Replay.Entries.size());
	std::filesystem::remove(Path);

	const std::vector<uint8_t> Good = Replay.ToBytes();
	const auto ComplaintOf = [](const std::vector<uint8_t>& Bytes)
	{
		FReplay Out;
		FDiagnostics Found;
		CHECK_FALSE(FReplay::FromBytes(Bytes, "file", Out, Found));
		CHECK(Out.Hashes.empty());
		return Found.ToString();
	};
	std::vector<uint8_t> Damaged = Good;
	Damaged[Damaged.size() / 2] ^= 1;
	CHECK(ComplaintOf(Damaged).find("damaged") != std::string::npos);
	CHECK(ComplaintOf({Good.begin(), Good.end() - 9}).find("truncated") != std::string::npos);
	CHECK(ComplaintOf({'n', 'o'}).find("no Flockwork replay") != std::string::npos);
	std::vector<uint8_t> Newer = Good;
	Newer[8] = 99;
	CHECK(ComplaintOf(Newer).find("version 99") != std::string::npos);
	FDiagnostics Missing;
	CHECK_FALSE(FReplay::Load("/no/such/file", Back, Missing));
	CHECK(Missing.HasErrors());
}
} // namespace Flockwork
