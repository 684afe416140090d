#include "FlockworkLocomotion/WalkDoctor.h"

#include "FlockworkAnimation/IKJobs.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float NoGround = 1e6f; // m
constexpr float Leap = 1.0f;     // m

bool IsGood(const FDoctorFoot& Foot)
{
	return !Foot.Sole.empty() && Foot.Sole.size() <= FWalkSole::MaxPoints && IsFinite(Foot.Hip) &&
	       IsFinite(Foot.Knee) && IsFinite(Foot.Ankle) && IsFinite(Foot.Target) &&
	       std::all_of(Foot.Sole.begin(), Foot.Sole.end(), [](const FVector& Point) { return IsFinite(Point); });
}

FVector CenterOf(std::span<const FVector> Points)
{
	FVector Sum{0.0f};
	for (const FVector& Point : Points)
	{
		Sum += Point;
	}
	return Sum / float(Points.size());
}

float KneeAngle(const FDoctorFoot& Foot)
{
	const FVector Up = SafeNormal(Foot.Hip - Foot.Knee);
	const FVector Down = SafeNormal(Foot.Ankle - Foot.Knee);
	// The arc tangent is exact near the straight leg, where the arc cosine is not.
	return std::atan2(Length(glm::cross(Up, Down)), glm::dot(Up, Down)) * 180.0f / Pi;
}

FTransform TransformOf(const ISceneQuery& World, uint64_t Body)
{
	FTransform Now;
	return World.GetBodyTransform(Body, Now) && IsFinite(Now) && Now.Scale > 0.0f ? Now : FTransform{};
}
} // namespace

FWalkDoctor::FWalkDoctor(const FWalkDoctorSettings& InSettings) : Settings(InSettings)
{
	Slides.reserve(KeptContacts);
}

void FWalkDoctor::Interrupt()
{
	Feet = {};
	HipsKnown = 0;
}

void FWalkDoctor::Reset()
{
	Interrupt();
	Slides.clear();
	Figures = {};
	Time = 0.0;
	LongestFrame = 0.0f;
	bFloatOnSlope = false;
	HipsSum = 0.0;
	HipsCount = 0;
}

bool FWalkDoctor::Watch(const FDoctorFrame& Frame, const ISceneQuery& World)
{
	if (Frame.Feet.empty() || Frame.Feet.size() > MaxFeet || !IsFinite(Frame.Body) || Frame.Body.Scale <= 0.0f ||
	    !IsFinite(Frame.Hips) || !IsFinite(Frame.Center) || !(Frame.DeltaTime > 0.0f) ||
	    !std::isfinite(Frame.DeltaTime) || !std::all_of(Frame.Feet.begin(), Frame.Feet.end(), IsGood))
	{
		return false;
	}
	if (FootCount != Frame.Feet.size())
	{
		Reset();
		FootCount = Frame.Feet.size();
	}
	if (LengthSquared(Frame.Body.Location - LastPlace) > Leap * Leap)
	{
		Interrupt();
	}
	LastPlace = Frame.Body.Location;
	Time += double(Frame.DeltaTime);
	LongestFrame = std::max(LongestFrame, Frame.DeltaTime);
	int32_t Down = 0;
	for (size_t Index = 0; Index < FootCount; ++Index)
	{
		const FDoctorFoot& Foot = Frame.Feet[Index];
		FFoot& Watched = Feet[Index];
		const FGround Ground = LookDown(Foot, Watched, Frame, World);
		WatchContact(Watched, Foot, Ground, World);
		WatchLeg(Watched, Foot);
		Watched.bKnown = true;
		Watched.Center = CenterOf(Foot.Sole);
		Watched.Body = Ground.Body;
		Watched.BodyTransform = Ground.BodyTransform;
		Down += Watched.bContact ? 1 : 0;
	}
	// In the first frame nothing is known to be still.
	Figures.Airborne += Figures.Frames > 0 && Down < Frame.LeastContacts ? 1 : 0;
	++Figures.Frames;
	WatchHips(Frame);
	WatchBalance(Frame);
	return true;
}

FWalkDoctor::FGround FWalkDoctor::LookDown(
    const FDoctorFoot& Foot, const FFoot& Watched, const FDoctorFrame& Frame, const ISceneQuery& World) const
{
	FQueryFilter Filter;
	Filter.LayerMask = uint32_t(Settings.GroundLayers);
	Filter.IgnoredBodies = Frame.IgnoredBodies;
	FGround Ground;
	Ground.Heights.fill(NoGround);
	for (size_t Point = 0; Point < Foot.Sole.size(); ++Point)
	{
		const FVector Top = Foot.Sole[Point] + UpVector * Settings.RayUp;
		FHit Hit;
		if (!World.Raycast({Top, Top - UpVector * Settings.RayDown}, Filter, Hit) || !IsFinite(Hit.Position) ||
		    !IsFinite(Hit.Normal))
		{
			continue;
		}
		Ground.Heights[Point] = (Foot.Sole[Point].y - Hit.Position.y) * std::max(Hit.Normal.y, 0.0f);
		if (Ground.Heights[Point] < Ground.Lowest)
		{
			Ground.Lowest = Ground.Heights[Point];
			Ground.Normal = Hit.Normal;
			Ground.Body = Hit.BodyBits;
		}
	}
	// A foot that stands across an edge stays with the body that it came down on.
	Ground.Body = Watched.bContact ? Watched.LastBody : Ground.Body;
	Ground.BodyTransform = TransformOf(World, Ground.Body);
	// A foot that changes from one body to another is measured against the new one as it is now.
	const FTransform& Then = Watched.Body == Ground.Body ? Watched.BodyTransform : Ground.BodyTransform;
	const FVector Before = Ground.BodyTransform.TransformPoint(Then.InverseTransformPoint(Watched.Center));
	const FVector Motion = (CenterOf(Foot.Sole) - Before) / Frame.DeltaTime;
	Ground.Speed = std::abs(glm::dot(Motion, Ground.Normal));
	Ground.Motion = Length(Motion);
	return Ground;
}

void FWalkDoctor::WatchContact(FFoot& Watched, const FDoctorFoot& Foot, const FGround& Ground, const ISceneQuery& World)
{
	const bool bTouches = Ground.Lowest <= Settings.TouchHeight;
	const bool bSettled =
	    Watched.bKnown && Ground.Lowest <= Settings.ContactHeight && Ground.Speed <= Settings.ContactSpeed;
	const bool bStill = Watched.bKnown && Ground.Lowest <= Settings.StillHeight && Ground.Motion <= Settings.StillSpeed;
	const bool bLeaves =
	    !bTouches && !bStill && (Ground.Lowest > Settings.LeaveHeight || Ground.Speed > Settings.LeaveSpeed);
	if (Watched.bContact && bLeaves)
	{
		EndContact(Watched);
	}
	if (!Watched.bContact && !bLeaves && (bTouches || bSettled || bStill))
	{
		BeginContact(Watched, Foot, Ground, World);
	}
	if (Watched.bContact)
	{
		WatchSlide(Watched, Foot, Ground);
		Watched.LeftAt = Time;
		Watched.LastStand = Ground.BodyTransform.InverseTransformPoint(CenterOf(Foot.Sole));
	}
}

void FWalkDoctor::BeginContact(FFoot& Watched, const FDoctorFoot& Foot, const FGround& Ground, const ISceneQuery& World)
{
	if (Watched.bHadContact)
	{
		const float Air = float(Time - Watched.LeftAt);
		Figures.ShortestStep = Figures.Steps == 0 ? Air : std::min(Figures.ShortestStep, Air);
		Figures.LongestAir = std::max(Figures.LongestAir, Air);
		++Figures.Steps;
		const float Leg = Length(Foot.Hip - Foot.Knee) + Length(Foot.Knee - Foot.Ankle);
		const FVector From = TransformOf(World, Watched.LastBody).TransformPoint(Watched.LastStand);
		const float Way = Length(Horizontal(CenterOf(Foot.Sole) - From));
		Figures.LongestStep = std::max(Figures.LongestStep, Leg > 0.0f ? Way / Leg : 0.0f);
	}
	Watched.bContact = true;
	Watched.bHadContact = true;
	Watched.bTouching = {};
	Watched.Slide = 0.0f;
	Watched.LastBody = Ground.Body;
}

void FWalkDoctor::EndContact(FFoot& Watched)
{
	Watched.bContact = false;
	const size_t Place = size_t(Figures.Contacts) % KeptContacts;
	if (Place < Slides.size())
	{
		Slides[Place] = Watched.Slide;
	}
	else
	{
		Slides.push_back(Watched.Slide); // within what was reserved
	}
	++Figures.Contacts;
}

// Each point for itself, from where it came down: a foot may roll.
void FWalkDoctor::WatchSlide(FFoot& Watched, const FDoctorFoot& Foot, const FGround& Ground)
{
	for (size_t Point = 0; Point < Foot.Sole.size(); ++Point)
	{
		const bool bTouches = Ground.Heights[Point] <= Settings.ContactHeight;
		const FVector Place = Ground.BodyTransform.InverseTransformPoint(Foot.Sole[Point]);
		if (bTouches && !Watched.bTouching[Point])
		{
			Watched.Starts[Point] = Place;
		}
		else if (bTouches)
		{
			const FVector Way = Ground.BodyTransform.TransformDirection(Place - Watched.Starts[Point]);
			const float Slide = Length(Way - Ground.Normal * glm::dot(Way, Ground.Normal));
			Watched.Slide = std::max(Watched.Slide, Slide * Ground.BodyTransform.Scale);
		}
		Watched.bTouching[Point] = bTouches;
	}
	Figures.SlideMost = std::max(Figures.SlideMost, Watched.Slide);
	Figures.Penetration = std::max(Figures.Penetration, -Ground.Lowest);
	if (Ground.Lowest > Figures.Float)
	{
		Figures.Float = Ground.Lowest;
		bFloatOnSlope = Ground.Normal.y < 0.985f;
	}
}

void FWalkDoctor::WatchLeg(FFoot& Watched, const FDoctorFoot& Foot)
{
	const float Knee = KneeAngle(Foot);
	Figures.Knee = std::max(Figures.Knee, Knee);
	const float Before = Watched.Knees[1];
	const float Rise = Before - Watched.Knees[0];
	const float Fall = Before - Knee;
	const bool bKnown = Watched.bKnown && Watched.Knees[0] >= 0.0f;
	const bool bSpike = Rise * Fall > 0.0f && std::min(std::abs(Rise), std::abs(Fall)) > Settings.PopAngle;
	Figures.KneePops += bKnown && bSpike ? 1 : 0;
	Watched.Knees = {Watched.bKnown ? Before : -1.0f, Knee};
	if (!Foot.bTarget)
	{
		return;
	}
	FTwoBoneIKJob Limb; // for its reach
	Limb.Start = Foot.Hip;
	Limb.Mid = Foot.Knee;
	Limb.End = Foot.Ankle;
	++Figures.Targets;
	if (Length(Foot.Target - Foot.Hip) > Limb.GetSoftReach())
	{
		++Figures.Unreachable;
		return;
	}
	Figures.IKError = std::max(Figures.IKError, Length(Foot.Ankle - Foot.Target));
}

void FWalkDoctor::WatchHips(const FDoctorFrame& Frame)
{
	const FVector Hips = glm::conjugate(Frame.Body.Rotation) * (Frame.Hips - Frame.Body.Location);
	if (HipsKnown >= 2)
	{
		const FVector Bend = (Hips - 2.0f * LastHips[1] + LastHips[0]) / (Frame.DeltaTime * Frame.DeltaTime);
		HipsSum += double(LengthSquared(Bend));
		++HipsCount;
	}
	LastHips = {LastHips[1], Hips};
	++HipsKnown;
}

// The centre is over the feet when no half plane through it is free of them: no gap of half a turn between the ways to
// the points that touch.
void FWalkDoctor::WatchBalance(const FDoctorFrame& Frame)
{
	if (!Frame.bStanding)
	{
		return;
	}
	std::array<float, MaxFeet * MaxPoints> Angles{};
	size_t Count = 0;
	for (size_t Index = 0; Index < FootCount; ++Index)
	{
		for (size_t Point = 0; Feet[Index].bContact && Point < Frame.Feet[Index].Sole.size(); ++Point)
		{
			const FVector Way = Frame.Feet[Index].Sole[Point] - Frame.Center;
			Angles[Count] = std::atan2(Way.x, Way.z);
			Count += Feet[Index].bTouching[Point] ? 1 : 0;
		}
	}
	++Figures.Standing;
	if (Count < 3)
	{
		return;
	}
	std::sort(Angles.begin(), Angles.begin() + std::ptrdiff_t(Count));
	float Gap = Angles[0] + 2.0f * Pi - Angles[Count - 1];
	for (size_t Index = 1; Index < Count; ++Index)
	{
		Gap = std::max(Gap, Angles[Index] - Angles[Index - 1]);
	}
	Figures.Balanced += Gap < Pi ? 1 : 0;
}

FWalkFigures FWalkDoctor::GetFigures() const
{
	FWalkFigures Out = Figures;
	Out.Seconds = float(Time);
	Out.HipsJitter = HipsCount > 0 ? float(std::sqrt(HipsSum / double(HipsCount))) : 0.0f;
	std::array<float, KeptContacts + MaxFeet> Sorted;
	auto End = std::copy(Slides.begin(), Slides.end(), Sorted.begin());
	for (const FFoot& Foot : Feet)
	{
		if (Foot.bContact)
		{
			*End++ = Foot.Slide; // who never lifts a foot may slide all the same
		}
	}
	std::sort(Sorted.begin(), End);
	const size_t Count = size_t(End - Sorted.begin());
	Out.SlideMedian = Count > 0 ? Sorted[Count / 2] : 0.0f;
	Out.SlideP99 = Count > 0 ? Sorted[std::min(Count - 1, Count * 99 / 100)] : 0.0f;
	return Out;
}
} // namespace Flockwork
