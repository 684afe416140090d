// What a host builds out of Bullet's own parts in our world, or brings with its own: vehicles, joints, soft bodies.
#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"

#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <array>

using namespace Flockwork;

namespace
{
void RequireFast(const FTestWorld& Test)
{
	REQUIRE(Test.World.GetStats().bFastStep);
	REQUIRE(Test.World.GetStats().StockReason.empty());
}

// A floor, and boids that glide along over it.
struct FYard : FTestWorld
{
	FYard() : FTestWorld(EPhysicsWorldKind::Fast)
	{
		Add(Static(FShapeDef::MakeBox({100.0f, 1.0f, 100.0f}), {0.0f, -1.0f, 0.0f}));
		for (int Index = 0; Index < 8; ++Index)
		{
			FBodyDef Def = Boid({float(Index) * 2.0f - 8.0f, 6.0f, 0.0f});
			Def.LinearVelocity = {0.0f, 0.0f, 1.0f};
			Boids.push_back(Add(Def));
		}
	}
	// Whatever path the steps took, nothing has been in the boids' way.
	void RequireBoidsAt(float Z) const
	{
		for (const FBodyId Id : Boids)
		{
			REQUIRE(World.GetTransform(Id).Location.z == Approx(Z).margin(1e-3));
		}
	}
	std::vector<FBodyId> Boids;
};

void AddWheels(btRaycastVehicle& Vehicle, const btRaycastVehicle::btVehicleTuning& Tuning)
{
	constexpr float RestLength = 0.5f;
	constexpr float WheelRadius = 0.4f;
	for (const float X : {-0.9f, 0.9f})
	{
		for (const float Z : {-1.4f, 1.4f})
		{
			Vehicle.addWheel({X, -0.1f, Z}, {0, -1, 0}, {-1, 0, 0}, RestLength, WheelRadius, Tuning, Z > 0.0f);
		}
	}
	for (int Wheel = 0; Wheel < Vehicle.getNumWheels(); ++Wheel)
	{
		Vehicle.getWheelInfo(Wheel).m_suspensionStiffness = 40.0f;
		Vehicle.getWheelInfo(Wheel).m_wheelsDampingRelaxation = 4.0f;
		Vehicle.getWheelInfo(Wheel).m_wheelsDampingCompression = 4.0f;
		Vehicle.getWheelInfo(Wheel).m_frictionSlip = 10.0f;
	}
}
} // namespace

TEST_CASE("Fast world: a vehicle drives on the stock path, and once it is gone the steps are fast again")
{
	FYard Yard;
	FBodyDef Def = Dynamic(FShapeDef::MakeBox({1.0f, 0.4f, 2.0f}), {20.0f, 1.2f, 0.0f});
	Def.Mass = 800.0f;
	const FBodyId Chassis = Yard.Add(Def);
	Yard.Step();
	RequireFast(Yard);

	btDiscreteDynamicsWorld& Bullet = FPhysicsInterop::GetBulletWorld(Yard.World);
	btDefaultVehicleRaycaster Raycaster(&Bullet);
	const btRaycastVehicle::btVehicleTuning Tuning;
	btRaycastVehicle Vehicle(Tuning, FPhysicsInterop::GetBulletBody(Yard.World, Chassis), &Raycaster);
	Vehicle.setCoordinateSystem(0, 1, 2);
	AddWheels(Vehicle, Tuning);
	Bullet.addVehicle(&Vehicle);
	Yard.Step(60);
	REQUIRE(!Yard.World.GetStats().bFastStep);
	REQUIRE(Yard.World.GetStats().StockReason.find("vehicle") != std::string_view::npos);
	for (int Wheel = 0; Wheel < Vehicle.getNumWheels(); ++Wheel)
	{
		REQUIRE(Vehicle.getWheelInfo(Wheel).m_raycastInfo.m_isInContact); // its rays find our floor
	}
	const float StartZ = Yard.World.GetTransform(Chassis).Location.z;
	Vehicle.applyEngineForce(1500.0f, 0);
	Vehicle.applyEngineForce(1500.0f, 2);
	Yard.Step(120);
	const FTransform Driven = Yard.World.GetTransform(Chassis);
	REQUIRE(Driven.Location.z > StartZ + 4.0f);
	REQUIRE(Driven.Location.y > 0.5f); // on its wheels
	Yard.RequireBoidsAt(181.0f / 60.0f);

	Bullet.removeVehicle(&Vehicle);
	Yard.Step(60);
	RequireFast(Yard);
	REQUIRE(Yard.World.GetTransform(Chassis).Location.y == Approx(0.4f).margin(0.05)); // no suspension holds it up
	Yard.RequireBoidsAt(241.0f / 60.0f);
}

TEST_CASE("Fast world: a hinge and a slider hold on the stock path, and once they are gone bodies are free")
{
	FYard Yard;
	FBodyDef Def = Dynamic(FShapeDef::MakeBox({0.5f, 0.1f, 0.1f}), {20.0f, 8.0f, 0.0f});
	const FBodyId Swing = Yard.Add(Def);
	Def.Transform.Location = {30.0f, 8.0f, 0.0f};
	const FBodyId Slide = Yard.Add(Def);
	Yard.Step();
	RequireFast(Yard);
	btDiscreteDynamicsWorld& Bullet = FPhysicsInterop::GetBulletWorld(Yard.World);
	const FVector SwingAt = Yard.World.GetTransform(Swing).Location;
	const FVector SlideAt = Yard.World.GetTransform(Slide).Location;
	btHingeConstraint Hinge(
	    *FPhysicsInterop::GetBulletBody(Yard.World, Swing), btVector3(0.5f, 0, 0), btVector3(0, 0, 1));
	btSliderConstraint Slider(
	    *FPhysicsInterop::GetBulletBody(Yard.World, Slide), btTransform::getIdentity(), true); // along x
	Bullet.addConstraint(&Hinge);
	Bullet.addConstraint(&Slider);
	for (int Step = 0; Step < 120; ++Step)
	{
		Yard.Step();
		REQUIRE(!Yard.World.GetStats().bFastStep);
		REQUIRE(Yard.World.GetStats().StockReason.find("constraint") != std::string_view::npos);
		const FVector Joint = Yard.World.GetTransform(Swing).TransformPoint({0.5f, 0.0f, 0.0f});
		REQUIRE(Length(Joint - (SwingAt + FVector{0.5f, 0.0f, 0.0f})) < 0.05f);
		REQUIRE(Yard.World.GetTransform(Slide).Location.y == Approx(SlideAt.y).margin(0.05));
	}
	Bullet.removeConstraint(&Hinge);
	REQUIRE(!(Yard.Step(), Yard.World.GetStats().bFastStep)); // one is left
	Bullet.removeConstraint(&Slider);
	Yard.Step(180);
	RequireFast(Yard);
	REQUIRE(Yard.World.GetTransform(Swing).Location.y < 0.6f); // both have fallen to the floor
	REQUIRE(Yard.World.GetTransform(Slide).Location.y < 0.6f);
	Yard.RequireBoidsAt(302.0f / 60.0f);
}

TEST_CASE("Fast world: an action of the host's own is called once a step, as long as it is there")
{
	FYard Yard;
	Yard.Step(3);
	RequireFast(Yard);
	struct FWind final : btActionInterface
	{
		std::vector<btRigidBody*> Bodies;
		int Calls = 0;
		void updateAction(btCollisionWorld*, btScalar DeltaTime) override
		{
			++Calls;
			for (btRigidBody* Body : Bodies)
			{
				Body->setLinearVelocity(Body->getLinearVelocity() + btVector3(3.0f * DeltaTime, 0, 0));
			}
		}
		void debugDraw(btIDebugDraw*) override {}
	} Wind;
	btDiscreteDynamicsWorld& Bullet = FPhysicsInterop::GetBulletWorld(Yard.World);
	for (const FBodyId Id : Yard.Boids)
	{
		Wind.Bodies.push_back(FPhysicsInterop::GetBulletBody(Yard.World, Id));
	}
	Bullet.addAction(&Wind);
	Yard.Step(60);
	REQUIRE(Wind.Calls == 60);
	REQUIRE(!Yard.World.GetStats().bFastStep);
	for (const FBodyId Id : Yard.Boids)
	{
		REQUIRE(Yard.World.GetVelocity(Id).x == Approx(3.0f).margin(1e-3));
	}
	Bullet.removeAction(&Wind);
	Yard.Step(60);
	RequireFast(Yard);
	REQUIRE(Wind.Calls == 60);
	REQUIRE(Yard.World.GetVelocity(Yard.Boids[0]).x == Approx(3.0f).margin(1e-3));
	Yard.RequireBoidsAt(123.0f / 60.0f);
}

namespace
{
// A host with soft bodies: a sheet of cloth, held at its corners.
struct FSoftHost
{
	btSoftBodyRigidBodyCollisionConfiguration Configuration;
	btCollisionDispatcher Dispatcher{&Configuration};
	btDbvtBroadphase Broadphase;
	btSequentialImpulseConstraintSolver Solver;
	btSoftRigidDynamicsWorld World{&Dispatcher, &Broadphase, &Solver, &Configuration};
	btSoftBody* Cloth = nullptr;

	FSoftHost()
	{
		World.setGravity({0.0f, -9.81f, 0.0f});
		World.getWorldInfo().m_gravity = World.getGravity();
		World.getWorldInfo().m_sparsesdf.Initialize();
		constexpr int Resolution = 15;
		constexpr int AllCorners = 1 + 2 + 4 + 8;
		Cloth = btSoftBodyHelpers::CreatePatch(World.getWorldInfo(), {-2, 2, -2}, {2, 2, -2}, {-2, 2, 2}, {2, 2, 2},
		    Resolution, Resolution, AllCorners, true);
		Cloth->setTotalMass(50.0f); // far heavier than what falls on it: Bullet's cloth lets heavy things through
		World.addSoftBody(Cloth);
	}
	~FSoftHost()
	{
		World.removeSoftBody(Cloth);
		delete Cloth;
	}
	float LowestOfCloth() const
	{
		float Lowest = 100.0f;
		for (int Node = 0; Node < Cloth->m_nodes.size(); ++Node)
		{
			Lowest = std::min(Lowest, float(Cloth->m_nodes[Node].m_x.y()));
		}
		return Lowest;
	}
};
} // namespace

TEST_CASE("FPhysicsInterop: a host's world with soft bodies is adopted, and a ball of ours is caught by its cloth")
{
	FSoftHost Host;
	FSerialScheduler Scheduler;
	auto World = FPhysicsInterop::Adopt(Host.World, {}, Scheduler);
	FDiagnostics Diagnostics;
	FBodyDef BallDef = Dynamic(FShapeDef::MakeSphere(0.4f), {0.0f, 2.8f, 0.0f});
	BallDef.Mass = 0.5f;
	const FBodyId Ball = World->CreateBody(BallDef, Diagnostics);
	FBodyDef BesideDef = BallDef;
	BesideDef.Transform.Location = {5.0f, 2.8f, 0.0f};
	const FBodyId Beside = World->CreateBody(BesideDef, Diagnostics);
	REQUIRE(!Diagnostics.HasErrors());
	for (int Step = 0; Step < 180; ++Step)
	{
		Host.World.stepSimulation(StepTime, 0);
		REQUIRE(World->Step(StepTime));
		REQUIRE(IsFinite(World->GetTransform(Ball).Location));
	}
	REQUIRE(World->GetStats().ResetBodies == 0);
	REQUIRE(World->GetTransform(Ball).Location.y > Host.LowestOfCloth() - 0.5f); // it hangs in the cloth
	REQUIRE(World->GetTransform(Ball).Location.y > 0.0f);
	REQUIRE(Host.LowestOfCloth() < 2.0f);                     // which sags under it
	REQUIRE(World->GetTransform(Beside).Location.y < -20.0f); // the other one found nothing to hold it
	FHit Hit;
	const FVector Rest = World->GetTransform(Ball).Location;
	REQUIRE(World->Raycast({Rest - UpVector * 5.0f, Rest + UpVector * 5.0f}, {}, Hit));
	REQUIRE(Hit.BodyBits == Ball.ToBits()); // queries see rigid bodies alone: through the cloth
	std::array<FOverlap, 8> Overlaps;
	REQUIRE(World->OverlapSphere({1.5f, 2.0f, 1.5f}, 0.3f, {}, Overlaps) == 0);
	World.reset();
	REQUIRE(Host.World.getNumCollisionObjects() == 1); // the cloth
	Host.World.stepSimulation(StepTime, 0);
}
