#include "FlockworkPhysics/Interop.h"

#include "PhysicsWorldImpl.h"

namespace Flockwork
{
std::unique_ptr<FPhysicsWorld> FPhysicsInterop::Adopt(
    btDiscreteDynamicsWorld& Host, const FPhysicsSettings& Settings, ITaskScheduler& Scheduler)
{
	auto Impl = std::make_unique<FPhysicsWorld::FImpl>(Settings, Scheduler, Host);
	return std::unique_ptr<FPhysicsWorld>(new FPhysicsWorld(std::move(Impl)));
}

btDiscreteDynamicsWorld& FPhysicsInterop::GetBulletWorld(FPhysicsWorld& World)
{
	World.Impl->ShareBullet();
	return *World.Impl->World;
}

btRigidBody* FPhysicsInterop::GetBulletBody(FPhysicsWorld& World, FBodyId Id)
{
	World.Impl->ShareBullet();
	FBodyRecord* Record = World.Impl->Bodies.Find(Id);
	return Record ? &Record->Bullet : nullptr;
}

FBodyId FPhysicsInterop::FindBody(const FPhysicsWorld& World, const btCollisionObject& Object)
{
	const FBodyRecord* Record = World.Impl->Bodies.FindObject(&Object);
	return Record ? Record->Id : FBodyId{};
}
} // namespace Flockwork
