// Eight in lock step against the plain jobs, one character and one joint at a time, and against itself on every
// instruction set.
#include "AllocationCounter.h"
#include "FlockworkAnimation/CharacterBatch.h"
#include "FlockworkAnimation/IKJobs.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "Kernel/BatchKernel.h"
#include "TestCharacter.h"

#include <array>
#include <cstring>

using namespace Flockwork;

namespace
{
constexpr float NotANumber = std::numeric_limits<float>::quiet_NaN();

// A trunk, two legs with toes and a twist joint in the thigh, and arms of some length.
FSkeleton MakeWalker()
{
	FSkeleton Skeleton = MakeTestSkeleton(21, 7, false);
	const auto Put = [&](size_t Joint, int16_t Parent, const FVector& Place)
	{
		Skeleton.Parents[Joint] = Parent;
		Skeleton.RestPose[Joint].Translation = Place;
		Skeleton.RestPose[Joint].Rotation = IdentityQuat;
	};
	Put(0, -1, {0.0f, 1.0f, 0.0f});
	for (const int16_t Side : {int16_t(0), int16_t(1)})
	{
		const size_t First = 1 + size_t(Side) * 5;
		Put(First, 0, {Side ? -0.1f : 0.1f, 0.0f, 0.0f});
		Put(First + 1, int16_t(First), {0.0f, -0.2f, 0.0f});
		Put(First + 2, int16_t(First), {0.0f, -0.45f, 0.05f});
		Put(First + 3, int16_t(First + 2), {0.0f, -0.44f, -0.05f});
		Put(First + 4, int16_t(First + 3), {0.0f, -0.05f, 0.15f});
	}
	return Skeleton;
}

struct FStage
{
	explicit FStage(bool bLegs = true) : Skeleton(MakeWalker())
	{
		for (uint32_t Index = 0; Index < 3; ++Index)
		{
			Clips.push_back(MakeTestClip(Skeleton, "clip", 0.7f + 0.2f * float(Index), 5 + Index));
		}
		Clips[2].bLooping = false;
		Mesh = MakeTestMesh(Skeleton, 30);
		std::swap(Mesh.Joints[2], Mesh.Joints[9]);
		std::swap(Mesh.InverseBinds[2], Mesh.InverseBinds[9]);
		if (bLegs)
		{
			Legs = {{1, 3, 4}, {6, 8, 9}};
		}
		FDiagnostics Diagnostics;
		const bool bBuilt = Rig.Build(Skeleton, Clips, Legs, &Mesh, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bBuilt);
		Scratch.Prepare(Rig);
	}

	std::vector<FJointMatrix> Run(std::span<const FBatchLayer> Layers, int32_t Each, std::span<const FBatchFoot> Feet)
	{
		const int32_t Count = int32_t(Layers.size()) / Each;
		std::vector<FJointMatrix> Out(size_t(Count) * size_t(Rig.GetPaletteSize()));
		REQUIRE(FCharacterBatchJob{&Rig, Count, Each, Layers, Feet, &Scratch, Out}.Run());
		return Out;
	}

	FSkeleton Skeleton;
	std::vector<FClip> Clips;
	FSkinnedMesh Mesh;
	std::vector<FBatchLeg> Legs;
	FBatchRig Rig;
	FBatchScratch Scratch;
};

// The plain jobs, one after the other.
std::vector<FJointMatrix> RunPlain(
    const FStage& Stage, std::span<const FBatchLayer> Layers, std::span<const FBatchFoot> Feet)
{
	const size_t Joints = size_t(Stage.Skeleton.GetJointCount());
	std::vector<std::vector<FJointPose>> Poses(Layers.size(), std::vector<FJointPose>(Joints));
	std::vector<FBlendLayer> Blend;
	for (size_t Index = 0; Index < Layers.size(); ++Index)
	{
		REQUIRE(FSamplingJob{&Stage.Clips[size_t(Layers[Index].Clip)], Layers[Index].Seconds, Poses[Index]}.Run());
		Blend.push_back({Poses[Index], Layers[Index].Weight});
	}
	std::vector<FJointPose> Locals(Joints);
	std::vector<FJointMatrix> Models(Joints);
	REQUIRE(FBlendingJob{Blend, Stage.Skeleton.RestPose, 1e-6f, Locals}.Run());
	REQUIRE(FLocalToModelJob{&Stage.Skeleton, Locals, 0, Models}.Run());
	for (size_t Index = 0; Index < Feet.size(); ++Index)
	{
		const FBatchLeg& Leg = Stage.Legs[Index];
		FTwoBoneIKJob Job;
		Job.Start = Models[size_t(Leg.Start)].GetTranslation();
		Job.Mid = Models[size_t(Leg.Mid)].GetTranslation();
		Job.End = Models[size_t(Leg.End)].GetTranslation();
		Job.Target = Feet[Index].Place + Job.End * Feet[Index].Follow;
		Job.Weight = Feet[Index].Weight;
		// The rest pose's knee turns about X, and lies in front.
		Job.HingeAxis = Models[size_t(Leg.Start)].TransformDirection({1.0f, 0.0f, 0.0f});
		REQUIRE(Job.Run());
		const FQuat Ankle = Models[size_t(Leg.End)].GetRotation();
		const FQuat Knee = Models[size_t(Leg.Mid)].GetRotation();
		ApplyTurn(Stage.Skeleton, Leg.Start, Job.StartTurn, Locals, Models);
		const FQuat MidNow = Models[size_t(Leg.Mid)].GetRotation();
		ApplyTurn(Stage.Skeleton, Leg.Mid, Job.MidTurn * Knee * glm::conjugate(MidNow), Locals, Models);
		const FQuat EndNow = Models[size_t(Leg.End)].GetRotation();
		ApplyTurn(Stage.Skeleton, Leg.End, Ankle * glm::conjugate(EndNow), Locals, Models);
	}
	std::vector<FJointMatrix> Palette(Stage.Mesh.Joints.size());
	REQUIRE(FPaletteJob{&Stage.Mesh, Models, Palette}.Run());
	return Palette;
}

float Difference(std::span<const FJointMatrix> A, std::span<const FJointMatrix> B)
{
	float Most = 0.0f;
	for (size_t Index = 0; Index < A.size(); ++Index)
	{
		for (int32_t Number = 0; Number < 12; ++Number)
		{
			const float Gap = std::abs(A[Index].Rows[Number / 4][Number % 4] - B[Index].Rows[Number / 4][Number % 4]);
			Most = Gap <= Most ? Most : Gap; // NaN counts
		}
	}
	return Most;
}

bool SameBits(std::span<const FJointMatrix> A, std::span<const FJointMatrix> B)
{
	return A.size() == B.size() && std::memcmp(A.data(), B.data(), A.size_bytes()) == 0;
}

std::vector<FBatchLayer> RandomLayers(size_t Count, int32_t Clips, uint32_t Seed)
{
	std::mt19937 Random(Seed);
	std::uniform_real_distribution<float> Uniform(0.0f, 1.0f);
	std::vector<FBatchLayer> Layers(Count);
	for (FBatchLayer& Layer : Layers)
	{
		Layer.Clip = int32_t(Random() % uint32_t(Clips));
		Layer.Seconds = Uniform(Random) * 6.0f - 2.0f;
		Layer.Weight = Uniform(Random) + 0.01f;
	}
	return Layers;
}

std::vector<FBatchFoot> RandomFeet(size_t Count, uint32_t Seed)
{
	std::mt19937 Random(Seed);
	std::uniform_real_distribution<float> Uniform(0.0f, 1.0f);
	std::vector<FBatchFoot> Feet(Count);
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Feet[Index].Follow = Index % 3 == 0 ? 1.0f : 0.0f;
		const FVector Ground{0.0f, 0.3f, 0.0f};
		Feet[Index].Place = RandomVector(Random, 0.3f) + (Index % 3 == 0 ? FVector{0.0f} : Ground);
		Feet[Index].Weight = Index % 4 == 1 ? 1.0f : Uniform(Random);
	}
	return Feet;
}

std::vector<FJointMatrix> RunOn(
    int64_t Target, FStage& Stage, std::span<const FBatchLayer> Layers, std::span<const FBatchFoot> Feet)
{
	ForceBatchTarget(Target);
	std::vector<FJointMatrix> Out = Stage.Run(Layers, 3, Feet);
	ForceBatchTarget(0);
	return Out;
}
} // namespace

TEST_CASE("FCharacterBatchJob: rejects incomplete input and writes nothing")
{
	FStage Stage;
	const std::vector<FBatchLayer> Layers = RandomLayers(9, 3, 1);
	const std::vector<FBatchFoot> Feet(18);
	std::vector<FJointMatrix> Out(9 * 21);
	const std::vector<FJointMatrix> Before = Out;
	FBatchScratch Unprepared;
	FBatchRig Unbuilt;
	CHECK_FALSE(FCharacterBatchJob{}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Unbuilt, 9, 1, Layers, Feet, &Stage.Scratch, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 9, 1, Layers, Feet, &Unprepared, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 10, 1, Layers, Feet, &Stage.Scratch, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 9, 2, Layers, Feet, &Stage.Scratch, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 9, 0, Layers, Feet, &Stage.Scratch, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 1, 9, Layers, Feet, &Stage.Scratch, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 9, 1, Layers, std::span(Feet).first(17), &Stage.Scratch, Out}.Run());
	CHECK_FALSE(FCharacterBatchJob{&Stage.Rig, 9, 1, Layers, Feet, &Stage.Scratch, std::span(Out).first(188)}.Run());
	CHECK(SameBits(Out, Before));
	CHECK(FCharacterBatchJob{&Stage.Rig, 9, 1, Layers, Feet, &Stage.Scratch, Out}.Run());
	CHECK_FALSE(SameBits(Out, Before));
}

TEST_CASE("FCharacterBatchJob: sampling, blending and palette as the plain jobs have them")
{
	FStage Stage;
	// The kernel blends samples as they lie, the plain jobs bring each layer to length 1 first: with these clips' quick
	// turns a weight differs by up to (half the turn between samples)^2 / 2.
	const float Allowed[] = {0.0f, 1e-5f, 5e-5f, 5e-5f};
	for (const int32_t Each : {1, 2, 3})
	{
		const std::vector<FBatchLayer> Layers = RandomLayers(size_t(Each) * 19, 3, uint32_t(Each));
		const std::vector<FJointMatrix> Out = Stage.Run(Layers, Each, {});
		for (size_t Character = 0; Character < 19; ++Character)
		{
			const auto Own = std::span(Layers).subspan(Character * size_t(Each), size_t(Each));
			CHECK(Difference(std::span(Out).subspan(Character * 21, 21), RunPlain(Stage, Own, {})) < Allowed[Each]);
		}
	}
}

TEST_CASE("FCharacterBatchJob: legs as FTwoBoneIKJob bends them, the ankle's orientation kept")
{
	FStage Stage;
	const std::vector<FBatchLayer> Layers = RandomLayers(400, 3, 11);
	const std::vector<FBatchFoot> Feet = RandomFeet(800, 12);
	const std::vector<FJointMatrix> Out = Stage.Run(Layers, 1, Feet);
	for (size_t Character = 0; Character < 400; ++Character)
	{
		INFO(Character);
		const std::vector<FJointMatrix> Plain =
		    RunPlain(Stage, std::span(Layers).subspan(Character, 1), std::span(Feet).subspan(Character * 2, 2));
		CHECK(Difference(std::span(Out).subspan(Character * 21, 21), Plain) < 2e-4f);
	}
}

TEST_CASE("FCharacterBatchJob: an ankle within reach is on its target within 0.1 mm")
{
	FStage Stage;
	const std::vector<FBatchLayer> Layers = RandomLayers(200, 3, 21);
	std::vector<FBatchFoot> Feet(400);
	std::mt19937 Random(22);
	for (size_t Index = 0; Index < Feet.size(); ++Index)
	{
		Feet[Index] = {FVector{0.0f, 0.4f, 0.0f} + RandomVector(Random, 0.15f), 0.0f, 1.0f};
	}
	const std::vector<FJointMatrix> Out = Stage.Run(Layers, 1, Feet);
	int32_t Reached = 0;
	for (size_t Character = 0; Character < 200; ++Character)
	{
		for (size_t Leg = 0; Leg < 2; ++Leg)
		{
			// A palette matrix takes a joint's place in the bind pose to its place now.
			const auto PlaceOf = [&](int32_t Joint)
			{
				const size_t Slot = Joint == 2 ? 9 : Joint == 9 ? 2 : size_t(Joint);
				return Out[Character * 21 + Slot].TransformPoint(
				    Stage.Skeleton.RestModels()[size_t(Joint)].GetTranslation());
			};
			const FVector Target = Feet[Character * 2 + Leg].Place;
			const float Wanted = Length(Target - PlaceOf(Stage.Legs[Leg].Start));
			if (Wanted > 0.2f && Wanted < 0.85f)
			{
				++Reached;
				CHECK(Length(PlaceOf(Stage.Legs[Leg].End) - Target) < 1e-4f);
			}
		}
	}
	CHECK(Reached > 200);
}

TEST_CASE("FCharacterBatchJob: the same bits on every instruction set, and whoever else is in the batch")
{
	FStage Stage;
	const std::vector<FBatchLayer> Layers = RandomLayers(3 * 43, 3, 31);
	const std::vector<FBatchFoot> Feet = RandomFeet(2 * 43, 32);
	const std::vector<FJointMatrix> Expected = Stage.Run(Layers, 3, Feet);
	CHECK(GetBatchTargets().size() >= 2);
	for (const int64_t Target : GetBatchTargets())
	{
		INFO(Target);
		CHECK(SameBits(RunOn(Target, Stage, Layers, Feet), Expected));
	}
	for (size_t Character = 0; Character < 43; ++Character)
	{
		const std::vector<FJointMatrix> Alone =
		    Stage.Run(std::span(Layers).subspan(Character * 3, 3), 3, std::span(Feet).subspan(Character * 2, 2));
		CHECK(SameBits(Alone, std::span(Expected).subspan(Character * 21, 21)));
	}
}

TEST_CASE("FCharacterBatchJob: layers and feet that are none do not count, and no NaN comes out")
{
	FStage Stage;
	const std::vector<FBatchLayer> Good{{0, 0.3f, 1.0f}, {}};
	for (const FBatchLayer& Bad : {FBatchLayer{7, 0.1f, 1.0f}, FBatchLayer{-1, 0.1f, 1.0f},
	         FBatchLayer{1, 0.1f, NotANumber}, FBatchLayer{1, 0.1f, -2.0f}})
	{
		CHECK(SameBits(Stage.Run(std::vector<FBatchLayer>{Good[0], Bad}, 2, {}), Stage.Run(Good, 2, {})));
	}
	const std::vector<FBatchLayer> NoTime{{0, NotANumber, 1.0f}};
	CHECK(SameBits(Stage.Run(NoTime, 1, {}), Stage.Run(std::vector<FBatchLayer>{{0, 0.0f, 1.0f}}, 1, {})));
	const std::vector<FBatchFoot> Bad{{{NotANumber, 0.0f, 0.0f}, 0.0f, 1.0f}, {{}, 0.0f, NotANumber}};
	CHECK(SameBits(Stage.Run(Good, 2, Bad), Stage.Run(Good, 2, {})));

	// Nothing at all: the rest pose, whose palette is the identity.
	const std::vector<FJointMatrix> Rest = Stage.Run(std::vector<FBatchLayer>(1), 1, {});
	CHECK(Difference(Rest, std::vector<FJointMatrix>(21)) < 1e-5f);

	// A target on the hip itself, far away, and straight up through the body: finite, with whole bones.
	for (const FVector& Place : {FVector{0.1f, 1.0f, 0.0f}, FVector{0.0f, -900.0f, 0.0f}, FVector{0.1f, 1.7f, 0.0f}})
	{
		const std::vector<FBatchFoot> Feet{{Place, 0.0f, 1.0f}, {Place, 0.0f, 1.0f}};
		for (const FJointMatrix& Matrix : Stage.Run(std::vector<FBatchLayer>(1), 1, Feet))
		{
			CHECK(IsFinite(Matrix));
			CHECK(Length(Matrix.GetAxis(1)) == Approx(1.0f).margin(1e-4));
		}
	}
}

TEST_CASE("FBatchRig: what cannot run in lock step is refused with the joint's name")
{
	FStage Stage;
	FDiagnostics Scaled;
	FSkeleton Skeleton = Stage.Skeleton;
	Skeleton.RestPose[4].Scale = {1.0f, 1.2f, 1.0f};
	CHECK_FALSE(Stage.Rig.Build(Skeleton, {}, {}, nullptr, Scaled));
	CHECK(Scaled.ToString().find("joint_4") != std::string::npos);

	FDiagnostics Sheared;
	FSkinnedMesh Mesh = Stage.Mesh;
	Mesh.InverseBinds[6].Rows[0][0] *= 2.0f;
	CHECK_FALSE(Stage.Rig.Build(Stage.Skeleton, {}, {}, &Mesh, Sheared));
	CHECK(Sheared.ToString().find("joint_6") != std::string::npos);

	FDiagnostics Twice;
	Mesh = Stage.Mesh;
	Mesh.Joints[5] = Mesh.Joints[4];
	CHECK_FALSE(Stage.Rig.Build(Stage.Skeleton, {}, {}, &Mesh, Twice));
	CHECK(Twice.ToString().find("in two ways") != std::string::npos);

	for (const FBatchLeg& Leg : {FBatchLeg{1, 8, 9}, FBatchLeg{1, 1, 4}, FBatchLeg{-1, 3, 4}, FBatchLeg{1, 3, 99}})
	{
		FDiagnostics Legless;
		CHECK_FALSE(Stage.Rig.Build(Stage.Skeleton, {}, std::array{Leg}, nullptr, Legless));
		CHECK(Legless.HasErrors());
	}
	CHECK(Stage.Rig.GetLegCount() == 2); // unchanged
	CHECK(Stage.Rig.GetClipCount() == 3);
}

TEST_CASE("FCharacterBatchJob: allocates nothing")
{
	FStage Stage;
	const std::vector<FBatchLayer> Layers = RandomLayers(3 * 20, 3, 41);
	const std::vector<FBatchFoot> Feet = RandomFeet(2 * 20, 42);
	std::vector<FJointMatrix> Out(20 * 21);
	const FCharacterBatchJob Job{&Stage.Rig, 20, 3, Layers, Feet, &Stage.Scratch, Out};
	REQUIRE(Job.Run());
	int64_t Allocations = 0;
	bool bRan = false;
	{
		const FAllocationCounter Counter;
		bRan = Job.Run();
		Allocations = Counter.GetCount();
	}
	CHECK(bRan);
	CHECK(Allocations == 0);
}

TEST_CASE("FCharacterBatchJob: each character's matrices go where they are wanted, a joint that is named twice too")
{
	FStage Stage(false);
	Stage.Mesh.Joints.push_back(Stage.Mesh.Joints[3]);
	Stage.Mesh.InverseBinds.push_back(Stage.Mesh.InverseBinds[3]);
	FDiagnostics Diagnostics;
	REQUIRE(Stage.Rig.Build(Stage.Skeleton, Stage.Clips, {}, &Stage.Mesh, Diagnostics));
	Stage.Scratch.Prepare(Stage.Rig);
	const std::vector<FBatchLayer> Layers = RandomLayers(2 * 11, 3, 51);
	const std::vector<FJointMatrix> Expected = Stage.Run(Layers, 2, {});
	std::vector<FJointMatrix> Out(Expected.size());
	std::vector<FJointMatrix*> Each;
	for (size_t Character = 11; Character-- > 0;) // the last comes first
	{
		Each.push_back(Out.data() + Character * 22);
	}
	FCharacterBatchJob Job{&Stage.Rig, 11, 2, Layers, {}, &Stage.Scratch};
	Job.OutputEach = Each;
	REQUIRE(Job.Run());
	for (size_t Character = 0; Character < 11; ++Character)
	{
		const std::span<const FJointMatrix> Wanted = std::span(Expected).subspan(Character * 22, 22);
		CHECK(SameBits(Wanted, std::span(Out).subspan((10 - Character) * 22, 22)));
		CHECK(SameBits(Wanted.subspan(3, 1), Wanted.subspan(21, 1)));
	}
	Each[4] = nullptr;
	CHECK_FALSE(Job.Run());
	Job.OutputEach = std::span(Each).first(3);
	CHECK_FALSE(Job.Run());
}
