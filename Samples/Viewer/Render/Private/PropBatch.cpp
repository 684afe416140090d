#include "PropBatch.h"

#include <OgreMaterialManager.h>
#include <OgreRenderQueue.h>
#include <OgreSceneNode.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr FVertexElement PropElements[] = {
    {1, 0, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 1},
    {1, 16, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 2},
    {1, 32, Ogre::VET_FLOAT3, Ogre::VES_TEXTURE_COORDINATES, 3},
    {1, 44, Ogre::VET_UBYTE4_NORM, Ogre::VES_TEXTURE_COORDINATES, 4},
};

bool IsUsable(const FRenderProp& Prop)
{
	return IsFinite(Prop.Position) && IsFinite(Prop.Rotation) && IsFinite(Prop.HalfExtent) &&
	       std::min(Prop.HalfExtent.x, std::min(Prop.HalfExtent.y, Prop.HalfExtent.z)) > 0.0f;
}
} // namespace

FPropBatch::FPropBatch(Ogre::SceneNode& Root) : MovableObject("Props")
{
	const Ogre::MaterialPtr Material =
	    Ogre::MaterialManager::getSingleton().getByName("Flockwork/Prop", Ogre::RGN_DEFAULT);
	FMeshBuilder Builder;
	Builder.Box({}, {1.0f, 1.0f, 1.0f}, 0.07f);
	Boxes =
	    std::make_unique<FInstancedDraw>(UploadMesh(Builder.Take()), sizeof(FInstance), PropElements, Material, *this);
	Builder.Ellipsoid({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 14, 9);
	Spheres =
	    std::make_unique<FInstancedDraw>(UploadMesh(Builder.Take()), sizeof(FInstance), PropElements, Material, *this);
	setRenderQueueGroup(DrawSolids);
	_notifyManager(Root.getCreator()); // made by hand, not by the scene manager
	Root.attachObject(this);
}

FPropBatch::~FPropBatch()
{
	detachFromParent();
}

void FPropBatch::Set(std::span<const FRenderProp> Props)
{
	for (const EPropShape Shape : {EPropShape::Box, EPropShape::Sphere})
	{
		Scratch.clear();
		for (const FRenderProp& Prop : Props)
		{
			if (Prop.Shape != Shape || !IsUsable(Prop))
			{
				continue;
			}
			const bool bSphere = Shape == EPropShape::Sphere;
			FBoidLook Bytes;
			Bytes.SetColor(Prop.Color);
			FInstance Out;
			Out.Rotation = Prop.Rotation;
			for (int32_t Axis = 0; Axis < 3; ++Axis)
			{
				Out.Position[Axis] = Prop.Position[Axis];
				Out.HalfExtent[Axis] = bSphere ? Prop.HalfExtent.x : Prop.HalfExtent[Axis];
			}
			Out.Color[0] = Bytes.R;
			Out.Color[1] = Bytes.G;
			Out.Color[2] = Bytes.B;
			Scratch.push_back(Out);
		}
		(Shape == EPropShape::Box ? Boxes : Spheres)->Upload(Scratch.data(), Scratch.size());
	}
}

int32_t FPropBatch::GetTriangleCount() const
{
	return Boxes->GetTriangleCount() + Spheres->GetTriangleCount();
}

const Ogre::String& FPropBatch::getMovableType() const
{
	static const Ogre::String Name = "FlockworkProps";
	return Name;
}

void FPropBatch::_updateRenderQueue(Ogre::RenderQueue* Queue)
{
	for (FInstancedDraw* Draw : {Boxes.get(), Spheres.get()})
	{
		if (Draw->GetInstanceCount() > 0)
		{
			Queue->addRenderable(Draw, mRenderQueueID, mRenderQueuePriority);
		}
	}
}

void FPropBatch::visitRenderables(Ogre::Renderable::Visitor* Visitor, bool)
{
	Visitor->visit(Boxes.get(), 0, false);
	Visitor->visit(Spheres.get(), 0, false);
}
} // namespace Flockwork
