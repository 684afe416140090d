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

struct FTurn
{
	FMotion X, Y, Z, W;
};

HWY_INLINE FMotion Dot(const FTurn& A, const FTurn& B)
{
	return hn::Add(hn::Add(hn::Mul(A.X, B.X), hn::Mul(A.Y, B.Y)), hn::Add(hn::Mul(A.Z, B.Z), hn::Mul(A.W, B.W)));
}

// A * ShareA + B * ShareB, to unit length.
HWY_INLINE FTurn Blend(const FTurn& A, FMotion ShareA, const FTurn& B, FMotion ShareB)
{
	FTurn Sum{hn::Add(hn::Mul(A.X, ShareA), hn::Mul(B.X, ShareB)), hn::Add(hn::Mul(A.Y, ShareA), hn::Mul(B.Y, ShareB)),
	    hn::Add(hn::Mul(A.Z, ShareA), hn::Mul(B.Z, ShareB)), hn::Add(hn::Mul(A.W, ShareA), hn::Mul(B.W, ShareB))};
	const FMotion Length = hn::Sqrt(Dot(Sum, Sum));
	return {hn::Div(Sum.X, Length), hn::Div(Sum.Y, Length), hn::Div(Sum.Z, Length), hn::Div(Sum.W, Length)};
}

// Sine and cosine of half of an angle in [-Pi, Pi], from those of the angle: that of the two is a root which does not
// cancel.
HWY_INLINE void HalfAngle(FMotion Sine, FMotion Cosine, FMotion& HalfSine, FMotion& HalfCosine)
{
	const FMotion Half = Value(0.5f);
	const FMotion Larger = hn::Sqrt(hn::Mul(Half, hn::Add(Value(1.0f), hn::Abs(Cosine))));
	const FMotion Smaller = hn::Div(hn::Mul(Half, hn::Abs(Sine)), Larger);
	const auto bAhead = hn::Ge(Cosine, Value(0.0f));
	HalfSine = hn::CopySign(hn::IfThenElse(bAhead, Smaller, Larger), Sine);
	HalfCosine = hn::IfThenElse(bAhead, Larger, Smaller);
}

// LookRotation of a velocity, by heading and climb, and rolled about itself as BankAngle says for an acceleration.
template <bool bBank>
HWY_INLINE FTurn Look(FMotion X, FMotion Y, FMotion Z, const float* Accelerations, float BankLimit)
{
	const FMotion LevelSquared = hn::Add(hn::Mul(X, X), hn::Mul(Z, Z));
	const FMotion Level = hn::Sqrt(LevelSquared);
	const FMotion Speed = hn::Sqrt(hn::Add(LevelSquared, hn::Mul(Y, Y)));
	const FMotion AheadX = hn::Div(X, Level);
	const FMotion AheadZ = hn::Div(Z, Level);
	FMotion YawSine, YawCosine, PitchSine, PitchCosine;
	HalfAngle(AheadX, AheadZ, YawSine, YawCosine);
	HalfAngle(hn::Neg(hn::Div(Y, Speed)), hn::Div(Level, Speed), PitchSine, PitchCosine); // nose up is negative about X
	const FTurn Straight{hn::Mul(YawCosine, PitchSine), hn::Mul(YawSine, PitchCosine),
	    hn::Neg(hn::Mul(YawSine, PitchSine)), hn::Mul(YawCosine, PitchCosine)};
	if constexpr (!bBank)
	{
		return Straight;
	}
	FMotion PushX, PushY, PushZ;
	hn::LoadInterleaved3(FMotionTag(), Accelerations, PushX, PushY, PushZ);
	const FMotion Sideways = hn::Sub(hn::Mul(PushX, AheadZ), hn::Mul(PushZ, AheadX));
	const FMotion Limit = Value(BankLimit);
	const FMotion Tangent =
	    hn::Min(hn::Max(hn::Div(Sideways, Value(StandardGravity)), hn::Neg(Limit)), Limit); // of minus the roll
	const FMotion RollCosine = hn::Div(Value(1.0f), hn::Sqrt(hn::Add(Value(1.0f), hn::Mul(Tangent, Tangent))));
	FMotion Sine, Cosine;
	HalfAngle(hn::Neg(hn::Mul(Tangent, RollCosine)), RollCosine, Sine, Cosine);
	return {hn::Add(hn::Mul(Straight.X, Cosine), hn::Mul(Straight.Y, Sine)),
	    hn::Sub(hn::Mul(Straight.Y, Cosine), hn::Mul(Straight.X, Sine)),
	    hn::Add(hn::Mul(Straight.Z, Cosine), hn::Mul(Straight.W, Sine)),
	    hn::Sub(hn::Mul(Straight.W, Cosine), hn::Mul(Straight.Z, Sine))};
}

// A share of the way from one to the other along the sphere (Shoemake 1985), the shorter way round.
HWY_INLINE FTurn Slerp(const FTurn& From, const FTurn& To, float Alpha)
{
	const FMotion Sign = hn::CopySign(Value(1.0f), Dot(From, To));
	const FTurn Near{hn::Mul(To.X, Sign), hn::Mul(To.Y, Sign), hn::Mul(To.Z, Sign), hn::Mul(To.W, Sign)};
	// Half the angle between them from chord and sum, which no rounding spoils.
	const FTurn Chord{
	    hn::Sub(From.X, Near.X), hn::Sub(From.Y, Near.Y), hn::Sub(From.Z, Near.Z), hn::Sub(From.W, Near.W)};
	const FTurn Sum{hn::Add(From.X, Near.X), hn::Add(From.Y, Near.Y), hn::Add(From.Z, Near.Z), hn::Add(From.W, Near.W)};
	const FMotion Angle = hn::Mul(Value(2.0f), AngleOf(hn::Sqrt(Dot(Chord, Chord)), hn::Sqrt(Dot(Sum, Sum))));
	FMotion FromSine, ToSine, Cosine;
	SineAndCosine(hn::Mul(Angle, Value(1.0f - Alpha)), FromSine, Cosine);
	SineAndCosine(hn::Mul(Angle, Value(Alpha)), ToSine, Cosine);
	const auto bTiny = hn::Lt(Angle, Value(1e-3f)); // the sines are as the angles
	FromSine = hn::IfThenElse(bTiny, Value(1.0f - Alpha), FromSine);
	ToSine = hn::IfThenElse(bTiny, Value(Alpha), ToSine);
	return Blend(From, FromSine, Near, ToSine);
}

template <bool bBank>
HWY_INLINE bool FaceFullBlock(
    float* Rotations, const float* Velocities, const float* Accelerations, float BankLimit, float Alpha)
{
	const FMotionTag Tag;
	FMotion VX, VY, VZ;
	hn::LoadInterleaved3(Tag, Velocities, VX, VY, VZ);
	FTurn Old;
	hn::LoadInterleaved4(Tag, Rotations, Old.X, Old.Y, Old.Z, Old.W);
	const FMotion LevelSquared = hn::Add(hn::Mul(VX, VX), hn::Mul(VZ, VZ));
	const FMotion ClimbSquared = hn::Mul(VY, VY);
	const auto bSteep = hn::Le(LevelSquared, hn::Mul(Value(SteepShareSquared), ClimbSquared));
	const auto bMoves = hn::Gt(hn::Add(LevelSquared, ClimbSquared), Value(FacingMinSpeedSquared));
	const FTurn New = Slerp(Old, Look<bBank>(VX, VY, VZ, Accelerations, BankLimit), Alpha);
	const auto bTurn = hn::AndNot(bSteep, bMoves);
	hn::StoreInterleaved4(hn::IfThenElse(bTurn, New.X, Old.X), hn::IfThenElse(bTurn, New.Y, Old.Y),
	    hn::IfThenElse(bTurn, New.Z, Old.Z), hn::IfThenElse(bTurn, New.W, Old.W), Tag, Rotations);
	return hn::AllFalse(Tag, hn::And(bSteep, bMoves));
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

template <bool bBank>
bool FaceFull(std::span<FQuat> Rotations, std::span<const FVector> Velocities, std::span<const FVector> Accelerations,
    float BankLimit, float Alpha)
{
	bool bNoneSteep = true;
	size_t Begin = 0;
	for (; Begin + MotionLanes <= Rotations.size(); Begin += MotionLanes)
	{
		const float* const Pushes = bBank ? &Accelerations[Begin].x : nullptr;
		bNoneSteep &= FaceFullBlock<bBank>(&Rotations[Begin].x, &Velocities[Begin].x, Pushes, BankLimit, Alpha);
	}
	const size_t Rest = Rotations.size() - Begin;
	if (Rest > 0)
	{
		FQuat LastRotations[MotionLanes] = {};
		FVector LastVelocities[MotionLanes] = {};
		FVector LastAccelerations[MotionLanes] = {};
		std::copy_n(Rotations.begin() + ptrdiff_t(Begin), Rest, LastRotations);
		std::copy_n(Velocities.begin() + ptrdiff_t(Begin), Rest, LastVelocities);
		std::copy_n(Accelerations.begin() + ptrdiff_t(bBank ? Begin : 0), bBank ? Rest : 0, LastAccelerations);
		bNoneSteep &=
		    FaceFullBlock<bBank>(&LastRotations[0].x, &LastVelocities[0].x, &LastAccelerations[0].x, BankLimit, Alpha);
		std::copy_n(LastRotations, Rest, Rotations.begin() + ptrdiff_t(Begin));
	}
	return bNoneSteep;
}

bool FaceFullOfTarget(std::span<FQuat> Rotations, std::span<const FVector> Velocities,
    std::span<const FVector> Accelerations, float BankLimit, float Alpha)
{
	return Accelerations.empty() ? FaceFull<false>(Rotations, Velocities, Accelerations, BankLimit, Alpha)
	                             : FaceFull<true>(Rotations, Velocities, Accelerations, BankLimit, Alpha);
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
HWY_EXPORT(FaceFullOfTarget);

void ClampSpeedsFast(std::span<FVector> Velocities, std::span<const float> Limits, bool bPlanar)
{
	HWY_DYNAMIC_DISPATCH(ClampSpeedsOfTarget)(Velocities, Limits, bPlanar);
}

bool FaceYawFast(std::span<FQuat> Rotations, std::span<const FVector> Velocities, float Alpha)
{
	return HWY_DYNAMIC_DISPATCH(FaceYawOfTarget)(Rotations, Velocities, Alpha);
}

bool FaceFullFast(std::span<FQuat> Rotations, std::span<const FVector> Velocities,
    std::span<const FVector> Accelerations, float BankLimit, float Alpha)
{
	return HWY_DYNAMIC_DISPATCH(FaceFullOfTarget)(Rotations, Velocities, Accelerations, BankLimit, Alpha);
}
} // namespace Flockwork
#endif
