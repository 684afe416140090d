#pragma once
// Recast's and Detour's objects, freed by their own functions.
#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <Recast.h>
#include <cstdint>
#include <memory>
#include <utility>

namespace Flockwork
{
template <auto Free>
struct TFreeBy
{
	template <typename Type>
	void operator()(Type* Object) const
	{
		Free(Object);
	}
};

using FHeightfieldOwner = std::unique_ptr<rcHeightfield, TFreeBy<rcFreeHeightField>>;
using FCompactOwner = std::unique_ptr<rcCompactHeightfield, TFreeBy<rcFreeCompactHeightfield>>;
using FContoursOwner = std::unique_ptr<rcContourSet, TFreeBy<rcFreeContourSet>>;
using FPolyMeshOwner = std::unique_ptr<rcPolyMesh, TFreeBy<rcFreePolyMesh>>;
using FPolyDetailOwner = std::unique_ptr<rcPolyMeshDetail, TFreeBy<rcFreePolyMeshDetail>>;
using FDetourMeshOwner = std::unique_ptr<dtNavMesh, TFreeBy<dtFreeNavMesh>>;

// A tile as Detour has it in memory; empty where there is no ground. Size as Detour's own int.
struct FTileData
{
	std::unique_ptr<uint8_t, TFreeBy<dtFree>> Bytes;
	int32_t Size = 0;

	bool IsEmpty() const { return !Bytes; }
};
} // namespace Flockwork
