#pragma once
// Carries the bodies that are shown as their own shapes to the renderer: statics once, props each frame.
#include "FlockworkGame/VisualSubsystem.h"
#include "FlockworkRender/Renderer.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace Flockwork
{
// Linear RGB as the screen's.
FColor ToScreen(const FVector& Linear);

class FShapeView
{
public:
	// Alpha as UWorld::GetAlpha. Call once a frame.
	void Update(const UWorld& World, FRenderer& Renderer, float Alpha);

private:
	// What makes two props look the same: triangles, or a capsule's size.
	using FMeshKey = std::tuple<const FVector*, bool, float, float>;
	static FMeshKey MakeKey(const FRenderShape& Shape);
	void UploadStatics(FRenderer& Renderer);
	void UploadPropMeshes(FRenderer& Renderer);
	FRenderProp MakeProp(const FRenderShape& Shape) const;

	uint64_t ShapeRevision = ~uint64_t(0);
	std::vector<FRenderShape> Shapes;
	std::vector<FRenderStatic> Statics;
	std::vector<FRenderProp> Props;
	std::map<FMeshKey, int32_t> PropMeshes; // those that the renderer has
};
} // namespace Flockwork
