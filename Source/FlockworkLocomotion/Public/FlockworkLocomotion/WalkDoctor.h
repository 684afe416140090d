#pragma once
// Finds what is wrong with a walk by looking at it: posed soles, the ground under them, hips and knees, nothing of the
// planner's own state. A foot is in contact when it is near the ground and neither rises nor falls against it, with
// hysteresis, in the space of the body that it stands on; one that stays still over the ground is taken to stand and
// to float.
//
//	FWalkDoctor Doctor(Settings);
//	Doctor.Watch(Frame, World); // each frame, after the late update
//	const FWalkFigures Figures = Doctor.GetFigures();
//	std::array<FWalkFinding, WalkFaultCount> Findings;
//	const size_t Count = Doctor.FindFaults(Findings);
//
// World space, metres, seconds. Memory is taken when it is made; watching allocates nothing.
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkCore/Settings.h"
#include "FlockworkLocomotion/Gait.h"
#include "FlockworkLocomotion/WalkSole.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FWalkDoctorSettings
{
	// What is a contact
	float TouchHeight = 0.005f;  // m over the ground; so low a foot touches it, however fast it comes down
	float ContactHeight = 0.03f; // m; a contact begins below it
	float LeaveHeight = 0.05f;   // m; and ends above this
	float ContactSpeed = 0.1f;   // m/s along the ground's normal; a contact begins below it
	float LeaveSpeed = 0.2f;     // m/s; and ends above this
	float StillSpeed = 0.02f;    // m/s in any direction; a foot so still stands on something, be it air
	float StillHeight = 0.15f;   // m; up to so high
	float RayUp = 0.4f;          // m above a sole from which the ground is looked for
	float RayDown = 1.5f;        // m, in all
	int32_t GroundLayers = -1;   // that count as ground, a bit each; -1 all
	// From where on it is a fault
	float MaxSlide = 0.001f;       // m a contact, 99 of 100
	float MaxPenetration = 0.005f; // m, in contact
	float MaxFloat = 0.01f;        // m, in contact
	float MaxHipsJitter = 40.0f;   // m/s^2, root mean square of the hips' acceleration against the body
	float MaxStep = 2.2f;          // leg lengths, from one contact of a foot to its next
	float MaxIKError = 1e-4f;      // m, of ankles whose target is within reach
	float MaxKnee = 172.0f;        // deg; 180 is a straight leg
	float PopAngle = 10.0f;        // deg that a knee leaps in one frame, and back in the next
	float StepTime = 0.0f;         // s that a foot is in the air, one frame more or less; 0: any

	// "doctor"
	static const FSettingsTable& Table();
};

// One foot as it is drawn.
struct FDoctorFoot
{
	std::span<const FVector> Sole{}; // 1 to FWalkSole::MaxPoints points, always the same ones
	FVector Hip{0.0f, 0.0f, 0.0f};
	FVector Knee{0.0f, 0.0f, 0.0f};
	FVector Ankle{0.0f, 0.0f, 0.0f};
	bool bTarget = false; // Target says where the ankle shall be
	FVector Target{0.0f, 0.0f, 0.0f};
};

struct FDoctorFrame
{
	std::span<const FDoctorFoot> Feet{}; // 1 to FGaitTable::MaxFeet
	FTransform Body{};
	FVector Hips{0.0f, 0.0f, 0.0f};
	FVector Center{0.0f, 0.0f, 0.0f}; // of mass
	bool bStanding = false;           // the centre shall be over the feet
	int32_t LeastContacts = 1;        // feet that the gait keeps on the ground
	std::span<const uint64_t> IgnoredBodies{};
	float DeltaTime = 1.0f / 60.0f; // s since the last frame, > 0
};

struct FWalkFigures
{
	int64_t Frames = 0;
	float Seconds = 0.0f;
	int64_t Contacts = 0;     // that ended
	float SlideMedian = 0.0f; // m, over the latest FWalkDoctor::KeptContacts and those that last
	float SlideP99 = 0.0f;    // m
	float SlideMost = 0.0f;   // m, of all
	float Penetration = 0.0f; // m, the most in contact
	float Float = 0.0f;       // m, the most in contact
	int64_t Airborne = 0;     // frames with fewer feet on the ground than the gait keeps there
	float HipsJitter = 0.0f;  // m/s^2
	int64_t Targets = 0;      // ankles that had a target
	int64_t Unreachable = 0;  // of these, beyond the leg's reach before the soft zone
	float LongestStep = 0.0f; // leg lengths
	float IKError = 0.0f;     // m, the most of targets within reach
	float Knee = 0.0f;        // deg, the straightest
	int64_t KneePops = 0;
	int64_t Steps = 0;
	float ShortestStep = 0.0f; // s in the air
	float LongestAir = 0.0f;   // s in the air
	int64_t Standing = 0;      // frames
	int64_t Balanced = 0;      // of these, with the centre of mass over the feet
};

enum class EWalkFault : uint8_t
{
	Slide,
	Penetration,
	Float,
	Airborne,
	HipsJitter,
	Unreachable,
	LongStep,
	IKError,
	StraightKnee,
	KneePop,
	StepTime,
	OffBalance
};
inline constexpr size_t WalkFaultCount = 12;

struct FWalkFinding
{
	EWalkFault Fault = EWalkFault::Slide;
	std::string_view Name;    // for people
	float Value = 0.0f;       // as in the figures
	float Limit = 0.0f;       // that it broke
	std::string_view Cause;   // the likely one
	std::string_view Setting; // to change, by table and field; empty: none helps
};

class FWalkDoctor
{
public:
	static constexpr size_t KeptContacts = 1024;
	explicit FWalkDoctor(const FWalkDoctorSettings& InSettings = {});
	// A body that leaps by more than a metre between two frames is taken to be somewhere else: no slide, no step.
	// False, and nothing noted, on input that is not finite or does not fit. After a change of the number of feet it
	// begins anew.
	bool Watch(const FDoctorFrame& Frame, const ISceneQuery& World);
	void Reset();

	const FWalkDoctorSettings& GetSettings() const { return Settings; }
	FWalkFigures GetFigures() const;
	bool IsInContact(size_t Foot) const { return Foot < FootCount && Feet[Foot].bContact; }
	// The worst faults as in the enumeration's order; the answer is how many of Out are filled in.
	size_t FindFaults(std::span<FWalkFinding> Out) const;

private:
	static constexpr size_t MaxFeet = size_t(FGaitTable::MaxFeet);
	static constexpr size_t MaxPoints = FWalkSole::MaxPoints;
	struct FGround
	{
		std::array<float, MaxPoints> Heights{}; // m, along the ground's normal; large: none
		float Lowest = 1e6f;
		FVector Normal{0.0f, 1.0f, 0.0f};
		uint64_t Body = ~0ull;
		FTransform BodyTransform;
		float Speed = 0.0f;  // m/s along the normal, either way
		float Motion = 0.0f; // m/s in any direction
	};
	struct FFoot
	{
		bool bKnown = false; // seen in the last frame
		bool bContact = false;
		bool bHadContact = false;
		FVector Center{0.0f, 0.0f, 0.0f}; // of the sole, last frame
		uint64_t Body = ~0ull;            // under it
		FTransform BodyTransform;
		std::array<bool, MaxPoints> bTouching{};
		std::array<FVector, MaxPoints> Starts{}; // in the body's space
		float Slide = 0.0f;
		double LeftAt = 0.0;                 // s, when it was in contact last
		FVector LastStand{0.0f, 0.0f, 0.0f}; // of Center in contact, in LastBody's space
		uint64_t LastBody = ~0ull;
		std::array<float, 2> Knees{{-1.0f, -1.0f}}; // deg, of the frames before
	};
	FGround LookDown(
	    const FDoctorFoot& Foot, const FFoot& Watched, const FDoctorFrame& Frame, const ISceneQuery& World) const;
	void WatchContact(FFoot& Watched, const FDoctorFoot& Foot, const FGround& Ground, const ISceneQuery& World);
	void BeginContact(FFoot& Watched, const FDoctorFoot& Foot, const FGround& Ground, const ISceneQuery& World);
	void EndContact(FFoot& Watched);
	void WatchSlide(FFoot& Watched, const FDoctorFoot& Foot, const FGround& Ground);
	void WatchLeg(FFoot& Watched, const FDoctorFoot& Foot);
	void Interrupt();
	void WatchHips(const FDoctorFrame& Frame);
	void WatchBalance(const FDoctorFrame& Frame);

	FWalkDoctorSettings Settings;
	size_t FootCount = 0;
	std::array<FFoot, MaxFeet> Feet{};
	std::vector<float> Slides; // m; the latest, a ring
	FWalkFigures Figures;
	double Time = 0.0;
	float LongestFrame = 0.0f;
	bool bFloatOnSlope = false; // where the most float was
	double HipsSum = 0.0;
	int64_t HipsCount = 0;
	std::array<FVector, 2> LastHips{FVector{0.0f}, FVector{0.0f}}; // body space
	int32_t HipsKnown = 0;
	FVector LastPlace{0.0f, 0.0f, 0.0f}; // of the body
};
} // namespace Flockwork
