#pragma once
// Triangles that follow joints. Vertices in metres in the skeleton's model space, at the pose to which the inverse bind
// matrices belong.
#include "FlockworkAnimation/Pose.h"
#include "FlockworkAnimation/Skeleton.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FSkinWeights
{
	std::array<uint16_t, 4> Joints{}; // indices into the mesh's Joints
	std::array<float, 4> Weights{};   // falling, sum 1
};

struct FMeshSection
{
	uint32_t FirstIndex = 0;
	uint32_t IndexCount = 0;
	int32_t Material = -1; // of the character; -1: none
};

struct FMorphTarget
{
	std::string Name;
	float RestWeight = 0.0f;
	std::vector<FVector> Positions; // differences, one a vertex
	std::vector<FVector> Normals;   // differences, one a vertex, or none
};

struct FSkinnedMesh
{
	std::string Name;
	int32_t Detail = 0;                // level of detail: 0 is the finest; meshes of one level are drawn together
	std::vector<FVector> Positions;    // m
	std::vector<FVector> Normals;      // unit, one a vertex
	std::vector<FVector2D> TexCoords;  // one a vertex, or none; (0, 0) is the picture's upper left
	std::vector<FSkinWeights> Weights; // one a vertex
	std::vector<uint32_t> Indices;     // three a triangle, counter-clockwise from outside
	std::vector<FMeshSection> Sections;
	std::vector<int16_t> Joints;            // of the skeleton, that skin it
	std::vector<FJointMatrix> InverseBinds; // one for each of Joints: from model space to the joint's
	std::vector<FMorphTarget> Morphs;

	bool Validate(
	    const FSkeleton& Skeleton, int32_t MaterialCount, const std::string& File, FDiagnostics& Diagnostics) const;
};
} // namespace Flockwork
