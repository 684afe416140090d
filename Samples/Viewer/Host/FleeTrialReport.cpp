#include "FleeTrialReport.h"

#include "PrintLine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr double LeastSafeShare = 0.99; // of those who could get away
constexpr double ReactionMargin = 2.0;  // ticks

FDataNode Number(double Value)
{
	return FDataNode::MakeNumber(Value);
}

FDataNode MakeResult(const FFleeTrialResult& Result, uint64_t Seed)
{
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("seed", Number(double(Seed)));
	const std::pair<const char*, double> Values[] = {{"triggered", Result.Triggered}, {"countable", Result.Countable},
	    {"safeAll", Result.SafeAll}, {"safeCountable", Result.SafeCountable}, {"contacts", Result.Contacts},
	    {"caught", Result.Caught}, {"offMesh", Result.OffMesh}, {"stuck", Result.Stuck}, {"cornered", Result.Cornered},
	    {"largestOverlap", double(Result.LargestOverlap)}, {"decisionMeanMs", Result.DecisionMeanMs},
	    {"decisionMaxMs", Result.DecisionMaxMs}};
	for (const auto& [Name, Value] : Values)
	{
		Node.Set(Name, Number(Value));
	}
	FDataNode Distances = FDataNode::MakeArray();
	for (const float Distance : Result.MinDistances)
	{
		Distances.Items.push_back(Number(double(Distance)));
	}
	Node.Set("minDistances", std::move(Distances));
	return Node;
}

FDataNode MakeChecks(const FFleeTrialRun& Run)
{
	FDataNode All = FDataNode::MakeArray();
	for (const FFleeTrialCheck& Check : MakeFleeTrialChecks(Run))
	{
		FDataNode Node = FDataNode::MakeObject();
		Node.Set("name", FDataNode::MakeString(Check.Name));
		Node.Set("condition", FDataNode::MakeString(Check.Condition));
		Node.Set("value", Number(Check.Value));
		Node.Set("pass", FDataNode::MakeBool(Check.bPass));
		All.Items.push_back(std::move(Node));
	}
	return All;
}

double Share(double Part, double Whole)
{
	return Whole > 0.0 ? Part / Whole : 1.0;
}

template <typename GetterType>
double Sum(const FFleeTrialRun& Run, GetterType&& Get)
{
	double Total = 0.0;
	for (const FFleeTrialResult& Result : Run.Results)
	{
		Total += double(Get(Result));
	}
	return Total;
}

// Ticks within which 99 of 100 were told to run.
double FindReaction99(const FFleeTrialRun& Run)
{
	std::vector<float> All;
	for (const FFleeTrialResult& Result : Run.Results)
	{
		All.insert(All.end(), Result.ReactionTicks.begin(), Result.ReactionTicks.end());
	}
	std::sort(All.begin(), All.end());
	return All.empty() ? 0.0 : double(All[std::min(All.size() - 1, All.size() * 99 / 100)]);
}

struct FRow
{
	const char* Words;
	double Factor; // from the figure to what is printed
	double (*Get)(const FFleeTrialResult& Result);
};

constexpr FRow Rows[] = {{"agents near the threat", 1.0, [](const FFleeTrialResult& R) { return double(R.Triggered); }},
    {"  of these countable", 1.0, [](const FFleeTrialResult& R) { return double(R.Countable); }},
    {"beyond safe radius, all, %", 100.0, [](const FFleeTrialResult& R) { return Share(R.SafeAll, R.Triggered); }},
    {"  of the countable, %", 100.0, [](const FFleeTrialResult& R) { return Share(R.SafeCountable, R.Countable); }},
    {"contacts", 1.0, [](const FFleeTrialResult& R) { return double(R.Contacts); }},
    {"caught", 1.0, [](const FFleeTrialResult& R) { return double(R.Caught); }},
    {"told to be cornered", 1.0, [](const FFleeTrialResult& R) { return double(R.Cornered); }},
    {"stuck", 1.0, [](const FFleeTrialResult& R) { return double(R.Stuck); }},
    {"off the mesh", 1.0, [](const FFleeTrialResult& R) { return double(R.OffMesh); }},
    {"largest overlap, %", 100.0, [](const FFleeTrialResult& R) { return double(R.LargestOverlap); }},
    {"decisions of a step, mean, ms", 1.0, [](const FFleeTrialResult& R) { return R.DecisionMeanMs; }},
    {"decisions of a step, most, ms", 1.0, [](const FFleeTrialResult& R) { return R.DecisionMaxMs; }}};

void PrintDistances(const FFleeTrialRun& Run, std::string& Out)
{
	Out += "  least distance to the threat after each second, m:\n   ";
	size_t Seconds = 0;
	for (const FFleeTrialResult& Result : Run.Results)
	{
		Seconds = std::max(Seconds, Result.MinDistances.size());
	}
	for (size_t Second = 0; Second < Seconds && Second < 30; ++Second)
	{
		std::vector<double> Values;
		for (const FFleeTrialResult& Result : Run.Results)
		{
			if (Second < Result.MinDistances.size())
			{
				Values.push_back(double(Result.MinDistances[Second]));
			}
		}
		PrintLine(Out, " %.1f", Summarize(Values).Mean);
	}
	Out += "\n";
}
} // namespace

std::vector<FFleeTrialCheck> MakeFleeTrialChecks(const FFleeTrialRun& Run)
{
	std::vector<FFleeTrialCheck> Checks;
	const auto Add = [&](const char* Name, const char* Condition, double Value, bool bPass) {
		Checks.push_back({Name, Condition, Value, bPass});
	};
	if (Run.Policy != "flockwork" || Run.Results.empty())
	{
		return Checks;
	}
	using FResult = FFleeTrialResult;
	if (Run.Settings.PursuerSpeed <= 0.0f)
	{
		const double Countable = Sum(Run, [](const FResult& R) { return R.Countable; });
		const double Safe = Share(Sum(Run, [](const FResult& R) { return R.SafeCountable; }), Countable);
		Add("who can get away does", "at least 99 % of the countable agents of all trials are safe at the end", Safe,
		    Safe >= LeastSafeShare);
		const double Contacts = Sum(Run, [](const FResult& R) { return R.Contacts; });
		Add("nobody is touched", "no agent that began farther than 3 m away", Contacts, Contacts == 0.0);
	}
	const double OffMesh = Sum(Run, [](const FResult& R) { return R.OffMesh; });
	Add("all stay on the mesh", "none is off it at the end", OffMesh, OffMesh == 0.0);
	const FFleeSettings& Flee = Run.Settings.Flee;
	const double Latest = std::ceil(double((Flee.ReactionTime + Flee.ReactionSpread) / Run.Settings.DeltaTime));
	const double Reaction = FindReaction99(Run);
	Add("people react in time", "99 % at most 2 ticks after their reaction time", Reaction,
	    Reaction <= Latest + ReactionMargin);
	return Checks;
}

FDataNode MakeFleeTrialReport(const FFleeTrialRun& Run)
{
	FDataNode Figures;
	FDiagnostics Ignored;
	ParseJson(WriteFleeTrialReport(Run.Settings, Run.Results), "report", Figures, Ignored);
	FDataNode Root = FDataNode::MakeObject();
	Root.Set("format", FDataNode::MakeString("flockwork-flee-trial"));
	Root.Set("version", Number(1));
	Root.Set("level", FDataNode::MakeString(Run.LevelFile));
	Root.Set("walkableArea", Number(double(Run.WalkableArea)));
	Root.Set("policy", FDataNode::MakeString(Run.Policy));
	Root.Set("backend", FDataNode::MakeString(Run.Policy == "detourcrowd" ? "detourCrowd" : "flockwork"));
	Root.Set("threads", Number(Run.Threads));
	Root.Set("wallSeconds", Number(Run.WallSeconds));
	Root.Set("navmesh", FNavMeshSettings::Table().Write(&Run.NavMesh));
	for (FDataMember& Member : Figures.Members)
	{
		Root.Set(Member.Name, std::move(Member.Value));
	}
	FDataNode Results = FDataNode::MakeArray();
	for (size_t Trial = 0; Trial < Run.Results.size(); ++Trial)
	{
		Results.Items.push_back(MakeResult(Run.Results[Trial], Run.Settings.Seed + Trial));
	}
	Root.Set("results", std::move(Results));
	const std::vector<FFleeTrialCheck> Checks = MakeFleeTrialChecks(Run);
	const auto Passes = [](const FFleeTrialCheck& Check) { return Check.bPass; };
	Root.Set("checks", MakeChecks(Run));
	Root.Set("pass", FDataNode::MakeBool(std::all_of(Checks.begin(), Checks.end(), Passes)));
	return Root;
}

std::string MakeFleeTrialSummary(const FFleeTrialRun& Run)
{
	const FFleeTrialSettings& Settings = Run.Settings;
	std::string Out;
	PrintLine(Out, "FleeTrial: %.200s, %.0f m^2 of ground, policy %s\n", Run.LevelFile.c_str(),
	    double(Run.WalkableArea), Run.Policy.c_str());
	PrintLine(Out, "  %d agents that flee at %g m/s, %zu trials of %g s from seed %llu on; the threat ",
	    Settings.Agents, double(Settings.Flee.FleeSpeed), Run.Results.size(), double(Settings.Time),
	    static_cast<unsigned long long>(Settings.Seed));
	PrintLine(Out, Settings.PursuerSpeed > 0.0f ? "hunts at %g m/s\n" : "stands\n", double(Settings.PursuerSpeed));
	PrintLine(Out, "  %-32s %10s %10s\n", "in a trial", "mean", "+- 95 %");
	for (const FRow& Row : Rows)
	{
		std::vector<double> Values;
		for (const FFleeTrialResult& Result : Run.Results)
		{
			Values.push_back(Row.Get(Result) * Row.Factor);
		}
		const FFleeTrialFigure Figure = Summarize(Values);
		PrintLine(Out, "  %-32s %10.3f %10.3f\n", Row.Words, Figure.Mean, Figure.HalfWidth);
	}
	PrintLine(Out, "  %-32s %10.0f\n", "reaction, 99 % within, ticks", FindReaction99(Run));
	PrintDistances(Run, Out);
	PrintLine(Out, "  took %.1f s on %d threads\n", Run.WallSeconds, Run.Threads);
	for (const FFleeTrialCheck& Check : MakeFleeTrialChecks(Run))
	{
		PrintLine(Out, "  %-11s %s: %s (value %.4g)\n", Check.bPass ? "pass" : "FAIL", Check.Name.c_str(),
		    Check.Condition.c_str(), Check.Value);
	}
	return Out;
}
} // namespace Flockwork
