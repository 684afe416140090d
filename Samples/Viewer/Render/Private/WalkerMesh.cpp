// Zombie and human: one construction, two postures. All measures in metres for a body of 1.8 m; Media/Pose.glsl bends
// them about the same joints (hip 0.92, knee 0.50, shoulder 1.42).
#include "BodyMeshes.h"

namespace Flockwork
{
namespace
{
enum ESlot : uint8_t
{
	Skin,
	Shirt,
	Trousers,
	Hair,
	Shoes,
	Eyes,
	Stain
};

FRing Tilted(const FVector& Center, float RadiusX, float RadiusForward, float Lean, uint8_t Slot, uint8_t Shade = 255)
{
	return {Center, {RadiusX, 0.0f, 0.0f}, {0.0f, -RadiusForward * std::sin(Lean), RadiusForward * std::cos(Lean)},
	    Slot, 0, Shade};
}

void AddTrunk(FMeshBuilder& Builder, bool bZombie, EDetail Detail)
{
	const float Hunch = bZombie ? 0.09f : 0.0f; // how far the shoulders hang forward
	const uint8_t Belly = bZombie ? Stain : Shirt;
	const FRing Hips = Tilted({0.0f, 0.88f, 0.0f}, 0.168f, 0.122f, 0.0f, Trousers, 190);
	const FRing Belt = Tilted({0.0f, 1.00f, 0.0f}, 0.155f, 0.110f, 0.0f, Trousers);
	const FRing Waist = Tilted({0.0f, 1.03f, 0.005f}, 0.158f, 0.115f, 0.05f, Shirt, 225);
	const FRing Chest = Tilted({0.0f, 1.27f, 0.45f * Hunch}, 0.200f, 0.130f, 2.0f * Hunch, Belly);
	const FRing Shoulder = Tilted({0.0f, 1.43f, Hunch}, 0.185f, 0.098f, 2.5f * Hunch, Shirt);
	const FRing Neck = Tilted({0.0f, 1.50f, 1.25f * Hunch}, 0.068f, 0.066f, 2.5f * Hunch, Skin, 200);
	Builder.SetPart(Shirt, WalkerTrunk);
	if (Detail == EDetail::Near)
	{
		const FRing Rings[] = {Hips, Belt, Waist, Chest, Shoulder, Neck};
		Builder.Loft(Rings, 8, ECaps::Start);
	}
	else
	{
		const FRing Rings[] = {Hips, Chest, Shoulder};
		Builder.Loft(Rings, 5, ECaps::End);
	}
}

void AddHead(FMeshBuilder& Builder, bool bZombie, EDetail Detail)
{
	const float Forward = bZombie ? 0.16f : 0.02f;
	const auto Ring = [&](float Y, float RadiusX, float RadiusZ, float Z, uint8_t Slot, uint8_t Shade) {
		return FMeshBuilder::UprightRing({0.0f, Y, Forward + Z}, RadiusX, RadiusZ, Slot, 0, Shade);
	};
	Builder.SetPart(Skin, WalkerHead);
	if (Detail == EDetail::Far)
	{
		const FRing Rings[] = {Ring(1.50f, 0.06f, 0.07f, 0.0f, Skin, 200), Ring(1.64f, 0.10f, 0.115f, 0.0f, Skin, 255),
		    Ring(1.79f, 0.055f, 0.065f, -0.01f, Hair, 255)};
		Builder.Loft(Rings, 4, ECaps::End, 0.25f * Pi);
		return;
	}
	const FRing Rings[] = {Ring(1.49f, 0.058f, 0.062f, -0.02f, Skin, 180),
	    Ring(1.585f, 0.082f, 0.104f, 0.014f, Skin, 240), Ring(1.685f, 0.100f, 0.118f, 0.0f, Skin, 255),
	    Ring(1.75f, 0.092f, 0.108f, -0.012f, Hair, 255), Ring(1.80f, 0.050f, 0.062f, -0.02f, Hair, 255)};
	Builder.Loft(Rings, 7, ECaps::End, 0.5f * Pi); // a corner forward: the nose
	for (const float Side : {-1.0f, 1.0f})
	{
		Builder.SetPart(Eyes, WalkerHead);
		const float X = 0.041f * Side;
		const float Z = Forward + 0.110f;
		const FVector Corners[] = {{X - 0.019f, 1.655f, Z}, {X + 0.019f, 1.655f, Z}, {X, 1.684f, Z - 0.004f}};
		Builder.Sheet(Corners);
	}
}

// From the shoulder along the given joints; the zombie's arms reach forward, the human's hang.
void AddArm(FMeshBuilder& Builder, bool bZombie, EDetail Detail, float Side)
{
	const FVector Shoulder(0.215f * Side, 1.42f, bZombie ? 0.08f : 0.0f);
	const FVector Elbow = bZombie ? FVector(0.225f * Side, 1.355f, 0.36f) : FVector(0.245f * Side, 1.13f, -0.02f);
	const FVector Wrist = bZombie ? FVector(0.17f * Side, 1.375f, 0.61f) : FVector(0.25f * Side, 0.88f, 0.04f);
	const FVector Tip = bZombie ? FVector(0.165f * Side, 1.325f, 0.77f) : FVector(0.245f * Side, 0.74f, 0.07f);
	const FVector Across(1.0f, 0.0f, 0.0f);
	const FVector Over = bZombie ? FVector(0.0f, 1.0f, 0.0f) : FVector(0.0f, 0.0f, 1.0f);
	const auto Ring = [&](const FVector& Center, float A, float B, uint8_t Slot, uint8_t Level, uint8_t Shade = 255) {
		return FRing{Center, Across * A, Over * B, Slot, Level, Shade};
	};
	const uint8_t Forearm = bZombie ? Skin : Shirt;
	Builder.SetPart(Shirt, Side < 0.0f ? WalkerRightArm : WalkerLeftArm);
	if (Detail == EDetail::Far)
	{
		const FRing Rings[] = {Ring(Shoulder, 0.065f, 0.065f, Shirt, 100), Ring(Wrist, 0.045f, 0.04f, Skin, 200)};
		Builder.Loft(Rings, 4, ECaps::End);
		return;
	}
	const FVector Sleeve = Shoulder + (Elbow - Shoulder) * 0.8f;
	const FRing Rings[] = {Ring(Shoulder + FVector(-0.03f * Side, 0.01f, 0.0f), 0.068f, 0.070f, Shirt, 100, 210),
	    Ring(Sleeve, 0.054f, 0.056f, Shirt, 150), Ring(Elbow + (Wrist - Elbow) * 0.12f, 0.044f, 0.045f, Forearm, 200),
	    Ring(Wrist, 0.034f, 0.030f, Skin, 200), Ring((Wrist + Tip) * 0.5f, 0.046f, 0.024f, Skin, 200),
	    Ring(Tip, 0.026f, 0.014f, Skin, 200)};
	Builder.Loft(Rings, 5, ECaps::End);
}

void AddLeg(FMeshBuilder& Builder, EDetail Detail, float Side)
{
	const float X = 0.095f * Side;
	const uint8_t Chain = Side < 0.0f ? WalkerRightLeg : WalkerLeftLeg;
	const auto Ring = [&](float Y, float Radius, float Z, uint8_t Slot, uint8_t Level, uint8_t Shade) {
		return FMeshBuilder::UprightRing({X, Y, Z}, Radius, Radius * 1.08f, Slot, Level, Shade);
	};
	Builder.SetPart(Trousers, Chain);
	if (Detail == EDetail::Far)
	{
		const FRing Rings[] = {Ring(0.93f, 0.07f, 0.0f, Trousers, 100, 190),
		    Ring(0.50f, 0.068f, 0.01f, Trousers, 150, 235), Ring(0.04f, 0.052f, -0.01f, Shoes, 200, 215)};
		Builder.Loft(Rings, 4, ECaps::None, 0.25f * Pi);
	}
	else
	{
		const FRing Rings[] = {Ring(0.95f, 0.060f, 0.0f, Trousers, 100, 180),
		    Ring(0.84f, 0.080f, 0.0f, Trousers, 100, 205), Ring(0.54f, 0.066f, 0.012f, Trousers, 125, 230),
		    Ring(0.46f, 0.060f, 0.006f, Trousers, 175, 235), Ring(0.12f, 0.050f, -0.015f, Trousers, 200, 220)};
		Builder.Loft(Rings, 6, ECaps::None);
	}
	// The shoe: three rings from heel to toe.
	const auto Sole = [&](float Y, float Z, float HalfWidth, float HalfHeight) {
		return FRing{{X, Y, Z}, {HalfWidth, 0.0f, 0.0f}, {0.0f, HalfHeight, 0.0f}, Shoes, 250, 225};
	};
	Builder.SetPart(Shoes, Chain, 250);
	if (Detail == EDetail::Far)
	{
		const FRing Rings[] = {Sole(0.055f, -0.07f, 0.05f, 0.055f), Sole(0.035f, 0.18f, 0.05f, 0.035f)};
		Builder.Loft(Rings, 3, ECaps::End, 0.5f * Pi);
		return;
	}
	const FRing Rings[] = {Sole(0.065f, -0.075f, 0.052f, 0.085f), Sole(0.060f, 0.05f, 0.066f, 0.085f),
	    Sole(0.035f, 0.185f, 0.050f, 0.048f)};
	Builder.Loft(Rings, 4, ECaps::Both, 0.25f * Pi);
}

// A pillar in the figure's colours: what is left of it at a hundred metres.
void AddPillar(FMeshBuilder& Builder)
{
	Builder.SetPart(Shirt, WalkerTrunk);
	const FRing Rings[] = {FMeshBuilder::UprightRing({0.0f, 0.0f, 0.0f}, 0.13f, 0.12f, Trousers),
	    FMeshBuilder::UprightRing({0.0f, 1.38f, 0.03f}, 0.24f, 0.16f, Shirt),
	    FMeshBuilder::UprightRing({0.0f, 1.78f, 0.06f}, 0.09f, 0.10f, Skin)};
	Builder.Loft(Rings, 3, ECaps::End, 0.5f * Pi);
}
} // namespace

FMesh MakeWalkerMesh(bool bZombie, EDetail Detail)
{
	FMeshBuilder Builder;
	if (Detail == EDetail::Tiny)
	{
		AddPillar(Builder);
		return Builder.Take();
	}
	AddTrunk(Builder, bZombie, Detail);
	AddHead(Builder, bZombie, Detail);
	for (const float Side : {-1.0f, 1.0f})
	{
		AddArm(Builder, bZombie, Detail, Side);
		AddLeg(Builder, Detail, Side);
	}
	return Builder.Take();
}
} // namespace Flockwork
