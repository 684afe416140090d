#include "FlockworkFlock/SpeedClamp.h"

#include "FlockworkCore/Assert.h"
#include "Kernel/MotionKernel.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t BoidsPerChunk = 2048;
} // namespace

FVector ClampSpeed(const FVector& Velocity, float MaxSpeed, bool bPlanar)
{
	if (!bPlanar)
	{
		return ClampLength(Velocity, MaxSpeed);
	}
	const FVector Level = ClampLength(Horizontal(Velocity), MaxSpeed);
	return {Level.x, Velocity.y, Level.z};
}

void ClampSpeeds(std::span<FVector> Velocities, std::span<const float> Limits, bool bPlanar)
{
	FW_CHECK(Limits.size() == Velocities.size(), "one limit a velocity");
	ClampSpeedsFast(Velocities, Limits, bPlanar);
}

bool FSpeedClampJob::Validate() const
{
	const size_t Count = Velocities.size();
	return (SpeedScales.empty() || SpeedScales.size() == Count) &&
	       (ImpulseTimesLeft.empty() || ImpulseTimesLeft.size() == Count) && MaxSpeed >= 0.0f && DeltaTime > 0.0f;
}

void FSpeedClampJob::Run(ITaskScheduler& Scheduler) const
{
	ParallelFor(Scheduler, int32_t(Velocities.size()), BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
		    {
			    if (!ImpulseTimesLeft.empty() && ImpulseTimesLeft[Boid] > 0.0f)
			    {
				    ImpulseTimesLeft[Boid] = std::max(0.0f, ImpulseTimesLeft[Boid] - DeltaTime);
				    continue;
			    }
			    const float Scale = SpeedScales.empty() ? 1.0f : SpeedScales[Boid];
			    Velocities[Boid] = ClampSpeed(Velocities[Boid], MaxSpeed * Scale, bPlanar);
		    }
	    });
}
} // namespace Flockwork
