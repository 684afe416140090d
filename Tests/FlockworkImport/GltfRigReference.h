#pragma once
// A rigged .glb or .gltf evaluated straight from the specification (glTF 2.0, Khronos 2021, sections 3.6 to 3.8 and
// appendix C), in double: node trees, skins, morph targets, STEP, LINEAR and CUBICSPLINE. Nothing of the importer is in
// it; what the importer makes of a file is held against it.
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Math.h"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <map>
#include <string>
#include <vector>

namespace Flockwork
{
class FGltfRigReference
{
public:
	explicit FGltfRigReference(const std::string& Path);

	size_t GetClipCount() const { return Size("animations"); }
	// s, the first and the last key of all samplers.
	double GetStart(size_t Clip) const;
	double GetEnd(size_t Clip) const;
	// The places of all vertices: nodes depth first from the scene's roots, primitives and vertices in the file's
	// order. Clip -1: as the nodes stand in the file. MaxInfluences: only so many of a vertex's largest weights count.
	std::vector<glm::dvec3> Skin(int32_t Clip, double Time, size_t MaxInfluences = 4) const;
	// The matrices of all nodes in the world, by their number in the file.
	std::vector<glm::dmat4> GetNodes(int32_t Clip, double Time) const;
	std::string GetNodeName(size_t Node) const;
	// The longest side of the box round the vertices as they stand in the file.
	double GetExtent() const;

private:
	struct FPose
	{
		std::vector<glm::dvec3> Translations;
		std::vector<glm::dvec4> Rotations; // x, y, z, w
		std::vector<glm::dvec3> Scales;
		std::vector<std::vector<double>> Weights;
	};

	size_t Size(const char* List) const;
	const FDataNode& Item(const char* List, size_t Index) const;
	const std::vector<double>& Values(size_t Accessor) const;
	std::vector<double> ReadAccessor(const FDataNode& Accessor) const;
	void ReadRaw(const FDataNode& View, size_t Offset, int32_t Component, size_t Width, size_t Count, bool bNormalized,
	    std::vector<double>& Out) const;
	FPose RestPose() const;
	void Animate(size_t Clip, double Time, FPose& Pose) const;
	std::vector<double> Sample(const FDataNode& Sampler, double Time, bool bRotation) const;
	void AddNode(size_t Node, const glm::dmat4& Parent, const FPose& Pose, std::vector<glm::dmat4>& Out) const;
	void SkinNode(size_t Node, const FPose& Pose, const std::vector<glm::dmat4>& Worlds, size_t MaxInfluences,
	    std::vector<glm::dvec3>& Out) const;
	std::vector<glm::dvec3> Morphed(const FDataNode& Primitive, const std::vector<double>& Weights) const;

	FDataNode Root;
	std::vector<std::string> Buffers;
	mutable std::map<size_t, std::vector<double>> Read;
};
} // namespace Flockwork
