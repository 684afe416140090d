// Names of five tools, as their exporters write them; clips carried from one build of body to another.
#include "FlockworkAnimation/Retarget.h"
#include "TestCharacter.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
using enum EHumanBone;

FSkeleton Named(std::initializer_list<const char*> Names)
{
	FSkeleton Skeleton;
	for (const char* Name : Names)
	{
		Skeleton.JointNames.emplace_back(Name);
		Skeleton.Parents.push_back(int16_t(int32_t(Skeleton.Parents.size()) - 1));
		Skeleton.RestPose.emplace_back();
	}
	return Skeleton;
}

std::string NameOf(const FSkeleton& Skeleton, EHumanBone Bone)
{
	const int32_t Joint = MapHumanBones(Skeleton)[Bone];
	return Joint < 0 ? std::string("none") : Skeleton.JointNames[size_t(Joint)];
}

// Hips, two legs, a spine and two arms. Arms hang by Drop degrees; everything Size times as large; the joints' own axes
// are turned about at random, which retargeting must not see.
FSkeleton MakeHuman(float Size, float Drop, uint32_t Seed)
{
	struct FPart
	{
		const char* Name;
		int32_t Parent;
		FVector Place; // model space
	};
	const float Angle = Drop * Pi / 180.0f;
	const FVector Arm{std::cos(Angle) * 0.28f, -std::sin(Angle) * 0.28f, 0.0f};
	const FVector Shoulder{0.18f, 1.4f, 0.0f};
	const auto Mirror = [](const FVector& V) { return FVector{-V.x, V.y, V.z}; };
	const FPart Parts[] = {{"hips", -1, {0.0f, 0.95f, 0.0f}}, {"spine_01", 0, {0.0f, 1.1f, 0.0f}},
	    {"head", 1, {0.0f, 1.6f, 0.0f}}, {"thigh_l", 0, {0.1f, 0.9f, 0.0f}}, {"shin_l", 3, {0.1f, 0.5f, 0.02f}},
	    {"foot_l", 4, {0.1f, 0.08f, 0.0f}}, {"thigh_r", 0, {-0.1f, 0.9f, 0.0f}}, {"shin_r", 6, {-0.1f, 0.5f, 0.02f}},
	    {"foot_r", 7, {-0.1f, 0.08f, 0.0f}}, {"upperarm_l", 1, Shoulder}, {"lowerarm_l", 9, Shoulder + Arm},
	    {"hand_l", 10, Shoulder + Arm * 2.0f}, {"upperarm_r", 1, Mirror(Shoulder)},
	    {"lowerarm_r", 12, Mirror(Shoulder + Arm)}, {"hand_r", 13, Mirror(Shoulder + Arm * 2.0f)}};
	std::mt19937 Random(Seed);
	FSkeleton Skeleton;
	std::vector<FQuat> Turns;
	std::vector<FVector> Places;
	for (const FPart& Part : Parts)
	{
		Turns.push_back(RandomRotation(Random));
		Places.push_back(Part.Place * Size);
		const FQuat Above = Part.Parent < 0 ? IdentityQuat : Turns[size_t(Part.Parent)];
		const FVector From = Part.Parent < 0 ? FVector{0.0f} : Places[size_t(Part.Parent)];
		Skeleton.JointNames.emplace_back(Part.Name);
		Skeleton.Parents.push_back(int16_t(Part.Parent));
		Skeleton.RestPose.push_back(
		    {glm::conjugate(Above) * (Places.back() - From), glm::conjugate(Above) * Turns.back()});
	}
	return Skeleton;
}

std::vector<FVector> PlacesOf(const FSkeleton& Skeleton, std::span<const FJointPose> Pose)
{
	FSkeleton Posed = Skeleton;
	Posed.RestPose.assign(Pose.begin(), Pose.end());
	std::vector<FVector> Places;
	for (const FJointMatrix& Matrix : Posed.RestModels())
	{
		Places.push_back(Matrix.GetTranslation());
	}
	return Places;
}

// A walk-like clip in which every joint turns by its own axis.
FClip MakeMove(const FSkeleton& Skeleton)
{
	FClip Clip = MakeTestClip(Skeleton, "move", 1.0f, 21);
	Clip.Events = {{0.2f, "footDown", "foot_l"}};
	Clip.Speed = 1.0f;
	return Clip;
}
} // namespace

TEST_CASE("MapHumanBones: Mixamo, Unreal, Rigify, VRM, motion capture, ours")
{
	const FSkeleton Mixamo = Named({"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2",
	    "mixamorig:Neck", "mixamorig:Head", "mixamorig:LeftShoulder", "mixamorig:LeftArm", "mixamorig:LeftForeArm",
	    "mixamorig:LeftHand", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot", "mixamorig:LeftToeBase",
	    "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot"});
	CHECK(NameOf(Mixamo, Hips) == "mixamorig:Hips");
	CHECK(NameOf(Mixamo, UpperChest) == "mixamorig:Spine2");
	CHECK(NameOf(Mixamo, LeftUpperArm) == "mixamorig:LeftArm");
	CHECK(NameOf(Mixamo, LeftShin) == "mixamorig:LeftLeg");
	CHECK(NameOf(Mixamo, RightThigh) == "mixamorig:RightUpLeg");
	CHECK(NameOf(Mixamo, LeftToe) == "mixamorig:LeftToeBase");
	CHECK(MapHumanBones(Mixamo).HasLegs());

	const FSkeleton Unreal = Named({"root", "pelvis", "spine_01", "spine_02", "spine_03", "clavicle_l", "upperarm_l",
	    "lowerarm_l", "hand_l", "neck_01", "head", "thigh_l", "calf_l", "calf_twist_01_l", "foot_l", "ball_l",
	    "thigh_r", "calf_r", "foot_r", "ball_r"});
	CHECK(NameOf(Unreal, Hips) == "pelvis");
	CHECK(NameOf(Unreal, Chest) == "spine_02");
	CHECK(NameOf(Unreal, LeftShoulder) == "clavicle_l");
	CHECK(NameOf(Unreal, RightShin) == "calf_r");
	CHECK(NameOf(Unreal, RightToe) == "ball_r");
	CHECK(MapHumanBones(Unreal).HasLegs());

	FSkeleton Rigify =
	    Named({"DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-thigh.L", "DEF-thigh.L.001", "DEF-shin.L",
	        "DEF-shin.L.001", "DEF-foot.L", "DEF-toe.L", "DEF-thigh.R", "DEF-shin.R", "DEF-foot.R", "DEF-upper_arm.L"});
	Rigify.Parents = {-1, 0, 1, 0, 3, 4, 5, 6, 7, 0, 9, 10, 2};
	CHECK(NameOf(Rigify, Hips) == "DEF-spine");
	CHECK(NameOf(Rigify, Spine) == "DEF-spine.001");
	CHECK(NameOf(Rigify, LeftThigh) == "DEF-thigh.L");
	CHECK(NameOf(Rigify, LeftUpperArm) == "DEF-upper_arm.L");
	CHECK(MapHumanBones(Rigify).HasLegs());

	const FSkeleton Vrm = Named(
	    {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest", "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg",
	        "J_Bip_L_Foot", "J_Bip_L_ToeBase", "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg", "J_Bip_R_Foot"});
	CHECK(NameOf(Vrm, UpperChest) == "J_Bip_C_UpperChest");
	CHECK(NameOf(Vrm, LeftThigh) == "J_Bip_L_UpperLeg");
	CHECK(MapHumanBones(Vrm).HasLegs());

	const FSkeleton Capture =
	    Named({"Hips", "LHipJoint", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase", "RHipJoint", "RightUpLeg",
	        "RightLeg", "RightFoot", "LowerBack", "Spine", "Spine1", "Neck", "Neck1", "Head", "LeftArm"});
	CHECK(NameOf(Capture, Spine) == "LowerBack");
	CHECK(NameOf(Capture, LeftUpperArm) == "LeftArm");
	CHECK(MapHumanBones(Capture).HasLegs());

	CHECK(MapHumanBones(MakeHuman(1.0f, 0.0f, 1)).HasLegs());
	const FSkeleton Table = Named({"top", "leg_1", "leg_2"});
	CHECK_FALSE(MapHumanBones(Table).HasLegs());
	CHECK(NameOf(Table, Hips) == "none");
}

TEST_CASE("RetargetClip: onto itself it is the clip again")
{
	const FSkeleton Human = MakeHuman(1.0f, 0.0f, 1);
	const FHumanMap Map = MapHumanBones(Human);
	const FClip Clip = MakeMove(Human);
	FClip Out;
	FDiagnostics Diagnostics;
	REQUIRE(RetargetClip(Clip, Human, Map, Human, Map, Out, Diagnostics));
	for (int32_t Sample = 0; Sample < Clip.SampleCount; Sample += 7)
	{
		const std::vector<FVector> Was = PlacesOf(Human, Clip.GetSample(Sample));
		const std::vector<FVector> Is = PlacesOf(Human, Out.GetSample(Sample));
		for (size_t Joint = 0; Joint < Was.size(); ++Joint)
		{
			CHECK(Length(Was[Joint] - Is[Joint]) < 1e-4f);
		}
	}
	CHECK(Out.Events[0].Joint == "foot_l");
}

TEST_CASE("RetargetClip: another size, other joint axes and hanging arms end in the same pose, in proportion")
{
	const FSkeleton Source = MakeHuman(1.0f, 0.0f, 1);
	const FSkeleton Target = MakeHuman(1.5f, 50.0f, 2); // an A-pose, half as large again
	const FClip Clip = MakeMove(Source);
	FClip Out;
	FDiagnostics Diagnostics;
	REQUIRE(RetargetClip(Clip, Source, MapHumanBones(Source), Target, MapHumanBones(Target), Out, Diagnostics));
	REQUIRE(Out.Validate(Target, "", Diagnostics));
	CHECK(Out.Speed == Approx(1.5f));
	for (int32_t Sample = 0; Sample < Clip.SampleCount; Sample += 5)
	{
		const std::vector<FVector> Was = PlacesOf(Source, Clip.GetSample(Sample));
		const std::vector<FVector> Is = PlacesOf(Target, Out.GetSample(Sample));
		for (const size_t Joint : {0u, 3u, 4u, 5u, 6u, 7u, 8u}) // hips and legs are built alike
		{
			CHECK(Length(Was[Joint] * 1.5f - Is[Joint]) < 1e-3f);
		}
		for (const size_t Hand : {11u, 14u}) // arms point alike whatever the rest pose was
		{
			const FVector Before = SafeNormal(Was[Hand] - Was[Hand - 1]);
			const FVector After = SafeNormal(Is[Hand] - Is[Hand - 1]);
			CHECK(glm::dot(Before, After) > 0.9999f);
		}
	}
}

TEST_CASE("RetargetClip: says what is missing and leaves the output alone")
{
	const FSkeleton Human = MakeHuman(1.0f, 0.0f, 1);
	const FSkeleton Table = Named({"top", "leg_1", "leg_2"});
	FClip Out;
	Out.Name = "kept";
	FDiagnostics Diagnostics;
	CHECK_FALSE(
	    RetargetClip(MakeMove(Human), Human, MapHumanBones(Human), Table, MapHumanBones(Table), Out, Diagnostics));
	CHECK(Diagnostics.ToString().find("target's joints") != std::string::npos);
	CHECK_FALSE(
	    RetargetClip(MakeMove(Table), Human, MapHumanBones(Human), Human, MapHumanBones(Human), Out, Diagnostics));
	CHECK(Out.Name == "kept");
}
} // namespace Flockwork
