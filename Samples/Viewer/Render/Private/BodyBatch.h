#pragma once
// All bodies of all groups: culled, sorted into levels of detail, and drawn with one instanced draw for each species
// and level.
#include "ContactShade.h"
#include "DetailChooser.h"
#include "FlockworkRender/RenderTypes.h"
#include "GpuMesh.h"
#include "ViewCone.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace Flockwork
{
// Position, rotation and look as the shader reads them: the two public structs side by side, 48 bytes.
struct FBodyInstance
{
	FBoidInstance Place;
	FBoidLook Look;
};

class FBodyBatch final : public Ogre::MovableObject
{
public:
	explicit FBodyBatch(Ogre::SceneNode& Root);
	~FBodyBatch() override;
	void Set(int32_t Group, EBody Body, std::span<const FBoidInstance> Instances, std::span<const FBoidLook> Looks);
	// Sorts what was set into draws for this view.
	void Prepare(const FBodyView& View, int32_t TriangleBudget);
	int32_t GetTriangleCount() const; // shadows included
	int32_t GetVisibleCount() const { return VisibleCount; }
	// Of the last Prepare: where walkers that are seen at some size stand.
	std::span<const FContactShade::FSpot> GetStandingPlaces() const { return Standing; }

	const Ogre::String& getMovableType() const override;
	const Ogre::AxisAlignedBox& getBoundingBox() const override { return Ogre::AxisAlignedBox::BOX_INFINITE; }
	Ogre::Real getBoundingRadius() const override { return 1e6f; }
	void _updateRenderQueue(Ogre::RenderQueue* Queue) override;
	void visitRenderables(Ogre::Renderable::Visitor* Visitor, bool bDebug) override;

private:
	struct FGroup
	{
		EBody Body = EBody::Arrow;
		std::vector<FBodyInstance> Instances;
	};
	// Of one body and level: the draws for the picture and for the shadow map.
	struct FLevel
	{
		std::unique_ptr<FInstancedDraw> Picture;
		std::unique_ptr<FInstancedDraw> Shadow; // none for Near
		std::vector<FBodyInstance> PictureInstances;
		std::vector<FBodyInstance> ShadowInstances;
	};
	void MeasureAll(const FBodyView& View);

	std::vector<FGroup> Groups;
	std::array<std::array<FLevel, DetailCount>, BodyCount> Levels;
	std::vector<FBodySeen> Seen; // by group, then instance
	std::vector<FContactShade::FSpot> Standing;
	FDetailChooser Chooser;
	int32_t VisibleCount = 0;
};
} // namespace Flockwork
