#pragma once
// Everything that never moves, baked into one mesh in world space.
#include "FlockworkRender/RenderTypes.h"
#include "GpuMesh.h"

#include <vector>

namespace Flockwork
{
// 40 bytes. Surface: metres above the thing's foot, how much the foot darkens, place in the plaster texture.
struct FStaticVertex
{
	float Position[3] = {0.0f, 0.0f, 0.0f};
	float Normal[3] = {0.0f, 1.0f, 0.0f};
	uint8_t Color[4] = {255, 255, 255, 255};
	float Surface[4] = {0.0f, 0.0f, 0.0f, 0.0f};
};

struct FStaticMesh
{
	std::vector<FStaticVertex> Vertices;
	std::vector<uint32_t> Indices;
};

// Leaves out what is not finite or has indices beyond its vertices. Free of the engine: tests call it.
FStaticMesh BakeStatics(std::span<const FRenderStatic> Statics);

class FStaticGeometry
{
public:
	explicit FStaticGeometry(Ogre::SceneNode& Root);
	~FStaticGeometry();
	void Set(std::span<const FRenderStatic> Statics);
	int32_t GetTriangleCount() const { return Draw.GetTriangleCount(); }

private:
	FWorldDraw Draw;
};
} // namespace Flockwork
