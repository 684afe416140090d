#pragma once
// The rigid-body world (Bullet 3.24 inside). One FPhysicsWorld per UWorld. SI units, world space.
//
// Order: bodies are simulated, saved, hashed and reported in order of creation, whatever was destroyed in between.
// Ids: a stale or invalid id is answered by false or zeros, never by a crash.
// Threads: change bodies and step from one thread; queries (ISceneQuery) may run on several between steps.
// NaN: refused at this border (false, one log line). A body that goes bad in a step is put back to its last good state.
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkPhysics/PhysicsSettings.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FPhysicsStats
{
	int32_t Bodies = 0;
	int32_t Shapes = 0;             // distinct; bodies share them
	int32_t Pairs = 0;              // pairs of bodies whose boxes overlap
	int32_t Manifolds = 0;          // of these, pairs that the narrow phase keeps contacts for
	int64_t ResetBodies = 0;        // bodies put back after their state went bad, since the world was made
	int64_t RefusedValues = 0;      // non-finite values refused in bulk calls
	int32_t CrowdedBodies = 0;      // in the last step, that met more movers than MaxContactPairs
	bool bFastStep = false;         // whether the last step was the fast one
	std::string_view StockReason{}; // why not; empty when it was
};

class FPhysicsWorld final : public ISceneQuery
{
public:
	// The scheduler must outlive the world.
	FPhysicsWorld(const FPhysicsSettings& Settings, ITaskScheduler& Scheduler);
	~FPhysicsWorld() override;
	FPhysicsWorld(const FPhysicsWorld&) = delete;
	FPhysicsWorld& operator=(const FPhysicsWorld&) = delete;

	const FPhysicsSettings& GetSettings() const;
	bool IsAdopted() const; // its bodies live in a host's Bullet world (Interop.h), which the host steps
	// Takes everything but World, which is fixed. False with diagnostics on values out of range; nothing changes then.
	bool ApplySettings(const FPhysicsSettings& Settings, FDiagnostics& Diagnostics);

	// An invalid id with diagnostics when the definition is bad: every fault is named.
	FBodyId CreateBody(const FBodyDef& Def, FDiagnostics& Diagnostics);
	// False when there is no such body. Its contacts end in the next step.
	bool DestroyBody(FBodyId Id);
	bool IsAlive(FBodyId Id) const;
	int32_t GetBodyCount() const;
	// The living bodies in order of creation; valid until a body is created or destroyed.
	std::span<const FBodyId> GetBodies() const;

	// One step of DeltaTime seconds, in (0, MaxDeltaTime]: otherwise false, one log line, nothing moves, forces stay.
	// In an adopted world (Interop.h) the host has stepped: this then only gathers contacts and checks bodies.
	bool Step(float DeltaTime);

	// Of one body. Get... answer defaults (identity, zero) for a body that does not exist.
	EBodyType GetType(FBodyId Id) const;
	FTransform GetTransform(FBodyId Id) const; // Scale is 1: it went into the shape
	FVector GetVelocity(FBodyId Id) const;
	FVector GetAngularVelocity(FBodyId Id) const;
	float GetMass(FBodyId Id) const; // 0 unless Dynamic
	uint64_t GetUserData(FBodyId Id) const;
	FBox GetBounds(FBodyId Id) const;
	EShapeType GetShapeType(FBodyId Id) const; // Sphere for a body that does not exist
	// Where its surface is now, for who builds on it (navmeshes): corners, and three indices a triangle,
	// counter-clockwise from outside, appended to what is there. Balls and capsules have 16 corners a ring, which lie
	// on the true surface. False, and nothing is appended, for a trigger (it stops nobody) and no body.
	bool AppendSurface(FBodyId Id, std::vector<FVector>& Vertices, std::vector<uint32_t>& Indices) const;
	// Set... are false when there is no such body, or the value is not finite or beyond MaxCoordinate, MaxLinearSpeed.
	bool SetTransform(FBodyId Id, const FTransform& Transform); // a teleport: velocity stays, nothing is swept
	bool SetVelocity(FBodyId Id, const FVector& Velocity);      // Dynamic, Kinematic
	bool SetAngularVelocity(FBodyId Id, const FVector& Velocity);
	// Kinematic: arrives at Target at the end of the next step and pushes what stands in the way.
	bool MoveKinematic(FBodyId Id, const FTransform& Target);
	bool AddForce(FBodyId Id, const FVector& Force);     // N, for the next step, at the centre of mass
	bool AddTorque(FBodyId Id, const FVector& Torque);   // N m, for the next step
	bool AddImpulse(FBodyId Id, const FVector& Impulse); // N s, at once
	bool AddImpulseAtPoint(FBodyId Id, const FVector& Impulse, const FVector& PointWorld);
	bool SetCollidesWith(FBodyId Id, uint32_t Mask);
	bool SetGravityEnabled(FBodyId Id, bool bGravity);
	bool WakeUp(FBodyId Id);
	bool IsAsleep(FBodyId Id) const;

	// Bodies a chunk of the bulk calls takes: enough work to be worth a hand-over, small enough to balance. Reading no
	// more than these is done where it is called, and may so be done from inside a chunk.
	static constexpr int32_t BulkGrain = 512;
	// Of many bodies, on the scheduler's threads, without allocation. Spans of one call have one length; an empty
	// span but the first is skipped. Answer the number of ids that were good: the others read as zeros (identity) and
	// are not written. Fastest with ids in order of creation. No body may be named twice in one call.
	int32_t ReadBodies(std::span<const FBodyId> Ids, std::span<FVector> Positions, std::span<FVector> Velocities,
	    std::span<FQuat> Rotations = {}) const;
	// For who reads every step: whether ReadBodies would answer for every body as it did when GetRevision gave
	// Revision. Never where others hold the Bullet objects, who may move bodies unseen (an adopted world, Interop.h).
	bool IsUnchangedSince(uint64_t Revision) const;
	uint64_t GetRevision() const; // > 0; steps, setters, bulk writes, and bodies that come and go raise it
	int32_t ReadTransforms(std::span<const FBodyId> Ids, std::span<FTransform> Transforms) const;
	// Adds mass x acceleration to the force of the next step (m/s^2).
	int32_t ApplyAccelerations(std::span<const FBodyId> Ids, std::span<const FVector> Accelerations);
	// Of one body, what is good is written also where the other value is not.
	int32_t WriteBodies(
	    std::span<const FBodyId> Ids, std::span<const FVector> Velocities, std::span<const FQuat> Rotations);
	// WriteBodies from inside a chunk, for bodies that no other chunk names. When all chunks are through, FinishWriting
	// of all their ids makes the turned bodies known to queries.
	int32_t WriteBodiesOfChunk(
	    std::span<const FBodyId> Ids, std::span<const FVector> Velocities, std::span<const FQuat> Rotations);
	void FinishWriting(std::span<const FBodyId> Ids);
	int32_t WriteVelocities(std::span<const FBodyId> Ids, std::span<const FVector> Velocities);
	int32_t WriteRotations(std::span<const FBodyId> Ids, std::span<const FQuat> Rotations);

	// Of the last step, ordered by (creation of A, creation of B); valid until the next step.
	std::span<const FContactEvent> GetContacts() const;

	// Forgets what contacts remember from step to step (warm starting, contact points, pair lists), so that a world
	// that goes on and one that is restored take the same steps. Save does it by itself.
	void ClearContactCaches();
	// Writes the dynamic state of all bodies in order of creation.
	void Save(FByteWriter& Writer);
	// How many bytes Save would write now. Changes nothing.
	size_t GetSaveSize() const;
	// For a world that holds the same bodies in the same order of creation (ids may differ). On an error (damaged data,
	// other bodies) false, with diagnostics, and nothing changes.
	bool Restore(FByteReader& Reader, FDiagnostics& Diagnostics);
	void AddToHash(FStateHash& Hash) const;

	FPhysicsStats GetStats() const;
	// Outlines of the shapes within Radius of Center. Changes nothing.
	void DrawShapes(IDebugDraw& Draw, const FVector& Center, float Radius) const;

	// ISceneQuery. A ray that starts inside a convex body does not see that body; a sweep or overlap does.
	bool IsThreadSafe() const override;
	bool Raycast(const FRayQuery& Query, const FQueryFilter& Filter, FHit& Out) const override;
	bool SweepSphere(const FSphereSweep& Query, const FQueryFilter& Filter, FHit& Out) const override;
	bool SweepCapsule(const FCapsuleSweep& Query, const FQueryFilter& Filter, FHit& Out) const override;
	int32_t OverlapSphere(
	    const FVector& Center, float Radius, const FQueryFilter& Filter, std::span<FOverlap> Out) const override;
	int32_t OverlapCapsule(const FVector& Center, float Radius, float HalfHeight, const FQueryFilter& Filter,
	    std::span<FOverlap> Out) const override;
	int32_t OverlapBox(const FTransform& Transform, const FVector& HalfExtent, const FQueryFilter& Filter,
	    std::span<FOverlap> Out) const override;
	bool GetBodyTransform(uint64_t BodyBits, FTransform& Out) const override;
	bool Push(uint64_t BodyBits, const FVector& Impulse, const FVector& Point) override;
	void RaycastBatch(
	    std::span<const FRayQuery> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const override;
	void SweepSphereBatch(
	    std::span<const FSphereSweep> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const override;

	struct FImpl;

private:
	friend struct FPhysicsInterop;
	explicit FPhysicsWorld(std::unique_ptr<FImpl> Impl);
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
