// Drone and arrow.
#include "BodyMeshes.h"

namespace Flockwork
{
namespace
{
enum EArrowSlot : uint8_t
{
	Cone,
	Base
};
enum EDroneSlot : uint8_t
{
	Shell,
	Arm,
	Blade,
	Lamp
};

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
	Builder.SetPart(Cone);
	const int32_t Sides = Detail == EDetail::Near ? 12 : Detail == EDetail::Far ? 6 : 3;
	const auto Ring = [](float Z, float Radius, uint8_t Slot) {
		return FRing{{0.0f, 0.0f, Z}, {Radius, 0.0f, 0.0f}, {0.0f, Radius, 0.0f}, Slot, 0, 255};
	};
	const FRing Point[] = {Ring(0.5f, 0.004f, Cone), Ring(-0.32f, 0.21f, Cone)};
	Builder.Loft(Point, Sides, ECaps::None, 0.5f * Pi);
	const FRing Stern[] = {Ring(-0.32f, 0.21f, Base), Ring(-0.5f, 0.10f, Base)};
	Builder.Loft(Stern, Sides, Detail == EDetail::Tiny ? ECaps::None : ECaps::End, 0.5f * Pi);
	return Builder.Take();
}
} // namespace Flockwork
