#include "FlockworkGame/Metrics.h"

#include <algorithm>

namespace Flockwork
{
void FMetricsRecorder::SetCapacity(int32_t SamplesPerFlock)
{
	const size_t NewCapacity = size_t(std::max(SamplesPerFlock, 1));
	if (NewCapacity == Capacity)
	{
		return;
	}
	Capacity = NewCapacity;
	for (FSeries& Ring : Series)
	{
		// Straightened out; the oldest go where there are too many.
		std::rotate(Ring.Samples.begin(), Ring.Samples.begin() + std::ptrdiff_t(Ring.First), Ring.Samples.end());
		Ring.First = 0;
		if (Ring.Samples.size() > Capacity)
		{
			Ring.Samples.erase(Ring.Samples.begin(), Ring.Samples.end() - std::ptrdiff_t(Capacity));
		}
		Ring.Samples.reserve(Capacity);
	}
}

void FMetricsRecorder::Add(std::string_view FlockId, const FMetricsSample& Sample)
{
	auto Found = std::find_if(
	    Series.begin(), Series.end(), [&](const FSeries& Candidate) { return Candidate.FlockId == FlockId; });
	if (Found == Series.end())
	{
		Found = Series.insert(Series.end(), FSeries{});
		Found->FlockId = std::string(FlockId);
		Found->Samples.reserve(Capacity); // at once: later samples must not allocate
	}
	if (Found->Samples.size() < Capacity)
	{
		Found->Samples.push_back(Sample);
	}
	else
	{
		Found->Samples[Found->First] = Sample;
		Found->First = (Found->First + 1) % Capacity;
	}
}

const FMetricsRecorder::FSeries* FMetricsRecorder::Find(std::string_view FlockId) const
{
	const auto Found = std::find_if(
	    Series.begin(), Series.end(), [&](const FSeries& Candidate) { return Candidate.FlockId == FlockId; });
	return Found == Series.end() ? nullptr : &*Found;
}

const FMetricsSample* FMetricsRecorder::GetLast(std::string_view FlockId) const
{
	const FSeries* Ring = Find(FlockId);
	return Ring && Ring->Num() > 0 ? &Ring->At(Ring->Num() - 1) : nullptr;
}
} // namespace Flockwork
