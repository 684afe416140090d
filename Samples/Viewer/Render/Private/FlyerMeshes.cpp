// Bird, drone and arrow.
#include "BodyMeshes.h"

namespace Flockwork
{
namespace
{
enum EBirdSlot : uint8_t
{
	Back,
	WingInner,
	WingTip,
	Beak,
	Belly
};
enum EDroneSlot : uint8_t
{
	Shell,
	Arm,
	Blade,
	Lamp
};

void AddBirdBody(FMeshBuilder& Builder, EDetail Detail)
{
	const auto Ring = [](float Z, float Y, float Width, float Height, uint8_t Slot) {
		return FRing{{0.0f, Y, Z}, {Width, 0.0f, 0.0f}, {0.0f, Height, 0.0f}, Slot, 0, 255};
	};
	Builder.SetPart(Back, FlyerBody);
	if (Detail == EDetail::Near)
	{
		const FRing Rings[] = {Ring(0.34f, 0.01f, 0.006f, 0.006f, Beak), Ring(0.275f, 0.016f, 0.022f, 0.022f, Beak),
		    Ring(0.25f, 0.02f, 0.044f, 0.044f, Back), Ring(0.18f, 0.012f, 0.052f, 0.052f, Back),
		    Ring(0.07f, 0.0f, 0.078f, 0.070f, Back), Ring(-0.08f, 0.0f, 0.066f, 0.056f, Back),
		    Ring(-0.24f, 0.006f, 0.022f, 0.016f, Back)};
		Builder.Loft(Rings, 8, ECaps::Both);
	}
	else
	{
		const FRing Rings[] = {Ring(0.32f, 0.01f, 0.014f, 0.014f, Beak), Ring(0.06f, 0.0f, 0.078f, 0.068f, Back),
		    Ring(-0.24f, 0.006f, 0.022f, 0.016f, Back)};
		Builder.Loft(Rings, 4, ECaps::Both, 0.25f * Pi);
	}
	Builder.SetPart(WingInner, FlyerTail, 100);
	const FVector Tail[] = {
	    {0.0f, 0.008f, -0.18f}, {-0.085f, 0.008f, -0.42f}, {0.0f, 0.012f, -0.39f}, {0.085f, 0.008f, -0.42f}};
	Builder.Sheet(Tail);
}

void AddWing(FMeshBuilder& Builder, float Side)
{
	const auto At = [&](float X, float Y, float Z) { return FVector(X * Side, Y, Z); };
	const uint8_t Chain = Side < 0.0f ? FlyerRightWing : FlyerLeftWing;
	Builder.SetPart(WingInner, Chain);
	const FVector Inner[] = {
	    At(0.03f, 0.02f, 0.13f), At(0.25f, 0.03f, 0.17f), At(0.26f, 0.02f, -0.04f), At(0.03f, 0.01f, -0.12f)};
	const uint8_t InnerLevels[] = {0, 100, 100, 0};
	Builder.Sheet(Inner, InnerLevels);
	Builder.SetPart(WingTip, Chain);
	const FVector Outer[] = {At(0.25f, 0.03f, 0.17f), At(0.41f, 0.03f, 0.11f), At(0.52f, 0.02f, -0.03f),
	    At(0.40f, 0.02f, -0.03f), At(0.26f, 0.02f, -0.04f)};
	const uint8_t OuterLevels[] = {100, 170, 200, 170, 100};
	Builder.Sheet(Outer, OuterLevels);
}

// One triangle a wing and one for the body, visible from both sides.
void AddTinyBird(FMeshBuilder& Builder)
{
	for (const float Side : {-1.0f, 1.0f})
	{
		Builder.SetPart(WingInner, Side < 0.0f ? FlyerRightWing : FlyerLeftWing);
		const FVector Corners[] = {{0.0f, 0.02f, 0.16f}, {0.5f * Side, 0.02f, 0.0f}, {0.0f, 0.02f, -0.12f}};
		const uint8_t Levels[] = {0, 200, 0};
		Builder.Sheet(Corners, Levels);
	}
	Builder.SetPart(Back, FlyerBody);
	const FVector Body[] = {{0.0f, 0.05f, 0.30f}, {0.0f, -0.05f, 0.05f}, {0.0f, 0.02f, -0.40f}};
	Builder.Sheet(Body);
}

void AddRotor(FMeshBuilder& Builder, const FVector& Hub, EDetail Detail)
{
	Builder.SetPart(Blade, RotorChain, 100);
	constexpr float Reach = 0.17f;
	for (const float Sign : {-1.0f, 1.0f})
	{
		const FVector Corners[] = {Hub, Hub + FVector(Reach * Sign, 0.006f, 0.022f * Sign),
		    Hub + FVector(Reach * Sign, -0.006f, -0.022f * Sign)};
		Builder.Sheet(Corners);
	}
	if (Detail == EDetail::Near)
	{
		Builder.SetPart(Arm, 0);
		const FRing Rings[] = {FMeshBuilder::UprightRing(Hub - FVector(0.0f, 0.06f, 0.0f), 0.03f, 0.03f, Arm),
		    FMeshBuilder::UprightRing(Hub + FVector(0.0f, 0.01f, 0.0f), 0.022f, 0.022f, Arm)};
		Builder.Loft(Rings, 6, ECaps::Both);
	}
}
} // namespace

FMesh MakeBirdMesh(EDetail Detail)
{
	FMeshBuilder Builder;
	if (Detail == EDetail::Tiny)
	{
		AddTinyBird(Builder);
		return Builder.Take();
	}
	AddBirdBody(Builder, Detail);
	AddWing(Builder, -1.0f);
	AddWing(Builder, 1.0f);
	return Builder.Take();
}

FMesh MakeDroneMesh(EDetail Detail)
{
	FMeshBuilder Builder;
	Builder.SetPart(Shell);
	const bool bNear = Detail == EDetail::Near;
	if (Detail == EDetail::Tiny)
	{
		// Two crossed beams.
		for (const float Side : {-1.0f, 1.0f})
		{
			const FVector Beam[] = {{0.27f * Side, 0.03f, 0.33f}, {0.33f * Side, 0.03f, 0.27f},
			    {-0.27f * Side, 0.03f, -0.33f}, {-0.33f * Side, 0.03f, -0.27f}};
			Builder.Sheet(Beam);
		}
		const FVector Hull[] = {{-0.16f, 0.0f, 0.0f}, {0.0f, 0.05f, 0.2f}, {0.16f, 0.0f, 0.0f}, {0.0f, 0.05f, -0.2f}};
		Builder.Sheet(Hull);
		return Builder.Take();
	}
	Builder.Ellipsoid({0.0f, 0.0f, 0.0f}, {0.16f, 0.075f, 0.20f}, bNear ? 10 : 5, bNear ? 5 : 2);
	if (bNear)
	{
		Builder.SetPart(Lamp);
		Builder.Ellipsoid({0.0f, -0.03f, 0.17f}, {0.045f, 0.045f, 0.045f}, 6, 3);
	}
	for (const float X : {-0.28f, 0.28f})
	{
		for (const float Z : {-0.28f, 0.28f})
		{
			Builder.SetPart(Arm);
			const FVector Hub(X, 0.07f, Z);
			const FVector Along = SafeNormal({X, 0.0f, Z});
			const FVector Across = glm::cross(UpVector, Along);
			const FRing Rings[] = {{Along * 0.10f, Across * 0.032f, UpVector * 0.026f, Arm, 0, 255},
			    {{X, 0.01f, Z}, Across * 0.020f, UpVector * 0.018f, Z > 0.0f ? Arm : Shell, 0, 255}};
			Builder.Loft(Rings, bNear ? 5 : 3, bNear ? ECaps::End : ECaps::None);
			AddRotor(Builder, Hub, Detail);
		}
	}
	return Builder.Take();
}

FMesh MakeArrowMesh(EDetail Detail)
{
	FMeshBuilder Builder;
	Builder.SetPart(Back);
	const int32_t Sides = Detail == EDetail::Near ? 12 : Detail == EDetail::Far ? 6 : 3;
	const auto Ring = [](float Z, float Radius, uint8_t Slot) {
		return FRing{{0.0f, 0.0f, Z}, {Radius, 0.0f, 0.0f}, {0.0f, Radius, 0.0f}, Slot, 0, 255};
	};
	const FRing Cone[] = {Ring(0.5f, 0.004f, Back), Ring(-0.32f, 0.21f, Back)};
	Builder.Loft(Cone, Sides, ECaps::None, 0.5f * Pi);
	const FRing Base[] = {Ring(-0.32f, 0.21f, WingInner), Ring(-0.5f, 0.10f, WingInner)};
	Builder.Loft(Base, Sides, Detail == EDetail::Tiny ? ECaps::None : ECaps::End, 0.5f * Pi);
	return Builder.Take();
}
} // namespace Flockwork
