#include "MeshBuilder.h"

#include "FlockworkCore/Assert.h"

#include <algorithm>
#include <array>
#include <utility>

namespace Flockwork
{
namespace
{
FVector ToVector(const float (&Values)[3])
{
	return {Values[0], Values[1], Values[2]};
}
} // namespace

void FMeshBuilder::SetPart(uint8_t Slot, uint8_t Chain, uint8_t Level)
{
	PartSlot = Slot;
	PartChain = Chain;
	PartLevel = Level;
}

uint16_t FMeshBuilder::AddVertex(const FVector& Position, uint8_t Slot, uint8_t Level, uint8_t Shade)
{
	FW_CHECK(Mesh.Vertices.size() < 65535, "a mesh has at most 65535 vertices");
	FMeshVertex Vertex;
	Vertex.Position[0] = Position.x;
	Vertex.Position[1] = Position.y;
	Vertex.Position[2] = Position.z;
	Vertex.Slot = Slot;
	Vertex.Chain = PartChain;
	Vertex.Level = Level;
	Vertex.Shade = Shade;
	Mesh.Vertices.push_back(Vertex);
	return uint16_t(Mesh.Vertices.size() - 1);
}

void FMeshBuilder::AddTriangle(uint16_t A, uint16_t B, uint16_t C)
{
	Mesh.Indices.insert(Mesh.Indices.end(), {A, B, C});
}

void FMeshBuilder::SmoothNormals(size_t FirstVertex, size_t FirstIndex)
{
	std::vector<FVector> Sums(Mesh.Vertices.size() - FirstVertex, FVector{});
	for (size_t Index = FirstIndex; Index < Mesh.Indices.size(); Index += 3)
	{
		const uint16_t* Corner = &Mesh.Indices[Index];
		const FVector A = ToVector(Mesh.Vertices[Corner[0]].Position);
		const FVector B = ToVector(Mesh.Vertices[Corner[1]].Position);
		const FVector C = ToVector(Mesh.Vertices[Corner[2]].Position);
		const FVector Face = glm::cross(B - A, C - A);
		for (int32_t Which = 0; Which < 3; ++Which)
		{
			Sums[Corner[Which] - FirstVertex] += Face;
		}
	}
	for (size_t Index = 0; Index < Sums.size(); ++Index)
	{
		const FVector Normal = SafeNormal(Sums[Index]);
		float* Out = Mesh.Vertices[FirstVertex + Index].Normal;
		Out[0] = Normal.x;
		Out[1] = Normal.y;
		Out[2] = Normal.z;
	}
}

FRing FMeshBuilder::UprightRing(
    const FVector& Center, float RadiusX, float RadiusZ, uint8_t Slot, uint8_t Level, uint8_t Shade)
{
	return {Center, {RadiusX, 0.0f, 0.0f}, {0.0f, 0.0f, RadiusZ}, Slot, Level, Shade};
}

void FMeshBuilder::Loft(std::span<const FRing> Rings, int32_t Sides, ECaps Caps, float FirstAngle)
{
	const size_t FirstVertex = Mesh.Vertices.size();
	const size_t FirstIndex = Mesh.Indices.size();
	for (const FRing& Ring : Rings)
	{
		for (int32_t Side = 0; Side < Sides; ++Side)
		{
			const float Angle = FirstAngle + 2.0f * Pi * float(Side) / float(Sides);
			const FVector Position = Ring.Center + Ring.U * std::cos(Angle) + Ring.V * std::sin(Angle);
			AddVertex(Position, Ring.Slot, Ring.Level, Ring.Shade);
		}
	}
	// Whether going round from U to V is clockwise as seen along the path decides the winding.
	const FVector Path = Rings.back().Center - Rings.front().Center;
	const bool bFlip = glm::dot(glm::cross(Rings.front().U, Rings.front().V), Path) > 0.0f;
	const auto Face = [&](int32_t A, int32_t B, int32_t C)
	{
		const auto Base = int32_t(FirstVertex);
		AddTriangle(uint16_t(Base + A), uint16_t(Base + (bFlip ? B : C)), uint16_t(Base + (bFlip ? C : B)));
	};
	const auto RingCount = int32_t(Rings.size());
	for (int32_t Ring = 0; Ring + 1 < RingCount; ++Ring)
	{
		for (int32_t Side = 0; Side < Sides; ++Side)
		{
			const int32_t A = Ring * Sides + Side;
			const int32_t B = Ring * Sides + (Side + 1) % Sides;
			Face(A, B, A + Sides);
			Face(B, B + Sides, A + Sides);
		}
	}
	const auto Cap = [&](int32_t FirstOfRing, bool bStart)
	{
		for (int32_t Side = 1; Side + 1 < Sides; ++Side)
		{
			Face(FirstOfRing, FirstOfRing + (bStart ? Side + 1 : Side), FirstOfRing + (bStart ? Side : Side + 1));
		}
	};
	if (Caps == ECaps::Start || Caps == ECaps::Both)
	{
		Cap(0, true);
	}
	if (Caps == ECaps::End || Caps == ECaps::Both)
	{
		Cap((RingCount - 1) * Sides, false);
	}
	SmoothNormals(FirstVertex, FirstIndex);
}

void FMeshBuilder::Ellipsoid(const FVector& Center, const FVector& Radii, int32_t Sides, int32_t Rings)
{
	std::vector<FRing> Path;
	for (int32_t Ring = 0; Ring < Rings; ++Ring)
	{
		// The end rings are small rather than points: their caps close the poles.
		const float Angle = Pi * (float(Ring) + 0.35f) / (float(Rings) - 0.3f);
		const float Width = std::sin(Angle);
		Path.push_back(UprightRing(Center - FVector(0.0f, Radii.y * std::cos(Angle), 0.0f), Radii.x * Width,
		    Radii.z * Width, PartSlot, PartLevel));
	}
	Loft(Path, Sides, ECaps::Both);
}

void FMeshBuilder::Sheet(std::span<const FVector> Corners, std::span<const uint8_t> Levels)
{
	for (const bool bBack : {false, true})
	{
		const size_t FirstVertex = Mesh.Vertices.size();
		const size_t FirstIndex = Mesh.Indices.size();
		for (size_t Index = 0; Index < Corners.size(); ++Index)
		{
			AddVertex(Corners[Index], PartSlot, Levels.empty() ? PartLevel : Levels[Index], 255);
		}
		for (size_t Index = 1; Index + 1 < Corners.size(); ++Index)
		{
			const auto A = uint16_t(FirstVertex);
			const auto B = uint16_t(FirstVertex + Index);
			AddTriangle(A, bBack ? uint16_t(B + 1) : B, bBack ? B : uint16_t(B + 1));
		}
		SmoothNormals(FirstVertex, FirstIndex);
	}
}

// Each corner of the box becomes three vertices, one on each face, moved in by the chamfer. Faces are flat, the strips
// along the edges and the corner triangles shade smoothly between them: that is what makes edges catch the light.
void FMeshBuilder::Box(const FTransform& Transform, const FVector& HalfExtent, float Chamfer, bool bFlatBottom)
{
	const float Smallest = std::min(HalfExtent.x, std::min(HalfExtent.y, HalfExtent.z));
	const float Cut = std::min(Chamfer, 0.45f * Smallest);
	std::array<std::array<uint16_t, 3>, 8> Corners{}; // by sign bits x, y, z and by face axis
	for (int32_t Corner = 0; Corner < 8; ++Corner)
	{
		const FVector Sign(Corner & 1 ? 1.0f : -1.0f, Corner & 2 ? 1.0f : -1.0f, Corner & 4 ? 1.0f : -1.0f);
		for (int32_t Axis = 0; Axis < 3; ++Axis)
		{
			FVector Inset(Cut, Cut, Cut);
			Inset[Axis] = 0.0f;
			if (bFlatBottom && Sign.y < 0.0f)
			{
				Inset.y = 0.0f;
			}
			const FVector Local = Sign * (HalfExtent - Inset);
			FVector Normal{};
			Normal[Axis] = Sign[Axis];
			Normal = Transform.Rotation * Normal;
			const uint16_t Index = AddVertex(Transform.TransformPoint(Local), PartSlot, PartLevel, 255);
			float* Out = Mesh.Vertices[Index].Normal;
			Out[0] = Normal.x;
			Out[1] = Normal.y;
			Out[2] = Normal.z;
			Corners[size_t(Corner)][size_t(Axis)] = Index;
		}
	}
	const auto Quad = [&](uint16_t A, uint16_t B, uint16_t C, uint16_t D, bool bFlip)
	{
		AddTriangle(A, bFlip ? C : B, bFlip ? B : C);
		AddTriangle(A, bFlip ? D : C, bFlip ? C : D);
	};
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		const size_t Next = (Axis + 1) % 3;
		const size_t Last = (Axis + 2) % 3;
		const auto At = [&](size_t A, size_t B, size_t C, size_t Face)
		{ return Corners[(A << Axis) | (B << Next) | (C << Last)][Face]; };
		for (size_t Side = 0; Side < 2; ++Side)
		{
			Quad(At(Side, 0, 0, Axis), At(Side, 1, 0, Axis), At(Side, 1, 1, Axis), At(Side, 0, 1, Axis), Side == 0);
		}
		for (size_t Edge = 0; Cut > 0.0f && Edge < 4; ++Edge) // the edges parallel to Axis
		{
			const size_t B = Edge & 1;
			const size_t C = Edge >> 1;
			Quad(At(0, B, C, Next), At(1, B, C, Next), At(1, B, C, Last), At(0, B, C, Last), B == C);
		}
	}
	for (size_t Corner = 0; Cut > 0.0f && Corner < 8; ++Corner)
	{
		const bool bFlip = ((Corner & 1) + ((Corner >> 1) & 1) + ((Corner >> 2) & 1)) % 2 == 0;
		const std::array<uint16_t, 3>& Three = Corners[Corner];
		AddTriangle(Three[0], bFlip ? Three[2] : Three[1], bFlip ? Three[1] : Three[2]);
	}
}

FMesh FMeshBuilder::Take()
{
	return std::exchange(Mesh, FMesh{});
}
} // namespace Flockwork
