#include "BodyBatch.h"

#include "BodyMaterials.h"

#include <OgreRenderQueue.h>
#include <OgreSceneManager.h>
#include <OgreSceneNode.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
static_assert(sizeof(FBoidInstance) == 32 && sizeof(FBoidLook) == 16 && sizeof(FBodyInstance) == 48);

// glm stores a quaternion as x, y, z, w: just as the shader wants it.
constexpr FVertexElement BodyElements[] = {
    {1, offsetof(FBodyInstance, Place), Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 1},
    {1, 16, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 2},
    {1, 32, Ogre::VET_UBYTE4_NORM, Ogre::VES_TEXTURE_COORDINATES, 3},
    {1, 36, Ogre::VET_FLOAT3, Ogre::VES_TEXTURE_COORDINATES, 4},
};

bool IsUsable(const FBoidInstance& Instance)
{
	return IsFinite(Instance.Position) && IsFinite(Instance.Rotation) && std::isfinite(Instance.Scale) &&
	       Instance.Scale > 0.0f;
}

constexpr size_t MaxSpots = 300; // of darkness under walkers: each costs 30 triangles

bool IsWalker(EBody Body)
{
	return Body == EBody::Zombie || Body == EBody::Human;
}

// Standing height or greatest length at scale 1: what counts for detail.
float GetBodySize(EBody Body)
{
	return IsWalker(Body) ? 1.8f : 1.0f;
}

} // namespace

FBodyBatch::FBodyBatch(Ogre::SceneNode& Root) : MovableObject("Bodies")
{
	for (int32_t Body = 0; Body < BodyCount; ++Body)
	{
		const Ogre::MaterialPtr Material = GetBodyMaterial(EBody(Body));
		for (int32_t Detail = 0; Detail < DetailCount; ++Detail)
		{
			const std::shared_ptr<FGpuMesh> Mesh = UploadMesh(MakeBodyMesh(EBody(Body), EDetail(Detail)));
			FLevel& Level = Levels[size_t(Body)][size_t(Detail)];
			const auto MakeDraw = [&]
			{ return std::make_unique<FInstancedDraw>(Mesh, sizeof(FBodyInstance), BodyElements, Material, *this); };
			Level.Picture = MakeDraw();
			if (EDetail(Detail) != EDetail::Near)
			{
				Level.Shadow = MakeDraw();
			}
		}
	}
	setRenderQueueGroup(DrawSolids);
	_notifyManager(Root.getCreator()); // made by hand, not by the scene manager
	Root.attachObject(this);
}

FBodyBatch::~FBodyBatch()
{
	detachFromParent();
}

void FBodyBatch::Set(
    int32_t Group, EBody Body, std::span<const FBoidInstance> Instances, std::span<const FBoidLook> Looks)
{
	if (Groups.size() <= size_t(Group))
	{
		Groups.resize(size_t(Group) + 1);
	}
	FGroup& Target = Groups[size_t(Group)];
	Target.Body = Body;
	Target.Instances.clear();
	for (size_t Index = 0; Index < Instances.size(); ++Index)
	{
		if (IsUsable(Instances[Index]))
		{
			Target.Instances.push_back({Instances[Index], Looks.empty() ? FBoidLook{} : Looks[Index]});
		}
	}
}

void FBodyBatch::MeasureAll(const FBodyView& View)
{
	const FViewCone Cone(View);
	Chooser.Clear();
	Seen.clear();
	for (const FGroup& Group : Groups)
	{
		const float Size = GetBodySize(Group.Body);
		const float Radius = GetBodyRadius(Group.Body);
		for (const FBodyInstance& Instance : Group.Instances)
		{
			const float Scale = Instance.Place.Scale;
			const FBodySeen Out = Cone.Measure(Instance.Place.Position, Radius * Scale, Size * Scale);
			Chooser.Add(Group.Body, Out.Pixels, Out.bVisible, Out.bShadow);
			Seen.push_back(Out);
		}
	}
}

void FBodyBatch::Prepare(const FBodyView& View, int32_t TriangleBudget)
{
	MeasureAll(View);
	const FDetailThresholds Thresholds = Chooser.Choose(TriangleBudget);
	VisibleCount = 0;
	Standing.clear();
	size_t Index = 0;
	for (const FGroup& Group : Groups)
	{
		std::array<FLevel, DetailCount>& Body = Levels[size_t(Group.Body)];
		for (const FBodyInstance& Instance : Group.Instances)
		{
			const FBodySeen& Measured = Seen[Index++];
			const EDetail Detail = Thresholds.Choose(Measured.Pixels);
			if (Measured.bVisible)
			{
				Body[size_t(Detail)].PictureInstances.push_back(Instance);
				++VisibleCount;
				if (IsWalker(Group.Body) && Detail != EDetail::Tiny && Standing.size() < MaxSpots)
				{
					Standing.push_back({Instance.Place.Position, 0.42f * Instance.Place.Scale});
				}
			}
			if (Measured.bShadow)
			{
				Body[size_t(FDetailThresholds::CoarserForShadow(Detail))].ShadowInstances.push_back(Instance);
			}
		}
	}
	for (std::array<FLevel, DetailCount>& Body : Levels)
	{
		for (FLevel& Level : Body)
		{
			Level.Picture->Upload(Level.PictureInstances.data(), Level.PictureInstances.size());
			Level.PictureInstances.clear();
			if (Level.Shadow)
			{
				Level.Shadow->Upload(Level.ShadowInstances.data(), Level.ShadowInstances.size());
			}
			Level.ShadowInstances.clear();
		}
	}
}

int32_t FBodyBatch::GetTriangleCount() const
{
	int32_t Sum = 0;
	for (const std::array<FLevel, DetailCount>& Body : Levels)
	{
		for (const FLevel& Level : Body)
		{
			Sum += Level.Picture->GetTriangleCount() + (Level.Shadow ? Level.Shadow->GetTriangleCount() : 0);
		}
	}
	return Sum;
}

const Ogre::String& FBodyBatch::getMovableType() const
{
	static const Ogre::String Name = "FlockworkBodies";
	return Name;
}

void FBodyBatch::_updateRenderQueue(Ogre::RenderQueue* Queue)
{
	const bool bShadowMap = mManager->_getCurrentRenderStage() == Ogre::SceneManager::IRS_RENDER_TO_TEXTURE;
	for (std::array<FLevel, DetailCount>& Body : Levels)
	{
		for (FLevel& Level : Body)
		{
			FInstancedDraw* Draw = bShadowMap ? Level.Shadow.get() : Level.Picture.get();
			if (Draw && Draw->GetInstanceCount() > 0)
			{
				Queue->addRenderable(Draw, mRenderQueueID, mRenderQueuePriority);
			}
		}
	}
}

void FBodyBatch::visitRenderables(Ogre::Renderable::Visitor* Visitor, bool)
{
	for (std::array<FLevel, DetailCount>& Body : Levels)
	{
		for (FLevel& Level : Body)
		{
			Visitor->visit(Level.Picture.get(), 0, false);
		}
	}
}
} // namespace Flockwork
