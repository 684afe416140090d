#pragma once
// What the panels are made of: places at the window's sides, rows of a name and a control, curves.
#include "ViewerState.h"

#include <string>
#include <string_view>

namespace Flockwork
{
enum class EPanel : uint8_t
{
	Simulation, // left column
	Display,
	Settings, // right column
	Statistics
};

// Pixels that the two columns of panels take from a window of this width, their gaps included.
float GetLeftColumnWidth(float WindowWidth);
float GetRightColumnWidth(float WindowWidth);

// Puts the next panel into its column. Panels stay where a person moves them until the window changes its size.
void PlacePanel(EPanel Panel, bool bWindowResized);

// Begins a row: the name on the left, the next control on the right, to the panel's edge.
void BeginRow(const char* Name);
// The same with a sentence that appears under the pointer.
void BeginRow(const char* Name, const char* Tooltip);

// "neighborRadius" -> "neighbor radius"
std::string ToWords(std::string_view Name);

// Min == Max: from 0 to a little more than the largest value. Pattern has one %f for the last value.
void DrawPlot(const char* Name, const FPlot& Plot, float Min, float Max, const char* Pattern, const char* Tooltip);
} // namespace Flockwork
