#pragma once
#include "../BodyPool.h"
#include "FlockworkCore/SceneQuery.h"
#include "SceneWalker.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

namespace Flockwork
{
// An object that a query sees, ours or a host's (Record null).
struct FSeenObject
{
	const btCollisionObject* Object = nullptr;
	const FBodyRecord* Record = nullptr;

	uint64_t BodyBits() const { return Record ? Record->Id.ToBits() : FBodyId{}.ToBits(); }
	uint64_t UserData() const { return Record ? Record->UserData : 0; }
	uint32_t Layer() const;
	const FShape* OurShape() const { return Record ? Record->Shape : nullptr; }
	btTransform PoseIn(const FBodyPool& Bodies) const
	{
		return Record ? Bodies.PoseOf(*Record) : Object->getWorldTransform();
	}
	// Decides between hits at one distance: whatever order the bodies were found in, the answer is one.
	uint64_t Order() const { return Record ? Record->Order : 0xffffffffffffffffull; }
};

inline uint32_t FSeenObject::Layer() const
{
	if (Record)
	{
		return Record->Layer;
	}
	return Object->isStaticObject() ? uint32_t(ELayer::WorldStatic) : uint32_t(ELayer::WorldDynamic);
}

inline FWalkWanted WantedBy(const FQueryFilter& Filter)
{
	return {Filter.bStatic, Filter.bKinematic || Filter.bDynamic};
}

inline bool IsSeen(const FQueryFilter& Filter, const FSeenObject& Seen)
{
	const btCollisionObject& Object = *Seen.Object;
	const bool bTypeWanted = Object.isStaticObject()      ? Filter.bStatic
	                         : Object.isKinematicObject() ? Filter.bKinematic
	                                                      : Filter.bDynamic;
	if (!bTypeWanted || (Filter.LayerMask & LayerBit(Seen.Layer())) == 0 ||
	    (!Object.hasContactResponse() && !Filter.bTriggers))
	{
		return false;
	}
	for (const uint64_t Ignored : Filter.IgnoredBodies)
	{
		if (Seen.Record && Ignored == Seen.BodyBits())
		{
			return false;
		}
	}
	return true;
}
} // namespace Flockwork
