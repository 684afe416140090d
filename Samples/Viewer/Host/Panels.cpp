// The panel with the clock and the scene, help, news, and how all panels come together.
#include "Panels.h"

#include "FlockworkGame/World.h"
#include "PanelWidgets.h"
#include "ViewerInput.h"

#include <algorithm>
#include <imgui.h>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr double NewsTime = 7.0; // s that a message stands below the title
constexpr size_t MaxNews = 5;

void DrawClock(const FSceneSession& Session, FViewerState& State)
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
	ImGui::SameLine();
	ImGui::TextDisabled("%.2f s", Session.GetWorld().GetTime());
	BeginRow("speed", "Simulated seconds in a second. Keys + and -.");
	ImGui::SliderFloat("##speed", &State.Speed, 0.1f, 8.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);
}

void DrawSceneChoice(std::span<const FSceneEntry> Scenes, FViewerState& State)
{
	BeginRow("scene");
	if (ImGui::BeginCombo("##scene", State.Scene.c_str()))
	{
		for (const FSceneEntry& Scene : Scenes)
		{
			if (ImGui::Selectable(Scene.Name.c_str(), Scene.Name == State.Scene))
			{
				State.Scene = Scene.Name;
				State.Boids = 0;
				State.bRestart = true;
			}
			if (ImGui::IsItemHovered())
			{
				ImGui::SetTooltip("%s", Scene.Summary.c_str());
			}
		}
		ImGui::EndCombo();
	}
	// Typing is finished with Enter: a scene must not start anew for every digit.
	BeginRow("boids", "How many the scene starts with; 0: as many as it likes. Enter starts it anew.");
	if (ImGui::InputInt("##boids", &State.Boids, 10, 100, ImGuiInputTextFlags_EnterReturnsTrue))
	{
		State.bRestart = true;
	}
	State.Boids = std::clamp(State.Boids, 0, 1'000'000);
	BeginRow("seed", "Of everything random. Enter starts the scene anew.");
	if (ImGui::InputInt("##seed", &State.Seed, 1, 10, ImGuiInputTextFlags_EnterReturnsTrue))
	{
		State.bRestart = true;
	}
	State.Seed = std::max(State.Seed, 0);
}

void DrawCameraAndFiles(FViewerState& State)
{
	int32_t Camera = int32_t(State.Camera);
	BeginRow("camera", "scene: as the script wishes; orbit: drag to turn; follow: behind the selected boid or the "
	                   "player; fly: WASD. Key C.");
	if (ImGui::Combo("##camera", &Camera, CameraRigNames, int32_t(std::size(CameraRigNames))))
	{
		State.Camera = ECameraRig(Camera);
	}
	State.bFrameFlock |= ImGui::Button("Frame the flock");
	ImGui::SameLine();
	State.bTellCamera |= ImGui::Button("Tell place");
	if (ImGui::IsItemHovered())
	{
		ImGui::SetTooltip("Says where the camera is, as a line for a script. Key K.");
	}
	State.bSavePicture |= ImGui::Button("Picture");
	ImGui::SameLine();
	if (ImGui::Button(State.bRecord ? "Stop the video" : "Video"))
	{
		State.bRecord = !State.bRecord;
	}
	ImGui::SameLine();
	if (ImGui::Button("Help"))
	{
		State.bHelp = !State.bHelp;
	}
}
} // namespace

void Order(FSceneSession& Session, FViewerState& State, FOrder Order)
{
	FDiagnostics Diagnostics;
	Session.GetWorld().Execute(std::move(Order), Diagnostics);
	State.Say(Diagnostics);
}

void DrawControlPanel(FSceneSession& Session, std::span<const FSceneEntry> Scenes, FViewerState& State)
{
	if (ImGui::Begin("Simulation"))
	{
		DrawClock(Session, State);
		DrawSceneChoice(Scenes, State);
		DrawCameraAndFiles(State);
		ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
		ImGui::TextWrapped("%s", Session.GetDef().Scene.Summary.c_str());
		ImGui::PopStyleColor();
	}
	ImGui::End();
}

void DrawHelpPanel(FViewerState& State)
{
	const ImVec2 Window = ImGui::GetIO().DisplaySize;
	ImGui::SetNextWindowPos({0.5f * Window.x, 0.5f * Window.y}, ImGuiCond_Appearing, {0.5f, 0.5f});
	ImGui::SetNextWindowSize({34.0f * ImGui::GetFontSize(), 0.0f}, ImGuiCond_Appearing);
	if (ImGui::Begin("Help", &State.bHelp) && ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg))
	{
		ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, 11.0f * ImGui::GetFontSize());
		ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
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
	ImGui::End();
}

void DrawNews(const FViewerState& State)
{
	size_t First = State.Messages.size();
	while (
	    First > 0 && State.Messages.size() - First < MaxNews && State.Now - State.Messages[First - 1].Time < NewsTime)
	{
		--First;
	}
	if (First == State.Messages.size())
	{
		return;
	}
	const ImVec2 Window = ImGui::GetIO().DisplaySize;
	const float Left = State.bPanels ? GetLeftColumnWidth(Window.x) : 0.0f;
	const float Right = Window.x - (State.bPanels ? GetRightColumnWidth(Window.x) : 0.0f);
	ImGui::SetNextWindowPos({0.5f * (Left + Right), 4.0f * ImGui::GetFontSize()}, ImGuiCond_Always, {0.5f, 0.0f});
	ImGui::SetNextWindowSizeConstraints({10.0f, 10.0f}, {std::max(Right - Left - 20.0f, 100.0f), Window.y});
	constexpr ImGuiWindowFlags Flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
	                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
	                                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
	if (ImGui::Begin("##news", nullptr, Flags))
	{
		ImGui::PushTextWrapPos(std::max(Right - Left - 50.0f, 80.0f));
		for (size_t Index = First; Index < State.Messages.size(); ++Index)
		{
			const FMessage& Message = State.Messages[Index];
			const ImVec4 Color = Message.bTrouble ? ImVec4(1.0f, 0.62f, 0.45f, 1.0f) : ImVec4(0.8f, 0.95f, 0.8f, 1.0f);
			ImGui::TextColored(Color, "%s", Message.Text.c_str());
		}
		ImGui::PopTextWrapPos();
	}
	ImGui::End();
}

void DrawPanels(FSceneSession& Session, std::span<const FSceneEntry> Scenes, const FRenderStats& Stats,
    bool bWindowResized, FViewerState& State)
{
	if (State.bPanels)
	{
		PlacePanel(EPanel::Simulation, bWindowResized);
		DrawControlPanel(Session, Scenes, State);
		PlacePanel(EPanel::Display, bWindowResized);
		DrawDisplayPanel(Session, State);
		PlacePanel(EPanel::Settings, bWindowResized);
		DrawSettingsPanel(Session, State);
		PlacePanel(EPanel::Statistics, bWindowResized);
		DrawStatisticsPanel(Session, Stats, State);
	}
	if (State.bHelp)
	{
		DrawHelpPanel(State);
	}
	DrawNews(State);
}
} // namespace Flockwork
