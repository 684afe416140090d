// The rigid bodies alone: Bullet's stock world as a tutorial sets it up, and FPhysicsWorld.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "References.h"
#include "Suites.h"

#include <btBulletDynamicsCommon.h>
#include <memory>

namespace Flockwork
{
namespace
{
constexpr float BodyRadius = 0.3f;

// btDiscreteDynamicsWorld on its default broadphase, motion states and all.
class FStockWorld
{
public:
	FStockWorld(const FFlockState& State, bool bContacts)
	    : Dispatcher(&Configuration), World(&Dispatcher, &Broadphase, &Solver, &Configuration),
	      Sphere(btScalar(BodyRadius))
	{
		World.setGravity({0, 0, 0});
		for (size_t Index = 0; Index < State.Positions.size(); ++Index)
		{
			AddBody(State.Positions[Index], State.Velocities[Index], bContacts);
		}
	}
	~FStockWorld()
	{
		for (const std::unique_ptr<btRigidBody>& Body : Bodies)
		{
			World.removeRigidBody(Body.get());
		}
	}
	void Step() { World.stepSimulation(StepTime, 0); }

private:
	void AddBody(const FVector& Position, const FVector& Velocity, bool bContacts)
	{
		const btTransform Start(btQuaternion::getIdentity(), {Position.x, Position.y, Position.z});
		MotionStates.push_back(std::make_unique<btDefaultMotionState>(Start));
		btVector3 Inertia;
		Sphere.calculateLocalInertia(1, Inertia);
		Bodies.push_back(std::make_unique<btRigidBody>(1, MotionStates.back().get(), &Sphere, Inertia));
		btRigidBody& Body = *Bodies.back();
		Body.setActivationState(DISABLE_DEACTIVATION);
		Body.setLinearVelocity({Velocity.x, Velocity.y, Velocity.z});
		World.addRigidBody(&Body, 1, bContacts ? 1 : 0);
	}

	btDefaultCollisionConfiguration Configuration;
	btCollisionDispatcher Dispatcher;
	btDbvtBroadphase Broadphase;
	btSequentialImpulseConstraintSolver Solver;
	btDiscreteDynamicsWorld World;
	btSphereShape Sphere;
	std::vector<std::unique_ptr<btDefaultMotionState>> MotionStates;
	std::vector<std::unique_ptr<btRigidBody>> Bodies;
};

std::unique_ptr<FPhysicsWorld> MakeOurWorld(const FFlockState& State, bool bContacts, ITaskScheduler& Scheduler)
{
	FPhysicsSettings Settings;
	Settings.Gravity = FVector{0.0f, 0.0f, 0.0f};
	auto World = std::make_unique<FPhysicsWorld>(Settings, Scheduler);
	FBodyDef Def;
	Def.Shape = FShapeDef::MakeSphere(BodyRadius);
	Def.Layer = uint32_t(ELayer::Boid);
	Def.CollidesWith = bContacts ? AllLayers : 0;
	FDiagnostics Diagnostics;
	for (size_t Index = 0; Index < State.Positions.size(); ++Index)
	{
		Def.Transform.Location = State.Positions[Index];
		Def.LinearVelocity = State.Velocities[Index];
		World->CreateBody(Def, Diagnostics);
	}
	Diagnostics.WriteToLog();
	return World;
}

void MeasureStock(int32_t Count, bool bContacts, const FFlockState& Fresh, const FOnMeasured& OnMeasured)
{
	std::unique_ptr<FStockWorld> World;
	FCase Case;
	Case.Name = bContacts ? StockContactsName : StockName;
	Case.Count = Count;
	Case.Steps = Count > 20000 ? 5 : 20;
	Case.Begin = [&]
	{
		World.reset();
		World = std::make_unique<FStockWorld>(Fresh, bContacts);
	};
	Case.Step = [&] { World->Step(); };
	OnMeasured(Measure(Case));
}

void MeasureOurs(
    int32_t Count, int32_t Threads, bool bContacts, const FFlockState& Fresh, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	std::unique_ptr<FPhysicsWorld> World;
	FCase Case;
	Case.Name = bContacts ? PhysicsContactsName : PhysicsName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&]
	{
		World.reset();
		World = MakeOurWorld(Fresh, bContacts, Pool);
	};
	Case.Step = [&]
	{
		Pool.BeginFrame();
		World->Step(StepTime);
	};
	OnMeasured(Measure(Case));
}
} // namespace

void RunPhysicsSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	for (const int32_t Count : Options.Counts)
	{
		const FFlockState Fresh = FFlockState::Make(Count);
		for (const bool bContacts : {false, true})
		{
			if (Options.Wants(bContacts ? StockContactsName : StockName))
			{
				MeasureStock(Count, bContacts, Fresh, OnMeasured);
			}
			for (const int32_t Threads : Options.Threads)
			{
				if (Options.Wants(bContacts ? PhysicsContactsName : PhysicsName))
				{
					MeasureOurs(Count, Threads, bContacts, Fresh, OnMeasured);
				}
			}
		}
	}
}
} // namespace Flockwork
