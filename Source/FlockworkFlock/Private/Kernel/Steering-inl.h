// From the sums over the neighbours to an acceleration: the three models of SteeringKernel.h, a cluster at a time.
#if defined(FLOCKWORK_KERNEL_STEERING_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_STEERING_INL
#undef FLOCKWORK_KERNEL_STEERING_INL
#else
#define FLOCKWORK_KERNEL_STEERING_INL
#endif

#include "Kernel/NeighborSums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
// 1/|u|, or 0 where no direction can be told.
HWY_INLINE V InverseLength(const FVec3& Sum)
{
	const V Squared = Dot(Sum, Sum);
	const FMask bDirected = hn::Gt(Squared, Set(ZeroSumLength * ZeroSumLength));
	return hn::IfThenElseZero(bDirected, hn::Div(Set(1.0f), hn::Sqrt(Squared)));
}

HWY_INLINE FVec3 ClampLength(const FVec3& Value, V MaxLength)
{
	const V Squared = Dot(Value, Value);
	const V Length = hn::Sqrt(Squared);
	const V Factor = hn::IfThenElse(hn::Gt(Length, MaxLength), hn::Div(MaxLength, Length), Set(1.0f));
	return Value * Factor;
}

// What the models need besides the sums, one boid a lane.
struct FSteerLimits
{
	V MaxSpeed;
	V MaxForce;
	FVec3 Extra;
};

// Toward full speed along Sum, or nothing where Sum is zero.
HWY_INLINE FVec3 SteerAlong(const FVec3& Sum, const FVec3& Velocity, const FSteerLimits& Limits)
{
	const V Inverse = InverseLength(Sum);
	const FVec3 Wanted = Sum * hn::Mul(Inverse, Limits.MaxSpeed);
	return Select(hn::Gt(Inverse, hn::Zero(FTag())), ClampLength(Wanted - Velocity, Limits.MaxForce), ZeroVec3());
}

HWY_INLINE FVec3 LimitToSpeed(const FVec3& Acceleration, const FVec3& Velocity, V MaxSpeed, V DeltaTime)
{
	const FVec3 Next = Velocity + Acceleration * DeltaTime;
	const FMask bTooFast = hn::Gt(Dot(Next, Next), hn::Mul(MaxSpeed, MaxSpeed));
	const FVec3 Change = ClampLength(Next, MaxSpeed) - Velocity;
	const FVec3 Limited{hn::Div(Change.X, DeltaTime), hn::Div(Change.Y, DeltaTime), hn::Div(Change.Z, DeltaTime)};
	return Select(bTooFast, Limited, Acceleration);
}

HWY_INLINE FVec3 MeanOf(const FVec3& Sum, V Count)
{
	// An empty set's sum is zero and stays so.
	const V Divisor = hn::Max(Count, Set(1.0f));
	return {hn::Div(Sum.X, Divisor), hn::Div(Sum.Y, Divisor), hn::Div(Sum.Z, Divisor)};
}

template <typename Variant>
HWY_INLINE FVec3 SteerByModel(const FKernelParams& Params, float DeltaTime, const FVec3& Velocity,
    const FNeighborSums& Sums, const FSteerLimits& Limits)
{
	const V SeparationWeight = Set(Params.SeparationWeight);
	const V AlignmentWeight = Set(Params.AlignmentWeight);
	const V CohesionWeight = Set(Params.CohesionWeight);
	if constexpr (Variant::Model == EKernelModel::Normalized)
	{
		const FVec3 Sum = Sums.Apart * hn::Mul(SeparationWeight, InverseLength(Sums.Apart)) +
		                  Sums.Velocity * hn::Mul(AlignmentWeight, InverseLength(Sums.Velocity)) +
		                  Sums.Offset * hn::Mul(CohesionWeight, InverseLength(Sums.Offset)) + Limits.Extra;
		return SteerAlong(Sum, Velocity, Limits);
	}
	FVec3 Total;
	if constexpr (Variant::Model == EKernelModel::AdditiveLiteral)
	{
		const FMask bHasMates = hn::Gt(Sums.AlignmentCount, hn::Zero(FTag()));
		const FVec3 Matching = MeanOf(Sums.Velocity, Sums.AlignmentCount) - Velocity;
		Total = Sums.Apart * SeparationWeight + Select(bHasMates, Matching, ZeroVec3()) * AlignmentWeight +
		        MeanOf(Sums.Offset, Sums.CohesionCount) * CohesionWeight + Limits.Extra * Limits.MaxForce;
	}
	else
	{
		Total = SteerAlong(Sums.Apart, Velocity, Limits) * SeparationWeight +
		        SteerAlong(Sums.Velocity, Velocity, Limits) * AlignmentWeight +
		        SteerAlong(Sums.Offset, Velocity, Limits) * CohesionWeight +
		        SteerAlong(Limits.Extra, Velocity, Limits) * hn::Sqrt(Dot(Limits.Extra, Limits.Extra));
	}
	return LimitToSpeed(Total, Velocity, Limits.MaxSpeed, Set(DeltaTime));
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
