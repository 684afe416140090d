// The situation of the main scene, with the content that ships: 50 zombies chase a player round obstacles.
#include "GameTestSupport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace Flockwork
{
namespace
{
using namespace GameTest;

constexpr int32_t ZombieCount = 50;
constexpr int32_t StepCount = 3600;   // 60 s
constexpr int32_t ClumpedFrom = 1200; // the horde has gathered by then
constexpr float BodyRadius = 0.42f;
constexpr float PillarRadius = 0.5f; // inside of it whether it is round or square

struct FBlock
{
	FVector Center;
	FVector HalfExtent;
};

struct FHorde
{
	std::unique_ptr<UWorld> World;
	FActorId Player;
	std::vector<FBlock> Blocks;
	std::vector<FVector> Pillars;
};

void AddBlock(FHorde& Horde, const char* Prefab, const FVector& Center, const FVector& HalfExtent)
{
	SpawnAt(*Horde.World, Prefab, Center);
	Horde.Blocks.push_back({Center, HalfExtent});
}

FHorde MakeHorde(int32_t Seed, int32_t Threads)
{
	auto Library = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	Library->AddContentRoot(FLOCKWORK_SOURCE_DIR "/Content", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE_FALSE(Diagnostics.HasErrors());
	FWorldDef Def;
	Def.Settings.Seed = Seed;
	Def.Settings.Threads = Threads;
	Def.Prefabs = Library;
	FHorde Horde;
	Horde.World = std::make_unique<UWorld>(std::move(Def));
	UWorld& World = *Horde.World;
	SpawnAt(World, "Ground", {0.0f, -1.0f, 0.0f});
	for (const FVector& Place : {FVector{-8.0f, 1.0f, 4.0f}, FVector{6.0f, 1.0f, -6.0f}, FVector{10.0f, 1.0f, 8.0f}})
	{
		AddBlock(Horde, "Box", Place, {1.0f, 1.0f, 1.0f});
	}
	AddBlock(Horde, "Wall", {0.0f, 1.5f, 10.0f}, {5.0f, 1.5f, 0.25f});
	AddBlock(Horde, "Wall", {-4.0f, 1.5f, -10.0f}, {5.0f, 1.5f, 0.25f});
	for (const FVector& Place : {FVector{3.0f, 2.5f, 3.0f}, FVector{-12.0f, 2.5f, -3.0f}, FVector{13.0f, 2.5f, -1.0f}})
	{
		SpawnAt(World, "Pillar", Place);
		Horde.Pillars.push_back(Place);
	}
	Horde.Player = SpawnAt(World, "Player", {0.0f, 0.9f, 0.0f}, FVector{}, "Player");
	Do(World, FOrder::SetSetting("playerMover.speed", 0.9f, "Player"));
	FOrder Path;
	Path.Kind = EOrder::SetPath;
	Path.Actor = Horde.Player;
	Path.Points = {{8.0f, 0.0f, 2.0f}, {9.0f, 0.0f, 14.0f}, {-8.0f, 0.0f, 13.0f}, {-12.0f, 0.0f, 2.0f},
	    {-10.0f, 0.0f, -13.0f}, {5.0f, 0.0f, -12.0f}, {10.0f, 0.0f, -4.0f}};
	Do(World, Path);
	Do(World, FOrder::SpawnMany("Zombie", {0.0f, 0.95f, -22.0f}, 9.0f, ZombieCount));
	Do(World, FOrder::SetTarget("ZombieHorde", "Player"));
	return Horde;
}

// How far a body's axis is inside any obstacle, beyond what contacts allow; 0: outside.
float DepthInside(const FHorde& Horde, const FVector& Position)
{
	float Deepest = std::max(0.0f, 0.9f - Position.y); // the capsule's half height above the ground
	for (const FBlock& Block : Horde.Blocks)
	{
		const FVector Away = glm::abs(Position - Block.Center) - Block.HalfExtent;
		const FVector Outside = glm::max(Away, FVector{0.0f, 0.0f, 0.0f});
		const float Distance = std::hypot(Outside.x, Outside.z);
		Deepest = std::max(Deepest, BodyRadius - Distance);
	}
	for (const FVector& Pillar : Horde.Pillars)
	{
		Deepest = std::max(Deepest, BodyRadius + PillarRadius - Length(Horizontal(Position - Pillar)));
	}
	return Deepest;
}

struct FOutcome
{
	uint64_t Hash = 0;
	float Farthest = 0.0f;        // from the player, at the end
	float Deepest = 0.0f;         // inside anything, ever
	float MostOverLimit = 0.0f;   // a boid's horizontal speed by its own limit, ever
	double NearestDistance = 0.0; // mean over the clumped time
	double Polarisation = 0.0;    // the same
	float MaxPolarisation = 0.0f;
};

FOutcome RunHorde(int32_t Seed, int32_t Threads)
{
	FHorde Horde = MakeHorde(Seed, Threads);
	UWorld& World = *Horde.World;
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	FOutcome Outcome;
	int32_t Samples = 0;
	for (int32_t Step = 0; Step < StepCount; ++Step)
	{
		World.Step();
		const FFlockView Flock = Flocks.GetFlock(0);
		for (size_t Boid = 0; Boid < Flock.Positions.size(); ++Boid)
		{
			Outcome.Deepest = std::max(Outcome.Deepest, DepthInside(Horde, Flock.Positions[Boid]));
			const float Speed = Length(Horizontal(Flock.Velocities[Boid]));
			Outcome.MostOverLimit = std::max(Outcome.MostOverLimit, Speed / Flock.SpeedLimits[Boid]);
			REQUIRE(Flock.SpeedLimits[Boid] <= 3.0f); // the preset: 2 to 3 m/s
		}
		if (Step >= ClumpedFrom && Step % 15 == 0)
		{
			const FFlockMetrics Metrics = Flocks.ComputeMetrics(World, 0);
			Outcome.NearestDistance += double(Metrics.MeanNearestDistance);
			Outcome.Polarisation += double(Metrics.Polarisation);
			Outcome.MaxPolarisation = std::max(Outcome.MaxPolarisation, Metrics.Polarisation);
			++Samples;
		}
	}
	const FVector Player = World.FindActor(Horde.Player)->Transform.Location;
	REQUIRE(Flocks.GetFlock(0).Positions.size() == size_t(ZombieCount));
	for (const FVector& Position : Flocks.GetFlock(0).Positions)
	{
		Outcome.Farthest = std::max(Outcome.Farthest, Length(Position - Player));
	}
	Outcome.NearestDistance /= double(Samples);
	Outcome.Polarisation /= double(Samples);
	Outcome.Hash = World.GetStateHash();
	const FDiagnostics Said = World.TakeDiagnostics();
	INFO(Said.ToString());
	CHECK(Said.GetAll().empty());
	return Outcome;
}
} // namespace

TEST_CASE("ZombieHorde: the horde reaches the player, stays loose, and goes through nothing")
{
	const int32_t Seed = GENERATE(1, 2, 3, 4, 5);
	const FOutcome Outcome = RunHorde(Seed, 2);
	INFO("seed " << Seed << ": farthest " << Outcome.Farthest << " m, deepest " << Outcome.Deepest << " m, fastest "
	             << Outcome.MostOverLimit << " of its limit, NND " << Outcome.NearestDistance << " m, polarisation "
	             << Outcome.Polarisation << ", at most " << Outcome.MaxPolarisation);
	CHECK(Outcome.Farthest < 12.0f);
	CHECK(Outcome.Deepest < 0.05f);
	CHECK(Outcome.MostOverLimit <= 1.0001f);
	CHECK(Outcome.NearestDistance > 0.8);
	CHECK(Outcome.Polarisation < 0.8);
}

TEST_CASE("ZombieHorde: one and two threads give the same state")
{
	CHECK(RunHorde(4, 1).Hash == RunHorde(4, 2).Hash);
}
} // namespace Flockwork
