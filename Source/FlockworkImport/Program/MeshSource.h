#pragma once
// A mesh of the file, ready to be placed as often as nodes show it.
#include "FlockworkCore/Math.h"

#include <assimp/mesh.h>
#include <cstdint>
#include <vector>

namespace Flockwork
{
// In the mesh's own space. Corners of faces with one place are one of Places; with one place and normal one of Corners.
struct FMeshSource
{
	struct FCorner
	{
		uint32_t Place = 0;
		FVector Normal{0.0f, 1.0f, 0.0f};
	};

	std::vector<aiVector3D> Places;
	std::vector<FCorner> Corners;
	std::vector<uint32_t> PlaceIndices;  // three a triangle
	std::vector<uint32_t> CornerIndices; // three a triangle
	uint32_t Material = 0;
	uint32_t BadTriangles = 0; // that name vertices which are not there, or vertices that are not finite
	uint32_t OtherFaces = 0;   // points and lines
	bool bSkinned = false;
};

FMeshSource ReadMesh(const aiMesh& Mesh);
} // namespace Flockwork
