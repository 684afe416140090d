#pragma once
// Bullet's world with a step for many simple bodies: pairs, contacts, the solver for those who touch, and then one pass
// in which each body goes from force to velocity to place to box. It computes what the stock step computes, in another
// order of memory; what it does not know (constraints, actions, others' objects) sends it back to the stock step.
#include "../BodyLists.h"
#include "../GoodState.h"
#include "../StockWorld.h"
#include "FlockworkCore/Tasks.h"
#include "GridBroadphase.h"

#include <vector>

namespace Flockwork
{
class FFastWorld final : public FStockWorld
{
public:
	FFastWorld(btDispatcher* Dispatcher, FGridBroadphase* InGrid, btConstraintSolver* Solver,
	    btCollisionConfiguration* Configuration, ITaskScheduler& InScheduler, FBodyPool& InBodies,
	    const FBodyLists& InLists);

	int stepSimulation(btScalar TimeStep, int MaxSubSteps, btScalar FixedTimeStep) override;
	void ForgetContacts(const FBodyPool& Bodies) override;
	void BodyWasChanged(FBodyRecord& Record) override;
	void FilterWasChanged(FBodyRecord& Record) override;
	std::string_view FindStockReason() const override;
	void SetMaxContactPairs(int32_t Count) override { Grid->SetMaxPartners(Count); }
	int32_t CountCrowded() const override { return CrowdedCount; }
	void BringBoxes() override { Grid->BringBoxes(); }
	std::span<FBodyRecord* const> GetResetBodies() const override { return ResetBodies; }

private:
	// Of a proxy, within a step.
	enum EStepFlags : uint8_t
	{
		Touches = 1, // the solver has integrated its velocity
		Damped = 2,
		Swept = 4 // fast: moved by itself, after the others
	};
	struct FTouched
	{
		btRigidBody* Body;
		FGoodState Before;
	};

	void StepFast(float DeltaTime);
	void BeginStep(float DeltaTime);
	void SpreadCrowd();
	void SweepFastBodies(float DeltaTime);
	void CollectContacts(float DeltaTime);
	void Touch(btCollisionObject* Object, float DeltaTime);
	void Solve();
	void MoveAll(float DeltaTime);
	void SyncPairs();
	bool MoveBody(uint32_t Slot, float DeltaTime);
	bool MoveBall(uint32_t Slot, float DeltaTime, bool bBoxes);
	bool MoveRun(const FBodyRun& Run, float DeltaTime);
	void WriteBallBox(uint32_t Slot);
	void WriteBallBoxes(uint32_t First, size_t Count);
	void WriteLazyBoxes();
	bool MoveSimple(FGridProxy& Proxy, float DeltaTime);
	bool MoveFree(FGridProxy& Proxy, float DeltaTime);
	void WriteBox(FGridProxy& Proxy, const btRigidBody& Body) const;
	void MoveSwept(float DeltaTime);
	void ResetBad(FGridProxy& Proxy);

	// Sleeping, in Sleep.cpp.
	void MergeIslands();
	void SettleIslands();
	void DropSleepingContacts();
	void UpdateSleepers(float DeltaTime);
	int IslandOf(int Index);

	FGridBroadphase* Grid;
	ITaskScheduler& Scheduler;
	FBodyPool& BodyPool;
	const FBodyLists& Lists;

	std::vector<FTouched> Touched;
	std::vector<btCollisionObject*> SolverBodies;
	std::vector<btPersistentManifold*> SolverManifolds;
	std::vector<int> IslandParents; // of Touched
	std::vector<uint8_t> IslandAwake;
	std::vector<std::vector<FGridProxy*>> FastByChunk;
	std::vector<std::vector<uint32_t>> BadByChunk; // slots
	std::vector<FGridProxy*> SweptBodies;
	std::vector<FBodyRecord*> ResetBodies;
	int32_t CrowdedCount = 0;
};
} // namespace Flockwork
