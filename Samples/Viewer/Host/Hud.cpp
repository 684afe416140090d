#include "Hud.h"

#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "ShapeView.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace Flockwork
{
namespace
{
constexpr FColor White{1.0f, 1.0f, 1.0f, 1.0f};
constexpr FColor Grey{0.85f, 0.88f, 0.9f, 1.0f};

FHudLine MakeLine(EHudCorner Corner, std::string Text, const FColor& Color, float Size = 1.0f)
{
	FHudLine Line;
	Line.Corner = Corner;
	Line.Text = std::move(Text);
	Line.Color = Color;
	Line.Size = Size;
	return Line;
}
void AddFlocks(const UWorld& World, std::vector<FHudLine>& Lines)
{
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	for (int32_t Index = 0; Index < Flocks.GetFlockCount(); ++Index)
	{
		const FFlockView View = Flocks.GetFlock(Index);
		if (const FMetricsSample* const Sample = World.GetMetrics().GetLast(View.FlockId))
		{
			char Text[160];
			std::snprintf(Text, sizeof(Text), "%.40s: %d, polarisation %.2f, nearest %.2f m, %.1f m/s",
			    std::string(View.FlockId).c_str(), Sample->Count, double(Sample->Metrics.Polarisation),
			    double(Sample->Metrics.MeanNearestDistance), double(Sample->Metrics.MeanSpeed));
			Lines.push_back(MakeLine(EHudCorner::TopLeft, Text, Grey));
		}
	}
}

void AddCrowds(const UWorld& World, std::vector<FHudLine>& Lines)
{
	for (const FCrowdRecorder::FSeries& Series : World.GetCrowdMetrics().GetAll())
	{
		const FCrowdMetrics& M = Series.At(Series.Num() - 1).Metrics;
		char Text[160];
		std::snprintf(Text, sizeof(Text), "%.40s: %d, %d moving, %d fleeing, %.0f %% safe, %.1f m/s",
		    Series.Name.c_str(), M.Count, M.Moving, M.Fleeing, double(M.BeyondSafeRadius) * 100.0, double(M.MeanSpeed));
		Lines.push_back(MakeLine(EHudCorner::TopLeft, Text, Grey));
	}
}

// What doctors found, the worst of each fault over all characters that are watched.
void AddWalkFaults(const UWorld& World, std::vector<FHudLine>& Lines)
{
	const UCharacterSubsystem& Characters = World.Get<UCharacterSubsystem>();
	std::array<FWalkFinding, WalkFaultCount> Worst{};
	std::array<int32_t, WalkFaultCount> Counts{};
	for (const FCharacterInstance& Instance : Characters.GetInstances())
	{
		const FWalkDoctor* const Doctor = Characters.GetDoctor(Instance.Actor);
		std::array<FWalkFinding, WalkFaultCount> Found;
		const size_t Count = Doctor ? Doctor->FindFaults(Found) : 0;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			const size_t Fault = size_t(Found[Index].Fault);
			const auto Off = [](const FWalkFinding& Finding) { return std::abs(Finding.Value - Finding.Limit); };
			const bool bWorse = Counts[Fault]++ == 0 || Off(Found[Index]) > Off(Worst[Fault]);
			Worst[Fault] = bWorse ? Found[Index] : Worst[Fault];
		}
	}
	for (size_t Fault = 0; Fault < WalkFaultCount; ++Fault)
	{
		if (Counts[Fault] > 0)
		{
			const FWalkFinding& Finding = Worst[Fault];
			const std::string Setting(Finding.Setting);
			char Text[256];
			std::snprintf(Text, sizeof(Text), "%d: %s (%.3g, limit %.3g): %s%s%s", Counts[Fault],
			    std::string(Finding.Name).c_str(), double(Finding.Value), double(Finding.Limit),
			    std::string(Finding.Cause).c_str(), Setting.empty() ? "" : "; see ", Setting.c_str());
			Lines.push_back(MakeLine(EHudCorner::TopLeft, Text, {1.0f, 0.75f, 0.4f, 1.0f}, 0.82f));
		}
	}
}

// Lines of the lower left corner stack upward: what is added first stands lowest.
void AddLegend(const FViewOptions& Options, std::vector<FHudLine>& Lines)
{
	const auto Add = [&](const char* Text, const FColor& Color)
	{ Lines.push_back(MakeLine(EHudCorner::BottomLeft, Text, Color, 0.82f)); };
	constexpr FColor Blue{0.45f, 0.6f, 1.0f, 1.0f};
	constexpr FColor Green{0.4f, 0.95f, 0.4f, 1.0f};
	constexpr FColor Red{1.0f, 0.45f, 0.4f, 1.0f};
	switch (Options.Coloring)
	{
	case ESceneColoring::Speed:
		Add("blue: slow", Blue);
		Add("green: half speed", Green);
		Add("red: as fast as allowed", Red);
		break;
	case ESceneColoring::Density:
		Add("blue: alone", Blue);
		Add("green: 20 neighbours", Green);
		Add("red: 40 neighbours or more", Red);
		break;
	case ESceneColoring::Heading:
		Add("colour: direction", Grey);
		break;
	case ESceneColoring::Flock:
		Add("colour: flock", Grey);
		break;
	case ESceneColoring::Cluster:
		Add("colour: groups of boids that see each other", Grey);
		break;
	case ESceneColoring::Own:
		break;
	}
	if (Options.Layers.bRules)
	{
		Add("other wishes: target, bounds, threats", FDebugLayers::RuleColors[3]);
		Add("cohesion", FDebugLayers::RuleColors[2]);
		Add("alignment", FDebugLayers::RuleColors[1]);
		Add("separation", FDebugLayers::RuleColors[0]);
		if (!Options.Layers.Selected.IsValid())
		{
			Add("rules of the selected boid: shift + click one", Grey);
		}
	}
}

void AddMetricsPlots(const FSceneSession& Session, std::vector<FHudPlot>& Plots)
{
	const std::span<const FMetricsRecorder::FSeries> All = Session.GetWorld().GetMetrics().GetAll();
	if (All.empty() || All.front().Num() == 0)
	{
		return;
	}
	const FMetricsRecorder::FSeries& Series = All.front();
	const auto Make = [&](const char* Label, float FFlockMetrics::*Metric, float Max, const char* Pattern)
	{
		FHudPlot Plot;
		Plot.Label = Label;
		Plot.Max = Max;
		constexpr size_t MaxPoints = 240; // more than a curve of this size shows
		const size_t Stride = std::max<size_t>(1, (Series.Num() + MaxPoints - 1) / MaxPoints);
		for (size_t Index = (Series.Num() - 1) % Stride; Index < Series.Num(); Index += Stride)
		{
			Plot.Values.push_back(Series.At(Index).Metrics.*Metric);
		}
		char Text[32];
		std::snprintf(Text, sizeof(Text), Pattern, double(Plot.Values.back()));
		Plot.Value = Text;
		return Plot;
	};
	Plots.push_back(Make("polarisation", &FFlockMetrics::Polarisation, 1.0f, "%.2f"));
	Plots.push_back(Make("milling", &FFlockMetrics::Milling, 1.0f, "%.2f"));
	Plots.push_back(Make("nearest neighbour", &FFlockMetrics::MeanNearestDistance, 0.0f, "%.2f m"));
}
} // namespace

std::vector<FHudLine> MakeHud(const FSceneSession& Session, const FViewOptions& Options, bool bTimes, bool bMetrics)
{
	const UWorld& World = Session.GetWorld();
	const FScriptScene& Scene = Session.GetScene();
	std::vector<FHudLine> Lines;
	const std::string& Title = Scene.GetHints().Title;
	Lines.push_back(MakeLine(EHudCorner::TopLeft, Title.empty() ? Session.GetDef().Scene.Name : Title, White, 1.4f));
	if (bMetrics)
	{
		AddFlocks(World, Lines);
		AddCrowds(World, Lines);
		AddWalkFaults(World, Lines);
	}
	char Text[160];
	std::snprintf(Text, sizeof(Text), "%.1f s", World.GetTime());
	Lines.push_back(MakeLine(EHudCorner::TopRight, Text, Grey));
	if (bTimes)
	{
		std::snprintf(Text, sizeof(Text), "%.2f ms a step", World.GetProfile().GetAverageStep());
		Lines.push_back(MakeLine(EHudCorner::TopRight, Text, Grey));
	}
	for (const FSceneCaption& Caption : Scene.GetCaptions())
	{
		FColor Color = White;
		Color.A = Caption.Opacity;
		Lines.push_back(MakeLine(EHudCorner::BottomCenter, Caption.Text, Color, 1.3f));
		Lines.push_back(MakeLine(EHudCorner::BottomLeft, " ", White, 1.3f)); // the legend stands above the captions
	}
	AddLegend(Options, Lines);
	return Lines;
}

std::vector<FHudPlot> MakeHudPlots(const FSceneSession& Session, bool bMetrics)
{
	std::vector<FHudPlot> Plots;
	for (const FScenePlot& Curve : Session.GetScene().GetPlots())
	{
		FHudPlot& Plot = Plots.emplace_back();
		Plot.Label = Curve.Name;
		Plot.Values = Curve.Values;
		Plot.Min = Curve.Min;
		Plot.Max = Curve.Max;
		Plot.Color = ToScreen(Curve.Color);
		char Text[32];
		std::snprintf(Text, sizeof(Text), "%.4g", double(Curve.Values.back()));
		Plot.Value = Text;
	}
	if (bMetrics)
	{
		AddMetricsPlots(Session, Plots);
	}
	return Plots;
}
} // namespace Flockwork
