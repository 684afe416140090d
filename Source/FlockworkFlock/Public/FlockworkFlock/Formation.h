#pragma once
// Formations: slots around a moving frame, and who takes which. An assignment is stable: a boid keeps its slot until
// the shape or the membership changes, and then as few boids as possible cross each other's way.
#include "FlockworkCore/Serialize.h"
#include "FlockworkFlock/Behaviors.h"
#include "FlockworkFlock/FlockSettings.h"

#include <vector>

namespace Flockwork
{
// Where the formation stands. Its forward is +Z of Rotation.
struct FFormationFrame
{
	FVector Location{0.0f, 0.0f, 0.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f}; // m/s; boids in their slots move at it, so that nobody lags behind
};

// The place of slot Index of Count, relative to the frame, m. Spacing > 0 between neighbours. Slot 0 leads.
FVector FormationSlot(EFormation Shape, int32_t Index, int32_t Count, float Spacing);

class FFormationAssignment
{
public:
	// Brings the assignment up to date: a no-op while ids, shape and spacing are as before. When members come or go,
	// those that stay keep their slots and the free ones go to the nearest; when the shape changes, all are assigned
	// anew: nearest first, then swaps while two boids would together have a shorter way (squared: that favours many
	// short ways over one long one).
	void Update(EFormation Shape, float Spacing, const FFormationFrame& Frame, std::span<const uint32_t> Ids,
	    std::span<const FVector> Positions);
	std::span<const int32_t> GetSlots() const { return Slots; } // by boid order: the slot's index

	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader); // false on damaged data; then nothing changes

private:
	void KeepOldSlots(std::span<const uint32_t> Ids);
	void FillFreeSlots(std::span<const FVector> Positions);
	void SwapCrossings(std::span<const FVector> Positions);

	EFormation KnownShape = EFormation::Wedge;
	float KnownSpacing = 0.0f;
	std::vector<uint32_t> KnownIds;
	std::vector<int32_t> Slots;
	std::vector<FVector> SlotPoints; // world space, while updating
	std::vector<uint8_t> SlotTaken;
};

// Toward the own slot, arriving: SpeedScales (required) falls to the frame's own speed with the distance.
struct FFormationTerm
{
	FTermSpans Spans;
	std::span<const int32_t> Slots{};
	FFormationFrame Frame{};
	EFormation Shape = EFormation::Wedge;
	float Spacing = 2.0f;       // m, > 0
	float ArrivalRadius = 3.0f; // m, > 0
	float MaxSpeed = 5.0f;      // m/s, > 0
	float Weight = 1.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
