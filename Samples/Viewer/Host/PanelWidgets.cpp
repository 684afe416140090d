#include "PanelWidgets.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>

namespace Flockwork
{
namespace
{
constexpr float Gap = 8.0f;        // pixels between panels
constexpr float NameShare = 0.41f; // of a row's width

// A sentence wrapped to a width at which it can be read.
void ShowTooltip(const char* Text)
{
	ImGui::BeginTooltip();
	ImGui::PushTextWrapPos(26.0f * ImGui::GetFontSize());
	ImGui::TextUnformatted(Text);
	ImGui::PopTextWrapPos();
	ImGui::EndTooltip();
}
} // namespace

float GetLeftColumnWidth(float WindowWidth)
{
	return std::clamp(0.215f * WindowWidth, 230.0f, 420.0f) + 2.0f * Gap;
}

float GetRightColumnWidth(float WindowWidth)
{
	return std::clamp(0.25f * WindowWidth, 260.0f, 480.0f) + 2.0f * Gap;
}

void PlacePanel(EPanel Panel, bool bWindowResized)
{
	const ImVec2 Window = ImGui::GetIO().DisplaySize;
	const bool bLeft = Panel == EPanel::Simulation || Panel == EPanel::Display;
	const bool bUpper = Panel == EPanel::Simulation || Panel == EPanel::Settings;
	const float Width = (bLeft ? GetLeftColumnWidth(Window.x) : GetRightColumnWidth(Window.x)) - 2.0f * Gap;
	// The upper left panel is as high as its content needs; the others share what is left.
	const float SimulationHeight = 11.6f * ImGui::GetFrameHeightWithSpacing();
	const float Upper = bLeft ? std::min(SimulationHeight, 0.5f * Window.y) : 0.54f * Window.y;
	const float Top = bUpper ? Gap : Upper + 2.0f * Gap;
	const float Bottom = bUpper ? Upper + Gap : Window.y - Gap;
	const ImGuiCond When = bWindowResized ? ImGuiCond_Always : ImGuiCond_FirstUseEver;
	ImGui::SetNextWindowPos({bLeft ? Gap : Window.x - Gap - Width, Top}, When);
	ImGui::SetNextWindowSize({Width, std::max(Bottom - Top, 60.0f)}, When);
}

void BeginRow(const char* Name)
{
	const ImVec2 Start = ImGui::GetCursorScreenPos();
	const float NameWidth = NameShare * ImGui::GetWindowContentRegionWidth();
	ImGui::AlignTextToFramePadding();
	// Names that are too long end in dots instead of running under the control.
	const ImVec2 TextStart(Start.x, Start.y + ImGui::GetStyle().FramePadding.y);
	const float End = Start.x + NameWidth - ImGui::GetStyle().ItemSpacing.x;
	ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), TextStart, {End, TextStart.y + ImGui::GetFontSize()}, End,
	    End, Name, nullptr, nullptr);
	ImGui::Dummy({NameWidth - ImGui::GetStyle().ItemSpacing.x, ImGui::GetFrameHeight()});
	ImGui::SameLine();
	ImGui::SetNextItemWidth(-1.0f);
}

void BeginRow(const char* Name, const char* Tooltip)
{
	const ImVec2 Start = ImGui::GetCursorScreenPos();
	BeginRow(Name);
	const float Width = ImGui::GetWindowContentRegionWidth();
	if (ImGui::IsWindowHovered() &&
	    ImGui::IsMouseHoveringRect(Start, {Start.x + Width, Start.y + ImGui::GetFrameHeight()}))
	{
		ShowTooltip(Tooltip);
	}
}

std::string ToWords(std::string_view Name)
{
	std::string Words;
	for (size_t Index = 0; Index < Name.size(); ++Index)
	{
		const auto Letter = static_cast<unsigned char>(Name[Index]);
		if (Index > 0 && std::isupper(Letter) && !std::isupper(static_cast<unsigned char>(Name[Index - 1])))
		{
			Words += ' ';
		}
		Words += Index > 0 ? char(std::tolower(Letter)) : char(Letter);
	}
	return Words;
}

void DrawPlot(const char* Name, const FPlot& Plot, float Min, float Max, const char* Pattern, const char* Tooltip)
{
	char Value[64];
	std::snprintf(Value, sizeof(Value), Pattern, double(Plot.GetLast()));
	ImGui::TextUnformatted(Name);
	const float Room = ImGui::GetContentRegionAvail().x;
	ImGui::SameLine(Room - ImGui::CalcTextSize(Value).x + ImGui::GetStyle().WindowPadding.x);
	ImGui::TextUnformatted(Value);
	float Top = Max;
	if (Min == Max)
	{
		Top = 1.15f * *std::max_element(Plot.Values.begin(), Plot.Values.end());
	}
	ImGui::PushID(Name);
	ImGui::PlotLines("##plot", Plot.Values.data(), Plot.Count, Plot.Count < FPlot::Capacity ? 0 : Plot.Next, nullptr,
	    Min, std::max(Top, Min + 1e-6f), {Room, 2.3f * ImGui::GetFontSize()});
	ImGui::PopID();
	if (ImGui::IsItemHovered())
	{
		ShowTooltip(Tooltip);
	}
}
} // namespace Flockwork
