// Fish and shark: one construction, two builds. Measures in metres for a length of 1 m.
#include "BodyMeshes.h"

namespace Flockwork
{
namespace
{
enum ESlot : uint8_t
{
	Back,
	Flank,
	Fin,
	Eye
};

// Half height and half width of the trunk at a distance from the snout, 0..1.
FRing TrunkRing(bool bShark, float Along)
{
	// A shark is round, widest at a third of its way, and thin before its tail.
	const float Bulge = std::sin(std::pow(Along, bShark ? 0.72f : 0.62f) * Pi);
	const float Height = bShark ? 0.014f + 0.086f * Bulge : 0.020f + 0.165f * Bulge;
	const float Width = bShark ? 0.012f + 0.080f * Bulge : 0.012f + 0.085f * Bulge;
	const float Rise = bShark ? 0.012f * (1.0f - Along) : 0.0f; // the snout points a little upward
	return {{0.0f, Rise, 0.5f - Along * 0.86f}, {Width, 0.0f, 0.0f}, {0.0f, Height, 0.0f}, Back, 0, 255};
}

void AddEye(FMeshBuilder& Builder, bool bShark, float Side)
{
	// A little outside the skin, which is an ellipse at this ring.
	const FRing Ring = TrunkRing(bShark, bShark ? 0.11f : 0.16f);
	const float Size = bShark ? 0.4f : 1.0f;
	const float Y = Ring.Center.y + 0.25f * Ring.V.y;
	const FVector Pupil(1.02f * std::sqrt(1.0f - 0.25f * 0.25f) * Ring.U.x * Side, Y, Ring.Center.z);
	const FVector Corners[] = {Pupil + FVector(-0.004f * Side, 0.026f, 0.0f) * Size,
	    Pupil + FVector(0.006f * Side, 0.0f, -0.024f) * Size, Pupil + FVector(0.004f * Side, -0.026f, 0.0f) * Size,
	    Pupil + FVector(-0.008f * Side, 0.0f, 0.024f) * Size};
	Builder.SetPart(Eye);
	Builder.Sheet(Corners);
}

void AddFishFins(FMeshBuilder& Builder, EDetail Detail)
{
	Builder.SetPart(Fin);
	const FVector Tail[] = {{0.0f, 0.0f, -0.30f}, {0.0f, 0.17f, -0.52f}, {0.0f, 0.0f, -0.42f}, {0.0f, -0.17f, -0.52f}};
	Builder.Sheet(Tail);
	if (Detail == EDetail::Tiny)
	{
		return;
	}
	const FVector Dorsal[] = {{0.0f, 0.15f, 0.16f}, {0.0f, 0.235f, 0.0f}, {0.0f, 0.15f, -0.16f}, {0.0f, 0.11f, -0.12f}};
	Builder.Sheet(Dorsal);
	if (Detail == EDetail::Far)
	{
		return;
	}
	const FVector Anal[] = {{0.0f, -0.12f, -0.06f}, {0.0f, -0.19f, -0.15f}, {0.0f, -0.09f, -0.20f}};
	Builder.Sheet(Anal);
	for (const float Side : {-1.0f, 1.0f})
	{
		const FVector Pectoral[] = {
		    {0.078f * Side, -0.06f, 0.17f}, {0.13f * Side, -0.13f, 0.05f}, {0.075f * Side, -0.09f, 0.09f}};
		Builder.SetPart(Fin);
		Builder.Sheet(Pectoral);
		AddEye(Builder, false, Side);
	}
}

void AddSharkFins(FMeshBuilder& Builder, EDetail Detail)
{
	Builder.SetPart(Fin);
	if (Detail == EDetail::Tiny)
	{
		const FVector Tail[] = {{0.0f, 0.0f, -0.34f}, {0.0f, 0.19f, -0.56f}, {0.0f, -0.10f, -0.49f}};
		Builder.Sheet(Tail);
		const FVector Dorsal[] = {{0.0f, 0.09f, 0.10f}, {0.0f, 0.20f, -0.035f}, {0.0f, 0.08f, -0.04f}};
		Builder.Sheet(Dorsal);
		return;
	}
	// The upper lobe of the tail is the longer one.
	const FVector Tail[] = {{0.0f, 0.0f, -0.34f}, {0.0f, 0.08f, -0.44f}, {0.0f, 0.19f, -0.56f}, {0.0f, 0.02f, -0.43f},
	    {0.0f, -0.10f, -0.49f}, {0.0f, -0.02f, -0.38f}};
	Builder.Sheet(Tail);
	const FVector Dorsal[] = {
	    {0.0f, 0.09f, 0.10f}, {0.0f, 0.20f, -0.035f}, {0.0f, 0.14f, -0.03f}, {0.0f, 0.08f, -0.04f}};
	Builder.Sheet(Dorsal);
	for (const float Side : {-1.0f, 1.0f})
	{
		Builder.SetPart(Fin);
		const FVector Pectoral[] = {{0.075f * Side, -0.045f, 0.19f}, {0.25f * Side, -0.105f, 0.03f},
		    {0.20f * Side, -0.085f, 0.035f}, {0.07f * Side, -0.045f, 0.09f}};
		Builder.Sheet(Pectoral);
		if (Detail == EDetail::Near)
		{
			const FVector Pelvic[] = {
			    {0.045f * Side, -0.05f, -0.09f}, {0.09f * Side, -0.085f, -0.16f}, {0.04f * Side, -0.045f, -0.15f}};
			Builder.Sheet(Pelvic);
			AddEye(Builder, true, Side);
		}
	}
	const FVector SecondDorsal[] = {{0.0f, 0.045f, -0.20f}, {0.0f, 0.078f, -0.26f}, {0.0f, 0.036f, -0.255f}};
	Builder.Sheet(SecondDorsal);
}
} // namespace

FMesh MakeFishMesh(bool bShark, EDetail Detail)
{
	FMeshBuilder Builder;
	Builder.SetPart(Back);
	const int32_t RingCount = Detail == EDetail::Near ? 12 : Detail == EDetail::Far ? 6 : 3;
	const int32_t Sides = Detail == EDetail::Near ? 9 : Detail == EDetail::Far ? 5 : 3;
	std::vector<FRing> Rings;
	for (int32_t Index = 0; Index < RingCount; ++Index)
	{
		Rings.push_back(TrunkRing(bShark, float(Index) / float(RingCount - 1)));
	}
	// Two halves: the back is dark and the flanks are bright, as fishes are; the palette blends in between by height.
	Builder.Loft(Rings, Sides, Detail == EDetail::Tiny ? ECaps::None : ECaps::Both, 0.5f * Pi);
	bShark ? AddSharkFins(Builder, Detail) : AddFishFins(Builder, Detail);
	return Builder.Take();
}
} // namespace Flockwork
