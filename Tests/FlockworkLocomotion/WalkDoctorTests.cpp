// The doctor against walks whose faults are put in on purpose, each by its known amount.
#include "AllocationCounter.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkLocomotion/WalkDoctor.h"
#include "LocomotionTestWorld.h"
#include "WalkerSkeleton.h"

#include <array>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#define EACH_RATE GENERATE(30.0f, 60.0f, 144.0f)

namespace Flockwork
{
namespace
{
constexpr float StepLength = 0.4f;
constexpr float StepTime = 0.25f;

// Two feet of two points each that step in turns, a step of 0.25 s each, by closed form.
struct FPuppet
{
	explicit FPuppet(FWalkWorld& InScene, const FWalkDoctorSettings& Settings = {}) : Scene(InScene), Doctor(Settings)
	{
	}

	// Where a foot's centre is, and whether it swings.
	FVector Sole(int32_t Foot, double At, bool& bOutSwings) const
	{
		const double Turn = At / double(StepTime);
		const auto Step = int64_t(std::floor(Turn + 1e-6));
		const auto Done = Step / 2 + (Step % 2 > Foot ? 1 : 0); // steps that this foot has taken
		bOutSwings = Step % 2 == Foot && Turn - double(Step) > 1e-6;
		const auto Share = bOutSwings ? float(Turn - double(Step)) : 0.0f;
		FVector Place{Foot == 0 ? 0.1f : -0.1f, 0.0f, 0.0f};
		Place.z = (float(Done) * 2.0f + float(Foot) + Share * 2.0f) * StepLength;
		Place.y = 0.18f * std::sin(Pi * Share);
		return Place;
	}

	void Step(float Rate)
	{
		++Frame;
		const double At = double(Frame) / double(Rate);
		Body.Location = {0.0f, 0.0f, bWalks ? float(At / double(StepTime)) * StepLength : 0.0f};
		std::array<std::array<FVector, 2>, 2> Points;
		std::array<FDoctorFoot, 2> Feet;
		for (size_t Foot = 0; Foot < 2; ++Foot)
		{
			bool bSwings = false;
			FVector Place = bWalks ? Sole(int32_t(Foot), At, bSwings) : Body.Location;
			Place.x = Foot == 0 ? 0.1f : -0.1f;
			Spoil(int32_t(Foot), bSwings, At, Place);
			Place = Ride.TransformPoint(Place);
			const FVector Toe = Ride.TransformDirection({0.0f, 0.0f, 0.1f});
			Points[Foot] = {Place + Toe, Place - Toe};
			FDoctorFoot& Each = Feet[Foot];
			Each.Sole = Points[Foot];
			Each.Hip = Place + UpVector * (0.08f + Reach);
			Each.Ankle = Place + UpVector * 0.08f;
			Each.Knee = 0.5f * (Each.Hip + Each.Ankle) + FVector{0.0f, 0.0f, KneeOut};
			Each.bTarget = bTargets;
			Each.Target = Each.Ankle + TargetOff;
		}
		FDoctorFrame Seen;
		Seen.Feet = Feet;
		Seen.Body.Location = Ride.TransformPoint(Body.Location);
		Seen.Hips = Seen.Body.Location + UpVector * 0.95f + HipsOff(Frame);
		Seen.Center = Seen.Body.Location + CenterOff;
		Seen.bStanding = !bWalks;
		Seen.DeltaTime = 1.0f / Rate;
		REQUIRE(Doctor.Watch(Seen, Scene.World));
	}
	void Run(float Rate, float Seconds)
	{
		for (int32_t Tick = 0; Tick < int32_t(Seconds * Rate); ++Tick)
		{
			Step(Rate);
		}
	}
	std::string Faults() const
	{
		std::array<FWalkFinding, WalkFaultCount> Findings;
		std::string All;
		for (size_t Index = 0; Index < Doctor.FindFaults(Findings); ++Index)
		{
			All += std::string(All.empty() ? "" : ", ") + std::string(Findings[Index].Name);
		}
		return All;
	}

	FWalkWorld& Scene;
	FWalkDoctor Doctor;
	FTransform Body;
	FTransform Ride; // of what carries it
	int64_t Frame = 0;
	bool bWalks = true;
	float Reach = 0.8f;
	float KneeOut = 0.12f;
	bool bTargets = true;
	FVector TargetOff{0.0f, 0.0f, 0.0f};
	FVector CenterOff{0.0f, 0.0f, 0.0f};
	std::function<void(int32_t Foot, bool bSwings, double At, FVector& Place)> Spoil = [](auto...) {};
	std::function<FVector(int64_t Frame)> HipsOff = [](int64_t) { return FVector{0.0f}; };
};
} // namespace

TEST_CASE("FWalkDoctorSettings: the table is well defined")
{
	FDiagnostics Diagnostics;
	FWalkDoctorSettings::Table().CheckDefinition(Diagnostics);
	INFO(Diagnostics.ToString());
	CHECK_FALSE(Diagnostics.HasErrors());
}

TEST_CASE("FWalkDoctor: finds nothing in a clean walk and measures its steps")
{
	const float Rate = EACH_RATE;
	FWalkWorld Scene;
	Scene.AddFloor();
	FWalkDoctorSettings Settings;
	Settings.StepTime = StepTime;
	FPuppet Puppet(Scene, Settings);
	Puppet.Run(Rate, 10.0f);
	CHECK(Puppet.Faults() == "");
	const FWalkFigures Figures = Puppet.Doctor.GetFigures();
	CHECK(Figures.Contacts >= 37); // a step each 0.25 s, save the first ones and that in the air
	CHECK(Figures.Contacts <= 40);
	CHECK(Figures.SlideMost < 2e-5f);
	CHECK(Figures.ShortestStep >= StepTime - 1.01f / Rate);
	CHECK(Figures.LongestAir <= StepTime + 1.01f / Rate);
	CHECK(Figures.LongestStep == Approx(2.0f * StepLength / (2.0f * std::sqrt(0.16f + 0.12f * 0.12f))).epsilon(0.01));
	CHECK(Figures.Knee == Approx(2.0f * std::atan2(0.4f, 0.12f) * 180.0f / Pi).margin(0.01));
	CHECK(Figures.Airborne == 0);
	CHECK(Figures.HipsJitter < 0.5f);
}

TEST_CASE("FWalkDoctor: measures slide, penetration and float by the amount that was put in")
{
	const float Rate = EACH_RATE;
	FWalkWorld Scene;
	Scene.AddFloor();
	FPuppet Sliding(Scene);
	Sliding.Spoil = [](int32_t, bool bSwings, double At, FVector& Place)
	{ Place.x += bSwings ? 0.0f : 0.02f * float(std::fmod(At, double(StepTime)) / double(StepTime)); };
	Sliding.Run(Rate, 10.0f);
	// It starts anew with each quarter of a second: at most the whole way, at least what a frame leaves of it.
	CHECK(Sliding.Doctor.GetFigures().SlideMedian <= 0.0201f);
	CHECK(Sliding.Doctor.GetFigures().SlideMedian >= 0.02f * (1.0f - 2.0f / (Rate * StepTime)));
	CHECK(Sliding.Faults() == "feet slide");

	FPuppet Deep(Scene);
	Deep.Spoil = [](int32_t, bool, double, FVector& Place) { Place.y -= 0.02f; };
	Deep.Run(Rate, 5.0f);
	CHECK(Deep.Doctor.GetFigures().Penetration == Approx(0.02f).margin(1e-4));
	CHECK(Deep.Faults().find("feet sink in") != std::string::npos);

	FPuppet High(Scene);
	High.Spoil = [](int32_t, bool, double, FVector& Place) { Place.y += 0.08f; };
	High.Run(Rate, 5.0f);
	CHECK(High.Doctor.GetFigures().Float == Approx(0.08f).margin(1e-4));
	CHECK(High.Faults().find("feet float") != std::string::npos);
	CHECK(High.Doctor.GetFigures().Penetration == 0.0f);
}

TEST_CASE("FWalkDoctor: on a slope heights are measured across it, and the advice is about the ray")
{
	FWalkWorld Scene;
	Scene.AddSlope(30.0f);
	FPuppet Puppet(Scene);
	Puppet.bWalks = false;
	Puppet.Body.Location.z = 0.0f;
	Puppet.Ride.Location = {0.0f, 0.0f, 8.0f};
	Puppet.Ride.Rotation = glm::angleAxis(-Pi / 6.0f, FVector{1.0f, 0.0f, 0.0f});
	Puppet.Ride.Location.y = 8.0f * std::tan(Pi / 6.0f);
	Puppet.Spoil = [](int32_t, bool, double, FVector& Place) { Place.y += 0.03f; }; // along the normal, as it is turned
	Puppet.Run(60.0f, 1.0f);
	CHECK(Puppet.Doctor.GetFigures().Float == Approx(0.03f).margin(1e-3));
	std::array<FWalkFinding, WalkFaultCount> Findings;
	REQUIRE(Puppet.Doctor.FindFaults(Findings) >= 1);
	CHECK(Findings[0].Fault == EWalkFault::Float);
	CHECK(Findings[0].Setting.find("rayDown") != std::string::npos);
}

TEST_CASE("FWalkDoctor: who rides a platform does not slide, and who stays behind does")
{
	FWalkWorld Scene;
	const FBodyId Platform = Scene.AddBox({0.0f, -0.5f, 0.0f}, {20.0f, 0.5f, 20.0f}, EBodyType::Kinematic);
	FPuppet Riding(Scene);
	FPuppet Staying(Scene);
	Riding.bWalks = false;
	Staying.bWalks = false;
	for (int32_t Tick = 0; Tick < 120; ++Tick)
	{
		const FQuat Turn = glm::angleAxis(0.01f * float(Tick), UpVector);
		const FVector Place{0.02f * float(Tick), 0.005f * float(Tick), 0.0f};
		REQUIRE(Scene.World.SetTransform(Platform, {Place - UpVector * 0.5f, Turn}));
		Riding.Ride = {Place, Turn};
		Staying.Ride = {{0.0f, Place.y, 0.0f}};
		Riding.Step(60.0f);
		Staying.Step(60.0f);
	}
	CHECK(Riding.Doctor.GetFigures().SlideMost < 1e-4f);
	CHECK(Riding.Doctor.GetFigures().Airborne == 0);
	CHECK(Staying.Doctor.GetFigures().SlideMost > 1.0f);
}

TEST_CASE("FWalkDoctor: sees both feet in the air, jitter, locked and popping knees, targets out of reach and off")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	const auto FaultsOf = [&](const std::function<void(FPuppet&)>& Break)
	{
		FPuppet Puppet(Scene);
		Break(Puppet);
		Puppet.Run(60.0f, 4.0f);
		return Puppet.Faults();
	};
	CHECK(FaultsOf(
	          [](FPuppet& P)
	          {
		          P.Spoil = [](int32_t, bool, double At, FVector& Place)
		          { Place.y += std::max(0.0f, 0.3f * float(std::sin(4.0 * At))); };
	          })
	          .find("too many feet in the air") != std::string::npos);
	CHECK(FaultsOf(
	          [](FPuppet& P) {
		          P.HipsOff = [](int64_t Frame) { return FVector{0.01f * float(Frame % 2), 0.0f, 0.0f}; };
	          }) == "hips jitter");
	CHECK(FaultsOf([](FPuppet& P) { P.KneeOut = 0.01f; }).find("knees lock") != std::string::npos);
	CHECK(FaultsOf([](FPuppet& P)
	          { P.Spoil = [&P](int32_t, bool, double, FVector&) { P.KneeOut = P.Frame % 30 == 0 ? 0.3f : 0.12f; }; }) ==
	      "knees pop");
	CHECK(FaultsOf([](FPuppet& P) { P.TargetOff = {0.0f, -0.3f, 0.0f}; }) == "targets out of reach");
	CHECK(FaultsOf([](FPuppet& P) { P.TargetOff = {0.001f, 0.0f, 0.0f}; }) == "ankles off their targets");
	CHECK(FaultsOf(
	          [](FPuppet& P)
	          {
		          P.bWalks = false;
		          P.CenterOff = {0.0f, 0.0f, 0.2f};
	          }) == "the centre of mass is not over the feet");
	CHECK(FaultsOf([](FPuppet& P) { P.bWalks = false; }) == "");
	CHECK(FaultsOf([](FPuppet& P) { P.Spoil = [](int32_t, bool, double, FVector& Place) { Place.z *= 3.0f; }; }) ==
	      "giant steps");
}

TEST_CASE("FWalkDoctor: refuses what does not fit, and begins anew where it must")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FPuppet Puppet(Scene);
	Puppet.Run(60.0f, 2.0f);
	const int64_t Frames = Puppet.Doctor.GetFigures().Frames;
	const std::array<FVector, 1> Point{FVector{0.0f}};
	FDoctorFoot Foot;
	Foot.Sole = Point;
	const auto Refused = [&](const std::function<void(FDoctorFrame&, FDoctorFoot&)>& Break)
	{
		std::array<FDoctorFoot, 2> Feet{Foot, Foot};
		FDoctorFrame Frame;
		Frame.Feet = Feet;
		Break(Frame, Feet[0]);
		return !Puppet.Doctor.Watch(Frame, Scene.World);
	};
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	CHECK(Refused([](FDoctorFrame& F, FDoctorFoot&) { F.Feet = {}; }));
	CHECK(Refused([](FDoctorFrame& F, FDoctorFoot&) { F.DeltaTime = 0.0f; }));
	CHECK(Refused([&](FDoctorFrame& F, FDoctorFoot&) { F.Hips.x = Nan; }));
	CHECK(Refused([&](FDoctorFrame&, FDoctorFoot& D) { D.Knee.y = Nan; }));
	CHECK(Refused([](FDoctorFrame&, FDoctorFoot& D) { D.Sole = {}; }));
	CHECK(Puppet.Doctor.GetFigures().Frames == Frames);
	CHECK_FALSE(Refused([](FDoctorFrame&, FDoctorFoot&) {}));
	CHECK_FALSE(Refused([](FDoctorFrame& F, FDoctorFoot&) { F.Feet = F.Feet.first(1); }));
	CHECK(Puppet.Doctor.GetFigures().Frames == 1); // another number of feet

	// A teleport of the whole walker is no slide and no step.
	FPuppet Leaping(Scene);
	Leaping.Run(60.0f, 2.0f);
	Leaping.Ride.Location.x = 10.0f;
	Leaping.Run(60.0f, 2.0f);
	CHECK(Leaping.Doctor.GetFigures().SlideMost < 1e-4f);
	CHECK(Leaping.Doctor.GetFigures().LongestStep < 1.1f);
}

TEST_CASE("FWalkDoctor: watching and finding allocate nothing")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FPuppet Puppet(Scene);
	Puppet.Run(60.0f, 1.0f);
	std::array<FWalkFinding, WalkFaultCount> Findings;
	const FAllocationCounter Counter;
	for (int32_t Tick = 0; Tick < 60; ++Tick)
	{
		Puppet.Step(60.0f);
		Puppet.Doctor.FindFaults(Findings);
	}
	const int64_t Allocations = Counter.GetCount();
	CHECK(Allocations == 0);
}

TEST_CASE("FWalkSole: without a mesh below ankle and toe, with one its lowest outermost vertices, skinned")
{
	FCharacterAsset Asset;
	Asset.Skeleton = MakeWalkerSkeleton();
	FWalkerRig Rig;
	FDiagnostics Diagnostics;
	REQUIRE(FWalkerRig::Make(
	    Asset.Skeleton, {{"foot_l", 2, 3, 4, 5, AnkleHeight}, {"foot_r", 6, 7, 8, 9, AnkleHeight}}, Rig, Diagnostics));
	const std::vector<FJointMatrix> Rest = Asset.Skeleton.RestModels();
	const FWalkSole Bare = FWalkSole::Find(Asset, Rig.Legs[0]);
	REQUIRE(Bare.Count == 2);
	CHECK(Length(Bare.Points[0].Pose(Rest) - FVector{0.1f, 0.0f, 0.0f}) < 1e-5f);
	CHECK(Length(Bare.Points[1].Pose(Rest) - FVector{0.1f, 0.0f, 0.14f}) < 1e-5f);

	FSkinnedMesh Mesh;
	Mesh.Joints = {3, 4, 5};
	for (const int16_t Joint : Mesh.Joints)
	{
		Mesh.InverseBinds.push_back(Rest[size_t(Joint)].Inverse());
	}
	// A shoe of four corners, half of the front carried by the toe, a vertex above it, and one of the shin below all.
	Mesh.Positions = {{0.05f, 0.001f, -0.05f}, {0.15f, 0.001f, -0.05f}, {0.05f, 0.001f, 0.2f}, {0.15f, 0.001f, 0.2f},
	    {0.1f, 0.1f, 0.3f}, {0.1f, -0.5f, 0.0f}};
	Mesh.Normals.assign(Mesh.Positions.size(), UpVector);
	Mesh.Weights = {
	    {{1}, {1.0f}}, {{1}, {1.0f}}, {{2, 1}, {0.6f, 0.4f}}, {{2, 1}, {0.6f, 0.4f}}, {{1}, {1.0f}}, {{0}, {1.0f}}};
	Asset.Meshes.push_back(Mesh);
	const FWalkSole Shoe = FWalkSole::Find(Asset, Rig.Legs[0]);
	REQUIRE(Shoe.Count == 4);
	// Bent toes: as the skinning job has them.
	std::vector<FJointPose> Locals = Asset.Skeleton.RestPose;
	Locals[5].Rotation = Locals[5].Rotation * glm::angleAxis(0.5f, FVector{0.3f, 0.4f, 0.866f});
	Locals[4].Translation += FVector{0.01f, 0.02f, 0.03f};
	std::vector<FJointMatrix> Models(Locals.size());
	REQUIRE(FLocalToModelJob{&Asset.Skeleton, Locals, 0, Models}.Run());
	std::vector<FJointMatrix> Palette(3);
	std::vector<FVector> Skinned(Mesh.Positions.size());
	REQUIRE(FPaletteJob{&Mesh, Models, Palette}.Run());
	REQUIRE(FSkinningJob{&Mesh, Palette, {}, Skinned, {}}.Run());
	for (size_t Point = 0; Point < Shoe.Count; ++Point)
	{
		const FVector Place = Shoe.Points[Point].Pose(Models);
		float Nearest = 1.0f;
		for (size_t Vertex = 0; Vertex < 4; ++Vertex)
		{
			Nearest = std::min(Nearest, Length(Place - Skinned[Vertex]));
		}
		CHECK(Nearest < 1e-5f);
	}
}
} // namespace Flockwork
