// Everyday life: wandering, visiting, patrolling; interrupted by flight and gone on with; people of many sizes.
#include "CrowdTestSupport.h"
#include "FlockworkGame/Snapshot.h"

#include <cmath>
#include <set>

namespace Flockwork
{
using namespace GameTest;

namespace
{
FActorId SpawnWith(UWorld& World, const std::string& Prefab, const FVector& Place, const std::string& Components)
{
	FOrder Order = FOrder::Spawn(Prefab, FTransform{});
	Order.Transform.Location = Place;
	Order.Text = Components;
	FDiagnostics Diagnostics;
	FActorId Id;
	const bool bDone = World.Execute(std::move(Order), Diagnostics, &Id);
	INFO(Diagnostics.ToString());
	REQUIRE(bDone);
	return Id;
}

FVector GoalOf(const UWorld& World, FActorId Actor)
{
	FCrowdAgentInfo Info;
	REQUIRE(World.Get<UCrowdSubsystem>().GetAgent(Actor, Info));
	return Info.Goal;
}

// Which of the four corners it is near; -1: none.
int32_t NearestCorner(const FVector& Place)
{
	const FVector Corners[] = {{5.0f, 0.0f, 5.0f}, {-5.0f, 0.0f, 5.0f}, {-5.0f, 0.0f, -5.0f}, {5.0f, 0.0f, -5.0f}};
	for (int32_t Corner = 0; Corner < 4; ++Corner)
	{
		if (Length(Place - Corners[Corner]) < 0.6f)
		{
			return Corner;
		}
	}
	return -1;
}

const std::string Corners = R"("points": [[5, 0, 5], [-5, 0, 5], [-5, 0, -5], [5, 0, -5]])";
} // namespace

TEST_CASE("Everyday life: a patrol goes from point to point in order, and begins again")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Guard = SpawnWith(*World, "Ghost", {0.0f, 0.0f, 0.0f},
	    R"({"navAgent": {"speed": 4}, "everyday": {"kind": "patrol", "pauseMin": 0.2, "pauseMax": 0.4, )" + Corners +
	        "}}");
	std::vector<int32_t> Passed;
	for (int32_t Step = 0; Step < 60 * 25 && Passed.size() < 6; ++Step)
	{
		World->Step();
		const int32_t Corner = NearestCorner(PlaceOnGround(*World, Guard));
		if (Corner >= 0 && (Passed.empty() || Passed.back() != Corner))
		{
			Passed.push_back(Corner);
		}
	}
	CHECK(Passed == std::vector<int32_t>{0, 1, 2, 3, 0, 1});
}

TEST_CASE("Everyday life: who visits never goes twice to the same point in a row, and comes to all")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Guest = SpawnWith(*World, "Ghost", {0.0f, 0.0f, 0.0f},
	    R"({"navAgent": {"speed": 8, "maxAcceleration": 20}, "everyday": {"kind": "visit", "pauseMin": 0, "pauseMax": 0.1, )" +
	        Corners + "}}");
	std::vector<FVector> Goals;
	for (int32_t Step = 0; Step < 60 * 60; ++Step)
	{
		World->Step();
		const FVector Goal = GoalOf(*World, Guest);
		if (NearestCorner(Goal) >= 0 && (Goals.empty() || Goals.back() != Goal))
		{
			Goals.push_back(Goal);
		}
	}
	CHECK(Goals.size() >= 15);
	std::set<int32_t> Seen;
	for (const FVector& Goal : Goals)
	{
		Seen.insert(NearestCorner(Goal));
	}
	CHECK(Seen.size() == 4);
	const int32_t Arrived = World->Get<UCrowdSubsystem>().ComputeMetrics(*World, {}).Unreachable;
	CHECK(Arrived == 0);
}

TEST_CASE("Everyday life: who wanders stays within the radius of home, pauses, and never stops for good")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	std::vector<FActorId> People;
	for (int32_t Each = 0; Each < 8; ++Each)
	{
		const FVector Home{float(Each % 4) * 4.0f - 6.0f, 0.875f, float(Each / 4) * 6.0f - 3.0f};
		People.push_back(SpawnWith(*World, "Person", Home,
		    R"({"everyday": {"kind": "wander", "radius": 3, "pauseMin": 0.5, "pauseMax": 1}})"));
	}
	std::vector<float> Walked(People.size(), 0.0f);
	std::vector<FVector> Last(People.size());
	std::vector<FVector> Home(People.size());
	int32_t Standing = 0;
	for (int32_t Step = 0; Step < 60 * 20; ++Step)
	{
		World->Step();
		for (size_t Each = 0; Each < People.size(); ++Each)
		{
			const FVector Place = PlaceOnGround(*World, People[Each]);
			Home[Each] = Step == 0 ? Place : Home[Each];
			Walked[Each] += Step == 0 ? 0.0f : Length(Place - Last[Each]);
			Last[Each] = Place;
			CHECK(Length(Place - Home[Each]) < 4.2f); // and a little where others make it go round
			Standing += Length(Horizontal(World->FindActor(People[Each])->Velocity)) < 0.1f ? 1 : 0;
		}
	}
	for (const float Way : Walked)
	{
		CHECK(Way > 5.0f);
	}
	CHECK(Standing > 60 * 8); // pauses
}

TEST_CASE("Everyday life: flight interrupts it, and it goes on afterwards")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Person = SpawnWith(*World, "Person", {0.0f, 0.875f, 0.0f},
	    R"({"flee": {"calmDownTime": 0.5}, "everyday": {"kind": "patrol", "pauseMin": 0, "pauseMax": 0.1, "points": [[2, 0, 0], [-2, 0, 0]]}})");
	Run(*World, 60);
	const FActorId Threat = DropThreat(*World, {0.0f, 0.0f, 1.0f}, 2.0f);
	CHECK(Threat.IsValid());
	Run(*World, 60);
	FCrowdAgentInfo Info;
	REQUIRE(World->Get<UCrowdSubsystem>().GetAgent(Person, Info));
	CHECK(Info.FleeState == EFleeState::Fleeing);
	CHECK(std::abs(Info.Goal.x) + std::abs(Info.Goal.z) > 3.0f); // where it flees to
	bool bBackAtPost = false;
	for (int32_t Step = 0; Step < 60 * 25; ++Step)
	{
		World->Step();
		const FVector Place = PlaceOnGround(*World, Person);
		bBackAtPost |= Step > 300 && std::min(Length(Place - FVector{2.0f, 0.0f, 0.0f}),
		                                 Length(Place - FVector{-2.0f, 0.0f, 0.0f})) < 0.5f;
	}
	CHECK(bBackAtPost);
	REQUIRE(World->Get<UCrowdSubsystem>().GetAgent(Person, Info));
	CHECK(Info.FleeState == EFleeState::Calm);
}

TEST_CASE("Everyday life: an order to go somewhere comes first, points come by order, settings by name")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Guard = SpawnWith(
	    *World, "Ghost", {0.0f, 0.0f, 0.0f}, R"({"everyday": {"kind": "patrol", "pauseMin": 0, "pauseMax": 0.1}})");
	Run(*World, 60);
	CHECK(Length(PlaceOnGround(*World, Guard)) < 0.1f); // no points yet
	Do(*World, FOrder::SetCrowdPath("Ghosts", {{3.0f, 0.0f, 0.0f}, {-3.0f, 0.0f, 0.0f}}));
	Run(*World, 60);
	CHECK(GoalOf(*World, Guard).x == Approx(3.0f));
	Do(*World, FOrder::SetGoal(Guard, {0.0f, 0.0f, 6.0f}));
	float Nearest = 100.0f;
	for (int32_t Step = 0; Step < 60 * 8; ++Step)
	{
		World->Step();
		Nearest = std::min(Nearest, Length(PlaceOnGround(*World, Guard) - FVector{0.0f, 0.0f, 6.0f}));
	}
	CHECK(Nearest < 0.5f);
	CHECK(std::abs(GoalOf(*World, Guard).x) == Approx(3.0f)); // and on its way again
	FDiagnostics Diagnostics;
	CHECK(World->SetSetting("everyday.kind", World->FindActor(Guard)->Name, std::string("idle"), Diagnostics));
	CHECK_FALSE(World->SetSetting("everyday.kind", World->FindActor(Guard)->Name, std::string("dance"), Diagnostics));
	CHECK_FALSE(World->SetSetting("everyday.pauseMin", World->FindActor(Guard)->Name, 5.0f, Diagnostics)); // above max
	Run(*World, 60 * 8);
	const FVector Rest = PlaceOnGround(*World, Guard);
	Run(*World, 120);
	CHECK(Length(PlaceOnGround(*World, Guard) - Rest) < 0.05f);
	CHECK_FALSE(World->Execute(FOrder::SetCrowdPath("Nobodies", {}), Diagnostics));
}

TEST_CASE("Everyday life: bad components are errors that name the field")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	const auto Refused = [&](const std::string& Components, const char* Word)
	{
		FOrder Order = FOrder::Spawn("", FTransform{});
		Order.Text = Components;
		FDiagnostics Diagnostics;
		CHECK_FALSE(World->Execute(std::move(Order), Diagnostics));
		INFO(Components << "\n" << Diagnostics.ToString());
		CHECK(Diagnostics.ToString().find(Word) != std::string::npos);
	};
	Refused(R"({"everyday": {}})", "navAgent");
	Refused(R"({"navAgent": {}, "everyday": {"kind": "march"}})", "everyday.kind");
	Refused(R"({"navAgent": {}, "everyday": {"pauseMin": 5, "pauseMax": 1}})", "everyday.pauseMax");
	Refused(R"({"navAgent": {}, "everyday": {"points": [[1, 2]]}})", "everyday.points");
}

TEST_CASE("Everyday life: people differ in size and in speed, and stand on their feet")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	std::set<float> Scales;
	std::vector<FActorId> People;
	for (int32_t Each = 0; Each < 12; ++Each)
	{
		People.push_back(
		    SpawnWith(*World, "Person", {float(Each % 4) * 3.0f - 5.0f, 0.875f, float(Each / 4) * 3.0f - 4.0f},
		        R"({"navAgent": {"sizeVariation": 0.1}})"));
		const float Scale = World->FindActor(People.back())->Transform.Scale;
		Scales.insert(Scale);
		CHECK(Scale > 0.9f);
		CHECK(Scale < 1.1f);
	}
	CHECK(Scales.size() == 12);
	Run(*World, 30);
	for (const FActorId Person : People)
	{
		FCrowdAgentInfo Info;
		REQUIRE(World->Get<UCrowdSubsystem>().GetAgent(Person, Info));
		CHECK(Info.Feet.y == Approx(0.0f).margin(0.05));
		CHECK(Info.Radius == Approx(0.3f * World->FindActor(Person)->Transform.Scale));
	}
}

TEST_CASE("Everyday life: a snapshot goes on as the original does")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	for (int32_t Each = 0; Each < 5; ++Each)
	{
		SpawnWith(*World, "Person", {float(Each) * 2.0f - 4.0f, 0.875f, 0.0f},
		    R"({"everyday": {"kind": "visit", "pauseMin": 0.1, "pauseMax": 2, )" + Corners + "}}");
	}
	Run(*World, 200);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*World, Diagnostics);
	const std::unique_ptr<UWorld> Twin = MakeYard();
	const bool bRestored = FSnapshot::Restore(*Twin, Bytes, "twin", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRestored);
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		World->Step();
		Twin->Step();
		REQUIRE(World->ComputeStateHash() == Twin->ComputeStateHash());
	}
}
} // namespace Flockwork
