#include "PhysicsTestSupport.h"
#include "QueryReference.h"

using namespace Flockwork;

namespace
{
enum class EWall
{
	Box,
	OneSidedMesh,
	BoxMesh,
	Hull
};

// A wall of 5 cm in the plane x = 0 (its near face at -0.025), 20 m high and wide.
FBodyDef WallOf(EWall Kind)
{
	const FVector Half(0.025f, 10.0f, 10.0f);
	FBodyDef Def = Static(FShapeDef::MakeBox(Half), {});
	if (Kind == EWall::BoxMesh)
	{
		Def.Shape = BoxMesh(Half);
	}
	else if (Kind == EWall::Hull)
	{
		Def.Shape = FShapeDef::MakeHull(BoxMesh(Half).Vertices);
	}
	else if (Kind == EWall::OneSidedMesh)
	{
		Def.Shape = FlatMesh(10.0f, 7);
		Def.Transform.Rotation = glm::angleAxis(Pi * 0.5f, FVector(0.0f, 0.0f, 1.0f)); // up becomes -x
	}
	return Def;
}
} // namespace

TEST_CASE("FPhysicsWorld: nothing tunnels through a wall of 5 cm at 30 m/s")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EWall Wall = GENERATE(EWall::Box, EWall::OneSidedMesh, EWall::BoxMesh, EWall::Hull);
	const EShapeType Type = GENERATE(EShapeType::Sphere, EShapeType::Capsule, EShapeType::Box);
	CAPTURE(int(Wall), ToString(Type));
	FTestRandom Random(3);
	FTestWorld Test(Kind, {});
	FBodyDef WallDef = WallOf(Wall);
	WallDef.Restitution = 0.0f;
	Test.Add(WallDef);
	std::vector<FBodyId> Ids;
	for (int Index = 0; Index < 150; ++Index)
	{
		FBodyDef Def = Boid({Random.Range(-4.0f, -1.0f), Random.Range(-5.0f, 5.0f), Random.Range(-5.0f, 5.0f)});
		Def.Shape = Type == EShapeType::Sphere    ? FShapeDef::MakeSphere(0.1f)
		            : Type == EShapeType::Capsule ? FShapeDef::MakeCapsule(0.1f, 0.2f)
		                                          : FShapeDef::MakeBox({0.1f, 0.15f, 0.1f});
		Def.bContinuous = true;
		Def.CollidesWith = LayerBit(ELayer::WorldStatic);
		Def.LinearVelocity = {30.0f, Random.Range(-8.0f, 8.0f), Random.Range(-8.0f, 8.0f)};
		Ids.push_back(Test.Add(Def));
	}
	for (int Step = 0; Step < 60; ++Step)
	{
		Test.Step();
		for (const FBodyId Id : Ids)
		{
			CAPTURE(Step, Id.Index);
			REQUIRE(Test.World.GetTransform(Id).Location.x < 0.0f);
		}
	}
	for (const FBodyId Id : Ids)
	{
		REQUIRE(Test.World.GetTransform(Id).Location.x > -2.5f); // no bounce to speak of, either
	}
}

TEST_CASE("FPhysicsWorld: steered into a wall at 30 m/s again and again, a boid stays on its side")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EWall Wall = GENERATE(EWall::Box, EWall::OneSidedMesh, EWall::BoxMesh);
	CAPTURE(int(Wall));
	FTestWorld Test(Kind, {});
	Test.Add(WallOf(Wall));
	FBodyDef Def = Boid({-2.0f, 0.0f, 0.0f}, 0.15f);
	Def.bContinuous = true;
	const FBodyId Id = Test.Add(Def);
	for (int Step = 0; Step < 200; ++Step)
	{
		REQUIRE(Test.World.SetVelocity(Id, {30.0f, Step % 3 ? 4.0f : -4.0f, 1.0f}));
		Test.Step();
		REQUIRE(Test.World.GetTransform(Id).Location.x < 0.0f);
	}
}

TEST_CASE("FPhysicsWorld: the sweep heeds layers and leaves free flight alone")
{
	FTestWorld Test(EACH_KIND, {});
	Test.Add(WallOf(EWall::Box));
	FBodyDef Def = Boid({-2.0f, 0.0f, 0.0f}, 0.1f);
	Def.bContinuous = true;
	Def.LinearVelocity = {30.0f, 0.0f, 0.0f};
	Def.CollidesWith = LayerBit(ELayer::Boid);
	const FBodyId Through = Test.Add(Def);
	Def.Transform.Location.y = 15.0f;
	Def.CollidesWith = AllLayers;
	const FBodyId Above = Test.Add(Def);
	Test.Step(30);
	for (const FBodyId Id : {Through, Above})
	{
		REQUIRE(Test.World.GetVelocity(Id) == Def.LinearVelocity);
		REQUIRE(Test.World.GetTransform(Id).Location.x == Approx(13.0f).epsilon(1e-4));
	}
}
