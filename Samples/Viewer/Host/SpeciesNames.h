#pragma once
// What a prefab's visual.species may name here; anything else is drawn as an arrow.
#include <array>
#include <string_view>

namespace Flockwork
{
inline constexpr std::array<std::string_view, 10> SpeciesNames = {
    "arrow", "shape", "zombie", "human", "player", "bird", "falcon", "fish", "shark", "drone"};
} // namespace Flockwork
