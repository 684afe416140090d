#pragma once
// Carries a world to the renderer: bodies, shapes, light, camera wishes, debug layers. Changes nothing in the world.
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/VisualSubsystem.h"
#include "FlockworkRender/Renderer.h"
#include "FlockworkRender/Trails.h"
#include "SceneSession.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace Flockwork
{
enum class EColoring : uint8_t
{
	Own,     // the bodies' own colours
	Heading, // hue by direction
	Speed,   // blue slow, red at the limit
	Density, // blue alone, red where the flock is dense
	Flock    // one hue for each flock
};
inline constexpr const char* ColoringNames[] = {"own", "heading", "speed", "density", "flock"};

struct FViewOptions
{
	FDebugLayers Layers;
	EColoring Coloring = EColoring::Own;
	bool bTrails = false;
	bool bVisionCone = false; // of Layers.Selected: what its blind angle leaves it to see
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
	void UpdateShapes(float Alpha);
	void UpdateSpecies(int32_t Species, const FViewOptions& Options, float Alpha);
	void UpdateTrails();
	void ColorBoids(EColoring Coloring);
	void DrawVisionCone(FActorId Actor);

	FSceneSession& Session;
	FRenderer& Renderer;
	uint64_t ShapeRevision = ~uint64_t(0);
	std::vector<FRenderShape> Shapes;
	std::vector<FRenderStatic> Statics;
	std::vector<FRenderProp> Props;
	std::vector<FRenderInstance> Instances;
	std::vector<FRenderDetail> Details;
	std::vector<FBoidInstance> Boids;
	std::vector<FBoidLook> Looks;
	int32_t UsedGroups = 0;
	std::vector<FColor> ColorOfActor; // by actor index; where bColored
	std::vector<uint8_t> TintOfActor; // 0: the body's own colours
	std::vector<FTrails> Trails;      // of each flock
};
} // namespace Flockwork
