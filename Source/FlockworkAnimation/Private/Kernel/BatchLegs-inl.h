// FTwoBoneIKJob, as many at a time as there are lanes: the same rules in the same order. Included once for each
// instruction set.
#if defined(FLOCKWORK_BATCH_LEGS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_BATCH_LEGS_INL
#undef FLOCKWORK_BATCH_LEGS_INL
#else
#define FLOCKWORK_BATCH_LEGS_INL
#endif

#include "Kernel/BatchVectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
// exp(-X) for X >= 0, within 1e-6: of a sixteenth of X by Taylor's series, then squared four times.
HWY_INLINE FNum ExpOfMinus(FNum X)
{
	const FNum T = Min(X, Num(16.0f)) * Num(-1.0f / 16.0f);
	FNum Sum = Num(1.0f / 40320.0f);
	for (const float Coefficient :
	    {1.0f / 5040.0f, 1.0f / 720.0f, 1.0f / 120.0f, 1.0f / 24.0f, 1.0f / 6.0f, 0.5f, 1.0f, 1.0f})
	{
		Sum = Sum * T + Num(Coefficient);
	}
	for (int32_t Square = 0; Square < 4; ++Square)
	{
		Sum = Sum * Sum;
	}
	return Sum;
}

// The turn that takes a bone and a hinge across it to others; all unit.
HWY_INLINE FTurn TurnOfBone(const FVec& Bone, const FVec& Hinge, const FVec& NewBone, const FVec& NewHinge)
{
	// Over the shorter arc; where the bone turns right round, about its hinge.
	const FVec Axis = Cross(Bone, NewBone);
	const FNum W = Num(1.0f) + Dot(Bone, NewBone);
	const FMask bOpposite = Num(1e-6f) > W;
	const FTurn Arc =
	    Normalized(Select(bOpposite, FTurn{Hinge.X, Hinge.Y, Hinge.Z, Num(0.0f)}, FTurn{Axis.X, Axis.Y, Axis.Z, W}));
	// Then about the bone.
	const FVec Carried = Rotate(Arc, Hinge);
	const FNum Cosine = Num(1.0f) + Dot(Carried, NewHinge);
	const FNum Sine = Dot(Cross(Carried, NewHinge), NewBone);
	const FMask bTurned = Num(1e-6f) > Cosine;
	const FNum TwistSine = Select(bTurned, Num(1.0f), Sine);
	const FVec Twist = NewBone * TwistSine;
	return Normalized(FTurn{Twist.X, Twist.Y, Twist.Z, Select(bTurned, Num(0.0f), Cosine)} * Arc);
}

HWY_INLINE FVec Across(const FVec& Vector, const FVec& Unit, const FVec& Fallback)
{
	return Normal(Vector - Unit * Dot(Unit, Vector), Fallback);
}

// A unit vector across another.
HWY_INLINE FVec AnyAcross(const FVec& Unit)
{
	const FVec Other = Select(Num(0.9f) > Abs(Unit.Y), Vec(UpVector), Vec({1.0f, 0.0f, 0.0f}));
	return Normal(Cross(Unit, Other), Other);
}

struct FLegBones
{
	FVec Start, Mid, End;
	FVec UpperWay; // unit
	FNum Upper, Lower;
};

// Where the end is to come: FTwoBoneIKJob::ReachableEnd.
HWY_INLINE FVec ReachableEnd(const FBatchLegData& Leg, const FLegBones& Bones, const FVec& Target)
{
	const FNum Sum = Bones.Upper + Bones.Lower;
	const FNum Reach = Root(Bones.Upper * Bones.Upper + Bones.Lower * Bones.Lower -
	                        Num(2.0f * Leg.MaxCosine) * (Bones.Upper * Bones.Lower));
	const FNum Soft = Num(Leg.SoftShare) * Reach;
	const FNum Stretch = Reach - Soft;
	const FVec Offset = Target - Bones.Start;
	const FNum Wanted = Length(Offset);
	const FNum Nearest = Max(Abs(Bones.Upper - Bones.Lower) * Num(1.001f), Num(0.15f) * Sum);
	const FNum Softened =
	    Soft + Stretch * (Num(1.0f) - ExpOfMinus(Max(Wanted - Soft, Num(0.0f)) / Max(Stretch, Num(1e-6f))));
	const FNum Distance = Select(Wanted > Soft, Softened, Max(Wanted, Min(Nearest, Soft)));
	const FVec Present = Normal(Bones.End - Bones.Start, Bones.UpperWay);
	const FVec Way = Normal(Offset + Present * Max(Nearest - Wanted, Num(0.0f)), Present);
	return Bones.Start + Way * Distance;
}

// Start, Mid and End of one leg; returns how far the end was moved.
HWY_INLINE FVec BendLeg(
    const FBatchLegData& Leg, FBatchScratchData& Scratch, const FVec& Target, FNum Weight, int32_t Part)
{
	FBatchLanes* const Rotations = Scratch.Rotations.data();
	FBatchLanes* const Places = Scratch.Places.data();
	const FVec Zero{Num(0.0f), Num(0.0f), Num(0.0f)};
	FLegBones Bones;
	Bones.Start = LoadVec(Places + 3 * Leg.Start, Part);
	Bones.Mid = LoadVec(Places + 3 * Leg.Mid, Part);
	Bones.End = LoadVec(Places + 3 * Leg.End, Part);
	Bones.Upper = Max(Length(Bones.Mid - Bones.Start), Num(1e-5f));
	Bones.Lower = Max(Length(Bones.End - Bones.Mid), Num(1e-5f));
	Bones.UpperWay = (Bones.Mid - Bones.Start) * (Num(1.0f) / Bones.Upper);
	const FVec LowerWay = (Bones.End - Bones.Mid) * (Num(1.0f) / Bones.Lower);
	const FVec Goal = Bones.End + (ReachableEnd(Leg, Bones, Target) - Bones.End) * Weight;
	const FNum Distance =
	    Min(Max(Length(Goal - Bones.Start), Abs(Bones.Upper - Bones.Lower) + Num(1e-5f) * Bones.Upper),
	        (Bones.Upper + Bones.Lower) * Num(1.0f - 1e-7f));
	const FVec Way = Normal(Goal - Bones.Start, Bones.UpperWay);

	const FTurn StartTurn = LoadTurn(Rotations + 4 * Leg.Start, Part);
	const FVec OldHinge = Across(Rotate(StartTurn, Vec(Leg.Hinge)), Bones.UpperWay, AnyAcross(Bones.UpperWay));
	const FVec ByPole = Cross(Vec(Leg.Pole), Way);
	const FNum Clear = Min(Length(ByPole) * Num(5.0f), Num(1.0f)) * Weight;
	const FVec PoleHinge = Normal(ByPole, OldHinge);
	const FVec Hinge = Across(PoleHinge * Clear + OldHinge * (Num(1.0f) - Clear), Way, PoleHinge);

	const FNum Cosine = Min(Max((Bones.Upper * Bones.Upper + Distance * Distance - Bones.Lower * Bones.Lower) /
	                                (Num(2.0f) * Bones.Upper * Distance),
	                            Num(-1.0f)),
	    Num(1.0f));
	const FNum Sine = Root(Max(Num(1.0f) - Cosine * Cosine, Num(0.0f)));
	const FVec NewMid = Bones.Start + Way * (Bones.Upper * Cosine) + Cross(Way, Hinge) * (Bones.Upper * Sine);
	const FVec NewEnd = Bones.Start + Way * Distance;
	const FVec NewUpper = Normal(NewMid - Bones.Start, Way);
	const FVec NewLower = Normal(NewEnd - NewMid, Way);
	const FTurn Upper = TurnOfBone(Bones.UpperWay, OldHinge, NewUpper, Across(Hinge, NewUpper, Hinge));
	const FTurn Lower =
	    TurnOfBone(LowerWay, Across(OldHinge, LowerWay, OldHinge), NewLower, Across(Hinge, NewLower, Hinge));

	const FMask bBends = Weight > Num(0.0f);
	const FTurn MidTurn = LoadTurn(Rotations + 4 * Leg.Mid, Part);
	StoreTurn(Select(bBends, Upper * StartTurn, StartTurn), Rotations + 4 * Leg.Start, Part);
	StoreTurn(Select(bBends, Lower * MidTurn, MidTurn), Rotations + 4 * Leg.Mid, Part);
	StoreVec(Select(bBends, NewMid, Bones.Mid), Places + 3 * Leg.Mid, Part);
	StoreVec(Select(bBends, NewEnd, Bones.End), Places + 3 * Leg.End, Part);
	return Select(bBends, NewEnd - Bones.End, Zero);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
