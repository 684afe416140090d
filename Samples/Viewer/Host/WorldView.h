#pragma once
// Carries a world to the renderer: bodies, shapes, light, camera wishes, debug layers. Changes nothing in the world.
#include "CharacterGallery.h"
#include "CharacterView.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/VisualSubsystem.h"
#include "FlockworkRender/BoidAnimator.h"
#include "FlockworkRender/Renderer.h"
#include "FlockworkRender/Trails.h"
#include "SceneSession.h"
#include "ShapeView.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace Flockwork
{
// In the order of ESceneColoring.
inline constexpr const char* ColoringNames[] = {"own", "heading", "speed", "density", "flock", "cluster"};

struct FViewOptions
{
	FDebugLayers Layers;
	ESceneColoring Coloring = ESceneColoring::Own;
	bool bTrails = false;
	bool bMarks = false;          // rings about what was dropped for a time, and about Layers.Selected and Chosen
	std::vector<FActorId> Chosen; // people that a right click sends
	bool bPlots = false;          // the flocks' metrics as curves on the picture

	// As the script says.
	static FViewOptions FromHints(const FSceneHints& Hints);
	// Takes over what the script has changed since Last, and leaves alone what it has not: a person's choices stay.
	void ApplyChanges(const FSceneHints& Last, const FSceneHints& Now);
};

class FWorldView
{
public:
	// Takes light, air and ground from the scene's hints.
	FWorldView(FSceneSession& Session, FRenderer& Renderer);

	// Uploads the world as it is at Alpha between its last two steps. Call once a frame.
	void Update(const FViewOptions& Options, float Alpha);
	// The centre of all boids, or of all actors where there is none: what to look at when nothing else is said.
	FVector GetCenter() const;
	// m, of what there is about the centre.
	float GetExtent() const;

private:
	void UpdateSpecies(int32_t Species, const FViewOptions& Options, float Alpha);
	void LeaveOutCharacters();
	void PlaceFeet(EBody Body, int32_t Species);
	void UpdateTrails();
	void ColorBoids(ESceneColoring Coloring);
	void ColorFlock(int32_t Flock, ESceneColoring Coloring);
	void DrawMarks(const FViewOptions& Options);

	FSceneSession& Session;
	FRenderer& Renderer;
	FShapeView Shapes;
	FCharacterView Characters;
	std::unique_ptr<FCharacterGallery> Gallery; // null in every scene but AnimationGallery
	std::vector<FRenderInstance> Instances;
	std::vector<FRenderDetail> Details;
	std::vector<FBoidInstance> Boids;
	std::vector<FBoidLook> Looks;
	std::vector<uint32_t> Ids;            // of walkers
	std::vector<FVector> Speeds;          // of walkers; only their lengths count
	std::vector<FBoidAnimator> Animators; // of each species; only walkers use theirs
	double LastTime = 0.0;                // s of the simulation, of the last Update
	float FrameTime = 0.0f;               // s since then
	int32_t UsedGroups = 0;
	std::vector<FColor> ColorOfActor; // by actor index; where bColored
	std::vector<uint8_t> TintOfActor; // 0: the body's own colours
	std::vector<FTrails> Trails;      // of each flock
	FFlockMeter Meter;                // finds clusters
};
} // namespace Flockwork
