#include "ShapeValidation.h"

#include "BulletMath.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace Flockwork
{
namespace
{
constexpr float MinSize = 0.001f;
constexpr float MaxSize = 1.0e5f;

std::string Text(float Value)
{
	char Buffer[48];
	std::snprintf(Buffer, sizeof Buffer, "%g", double(Value));
	return Buffer;
}

std::string Text(const FVector& V)
{
	return "(" + Text(V.x) + ", " + Text(V.y) + ", " + Text(V.z) + ")";
}

// Collects faults; NaN is in no range.
class FChecker
{
public:
	explicit FChecker(FDiagnostics& InDiagnostics) : Diagnostics(InDiagnostics) {}
	void Fail(const char* Field, std::string Message)
	{
		Diagnostics.Error({}, Field, std::move(Message));
		bOk = false;
	}
	void Range(const char* Field, float Value, float Min, float Max)
	{
		if (!(Value >= Min && Value <= Max))
		{
			Fail(Field, Text(Value) + " is not in [" + Text(Min) + ", " + Text(Max) + "]");
		}
	}
	void Within(const char* Field, const FVector& Value, float Limit)
	{
		if (!IsWithin(Value, Limit))
		{
			Fail(Field, Text(Value) + " is not finite, or beyond " + Text(Limit));
		}
	}
	void Points(const char* Field, const std::vector<FVector>& Values)
	{
		for (size_t Index = 0; Index < Values.size(); ++Index)
		{
			if (!IsWithin(Values[Index], MaxSize))
			{
				Fail(Field, "point " + std::to_string(Index) + " is " + Text(Values[Index]) +
				                "; finite coordinates within " + Text(MaxSize) + " m are expected");
				return;
			}
		}
	}
	bool IsOk() const { return bOk; }

private:
	FDiagnostics& Diagnostics;
	bool bOk = true;
};

void CheckMesh(const FShapeDef& Def, FChecker& Check)
{
	if (Def.Vertices.empty() || Def.Indices.empty())
	{
		Check.Fail("shape.vertices", "the mesh is empty; vertices and three indices a triangle are expected");
		return;
	}
	if (Def.Indices.size() % 3 != 0)
	{
		Check.Fail("shape.indices", std::to_string(Def.Indices.size()) + " indices are no whole number of triangles");
	}
	const auto Bad = std::find_if(
	    Def.Indices.begin(), Def.Indices.end(), [&](uint32_t Index) { return Index >= Def.Vertices.size(); });
	if (Bad != Def.Indices.end())
	{
		Check.Fail("shape.indices", "index " + std::to_string(Bad - Def.Indices.begin()) + " is " +
		                                std::to_string(*Bad) + ", but there are " +
		                                std::to_string(Def.Vertices.size()) + " vertices");
	}
	Check.Points("shape.vertices", Def.Vertices);
}

// Triangles without area give contacts without a direction.
size_t RemoveThinTriangles(FShapeDef& Def)
{
	size_t Kept = 0;
	for (size_t First = 0; First + 2 < Def.Indices.size(); First += 3)
	{
		const FVector A = Def.Vertices[Def.Indices[First]];
		const FVector AB = Def.Vertices[Def.Indices[First + 1]] - A;
		const FVector AC = Def.Vertices[Def.Indices[First + 2]] - A;
		const float Longest = std::max({LengthSquared(AB), LengthSquared(AC), LengthSquared(AC - AB)});
		if (LengthSquared(glm::cross(AB, AC)) > 1.0e-10f * Longest * Longest && Longest > 1.0e-10f)
		{
			std::copy_n(Def.Indices.begin() + std::ptrdiff_t(First), 3, Def.Indices.begin() + std::ptrdiff_t(Kept));
			Kept += 3;
		}
	}
	const size_t Removed = (Def.Indices.size() - Kept) / 3;
	Def.Indices.resize(Kept);
	return Removed;
}
} // namespace

bool ValidateShape(const FShapeDef& Def, FDiagnostics& Diagnostics)
{
	FChecker Check(Diagnostics);
	switch (Def.Type)
	{
	case EShapeType::Box:
		Check.Range("shape.halfExtent.x", Def.HalfExtent.x, MinSize, MaxSize);
		Check.Range("shape.halfExtent.y", Def.HalfExtent.y, MinSize, MaxSize);
		Check.Range("shape.halfExtent.z", Def.HalfExtent.z, MinSize, MaxSize);
		break;
	case EShapeType::Capsule:
		Check.Range("shape.halfHeight", Def.HalfHeight, 0.0f, MaxSize);
		Check.Range("shape.radius", Def.Radius, MinSize, MaxSize);
		break;
	case EShapeType::Sphere:
		Check.Range("shape.radius", Def.Radius, MinSize, MaxSize);
		break;
	case EShapeType::Hull:
		if (Def.Points.size() < 4)
		{
			Check.Fail("shape.points", std::to_string(Def.Points.size()) + " points; a hull needs at least 4");
		}
		Check.Points("shape.points", Def.Points);
		break;
	case EShapeType::Mesh:
		CheckMesh(Def, Check);
		break;
	default:
		Check.Fail("shape.type", "unknown shape type " + std::to_string(int(Def.Type)));
		break;
	}
	return Check.IsOk();
}

bool ValidateScaledShape(FShapeDef& Def, FDiagnostics& Diagnostics)
{
	if (!ValidateShape(Def, Diagnostics))
	{
		return false;
	}
	if (Def.Type != EShapeType::Mesh)
	{
		return true;
	}
	const size_t Removed = RemoveThinTriangles(Def);
	if (Def.Indices.empty())
	{
		Diagnostics.Error({}, "shape.indices", "no triangle of the mesh has an area");
		return false;
	}
	if (Removed > 0)
	{
		Diagnostics.Warning(
		    {}, "shape.indices", std::to_string(Removed) + " triangles without an area are left out of the mesh");
	}
	return true;
}

bool ValidateBody(const FBodyDef& Def, FDiagnostics& Diagnostics)
{
	FChecker Check(Diagnostics);
	Check.Within("transform.location", Def.Transform.Location, MaxCoordinate);
	if (!IsRotation(Def.Transform.Rotation))
	{
		Check.Fail("transform.rotation", "is no unit quaternion");
	}
	Check.Range("transform.scale", Def.Transform.Scale, 1.0e-4f, 1.0e4f);
	if (uint8_t(Def.Type) > uint8_t(EBodyType::Dynamic))
	{
		Check.Fail("type", "unknown body type " + std::to_string(int(Def.Type)));
	}
	if (Def.Type == EBodyType::Dynamic)
	{
		Check.Range("mass", Def.Mass, 1.0e-6f, 1.0e9f);
		if (Def.Shape.Type == EShapeType::Mesh)
		{
			Check.Fail("shape.type", "a mesh cannot be dynamic; use a hull, or a static or kinematic body");
		}
	}
	Check.Range("friction", Def.Friction, 0.0f, 10.0f);
	Check.Range("restitution", Def.Restitution, 0.0f, 1.0f);
	Check.Range("linearDamping", Def.LinearDamping, 0.0f, 1.0f);
	Check.Range("angularDamping", Def.AngularDamping, 0.0f, 1.0f);
	Check.Within("linearVelocity", Def.LinearVelocity, MaxLinearSpeed);
	Check.Within("angularVelocity", Def.AngularVelocity, MaxAngularSpeed);
	if (Def.Layer >= LayerCount)
	{
		Check.Fail("layer", std::to_string(Def.Layer) + " is not in [0, 31]");
	}
	return Check.IsOk();
}
} // namespace Flockwork
