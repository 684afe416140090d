#include "FlockworkPhysics/PhysicsWorld.h"

#include "BulletMath.h"
#include "PhysicsWorldImpl.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace Flockwork
{
FPhysicsWorld::FPhysicsWorld(const FPhysicsSettings& Settings, ITaskScheduler& Scheduler)
    : Impl(std::make_unique<FImpl>(Settings, Scheduler))
{
}

FPhysicsWorld::FPhysicsWorld(std::unique_ptr<FImpl> InImpl) : Impl(std::move(InImpl)) {}
FPhysicsWorld::~FPhysicsWorld() = default;

const FPhysicsSettings& FPhysicsWorld::GetSettings() const
{
	return Impl->Settings;
}

bool FPhysicsWorld::IsAdopted() const
{
	return !Impl->OwnWorld;
}

bool FPhysicsWorld::ApplySettings(const FPhysicsSettings& Settings, FDiagnostics& Diagnostics)
{
	if (!FPhysicsSettings::Table().Validate(&Settings, Diagnostics))
	{
		return false;
	}
	const EPhysicsWorldKind Kind = Impl->Settings.World;
	Impl->Settings = Settings;
	Impl->Settings.World = Kind;
	Impl->ApplyWorldSettings();
	return true;
}

FBodyId FPhysicsWorld::CreateBody(const FBodyDef& Def, FDiagnostics& Diagnostics)
{
	return Impl->CreateBody(Def, Diagnostics);
}

bool FPhysicsWorld::DestroyBody(FBodyId Id)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (Record)
	{
		Impl->DestroyBody(*Record);
	}
	return Record != nullptr;
}

bool FPhysicsWorld::IsAlive(FBodyId Id) const
{
	return Impl->Bodies.Find(Id) != nullptr;
}

int32_t FPhysicsWorld::GetBodyCount() const
{
	return int32_t(Impl->Bodies.GetRecords().size());
}

std::span<const FBodyId> FPhysicsWorld::GetBodies() const
{
	return Impl->Bodies.GetIds();
}

bool FPhysicsWorld::Step(float DeltaTime)
{
	return Impl->Step(DeltaTime);
}

EBodyType FPhysicsWorld::GetType(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	return Record ? Record->Type : EBodyType::Static;
}

FTransform FPhysicsWorld::GetTransform(FBodyId Id) const
{
	FTransform Transform;
	ReadTransforms({&Id, 1}, {&Transform, 1});
	return Transform;
}

FVector FPhysicsWorld::GetVelocity(FBodyId Id) const
{
	FVector Velocity{};
	ReadBodies({&Id, 1}, {}, {&Velocity, 1});
	return Velocity;
}

FVector FPhysicsWorld::GetAngularVelocity(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	return Record ? FromBullet(Record->Bullet.getAngularVelocity()) : FVector{};
}

float FPhysicsWorld::GetMass(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	return Record ? float(Record->Bullet.getMass()) : 0.0f;
}

uint64_t FPhysicsWorld::GetUserData(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	return Record ? Record->UserData : 0;
}

FBox FPhysicsWorld::GetBounds(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record)
	{
		return {};
	}
	btVector3 Min;
	btVector3 Max;
	Record->Bullet.getCollisionShape()->getAabb(Impl->Bodies.PoseOf(*Record), Min, Max);
	return {FromBullet(Min), FromBullet(Max)};
}

bool FPhysicsWorld::SetTransform(FBodyId Id, const FTransform& Transform)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record || !IsGoodPose(Transform))
	{
		return false;
	}
	Impl->Bodies.Sync(*Record);
	const FQuat Rotation = glm::normalize(Transform.Rotation);
	const btTransform Pose(ToBullet(Rotation), ToBullet(Transform.Location));
	Record->Bullet.setWorldTransform(Pose);
	Record->Bullet.setInterpolationWorldTransform(Pose);
	Record->Bullet.updateInertiaTensor();
	if (Record->Drive)
	{
		Record->Drive->bMovePending = false;
	}
	Impl->Bodies.NoteRotation(*Record, Rotation);
	Impl->BodyWasMoved(*Record);
	return true;
}

bool FPhysicsWorld::SetVelocity(FBodyId Id, const FVector& Velocity)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record || Record->Type == EBodyType::Static || !IsWithin(Velocity, MaxLinearSpeed))
	{
		return false;
	}
	Impl->Bodies.Sync(*Record);
	Record->Bullet.setLinearVelocity(ToBullet(Velocity));
	if (Record->Drive)
	{
		Record->Drive->Velocity = ToBullet(Velocity);
	}
	Impl->Bodies.NoteMotion(*Record);
	++Impl->Revision;
	Record->Bullet.activate();
	return true;
}

bool FPhysicsWorld::SetAngularVelocity(FBodyId Id, const FVector& Velocity)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record || Record->Type == EBodyType::Static || !IsWithin(Velocity, MaxAngularSpeed))
	{
		return false;
	}
	if (!Record->bLockRotation)
	{
		Record->Bullet.setAngularVelocity(ToBullet(Velocity));
		if (Record->Drive)
		{
			Record->Drive->Spin = ToBullet(Velocity);
		}
		Record->Bullet.activate();
	}
	return true;
}

bool FPhysicsWorld::MoveKinematic(FBodyId Id, const FTransform& Target)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record || Record->Type != EBodyType::Kinematic || !IsGoodPose(Target))
	{
		return false;
	}
	Record->Drive->Target = btTransform(ToBullet(glm::normalize(Target.Rotation)), ToBullet(Target.Location));
	Record->Drive->bMovePending = true;
	return true;
}

namespace
{
FBodyRecord* FindDynamic(FBodyPool& Bodies, FBodyId Id)
{
	FBodyRecord* Record = Bodies.Find(Id);
	if (!Record || Record->Type != EBodyType::Dynamic)
	{
		return nullptr;
	}
	Bodies.Sync(*Record);
	return Record;
}
} // namespace

bool FPhysicsWorld::AddForce(FBodyId Id, const FVector& Force)
{
	FBodyRecord* Record = FindDynamic(Impl->Bodies, Id);
	if (!Record || !IsWithin(Force, MaxForce))
	{
		return false;
	}
	Record->Bullet.applyCentralForce(ToBullet(Force));
	Impl->BodyWasPushed(*Record);
	return true;
}

bool FPhysicsWorld::AddTorque(FBodyId Id, const FVector& Torque)
{
	FBodyRecord* Record = FindDynamic(Impl->Bodies, Id);
	if (!Record || !IsWithin(Torque, MaxForce))
	{
		return false;
	}
	Record->Bullet.applyTorque(ToBullet(Torque));
	Impl->BodyWasPushed(*Record);
	return true;
}

bool FPhysicsWorld::AddImpulse(FBodyId Id, const FVector& Impulse)
{
	FBodyRecord* Record = FindDynamic(Impl->Bodies, Id);
	if (!Record || !IsWithin(Impulse, MaxForce))
	{
		return false;
	}
	Record->Bullet.applyCentralImpulse(ToBullet(Impulse));
	Impl->BodyWasPushed(*Record);
	return true;
}

bool FPhysicsWorld::AddImpulseAtPoint(FBodyId Id, const FVector& Impulse, const FVector& PointWorld)
{
	FBodyRecord* Record = FindDynamic(Impl->Bodies, Id);
	if (!Record || !IsWithin(Impulse, MaxForce) || !IsWithin(PointWorld, MaxCoordinate))
	{
		return false;
	}
	const btVector3 Arm = ToBullet(PointWorld) - Record->Bullet.getWorldTransform().getOrigin();
	Record->Bullet.applyImpulse(ToBullet(Impulse), Arm);
	Impl->BodyWasPushed(*Record);
	return true;
}

bool FPhysicsWorld::GetBodyTransform(uint64_t BodyBits, FTransform& Out) const
{
	const FBodyId Id = FBodyId::FromBits(BodyBits);
	if (!IsAlive(Id))
	{
		return false;
	}
	Out = GetTransform(Id);
	return true;
}

bool FPhysicsWorld::Push(uint64_t BodyBits, const FVector& Impulse, const FVector& Point)
{
	return AddImpulseAtPoint(FBodyId::FromBits(BodyBits), Impulse, Point);
}

bool FPhysicsWorld::SetCollidesWith(FBodyId Id, uint32_t Mask)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record)
	{
		return false;
	}
	if (Record->CollidesWith != Mask)
	{
		Impl->ChangeMask(*Record, Mask);
	}
	return true;
}

bool FPhysicsWorld::SetGravityEnabled(FBodyId Id, bool bGravity)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (!Record)
	{
		return false;
	}
	const int Flags = Record->Bullet.getFlags();
	Record->bGravity = bGravity;
	Record->Bullet.setFlags(bGravity ? Flags & ~BT_DISABLE_WORLD_GRAVITY : Flags | BT_DISABLE_WORLD_GRAVITY);
	Record->Bullet.setGravity(bGravity ? Impl->World->getGravity() : btVector3(0, 0, 0));
	if (Impl->OwnWorld)
	{
		Impl->OwnWorld->BodyWasChanged(*Record);
	}
	Record->Bullet.activate();
	return true;
}

bool FPhysicsWorld::WakeUp(FBodyId Id)
{
	FBodyRecord* Record = Impl->Bodies.Find(Id);
	if (Record)
	{
		Record->Bullet.activate();
	}
	return Record != nullptr;
}

bool FPhysicsWorld::IsAsleep(FBodyId Id) const
{
	const FBodyRecord* Record = Impl->Bodies.Find(Id);
	return Record && Record->Type == EBodyType::Dynamic && !Record->Bullet.isActive();
}

std::span<const FContactEvent> FPhysicsWorld::GetContacts() const
{
	return Impl->Contacts.GetEvents();
}

void FPhysicsWorld::ClearContactCaches()
{
	Impl->ForgetContacts();
}

FPhysicsStats FPhysicsWorld::GetStats() const
{
	FPhysicsStats Stats;
	Stats.Bodies = GetBodyCount();
	Stats.Shapes = Impl->Shapes.Num();
	Stats.Pairs = Impl->World->getPairCache()->getNumOverlappingPairs();
	Stats.Manifolds = Impl->World->getDispatcher()->getNumManifolds();
	Stats.ResetBodies = Impl->ResetBodies;
	Stats.RefusedValues = Impl->RefusedValues;
	Stats.CrowdedBodies = Impl->OwnWorld ? Impl->OwnWorld->CountCrowded() : 0;
	Stats.bFastStep = Impl->bLastStepFast;
	Stats.StockReason = Impl->OwnWorld ? Impl->StockReason : "the world is the host's";
	return Stats;
}
} // namespace Flockwork
