// What a flock tells of itself each step, by the call that UFlockSubsystem makes: of a fresh flock, which is one
// cluster, and of the same boids spread so far apart that they are many.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "References.h"
#include "Suites.h"

namespace Flockwork
{
namespace
{
constexpr float ApartScale = 3.0f; // of distances: less than one neighbour each

void MeasureMetrics(int32_t Count, int32_t Threads, bool bApart, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	const FFlockSettings Settings = MakeBenchSettings();
	const FFlockState Start = FFlockState::Make(Count);
	FFlockState State;
	FFlockMeter Meter;
	FFlockMetrics Last;
	FCase Case;
	Case.Name = bApart ? MetricsApartName : MetricsName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&]
	{
		State = Start;
		for (FVector& Position : State.Positions)
		{
			Position *= bApart ? ApartScale : 1.0f;
		}
	};
	Case.Step = [&]
	{
		Pool.BeginFrame();
		Last = Meter.Compute({State.Positions, State.Velocities, Settings.NeighborRadius}, Pool);
	};
	Case.After = [&] { State.Integrate(Settings); };
	FMeasured Result = Measure(Case);
	Result.Neighbors = double(Last.MeanNeighbors);
	OnMeasured(Result);
}
} // namespace

void RunMetricsSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	for (const int32_t Count : Options.Counts)
	{
		for (const int32_t Threads : Options.Threads)
		{
			for (const bool bApart : {false, true})
			{
				if (Options.Wants(bApart ? MetricsApartName : MetricsName))
				{
					MeasureMetrics(Count, Threads, bApart, OnMeasured);
				}
			}
		}
	}
}
} // namespace Flockwork
