#pragma once
// A .glb read straight from the specification (Khronos 2021), for levels as ours are: one buffer, floats, no parents
// skipped. What the importer makes of a file is held against it.
#include "FlockworkCore/Math.h"

#include <array>
#include <string>
#include <vector>

namespace Flockwork
{
struct FReferenceCorner
{
	glm::dvec3 Position{};
	glm::dvec3 Normal{};
};

struct FReferenceNode
{
	std::string Name;
	bool bMesh = false;
	glm::dvec3 Position{};                                  // of its origin
	glm::dvec3 Front{};                                     // its +Z
	std::vector<std::array<FReferenceCorner, 3>> Triangles; // in the world, counter-clockwise
	std::vector<std::string> Materials;                     // one a triangle
};

// All nodes of the file's scene, parents before children.
std::vector<FReferenceNode> ReadReference(const std::string& Path);
} // namespace Flockwork
