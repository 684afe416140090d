#include "TriangleMesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace Flockwork
{
namespace
{
FMeshVertex MakeVertex(const FVector& Position, const FVector& Normal)
{
	FMeshVertex Vertex;
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		Vertex.Position[Axis] = Position[Axis];
		Vertex.Normal[Axis] = Normal[Axis];
	}
	return Vertex;
}
} // namespace

bool AreUsableTriangles(std::span<const FVector> Vertices, std::span<const uint32_t> Indices)
{
	const auto IsInside = [&](uint32_t Index) { return Index < Vertices.size(); };
	const auto IsPoint = [](const FVector& Point) { return IsFinite(Point); };
	return Indices.size() % 3 == 0 && std::all_of(Indices.begin(), Indices.end(), IsInside) &&
	       std::all_of(Vertices.begin(), Vertices.end(), IsPoint);
}

std::vector<FVector> MakeSmoothNormals(std::span<const FVector> Vertices, std::span<const uint32_t> Indices)
{
	std::map<std::array<float, 3>, FVector> Sums;
	const auto SumAt = [&](uint32_t Index) -> FVector&
	{
		const FVector& Place = Vertices[Index];
		return Sums.try_emplace({Place.x, Place.y, Place.z}, FVector{0.0f, 0.0f, 0.0f}).first->second;
	};
	for (size_t Index = 0; Index < Indices.size(); Index += 3)
	{
		const FVector& A = Vertices[Indices[Index]];
		const FVector Face = glm::cross(Vertices[Indices[Index + 1]] - A, Vertices[Indices[Index + 2]] - A);
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			SumAt(Indices[Index + Corner]) += Face;
		}
	}
	std::vector<FVector> Normals;
	for (uint32_t Index = 0; Index < Vertices.size(); ++Index)
	{
		const FVector Normal = SafeNormal(SumAt(Index));
		Normals.push_back(LengthSquared(Normal) > 0.5f ? Normal : UpVector);
	}
	return Normals;
}

std::vector<FMesh> MakeTriangleMeshes(const FRenderMesh& Mesh)
{
	std::vector<FMesh> Meshes;
	if (!AreUsableTriangles(Mesh.Vertices, Mesh.Indices))
	{
		return Meshes;
	}
	constexpr size_t MaxVertices = 65535 / 3 * 3;
	const std::vector<FVector> Smooth =
	    Mesh.bSmooth ? MakeSmoothNormals(Mesh.Vertices, Mesh.Indices) : std::vector<FVector>();
	for (size_t Index = 0; Index < Mesh.Indices.size(); Index += 3)
	{
		if (Meshes.empty() || Meshes.back().Vertices.size() >= MaxVertices)
		{
			Meshes.emplace_back();
		}
		FMesh& Out = Meshes.back();
		const uint32_t* const Corner = &Mesh.Indices[Index];
		const FVector& A = Mesh.Vertices[Corner[0]];
		const FVector Face = SafeNormal(glm::cross(Mesh.Vertices[Corner[1]] - A, Mesh.Vertices[Corner[2]] - A), 1e-12f);
		for (size_t Which = 0; Which < 3; ++Which)
		{
			Out.Indices.push_back(uint16_t(Out.Vertices.size()));
			Out.Vertices.push_back(
			    MakeVertex(Mesh.Vertices[Corner[Which]], Mesh.bSmooth ? Smooth[Corner[Which]] : Face));
		}
	}
	return Meshes;
}

FRenderMesh MakeCapsuleMesh(float Radius, float HalfHeight)
{
	constexpr uint32_t Sides = 20;
	constexpr int32_t Steps = 6; // of each dome
	FRenderMesh Mesh;
	Mesh.bSmooth = true;
	for (int32_t Ring = 0; Ring <= 2 * Steps + 1; ++Ring)
	{
		const bool bTop = Ring > Steps;
		const float Angle = 0.5f * Pi * (float(bTop ? Ring - 1 : Ring) / float(Steps) - 1.0f);
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const float Turn = 2.0f * Pi * float(Side) / float(Sides);
			Mesh.Vertices.emplace_back(Radius * std::cos(Angle) * std::sin(Turn),
			    Radius * std::sin(Angle) + (bTop ? HalfHeight : -HalfHeight),
			    Radius * std::cos(Angle) * std::cos(Turn));
		}
	}
	for (uint32_t Ring = 0; Ring < 2 * Steps + 1; ++Ring)
	{
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const uint32_t A = Ring * Sides + Side;
			const uint32_t B = Ring * Sides + (Side + 1) % Sides;
			for (const uint32_t Index : {A, B, A + Sides, B, B + Sides, A + Sides})
			{
				Mesh.Indices.push_back(Index);
			}
		}
	}
	return Mesh;
}
} // namespace Flockwork
