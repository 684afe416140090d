#pragma once
// Triangles that a host brings, made ready to draw.
#include "FlockworkRender/RenderTypes.h"
#include "MeshBuilder.h"

#include <span>
#include <vector>

namespace Flockwork
{
// Whole triangles, every index inside, every vertex finite.
bool AreUsableTriangles(std::span<const FVector> Vertices, std::span<const uint32_t> Indices);

// One for each vertex: the mean of the faces that meet there, weighted by their areas (Gouraud 1971). Vertices that lie
// at one place count as one, whatever their indices are.
std::vector<FVector> MakeSmoothNormals(std::span<const FVector> Vertices, std::span<const uint32_t> Indices);

// Faces with normals of their own, or smooth ones; several meshes where one has too many vertices for 16-bit indices.
// Empty for what is not usable.
std::vector<FMesh> MakeTriangleMeshes(const FRenderMesh& Mesh);
} // namespace Flockwork
