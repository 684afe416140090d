// Sampling, blending, stacking and skinning against an evaluation in double precision by other formulas: slerp, 4 x 4
// matrices multiplied out, one vertex at a time.
#include "AllocationCounter.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "TestCharacter.h"

#include <array>
#include <catch2/catch.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace Flockwork
{
namespace
{
const float Nan = std::numeric_limits<float>::quiet_NaN();

glm::dmat4 MatrixOf(const FJointPose& Pose)
{
	const glm::dquat Turn(Pose.Rotation.w, Pose.Rotation.x, Pose.Rotation.y, Pose.Rotation.z);
	return glm::translate(glm::dmat4(1.0), glm::dvec3(Pose.Translation)) * glm::mat4_cast(glm::normalize(Turn)) *
	       glm::scale(glm::dmat4(1.0), glm::dvec3(Pose.Scale));
}
} // namespace

TEST_CASE("FindClipPlace: wraps loops, holds ends, and takes no number for zero")
{
	FClip Clip;
	Clip.Duration = 2.0f;
	Clip.SampleCount = 121;
	CHECK(FindClipPlace(Clip, 1.0f).Sample == 60);
	CHECK(FindClipPlace(Clip, -5.0f).Sample == 0);
	CHECK(FindClipPlace(Clip, 9.0f).Sample == 119);
	CHECK(FindClipPlace(Clip, 9.0f).Alpha == 1.0f);
	CHECK(FindClipPlace(Clip, Nan).Sample == 0);
	CHECK(FindClipPlace(Clip, std::numeric_limits<float>::infinity()).Alpha == 0.0f);
	Clip.bLooping = true;
	CHECK(FindClipPlace(Clip, 5.0f).Sample == 60);
	CHECK(FindClipPlace(Clip, -0.5f).Sample == 90);
	Clip.SampleCount = 1;
	Clip.Duration = 0.0f;
	CHECK(FindClipPlace(Clip, 3.0f).Sample == 0);
}

TEST_CASE("FSamplingJob: agrees with the closed form of the motion between its samples")
{
	const FSkeleton Skeleton = MakeTestSkeleton(12);
	const FClip Clip = MakeTestClip(Skeleton, "turn", 1.0f, 5);
	std::vector<FJointPose> Out(12);
	for (int32_t Step = 0; Step < 200; ++Step)
	{
		const float Time = float(Step) / 199.0f;
		REQUIRE(FSamplingJob{&Clip, Time, Out}.Run());
		for (int32_t Joint = 0; Joint < 12; ++Joint)
		{
			const float Angle = 0.5f * std::sin(2.0f * Pi * Time + 0.3f * float(Joint));
			const FQuat Turn = glm::conjugate(Skeleton.RestPose[size_t(Joint)].Rotation) * Out[size_t(Joint)].Rotation;
			const double Expected = std::abs(double(Angle)) * 180.0 / double(Pi);
			REQUIRE(TurnAngle(Turn, IdentityQuat) == Approx(Expected).margin(0.06));
		}
	}
	Out.resize(11);
	CHECK_FALSE(FSamplingJob{&Clip, 0.0f, Out}.Run());
	CHECK_FALSE(FSamplingJob{nullptr, 0.0f, Out}.Run());
}

TEST_CASE("BlendRotations: at 60 samples a second it is nearly the even turn")
{
	// A joint that turns at 10 rad/s, which is a fast kick.
	for (int32_t Step = 0; Step <= 100; ++Step)
	{
		const float Alpha = float(Step) / 100.0f;
		const FQuat B = glm::angleAxis(10.0f / 60.0f, SafeNormal({1.0f, 2.0f, 3.0f}));
		const FQuat Even = glm::angleAxis(10.0f / 60.0f * Alpha, SafeNormal({1.0f, 2.0f, 3.0f}));
		CHECK(TurnAngle(BlendRotations(IdentityQuat, B, Alpha), Even) < 0.005);
	}
}

TEST_CASE("FBlendingJob: one layer comes through, two meet in the middle, what is missing comes from the rest pose")
{
	const FSkeleton Skeleton = MakeTestSkeleton(6);
	const FClip Clip = MakeTestClip(Skeleton, "turn", 1.0f, 5);
	const std::span<const FJointPose> A = Clip.GetSample(10);
	const std::span<const FJointPose> B = Clip.GetSample(20);
	std::vector<FJointPose> Out(6);
	FBlendingJob Job;
	Job.RestPose = Skeleton.RestPose;
	Job.Output = Out;
	const std::array<FBlendLayer, 2> Both{FBlendLayer{A, 3.0f, {}}, FBlendLayer{B, 3.0f, {}}};
	Job.Layers = std::span(Both).first(1);
	REQUIRE(Job.Run());
	CHECK(TurnAngle(Out[2].Rotation, A[2].Rotation) < 0.05);
	CHECK(Length(Out[2].Translation - A[2].Translation) < 1e-6f);
	Job.Layers = Both;
	REQUIRE(Job.Run());
	const double Whole = TurnAngle(A[2].Rotation, B[2].Rotation);
	CHECK(TurnAngle(Out[2].Rotation, A[2].Rotation) == Approx(0.5 * Whole).margin(0.05));
	CHECK(TurnAngle(Out[2].Rotation, B[2].Rotation) == Approx(0.5 * Whole).margin(0.05));
	// Half of the threshold: half of the rest pose.
	const FBlendLayer Faint{A, 0.05f, {}};
	Job.Layers = {&Faint, 1};
	REQUIRE(Job.Run());
	CHECK(Length(Out[0].Translation - 0.5f * (A[0].Translation + Skeleton.RestPose[0].Translation)) < 1e-6f);
	Job.Layers = {};
	REQUIRE(Job.Run());
	CHECK(TurnAngle(Out[4].Rotation, Skeleton.RestPose[4].Rotation) < 0.05);
	// A mask keeps a layer to its joints; opposite hemispheres are one rotation.
	const std::array<float, 6> Mask{1.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f};
	std::vector<FJointPose> Flipped(A.begin(), A.end());
	Flipped[4].Rotation = -Flipped[4].Rotation;
	const std::array<FBlendLayer, 2> Masked{FBlendLayer{Flipped, 1.0f, {}}, FBlendLayer{B, 1.0f, Mask}};
	Job.Layers = Masked;
	REQUIRE(Job.Run());
	CHECK(TurnAngle(Out[4].Rotation, A[4].Rotation) < 0.05);
	CHECK(TurnAngle(Out[1].Rotation, A[1].Rotation) > 1.0);
	const FBlendLayer Negative{A, -1.0f, {}};
	Job.Layers = {&Negative, 1};
	CHECK_FALSE(Job.Run());
}

TEST_CASE("FAdditiveJob: adds a difference, takes it away again, and obeys its mask")
{
	const FSkeleton Skeleton = MakeTestSkeleton(6);
	const FClip Clip = MakeTestClip(Skeleton, "turn", 1.0f, 5);
	std::vector<FJointPose> Pose(Clip.GetSample(30).begin(), Clip.GetSample(30).end());
	const std::vector<FJointPose> Before = Pose;
	FAdditiveJob Job;
	Job.Additive = Clip.GetSample(10);
	Job.Reference = Clip.GetSample(0);
	Job.Pose = Pose;
	REQUIRE(Job.Run());
	const FQuat Expected =
	    Clip.GetSample(10)[3].Rotation * glm::conjugate(Clip.GetSample(0)[3].Rotation) * Before[3].Rotation;
	CHECK(TurnAngle(Pose[3].Rotation, Expected) < 0.05);
	Job.Weight = -1.0f;
	REQUIRE(Job.Run());
	CHECK(TurnAngle(Pose[3].Rotation, Before[3].Rotation) < 0.1);
	const std::array<float, 6> Mask{};
	Job.JointWeights = Mask;
	Pose = Before;
	Job.Pose = Pose;
	REQUIRE(Job.Run());
	CHECK(TurnAngle(Pose[3].Rotation, Before[3].Rotation) < 1e-3);
	Job.Reference = {};
	CHECK_FALSE(Job.Run());
}

TEST_CASE("Skinned vertices equal an evaluation in double precision, uneven scales and shear included")
{
	const FCharacterAsset Character = MakeTestCharacter(40);
	const FSkinnedMesh& Mesh = Character.Meshes[0];
	std::vector<FJointPose> Locals(40);
	std::vector<FJointMatrix> Models(40);
	std::vector<FJointMatrix> Palette(40);
	std::vector<FVector> Positions(Mesh.Positions.size());
	const std::vector<FJointMatrix> Rest = Character.Skeleton.RestModels();
	double Extent = 0.0;
	double Worst = 0.0;
	for (const float Time : {0.0f, 0.13f, 0.5f, 0.77f, 3.3f})
	{
		REQUIRE(FSamplingJob{&Character.Clips[0], Time, Locals}.Run());
		REQUIRE(FLocalToModelJob{&Character.Skeleton, Locals, 0, Models}.Run());
		REQUIRE(FPaletteJob{&Mesh, Models, Palette}.Run());
		const std::array<float, 1> Morph{0.5f};
		REQUIRE(FSkinningJob{&Mesh, Palette, Morph, Positions, {}}.Run());
		std::vector<glm::dmat4> Reference;
		std::vector<glm::dmat4> Bind;
		for (size_t Joint = 0; Joint < 40; ++Joint)
		{
			const int16_t Parent = Character.Skeleton.Parents[Joint];
			const glm::dmat4 Above = Parent < 0 ? glm::dmat4(1.0) : Reference[size_t(Parent)];
			const glm::dmat4 AboveBind = Parent < 0 ? glm::dmat4(1.0) : Bind[size_t(Parent)];
			Reference.push_back(Above * MatrixOf(Locals[Joint]));
			Bind.push_back(AboveBind * MatrixOf(Character.Skeleton.RestPose[Joint]));
		}
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			const glm::dvec4 Place(glm::dvec3(Mesh.Positions[Vertex]) + 0.05, 1.0);
			glm::dvec3 Expected(0.0);
			for (size_t Slot = 0; Slot < 4; ++Slot)
			{
				const size_t Joint = size_t(Mesh.Joints[Mesh.Weights[Vertex].Joints[Slot]]);
				Expected += double(Mesh.Weights[Vertex].Weights[Slot]) *
				            glm::dvec3(Reference[Joint] * glm::inverse(Bind[Joint]) * Place);
			}
			Extent = std::max(Extent, glm::length(Expected));
			Worst = std::max(Worst, glm::length(Expected - glm::dvec3(Positions[Vertex])));
		}
	}
	CAPTURE(Worst, Extent);
	CHECK(Worst <= 1e-5 * Extent);
	CHECK(Rest.size() == 40);
}

TEST_CASE("FLocalToModelJob: from a joint on, it rewrites that branch alone")
{
	const FSkeleton Skeleton = MakeTestSkeleton(20);
	std::vector<FJointPose> Locals = Skeleton.RestPose;
	std::vector<FJointMatrix> Models = Skeleton.RestModels();
	const std::vector<FJointMatrix> Before = Models;
	Locals[2].Translation.x += 1.0f;
	Locals[9].Translation.x += 1.0f;
	REQUIRE(FLocalToModelJob{&Skeleton, Locals, 9, Models}.Run());
	for (int32_t Joint = 0; Joint < 20; ++Joint)
	{
		CHECK((Models[size_t(Joint)] == Before[size_t(Joint)]) == !Skeleton.IsAncestor(9, Joint));
	}
	CHECK_FALSE(FLocalToModelJob{&Skeleton, Locals, -1, Models}.Run());
}

TEST_CASE("ClipMotion: adds up over rounds, turns with the character, and is nothing without a motion")
{
	const FSkeleton Skeleton = MakeTestSkeleton(2);
	FClip Clip = MakeTestClip(Skeleton, "arc", 1.0f, 5);
	CHECK(ClipMotion(Clip, 0.0f, 5.0f) == FTransform{});
	// A quarter of a circle of radius 2 in a round, forward along the tangent.
	for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
	{
		const float Angle = 0.5f * Pi * float(Sample) / float(Clip.SampleCount - 1);
		Clip.Motion.push_back(
		    {{2.0f - 2.0f * std::cos(Angle), 0.0f, 2.0f * std::sin(Angle)}, glm::angleAxis(Angle, UpVector)});
	}
	const FTransform Whole = ClipMotion(Clip, 0.25f, 4.25f); // four rounds: back where it was
	CHECK(Length(Whole.Location) < 1e-4f);
	CHECK(TurnAngle(Whole.Rotation, IdentityQuat) < 0.1);
	const FTransform Half = ClipMotion(Clip, 0.5f, 1.5f);
	CHECK(Length(Half.Location) == Approx(2.0f * std::sqrt(2.0f)).margin(2e-3f));
	CHECK(YawOf(Half.Rotation) == Approx(0.5f * Pi).margin(1e-3f));
	Clip.bLooping = false;
	CHECK(Length(ClipMotion(Clip, 0.0f, 9.0f).Location) == Approx(2.0f * std::sqrt(2.0f)).margin(2e-3f));
	CHECK(ClipMotion(Clip, 1.0f, 0.5f) == FTransform{});
	CHECK(ClipMotion(Clip, 0.0f, Nan) == FTransform{});
}

TEST_CASE("VisitClipEvents: each event once, in order, over any number of rounds")
{
	FClip Clip;
	Clip.Duration = 1.0f;
	Clip.SampleCount = 61;
	Clip.bLooping = true;
	Clip.Events = {{0.0f, "start", ""}, {0.4f, "left", ""}, {0.9f, "right", ""}};
	std::string Seen;
	float Time = 0.35f;
	for (int32_t Step = 0; Step < 170; ++Step) // to 3.75 s
	{
		VisitClipEvents(Clip, Time, Time + 0.02f, [&](const FClipEvent& Event) { Seen += Event.Name + " "; });
		Time += 0.02f;
	}
	CHECK(Seen == "left right start left right start left right start left ");
	Seen.clear();
	VisitClipEvents(Clip, 0.35f, 3.75f, [&](const FClipEvent& Event) { Seen += Event.Name + " "; });
	CHECK(Seen == "left right start left right start left right start left ");
	Clip.bLooping = false;
	Seen.clear();
	VisitClipEvents(Clip, 0.35f, 30.0f, [&](const FClipEvent& Event) { Seen += Event.Name + " "; });
	VisitClipEvents(Clip, Nan, 30.0f, [&](const FClipEvent& Event) { Seen += Event.Name + " "; });
	CHECK(Seen == "left right ");
}

TEST_CASE("Pose jobs allocate nothing")
{
	const FCharacterAsset Character = MakeTestCharacter(40);
	std::vector<FJointPose> Locals(40);
	std::vector<FJointMatrix> Models(40);
	const FAllocationCounter Counter;
	for (int32_t Step = 0; Step < 50; ++Step)
	{
		FSamplingJob{&Character.Clips[0], 0.02f * float(Step), Locals}.Run();
		FLocalToModelJob{&Character.Skeleton, Locals, 0, Models}.Run();
	}
	const int64_t Count = Counter.GetCount();
	CHECK(Count == 0);
}
} // namespace Flockwork
