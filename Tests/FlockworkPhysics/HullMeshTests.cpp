#include "FlockworkPhysics/HullMesh.h"

#include "FlockworkCore/Random.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace Flockwork;

namespace
{
// Of a closed surface whose faces look outward (divergence theorem).
float Volume(const std::vector<FVector>& Vertices, const std::vector<uint32_t>& Indices)
{
	float Sum = 0.0f;
	for (size_t Index = 0; Index < Indices.size(); Index += 3)
	{
		Sum +=
		    glm::dot(Vertices[Indices[Index]], glm::cross(Vertices[Indices[Index + 1]], Vertices[Indices[Index + 2]]));
	}
	return Sum / 6.0f;
}
} // namespace

TEST_CASE("MakeHullMesh: a box's corners, with points inside, become its twelve triangles")
{
	std::vector<FVector> Points = {{0.1f, 0.2f, 0.3f}};
	for (int32_t Corner = 0; Corner < 8; ++Corner)
	{
		Points.emplace_back(Corner & 1 ? 1.0f : -1.0f, Corner & 2 ? 2.0f : -2.0f, Corner & 4 ? 3.0f : -3.0f);
	}
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	REQUIRE(MakeHullMesh(Points, Vertices, Indices));
	CHECK(Vertices.size() == 8);
	CHECK(Indices.size() == 36);
	CHECK(Volume(Vertices, Indices) == Approx(48.0f));
}

TEST_CASE("MakeHullMesh: no point of a cloud lies outside any of the triangles")
{
	FRandomStream Random(5);
	std::vector<FVector> Points;
	for (int32_t Index = 0; Index < 200; ++Index)
	{
		Points.push_back(Random.UnitVector() * Random.Range(0.5f, 2.0f));
	}
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	REQUIRE(MakeHullMesh(Points, Vertices, Indices));
	CHECK(Volume(Vertices, Indices) > 0.0f);
	float Farthest = -1.0f;
	for (size_t Index = 0; Index < Indices.size(); Index += 3)
	{
		const FVector& A = Vertices[Indices[Index]];
		const FVector Normal =
		    SafeNormal(glm::cross(Vertices[Indices[Index + 1]] - A, Vertices[Indices[Index + 2]] - A), 1e-12f);
		for (const FVector& Point : Points)
		{
			Farthest = std::max(Farthest, glm::dot(Point - A, Normal));
		}
	}
	CHECK(Farthest < 1e-3f);
}

TEST_CASE("MakeHullMesh: points without a volume change nothing")
{
	std::vector<FVector> Vertices = {{1.0f, 2.0f, 3.0f}};
	std::vector<uint32_t> Indices = {7};
	const std::vector<FVector> Flat = {
	    {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 1.0f}, {0.4f, 0.0f, 0.2f}};
	CHECK_FALSE(MakeHullMesh(Flat, Vertices, Indices));
	CHECK_FALSE(MakeHullMesh({}, Vertices, Indices));
	CHECK(Vertices.size() == 1);
	CHECK(Indices.size() == 1);
}
