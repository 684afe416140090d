#include "../FlockworkAnimation/TestCharacter.h"
#include "BulletAllocations.h"
#include "FlockworkGame/CharacterSubsystem.h"
#include "Twins.h"

namespace Flockwork
{
namespace
{
using namespace GameTest;

const bool bBulletCounts = []()
{
	CountBulletAllocations();
	return true;
}();
} // namespace

TEST_CASE("UWorld: a steady step allocates nothing, on one thread and on two")
{
	const int32_t Threads = GENERATE(1, 2);
	const std::unique_ptr<UWorld> World = MakeTwin(Threads, 200);
	for (int32_t Step = 0; Step < 240; ++Step) // the threat has come and gone, the explosion is over
	{
		World->Step();
	}
	// Contacts come and go: the arrays have their size after a while, and a step with a new maximum may still grow one.
	int32_t Allocating = 0;
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		const FAllocationCounter Counter;
		World->Step();
		Allocating += Counter.GetCount() > 0 ? 1 : 0;
	}
	CHECK(Allocating == 0);
}

TEST_CASE("UWorld: a steady step of characters allocates nothing, posed in lock step and alone, near and far")
{
	const int32_t Threads = GENERATE(1, 2);
	const bool bScaled = GENERATE(false, true); // scaled ones are posed alone
	FWorldDef Def = MakeDef(Threads);
	FCharacterAsset Person = MakeTestCharacter(9);
	Person.Skeleton = MakeTestSkeleton(9, 1, bScaled);
	Person.Clips = {MakeTestClip(Person.Skeleton, "idle", 1.0f, 1), MakeTestClip(Person.Skeleton, "walk", 1.0f, 2)};
	Person.Clips[1].Speed = 1.4f;
	Person.Meshes = {MakeTestMesh(Person.Skeleton, 30)};
	FDiagnostics Diagnostics;
	REQUIRE(Def.Prefabs->GetCharacters().Add("Person", std::move(Person), Diagnostics));
	REQUIRE(Def.Prefabs->AddPrefab(
	    R"({"prefab": "Person", "components": {"character": {"asset": "Person"}}})", "test", Diagnostics));
	UWorld World(std::move(Def));
	for (int32_t Index = 0; Index < 100; ++Index)
	{
		FOrder Order = FOrder::Spawn("Person", {{float(Index), 0.0f, 0.0f}});
		Order.Vector = {0.0f, 0.0f, 0.02f * float(Index)};
		Do(World, std::move(Order));
	}
	FCharacterDetail Detail;
	Detail.bHasEye = true;
	World.Get<UCharacterSubsystem>().SetDetail(Detail);
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World.Step();
	}
	int64_t Calls = 0;
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		const FAllocationCounter Counter;
		World.Step();
		Calls += Counter.GetCount();
	}
	CHECK(Calls == 0);
}

TEST_CASE("UWorld: input from a player allocates nothing")
{
	const std::unique_ptr<UWorld> World = MakeTwin(1, 20);
	const FActorId Player = World->FindActorByName("Player");
	FDiagnostics Diagnostics;
	int64_t Calls = 0;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		const FAllocationCounter Counter;
		World->Enqueue(FOrder::Input(Player, {1.0f, 0.0f, 0.5f}), Diagnostics);
		World->Step();
		Calls += Step >= 200 ? Counter.GetCount() : 0;
	}
	CHECK(Calls == 0);
}

TEST_CASE("FAllocationCounter: sees an allocation")
{
	const FAllocationCounter Counter;
	const std::unique_ptr<int32_t> Something = std::make_unique<int32_t>(1);
	CHECK(Counter.GetCount() == 1);
	CHECK(*Something == 1);
	CHECK(bBulletCounts);
	btAlignedFree(btAlignedAlloc(64, 16));
	CHECK(Counter.GetCount() == 2);
}
} // namespace Flockwork
