// The settings panel: its sliders come from the settings tables, so that a new setting needs no line here.
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "PanelWidgets.h"
#include "Panels.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <imgui.h>
#include <imgui_internal.h>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace Flockwork
{
namespace
{
// Ranges reach far beyond what is usual; the slider covers the usual part, and typing (ctrl + click) the rest. While a
// slider is held its end stays where it is: an end that followed the value would run away from the hand.
float SliderEnd(const FSettingField& Field, float Default, float Value)
{
	ImGuiStorage& Storage = *ImGui::GetStateStorage();
	const ImGuiID Key = ImGui::GetID("##end");
	const float Usual = std::min(float(Field.Max), std::max({4.0f * Default, Value, Default == 0.0f ? 10.0f : 0.0f}));
	const bool bHeld = ImGui::GetActiveID() == ImGui::GetID("##value");
	const float End = bHeld ? Storage.GetFloat(Key, Usual) : Usual;
	Storage.SetFloat(Key, End);
	return End;
}

std::string MakeTooltip(const FSettingField& Field, const std::string& DottedName)
{
	char Range[96];
	std::snprintf(Range, sizeof(Range), "\n%s, %g to %g", DottedName.c_str(), Field.Min, Field.Max);
	const bool bNumber = Field.Type == ESettingType::Float || Field.Type == ESettingType::Int;
	return Field.Sentence + (bNumber ? Range : "\n" + DottedName) +
	       "\nRight click: the default. Ctrl + click: type a number.";
}

// A slider, box or menu named "##value"; true when the person changed Value.
bool DrawField(const FSettingField& Field, FSettingValue& Value)
{
	constexpr const char* Label = "##value";
	if (bool* const Bool = std::get_if<bool>(&Value))
	{
		return ImGui::Checkbox(Label, Bool);
	}
	if (int32_t* const Int = std::get_if<int32_t>(&Value))
	{
		const float Default = std::max(float(std::get<int32_t>(Field.Default)), 4.0f);
		return ImGui::SliderInt(Label, Int, int32_t(Field.Min), int32_t(SliderEnd(Field, Default, float(*Int))));
	}
	if (float* const Float = std::get_if<float>(&Value))
	{
		const float Max = SliderEnd(Field, std::get<float>(Field.Default), *Float);
		const float Min = std::max(float(Field.Min), -Max);
		const std::string Pattern = Field.Unit == "1" ? "%.3g" : "%.3g " + Field.Unit;
		return ImGui::SliderFloat(Label, Float, Min, Max, Pattern.c_str());
	}
	if (FVector* const Vector = std::get_if<FVector>(&Value))
	{
		return ImGui::DragFloat3(Label, &Vector->x, 0.1f, float(Field.Min), float(Field.Max), "%.2f");
	}
	std::string& Text = std::get<std::string>(Value);
	if (Field.Type != ESettingType::Enum)
	{
		return false; // names of other things: changed in files
	}
	bool bChanged = false;
	if (ImGui::BeginCombo(Label, Text.c_str()))
	{
		for (const std::string& Name : Field.EnumNames)
		{
			if (ImGui::Selectable(Name.c_str(), Name == Text))
			{
				Text = Name;
				bChanged = true;
			}
		}
		ImGui::EndCombo();
	}
	return bChanged;
}

void DrawRow(FSceneSession& Session, FViewerState& State, const FSettingsTable& Table, const FSettingField& Field,
    const std::string& Of)
{
	FSettingValue Value;
	const std::string DottedName = Table.Name + "." + Field.Name;
	if (!Session.GetWorld().GetSetting(DottedName, Of, Value))
	{
		return;
	}
	ImGui::PushID(Field.Name.c_str());
	const std::string Label = ToWords(Field.Name.substr(Field.Name.find('.') + 1)); // npos + 1 is 0: the whole name
	const bool bTuned = State.Changes.IsTuned(DottedName, Of);
	ImGui::PushStyleColor(
	    ImGuiCol_Text, bTuned ? ImVec4(1.0f, 0.82f, 0.4f, 1.0f) : ImGui::GetStyleColorVec4(ImGuiCol_Text));
	BeginRow(Label.c_str(), MakeTooltip(Field, DottedName).c_str());
	ImGui::PopStyleColor();
	bool bChanged = DrawField(Field, Value);
	if (ImGui::IsItemClicked(ImGuiMouseButton_Right))
	{
		Value = Field.Default;
		bChanged = true;
	}
	if (bChanged)
	{
		Order(Session, State, State.Changes.Set(Session.GetWorld(), DottedName, Of, std::move(Value)));
	}
	ImGui::PopID();
}

// What belongs to no group comes first; then each group, folded.
void DrawTable(FSceneSession& Session, FViewerState& State, const FSettingsTable& Table, const std::string& Of)
{
	ImGui::PushID(Table.Name.c_str());
	std::vector<std::string> Groups;
	for (const FSettingField& Field : Table.Fields)
	{
		const size_t Dot = Field.Name.find('.');
		if (Dot == std::string::npos)
		{
			DrawRow(Session, State, Table, Field, Of);
		}
		else if (std::find(Groups.begin(), Groups.end(), Field.Name.substr(0, Dot)) == Groups.end())
		{
			Groups.push_back(Field.Name.substr(0, Dot));
		}
	}
	for (const std::string& Group : Groups)
	{
		if (!ImGui::CollapsingHeader(ToWords(Group).c_str()))
		{
			continue;
		}
		for (const FSettingField& Field : Table.Fields)
		{
			if (Field.Name.rfind(Group + ".", 0) == 0)
			{
				DrawRow(Session, State, Table, Field, Of);
			}
		}
	}
	ImGui::PopID();
}

// The preset that was applied last, or the one that the flock's first boid brought.
std::string FindPresetName(const FSceneSession& Session, const FViewerState& State)
{
	if (!State.AppliedPreset.empty())
	{
		return State.AppliedPreset;
	}
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	const int32_t Flock = Flocks.FindFlock(State.Flock);
	FFlockingSettings Component;
	const bool bKnown = Flock >= 0 && !Flocks.GetFlock(Flock).Actors.empty() &&
	                    Flocks.GetComponentSettings(Flocks.GetFlock(Flock).Actors.front(), Component);
	return bKnown ? Component.Preset : std::string("apply ...");
}

void DrawPresets(FSceneSession& Session, FViewerState& State)
{
	const FPresetLibrary& Presets = Session.GetPrefabs().GetPresets();
	BeginRow("preset",
	    "Sets every slider below to the preset's value. Presets lie in Content/Flocks; an edited file is "
	    "read again by itself.");
	if (ImGui::BeginCombo("##preset", FindPresetName(Session, State).c_str(), ImGuiComboFlags_HeightLarge))
	{
		for (const std::string_view Name : Presets.GetNames())
		{
			if (ImGui::Selectable(std::string(Name).c_str()))
			{
				Order(Session, State, State.Changes.SetFlock(Session.GetWorld(), State.Flock, *Presets.Find(Name)));
				State.AppliedPreset = Name;
			}
		}
		ImGui::EndCombo();
	}
	char Path[512];
	std::snprintf(Path, sizeof(Path), "%s", State.PresetFile.c_str());
	BeginRow("file", State.PresetFile.c_str());
	if (ImGui::InputText("##file", Path, sizeof(Path)))
	{
		State.PresetFile = Path;
	}
	FDiagnostics Diagnostics;
	if (ImGui::Button("Save preset")) // into the file
	{
		const FDataNode Node =
		    WriteFlockPreset(ReadFlock(Session.GetWorld(), State.Flock), "Saved from the window: flock " + State.Flock);
		std::error_code Ignored; // what cannot be made is told when the file is written
		std::filesystem::create_directories(std::filesystem::path(State.PresetFile).parent_path(), Ignored);
		if (WriteTextFile(State.PresetFile, WriteJson(Node), Diagnostics))
		{
			State.Say("saved " + State.PresetFile);
		}
	}
	ImGui::SameLine();
	if (ImGui::Button("Load preset"))
	{
		FFlockSettings Settings;
		if (LoadFlockPreset(State.PresetFile, Settings, Diagnostics))
		{
			Order(Session, State, State.Changes.SetFlock(Session.GetWorld(), State.Flock, Settings));
			State.AppliedPreset = std::filesystem::path(State.PresetFile).filename().string();
			State.Say("loaded " + State.PresetFile);
		}
	}
	State.Say(Diagnostics);
	if (!State.Changes.IsEmpty())
	{
		ImGui::SameLine();
		if (ImGui::Button("Undo all"))
		{
			for (FOrder& Back : State.Changes.Undo())
			{
				Order(Session, State, std::move(Back));
			}
			State.AppliedPreset.clear();
		}
		if (ImGui::IsItemHovered())
		{
			ImGui::SetTooltip("Back to what the scene began with; what is tuned has a yellow name.");
		}
	}
}
} // namespace

void DrawSettingsPanel(FSceneSession& Session, FViewerState& State)
{
	if (ImGui::Begin("Settings"))
	{
		const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
		if (Flocks.FindFlock(State.Flock) < 0)
		{
			State.Flock = Flocks.GetFlockCount() > 0 ? std::string(Flocks.GetFlock(0).FlockId) : std::string();
			State.AppliedPreset.clear();
		}
		BeginRow("flock", "Whose settings and curves these are.");
		if (ImGui::BeginCombo("##flock", State.Flock.c_str()))
		{
			for (const std::string_view Id : Flocks.GetFlockIds())
			{
				if (ImGui::Selectable(std::string(Id).c_str(), Id == State.Flock))
				{
					State.Flock = Id;
					State.AppliedPreset.clear();
					State.ClearPlots();
				}
			}
			ImGui::EndCombo();
		}
		if (!State.Flock.empty())
		{
			DrawPresets(Session, State);
			DrawTable(Session, State, FFlockSettings::Table(), State.Flock);
		}
		if (ImGui::CollapsingHeader("world and physics"))
		{
			DrawTable(Session, State, FWorldSettings::Table(), {});
			DrawTable(Session, State, FPhysicsSettings::Table(), {});
		}
	}
	ImGui::End();
}
} // namespace Flockwork
