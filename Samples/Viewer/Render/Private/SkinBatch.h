#pragma once
// All skinned characters: culled, sorted into levels of detail, and drawn with one instanced draw for each mesh, level
// and picture. Their joints go to the graphics side in one float texture.
#include "ContactShade.h"
#include "FlockworkRender/SkinnedTypes.h"
#include "GpuMesh.h"
#include "SkinGeometry.h"
#include "SkinMaterials.h"
#include "ViewCone.h"

#include <memory>
#include <span>
#include <vector>

namespace Flockwork
{
class FSkinBatch final : public Ogre::MovableObject
{
public:
	explicit FSkinBatch(Ogre::SceneNode& Root);
	~FSkinBatch() override;
	bool SetMeshes(std::span<const FRenderSkinnedMesh> InMeshes, FDiagnostics& Diagnostics);
	void Set(int32_t Group, int32_t Mesh, std::span<const FRenderCharacter> Characters,
	    std::span<const FRenderJoint> Palette);
	// Sorts what was set into draws for this view.
	void Prepare(const FBodyView& View, int32_t TriangleBudget);
	int32_t GetTriangleCount() const; // shadows included
	int32_t GetVisibleCount() const { return VisibleCount; }
	// Of the last Prepare: where characters that are seen at some size stand.
	std::span<const FContactShade::FSpot> GetStandingPlaces() const { return Standing; }

	const Ogre::String& getMovableType() const override;
	const Ogre::AxisAlignedBox& getBoundingBox() const override { return Ogre::AxisAlignedBox::BOX_INFINITE; }
	Ogre::Real getBoundingRadius() const override { return 1e6f; }
	void _updateRenderQueue(Ogre::RenderQueue* Queue) override;
	void visitRenderables(Ogre::Renderable::Visitor* Visitor, bool bDebug) override;

private:
	// 40 bytes, uploaded as it is.
	struct FInstance
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		float Scale = 1.0f;
		FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
		float FirstJointTexel = 0.0f; // exact up to 16 million
		float FirstTintTexel = 0.0f;
	};
	struct FGroup
	{
		int32_t Mesh = 0;
		std::vector<FRenderCharacter> Characters;
		std::vector<FRenderJoint> Palette;
	};
	using FDraws = std::vector<std::unique_ptr<FInstancedDraw>>;
	// The draws of one level have the same instances: one for each picture.
	struct FLevel
	{
		FDraws Picture;
		FDraws Shadow;
		std::vector<FInstance> PictureInstances;
		std::vector<FInstance> ShadowInstances;
	};
	struct FSkin
	{
		std::vector<FLevel> Levels;
		std::vector<int32_t> LevelTriangles;
		int32_t JointCount = 0;
		float Height = 1.8f;
		float ContactRadius = 0.0f;
		float Reach = 0.0f;
	};
	bool AddMesh(const FRenderSkinnedMesh& In, const std::string& Field, FSkin& Out, FDiagnostics& Diagnostics);
	FLevel MakeLevel(const FSkinGeometry& Geometry, bool bFinest, const std::string& Field, FDiagnostics& Diagnostics);
	void MeasureAll(const FBodyView& View);
	void Place(const FRenderCharacter& Character, FSkin& Mesh, size_t Entry, FInstance Instance);
	void AddTexels(const FGroup& Group);
	void UploadAll();
	template <typename FunctionType>
	void ForEachLevel(FunctionType&& Function);

	FSkinMaterials Materials;
	std::vector<FSkin> Meshes;
	std::vector<FGroup> Groups;
	std::vector<FBodySeen> Seen; // by group, then character
	std::vector<float> Texels;
	std::vector<FContactShade::FSpot> Standing;
	FLevelChooser Chooser;
	int32_t VisibleCount = 0;
};
} // namespace Flockwork
