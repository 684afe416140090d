#include "FlockworkCore/DataNode.h"
#include "FlockworkNavigation/FleeTrial.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
// Student's t, two-sided 95 %, by degrees of freedom; beyond 30 the normal's is near enough.
double StudentFactor(size_t Freedom)
{
	constexpr double Table[] = {0.0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201,
	    2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052,
	    2.048, 2.045, 2.042};
	return Freedom < std::size(Table) ? Table[Freedom] : 1.96;
}

FDataNode MakeFigure(const FFleeTrialFigure& Figure)
{
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("mean", FDataNode::MakeNumber(Figure.Mean));
	Node.Set("halfWidth95", FDataNode::MakeNumber(Figure.HalfWidth));
	return Node;
}

template <typename GetterType>
void AddFigure(FDataNode& Node, std::string_view Name, std::span<const FFleeTrialResult> Results, GetterType&& Get)
{
	std::vector<double> Values;
	for (const FFleeTrialResult& Result : Results)
	{
		Values.push_back(double(Get(Result)));
	}
	Node.Set(Name, MakeFigure(Summarize(Values)));
}

double Share(int32_t Part, int32_t Whole)
{
	return Whole > 0 ? double(Part) / double(Whole) : 1.0;
}

FDataNode MakeMinDistances(std::span<const FFleeTrialResult> Results)
{
	FDataNode Seconds = FDataNode::MakeArray();
	size_t Count = 0;
	for (const FFleeTrialResult& Result : Results)
	{
		Count = std::max(Count, Result.MinDistances.size());
	}
	for (size_t Second = 0; Second < Count; ++Second)
	{
		std::vector<double> Values;
		for (const FFleeTrialResult& Result : Results)
		{
			if (Second < Result.MinDistances.size())
			{
				Values.push_back(double(Result.MinDistances[Second]));
			}
		}
		Seconds.Items.push_back(MakeFigure(Summarize(Values)));
	}
	return Seconds;
}
} // namespace

FFleeTrialFigure Summarize(std::span<const double> Values)
{
	FFleeTrialFigure Figure;
	if (Values.empty())
	{
		return Figure;
	}
	const double Count = double(Values.size());
	for (const double Value : Values)
	{
		Figure.Mean += Value / Count;
	}
	double Squares = 0.0;
	for (const double Value : Values)
	{
		Squares += (Value - Figure.Mean) * (Value - Figure.Mean);
	}
	if (Values.size() > 1)
	{
		Figure.HalfWidth = StudentFactor(Values.size() - 1) * std::sqrt(Squares / (Count - 1.0) / Count);
	}
	return Figure;
}

std::string WriteFleeTrialReport(const FFleeTrialSettings& Settings, std::span<const FFleeTrialResult> Results)
{
	FDataNode Node = FDataNode::MakeObject();
	Node.Set("flee", FFleeSettings::Table().Write(&Settings.Flee));
	Node.Set("agents", FDataNode::MakeNumber(Settings.Agents));
	Node.Set("time", FDataNode::MakeNumber(double(Settings.Time)));
	Node.Set("deltaTime", FDataNode::MakeNumber(double(Settings.DeltaTime)));
	Node.Set("pursuerSpeed", FDataNode::MakeNumber(double(Settings.PursuerSpeed)));
	Node.Set("trials", FDataNode::MakeNumber(double(Results.size())));
	Node.Set("seed", FDataNode::MakeNumber(double(Settings.Seed)));
	using FResult = FFleeTrialResult;
	AddFigure(Node, "triggered", Results, [](const FResult& R) { return R.Triggered; });
	AddFigure(Node, "countable", Results, [](const FResult& R) { return R.Countable; });
	AddFigure(Node, "safeShareAll", Results, [](const FResult& R) { return Share(R.SafeAll, R.Triggered); });
	AddFigure(
	    Node, "safeShareCountable", Results, [](const FResult& R) { return Share(R.SafeCountable, R.Countable); });
	AddFigure(Node, "contacts", Results, [](const FResult& R) { return R.Contacts; });
	AddFigure(Node, "caught", Results, [](const FResult& R) { return R.Caught; });
	AddFigure(Node, "offMesh", Results, [](const FResult& R) { return R.OffMesh; });
	AddFigure(Node, "stuck", Results, [](const FResult& R) { return R.Stuck; });
	AddFigure(Node, "cornered", Results, [](const FResult& R) { return R.Cornered; });
	AddFigure(Node, "largestOverlap", Results, [](const FResult& R) { return R.LargestOverlap; });
	AddFigure(Node, "decisionMeanMs", Results, [](const FResult& R) { return R.DecisionMeanMs; });
	AddFigure(Node, "decisionMaxMs", Results, [](const FResult& R) { return R.DecisionMaxMs; });
	std::vector<float> Reactions;
	for (const FResult& Result : Results)
	{
		Reactions.insert(Reactions.end(), Result.ReactionTicks.begin(), Result.ReactionTicks.end());
	}
	std::sort(Reactions.begin(), Reactions.end());
	if (!Reactions.empty())
	{
		const size_t Place = std::min(Reactions.size() - 1, Reactions.size() * 99 / 100);
		Node.Set("reactionTicks99", FDataNode::MakeNumber(double(Reactions[Place])));
	}
	Node.Set("minDistanceEachSecond", MakeMinDistances(Results));
	return WriteJson(Node);
}
} // namespace Flockwork
