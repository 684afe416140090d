#pragma once
// Keys and mouse of the window, turned into orders to the world and choices in the state.
//	left click: a predator; right click or long press: an attractor, but selected agents of a crowd go there
//	shift and left click: select a boid or an agent; shift and left drag: all agents in the box
//	left drag: orbit (or look round); right or middle drag: move sideways; wheel: zoom
#include "CameraRig.h"
#include "FlockworkRender/Renderer.h"
#include "SceneSession.h"
#include "ViewerState.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace Flockwork
{
struct FPixelBox
{
	float MinX = 0.0f, MinY = 0.0f, MaxX = 0.0f, MaxY = 0.0f;
};

class FViewerInput
{
public:
	// Once a frame, with what the renderer polled.
	void Update(std::span<const FInputEvent> Events, FSceneSession& Session, const FRenderer& Renderer, FCameraRig& Rig,
	    FViewerState& State, float DeltaTime);

	// The point in the world under a pixel: on static geometry, on the ground, or as deep as the flock.
	static FVector FindPoint(
	    const FSceneSession& Session, const FCameraPose& Pose, float X, float Y, int32_t Width, int32_t Height);
	// The boid or agent nearest to the ray through a pixel, within 30 pixels; invalid when there is none.
	static FActorId FindActor(
	    const FSceneSession& Session, const FCameraPose& Pose, float X, float Y, int32_t Width, int32_t Height);
	// The agents of crowds whose middles lie in a box of pixels.
	static std::vector<FActorId> FindAgents(
	    const FSceneSession& Session, const FCameraPose& Pose, const FPixelBox& Box, int32_t Width, int32_t Height);
	// The lines of the help panel: key and what it does.
	static std::span<const std::pair<const char*, const char*>> GetHelp();

private:
	struct FPress
	{
		bool bDown = false;
		bool bDragged = false;
		bool bDone = false;    // has dropped something already
		bool bSelects = false; // shift was down
		float X = 0.0f;
		float Y = 0.0f;
		float Moved = 0.0f; // pixels
		float Time = 0.0f;  // s
	};
	void OnKey(int32_t Key, FViewerState& State);
	static void TakeCamera(FViewerState& State);
	void CheckLongPress(
	    FSceneSession& Session, const FRenderer& Renderer, const FCameraRig& Rig, FViewerState& State, float DeltaTime);
	void OnMove(const FInputEvent& Event, const FRenderer& Renderer, FCameraRig& Rig, FViewerState& State);
	void OnRelease(const FInputEvent& Event, FSceneSession& Session, const FRenderer& Renderer, const FCameraRig& Rig,
	    FViewerState& State);
	void Select(const FPress& Press, const FInputEvent& Event, const FSceneSession& Session, const FRenderer& Renderer,
	    const FCameraRig& Rig, FViewerState& State) const;
	// Every selected agent that there still is walks to Point. False when there is none.
	bool Send(const FVector& Point, FSceneSession& Session, FViewerState& State) const;
	void Drop(bool bThreat, const FVector& Point, FSceneSession& Session, FViewerState& State) const;
	void ApplyMovement(FSceneSession& Session, FCameraRig& Rig, const FViewerState& State, float DeltaTime);
	bool IsHeld(int32_t Key) const;
	FPress& GetPress(EMouseButton Button) { return Presses[size_t(Button)]; }

	std::array<FPress, 4> Presses;
	std::array<int32_t, 16> Held{}; // keys that are down; 0: free
	bool bMovedPlayer = false;
};
} // namespace Flockwork
