// Small bird and falcon: one construction, two builds. Measures in metres for a wing span of 1 m.
#include "BodyMeshes.h"

namespace Flockwork
{
namespace
{
enum ESlot : uint8_t
{
	Back,
	WingInner,
	WingTip,
	Beak,
	Belly,
	Eye,
	Cheek
};

// A cut through the wing: how far out, leading and trailing edge, thickness, bend (100 a joint), colour.
struct FWingCut
{
	float X;
	float Lead;
	float Trail;
	float Height;
	uint8_t Level;
	uint8_t Slot;
};

struct FBirdBuild
{
	float Girth;      // half width of the breast
	float TailLength; // from the rump
	float TailWidth;  // half, at its end
	std::array<FWingCut, 6> Wing;
};

// The starling's wing is a triangle, its tail short; the falcon's wing is long and pointed, its tail long and narrow.
constexpr FBirdBuild Songbird = {0.078f, 0.22f, 0.085f,
    {{{0.02f, 0.14f, -0.13f, 0.030f, 0, WingInner}, {0.13f, 0.18f, -0.10f, 0.022f, 60, WingInner},
        {0.24f, 0.19f, -0.075f, 0.016f, 100, WingInner}, {0.35f, 0.145f, -0.065f, 0.010f, 145, WingTip},
        {0.45f, 0.07f, -0.065f, 0.006f, 180, WingTip}, {0.52f, -0.035f, -0.050f, 0.002f, 200, WingTip}}}};
constexpr FBirdBuild Raptor = {0.074f, 0.30f, 0.060f,
    {{{0.02f, 0.15f, -0.10f, 0.032f, 0, WingInner}, {0.11f, 0.20f, -0.085f, 0.024f, 60, WingInner},
        {0.21f, 0.22f, -0.055f, 0.016f, 100, WingInner}, {0.32f, 0.165f, -0.055f, 0.010f, 140, WingTip},
        {0.43f, 0.065f, -0.085f, 0.006f, 175, WingTip}, {0.52f, -0.075f, -0.100f, 0.002f, 200, WingTip}}}};

void AddTrunk(FMeshBuilder& Builder, const FBirdBuild& Build, EDetail Detail)
{
	const float Girth = Build.Girth;
	const auto Ring = [](float Z, float Y, float Width, float Height, uint8_t Slot) {
		return FRing{{0.0f, Y, Z}, {Width, 0.0f, 0.0f}, {0.0f, Height, 0.0f}, Slot, 0, 255};
	};
	Builder.SetPart(Back, FlyerBody);
	if (Detail == EDetail::Near)
	{
		const FRing Bill[] = {Ring(0.345f, 0.006f, 0.004f, 0.004f, Beak), Ring(0.28f, 0.014f, 0.017f, 0.016f, Beak)};
		Builder.Loft(Bill, 6, ECaps::Start);
		const FRing Rings[] = {Ring(0.288f, 0.016f, 0.018f, 0.018f, Cheek), Ring(0.255f, 0.021f, 0.043f, 0.042f, Cheek),
		    Ring(0.215f, 0.021f, 0.052f, 0.050f, Back), Ring(0.165f, 0.012f, 0.056f, 0.054f, Back),
		    Ring(0.07f, 0.0f, Girth, 0.9f * Girth, Back), Ring(-0.07f, 0.0f, 0.85f * Girth, 0.75f * Girth, Back),
		    Ring(-0.18f, 0.004f, 0.48f * Girth, 0.36f * Girth, Back), Ring(-0.26f, 0.008f, 0.020f, 0.012f, Back)};
		Builder.Loft(Rings, 8, ECaps::Both);
	}
	else
	{
		const FRing Rings[] = {Ring(0.32f, 0.01f, 0.014f, 0.014f, Beak), Ring(0.22f, 0.02f, 0.05f, 0.05f, Back),
		    Ring(0.06f, 0.0f, Girth, 0.9f * Girth, Back), Ring(-0.24f, 0.006f, 0.022f, 0.016f, Back)};
		Builder.Loft(Rings, 4, ECaps::Both, 0.25f * Pi);
	}
	Builder.SetPart(WingInner, FlyerTail, 100);
	const float End = -0.18f - Build.TailLength;
	const FVector Tail[] = {{0.0f, 0.010f, -0.16f}, {-0.030f, 0.008f, -0.20f}, {-Build.TailWidth, 0.006f, End},
	    {0.0f, 0.012f, End + 0.02f}, {Build.TailWidth, 0.006f, End}, {0.030f, 0.008f, -0.20f}};
	Builder.Sheet(Tail);
}

void AddEyes(FMeshBuilder& Builder)
{
	Builder.SetPart(Eye, FlyerBody);
	for (const float Side : {-1.0f, 1.0f})
	{
		const FVector Pupil(0.0445f * Side, 0.033f, 0.248f);
		const FVector Corners[] = {Pupil + FVector(0.0f, 0.011f, 0.0f), Pupil + FVector(0.002f * Side, 0.0f, -0.011f),
		    Pupil + FVector(0.001f * Side, -0.011f, 0.0f), Pupil + FVector(-0.004f * Side, 0.0f, 0.011f)};
		Builder.Sheet(Corners);
	}
}

void AddWing(FMeshBuilder& Builder, const FBirdBuild& Build, float Side, EDetail Detail)
{
	const bool bNear = Detail == EDetail::Near;
	std::vector<FRing> Rings;
	for (size_t Index = 0; Index < Build.Wing.size(); Index += bNear || Index == 4 ? 1 : 2)
	{
		const FWingCut& Cut = Build.Wing[Index];
		const FVector Center(Cut.X * Side, 0.025f, 0.5f * (Cut.Lead + Cut.Trail));
		// Thickness tilts a little forward: the leading edge is the round one.
		Rings.push_back({Center, {0.0f, 0.006f, 0.5f * (Cut.Lead - Cut.Trail)}, {0.0f, 0.5f * Cut.Height, 0.0f},
		    Cut.Slot, Cut.Level, 255});
	}
	Builder.SetPart(WingInner, Side < 0.0f ? FlyerRightWing : FlyerLeftWing);
	Builder.Loft(Rings, bNear ? 6 : 4, ECaps::End);
}

// One triangle a wing and one for the body, visible from both sides.
void AddTiny(FMeshBuilder& Builder)
{
	for (const float Side : {-1.0f, 1.0f})
	{
		Builder.SetPart(WingInner, Side < 0.0f ? FlyerRightWing : FlyerLeftWing);
		const FVector Corners[] = {{0.0f, 0.02f, 0.16f}, {0.5f * Side, 0.02f, -0.02f}, {0.0f, 0.02f, -0.12f}};
		const uint8_t Levels[] = {0, 200, 0};
		Builder.Sheet(Corners, Levels);
	}
	Builder.SetPart(Back, FlyerBody);
	const FVector Body[] = {{0.0f, 0.05f, 0.30f}, {0.0f, -0.05f, 0.05f}, {0.0f, 0.02f, -0.40f}};
	Builder.Sheet(Body);
}
} // namespace

FMesh MakeBirdMesh(bool bFalcon, EDetail Detail)
{
	FMeshBuilder Builder;
	if (Detail == EDetail::Tiny)
	{
		AddTiny(Builder);
		return Builder.Take();
	}
	const FBirdBuild& Build = bFalcon ? Raptor : Songbird;
	AddTrunk(Builder, Build, Detail);
	AddWing(Builder, Build, -1.0f, Detail);
	AddWing(Builder, Build, 1.0f, Detail);
	if (Detail == EDetail::Near)
	{
		AddEyes(Builder);
	}
	return Builder.Take();
}
} // namespace Flockwork
