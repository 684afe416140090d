// A character's file: what is written comes back, and nothing that is damaged comes in.
#include "FlockworkCore/FileBytes.h"
#include "TestCharacter.h"

#include <catch2/catch.hpp>
#include <functional>
#include <limits>

namespace Flockwork
{
namespace
{
std::string FaultOf(const std::function<void(FCharacterAsset&)>& Break)
{
	FCharacterAsset Character = MakeTestCharacter();
	Break(Character);
	FDiagnostics Diagnostics;
	CHECK_FALSE(Character.Validate("Tester.character", Diagnostics));
	// Its file is refused for the same reason, and what was there stays.
	FCharacterAsset Kept;
	Kept.Name = "kept";
	FDiagnostics OfFile;
	CHECK_FALSE(ReadCharacter(WriteCharacter(Character), "Tester.character", Kept, OfFile));
	CHECK(Kept.Name == "kept");
	CHECK(OfFile.HasErrors());
	return Diagnostics.ToString();
}
bool Has(const std::string& Text, const std::string& Part)
{
	INFO(Text);
	return Text.find(Part) != std::string::npos;
}
const float Nan = std::numeric_limits<float>::quiet_NaN();
} // namespace

TEST_CASE("FCharacterAsset: what is written comes back to the bit")
{
	const FCharacterAsset Character = MakeTestCharacter();
	FDiagnostics Diagnostics;
	REQUIRE(Character.Validate("x", Diagnostics));
	const std::vector<uint8_t> Bytes = WriteCharacter(Character);
	FCharacterAsset Read;
	REQUIRE(ReadCharacter(Bytes, "x", Read, Diagnostics));
	CHECK(WriteCharacter(Read) == Bytes);
	CHECK(Read.Skeleton.JointNames == Character.Skeleton.JointNames);
	CHECK(Read.Clips[1].Poses == Character.Clips[1].Poses);
	CHECK(Read.Clips[0].Events[1].Joint == "joint_5");
	CHECK(Read.Meshes[0].Positions == Character.Meshes[0].Positions);
	CHECK(Read.Meshes[0].Morphs[0].Name == "smile");
	CHECK(Read.Pictures[0].Bytes == Character.Pictures[0].Bytes);
	CHECK(Read.FindClip("run") == &Read.Clips[1]);
	CHECK(Read.FindClip("dance") == nullptr);
}

TEST_CASE("FCharacterAsset: each fault is named with its place")
{
	CHECK(Has(FaultOf([](auto& C) { C.Skeleton.Parents[3] = 7; }), "skeleton.joint_3: its parent"));
	CHECK(Has(FaultOf([](auto& C) { C.Skeleton.JointNames[4] = "joint_1"; }), "no name of its own"));
	CHECK(Has(FaultOf([](auto& C) { C.Skeleton.RestPose[2].Rotation = FQuat{0, 0, 0, 0}; }), "skeleton.joint_2"));
	CHECK(Has(FaultOf([](auto& C) { C.Skeleton.Parents.clear(); }), "0 joints"));
	CHECK(Has(FaultOf([](auto& C) { C.Clips[0].Poses.pop_back(); }), "clips.walk: has 731 poses"));
	CHECK(Has(FaultOf([](auto& C) { C.Clips[0].Poses[25].Translation.x = Nan; }), "sample 2 of joint 1"));
	CHECK(Has(FaultOf([](auto& C) { C.Clips[0].Duration = -1.0f; }), "duration"));
	CHECK(Has(FaultOf([](auto& C) { C.Clips[0].Events[1].Time = 9.0f; }), "footDown"));
	CHECK(Has(FaultOf([](auto& C) { C.Clips[1].Name = "walk"; }), "two clips"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Indices[5] = 60; }), "meshes.tube: an index is beyond its 60"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Weights[5].Joints[2] = 12; }), "weights"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Weights[5].Weights[0] = 0.9f; }), "sum of 1"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Joints[0] = 99; }), "names a joint"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Sections[0].Material = 1; }), "section"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Morphs[0].Positions.pop_back(); }), "smile"));
	CHECK(Has(FaultOf([](auto& C) { C.Materials[0].Picture = 1; }), "materials.skin"));
	CHECK(Has(FaultOf([](auto& C) { C.Meshes[0].Positions[0].x = Nan; }), "not finite"));
}

TEST_CASE("ReadCharacter: a file cut short or changed at any byte is refused, or is still a valid character")
{
	const std::vector<uint8_t> Bytes = WriteCharacter(MakeTestCharacter());
	for (size_t Size = 0; Size < Bytes.size(); Size += 97)
	{
		FCharacterAsset Out;
		FDiagnostics Diagnostics;
		CHECK_FALSE(ReadCharacter({Bytes.data(), Size}, "cut", Out, Diagnostics));
		CHECK(Diagnostics.HasErrors());
	}
	// Behind the checksum: the content is changed and wrapped anew.
	std::span<const uint8_t> Content;
	FDiagnostics Diagnostics;
	const FFileKind Kind{"FWCHARAC", "character", 1};
	REQUIRE(UnwrapBytes(Kind, Bytes, "x", Content, Diagnostics));
	std::mt19937 Random(7);
	for (int32_t Round = 0; Round < 3000; ++Round)
	{
		std::vector<uint8_t> Changed(Content.begin(), Content.end());
		const size_t Place = Round < 1000 ? size_t(Round) : Random() % Changed.size();
		Changed[Place] = uint8_t(Changed[Place] ^ (1u << Random() % 8));
		FCharacterAsset Out;
		FDiagnostics Faults;
		if (ReadCharacter(WrapBytes(Kind, Changed), "changed", Out, Faults))
		{
			REQUIRE(Out.Validate("again", Faults));
		}
		else
		{
			REQUIRE(Faults.HasErrors());
		}
	}
}

TEST_CASE("FJointMatrix: agrees with poses, inverts, and survives having no volume")
{
	std::mt19937 Random(11);
	for (int32_t Round = 0; Round < 200; ++Round)
	{
		const FJointPose Pose{RandomVector(Random, 3.0f), RandomRotation(Random), {1.5f, 0.5f, -1.2f}};
		const FJointMatrix Matrix = FJointMatrix::From(Pose);
		const FVector Point = RandomVector(Random, 2.0f);
		const FVector Expected = Pose.Translation + Pose.Rotation * (Point * Pose.Scale);
		CHECK(Length(Matrix.TransformPoint(Point) - Expected) < 1e-5f);
		CHECK(Length(Matrix.Inverse().TransformPoint(Expected) - Point) < 1e-4f);
		CHECK(Length((Matrix * Matrix.Inverse()).TransformPoint(Point) - Point) < 1e-4f);
		const FJointPose Rigid{Pose.Translation, Pose.Rotation, FVector{2.0f}};
		CHECK(std::abs(glm::dot(FJointMatrix::From(Rigid).GetRotation(), Pose.Rotation)) > 0.99999f);
	}
	FJointPose Flat;
	Flat.Scale = {0.0f, 0.0f, 1.0f};
	CHECK(IsFinite(FJointMatrix::From(Flat).Inverse()));
	CHECK(FJointMatrix::From(Flat).GetRotation() == IdentityQuat);
}

TEST_CASE("BlendRotations: takes the shorter arc and stays a unit quaternion")
{
	const FQuat A = glm::angleAxis(0.2f, UpVector);
	const FQuat B = -glm::angleAxis(0.6f, UpVector);
	const FQuat Half = BlendRotations(A, B, 0.5f);
	CHECK(std::abs(glm::dot(Half, glm::angleAxis(0.4f, UpVector))) == Approx(1.0f).margin(1e-6f));
	CHECK(glm::dot(Half, Half) == Approx(1.0f));
	const FQuat Opposite = glm::angleAxis(Pi, UpVector); // half a turn away: any way will do, but a unit one
	const FQuat Between = BlendRotations(IdentityQuat, Opposite, 0.5f);
	CHECK(glm::dot(Between, Between) == Approx(1.0f));
}
} // namespace Flockwork
