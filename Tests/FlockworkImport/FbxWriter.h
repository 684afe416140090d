#pragma once
// A small rigged FBX as text (7.4): hips, a spine and a head, a mesh on the first two, one clip with a key a frame.
#include <glm/mat4x4.hpp>
#include <string>
#include <vector>

namespace Flockwork
{
struct FSampleFbx
{
	glm::dvec3 PreRotation{0.0};   // of the spine; degrees
	glm::dvec3 PostRotation{0.0};  // of the spine
	glm::dvec3 RotationPivot{0.0}; // of the spine; cm
	glm::dvec3 RotationOffset{0.0};
	std::string RotationOrder = "XYZ"; // of the spine: turns about X first
	double UnitScaleFactor = 1.0;      // cm a unit
	std::string MeshName = "Body";
	bool bMesh = true;
	std::string Picture;     // of the mesh's material, as a path on somebody's machine; empty: no material
	bool bMeshFirst = false; // its node stands before the joints'
	double FirstKey = 0.0;   // s
	double ClaimedEnd = 5.0; // s; of the stack, later than the last key
};
constexpr int FbxFrames = 6; // at 30 Hz

std::string MakeRiggedFbx(const FSampleFbx& Sample);
// Worked out from FBX's own formula (Autodesk, "Computing transformation matrices"): the joints in the world, in
// metres. Frame -1: at rest.
std::vector<glm::dmat4> FbxJointsAt(const FSampleFbx& Sample, int Frame);
// The mesh's vertices at a frame, in the order of the file: bound with weights 1 to the hips (lower four) and half and
// half to hips and spine (upper four).
std::vector<glm::dvec3> FbxVerticesAt(const FSampleFbx& Sample, int Frame);
} // namespace Flockwork
