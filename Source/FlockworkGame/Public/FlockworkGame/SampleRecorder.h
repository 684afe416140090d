#pragma once
// Measurements over time: for each name a ring of samples.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
template <typename SampleType>
class TSampleRecorder
{
public:
	struct FSeries
	{
		std::string Name;
		// Oldest first is Samples[First], then on round the ring.
		std::vector<SampleType> Samples;
		size_t First = 0;
		const SampleType& At(size_t Index) const { return Samples[(First + Index) % Samples.size()]; }
		size_t Num() const { return Samples.size(); }
	};

	// The oldest go where there are too many.
	void SetCapacity(int32_t SamplesPerSeries)
	{
		const size_t NewCapacity = size_t(std::max(SamplesPerSeries, 1));
		if (NewCapacity == Capacity)
		{
			return;
		}
		Capacity = NewCapacity;
		for (FSeries& Ring : Series)
		{
			std::rotate(Ring.Samples.begin(), Ring.Samples.begin() + std::ptrdiff_t(Ring.First), Ring.Samples.end());
			Ring.First = 0;
			if (Ring.Samples.size() > Capacity)
			{
				Ring.Samples.erase(Ring.Samples.begin(), Ring.Samples.end() - std::ptrdiff_t(Capacity));
			}
			Ring.Samples.reserve(Capacity);
		}
	}

	void Add(std::string_view Name, const SampleType& Sample)
	{
		auto Found = std::find_if(
		    Series.begin(), Series.end(), [&](const FSeries& Candidate) { return Candidate.Name == Name; });
		if (Found == Series.end())
		{
			Found = Series.insert(Series.end(), FSeries{});
			Found->Name = std::string(Name);
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

	std::span<const FSeries> GetAll() const { return Series; } // by first appearance
	const FSeries* Find(std::string_view Name) const           // null when there is none
	{
		const auto Found = std::find_if(
		    Series.begin(), Series.end(), [&](const FSeries& Candidate) { return Candidate.Name == Name; });
		return Found == Series.end() ? nullptr : &*Found;
	}
	const SampleType* GetLast(std::string_view Name) const // null when there is none
	{
		const FSeries* Ring = Find(Name);
		return Ring && Ring->Num() > 0 ? &Ring->At(Ring->Num() - 1) : nullptr;
	}
	void Clear() { Series.clear(); }

private:
	std::vector<FSeries> Series;
	size_t Capacity = 4096;
};
} // namespace Flockwork
