#pragma once
// All of a character in one piece, and its file: versioned, checksummed, looked at index by index when it is read. The
// Import module makes it from a modelling tool's file; a game needs no importer to load it.
#include "FlockworkAnimation/Clip.h"
#include "FlockworkAnimation/Skeleton.h"
#include "FlockworkAnimation/SkinnedMesh.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FCharacterMaterial
{
	std::string Name;
	FVector BaseColor{0.8f, 0.8f, 0.8f}; // linear, 0..1
	float Opacity = 1.0f;
	int32_t Picture = -1; // of the character, multiplied with BaseColor; -1: none
};

struct FCharacterPicture
{
	std::string Name;
	std::vector<uint8_t> Bytes; // a PNG or JPEG file, as it was
};

struct FCharacterAsset
{
	std::string Name;
	FSkeleton Skeleton;
	std::vector<FClip> Clips;
	std::vector<FSkinnedMesh> Meshes;
	std::vector<FCharacterMaterial> Materials;
	std::vector<FCharacterPicture> Pictures;

	const FClip* FindClip(std::string_view ClipName) const;
	int32_t FindClipIndex(std::string_view ClipName) const; // -1 when there is none
	// Everything in it, each fault with the place inside.
	bool Validate(const std::string& File, FDiagnostics& Diagnostics) const;
};

// The same character gives the same bytes. What is read is valid (Validate); on errors Out is untouched.
std::vector<uint8_t> WriteCharacter(const FCharacterAsset& Character);
bool ReadCharacter(
    std::span<const uint8_t> Bytes, const std::string& File, FCharacterAsset& Out, FDiagnostics& Diagnostics);
bool SaveCharacter(const FCharacterAsset& Character, const std::string& Path, FDiagnostics& Diagnostics);
bool LoadCharacter(const std::string& Path, FCharacterAsset& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
