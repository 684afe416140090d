// Agents in the world: with bodies, without, and as boids; pushed, shut out, removed; what they tell and what is asked.
#include "CrowdTestSupport.h"
#include "FlockworkNavigation/Crowd.h"

#include <cmath>
#include <limits>

namespace Flockwork
{
using namespace GameTest;

TEST_CASE("UCrowdSubsystem: people with and without bodies walk to their goals, arrive once, and stay there")
{
	const char* const Prefab = GENERATE("Person", "Ghost");
	const std::unique_ptr<UWorld> World = MakeYard();
	SpawnAt(*World, "Block", {0.0f, 1.5f, 0.0f});
	BuildMesh(*World);
	const float Height = std::string_view(Prefab) == "Person" ? 0.875f : 0.0f;
	const FActorId Walker = SpawnAt(*World, Prefab, {-6.0f, Height, 0.0f});
	const FVector Goal{6.0f, 0.0f, 0.0f};
	Do(*World, FOrder::SetGoal(Walker, Goal));
	int32_t Arrivals = 0;
	float MostAside = 0.0f;
	for (int32_t Step = 0; Step < 1200; ++Step)
	{
		World->Step();
		Arrivals += CountEvents(*World, EEvent::Arrived, Walker);
		const FVector Place = PlaceOnGround(*World, Walker);
		MostAside = std::max(MostAside, std::abs(Place.z));
		CHECK_FALSE((std::abs(Place.x) < 3.0f && std::abs(Place.z) < 3.0f)); // never in the block
	}
	CHECK(Arrivals == 1);
	CHECK(MostAside > 3.0f);
	CHECK(Length(PlaceOnGround(*World, Walker) - Goal) < 0.5f);
	CHECK(World->FindActor(Walker)->Transform.Location.y == Approx(Height).margin(0.1));
	CHECK(Length(World->FindActor(Walker)->Velocity) < 0.05f);
	const FCrowdMetrics Metrics = World->Get<UCrowdSubsystem>().ComputeMetrics(*World, {});
	CHECK(Metrics.Count == 1);
	CHECK(Metrics.Arrived == 1);
	CHECK(Metrics.OffMesh == 0);
	CHECK(Metrics.Stuck == 0);
}

TEST_CASE("UCrowdSubsystem: bad orders are errors that say what is wrong, and change nothing")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	const FActorId Person = SpawnPerson(*World, {0.0f, 0.0f, 0.0f});
	const auto Refused = [&](FOrder Order, const char* Word)
	{
		FDiagnostics Diagnostics;
		CHECK_FALSE(World->Execute(std::move(Order), Diagnostics));
		INFO(Diagnostics.ToString());
		CHECK(Diagnostics.ToString().find(Word) != std::string::npos);
	};
	Refused(FOrder::SetGoal(Person, {1.0f, 0.0f, 0.0f}), "no navmesh yet");
	BuildMesh(*World);
	const float NaN = std::numeric_limits<float>::quiet_NaN();
	Refused(FOrder::SetGoal(Person, {100.0f, 0.0f, 0.0f}), "no ground within");
	Refused(FOrder::SetGoal(Person, {NaN, 0.0f, 0.0f}), "not finite");
	Refused(FOrder::SetGoal(World->FindActorByName("Yard"), {1.0f, 0.0f, 0.0f}), "no navAgent");
	Refused(FOrder::SetCrowdGoal("Croud", {1.0f, 0.0f, 0.0f}), "did you mean \"Crowd\"");
	const FActorId Gone = SpawnPerson(*World, {2.0f, 0.0f, 0.0f});
	World->DestroyActor(Gone);
	Refused(FOrder::SetGoal(Gone, {1.0f, 0.0f, 0.0f}), "there is no actor");
	Refused(FOrder::ClearGoal(Gone), "there is no actor");
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->SetSetting("crowd.walkSpead", {}, 1.0f, Diagnostics));
	CHECK_FALSE(World->SetSetting("flee.safeRadius", {}, 1.0f, Diagnostics)); // below the detection radius
	CHECK_FALSE(World->SetSetting("flee.fleeSpeed", "Nobodies", 1.0f, Diagnostics));
	Run(*World, 60);
	CHECK(Length(PlaceOnGround(*World, Person)) < 0.05f);
}

TEST_CASE("UCrowdSubsystem: a flee component without a navAgent is refused")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	FOrder Order = FOrder::Spawn("", At(0.0f, 0.0f, 0.0f), "Odd");
	Order.Text = R"({"flee": {}})";
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->Execute(std::move(Order), Diagnostics));
	CHECK(Diagnostics.ToString().find("navAgent") != std::string::npos);
	Run(*World, 2);
}

TEST_CASE("UCrowdSubsystem: settings of crowd and flee are reached by dotted name")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Person = SpawnPerson(*World, {-8.0f, 0.0f, 0.0f}, "Anna");
	FDiagnostics Diagnostics;
	FSettingValue Value;
	REQUIRE(World->GetSetting("flee.fleeSpeed", "Crowd", Value));
	CHECK(std::get<float>(Value) == 5.0f);
	REQUIRE(World->SetSetting("flee.fleeSpeed", "Crowd", 7.0f, Diagnostics));
	REQUIRE(World->GetSetting("flee.fleeSpeed", "Crowd", Value));
	CHECK(std::get<float>(Value) == 7.0f);
	REQUIRE(World->SetSetting("crowd.walkSpeed", {}, 3.0f, Diagnostics));
	REQUIRE(World->SetSetting("navAgent.speedScale", "Anna", 0.5f, Diagnostics));
	Do(*World, FOrder::SetGoal(Person, {8.0f, 0.0f, 0.0f}));
	Run(*World, 120);
	CHECK(Length(World->FindActor(Person)->Velocity) == Approx(1.5f).margin(0.05));
	CHECK_FALSE(World->SetSetting("navAgent.crowdId", "Anna", std::string("Others"), Diagnostics));
}

TEST_CASE("UCrowdSubsystem: a door that closes on the way is walked round")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	SpawnAt(*World, "Block", {4.2f, 1.5f, 0.0f});
	SpawnAt(*World, "Block", {-4.2f, 1.5f, 0.0f}); // between them a gap of 2.4 m
	BuildMesh(*World);
	const FActorId Person = SpawnPerson(*World, {0.0f, 0.0f, -8.0f});
	Do(*World, FOrder::SetGoal(Person, {0.0f, 0.0f, 8.0f}));
	Run(*World, 120);
	CHECK(std::abs(PlaceOnGround(*World, Person).x) < 0.5f); // straight for the gap
	FOrder Shut = FOrder::Spawn("Door", At(0.0f, 1.2f, 0.0f));
	Do(*World, Shut);
	float MostAside = 0.0f;
	for (int32_t Step = 0; Step < 1800; ++Step)
	{
		World->Step();
		MostAside = std::max(MostAside, std::abs(PlaceOnGround(*World, Person).x));
	}
	CHECK(MostAside > 7.0f);
	CHECK(Length(PlaceOnGround(*World, Person) - FVector{0.0f, 0.0f, 8.0f}) < 0.5f);
}

TEST_CASE("UCrowdSubsystem: who is shoved off the mesh tells so, comes back, and goes on to the goal")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	SpawnAt(*World, "Ground", {0.0f, -1.0f, 0.0f}); // the yard goes on where the mesh ends
	const FActorId Person = SpawnPerson(*World, {9.0f, 0.0f, 0.0f});
	Do(*World, FOrder::SetGoal(Person, {0.0f, 0.0f, 8.0f}));
	Run(*World, 5);
	Do(*World, FOrder::Impulse(Person, {1400.0f, 0.0f, 0.0f})); // 20 m/s
	int32_t Off = 0;
	int32_t Back = 0;
	for (int32_t Step = 0; Step < 1500; ++Step)
	{
		World->Step();
		Off += CountEvents(*World, EEvent::OffMesh, Person);
		Back += CountEvents(*World, EEvent::BackOnMesh, Person);
	}
	CHECK(Off == 1);
	CHECK(Back == 1);
	CHECK(Length(PlaceOnGround(*World, Person) - FVector{0.0f, 0.0f, 8.0f}) < 0.5f);
	CHECK(World->Get<UCrowdSubsystem>().ComputeMetrics(*World, {}).OffMesh == 0);
}

TEST_CASE("UCrowdSubsystem: with flocking the corner is the flock's target and the flock's acceleration the only one")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	SpawnAt(*World, "Block", {0.0f, 1.5f, 0.0f});
	BuildMesh(*World);
	const FActorId Zombie = SpawnAt(*World, "Zombie", {-6.0f, 0.9f, 0.0f});
	const FVector Goal{6.0f, 0.0f, 0.0f};
	Do(*World, FOrder::SetGoal(Zombie, Goal));
	World->Step();
	const UFlockSubsystem& Flocks = World->Get<UFlockSubsystem>();
	FCrowdAgentInfo Info;
	float Nearest = 100.0f;
	for (int32_t Step = 0; Step < 900; ++Step)
	{
		const FVector Before = World->FindActor(Zombie)->Velocity;
		World->Step();
		REQUIRE(World->Get<UCrowdSubsystem>().GetAgent(Zombie, Info));
		CHECK(Info.bFlocks);
		CHECK(Info.CrowdId == "Walkers");
		const FFlockView Flock = Flocks.GetFlock(0);
		const FVector Change = Horizontal(World->FindActor(Zombie)->Velocity - Before) * 60.0f;
		const float Speed = Length(Horizontal(World->FindActor(Zombie)->Velocity));
		if (Speed < 2.4f && std::abs(World->FindActor(Zombie)->Transform.Location.y - 0.9f) < 0.02f && Step > 20)
		{
			CHECK(Length(Change - Horizontal(Flock.Accelerations[0])) < 0.2f);
		}
		Nearest = std::min(Nearest, Length(PlaceOnGround(*World, Zombie) - Goal));
	}
	CHECK(Nearest < 1.0f);
}

TEST_CASE("UCrowdSubsystem: people flee a threat, tell it, are safe, calm down and go back to what they did")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Person = SpawnPerson(*World, {-2.0f, 0.0f, 0.0f});
	const FVector Home{-2.0f, 0.0f, 0.0f};
	Do(*World, FOrder::SetGoal(Person, Home));
	Run(*World, 30);
	DropThreat(*World, {0.5f, 0.0f, 0.0f}, 6.0f);
	int32_t Fleeing = 0, Running = 0, Safe = 0, Calm = 0, Arrived = 0;
	float Farthest = 0.0f;
	for (int32_t Step = 0; Step < 1500; ++Step)
	{
		World->Step();
		Fleeing += CountEvents(*World, EEvent::Fleeing, Person);
		Running += CountEvents(*World, EEvent::IsRunning, Person);
		Safe += CountEvents(*World, EEvent::Safe, Person);
		Calm += CountEvents(*World, EEvent::CalmedDown, Person);
		Arrived += CountEvents(*World, EEvent::Arrived, Person);
		Farthest = std::max(Farthest, Length(PlaceOnGround(*World, Person) - FVector{0.5f, 0.0f, 0.0f}));
	}
	CHECK(Fleeing == 1);
	CHECK(Running == 1);
	CHECK(Safe >= 1);
	CHECK(Calm == 1);
	CHECK(Arrived == 1); // at home again; the ends of the flight are no arrivals
	CHECK(Farthest > 8.0f);
	CHECK(Length(PlaceOnGround(*World, Person) - Home) < 0.6f);
}

TEST_CASE("UCrowdSubsystem: a threat's own crowd and one that it ignores do not mind it")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	SpawnPerson(*World, {-2.0f, 0.0f, 0.0f});
	FOrder Wolf = FOrder::Spawn("Person", At(2.0f, 0.875f, 0.0f), "Wolf");
	Wolf.Text = R"({"threat": {}})";
	Do(*World, Wolf);
	FOrder Friend = FOrder::Spawn("", At(0.0f, 0.0f, 2.0f), "Friend");
	Friend.Text = R"({"threat": {"ignores": "Crowd"}})";
	Do(*World, Friend);
	Run(*World, 120);
	CHECK(World->Get<UCrowdSubsystem>().ComputeMetrics(*World, {}).Fleeing == 0);
	FDiagnostics Diagnostics;
	REQUIRE(World->SetSetting("threat.ignores", "Friend", std::string(), Diagnostics));
	Run(*World, 60);
	CHECK(World->Get<UCrowdSubsystem>().ComputeMetrics(*World, {}).Fleeing == 2);
}

TEST_CASE("UCrowdSubsystem: zero, one and two agents step, and everybody may be removed in mid-flight")
{
	const int32_t Count = GENERATE(0, 1, 2, 30);
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	DropThreat(*World, {0.0f, 0.0f, 0.0f});
	if (Count > 0)
	{
		Do(*World, FOrder::SpawnMany("Person", {0.0f, 0.875f, 0.0f}, 4.0f, Count));
	}
	Run(*World, 40);
	UCrowdSubsystem& Crowds = World->Get<UCrowdSubsystem>();
	CHECK(Crowds.ComputeMetrics(*World, {}).Count == Count);
	CHECK(Crowds.ComputeMetrics(*World, {}).Fleeing == Count);
	// In the middle of a step: they are gone when it ends.
	World->BeginStep();
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		World->RunPhase(EPhase(Phase));
		if (EPhase(Phase) == EPhase::Decide)
		{
			for (const FActorId Actor : Crowds.GetActors({}))
			{
				CHECK(World->DestroyActor(Actor));
			}
		}
	}
	World->EndStep();
	CHECK(Crowds.ComputeMetrics(*World, {}).Count == 0);
	Run(*World, 10);
	SpawnPerson(*World, {1.0f, 0.0f, 0.0f});
	Run(*World, 40);
	CHECK(Crowds.ComputeMetrics(*World, {}).Count == 1);
	CHECK(Crowds.ComputeMetrics(*World, {}).Fleeing == 1);
}

TEST_CASE("UCrowdSubsystem: who is spawned in the middle of a step joins in the next one")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	SpawnPerson(*World, {-3.0f, 0.0f, 0.0f});
	World->Step();
	World->BeginStep();
	FActorId Late;
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		World->RunPhase(EPhase(Phase));
		if (EPhase(Phase) == EPhase::Sense)
		{
			Late = SpawnPerson(*World, {3.0f, 0.0f, 0.0f});
			Do(*World, FOrder::SetGoal(Late, {5.0f, 0.0f, 0.0f}));
			FCrowdAgentInfo Info;
			CHECK_FALSE(World->Get<UCrowdSubsystem>().GetAgent(Late, Info));
		}
	}
	World->EndStep();
	Run(*World, 300);
	CHECK(Length(PlaceOnGround(*World, Late) - FVector{5.0f, 0.0f, 0.0f}) < 0.5f);
}

TEST_CASE("UCrowdSubsystem: a body climbs stairs and comes down again")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	for (int32_t Step = 1; Step <= 6; ++Step) // 17 cm high, 35 cm deep; the last one is a platform
	{
		FOrder Stair = FOrder::Spawn("", At(0.35f * float(Step) + 2.0f, 0.085f * float(Step), 0.0f));
		Stair.Text = R"({"body": {"type": "static", "shape": "box", "layer": "worldStatic", "halfExtent": [2.0, )" +
		             std::to_string(0.085f * float(Step)) + ", 1.5]}}";
		Do(*World, Stair);
	}
	BuildMesh(*World);
	const FActorId Person = SpawnPerson(*World, {-4.0f, 0.0f, 0.0f});
	Do(*World, FOrder::SetGoal(Person, {3.4f, 1.02f, 0.0f}));
	Run(*World, 700);
	CHECK(Length(PlaceOnGround(*World, Person) - FVector{3.4f, 0.0f, 0.0f}) < 0.4f);
	CHECK(World->FindActor(Person)->Transform.Location.y == Approx(1.02f + 0.875f).margin(0.08));
	Do(*World, FOrder::SetGoal(Person, {-4.0f, 0.0f, 0.0f}));
	Run(*World, 700);
	CHECK(Length(PlaceOnGround(*World, Person) - FVector{-4.0f, 0.0f, 0.0f}) < 0.4f);
	CHECK(World->FindActor(Person)->Transform.Location.y == Approx(0.875f).margin(0.05));
}

TEST_CASE("UCrowdSubsystem: the largest overlap is that of the two who are nearest to each other")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	SpawnAt(*World, "Ghost", {0.0f, 0.0f, 0.0f});
	SpawnAt(*World, "Ghost", {0.45f, 0.0f, 0.0f}); // radii of 0.3 m: a quarter of their sum
	SpawnAt(*World, "Ghost", {5.0f, 0.0f, 0.0f});
	FCrowdMetrics Metrics = World->Get<UCrowdSubsystem>().ComputeMetrics(*World, "Ghosts");
	CHECK(Metrics.LargestOverlap == Approx(0.25f).margin(0.02));
	CHECK(Metrics.Overlapping == 2);
	Run(*World, 180);
	Metrics = World->Get<UCrowdSubsystem>().ComputeMetrics(*World, "Ghosts");
	CHECK(Metrics.LargestOverlap < 0.05f);
	CHECK(Metrics.Overlapping == 0);
	CHECK(World->Get<UCrowdSubsystem>().ComputeMetrics(*World, "Nobody").Count == 0);
}
} // namespace Flockwork
