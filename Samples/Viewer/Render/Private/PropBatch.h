#pragma once
// Rigid things that move: boxes, spheres and meshes of the host, one instanced draw each.
#include "FlockworkRender/RenderTypes.h"
#include "GpuMesh.h"

#include <memory>
#include <vector>

namespace Flockwork
{
class FPropBatch final : public Ogre::MovableObject
{
public:
	explicit FPropBatch(Ogre::SceneNode& Root);
	~FPropBatch() override;
	void Set(std::span<const FRenderProp> Props);
	void SetMeshes(std::span<const FRenderMesh> Meshes);
	int32_t GetTriangleCount() const;

	const Ogre::String& getMovableType() const override;
	const Ogre::AxisAlignedBox& getBoundingBox() const override { return Ogre::AxisAlignedBox::BOX_INFINITE; }
	Ogre::Real getBoundingRadius() const override { return 1e6f; }
	void _updateRenderQueue(Ogre::RenderQueue* Queue) override;
	void visitRenderables(Ogre::Renderable::Visitor* Visitor, bool bDebug) override;

private:
	// 48 bytes: three float4 and the colour in the place of the last float of the half extent's.
	struct FInstance
	{
		float Position[4] = {0.0f, 0.0f, 0.0f, 1.0f};
		FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
		float HalfExtent[3] = {0.5f, 0.5f, 0.5f};
		uint8_t Color[4] = {255, 255, 255, 255};
	};
	std::unique_ptr<FInstancedDraw> MakeDraw(const FMesh& Mesh);
	static FInstance MakeInstance(const FRenderProp& Prop);

	// The draws of one shape have the same instances: a large mesh is several.
	using FShapeDraws = std::vector<std::unique_ptr<FInstancedDraw>>;
	std::vector<FShapeDraws> Shapes; // boxes, spheres, then the host's meshes
	std::vector<FInstance> Scratch;
};
} // namespace Flockwork
