#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Random.h"
#include "FlockworkGame/VisualSubsystem.h"
#include "GameTestSupport.h"

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace Flockwork
{
namespace
{
using namespace GameTest;

// While it lives, a misuse throws instead of ending the program.
struct FThrowOnMisuse
{
	FThrowOnMisuse()
	{
		Former = SetAssertHandler(
		    [](const char*, const char*, int, const char* Message) { throw std::logic_error(Message); });
	}
	~FThrowOnMisuse() { SetAssertHandler(Former); }
	FAssertHandler Former = nullptr;
};

FVector PlaceOf(const UWorld& World, FActorId Actor)
{
	return World.FindActor(Actor)->Transform.Location;
}
} // namespace

TEST_CASE("UWorld: a tick of 0 s runs no step and says nothing")
{
	UWorld World(MakeDef());
	const FTickReport Report = World.Tick(0.0f);
	CHECK(Report.Steps == 0);
	CHECK_FALSE(Report.bBadDeltaTime);
	CHECK(World.GetStepCount() == 0);
	CHECK(World.TakeDiagnostics().GetAll().empty());
}

TEST_CASE("UWorld: negative, NaN and infinite ticks are refused and reported, and nothing moves")
{
	const float Bad = GENERATE(-0.01f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity());
	UWorld World(MakeDef());
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f});
	const FTickReport Report = World.Tick(Bad);
	CHECK(Report.bBadDeltaTime);
	CHECK(World.GetStepCount() == 0);
	CHECK(PlaceOf(World, Ball) == FVector{0.0f, 5.0f, 0.0f});
	const FDiagnostics Said = World.TakeDiagnostics();
	REQUIRE(Said.GetAll().size() == 1);
	CHECK(Said.HasErrors());
	CHECK(World.Tick(1.0f / 60.0f).Steps == 1);
}

TEST_CASE("UWorld: a tick of 10 s runs maxStepsPerTick steps, drops the rest and reports how much")
{
	UWorld World(MakeDef());
	const FTickReport Report = World.Tick(10.0f);
	CHECK(Report.Steps == 4);
	CHECK(Report.DroppedTime == Approx(10.0 - 4.0 / 60.0).margin(1.0 / 60.0));
	CHECK(World.GetAlpha() >= 0.0f);
	CHECK(World.GetAlpha() < 1.0f);
	const FDiagnostics Said = World.TakeDiagnostics();
	REQUIRE(Said.GetAll().size() == 1);
	CHECK(Said.GetAll()[0].Field == "world.maxStepsPerTick");
	CHECK(World.Tick(1.0f / 60.0f).Steps == 1); // nothing is made up for later
}

TEST_CASE("UWorld: time saved up by short ticks becomes steps, and alpha is the rest")
{
	UWorld World(MakeDef());
	CHECK(World.Tick(0.25f / 60.0f).Steps == 0);
	CHECK(World.GetAlpha() == Approx(0.25f).margin(1e-4));
	CHECK(World.Tick(0.25f / 60.0f).Steps == 0);
	CHECK(World.Tick(0.75f / 60.0f).Steps == 1);
	CHECK(World.GetAlpha() == Approx(0.25f).margin(1e-4));
	CHECK(World.GetTime() == Approx(1.0 / 60.0));
}

TEST_CASE("UWorld: a body falls as semi-implicit Euler says, and drawing blends the two last steps")
{
	UWorld World(MakeDef());
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, 50.0f, 0.0f});
	double Height = 50.0;
	double Velocity = 0.0;
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World.Step();
		Velocity -= 9.81 / 60.0;
		Height += Velocity / 60.0;
	}
	const AActor& Actor = *World.FindActor(Ball);
	CHECK(double(Actor.Transform.Location.y) == Approx(Height).margin(1e-3));
	CHECK(double(Actor.Velocity.y) == Approx(Velocity).margin(1e-3));
	CHECK(double(World.GetPreviousTransform(Ball).Location.y) == Approx(Height - Velocity / 60.0).margin(1e-3));
	const FTransform Half = Interpolate(World.GetPreviousTransform(Ball), Actor.Transform, 0.5f);
	CHECK(double(Half.Location.y) == Approx(Height - 0.5 * Velocity / 60.0).margin(1e-3));
}

TEST_CASE("UWorld: phases out of order, twice, or outside a step are misuse")
{
	const FThrowOnMisuse Guard;
	UWorld World(MakeDef());
	CHECK_THROWS_AS(World.RunPhase(EPhase::Script), std::logic_error);
	CHECK_THROWS_AS(World.EndStep(), std::logic_error);
	World.BeginStep();
	CHECK_THROWS_AS(World.BeginStep(), std::logic_error);
	CHECK_THROWS_AS(World.RunPhase(EPhase::Sense), std::logic_error);
	World.RunPhase(EPhase::Script);
	CHECK_THROWS_AS(World.RunPhase(EPhase::Script), std::logic_error);
	CHECK_THROWS_AS(World.EndStep(), std::logic_error);
	for (int32_t Phase = 1; Phase < PhaseCount; ++Phase)
	{
		World.RunPhase(EPhase(Phase));
	}
	World.EndStep();
	CHECK(World.GetStepCount() == 1);
}

TEST_CASE("UWorld: two actors of one name: a warning with the name, and the second gets a name of its own")
{
	UWorld World(MakeDef());
	const FActorId First = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f}, FVector{}, "Bob");
	FDiagnostics Diagnostics;
	const FActorId Second = World.SpawnActor("Ball", At(3.0f, 5.0f, 0.0f), Diagnostics, "Bob");
	REQUIRE(Diagnostics.GetAll().size() == 1);
	CHECK_FALSE(Diagnostics.HasErrors()); // it was done, if not quite as asked
	CHECK(Diagnostics.ToString().find("\"Bob\"") != std::string::npos);
	CHECK(Diagnostics.ToString().find("\"Bob_2\"") != std::string::npos);
	REQUIRE(World.FindActor(Second));
	CHECK(World.FindActor(Second)->Name == "Bob_2");
	CHECK(World.FindActorByName("Bob") == First);
	CHECK(World.FindActorByName("Bob_2") == Second);
}

TEST_CASE("UWorld: a name is free again when its actor is gone")
{
	UWorld World(MakeDef());
	const FActorId First = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f}, FVector{}, "Bob");
	REQUIRE(World.DestroyActor(First));
	CHECK_FALSE(World.DestroyActor(First));
	CHECK(World.FindActor(First) == nullptr);
	CHECK_FALSE(World.FindActorByName("Bob").IsValid());
	const FActorId Second = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f}, FVector{}, "Bob");
	CHECK(Second != First);
	CHECK(World.FindActor(Second)->CreationId == 2u);
}

TEST_CASE("UWorld: who is destroyed and spawned again in one step has the same name")
{
	UWorld World(MakeDef());
	const FActorId First = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f}, FVector{}, "Bob");
	World.BeginStep();
	REQUIRE(World.DestroyActor(First));
	CHECK_FALSE(World.FindActorByName("Bob").IsValid());
	const FActorId Second = SpawnAt(World, "Ball", {0.0f, 9.0f, 0.0f}, FVector{}, "Bob");
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		World.RunPhase(EPhase(Phase));
	}
	World.EndStep();
	CHECK(World.FindActor(First) == nullptr);
	CHECK(World.FindActor(Second)->Name == "Bob");
	CHECK(World.FindActorByName("Bob") == Second); // the first one's end has not taken it away
}

TEST_CASE("UWorld: a definition out of range is set right and reported, and the world steps")
{
	FWorldDef Def = MakeDef();
	Def.Settings.FixedStep = GENERATE(0.0f, std::numeric_limits<float>::quiet_NaN(), -1.0f, 50.0f);
	Def.Settings.MaxStepsPerTick = -3;
	UWorld World(std::move(Def));
	CHECK(World.TakeDiagnostics().GetAll().size() == 2);
	CHECK(World.GetSettings().FixedStep >= 0.001f);
	CHECK(World.GetSettings().FixedStep <= 0.1f);
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f});
	CHECK(World.Tick(World.GetSettings().FixedStep * 1.01f).Steps == 1);
	CHECK(PlaceOf(World, Ball).y < 5.0f);
	CHECK(World.TakeDiagnostics().GetAll().empty());
}

TEST_CASE("UWorld: physics.maxDeltaTime below the step cannot stop the world")
{
	FWorldDef Def = MakeDef();
	Def.Physics.MaxDeltaTime = 0.002f;
	UWorld World(std::move(Def));
	CHECK(World.TakeDiagnostics().GetAll().at(0).Field == "physics.maxDeltaTime");
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.SetSetting("physics.maxDeltaTime", "", 0.002f, Diagnostics));
	CHECK(Diagnostics.HasErrors());
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, 5.0f, 0.0f});
	World.Step();
	CHECK(PlaceOf(World, Ball).y < 5.0f);
	FPhysicsSettings Physics = World.GetPhysics().GetSettings(); // past the world's own check
	Physics.MaxDeltaTime = 0.002f;
	REQUIRE(World.GetPhysics().ApplySettings(Physics, Diagnostics));
	World.Step();
	CHECK(World.TakeDiagnostics().HasErrors());
}

TEST_CASE("UWorld: an index that no flock and no species has is misuse")
{
	UWorld World(MakeDef());
	SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	const FThrowOnMisuse Guard;
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	for (const int32_t Index : {-1, 1})
	{
		CHECK_THROWS_AS(Flocks.GetFlock(Index), std::logic_error);
		CHECK_THROWS_AS(Flocks.ComputeMetrics(World, Index), std::logic_error);
		CHECK_THROWS_AS(Visuals.GetInstanceCount(Index), std::logic_error);
		CHECK_THROWS_AS(Visuals.CopyInstances(World, Index, 1.0f, {}, {}), std::logic_error);
	}
}

TEST_CASE("UWorld: an unknown prefab is an error that names the nearest, and no actor stays behind")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.SpawnActor("Walkr", FTransform{}, Diagnostics).IsValid());
	CHECK(Diagnostics.ToString().find("did you mean \"Walker\"?") != std::string::npos);
	CHECK(World.GetActors().empty());
}

TEST_CASE("UWorld: a million spawns are refused by world.maxActors, at once and as a whole")
{
	FWorldDef Def = MakeDef();
	Def.Settings.MaxActors = 100;
	UWorld World(std::move(Def));
	FDiagnostics Diagnostics;
	bool bAccepted = true;
	World.Enqueue(FOrder::SpawnMany("Ball", FVector{}, 100.0f, 1000000), Diagnostics, &bAccepted);
	CHECK_FALSE(bAccepted);
	REQUIRE(Diagnostics.GetAll().size() == 1);
	CHECK(Diagnostics.GetAll()[0].Field == "world.maxActors");
	for (int32_t Spawn = 0; Spawn < 100; ++Spawn)
	{
		World.Enqueue(FOrder::Spawn("Ball", At(0.0f, 2.0f * float(Spawn), 0.0f)), Diagnostics, &bAccepted);
		CHECK(bAccepted);
	}
	World.Enqueue(FOrder::Spawn("Ball", FTransform{}), Diagnostics, &bAccepted); // the waiting ones count
	CHECK_FALSE(bAccepted);
	World.Step();
	CHECK(World.GetActors().size() == 100);
}

TEST_CASE("UWorld: an actor that falls below killHeight is destroyed, with events")
{
	FWorldDef Def = MakeDef();
	Def.Settings.KillHeight = -1.0f;
	UWorld World(std::move(Def));
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, -0.99f, 0.0f});
	int32_t Steps = 0;
	while (World.FindActor(Ball) && Steps < 60)
	{
		World.Step();
		++Steps;
	}
	REQUIRE(Steps < 60);
	const std::span<const FEvent> Events = World.GetEvents().GetAll();
	REQUIRE(Events.size() == 2);
	CHECK(Events[0].Id == EEvent::FellOut);
	CHECK(Events[1].Id == EEvent::Destroyed);
	CHECK(Events[0].A == Ball);
}

TEST_CASE("UWorld: a body beyond maxDistance is put back and reported")
{
	FWorldDef Def = MakeDef();
	Def.Settings.MaxDistance = 50.0f;
	UWorld World(std::move(Def));
	const FActorId Boid = SpawnAt(World, "Ball", {49.0f, 0.0f, 0.0f}, {100.0f, 0.0f, 0.0f});
	World.Step();
	CHECK(PlaceOf(World, Boid) == FVector{49.0f, 0.0f, 0.0f});
	REQUIRE(World.GetEvents().GetAll().size() == 2);
	CHECK(World.GetEvents().GetAll()[1].Id == EEvent::BodyReset);
	World.Step();
	CHECK(PlaceOf(World, Boid).x == Approx(49.0f));
}

TEST_CASE("UWorld: a body that was beyond maxDistance from the start is put back inside, once")
{
	UWorld World(MakeDef());
	const FActorId Ball = SpawnAt(World, "Ball", {60.0f, 0.0f, 0.0f});
	Do(World, FOrder::SetSetting("world.maxDistance", 50.0f));
	int32_t Resets = 0;
	for (int32_t Step = 0; Step < 5; ++Step)
	{
		World.Step();
		for (const FEvent& Event : World.GetEvents().GetAll())
		{
			Resets += Event.Id == EEvent::BodyReset ? 1 : 0;
		}
	}
	CHECK(Resets == 1);
	CHECK(Length(PlaceOf(World, Ball)) <= 50.0f);
	CHECK(Length(PlaceOf(World, Ball)) > 49.0f);
}

TEST_CASE("UWorld: a teleport or velocity that the world cannot take is an error, and nothing moves")
{
	UWorld World(MakeDef());
	const FActorId Ball = SpawnAt(World, "Ball", {1.0f, 2.0f, 3.0f});
	const FActorId Ground = SpawnAt(World, "Ground", {0.0f, -50.0f, 0.0f});
	const FActorId Ghost = SpawnAt(World, "Threat", {4.0f, 5.0f, 6.0f}); // without a body
	const auto IsRefused = [&](EOrder Kind, FActorId Actor, const FVector& Value)
	{
		FOrder Order;
		Order.Kind = Kind;
		Order.Actor = Actor;
		Order.Transform.Location = Value;
		Order.Vector = Value;
		FDiagnostics Diagnostics;
		const bool bDone = World.Execute(Order, Diagnostics);
		CHECK(bDone != Diagnostics.HasErrors());
		return !bDone;
	};
	for (const FActorId Actor : {Ball, Ghost})
	{
		const FVector Before = PlaceOf(World, Actor);
		CHECK(IsRefused(EOrder::Teleport, Actor, {2e6f, 0.0f, 0.0f}));
		CHECK(IsRefused(EOrder::Teleport, Actor, {0.0f, 2e5f, 0.0f})); // beyond world.maxDistance
		CHECK(IsRefused(EOrder::SetVelocity, Actor, {0.0f, 0.0f, -2e5f}));
		CHECK(PlaceOf(World, Actor) == Before);
		CHECK(World.FindActor(Actor)->Velocity == FVector{0.0f, 0.0f, 0.0f});
		CHECK_FALSE(IsRefused(EOrder::SetVelocity, Actor, {0.0f, 0.0f, -9e4f}));
		CHECK_FALSE(IsRefused(EOrder::Teleport, Actor, {0.0f, 9e4f, 0.0f}));
	}
	CHECK(IsRefused(EOrder::SetVelocity, Ground, {1.0f, 0.0f, 0.0f}));
	CHECK_FALSE(IsRefused(EOrder::Teleport, Ground, {0.0f, -60.0f, 0.0f}));
}

TEST_CASE("UWorld: settings by dotted name reach world, physics, flocks and components")
{
	UWorld World(MakeDef());
	SpawnAt(World, "Player", {0.0f, 1.0f, 0.0f}, FVector{}, "Player");
	SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	const auto Expect = [&](const char* Name, const char* Whose, const FSettingValue& Value)
	{
		FDiagnostics Diagnostics;
		CHECK(World.SetSetting(Name, Whose, Value, Diagnostics));
		INFO(Diagnostics.ToString());
		FSettingValue Got;
		REQUIRE(World.GetSetting(Name, Whose, Got));
		CHECK(Got == Value);
	};
	Expect("world.killHeight", "", -7.0f);
	Expect("physics.gravity", "", FVector{0.0f, -1.6f, 0.0f});
	Expect("flock.separation.weight", "Boids", 2.5f);
	Expect("playerMover.speed", "Player", 3.5f);
}

TEST_CASE("UWorld: a setting that is unknown, fixed or of nobody is an error that says so")
{
	UWorld World(MakeDef());
	SpawnAt(World, "Player", {0.0f, 1.0f, 0.0f}, FVector{}, "Player");
	SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	struct FCase
	{
		const char* Name;
		const char* Whose;
		const char* Expected;
	};
	const FCase Cases[] = {{"flok.maxSpeed", "Boids", "did you mean \"flock\"?"},
	    {"flock.maxSped", "Boids", "maxSpeed"}, {"flock.maxSpeed", "Boidz", "did you mean \"Boids\"?"},
	    {"world.seed", "", "cannot be changed"}, {"body.radius", "Player", "cannot be changed"},
	    {"playerMover.sped", "Player", "speed"}, {"playerMover.speed", "Nobody", "no actor named \"Nobody\""}};
	for (const FCase& Case : Cases)
	{
		FDiagnostics Diagnostics;
		INFO(Case.Name);
		CHECK_FALSE(World.SetSetting(Case.Name, Case.Whose, 1.0f, Diagnostics));
		CHECK(Diagnostics.ToString().find(Case.Expected) != std::string::npos);
	}
}

TEST_CASE("UWorld: contacts of bodies that report them become events, once a touch")
{
	UWorld World(MakeDef());
	SpawnAt(World, "Ground", {0.0f, -1.0f, 0.0f}, FVector{}, "Ground");
	const FActorId Ball = SpawnAt(World, "Ball", {0.0f, 0.6f, 0.0f});
	int32_t Touches = 0;
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World.Step();
		for (const FEvent& Event : World.GetEvents().GetAll())
		{
			if (Event.Id == EEvent::Contact)
			{
				CHECK(Event.A == World.FindActorByName("Ground"));
				CHECK(Event.B == Ball);
				CHECK(Event.Position.y == Approx(0.0f).margin(0.05));
				++Touches;
			}
		}
	}
	CHECK(Touches == 1);
}

TEST_CASE("UWorld: actors are found by name while thousands come and go")
{
	UWorld World(MakeDef());
	FRandomStream Random(12);
	std::map<std::string, FActorId> Living;
	for (int32_t Change = 0; Change < 6000; ++Change)
	{
		const std::string Name = "Name" + std::to_string(Random.RangeInt(0, 700));
		const auto Known = Living.find(Name);
		const FActorId Found = World.FindActorByName(Name);
		REQUIRE(Found == (Known == Living.end() ? FActorId{} : Known->second));
		if (Known == Living.end())
		{
			Living[Name] = Do(World, FOrder::Spawn("Threat", At(0, 0, 0), Name));
		}
		else
		{
			REQUIRE(World.DestroyActor(Known->second));
			Living.erase(Known);
		}
	}
	for (const auto& [Name, Actor] : Living)
	{
		REQUIRE(World.FindActor(World.FindActorByName(Name))->Name == Name);
	}
	CHECK(World.GetActors().size() == Living.size());
}
} // namespace Flockwork
