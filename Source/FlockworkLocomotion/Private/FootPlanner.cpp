#include "FlockworkLocomotion/FootPlanner.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
constexpr size_t MaxFeet = size_t(FGaitTable::MaxFeet);

// The passes of one run, in order.
class FFootPass
{
public:
	explicit FFootPass(FFootPlannerJob& InJob)
	    : Job(InJob), Settings(InJob.Settings), BodyYaw(YawOf(InJob.Body.Rotation)),
	      Speed(Length(Horizontal(InJob.Velocity)))
	{
		Filter.LayerMask = uint32_t(Settings.GroundLayers);
		Filter.IgnoredBodies = Job.IgnoredBodies;
	}

	void RideAlong();
	void FindIdealSpots();
	void AdvanceSteps();
	void StartSteps();
	void Pose();
	void PlantAll();
	void Hang();

private:
	static void Ride(const ISceneQuery& World, FFoothold& Foothold);
	FFoothold Look(const FVector& Spot, float Yaw) const;
	float LiftOver(const FVector& From, const FVector& To) const;
	float DueShare(size_t Foot) const;
	bool MaySwing(uint32_t Swinging) const;
	void Start(size_t Foot);

	FFootPlannerJob& Job;
	const FFootSettings& Settings;
	FQueryFilter Filter;
	float BodyYaw;
	float Speed;
	std::array<FFoothold, MaxFeet> Ideal{};
};

// A foothold keeps its place on the body that it lies on, wherever that goes.
void FFootPass::Ride(const ISceneQuery& World, FFoothold& Foothold)
{
	FTransform Now;
	if (!Foothold.bGround || !World.GetBodyTransform(Foothold.Body, Now) || Now == Foothold.BodyTransform)
	{
		return;
	}
	const FTransform& Then = Foothold.BodyTransform;
	Foothold.Place = Now.TransformPoint(Then.InverseTransformPoint(Foothold.Place));
	Foothold.Normal = Now.Rotation * (glm::conjugate(Then.Rotation) * Foothold.Normal);
	Foothold.Yaw = std::remainder(Foothold.Yaw + YawOf(Now.Rotation) - YawOf(Then.Rotation), 2.0f * Pi);
	Foothold.BodyTransform = Now;
}

void FFootPass::RideAlong()
{
	for (FFootState& Foot : Job.Feet)
	{
		Foot.bLanded = false;
		Ride(Job.World, Foot.Foothold);
		if (Foot.bStepping)
		{
			Ride(Job.World, Foot.Goal);
		}
	}
}

FFoothold FFootPass::Look(const FVector& Spot, float Yaw) const
{
	FFoothold Found;
	Found.Place = Spot;
	Found.Yaw = Yaw;
	const FVector Top = Spot + UpVector * Settings.RayUp;
	FHit Hit;
	if (Job.World.Raycast({Top, Top - UpVector * Settings.RayDown}, Filter, Hit) && IsFinite(Hit.Position) &&
	    IsFinite(Hit.Normal) && Hit.Normal.y >= std::cos(Settings.MaxSlope * Pi / 180.0f))
	{
		Found.bGround = true;
		Found.Place.y = Hit.Position.y; // a ray straight down: the spot keeps its place seen from above
		Found.Normal = Hit.Normal;
		Found.Body = Hit.BodyBits;
		Job.World.GetBodyTransform(Hit.BodyBits, Found.BodyTransform);
	}
	return Found;
}

// The ground is looked for only where a foot may go there in this run: rays are most of what feet cost.
void FFootPass::FindIdealSpots()
{
	const FVector Ahead = Horizontal(Job.Velocity) * (Settings.Lead / Settings.StepSpeed);
	const float Threshold = Speed > Settings.StopSpeed ? Settings.StepThreshold : Settings.StopThreshold;
	const float Nearly = std::min(Job.Gaits.Choose(Speed).PairShare, 0.9f) * Threshold;
	for (size_t Index = 0; Index < Job.Feet.size(); ++Index)
	{
		FFootState& Foot = Job.Feet[Index];
		const FVector Rest = Job.Body.TransformPoint(Horizontal(Job.Rest[Index]));
		const FVector Spot = Rest + (Speed > Settings.StopSpeed ? Ahead : FVector{0.0f});
		Foot.Distance = Length(Horizontal(Spot - Foot.Foothold.Place));
		const float Turned = std::abs(std::remainder(BodyYaw - Foot.Foothold.Yaw, 2.0f * Pi)) * 180.0f / Pi;
		const bool bMayGo = Foot.bStepping ? Foot.Progress < Settings.ReaimUntil
		                                   : Foot.Distance >= Nearly || Turned >= 0.5f * Settings.TurnThreshold;
		if (bMayGo || !Foot.Foothold.bGround)
		{
			Ideal[Index] = Look(Spot, BodyYaw);
			Job.Report.Misses += Ideal[Index].bGround ? 0 : 1;
			continue;
		}
		Ideal[Index] = Foot.Foothold;
		Ideal[Index].Place = {Spot.x, Foot.Foothold.Place.y, Spot.z};
		Ideal[Index].Yaw = BodyYaw;
	}
}

// How much higher the arc must be for what lies between: seen at two places of the way.
float FFootPass::LiftOver(const FVector& From, const FVector& To) const
{
	float Lift = 0.0f;
	for (const float Share : {0.33f, 0.67f})
	{
		const FVector Spot = From + (To - From) * Share;
		const FFoothold Between = Look(Spot, 0.0f);
		const float Arc = std::sin(Pi * Share);
		const float Height = Spot.y + Arc * Settings.StepHeight;
		if (Between.bGround)
		{
			Lift = std::max(Lift, (Between.Place.y + Settings.Clearance - Height) / Arc);
		}
	}
	return std::min(Lift, Settings.RayUp);
}

void FFootPass::AdvanceSteps()
{
	for (size_t Index = 0; Index < Job.Feet.size(); ++Index)
	{
		FFootState& Foot = Job.Feet[Index];
		if (!Foot.bStepping)
		{
			continue;
		}
		Foot.Progress += Job.DeltaTime * Settings.StepSpeed;
		if (Foot.Progress < Settings.ReaimUntil && Ideal[Index].bGround)
		{
			Foot.Goal = Ideal[Index];
			const bool bLastAim = Foot.Progress + Job.DeltaTime * Settings.StepSpeed >= Settings.ReaimUntil;
			Foot.Lift = bLastAim ? std::max(Foot.Lift, LiftOver(Foot.Foothold.Place, Foot.Goal.Place)) : Foot.Lift;
		}
		// Sums of a sixtieth do not come to one exactly: a step is not a tick longer for that.
		if (Foot.Progress >= 1.0f - 1e-4f)
		{
			Foot.Foothold = Foot.Goal;
			Foot.bStepping = false;
			Foot.bLanded = true;
			Foot.Progress = 0.0f;
			Foot.Lift = 0.0f;
			Foot.Distance = Length(Horizontal(Ideal[Index].Place - Foot.Foothold.Place));
			++Job.Report.Landed;
		}
	}
}

// 1 or more: the foot is due.
float FFootPass::DueShare(size_t Index) const
{
	const FFootState& Foot = Job.Feet[Index];
	const float Threshold = Speed > Settings.StopSpeed ? Settings.StepThreshold : Settings.StopThreshold;
	const float Turned = std::abs(std::remainder(BodyYaw - Foot.Foothold.Yaw, 2.0f * Pi)) * 180.0f / Pi;
	// Ground that was not there, and is now, is taken at once.
	const bool bFloats = !Foot.Foothold.bGround && Ideal[Index].bGround;
	return std::max({Foot.Distance / Threshold, Turned / Settings.TurnThreshold, bFloats ? 1.0f : 0.0f});
}

bool FFootPass::MaySwing(uint32_t Swinging) const
{
	const FGait& Gait = Job.Gaits.Choose(Speed);
	return std::any_of(
	    Gait.SwingSets.begin(), Gait.SwingSets.end(), [&](uint32_t Set) { return (Swinging & ~Set) == 0; });
}

void FFootPass::Start(size_t Index)
{
	FFootState& Foot = Job.Feet[Index];
	Foot.bStepping = true;
	Foot.Progress = 0.0f;
	Foot.Goal = Ideal[Index];
	Foot.Lift = LiftOver(Foot.Foothold.Place, Foot.Goal.Place);
	++Job.Report.Started;
	Job.Report.LongestStep = std::max(Job.Report.LongestStep, Foot.Distance);
}

// The farthest off first, then the left one. Its set's others go with it when they are nearly due.
void FFootPass::StartSteps()
{
	uint32_t Swinging = 0;
	std::array<size_t, MaxFeet> Order{};
	for (size_t Foot = 0; Foot < Job.Feet.size(); ++Foot)
	{
		Swinging |= Job.Feet[Foot].bStepping ? 1u << Foot : 0u;
		Order[Foot] = Foot;
	}
	std::sort(Order.begin(), Order.begin() + std::ptrdiff_t(Job.Feet.size()),
	    [&](size_t A, size_t B)
	    {
		    const float DueA = DueShare(A);
		    const float DueB = DueShare(B);
		    return DueA > DueB || (DueA == DueB && A < B);
	    });
	const float PairShare = Job.Gaits.Choose(Speed).PairShare;
	for (size_t Place = 0; Place < Job.Feet.size(); ++Place)
	{
		const size_t Foot = Order[Place];
		const float Needed = Swinging == 0 ? 1.0f : PairShare;
		if (!Job.Feet[Foot].bStepping && DueShare(Foot) >= Needed && MaySwing(Swinging | 1u << Foot))
		{
			Start(Foot);
			Swinging |= 1u << Foot;
		}
	}
}

void FFootPass::Pose()
{
	for (FFootState& Foot : Job.Feet)
	{
		if (!Foot.bStepping)
		{
			Foot.Sole = Foot.Foothold.Place;
			Foot.Normal = Foot.Foothold.Normal;
			Foot.Yaw = Foot.Foothold.Yaw;
			++Job.Report.Planted;
			continue;
		}
		const float Share = Foot.Progress;
		const float Arc = std::sin(Pi * Share) * (Settings.StepHeight + Foot.Lift);
		Foot.Sole = Foot.Foothold.Place + (Foot.Goal.Place - Foot.Foothold.Place) * Share + UpVector * Arc;
		Foot.Normal = SafeNormal(Foot.Foothold.Normal + (Foot.Goal.Normal - Foot.Foothold.Normal) * Share);
		const float Turn = std::remainder(Foot.Goal.Yaw - Foot.Foothold.Yaw, 2.0f * Pi);
		Foot.Yaw = std::remainder(Foot.Foothold.Yaw + Turn * Share, 2.0f * Pi);
	}
}

void FFootPass::PlantAll()
{
	for (size_t Index = 0; Index < Job.Feet.size(); ++Index)
	{
		Job.Feet[Index] = {};
		Job.Feet[Index].Foothold = Look(Job.Body.TransformPoint(Horizontal(Job.Rest[Index])), BodyYaw);
		Job.Report.Misses += Job.Feet[Index].Foothold.bGround ? 0 : 1;
	}
}

void FFootPass::Hang()
{
	for (size_t Index = 0; Index < Job.Feet.size(); ++Index)
	{
		FFootState& Foot = Job.Feet[Index];
		Foot = {};
		Foot.Foothold.Place = Job.Body.TransformPoint(Horizontal(Job.Rest[Index]));
		Foot.Foothold.Yaw = BodyYaw;
		Foot.Sole = Foot.Foothold.Place;
		Foot.Yaw = BodyYaw;
	}
}
} // namespace

bool FFootPlannerJob::Validate() const
{
	return !Gaits.Gaits.empty() && !Feet.empty() && Feet.size() <= MaxFeet && Rest.size() == Feet.size() &&
	       std::all_of(Rest.begin(), Rest.end(), [](const FVector& Spot) { return IsFinite(Spot); }) &&
	       IsFinite(Body) && Body.Scale > 0.0f && IsFinite(Velocity) && DeltaTime > 0.0f && DeltaTime <= 0.25f &&
	       Settings.StepSpeed > 0.0f && Settings.StepThreshold > 0.0f && Settings.StopThreshold > 0.0f &&
	       Settings.TurnThreshold > 0.0f;
}

bool FFootPlannerJob::Run()
{
	Report = {};
	if (!Validate())
	{
		return false;
	}
	FFootPass Pass(*this);
	if (bFeetUp)
	{
		Pass.Hang();
		return true;
	}
	Pass.RideAlong();
	Pass.FindIdealSpots();
	Pass.AdvanceSteps();
	Pass.StartSteps();
	Pass.Pose();
	return true;
}

bool FFootPlannerJob::Plant()
{
	Report = {};
	if (!Validate())
	{
		return false;
	}
	FFootPass Pass(*this);
	Pass.PlantAll();
	Pass.Pose();
	return true;
}
} // namespace Flockwork
