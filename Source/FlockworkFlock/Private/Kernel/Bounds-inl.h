// The smallest and largest coordinates of a flock. Positions are read as one row of floats, three vectors a round, so
// that each lane always meets the same axis:
//
//	lanes of A B C    x y z x y z x y | z x y z x y z x | y z x y z x y z
#if defined(FLOCKWORK_KERNEL_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_BOUNDS_INL
#undef FLOCKWORK_KERNEL_BOUNDS_INL
#else
#define FLOCKWORK_KERNEL_BOUNDS_INL
#endif

#include "Kernel/Vectors-inl.h"

#include <algorithm>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
void MeasureBoundsOfTarget(std::span<const FVector> Positions, FBox& Out)
{
	const FTag Tag;
	constexpr size_t Width = 3 * size_t(Lanes);
	const float* Values = &Positions[0].x;
	const size_t Count = 3 * Positions.size();
	HWY_ALIGN float Low[Width];
	HWY_ALIGN float High[Width];
	for (size_t Lane = 0; Lane < Width; ++Lane)
	{
		Low[Lane] = High[Lane] = Values[Lane % 3];
	}
	V LowA = hn::Load(Tag, Low), LowB = hn::Load(Tag, Low + Lanes), LowC = hn::Load(Tag, Low + 2 * Lanes);
	V HighA = LowA, HighB = LowB, HighC = LowC;
	size_t First = 0;
	for (; First + Width <= Count; First += Width)
	{
		const V A = hn::LoadU(Tag, Values + First);
		const V B = hn::LoadU(Tag, Values + First + Lanes);
		const V C = hn::LoadU(Tag, Values + First + 2 * Lanes);
		LowA = hn::Min(LowA, A), LowB = hn::Min(LowB, B), LowC = hn::Min(LowC, C);
		HighA = hn::Max(HighA, A), HighB = hn::Max(HighB, B), HighC = hn::Max(HighC, C);
	}
	hn::Store(LowA, Tag, Low), hn::Store(LowB, Tag, Low + Lanes), hn::Store(LowC, Tag, Low + 2 * Lanes);
	hn::Store(HighA, Tag, High), hn::Store(HighB, Tag, High + Lanes), hn::Store(HighC, Tag, High + 2 * Lanes);
	Out = {Positions[0], Positions[0]};
	for (size_t Index = 0; Index < Width + (Count - First); ++Index)
	{
		const bool bRest = Index >= Width;
		float& OutMin = (&Out.Min.x)[Index % 3];
		float& OutMax = (&Out.Max.x)[Index % 3];
		OutMin = std::min(OutMin, bRest ? Values[First + Index - Width] : Low[Index]);
		OutMax = std::max(OutMax, bRest ? Values[First + Index - Width] : High[Index]);
	}
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
