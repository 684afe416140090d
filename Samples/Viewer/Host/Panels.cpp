#include "Panels.h"

#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"
#include "ViewerInput.h"

#include <imgui.h>

namespace Flockwork
{
namespace
{
void PlaceOnce(float X, float Y, float Width, float Height)
{
	ImGui::SetNextWindowPos({X, Y}, ImGuiCond_FirstUseEver);
	ImGui::SetNextWindowSize({Width, Height}, ImGuiCond_FirstUseEver);
}

void DrawPlot(const char* Name, const FPlot& Plot, float Min, float Max, const char* Pattern)
{
	char Overlay[64];
	std::snprintf(Overlay, sizeof(Overlay), Pattern, double(Plot.GetLast()));
	ImGui::PlotLines(Name, Plot.Values.data(), FPlot::Capacity, Plot.Next, Overlay, Min, Max, {0.0f, 46.0f});
}
} // namespace

void DrawControlPanel(FSceneSession& Session, std::span<const FSceneEntry> Scenes, FViewerState& State)
{
	PlaceOnce(8.0f, 70.0f, 300.0f, 250.0f);
	if (ImGui::Begin("Simulation"))
	{
		if (ImGui::Button(State.bPaused ? "Go on" : "Pause"))
		{
			State.bPaused = !State.bPaused;
		}
		ImGui::SameLine();
		if (ImGui::Button("Step"))
		{
			State.bPaused = State.bStepOnce = true;
		}
		ImGui::SameLine();
		if (ImGui::Button("Start anew"))
		{
			State.bRestart = true;
		}
		ImGui::SliderFloat("speed", &State.Speed, 0.1f, 8.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);
		if (ImGui::BeginCombo("scene", State.Scene.c_str()))
		{
			for (const FSceneEntry& Scene : Scenes)
			{
				if (ImGui::Selectable(Scene.Name.c_str(), Scene.Name == State.Scene))
				{
					State.Scene = Scene.Name;
					State.Boids = 0;
					State.bRestart = true;
				}
			}
			ImGui::EndCombo();
		}
		ImGui::InputInt("boids at start", &State.Boids, 10, 100);
		State.Boids = std::clamp(State.Boids, 0, 1'000'000);
		ImGui::InputInt("seed", &State.Seed);
		State.Seed = std::max(State.Seed, 0);
		int32_t Camera = int32_t(State.Camera);
		if (ImGui::Combo("camera", &Camera, CameraRigNames, int32_t(std::size(CameraRigNames))))
		{
			State.Camera = ECameraRig(Camera);
		}
		if (ImGui::Button("Save picture"))
		{
			State.bSavePicture = true;
		}
		ImGui::SameLine();
		if (ImGui::Button(State.bRecord ? "Stop recording" : "Record video"))
		{
			State.bRecord = !State.bRecord;
		}
		ImGui::SameLine();
		if (ImGui::Button("Help"))
		{
			State.bHelp = !State.bHelp;
		}
		ImGui::TextDisabled("%s, %.2f s", Session.GetDef().Scene.Summary.c_str(), Session.GetWorld().GetTime());
	}
	ImGui::End();
}

void DrawDisplayPanel(FSceneSession& Session, FViewerState& State)
{
	PlaceOnce(8.0f, 330.0f, 300.0f, 330.0f);
	if (ImGui::Begin("Display"))
	{
		FDebugLayers& Layers = State.View.Layers;
		ImGui::Checkbox("trails", &State.View.bTrails);
		int32_t Coloring = int32_t(State.View.Coloring);
		if (ImGui::Combo("colour", &Coloring, ColoringNames, int32_t(std::size(ColoringNames))))
		{
			State.View.Coloring = EColoring(Coloring);
		}
		const std::pair<const char*, bool*> Switches[] = {{"velocity", &Layers.bVelocity}, {"forces", &Layers.bForces},
		    {"radius", &Layers.bRadius}, {"links", &Layers.bLinks}, {"grid", &Layers.bGrid},
		    {"targets", &Layers.bTargets}, {"threats", &Layers.bThreats}, {"bodies", &Layers.bBodies},
		    {"names", &Layers.bNames}, {"vision", &State.View.bVisionCone}};
		if (ImGui::BeginTable("layers", 3))
		{
			for (const auto& [Name, Value] : Switches)
			{
				ImGui::TableNextColumn();
				ImGui::Checkbox(Name, Value);
			}
			ImGui::EndTable();
		}
		const AActor* const Selected = Session.GetWorld().FindActor(Layers.Selected);
		ImGui::Text("selected: %s", Selected ? Selected->Name.c_str() : "nobody (shift + click)");
		UFlockSubsystem::FBoidInfo Info;
		if (Selected && Session.GetWorld().Get<UFlockSubsystem>().GetBoidInfo(Layers.Selected, Info))
		{
			ImGui::Text("%.2f m/s of %.2f, %zu neighbours%s", double(Length(Selected->Velocity)),
			    double(Info.SpeedLimit), Info.Neighbors.size(), Info.bFleeing ? ", fleeing" : "");
		}
		ImGui::Separator();
		ImGui::TextDisabled("left click: predator, right click: attractor");
		ImGui::SliderFloat("predator m", &State.ThreatRadius, 1.0f, 50.0f, "%.1f");
		ImGui::SliderFloat("predator s", &State.ThreatTime, 0.5f, 60.0f, "%.1f");
		ImGui::SliderFloat("attractor m", &State.AttractorRadius, 1.0f, 100.0f, "%.1f");
		ImGui::SliderFloat("attractor s", &State.AttractorTime, 0.5f, 60.0f, "%.1f");
	}
	ImGui::End();
}

void DrawStatisticsPanel(const FSceneSession& Session, const FRenderStats& Stats, const FViewerState& State)
{
	const float Right = ImGui::GetIO().DisplaySize.x;
	PlaceOnce(Right - 328.0f, 400.0f, 320.0f, 310.0f);
	if (ImGui::Begin("Statistics"))
	{
		DrawPlot("polarisation", State.Polarisation, 0.0f, 1.0f, "%.2f");
		DrawPlot("milling", State.Milling, 0.0f, 1.0f, "%.2f");
		DrawPlot("nearest", State.NearestNeighbor, 0.0f, FLT_MAX, "%.2f m");
		DrawPlot("step", State.StepCost, 0.0f, FLT_MAX, "%.2f ms");
		DrawPlot("frame", State.FrameCost, 0.0f, FLT_MAX, "%.1f ms");
		ImGui::Text("%zu actors, %d bodies seen, %d triangles", Session.GetWorld().GetActors().size(), Stats.Bodies,
		    Stats.Triangles);
		const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
		for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
		{
			const FFlockView View = Flocks.GetFlock(Flock);
			ImGui::TextWrapped("%s: %zu, %s", std::string(View.FlockId).c_str(), View.Actors.size(),
			    std::string(View.SteeringPath).c_str());
		}
		for (const FCheckResult& Check : Session.GetWorld().GetChecks().GetResults())
		{
			const bool bFailed = Check.bDone && !Check.bPass;
			ImGui::TextColored(bFailed ? ImVec4(1.0f, 0.4f, 0.3f, 1.0f) : ImVec4(0.6f, 0.9f, 0.6f, 1.0f), "%s: %.3g%s",
			    Check.Name.c_str(), Check.Value,
			    bFailed       ? " FAILED"
			    : Check.bDone ? ""
			                  : " (not yet)");
		}
		if (ImGui::CollapsingHeader("messages"))
		{
			for (const std::string& Message : State.Messages)
			{
				ImGui::TextWrapped("%s", Message.c_str());
			}
		}
	}
	ImGui::End();
}

void DrawHelpPanel(FViewerState& State)
{
	PlaceOnce(400.0f, 120.0f, 460.0f, 480.0f);
	if (ImGui::Begin("Help", &State.bHelp))
	{
		if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg))
		{
			for (const auto& [Key, What] : FViewerInput::GetHelp())
			{
				ImGui::TableNextRow();
				ImGui::TableNextColumn();
				ImGui::TextUnformatted(Key);
				ImGui::TableNextColumn();
				ImGui::TextWrapped("%s", What);
			}
			ImGui::EndTable();
		}
	}
	ImGui::End();
}

void DrawPanels(
    FSceneSession& Session, std::span<const FSceneEntry> Scenes, const FRenderStats& Stats, FViewerState& State)
{
	if (State.bPanels)
	{
		DrawControlPanel(Session, Scenes, State);
		DrawSettingsPanel(Session, State);
		DrawDisplayPanel(Session, State);
		DrawStatisticsPanel(Session, Stats, State);
	}
	if (State.bHelp)
	{
		DrawHelpPanel(State);
	}
}
} // namespace Flockwork
