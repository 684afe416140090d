#pragma once
// Draws plain arrays with OGRE, in a window or headless, and reads frames back. It knows no world.
//
//	FDiagnostics Diagnostics;
//	auto Renderer = FRenderer::Create(Settings, Diagnostics); // null: say Diagnostics.ToString()
//	Renderer->SetStatics(Walls);
//	while (Running)
//	{
//		Renderer->SetTime(World.GetTime());
//		Renderer->SetBoids(0, EBody::Zombie, Instances, Looks);
//		Renderer->SetCamera(Orbit.GetPose());
//		Renderer->RenderFrame();
//		Renderer->ReadFrame(Picture); // for PNG and film
//	}
//
// One live renderer a process (the engine is a singleton), used from the thread that made it. The same calls give the
// same pixels: animation takes its time from SetTime and the phases, never from a clock.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkRender/DebugLines.h"
#include "FlockworkRender/InputEvents.h"
#include "FlockworkRender/Picture.h"
#include "FlockworkRender/RenderTypes.h"
#include "FlockworkRender/SkinnedTypes.h"
#include "FlockworkRender/Trails.h"

#include <functional>
#include <memory>
#include <span>

namespace Flockwork
{
struct FRenderStats
{
	int32_t Triangles = 0; // of the last frame, shadows included
	int32_t Draws = 0;
	int32_t Bodies = 0; // instances inside the view
};

class FRenderer
{
public:
	// Null, with errors that say what is missing (no X server to start, no OpenGL 3.3, engine plugin or shader not
	// found, a setting out of range). Without a usable display a window falls back to headless with a warning.
	static std::unique_ptr<FRenderer> Create(const FRenderSettings& Settings, FDiagnostics& Diagnostics);
	~FRenderer();
	FRenderer(const FRenderer&) = delete;
	FRenderer& operator=(const FRenderer&) = delete;

	// Whether the display that the environment names (DISPLAY) answers.
	static bool HasDisplay();
	bool IsHeadless() const;
	int32_t GetWidth() const; // of the picture; follows the window
	int32_t GetHeight() const;

	// The scene. Each call replaces what it names; non-finite entries are left out.
	void SetEnvironment(const FEnvironment& Environment);
	void SetStatics(std::span<const FRenderStatic> Statics);
	void SetProps(std::span<const FRenderProp> Props);
	// What props of the shape Mesh look like; takes time, so only when there are new ones. Forgets the props.
	void SetPropMeshes(std::span<const FRenderMesh> Meshes);
	// One group is one species: Group in [0, MaxGroups). Looks has the size of Instances, or is empty (own colours,
	// still).
	void SetBoids(
	    int32_t Group, EBody Body, std::span<const FBoidInstance> Instances, std::span<const FBoidLook> Looks);
	static constexpr int32_t MaxGroups = 64;
	// What characters look like; takes time, so only when there are new ones. Forgets the characters. A bad mesh is an
	// error at meshes[I] and draws nothing, a bad picture a warning; false with errors.
	bool SetCharacterMeshes(std::span<const FRenderSkinnedMesh> Meshes, FDiagnostics& Diagnostics);
	// One group is one kind of Mesh. Palette holds the joints of all of Characters, from each one's FirstJoint on;
	// characters that reach beyond it, or whose place is no number, are left out. Groups are apart from the boids'.
	void SetCharacters(int32_t Group, int32_t Mesh, std::span<const FRenderCharacter> Characters,
	    std::span<const FRenderJoint> Palette);

	// The frame.
	void SetTime(double Seconds); // of the simulation: clouds and anything that moves by itself
	void SetCamera(const FCameraPose& Pose);
	const FCameraPose& GetCamera() const;
	FDebugLines& GetDebugLines(); // drawn by the next RenderFrame, then cleared
	// Drawn by the next RenderFrame and not kept. Colours: one for each boid, or one for all.
	void DrawTrails(const FTrails& Trails, std::span<const FColor> Colors);
	void SetHud(std::span<const FHudLine> Lines, std::span<const FHudPlot> Plots = {}); // kept until replaced
	// Pixels at the window's left and right that the text above leaves free, for panels that stand there.
	void SetHudMargins(float Left, float Right);
	// Called inside each RenderFrame where Dear ImGui calls are allowed (include <imgui.h>); also works headless.
	void SetPanels(std::function<void()> DrawPanels);

	// In a window: also shows the frame. False once the window is gone.
	bool RenderFrame();
	// The frame last drawn, in a window without the panels (it is drawn again for it). Memory of Out is reused.
	void ReadFrame(FPicture& Out);
	const FRenderStats& GetStats() const;

	// What happened in the window since the last call; empty when headless. Valid until the next call.
	std::span<const FInputEvent> PollEvents();

private:
	struct FImpl;
	explicit FRenderer(std::unique_ptr<FImpl> InImpl);
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
