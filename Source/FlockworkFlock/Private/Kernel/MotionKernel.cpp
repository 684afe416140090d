#include "MotionKernel.h"

#include "FlockworkFlock/Facing.h"

#include <algorithm>

// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#include "KernelTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Kernel/MotionKernel.cpp"
#include <hwy/foreach_target.h>
// This must come after it.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;
using FMotionTag = hn::CappedTag<float, 16>;
using FMotion = hn::Vec<FMotionTag>;
inline constexpr size_t MotionLanes = hn::MaxLanes(FMotionTag());

HWY_INLINE FMotion Value(float Number)
{
	return hn::Set(FMotionTag(), Number);
}

// Coefficients, highest first, of a polynomial in X.
template <size_t Count>
HWY_INLINE FMotion Polynomial(FMotion X, const float (&Coefficients)[Count])
{
	FMotion Sum = Value(Coefficients[0]);
	for (size_t Index = 1; Index < Count; ++Index)
	{
		Sum = hn::Add(hn::Mul(Sum, X), Value(Coefficients[Index]));
	}
	return Sum;
}

// The angle whose sine and cosine are proportional to Sine and Cosine, in [-Pi, Pi]; error below 3e-7. The polynomials
// here are those of Cephes (Moshier 1992), single precision.
HWY_INLINE FMotion AngleOf(FMotion Sine, FMotion Cosine)
{
	const FMotion AbsSine = hn::Abs(Sine);
	const FMotion AbsCosine = hn::Abs(Cosine);
	const FMotion Less = hn::Min(AbsSine, AbsCosine);
	const FMotion More = hn::Max(AbsSine, AbsCosine);
	// Beyond tan(Pi / 8), counted from Pi / 4 instead.
	const auto bSteep = hn::Gt(Less, hn::Mul(More, Value(0.41421356f)));
	const FMotion Upper = hn::IfThenElse(bSteep, hn::Sub(Less, More), Less);
	const FMotion Lower = hn::IfThenElse(bSteep, hn::Add(Less, More), More);
	const FMotion T = hn::Div(Upper, Lower);
	const FMotion TT = hn::Mul(T, T);
	const FMotion P = Polynomial(TT, {8.05374449538e-2f, -1.38776856032e-1f, 1.99777106478e-1f, -3.33329491539e-1f});
	FMotion Angle = hn::Add(hn::Mul(hn::Mul(P, TT), T), T);
	Angle = hn::Add(Angle, hn::IfThenElseZero(bSteep, Value(0.25f * Pi)));
	Angle = hn::IfThenElse(hn::Gt(AbsSine, AbsCosine), hn::Sub(Value(0.5f * Pi), Angle), Angle);
	Angle = hn::IfThenElse(hn::Lt(Cosine, Value(0.0f)), hn::Sub(Value(Pi), Angle), Angle);
	return hn::CopySign(Angle, Sine);
}

// Of an angle in [-Pi / 2, Pi / 2], by way of its half.
HWY_INLINE void SineAndCosine(FMotion Angle, FMotion& Sine, FMotion& Cosine)
{
	const FMotion Half = hn::Mul(Angle, Value(0.5f));
	const FMotion Square = hn::Mul(Half, Half);
	const FMotion S = Polynomial(Square, {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f, 1.0f});
	const FMotion HalfSine = hn::Mul(S, Half);
	const FMotion HalfCosine =
	    Polynomial(Square, {2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f, -0.5f, 1.0f});
	Sine = hn::Mul(Value(2.0f), hn::Mul(HalfSine, HalfCosine));
	Cosine = hn::Sub(Value(1.0f), hn::Mul(Value(2.0f), hn::Mul(HalfSine, HalfSine)));
}

HWY_INLINE void ClampBlock(float* Velocities, const float* Limits, bool bPlanar)
{
	const FMotionTag Tag;
	FMotion X, Y, Z;
	hn::LoadInterleaved3(Tag, Velocities, X, Y, Z);
	const FMotion Limit = hn::LoadU(Tag, Limits);
	const FMotion YY = bPlanar ? hn::Zero(Tag) : hn::Mul(Y, Y);
	const FMotion Speed = hn::Sqrt(hn::Add(hn::Add(hn::Mul(X, X), YY), hn::Mul(Z, Z)));
	const FMotion Factor = hn::IfThenElse(hn::Gt(Speed, Limit), hn::Div(Limit, Speed), Value(1.0f));
	hn::StoreInterleaved3(hn::Mul(X, Factor), bPlanar ? Y : hn::Mul(Y, Factor), hn::Mul(Z, Factor), Tag, Velocities);
}

// A rotation about Y by an angle is (cos, sin) of half the angle in W and Y: turning on is multiplying such pairs.
HWY_INLINE bool FaceBlock(float* Rotations, const float* Velocities, float Alpha)
{
	const FMotionTag Tag;
	FMotion VX, VY, VZ;
	hn::LoadInterleaved3(Tag, Velocities, VX, VY, VZ);
	FMotion X, Y, Z, W;
	hn::LoadInterleaved4(Tag, Rotations, X, Y, Z, W);
	const FMotion Zero = hn::Zero(Tag);
	const auto bUpright = hn::And(hn::Eq(X, Zero), hn::Eq(Z, Zero));
	const auto bMoves = hn::Gt(hn::Add(hn::Mul(VX, VX), hn::Mul(VZ, VZ)), Value(FacingMinSpeedSquared));
	const FMotion AheadX = hn::Mul(Value(2.0f), hn::Mul(W, Y));
	const FMotion AheadZ = hn::Sub(hn::Mul(W, W), hn::Mul(Y, Y));
	const FMotion Gap =
	    AngleOf(hn::Sub(hn::Mul(VX, AheadZ), hn::Mul(VZ, AheadX)), hn::Add(hn::Mul(VX, AheadX), hn::Mul(VZ, AheadZ)));
	FMotion Sine, Cosine;
	SineAndCosine(hn::Mul(Gap, Value(0.5f * Alpha)), Sine, Cosine);
	const FMotion NewW = hn::Sub(hn::Mul(W, Cosine), hn::Mul(Y, Sine));
	const FMotion NewY = hn::Add(hn::Mul(Y, Cosine), hn::Mul(W, Sine));
	const FMotion Length = hn::Sqrt(hn::Add(hn::Mul(NewW, NewW), hn::Mul(NewY, NewY)));
	const auto bTurn = hn::And(bUpright, bMoves);
	W = hn::IfThenElse(bTurn, hn::Div(NewW, Length), W);
	Y = hn::IfThenElse(bTurn, hn::Div(NewY, Length), Y);
	hn::StoreInterleaved4(X, Y, Z, W, Tag, Rotations);
	return hn::AllTrue(Tag, bUpright);
}

// Whole blocks in place; the rest, padded to a block, by way of the stack.
void ClampSpeedsOfTarget(std::span<FVector> Velocities, std::span<const float> Limits, bool bPlanar)
{
	size_t Begin = 0;
	for (; Begin + MotionLanes <= Velocities.size(); Begin += MotionLanes)
	{
		ClampBlock(&Velocities[Begin].x, &Limits[Begin], bPlanar);
	}
	const size_t Rest = Velocities.size() - Begin;
	if (Rest > 0)
	{
		FVector LastVelocities[MotionLanes] = {};
		float LastLimits[MotionLanes] = {};
		std::copy_n(&Velocities[Begin], Rest, LastVelocities);
		std::copy_n(&Limits[Begin], Rest, LastLimits);
		ClampBlock(&LastVelocities[0].x, LastLimits, bPlanar);
		std::copy_n(LastVelocities, Rest, &Velocities[Begin]);
	}
}

bool FaceYawOfTarget(std::span<FQuat> Rotations, std::span<const FVector> Velocities, float Alpha)
{
	bool bAllUpright = true;
	size_t Begin = 0;
	for (; Begin + MotionLanes <= Rotations.size(); Begin += MotionLanes)
	{
		bAllUpright = FaceBlock(&Rotations[Begin].x, &Velocities[Begin].x, Alpha) && bAllUpright;
	}
	const size_t Rest = Rotations.size() - Begin;
	if (Rest > 0)
	{
		FQuat LastRotations[MotionLanes] = {};
		FVector LastVelocities[MotionLanes] = {};
		std::fill_n(LastRotations, MotionLanes, IdentityQuat);
		std::copy_n(&Rotations[Begin], Rest, LastRotations);
		std::copy_n(&Velocities[Begin], Rest, LastVelocities);
		bAllUpright = FaceBlock(&LastRotations[0].x, &LastVelocities[0].x, Alpha) && bAllUpright;
		std::copy_n(LastRotations, Rest, &Rotations[Begin]);
	}
	return bAllUpright;
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
// The blocks read vectors and quaternions as plain floats.
static_assert(sizeof(FVector) == 3 * sizeof(float) && sizeof(FQuat) == 4 * sizeof(float));

HWY_EXPORT(ClampSpeedsOfTarget);
HWY_EXPORT(FaceYawOfTarget);

void ClampSpeedsFast(std::span<FVector> Velocities, std::span<const float> Limits, bool bPlanar)
{
	HWY_DYNAMIC_DISPATCH(ClampSpeedsOfTarget)(Velocities, Limits, bPlanar);
}

bool FaceYawFast(std::span<FQuat> Rotations, std::span<const FVector> Velocities, float Alpha)
{
	return HWY_DYNAMIC_DISPATCH(FaceYawOfTarget)(Rotations, Velocities, Alpha);
}
} // namespace Flockwork
#endif
