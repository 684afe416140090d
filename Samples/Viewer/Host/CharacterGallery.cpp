#include "CharacterGallery.h"

#include "CharacterView.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkRender/SkeletonLines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Flockwork
{
namespace
{
constexpr float ShownSize = 1.7f;  // m, height or length of every copy
constexpr float Spacing = 1.9f;    // m between neighbours
constexpr float RowSpacing = 3.0f; // m
constexpr int32_t MaxInRow = 5;
constexpr float ShownYaw = 0.6f; // radians: legs that go forward are seen to
constexpr float HoldTime = 0.8f; // s that the end of a clip is held that does not loop
constexpr FColor White{1.0f, 1.0f, 1.0f, 1.0f};
constexpr FColor Faint{0.25f, 0.27f, 0.3f, 1.0f};
constexpr FColor Played{1.0f, 0.8f, 0.3f, 1.0f};
constexpr FColor Event{0.35f, 0.9f, 1.0f, 1.0f};

// Height, or whatever is longer, of the joints at rest where there is no skin.
float FindSize(const FCharacterModel& Model)
{
	float Size = Model.Height;
	for (const FSkinnedMesh& Mesh : Model.Asset.Meshes)
	{
		for (const FVector& Place : Mesh.Positions)
		{
			Size = std::max(Size, 2.0f * std::max(std::abs(Place.x), std::abs(Place.z)));
		}
	}
	for (const FJointMatrix& Joint : Model.Asset.Skeleton.RestModels())
	{
		Size = std::max(Size, Joint.GetTranslation().y);
	}
	return std::max(Size, 0.01f);
}

float FindClipTime(const FClip& Clip, double Seconds)
{
	if (Clip.Duration <= 0.0f)
	{
		return 0.0f;
	}
	const double Round = double(Clip.Duration + (Clip.bLooping ? 0.0f : HoldTime));
	return std::min(float(std::fmod(Seconds, Round)), Clip.Duration);
}
} // namespace

FCharacterGallery::FCharacterGallery(
    std::shared_ptr<const FCharacterModel> InModel, FRenderer& InRenderer, FDiagnostics& Diagnostics)
    : Model(std::move(InModel)), Renderer(InRenderer)
{
	Scale = ShownSize / FindSize(*Model);
	LabelHeight = (Model->Height > 0.0f ? Scale * Model->Height : ShownSize) + 0.25f;
	const auto JointCount = size_t(Model->Asset.Skeleton.GetJointCount());
	Locals.resize(JointCount);
	Models.resize(JointCount);
	PlaceSlots();
	if (!Model->Asset.Meshes.empty())
	{
		const FRenderSkinnedMesh Mesh = MakeRenderMesh(*Model);
		Renderer.SetCharacterMeshes({&Mesh, 1}, Diagnostics);
	}
}

void FCharacterGallery::PlaceSlots()
{
	const std::vector<FClip>& Clips = Model->Asset.Clips;
	const int32_t Count = std::max(int32_t(Clips.size()), 1);
	const int32_t Rows = (Count + MaxInRow - 1) / MaxInRow;
	const int32_t InRow = (Count + Rows - 1) / Rows;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const int32_t Row = Index / InRow;
		const int32_t Here = std::min(InRow, Count - Row * InRow);
		const float X = (float(Index % InRow) - 0.5f * float(Here - 1)) * Spacing;
		// The first row stands farthest, so that names read as they are written: from above.
		const float Z = (float(Row) - 0.5f * float(Rows - 1)) * RowSpacing;
		Slots.push_back({Clips.empty() ? nullptr : &Clips[size_t(Index)], {X, 0.0f, Z}});
	}
}

void FCharacterGallery::AppendPalette()
{
	const size_t First = Palette.size();
	Palette.resize(First + size_t(Model->PaletteSize));
	for (size_t Mesh = 0; Mesh < Model->Asset.Meshes.size(); ++Mesh)
	{
		const FSkinnedMesh& Each = Model->Asset.Meshes[Mesh];
		FPaletteJob{
		    &Each, Models, std::span(Palette).subspan(First + size_t(Model->PaletteStarts[Mesh]), Each.Joints.size())}
		    .Run();
	}
}

void FCharacterGallery::DrawTimeline(const FSlot& Slot, float ClipTime)
{
	constexpr float HalfLength = 0.65f; // m
	const FVector Start = Slot.Place + FVector(-HalfLength, 0.03f, 0.75f);
	const FVector Along(2.0f * HalfLength, 0.0f, 0.0f);
	const FVector Tick(0.0f, 0.0f, 0.07f);
	const float Duration = std::max(Slot.Clip->Duration, 1e-4f);
	FDebugLines& Lines = Renderer.GetDebugLines();
	const FVector Now = Start + Along * (ClipTime / Duration);
	for (const float Shift : {-0.01f, 0.0f, 0.01f}) // three lines make a bar
	{
		const FVector Beside(0.0f, 0.0f, Shift);
		Lines.Line(Start + Beside, Now + Beside, Played);
		Lines.Line(Now + Beside, Start + Along + Beside, Faint);
	}
	Lines.Line(Now - Tick * 1.5f, Now + Tick * 1.5f, White);
	for (const FClipEvent& ClipEvent : Slot.Clip->Events)
	{
		const FVector Place = Start + Along * (ClipEvent.Time / Duration);
		Lines.Line(Place - Tick, Place + Tick, Event);
	}
}

void FCharacterGallery::DrawSlot(const FSlot& Slot, double Seconds, bool bSkeletons)
{
	const FCharacterAsset& Asset = Model->Asset;
	char Text[160];
	std::snprintf(Text, sizeof(Text), "at rest");
	std::copy(Asset.Skeleton.RestPose.begin(), Asset.Skeleton.RestPose.end(), Locals.begin());
	if (Slot.Clip)
	{
		const float ClipTime = FindClipTime(*Slot.Clip, Seconds);
		FSamplingJob{Slot.Clip, ClipTime, Locals}.Run();
		DrawTimeline(Slot, ClipTime);
		std::snprintf(Text, sizeof(Text), "%.60s  %.2f / %.2f s", Slot.Clip->Name.c_str(), double(ClipTime),
		    double(Slot.Clip->Duration));
	}
	FLocalToModelJob{&Asset.Skeleton, Locals, 0, Models}.Run();
	FRenderCharacter Character;
	Character.Position = Slot.Place;
	Character.Scale = Scale;
	Character.Rotation = glm::angleAxis(ShownYaw, UpVector);
	Character.FirstJoint = int32_t(Palette.size());
	if (!Asset.Meshes.empty())
	{
		Characters.push_back(Character);
		AppendPalette();
	}
	FTransform Root;
	Root.Location = Slot.Place;
	Root.Scale = Scale;
	Root.Rotation = Character.Rotation;
	if (bSkeletons || Asset.Meshes.empty())
	{
		FSkeletonLineOptions Options;
		Options.bAxes = bSkeletons;
		DrawSkeleton(Renderer.GetDebugLines(), AsRenderJoints(Models), Asset.Skeleton.Parents, {}, Root, Options);
	}
	Renderer.GetDebugLines().Text(Slot.Place + FVector(0.0f, LabelHeight, 0.0f), Text, White);
}

void FCharacterGallery::Update(double Seconds, bool bSkeletons)
{
	Characters.clear();
	Palette.clear();
	for (const FSlot& Slot : Slots)
	{
		DrawSlot(Slot, Seconds, bSkeletons);
	}
	Renderer.SetCharacters(0, 0, Characters, AsRenderJoints(Palette));
}
} // namespace Flockwork
