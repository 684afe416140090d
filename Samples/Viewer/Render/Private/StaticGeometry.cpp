#include "StaticGeometry.h"

#include "TriangleMesh.h"

#include <OgreSceneNode.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr FVertexElement StaticElements[] = {
    {0, offsetof(FStaticVertex, Position), Ogre::VET_FLOAT3, Ogre::VES_POSITION, 0},
    {0, offsetof(FStaticVertex, Normal), Ogre::VET_FLOAT3, Ogre::VES_NORMAL, 0},
    {0, offsetof(FStaticVertex, Color), Ogre::VET_UBYTE4_NORM, Ogre::VES_DIFFUSE, 0},
    {0, offsetof(FStaticVertex, Surface), Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 0},
};

constexpr float PlasterSize = 3.7f;  // m that the texture covers
constexpr float BevelWidth = 0.035f; // m

// Rings of a body of revolution about Y, from the bottom to the top.
void AddRoundShape(FMeshBuilder& Builder, float Radius, float HalfHeight, bool bDomes)
{
	constexpr int32_t Sides = 20;
	std::vector<FRing> Rings;
	const auto Add = [&](float Y, float R) { Rings.push_back(FMeshBuilder::UprightRing({0.0f, Y, 0.0f}, R, R)); };
	if (bDomes)
	{
		constexpr int32_t Steps = 5;
		for (int32_t Step = 0; Step <= 2 * Steps + 1; ++Step)
		{
			const bool bTop = Step > Steps;
			const int32_t Along = bTop ? Step - Steps - 1 : Step - Steps;
			const float Angle = 0.5f * Pi * float(Along) / (float(Steps) + 0.15f);
			Add(std::sin(Angle) * Radius + (bTop ? HalfHeight : -HalfHeight), std::cos(Angle) * Radius);
		}
		Builder.Loft(Rings, Sides, ECaps::Both);
		return;
	}
	// Side, bevel and lids as parts of their own: each keeps its own normals.
	const float Bevel = std::min(BevelWidth, 0.3f * std::min(Radius, HalfHeight));
	Add(-HalfHeight, Radius);
	Add(HalfHeight - Bevel, Radius);
	Builder.Loft(Rings, Sides, ECaps::None);
	Rings.clear();
	Add(HalfHeight - Bevel, Radius);
	Add(HalfHeight, Radius - Bevel);
	Builder.Loft(Rings, Sides, ECaps::None);
	const FRing Lid[] = {FMeshBuilder::UprightRing({0.0f, HalfHeight, 0.0f}, Radius - Bevel, Radius - Bevel),
	    FMeshBuilder::UprightRing({0.0f, HalfHeight + 1e-4f, 0.0f}, 0.3f * Radius, 0.3f * Radius)};
	Builder.Loft(Lid, Sides, ECaps::End);
	const FRing Bottom[] = {FMeshBuilder::UprightRing({0.0f, -HalfHeight - 1e-4f, 0.0f}, 0.3f * Radius, 0.3f * Radius),
	    FMeshBuilder::UprightRing({0.0f, -HalfHeight, 0.0f}, Radius, Radius)};
	Builder.Loft(Bottom, Sides, ECaps::Start);
}

FMesh MakeShape(const FRenderStatic& Static)
{
	FMeshBuilder Builder;
	switch (Static.Shape)
	{
	case EStaticShape::Box:
		Builder.Box({}, Static.HalfExtent, BevelWidth / Static.Transform.Scale, true);
		break;
	case EStaticShape::Sphere:
		AddRoundShape(Builder, Static.Radius, 0.0f, true);
		break;
	case EStaticShape::Capsule:
		AddRoundShape(Builder, Static.Radius, Static.HalfHeight, true);
		break;
	case EStaticShape::Cylinder:
		AddRoundShape(Builder, Static.Radius, Static.HalfHeight, false);
		break;
	case EStaticShape::Mesh:
		break;
	}
	return Builder.Take();
}

bool IsUsable(const FRenderStatic& Static)
{
	const bool bShape = IsFinite(Static.HalfExtent) && std::isfinite(Static.Radius) && std::isfinite(Static.HalfHeight);
	const bool bPositive = Static.Transform.Scale > 0.0f && Static.Radius > 0.0f && Static.HalfHeight >= 0.0f &&
	                       std::min(Static.HalfExtent.x, std::min(Static.HalfExtent.y, Static.HalfExtent.z)) > 0.0f;
	if (!IsFinite(Static.Transform) || !bShape || !bPositive)
	{
		return false;
	}
	return Static.Shape != EStaticShape::Mesh || AreUsableTriangles(Static.Vertices, Static.Indices);
}

void AddVertex(FStaticMesh& Out, const FVector& Position, const FVector& Normal, const FColor& Color)
{
	FStaticVertex Vertex;
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		Vertex.Position[Axis] = Position[Axis];
		Vertex.Normal[Axis] = Normal[Axis];
	}
	FBoidLook Bytes;
	Bytes.SetColor(Color);
	Vertex.Color[0] = Bytes.R;
	Vertex.Color[1] = Bytes.G;
	Vertex.Color[2] = Bytes.B;
	// An oblique view of the texture: continuous round every shape, and stretched nowhere by more than two.
	Vertex.Surface[2] = (Position.x + 0.55f * Position.y - 0.8f * Position.z) / PlasterSize;
	Vertex.Surface[3] = (Position.y + 0.55f * Position.z + 0.3f * Position.x) / PlasterSize;
	Out.Vertices.push_back(Vertex);
}

// Corners of triangles keep their own normals, unless the mesh is meant to be smooth.
void AddMesh(FStaticMesh& Out, const FRenderStatic& Static)
{
	const std::vector<FVector> Smooth =
	    Static.bSmooth ? MakeSmoothNormals(Static.Vertices, Static.Indices) : std::vector<FVector>();
	for (size_t Index = 0; Index < Static.Indices.size(); Index += 3)
	{
		FVector Corner[3];
		for (size_t Which = 0; Which < 3; ++Which)
		{
			Corner[Which] = Static.Transform.TransformPoint(Static.Vertices[Static.Indices[Index + Which]]);
		}
		const FVector Normal = SafeNormal(glm::cross(Corner[1] - Corner[0], Corner[2] - Corner[0]));
		for (size_t Which = 0; Which < 3; ++Which)
		{
			Out.Indices.push_back(uint32_t(Out.Vertices.size()));
			const FVector Shared =
			    Static.bSmooth ? Static.Transform.TransformDirection(Smooth[Static.Indices[Index + Which]]) : Normal;
			AddVertex(Out, Corner[Which], Shared, Static.Color);
		}
	}
}

void AddShape(FStaticMesh& Out, const FRenderStatic& Static)
{
	const FMesh Shape = MakeShape(Static);
	const auto First = uint32_t(Out.Vertices.size());
	for (const FMeshVertex& Vertex : Shape.Vertices)
	{
		const FVector Local(Vertex.Position[0], Vertex.Position[1], Vertex.Position[2]);
		const FVector Normal(Vertex.Normal[0], Vertex.Normal[1], Vertex.Normal[2]);
		AddVertex(
		    Out, Static.Transform.TransformPoint(Local), Static.Transform.TransformDirection(Normal), Static.Color);
	}
	for (const uint16_t Index : Shape.Indices)
	{
		Out.Indices.push_back(First + Index);
	}
}

// Heights above the lowest vertex, for the darkening at the foot: only of what stands upright.
void SetFeet(FStaticMesh& Out, size_t First)
{
	float Lowest = Out.Vertices[First].Position[1];
	float Highest = Lowest;
	for (size_t Index = First; Index < Out.Vertices.size(); ++Index)
	{
		Lowest = std::min(Lowest, Out.Vertices[Index].Position[1]);
		Highest = std::max(Highest, Out.Vertices[Index].Position[1]);
	}
	const float Strength = std::clamp((Highest - Lowest) * 0.8f, 0.0f, 0.55f);
	for (size_t Index = First; Index < Out.Vertices.size(); ++Index)
	{
		FStaticVertex& Vertex = Out.Vertices[Index];
		Vertex.Surface[0] = Vertex.Position[1] - Lowest;
		Vertex.Surface[1] = Strength * (1.0f - std::max(Vertex.Normal[1], 0.0f));
	}
}
} // namespace

FStaticMesh BakeStatics(std::span<const FRenderStatic> Statics)
{
	FStaticMesh Out;
	for (const FRenderStatic& Static : Statics)
	{
		const size_t First = Out.Vertices.size();
		if (!IsUsable(Static))
		{
			continue;
		}
		Static.Shape == EStaticShape::Mesh ? AddMesh(Out, Static) : AddShape(Out, Static);
		if (Out.Vertices.size() > First)
		{
			SetFeet(Out, First);
		}
	}
	return Out;
}

FStaticGeometry::FStaticGeometry(Ogre::SceneNode& Root)
    : Draw(sizeof(FStaticVertex), StaticElements, "Flockwork/Static", DrawSolids, true)
{
	Root.attachObject(&Draw);
}

FStaticGeometry::~FStaticGeometry()
{
	Draw.detachFromParent();
}

void FStaticGeometry::Set(std::span<const FRenderStatic> Statics)
{
	const FStaticMesh Mesh = BakeStatics(Statics);
	Draw.Upload(Mesh.Vertices.data(), Mesh.Vertices.size(), Mesh.Indices);
}
} // namespace Flockwork
