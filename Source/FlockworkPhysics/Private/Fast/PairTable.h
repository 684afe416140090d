#pragma once
// Bullet's pair cache as a sorted array: what is found anew in each step is merged into it in one pass, so the order of
// the pairs - and with it that of contacts and impulses - depends on the bodies alone, never on history.
#include "GridProxy.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <span>
#include <vector>

namespace Flockwork
{
class FPairTable final : public btOverlappingPairCache
{
public:
	FPairTable() = default;
	// Makes the table hold exactly Found, which is sorted; pairs that were there keep their contacts.
	void Merge(std::span<const FFoundPair> Found, btDispatcher* Dispatcher);

	btBroadphasePair* addOverlappingPair(btBroadphaseProxy* A, btBroadphaseProxy* B) override;
	void* removeOverlappingPair(btBroadphaseProxy* A, btBroadphaseProxy* B, btDispatcher* Dispatcher) override;
	void removeOverlappingPairsContainingProxy(btBroadphaseProxy* Proxy, btDispatcher* Dispatcher) override;
	btBroadphasePair* getOverlappingPairArrayPtr() override { return Pairs().size() ? &Pairs()[0] : nullptr; }
	const btBroadphasePair* getOverlappingPairArrayPtr() const override
	{
		return Pairs().size() ? &Pairs()[0] : nullptr;
	}
	btBroadphasePairArray& getOverlappingPairArray() override { return Pairs(); }
	void cleanOverlappingPair(btBroadphasePair& Pair, btDispatcher* Dispatcher) override;
	int getNumOverlappingPairs() const override { return Pairs().size(); }
	bool needsBroadphaseCollision(btBroadphaseProxy* A, btBroadphaseProxy* B) const override;
	btOverlapFilterCallback* getOverlapFilterCallback() override { return Filter; }
	void cleanProxyFromPairs(btBroadphaseProxy* Proxy, btDispatcher* Dispatcher) override;
	void setOverlapFilterCallback(btOverlapFilterCallback* Callback) override { Filter = Callback; }
	void processAllOverlappingPairs(btOverlapCallback* Callback, btDispatcher* Dispatcher) override;
	btBroadphasePair* findPair(btBroadphaseProxy* A, btBroadphaseProxy* B) override;
	bool hasDeferredRemoval() override { return false; }
	void setInternalGhostPairCallback(btOverlappingPairCallback* Callback) override { GhostCallback = Callback; }
	void sortOverlappingPairs(btDispatcher*) override {} // always sorted

private:
	int IndexOf(uint64_t Key) const; // the first that is not smaller
	void Forget(btBroadphasePair& Pair, btDispatcher* Dispatcher);
	void Announce(btBroadphasePair& Pair);
	// Takes out every pair for which Unwanted(index) holds.
	template <typename PredicateType>
	void RemoveIf(btDispatcher* Dispatcher, PredicateType&& Unwanted);

	btBroadphasePairArray& Pairs() { return Arrays[Current]; }
	const btBroadphasePairArray& Pairs() const { return Arrays[Current]; }

	btBroadphasePairArray Arrays[2]; // the table, and room for the next one
	int Current = 0;
	std::vector<uint64_t> Keys; // of the pairs
	std::vector<uint64_t> NextKeys;
	btOverlapFilterCallback* Filter = nullptr;
	btOverlappingPairCallback* GhostCallback = nullptr;
};
} // namespace Flockwork
