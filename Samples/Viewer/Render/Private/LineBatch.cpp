#include "LineBatch.h"

#include <OgreMaterialManager.h>
#include <OgrePass.h>
#include <OgreSceneNode.h>
#include <OgreTechnique.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t MaxTrailPoints = 30000; // two triangles each
constexpr float LineHalfWidth = 1.25f;    // pixels at 720 lines

uint8_t ToByte(float Value)
{
	return uint8_t(std::clamp(Value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

void SetColor(uint8_t (&Out)[4], const FColor& Color, float Opacity)
{
	Out[0] = ToByte(Color.R);
	Out[1] = ToByte(Color.G);
	Out[2] = ToByte(Color.B);
	Out[3] = ToByte(Opacity);
}

constexpr FVertexElement LineElements[] = {
    {0, 0, Ogre::VET_FLOAT4, Ogre::VES_POSITION, 0},
    {0, 16, Ogre::VET_FLOAT3, Ogre::VES_NORMAL, 0},
    {0, 28, Ogre::VET_UBYTE4_NORM, Ogre::VES_DIFFUSE, 0},
};
constexpr FVertexElement TrailElements[] = {
    {0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION, 0},
    {0, 12, Ogre::VET_UBYTE4_NORM, Ogre::VES_DIFFUSE, 0},
};
} // namespace

FLineBatch::FLineBatch(Ogre::SceneNode& Root) : Draw(sizeof(FVertex), LineElements, "Flockwork/Line", DrawLines, false)
{
	static_assert(sizeof(FVertex) == 32);
	Root.attachObject(&Draw);
}

FLineBatch::~FLineBatch()
{
	Draw.detachFromParent();
}

void FLineBatch::SetViewport(int32_t Width, int32_t Height)
{
	const float HalfWidth = LineHalfWidth * std::max(1.0f, float(Height) / 720.0f);
	const Ogre::Vector4 Pixel(2.0f / float(Width), 2.0f / float(Height), HalfWidth, 0.0f);
	for (Ogre::Pass* const Pass : Draw.getMaterial()->getTechnique(0)->getPasses()) // seen, and hidden by things
	{
		Pass->getVertexProgramParameters()->setNamedConstant("pixel", Pixel);
	}
}

void FLineBatch::Set(std::span<const FDebugLines::FLine> Lines)
{
	Vertices.clear();
	Indices.clear();
	for (const FDebugLines::FLine& Line : Lines)
	{
		const auto First = uint32_t(Vertices.size());
		for (const float Side : {-Line.Width, Line.Width})
		{
			FVertex Vertex{Line.From, Side, Line.To, {}};
			SetColor(Vertex.Color, Line.Color, Line.Color.A);
			Vertices.push_back(Vertex);
			// Seen from the other end, left is right.
			std::swap(Vertex.Position, Vertex.Other);
			Vertex.Side = -Side;
			Vertices.push_back(Vertex);
		}
		Indices.insert(Indices.end(), {First, First + 1, First + 2, First + 2, First + 1, First + 3});
	}
	Draw.Upload(Vertices.data(), Vertices.size(), Indices);
}

FTrailBatch::FTrailBatch(Ogre::SceneNode& Root)
    : Draw(sizeof(FVertex), TrailElements, "Flockwork/Trail", DrawTrails, false)
{
	static_assert(sizeof(FVertex) == 16);
	Root.attachObject(&Draw);
}

FTrailBatch::~FTrailBatch()
{
	Draw.detachFromParent();
}

void FTrailBatch::Clear()
{
	Vertices.clear();
	Indices.clear();
}

void FTrailBatch::Add(const FTrails& Trails, std::span<const FColor> Colors, const FVector& Eye)
{
	const int32_t Capacity = Trails.GetSettings().PointsPerBoid + 1;
	Points.resize(size_t(Capacity));
	const int32_t Stride = 1 + Trails.GetBoidCount() * Capacity / MaxTrailPoints;
	for (int32_t Boid = 0; Boid < Trails.GetBoidCount(); ++Boid)
	{
		int32_t Count = Trails.GetPoints(Boid, Points);
		if (Stride > 1)
		{
			int32_t Kept = 0;
			for (int32_t Index = 0; Index < Count; Index += Stride)
			{
				Points[size_t(Kept++)] = Points[size_t(Index)];
			}
			Count = Kept;
		}
		const FColor Color = Colors.empty()                 ? FColor{}
		                     : size_t(Boid) < Colors.size() ? Colors[size_t(Boid)]
		                                                    : Colors.back();
		AddRibbon({Points.data(), size_t(Count)}, Trails.GetSettings(), Color, Eye);
	}
}

void FTrailBatch::AddRibbon(
    std::span<const FTrails::FPoint> Trail, const FTrailSettings& Settings, const FColor& Color, const FVector& Eye)
{
	if (Trail.size() < 2)
	{
		return;
	}
	const FVector Lift(0.0f, Settings.Height, 0.0f);
	for (size_t Index = 0; Index < Trail.size(); ++Index)
	{
		const FVector& Here = Trail[Index].Position;
		const FVector& Before = Trail[Index > 0 ? Index - 1 : 0].Position;
		const FVector& After = Trail[std::min(Index + 1, Trail.size() - 1)].Position;
		const float Fresh = 1.0f - Trail[Index].Age;
		const FVector Side = SafeNormal(glm::cross(After - Before, Here - Eye)) * (0.5f * Settings.Width * Fresh);
		FVertex Vertex;
		SetColor(Vertex.Color, Color, Settings.Opacity * Fresh);
		Vertex.Position = Here + Lift - Side;
		Vertices.push_back(Vertex);
		Vertex.Position = Here + Lift + Side;
		Vertices.push_back(Vertex);
		if (Index > 0)
		{
			const auto Last = uint32_t(Vertices.size());
			Indices.insert(Indices.end(), {Last - 4, Last - 3, Last - 2, Last - 2, Last - 3, Last - 1});
		}
	}
}

void FTrailBatch::Upload()
{
	Draw.Upload(Vertices.data(), Vertices.size(), Indices);
}
} // namespace Flockwork
