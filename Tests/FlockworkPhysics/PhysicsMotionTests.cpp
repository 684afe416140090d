#include "PhysicsTestSupport.h"

#include <cmath>

using namespace Flockwork;

TEST_CASE("FPhysicsWorld: free fall is the semi-implicit sum")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	FTestWorld Test(Kind);
	const FBodyId Id = Test.Add(Dynamic(FShapeDef::MakeSphere(0.5f), {1.0f, 100.0f, -2.0f}));
	double Velocity = 0.0;
	double Height = 100.0;
	for (int Step = 0; Step < 120; ++Step)
	{
		Test.Step();
		Velocity += -9.81 * double(StepTime);
		Height += Velocity * double(StepTime);
		REQUIRE(double(Test.World.GetVelocity(Id).y) == Approx(Velocity).epsilon(1e-5));
		REQUIRE(double(Test.World.GetTransform(Id).Location.y) == Approx(Height).epsilon(1e-5));
	}
	REQUIRE(Test.World.GetTransform(Id).Location.x == 1.0f);
	REQUIRE(Test.World.GetTransform(Id).Location.z == -2.0f);
}

TEST_CASE("FPhysicsWorld: without gravity a body keeps its velocity to the bit")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef Def = Boid({0.0f, 3.0f, 0.0f});
	Def.LinearVelocity = {1.1f, -0.7f, 2.3f};
	const FBodyId Id = Test.Add(Def);
	FVector Expected = Def.Transform.Location;
	for (int Step = 0; Step < 100; ++Step)
	{
		Test.Step();
		Expected += Def.LinearVelocity * StepTime;
		REQUIRE(Test.World.GetVelocity(Id) == Def.LinearVelocity);
		REQUIRE(Length(Test.World.GetTransform(Id).Location - Expected) < 1e-5f);
	}
}

TEST_CASE("FPhysicsWorld: a force acts for one step, an impulse at once")
{
	FTestWorld Test(EACH_KIND, {});
	FBodyDef Def = Dynamic(FShapeDef::MakeSphere(0.5f), {});
	Def.Mass = 4.0f;
	const FBodyId Id = Test.Add(Def);
	REQUIRE(Test.World.AddForce(Id, {8.0f, 0.0f, 0.0f}));
	REQUIRE(Test.World.GetVelocity(Id).x == 0.0f);
	Test.Step();
	REQUIRE(Test.World.GetVelocity(Id).x == Approx(2.0f * StepTime));
	Test.Step();
	REQUIRE(Test.World.GetVelocity(Id).x == Approx(2.0f * StepTime));
	REQUIRE(Test.World.AddImpulse(Id, {0.0f, 6.0f, 0.0f}));
	REQUIRE(Test.World.GetVelocity(Id).y == Approx(1.5f));
	REQUIRE(Test.World.GetMass(Id) == Approx(4.0f));
}

TEST_CASE("FPhysicsWorld: an impulse beside the centre turns the body by r x J / I")
{
	FTestWorld Test(EACH_KIND, {});
	FBodyDef Def = Dynamic(FShapeDef::MakeSphere(0.5f), {1.0f, 2.0f, 3.0f});
	Def.Mass = 2.0f;
	const FBodyId Id = Test.Add(Def);
	REQUIRE(Test.World.AddImpulseAtPoint(Id, {0.0f, 0.0f, 1.0f}, {1.5f, 2.0f, 3.0f}));
	const float Inertia = 0.4f * 2.0f * 0.25f;
	REQUIRE(Test.World.GetAngularVelocity(Id).y == Approx(-0.5f / Inertia));
	REQUIRE(Test.World.GetVelocity(Id).z == Approx(0.5f));
	SECTION("but not one whose rotation is locked")
	{
		FBodyDef Locked = Def;
		Locked.bLockRotation = true;
		const FBodyId LockedId = Test.Add(Locked);
		REQUIRE(Test.World.AddImpulseAtPoint(LockedId, {0.0f, 0.0f, 1.0f}, {1.5f, 2.0f, 3.0f}));
		REQUIRE(Test.World.GetAngularVelocity(LockedId) == FVector{});
	}
}

TEST_CASE("FPhysicsWorld: linear damping loses its share of the speed in a second")
{
	FTestWorld Test(EACH_KIND, {});
	FBodyDef Def = Boid({});
	Def.LinearDamping = 0.3f;
	Def.LinearVelocity = {10.0f, 0.0f, 0.0f};
	const FBodyId Id = Test.Add(Def);
	Test.Step(60);
	REQUIRE(Test.World.GetVelocity(Id).x == Approx(7.0f).epsilon(1e-4));
}

TEST_CASE("FPhysicsWorld: an elastic ball bounces back to its speed, an inelastic one stays")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const bool bElastic = GENERATE(true, false);
	FTestWorld Test(Kind, {});
	FBodyDef Floor = Static(FShapeDef::MakeBox({10.0f, 1.0f, 10.0f}), {0.0f, -1.0f, 0.0f});
	Floor.Restitution = 1.0f;
	Test.Add(Floor);
	FBodyDef Ball = Dynamic(FShapeDef::MakeSphere(0.5f), {0.0f, 2.0f, 0.0f});
	Ball.Restitution = bElastic ? 1.0f : 0.0f;
	Ball.LinearVelocity = {0.0f, -3.0f, 0.0f};
	const FBodyId Id = Test.Add(Ball);
	Test.Step(60);
	REQUIRE(Test.World.GetVelocity(Id).y == Approx(bElastic ? 3.0f : 0.0f).margin(0.05));
}

TEST_CASE("FPhysicsWorld: a sliding box stops after v^2 / (2 mu g)")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef Floor = Static(FShapeDef::MakeBox({50.0f, 1.0f, 50.0f}), {0.0f, -1.0f, 0.0f});
	Floor.Friction = 1.0f;
	Test.Add(Floor);
	FBodyDef Box = Dynamic(FShapeDef::MakeBox({0.5f, 0.25f, 0.5f}), {0.0f, 0.25f, 0.0f});
	Box.Friction = 0.4f;
	Box.bLockRotation = true;
	Box.LinearVelocity = {4.0f, 0.0f, 0.0f};
	const FBodyId Id = Test.Add(Box);
	Test.Step(240);
	REQUIRE(Length(Test.World.GetVelocity(Id)) < 0.01f);
	REQUIRE(Test.World.GetTransform(Id).Location.x == Approx(16.0f / (2.0f * 0.4f * 9.81f)).epsilon(0.03));
}

TEST_CASE("FPhysicsWorld: a stack of boxes comes to rest where it stands")
{
	FTestWorld Test(EACH_KIND);
	Test.Add(Static(FShapeDef::MakeBox({50.0f, 1.0f, 50.0f}), {0.0f, -1.0f, 0.0f}));
	std::vector<FBodyId> Stack;
	for (int Level = 0; Level < 5; ++Level)
	{
		FBodyDef Box = Dynamic(FShapeDef::MakeBox({0.5f, 0.5f, 0.5f}), {0.0f, 0.5f + float(Level), 0.0f});
		Box.bCanSleep = true;
		Stack.push_back(Test.Add(Box));
	}
	Test.Step(300);
	for (size_t Level = 0; Level < Stack.size(); ++Level)
	{
		const FTransform Pose = Test.World.GetTransform(Stack[Level]);
		REQUIRE(Length(Pose.Location - FVector(0.0f, 0.5f + float(Level), 0.0f)) < 0.03f);
		REQUIRE(Test.World.IsAsleep(Stack[Level]));
	}
	SECTION("and wakes up when what it stands on goes")
	{
		REQUIRE(Test.World.DestroyBody(Test.World.GetBodies().front()));
		Test.Step(30);
		REQUIRE(Test.World.GetTransform(Stack[0]).Location.y < -0.3f);
		REQUIRE(Test.World.GetTransform(Stack[4]).Location.y < 4.2f);
	}
	SECTION("and wakes up by a push")
	{
		REQUIRE(Test.World.AddImpulse(Stack[4], {3.0f, 0.0f, 0.0f}));
		REQUIRE(!Test.World.IsAsleep(Stack[4]));
		Test.Step(5);
		REQUIRE(Test.World.GetTransform(Stack[4]).Location.x > 0.05f);
	}
}

TEST_CASE("FPhysicsWorld: a kinematic body goes where it is told and carries others along")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef Platform = Dynamic(FShapeDef::MakeBox({2.0f, 0.5f, 2.0f}), {0.0f, -0.5f, 0.0f});
	Platform.Type = EBodyType::Kinematic;
	Platform.Friction = 1.0f;
	const FBodyId PlatformId = Test.Add(Platform);
	FBodyDef Box = Dynamic(FShapeDef::MakeBox({0.5f, 0.5f, 0.5f}), {0.0f, 0.5f, 0.0f});
	Box.Friction = 1.0f;
	const FBodyId BoxId = Test.Add(Box);
	Test.Step(30);
	SECTION("by its velocity")
	{
		REQUIRE(Test.World.SetVelocity(PlatformId, {1.0f, 0.0f, 0.0f}));
		Test.Step(60);
		REQUIRE(Test.World.GetTransform(PlatformId).Location.x == Approx(1.0f).epsilon(1e-4));
		REQUIRE(Test.World.GetVelocity(PlatformId).x == Approx(1.0f).epsilon(1e-3));
	}
	SECTION("by targets")
	{
		for (int Step = 1; Step <= 60; ++Step)
		{
			FTransform Target = Platform.Transform;
			Target.Location.x = float(Step) / 60.0f;
			REQUIRE(Test.World.MoveKinematic(PlatformId, Target));
			Test.Step();
			REQUIRE(Test.World.GetTransform(PlatformId).Location.x == Target.Location.x);
		}
	}
	REQUIRE(Test.World.GetTransform(BoxId).Location.x == Approx(1.0f).margin(0.15));
	REQUIRE(Test.World.GetTransform(PlatformId).Location.y == -0.5f);
	// It stands still when nothing is asked of it.
	REQUIRE(Test.World.SetVelocity(PlatformId, {}));
	const FVector Before = Test.World.GetTransform(PlatformId).Location;
	Test.Step(10);
	REQUIRE(Test.World.GetTransform(PlatformId).Location == Before);
	REQUIRE(Test.World.GetVelocity(PlatformId) == FVector{});
}

TEST_CASE("FPhysicsWorld: bodies of equal shape share it")
{
	FTestWorld Test(EACH_KIND);
	std::vector<FBodyId> Ids;
	for (int Index = 0; Index < 50; ++Index)
	{
		Ids.push_back(Test.Add(Boid({float(Index) * 2.0f, 0.0f, 0.0f})));
	}
	REQUIRE(Test.World.GetStats().Shapes == 1);
	FBodyDef Large = Boid({0.0f, 9.0f, 0.0f});
	Large.Transform.Scale = 2.0f;
	Ids.push_back(Test.Add(Large));
	REQUIRE(Test.World.GetStats().Shapes == 2);
	REQUIRE(Test.World.GetBounds(Ids.back()).Max.y == Approx(9.6f));
	REQUIRE(Test.World.GetTransform(Ids.back()).Scale == 1.0f);
	for (const FBodyId Id : Ids)
	{
		REQUIRE(Test.World.DestroyBody(Id));
	}
	REQUIRE(Test.World.GetStats().Shapes == 0);
	REQUIRE(Test.World.GetBodyCount() == 0);
}

TEST_CASE("FPhysicsWorld: bulk calls do what the single ones do")
{
	FTestWorld Test(EACH_KIND, {});
	std::vector<FBodyId> Ids;
	std::vector<FVector> Accelerations;
	for (int Index = 0; Index < 2000; ++Index)
	{
		Ids.push_back(Test.Add(Boid({float(Index), 0.0f, 0.0f}, 0.1f)));
		Accelerations.push_back({0.0f, float(Index) * 0.01f, 1.0f});
	}
	const FBodyId Stale = Ids[700];
	REQUIRE(Test.World.DestroyBody(Stale));
	std::vector<FVector> Positions(Ids.size(), FVector(7.0f));
	std::vector<FVector> Velocities(Ids.size(), FVector(7.0f));
	REQUIRE(Test.World.ApplyAccelerations(Ids, Accelerations) == 1999);
	Test.Step();
	REQUIRE(Test.World.ReadBodies(Ids, Positions, Velocities) == 1999);
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		REQUIRE(Positions[Index] == Test.World.GetTransform(Ids[Index]).Location);
		REQUIRE(Velocities[Index] == Test.World.GetVelocity(Ids[Index]));
		const FVector Expected = Index == 700 ? FVector{} : Accelerations[Index] * StepTime;
		REQUIRE(Length(Velocities[Index] - Expected) < 1e-6f);
	}
	std::vector<FQuat> Rotations(Ids.size(), YawRotation({1.0f, 0.0f, 0.0f}));
	REQUIRE(Test.World.WriteRotations(Ids, Rotations) == 1999);
	REQUIRE(Test.World.WriteVelocities(Ids, Accelerations) == 1999);
	std::vector<FTransform> Transforms(Ids.size());
	REQUIRE(Test.World.ReadTransforms(Ids, Transforms) == 1999);
	REQUIRE(Length(Transforms[5].Rotation * ForwardVector - FVector(1.0f, 0.0f, 0.0f)) < 1e-5f);
	REQUIRE(Test.World.GetVelocity(Ids[9]) == Accelerations[9]);
	Test.Step(3);
	REQUIRE(Length(Test.World.GetTransform(Ids[5]).Rotation * ForwardVector - FVector(1.0f, 0.0f, 0.0f)) < 1e-5f);
}
