// The world's navmesh: what it is built from, what is asked of it, and obstacles that move.
#include "CrowdTestSupport.h"
#include "FlockworkCore/Random.h"
#include "FlockworkGame/Snapshot.h"

#include <cmath>
#include <limits>

namespace Flockwork
{
using namespace GameTest;

TEST_CASE("UNavigationSubsystem: static boxes become ground, what stands on it is kept off and has none inside")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	SpawnAt(*World, "Block", {4.0f, 1.5f, 0.0f});
	SpawnAt(*World, "Ball", {-4.0f, 0.5f, 0.0f}); // moves: no part of the mesh
	UNavigationSubsystem& Navigation = World->Get<UNavigationSubsystem>();
	CHECK_FALSE(Navigation.IsBuilt());
	CHECK_FALSE(Navigation.IsOnMesh({0.0f, 0.0f, 0.0f}));
	CHECK_FALSE(Navigation.FindGround({0.0f, 0.0f, 0.0f}).IsValid());
	CHECK(Navigation.FindPathLength({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}) < 0.0f);

	BuildMesh(*World);
	CHECK(Navigation.IsOnMesh({0.0f, 0.0f, 0.0f}));
	CHECK(Navigation.IsOnMesh({-4.0f, 0.0f, 0.0f}));
	CHECK_FALSE(Navigation.IsOnMesh({4.0f, 0.0f, 0.0f}));  // inside the block, which is 6 m wide
	CHECK_FALSE(Navigation.IsOnMesh({0.8f, 0.0f, 0.0f}));  // nearer to it than an agent's radius
	CHECK_FALSE(Navigation.IsOnMesh({11.9f, 0.0f, 0.0f})); // the yard's edge
	CHECK(Navigation.FindPathLength({-5.0f, 0.0f, 0.0f}, {-5.0f, 0.0f, 5.0f}) == Approx(5.0f).margin(0.3));
	// Round the block: longer than straight through.
	CHECK(Navigation.FindPathLength({0.0f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}) > 10.0f);
	FRandomStream Random(3);
	for (int32_t Draw = 0; Draw < 100; ++Draw)
	{
		const FNavLocation Place = Navigation.FindRandomPoint(Random);
		REQUIRE(Place.IsValid());
		const FVector FromBlock = glm::abs(Place.Position - FVector{4.0f, 0.0f, 0.0f});
		const bool bOnTop = Place.Position.y > 1.0f;
		CHECK((bOnTop || FromBlock.x > 3.0f || FromBlock.z > 3.0f));
	}
}

TEST_CASE("UNavigationSubsystem: a region cuts the ground, and a bad one is refused")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	Do(*World, FOrder::BuildNavMeshIn({-5.0f, -1.0f, -5.0f}, {5.0f, 1.0f, 5.0f}));
	const UNavigationSubsystem& Navigation = World->Get<UNavigationSubsystem>();
	CHECK(Navigation.IsOnMesh({4.0f, 0.0f, 4.0f}));
	CHECK_FALSE(Navigation.IsOnMesh({6.0f, 0.0f, 0.0f}));
	const float Bounds = Navigation.GetMesh().GetBounds().Max.x;
	CHECK(Bounds == Approx(5.0f).margin(0.3));

	FDiagnostics Diagnostics;
	const float NaN = std::numeric_limits<float>::quiet_NaN();
	CHECK_FALSE(World->Execute(FOrder::BuildNavMeshIn({1.0f, 0.0f, 0.0f}, {-1.0f, 1.0f, 1.0f}), Diagnostics));
	CHECK_FALSE(World->Execute(FOrder::BuildNavMeshIn({NaN, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}), Diagnostics));
	CHECK(Diagnostics.HasErrors());
	CHECK(Navigation.IsOnMesh({4.0f, 0.0f, 4.0f})); // as it was
}

TEST_CASE("UNavigationSubsystem: a world without ground says so and keeps no mesh")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.Execute(FOrder::BuildNavMesh(), Diagnostics));
	CHECK(Diagnostics.HasErrors());
	CHECK_FALSE(World.Get<UNavigationSubsystem>().IsBuilt());
}

TEST_CASE("UNavigationSubsystem: settings by name hold for the next build")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	FDiagnostics Diagnostics;
	REQUIRE(World->SetSetting("navmesh.agentRadius", {}, 1.0f, Diagnostics));
	FSettingValue Value;
	REQUIRE(World->GetSetting("navmesh.agentRadius", {}, Value));
	CHECK(std::get<float>(Value) == 1.0f);
	BuildMesh(*World);
	CHECK_FALSE(World->Get<UNavigationSubsystem>().IsOnMesh({11.3f, 0.0f, 0.0f}));
	CHECK(World->Get<UNavigationSubsystem>().IsOnMesh({10.7f, 0.0f, 0.0f}));
	CHECK_FALSE(World->SetSetting("navmesh.agentRadios", {}, 1.0f, Diagnostics));
}

TEST_CASE("UNavigationSubsystem: a door is an obstacle where it rests, and none when it is off or gone")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	UNavigationSubsystem& Navigation = World->Get<UNavigationSubsystem>();
	const FActorId Door = SpawnAt(*World, "Door", {0.0f, 1.2f, 0.0f});
	BuildMesh(*World);
	CHECK(Navigation.IsOnMesh({0.0f, 0.0f, 0.0f})); // kinematic: no part of the level
	Run(*World, 30);
	CHECK(Navigation.GetObstacleCount() == 1);
	CHECK_FALSE(Navigation.IsOnMesh({0.0f, 0.0f, 0.0f}));

	FOrder Move;
	Move.Kind = EOrder::Teleport;
	Move.Actor = Door;
	Move.Transform = At(5.0f, 1.2f, 0.0f);
	Do(*World, Move);
	Run(*World, 30);
	CHECK(Navigation.IsOnMesh({0.0f, 0.0f, 0.0f}));
	CHECK_FALSE(Navigation.IsOnMesh({5.0f, 0.0f, 0.0f}));

	FDiagnostics Diagnostics;
	REQUIRE(World->SetSetting("navObstacle.enabled", World->FindActor(Door)->Name, false, Diagnostics));
	Run(*World, 10);
	CHECK(Navigation.IsOnMesh({5.0f, 0.0f, 0.0f}));
	REQUIRE(World->SetSetting("navObstacle.enabled", World->FindActor(Door)->Name, true, Diagnostics));
	Run(*World, 30);
	CHECK_FALSE(Navigation.IsOnMesh({5.0f, 0.0f, 0.0f}));
	World->DestroyActor(Door);
	Run(*World, 10);
	CHECK(Navigation.IsOnMesh({5.0f, 0.0f, 0.0f}));
	CHECK(Navigation.GetObstacleCount() == 0);
}

TEST_CASE("UNavigationSubsystem: a snapshot holds the mesh with its obstacles")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	SpawnAt(*World, "Door", {0.0f, 1.2f, 0.0f});
	BuildMesh(*World);
	Run(*World, 30);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*World, Diagnostics);
	const std::unique_ptr<UWorld> Other = MakeYard();
	const bool bRestored = FSnapshot::Restore(*Other, Bytes, "test", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRestored);
	CHECK_FALSE(Other->Get<UNavigationSubsystem>().IsOnMesh({0.0f, 0.0f, 0.0f}));
	CHECK(Other->Get<UNavigationSubsystem>().IsOnMesh({3.0f, 0.0f, 0.0f}));
	CHECK(Other->ComputeStateHash() == World->ComputeStateHash());
}
} // namespace Flockwork
