#pragma once
// The kernel's rule written down plainly: one boid against every other, in double. The vectorised kernel must come to
// the same; its tests compare the two, and no step runs this.
#include "FlockworkFlock/FlockTypes.h"
#include "SteeringKernel.h"

#include <cstddef>

namespace Flockwork
{
// The acceleration of boid Self, m/s^2. Input as FSteeringKernel::Run takes it.
glm::dvec3 SteerPlainly(const FKernelParams& Rules, const FFlockInput& Input, size_t Self);
} // namespace Flockwork
