#pragma once
// Textures made in code when the renderer starts (about 0.1 s), so that no image files are needed and the shaders read
// one texel where they would otherwise compute noise at every pixel. All of them tile without a seam.
namespace Flockwork
{
// Makes the engine's textures Flockwork/Patches, Flockwork/Clouds, Flockwork/Grass, Flockwork/Asphalt, Flockwork/Sand
// and Flockwork/Grid.
void CreateNoiseTextures();

// Metres that a ground texture covers.
inline constexpr float GroundTileSize = 8.0f;
inline constexpr float GroundPatchSize = 71.0f;
} // namespace Flockwork
