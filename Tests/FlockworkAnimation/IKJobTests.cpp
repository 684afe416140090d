// Inverse kinematics against closed forms: lengths, angles and directions worked out by other ways than the jobs'.
#include "FlockworkAnimation/IKJobs.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "TestCharacter.h"

#include <catch2/catch.hpp>
#include <limits>

namespace Flockwork
{
namespace
{
const float Nan = std::numeric_limits<float>::quiet_NaN();

FTwoBoneIKJob MakeLeg()
{
	FTwoBoneIKJob Leg;
	Leg.Start = {0.1f, 0.95f, 0.0f};
	Leg.Mid = {0.1f, 0.5f, 0.04f};
	Leg.End = {0.1f, 0.08f, 0.0f};
	Leg.Target = Leg.End;
	return Leg;
}

double AngleAt(const FVector& A, const FVector& B, const FVector& C)
{
	const glm::dvec3 U = glm::normalize(glm::dvec3(A) - glm::dvec3(B));
	const glm::dvec3 V = glm::normalize(glm::dvec3(C) - glm::dvec3(B));
	return std::acos(glm::clamp(glm::dot(U, V), -1.0, 1.0)) * 180.0 / double(Pi);
}

// Where the turned bones end, which the job's own NewMid and NewEnd should agree with.
FVector TurnedEnd(const FTwoBoneIKJob& Leg)
{
	return Leg.Start + Leg.StartTurn * (Leg.Mid - Leg.Start) + Leg.MidTurn * (Leg.End - Leg.Mid);
}
} // namespace

TEST_CASE("FTwoBoneIKJob: refuses numbers that are not finite, bones of no length and values out of range")
{
	const auto Refused = [](auto&& Break)
	{
		FTwoBoneIKJob Leg = MakeLeg();
		Break(Leg);
		return !Leg.Run();
	};
	CHECK(Refused([](FTwoBoneIKJob& L) { L.Target.x = Nan; }));
	CHECK(Refused([](FTwoBoneIKJob& L) { L.Pole.y = Nan; }));
	CHECK(Refused([](FTwoBoneIKJob& L) { L.Mid = L.Start; }));
	CHECK(Refused([](FTwoBoneIKJob& L) { L.End = L.Mid; }));
	CHECK(Refused([](FTwoBoneIKJob& L) { L.Weight = 1.5f; }));
	CHECK(Refused([](FTwoBoneIKJob& L) { L.MaxAngle = 200.0f; }));
	CHECK(Refused([](FTwoBoneIKJob& L) { L.SoftShare = 0.0f; }));
	CHECK_FALSE(Refused([](FTwoBoneIKJob&) {}));
}

TEST_CASE("FTwoBoneIKJob: reaches every target before the soft zone to a tenth of a millimetre")
{
	std::mt19937 Random(5);
	int32_t Reached = 0;
	for (int32_t Round = 0; Round < 20000; ++Round)
	{
		FTwoBoneIKJob Leg = MakeLeg();
		Leg.Target = Leg.Start + RandomVector(Random, 1.0f);
		REQUIRE(Leg.Run());
		REQUIRE(Length(TurnedEnd(Leg) - Leg.NewEnd) < 1e-5f);
		REQUIRE(Length(Leg.NewMid - Leg.Start) == Approx(Length(Leg.Mid - Leg.Start)).margin(1e-5));
		REQUIRE(AngleAt(Leg.Start, Leg.NewMid, Leg.NewEnd) <= 172.01);
		const float Distance = Length(Leg.Target - Leg.Start);
		if (Leg.bReached)
		{
			++Reached;
			REQUIRE(Length(Leg.NewEnd - Leg.Target) < 1e-4f);
		}
		else
		{
			const bool bOutside = Distance > Leg.GetSoftReach() - 1e-5f || Distance < 0.151f * 0.88f;
			REQUIRE(bOutside);
		}
	}
	CHECK(Reached > 5000);
}

TEST_CASE("FTwoBoneIKJob: the hinge lies in the plane of target and pole, on the pole's side")
{
	std::mt19937 Random(6);
	for (int32_t Round = 0; Round < 2000; ++Round)
	{
		FTwoBoneIKJob Leg = MakeLeg();
		Leg.Target = Leg.Start + SafeNormal(RandomVector(Random, 1.0f) + FVector{0.01f}) * 0.6f;
		Leg.Pole = SafeNormal(RandomVector(Random, 1.0f) + FVector{0.01f});
		const FVector Direction = SafeNormal(Leg.Target - Leg.Start);
		if (Length(glm::cross(Direction, Leg.Pole)) < 0.21f)
		{
			continue; // fades to the present plane there
		}
		REQUIRE(Leg.Run());
		const FVector Offset = Leg.NewMid - Leg.Start;
		const FVector Across = SafeNormal(Leg.Pole - Direction * glm::dot(Leg.Pole, Direction));
		const FVector Side = Offset - Direction * glm::dot(Offset, Direction);
		REQUIRE(glm::dot(SafeNormal(Side), Across) > 0.9999f);
	}
}

TEST_CASE("FTwoBoneIKJob: a target that moves by a millimetre turns no joint by more than five degrees")
{
	// Along lines through the leg's whole space: far beyond its reach, through the soft zone, past the hip, save the
	// ball about it in which no direction is clear.
	std::mt19937 Random(8);
	for (int32_t Line = 0; Line < 60; ++Line)
	{
		const FVector Through = MakeLeg().Start + RandomVector(Random, Line < 10 ? 0.002f : 0.5f);
		FVector Along = SafeNormal(RandomVector(Random, 1.0f) + FVector{0.0f, 0.01f, 0.0f});
		FTwoBoneIKJob Before;
		bool bFirst = true;
		for (float Place = -1.5f; Place <= 1.5f; Place += 0.001f)
		{
			FTwoBoneIKJob Leg = MakeLeg();
			Leg.HingeAxis = {1.0f, 0.0f, 0.0f};
			Leg.Target = Through + Along * Place;
			REQUIRE(Leg.Run());
			const bool bClear = Length(Leg.Target - Leg.Start) > 0.16f * 0.88f;
			if (!bFirst && bClear)
			{
				INFO("line " << Line << " at " << Place);
				REQUIRE(TurnAngle(Before.StartTurn, Leg.StartTurn) <= 5.0);
				REQUIRE(TurnAngle(Before.MidTurn, Leg.MidTurn) <= 5.0);
			}
			Before = Leg;
			bFirst = false;
		}
	}
}

TEST_CASE("FTwoBoneIKJob: a straight limb bends toward its pole, a wrongly bent one is not twisted round")
{
	FTwoBoneIKJob Straight;
	Straight.Start = {0.0f, 1.0f, 0.0f};
	Straight.Mid = {0.0f, 0.5f, 0.0f};
	Straight.End = {0.0f, 0.0f, 0.0f};
	Straight.Target = {0.0f, 0.2f, 0.0f};
	REQUIRE(Straight.Run());
	CHECK(Straight.NewMid.z > 0.2f);
	CHECK(Straight.NewMid.x == Approx(0.0f).margin(1e-5f));
	FTwoBoneIKJob Wrong = Straight;
	Wrong.Mid.z = -0.02f; // the knee points backward
	REQUIRE(Wrong.Run());
	CHECK(Wrong.NewMid.z > 0.2f);
	CHECK((Wrong.StartTurn * FVector{1.0f, 0.0f, 0.0f}).x > 0.99f); // what was on the left is on the left
}

TEST_CASE("FTwoBoneIKJob: weight 0 leaves the limb, half of it goes half of the way")
{
	FTwoBoneIKJob Leg = MakeLeg();
	Leg.Target = {0.2f, 0.3f, 0.2f};
	Leg.Weight = 0.0f;
	REQUIRE(Leg.Run());
	CHECK(Length(Leg.NewEnd - Leg.End) < 1e-5f);
	Leg.Weight = 0.5f;
	REQUIRE(Leg.Run());
	CHECK(Length(Leg.NewEnd - (Leg.End + Leg.Target) * 0.5f) < 1e-4f);
	CHECK_FALSE(Leg.bReached);
}

TEST_CASE("FLookAtJob: the turned head's axis meets the target, within its limits")
{
	std::mt19937 Random(9);
	const FVector Joints[3] = {{0.0f, 1.2f, 0.0f}, {0.0f, 1.45f, -0.02f}, {0.0f, 1.6f, 0.0f}};
	const float Shares[3] = {0.2f, 0.3f, 0.5f};
	for (int32_t Round = 0; Round < 2000; ++Round)
	{
		FLookAtJob Look;
		Look.Joints = Joints;
		Look.Shares = Shares;
		Look.Eye = {0.0f, 0.05f, 0.1f};
		Look.Target = RandomVector(Random, 4.0f) + FVector{0.0f, 1.6f, 1.0f};
		REQUIRE(Look.Run());
		// Forward kinematics of the test's own.
		const FVector Neck = Joints[0] + Look.Turns[0] * (Joints[1] - Joints[0]);
		const FVector Head = Neck + Look.Turns[1] * (Joints[2] - Joints[1]);
		const FVector Eye = Head + Look.Turns[2] * Look.Eye;
		const FVector Gaze = Look.Turns[2] * ForwardVector;
		if (Look.bReached && Length(Look.Target - Eye) > 0.7f)
		{
			REQUIRE(glm::dot(Gaze, SafeNormal(Look.Target - Eye)) > 0.99999f);
		}
		const float Pitch = std::asin(glm::clamp(Gaze.y, -1.0f, 1.0f)) * 180.0f / Pi;
		REQUIRE(std::abs(Pitch) <= 50.1f);
		REQUIRE(std::abs(YawOf(Look.Turns[2])) <= 80.1f * Pi / 180.0f);
		// Each joint has its share of the turn.
		REQUIRE(std::abs(YawOf(Look.Turns[0])) <= std::abs(YawOf(Look.Turns[2])) + 1e-4f);
	}
}

TEST_CASE("FLookAtJob: a target that circles the character makes no pop, behind its back neither")
{
	const FVector Joints[1] = {{0.0f, 1.6f, 0.0f}};
	const float Shares[1] = {1.0f};
	FQuat Before = IdentityQuat;
	for (int32_t Step = 0; Step <= 3600; ++Step)
	{
		const float Angle = float(Step) * Pi / 1800.0f;
		FLookAtJob Look;
		Look.Joints = Joints;
		Look.Shares = Shares;
		Look.Target = Joints[0] + FVector{std::sin(Angle), 0.2f, std::cos(Angle)} * 2.0f;
		REQUIRE(Look.Run());
		if (Step > 0)
		{
			REQUIRE(TurnAngle(Before, Look.Turns[0]) < 1.0); // the target moved by 0.1 degrees
		}
		Before = Look.Turns[0];
	}
}

TEST_CASE("FGroundAlignJob: lays the sole on the normal, by its limit, about its hinge alone")
{
	std::mt19937 Random(10);
	for (int32_t Round = 0; Round < 1000; ++Round)
	{
		FGroundAlignJob Foot;
		Foot.Normal = SafeNormal(UpVector + RandomVector(Random, 0.4f));
		REQUIRE(Foot.Run());
		REQUIRE(glm::dot(Foot.Turn * Foot.SoleUp, Foot.Normal) > 0.999999f);
		Foot.Axis = {1.0f, 0.0f, 0.0f};
		REQUIRE(Foot.Run());
		REQUIRE((Foot.Turn * Foot.SoleUp).x == Approx(0.0f).margin(1e-6f));
		const FVector Seen = SafeNormal(FVector{0.0f, Foot.Normal.y, Foot.Normal.z});
		REQUIRE(glm::dot(Foot.Turn * Foot.SoleUp, Seen) > 0.999999f);
	}
	FGroundAlignJob Steep;
	Steep.Normal = SafeNormal({0.0f, 0.2f, 1.0f});
	Steep.MaxAngle = 30.0f;
	REQUIRE(Steep.Run());
	CHECK(TurnAngle(Steep.Turn, IdentityQuat) == Approx(30.0).margin(1e-3));
	Steep.Normal = {0.0f, 3.0f, 0.0f};
	CHECK_FALSE(Steep.Run());
}

TEST_CASE("FChainIKJob: both solvers reach, keep every bone's length, and stretch toward what is out of reach")
{
	const EChainSolver Solver = GENERATE(EChainSolver::Fabrik, EChainSolver::Ccd);
	std::mt19937 Random(12);
	int32_t Reached = 0;
	int32_t Reachable = 0;
	for (int32_t Round = 0; Round < 500; ++Round)
	{
		std::vector<FVector> Joints{FVector{0.0f}};
		for (int32_t Bone = 0; Bone < 7; ++Bone)
		{
			Joints.push_back(Joints.back() + FVector{0.0f, 0.2f, 0.03f * float(Bone % 2)});
		}
		const std::vector<FVector> Before = Joints;
		FChainIKJob Chain;
		Chain.Joints = Joints;
		Chain.Solver = Solver;
		Chain.MaxIterations = 200;
		Chain.Target = RandomVector(Random, 1.2f);
		REQUIRE(Chain.Run());
		REQUIRE(Joints[0] == Before[0]);
		for (size_t Bone = 0; Bone + 1 < Joints.size(); ++Bone)
		{
			REQUIRE(Length(Joints[Bone + 1] - Joints[Bone]) ==
			        Approx(Length(Before[Bone + 1] - Before[Bone])).margin(1e-5));
		}
		Reached += Chain.bReached ? 1 : 0;
		Reachable += Length(Chain.Target) < 1.4f ? 1 : 0;
		if (Length(Chain.Target) > 1.45f)
		{
			const FVector End = SafeNormal(Joints.back());
			REQUIRE(glm::dot(End, SafeNormal(Chain.Target)) > 0.9999f);
		}
		else if (Chain.bReached)
		{
			REQUIRE(Length(Joints.back() - Chain.Target) <= 1.01e-4f);
		}
	}
	CAPTURE(Reachable);
	// CCD creeps where the chain is nearly straight.
	const float Share = Solver == EChainSolver::Fabrik ? 0.97f : 0.85f;
	CHECK(float(Reached) > Share * float(Reachable));
}

TEST_CASE("FChainIKJob: a straight chain folds for a target in its own line")
{
	std::vector<FVector> Joints;
	for (int32_t Joint = 0; Joint < 6; ++Joint)
	{
		Joints.push_back({0.0f, 0.2f * float(Joint), 0.0f});
	}
	FChainIKJob Chain;
	Chain.Joints = Joints;
	Chain.Target = {0.0f, 0.5f, 0.0f};
	Chain.MaxIterations = 500;
	REQUIRE(Chain.Run());
	CHECK(Chain.bReached);
	Joints.resize(1);
	Chain.Joints = Joints;
	CHECK_FALSE(Chain.Run());
}

TEST_CASE("TurnBetween: takes one direction to the other, opposites too")
{
	std::mt19937 Random(13);
	for (int32_t Round = 0; Round < 500; ++Round)
	{
		const FVector From = RandomVector(Random, 1.0f);
		const FVector To = Round % 5 == 0 ? -From : RandomVector(Random, 1.0f);
		const FQuat Turn = TurnBetween(From, To);
		REQUIRE(glm::dot(Turn, Turn) == Approx(1.0f).margin(1e-5));
		REQUIRE(glm::dot(SafeNormal(Turn * From), SafeNormal(To)) > 0.99999f);
	}
	CHECK(TurnBetween({}, UpVector) == IdentityQuat);
}

TEST_CASE("ApplyTurn: turns the joint and all below it, and nothing else")
{
	const FSkeleton Skeleton = MakeTestSkeleton(12, 1, false);
	std::vector<FJointPose> Locals = Skeleton.RestPose;
	std::vector<FJointMatrix> Models = Skeleton.RestModels();
	const std::vector<FJointMatrix> Before = Models;
	const FQuat Turn = glm::angleAxis(0.7f, SafeNormal({1.0f, 2.0f, 3.0f}));
	ApplyTurn(Skeleton, 3, Turn, Locals, Models);
	const FVector Pivot = Before[3].GetTranslation();
	for (int32_t Joint = 0; Joint < 12; ++Joint)
	{
		const FVector Was = Before[size_t(Joint)].GetTranslation();
		const FVector Expected = Skeleton.IsAncestor(3, Joint) ? Pivot + Turn * (Was - Pivot) : Was;
		CHECK(Length(Models[size_t(Joint)].GetTranslation() - Expected) < 1e-5f);
	}
	const FSkeleton Turned{Skeleton.JointNames, Skeleton.Parents, Locals};
	CHECK(Length(Turned.RestModels()[11].GetTranslation() - Models[11].GetTranslation()) < 1e-5f);
}
} // namespace Flockwork
