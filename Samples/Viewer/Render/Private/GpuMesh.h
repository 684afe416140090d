#pragma once
// Small helpers between our arrays and the engine's buffers.
#include "MeshBuilder.h"

#include <OgreHardwareVertexBuffer.h>
#include <OgreMaterial.h>
#include <OgreMovableObject.h>
#include <OgreRenderOperation.h>
#include <OgreRenderable.h>
#include <OgreSimpleRenderable.h>
#include <cstddef>
#include <memory>
#include <span>

namespace Flockwork
{
// Order in which a frame is drawn: what covers most comes first, so that covered pixels are never shaded.
enum EDrawOrder : uint8_t
{
	DrawSolids = 50,
	DrawGround = 60,
	DrawContact = 61,
	DrawSky = 70,
	DrawSun = 71,
	DrawTrails = 80,
	DrawLines = 85
};

// An element of a vertex declaration.
struct FVertexElement
{
	uint16_t Source = 0;
	size_t Offset = 0;
	Ogre::VertexElementType Type = Ogre::VET_FLOAT3;
	Ogre::VertexElementSemantic Semantic = Ogre::VES_POSITION;
	uint16_t Index = 0;
};

// A mesh on the graphics side, shared by all groups that draw it.
struct FGpuMesh
{
	std::span<const FVertexElement> Elements; // of Vertices; static
	Ogre::HardwareVertexBufferSharedPtr Vertices;
	Ogre::HardwareIndexBufferSharedPtr Indices;
	size_t VertexCount = 0;
	size_t IndexCount = 0;
	int32_t GetTriangleCount() const { return int32_t(IndexCount / 3); }
};
std::shared_ptr<FGpuMesh> UploadMesh(const FMesh& Mesh);
Ogre::HardwareVertexBufferSharedPtr UploadVertices(const void* Vertices, size_t Stride, size_t Count);
Ogre::HardwareIndexBufferSharedPtr UploadIndices(std::span<const uint32_t> Indices);

// A vertex buffer rewritten every frame; grows by doubling, so that a steady frame allocates nothing.
class FStreamBuffer
{
public:
	explicit FStreamBuffer(size_t InStride, bool bInInstanced) : Stride(InStride), bInstanced(bInInstanced) {}
	// True when the buffer was replaced and must be bound again.
	bool Upload(const void* Data, size_t Count);
	const Ogre::HardwareVertexBufferSharedPtr& Get() const { return Buffer; }

private:
	Ogre::HardwareVertexBufferSharedPtr Buffer;
	size_t Stride = 0;
	bool bInstanced = false;
};

// One instanced draw of a mesh. Owned by a movable object, which queues it.
class FInstancedDraw final : public Ogre::Renderable
{
public:
	FInstancedDraw(std::shared_ptr<FGpuMesh> InMesh, size_t InstanceStride, std::span<const FVertexElement> Elements,
	    Ogre::MaterialPtr InMaterial, Ogre::MovableObject& InOwner);
	~FInstancedDraw() override;
	void Upload(const void* Instances, size_t Count);
	size_t GetInstanceCount() const { return Operation.numberOfInstances; }
	int32_t GetTriangleCount() const { return Mesh->GetTriangleCount() * int32_t(GetInstanceCount()); }

	const Ogre::MaterialPtr& getMaterial() const override { return Material; }
	void getRenderOperation(Ogre::RenderOperation& Out) override { Out = Operation; }
	void getWorldTransforms(Ogre::Matrix4* Out) const override { *Out = Ogre::Matrix4::IDENTITY; }
	Ogre::Real getSquaredViewDepth(const Ogre::Camera*) const override { return 0.0f; }
	const Ogre::LightList& getLights() const override { return Owner->queryLights(); }

private:
	std::shared_ptr<FGpuMesh> Mesh;
	FStreamBuffer Instances;
	Ogre::RenderOperation Operation;
	Ogre::MaterialPtr Material;
	Ogre::MovableObject* Owner = nullptr;
};

// One plain draw of vertices in world space, rewritten as a whole; seen from everywhere.
class FWorldDraw final : public Ogre::SimpleRenderable
{
public:
	FWorldDraw(size_t VertexStride, std::span<const FVertexElement> Elements, const char* MaterialName,
	    uint8_t DrawOrder, bool bCastsShadows);
	~FWorldDraw() override;
	void Upload(const void* Vertices, size_t Count, std::span<const uint32_t> Indices);
	int32_t GetTriangleCount() const;

	Ogre::Real getBoundingRadius() const override { return 1e6f; }
	Ogre::Real getSquaredViewDepth(const Ogre::Camera*) const override { return 1e6f; }
	void _updateRenderQueue(Ogre::RenderQueue* Queue) override;

private:
	FStreamBuffer Stream;
	size_t IndexCapacity = 0;
};
} // namespace Flockwork
