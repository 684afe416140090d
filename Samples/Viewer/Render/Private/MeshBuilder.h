#pragma once
// Low-poly meshes made in code: lofts through rings, chamfered boxes, thin fins. Normals are smoothed within each part
// and never across parts.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
// 28 bytes, uploaded as it is. The last four bytes tell the vertex shader how to colour and move the vertex.
struct FMeshVertex
{
	float Position[3] = {0.0f, 0.0f, 0.0f};
	float Normal[3] = {0.0f, 1.0f, 0.0f};
	uint8_t Slot = 0;    // colour of the palette
	uint8_t Chain = 0;   // limb: the shader's own numbering for each body
	uint8_t Level = 0;   // 100 a joint along the limb; between them the bend is shared
	uint8_t Shade = 255; // 255 open to the sky, less in creases
};

struct FMesh
{
	std::vector<FMeshVertex> Vertices;
	std::vector<uint16_t> Indices;
	int32_t GetTriangleCount() const { return int32_t(Indices.size() / 3); }
};

// An ellipse that a loft passes through, with half axes U and V.
struct FRing
{
	FVector Center{0.0f, 0.0f, 0.0f};
	FVector U{1.0f, 0.0f, 0.0f};
	FVector V{0.0f, 0.0f, 1.0f};
	uint8_t Slot = 0;
	uint8_t Level = 0;
	uint8_t Shade = 255;
};

enum class ECaps : uint8_t
{
	None,
	Start,
	End,
	Both
};

class FMeshBuilder
{
public:
	void SetPart(uint8_t Slot, uint8_t Chain = 0, uint8_t Level = 0);
	// Skin through the rings, outside outward whichever way the rings run. Sides >= 3.
	void Loft(std::span<const FRing> Rings, int32_t Sides, ECaps Caps, float FirstAngle = 0.0f);
	// Axis-aligned in its own frame, edges cut by Chamfer (0: sharp, twelve triangles). bFlatBottom: the sides reach
	// down to the lower edges uncut, for what stands on a ground.
	void Box(const FTransform& Transform, const FVector& HalfExtent, float Chamfer, bool bFlatBottom = false);
	// A thin sheet visible from both sides, as a fan around its first corner. Levels may be empty.
	void Sheet(std::span<const FVector> Corners, std::span<const uint8_t> Levels = {});
	void Ellipsoid(const FVector& Center, const FVector& Radii, int32_t Sides, int32_t Rings);
	FMesh Take();

	static FRing UprightRing(
	    const FVector& Center, float RadiusX, float RadiusZ, uint8_t Slot = 0, uint8_t Level = 0, uint8_t Shade = 255);

private:
	uint16_t AddVertex(const FVector& Position, uint8_t Slot, uint8_t Level, uint8_t Shade);
	void AddTriangle(uint16_t A, uint16_t B, uint16_t C);
	// Area-weighted mean of the faces around each vertex added since First.
	void SmoothNormals(size_t FirstVertex, size_t FirstIndex);

	FMesh Mesh;
	uint8_t PartSlot = 0;
	uint8_t PartChain = 0;
	uint8_t PartLevel = 0;
};
} // namespace Flockwork
