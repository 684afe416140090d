// The geometry that is made in code: budgets, closed surfaces, levels of detail.
#include "BodyMeshes.h"
#include "DetailChooser.h"
#include "StaticGeometry.h"

#include <catch2/catch.hpp>
#include <limits>

namespace Flockwork
{
namespace
{
FVector PositionOf(const FMesh& Mesh, uint16_t Index)
{
	const float* P = Mesh.Vertices[Index].Position;
	return {P[0], P[1], P[2]};
}

// Six times the enclosed volume: positive when the faces look outward (divergence theorem).
float SixfoldVolume(const FMesh& Mesh)
{
	float Sum = 0.0f;
	for (size_t Index = 0; Index < Mesh.Indices.size(); Index += 3)
	{
		const uint16_t* Corner = &Mesh.Indices[Index];
		Sum +=
		    glm::dot(PositionOf(Mesh, Corner[0]), glm::cross(PositionOf(Mesh, Corner[1]), PositionOf(Mesh, Corner[2])));
	}
	return Sum;
}
} // namespace

TEST_CASE("body meshes: every level of every body stays within its triangle budget and its bounds")
{
	const int32_t Budgets[DetailCount] = {400, 120, 16};
	for (int32_t Body = 0; Body < BodyCount; ++Body)
	{
		for (int32_t Detail = 0; Detail < DetailCount; ++Detail)
		{
			const FMesh Mesh = MakeBodyMesh(EBody(Body), EDetail(Detail));
			INFO(ToString(EBody(Body)) << ", level " << Detail);
			CHECK(Mesh.GetTriangleCount() > 0);
			CHECK(Mesh.GetTriangleCount() <= Budgets[Detail]);
			for (size_t Index = 0; Index < Mesh.Vertices.size(); ++Index)
			{
				const FMeshVertex& Vertex = Mesh.Vertices[Index];
				REQUIRE(Length(PositionOf(Mesh, uint16_t(Index))) < GetBodyRadius(EBody(Body)));
				const FVector Normal(Vertex.Normal[0], Vertex.Normal[1], Vertex.Normal[2]);
				REQUIRE(Length(Normal) == Approx(1.0f).margin(1e-3));
				REQUIRE(Vertex.Slot < PaletteSlots);
			}
		}
	}
}

TEST_CASE("body meshes: walkers stand on the ground, 1.8 m tall, and face along +Z")
{
	for (const bool bZombie : {false, true})
	{
		const FMesh Mesh = MakeWalkerMesh(bZombie, EDetail::Near);
		float Lowest = 10.0f;
		float Highest = 0.0f;
		float Farthest = 0.0f;
		for (const FMeshVertex& Vertex : Mesh.Vertices)
		{
			Lowest = std::min(Lowest, Vertex.Position[1]);
			Highest = std::max(Highest, Vertex.Position[1]);
			Farthest = std::max(Farthest, Vertex.Position[2]);
		}
		CHECK(Lowest == Approx(0.0f).margin(0.02));
		CHECK(Highest == Approx(1.8f).margin(0.03));
		CHECK(Farthest > (bZombie ? 0.7f : 0.15f)); // arms forward; toes
	}
}

TEST_CASE("FMeshBuilder: boxes and ellipsoids enclose their volume, faces outward")
{
	FMeshBuilder Builder;
	Builder.Box({}, {1.0f, 2.0f, 3.0f}, 0.0f);
	CHECK(SixfoldVolume(Builder.Take()) == Approx(6.0f * 48.0f));
	Builder.Box({}, {1.0f, 2.0f, 3.0f}, 0.05f);
	const FMesh Chamfered = Builder.Take();
	CHECK(SixfoldVolume(Chamfered) < 6.0f * 48.0f);
	CHECK(SixfoldVolume(Chamfered) == Approx(6.0f * 48.0f).epsilon(0.01));
	Builder.Ellipsoid({0, 0, 0}, {1.0f, 1.5f, 2.0f}, 40, 30);
	CHECK(SixfoldVolume(Builder.Take()) == Approx(6.0f * 4.0f / 3.0f * Pi * 3.0f).epsilon(0.03));
}

TEST_CASE("FMeshBuilder: every face of a chamfered box looks the way its normals say")
{
	FMeshBuilder Builder;
	Builder.Box({}, {1.0f, 2.0f, 3.0f}, 0.1f);
	const FMesh Mesh = Builder.Take();
	for (size_t Index = 0; Index < Mesh.Indices.size(); Index += 3)
	{
		const uint16_t* Corner = &Mesh.Indices[Index];
		const FVector A = PositionOf(Mesh, Corner[0]);
		const FVector Face = glm::cross(PositionOf(Mesh, Corner[1]) - A, PositionOf(Mesh, Corner[2]) - A);
		FVector Normals{};
		for (int32_t Which = 0; Which < 3; ++Which)
		{
			const float* N = Mesh.Vertices[Corner[Which]].Normal;
			Normals += FVector(N[0], N[1], N[2]);
		}
		CHECK(glm::dot(Face, Normals) > 0.0f);
	}
}

TEST_CASE("BakeStatics: places shapes in the world and leaves out what cannot be drawn")
{
	FRenderStatic Good;
	Good.Transform.Location = {10.0f, 1.0f, -5.0f};
	Good.HalfExtent = {1.0f, 1.0f, 1.0f};
	std::vector<FRenderStatic> Statics(5, Good);
	Statics[1].Transform.Location.x = std::numeric_limits<float>::quiet_NaN();
	Statics[2].HalfExtent.y = -1.0f;
	Statics[3].Shape = EStaticShape::Mesh;
	Statics[3].Vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
	Statics[3].Indices = {0, 1, 7};
	Statics[4].Shape = EStaticShape::Mesh;
	Statics[4].Vertices = {{0, 0, 0}, {0, 0, 2}, {2, 0, 0}};
	Statics[4].Indices = {0, 1, 2};
	const FStaticMesh Mesh = BakeStatics(Statics);
	const FStaticMesh Alone = BakeStatics({&Statics[0], 1});
	CHECK(Mesh.Indices.size() == Alone.Indices.size() + 3);
	for (const FStaticVertex& Vertex : Alone.Vertices)
	{
		CHECK(std::abs(Vertex.Position[0] - 10.0f) <= 1.0001f);
		CHECK((Vertex.Position[1] >= -0.0001f && Vertex.Position[1] <= 2.0001f));
		CHECK(Vertex.Surface[0] == Approx(Vertex.Position[1]).margin(1e-5)); // metres above its own foot
	}
	// Counter-clockwise from above: the mesh's triangle looks up.
	CHECK(Mesh.Vertices.back().Normal[1] == Approx(1.0f));
}

TEST_CASE("FDetailChooser: keeps a frame within its budget, coarsest when nothing else helps")
{
	FDetailChooser Chooser;
	for (int32_t Index = 0; Index < 50; ++Index)
	{
		Chooser.Add(EBody::Zombie, 20.0f + 3.0f * float(Index), true, true);
	}
	const FDetailThresholds Few = Chooser.Choose(150000);
	CHECK(Few.Near == FDetailThresholds{}.Near);
	CHECK(Few.Choose(150.0f) == EDetail::Near);
	CHECK(Few.Choose(20.0f) == EDetail::Far);
	CHECK(Few.Choose(5.0f) == EDetail::Tiny);
	for (int32_t Index = 0; Index < 10000; ++Index)
	{
		Chooser.Add(EBody::Bird, 8.0f + 0.01f * float(Index), true, Index % 2 == 0);
	}
	for (const int64_t Budget : {400000, 200000, 150000})
	{
		const FDetailThresholds Many = Chooser.Choose(Budget);
		CHECK(Chooser.CountTriangles(Many) <= Budget);
		CHECK(Many.Near >= Few.Near);
	}
	const FDetailThresholds Hopeless = Chooser.Choose(10);
	CHECK(Hopeless.Choose(500.0f) == EDetail::Tiny);
}
} // namespace Flockwork
