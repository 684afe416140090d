#pragma once
// What a character file says, whatever its format, in its own units and axes and in double: nodes, skins, meshes,
// materials and keys. The readers of the formats fill it; CharacterBuilder makes the character of it.
#include "FlockworkCore/Math.h"
#include "FlockworkImport/ImportedLevel.h"

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

namespace Flockwork
{
// Applied as scale, rotate, translate. Scales may differ by axis and be negative.
struct FRigTransform
{
	glm::dvec3 Translation{0.0, 0.0, 0.0};
	glm::dquat Rotation{1.0, 0.0, 0.0, 0.0};
	glm::dvec3 Scale{1.0, 1.0, 1.0};

	glm::dmat4 ToMatrix() const;
	// The nearest one to a matrix. OutShear: how far its axes are from right angles, as a cosine.
	static FRigTransform FromMatrix(const glm::dmat4& Matrix, double& OutShear);
};

struct FRigNode
{
	std::string Name;
	int32_t Parent = -1; // always before its children
	FRigTransform Rest;
	double Shear = 0.0; // of the file's matrix, which Rest is not; a cosine
	bool bBone = false; // the file says that it is one, even when it skins nothing
	bool bShowsMesh = false;
	std::vector<float> MorphWeights; // at rest, of the mesh that it shows
};

struct FRigInfluence
{
	uint32_t Joint = 0; // of the skin
	float Weight = 0.0f;
};

struct FRigMorph
{
	std::string Name;
	std::vector<glm::dvec3> Shifts;    // one a position
	std::vector<FVector> NormalShifts; // one a position, or none
};

// One node's triangles of one material. Vertices keep the file's order.
struct FRigMesh
{
	std::string Name;
	int32_t Node = -1;
	int32_t Skin = -1; // -1: moves with its node
	int32_t Material = -1;
	std::vector<glm::dvec3> Positions;
	std::vector<FVector> Normals;         // one a position, or none
	std::vector<FVector2D> TexCoords;     // one a position, or none; (0, 0) is the picture's upper left
	std::vector<uint32_t> Indices;        // three a triangle, all of them in range
	std::vector<uint32_t> FirstInfluence; // one a position and one more; none when Skin is -1
	std::vector<FRigInfluence> Influences;
	std::vector<FRigMorph> Morphs;
};

struct FRigSkin
{
	std::vector<int32_t> Joints;          // nodes
	std::vector<glm::dmat4> InverseBinds; // from the mesh's space to the joint's
};

struct FRigMaterial
{
	std::string Name;
	glm::dvec4 BaseColor{0.8, 0.8, 0.8, 1.0};
	int32_t Picture = -1;
	// How the picture lies on the mesh's coordinates (KHR_texture_transform): scaled, turned by radians, moved.
	glm::dvec2 PictureScale{1.0, 1.0};
	double PictureTurn = 0.0;
	glm::dvec2 PictureOffset{0.0, 0.0};
	uint32_t TexCoordSet = 0;
};

// A picture as it lies in the file: PNG or JPEG.
struct FRigPicture
{
	std::string Name;
	std::vector<uint8_t> Bytes;
};

enum class ERigPath : uint8_t
{
	Translation,
	Rotation, // x, y, z, w
	Scale,
	Weights
};

enum class ERigMode : uint8_t
{
	Step,
	Linear,
	Cubic // glTF's: in-tangent, value and out-tangent a key
};

struct FRigTrack
{
	int32_t Node = -1;
	ERigPath Path = ERigPath::Translation;
	ERigMode Mode = ERigMode::Linear;
	uint32_t Width = 3;         // numbers a value
	std::vector<double> Times;  // s, rising
	std::vector<double> Values; // Width a key, three times as many when Cubic
};

struct FRigClip
{
	std::string Name;
	std::vector<FRigTrack> Tracks;
};

struct FRigFile
{
	std::string Format; // "glTF", "FBX", "DAE" or "BVH"
	std::string UpAxis = "Y";
	double MetersPerUnit = 1.0;
	glm::dmat4 ToWorld{1.0}; // from the file's units and axes to metres with Y up
	std::vector<FRigNode> Nodes;
	std::vector<FRigSkin> Skins;
	std::vector<FRigMesh> Meshes;
	std::vector<FRigMaterial> Materials;
	std::vector<FRigPicture> Pictures;
	std::vector<FRigClip> Clips;
	std::vector<FLevelSource> Sources;

	std::vector<glm::dmat4> RestWorlds() const; // of all nodes, ToWorld not applied
};
} // namespace Flockwork
