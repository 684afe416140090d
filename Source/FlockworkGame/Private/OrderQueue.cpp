#include "FlockworkGame/OrderQueue.h"

#include <algorithm>

namespace Flockwork
{
// std::push_heap keeps the largest on top: the largest is the one that is due first.
bool FOrderQueue::IsLater(const FWaiting& A, const FWaiting& B)
{
	return A.Order.DueStep != B.Order.DueStep ? A.Order.DueStep > B.Order.DueStep : A.Order.Sequence > B.Order.Sequence;
}

FOrderQueue::FWaiting FOrderQueue::MakeWaiting(FOrder Order)
{
	Scratch.Clear();
	Order.Write(Scratch);
	FStateHash Hash;
	Hash.AddBytes(Scratch.GetBytes().data(), Scratch.GetBytes().size());
	return {std::move(Order), Hash.Get()};
}

bool FOrderQueue::Add(FOrder Order, FDiagnostics& Diagnostics)
{
	if (!Order.Validate(Diagnostics))
	{
		return false;
	}
	if (Num() >= Capacity)
	{
		Diagnostics.Error({}, "world.maxOrders",
		    "the order queue is full with " + std::to_string(Capacity) + " orders; " +
		        std::string(ToString(Order.Kind)) + " was refused");
		return false;
	}
	Order.Sequence = NextSequence++;
	Heap.push_back(MakeWaiting(std::move(Order)));
	std::push_heap(Heap.begin(), Heap.end(), IsLater);
	return true;
}

bool FOrderQueue::TakeDue(int64_t Step, FOrder& Out)
{
	if (Heap.empty() || Heap.front().Order.DueStep > Step)
	{
		return false;
	}
	std::pop_heap(Heap.begin(), Heap.end(), IsLater);
	Out = std::move(Heap.back().Order);
	Heap.pop_back();
	return true;
}

void FOrderQueue::Save(FByteWriter& Writer) const
{
	Writer.Write(NextSequence);
	Writer.Write(uint64_t(Heap.size()));
	for (const FWaiting& Waiting : Heap)
	{
		Waiting.Order.Write(Writer);
	}
}

bool FOrderQueue::Restore(FByteReader& Reader, FDiagnostics& Diagnostics)
{
	const uint64_t Next = Reader.Read<uint64_t>();
	const uint64_t Count = Reader.Read<uint64_t>();
	std::vector<FWaiting> Orders;
	std::vector<uint64_t> Sequences;
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FOrder Order = FOrder::Read(Reader);
		if (!Reader.IsOk() || !Order.Validate(Diagnostics))
		{
			return false;
		}
		Sequences.push_back(Order.Sequence);
		Orders.push_back(MakeWaiting(std::move(Order)));
	}
	std::sort(Sequences.begin(), Sequences.end());
	const bool bOnce = std::adjacent_find(Sequences.begin(), Sequences.end()) == Sequences.end();
	const bool bGiven = Sequences.empty() || Sequences.back() < Next;
	if (!Reader.IsOk() || !bOnce || !bGiven || !std::is_heap(Orders.begin(), Orders.end(), IsLater))
	{
		return false;
	}
	Heap = std::move(Orders); // written in heap order
	NextSequence = Next;
	return true;
}

void FOrderQueue::AddToHash(FStateHash& Hash) const
{
	Hash.Add(NextSequence);
	Hash.Add(uint64_t(Heap.size()));
	uint64_t All = 0; // a sum: the heap's order is no state
	for (const FWaiting& Waiting : Heap)
	{
		All += Waiting.Hash;
	}
	Hash.Add(All);
}
} // namespace Flockwork
