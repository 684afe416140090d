#pragma once
// The species' bodies: meshes at three levels of detail, palettes, and the numbers that the vertex shader's motion
// shares with the animator.
#include "FlockworkRender/RenderTypes.h"
#include "MeshBuilder.h"

#include <array>

namespace Flockwork
{
enum class EDetail : uint8_t
{
	Near, // at most 400 triangles
	Far,  // at most 120
	Tiny  // at most 16
};
inline constexpr int32_t DetailCount = 3;

// Limbs, as Media/Pose.glsl knows them.
enum EWalkerChain : uint8_t
{
	WalkerTrunk,
	WalkerHead,
	WalkerLeftArm,
	WalkerRightArm,
	WalkerLeftLeg,
	WalkerRightLeg
};
enum EFlyerChain : uint8_t
{
	FlyerBody,
	FlyerLeftWing,
	FlyerRightWing,
	FlyerTail
};
inline constexpr uint8_t RotorChain = 1;

// Four variants of each of eight colours; a boid's Variety picks one for each slot.
inline constexpr size_t PaletteSlots = 8;
inline constexpr size_t PaletteVariants = 4;
using FPalette = std::array<std::array<FColor, PaletteVariants>, PaletteSlots>;

FMesh MakeBodyMesh(EBody Body, EDetail Detail);
const FPalette& GetPalette(EBody Body);
// Radius about the origin that holds the body in any pose, at scale 1.
float GetBodyRadius(EBody Body);

FMesh MakeWalkerMesh(bool bZombie, EDetail Detail);
FMesh MakeBirdMesh(bool bFalcon, EDetail Detail);
FMesh MakeFishMesh(bool bShark, EDetail Detail);
FMesh MakeDroneMesh(EDetail Detail);
FMesh MakeArrowMesh(EDetail Detail);
} // namespace Flockwork
