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
	void SetHud(std::span<const FHudLine> Lines) { Hud.assign(Lines.begin(), Lines.end()); }
	void SetPanels(std::function<void()> InDrawPanels) { DrawPanels = std::move(InDrawPanels); }
	// Builds the frame's text and panels; they are drawn with the frame.
	void Build(int32_t Width, int32_t Height, float DeltaTime, const FCameraPose& Camera, const FDebugLines& Lines);

private:
	void DrawHud(ImDrawList& List, float Width, float Height) const;
	void DrawLabels(
	    ImDrawList& List, int32_t Width, int32_t Height, const FCameraPose& Camera, const FDebugLines& Lines) const;

	std::unique_ptr<Ogre::ImGuiOverlay> Overlay;
	ImFont* Font = nullptr;
	ImFont* LargeFont = nullptr; // of headings, so that they are not blown up from small letters
	float TextSize = 18.0f;
	std::vector<FHudLine> Hud;
	std::function<void()> DrawPanels;
};
} // namespace Flockwork
