#pragma once
// Player movers: they set their body's velocity from input axes or along a path of points (Script phase of each step).
#include "FlockworkGame/Components.h"
#include "FlockworkGame/Subsystem.h"

#include <memory>
#include <span>
#include <vector>

namespace Flockwork
{
class UMoverSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "mover";
	UMoverSubsystem();
	~UMoverSubsystem() override;

	// Body: what the actor's body is made of; null: none. Where gravity acts, only the horizontal part is moved.
	void Attach(const AActor& Actor, const FPlayerMoverSetup& Setup, const FBodySettings* Body);
	void Detach(FActorId Actor);
	// Axes: x right, z forward, each in [-1, 1]; a diagonal is not faster. Forward is +Z turned by CameraYaw (rad,
	// toward +X). Holds until changed, and wins over the path while it is not zero. False when the actor has no mover
	// or a number is not finite.
	bool SetInput(FActorId Actor, const FVector& Axes, float CameraYaw = 0.0f);
	// World points, walked from the first; empty: stands still.
	bool SetPath(FActorId Actor, std::span<const FVector> Points);
	const FPlayerMoverSettings* GetSettings(FActorId Actor) const; // null: none
	bool SetSettings(FActorId Actor, const FPlayerMoverSettings& Settings);

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
