#include "BodyMeshes.h"

namespace Flockwork
{
namespace
{
constexpr std::array<FColor, PaletteVariants> Same(float R, float G, float B)
{
	return {FColor{R, G, B}, FColor{R, G, B}, FColor{R, G, B}, FColor{R, G, B}};
}

// Slots in the order of ESlot in WalkerMesh.cpp.
const FPalette ZombiePalette = {{
    {{{0.53f, 0.60f, 0.45f}, {0.60f, 0.62f, 0.50f}, {0.46f, 0.55f, 0.44f}, {0.58f, 0.57f, 0.47f}}},
    {{{0.36f, 0.38f, 0.44f}, {0.45f, 0.36f, 0.28f}, {0.33f, 0.39f, 0.30f}, {0.55f, 0.51f, 0.44f}}},
    {{{0.23f, 0.26f, 0.34f}, {0.30f, 0.27f, 0.23f}, {0.21f, 0.21f, 0.22f}, {0.35f, 0.33f, 0.28f}}},
    {{{0.15f, 0.13f, 0.11f}, {0.27f, 0.21f, 0.15f}, {0.36f, 0.35f, 0.33f}, {0.18f, 0.14f, 0.12f}}},
    Same(0.13f, 0.12f, 0.11f),
    Same(0.98f, 0.90f, 0.45f),
    {{{0.36f, 0.19f, 0.17f}, {0.42f, 0.20f, 0.16f}, {0.33f, 0.33f, 0.27f}, {0.45f, 0.28f, 0.23f}}},
    Same(0.5f, 0.5f, 0.5f),
}};

const FPalette HumanPalette = {{
    {{{0.90f, 0.72f, 0.60f}, {0.78f, 0.58f, 0.45f}, {0.55f, 0.38f, 0.28f}, {0.94f, 0.78f, 0.66f}}},
    {{{0.86f, 0.30f, 0.22f}, {0.20f, 0.50f, 0.78f}, {0.93f, 0.75f, 0.25f}, {0.28f, 0.62f, 0.42f}}},
    {{{0.20f, 0.27f, 0.42f}, {0.26f, 0.26f, 0.28f}, {0.45f, 0.38f, 0.28f}, {0.18f, 0.20f, 0.26f}}},
    {{{0.20f, 0.13f, 0.09f}, {0.38f, 0.25f, 0.14f}, {0.10f, 0.09f, 0.09f}, {0.62f, 0.48f, 0.28f}}},
    Same(0.22f, 0.20f, 0.20f),
    Same(0.12f, 0.12f, 0.14f),
    Same(0.86f, 0.30f, 0.22f),
    Same(0.5f, 0.5f, 0.5f),
}};

// Back, inner wing, wing tip, beak, belly, eye, cheek.
const FPalette BirdPalette = {{
    {{{0.30f, 0.31f, 0.36f}, {0.36f, 0.35f, 0.37f}, {0.27f, 0.27f, 0.31f}, {0.33f, 0.34f, 0.40f}}},
    {{{0.42f, 0.43f, 0.48f}, {0.47f, 0.46f, 0.48f}, {0.37f, 0.38f, 0.43f}, {0.45f, 0.46f, 0.52f}}},
    Same(0.20f, 0.20f, 0.23f),
    Same(0.90f, 0.65f, 0.25f),
    Same(0.80f, 0.80f, 0.80f),
    Same(0.05f, 0.05f, 0.05f),
    {{{0.34f, 0.34f, 0.38f}, {0.38f, 0.36f, 0.38f}, {0.30f, 0.30f, 0.33f}, {0.36f, 0.36f, 0.42f}}},
    Same(0.5f, 0.5f, 0.5f),
}};

// The same slots: slate back, dark wing tips, dark cheeks, pale breast.
const FPalette FalconPalette = {{
    Same(0.36f, 0.38f, 0.44f),
    Same(0.46f, 0.44f, 0.44f),
    Same(0.19f, 0.19f, 0.21f),
    Same(0.86f, 0.72f, 0.28f),
    Same(0.93f, 0.87f, 0.76f),
    Same(0.04f, 0.04f, 0.04f),
    Same(0.17f, 0.17f, 0.20f),
    Same(0.5f, 0.5f, 0.5f),
}};

// Back, flank, fin, eye.
const FPalette FishPalette = {{
    {{{0.93f, 0.52f, 0.16f}, {0.95f, 0.62f, 0.22f}, {0.89f, 0.42f, 0.14f}, {0.96f, 0.70f, 0.30f}}},
    {{{0.99f, 0.87f, 0.62f}, {0.99f, 0.90f, 0.70f}, {0.98f, 0.80f, 0.56f}, {0.99f, 0.93f, 0.76f}}},
    {{{0.96f, 0.70f, 0.34f}, {0.97f, 0.76f, 0.40f}, {0.92f, 0.60f, 0.28f}, {0.97f, 0.80f, 0.48f}}},
    Same(0.08f, 0.08f, 0.09f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
}};

// Back, belly, fin, eye.
const FPalette SharkPalette = {{
    {{{0.38f, 0.45f, 0.52f}, {0.42f, 0.47f, 0.51f}, {0.35f, 0.42f, 0.50f}, {0.40f, 0.44f, 0.47f}}},
    Same(0.93f, 0.95f, 0.95f),
    {{{0.32f, 0.38f, 0.45f}, {0.36f, 0.40f, 0.44f}, {0.29f, 0.36f, 0.43f}, {0.34f, 0.37f, 0.40f}}},
    Same(0.03f, 0.03f, 0.03f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
}};

// Shell, arm, blade, lamp.
const FPalette DronePalette = {{
    {{{0.90f, 0.91f, 0.93f}, {0.95f, 0.62f, 0.25f}, {0.35f, 0.66f, 0.90f}, {0.92f, 0.92f, 0.90f}}},
    Same(0.22f, 0.23f, 0.25f),
    Same(0.30f, 0.31f, 0.33f),
    Same(0.15f, 0.75f, 0.95f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
}};

const FPalette ArrowPalette = {{
    {{{0.96f, 0.72f, 0.22f}, {0.97f, 0.76f, 0.28f}, {0.94f, 0.66f, 0.20f}, {0.97f, 0.80f, 0.34f}}},
    Same(0.66f, 0.38f, 0.14f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
    Same(0.5f, 0.5f, 0.5f),
}};
} // namespace

FMesh MakeBodyMesh(EBody Body, EDetail Detail)
{
	switch (Body)
	{
	case EBody::Zombie:
		return MakeWalkerMesh(true, Detail);
	case EBody::Human:
		return MakeWalkerMesh(false, Detail);
	case EBody::Bird:
	case EBody::Falcon:
		return MakeBirdMesh(Body == EBody::Falcon, Detail);
	case EBody::Fish:
	case EBody::Shark:
		return MakeFishMesh(Body == EBody::Shark, Detail);
	case EBody::Drone:
		return MakeDroneMesh(Detail);
	case EBody::Arrow:
		break;
	}
	return MakeArrowMesh(Detail);
}

const FPalette& GetPalette(EBody Body)
{
	static const FPalette* const Palettes[BodyCount] = {&ZombiePalette, &HumanPalette, &BirdPalette, &FalconPalette,
	    &FishPalette, &SharkPalette, &DronePalette, &ArrowPalette};
	return *Palettes[size_t(Body)];
}

float GetBodyRadius(EBody Body)
{
	static constexpr float Radii[BodyCount] = {2.1f, 2.1f, 0.65f, 0.65f, 0.7f, 0.7f, 0.6f, 0.6f};
	return Radii[size_t(Body)];
}
} // namespace Flockwork
