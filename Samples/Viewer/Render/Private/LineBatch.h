#pragma once
// Debug lines, about two pixels wide, and the ribbons of trails.
#include "FlockworkRender/DebugLines.h"
#include "FlockworkRender/Trails.h"
#include "GpuMesh.h"

#include <span>
#include <vector>

namespace Flockwork
{
class FLineBatch
{
public:
	explicit FLineBatch(Ogre::SceneNode& Root);
	~FLineBatch();
	void Set(std::span<const FDebugLines::FLine> Lines);
	void SetViewport(int32_t Width, int32_t Height);
	int32_t GetTriangleCount() const { return Draw.GetTriangleCount(); }

private:
	struct FVertex
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		float Side = 0.0f;
		FVector Other{0.0f, 0.0f, 0.0f};
		uint8_t Color[4] = {255, 255, 255, 255};
	};
	FWorldDraw Draw;
	std::vector<FVertex> Vertices;
	std::vector<uint32_t> Indices;
};

class FTrailBatch
{
public:
	explicit FTrailBatch(Ogre::SceneNode& Root);
	~FTrailBatch();
	void Clear();
	// Adds the ribbons, turned to the camera; of very many trails only some of the points are used.
	void Add(const FTrails& Trails, std::span<const FColor> Colors, const FVector& Eye);
	void Upload();
	int32_t GetTriangleCount() const { return Draw.GetTriangleCount(); }

private:
	struct FVertex
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		uint8_t Color[4] = {255, 255, 255, 255};
	};
	void AddRibbon(std::span<const FTrails::FPoint> Points, const FTrailSettings& Settings, const FColor& Color,
	    const FVector& Eye);

	FWorldDraw Draw;
	std::vector<FVertex> Vertices;
	std::vector<uint32_t> Indices;
	std::vector<FTrails::FPoint> Points;
};
} // namespace Flockwork
