#include "PhysicsTestSupport.h"
#include "QueryReference.h"

#include <array>

using namespace Flockwork;

namespace
{
constexpr EShapeType Types[] = {
    EShapeType::Box, EShapeType::Sphere, EShapeType::Capsule, EShapeType::Hull, EShapeType::Mesh};

FShapeDef ShapeOf(EShapeType Type)
{
	switch (Type)
	{
	case EShapeType::Box:
		return FShapeDef::MakeBox({1.0f, 0.5f, 0.8f});
	case EShapeType::Sphere:
		return FShapeDef::MakeSphere(0.9f);
	case EShapeType::Capsule:
		return FShapeDef::MakeCapsule(0.5f, 0.7f);
	case EShapeType::Hull:
		return FShapeDef::MakeHull(
		    {{1.0f, -0.5f, -0.6f}, {-1.0f, -0.5f, -0.5f}, {0.1f, -0.4f, 1.2f}, {0.0f, 1.1f, 0.1f}});
	case EShapeType::Mesh:
		break;
	}
	return BoxMesh({1.0f, 0.5f, 0.8f});
}

// One query shape at a place, as an overlap.
using FOverlapQuery = std::function<int32_t(const FVector&, std::span<FOverlap>)>;
} // namespace

TEST_CASE("FPhysicsWorld: the push of an overlap ends it, and a little less does not")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EShapeType Type = GENERATE(from_range(std::begin(Types), std::end(Types)));
	const int QueryKind = GENERATE(0, 1, 2);
	CAPTURE(ToString(Type), QueryKind);
	FTestRandom Random(uint32_t(17 + QueryKind));
	int Overlaps = 0;
	for (int Case = 0; Case < 150; ++Case)
	{
		FTestWorld Test(Kind);
		FBodyDef Def = Static(ShapeOf(Type), Random.Vector(2.0f));
		Def.Transform.Rotation = Random.Rotation();
		const FBodyId Id = Test.Add(Def);
		FTransform BoxPose;
		BoxPose.Rotation = Random.Rotation();
		const FOverlapQuery Query = [&](const FVector& Place, std::span<FOverlap> Out)
		{
			BoxPose.Location = Place;
			return QueryKind == 0   ? Test.World.OverlapSphere(Place, 0.4f, {}, Out)
			       : QueryKind == 1 ? Test.World.OverlapCapsule(Place, 0.3f, 0.5f, {}, Out)
			                        : Test.World.OverlapBox(BoxPose, {0.3f, 0.5f, 0.2f}, {}, Out);
		};
		const FVector Place = Def.Transform.Location + Random.Vector(1.6f);
		std::array<FOverlap, 2> Out{};
		const int32_t Count = Query(Place, Out);
		if (Count == 0)
		{
			continue;
		}
		++Overlaps;
		CAPTURE(Case);
		REQUIRE(Count == 1);
		REQUIRE(Out[0].BodyBits == Id.ToBits());
		REQUIRE(Out[0].Layer == uint32_t(ELayer::WorldStatic));
		const FVector Push = Out[0].Push;
		REQUIRE(Length(Push) > 0.0f);
		REQUIRE(Query(Place + Push * (1.0f + 3e-4f / Length(Push)), Out) == 0);
		// A mesh is left by steps, whose sum need not be the shortest.
		if (Type != EShapeType::Mesh && Length(Push) > 0.01f)
		{
			REQUIRE(Query(Place + Push * 0.97f, Out) == 1);
			// No other direction leaves sooner.
			for (int Try = 0; Try < 20; ++Try)
			{
				const FVector Direction = glm::normalize(Random.Vector(1.0f) + FVector(0.0f, 1e-3f, 0.0f));
				REQUIRE(Query(Place + Direction * (Length(Push) * 0.97f), Out) == 1);
			}
		}
	}
	REQUIRE(Overlaps > 20);
}

TEST_CASE("FPhysicsWorld: a ball overlaps a box exactly where the distance says")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	FTestWorld Test(Kind);
	FTestRandom Random(23);
	FBodyDef Def = Static(FShapeDef::MakeBox({1.0f, 0.5f, 0.8f}), {0.3f, 0.2f, 0.1f});
	Def.Transform.Rotation = Random.Rotation();
	Test.Add(Def);
	for (int Case = 0; Case < 2000; ++Case)
	{
		const FVector Place = Random.Vector(2.5f);
		const double Distance =
		    BoxDistance(InverseTransform(Def.Transform, FReferenceVector(Place)), {1.0, 0.5, double(0.8f)});
		if (std::fabs(Distance - 0.5) < 2e-4)
		{
			continue;
		}
		std::array<FOverlap, 1> Out{};
		const int32_t Count = Test.World.OverlapSphere(Place, 0.5f, {}, Out);
		REQUIRE(Count == (Distance < 0.5 ? 1 : 0));
		REQUIRE((Count == 0 || std::fabs(double(Length(Out[0].Push)) - (0.5 - Distance)) < 1e-4));
	}
}

TEST_CASE("FPhysicsWorld: overlaps come in order of creation, and are counted beyond the room for them")
{
	FTestWorld Test(EACH_KIND);
	std::vector<FBodyId> Ids;
	for (int Index = 0; Index < 12; ++Index)
	{
		FBodyDef Def = Static(FShapeDef::MakeSphere(0.5f), {0.3f * float((Index * 7) % 12), 0.0f, 0.0f});
		Def.Type = Index % 3 == 0 ? EBodyType::Kinematic : EBodyType::Static;
		Ids.push_back(Test.Add(Def));
	}
	std::array<FOverlap, 12> Out{};
	REQUIRE(Test.World.OverlapSphere({1.6f, 0.0f, 0.0f}, 3.0f, {}, Out) == 12);
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		REQUIRE(Out[Index].BodyBits == Ids[Index].ToBits());
	}
	std::array<FOverlap, 5> Few{};
	REQUIRE(Test.World.OverlapSphere({1.6f, 0.0f, 0.0f}, 3.0f, {}, Few) == 12);
	for (size_t Index = 0; Index < Few.size(); ++Index)
	{
		REQUIRE(Few[Index].BodyBits == Ids[Index].ToBits());
	}
	REQUIRE(Test.World.OverlapSphere({1.6f, 0.0f, 0.0f}, 3.0f, {}, {}) == 12);
}

TEST_CASE("FPhysicsWorld: a capsule sunk into a mesh corner is pushed out of floor and wall")
{
	FTestWorld Test(EACH_KIND);
	Test.Add(Static(FlatMesh(10.0f, 10), {}));
	FBodyDef Wall = Static(FlatMesh(10.0f, 10), {2.0f, 0.0f, 0.0f});
	Wall.Transform.Rotation = glm::angleAxis(Pi * 0.5f, FVector(0.0f, 0.0f, 1.0f)); // faces -x
	Test.Add(Wall);
	std::array<FOverlap, 4> Out{};
	const FVector Place(1.8f, 0.8f, 0.3f); // radius .3, half height .6: .1 into the floor, .1 into the wall
	REQUIRE(Test.World.OverlapCapsule(Place, 0.3f, 0.6f, {}, Out) == 2);
	REQUIRE(Length(Out[0].Push - FVector(0.0f, 0.1f, 0.0f)) < 1e-3f);
	REQUIRE(Length(Out[1].Push - FVector(-0.1f, 0.0f, 0.0f)) < 1e-3f);
}

TEST_CASE("FPhysicsWorld: Push moves dynamic bodies and no others")
{
	FTestWorld Test(EACH_KIND, {});
	const FBodyId Ball = Test.Add(Dynamic(FShapeDef::MakeSphere(0.5f), {}));
	const FBodyId Wall = Test.Add(Static(FShapeDef::MakeSphere(0.5f), {5.0f, 0.0f, 0.0f}));
	ISceneQuery& Query = Test.World;
	REQUIRE(Query.Push(Ball.ToBits(), {2.0f, 0.0f, 0.0f}, {}));
	REQUIRE(!Query.Push(Wall.ToBits(), {2.0f, 0.0f, 0.0f}, {}));
	REQUIRE(!Query.Push(FBodyId{}.ToBits(), {2.0f, 0.0f, 0.0f}, {}));
	REQUIRE(Test.World.GetVelocity(Ball).x == Approx(2.0f));
}
