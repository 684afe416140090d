// From figures to words.
#include "FlockworkLocomotion/WalkDoctor.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float LeastBalanced = 0.99f; // of the time that it stands

struct FList
{
	std::span<FWalkFinding> Out;
	size_t Count = 0;

	void Add(bool bFault, const FWalkFinding& Finding)
	{
		if (bFault && Count < Out.size())
		{
			Out[Count++] = Finding;
		}
	}
};

float Share(int64_t Part, int64_t Whole)
{
	return Whole > 0 ? float(double(Part) / double(Whole)) : 0.0f;
}

FWalkFinding SlideFinding(const FWalkFigures& Figures, float Limit)
{
	FWalkFinding Finding{EWalkFault::Slide, "feet slide", Figures.SlideP99, Limit, {}, {}};
	if (Figures.Unreachable > 0)
	{
		Finding.Cause = "planted feet trail out of the legs' reach";
		Finding.Setting = "feet.lead";
	}
	else if (Figures.Targets == 0)
	{
		Finding.Cause = "feet go by the clip, whose speed is not the body's";
		Finding.Setting = "character.walk";
	}
	else
	{
		Finding.Cause = "something moves the pose after the late update, or clip and planted feet are blended";
		Finding.Setting = "character.walk";
	}
	return Finding;
}

FWalkFinding FloatFinding(const FWalkFigures& Figures, float Limit, bool bOnSlope)
{
	FWalkFinding Finding{EWalkFault::Float, "feet float", Figures.Float, Limit, {}, {}};
	Finding.Cause = bOnSlope ? "the ray ends above the slope, or the slope's layer is not among the ground's"
	                         : "the step's goal missed its ray, or the ankle's height over the sole is too large";
	Finding.Setting = bOnSlope ? "feet.rayDown, feet.groundLayers" : "ankleHeight, feet.rayUp";
	return Finding;
}

void AddLegFaults(const FWalkFigures& Figures, const FWalkDoctorSettings& Settings, float Frame, FList& List)
{
	const float Unreachable = Share(Figures.Unreachable, Figures.Targets);
	List.Add(
	    Figures.Unreachable > 0, {EWalkFault::Unreachable, "targets out of reach", Unreachable, 0.0f,
	                                 "feet are set too far ahead or behind, or the pelvis may not be lowered enough",
	                                 "feet.lead, balance.maxDrop"});
	List.Add(Figures.LongestStep > Settings.MaxStep,
	    {EWalkFault::LongStep, "giant steps", Figures.LongestStep, Settings.MaxStep,
	        "feet wait too long before they step", "feet.stepThreshold"});
	List.Add(Figures.IKError > Settings.MaxIKError,
	    {EWalkFault::IKError, "ankles off their targets", Figures.IKError, Settings.MaxIKError,
	        "something moves the legs after they were solved", ""});
	List.Add(Figures.Knee > Settings.MaxKnee,
	    {EWalkFault::StraightKnee, "knees lock", Figures.Knee, Settings.MaxKnee, "the pelvis is too high for the feet",
	        "balance.maxDrop, balance.dropSpeed"});
	List.Add(Figures.KneePops > 0,
	    {EWalkFault::KneePop, "knees pop", float(Figures.KneePops), 0.0f,
	        "the pelvis leaps, or a target crosses the leg's full stretch", "balance.dropSpeed, feet.stepSpeed"});
	const float Off = std::max(Figures.LongestAir - Settings.StepTime, Settings.StepTime - Figures.ShortestStep);
	List.Add(Settings.StepTime > 0.0f && Figures.Steps > 0 && Off > Frame * 1.01f,
	    {EWalkFault::StepTime, "steps take another time", Settings.StepTime + Off, Settings.StepTime,
	        "frames are longer than a step can be cut into, or a foot meets the ground in mid-step",
	        "feet.stepSpeed, feet.clearance"});
}
} // namespace

size_t FWalkDoctor::FindFaults(std::span<FWalkFinding> Out) const
{
	const FWalkFigures All = GetFigures();
	FList List{Out};
	List.Add(All.SlideP99 > Settings.MaxSlide, SlideFinding(All, Settings.MaxSlide));
	List.Add(All.Penetration > Settings.MaxPenetration,
	    {EWalkFault::Penetration, "feet sink in", All.Penetration, Settings.MaxPenetration,
	        "the step's goal missed its ray, or the ankle's height over the sole is too small",
	        "ankleHeight, feet.rayUp"});
	List.Add(All.Float > Settings.MaxFloat, FloatFinding(All, Settings.MaxFloat, bFloatOnSlope));
	List.Add(
	    All.Airborne > 0, {EWalkFault::Airborne, "too many feet in the air", Share(All.Airborne, All.Frames), 0.0f,
	                          "the gait's table lets feet swing together that should guard each other", "feet.gaits"});
	List.Add(All.HipsJitter > Settings.MaxHipsJitter,
	    {EWalkFault::HipsJitter, "hips jitter", All.HipsJitter, Settings.MaxHipsJitter,
	        "the hips follow too fast, or two owners move them", "balance.shiftSpeed"});
	AddLegFaults(All, Settings, LongestFrame, List);
	const float Balanced = Share(All.Balanced, All.Standing);
	List.Add(All.Standing > 0 && Balanced < LeastBalanced,
	    {EWalkFault::OffBalance, "the centre of mass is not over the feet", Balanced, LeastBalanced,
	        "hips go too little toward the feet that stand, or feet stay apart", "balance.shiftAmount"});
	return List.Count;
}
} // namespace Flockwork
