#include "CrowdReport.h"

#include "FlockworkGame/CrowdSubsystem.h"

#include <cstdio>
#include <utility>

namespace Flockwork
{
namespace
{
FDataNode Number(double Value)
{
	return FDataNode::MakeNumber(Value);
}

FDataNode MakeSample(const FCrowdSample& Sample)
{
	const FCrowdMetrics& M = Sample.Metrics;
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("step", Number(double(Sample.Step)));
	Node.Set("time", Number(Sample.Time));
	const std::pair<const char*, int32_t> Counts[] = {{"agents", M.Count}, {"idle", M.Idle}, {"waiting", M.Waiting},
	    {"moving", M.Moving}, {"onLink", M.OnLink}, {"offMesh", M.OffMesh}, {"arrived", M.Arrived},
	    {"unreachable", M.Unreachable}, {"reacting", M.Reacting}, {"fleeing", M.Fleeing}, {"cowering", M.Cowering},
	    {"safe", M.Safe}, {"stuck", M.Stuck}, {"overlapping", M.Overlapping}};
	for (const auto& [Name, Value] : Counts)
	{
		Node.Set(Name, Number(Value));
	}
	Node.Set("meanSpeed", Number(double(M.MeanSpeed)));
	Node.Set("largestOverlap", Number(double(M.LargestOverlap)));
	Node.Set("longestStuck", Number(double(M.LongestStuck)));
	Node.Set("beyondSafeRadius", Number(double(M.BeyondSafeRadius)));
	if (M.MinThreatDistance >= 0.0f)
	{
		Node.Set("minThreatDistance", Number(double(M.MinThreatDistance)));
	}
	return Node;
}

FDataNode MakePoint(const FVector& Point)
{
	FDataNode Node = FDataNode::MakeArray();
	for (const float Value : {Point.x, Point.y, Point.z})
	{
		Node.Items.push_back(Number(double(Value)));
	}
	return Node;
}

std::vector<FFlowSample> TakeFlow(const UWorld& World)
{
	std::vector<FFlowSample> Samples;
	if (const FFlowRecorder::FSeries* const Series = World.GetFlowMetrics().Find({}))
	{
		for (size_t Index = 0; Index < Series->Num(); ++Index)
		{
			Samples.push_back(Series->At(Index).Flow);
		}
	}
	return Samples;
}
} // namespace

FDataNode MakeCrowdReport(const UWorld& World)
{
	FDataNode All = FDataNode::MakeArray();
	for (const FCrowdRecorder::FSeries& Series : World.GetCrowdMetrics().GetAll())
	{
		FDataNode Node = FDataNode::MakeObject();
		Node.Set("id", FDataNode::MakeString(Series.Name));
		FDataNode Samples = FDataNode::MakeArray();
		for (size_t Index = 0; Index < Series.Num(); ++Index)
		{
			Samples.Items.push_back(MakeSample(Series.At(Index)));
		}
		Node.Set("metrics", std::move(Samples));
		All.Items.push_back(std::move(Node));
	}
	return All;
}

FDataNode MakeFundamentalReport(const UWorld& World)
{
	const std::vector<FFlowSample> Samples = TakeFlow(World);
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("area", Number(Samples.empty() ? 0.0 : double(Samples.back().Area)));
	if (const FBox* const Box = World.Get<UCrowdSubsystem>().GetMeasuringArea())
	{
		Node.Set("min", MakePoint(Box->Min));
		Node.Set("max", MakePoint(Box->Max));
	}
	FDataNode Bins = FDataNode::MakeArray();
	for (const FFlowBin& Bin : MakeFundamentalDiagram(Samples))
	{
		FDataNode Each = FDataNode::MakeObject();
		Each.Set("density", Number(double(Bin.Density)));
		Each.Set("samples", Number(Bin.Samples));
		Each.Set("speed", Number(double(Bin.Speed)));
		Each.Set("speedDeviation", Number(double(Bin.SpeedDeviation)));
		Each.Set("flow", Number(double(Bin.Flow)));
		Each.Set("weidmannSpeed", Number(double(Bin.WeidmannSpeed)));
		Bins.Items.push_back(std::move(Each));
	}
	Node.Set("bins", std::move(Bins));
	return Node;
}

std::string MakeCrowdSummary(const UWorld& World)
{
	std::string Out;
	for (const std::string_view Id : World.Get<UCrowdSubsystem>().GetCrowdIds())
	{
		const FCrowdMetrics M = World.Get<UCrowdSubsystem>().ComputeMetrics(World, Id);
		char Line[320];
		std::snprintf(Line, sizeof(Line),
		    "  crowd %.60s: %d agents, %d moving, %d arrived, %d fleeing, %d cowering; %.2f m/s, %.0f %% beyond the "
		    "safe "
		    "radius, %d off the mesh, largest overlap %.1f %%, %d stuck\n",
		    std::string(Id).c_str(), M.Count, M.Moving, M.Arrived, M.Fleeing, M.Cowering, double(M.MeanSpeed),
		    double(M.BeyondSafeRadius) * 100.0, M.OffMesh, double(M.LargestOverlap) * 100.0, M.Stuck);
		Out += Line;
	}
	return Out;
}
} // namespace Flockwork
