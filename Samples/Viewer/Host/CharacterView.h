#pragma once
// Carries skinned characters to the renderer: their meshes when there are new ones, places and joints each frame.
#include "FlockworkGame/CharacterLibrary.h"
#include "FlockworkGame/World.h"
#include "FlockworkRender/Renderer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
// All meshes of a character by level of detail, each material a section with its own tint (those beyond the last tint
// share it). A file with one level gets coarser ones: a crowd of it would not be drawn otherwise.
FRenderSkinnedMesh MakeRenderMesh(const FCharacterModel& Model);

// Joints in the form in which the renderer takes them.
std::span<const FRenderJoint> AsRenderJoints(std::span<const FJointMatrix> Matrices);

class FCharacterView
{
public:
	// Alpha as UWorld::GetAlpha. Call once a frame. False, with what is wrong, when a new mesh cannot be drawn as it
	// is.
	bool Update(UWorld& World, FRenderer& Renderer, float Alpha, FDiagnostics& Diagnostics);
	// Whether the actor of this index was drawn as a character by the last Update.
	bool IsShown(uint32_t ActorIndex) const { return ActorIndex < Shown.size() && Shown[ActorIndex] != 0; }

private:
	// Of one model: a group of the renderer's.
	struct FGroup
	{
		std::vector<FRenderCharacter> Characters;
		std::vector<FRenderJoint> Palette;
	};
	void Add(const UWorld& World, const struct FCharacterInstance& Instance, float Alpha);

	std::vector<FGroup> Groups; // by model
	std::vector<uint8_t> Shown; // by actor index
};
} // namespace Flockwork
