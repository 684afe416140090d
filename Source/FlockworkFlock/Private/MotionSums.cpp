#include "MotionSums.h"

#include "FlockworkFlock/FlockTypes.h"

#include <algorithm>
#include <array>
// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#include "Kernel/KernelTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "MotionSums.cpp"
#include <hwy/foreach_target.h>
// This must come after it.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr size_t PartCount = 16;
using FTag = hn::CappedTag<float, PartCount>;
using V = hn::Vec<FTag>;
inline constexpr size_t Lanes = hn::MaxLanes(FTag());

struct FVec3
{
	V X;
	V Y;
	V Z;
};

HWY_INLINE FVec3 Load(const FVector* From, bool bPlanar)
{
	FVec3 Out;
	hn::LoadInterleaved3(FTag(), &From->x, Out.X, Out.Y, Out.Z);
	Out.Y = bPlanar ? hn::Zero(FTag()) : Out.Y;
	return Out;
}

HWY_INLINE V LengthOf(const FVec3& A)
{
	return hn::Sqrt(hn::Add(hn::Add(hn::Mul(A.X, A.X), hn::Mul(A.Y, A.Y)), hn::Mul(A.Z, A.Z)));
}

HWY_INLINE FVec3 UnitOf(const FVec3& A, V Length)
{
	const V Inverse =
	    hn::IfThenElseZero(hn::Gt(Length, hn::Set(FTag(), ZeroSumLength)), hn::Div(hn::Set(FTag(), 1.0f), Length));
	return {hn::Mul(A.X, Inverse), hn::Mul(A.Y, Inverse), hn::Mul(A.Z, Inverse)};
}

HWY_INLINE V NearestImage(V Offset, float Period)
{
	const FTag Tag;
	const V Turns = Period > 0.0f ? hn::Round(hn::Div(Offset, hn::Set(Tag, Period))) : hn::Zero(Tag);
	return hn::Sub(Offset, hn::Mul(Turns, hn::Set(Tag, Period)));
}

// Partial sums of one quantity.
struct FParts
{
	HWY_ALIGN float Values[PartCount] = {};

	HWY_INLINE void Add(size_t First, V Value)
	{
		hn::Store(hn::Add(hn::Load(FTag(), Values + First), Value), FTag(), Values + First);
	}
	double Total() const
	{
		double Sum = 0.0;
		for (const float Value : Values)
		{
			Sum += double(Value);
		}
		return Sum;
	}
};

// Visit(Positions, Velocities, First) for one vector of boids after the other, First: the partial sums that they
// belong to. The last ones are filled up with boids at rest in Origin, which add nothing.
template <typename VisitorType>
HWY_INLINE void ForEachVector(const FMotionJob& Job, VisitorType&& Visit)
{
	const size_t Whole = Job.Count / PartCount * PartCount;
	for (size_t Boid = 0; Boid < Whole; Boid += PartCount)
	{
		for (size_t First = 0; First < PartCount; First += Lanes)
		{
			Visit(Job.Positions + Boid + First, Job.Velocities + Boid + First, First);
		}
	}
	if (Whole == Job.Count)
	{
		return;
	}
	std::array<FVector, PartCount> Positions;
	std::array<FVector, PartCount> Velocities;
	Positions.fill(Job.Origin);
	Velocities.fill(FVector{0.0f, 0.0f, 0.0f});
	std::copy(Job.Positions + Whole, Job.Positions + Job.Count, Positions.begin());
	std::copy(Job.Velocities + Whole, Job.Velocities + Job.Count, Velocities.begin());
	for (size_t First = 0; First < PartCount; First += Lanes)
	{
		Visit(Positions.data() + First, Velocities.data() + First, First);
	}
}

HWY_INLINE FVec3 OffsetFrom(const FVec3& Position, const FVector& Origin)
{
	const FTag Tag;
	return {hn::Sub(Position.X, hn::Set(Tag, Origin.x)), hn::Sub(Position.Y, hn::Set(Tag, Origin.y)),
	    hn::Sub(Position.Z, hn::Set(Tag, Origin.z))};
}

FMotionSums SumMotionOfTarget(const FMotionJob& Job)
{
	FParts Offset[3];
	FParts Heading[3];
	FParts Speed;
	ForEachVector(Job,
	    [&](const FVector* Positions, const FVector* Velocities, size_t First) HWY_ATTR
	    {
		    const FVec3 Way = OffsetFrom(Load(Positions, false), Job.Origin);
		    Offset[0].Add(First, Way.X);
		    Offset[1].Add(First, Way.Y);
		    Offset[2].Add(First, Way.Z);
		    const FVec3 Velocity = Load(Velocities, Job.bPlanar);
		    const V Length = LengthOf(Velocity);
		    const FVec3 Unit = UnitOf(Velocity, Length);
		    Heading[0].Add(First, Unit.X);
		    Heading[1].Add(First, Unit.Y);
		    Heading[2].Add(First, Unit.Z);
		    Speed.Add(First, Length);
	    });
	return {{Offset[0].Total(), Offset[1].Total(), Offset[2].Total()},
	    {Heading[0].Total(), Heading[1].Total(), Heading[2].Total()}, Speed.Total()};
}

FShapeSums SumShapeOfTarget(const FMotionJob& Job)
{
	FParts Turning[3];
	FParts RadiusSquared;
	ForEachVector(Job,
	    [&](const FVector* Positions, const FVector* Velocities, size_t First) HWY_ATTR
	    {
		    FVec3 Way = OffsetFrom(Load(Positions, false), Job.Origin);
		    Way.X = NearestImage(Way.X, Job.TorusPeriod.x);
		    Way.Y = Job.bPlanar ? hn::Zero(FTag()) : NearestImage(Way.Y, Job.TorusPeriod.y);
		    Way.Z = NearestImage(Way.Z, Job.TorusPeriod.z);
		    const V Distance = LengthOf(Way);
		    const FVec3 Out = UnitOf(Way, Distance);
		    const FVec3 Velocity = Load(Velocities, Job.bPlanar);
		    const FVec3 Along = UnitOf(Velocity, LengthOf(Velocity));
		    Turning[0].Add(First, hn::Sub(hn::Mul(Out.Y, Along.Z), hn::Mul(Out.Z, Along.Y)));
		    Turning[1].Add(First, hn::Sub(hn::Mul(Out.Z, Along.X), hn::Mul(Out.X, Along.Z)));
		    Turning[2].Add(First, hn::Sub(hn::Mul(Out.X, Along.Y), hn::Mul(Out.Y, Along.X)));
		    RadiusSquared.Add(First, hn::Mul(Distance, Distance));
	    });
	return {{Turning[0].Total(), Turning[1].Total(), Turning[2].Total()}, RadiusSquared.Total()};
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
HWY_EXPORT(SumMotionOfTarget);
HWY_EXPORT(SumShapeOfTarget);

FMotionSums SumMotion(const FMotionJob& Job)
{
	return HWY_DYNAMIC_DISPATCH(SumMotionOfTarget)(Job);
}

FShapeSums SumShape(const FMotionJob& Job)
{
	return HWY_DYNAMIC_DISPATCH(SumShapeOfTarget)(Job);
}
} // namespace Flockwork
#endif
