#include "Hud.h"

#include "FlockworkGame/FlockSubsystem.h"

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
} // namespace

std::vector<FHudLine> MakeHud(const FSceneSession& Session, bool bTimes)
{
	const UWorld& World = Session.GetWorld();
	const FScriptScene& Scene = Session.GetScene();
	std::vector<FHudLine> Lines;
	const std::string& Title = Scene.GetHints().Title;
	Lines.push_back(MakeLine(EHudCorner::TopLeft, Title.empty() ? Session.GetDef().Scene.Name : Title, White, 1.4f));
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	char Text[160];
	for (int32_t Index = 0; Index < Flocks.GetFlockCount(); ++Index)
	{
		const FFlockView View = Flocks.GetFlock(Index);
		const FMetricsSample* const Sample = World.GetMetrics().GetLast(View.FlockId);
		if (Sample)
		{
			std::snprintf(Text, sizeof(Text), "%.40s: %d, polarisation %.2f, nearest %.2f m, %.1f m/s",
			    std::string(View.FlockId).c_str(), Sample->Count, double(Sample->Metrics.Polarisation),
			    double(Sample->Metrics.MeanNearestDistance), double(Sample->Metrics.MeanSpeed));
			Lines.push_back(MakeLine(EHudCorner::TopLeft, Text, Grey));
		}
	}
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
	}
	return Lines;
}
} // namespace Flockwork
