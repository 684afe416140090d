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
FRing TrunkRing(float Along)
{
	const float Bulge = std::sin(std::pow(Along, 0.62f) * Pi);
	const float Height = 0.020f + 0.165f * Bulge;
	const float Width = 0.012f + 0.085f * Bulge;
	return {{0.0f, 0.0f, 0.5f - Along * 0.86f}, {Width, 0.0f, 0.0f}, {0.0f, Height, 0.0f}, Back, 0, 255};
}

void AddFins(FMeshBuilder& Builder, EDetail Detail)
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
	for (const float Side : {-1.0f, 1.0f})
	{
		const FVector Pectoral[] = {
		    {0.078f * Side, -0.06f, 0.17f}, {0.13f * Side, -0.13f, 0.05f}, {0.075f * Side, -0.09f, 0.09f}};
		Builder.SetPart(Fin);
		Builder.Sheet(Pectoral);
		// A little outside the skin, which is an ellipse at this ring.
		const FRing Ring = TrunkRing(0.16f);
		const float Y = 0.25f * Ring.V.y;
		const FVector Pupil(1.02f * std::sqrt(1.0f - 0.25f * 0.25f) * Ring.U.x * Side, Y, Ring.Center.z);
		const FVector Corners[] = {Pupil + FVector(-0.004f * Side, 0.026f, 0.0f),
		    Pupil + FVector(0.006f * Side, 0.0f, -0.024f), Pupil + FVector(0.004f * Side, -0.026f, 0.0f),
		    Pupil + FVector(-0.008f * Side, 0.0f, 0.024f)};
		Builder.SetPart(Eye);
		Builder.Sheet(Corners);
	}
}
} // namespace

FMesh MakeFishMesh(EDetail Detail)
{
	FMeshBuilder Builder;
	Builder.SetPart(Back);
	const int32_t RingCount = Detail == EDetail::Near ? 10 : Detail == EDetail::Far ? 6 : 3;
	const int32_t Sides = Detail == EDetail::Near ? 8 : Detail == EDetail::Far ? 5 : 3;
	std::vector<FRing> Rings;
	for (int32_t Index = 0; Index < RingCount; ++Index)
	{
		Rings.push_back(TrunkRing(float(Index) / float(RingCount - 1)));
	}
	// Two halves: the back is dark and the flanks are bright, as fishes are; the palette blends in between by height.
	Builder.Loft(Rings, Sides, Detail == EDetail::Tiny ? ECaps::None : ECaps::Both, 0.5f * Pi);
	AddFins(Builder, Detail);
	return Builder.Take();
}
} // namespace Flockwork
