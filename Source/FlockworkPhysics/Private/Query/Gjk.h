#pragma once
// The nearest points of two cores by Gilbert, Johnson and Keerthi (1988), in double precision.
#include "ConvexCore.h"

namespace Flockwork
{
// False when the cores meet; then the points are not set.
bool GjkClosestPoints(const FCore& X, const FCore& Y, FVectorD& OnX, FVectorD& OnY);
} // namespace Flockwork
