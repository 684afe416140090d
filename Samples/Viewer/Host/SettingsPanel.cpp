// The settings panel: its sliders come from the settings tables, so that a new setting needs no line here.
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "Panels.h"

#include <algorithm>
#include <cstring>
#include <imgui.h>
#include <utility>
#include <variant>

namespace Flockwork
{
namespace
{
// As an order, not by the subsystem's function: a replay then has it too.
void Set(FSceneSession& Session, FViewerState& State, const std::string& DottedName, const std::string& Of,
    FSettingValue Value)
{
	FDiagnostics Diagnostics;
	Session.GetWorld().Enqueue(FOrder::SetSetting(DottedName, std::move(Value), Of), Diagnostics);
	State.Say(Diagnostics);
}

// Ranges reach far beyond what is usual; the slider covers the usual part, and typing (ctrl + click) the rest.
std::pair<float, float> SliderRange(const FSettingField& Field, float Default, float Value)
{
	const float Usual = std::max({4.0f * Default, 2.0f * Value, Default == 0.0f ? 10.0f : 0.0f});
	const float Max = std::min(float(Field.Max), Usual);
	return {std::max(float(Field.Min), -Max), Max};
}

// True when the person changed Value.
bool DrawField(const FSettingField& Field, const char* Label, FSettingValue& Value)
{
	if (bool* const Bool = std::get_if<bool>(&Value))
	{
		return ImGui::Checkbox(Label, Bool);
	}
	if (int32_t* const Int = std::get_if<int32_t>(&Value))
	{
		const int32_t Max = int32_t(std::min(Field.Max, std::max(4.0 * double(*Int), 16.0)));
		return ImGui::SliderInt(Label, Int, int32_t(Field.Min), Max);
	}
	if (float* const Float = std::get_if<float>(&Value))
	{
		const auto [Min, Max] = SliderRange(Field, std::get<float>(Field.Default), *Float);
		const std::string Pattern = "%.3g " + (Field.Unit == "1" ? std::string() : Field.Unit);
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

void DrawTable(FSceneSession& Session, FViewerState& State, const FSettingsTable& Table, const std::string& Of)
{
	std::string OpenGroup;
	bool bGroupOpen = true;
	ImGui::PushID(Table.Name.c_str());
	for (const FSettingField& Field : Table.Fields)
	{
		const size_t Dot = Field.Name.find('.');
		const std::string Group = Dot == std::string::npos ? std::string() : Field.Name.substr(0, Dot);
		if (Group != OpenGroup)
		{
			OpenGroup = Group;
			bGroupOpen = Group.empty() || ImGui::CollapsingHeader(Group.c_str());
		}
		FSettingValue Value;
		const std::string DottedName = Table.Name + "." + Field.Name;
		if (!bGroupOpen || !Session.GetWorld().GetSetting(DottedName, Of, Value))
		{
			continue;
		}
		ImGui::PushID(Field.Name.c_str());
		const std::string Label = Dot == std::string::npos ? Field.Name : Field.Name.substr(Dot + 1);
		if (DrawField(Field, Label.c_str(), Value))
		{
			Set(Session, State, DottedName, Of, std::move(Value));
		}
		if (ImGui::IsItemHovered())
		{
			ImGui::SetTooltip("%s\n%s [%g .. %g]", Field.Sentence.c_str(), DottedName.c_str(), Field.Min, Field.Max);
		}
		ImGui::PopID();
	}
	ImGui::PopID();
}

void ApplyPreset(FSceneSession& Session, FViewerState& State, const FFlockSettings& Preset)
{
	const FSettingsTable& Table = FFlockSettings::Table();
	for (const FSettingField& Field : Table.Fields)
	{
		Set(Session, State, "flock." + Field.Name, State.Flock, Table.Get(&Preset, Field));
	}
}

FFlockSettings ReadFlock(const FSceneSession& Session, const FViewerState& State)
{
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	const int32_t Flock = Flocks.FindFlock(State.Flock);
	return Flock >= 0 ? *Flocks.GetFlock(Flock).Settings : FFlockSettings{};
}

void DrawPresets(FSceneSession& Session, FViewerState& State)
{
	const FPresetLibrary& Presets = Session.GetPrefabs().GetPresets();
	if (ImGui::BeginCombo("preset", "apply ..."))
	{
		for (const std::string_view Name : Presets.GetNames())
		{
			if (ImGui::Selectable(std::string(Name).c_str()))
			{
				ApplyPreset(Session, State, *Presets.Find(Name));
			}
		}
		ImGui::EndCombo();
	}
	char Path[512];
	std::snprintf(Path, sizeof(Path), "%s", State.PresetFile.c_str());
	if (ImGui::InputText("file", Path, sizeof(Path)))
	{
		State.PresetFile = Path;
	}
	FDiagnostics Diagnostics;
	if (ImGui::Button("Save preset"))
	{
		const FDataNode Node =
		    WriteFlockPreset(ReadFlock(Session, State), "Saved from the window: flock " + State.Flock);
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
			ApplyPreset(Session, State, Settings);
		}
	}
	State.Say(Diagnostics);
}
} // namespace

void DrawSettingsPanel(FSceneSession& Session, FViewerState& State)
{
	const float Right = ImGui::GetIO().DisplaySize.x;
	ImGui::SetNextWindowPos({Right - 328.0f, 8.0f}, ImGuiCond_FirstUseEver);
	ImGui::SetNextWindowSize({320.0f, 384.0f}, ImGuiCond_FirstUseEver);
	if (ImGui::Begin("Settings"))
	{
		const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
		if (Flocks.FindFlock(State.Flock) < 0)
		{
			State.Flock = Flocks.GetFlockCount() > 0 ? std::string(Flocks.GetFlock(0).FlockId) : std::string();
		}
		if (ImGui::BeginCombo("flock", State.Flock.c_str()))
		{
			for (const std::string_view Id : Flocks.GetFlockIds())
			{
				if (ImGui::Selectable(std::string(Id).c_str(), Id == State.Flock))
				{
					State.Flock = Id;
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
