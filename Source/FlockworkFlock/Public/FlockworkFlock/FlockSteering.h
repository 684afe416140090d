#pragma once
// One flock's neighbour rules: accelerations of all boids from their frozen state. Metric flocks of the Normalized,
// Additive and Reynolds models run on the vectorised fast path; everything else runs on the general path, which states
// each rule plainly. Both give the same result to rounding.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/FlockTypes.h"

#include <memory>
#include <string_view>

namespace Flockwork
{
enum class ESteeringPath : uint8_t
{
	Fast,
	General
};

// Which path these settings get, and why, in words for a report: "fast: metric neighbours, Normalized model".
ESteeringPath ChooseSteeringPath(const FFlockSettings& Settings);
std::string_view ExplainSteeringPath(const FFlockSettings& Settings);

// Owns its scratch memory (grid, lists); keep one for each flock. Allocates only when the flock grows.
class FFlockSteering
{
public:
	FFlockSteering();
	~FFlockSteering();
	FFlockSteering(FFlockSteering&&) noexcept;
	FFlockSteering& operator=(FFlockSteering&&) noexcept;

	// Lengths, order of ids, finiteness, DeltaTime > 0, settings in range. O(n); meant for the border to a host.
	bool Validate(const FFlockSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output,
	    FDiagnostics& Diagnostics) const;
	// Trusts its input as Validate would pass it.
	void Run(const FFlockSettings& Settings, const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler);
	// For tests and comparisons: the general path whatever the settings are.
	void RunGeneral(
	    const FFlockSettings& Settings, const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler);
	// Of the last Run.
	ESteeringPath GetPath() const;
	std::string_view GetPathReason() const;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
