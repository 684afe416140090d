#include "FlockworkCore/DebugDraw.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/Snapshot.h"
#include "FlockworkPhysics/Interop.h"
#include "Twins.h"

namespace Flockwork
{
namespace
{
using namespace GameTest;

class FNoDraw final : public IDebugDraw
{
public:
	void Line(const FVector&, const FVector&, const FColor&) override {}
	void Text(const FVector&, std::string_view, const FColor&) override {}
};

FDebugLayers EveryLayer(const UWorld& World)
{
	FDebugLayers Layers;
	Layers.bVelocity = Layers.bForces = Layers.bRadius = Layers.bLinks = Layers.bGrid = Layers.bTargets = true;
	Layers.bThreats = Layers.bBodies = Layers.bNames = true;
	Layers.Selected = World.GetActors()[World.GetActors().size() / 2];
	return Layers;
}
} // namespace

TEST_CASE("Twin worlds: one, two and three threads give the same bits in every step")
{
	const std::unique_ptr<UWorld> One = MakeTwin(1, 150);
	const std::unique_ptr<UWorld> Two = MakeTwin(2, 150);
	const std::unique_ptr<UWorld> Three = MakeTwin(3, 150);
	for (int32_t Step = 0; Step < 200; ++Step)
	{
		One->Step();
		Two->Step();
		Three->Step();
		RequireSame(*One, *Two);
		RequireSame(*One, *Three);
	}
	const FDiagnostics Said = One->TakeDiagnostics();
	INFO(Said.ToString());
	CHECK(Said.GetAll().empty());
}

TEST_CASE("Twin worlds: another seed gives another world")
{
	const std::unique_ptr<UWorld> A = MakeTwin(1, 20, 1);
	const std::unique_ptr<UWorld> B = MakeTwin(1, 20, 2);
	CHECK(A->ComputeStateHash() != B->ComputeStateHash());
	A->Step();
	B->Step();
	CHECK(A->GetStateHash() != B->GetStateHash());
}

TEST_CASE("Twin worlds: debug drawing, metrics and looking at everything change nothing")
{
	const std::unique_ptr<UWorld> Plain = MakeTwin();
	FWorldDef Def = MakeDef();
	Def.Settings.Seed = 11;
	Def.Settings.MetricsInterval = 0.0f;
	UWorld Watched(std::move(Def));
	FillScene(Watched, 60);
	FNoDraw Draw;
	for (int32_t Step = 0; Step < 150; ++Step)
	{
		Plain->Step();
		Watched.DrawDebug(Draw, EveryLayer(Watched));
		Watched.Step();
		UFlockSubsystem::FBoidInfo Info;
		Watched.Get<UFlockSubsystem>().GetBoidInfo(Watched.GetActors().back(), Info);
		RequireSame(*Plain, Watched);
	}
}

TEST_CASE("Twin worlds: a host that calls the phases itself gets what Tick gives")
{
	const std::unique_ptr<UWorld> Ticked = MakeTwin();
	const std::unique_ptr<UWorld> Driven = MakeTwin();
	for (int32_t Step = 0; Step < 150; ++Step)
	{
		REQUIRE(Ticked->Tick(1.0f / 60.0f).Steps == 1);
		Driven->BeginStep();
		for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
		{
			Driven->RunPhase(EPhase(Phase));
		}
		Driven->EndStep();
		RequireSame(*Ticked, *Driven);
	}
}

TEST_CASE("Twin worlds: short and long frames give the same steps")
{
	const std::unique_ptr<UWorld> Steady = MakeTwin();
	const std::unique_ptr<UWorld> Uneven = MakeTwin();
	const float Frames[] = {0.004f, 0.03f, 0.0f, 0.017f, 0.05f, 0.001f};
	for (int32_t Frame = 0; Frame < 60; ++Frame)
	{
		Uneven->Tick(Frames[size_t(Frame) % std::size(Frames)]);
	}
	REQUIRE(Uneven->GetStepCount() > 30);
	while (Steady->GetStepCount() < Uneven->GetStepCount())
	{
		Steady->Step();
	}
	RequireSame(*Steady, *Uneven);
}

TEST_CASE("Twin worlds: a host's own Bullet world, stepped by the host in the middle, moves the same flock every time")
{
	uint64_t Hashes[2] = {};
	for (uint64_t& Hash : Hashes)
	{
		btDefaultCollisionConfiguration Configuration;
		btCollisionDispatcher Dispatcher(&Configuration);
		btDbvtBroadphase Broadphase;
		btSequentialImpulseConstraintSolver Solver;
		btDiscreteDynamicsWorld Bullet(&Dispatcher, &Broadphase, &Solver, &Configuration);
		Bullet.setGravity(btVector3(0.0f, -9.81f, 0.0f));
		FTaskPool Pool(FTaskPoolSettings{.ThreadCount = 1});
		FWorldDef Def = MakeDef();
		Def.Scheduler = &Pool;
		Def.PhysicsWorld = FPhysicsInterop::Adopt(Bullet, Def.Physics, Pool);
		Def.bHostStepsPhysics = true;
		UWorld World(std::move(Def));
		FillScene(World, 20);
		for (int32_t Step = 0; Step < 120; ++Step)
		{
			World.BeginStep();
			for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
			{
				World.RunPhase(EPhase(Phase));
				if (EPhase(Phase) == EPhase::Simulate)
				{
					Bullet.stepSimulation(1.0f / 60.0f, 0);
				}
			}
			World.EndStep();
		}
		const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
		const FFlockMetrics Walkers = Flocks.ComputeMetrics(World, Flocks.FindFlock("Walkers"));
		CHECK(Walkers.MeanSpeed > 0.5f);
		Hash = World.ComputeStateHash();
		FDiagnostics Diagnostics;
		CHECK(FSnapshot::Take(World, Diagnostics).empty()); // outside the promise, and says so
		CHECK(Diagnostics.HasErrors());
		CHECK(World.GetPhysics().IsAdopted());
		UWorld Ours(MakeDef());
		CHECK_FALSE(Ours.GetPhysics().IsAdopted());
		const std::vector<uint8_t> Bytes = FSnapshot::Take(Ours, Diagnostics);
		REQUIRE_FALSE(Bytes.empty());
		FDiagnostics Refusal; // it would go on in a world of its own, and the host's would stand empty
		CHECK_FALSE(FSnapshot::Restore(World, Bytes, "ours", Refusal));
		CHECK(Refusal.ToString().find("host's own Bullet world") != std::string::npos);
		CHECK(World.ComputeStateHash() == Hash);
	}
	CHECK(Hashes[0] == Hashes[1]);
}
} // namespace Flockwork
