// Twin crowds: people who walk, flee and are shut out, run in two ways and compared bit for bit.
#include "../FlockworkGame/CrowdTestSupport.h"
#include "AllocationCounter.h"
#include "FlockworkGame/Snapshot.h"
#include "Twins.h"

namespace Flockwork
{
namespace
{
using namespace GameTest;

// People with bodies and without, zombies that flock, a block, a door, a threat on its way through.
std::unique_ptr<UWorld> MakeCrowdTwin(int32_t Threads = 1, int32_t People = 40)
{
	std::unique_ptr<UWorld> World = MakeYard(Threads);
	SpawnAt(*World, "Block", {6.0f, 1.5f, 2.0f});
	BuildMesh(*World);
	SpawnAt(*World, "Ground", {0.0f, -1.0f, 0.0f}); // the yard goes on: nobody falls out of the world
	SpawnAt(*World, "Door", {0.0f, 1.2f, 5.0f});
	Do(*World, FOrder::SpawnMany("Person", {0.0f, 0.875f, 0.0f}, 6.0f, People));
	Do(*World, FOrder::SpawnMany("Ghost", {-5.0f, 0.0f, -6.0f}, 3.0f, People / 4));
	Do(*World, FOrder::SpawnMany("Zombie", {7.0f, 0.9f, -7.0f}, 2.0f, People / 4));
	Do(*World, FOrder::SetCrowdGoal("Crowd", {-8.0f, 0.0f, 8.0f}));
	Do(*World, FOrder::SetCrowdGoal("Ghosts", {8.0f, 0.0f, -8.0f}));
	Do(*World, FOrder::SetCrowdGoal("Walkers", {-8.0f, 0.0f, -8.0f}));
	FDiagnostics Diagnostics;
	FOrder Threat;
	Threat.Kind = EOrder::DropThreat;
	Threat.Transform = At(-1.0f, 0.0f, 0.0f);
	Threat.Amount = 1.5f;
	World->Enqueue(std::move(Threat).At(60), Diagnostics);
	FOrder Bang;
	Bang.Kind = EOrder::Explode;
	Bang.Transform = At(-6.0f, 0.5f, 4.0f);
	Bang.Radius = 4.0f;
	Bang.Amount = 200.0f;
	World->Enqueue(std::move(Bang).At(150), Diagnostics);
	REQUIRE(Diagnostics.GetAll().empty());
	return World;
}
} // namespace

TEST_CASE("Twin crowds: one, two and three threads give the same bits in every step")
{
	const std::unique_ptr<UWorld> One = MakeCrowdTwin(1);
	const std::unique_ptr<UWorld> Two = MakeCrowdTwin(2);
	const std::unique_ptr<UWorld> Three = MakeCrowdTwin(3);
	int32_t Fleeing = 0;
	for (int32_t Step = 0; Step < 240; ++Step)
	{
		One->Step();
		Two->Step();
		Three->Step();
		RequireSame(*One, *Two);
		RequireSame(*One, *Three);
		Fleeing += CountEvents(*One, EEvent::Fleeing);
	}
	CHECK(Fleeing > 5);
}

TEST_CASE("Twin crowds: the phases by a host's hand are a step")
{
	const std::unique_ptr<UWorld> Whole = MakeCrowdTwin();
	const std::unique_ptr<UWorld> ByHand = MakeCrowdTwin();
	for (int32_t Step = 0; Step < 150; ++Step)
	{
		Whole->Tick(Whole->GetSettings().FixedStep);
		ByHand->BeginStep();
		for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
		{
			ByHand->RunPhase(EPhase(Phase));
		}
		ByHand->EndStep();
		RequireSame(*Whole, *ByHand);
	}
}

TEST_CASE("Twin crowds: a world that is saved and continued goes on as the one that was not")
{
	const int32_t SaveAt = GENERATE(0, 40, 75, 160); // before the first step, walking, in mid-flight, after the blast
	const std::unique_ptr<UWorld> World = MakeCrowdTwin();
	Run(*World, SaveAt);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*World, Diagnostics);
	REQUIRE(!Bytes.empty());
	const std::unique_ptr<UWorld> Continued = MakeYard(2);
	const bool bRestored = FSnapshot::Restore(*Continued, Bytes, "test", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRestored);
	RequireSame(*World, *Continued);
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		World->Step();
		Continued->Step();
		RequireSame(*World, *Continued);
	}
}

TEST_CASE("UCrowdSubsystem: a steady step allocates nothing, on one thread and on two")
{
	const int32_t Threads = GENERATE(1, 2);
	const std::unique_ptr<UWorld> World = MakeCrowdTwin(Threads);
	Run(*World, 400); // the threat has come and gone, the explosion is over
	int32_t Allocating = 0;
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		const FAllocationCounter Counter;
		World->Step();
		Allocating += Counter.GetCount() > 0 ? 1 : 0;
	}
	CHECK(Allocating == 0);
}

TEST_CASE("Twin crowds: damaged snapshots are refused and leave the world as it was")
{
	const std::unique_ptr<UWorld> World = MakeCrowdTwin(1, 8);
	Run(*World, 70);
	FDiagnostics Diagnostics;
	std::vector<uint8_t> Bytes = FSnapshot::Take(*World, Diagnostics);
	const uint64_t Before = World->ComputeStateHash();
	Bytes.resize(Bytes.size() / 2);
	CHECK_FALSE(FSnapshot::Restore(*World, Bytes, "test", Diagnostics));
	CHECK(World->ComputeStateHash() == Before);
}
} // namespace Flockwork
