#include "Report.h"

#include "CrowdReport.h"
#include "FlockworkGame/FlockSubsystem.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <utility>

namespace Flockwork
{
namespace
{
[[gnu::format(printf, 1, 2)]] std::string Format(const char* Pattern, ...)
{
	char Line[1024];
	va_list Arguments;
	va_start(Arguments, Pattern);
	std::vsnprintf(Line, sizeof(Line), Pattern, Arguments);
	va_end(Arguments);
	return Line;
}

FDataNode Number(double Value)
{
	return FDataNode::MakeNumber(std::isfinite(Value) ? Value : 0.0); // JSON has no infinity
}

FDataNode Text(std::string_view Value)
{
	return FDataNode::MakeString(Value);
}

std::string HashText(uint64_t Hash)
{
	return Format("%016llx", static_cast<unsigned long long>(Hash));
}

FDataNode MakeSample(const FMetricsSample& Sample)
{
	const FFlockMetrics& M = Sample.Metrics;
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("step", Number(double(Sample.Step)));
	Node.Set("time", Number(Sample.Time));
	Node.Set("boids", Number(double(Sample.Count)));
	const std::pair<const char*, float> Values[] = {{"polarisation", M.Polarisation}, {"milling", M.Milling},
	    {"meanNearestDistance", M.MeanNearestDistance}, {"minNearestDistance", M.MinNearestDistance},
	    {"meanSpeed", M.MeanSpeed}, {"meanNeighbors", M.MeanNeighbors}, {"gyrationRadius", M.GyrationRadius}};
	for (const auto& [Name, Value] : Values)
	{
		Node.Set(Name, Number(double(Value)));
	}
	Node.Set("clusters", Number(double(M.ClusterCount)));
	Node.Set("largestCluster", Number(double(M.LargestCluster)));
	Node.Set("state", Text(ToString(M.State)));
	return Node;
}

FDataNode MakeFlocks(const UWorld& World)
{
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	FDataNode All = FDataNode::MakeArray();
	for (int32_t Index = 0; Index < Flocks.GetFlockCount(); ++Index)
	{
		const FFlockView View = Flocks.GetFlock(Index);
		FDataNode Node = FDataNode::MakeObject();
		Node.Set("id", Text(View.FlockId));
		Node.Set("boids", Number(double(View.Actors.size())));
		Node.Set("path", Text(View.SteeringPath));
		FDataNode Samples = FDataNode::MakeArray();
		if (const FMetricsRecorder::FSeries* const Series = World.GetMetrics().Find(View.FlockId))
		{
			for (size_t Sample = 0; Sample < Series->Num(); ++Sample)
			{
				Samples.Items.push_back(MakeSample(Series->At(Sample)));
			}
		}
		Node.Set("metrics", std::move(Samples));
		All.Items.push_back(std::move(Node));
	}
	return All;
}

FDataNode MakeChecks(const UWorld& World)
{
	FDataNode All = FDataNode::MakeArray();
	for (const FCheckResult& Check : World.GetChecks().GetResults())
	{
		FDataNode Node = FDataNode::MakeObject();
		Node.Set("name", Text(Check.Name));
		Node.Set("condition", Text(Check.Condition));
		Node.Set("when", Text(ToString(Check.When)));
		Node.Set("time", Number(Check.Time));
		Node.Set("pass", FDataNode::MakeBool(Check.bDone && Check.bPass));
		Node.Set("done", FDataNode::MakeBool(Check.bDone));
		Node.Set("value", Number(Check.Value));
		if (Check.FailStep >= 0)
		{
			Node.Set("failStep", Number(double(Check.FailStep)));
		}
		All.Items.push_back(std::move(Node));
	}
	return All;
}

FDataNode MakeMilliseconds(const UWorld& World, const FDrawStats& Draw)
{
	const FStepProfile& Profile = World.GetProfile();
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("step", Number(Profile.GetAverageStep()));
	FDataNode Phases = FDataNode::MakeObject();
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		Phases.Set(ToString(EPhase(Phase)), Number(Profile.GetAverage(EPhase(Phase))));
	}
	Node.Set("phases", std::move(Phases));
	Node.Set("draw", Number(Draw.DrawMilliseconds));
	return Node;
}

FDataNode MakeDiagnostics(const FDiagnostics& Diagnostics)
{
	FDataNode All = FDataNode::MakeArray();
	for (const FDiagnostic& Diagnostic : Diagnostics.GetAll())
	{
		FDataNode Node = FDataNode::MakeObject();
		Node.Set("severity", Text(Diagnostic.Severity == ESeverity::Error ? "error" : "warning"));
		Node.Set("file", Text(Diagnostic.Place.File));
		Node.Set("line", Number(double(Diagnostic.Place.Line)));
		Node.Set("column", Number(double(Diagnostic.Place.Column)));
		Node.Set("field", Text(Diagnostic.Field));
		Node.Set("message", Text(Diagnostic.Message));
		All.Items.push_back(std::move(Node));
	}
	return All;
}

std::string DescribeCheck(const FCheckResult& Check)
{
	if (!Check.bDone)
	{
		return Format("  %-11s %s: %s\n", "not reached", Check.Name.c_str(), Check.Condition.c_str());
	}
	const char* const Verdict = Check.bPass ? "pass" : "FAIL";
	std::string Line =
	    Format("  %-11s %s: %s (value %.4g", Verdict, Check.Name.c_str(), Check.Condition.c_str(), Check.Value);
	return Line +
	       (Check.FailStep >= 0 ? Format(", first at step %lld)\n", static_cast<long long>(Check.FailStep)) : ")\n");
}
} // namespace

FDataNode MakeReport(const FSceneSession& Session, const FDrawStats& Draw)
{
	const UWorld& World = Session.GetWorld();
	FDataNode Root = FDataNode::MakeObject();
	Root.Set("format", Text("flockwork-report"));
	Root.Set("version", Number(1));
	Root.Set("scene", Text(Session.GetDef().Scene.Name));
	Root.Set("seed", Number(double(Session.GetDef().Seed)));
	Root.Set("threads", Number(double(World.GetScheduler().GetThreadCount())));
	Root.Set("steps", Number(double(World.GetStepCount())));
	Root.Set("seconds", Number(World.GetTime()));
	Root.Set("wallSeconds", Number(Session.GetWallSeconds()));
	Root.Set("frames", Number(double(Draw.Frames)));
	Root.Set("actors", Number(double(World.GetActors().size())));
	Root.Set("stateHash", Text(HashText(World.ComputeStateHash())));
	Root.Set("pass", FDataNode::MakeBool(Session.GetExitStatus() == 0));
	Root.Set("checks", MakeChecks(World));
	Root.Set("flocks", MakeFlocks(World));
	Root.Set("crowds", MakeCrowdReport(World));
	Root.Set("fundamentalDiagram", MakeFundamentalReport(World));
	Root.Set("milliseconds", MakeMilliseconds(World, Draw));
	Root.Set("diagnostics", MakeDiagnostics(Session.GetDiagnostics()));
	return Root;
}

std::string MakeSummary(const FSceneSession& Session, const FDrawStats& Draw)
{
	const UWorld& World = Session.GetWorld();
	std::string Out = Format("%s: %.2f s in %lld steps, %zu actors, seed %d, %d threads, state %s\n",
	    Session.GetDef().Scene.Name.c_str(), World.GetTime(), static_cast<long long>(World.GetStepCount()),
	    World.GetActors().size(), Session.GetDef().Seed, World.GetScheduler().GetThreadCount(),
	    HashText(World.ComputeStateHash()).c_str());
	Out += Format("  took %.1f s: %.3f ms a step", Session.GetWallSeconds(), World.GetProfile().GetAverageStep());
	Out += Draw.Frames > 0
	           ? Format(", %.1f ms a frame (%lld frames)\n", Draw.DrawMilliseconds, static_cast<long long>(Draw.Frames))
	           : "\n";
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	for (int32_t Index = 0; Index < Flocks.GetFlockCount(); ++Index)
	{
		const FFlockView View = Flocks.GetFlock(Index);
		const FFlockMetrics Metrics = Flocks.ComputeMetrics(World, Index);
		Out +=
		    Format("  flock %s: %zu boids, polarisation %.2f, milling %.2f, nearest neighbour %.2f m, %.2f m/s; %s\n",
		        std::string(View.FlockId).c_str(), View.Actors.size(), double(Metrics.Polarisation),
		        double(Metrics.Milling), double(Metrics.MeanNearestDistance), double(Metrics.MeanSpeed),
		        std::string(View.SteeringPath).c_str());
	}
	Out += MakeCrowdSummary(World);
	for (const FCheckResult& Check : World.GetChecks().GetResults())
	{
		Out += DescribeCheck(Check);
	}
	return Out;
}
} // namespace Flockwork
