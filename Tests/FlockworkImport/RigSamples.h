#pragma once
// A small rigged DAE and a BVH as texts.
#include <glm/mat4x4.hpp>
#include <string>
#include <vector>

namespace Flockwork
{
struct FSampleDae
{
	double UnitInMeters = 0.01;
	bool bZUp = true; // the file's numbers stand so
	std::string MeshName = "Body";
};
constexpr int DaeFrames = 5; // at 30 Hz

// Hips and a spine, moved by matrices as Blender writes them, and a mesh that hangs on both.
std::string MakeRiggedDae(const FSampleDae& Sample);
// The joints in the world, in metres with Y up. Frame -1: at rest.
std::vector<glm::dmat4> DaeJointsAt(const FSampleDae& Sample, int Frame);
std::vector<glm::dvec3> DaeVerticesAt(const FSampleDae& Sample, int Frame);

constexpr int BvhFrames = 5; // at 30 Hz
// The hips in the order Z, X, Y; the knee in X, Y, Z, with a height of its own; the foot still; an end.
std::string MakeSampleBvh(const std::string& FrameTime = "0.0333333333333333");
std::vector<glm::dmat4> BvhJointsAt(int Frame);
} // namespace Flockwork
