// Vectors of floats and the few operations on them that the kernel allows itself. Included once for each instruction
// set, see ClusterJob.cpp.
//
// Only add, subtract, multiply, divide, square root, round and comparisons: each of these has exactly one right result,
// so every instruction set gives the same bits. An estimate of 1/sqrt would not, nor a fused multiply-add unless its
// factor is 1.
#if defined(FLOCKWORK_KERNEL_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_VECTORS_INL
#undef FLOCKWORK_KERNEL_VECTORS_INL
#else
#define FLOCKWORK_KERNEL_VECTORS_INL
#endif

#include "Kernel/KernelGrid.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

// As wide as the processor has it, at most a cluster. Where it has less, a cluster is steered in several parts.
using FTag = hn::CappedTag<float, ClusterSize>;
using FSlotTag = hn::RebindToUnsigned<FTag>;
using V = hn::Vec<FTag>;
using FSlots = hn::Vec<FSlotTag>;
using FMask = hn::Mask<FTag>;
inline constexpr int32_t Lanes = int32_t(hn::MaxLanes(FTag()));

// Three coordinates of as many points as the tag has lanes.
template <typename Tag>
struct TVec3
{
	hn::Vec<Tag> X, Y, Z;
};
using FVec3 = TVec3<FTag>;

HWY_INLINE V Set(float Value)
{
	return hn::Set(FTag(), Value);
}
// First, First + 1, ... (Highway's own Iota goes through memory unless it starts at a constant.)
HWY_INLINE FSlots SlotsFrom(int32_t First)
{
	return hn::Add(hn::Set(FSlotTag(), uint32_t(First)), hn::Iota(FSlotTag(), 0));
}
template <typename Tag = FTag>
HWY_INLINE TVec3<Tag> SetVec3(float X, float Y, float Z)
{
	return {hn::Set(Tag(), X), hn::Set(Tag(), Y), hn::Set(Tag(), Z)};
}
HWY_INLINE FVec3 ZeroVec3()
{
	return {hn::Zero(FTag()), hn::Zero(FTag()), hn::Zero(FTag())};
}
template <typename Tag>
HWY_INLINE TVec3<Tag> operator+(const TVec3<Tag>& A, const TVec3<Tag>& B)
{
	return {hn::Add(A.X, B.X), hn::Add(A.Y, B.Y), hn::Add(A.Z, B.Z)};
}
template <typename Tag>
HWY_INLINE TVec3<Tag> operator-(const TVec3<Tag>& A, const TVec3<Tag>& B)
{
	return {hn::Sub(A.X, B.X), hn::Sub(A.Y, B.Y), hn::Sub(A.Z, B.Z)};
}
template <typename Tag>
HWY_INLINE TVec3<Tag> operator*(const TVec3<Tag>& A, hn::Vec<Tag> Factor)
{
	return {hn::Mul(A.X, Factor), hn::Mul(A.Y, Factor), hn::Mul(A.Z, Factor)};
}
template <typename Tag>
HWY_INLINE hn::Vec<Tag> Dot(const TVec3<Tag>& A, const TVec3<Tag>& B)
{
	return hn::Add(hn::Add(hn::Mul(A.X, B.X), hn::Mul(A.Y, B.Y)), hn::Mul(A.Z, B.Z));
}
HWY_INLINE FVec3 Select(FMask Mask, const FVec3& Yes, const FVec3& No)
{
	return {hn::IfThenElse(Mask, Yes.X, No.X), hn::IfThenElse(Mask, Yes.Y, No.Y), hn::IfThenElse(Mask, Yes.Z, No.Z)};
}

template <typename Tag>
struct TTorus
{
	TVec3<Tag> Period;
	TVec3<Tag> InversePeriod; // 0 on open axes
};

template <typename Tag>
HWY_INLINE TTorus<Tag> LoadTorus(const FKernelFrame& Frame)
{
	return {SetVec3<Tag>(Frame.X.Period, Frame.Y.Period, Frame.Z.Period),
	    SetVec3<Tag>(Frame.X.InversePeriod(), Frame.Y.InversePeriod(), Frame.Z.InversePeriod())};
}
template <typename Tag>
HWY_INLINE TVec3<Tag> NearestImage(const TVec3<Tag>& Offset, const TTorus<Tag>& Torus)
{
	const hn::Vec<Tag> TurnsX = hn::Round(hn::Mul(Offset.X, Torus.InversePeriod.X));
	const hn::Vec<Tag> TurnsY = hn::Round(hn::Mul(Offset.Y, Torus.InversePeriod.Y));
	const hn::Vec<Tag> TurnsZ = hn::Round(hn::Mul(Offset.Z, Torus.InversePeriod.Z));
	return {hn::Sub(Offset.X, hn::Mul(TurnsX, Torus.Period.X)), hn::Sub(Offset.Y, hn::Mul(TurnsY, Torus.Period.Y)),
	    hn::Sub(Offset.Z, hn::Mul(TurnsZ, Torus.Period.Z))};
}

// Adding a masked zero is the same as not adding: a sum that starts at +0 never becomes -0. AVX-512 adds under a mask
// in one instruction; the others mask the addend.
HWY_INLINE V AddWhere(FMask Mask, V Sum, V Value)
{
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
	return hn::IfThenElse(Mask, hn::Add(Sum, Value), Sum);
#else
	return hn::Add(Sum, hn::IfThenElseZero(Mask, Value));
#endif
}
HWY_INLINE void AddWhere(FMask Mask, FVec3& Sum, const FVec3& Value)
{
	Sum.X = AddWhere(Mask, Sum.X, Value.X);
	Sum.Y = AddWhere(Mask, Sum.Y, Value.Y);
	Sum.Z = AddWhere(Mask, Sum.Z, Value.Z);
}
// Where there is a fused multiply-add under a mask, by that: Sum - 1 x Value is rounded once, like the difference. The
// hot loop has more to add than to multiply, and many processors have units of their own for each.
HWY_INLINE V SubtractWhere(FMask Mask, V Sum, V Value)
{
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
	return V{_mm256_mask3_fnmadd_ps(Set(1.0f).raw, Value.raw, Sum.raw, Mask.raw)};
#else
	return hn::Sub(Sum, hn::IfThenElseZero(Mask, Value));
#endif
}
HWY_INLINE void SubtractWhere(FMask Mask, FVec3& Sum, const FVec3& Value)
{
	Sum.X = SubtractWhere(Mask, Sum.X, Value.X);
	Sum.Y = SubtractWhere(Mask, Sum.Y, Value.Y);
	Sum.Z = SubtractWhere(Mask, Sum.Z, Value.Z);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
