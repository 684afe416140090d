#pragma once
// What Recast's own filters do not do as a level needs it.
#include "BuildConfig.h"
#include "FlockworkNavigation/NavMesh.h"

#include <Recast.h>

namespace Flockwork
{
inline constexpr int32_t MaxFloors = 60; // over each other: Recast tells neighbours apart by six bits

// Takes away the tops of spans beside a drop of more than the climb, and those on ground steeper than the greatest
// slope. Recast's own filter compares the rise over two cells with the climb: at a climb of 0.35 m and cells of 0.2 m
// it takes ramps of 41 degrees away; and it spares edges at the level's lowest height.
void FilterLedges(const FBuildConfig& Config, rcHeightfield& Solid);
// Takes away the walkable tops above the first MaxFloors of each column; answers how many. Recast counts them in a
// byte.
int32_t LimitFloors(rcHeightfield& Solid);
// Takes away the ground under and in an obstacle: where its top is higher than the climb and its bottom lower than the
// agent. Cells count by their centres, and the obstacle as half a cell larger.
void MarkObstacle(const FNavObstacle& Obstacle, const FBuildConfig& Config, rcCompactHeightfield& Open);
} // namespace Flockwork
