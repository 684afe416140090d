// Surfaces of bodies as triangles, against volumes in closed form and distances to the true shapes.
#include "PhysicsTestSupport.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
struct FTriangles
{
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;

	// Of a closed surface whose faces look outward (divergence theorem).
	float Volume() const
	{
		float Sum = 0.0f;
		const FVector Origin = Vertices[0];
		for (size_t Index = 0; Index + 2 < Indices.size(); Index += 3)
		{
			const FVector A = Vertices[Indices[Index]] - Origin;
			const FVector B = Vertices[Indices[Index + 1]] - Origin;
			Sum += glm::dot(A, glm::cross(B, Vertices[Indices[Index + 2]] - Origin));
		}
		return Sum / 6.0f;
	}
};

FTriangles SurfaceOf(FShapeDef Shape, const FTransform& Transform)
{
	FTestWorld Test(EPhysicsWorldKind::Fast);
	FBodyDef Def;
	Def.Shape = std::move(Shape);
	Def.Type = EBodyType::Static;
	Def.Transform = Transform;
	const FBodyId Id = Test.Add(Def);
	FTriangles Out;
	REQUIRE(Test.World.AppendSurface(Id, Out.Vertices, Out.Indices));
	REQUIRE(Out.Indices.size() % 3 == 0);
	for (const uint32_t Index : Out.Indices)
	{
		REQUIRE(Index < Out.Vertices.size());
	}
	return Out;
}

FTransform Turned(float Scale = 1.0f)
{
	return {{3.0f, 2.0f, -5.0f}, glm::angleAxis(0.7f, glm::normalize(FVector{1.0f, 2.0f, 0.5f})), Scale};
}
} // namespace

TEST_CASE("FPhysicsWorld: a box's surface is closed, looks outward and lies where the body is")
{
	const FTriangles Box = SurfaceOf(FShapeDef::MakeBox({1.0f, 2.0f, 3.0f}), Turned(0.5f));
	CHECK(Box.Volume() == Approx(6.0f)); // 1 x 2 x 3 m
	for (const FVector& Vertex : Box.Vertices)
	{
		const FVector Local = Turned(0.5f).InverseTransformPoint(Vertex);
		CHECK(std::abs(Local.x) == Approx(1.0f).margin(1e-4));
		CHECK(std::abs(Local.y) == Approx(2.0f).margin(1e-4));
		CHECK(std::abs(Local.z) == Approx(3.0f).margin(1e-4));
	}
}

TEST_CASE("FPhysicsWorld: corners of a ball's and a capsule's surface lie on the true one")
{
	const float HalfHeight = GENERATE(0.0f, 0.8f);
	FShapeDef Shape = HalfHeight > 0.0f ? FShapeDef::MakeCapsule(0.5f, HalfHeight) : FShapeDef::MakeSphere(0.5f);
	const FTriangles Round = SurfaceOf(std::move(Shape), Turned());
	for (const FVector& Vertex : Round.Vertices)
	{
		const FVector Local = Turned().InverseTransformPoint(Vertex);
		const float OnAxis = std::clamp(Local.y, -HalfHeight, HalfHeight);
		CHECK(Length(Local - FVector{0.0f, OnAxis, 0.0f}) == Approx(0.5f).margin(1e-4));
	}
	const float True = Pi * 0.25f * (4.0f / 3.0f * 0.5f + 2.0f * HalfHeight);
	CHECK(Round.Volume() < True);
	CHECK(Round.Volume() > 0.92f * True);
}

TEST_CASE("FPhysicsWorld: hulls and meshes give their own triangles, appended to what is there")
{
	const std::vector<FVector> Corners = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
	CHECK(SurfaceOf(FShapeDef::MakeHull(Corners), Turned()).Volume() == Approx(4.5f));
	const std::vector<uint32_t> Faces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
	CHECK(SurfaceOf(FShapeDef::MakeMesh(Corners, Faces), Turned()).Volume() == Approx(4.5f));

	FTestWorld Test(EPhysicsWorldKind::Fast);
	FBodyDef Def;
	Def.Shape = FShapeDef::MakeMesh(Corners, Faces);
	Def.Type = EBodyType::Static;
	const FBodyId Id = Test.Add(Def);
	FTriangles Twice;
	Test.World.AppendSurface(Id, Twice.Vertices, Twice.Indices);
	Test.World.AppendSurface(Id, Twice.Vertices, Twice.Indices);
	CHECK(Twice.Volume() == Approx(9.0f));
	CHECK(Test.World.GetShapeType(Id) == EShapeType::Mesh);
}

TEST_CASE("FPhysicsWorld: triggers and bodies that are gone have no surface")
{
	FTestWorld Test(EPhysicsWorldKind::Fast);
	FBodyDef Def;
	Def.Shape = FShapeDef::MakeBox({1.0f, 1.0f, 1.0f});
	Def.Type = EBodyType::Static;
	const FBodyId Gone = Test.Add(Def);
	Test.World.DestroyBody(Gone);
	Def.bTrigger = true;
	const FBodyId Trigger = Test.Add(Def);
	FTriangles Out;
	CHECK_FALSE(Test.World.AppendSurface(Gone, Out.Vertices, Out.Indices));
	CHECK_FALSE(Test.World.AppendSurface(Trigger, Out.Vertices, Out.Indices));
	CHECK_FALSE(Test.World.AppendSurface({}, Out.Vertices, Out.Indices));
	CHECK(Out.Vertices.empty());
	CHECK(Out.Indices.empty());
}
} // namespace Flockwork
