// Bodies that may sleep do so together: all that touch one another, directly or through others, make an island, which
// rests when every one of it wants to. The rules are those of Bullet's btSimulationIslandManager, applied to the bodies
// that touch instead of to all.
#include "FastWorld.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
FGridProxy& ProxyOf(btCollisionObject& Object)
{
	return *static_cast<FGridProxy*>(Object.getBroadphaseHandle());
}
} // namespace

// Union-find with path halving (Tarjan and van Leeuwen 1984).
int FFastWorld::IslandOf(int Index)
{
	while (IslandParents[size_t(Index)] != Index)
	{
		IslandParents[size_t(Index)] = IslandParents[size_t(IslandParents[size_t(Index)])];
		Index = IslandParents[size_t(Index)];
	}
	return Index;
}

void FFastWorld::MergeIslands()
{
	IslandParents.resize(Touched.size());
	for (size_t Index = 0; Index < Touched.size(); ++Index)
	{
		IslandParents[Index] = int(Index);
	}
	for (const btPersistentManifold* Manifold : SolverManifolds)
	{
		auto* A = const_cast<btCollisionObject*>(Manifold->getBody0());
		auto* B = const_cast<btCollisionObject*>(Manifold->getBody1());
		if (!A->isStaticOrKinematicObject() && !B->isStaticOrKinematicObject())
		{
			const int IslandA = IslandOf(A->getIslandTag());
			const int IslandB = IslandOf(B->getIslandTag());
			IslandParents[size_t(std::max(IslandA, IslandB))] = std::min(IslandA, IslandB);
		}
		// What is moved wakes what it touches.
		else if (A->isKinematicObject())
		{
			B->activate();
		}
		else if (B->isKinematicObject())
		{
			A->activate();
		}
	}
}

void FFastWorld::SettleIslands()
{
	IslandAwake.assign(Touched.size(), 0);
	const auto IsAwake = [](const btRigidBody& Body)
	{ return Body.getActivationState() == ACTIVE_TAG || Body.getActivationState() == DISABLE_DEACTIVATION; };
	for (size_t Index = 0; Index < Touched.size(); ++Index)
	{
		if (IsAwake(*Touched[Index].Body))
		{
			IslandAwake[size_t(IslandOf(int(Index)))] = 1;
		}
	}
	for (size_t Index = 0; Index < Touched.size(); ++Index)
	{
		btRigidBody& Body = *Touched[Index].Body;
		if (!IslandAwake[size_t(IslandOf(int(Index)))])
		{
			Body.setActivationState(ISLAND_SLEEPING);
		}
		else if (Body.getActivationState() == ISLAND_SLEEPING)
		{
			Body.setActivationState(WANTS_DEACTIVATION);
			Body.setDeactivationTime(0.0f);
		}
	}
	// One that touches nobody is an island of its own.
	for (FBodyRecord* Record : Lists.Sleepers)
	{
		btRigidBody& Body = Record->Bullet;
		if (Body.getActivationState() == WANTS_DEACTIVATION && !(ProxyOf(Body).StepFlags & Touches))
		{
			Body.setActivationState(ISLAND_SLEEPING);
		}
	}
}

void FFastWorld::DropSleepingContacts()
{
	const auto IsAsleep = [](const btCollisionObject* Object)
	{ return Object->isStaticOrKinematicObject() || Object->getActivationState() == ISLAND_SLEEPING; };
	std::erase_if(SolverManifolds, [&](const btPersistentManifold* Manifold)
	    { return IsAsleep(Manifold->getBody0()) && IsAsleep(Manifold->getBody1()); });
	for (const FTouched& Entry : Touched)
	{
		if (Entry.Body->getActivationState() == ISLAND_SLEEPING)
		{
			ProxyOf(*Entry.Body).StepFlags = 0;
		}
	}
}

void FFastWorld::UpdateSleepers(float DeltaTime)
{
	for (FBodyRecord* Record : Lists.Sleepers)
	{
		btRigidBody& Body = Record->Bullet;
		Body.updateDeactivation(DeltaTime);
		if (!Body.wantsSleeping())
		{
			Body.setActivationState(ACTIVE_TAG);
			continue;
		}
		if (Body.getActivationState() == ACTIVE_TAG)
		{
			Body.setActivationState(WANTS_DEACTIVATION);
		}
		if (Body.getActivationState() == ISLAND_SLEEPING)
		{
			Body.setLinearVelocity(btVector3(0, 0, 0));
			Body.setAngularVelocity(btVector3(0, 0, 0));
			BodyPool.NoteMotion(*Record);
		}
	}
}
} // namespace Flockwork
