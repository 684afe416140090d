#pragma once
// The soft darkness where things stand on the ground, which no sun's shadow gives: rings around static things, a spot
// under each walker. Drawn as blended sheets just above the ground.
#include "FlockworkRender/RenderTypes.h"
#include "GpuMesh.h"

#include <span>
#include <vector>

namespace Flockwork
{
class FContactShade
{
public:
	explicit FContactShade(Ogre::SceneNode& Root);
	~FContactShade();
	void SetStatics(std::span<const FRenderStatic> InStatics);
	// Rebuilds the sheets: those of the statics, and a spot at each place of Spots.
	struct FSpot
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		float Radius = 0.45f;
	};
	void Update(std::span<const FSpot> Spots, const FEnvironment& Environment);
	int32_t GetTriangleCount() const { return Draw.GetTriangleCount(); }

private:
	struct FVertex
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		uint8_t Color[4] = {0, 0, 0, 0};
	};
	// A thing's outline on the ground; empty where it only touches it in the middle.
	struct FFootprint
	{
		FVector Center{0.0f, 0.0f, 0.0f};
		std::vector<FVector> Outline; // counter-clockwise from above
		float Reach = 0.5f;           // m that the darkness reaches beyond
		float Lowest = 0.0f;
		uint8_t Strength = 110;
	};
	static FFootprint MakeFootprint(const FRenderStatic& Static);
	void AddRing(const FFootprint& Footprint, float Height);
	void AddSpot(const FVector& Center, float Radius, float Height, uint8_t Strength);
	uint32_t AddVertex(const FVector& Position, float Height, uint8_t Strength);

	FWorldDraw Draw;
	std::vector<FFootprint> Footprints;
	std::vector<FVertex> Vertices;
	std::vector<uint32_t> Indices;
};
} // namespace Flockwork
