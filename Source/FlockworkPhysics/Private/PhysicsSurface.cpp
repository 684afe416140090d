// The surfaces of bodies as triangles.
#include "BulletMath.h"
#include "FlockworkPhysics/HullMesh.h"
#include "PhysicsWorldImpl.h"

#include <cmath>

namespace Flockwork
{
namespace
{
constexpr uint32_t RingCorners = 16;
constexpr uint32_t CapRings = 4; // from a pole to the equator

struct FSurface
{
	std::vector<FVector> Vertices; // body space
	std::vector<uint32_t> Indices;

	void AddTriangle(uint32_t A, uint32_t B, uint32_t C) { Indices.insert(Indices.end(), {A, B, C}); }
};

FSurface BoxSurface(const FVector& HalfExtent)
{
	FSurface Box;
	for (uint32_t Corner = 0; Corner < 8; ++Corner)
	{
		const FVector Signs{Corner & 1 ? 1.0f : -1.0f, Corner & 2 ? 1.0f : -1.0f, Corner & 4 ? 1.0f : -1.0f};
		Box.Vertices.push_back(HalfExtent * Signs);
	}
	constexpr uint32_t Faces[6][4] = {
	    {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
	for (const auto& Face : Faces)
	{
		Box.AddTriangle(Face[0], Face[1], Face[2]);
		Box.AddTriangle(Face[0], Face[2], Face[3]);
	}
	return Box;
}

// Rings from the lower pole to the upper one; the equator twice, HalfHeight below and above the middle.
FSurface CapsuleSurface(float Radius, float HalfHeight)
{
	FSurface Capsule;
	constexpr uint32_t Rings = 2 * CapRings; // without the poles
	Capsule.Vertices.push_back({0.0f, -HalfHeight - Radius, 0.0f});
	for (uint32_t Ring = 0; Ring < Rings; ++Ring)
	{
		const bool bUpper = Ring >= CapRings;
		const uint32_t FromPole = bUpper ? Rings - Ring : Ring + 1;
		const float Angle = 0.5f * Pi * float(FromPole) / float(CapRings);
		const float Height = HalfHeight + Radius * std::cos(Angle);
		for (uint32_t Corner = 0; Corner < RingCorners; ++Corner)
		{
			const float Turn = 2.0f * Pi * float(Corner) / float(RingCorners);
			const float Out = Radius * std::sin(Angle);
			Capsule.Vertices.push_back({Out * std::sin(Turn), bUpper ? Height : -Height, Out * std::cos(Turn)});
		}
	}
	const uint32_t Top = uint32_t(Capsule.Vertices.size());
	Capsule.Vertices.push_back({0.0f, HalfHeight + Radius, 0.0f});
	const auto At = [](uint32_t Ring, uint32_t Corner) { return 1 + Ring * RingCorners + Corner % RingCorners; };
	for (uint32_t Corner = 0; Corner < RingCorners; ++Corner)
	{
		Capsule.AddTriangle(0, At(0, Corner + 1), At(0, Corner));
		for (uint32_t Ring = 0; Ring + 1 < Rings; ++Ring)
		{
			Capsule.AddTriangle(At(Ring, Corner), At(Ring, Corner + 1), At(Ring + 1, Corner + 1));
			Capsule.AddTriangle(At(Ring, Corner), At(Ring + 1, Corner + 1), At(Ring + 1, Corner));
		}
		Capsule.AddTriangle(At(Rings - 1, Corner), At(Rings - 1, Corner + 1), Top);
	}
	return Capsule;
}

FSurface SurfaceOf(const FShapeDef& Def)
{
	FSurface Surface;
	switch (Def.Type)
	{
	case EShapeType::Box:
		return BoxSurface(Def.HalfExtent);
	case EShapeType::Sphere:
		return CapsuleSurface(Def.Radius, 0.0f);
	case EShapeType::Capsule:
		return CapsuleSurface(Def.Radius, Def.HalfHeight);
	case EShapeType::Hull:
		MakeHullMesh(Def.Points, Surface.Vertices, Surface.Indices);
		break;
	case EShapeType::Mesh:
		Surface.Vertices = Def.Vertices;
		Surface.Indices = Def.Indices;
		break;
	}
	return Surface;
}
} // namespace

EShapeType FPhysicsWorld::GetShapeType(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	return Record ? Record->Shape->Def.Type : EShapeType::Sphere;
}

bool FPhysicsWorld::AppendSurface(FBodyId Id, std::vector<FVector>& Vertices, std::vector<uint32_t>& Indices) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record || Record->bTrigger)
	{
		return false;
	}
	const FSurface Surface = SurfaceOf(Record->Shape->Def);
	const FTransform Pose = FromBullet(Impl->Bodies.PoseOf(*Record));
	const uint32_t First = uint32_t(Vertices.size());
	for (const FVector& Vertex : Surface.Vertices)
	{
		Vertices.push_back(Pose.TransformPoint(Vertex));
	}
	for (const uint32_t Index : Surface.Indices)
	{
		Indices.push_back(First + Index);
	}
	return true;
}
} // namespace Flockwork
