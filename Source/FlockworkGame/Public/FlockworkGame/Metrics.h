#pragma once
// The flock metrics over time: for each flock a ring of samples, taken in the Report phase every world.metricsInterval.
#include "FlockworkFlock/FlockMetrics.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FMetricsSample
{
	int64_t Step = 0;
	double Time = 0.0; // s
	int32_t Count = 0; // boids
	FFlockMetrics Metrics;
};

class FMetricsRecorder
{
public:
	struct FSeries
	{
		std::string FlockId;
		// Oldest first is Samples[First], then on round the ring.
		std::vector<FMetricsSample> Samples;
		size_t First = 0;
		const FMetricsSample& At(size_t Index) const { return Samples[(First + Index) % Samples.size()]; }
		size_t Num() const { return Samples.size(); }
	};
	void SetCapacity(int32_t SamplesPerFlock);
	void Add(std::string_view FlockId, const FMetricsSample& Sample);
	std::span<const FSeries> GetAll() const { return Series; }     // by first appearance
	const FSeries* Find(std::string_view FlockId) const;           // null when there is none
	const FMetricsSample* GetLast(std::string_view FlockId) const; // null when there is none
	void Clear() { Series.clear(); }

private:
	std::vector<FSeries> Series;
	size_t Capacity = 4096;
};
} // namespace Flockwork
