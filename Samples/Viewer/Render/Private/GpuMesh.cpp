#include "GpuMesh.h"

#include <OgreHardwareBufferManager.h>
#include <OgreMaterialManager.h>
#include <OgreRenderQueue.h>
#include <algorithm>
#include <utility>

namespace Flockwork
{
namespace
{
Ogre::HardwareBufferManager& Buffers()
{
	return Ogre::HardwareBufferManager::getSingleton();
}

void Declare(Ogre::VertexDeclaration& Declaration, std::span<const FVertexElement> Elements)
{
	for (const FVertexElement& Element : Elements)
	{
		Declaration.addElement(Element.Source, Element.Offset, Element.Type, Element.Semantic, Element.Index);
	}
}

constexpr FVertexElement MeshElements[] = {
    {0, offsetof(FMeshVertex, Position), Ogre::VET_FLOAT3, Ogre::VES_POSITION, 0},
    {0, offsetof(FMeshVertex, Normal), Ogre::VET_FLOAT3, Ogre::VES_NORMAL, 0},
    {0, offsetof(FMeshVertex, Slot), Ogre::VET_UBYTE4, Ogre::VES_TEXTURE_COORDINATES, 0},
};
} // namespace

std::shared_ptr<FGpuMesh> UploadMesh(const FMesh& Mesh)
{
	auto Out = std::make_shared<FGpuMesh>();
	Out->VertexCount = Mesh.Vertices.size();
	Out->IndexCount = Mesh.Indices.size();
	Out->Elements = MeshElements;
	Out->Vertices = UploadVertices(Mesh.Vertices.data(), sizeof(FMeshVertex), Out->VertexCount);
	Out->Indices =
	    Buffers().createIndexBuffer(Ogre::HardwareIndexBuffer::IT_16BIT, Out->IndexCount, Ogre::HBU_GPU_ONLY);
	Out->Indices->writeData(0, Out->IndexCount * sizeof(uint16_t), Mesh.Indices.data(), true);
	return Out;
}

Ogre::HardwareVertexBufferSharedPtr UploadVertices(const void* Vertices, size_t Stride, size_t Count)
{
	Ogre::HardwareVertexBufferSharedPtr Out = Buffers().createVertexBuffer(Stride, Count, Ogre::HBU_GPU_ONLY);
	Out->writeData(0, Count * Stride, Vertices, true);
	return Out;
}

Ogre::HardwareIndexBufferSharedPtr UploadIndices(std::span<const uint32_t> Indices)
{
	Ogre::HardwareIndexBufferSharedPtr Out =
	    Buffers().createIndexBuffer(Ogre::HardwareIndexBuffer::IT_32BIT, Indices.size(), Ogre::HBU_GPU_ONLY);
	Out->writeData(0, Indices.size_bytes(), Indices.data(), true);
	return Out;
}

bool FStreamBuffer::Upload(const void* Data, size_t Count)
{
	bool bReplaced = false;
	if (!Buffer || Buffer->getNumVertices() < Count)
	{
		size_t Capacity = 64;
		while (Capacity < Count)
		{
			Capacity *= 2;
		}
		Buffer = Buffers().createVertexBuffer(Stride, Capacity, Ogre::HBU_CPU_TO_GPU);
		if (bInstanced)
		{
			Buffer->setIsInstanceData(true);
			Buffer->setInstanceDataStepRate(1);
		}
		bReplaced = true;
	}
	if (Count > 0)
	{
		Buffer->writeData(0, Count * Stride, Data, true);
	}
	return bReplaced;
}

FInstancedDraw::FInstancedDraw(std::shared_ptr<FGpuMesh> InMesh, size_t InstanceStride,
    std::span<const FVertexElement> Elements, Ogre::MaterialPtr InMaterial, Ogre::MovableObject& InOwner)
    : Mesh(std::move(InMesh)), Instances(InstanceStride, true), Material(std::move(InMaterial)), Owner(&InOwner)
{
	Operation.vertexData = new Ogre::VertexData();
	Operation.indexData = new Ogre::IndexData();
	Operation.operationType = Ogre::RenderOperation::OT_TRIANGLE_LIST;
	Operation.useIndexes = true;
	Operation.useGlobalInstancingVertexBufferIsAvailable = false;
	Operation.numberOfInstances = 0;
	Operation.vertexData->vertexCount = Mesh->VertexCount;
	Operation.indexData->indexBuffer = Mesh->Indices;
	Operation.indexData->indexCount = Mesh->IndexCount;
	Declare(*Operation.vertexData->vertexDeclaration, Mesh->Elements);
	Declare(*Operation.vertexData->vertexDeclaration, Elements);
	Operation.vertexData->vertexBufferBinding->setBinding(0, Mesh->Vertices);
	Upload(nullptr, 0);
}

FInstancedDraw::~FInstancedDraw()
{
	delete Operation.vertexData;
	delete Operation.indexData;
}

void FInstancedDraw::Upload(const void* Data, size_t Count)
{
	if (Instances.Upload(Data, Count))
	{
		Operation.vertexData->vertexBufferBinding->setBinding(1, Instances.Get());
	}
	Operation.numberOfInstances = Count;
}

FWorldDraw::FWorldDraw(size_t VertexStride, std::span<const FVertexElement> Elements, const char* MaterialName,
    uint8_t DrawOrder, bool bCastsShadows)
    : Stream(VertexStride, false)
{
	mRenderOp.vertexData = new Ogre::VertexData();
	mRenderOp.indexData = new Ogre::IndexData();
	mRenderOp.operationType = Ogre::RenderOperation::OT_TRIANGLE_LIST;
	mRenderOp.useIndexes = true;
	mRenderOp.useGlobalInstancingVertexBufferIsAvailable = false;
	Declare(*mRenderOp.vertexData->vertexDeclaration, Elements);
	setMaterial(Ogre::MaterialManager::getSingleton().getByName(MaterialName, Ogre::RGN_DEFAULT));
	setBoundingBox(Ogre::AxisAlignedBox::BOX_INFINITE);
	setRenderQueueGroup(DrawOrder);
	setCastShadows(bCastsShadows);
}

FWorldDraw::~FWorldDraw()
{
	delete mRenderOp.vertexData;
	delete mRenderOp.indexData;
}

void FWorldDraw::Upload(const void* Vertices, size_t Count, std::span<const uint32_t> Indices)
{
	if (Stream.Upload(Vertices, Count))
	{
		mRenderOp.vertexData->vertexBufferBinding->setBinding(0, Stream.Get());
	}
	if (IndexCapacity < Indices.size())
	{
		IndexCapacity = std::max(Indices.size(), IndexCapacity * 2);
		mRenderOp.indexData->indexBuffer =
		    Buffers().createIndexBuffer(Ogre::HardwareIndexBuffer::IT_32BIT, IndexCapacity, Ogre::HBU_CPU_TO_GPU);
	}
	if (!Indices.empty())
	{
		mRenderOp.indexData->indexBuffer->writeData(0, Indices.size_bytes(), Indices.data(), true);
	}
	mRenderOp.vertexData->vertexCount = Count;
	mRenderOp.indexData->indexCount = Indices.size();
}

int32_t FWorldDraw::GetTriangleCount() const
{
	return int32_t(mRenderOp.indexData->indexCount / 3);
}

void FWorldDraw::_updateRenderQueue(Ogre::RenderQueue* Queue)
{
	if (mRenderOp.indexData->indexCount > 0)
	{
		SimpleRenderable::_updateRenderQueue(Queue);
	}
}
} // namespace Flockwork
