#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"
#include "PanelWidgets.h"
#include "Panels.h"

#include <imgui.h>
#include <string>

namespace Flockwork
{
namespace
{
void DrawPlots(const FViewerState& State)
{
	DrawPlot("polarisation", State.Polarisation, 0.0f, 1.0f, "%.2f",
	    "1: all fly the same way; 0: no common direction. From 0 to 1.");
	DrawPlot("milling", State.Milling, 0.0f, 1.0f, "%.2f", "1: all circle about the flock's middle. From 0 to 1.");
	DrawPlot("nearest neighbour", State.NearestNeighbor, 0.0f, 0.0f, "%.2f m", "Mean distance to the nearest other.");
	DrawPlot("cost of a step", State.StepCost, 0.0f, 0.0f, "%.2f ms", "What the world's last step took.");
	DrawPlot("cost of a frame", State.FrameCost, 0.0f, 0.0f, "%.0f ms", "From one picture to the next.");
}

void DrawFlocks(const FSceneSession& Session)
{
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
	{
		const FFlockView View = Flocks.GetFlock(Flock);
		ImGui::TextWrapped("%s: %zu boids", std::string(View.FlockId).c_str(), View.Actors.size());
		if (ImGui::IsItemHovered())
		{
			ImGui::SetTooltip("%s", std::string(View.SteeringPath).c_str());
		}
	}
}

void DrawCrowds(const FSceneSession& Session)
{
	for (const FCrowdRecorder::FSeries& Series : Session.GetWorld().GetCrowdMetrics().GetAll())
	{
		const FCrowdMetrics& M = Series.At(Series.Num() - 1).Metrics;
		ImGui::TextWrapped("%s: %d people, %d moving, %d arrived", Series.Name.c_str(), M.Count, M.Moving, M.Arrived);
		ImGui::TextWrapped("%d fleeing, %d cowering, %d safe; %.0f %% beyond the safe radius", M.Fleeing, M.Cowering,
		    M.Safe, double(M.BeyondSafeRadius) * 100.0);
		ImGui::TextWrapped("%.2f m/s, overlap %.1f %%, off the mesh %d, stuck %d", double(M.MeanSpeed),
		    double(M.LargestOverlap) * 100.0, M.OffMesh, M.Stuck);
	}
	if (const FFlowRecord* const Last = Session.GetWorld().GetFlowMetrics().GetLast({}))
	{
		ImGui::TextWrapped("%.2f a m^2 at %.2f m/s", double(Last->Flow.Density), double(Last->Flow.Speed));
		if (ImGui::IsItemHovered())
		{
			ImGui::SetTooltip(
			    "In the measuring area of %.0f m^2. People walk at %.2f m/s at this density (Weidmann 1993).",
			    double(Last->Flow.Area), double(GetWeidmannSpeed(Last->Flow.Density)));
		}
	}
}

void DrawChecks(const FSceneSession& Session)
{
	for (const FCheckResult& Check : Session.GetWorld().GetChecks().GetResults())
	{
		const bool bFailed = Check.bDone && !Check.bPass;
		const ImVec4 Color = bFailed ? ImVec4(1.0f, 0.45f, 0.35f, 1.0f) : ImVec4(0.6f, 0.9f, 0.6f, 1.0f);
		ImGui::PushStyleColor(ImGuiCol_Text, Color);
		const char* const State = bFailed ? "FAILED" : Check.bDone ? "passed" : "so far";
		ImGui::TextWrapped("%s: %.3g, %s", Check.Name.c_str(), Check.Value, State);
		ImGui::PopStyleColor();
		if (ImGui::IsItemHovered())
		{
			ImGui::SetTooltip("%s", Check.Condition.c_str());
		}
	}
}
} // namespace

void DrawStatisticsPanel(const FSceneSession& Session, const FRenderStats& Stats, const FViewerState& State)
{
	if (ImGui::Begin("Statistics"))
	{
		DrawPlots(State);
		DrawFlocks(Session);
		DrawCrowds(Session);
		ImGui::TextDisabled("%zu actors, %d figures and %d k triangles in view", Session.GetWorld().GetActors().size(),
		    Stats.Bodies, (Stats.Triangles + 500) / 1000);
		if (ImGui::CollapsingHeader("checks", ImGuiTreeNodeFlags_DefaultOpen))
		{
			DrawChecks(Session);
		}
		if (ImGui::CollapsingHeader("messages"))
		{
			for (const FMessage& Message : State.Messages)
			{
				ImGui::TextWrapped("%s", Message.Text.c_str());
			}
		}
	}
	ImGui::End();
}
} // namespace Flockwork
