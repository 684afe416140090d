#include "BulletMath.h"
#include "FlockworkCore/HashMany.h"
#include "PhysicsWorldImpl.h"

#include <algorithm>
#include <string>

namespace Flockwork
{
namespace
{
constexpr uint32_t SnapshotMagic = 0x32505746u; // "FWP2"

// All of a body that changes while the world runs. Rotations as matrices: through a quaternion the bits would change.
struct FSavedBody
{
	uint64_t Order;
	float Pose[12];    // rows of the rotation, then the place
	float Rotation[4]; // of a locked body, as its owner wrote it: x, y, z, w
	float Velocity[3];
	float Spin[3];
	float Force[3];
	float Torque[3];
	float Gravity[3];
	float DriveVelocity[3];
	float DriveSpin[3];
	float Target[12];
	float DeactivationTime;
	float InverseMass;
	uint32_t CollidesWith;
	int32_t ActivationState;
	uint8_t Type;
	uint8_t bGravity;
	uint8_t bMovePending;
	uint8_t Unused;
};
static_assert(
    sizeof(FSavedBody) == 8 + 4 * (12 + 4 + 21 + 12 + 2) + 8 + 4, "no padding: the bytes are written as they are");
} // namespace
template <>
inline constexpr bool HasNoPadding<FSavedBody> = true;
namespace
{

void Put(float* Out, const btVector3& In)
{
	std::copy_n(In.m_floats, 3, Out);
}

void Put(float* Out, const btTransform& In)
{
	for (int Row = 0; Row < 3; ++Row)
	{
		Put(Out + 3 * Row, In.getBasis()[Row]);
	}
	Put(Out + 9, In.getOrigin());
}

void Put(float* Out, const FQuat& In)
{
	const float Components[] = {In.x, In.y, In.z, In.w};
	std::copy_n(Components, 4, Out);
}

FQuat TakeRotation(const float* In)
{
	return {In[3], In[0], In[1], In[2]};
}

btVector3 TakeVector(const float* In)
{
	return {In[0], In[1], In[2]};
}

btTransform TakePose(const float* In)
{
	btTransform Out;
	Out.getBasis().setValue(In[0], In[1], In[2], In[3], In[4], In[5], In[6], In[7], In[8]);
	Out.setOrigin(TakeVector(In + 9));
	return Out;
}

FSavedBody Capture(const FBodyRecord& Record, const FQuat& Rotation)
{
	const btRigidBody& Body = Record.Bullet;
	FSavedBody Out{};
	Out.Order = Record.Order;
	Put(Out.Pose, Body.getWorldTransform());
	Put(Out.Rotation, Rotation);
	Put(Out.Velocity, Body.getLinearVelocity());
	Put(Out.Spin, Body.getAngularVelocity());
	Put(Out.Force, Body.getTotalForce());
	Put(Out.Torque, Body.getTotalTorque());
	Put(Out.Gravity, Body.getGravity());
	const FKinematicDrive Drive = Record.Drive ? *Record.Drive : FKinematicDrive{};
	Put(Out.DriveVelocity, Drive.Velocity);
	Put(Out.DriveSpin, Drive.Spin);
	Put(Out.Target, Drive.Target);
	Out.DeactivationTime = Body.getDeactivationTime();
	Out.InverseMass = Body.getInvMass();
	Out.CollidesWith = Record.CollidesWith;
	Out.ActivationState = Body.getActivationState();
	Out.Type = uint8_t(Record.Type);
	Out.bGravity = Record.bGravity;
	Out.bMovePending = Drive.bMovePending;
	return Out;
}

bool IsGoodPose(const float* Pose)
{
	return std::all_of(Pose, Pose + 9, [](float Value) { return std::fabs(Value) <= 2.0f; }) &&
	       std::all_of(Pose + 9, Pose + 12, [](float Value) { return std::fabs(Value) <= MaxCoordinate; });
}

bool IsGood(const FSavedBody& Saved)
{
	return IsGoodPose(Saved.Pose) && IsRotation(TakeRotation(Saved.Rotation)) && IsGoodPose(Saved.Target) &&
	       IsWithin(TakeVector(Saved.Velocity), MaxLinearSpeed) && IsWithin(TakeVector(Saved.Spin), MaxAngularSpeed) &&
	       IsWithin(TakeVector(Saved.Force), MaxForce) && IsWithin(TakeVector(Saved.Torque), MaxForce) &&
	       IsWithin(TakeVector(Saved.Gravity), MaxForce) && IsWithin(TakeVector(Saved.DriveVelocity), MaxLinearSpeed) &&
	       IsWithin(TakeVector(Saved.DriveSpin), MaxAngularSpeed) && Saved.DeactivationTime >= 0.0f &&
	       Saved.ActivationState >= ACTIVE_TAG && Saved.ActivationState <= DISABLE_DEACTIVATION;
}

void Apply(const FSavedBody& Saved, FBodyRecord& Record)
{
	btRigidBody& Body = Record.Bullet;
	const btTransform Pose = TakePose(Saved.Pose);
	Body.setWorldTransform(Pose);
	Body.setInterpolationWorldTransform(Pose);
	Body.setLinearVelocity(TakeVector(Saved.Velocity));
	Body.setAngularVelocity(TakeVector(Saved.Spin));
	Body.updateInertiaTensor();
	Record.bGravity = Saved.bGravity != 0;
	const int Flags = Body.getFlags();
	Body.setFlags(Record.bGravity ? Flags & ~BT_DISABLE_WORLD_GRAVITY : Flags | BT_DISABLE_WORLD_GRAVITY);
	Body.setGravity(TakeVector(Saved.Gravity));
	if (Record.Drive)
	{
		*Record.Drive = {TakeVector(Saved.DriveVelocity), TakeVector(Saved.DriveSpin), TakePose(Saved.Target),
		    Saved.bMovePending != 0};
	}
	Body.forceActivationState(Saved.ActivationState);
	Body.setDeactivationTime(Saved.DeactivationTime);
	Body.clearForces();
	// Locked axes are zero in what was saved, so applying the factors again changes no bit.
	Body.applyCentralForce(TakeVector(Saved.Force));
	Body.applyTorque(TakeVector(Saved.Torque));
}
} // namespace

void FPhysicsWorld::Save(FByteWriter& Writer)
{
	Impl->ForgetContacts();
	Writer.Write(SnapshotMagic);
	Writer.Write(uint64_t(Impl->Bodies.GetRecords().size()));
	Writer.Write(Impl->Bodies.GetNextOrder());
	for (FBodyRecord* Record : Impl->Bodies.GetRecords())
	{
		Impl->Bodies.FoldPush(*Record); // ForgetContacts has synced it
		Writer.Write(Capture(*Record, Impl->Bodies.RotationAt(Record->Id.Index)));
	}
	Impl->Contacts.Save(Writer);
}

size_t FPhysicsWorld::GetSaveSize() const
{
	FByteWriter Contacts;
	Impl->Contacts.Save(Contacts);
	const size_t Head = sizeof(SnapshotMagic) + sizeof(uint64_t) + sizeof(Impl->Bodies.GetNextOrder());
	return Head + Impl->Bodies.GetRecords().size() * sizeof(FSavedBody) + Contacts.GetBytes().size();
}

bool FPhysicsWorld::Restore(FByteReader& Reader, FDiagnostics& Diagnostics)
{
	const auto Fail = [&Diagnostics](std::string Message)
	{
		Diagnostics.Error({}, "physics snapshot", std::move(Message));
		return false;
	};
	const auto Records = Impl->Bodies.GetRecords();
	if (Reader.Read<uint32_t>() != SnapshotMagic)
	{
		return Fail("does not begin as a physics snapshot of this version");
	}
	const uint64_t Count = Reader.Read<uint64_t>();
	if (Count != Records.size())
	{
		return Fail("holds " + std::to_string(Count) + " bodies, the world " + std::to_string(Records.size()));
	}
	const uint64_t NextOrder = Reader.Read<uint64_t>();
	std::vector<FSavedBody> Saved(Records.size());
	std::vector<uint64_t> Orders(Records.size());
	for (size_t Index = 0; Index < Saved.size(); ++Index)
	{
		Saved[Index] = Reader.Read<FSavedBody>();
		Orders[Index] = Saved[Index].Order;
		const bool bAscending = Orders[Index] < NextOrder && (Index == 0 || Orders[Index - 1] < Orders[Index]);
		if (!Reader.IsOk() || !bAscending || !IsGood(Saved[Index]))
		{
			return Fail("is damaged at body " + std::to_string(Index));
		}
		const btRigidBody& Body = Records[Index]->Bullet;
		if (Saved[Index].Type != uint8_t(Records[Index]->Type) || Saved[Index].InverseMass != Body.getInvMass())
		{
			return Fail("body " + std::to_string(Index) + " has another type or mass than the world's");
		}
	}
	std::vector<FContactTouch> Touches;
	if (!FContactTracker::Read(Reader, Touches))
	{
		return Fail("is damaged in its contacts");
	}
	Impl->Bodies.SetOrders(Orders, NextOrder);
	for (size_t Index = 0; Index < Saved.size(); ++Index)
	{
		Apply(Saved[Index], *Records[Index]);
		Impl->Bodies.PushAt(Records[Index]->Id.Index) = FVector{0.0f, 0.0f, 0.0f};
		Impl->Bodies.NoteRotation(*Records[Index], TakeRotation(Saved[Index].Rotation));
		Impl->Bodies.NoteMotion(*Records[Index]);
		Impl->Bodies.SlotOf(*Records[Index]).bForced = true;
		if (Records[Index]->CollidesWith != Saved[Index].CollidesWith)
		{
			Impl->ChangeMask(*Records[Index], Saved[Index].CollidesWith);
		}
	}
	++Impl->Revision;
	Impl->Contacts.Adopt(std::move(Touches), Impl->Bodies);
	Impl->ForgetContacts();
	return true;
}

void FPhysicsWorld::AddToHash(FStateHash& Hash) const
{
	Hash.Add(uint64_t(Impl->Bodies.GetRecords().size()));
	HashMany(Impl->Scheduler, Impl->Bodies.GetRecords().size(), Impl->ChunkHashes, Hash,
	    [&](FStateHash& OfChunk, size_t Index)
	    {
		    const FBodyRecord& Record = *Impl->Bodies.GetRecords()[Index];
		    const FBodySlot& Slot = Impl->Bodies.SlotOf(Record);
		    float Pose[12];
		    Put(Pose, Impl->Bodies.PoseOf(Record));
		    OfChunk.AddBytes(Pose, sizeof Pose);
		    OfChunk.Add(GetVelocity(Record.Id));
		    // A steered boid neither spins nor sleeps: no need to fetch more of its body's memory.
		    const bool bSteered = Slot.bLocked && Slot.bNeverSleeps && !Impl->Bodies.IsBulletShared();
		    OfChunk.Add(bSteered ? FVector{0.0f, 0.0f, 0.0f} : FromBullet(Record.Bullet.getAngularVelocity()));
		    OfChunk.Add(bSteered ? uint64_t(DISABLE_DEACTIVATION) : uint64_t(Record.Bullet.getActivationState()));
	    });
}
} // namespace Flockwork
