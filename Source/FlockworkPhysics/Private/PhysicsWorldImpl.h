#pragma once
// What stands behind FPhysicsWorld, shared by its source files.
#include "BodyLists.h"
#include "BodyPool.h"
#include "ContactSolver.h"
#include "ContactTracker.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "GoodState.h"
#include "ShapeCache.h"
#include "StockWorld.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <atomic>
#include <memory>
#include <vector>

namespace Flockwork
{
struct FPhysicsWorld::FImpl
{
	FImpl(const FPhysicsSettings& InSettings, ITaskScheduler& InScheduler); // own world
	FImpl(const FPhysicsSettings& InSettings, ITaskScheduler& InScheduler, btDiscreteDynamicsWorld& InHost); // adopted
	~FImpl();

	FBodyId CreateBody(const FBodyDef& Def, FDiagnostics& Diagnostics);
	void DestroyBody(FBodyRecord& Record);
	bool Step(float DeltaTime);
	void ApplyWorldSettings();
	// After a change from outside: the broadphase's box, and those who may now have to wake up.
	void BodyWasMoved(FBodyRecord& Record);
	// After it was pushed: the force is in the Bullet body, or its velocity has changed.
	void BodyWasPushed(FBodyRecord& Record);
	// After their rotations were written.
	void BodiesWereTurned(std::span<const FBodyId> Ids);
	void UpdateBox(FBodyRecord& Record);
	void ChangeMask(FBodyRecord& Record, uint32_t Mask);
	void WakeNeighbours(const FBodyRecord& Record);
	void ForgetContacts();
	// Others get Bullet's objects into their hands.
	void ShareBullet();

	FPhysicsSettings Settings;
	ITaskScheduler& Scheduler;
	// Null in an adopted world.
	std::unique_ptr<btDefaultCollisionConfiguration> Configuration;
	std::unique_ptr<btCollisionDispatcher> Dispatcher;
	std::unique_ptr<btBroadphaseInterface> Broadphase;
	std::unique_ptr<FContactSolver> Solver;
	FPairFilter PairFilter;
	std::unique_ptr<FStockWorld> OwnWorld;
	btDiscreteDynamicsWorld* World = nullptr; // own or adopted

	FShapeCache Shapes;
	FBodyPool Bodies;
	FContactTracker Contacts;
	FBodyLists Lists;
	bool bLastStepFast = false;
	std::string_view StockReason;
	bool bOrderLost = false; // a body was removed since the order was last put right
	int64_t ResetBodies = 0;
	uint64_t Revision = 1;             // of places and velocities
	std::vector<uint64_t> ChunkHashes; // scratch of AddToHash
	bool bCrowdTold = false;
	mutable std::atomic<int64_t> RefusedValues{0};
	std::atomic<bool> bBoxesTurned{false}; // a body that is no ball was turned, its box is not updated yet

private:
	int MaskOf(const FBodyRecord& Record) const;
	void AddToWorld(FBodyRecord& Record);
	void DriveKinematics(float DeltaTime);
	void CheckBodies();
	void FoldPushes();
	void RefreshBoxes();
	void ResetBody(FBodyRecord& Record, const FGoodState& Good);
	void ReportCrowd();
	void ReportReset(FBodyRecord& Record);
	void MakeOwnWorld();
	void StepOwnWorld(float DeltaTime);

	std::vector<FGoodState> GoodStates; // by slot
};
} // namespace Flockwork
