#include "SceneWalker.h"

#include "../Fast/GridBroadphase.h"
#include "TreeWalk.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <LinearMath/btAabbUtil2.h>
#include <cmath>
#include <typeinfo>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr float NoMotion = 1.0e-20f;
// Rounding of the slab test, as a share of the box's coordinates: it must never lose a box that is touched.
constexpr float SlabSlack = 1.0e-5f;

const btCollisionObject& ObjectOf(const btBroadphaseProxy& Proxy)
{
	return *static_cast<const btCollisionObject*>(Proxy.m_clientObject);
}

struct FMotionCallback final : btBroadphaseRayCallback
{
	FMotionCallback(const FMovingBox& Box, IObjectVisitor& InVisitor) : Visitor(InVisitor)
	{
		const float Length = Box.Motion.length();
		const btVector3 Unit = Box.Motion / Length;
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			m_rayDirectionInverse[Axis] = Unit[Axis] == 0.0f ? 1.0e18f : 1.0f / Unit[Axis];
			m_signs[Axis] = m_rayDirectionInverse[Axis] < 0.0f ? 1 : 0;
		}
		m_lambda_max = Length;
	}
	bool process(const btBroadphaseProxy* Proxy) override
	{
		Visitor.Visit(ObjectOf(*Proxy), MaxFraction);
		return true;
	}
	IObjectVisitor& Visitor;
	float MaxFraction = 1.0f;
};

struct FBoxCallback final : btBroadphaseAabbCallback
{
	explicit FBoxCallback(IObjectVisitor& InVisitor) : Visitor(InVisitor) {}
	bool process(const btBroadphaseProxy* Proxy) override
	{
		float MaxFraction = 1.0f;
		Visitor.Visit(ObjectOf(*Proxy), MaxFraction);
		return true;
	}
	IObjectVisitor& Visitor;
};
} // namespace

FSlabTest::FSlabTest(const FMovingBox& InBox) : Box(InBox), InverseMotion(0, 0, 0)
{
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const bool bMoves = std::fabs(Box.Motion[Axis]) > NoMotion;
		InverseMotion[Axis] = bMoves ? 1.0f / Box.Motion[Axis] : 0.0f;
	}
}

bool FSlabTest::Meets(const btVector3& Min, const btVector3& Max, float MaxFraction) const
{
	float Enter = 0.0f;
	float Leave = MaxFraction;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const float Slack = SlabSlack * (1.0f + std::fabs(Box.Start[Axis]) + std::fabs(Box.Motion[Axis]));
		const float Low = Min[Axis] - Box.HalfExtent[Axis] - Slack - Box.Start[Axis];
		const float High = Max[Axis] + Box.HalfExtent[Axis] + Slack - Box.Start[Axis];
		if (InverseMotion[Axis] == 0.0f)
		{
			if (Low > 0.0f || High < 0.0f)
			{
				return false;
			}
			continue;
		}
		float Near = Low * InverseMotion[Axis];
		float Far = High * InverseMotion[Axis];
		if (Near > Far)
		{
			std::swap(Near, Far);
		}
		Enter = Near > Enter ? Near : Enter;
		Leave = Far < Leave ? Far : Leave;
	}
	return Enter <= Leave;
}

namespace
{
// The walks over the broadphases whose insides we know; false for others.
template <typename TestType, typename VisitType>
bool WalkKnown(
    const btBroadphaseInterface& Broadphase, const FWalkWanted& Wanted, TestType&& Test, VisitType&& VisitProxy)
{
	const auto VisitTight = [&](const btBroadphaseProxy& Proxy)
	{
		// The tree's own boxes may be larger.
		if (Test(Proxy.m_aabbMin, Proxy.m_aabbMax))
		{
			VisitProxy(Proxy);
		}
	};
	if (typeid(Broadphase) == typeid(FGridBroadphase))
	{
		const auto& Grid = static_cast<const FGridBroadphase&>(Broadphase);
		if (Wanted.bFixed)
		{
			WalkTree(Grid.GetFixedTree().m_root, Test, VisitProxy);
		}
		if (Wanted.bMovers)
		{
			Grid.WalkMovers(Test, VisitProxy);
		}
		return true;
	}
	if (typeid(Broadphase) == typeid(btDbvtBroadphase))
	{
		const auto& Trees = static_cast<const btDbvtBroadphase&>(Broadphase);
		WalkTree(Trees.m_sets[btDbvtBroadphase::FIXED_SET].m_root, Test, VisitTight);
		WalkTree(Trees.m_sets[btDbvtBroadphase::DYNAMIC_SET].m_root, Test, VisitTight);
		return true;
	}
	return false;
}
} // namespace

bool IsWalkThreadSafe(const btBroadphaseInterface& Broadphase)
{
	return typeid(Broadphase) == typeid(FGridBroadphase) || typeid(Broadphase) == typeid(btDbvtBroadphase);
}

void WalkMotion(
    const btBroadphaseInterface& Broadphase, const FMovingBox& Box, const FWalkWanted& Wanted, IObjectVisitor& Visitor)
{
	const FSlabTest Slabs(Box);
	float MaxFraction = 1.0f;
	const auto Test = [&](const btVector3& Min, const btVector3& Max) { return Slabs.Meets(Min, Max, MaxFraction); };
	const auto Visit = [&](const btBroadphaseProxy& Proxy) { Visitor.Visit(ObjectOf(Proxy), MaxFraction); };
	if (!WalkKnown(Broadphase, Wanted, Test, Visit))
	{
		FMotionCallback Callback(Box, Visitor);
		const_cast<btBroadphaseInterface&>(Broadphase)
		    .rayTest(Box.Start, Box.Start + Box.Motion, Callback, -Box.HalfExtent, Box.HalfExtent);
	}
}

void WalkBox(const btBroadphaseInterface& Broadphase, const btVector3& Min, const btVector3& Max,
    const FWalkWanted& Wanted, IObjectVisitor& Visitor)
{
	const auto Test = [&](const btVector3& BoxMin, const btVector3& BoxMax)
	{ return TestAabbAgainstAabb2(Min, Max, BoxMin, BoxMax); };
	const auto Visit = [&](const btBroadphaseProxy& Proxy)
	{
		float MaxFraction = 1.0f;
		Visitor.Visit(ObjectOf(Proxy), MaxFraction);
	};
	if (!WalkKnown(Broadphase, Wanted, Test, Visit))
	{
		FBoxCallback Callback(Visitor);
		const_cast<btBroadphaseInterface&>(Broadphase).aabbTest(Min, Max, Callback);
	}
}
} // namespace Flockwork
