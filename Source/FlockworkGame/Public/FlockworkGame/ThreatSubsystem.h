#pragma once
// The actors that others flee from or are drawn to. Flocks, crowds and characters read these lists in the Sense phase.
#include "FlockworkGame/Components.h"
#include "FlockworkGame/Subsystem.h"

#include <memory>
#include <span>

namespace Flockwork
{
// Where they are now: after the last step, by creation id.
struct FThreatActor
{
	FActorId Actor;
	uint32_t CreationId = 0;
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	FThreatSettings Settings;
	float TimeLeft = 0.0f; // s; 0: stays. Of threats that an order dropped for a time
};
struct FAttractorActor
{
	FActorId Actor;
	uint32_t CreationId = 0;
	FVector Position{0.0f, 0.0f, 0.0f};
	FTargetSettings Settings;
	float TimeLeft = 0.0f;
};

class UThreatSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "threat";
	UThreatSubsystem();
	~UThreatSubsystem() override;

	std::span<const FThreatActor> GetThreats() const;
	std::span<const FAttractorActor> GetAttractors() const;
	void AttachThreat(const AActor& Actor, const FThreatSettings& Settings);
	void AttachAttractor(const AActor& Actor, const FTargetSettings& Settings);
	void DetachThreat(FActorId Actor);
	void DetachAttractor(FActorId Actor);
	// The actor is destroyed when its time is over. False: it is neither a threat nor an attractor.
	bool SetTimeLeft(FActorId Actor, float Seconds);
	const FThreatSettings* GetThreatSettings(FActorId Actor) const; // null: none
	const FTargetSettings* GetAttractorSettings(FActorId Actor) const;
	bool SetThreatSettings(FActorId Actor, const FThreatSettings& Settings);
	bool SetAttractorSettings(FActorId Actor, const FTargetSettings& Settings);

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
