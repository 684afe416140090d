#pragma once
// Boids without a body (kinematic ones, and actors that never had one): the flock moves them itself. Their state is
// their actor's.
#include "FlockworkCore/Math.h"

#include <cstddef>
#include <span>

namespace Flockwork
{
class UWorld;
struct FFlock;

// Actors -> positions and velocities, of a chunk of the flock that begins at First.
void ReadBodyless(const UWorld& World, const FFlock& Flock, size_t First, std::span<FVector> Positions,
    std::span<FVector> Velocities);
// Where each will be after this step, by its settings' integrator; nothing moves yet.
void IntegrateBodyless(UWorld& World, FFlock& Flock);
// Holds those up at static geometry that are about to run into it: they stop at the surface and slide along.
void StopAtSurfaces(UWorld& World, FFlock& Flock);
// And there it goes. Who would leave the world, or has no finite state any more, stays and stops, which is reported;
// who falls below the world's kill height is destroyed.
void MoveBodyless(UWorld& World, FFlock& Flock);
// What became of them -> the flock's positions and velocities, and rotations, of a chunk that begins at First.
void TakeBodyless(const UWorld& World, FFlock& Flock, size_t First, std::span<FQuat> Rotations);
// After speed clamp and facing: the flock's velocities, and rotations -> actors.
void WriteBodyless(UWorld& World, const FFlock& Flock, size_t First, std::span<const FQuat> Rotations);
} // namespace Flockwork
