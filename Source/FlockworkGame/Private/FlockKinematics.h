#pragma once
// Boids without a body (kinematic ones, and actors that never had one): the flock moves them itself. Their state is
// their actor's.
namespace Flockwork
{
class UWorld;
struct FFlock;

// Actors -> the flock's positions and velocities.
void ReadBodyless(const UWorld& World, FFlock& Flock);
// Where each will be after this step, by its settings' integrator; nothing moves yet.
void IntegrateBodyless(UWorld& World, FFlock& Flock);
// Holds those up at static geometry that are about to run into it: they stop at the surface and slide along.
void StopAtSurfaces(UWorld& World, FFlock& Flock);
// And there it goes. Who would leave the world, or has no finite state any more, stays and stops, which is reported;
// who falls below the world's kill height is destroyed.
void MoveBodyless(UWorld& World, FFlock& Flock);
// What became of them -> the flock's positions, velocities and rotations.
void TakeBodyless(const UWorld& World, FFlock& Flock);
// After speed clamp and facing: the flock's velocities and rotations -> actors.
void WriteBodyless(UWorld& World, FFlock& Flock);
} // namespace Flockwork
