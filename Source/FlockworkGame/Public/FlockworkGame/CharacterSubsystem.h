#pragma once
// Skinned characters on actors: which clips each plays, by how its body truly moves and what it feels, and the matrices
// that a renderer needs. Animate chooses clips and raises their events; LateUpdate samples, blends and stacks up.
// Nothing of it moves the world.
#include "FlockworkAnimation/AnimationGraph.h"
#include "FlockworkCore/Settings.h"
#include "FlockworkGame/CharacterLibrary.h"
#include "FlockworkGame/Subsystem.h"
#include "FlockworkLocomotion/FootPlanner.h"
#include "FlockworkLocomotion/WalkDoctor.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace Flockwork
{
// "character": the actor is shown as a character of Content/Characters. Where it cannot be read, a warning says why,
// and the actor's visual is shown.
enum class EWalkStyle : uint8_t
{
	Clip,       // feet as the clips have them
	Procedural, // every foot planted where the ground is
	Hybrid      // clips in motion on even ground; planted feet on stairs, slopes, rubble and when standing
};

struct FCharacterSettings
{
	std::string Asset = "Mannequin";
	EWalkStyle Walk = EWalkStyle::Hybrid;
	float Scale = 1.0f;               // beside the actor's scale
	float ScaleVariation = 0.0f;      // each actor is larger or smaller by up to this share
	float ColorVariation = 0.0f;      // each actor's materials differ in colour by up to this share
	FVector Tint{1.0f, 1.0f, 1.0f};   // multiplies all its colours
	FVector Offset{0.0f, 0.0f, 0.0f}; // m, from the actor's place to the character's feet, actor space
	bool bDoctor = false;             // its walk is watched for faults: GetDoctor
	static const FSettingsTable& Table();
};

// Tints of a character's first so many materials vary one by one; the others' do together.
inline constexpr size_t CharacterTintCount = 8;

struct FCharacterInstance
{
	FActorId Actor;
	int32_t Model = 0;
	int32_t FirstMatrix = 0;          // of GetPalettes; FCharacterModel::PaletteStarts says where each mesh's begin
	float Scale = 1.0f;               // beside the actor's
	FVector Offset{0.0f, 0.0f, 0.0f}; // m
	std::array<FVector, CharacterTintCount> Tints{}; // for each material: multiplies its base colour, linear
};

// Table "characterDetail": what is saved on characters that are far from the eye. Changes nothing of the world.
struct FCharacterDetailSettings
{
	float FullRateDistance = 25.0f;  // m; up to here a pose every step
	float HalfRateDistance = 60.0f;  // m; up to here every second step; beyond, every fourth
	float FewJointsDistance = 20.0f; // m; beyond, fingers, toes and faces keep still
	bool bLockStep = true;           // sixteen at a time where that is possible; false: one by one, for comparison
	static const FSettingsTable& Table();
};

// From where characters are looked at.
struct FCharacterDetail
{
	bool bPoses = true;            // false: no poses at all, as when nothing is drawn
	bool bHasEye = false;          // false: every pose whole and in every step
	FVector Eye{0.0f, 0.0f, 0.0f}; // m, world
};

class UCharacterSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "character";
	UCharacterSubsystem();
	~UCharacterSubsystem() override;

	// --- Membership
	void Attach(UWorld& World, const AActor& Actor, const FCharacterSettings& Settings);
	void Detach(FActorId Actor);
	bool HasCharacter(FActorId Actor) const;                     // false where its asset could not be read, too
	const FCharacterSettings* GetSettings(FActorId Actor) const; // null: none
	bool SetSettings(UWorld& World, const AActor& Actor, const FCharacterSettings& Settings);

	// --- What it plays. Triggers isRunning and isCowering follow the actor's flight by themselves.
	// All three: false with diagnostics when the actor has no character, or the name is none of it (with the nearest).
	bool SetTrigger(FActorId Actor, std::string_view Trigger, bool bOn, FDiagnostics& Diagnostics);
	bool SetParameter(FActorId Actor, std::string_view Parameter, float Value, FDiagnostics& Diagnostics);
	// Once, over whatever it does, faded in and out in so many seconds (at most half of the clip each); then the event
	// clipEnded. The clip that a new one interrupts fades out beneath it, without that event.
	bool PlayClip(FActorId Actor, std::string_view Clip, float FadeSeconds, FDiagnostics& Diagnostics);
	std::string_view GetPlayedClip(FActorId Actor) const; // empty: none
	std::string_view GetState(FActorId Actor) const;      // of its graph; empty: no character

	// --- For renderers
	int32_t GetModelCount() const;
	std::shared_ptr<const FCharacterModel> GetModel(int32_t Model) const;
	std::span<const FCharacterInstance> GetInstances() const; // by creation; good until one comes or goes
	std::span<const FJointMatrix> GetPalettes() const;        // model space -> model space, of all instances
	// Where its feet are and go, in the world; empty: no character, or none that walks by its feet.
	std::span<const FFootState> GetFeet(FActorId Actor) const;
	// What is found wrong with its walk since the setting `doctor` was switched on; null: it is off, or it has no legs.
	const FWalkDoctor* GetDoctor(FActorId Actor) const;
	// Joints of one character in model space as they are now; empty: no character. Good until the next call.
	std::span<const FJointMatrix> ComputeJoints(const UWorld& World, FActorId Actor) const;
	void SetDetail(const FCharacterDetail& Detail); // changes no state of the world
	const FCharacterDetailSettings& GetDetailSettings() const;
	bool SetDetailSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);
	uint64_t GetRevision() const; // grows when instances come, go or change their looks

	// --- USubsystem
	std::string_view GetName() const override { return Name; }
	void Run(UWorld& World, EPhase Phase) override;
	void Save(const UWorld& World, FByteWriter& Writer) const override;
	bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) override;
	void AddToHash(FStateHash& Hash) const override;
	void DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const override;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
