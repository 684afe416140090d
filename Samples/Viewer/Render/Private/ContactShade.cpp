#include "ContactShade.h"

#include <OgreSceneNode.h>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr FVertexElement ContactElements[] = {
    {0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION, 0},
    {0, 12, Ogre::VET_UBYTE4_NORM, Ogre::VES_DIFFUSE, 0},
};
constexpr float AboveGround = 0.002f; // m; more would show as a line in front of the foot of a wall
constexpr float TouchHeight = 0.25f;  // m above the ground within which a thing counts as standing on it
constexpr int32_t CircleSides = 16;

void AddCircle(std::vector<FVector>& Out, const FVector& Center, float Radius)
{
	for (int32_t Side = 0; Side < CircleSides; ++Side)
	{
		const float Angle = -2.0f * Pi * float(Side) / float(CircleSides);
		Out.push_back(Center + FVector(std::cos(Angle), 0.0f, std::sin(Angle)) * Radius);
	}
}
} // namespace

FContactShade::FContactShade(Ogre::SceneNode& Root)
    : Draw(sizeof(FVertex), ContactElements, "Flockwork/Contact", DrawContact, false)
{
	static_assert(sizeof(FVertex) == 16);
	Root.attachObject(&Draw);
}

FContactShade::~FContactShade()
{
	Draw.detachFromParent();
}

FContactShade::FFootprint FContactShade::MakeFootprint(const FRenderStatic& Static)
{
	FFootprint Out;
	const FTransform& Transform = Static.Transform;
	Out.Center = Transform.Location;
	const bool bUpright = (Transform.Rotation * UpVector).y > 0.95f;
	const float Scale = Transform.Scale;
	switch (Static.Shape)
	{
	case EStaticShape::Box:
		if (bUpright)
		{
			Out.Lowest = Transform.Location.y - Static.HalfExtent.y * Scale;
			const FVector& Half = Static.HalfExtent;
			for (const FVector& Corner : {FVector(-Half.x, 0.0f, -Half.z), FVector(-Half.x, 0.0f, Half.z),
			         FVector(Half.x, 0.0f, Half.z), FVector(Half.x, 0.0f, -Half.z)})
			{
				Out.Outline.push_back(Transform.TransformPoint(Corner));
			}
			Out.Reach = std::min(0.7f, 0.5f * Half.y * Scale);
			return Out;
		}
		break;
	case EStaticShape::Cylinder:
		if (bUpright)
		{
			Out.Lowest = Transform.Location.y - Static.HalfHeight * Scale;
			AddCircle(Out.Outline, Transform.Location, Static.Radius * Scale);
			Out.Reach = std::min(0.7f, 0.5f * Static.HalfHeight * Scale);
			return Out;
		}
		break;
	case EStaticShape::Capsule:
	case EStaticShape::Sphere:
		Out.Lowest = Transform.Location.y - Static.Radius * Scale -
		             (Static.Shape == EStaticShape::Capsule && bUpright ? Static.HalfHeight * Scale : 0.0f);
		Out.Reach = 0.9f * Static.Radius * Scale;
		Out.Strength = 150;
		return Out;
	case EStaticShape::Mesh:
		break;
	}
	Out.Lowest = 1e9f; // lies or hangs in some other way: no darkness
	return Out;
}

void FContactShade::SetStatics(std::span<const FRenderStatic> InStatics)
{
	Footprints.clear();
	for (const FRenderStatic& Static : InStatics)
	{
		if (IsFinite(Static.Transform) && IsFinite(Static.HalfExtent) && std::isfinite(Static.Radius))
		{
			Footprints.push_back(MakeFootprint(Static));
		}
	}
}

uint32_t FContactShade::AddVertex(const FVector& Position, float Height, uint8_t Strength)
{
	FVertex Vertex;
	Vertex.Position = {Position.x, Height + AboveGround, Position.z};
	Vertex.Color[3] = Strength;
	Vertices.push_back(Vertex);
	return uint32_t(Vertices.size() - 1);
}

// Three lines around the outline: full, a third, none - about the curve of real ambient occlusion.
void FContactShade::AddRing(const FFootprint& Footprint, float Height)
{
	const size_t Count = Footprint.Outline.size();
	const auto First = uint32_t(Vertices.size());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const FVector& Here = Footprint.Outline[Index];
		const FVector Before = SafeNormal(Horizontal(Here - Footprint.Outline[(Index + Count - 1) % Count]));
		const FVector After = SafeNormal(Horizontal(Here - Footprint.Outline[(Index + 1) % Count]));
		// Outward along both neighbouring sides' normals.
		const FVector NormalBefore(-Before.z, 0.0f, Before.x);
		const FVector NormalAfter(After.z, 0.0f, -After.x);
		const FVector Out = SafeNormal(NormalBefore + NormalAfter) * Footprint.Reach;
		AddVertex(Here, Height, Footprint.Strength);
		AddVertex(Here + Out * 0.4f, Height, uint8_t(Footprint.Strength / 3));
		AddVertex(Here + Out, Height, 0);
	}
	for (uint32_t Index = 0; Index < Count; ++Index)
	{
		const uint32_t A = First + Index * 3;
		const uint32_t B = First + uint32_t((Index + 1) % Count) * 3;
		for (uint32_t Line = 0; Line < 2; ++Line)
		{
			Indices.insert(Indices.end(), {A + Line, B + Line, A + Line + 1, B + Line, B + Line + 1, A + Line + 1});
		}
	}
}

void FContactShade::AddSpot(const FVector& Center, float Radius, float Height, uint8_t Strength)
{
	constexpr uint32_t Sides = 10;
	const uint32_t Middle = AddVertex(Center, Height, Strength);
	for (uint32_t Side = 0; Side < Sides; ++Side)
	{
		const float Angle = 2.0f * Pi * float(Side) / float(Sides);
		const FVector Way(std::cos(Angle) * Radius, 0.0f, std::sin(Angle) * Radius);
		AddVertex(Center + Way * 0.5f, Height, uint8_t(Strength * 2 / 5));
		AddVertex(Center + Way, Height, 0);
	}
	for (uint32_t Side = 0; Side < Sides; ++Side)
	{
		const uint32_t A = Middle + 1 + Side * 2;
		const uint32_t B = Middle + 1 + (Side + 1) % Sides * 2;
		Indices.insert(Indices.end(), {Middle, A, B, A, A + 1, B, A + 1, B + 1, B});
	}
}

void FContactShade::Update(std::span<const FSpot> Spots, const FEnvironment& Environment)
{
	Vertices.clear();
	Indices.clear();
	const float Height = Environment.GroundHeight;
	if (Environment.Ground != EGround::None)
	{
		for (const FFootprint& Footprint : Footprints)
		{
			if (std::abs(Footprint.Lowest - Height) > TouchHeight)
			{
				continue;
			}
			Footprint.Outline.empty() ? AddSpot(Footprint.Center, Footprint.Reach, Height, Footprint.Strength)
			                          : AddRing(Footprint, Height);
		}
		for (const FSpot& Spot : Spots)
		{
			if (std::abs(Spot.Position.y - Height) < TouchHeight)
			{
				constexpr uint8_t Strength = 105;
				AddSpot(Spot.Position, Spot.Radius, Height, Strength);
			}
		}
	}
	Draw.Upload(Vertices.data(), Vertices.size(), Indices);
}
} // namespace Flockwork
