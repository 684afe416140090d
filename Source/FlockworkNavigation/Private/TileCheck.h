#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace Flockwork
{
struct FMeshLayout;
struct FTilePlace;

// Detour trusts a tile's bytes: a wrong index in them is read wherever it points, and a polygon that is not convex can
// keep a ray on its way for ever. This looks at every one. Empty when the bytes may be given to Detour; otherwise what
// is wrong. Bytes must be aligned for floats.
std::string_view FindTileFault(std::span<uint8_t> Bytes, const FTilePlace& Place, int32_t MaxPolys);
} // namespace Flockwork
