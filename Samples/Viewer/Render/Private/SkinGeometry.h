#pragma once
// Skinned meshes as the shader reads them, and the choice of their level of detail. Free of the engine.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkRender/SkinnedTypes.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
// 60 bytes, uploaded as it is.
struct FSkinVertex
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Normal{0.0f, 1.0f, 0.0f};
	uint8_t Color[3] = {255, 255, 255}; // square roots of what is linear
	uint8_t Tint = 0;                   // slot + 1; 0: none
	FVector2D TexCoord{0.0f, 0.0f};
	std::array<uint16_t, 4> Joints{};
	std::array<float, 4> Weights{}; // falling, sum 1
};

// The triangles of one picture: one draw.
struct FSkinPart
{
	std::vector<uint32_t> Indices;
	std::vector<uint8_t> Picture;
};

struct FSkinGeometry
{
	std::vector<FSkinVertex> Vertices;
	std::vector<FSkinPart> Parts;
	float Reach = 0.0f; // m from the origin to the farthest vertex
	int32_t GetTriangleCount() const;
};

// Says at Field what does not fit together; Out is then untouched. Without sections all is one, in the default colour.
bool MakeSkinGeometry(const FRenderSkinLevel& Level, int32_t JointCount, const std::string& Field, FSkinGeometry& Out,
    FDiagnostics& Diagnostics);

// Chooses levels so that all characters of a frame stay within a budget of triangles.
class FLevelChooser
{
public:
	void Clear() { Entries.clear(); }
	// LevelTriangles: of each level, the finest first; must outlive Choose. Level: as FRenderCharacter.
	void Add(std::span<const int32_t> LevelTriangles, const struct FBodySeen& Seen, int32_t Level);
	// The levels of all that was added, in its order; good until the next Clear.
	void Choose(int64_t TriangleBudget);
	int32_t GetLevel(size_t Entry) const { return GetLevel(Entries[Entry]); }
	int32_t GetShadowLevel(size_t Entry) const; // one coarser: nobody sees the difference

private:
	struct FEntry
	{
		std::span<const int32_t> Triangles;
		float Pixels = 0.0f;
		int32_t Fixed = -1;
		bool bVisible = false;
		bool bShadow = false;
	};
	int32_t GetLevel(const FEntry& Entry) const;
	int64_t CountTriangles() const;

	std::vector<FEntry> Entries;
	float Coarseness = 1.0f; // the height in pixels at which levels change is so many times the usual one
};
} // namespace Flockwork
