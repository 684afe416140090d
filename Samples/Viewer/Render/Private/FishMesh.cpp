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
		    {0.085f * Side, -0.05f, 0.20f}, {0.20f * Side, -0.12f, 0.06f}, {0.09f * Side, -0.08f, 0.08f}};
		Builder.SetPart(Fin);
		Builder.Sheet(Pectoral);
		const FVector Pupil(0.064f * Side, 0.035f, 0.375f);
		const FVector Corners[] = {Pupil + FVector(0.0f, 0.022f, 0.0f), Pupil + FVector(0.004f * Side, 0.0f, -0.022f),
		    Pupil + FVector(0.0f, -0.022f, 0.0f), Pupil + FVector(-0.008f * Side, 0.0f, 0.022f)};
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
