// Very many bodies in one place: what is spent on them stays proportional to their number, and they part by themselves.
#include "FlockworkCore/Log.h"
#include "FlockworkCore/TaskPool.h"
#include "PhysicsTestSupport.h"

#include <algorithm>

using namespace Flockwork;

namespace
{
// In the air over a floor.
std::vector<FBodyId> AddHeap(FTestWorld& Test, int Count, const FShapeDef& Shape)
{
	Test.Add(Static(FShapeDef::MakeBox({200.0f, 1.0f, 200.0f}), {0.0f, -1.0f, 0.0f}));
	std::vector<FBodyId> Ids;
	for (int Index = 0; Index < Count; ++Index)
	{
		FBodyDef Def = Dynamic(Shape, {0.0f, 1.0f, 0.0f});
		Def.bLockRotation = true;
		Ids.push_back(Test.Add(Def));
	}
	return Ids;
}

class FKeptLines final : public ILogSink
{
public:
	void Write(ELogLevel, std::string_view, std::string_view Message) override { Lines.emplace_back(Message); }
	std::vector<std::string> Lines;
};

float LowestOf(const FPhysicsWorld& World, const std::vector<FBodyId>& Ids)
{
	float Lowest = 1e9f;
	for (const FBodyId Id : Ids)
	{
		Lowest = std::min(Lowest, World.GetTransform(Id).Location.y);
	}
	return Lowest;
}
} // namespace

TEST_CASE("FPhysicsWorld: a thousand bodies in one place cost pairs in proportion, part, and stay above the floor")
{
	const FShapeDef Shape = GENERATE(FShapeDef::MakeSphere(0.3f), FShapeDef::MakeCapsule(0.42f, 0.48f));
	constexpr int Count = 1000;
	FTestWorld Test(EPhysicsWorldKind::Fast);
	const std::vector<FBodyId> Ids = AddHeap(Test, Count, Shape);
	Test.Step();
	CHECK(Test.World.GetStats().CrowdedBodies > Count / 2);
	int32_t MostPairs = 0;
	for (int Step = 0; Step < 120; ++Step)
	{
		Test.Step();
		MostPairs = std::max(MostPairs, Test.World.GetStats().Pairs);
	}
	CHECK(MostPairs <= Count * (Test.World.GetSettings().MaxContactPairs + 1)); // and the floor for each
	CHECK(Test.World.GetStats().CrowdedBodies == 0);                            // after two seconds
	CHECK(LowestOf(Test.World, Ids) > 0.0f);
}

TEST_CASE("FPhysicsWorld: a heap in one place moves the same at any number of threads")
{
	uint64_t Hashes[2] = {};
	for (int Run = 0; Run < 2; ++Run)
	{
		FTaskPoolSettings Threads;
		Threads.ThreadCount = Run == 0 ? 1 : 4;
		FTaskPool Pool(Threads);
		FPhysicsWorld World(SettingsOf(EPhysicsWorldKind::Fast), Pool);
		FDiagnostics Diagnostics;
		for (int Index = 0; Index < 1200; ++Index)
		{
			World.CreateBody(Dynamic(FShapeDef::MakeSphere(0.3f), {3.0f, 1.0f, float(Index % 2)}), Diagnostics);
		}
		REQUIRE(!Diagnostics.HasErrors());
		for (int Step = 0; Step < 40; ++Step)
		{
			REQUIRE(World.Step(StepTime));
		}
		Hashes[Run] = HashOf(World);
	}
	CHECK(Hashes[0] == Hashes[1]);
}

TEST_CASE("FPhysicsWorld: a trigger and a pusher in a crowd still meet every body of it")
{
	FTestWorld Test(EPhysicsWorldKind::Fast, {0.0f, 0.0f, 0.0f});
	constexpr int Count = 200;
	FBodyDef Trigger = Boid({0.0f, 0.0f, 0.0f});
	Trigger.Type = EBodyType::Kinematic;
	Trigger.bTrigger = true;
	std::vector<FBodyId> Triggers;
	for (int Index = 0; Index < Count; ++Index)
	{
		if (Index == 0 || Index == Count / 2)
		{
			Triggers.push_back(Test.Add(Trigger));
		}
		Test.Add(Boid({0.0f, 0.0f, 0.0f}));
	}
	Test.Step();
	CHECK(Test.World.GetStats().CrowdedBodies > 0);
	for (const FBodyId Id : Triggers)
	{
		const auto Contacts = Test.World.GetContacts();
		CHECK(std::count_if(Contacts.begin(), Contacts.end(),
		          [Id](const FContactEvent& Event) { return Event.A == Id || Event.B == Id; }) >= Count);
	}
}

TEST_CASE("FPhysicsWorld: a crowd is told of once, with the setting's name, and a box of balls is none")
{
	FTestWorld Test(EPhysicsWorldKind::Fast);
	const auto Sink = std::make_shared<FKeptLines>();
	SetLogSink(Sink);
	for (int Index = 0; Index < 512; ++Index)
	{
		// A tenth of a ball apart, which no packing is.
		const FVector Place{float(Index % 8), float(Index / 8 % 8), float(Index / 64)};
		Test.Add(Dynamic(FShapeDef::MakeSphere(0.5f), Place * 0.9f));
	}
	Test.Step(10);
	CHECK(Sink->Lines.empty());
	CHECK(Test.World.GetStats().CrowdedBodies == 0);
	for (int Index = 0; Index < 100; ++Index)
	{
		Test.Add(Dynamic(FShapeDef::MakeSphere(0.5f), {90.0f, 0.0f, 0.0f}));
	}
	Test.Step(2);
	SetLogSink(nullptr);
	REQUIRE(Sink->Lines.size() == 1);
	CHECK(Sink->Lines[0].find("physics.maxContactPairs (32)") != std::string::npos);
}
