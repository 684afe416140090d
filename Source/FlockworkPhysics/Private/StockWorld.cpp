#include "StockWorld.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btConstraintSolver.h>
#include <vector>

namespace Flockwork
{
void FStockWorld::RestoreOrder(const FBodyPool& Bodies)
{
	std::vector<btRigidBody*> OtherBodies;
	for (int Index = 0; Index < m_nonStaticRigidBodies.size(); ++Index)
	{
		if (!Bodies.FindObject(m_nonStaticRigidBodies[Index]))
		{
			OtherBodies.push_back(m_nonStaticRigidBodies[Index]);
		}
	}
	std::vector<btCollisionObject*> OtherObjects;
	for (int Index = 0; Index < m_collisionObjects.size(); ++Index)
	{
		if (!Bodies.FindObject(m_collisionObjects[Index]))
		{
			OtherObjects.push_back(m_collisionObjects[Index]);
		}
	}
	m_nonStaticRigidBodies.resize(0);
	m_collisionObjects.resize(0);
	for (FBodyRecord* Record : Bodies.GetRecords())
	{
		if (Record->Type != EBodyType::Static)
		{
			m_nonStaticRigidBodies.push_back(&Record->Bullet);
		}
		Record->Bullet.setWorldArrayIndex(m_collisionObjects.size());
		m_collisionObjects.push_back(&Record->Bullet);
	}
	for (btRigidBody* Body : OtherBodies)
	{
		m_nonStaticRigidBodies.push_back(Body);
	}
	for (btCollisionObject* Object : OtherObjects)
	{
		Object->setWorldArrayIndex(m_collisionObjects.size());
		m_collisionObjects.push_back(Object);
	}
}

void FStockWorld::ForgetContacts(const FBodyPool& Bodies)
{
	releasePredictiveContacts();
	RestoreOrder(Bodies);
	btBroadphaseInterface* Broadphase = getBroadphase();
	struct FFilter
	{
		int Group;
		int Mask;
	};
	std::vector<FFilter> Filters;
	for (int Index = 0; Index < m_collisionObjects.size(); ++Index)
	{
		btBroadphaseProxy* Proxy = m_collisionObjects[Index]->getBroadphaseHandle();
		Filters.push_back({Proxy->m_collisionFilterGroup, Proxy->m_collisionFilterMask});
		// Takes the pairs, and with them the contacts, along.
		Broadphase->destroyProxy(Proxy, getDispatcher());
		m_collisionObjects[Index]->setBroadphaseHandle(nullptr);
	}
	Broadphase->resetPool(getDispatcher());
	for (int Index = 0; Index < m_collisionObjects.size(); ++Index)
	{
		btCollisionObject* Object = m_collisionObjects[Index];
		const btVector3 Place = Object->getWorldTransform().getOrigin();
		Object->setBroadphaseHandle(Broadphase->createProxy(Place, Place, Object->getCollisionShape()->getShapeType(),
		    Object, Filters[size_t(Index)].Group, Filters[size_t(Index)].Mask, getDispatcher()));
		UpdateBox(*Object);
	}
	getConstraintSolver()->reset();
}

void FStockWorld::UpdateBox(btCollisionObject& Object)
{
	const btVector3 Reach(gContactBreakingThreshold, gContactBreakingThreshold, gContactBreakingThreshold);
	btVector3 Min;
	btVector3 Max;
	Object.getCollisionShape()->getAabb(Object.getWorldTransform(), Min, Max);
	getBroadphase()->setAabb(Object.getBroadphaseHandle(), Min - Reach, Max + Reach, getDispatcher());
}

bool FPairFilter::needBroadphaseCollision(btBroadphaseProxy* A, btBroadphaseProxy* B) const
{
	const bool bLayersMeet = (A->m_collisionFilterGroup & B->m_collisionFilterMask) != 0 &&
	                         (B->m_collisionFilterGroup & A->m_collisionFilterMask) != 0;
	if (!bLayersMeet)
	{
		return false;
	}
	const auto* ObjectA = static_cast<const btCollisionObject*>(A->m_clientObject);
	const auto* ObjectB = static_cast<const btCollisionObject*>(B->m_clientObject);
	if (!ObjectA->isStaticOrKinematicObject() || !ObjectB->isStaticOrKinematicObject())
	{
		return true;
	}
	const bool bTrigger = !ObjectA->hasContactResponse() || !ObjectB->hasContactResponse();
	return bTrigger && (ObjectA->isKinematicObject() || ObjectB->isKinematicObject());
}
} // namespace Flockwork
