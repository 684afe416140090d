#pragma once
// Flocks and crowds in numbers over time, taken in the Report phase every world.metricsInterval.
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkGame/CrowdMetrics.h"
#include "FlockworkGame/SampleRecorder.h"

#include <cstdint>

namespace Flockwork
{
struct FMetricsSample
{
	int64_t Step = 0;
	double Time = 0.0; // s
	int32_t Count = 0; // boids
	FFlockMetrics Metrics;
};

struct FCrowdSample
{
	int64_t Step = 0;
	double Time = 0.0; // s
	FCrowdMetrics Metrics;
};

struct FFlowRecord
{
	int64_t Step = 0;
	double Time = 0.0; // s
	FFlowSample Flow;
};

using FMetricsRecorder = TSampleRecorder<FMetricsSample>; // by FlockId
using FCrowdRecorder = TSampleRecorder<FCrowdSample>;     // by CrowdId
using FFlowRecorder = TSampleRecorder<FFlowRecord>;       // one series, without a name
} // namespace Flockwork
