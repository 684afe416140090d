#include "FastWorld.h"

#include "../BulletMath.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btConstraintSolver.h>
#include <LinearMath/btTransformUtil.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t SweepGrain = 512;

FGridProxy& ProxyOf(btCollisionObject& Object)
{
	return *static_cast<FGridProxy*>(Object.getBroadphaseHandle());
}
btRigidBody& BodyOf(const FGridProxy& Proxy)
{
	return *static_cast<btRigidBody*>(static_cast<btCollisionObject*>(Proxy.m_clientObject));
}
} // namespace

FFastWorld::FFastWorld(btDispatcher* Dispatcher, FGridBroadphase* InGrid, btConstraintSolver* Solver,
    btCollisionConfiguration* Configuration, ITaskScheduler& InScheduler, FBodyPool& InBodies,
    const FBodyLists& InLists)
    : FStockWorld(Dispatcher, InGrid, Solver, Configuration), Grid(InGrid), Scheduler(InScheduler), BodyPool(InBodies),
      Lists(InLists)
{
	Grid->SetBoxWriter([this] { WriteLazyBoxes(); });
}

std::string_view FFastWorld::FindStockReason() const
{
	if (m_constraints.size() > 0)
	{
		return "the world holds constraints";
	}
	if (m_actions.size() > 0)
	{
		return "the world holds actions (vehicles, characters)";
	}
	if (size_t(m_collisionObjects.size()) != BodyPool.GetRecords().size())
	{
		return "the world holds objects that were added to Bullet directly";
	}
	return {};
}

int FFastWorld::stepSimulation(btScalar TimeStep, int MaxSubSteps, btScalar FixedTimeStep)
{
	ResetBodies.clear();
	CrowdedCount = 0;
	if (MaxSubSteps != 0 || !FindStockReason().empty())
	{
		return FStockWorld::stepSimulation(TimeStep, MaxSubSteps, FixedTimeStep);
	}
	StepFast(TimeStep);
	return 1;
}

void FFastWorld::StepFast(float DeltaTime)
{
	BeginStep(DeltaTime);
	SweepFastBodies(DeltaTime);
	Grid->calculateOverlappingPairs(getDispatcher());
	CrowdedCount = int32_t(Grid->GetCrowded().size());
	SyncPairs();
	SpreadCrowd();
	getDispatcher()->dispatchAllCollisionPairs(Grid->getOverlappingPairCache(), getDispatchInfo(), getDispatcher());
	CollectContacts(DeltaTime);
	if (!Lists.Sleepers.empty())
	{
		MergeIslands();
		SettleIslands();
		DropSleepingContacts();
	}
	Solve();
	MoveAll(DeltaTime);
	MoveSwept(DeltaTime);
	Grid->MoversWereMoved();
	UpdateSleepers(DeltaTime);
	for (const FBodyRecord* Record : Lists.Kinematic)
	{
		BodyPool.NoteMotion(*Record);
	}
	if (m_internalTickCallback)
	{
		m_internalTickCallback(this, DeltaTime);
	}
}

// Bodies in one and the same place have no direction in which to part, and Bullet takes x for all of them: a line of
// thousands. A millimetre each, by its number, and they part to all sides.
void FFastWorld::SpreadCrowd()
{
	constexpr float Distance = 0.001f; // m a step
	for (const FGridProxy* Proxy : Grid->GetCrowded())
	{
		btRigidBody& Body = BodyOf(*Proxy);
		if (!FFilterTraits(*Proxy).IsDynamic() || !Body.isActive())
		{
			continue;
		}
		FBodyRecord& Record = *BodyPool.At(Proxy->Slot);
		// Evenly over the sphere and far from those of the neighbouring numbers (the golden angle, 2.4 rad).
		const float Number = float(Record.Order % 4096);
		const float Height = std::fmod(Number * 0.618034f, 1.0f) * 2.0f - 1.0f;
		const float Width = std::sqrt(1.0f - Height * Height);
		const btVector3 Direction(Width * std::cos(2.3999632f * Number), Height, Width * std::sin(2.3999632f * Number));
		Body.getWorldTransform().getOrigin() += Direction * Distance;
		BodyPool.NoteMotion(Record);
	}
}

void FFastWorld::BeginStep(float DeltaTime)
{
	getDispatchInfo().m_timeStep = DeltaTime;
	getDispatchInfo().m_stepCount = 0;
	getDispatchInfo().m_debugDraw = nullptr;
	getSolverInfo().m_timeStep = DeltaTime;
	for (FBodyRecord* Record : Lists.Kinematic)
	{
		Record->Bullet.saveKinematicState(DeltaTime);
		UpdateBox(Record->Bullet);
	}
	if (m_internalPreTickCallback)
	{
		m_internalPreTickCallback(this, DeltaTime);
	}
}

// Fast bodies get a contact with what they would meet before the solver runs, and are swept again when they move. Few
// are fast at a time, so only the search for them is cut up.
void FFastWorld::SweepFastBodies(float DeltaTime)
{
	// Bullet's own release would give the array's memory back in every step.
	for (int Index = 0; Index < m_predictiveManifolds.size(); ++Index)
	{
		getDispatcher()->releaseManifold(m_predictiveManifolds[Index]);
	}
	m_predictiveManifolds.resizeNoInitialize(0);
	SweptBodies.clear();
	const int32_t Count = int32_t(Lists.Continuous.size());
	const size_t ChunkCount = size_t((Count + SweepGrain - 1) / SweepGrain);
	if (FastByChunk.size() < ChunkCount)
	{
		FastByChunk.resize(ChunkCount);
	}
	ParallelFor(Scheduler, Count, SweepGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    std::vector<FGridProxy*>& Fast = FastByChunk[size_t(Begin / SweepGrain)];
		    Fast.clear();
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    btRigidBody& Body = Lists.Continuous[size_t(Index)]->Bullet;
			    const float MotionSquared = Body.getLinearVelocity().length2() * DeltaTime * DeltaTime;
			    if (MotionSquared > Body.getCcdSquareMotionThreshold() && Body.isActive() && IsGoodState(Body))
			    {
				    Fast.push_back(&ProxyOf(Body));
			    }
		    }
	    });
	for (size_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
	{
		if (!FastByChunk[Chunk].empty())
		{
			BodyPool.SyncAll(); // Bullet sweeps against whatever is near
		}
		for (FGridProxy* Proxy : FastByChunk[Chunk])
		{
			btRigidBody* Body = &BodyOf(*Proxy);
			Body->applyDamping(DeltaTime);
			createPredictiveContactsInternal(&Body, 1, DeltaTime);
			Proxy->StepFlags = Damped | Swept;
			SweptBodies.push_back(Proxy);
		}
	}
}

void FFastWorld::Touch(btCollisionObject* Object, float DeltaTime)
{
	if (Object->isStaticOrKinematicObject())
	{
		return;
	}
	FGridProxy& Proxy = ProxyOf(*Object);
	if (Proxy.StepFlags & Touches)
	{
		return;
	}
	btRigidBody& Body = BodyOf(Proxy);
	BodyPool.FoldPush(*RecordOf(Object));
	BodyPool.SlotOf(*RecordOf(Object)).bForced = true; // the pass over all clears what the solver has used
	Body.setIslandTag(int(Touched.size()));
	Touched.push_back({&Body, FGoodState::Of(Body, RecordOf(Object)->Order)});
	if (!(Proxy.StepFlags & Damped))
	{
		Body.applyDamping(DeltaTime);
	}
	if (Proxy.bGravity && Body.isActive())
	{
		Body.applyGravity();
	}
	Proxy.StepFlags |= Touches | Damped;
}

void FFastWorld::CollectContacts(float DeltaTime)
{
	Touched.clear();
	SolverManifolds.clear();
	btDispatcher& Dispatcher = *getDispatcher();
	const int Count = Dispatcher.getNumManifolds();
	btPersistentManifold** Manifolds = Dispatcher.getInternalManifoldPointer();
	for (int Index = 0; Index < Count; ++Index)
	{
		btPersistentManifold* Manifold = Manifolds[Index];
		if (Manifold->getNumContacts() == 0 || !Dispatcher.needsResponse(Manifold->getBody0(), Manifold->getBody1()))
		{
			continue;
		}
		SolverManifolds.push_back(Manifold);
		Touch(const_cast<btCollisionObject*>(Manifold->getBody0()), DeltaTime);
		Touch(const_cast<btCollisionObject*>(Manifold->getBody1()), DeltaTime);
	}
}

void FFastWorld::Solve()
{
	if (SolverManifolds.empty())
	{
		return;
	}
	SolverBodies.clear();
	for (const FTouched& Entry : Touched)
	{
		if (ProxyOf(*Entry.Body).StepFlags & Touches)
		{
			SolverBodies.push_back(Entry.Body);
		}
	}
	m_constraintSolver->prepareSolve(int(SolverBodies.size()), int(SolverManifolds.size()));
	m_constraintSolver->solveGroup(SolverBodies.data(), int(SolverBodies.size()), SolverManifolds.data(),
	    int(SolverManifolds.size()), nullptr, 0, getSolverInfo(), nullptr, getDispatcher());
	m_constraintSolver->allSolved(getSolverInfo(), nullptr);
}

void FFastWorld::ForgetContacts(const FBodyPool& Bodies)
{
	FStockWorld::ForgetContacts(Bodies);
	for (FBodyRecord* Record : Bodies.GetRecords())
	{
		BodyWasChanged(*Record);
	}
}

// The narrow phase and the solver read Bullet's bodies.
void FFastWorld::SyncPairs()
{
	const btBroadphasePairArray& Pairs = Grid->getOverlappingPairCache()->getOverlappingPairArray();
	for (int Index = 0; Index < Pairs.size(); ++Index)
	{
		for (const btBroadphaseProxy* Proxy : {Pairs[Index].m_pProxy0, Pairs[Index].m_pProxy1})
		{
			const uint32_t Slot = static_cast<const FGridProxy*>(Proxy)->Slot;
			if (BodyPool.SlotAt(Slot).bStale)
			{
				BodyPool.Sync(*BodyPool.At(Slot));
			}
		}
	}
}

void FFastWorld::BodyWasChanged(FBodyRecord& Record)
{
	BodyPool.Sync(Record);
	FGridProxy& Proxy = ProxyOf(Record.Bullet);
	Proxy.Slot = Record.Id.Index;
	Proxy.bGravity = Record.bGravity;
	Proxy.bSimple = Record.Type == EBodyType::Dynamic && Record.bLockRotation && !Record.bCanSleep &&
	                Record.Bullet.getLinearDamping() == 0.0f;
	FBodySlot& Slot = BodyPool.SlotOf(Record);
	const bool bWasLazy = Slot.bLazy;
	FBodyBox& Box = BodyPool.BoxAt(Record.Id.Index);
	Box.Proxy = &Proxy;
	Slot.bLazy =
	    Proxy.bSimple && Box.BallRadius > 0.0f && !Record.bGravity && !Record.bContinuous && !BodyPool.IsBulletShared();
	if (bWasLazy)
	{
		WriteBallBox(Record.Id.Index); // which may have been kept back
	}
}

void FFastWorld::FilterWasChanged(FBodyRecord& Record)
{
	Grid->FilterWasChanged(ProxyOf(Record.Bullet));
}
} // namespace Flockwork
