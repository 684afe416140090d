#include "PairTable.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <algorithm>
#include <utility>

namespace Flockwork
{
namespace
{
FGridProxy& AsGrid(btBroadphaseProxy* Proxy)
{
	return *static_cast<FGridProxy*>(Proxy);
}

uint64_t KeyOf(btBroadphaseProxy* A, btBroadphaseProxy* B)
{
	return FFoundPair::Make(AsGrid(A), AsGrid(B)).Key;
}
} // namespace

void FPairTable::Merge(std::span<const FFoundPair> Found, btDispatcher* Dispatcher)
{
	btBroadphasePairArray& Now = Pairs();
	btBroadphasePairArray& Next = Arrays[1 - Current];
	Next.resize(0);
	NextKeys.clear();
	size_t Old = 0;
	for (const FFoundPair& Pair : Found)
	{
		while (Old < Keys.size() && Keys[Old] < Pair.Key)
		{
			Forget(Now[int(Old++)], Dispatcher);
		}
		if (Old < Keys.size() && Keys[Old] == Pair.Key)
		{
			Next.push_back(Now[int(Old++)]);
		}
		else
		{
			Next.push_back(btBroadphasePair(*Pair.Owner, *Pair.Other));
			Announce(Next[Next.size() - 1]);
		}
		NextKeys.push_back(Pair.Key);
	}
	while (Old < Keys.size())
	{
		Forget(Now[int(Old++)], Dispatcher);
	}
	Current = 1 - Current;
	std::swap(Keys, NextKeys);
}

int FPairTable::IndexOf(uint64_t Key) const
{
	return int(std::lower_bound(Keys.begin(), Keys.end(), Key) - Keys.begin());
}

void FPairTable::Announce(btBroadphasePair& Pair)
{
	++AsGrid(Pair.m_pProxy0).PairCount;
	++AsGrid(Pair.m_pProxy1).PairCount;
	if (GhostCallback)
	{
		GhostCallback->addOverlappingPair(Pair.m_pProxy0, Pair.m_pProxy1);
	}
}

void FPairTable::Forget(btBroadphasePair& Pair, btDispatcher* Dispatcher)
{
	cleanOverlappingPair(Pair, Dispatcher);
	--AsGrid(Pair.m_pProxy0).PairCount;
	--AsGrid(Pair.m_pProxy1).PairCount;
	if (GhostCallback)
	{
		GhostCallback->removeOverlappingPair(Pair.m_pProxy0, Pair.m_pProxy1, Dispatcher);
	}
}

btBroadphasePair* FPairTable::addOverlappingPair(btBroadphaseProxy* A, btBroadphaseProxy* B)
{
	if (!needsBroadphaseCollision(A, B))
	{
		return nullptr;
	}
	const uint64_t Key = KeyOf(A, B);
	const int Index = IndexOf(Key);
	if (Index == Pairs().size() || Keys[size_t(Index)] != Key)
	{
		Pairs().push_back(btBroadphasePair(*A, *B));
		std::rotate(&Pairs()[0] + Index, &Pairs()[0] + Pairs().size() - 1, &Pairs()[0] + Pairs().size());
		Keys.insert(Keys.begin() + Index, Key);
		Announce(Pairs()[Index]);
	}
	return &Pairs()[Index];
}

btBroadphasePair* FPairTable::findPair(btBroadphaseProxy* A, btBroadphaseProxy* B)
{
	const uint64_t Key = KeyOf(A, B);
	const int Index = IndexOf(Key);
	return Index < Pairs().size() && Keys[size_t(Index)] == Key ? &Pairs()[Index] : nullptr;
}

template <typename PredicateType>
void FPairTable::RemoveIf(btDispatcher* Dispatcher, PredicateType&& Unwanted)
{
	int Kept = 0;
	for (int Index = 0; Index < Pairs().size(); ++Index)
	{
		if (Unwanted(Pairs()[Index]))
		{
			Forget(Pairs()[Index], Dispatcher);
			continue;
		}
		if (Kept != Index)
		{
			Pairs()[Kept] = Pairs()[Index];
			Keys[size_t(Kept)] = Keys[size_t(Index)];
		}
		++Kept;
	}
	Pairs().resize(Kept);
	Keys.resize(size_t(Kept));
}

void* FPairTable::removeOverlappingPair(btBroadphaseProxy* A, btBroadphaseProxy* B, btDispatcher* Dispatcher)
{
	const btBroadphasePair* Wanted = findPair(A, B);
	if (Wanted)
	{
		const btBroadphasePair Copy = *Wanted;
		RemoveIf(Dispatcher, [&Copy](const btBroadphasePair& Pair) { return Pair == Copy; });
	}
	return nullptr;
}

void FPairTable::removeOverlappingPairsContainingProxy(btBroadphaseProxy* Proxy, btDispatcher* Dispatcher)
{
	if (AsGrid(Proxy).PairCount > 0)
	{
		RemoveIf(Dispatcher,
		    [Proxy](const btBroadphasePair& Pair) { return Pair.m_pProxy0 == Proxy || Pair.m_pProxy1 == Proxy; });
	}
}

void FPairTable::cleanOverlappingPair(btBroadphasePair& Pair, btDispatcher* Dispatcher)
{
	if (Pair.m_algorithm && Dispatcher)
	{
		Pair.m_algorithm->~btCollisionAlgorithm();
		Dispatcher->freeCollisionAlgorithm(Pair.m_algorithm);
		Pair.m_algorithm = nullptr;
	}
}

void FPairTable::cleanProxyFromPairs(btBroadphaseProxy* Proxy, btDispatcher* Dispatcher)
{
	for (int Index = 0; Index < Pairs().size(); ++Index)
	{
		if (Pairs()[Index].m_pProxy0 == Proxy || Pairs()[Index].m_pProxy1 == Proxy)
		{
			cleanOverlappingPair(Pairs()[Index], Dispatcher);
		}
	}
}

bool FPairTable::needsBroadphaseCollision(btBroadphaseProxy* A, btBroadphaseProxy* B) const
{
	return Filter ? Filter->needBroadphaseCollision(A, B) : MayPair(AsGrid(A), AsGrid(B));
}

void FPairTable::processAllOverlappingPairs(btOverlapCallback* Callback, btDispatcher* Dispatcher)
{
	RemoveIf(Dispatcher, [Callback](const btBroadphasePair& Pair)
	    { return Callback->processOverlap(const_cast<btBroadphasePair&>(Pair)); });
}
} // namespace Flockwork
