#pragma once
// The window's panels. Each draws itself with Dear ImGui from session and state, and writes only the state or orders.
#include "FlockworkRender/Renderer.h"
#include "SceneCatalog.h"
#include "SceneSession.h"
#include "ViewerState.h"

#include <span>

namespace Flockwork
{
// Scene, pause, step, speed, start anew, camera, picture and video.
void DrawControlPanel(FSceneSession& Session, std::span<const FSceneEntry> Scenes, FViewerState& State);
// A slider for every field of the flock's settings table, presets, saving and loading; world and physics below.
void DrawSettingsPanel(FSceneSession& Session, FViewerState& State);
// Trails, colouring, debug layers, the selected boid, what a click drops.
void DrawDisplayPanel(FSceneSession& Session, FViewerState& State);
// Numbers and curves: polarisation, milling, nearest neighbour, cost; checks; messages.
void DrawStatisticsPanel(const FSceneSession& Session, const FRenderStats& Stats, const FViewerState& State);
void DrawHelpPanel(FViewerState& State);
// What was said within the last seconds, below the title.
void DrawNews(const FViewerState& State);

// All of the above, as the state has them on. bWindowResized: the panels go back to their places.
void DrawPanels(FSceneSession& Session, std::span<const FSceneEntry> Scenes, const FRenderStats& Stats,
    bool bWindowResized, FViewerState& State);

// Carries out an order at once, so that a paused world shows it too; what is wrong with it goes to the messages.
void Order(FSceneSession& Session, FViewerState& State, FOrder Order);
} // namespace Flockwork
