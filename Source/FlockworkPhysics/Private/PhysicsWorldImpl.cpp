#include "PhysicsWorldImpl.h"

#include "BulletMath.h"
#include "Fast/FastWorld.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Log.h"
#include "ShapeValidation.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <string>

namespace Flockwork
{
namespace
{
// In an adopted world Bullet's own six groups keep their bits and layer n of ours is bit n + 6.
constexpr int HostGroupBits = 6;
constexpr uint32_t MaxHostLayer = 31 - HostGroupBits;

int HostMask(uint32_t CollidesWith)
{
	const auto Bits = [CollidesWith](ELayer Layer, int Group) { return CollidesWith & LayerBit(Layer) ? Group : 0; };
	using FProxy = btBroadphaseProxy;
	return int(CollidesWith << HostGroupBits) | Bits(ELayer::WorldStatic, FProxy::StaticFilter) |
	       Bits(ELayer::WorldDynamic, FProxy::DefaultFilter | FProxy::KinematicFilter | FProxy::DebrisFilter) |
	       Bits(ELayer::Character, FProxy::CharacterFilter) | Bits(ELayer::Trigger, FProxy::SensorTrigger);
}

btRigidBody::btRigidBodyConstructionInfo MakeInfo(const FBodyDef& Def, FShape& Shape, const FPhysicsSettings& Settings)
{
	const bool bDynamic = Def.Type == EBodyType::Dynamic;
	btVector3 Inertia(0, 0, 0);
	if (bDynamic && !Def.bLockRotation)
	{
		Shape.Bullet->calculateLocalInertia(Def.Mass, Inertia);
	}
	btRigidBody::btRigidBodyConstructionInfo Info(bDynamic ? Def.Mass : 0.0f, nullptr, Shape.Bullet.get(), Inertia);
	Info.m_startWorldTransform =
	    btTransform(ToBullet(glm::normalize(Def.Transform.Rotation)), ToBullet(Def.Transform.Location));
	Info.m_linearDamping = Def.LinearDamping;
	Info.m_angularDamping = Def.AngularDamping;
	Info.m_friction = Def.Friction;
	Info.m_restitution = Def.Restitution;
	Info.m_linearSleepingThreshold = Settings.SleepLinearSpeed;
	Info.m_angularSleepingThreshold = Settings.SleepAngularSpeed;
	return Info;
}

void SetUpBullet(FBodyRecord& Record, const FBodyDef& Def)
{
	btRigidBody& Body = Record.Bullet;
	int Flags = Body.getCollisionFlags();
	Flags |= Def.bTrigger ? btCollisionObject::CF_NO_CONTACT_RESPONSE : 0;
	if (Def.Type == EBodyType::Kinematic)
	{
		// Without mass Bullet takes it for static at first.
		Flags = (Flags & ~btCollisionObject::CF_STATIC_OBJECT) | btCollisionObject::CF_KINEMATIC_OBJECT;
	}
	Body.setCollisionFlags(Flags);
	Body.setFlags((Def.bGravity ? 0 : BT_DISABLE_WORLD_GRAVITY) |
	              (Def.bLockRotation ? 0 : BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY));
	if (Def.bLockRotation)
	{
		Body.setAngularFactor(0.0f);
	}
	if (Def.Type == EBodyType::Kinematic || (Def.Type == EBodyType::Dynamic && !Def.bCanSleep))
	{
		Body.setActivationState(DISABLE_DEACTIVATION);
	}
	if (Def.Type != EBodyType::Static)
	{
		Body.setLinearVelocity(ToBullet(Def.LinearVelocity));
		Body.setAngularVelocity(Def.bLockRotation ? btVector3(0, 0, 0) : ToBullet(Def.AngularVelocity));
	}
	if (Def.Type == EBodyType::Kinematic)
	{
		Record.Drive = std::make_unique<FKinematicDrive>();
		Record.Drive->Velocity = Body.getLinearVelocity();
		Record.Drive->Spin = Body.getAngularVelocity();
	}
	if (Def.Type == EBodyType::Dynamic && Def.bContinuous)
	{
		// The swept ball is smaller than the body, so that sliding along a floor is no hit.
		constexpr float SweptShare = 0.5f;
		Body.setCcdMotionThreshold(Record.Shape->InnerRadius);
		Body.setCcdSweptSphereRadius(SweptShare * Record.Shape->InnerRadius);
	}
}
} // namespace

FPhysicsWorld::FImpl::FImpl(const FPhysicsSettings& InSettings, ITaskScheduler& InScheduler)
    : Settings(InSettings), Scheduler(InScheduler)
{
	FDiagnostics Diagnostics;
	FW_CHECK(
	    FPhysicsSettings::Table().Validate(&Settings, Diagnostics), "settings out of range; Validate() names them");
	MakeOwnWorld();
	World = OwnWorld.get();
	// Resting and static bodies keep their boxes; those that are moved from outside are updated there.
	World->setForceUpdateAllAabbs(false);
	// A millimetre: what may be sunk into before the sweep of a fast body counts as a hit.
	World->getDispatchInfo().m_allowedCcdPenetration = 0.001f;
	ApplyWorldSettings();
}

FPhysicsWorld::FImpl::FImpl(
    const FPhysicsSettings& InSettings, ITaskScheduler& InScheduler, btDiscreteDynamicsWorld& InHost)
    : Settings(InSettings), Scheduler(InScheduler), World(&InHost)
{
	Bodies.ShareBullet();
}

void FPhysicsWorld::FImpl::MakeOwnWorld()
{
	Configuration = std::make_unique<btDefaultCollisionConfiguration>();
	Dispatcher = std::make_unique<btCollisionDispatcher>(Configuration.get());
	Solver = std::make_unique<FContactSolver>();
	if (Settings.World == EPhysicsWorldKind::Fast)
	{
		auto Grid = std::make_unique<FGridBroadphase>(Scheduler);
		OwnWorld = std::make_unique<FFastWorld>(
		    Dispatcher.get(), Grid.get(), Solver.get(), Configuration.get(), Scheduler, Bodies, Lists);
		Broadphase = std::move(Grid);
		return;
	}
	Broadphase = std::make_unique<btDbvtBroadphase>();
	Broadphase->getOverlappingPairCache()->setOverlapFilterCallback(&PairFilter);
	OwnWorld = std::make_unique<FStockWorld>(Dispatcher.get(), Broadphase.get(), Solver.get(), Configuration.get());
}

FPhysicsWorld::FImpl::~FImpl()
{
	while (!Bodies.GetRecords().empty())
	{
		DestroyBody(*Bodies.GetRecords().back());
	}
}

void FPhysicsWorld::FImpl::ApplyWorldSettings()
{
	if (!OwnWorld)
	{
		return;
	}
	OwnWorld->SetMaxContactPairs(Settings.MaxContactPairs);
	World->getSolverInfo().m_numIterations = Settings.SolverIterations;
	World->getSolverInfo().m_restitutionVelocityThreshold = Settings.RestitutionSpeed;
	World->setGravity(ToBullet(Settings.Gravity));
	for (FBodyRecord* Record : Bodies.GetRecords())
	{
		Record->Bullet.setSleepingThresholds(Settings.SleepLinearSpeed, Settings.SleepAngularSpeed);
		// Bullet's setGravity leaves sleeping bodies out.
		if (Record->Type == EBodyType::Dynamic && Record->bGravity)
		{
			Record->Bullet.setGravity(ToBullet(Settings.Gravity));
		}
	}
}

FBodyId FPhysicsWorld::FImpl::CreateBody(const FBodyDef& Def, FDiagnostics& Diagnostics)
{
	bool bGood = ValidateBody(Def, Diagnostics);
	if (!OwnWorld && Def.Layer > MaxHostLayer)
	{
		Diagnostics.Error(
		    {}, "layer", std::to_string(Def.Layer) + " is not in [0, 25], the layers of an adopted world");
		bGood = false;
	}
	// Also when something else is wrong already, so that every fault is named.
	FShape* Shape = bGood ? Shapes.Acquire(Def.Shape, Def.Transform.Scale, Diagnostics) : nullptr;
	if (!Shape)
	{
		bGood ? void(0) : void(ValidateShape(Def.Shape, Diagnostics));
		return {};
	}
	FBodyRecord& Record = Bodies.Create(MakeInfo(Def, *Shape, Settings));
	Record.Shape = Shape;
	Record.UserData = Def.UserData;
	Record.Layer = Def.Layer;
	Record.CollidesWith = Def.CollidesWith;
	Record.Type = Def.Type;
	Record.bTrigger = Def.bTrigger;
	Record.bReportContacts = Def.bReportContacts || Def.bTrigger;
	Record.bGravity = Def.bGravity;
	Record.bLockRotation = Def.bLockRotation;
	Record.bContinuous = Def.bContinuous && Def.Type == EBodyType::Dynamic;
	Record.bCanSleep = Def.bCanSleep && Def.Type == EBodyType::Dynamic;
	SetUpBullet(Record, Def);
	Bodies.FillSlot(Record);
	AddToWorld(Record);
	Lists.Add(Record);
	++Revision;
	return Record.Id;
}

int FPhysicsWorld::FImpl::MaskOf(const FBodyRecord& Record) const
{
	if (OwnWorld)
	{
		return int(Record.CollidesWith);
	}
	// There is no pair filter of ours in a host's world; static bodies must not pair with one another.
	constexpr int StaticLayer = int(1u << (uint32_t(ELayer::WorldStatic) + HostGroupBits));
	const bool bStatic = Record.Type == EBodyType::Static;
	return HostMask(Record.CollidesWith) & (bStatic ? ~(btBroadphaseProxy::StaticFilter | StaticLayer) : -1);
}

void FPhysicsWorld::FImpl::AddToWorld(FBodyRecord& Record)
{
	const uint32_t Shift = OwnWorld ? Record.Layer : Record.Layer + HostGroupBits;
	World->addRigidBody(&Record.Bullet, int(1u << Shift), MaskOf(Record));
	if (!Record.bGravity)
	{
		Record.Bullet.setGravity(btVector3(0, 0, 0));
	}
	if (OwnWorld)
	{
		// A new body's box lacks the reach that contacts are kept for.
		UpdateBox(Record);
		OwnWorld->BodyWasChanged(Record);
	}
}

void FPhysicsWorld::FImpl::ChangeMask(FBodyRecord& Record, uint32_t Mask)
{
	WakeNeighbours(Record);
	Record.CollidesWith = Mask;
	Record.Bullet.getBroadphaseProxy()->m_collisionFilterMask = MaskOf(Record);
	OwnWorld ? OwnWorld->FilterWasChanged(Record) : World->refreshBroadphaseProxy(&Record.Bullet);
	Record.Bullet.activate();
}

void FPhysicsWorld::FImpl::DestroyBody(FBodyRecord& Record)
{
	WakeNeighbours(Record);
	World->removeRigidBody(&Record.Bullet);
	bOrderLost = true;
	++Revision;
	Lists.Remove(Record);
	FShape* Shape = Record.Shape;
	Bodies.Destroy(Record);
	Shapes.Release(*Shape);
}

void FPhysicsWorld::FImpl::WakeNeighbours(const FBodyRecord& Record)
{
	if (Lists.Sleepers.empty())
	{
		return;
	}
	btOverlappingPairCache& Pairs = *World->getPairCache();
	const btBroadphaseProxy* Proxy = Record.Bullet.getBroadphaseProxy();
	const btBroadphasePairArray& Array = Pairs.getOverlappingPairArray();
	for (int Index = 0; Index < Array.size(); ++Index)
	{
		const btBroadphasePair& Pair = Array[Index];
		if (Pair.m_pProxy0 == Proxy || Pair.m_pProxy1 == Proxy)
		{
			const btBroadphaseProxy* Other = Pair.m_pProxy0 == Proxy ? Pair.m_pProxy1 : Pair.m_pProxy0;
			static_cast<btCollisionObject*>(Other->m_clientObject)->activate();
		}
	}
}

void FPhysicsWorld::FImpl::UpdateBox(FBodyRecord& Record)
{
	Bodies.Sync(Record);
	OwnWorld ? OwnWorld->UpdateBox(Record.Bullet) : World->updateSingleAabb(&Record.Bullet);
}

void FPhysicsWorld::FImpl::BodyWasPushed(FBodyRecord& Record)
{
	Bodies.SlotOf(Record).bForced = true;
	Bodies.NoteMotion(Record);
	++Revision;
	Record.Bullet.activate();
}

void FPhysicsWorld::FImpl::BodyWasMoved(FBodyRecord& Record)
{
	Bodies.NoteMotion(Record);
	++Revision;
	WakeNeighbours(Record);
	Record.Bullet.activate();
	UpdateBox(Record);
}

void FPhysicsWorld::FImpl::BodiesWereTurned(std::span<const FBodyId> Ids)
{
	for (const FBodyId Id : Ids)
	{
		if (Bodies.IsAlive(Id) && Bodies.BoxAt(Id.Index).BallRadius == 0.0f)
		{
			UpdateBox(*Bodies.At(Id.Index));
		}
	}
}

void FPhysicsWorld::FImpl::ShareBullet()
{
	if (OwnWorld && !Bodies.IsBulletShared())
	{
		OwnWorld->BringBoxes(); // while it is known whose were kept back
	}
	Bodies.ShareBullet();
}

void FPhysicsWorld::FImpl::ForgetContacts()
{
	if (OwnWorld)
	{
		Bodies.SyncAll();
		OwnWorld->ForgetContacts(Bodies);
		bOrderLost = false;
	}
}
} // namespace Flockwork
