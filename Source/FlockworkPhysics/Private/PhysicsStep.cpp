#include "BulletMath.h"
#include "FlockworkCore/Log.h"
#include "PhysicsWorldImpl.h"

#include <LinearMath/btTransformUtil.h>
#include <string>

namespace Flockwork
{
bool FPhysicsWorld::FImpl::Step(float DeltaTime)
{
	if (OwnWorld && !(DeltaTime > 0.0f && DeltaTime <= Settings.MaxDeltaTime))
	{
		Log(ELogLevel::Error, "Physics",
		    "a step of " + std::to_string(DeltaTime) + " s is refused; (0, " + std::to_string(Settings.MaxDeltaTime) +
		        "] is expected");
		return false;
	}
	if (OwnWorld)
	{
		StepOwnWorld(DeltaTime);
	}
	else
	{
		CheckBodies();
		RefreshBoxes();
	}
	++Revision;
	Contacts.Gather(*World->getDispatcher(), Bodies);
	return true;
}

void FPhysicsWorld::FImpl::StepOwnWorld(float DeltaTime)
{
	if (bOrderLost)
	{
		OwnWorld->RestoreOrder(Bodies);
		bOrderLost = false;
	}
	StockReason = OwnWorld->FindStockReason();
	bLastStepFast = StockReason.empty();
	DriveKinematics(DeltaTime);
	if (!bLastStepFast)
	{
		FoldPushes();
		CheckBodies();
	}
	// One sub-step a call: with Bullet's own sub-stepping, forces are lost in frames without one.
	World->stepSimulation(DeltaTime, 0);
	if (!bLastStepFast)
	{
		CheckBodies();
		RefreshBoxes();
	}
	for (FBodyRecord* Record : OwnWorld->GetResetBodies())
	{
		ReportReset(*Record);
	}
	ReportCrowd();
}

void FPhysicsWorld::FImpl::ReportCrowd()
{
	const int32_t Count = OwnWorld->CountCrowded();
	if (Count > 0 && !bCrowdTold)
	{
		bCrowdTold = true;
		Log(ELogLevel::Warning, "Physics",
		    std::to_string(Count) + " bodies overlap more others than physics.maxContactPairs (" +
		        std::to_string(Settings.MaxContactPairs) +
		        "), so they touch only some of them: were many put into one place? Further crowds are counted, not "
		        "logged");
	}
}

// Bullet takes a kinematic body's velocity from its pose before and now.
void FPhysicsWorld::FImpl::DriveKinematics(float DeltaTime)
{
	for (FBodyRecord* Record : Lists.Kinematic)
	{
		btRigidBody& Body = Record->Bullet;
		FKinematicDrive& Drive = *Record->Drive;
		Body.setInterpolationWorldTransform(Body.getWorldTransform());
		if (Drive.bMovePending)
		{
			Body.setWorldTransform(Drive.Target);
			Drive.bMovePending = false;
		}
		else if (!Drive.Velocity.fuzzyZero() || !Drive.Spin.fuzzyZero())
		{
			btTransform Next;
			btTransformUtil::integrateTransform(Body.getWorldTransform(), Drive.Velocity, Drive.Spin, DeltaTime, Next);
			Body.setWorldTransform(Next);
		}
	}
}

void FPhysicsWorld::FImpl::FoldPushes()
{
	for (FBodyRecord* Record : Bodies.GetRecords())
	{
		Bodies.FoldPush(*Record);
	}
}

// Before the step, too: who holds the Bullet body may have written anything.
void FPhysicsWorld::FImpl::CheckBodies()
{
	for (FBodyRecord* Record : Bodies.GetRecords())
	{
		if (GoodStates.size() <= Record->Id.Index)
		{
			GoodStates.resize(Record->Id.Index + 1);
		}
		FGoodState& Good = GoodStates[Record->Id.Index];
		btRigidBody& Body = Record->Bullet;
		if (IsGoodState(Body))
		{
			Good = FGoodState::Of(Body, Record->Order);
		}
		else
		{
			// A slot may still hold the state of the body that had it before.
			const bool bOwn = Good.Order == Record->Order;
			ResetBody(*Record, bOwn ? Good : FGoodState{});
		}
	}
}

void FPhysicsWorld::FImpl::ResetBody(FBodyRecord& Record, const FGoodState& Good)
{
	Good.PutBack(Record.Bullet);
	Bodies.NoteMotion(Record);
	if (Record.Bullet.getActivationState() == DISABLE_SIMULATION)
	{
		// Bullet's own answer to bad bounds.
		Record.Bullet.forceActivationState(Record.bCanSleep ? ACTIVE_TAG : DISABLE_DEACTIVATION);
	}
	UpdateBox(Record);
	ReportReset(Record);
}

void FPhysicsWorld::FImpl::ReportReset(FBodyRecord& Record)
{
	++ResetBodies;
	if (!Record.bReset)
	{
		Record.bReset = true;
		Log(ELogLevel::Error, "Physics",
		    "body " + std::to_string(Record.Id.Index) +
		        " left the finite world (position, rotation or velocity) and is put "
		        "back to its last good state; further resets of this body are counted, not logged");
	}
}

// Bullet's own world takes the boxes at the beginning of a step; queries between steps need those at its end.
void FPhysicsWorld::FImpl::RefreshBoxes()
{
	for (FBodyRecord* Record : Bodies.GetRecords())
	{
		Bodies.NoteMotion(*Record);
		if (Record->Type != EBodyType::Static && Record->Bullet.isActive())
		{
			UpdateBox(*Record);
		}
	}
}
} // namespace Flockwork
