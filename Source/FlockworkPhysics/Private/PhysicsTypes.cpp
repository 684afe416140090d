#include "FlockworkPhysics/PhysicsTypes.h"

#include <utility>

namespace Flockwork
{
std::string_view ToString(EBodyType Type)
{
	switch (Type)
	{
	case EBodyType::Static:
		return "static";
	case EBodyType::Kinematic:
		return "kinematic";
	case EBodyType::Dynamic:
		return "dynamic";
	}
	return "unknown";
}

std::string_view ToString(EShapeType Type)
{
	switch (Type)
	{
	case EShapeType::Box:
		return "box";
	case EShapeType::Sphere:
		return "sphere";
	case EShapeType::Capsule:
		return "capsule";
	case EShapeType::Hull:
		return "hull";
	case EShapeType::Mesh:
		return "mesh";
	}
	return "unknown";
}

FShapeDef FShapeDef::MakeBox(const FVector& HalfExtent)
{
	FShapeDef Def;
	Def.Type = EShapeType::Box;
	Def.HalfExtent = HalfExtent;
	return Def;
}

FShapeDef FShapeDef::MakeSphere(float Radius)
{
	FShapeDef Def;
	Def.Type = EShapeType::Sphere;
	Def.Radius = Radius;
	return Def;
}

FShapeDef FShapeDef::MakeCapsule(float Radius, float HalfHeight)
{
	FShapeDef Def;
	Def.Type = EShapeType::Capsule;
	Def.Radius = Radius;
	Def.HalfHeight = HalfHeight;
	return Def;
}

FShapeDef FShapeDef::MakeHull(std::vector<FVector> Points)
{
	FShapeDef Def;
	Def.Type = EShapeType::Hull;
	Def.Points = std::move(Points);
	return Def;
}

FShapeDef FShapeDef::MakeMesh(std::vector<FVector> Vertices, std::vector<uint32_t> Indices)
{
	FShapeDef Def;
	Def.Type = EShapeType::Mesh;
	Def.Vertices = std::move(Vertices);
	Def.Indices = std::move(Indices);
	return Def;
}
} // namespace Flockwork
