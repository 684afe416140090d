#pragma once
// What a renderer needs, as plain arrays to copy into its instance buffers: no call for each actor, no pointers into
// the world. Extraction changes no state and may run while the host draws, but not during a step.
#include "FlockworkGame/Components.h"
#include "FlockworkGame/Subsystem.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FRenderInstance
{
	FVector Position{0.0f, 0.0f, 0.0f}; // m, world space
	float Scale = 1.0f;
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f}; // x, y, z, w in memory
};
static_assert(sizeof(FRenderInstance) == 32);

struct FRenderDetail
{
	uint32_t Color = 0xffffffffu; // RGBA, 8 bits each, red lowest; linear
	float Phase = 0.0f;           // [0, 1) of the walk, flap or tail beat
	float Speed = 0.0f;           // m/s
	uint32_t ActorIndex = 0;      // FActorId::Index, for picking
};

// A body shown as its own shape ("shape" species): walls, boxes, pillars, ground.
struct FRenderShape
{
	EShapeType Type = EShapeType::Box;
	FVector HalfExtent{0.5f, 0.5f, 0.5f}; // box: half sides; sphere: x radius; capsule: x radius, y half cylinder
	FTransform Transform;                 // scale already in HalfExtent; a hull or mesh keeps it here
	// Of a hull or mesh: m, actor space, and three a triangle. They point into the world: good until an actor comes or
	// goes. Actors of one look share them.
	std::span<const FVector> Vertices{};
	std::span<const uint32_t> Indices{};
	bool bSmooth = false;            // as the visual's settings say
	FVector Color{0.7f, 0.7f, 0.7f}; // linear RGB
	bool bStatic = true;             // never moves: upload once while GetRevision stays
	FActorId Actor;
};

class UVisualSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "visual";
	UVisualSubsystem();
	~UVisualSubsystem() override;

	// Species in order of first appearance; "shape" is not among them.
	int32_t GetSpeciesCount() const;
	std::string_view GetSpeciesName(int32_t Species) const;
	int32_t GetInstanceCount(int32_t Species) const;
	// By creation id, blended from the step before to the last by Alpha (UWorld::GetAlpha). Returns how many were
	// written: the smaller of the count and the spans (Details may be empty).
	int32_t CopyInstances(const UWorld& World, int32_t Species, float Alpha, std::span<FRenderInstance> Instances,
	    std::span<FRenderDetail> Details) const;
	// Replaces Out's content; keeps its memory.
	void CopyShapes(const UWorld& World, float Alpha, std::vector<FRenderShape>& Out) const;
	// Changes whenever an actor with a visual comes, goes or changes its look.
	uint64_t GetRevision() const;

	void Attach(const AActor& Actor, const FVisualSettings& Settings, const FBodySetup* Body);
	void Detach(FActorId Actor);
	const FVisualSettings* GetSettings(FActorId Actor) const;               // null: none
	bool SetSettings(const AActor& Actor, const FVisualSettings& Settings); // false: has no visual

	std::string_view GetName() const override { return Name; }
	void Run(UWorld& World, EPhase Phase) override;
	void Save(const UWorld& World, FByteWriter& Writer) const override;
	bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) override;
	void AddToHash(FStateHash&) const override {}

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
