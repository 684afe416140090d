#pragma once
// The box around a flock, vectorised like the rest of the kernel (see ClusterJob.h).
#include "FlockworkCore/Math.h"

#include <span>

namespace Flockwork
{
// At least one position.
FBox MeasureBounds(std::span<const FVector> Positions);
} // namespace Flockwork
