#pragma once
// Characters whose skin follows joints, as plain arrays. Metres; a character stands with its origin between its feet
// and faces +Z. Colours here are linear, 0..1, as modelling tools' files have them.
#include "FlockworkRender/RenderTypes.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
// A part of a level's triangles that has one colour and one picture.
struct FRenderSkinSection
{
	uint32_t FirstIndex = 0;
	uint32_t IndexCount = 0;
	FVector BaseColor{0.8f, 0.8f, 0.8f};
	std::vector<uint8_t> Picture; // a PNG file, multiplied with BaseColor; empty: none
	int32_t TintSlot = -1;        // of FRenderCharacter::Tints, that multiplies the colour; -1: none
};

// One level of detail. The vectors before Indices have one entry a vertex; TexCoords may be empty.
struct FRenderSkinLevel
{
	std::vector<FVector> Positions;
	std::vector<FVector> Normals;
	std::vector<FVector2D> TexCoords;                  // (0, 0) is the picture's upper left
	std::vector<std::array<uint16_t, 4>> JointIndices; // of the character's own joints in the palette
	std::vector<std::array<float, 4>> JointWeights;    // [0, 1]; brought to the sum 1
	std::vector<uint32_t> Indices;                     // three a triangle, counter-clockwise from outside
	std::vector<FRenderSkinSection> Sections;
};

struct FRenderSkinnedMesh
{
	std::vector<FRenderSkinLevel> Levels; // the finest first
	int32_t JointCount = 0;               // of one character in the palette, [1, 4096]
	float Height = 1.8f;                  // m; what counts for detail and culling
	float ContactRadius = 0.42f;          // m of the soft darkness below it; 0: none
};

// A joint's matrix: a point P of the mesh goes to (dot(Rows[i].xyz, P) + Rows[i].w), in the character's own frame.
struct FRenderJoint
{
	float Rows[3][4] = {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}};
};

struct FRenderCharacter
{
	static constexpr size_t TintCount = 8;

	FVector Position{0.0f, 0.0f, 0.0f};
	float Scale = 1.0f;
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	int32_t FirstJoint = 0; // in the palette given with it
	int32_t Level = -1;     // draws this level whatever the distance; -1: chosen by size on the screen
	std::array<FVector, TintCount> Tints = WhiteTints(); // >= 0; skin, hair, clothes: by sections' TintSlot

	static constexpr std::array<FVector, TintCount> WhiteTints()
	{
		std::array<FVector, TintCount> Tints{};
		Tints.fill(FVector(1.0f, 1.0f, 1.0f));
		return Tints;
	}
};

// Halves a mesh about as often as a distant view allows: vertices of a cell of CellSize metres that follow the same
// joint become one (vertex clustering; Rossignac and Borrel 1993). Triangles that vanish are left out.
FRenderSkinLevel MakeCoarserLevel(const FRenderSkinLevel& Fine, float CellSize);
} // namespace Flockwork
