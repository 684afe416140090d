#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"

#include <array>

using namespace Flockwork;

namespace
{
// A host with a world of its own: a floor and a crate, made the usual Bullet way.
struct FHost
{
	btDefaultCollisionConfiguration Configuration;
	btCollisionDispatcher Dispatcher{&Configuration};
	btDbvtBroadphase Broadphase;
	btSequentialImpulseConstraintSolver Solver;
	btDiscreteDynamicsWorld World{&Dispatcher, &Broadphase, &Solver, &Configuration};
	btBoxShape FloorShape{btVector3(20, 1, 20)};
	btBoxShape CrateShape{btVector3(0.5f, 0.5f, 0.5f)};
	btRigidBody Floor{0.0f, nullptr, &FloorShape};
	btRigidBody Crate{10.0f, nullptr, &CrateShape, btVector3(1, 1, 1)};

	FHost()
	{
		World.setGravity({0.0f, -9.81f, 0.0f});
		Floor.getWorldTransform().setOrigin({0.0f, -1.0f, 0.0f});
		Crate.getWorldTransform().setOrigin({4.0f, 0.5f, 0.0f});
		Crate.setUserIndex(0); // as a host might: it is not ours for that
		World.addRigidBody(&Floor);
		World.addRigidBody(&Crate);
	}
	~FHost()
	{
		World.removeRigidBody(&Crate);
		World.removeRigidBody(&Floor);
	}
};
} // namespace

TEST_CASE("FPhysicsInterop: our bodies live in a host's world and leave it clean")
{
	FHost Host;
	FSerialScheduler Scheduler;
	auto World = FPhysicsInterop::Adopt(Host.World, {}, Scheduler);
	FDiagnostics Diagnostics;
	FBodyDef BallDef = Dynamic(FShapeDef::MakeSphere(0.5f), {0.0f, 3.0f, 0.0f});
	BallDef.bReportContacts = true;
	const FBodyId Ball = World->CreateBody(BallDef, Diagnostics);
	FBodyDef Runner = Boid({-3.0f, 0.51f, 0.0f}, 0.5f);
	Runner.LinearVelocity = {8.0f, 0.0f, 0.0f};
	Runner.Friction = 0.0f;
	Runner.Mass = 10.0f;
	const FBodyId Boid1 = World->CreateBody(Runner, Diagnostics);
	// Two of ours whose layers do not meet, in one place.
	FBodyDef Ghost = Boid({8.0f, 5.0f, 8.0f});
	Ghost.CollidesWith = LayerBit(ELayer::WorldStatic) | LayerBit(ELayer::WorldDynamic);
	const FBodyId Ghost1 = World->CreateBody(Ghost, Diagnostics);
	Ghost.Transform.Location.x += 0.1f;
	World->CreateBody(Ghost, Diagnostics);
	World->CreateBody(Static(FShapeDef::MakeBox({1.0f, 1.0f, 1.0f}), {0.0f, 0.0f, 12.0f}), Diagnostics);
	REQUIRE(!Diagnostics.HasErrors());
	REQUIRE(Host.World.getNumCollisionObjects() == 7);
	REQUIRE(&FPhysicsInterop::GetBulletWorld(*World) == &Host.World);
	bool bContact = false;
	for (int Step = 0; Step < 120; ++Step)
	{
		Host.World.stepSimulation(StepTime, 0);
		REQUIRE(World->Step(StepTime));
		bContact = bContact || !World->GetContacts().empty();
	}
	REQUIRE(World->GetTransform(Ball).Location.y == Approx(0.5f).margin(0.02));
	REQUIRE(World->GetTransform(Ghost1).Location == FVector(8.0f, 5.0f, 8.0f));
	// The boid has pushed the host's crate.
	REQUIRE(Host.Crate.getWorldTransform().getOrigin().x() > 4.2f);
	REQUIRE(World->GetVelocity(Boid1).x < 7.0f);
	SECTION("queries see both, ours by id")
	{
		FHit Hit;
		REQUIRE(World->Raycast({{0.0f, 9.0f, 0.0f}, {0.0f, -9.0f, 0.0f}}, {}, Hit));
		REQUIRE(Hit.BodyBits == Ball.ToBits());
		REQUIRE(World->Raycast({{-9.0f, 9.0f, 0.0f}, {-9.0f, -9.0f, 0.0f}}, {}, Hit));
		REQUIRE(!FBodyId::FromBits(Hit.BodyBits).IsValid());
		REQUIRE(Hit.Position.y == Approx(0.0f).margin(1e-4));
		REQUIRE(Hit.Layer == uint32_t(ELayer::WorldStatic));
	}
	SECTION("objects lead back to ids")
	{
		REQUIRE(FPhysicsInterop::FindBody(*World, *FPhysicsInterop::GetBulletBody(*World, Ball)) == Ball);
		REQUIRE(!FPhysicsInterop::FindBody(*World, Host.Crate).IsValid());
	}
	SECTION("layers that a host's world has no room for are refused")
	{
		FBodyDef High = Boid({});
		High.Layer = 26;
		REQUIRE(!World->CreateBody(High, Diagnostics).IsValid());
		REQUIRE(Diagnostics.GetAll().front().Field == "layer");
	}
	World.reset();
	REQUIRE(Host.World.getNumCollisionObjects() == 2);
	REQUIRE(Host.World.getPairCache()->getNumOverlappingPairs() <= 1);
	for (int Step = 0; Step < 10; ++Step)
	{
		Host.World.stepSimulation(StepTime, 0);
	}
}

TEST_CASE("FPhysicsInterop: queries take a host's shapes of every kind")
{
	FHost Host;
	btCylinderShape Cylinder(btVector3(1.0f, 2.0f, 1.0f));
	btCapsuleShapeX Lying(0.5f, 2.0f);
	btStaticPlaneShape Plane(btVector3(0, 1, 0), -3.0f);
	btCompoundShape Compound;
	Compound.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 5, 0)), &Host.CrateShape);
	const std::array<btCollisionShape*, 4> Shapes = {&Cylinder, &Lying, &Plane, &Compound};
	std::array<btCollisionObject, 4> Objects;
	for (size_t Index = 0; Index < Shapes.size(); ++Index)
	{
		Objects[Index].setCollisionShape(Shapes[Index]);
		Objects[Index].getWorldTransform().setIdentity();
		Objects[Index].getWorldTransform().setOrigin({60.0f + 20.0f * float(Index), 0.0f, 0.0f});
		Host.World.addCollisionObject(&Objects[Index]);
	}
	FSerialScheduler Scheduler;
	const auto World = FPhysicsInterop::Adopt(Host.World, {}, Scheduler);
	const auto TopAt = [&](float X)
	{
		FHit Hit;
		REQUIRE(World->Raycast({{X, 20.0f, 0.1f}, {X, -20.0f, 0.1f}}, {}, Hit));
		FHit Ball;
		REQUIRE(World->SweepSphere({{X, 20.0f, 0.1f}, {X, -20.0f, 0.1f}, 0.25f}, {}, Ball));
		REQUIRE(Ball.Distance == Approx(Hit.Distance - 0.25f).margin(0.02));
		return Hit.Position.y;
	};
	REQUIRE(TopAt(60.0f) == Approx(2.0f).margin(1e-3));
	REQUIRE(TopAt(81.0f) == Approx(std::sqrt(0.25f - 0.01f)).margin(1e-3));
	REQUIRE(TopAt(120.0f) == Approx(5.5f).margin(1e-3));
	REQUIRE(TopAt(108.0f) == Approx(-3.0f).margin(1e-3));
	std::array<FOverlap, 4> Out{};
	REQUIRE(World->OverlapSphere({61.2f, 0.0f, 0.0f}, 0.5f, {}, Out) == 1);
	REQUIRE(Out[0].Push.x == Approx(0.3f).margin(0.02));
	for (btCollisionObject& Object : Objects)
	{
		Host.World.removeCollisionObject(&Object);
	}
}
