#include "FlockworkGame/OrderQueue.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// std::push_heap keeps the largest on top: the largest is the one that is due first.
bool IsLater(const FOrder& A, const FOrder& B)
{
	return A.DueStep != B.DueStep ? A.DueStep > B.DueStep : A.Sequence > B.Sequence;
}
} // namespace

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
	Heap.push_back(std::move(Order));
	std::push_heap(Heap.begin(), Heap.end(), IsLater);
	return true;
}

bool FOrderQueue::TakeDue(int64_t Step, FOrder& Out)
{
	if (Heap.empty() || Heap.front().DueStep > Step)
	{
		return false;
	}
	std::pop_heap(Heap.begin(), Heap.end(), IsLater);
	Out = std::move(Heap.back());
	Heap.pop_back();
	return true;
}

void FOrderQueue::Save(FByteWriter& Writer) const
{
	Writer.Write(NextSequence);
	Writer.Write(uint64_t(Heap.size()));
	for (const FOrder& Order : Heap)
	{
		Order.Write(Writer);
	}
}

bool FOrderQueue::Restore(FByteReader& Reader)
{
	const uint64_t Sequence = Reader.Read<uint64_t>();
	const uint64_t Count = Reader.Read<uint64_t>();
	std::vector<FOrder> Orders;
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		Orders.push_back(FOrder::Read(Reader));
	}
	// Written in heap order, and only ones that Add had taken.
	FDiagnostics Unwanted;
	const auto IsGood = [&](const FOrder& Order) { return Order.Sequence < Sequence && Order.Validate(Unwanted); };
	if (!Reader.IsOk() || !std::is_heap(Orders.begin(), Orders.end(), IsLater) ||
	    !std::all_of(Orders.begin(), Orders.end(), IsGood))
	{
		return false;
	}
	Heap = std::move(Orders);
	NextSequence = Sequence;
	return true;
}

void FOrderQueue::AddToHash(FStateHash& Hash) const
{
	Hash.Add(NextSequence);
	Hash.Add(uint64_t(Heap.size()));
	uint64_t Due = 0; // a sum: the heap's order is no state
	for (const FOrder& Order : Heap)
	{
		Due += uint64_t(Order.DueStep) * 31u + Order.Sequence;
	}
	Hash.Add(Due);
}
} // namespace Flockwork
