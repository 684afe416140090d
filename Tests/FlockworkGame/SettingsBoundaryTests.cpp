// Whole worlds with settings at their ends and flocks of nobody: everything stays finite, nobody is lost, and whatever
// is no number is refused with its field named.
#include "FlockworkPhysics/PhysicsSettings.h"
#include "GameTestSupport.h"

#include <cmath>
#include <limits>
#include <set>

using namespace Flockwork;
using namespace Flockwork::GameTest;

namespace
{
// Ground, walls, a player on a path, walkers after him, fliers, a threat that comes, an explosion: all at once.
struct FBusyWorld
{
	FBusyWorld() : World(MakeDef())
	{
		FillScene(World, 8);
		Do(World, FOrder::SetTarget("Boids", "Player", "leader"));
		const FActorId Threat = SpawnAt(World, "Threat", {1.0f, 6.0f, 1.0f}, FVector{}, "Threat");
		SpawnAt(World, "Boid", {1.0f, 6.0f, 1.0f}, FVector{}, "Bait"); // exactly on the threat
		Do(World, FOrder::SetTarget("Walkers", "Threat", "quarry"));
		REQUIRE(Threat.IsValid());
	}

	void StepAndCheck(int32_t Steps, bool bMayBePutBack = false)
	{
		const std::set<FActorId> Before(World.GetActors().begin(), World.GetActors().end());
		for (int32_t Step = 0; Step < Steps; ++Step)
		{
			World.Step();
			for (const FEvent& Event : World.GetEvents().GetAll())
			{
				CHECK((bMayBePutBack || Event.Id != EEvent::BodyReset));
			}
		}
		for (const FActorId Id : Before)
		{
			REQUIRE(World.FindActor(Id));
		}
		for (const FActorId Id : World.GetActors())
		{
			const AActor& Actor = *World.FindActor(Id);
			CHECK(IsFinite(Actor.Transform));
			CHECK(IsFinite(Actor.Velocity));
		}
		const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
		for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
		{
			const FFlockMetrics Metrics = Flocks.ComputeMetrics(World, Flock);
			CHECK(std::isfinite(Metrics.Polarisation + Metrics.Milling + Metrics.MeanNearestDistance +
			                    Metrics.MinNearestDistance + Metrics.MeanSpeed + Metrics.GyrationRadius));
		}
	}

	UWorld World;
};

struct FOwnedTable
{
	const FSettingsTable* Table;
	const char* Of;
};

// Each table, and whose its settings are in the busy world.
std::vector<FOwnedTable> AllTables()
{
	return {{&FWorldSettings::Table(), ""}, {&FPhysicsSettings::Table(), ""}, {&FFlockSettings::Table(), "Boids"},
	    {&FFlockSettings::Table(), "Walkers"}, {&FFlockingSettings::Table(), "Bait"}, {&FBodySettings::Table(), "Bait"},
	    {&FThreatSettings::Table(), "Threat"}, {&FPlayerMoverSettings::Table(), "Player"},
	    {&FVisualSettings::Table(), "Bait"}};
}

FSettingValue MakeValue(const FSettingField& Field, double Number)
{
	const float Narrow = float(Number);
	switch (Field.Type)
	{
	case ESettingType::Int:
		return int32_t(std::clamp(Number, -2147483647.0, 2147483647.0));
	case ESettingType::Vector:
		return FVector{Narrow, Narrow, Narrow};
	default:
		return Narrow;
	}
}

bool IsNumeric(const FSettingField& Field)
{
	return Field.Type == ESettingType::Float || Field.Type == ESettingType::Int || Field.Type == ESettingType::Vector;
}
} // namespace

TEST_CASE("Settings at their ends: each number of each table at minimum, maximum and zero, in a world that runs")
{
	int32_t Taken = 0;
	for (const FOwnedTable& Owned : AllTables())
	{
		for (const FSettingField& Field : Owned.Table->Fields)
		{
			if (!IsNumeric(Field) || Field.Name == "killHeight") // at its maximum everybody has fallen out
			{
				continue;
			}
			for (const double Number : {Field.Min, Field.Max, 0.0})
			{
				INFO(Owned.Table->Name << "." << Field.Name << " of " << Owned.Of << " = " << Number);
				FBusyWorld Busy;
				FDiagnostics Diagnostics;
				const bool bTaken = Busy.World.SetSetting(
				    Owned.Table->Name + "." + Field.Name, Owned.Of, MakeValue(Field, Number), Diagnostics);
				CHECK((bTaken || Diagnostics.HasErrors())); // whoever refuses says why
				Taken += bTaken ? 1 : 0;
				Busy.StepAndCheck(12, Field.Name == "maxDistance"); // at its minimum most are outside
			}
		}
	}
	CHECK(Taken > 400);
}

TEST_CASE("Settings at their ends: what is no number is refused in each field of each table, and names it")
{
	for (const FOwnedTable& Owned : AllTables())
	{
		FBusyWorld Busy;
		for (const FSettingField& Field : Owned.Table->Fields)
		{
			if (!IsNumeric(Field) || Field.Type == ESettingType::Int)
			{
				continue;
			}
			for (const float Bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
			         -std::numeric_limits<float>::infinity()})
			{
				const std::string Name = Owned.Table->Name + "." + Field.Name;
				INFO(Name << " = " << Bad);
				FDiagnostics Diagnostics;
				CHECK_FALSE(Busy.World.SetSetting(Name, Owned.Of, MakeValue(Field, double(Bad)), Diagnostics));
				REQUIRE(Diagnostics.HasErrors());
				CHECK(Diagnostics.ToString().find(Name) != std::string::npos);
			}
		}
		Busy.StepAndCheck(2);
	}
}

TEST_CASE("Flocks of nobody, one and two: every model, neighbourhood, world, way of moving and integrator")
{
	const auto NamesOf = [](const char* Field) { return FFlockSettings::Table().Find(Field)->EnumNames; };
	for (const std::string& Model : NamesOf("model"))
	{
		for (const std::string& Neighborhood : NamesOf("neighborhood"))
		{
			for (const std::string& Shape : NamesOf("world.shape"))
			{
				for (const std::string& Physics : NamesOf("physics"))
				{
					for (const std::string& Integrator : NamesOf("integrator"))
					{
						INFO(Model << ", " << Neighborhood << ", " << Shape << ", " << Physics << ", " << Integrator);
						UWorld World(MakeDef());
						const FActorId First = SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
						Do(World, FOrder::SetSetting("flock",
						              R"({"model": ")" + Model + R"(", "neighborhood": ")" + Neighborhood +
						                  R"(", "world": {"shape": ")" + Shape + R"("}, "physics": ")" + Physics +
						                  R"(", "integrator": ")" + Integrator + R"(", "topologicalCount": 64,
						                  "torus": {"size": [3, 3, 3]}})",
						              "Boids"));
						World.Step();
						const FActorId Second = SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
						for (int32_t Step = 0; Step < 3; ++Step)
						{
							World.Step();
						}
						for (const FActorId Id : {First, Second})
						{
							REQUIRE(World.FindActor(Id));
							CHECK(IsFinite(World.FindActor(Id)->Transform));
							CHECK(IsFinite(World.FindActor(Id)->Velocity));
						}
						World.DestroyActor(First);
						World.Step();
						World.DestroyActor(Second);
						World.Step();
						CHECK(World.GetActors().empty());
						CHECK(World.TakeDiagnostics().ToString() == "");
					}
				}
			}
		}
	}
}

TEST_CASE("UFlockSubsystem: a leader that dies is followed no more, another can be named, and nobody gets a bad number")
{
	UWorld World(MakeDef());
	const FActorId Follower = SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	const FActorId Leader = SpawnAt(World, "Boid", {8.0f, 5.0f, 0.0f}, FVector{}, "Leader");
	Do(World, FOrder::SetSetting("flock",
	              R"({"leader": {"cohesion": 3}, "neighborRadius": 2, "separation": {"radius": 1},
	              "world": {"shape": "open"}})",
	              "Boids"));
	Do(World, FOrder::SetTarget("Boids", "Leader", "leader"));
	World.Step();
	CHECK(World.FindActor(Follower)->Velocity.x > 0.05f); // towards it
	REQUIRE(World.DestroyActor(Leader));
	World.Step();
	const FVector Free = World.FindActor(Follower)->Velocity;
	World.Step();
	CHECK(World.FindActor(Follower)->Velocity == Free);              // nobody to go by
	SpawnAt(World, "Boid", {0.0f, 5.0f, 8.0f}, FVector{}, "Leader"); // of the same name
	World.Step();
	CHECK(World.FindActor(Follower)->Velocity.z > Free.z + 0.05f);
	CHECK(World.TakeDiagnostics().ToString() == "");
}

TEST_CASE("UFlockSubsystem: a relation to a flock that does not come is told once, with the name that was meant")
{
	UWorld World(MakeDef());
	SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	SpawnAt(World, "Walker", {5.0f, 5.0f, 0.0f});
	const auto Relate = [&](const char* Flock, const char* Other, const char* Relation)
	{
		FOrder Order;
		Order.Kind = EOrder::SetRelation;
		Order.Name = Flock;
		Order.Other = Other;
		Order.Text = Relation;
		return Order;
	};
	Do(World, Relate("Boids", "Walkerz", "flee"));
	Do(World, Relate("Boids", "Walkers", "flee"));
	for (int32_t Step = 0; Step < 50; ++Step)
	{
		World.Step();
	}
	CHECK(World.TakeDiagnostics().GetAll().empty()); // it may come yet
	for (int32_t Step = 0; Step < 100; ++Step)
	{
		World.Step();
	}
	const FDiagnostics Told = World.TakeDiagnostics();
	REQUIRE(Told.GetAll().size() == 1);
	CHECK(Told.GetAll()[0].Message.find("did you mean \"Walkers\"?") != std::string::npos);
	for (const FOrder& Bad :
	    {Relate("Boids", "Walkers", "eat"), Relate("Boids", "Boids", "flee"), Relate("", "Boids", "flee")})
	{
		FDiagnostics Diagnostics;
		World.Enqueue(Bad, Diagnostics); // refused when it is given: there the script's line is known
		CHECK(Diagnostics.HasErrors());
	}
}

TEST_CASE("UWorld: the first actor that falls out, and the first that is put back, are told of in words")
{
	FWorldDef Def = MakeDef();
	Def.Settings.KillHeight = -1.0f;
	Def.Settings.MaxDistance = 50.0f;
	UWorld World(std::move(Def));
	SpawnAt(World, "Ball", {0.0f, -0.99f, 0.0f}, {0.0f, -5.0f, 0.0f}, "Dropped");
	SpawnAt(World, "Ball", {3.0f, -0.99f, 0.0f}, {0.0f, -5.0f, 0.0f}, "AlsoDropped");
	SpawnAt(World, "Ball", {49.9f, 0.0f, 0.0f}, {100.0f, 0.0f, 0.0f}, "Flung");
	World.Step();
	World.Step();
	const FDiagnostics Told = World.TakeDiagnostics();
	INFO(Told.ToString());
	REQUIRE(Told.GetAll().size() == 2);
	CHECK(Told.ToString().find("world.killHeight: \"Dropped\"") != std::string::npos);
	CHECK(Told.ToString().find("world.maxDistance: \"Flung\"") != std::string::npos);
	CHECK_FALSE(Told.HasErrors());
}
