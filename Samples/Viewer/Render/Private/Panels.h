#pragma once
// What lies over the picture: the host's Dear ImGui panels, text on the screen and labels at places in the world.
#include "FlockworkRender/DebugLines.h"
#include "FlockworkRender/RenderTypes.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

struct ImDrawList;
struct ImFont;
struct ImGuiWindow;

namespace Ogre
{
class ImGuiOverlay;
}

namespace Flockwork
{
class FPanels
{
public:
	// Height in pixels decides the size of the text.
	explicit FPanels(int32_t Height);
	~FPanels();
	void SetHud(std::span<const FHudLine> Lines, std::span<const FHudPlot> InPlots)
	{
		Hud.assign(Lines.begin(), Lines.end());
		Plots.assign(InPlots.begin(), InPlots.end());
	}
	void SetMargins(float Left, float Right)
	{
		MarginLeft = Left;
		MarginRight = Right;
	}
	void SetPanels(std::function<void()> InDrawPanels) { DrawPanels = std::move(InDrawPanels); }
	// Builds the frame's text and panels; they are drawn with the frame.
	void Build(int32_t Width, int32_t Height, float DeltaTime, const FCameraPose& Camera, const FDebugLines& Lines);

private:
	void DrawHud(ImDrawList& List, float Width, float Height) const;
	// Upward from Down pixels above the lower edge.
	void DrawPlots(ImDrawList& List, float Right, float Height, float Down) const;
	void DrawLabels(
	    ImDrawList& List, int32_t Width, int32_t Height, const FCameraPose& Camera, const FDebugLines& Lines) const;

	std::unique_ptr<Ogre::ImGuiOverlay> Overlay;
	ImFont* Font = nullptr;
	ImFont* SmallFont = nullptr; // of panels, labels and small lines
	ImFont* LargeFont = nullptr; // of headings, so that they are not blown up from small letters
	float TextSize = 18.0f;
	float MarginLeft = 0.0f;
	float MarginRight = 0.0f;
	std::vector<FHudLine> Hud;
	std::vector<FHudPlot> Plots;
	std::function<void()> DrawPanels;
};

// While it lives, the host's panels are left out of what is drawn: pictures show the scene and the text on it.
class FHiddenPanels
{
public:
	FHiddenPanels();
	~FHiddenPanels();
	FHiddenPanels(const FHiddenPanels&) = delete;
	FHiddenPanels& operator=(const FHiddenPanels&) = delete;

private:
	std::vector<ImGuiWindow*> Windows; // those that were visible
};
} // namespace Flockwork
