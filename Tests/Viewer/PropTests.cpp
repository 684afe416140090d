// Triangles that a host brings: their normals, and how they are drawn.
#include "RenderFixture.h"
#include "StaticGeometry.h"
#include "TriangleMesh.h"

#include <limits>

namespace Flockwork
{
namespace
{
// A roof: two slopes that meet in a ridge along Z, closed below.
FRenderMesh MakeRoof(bool bSmooth)
{
	FRenderMesh Mesh;
	Mesh.Vertices = {{-1.0f, 0.0f, -1.0f}, {1.0f, 0.0f, -1.0f}, {0.0f, 1.0f, -1.0f}, {-1.0f, 0.0f, 1.0f},
	    {1.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 1.0f}};
	Mesh.Indices = {0, 2, 1, 3, 4, 5, 0, 3, 5, 0, 5, 2, 1, 2, 5, 1, 5, 4, 0, 1, 4, 0, 4, 3};
	Mesh.bSmooth = bSmooth;
	return Mesh;
}

FVector NormalOf(const FMeshVertex& Vertex)
{
	return {Vertex.Normal[0], Vertex.Normal[1], Vertex.Normal[2]};
}

const FCameraPose View = FCameraPose::LookAt({0.0f, 3.0f, 9.0f}, {0.0f, 1.0f, 0.0f});

FPicture DrawProp(FRenderer& Renderer, const FRenderProp& Prop)
{
	Renderer.SetProps({&Prop, 1});
	Renderer.SetCamera(View);
	return Draw(Renderer);
}
} // namespace

TEST_CASE("MakeTriangleMeshes: flat faces have their own normals, smooth ones share them at the ridge")
{
	const std::vector<FMesh> Flat = MakeTriangleMeshes(MakeRoof(false));
	REQUIRE(Flat.size() == 1);
	CHECK(Flat[0].GetTriangleCount() == 8);
	const float Slope = std::sqrt(0.5f);
	CHECK(Length(NormalOf(Flat[0].Vertices[6]) - FVector(-Slope, Slope, 0.0f)) < 1e-5f); // the third triangle
	const std::vector<FMesh> Smooth = MakeTriangleMeshes(MakeRoof(true));
	REQUIRE(Smooth.size() == 1);
	for (const FMeshVertex& Vertex : Smooth[0].Vertices)
	{
		CHECK(Length(NormalOf(Vertex)) == Approx(1.0f));
		if (Vertex.Position[1] == 1.0f) // the ridge looks up, and at its ends outward
		{
			CHECK(NormalOf(Vertex).x == Approx(0.0f).margin(1e-5));
			CHECK(NormalOf(Vertex).y > 0.5f);
		}
	}
}

TEST_CASE("MakeTriangleMeshes: leaves out what is no mesh, and splits what is too large for small indices")
{
	FRenderMesh Bad = MakeRoof(false);
	Bad.Indices.back() = 99;
	CHECK(MakeTriangleMeshes(Bad).empty());
	Bad = MakeRoof(true);
	Bad.Indices.pop_back();
	CHECK(MakeTriangleMeshes(Bad).empty());
	Bad = MakeRoof(true);
	Bad.Vertices[2].y = std::numeric_limits<float>::quiet_NaN();
	CHECK(MakeTriangleMeshes(Bad).empty());
	FRenderMesh Large = MakeRoof(false);
	const std::vector<uint32_t> Once = Large.Indices;
	while (Large.Indices.size() < 200000)
	{
		Large.Indices.insert(Large.Indices.end(), Once.begin(), Once.end());
	}
	size_t Triangles = 0;
	for (const FMesh& Part : MakeTriangleMeshes(Large))
	{
		CHECK(Part.Vertices.size() <= 65535);
		Triangles += size_t(Part.GetTriangleCount());
	}
	CHECK(Triangles == Large.Indices.size() / 3);
}

TEST_CASE("MakeCapsuleMesh: every vertex lies a radius away from the axis, faces look outward")
{
	const FRenderMesh Mesh = MakeCapsuleMesh(0.4f, 0.7f);
	float Highest = 0.0f;
	for (const FVector& Vertex : Mesh.Vertices)
	{
		const FVector Axis(0.0f, std::clamp(Vertex.y, -0.7f, 0.7f), 0.0f);
		CHECK(Length(Vertex - Axis) == Approx(0.4f).margin(1e-5));
		Highest = std::max(Highest, Vertex.y);
	}
	CHECK(Highest == Approx(1.1f));
	float Volume = 0.0f;
	for (size_t Index = 0; Index < Mesh.Indices.size(); Index += 3)
	{
		const auto At = [&](size_t Which) { return Mesh.Vertices[Mesh.Indices[Index + Which]]; };
		Volume += glm::dot(At(0), glm::cross(At(1), At(2))) / 6.0f;
	}
	const float Exact = Pi * 0.16f * (1.4f + 4.0f / 3.0f * 0.4f);
	CHECK(Volume == Approx(Exact).epsilon(0.04));
}

TEST_CASE("BakeStatics: a smooth mesh shares normals, a flat one does not")
{
	FRenderStatic Static;
	Static.Shape = EStaticShape::Mesh;
	Static.Vertices = MakeRoof(false).Vertices;
	Static.Indices = MakeRoof(false).Indices;
	const FStaticMesh Flat = BakeStatics({&Static, 1});
	Static.bSmooth = true;
	const FStaticMesh Smooth = BakeStatics({&Static, 1});
	REQUIRE(Flat.Vertices.size() == Smooth.Vertices.size());
	const float Slope = std::sqrt(0.5f);
	CHECK(Flat.Vertices[7].Normal[0] == Approx(-Slope));
	CHECK(std::abs(Smooth.Vertices[8].Normal[0]) < 1e-5f); // on the ridge
}

TEST_CASE("FRenderer: a host's mesh is drawn where it is, throws a shadow, and follows a change of its shape")
{
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	FEnvironment Environment;
	Environment.SunDirection = {-1.0f, -0.5f, 0.0f}; // from the right: shadows twice as long as things are high
	Environment.Ground = EGround::Asphalt;
	Renderer->SetEnvironment(Environment);
	Renderer->SetCamera(View);
	FRenderProp Prop;
	Prop.Shape = EPropShape::Mesh;
	Prop.HalfExtent = {1.0f, 1.5f, 1.0f};
	const FPicture Empty = Draw(*Renderer);
	// A prop whose mesh is not there draws nothing.
	CHECK(Compare(Empty, DrawProp(*Renderer, Prop), 0).Count == 0);
	const FRenderMesh Meshes[] = {MakeRoof(false), MakeRoof(true), MakeCapsuleMesh(0.5f, 0.5f)};
	Renderer->SetPropMeshes(Meshes);
	const FPicture Flat = DrawProp(*Renderer, Prop);
	const auto Change = [&](const FVector& Point)
	{
		FVector Pixel{0.0f, 0.0f, 0.0f};
		REQUIRE(ProjectToPixel(View, Point, TestWidth, TestHeight, Pixel));
		const FPixel Before = GetMean(Empty, int32_t(Pixel.x), int32_t(Pixel.y), 2);
		return float(GetMean(Flat, int32_t(Pixel.x), int32_t(Pixel.y), 2).Sum()) / float(Before.Sum());
	};
	CHECK(std::abs(Change({0.0f, 0.5f, 1.0f}) - 1.0f) > 0.1f);      // its gable
	CHECK(Change({-1.7f, 0.0f, 0.0f}) < 0.75f);                     // its shadow
	CHECK(Change({2.0f, 0.0f, 0.0f}) == Approx(1.0f).margin(0.01)); // none on the sun's side
	Prop.Mesh = 1;
	CHECK(Compare(Flat, DrawProp(*Renderer, Prop), 20).Count > 100); // smooth looks different
	Prop.Mesh = 2;
	const FDifference Capsule = Compare(Empty, DrawProp(*Renderer, Prop), 60);
	CHECK(Capsule.Count > 500);
	Prop.Mesh = 3; // beyond the last one
	CHECK(Compare(Empty, DrawProp(*Renderer, Prop), 0).Count == 0);
}
} // namespace Flockwork
