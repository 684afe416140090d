#pragma once
// The scene AnimationGallery: every clip of a character, each played by a copy of its own, with its name and a timeline
// on which the clip's events are marked. The world knows nothing of it.
#include "FlockworkGame/CharacterLibrary.h"
#include "FlockworkRender/Renderer.h"

#include <memory>
#include <vector>

namespace Flockwork
{
class FCharacterGallery
{
public:
	FCharacterGallery(std::shared_ptr<const FCharacterModel> InModel, FRenderer& InRenderer, FDiagnostics& Diagnostics);
	// Seconds since the clips began. Call once a frame. A character without a skin is shown as its bones.
	void Update(double Seconds, bool bSkeletons);

private:
	struct FSlot
	{
		const FClip* Clip = nullptr; // null: at rest
		FVector Place{0.0f, 0.0f, 0.0f};
	};
	void PlaceSlots();
	void DrawSlot(const FSlot& Slot, double Seconds, bool bSkeletons);
	void DrawTimeline(const FSlot& Slot, float ClipTime);
	void AppendPalette();

	std::shared_ptr<const FCharacterModel> Model;
	FRenderer& Renderer;
	float LabelHeight = 2.0f; // m
	float Scale = 1.0f;       // all are shown as large as a person
	std::vector<FSlot> Slots;
	std::vector<FJointPose> Locals;
	std::vector<FJointMatrix> Models;
	std::vector<FJointMatrix> Palette;
	std::vector<FRenderCharacter> Characters;
};
} // namespace Flockwork
