// Density, speed and flow of crowds, and their numbers over time.
#include "CrowdTestSupport.h"
#include "FlockworkGame/CrowdMetrics.h"

#include <cmath>

namespace Flockwork
{
using namespace GameTest;

TEST_CASE("GetWeidmannSpeed: gives the published speeds, and nobody walks backwards in a jam")
{
	// spec: 1.30, 1.06, 0.61, 0.16 m/s at 0.5, 1, 2, 4 people a square metre
	const std::pair<float, double> Published[] = {{0.5f, 1.30}, {1.0f, 1.06}, {2.0f, 0.61}, {4.0f, 0.16}};
	for (const auto& [Density, Speed] : Published)
	{
		INFO(Density);
		CHECK(double(GetWeidmannSpeed(Density)) == Approx(Speed).margin(0.006));
	}
	CHECK(GetWeidmannSpeed(0.0f) == 1.34f);
	CHECK(GetWeidmannSpeed(5.4f) == Approx(0.0f).margin(1e-6));
	CHECK(GetWeidmannSpeed(8.0f) == 0.0f);
}

TEST_CASE("MakeFundamentalDiagram: samples of like density are put together, and empty ones left out")
{
	const FFlowSample Samples[] = {{0, 10.0f, 0.0f, 0.0f, 0.0f}, {3, 10.0f, 0.3f, 1.0f, 0.3f},
	    {4, 10.0f, 0.4f, 1.4f, 0.56f}, {20, 10.0f, 2.0f, 0.5f, 1.0f}};
	const std::vector<FFlowBin> Bins = MakeFundamentalDiagram(Samples);
	REQUIRE(Bins.size() == 2);
	CHECK(Bins[0].Samples == 2);
	CHECK(Bins[0].Density == Approx(0.35f));
	CHECK(Bins[0].Speed == Approx(1.2f));
	CHECK(Bins[0].SpeedDeviation == Approx(0.2f));
	CHECK(Bins[0].Flow == Approx(0.43f));
	CHECK(Bins[1].Samples == 1);
	CHECK(Bins[1].SpeedDeviation == 0.0f);
	CHECK(Bins[1].WeidmannSpeed == GetWeidmannSpeed(2.0f));
	CHECK(MakeFundamentalDiagram({}).empty());
	CHECK(MakeFundamentalDiagram(Samples, 10.0f).size() == 1);
}

TEST_CASE("UCrowdSubsystem: flow is that of the measuring area, and of the whole navmesh without one")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	const FActorId Walker = SpawnAt(*World, "Ghost", {-4.0f, 0.0f, 0.0f});
	SpawnAt(*World, "Ghost", {5.0f, 0.0f, 5.0f}); // stands aside
	Do(*World, FOrder::SetGoal(Walker, {8.0f, 0.0f, 0.0f}));
	Run(*World, 120);
	const UCrowdSubsystem& Crowds = World->Get<UCrowdSubsystem>();
	const float Speed = Length(Horizontal(World->FindActor(Walker)->Velocity));
	REQUIRE(Speed > 0.5f);
	const FFlowSample Whole = Crowds.MeasureFlow(*World);
	CHECK(Whole.Count == 2);
	CHECK(Whole.Area ==
	      Approx(float(World->Get<UNavigationSubsystem>().GetMesh().GetStats().WalkableArea)).epsilon(1e-4));
	CHECK(Whole.Speed == Approx(Speed / 2.0f));
	Do(*World, FOrder::SetMeasuringArea({-5.0f, -1.0f, -1.0f}, {4.0f, 1.0f, 1.0f}));
	const FFlowSample Part = Crowds.MeasureFlow(*World);
	CHECK(Part.Count == 1);
	CHECK(Part.Area == 18.0f);
	CHECK(Part.Density == Approx(1.0f / 18.0f));
	CHECK(Part.Speed == Approx(Speed));
	CHECK(Part.Flow == Approx(Speed / 18.0f));
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->Execute(FOrder::SetMeasuringArea({1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 1.0f}), Diagnostics));
	CHECK(Diagnostics.ToString().find("corner of a box") != std::string::npos);
	CHECK(Crowds.GetMeasuringArea() != nullptr);
}

TEST_CASE("UWorld: crowds' numbers are sampled at the interval, and a snapshot keeps the measuring area")
{
	const std::unique_ptr<UWorld> World = MakeYard();
	BuildMesh(*World);
	SpawnAt(*World, "Ghost", {0.0f, 0.0f, 0.0f});
	FDiagnostics Diagnostics;
	REQUIRE(World->SetSetting("world.metricsInterval", {}, 0.5f, Diagnostics));
	Do(*World, FOrder::SetMeasuringArea({-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}));
	Run(*World, 120);
	const FCrowdRecorder::FSeries* const Series = World->GetCrowdMetrics().Find("Ghosts");
	REQUIRE(Series);
	REQUIRE(Series->Num() == 4);
	CHECK(Series->At(3).Time == Approx(2.0));
	CHECK(Series->At(3).Metrics.Count == 1);
	CHECK(Series->At(3).Metrics.Idle == 1);
	REQUIRE(World->GetFlowMetrics().Find({}));
	CHECK(World->GetFlowMetrics().Find({})->At(3).Flow.Density == Approx(0.25f));
}
} // namespace Flockwork
