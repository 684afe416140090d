#include "FlockworkCore/TaskPool.h"
#include "PhysicsTestSupport.h"
#include "QueryReference.h"

using namespace Flockwork;

namespace
{
// A busy world: ground, walls, a mesh, boxes that stack and sleep, boids that push one another, fast and kinematic
// bodies, triggers.
struct FBusyWorld
{
	FBusyWorld(EPhysicsWorldKind Kind, int32_t Threads, bool bFill = true)
	    : Pool(FTaskPoolSettings{Threads, 0.0f, false}), World(SettingsOf(Kind), Pool)
	{
		if (bFill)
		{
			Fill();
		}
	}
	FBodyId Add(const FBodyDef& Def)
	{
		FDiagnostics Diagnostics;
		const FBodyId Id = World.CreateBody(Def, Diagnostics);
		REQUIRE(Id.IsValid());
		return Id;
	}
	void Fill()
	{
		Add(Static(FShapeDef::MakeBox({100.0f, 1.0f, 100.0f}), {0.0f, -1.0f, 0.0f}));
		Add(Static(FShapeDef::MakeBox({0.1f, 3.0f, 10.0f}), {6.0f, 3.0f, 0.0f}));
		FShapeDef Hills = FlatMesh(10.0f, 12);
		FTestRandom Heights(1);
		for (FVector& Vertex : Hills.Vertices)
		{
			Vertex.y = Heights.Range(0.0f, 0.6f);
		}
		Add(Static(Hills, {-8.0f, 0.0f, 0.0f}));
		FBodyDef Trigger = Static(FShapeDef::MakeBox({2.0f, 2.0f, 2.0f}), {0.0f, 1.0f, 0.0f});
		Trigger.bTrigger = true;
		Add(Trigger);
		FBodyDef Sweeper = Dynamic(FShapeDef::MakeBox({0.3f, 0.5f, 3.0f}), {0.0f, 0.6f, 5.0f});
		Sweeper.Type = EBodyType::Kinematic;
		Sweeper.AngularVelocity = {0.0f, 1.0f, 0.0f};
		Add(Sweeper);
		FTestRandom Random(2);
		for (int Index = 0; Index < 40; ++Index)
		{
			FBodyDef Box = Dynamic(FShapeDef::MakeBox({0.3f, 0.3f, 0.3f}),
			    {2.0f + 0.7f * float(Index % 4), 0.35f + 0.65f * float(Index / 8), 0.7f * float((Index / 4) % 2)});
			Box.bCanSleep = true;
			Box.bReportContacts = Index % 5 == 0;
			Add(Box);
		}
		for (int Index = 0; Index < 300; ++Index)
		{
			const FVector Place = Random.Vector(5.0f) + FVector(0.0f, 6.0f, 0.0f);
			FBodyDef Def = Boid(Place, 0.25f);
			Def.LinearVelocity = Random.Vector(4.0f);
			Def.bContinuous = Index % 7 == 0;
			Def.bReportContacts = Index % 10 == 0;
			Boids.push_back(Add(Def));
		}
	}
	// Drives the boids towards a point and removes or adds one now and then.
	void Step(int Number)
	{
		Pool.BeginFrame();
		Positions.resize(Boids.size());
		Velocities.resize(Boids.size());
		World.ReadBodies(Boids, Positions, Velocities);
		Accelerations.resize(Boids.size());
		for (size_t Index = 0; Index < Boids.size(); ++Index)
		{
			const FVector Goal(3.0f * std::sin(float(Number) * 0.02f), 1.0f, float(Number % 200) * 0.02f);
			Accelerations[Index] = ClampLength((Goal - Positions[Index]) * 3.0f - Velocities[Index], 20.0f);
		}
		World.ApplyAccelerations(Boids, Accelerations);
		if (Number % 10 == 7)
		{
			const size_t Victim = size_t(Number * 7) % Boids.size();
			World.DestroyBody(Boids[Victim]);
			Boids.erase(Boids.begin() + std::ptrdiff_t(Victim));
			FBodyDef Def = Boid({0.0f, 8.0f + 0.01f * float(Number), 0.0f}, 0.25f);
			Boids.push_back(Add(Def));
		}
		World.Step(StepTime);
	}
	FTaskPool Pool;
	FPhysicsWorld World;
	std::vector<FBodyId> Boids;
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<FVector> Accelerations;
};

void RequireSameEvents(const FPhysicsWorld& A, const FPhysicsWorld& B, bool bSameIds)
{
	REQUIRE(A.GetContacts().size() == B.GetContacts().size());
	for (size_t Index = 0; Index < A.GetContacts().size(); ++Index)
	{
		const FContactEvent& X = A.GetContacts()[Index];
		const FContactEvent& Y = B.GetContacts()[Index];
		REQUIRE(X.Phase == Y.Phase);
		REQUIRE(X.Point == Y.Point);
		REQUIRE(X.Normal == Y.Normal);
		REQUIRE(X.Impulse == Y.Impulse);
		REQUIRE((!bSameIds || (X.A == Y.A && X.B == Y.B)));
	}
}
} // namespace

TEST_CASE("FPhysicsWorld: twin worlds on one and two threads stay equal to the bit")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	FBusyWorld One(Kind, 1);
	FBusyWorld Two(Kind, 2);
	for (int Step = 0; Step < 240; ++Step)
	{
		One.Step(Step);
		Two.Step(Step);
		CAPTURE(Step);
		REQUIRE(HashOf(One.World) == HashOf(Two.World));
		RequireSameEvents(One.World, Two.World, true);
	}
}

TEST_CASE("FPhysicsWorld: casting and drawing between steps changes no bit")
{
	struct FNoDraw final : IDebugDraw
	{
		void Line(const FVector&, const FVector&, const FColor&) override { ++Lines; }
		void Text(const FVector&, std::string_view, const FColor&) override {}
		int Lines = 0;
	};
	const EPhysicsWorldKind Kind = EACH_KIND;
	FBusyWorld Quiet(Kind, 1);
	FBusyWorld Watched(Kind, 1);
	FNoDraw Draw;
	for (int Step = 0; Step < 60; ++Step)
	{
		Quiet.Step(Step);
		Watched.Step(Step);
		FHit Hit;
		Watched.World.Raycast({{-9.0f, 1.0f, -9.0f}, {9.0f, 1.0f, 9.0f}}, {}, Hit);
		Watched.World.SweepSphere({{-9.0f, 1.0f, -9.0f}, {9.0f, 1.0f, 9.0f}, 0.5f}, {}, Hit);
		Watched.World.DrawShapes(Draw, {}, 20.0f);
		REQUIRE(HashOf(Quiet.World) == HashOf(Watched.World));
	}
	REQUIRE(Draw.Lines > 1000);
}

TEST_CASE("FPhysicsWorld: a saved world goes on as the one that was never saved from, to the bit")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const bool bFreshWorld = GENERATE(true, false);
	FBusyWorld Original(Kind, 2);
	for (int Step = 0; Step < 77; ++Step)
	{
		Original.Step(Step);
	}
	FByteWriter Writer;
	Original.World.Save(Writer);
	// The other world: the same bodies in the same order, made anew, or one that has gone elsewhere meanwhile.
	FBusyWorld Other(Kind, 1);
	for (int Step = 0; Step < 77; ++Step)
	{
		if (!bFreshWorld)
		{
			Other.Step(Step);
		}
		else if (Step % 10 == 7)
		{
			const size_t Victim = size_t(Step * 7) % Other.Boids.size();
			Other.World.DestroyBody(Other.Boids[Victim]);
			Other.Boids.erase(Other.Boids.begin() + std::ptrdiff_t(Victim));
			Other.Boids.push_back(Other.Add(Boid({0.0f, 8.0f + 0.01f * float(Step), 0.0f}, 0.25f)));
		}
	}
	if (!bFreshWorld)
	{
		for (int Step = 0; Step < 5; ++Step)
		{
			Other.World.Step(StepTime);
		}
	}
	FByteReader Reader(Writer.GetBytes());
	FDiagnostics Diagnostics;
	REQUIRE(Other.World.Restore(Reader, Diagnostics));
	REQUIRE(HashOf(Original.World) == HashOf(Other.World));
	for (int Step = 77; Step < 200; ++Step)
	{
		Original.Step(Step);
		Other.Step(Step);
		CAPTURE(Step);
		REQUIRE(HashOf(Original.World) == HashOf(Other.World));
		RequireSameEvents(Original.World, Other.World, false);
	}
}

TEST_CASE("FPhysicsWorld: a damaged or foreign snapshot changes nothing and says why")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	FBusyWorld World(Kind, 1);
	for (int Step = 0; Step < 20; ++Step)
	{
		World.Step(Step);
	}
	FByteWriter Writer;
	World.World.Save(Writer);
	const std::vector<uint8_t> Good = Writer.GetBytes();
	const uint64_t Before = HashOf(World.World);
	const auto Refused = [&](const std::vector<uint8_t>& Bytes)
	{
		FByteReader Reader(Bytes);
		FDiagnostics Diagnostics;
		const bool bRefused = !World.World.Restore(Reader, Diagnostics);
		return bRefused && Diagnostics.HasErrors() && HashOf(World.World) == Before;
	};
	REQUIRE(Refused({}));
	REQUIRE(Refused(std::vector<uint8_t>(100, 0xff)));
	for (const size_t Size : {size_t(3), size_t(12), size_t(30), Good.size() / 2, Good.size() - 1})
	{
		REQUIRE(Refused(std::vector<uint8_t>(Good.begin(), Good.begin() + std::ptrdiff_t(Size))));
	}
	std::vector<uint8_t> NotFinite = Good;
	std::fill_n(NotFinite.begin() + 20 + 8 + 36, 4, uint8_t(0xff)); // the first body's x
	REQUIRE(Refused(NotFinite));
	World.Add(Boid({0.0f, 50.0f, 0.0f}));
	FByteReader Reader(Good);
	FDiagnostics Diagnostics;
	REQUIRE(!World.World.Restore(Reader, Diagnostics));
	REQUIRE(Diagnostics.GetAll().front().Message.find("bodies") != std::string::npos);
}

TEST_CASE("FPhysicsWorld: ten thousand random creations and destructions leave nothing behind")
{
	FTestWorld Test(EACH_KIND);
	FTestRandom Random(9);
	std::vector<FBodyId> Alive;
	std::vector<FBodyId> Dead;
	for (int Operation = 0; Operation < 10000; ++Operation)
	{
		if (Alive.empty() || Random.Next() % 5 < 3)
		{
			FBodyDef Def = Boid(Random.Vector(20.0f), 0.1f + 0.1f * float(Random.Next() % 4));
			Def.Type = EBodyType(Random.Next() % 3);
			Def.bGravity = Random.Next() % 2 == 0;
			Def.bCanSleep = Random.Next() % 4 == 0;
			Def.bReportContacts = Random.Next() % 4 == 0;
			Alive.push_back(Test.Add(Def));
		}
		else
		{
			const size_t Index = Random.Next() % Alive.size();
			REQUIRE(Test.World.DestroyBody(Alive[Index]));
			Dead.push_back(Alive[Index]);
			Alive.erase(Alive.begin() + std::ptrdiff_t(Index));
		}
		if (Operation % 50 == 0)
		{
			Test.Step();
		}
	}
	REQUIRE(Test.World.GetBodyCount() == int32_t(Alive.size()));
	REQUIRE(std::equal(Alive.begin(), Alive.end(), Test.World.GetBodies().begin(), Test.World.GetBodies().end()));
	for (const FBodyId Id : Dead)
	{
		REQUIRE(!Test.World.IsAlive(Id));
		REQUIRE(!Test.World.DestroyBody(Id));
	}
	for (const FBodyId Id : Alive)
	{
		REQUIRE(Test.World.DestroyBody(Id));
	}
	Test.Step();
	REQUIRE(Test.World.GetStats().Pairs == 0);
	REQUIRE(Test.World.GetStats().Manifolds == 0);
	REQUIRE(Test.World.GetStats().Shapes == 0);
}
