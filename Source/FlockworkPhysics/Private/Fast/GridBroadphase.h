#pragma once
// The fast world's broadphase. What moves merely keeps its box, and pairs are found once a step: among movers by a grid
// (or, where only few can meet anybody, by comparing with those few), against static bodies by a tree that a mover asks
// only when it has left the neighbourhood it knows. Static bodies may be of any size.
#include "FlockworkCore/Tasks.h"
#include "GridProxy.h"
#include "MoverGrid.h"
#include "MoverTree.h"
#include "PairTable.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace Flockwork
{
class FGridBroadphase final : public btBroadphaseInterface
{
public:
	explicit FGridBroadphase(ITaskScheduler& InScheduler);
	~FGridBroadphase() override;

	btBroadphaseProxy* createProxy(const btVector3& Min, const btVector3& Max, int ShapeType, void* Object, int Group,
	    int Mask, btDispatcher* Dispatcher) override;
	void destroyProxy(btBroadphaseProxy* Proxy, btDispatcher* Dispatcher) override;
	void setAabb(
	    btBroadphaseProxy* Proxy, const btVector3& Min, const btVector3& Max, btDispatcher* Dispatcher) override;
	void getAabb(btBroadphaseProxy* Proxy, btVector3& Min, btVector3& Max) const override;
	void rayTest(const btVector3& From, const btVector3& To, btBroadphaseRayCallback& Callback, const btVector3& Min,
	    const btVector3& Max) override;
	void aabbTest(const btVector3& Min, const btVector3& Max, btBroadphaseAabbCallback& Callback) override;
	void calculateOverlappingPairs(btDispatcher* Dispatcher) override;
	btOverlappingPairCache* getOverlappingPairCache() override { return &Pairs; }
	const btOverlappingPairCache* getOverlappingPairCache() const override { return &Pairs; }
	void getBroadphaseAabb(btVector3& Min, btVector3& Max) const override;
	void resetPool(btDispatcher* Dispatcher) override;
	void printStats() override {}

	// In the order in which they were made.
	std::span<FGridProxy* const> GetMovers() const { return Movers; }
	const btDbvt& GetFixedTree() const { return FixedTree; }
	// The layers or masks of a proxy were changed.
	void FilterWasChanged(FGridProxy& Proxy);
	// How many movers one mover looks for; see FMoverGrid::FindPairs.
	void SetMaxPartners(int32_t Count) { MaxPartners = Count; }
	// Those that the last search left without some of their pairs, in the order in which they were made.
	std::span<FGridProxy* const> GetCrowded() const { return Crowded; }
	// After boxes were written into the movers directly.
	void MoversWereMoved();
	// Whether somebody looks at movers' boxes in each step. Otherwise whoever moves them may keep some boxes back
	// (KeepBoxesBack, after they were moved): Writer, of SetBoxWriter, puts them in once they are looked at.
	bool NeedsBoxes() const { return bSearchMovers || bUseGrid || bMoversAsked.load(std::memory_order_relaxed); }
	void SetBoxWriter(std::function<void()> Writer) { BoxWriter = std::move(Writer); }
	void KeepBoxesBack() { bBoxesKeptBack.store(true, std::memory_order_relaxed); }
	// Any thread.
	void BringBoxes() const
	{
		if (bBoxesKeptBack.load(std::memory_order_acquire))
		{
			WriteKeptBoxes();
		}
	}
	// Visit(const FGridProxy&) for each mover whose box passes Test(min, max); any thread.
	template <typename TestType, typename VisitType>
	void WalkMovers(TestType&& Test, VisitType&& Visit) const
	{
		bMoversAsked.store(true, std::memory_order_relaxed);
		BringBoxes();
		if (Tree.IsBuilt())
		{
			Tree.Walk(Test, Visit);
			return;
		}
		for (const FGridProxy* Mover : Movers)
		{
			if (Test(Mover->m_aabbMin, Mover->m_aabbMax))
			{
				Visit(*Mover);
			}
		}
	}

private:
	struct FProxyChunk;

	// Proxies that behave alike in filtering.
	struct FFilterClass
	{
		FFilterTraits Traits;
		int32_t Count = 0;
		bool bRare = false;        // everybody is compared with its members
		bool bMeetsFixed = false;  // may pair with some static body
		bool bMeetsMovers = false; // may pair with some mover
	};
	static constexpr int32_t MaxRareMovers = 32;
	static constexpr size_t MaxClasses = 64;

	void WriteKeptBoxes() const;
	FGridProxy* Allocate();
	void EnterClass(FGridProxy& Mover);
	void LeaveClass(FGridProxy& Mover);
	void PlanSearch();
	void PlanClasses();
	void PlanFixed();
	void FindNear(FGridProxy& Mover);
	void FindFixedPairs(FGridProxy& Mover, std::vector<FFoundPair>& Found);
	void FindRarePairs(FGridProxy& Mover, std::vector<FFoundPair>& Found) const;
	void AssemblePairs(size_t ChunkCount);

	ITaskScheduler& Scheduler;
	FPairTable Pairs;
	btDbvt FixedTree;
	FMoverGrid Grid;
	FMoverTree Tree;
	mutable std::atomic<bool> bMoversAsked{false}; // a query has looked at movers since the tree was built
	mutable std::atomic<bool> bBoxesKeptBack{false};
	mutable std::mutex BoxMutex;
	std::function<void()> BoxWriter;
	std::vector<FGridProxy*> Movers;
	std::vector<FGridProxy*> RareMovers;
	std::vector<FGridProxy*> GridMovers; // those that may meet movers
	std::vector<FFilterClass> Classes;
	bool bPlanStale = true;
	uint32_t PlannedFixed = 0;  // FixedRevision that the plan is for
	bool bSearchMovers = false; // whether there is anything that movers must be compared with one by one
	bool bUseGrid = false;
	int32_t MaxPartners = INT32_MAX / 16;
	std::vector<FGridProxy*> Crowded;
	uint32_t FixedRevision = 1;
	int NextUid = 1;
	struct FChunkPairs
	{
		std::vector<FFoundPair> Fixed; // sorted
		std::vector<FFoundPair> Rare;
	};
	std::vector<FChunkPairs> FoundByChunk;
	std::vector<FFoundPair> MoverPairs;
	std::vector<FFoundPair> AllPairs;
	std::vector<std::unique_ptr<FProxyChunk>> Chunks;
	std::vector<FGridProxy*> FreeProxies;
};
} // namespace Flockwork
