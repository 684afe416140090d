#include "GridBroadphase.h"

#include "../Query/SceneWalker.h"
#include "../Query/TreeWalk.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <algorithm>
#include <array>
#include <iterator>
#include <new>

namespace Flockwork
{
// Proxies lie in memory in the order in which they were made.
struct FGridBroadphase::FProxyChunk
{
	static constexpr size_t Size = 256;
	std::array<FGridProxy, Size> Proxies;
};

namespace
{
constexpr int32_t SearchGrain = 512;
// How far a mover knows the static bodies around it. Larger: asked less often, and more often crowded.
constexpr float NearReach = 0.5f; // m

EProxyKind KindOf(const btCollisionObject& Object)
{
	if (Object.isStaticObject())
	{
		return EProxyKind::Fixed;
	}
	if (Object.isKinematicObject())
	{
		return EProxyKind::Kinematic;
	}
	const btRigidBody* Body = btRigidBody::upcast(&Object);
	if (!Body)
	{
		return EProxyKind::Foreign;
	}
	return Body->getAngularFactor().isZero() ? EProxyKind::Steered : EProxyKind::Free;
}

bool IsInside(const FGridProxy& Mover)
{
	return Mover.NearMin[0] <= Mover.m_aabbMin[0] && Mover.m_aabbMax[0] <= Mover.NearMax[0] &&
	       Mover.NearMin[1] <= Mover.m_aabbMin[1] && Mover.m_aabbMax[1] <= Mover.NearMax[1] &&
	       Mover.NearMin[2] <= Mover.m_aabbMin[2] && Mover.m_aabbMax[2] <= Mover.NearMax[2];
}
} // namespace

FGridBroadphase::FGridBroadphase(ITaskScheduler& InScheduler) : Scheduler(InScheduler)
{
	// A few bodies meet a little more often now and then: the lists must not grow for that.
	constexpr size_t RoomForPairs = 256;
	MoverPairs.reserve(RoomForPairs);
	AllPairs.reserve(RoomForPairs);
}
FGridBroadphase::~FGridBroadphase() = default;

FGridProxy* FGridBroadphase::Allocate()
{
	if (FreeProxies.empty())
	{
		Chunks.push_back(std::make_unique<FProxyChunk>());
		for (size_t Index = FProxyChunk::Size; Index-- > 0;)
		{
			FreeProxies.push_back(&Chunks.back()->Proxies[Index]);
		}
	}
	FGridProxy* Proxy = FreeProxies.back();
	FreeProxies.pop_back();
	*Proxy = FGridProxy();
	return Proxy;
}

btBroadphaseProxy* FGridBroadphase::createProxy(
    const btVector3& Min, const btVector3& Max, int, void* Object, int Group, int Mask, btDispatcher*)
{
	FGridProxy* Proxy = Allocate();
	const auto& Collider = *static_cast<const btCollisionObject*>(Object);
	Proxy->m_clientObject = Object;
	Proxy->m_collisionFilterGroup = Group;
	Proxy->m_collisionFilterMask = Mask;
	Proxy->m_aabbMin = Min;
	Proxy->m_aabbMax = Max;
	Proxy->m_uniqueId = NextUid++;
	Proxy->Kind = KindOf(Collider);
	Proxy->bTrigger = !Collider.hasContactResponse();
	if (Proxy->IsMover())
	{
		Movers.push_back(Proxy);
		EnterClass(*Proxy);
		Tree.WasMoved(*Proxy);
	}
	else
	{
		Proxy->Leaf = FixedTree.insert(btDbvtVolume::FromMM(Min, Max), Proxy);
		++FixedRevision;
	}
	return Proxy;
}

void FGridBroadphase::destroyProxy(btBroadphaseProxy* Proxy, btDispatcher* Dispatcher)
{
	auto* Grid = static_cast<FGridProxy*>(Proxy);
	Crowded.clear();
	Pairs.removeOverlappingPairsContainingProxy(Grid, Dispatcher);
	if (Grid->IsMover())
	{
		const auto Place = std::lower_bound(Movers.begin(), Movers.end(), Grid,
		    [](const FGridProxy* A, const FGridProxy* B) { return A->m_uniqueId < B->m_uniqueId; });
		Movers.erase(Place);
		LeaveClass(*Grid);
		Tree.WasDestroyed(*Grid);
	}
	else
	{
		FixedTree.remove(Grid->Leaf);
		++FixedRevision;
	}
	FreeProxies.push_back(Grid);
}

void FGridBroadphase::setAabb(btBroadphaseProxy* Proxy, const btVector3& Min, const btVector3& Max, btDispatcher*)
{
	auto* Grid = static_cast<FGridProxy*>(Proxy);
	if (Grid->m_aabbMin == Min && Grid->m_aabbMax == Max)
	{
		return;
	}
	Grid->m_aabbMin = Min;
	Grid->m_aabbMax = Max;
	if (Grid->IsMover())
	{
		Tree.WasMoved(*Grid);
		return;
	}
	btDbvtVolume Volume = btDbvtVolume::FromMM(Min, Max);
	FixedTree.update(Grid->Leaf, Volume);
	++FixedRevision;
}

void FGridBroadphase::getAabb(btBroadphaseProxy* Proxy, btVector3& Min, btVector3& Max) const
{
	BringBoxes();
	Min = Proxy->m_aabbMin;
	Max = Proxy->m_aabbMax;
}

void FGridBroadphase::getBroadphaseAabb(btVector3& Min, btVector3& Max) const
{
	Min.setValue(-BT_LARGE_FLOAT, -BT_LARGE_FLOAT, -BT_LARGE_FLOAT);
	Max = -Min;
}

// Everything is gone: what comes next is numbered and stored as in a new world.
void FGridBroadphase::resetPool(btDispatcher*)
{
	if (!Movers.empty() || FixedTree.m_root)
	{
		return;
	}
	FixedTree.clear();
	Tree.Forget();
	Classes.clear();
	bPlanStale = true;
	FixedRevision = 1;
	NextUid = 1;
	FreeProxies.clear();
	for (size_t Chunk = Chunks.size(); Chunk-- > 0;)
	{
		for (size_t Index = FProxyChunk::Size; Index-- > 0;)
		{
			FreeProxies.push_back(&Chunks[Chunk]->Proxies[Index]);
		}
	}
}

void FGridBroadphase::rayTest(const btVector3& From, const btVector3& To, btBroadphaseRayCallback& Callback,
    const btVector3& Min, const btVector3& Max)
{
	const btVector3 Middle = (Min + Max) * 0.5f;
	const FSlabTest Slabs({From + Middle, To - From, (Max - Min) * 0.5f});
	const auto Test = [&](const btVector3& BoxMin, const btVector3& BoxMax)
	{ return Slabs.Meets(BoxMin, BoxMax, 1.0f); };
	WalkTree(FixedTree.m_root, Test, [&](const btBroadphaseProxy& Proxy) { Callback.process(&Proxy); });
	WalkMovers(Test, [&](const FGridProxy& Proxy) { Callback.process(&Proxy); });
}

void FGridBroadphase::aabbTest(const btVector3& Min, const btVector3& Max, btBroadphaseAabbCallback& Callback)
{
	const auto Test = [&](const btVector3& BoxMin, const btVector3& BoxMax)
	{ return TestAabbAgainstAabb2(Min, Max, BoxMin, BoxMax); };
	WalkTree(FixedTree.m_root, Test, [&](const btBroadphaseProxy& Proxy) { Callback.process(&Proxy); });
	WalkMovers(Test, [&](const FGridProxy& Proxy) { Callback.process(&Proxy); });
}

void FGridBroadphase::EnterClass(FGridProxy& Mover)
{
	const FFilterTraits Traits(Mover);
	const auto Find = [this](auto&& Wanted) { return std::find_if(Classes.begin(), Classes.end(), Wanted); };
	auto Place = Find([&](const FFilterClass& Class) { return Class.Traits == Traits; });
	if (Place == Classes.end())
	{
		Place = Find([](const FFilterClass& Class) { return Class.Count == 0; });
	}
	if (Place == Classes.end() && Classes.size() < MaxClasses)
	{
		Place = Classes.insert(Place, FFilterClass{Traits});
	}
	if (Place == Classes.end())
	{
		// Too many kinds to tell apart: the last one stands for all further ones, and counts as meeting everybody.
		--Place;
		Place->Traits.Group = -1;
		Place->Traits.Mask = -1;
		Place->Traits.Kind = EProxyKind::Free;
	}
	else if (Place->Count == 0)
	{
		Place->Traits = Traits;
	}
	++Place->Count;
	Mover.FilterClass = int16_t(Place - Classes.begin());
	bPlanStale = true;
}

void FGridBroadphase::LeaveClass(FGridProxy& Mover)
{
	--Classes[size_t(Mover.FilterClass)].Count;
	bPlanStale = true;
}

void FGridBroadphase::FilterWasChanged(FGridProxy& Proxy)
{
	if (!Proxy.IsMover())
	{
		++FixedRevision;
		return;
	}
	LeaveClass(Proxy);
	EnterClass(Proxy);
	Proxy.NearRevision = 0;
}

// By whoever looks first; the others wait.
void FGridBroadphase::WriteKeptBoxes() const
{
	const std::lock_guard Lock(BoxMutex);
	if (bBoxesKeptBack.load(std::memory_order_relaxed))
	{
		BoxWriter();
		bBoxesKeptBack.store(false, std::memory_order_release);
	}
}

void FGridBroadphase::MoversWereMoved()
{
	if (bMoversAsked.exchange(false, std::memory_order_relaxed))
	{
		BringBoxes();
		Tree.Build(Movers);
	}
	else
	{
		Tree.Forget();
	}
}

// Two kinds of movers that may meet are compared through the grid, unless one of them has so few members that everybody
// can be compared with them.
void FGridBroadphase::PlanClasses()
{
	bUseGrid = false;
	int32_t RareCount = 0;
	for (FFilterClass& Class : Classes)
	{
		Class.bRare = false;
		Class.bMeetsMovers = false;
	}
	for (size_t First = 0; First < Classes.size(); ++First)
	{
		for (size_t Second = First; Second < Classes.size(); ++Second)
		{
			FFilterClass& A = Classes[First];
			FFilterClass& B = Classes[Second];
			const bool bEnough = First == Second ? A.Count > 1 : A.Count > 0 && B.Count > 0;
			if (!bEnough || !MayPair(A.Traits, B.Traits))
			{
				continue;
			}
			A.bMeetsMovers = true;
			B.bMeetsMovers = true;
			FFilterClass& Fewer = A.Count <= B.Count ? A : B;
			RareCount += Fewer.bRare ? 0 : Fewer.Count;
			Fewer.bRare = true;
		}
	}
	bUseGrid = RareCount > MaxRareMovers;
}

// In the open nobody meets anything fixed, and a flock may be told not to: such movers need no look around.
void FGridBroadphase::PlanFixed()
{
	for (FFilterClass& Class : Classes)
	{
		Class.bMeetsFixed = false;
	}
	const auto Everywhere = [](const btVector3&, const btVector3&) { return true; };
	WalkTree(FixedTree.m_root, Everywhere,
	    [this](const btBroadphaseProxy& Proxy)
	    {
		    const FFilterTraits Fixed(static_cast<const FGridProxy&>(Proxy));
		    for (FFilterClass& Class : Classes)
		    {
			    Class.bMeetsFixed |= Class.Count > 0 && MayPair(Class.Traits, Fixed);
		    }
	    });
	PlannedFixed = FixedRevision;
}

void FGridBroadphase::PlanSearch()
{
	PlanClasses();
	PlanFixed();
	RareMovers.clear();
	GridMovers.clear();
	for (FGridProxy* Mover : Movers)
	{
		const FFilterClass& Class = Classes[size_t(Mover->FilterClass)];
		if (bUseGrid && Class.bMeetsMovers)
		{
			GridMovers.push_back(Mover);
		}
		else if (!bUseGrid && Class.bRare)
		{
			RareMovers.push_back(Mover);
		}
	}
	const bool bMeetsFixed =
	    std::any_of(Classes.begin(), Classes.end(), [](const FFilterClass& Class) { return Class.bMeetsFixed; });
	bSearchMovers = bMeetsFixed || !RareMovers.empty();
	bPlanStale = false;
}

void FGridBroadphase::FindNear(FGridProxy& Mover)
{
	const btVector3 Reach(NearReach, NearReach, NearReach);
	const btVector3 Min = Mover.m_aabbMin - Reach;
	const btVector3 Max = Mover.m_aabbMax + Reach;
	Mover.NearCount = 0;
	Mover.NearRevision = FixedRevision;
	std::copy_n(Min.m_floats, 3, Mover.NearMin);
	std::copy_n(Max.m_floats, 3, Mover.NearMax);
	WalkTree(
	    FixedTree.m_root,
	    [&](const btVector3& BoxMin, const btVector3& BoxMax)
	    { return TestAabbAgainstAabb2(Min, Max, BoxMin, BoxMax); },
	    [&](btBroadphaseProxy& Proxy)
	    {
		    auto& Fixed = static_cast<FGridProxy&>(Proxy);
		    if (Mover.NearCount == FGridProxy::NearUnknown || !MayPair(Mover, Fixed))
		    {
			    return;
		    }
		    if (Mover.NearCount == FGridProxy::MaxNear)
		    {
			    Mover.NearCount = FGridProxy::NearUnknown;
			    return;
		    }
		    Mover.Near[Mover.NearCount++] = &Fixed;
	    });
	if (Mover.NearCount != FGridProxy::NearUnknown)
	{
		std::sort(Mover.Near, Mover.Near + Mover.NearCount,
		    [](const FGridProxy* A, const FGridProxy* B) { return A->m_uniqueId < B->m_uniqueId; });
	}
}

void FGridBroadphase::FindFixedPairs(FGridProxy& Mover, std::vector<FFoundPair>& Found)
{
	if (Mover.NearRevision != FixedRevision || !IsInside(Mover))
	{
		FindNear(Mover);
	}
	if (Mover.NearCount != FGridProxy::NearUnknown)
	{
		for (uint8_t Index = 0; Index < Mover.NearCount; ++Index)
		{
			if (BoxesMeet(Mover, *Mover.Near[Index]))
			{
				Found.push_back(FFoundPair::Make(Mover, *Mover.Near[Index]));
			}
		}
		return;
	}
	const size_t First = Found.size();
	WalkTree(
	    FixedTree.m_root,
	    [&](const btVector3& Min, const btVector3& Max)
	    { return TestAabbAgainstAabb2(Mover.m_aabbMin, Mover.m_aabbMax, Min, Max); },
	    [&](btBroadphaseProxy& Proxy)
	    {
		    auto& Fixed = static_cast<FGridProxy&>(Proxy);
		    if (MayPair(Mover, Fixed))
		    {
			    Found.push_back(FFoundPair::Make(Mover, Fixed));
		    }
	    });
	std::sort(Found.begin() + std::ptrdiff_t(First), Found.end());
}

void FGridBroadphase::FindRarePairs(FGridProxy& Mover, std::vector<FFoundPair>& Found) const
{
	const bool bMoverIsRare = Classes[size_t(Mover.FilterClass)].bRare;
	for (FGridProxy* Rare : RareMovers)
	{
		// Of two rare ones, the later one finds the pair.
		const bool bMine = !bMoverIsRare || Rare->m_uniqueId < Mover.m_uniqueId;
		if (BoxesMeet(Mover, *Rare) && bMine && MayPair(Mover, *Rare))
		{
			Found.push_back(FFoundPair::Make(Mover, *Rare));
		}
	}
}

void FGridBroadphase::calculateOverlappingPairs(btDispatcher* Dispatcher)
{
	if (bPlanStale || PlannedFixed != FixedRevision)
	{
		PlanSearch();
	}
	if (bSearchMovers || bUseGrid)
	{
		BringBoxes();
	}
	const int32_t Count = bSearchMovers ? int32_t(Movers.size()) : 0;
	const size_t ChunkCount = size_t((Count + SearchGrain - 1) / SearchGrain);
	if (FoundByChunk.size() < ChunkCount)
	{
		FoundByChunk.resize(ChunkCount);
	}
	ParallelFor(Scheduler, Count, SearchGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    FChunkPairs& Found = FoundByChunk[size_t(Begin / SearchGrain)];
		    Found.Fixed.clear();
		    Found.Rare.clear();
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    FindFixedPairs(*Movers[size_t(Index)], Found.Fixed);
			    FindRarePairs(*Movers[size_t(Index)], Found.Rare);
		    }
	    });
	MoverPairs.clear();
	Crowded.clear();
	if (bUseGrid)
	{
		Grid.FindPairs(GridMovers, MaxPartners, Scheduler, MoverPairs, Crowded);
		std::sort(Crowded.begin(), Crowded.end(),
		    [](const FGridProxy* A, const FGridProxy* B) { return A->m_uniqueId < B->m_uniqueId; });
	}
	AssemblePairs(ChunkCount);
	Pairs.Merge(AllPairs, Dispatcher);
}

void FGridBroadphase::AssemblePairs(size_t ChunkCount)
{
	for (size_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
	{
		const std::vector<FFoundPair>& Rare = FoundByChunk[Chunk].Rare;
		MoverPairs.insert(MoverPairs.end(), Rare.begin(), Rare.end());
	}
	std::sort(MoverPairs.begin(), MoverPairs.end());
	AllPairs.clear();
	auto Next = MoverPairs.begin();
	for (size_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
	{
		// Owners ascend from chunk to chunk, so each chunk's static pairs are followed by nothing smaller.
		const std::vector<FFoundPair>& Fixed = FoundByChunk[Chunk].Fixed;
		if (Fixed.empty())
		{
			continue;
		}
		const auto End = std::upper_bound(Next, MoverPairs.end(), Fixed.back());
		std::merge(Fixed.begin(), Fixed.end(), Next, End, std::back_inserter(AllPairs));
		Next = End;
	}
	AllPairs.insert(AllPairs.end(), Next, MoverPairs.end());
	if (const btOverlapFilterCallback* Filter = Pairs.getOverlapFilterCallback())
	{
		std::erase_if(AllPairs,
		    [Filter](const FFoundPair& Pair) { return !Filter->needBroadphaseCollision(Pair.Owner, Pair.Other); });
	}
}
} // namespace Flockwork
