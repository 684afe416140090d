#include "PropBatch.h"

#include "TriangleMesh.h"

#include <OgreMaterialManager.h>
#include <OgreRenderQueue.h>
#include <OgreSceneNode.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr size_t FirstMesh = 2; // shapes before the host's own

constexpr FVertexElement PropElements[] = {
    {1, 0, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 1},
    {1, 16, Ogre::VET_FLOAT4, Ogre::VES_TEXTURE_COORDINATES, 2},
    {1, 32, Ogre::VET_FLOAT3, Ogre::VES_TEXTURE_COORDINATES, 3},
    {1, 44, Ogre::VET_UBYTE4_NORM, Ogre::VES_TEXTURE_COORDINATES, 4},
};

bool IsUsable(const FRenderProp& Prop)
{
	return IsFinite(Prop.Position) && IsFinite(Prop.Rotation) && IsFinite(Prop.HalfExtent) &&
	       std::min(Prop.HalfExtent.x, std::min(Prop.HalfExtent.y, Prop.HalfExtent.z)) > 0.0f && Prop.Mesh >= 0;
}
} // namespace

FPropBatch::FPropBatch(Ogre::SceneNode& Root) : MovableObject("Props")
{
	FMeshBuilder Builder;
	Builder.Box({}, {1.0f, 1.0f, 1.0f}, 0.07f);
	Shapes.emplace_back().push_back(MakeDraw(Builder.Take()));
	Builder.Ellipsoid({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 14, 9);
	Shapes.emplace_back().push_back(MakeDraw(Builder.Take()));
	setRenderQueueGroup(DrawSolids);
	_notifyManager(Root.getCreator()); // made by hand, not by the scene manager
	Root.attachObject(this);
}

FPropBatch::~FPropBatch()
{
	detachFromParent();
}

std::unique_ptr<FInstancedDraw> FPropBatch::MakeDraw(const FMesh& Mesh)
{
	const Ogre::MaterialPtr Material =
	    Ogre::MaterialManager::getSingleton().getByName("Flockwork/Prop", Ogre::RGN_DEFAULT);
	return std::make_unique<FInstancedDraw>(UploadMesh(Mesh), sizeof(FInstance), PropElements, Material, *this);
}

void FPropBatch::SetMeshes(std::span<const FRenderMesh> Meshes)
{
	Shapes.resize(FirstMesh);
	for (const FRenderMesh& Mesh : Meshes)
	{
		FShapeDraws& Draws = Shapes.emplace_back();
		for (const FMesh& Part : MakeTriangleMeshes(Mesh))
		{
			Draws.push_back(MakeDraw(Part));
		}
	}
	Set({});
}

FPropBatch::FInstance FPropBatch::MakeInstance(const FRenderProp& Prop)
{
	FBoidLook Bytes;
	Bytes.SetColor(Prop.Color);
	FInstance Out;
	Out.Rotation = Prop.Rotation;
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		Out.Position[Axis] = Prop.Position[Axis];
		Out.HalfExtent[Axis] = Prop.Shape == EPropShape::Sphere ? Prop.HalfExtent.x : Prop.HalfExtent[Axis];
	}
	Out.Color[0] = Bytes.R;
	Out.Color[1] = Bytes.G;
	Out.Color[2] = Bytes.B;
	return Out;
}

void FPropBatch::Set(std::span<const FRenderProp> Props)
{
	for (size_t Shape = 0; Shape < Shapes.size(); ++Shape)
	{
		Scratch.clear();
		for (const FRenderProp& Prop : Props)
		{
			const size_t Wanted = Prop.Shape == EPropShape::Mesh ? FirstMesh + size_t(Prop.Mesh) : size_t(Prop.Shape);
			if (Wanted == Shape && IsUsable(Prop))
			{
				Scratch.push_back(MakeInstance(Prop));
			}
		}
		for (const std::unique_ptr<FInstancedDraw>& Draw : Shapes[Shape])
		{
			Draw->Upload(Scratch.data(), Scratch.size());
		}
	}
}

int32_t FPropBatch::GetTriangleCount() const
{
	int32_t Sum = 0;
	for (const FShapeDraws& Draws : Shapes)
	{
		for (const std::unique_ptr<FInstancedDraw>& Draw : Draws)
		{
			Sum += Draw->GetTriangleCount();
		}
	}
	return Sum;
}

const Ogre::String& FPropBatch::getMovableType() const
{
	static const Ogre::String Name = "FlockworkProps";
	return Name;
}

void FPropBatch::_updateRenderQueue(Ogre::RenderQueue* Queue)
{
	for (const FShapeDraws& Draws : Shapes)
	{
		for (const std::unique_ptr<FInstancedDraw>& Draw : Draws)
		{
			if (Draw->GetInstanceCount() > 0)
			{
				Queue->addRenderable(Draw.get(), mRenderQueueID, mRenderQueuePriority);
			}
		}
	}
}

void FPropBatch::visitRenderables(Ogre::Renderable::Visitor* Visitor, bool)
{
	for (const FShapeDraws& Draws : Shapes)
	{
		for (const std::unique_ptr<FInstancedDraw>& Draw : Draws)
		{
			Visitor->visit(Draw.get(), 0, false);
		}
	}
}
} // namespace Flockwork
