#pragma once
// What the measurements of whole worlds share.
#include "FlockworkGame/World.h"
#include "References.h"
#include "Suites.h"

#include <functional>
#include <memory>

namespace Flockwork
{
// A world that only steps: nobody is lost, nothing is hashed or sampled. Prefabs are still to be given.
FWorldDef MakeBareDef(int32_t BoidCount, ITaskScheduler& Scheduler);
// One "BenchBoid" for each; throws std::runtime_error when one cannot be spawned.
void SpawnBoids(UWorld& World, const FFlockState& State);
void Require(bool bDone, const FDiagnostics& Diagnostics); // throws std::runtime_error with what they say
// Each round in a new world; with the phases of its steps and the bytes that each boid takes in it. BulletBytes: of
// Bullet's objects for each boid that lie in our own memory; they count as Bullet's.
void MeasureWorld(const char* Name, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured,
    const std::function<std::unique_ptr<UWorld>()>& MakeWorld, double BulletBytes = 0.0);
} // namespace Flockwork
