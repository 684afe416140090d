// Boids that are rigid bodies always, never, or where it matters.
#include "FlockworkGame/Snapshot.h"
#include "GameTestSupport.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
using namespace GameTest;

// Open space without gravity; Flier and Pacer are kinematic or automatic, as Level says.
std::unique_ptr<UWorld> MakeSpace(const std::string& Level, int32_t Threads = 1)
{
	FWorldDef Def = MakeDef(Threads);
	FDiagnostics Diagnostics;
	const std::string Detail = R"("physics": ")" + Level + R"(", "lod": {"promoteRadius": 3, "demoteRadius": 5})";
	REQUIRE(Def.Prefabs->AddPrefab(R"({"prefab": "Flier", "inherits": "Boid", "components": {"flocking":
		{"flockId": "Fliers", "flock": {)" +
	                                   Detail + "}}}}",
	    "test", Diagnostics));
	REQUIRE(Def.Prefabs->AddPrefab(R"({"prefab": "Pacer", "inherits": "Walker", "components": {"flocking":
		{"flockId": "Pacers", "flock": {)" +
	                                   Detail + "}}}}",
	    "test", Diagnostics));
	REQUIRE(Def.Prefabs->AddPrefab(R"({"prefab": "Ghost", "inherits": "Ball", "components": {"body":
		{"gravity": false, "collidesWith": "none"}}})",
	    "test", Diagnostics));
	REQUIRE(Def.Prefabs->AddPrefab(R"({"prefab": "Rock", "inherits": "Ball", "components": {"body":
		{"gravity": false, "mass": 50}}})",
	    "test", Diagnostics));
	INFO(Diagnostics.ToString());
	REQUIRE(Diagnostics.GetAll().empty());
	return std::make_unique<UWorld>(std::move(Def));
}

bool HasBody(const UWorld& World, FActorId Actor)
{
	return World.FindActor(Actor)->Body.IsValid();
}

// The phases up to the decision who is a body.
void BeginAndSense(UWorld& World)
{
	World.BeginStep();
	World.RunPhase(EPhase::Script);
	World.RunPhase(EPhase::Sense);
}

void FinishStep(UWorld& World)
{
	for (int32_t Phase = World.GetNextPhase(); Phase < PhaseCount; ++Phase)
	{
		World.RunPhase(EPhase(Phase));
	}
	World.EndStep();
}

void Steps(UWorld& World, int32_t Count)
{
	for (int32_t Step = 0; Step < Count; ++Step)
	{
		World.Step();
	}
}
} // namespace

TEST_CASE("Level of detail: kinematic boids have no body, are moved by the flock, and settings bring bodies back")
{
	const std::unique_ptr<UWorld> World = MakeSpace("kinematic");
	const FActorId A = SpawnAt(*World, "Flier", {0.0f, 5.0f, 0.0f}, {1.0f, 0.0f, 0.5f});
	SpawnAt(*World, "Flier", {2.0f, 6.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	SpawnAt(*World, "Rock", {1.0f, 5.0f, 0.0f}); // no matter how near
	CHECK_FALSE(HasBody(*World, A));
	Steps(*World, 30);
	CHECK(World->GetPhysics().GetBodyCount() == 1);
	CHECK(World->Get<UFlockSubsystem>().GetFlock(0).BodyCount == 0);
	CHECK(Length(World->FindActor(A)->Velocity) > 1.0f);
	const AActor Before = *World->FindActor(A);
	Do(*World, FOrder::SetSetting("flock.physics", std::string("rigidBody"), "Fliers"));
	BeginAndSense(*World);
	REQUIRE(HasBody(*World, A));
	const FBodyId Body = World->FindActor(A)->Body;
	CHECK(World->GetPhysics().GetTransform(Body).Location == Before.Transform.Location);
	CHECK(World->GetPhysics().GetVelocity(Body) == Before.Velocity);
	FinishStep(*World);
	CHECK(World->Get<UFlockSubsystem>().GetFlock(0).BodyCount == 2);
	CHECK(World->GetPhysics().GetMass(Body) == 1.0f);
}

TEST_CASE("Level of detail: what comes near makes an automatic boid a body, and nothing of its motion is lost")
{
	const std::unique_ptr<UWorld> World = MakeSpace("automatic");
	const FActorId Boid = SpawnAt(*World, "Flier", {0.0f, 5.0f, 0.0f}, {1.0f, 0.3f, 0.2f});
	const FActorId Rock = SpawnAt(*World, "Rock", {40.0f, 5.0f, 0.0f});
	Steps(*World, 20);
	REQUIRE_FALSE(HasBody(*World, Boid));
	const auto PutRock = [&](float Gap)
	{
		FTransform Place = World->FindActor(Boid)->Transform;
		Place.Location.x += Gap + 0.5f; // its radius
		REQUIRE(World->GetPhysics().SetTransform(World->FindActor(Rock)->Body, Place));
	};

	PutRock(3.2f);
	World->Step();
	CHECK_FALSE(HasBody(*World, Boid));
	PutRock(2.9f);
	const AActor Free = *World->FindActor(Boid);
	BeginAndSense(*World);
	REQUIRE(HasBody(*World, Boid));
	const FTransform Made = World->GetPhysics().GetTransform(World->FindActor(Boid)->Body);
	CHECK(Made.Location == Free.Transform.Location);
	CHECK(World->GetPhysics().GetVelocity(World->FindActor(Boid)->Body) == Free.Velocity);
	CHECK(World->FindActor(Boid)->Transform == Free.Transform);
	// Bullet keeps a matrix: the way there and back rounds.
	CHECK(std::abs(glm::dot(Made.Rotation, Free.Transform.Rotation)) > 1.0f - 1e-6f);
	FinishStep(*World);

	PutRock(4.5f); // between the radii it stays what it is
	Steps(*World, 3);
	CHECK(HasBody(*World, Boid));
	PutRock(9.0f);
	Steps(*World, 5); // not at once
	REQUIRE(HasBody(*World, Boid));
	const AActor Bound = *World->FindActor(Boid);
	BeginAndSense(*World);
	REQUIRE_FALSE(HasBody(*World, Boid));
	CHECK(World->FindActor(Boid)->Transform == Bound.Transform); // rotation too
	CHECK(World->FindActor(Boid)->Velocity == Bound.Velocity);
	FinishStep(*World);
	PutRock(4.5f);
	World->Step();
	CHECK_FALSE(HasBody(*World, Boid));
}

TEST_CASE("Level of detail: a boid's path has no kink where it becomes a body and where it ceases to be one")
{
	const std::unique_ptr<UWorld> World = MakeSpace("automatic");
	FOrder Flock = FOrder::SpawnMany("Flier", {0.0f, 5.0f, 0.0f}, 4.0f, 30);
	Flock.Amount = 3.0f;
	Do(*World, Flock);
	// Bodies that are felt but never touch: what is seen here is the change alone.
	SpawnAt(*World, "Ghost", {-8.0f, 4.0f, 0.0f}, {3.0f, 0.0f, 0.0f});
	SpawnAt(*World, "Ghost", {0.0f, 4.0f, 12.0f}, {0.0f, 0.0f, -4.0f});
	SpawnAt(*World, "Ghost", {9.0f, 2.0f, 3.0f}, {-4.0f, 1.0f, 0.0f});
	const float H = World->GetSettings().FixedStep;
	int32_t Changes = 0;
	std::vector<uint8_t> Bodies(World->GetActors().size(), 0);
	for (int32_t Step = 0; Step < 360; ++Step)
	{
		World->Step();
		for (size_t Index = 0; Index < Bodies.size(); ++Index)
		{
			const AActor& Actor = *World->FindActor(World->GetActors()[Index]);
			const uint8_t bBody = Actor.Body.IsValid() ? 1 : 0;
			const FTransform& Previous = World->GetPreviousTransform(Actor.Id);
			const bool bFlier = World->GetSource(Actor.Id)->Name == "Flier";
			Changes += bBody != Bodies[Index] && bFlier ? 1 : 0;
			Bodies[Index] = bBody;
			const FVector Move = Actor.Transform.Location - Previous.Location;
			if (bFlier)
			{
				// x += v dt, before the speed clamp: no leap, no halt.
				REQUIRE(Length(Move) < 6.0f * H);
				REQUIRE(Length(Move - Actor.Velocity * H) < 0.11f * H + 1e-5f);
				REQUIRE(std::abs(glm::dot(Actor.Transform.Rotation, Previous.Rotation)) >
				        0.97f); // facing turns so far at most
			}
		}
	}
	CHECK(Changes > 20);
}

TEST_CASE("Level of detail: a thrown rock hits an automatic boid and goes through a kinematic one")
{
	const bool bAutomatic = GENERATE(true, false);
	const std::unique_ptr<UWorld> World = MakeSpace(bAutomatic ? "automatic" : "kinematic");
	const FActorId Boid = SpawnAt(*World, "Flier", {0.0f, 5.0f, 0.0f});
	const FActorId Rock = SpawnAt(*World, "Rock", {-8.0f, 5.0f, 0.0f}, {15.0f, 0.0f, 0.0f});
	float Fastest = 0.0f;
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World->Step();
		Fastest = std::max(Fastest, Length(World->FindActor(Boid)->Velocity));
	}
	CHECK((Fastest > 10.0f) == bAutomatic); // the boid's own limit is 5 m/s
	CHECK((World->FindActor(Rock)->Velocity.x < 14.9f) == bAutomatic);
}

TEST_CASE("Level of detail: an impulse moves a kinematic boid as it would its body")
{
	const std::unique_ptr<UWorld> World = MakeSpace("kinematic");
	const FActorId Boid = SpawnAt(*World, "Flier", {0.0f, 5.0f, 0.0f});
	const FActorId Walker = SpawnAt(*World, "Pacer", {9.0f, 0.9f, 0.0f});
	World->Step();
	const FVector Before = World->FindActor(Boid)->Velocity;
	Do(*World, FOrder::Impulse(Boid, {0.0f, 0.0f, 30.0f}));      // 1 kg
	Do(*World, FOrder::Impulse(Walker, {700.0f, 700.0f, 0.0f})); // 70 kg
	CHECK(World->FindActor(Boid)->Velocity == Before + FVector{0.0f, 0.0f, 30.0f});
	Steps(*World, 20); // the limit of 5 m/s is lifted for half a second
	CHECK(World->FindActor(Boid)->Velocity.z > 25.0f);
	CHECK(World->FindActor(Walker)->Velocity.x > 5.0f);
	CHECK(World->FindActor(Walker)->Transform.Location.y == 0.9f); // it keeps to its ground
	Steps(*World, 20);
	CHECK(World->FindActor(Boid)->Velocity.z < 5.01f);
	FOrder Bang;
	Bang.Kind = EOrder::Explode;
	Bang.Transform = World->FindActor(Boid)->Transform;
	Bang.Transform.Location.x -= 1.0f;
	Bang.Radius = 2.0f;
	Bang.Amount = 40.0f;
	const float SpeedBefore = World->FindActor(Boid)->Velocity.x;
	Do(*World, Bang);
	CHECK(World->FindActor(Boid)->Velocity.x == Approx(SpeedBefore + 20.0f));
}

TEST_CASE("Level of detail: an automatic boid that is pushed is a body at once, and kinematic again when it has calmed")
{
	const std::unique_ptr<UWorld> World = MakeSpace("automatic");
	SpawnAt(*World, "Ground", {0.0f, -1.0f, 0.0f});
	const FActorId Walker = SpawnAt(*World, "Pacer", {0.0f, 0.9f, 0.0f});
	Steps(*World, 5);
	REQUIRE_FALSE(HasBody(*World, Walker));
	Do(*World, FOrder::Impulse(Walker, {70.0f, 350.0f, 0.0f}));
	BeginAndSense(*World);
	REQUIRE(HasBody(*World, Walker));
	CHECK(World->GetPhysics().GetVelocity(World->FindActor(Walker)->Body).y == 5.0f);
	FinishStep(*World);
	Steps(*World, 45); // in the air, its limit no longer lifted
	CHECK(World->FindActor(Walker)->Transform.Location.y > 1.0f);
	CHECK(HasBody(*World, Walker));
	Steps(*World, 90);
	CHECK_FALSE(HasBody(*World, Walker));
	CHECK(World->FindActor(Walker)->Transform.Location.y == Approx(0.9f).margin(0.05));
}

TEST_CASE("Level of detail: kinematic boids do not pass through static geometry, flung at 100 m/s or drawn into it")
{
	const std::unique_ptr<UWorld> World = MakeSpace("kinematic");
	SpawnAt(*World, "Wall", {0.0f, 5.0f, 20.0f}); // 8 wide, 4 high, 1 thick
	std::vector<FActorId> Flung;
	for (int32_t Index = 0; Index < 20; ++Index)
	{
		Flung.push_back(SpawnAt(*World, "Flier", {-2.0f + 0.2f * float(Index), 5.0f, 3.0f + 0.1f * float(Index)}));
	}
	Do(*World, FOrder::SetTargetPoint("Fliers", {0.0f, 5.0f, 40.0f}));
	for (const FActorId Boid : Flung)
	{
		Do(*World, FOrder::Impulse(Boid, {0.0f, 0.0f, 100.0f}));
	}
	int32_t Reached = 0;
	for (int32_t Step = 0; Step < 240; ++Step)
	{
		World->Step();
		for (const FActorId Boid : Flung)
		{
			// The wall grown by almost the ball: nobody is ever inside.
			const FVector Place = World->FindActor(Boid)->Transform.Location - FVector{0.0f, 5.0f, 20.0f};
			const bool bInside = std::abs(Place.x) < 4.0f && std::abs(Place.y) < 2.0f && std::abs(Place.z) < 0.78f;
			REQUIRE_FALSE(bInside);
			Reached += std::abs(Place.z + 0.8f) < 0.01f ? 1 : 0;
		}
	}
	CHECK(Reached > 0); // they did run into it
}

TEST_CASE("Level of detail: an automatic boid that a wall is ahead of is a body when it is near")
{
	const std::unique_ptr<UWorld> World = MakeSpace("automatic");
	SpawnAt(*World, "Wall", {0.0f, 5.0f, 12.0f});
	const FActorId Boid = SpawnAt(*World, "Flier", {0.0f, 5.0f, 0.0f}, {0.0f, 0.0f, 5.0f});
	Do(*World, FOrder::SetTargetPoint("Fliers", {0.0f, 5.0f, 30.0f}));
	bool bBody = false;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		World->Step();
		const float Gap = 11.5f - World->FindActor(Boid)->Transform.Location.z;
		CHECK((Gap < 5.6f || !HasBody(*World, Boid)));
		bBody |= HasBody(*World, Boid);
	}
	CHECK(bBody);
}

TEST_CASE("Level of detail: a kinematic boid that leaves its flock gets its body back and falls")
{
	const std::unique_ptr<UWorld> World = MakeSpace("kinematic");
	const FActorId Walker = SpawnAt(*World, "Pacer", {0.0f, 50.0f, 0.0f});
	Steps(*World, 10);
	CHECK(World->FindActor(Walker)->Transform.Location.y == 50.0f);
	FOrder Leave;
	Leave.Kind = EOrder::SetFlocking;
	Leave.Actor = Walker;
	Do(*World, Leave);
	Steps(*World, 60);
	CHECK(HasBody(*World, Walker));
	CHECK(World->FindActor(Walker)->Transform.Location.y < 47.0f);
	Leave.Amount = 1.0f;
	Do(*World, Leave);
	Steps(*World, 2);
	CHECK_FALSE(HasBody(*World, Walker));
	REQUIRE(World->DestroyActor(Walker));
	World->Step();
	CHECK(World->GetPhysics().GetBodyCount() == 0);
}

TEST_CASE("Level of detail: who is a body is in the snapshot, in its order, and the world goes on bit for bit")
{
	const auto Make = [](int32_t Threads)
	{
		std::unique_ptr<UWorld> World = MakeSpace("automatic", Threads);
		FillScene(*World, 10);
		FOrder Flock = FOrder::SpawnMany("Flier", {0.0f, 4.0f, 0.0f}, 6.0f, 40);
		Flock.Amount = 3.0f;
		Do(*World, Flock);
		Do(*World, FOrder::SpawnMany("Pacer", {0.0f, 0.9f, 5.0f}, 5.0f, 40));
		Do(*World, FOrder::SetTarget("Pacers", "Player"));
		SpawnAt(*World, "Rock", {-20.0f, 5.0f, 0.0f}, {4.0f, 0.0f, 0.0f});
		return World;
	};
	const std::unique_ptr<UWorld> World = Make(1);
	const std::unique_ptr<UWorld> Twin = Make(3);
	const std::unique_ptr<UWorld> Later = MakeSpace("automatic");
	FDiagnostics Diagnostics;
	int32_t LeastBodies = 1000;
	int32_t MostBodies = 0;
	for (int32_t Step = 0; Step < 400; ++Step)
	{
		World->Step();
		Twin->Step();
		REQUIRE(World->GetStateHash() == Twin->GetStateHash());
		const int32_t Bodies = World->GetPhysics().GetBodyCount();
		LeastBodies = std::min(LeastBodies, Bodies);
		MostBodies = std::max(MostBodies, Bodies);
		if (Step == 200)
		{
			REQUIRE(FSnapshot::Restore(*Later, FSnapshot::Take(*World, Diagnostics), "test", Diagnostics));
			REQUIRE_FALSE(FSnapshot::Take(*Twin, Diagnostics).empty()); // forgets contacts, as saving does
			CHECK(Later->GetPhysics().GetBodyCount() == Bodies);
		}
		if (Step > 200)
		{
			Later->Step();
			REQUIRE(World->GetStateHash() == Later->GetStateHash());
		}
	}
	CHECK(MostBodies > LeastBodies + 15);
}

TEST_CASE("Level of detail: radii in the wrong order are refused in code and set right, with a warning, in files")
{
	FFlockSettings Settings;
	Settings.PromoteRadius = 7.0f;
	FDiagnostics Diagnostics;
	CHECK_FALSE(ValidateFlockSettings(Settings, Diagnostics));
	FDataNode Node;
	FDiagnostics Warned;
	REQUIRE(ParseJson(R"({"lod": {"promoteRadius": 9, "demoteRadius": 2}})", "test", Node, Warned));
	REQUIRE(ReadFlockSettings(Node, "test", Settings, Warned));
	CHECK(Settings.DemoteRadius == 9.0f);
	REQUIRE(Warned.GetAll().size() == 1);
	CHECK(Warned.GetAll()[0].Field == "flock.lod.demoteRadius");
}
} // namespace Flockwork
