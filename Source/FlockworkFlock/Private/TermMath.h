#pragma once
// What the behaviours' passes have in common.
#include "FlockworkFlock/Behaviors.h"

namespace Flockwork
{
inline constexpr int32_t TermBoidsPerChunk = 1024;

// Body(size_t Boid) for each boid.
template <typename BodyType>
void ForEachBoid(const FTermSpans& Spans, ITaskScheduler& Scheduler, BodyType&& Body)
{
	ParallelFor(Scheduler, int32_t(Spans.Positions.size()), TermBoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
		    {
			    Body(Boid);
		    }
	    });
}

// Shortest way from From to To in the flock's world: across a torus' seam, horizontal when planar.
FVector WayTo(const FTermSpans& Spans, const FVector& From, const FVector& To);
// WayTo's unit vector; where both share one place, a direction from the two ids.
FVector DirectionOrFromIds(const FTermSpans& Spans, const FVector& Way, uint32_t Id, uint32_t OtherId);
// Velocity as the flock steers it: horizontal when planar.
FVector FlatVelocity(const FTermSpans& Spans, size_t Boid);
} // namespace Flockwork
