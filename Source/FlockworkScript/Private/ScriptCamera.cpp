#include "ScriptCamera.h"

#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
// How fast the camera keeps up with its subject (1/s): quick in place, slow in heading, slower in zoom.
constexpr float SubjectRate = 6.0f;
constexpr float HeadingRate = 1.5f;
constexpr float SizeRate = 0.8f;
constexpr float ArmRate = 1.5f;         // moving out again; moving in is at once, or a wall would fill the picture
constexpr float ArmRadius = 0.3f;       // m that the camera keeps from walls
constexpr float MinArm = 0.15f;         // share of the distance
constexpr float MinHeadingSpeed = 0.3f; // m/s below which a heading means nothing

FVector OnSphere(float Yaw, float Pitch)
{
	return {std::sin(Yaw) * std::cos(Pitch), std::sin(Pitch), std::cos(Yaw) * std::cos(Pitch)};
}

float Smooth(float T)
{
	const float Clamped = std::clamp(T, 0.0f, 1.0f);
	return Clamped * Clamped * (3.0f - 2.0f * Clamped);
}

FVector Mix(const FVector& A, const FVector& B, float Alpha)
{
	return A + (B - A) * Alpha;
}
} // namespace

void FScriptCamera::Take(FCameraShot Shot, double Time, float NewBlendTime)
{
	const bool bBlend = NewBlendTime > 0.0f && Current.Shot.Kind != EShot::None;
	if (bBlend && Time < BlendStart + double(BlendTime))
	{
		// In the middle of a blend: go on from where the camera is now.
		Former = FRunning{};
		Former.Shot.Kind = EShot::Look;
		Former.Shot.From = Former.Shot.FromEnd = Pose.Position;
		Former.Shot.At = Former.Shot.AtEnd = Pose.LookAt;
		Former.Shot.FieldOfView = Pose.FieldOfView;
	}
	else
	{
		Former = std::move(Current);
	}
	Current = FRunning{};
	Current.Shot = std::move(Shot);
	Current.Shot.Start = Time;
	BlendStart = Time;
	BlendTime = bBlend ? NewBlendTime : 0.0f;
	bFresh = true;
}

void FScriptCamera::Update(const UWorld& World, double Time, float DeltaTime)
{
	if (Current.Shot.Kind == EShot::None)
	{
		return;
	}
	PreviousPose = Pose;
	const bool bHadSubject = Current.bFound;
	Pose = Evaluate(Current, World, Time, DeltaTime);
	const float Blended = BlendTime > 0.0f ? float((Time - BlendStart) / double(BlendTime)) : 1.0f;
	if (Blended < 1.0f)
	{
		const FPose From = Evaluate(Former, World, Time, DeltaTime);
		const float Alpha = Smooth(Blended);
		Pose.Position = Mix(From.Position, Pose.Position, Alpha);
		Pose.LookAt = Mix(From.LookAt, Pose.LookAt, Alpha);
		Pose.FieldOfView = From.FieldOfView + (Pose.FieldOfView - From.FieldOfView) * Alpha;
	}
	if (LengthSquared(Pose.LookAt - Pose.Position) < 1e-6f)
	{
		Pose.LookAt = Pose.Position + FVector(0.0f, 0.0f, -1.0f);
	}
	bCut = (bFresh || bHadSubject != Current.bFound) && BlendTime <= 0.0f;
	bFresh = false;
	bEvaluated = true;
	if (bCut)
	{
		PreviousPose = Pose;
	}
}

// Where the shot's subject is, where it goes and how large it is; smoothed, since subjects shake.
void FScriptCamera::Observe(FRunning& Running, const UWorld& World, float DeltaTime)
{
	FVector Subject = Running.Subject;
	FVector Heading = Running.Heading;
	float Size = Running.Size;
	bool bFound = false;
	if (const AActor* const Actor = World.FindActor(Running.Shot.Actor))
	{
		bFound = true;
		Subject = Actor->Transform.Location;
		const FVector Flat = Horizontal(Actor->Velocity);
		Heading = Length(Flat) > MinHeadingSpeed ? SafeNormal(Flat) : Heading;
	}
	const UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	const int32_t Flock = Running.Shot.Kind == EShot::FrameFlock ? Flocks.FindFlock(Running.Shot.FlockId) : -1;
	if (Flock >= 0)
	{
		const std::span<const FVector> Positions = Flocks.GetFlock(Flock).Positions;
		bFound = !Positions.empty();
		FVector Sum{};
		for (const FVector& Position : Positions)
		{
			Sum += Position;
		}
		Subject = Positions.empty() ? Subject : Sum / float(Positions.size());
		float Squares = 0.0f;
		for (const FVector& Position : Positions)
		{
			Squares += LengthSquared(Position - Subject);
		}
		Size = Positions.empty() ? Size : std::max(1.0f, std::sqrt(Squares / float(Positions.size())));
	}
	const bool bJump = !Running.bFound; // its subject may come later than the shot
	Running.bFound = Running.bFound || bFound;
	Running.Subject = Mix(Running.Subject, Subject, bJump ? 1.0f : SmoothingAlpha(SubjectRate, DeltaTime));
	Running.Size += (Size - Running.Size) * (bJump ? 1.0f : SmoothingAlpha(SizeRate, DeltaTime));
	const FVector Turned = Mix(Running.Heading, Heading, bJump ? 1.0f : SmoothingAlpha(HeadingRate, DeltaTime));
	Running.Heading = LengthSquared(Turned) > 1e-4f ? SafeNormal(Turned) : Running.Heading;
}

FScriptCamera::FPose FScriptCamera::Evaluate(FRunning& Running, const UWorld& World, double Time, float DeltaTime)
{
	Observe(Running, World, DeltaTime);
	const FCameraShot& Shot = Running.Shot;
	const float Age = float(Time - Shot.Start);
	const float Yaw = Shot.Yaw + Shot.YawRate * Age;
	FPose Result;
	Result.FieldOfView = Shot.FieldOfView;
	switch (Shot.Kind)
	{
	case EShot::None:
		break;
	case EShot::Look:
	{
		const float Alpha = Shot.Duration > 0.0f ? Smooth(Age / Shot.Duration) : 0.0f;
		Result.Position = Mix(Shot.From, Shot.FromEnd, Alpha);
		Result.LookAt = Mix(Shot.At, Shot.AtEnd, Alpha);
		break;
	}
	case EShot::Orbit:
		Result.LookAt = (Shot.Actor.IsValid() ? Running.Subject : FVector{}) + Shot.At;
		Result.Position = Result.LookAt + OnSphere(Yaw, Shot.Pitch) * Shot.Distance;
		break;
	case EShot::Follow:
		Result.LookAt = Running.Subject + Shot.At;
		Result.Position = Running.Subject - Running.Heading * Shot.Distance + UpVector * Shot.Height;
		break;
	case EShot::FrameFlock:
		Result.LookAt = Running.Subject;
		Result.Position = Result.LookAt + OnSphere(Yaw, Shot.Pitch) * (Shot.Distance * Running.Size);
		break;
	}
	if (Shot.Actor.IsValid() && (Shot.Kind == EShot::Orbit || Shot.Kind == EShot::Follow))
	{
		KeepInView(Running, Result, World, DeltaTime);
	}
	return Result;
}

// A spring arm: what stands between the camera and its actor pulls the camera nearer.
void FScriptCamera::KeepInView(FRunning& Running, FPose& InOutPose, const UWorld& World, float DeltaTime)
{
	FQueryFilter Filter;
	Filter.bDynamic = false;
	Filter.bKinematic = false;
	FHit Hit;
	World.GetPhysics().SweepSphere({InOutPose.LookAt, InOutPose.Position, ArmRadius}, Filter, Hit);
	const float Free = std::max(Hit.bHit ? Hit.Fraction : 1.0f, MinArm);
	const float Out = Running.Arm + (Free - Running.Arm) * SmoothingAlpha(ArmRate, DeltaTime);
	Running.Arm = std::min(Free, Out);
	InOutPose.Position = Mix(InOutPose.LookAt, InOutPose.Position, Running.Arm);
}

FSceneCamera FScriptCamera::Get(float Alpha) const
{
	FSceneCamera Result;
	Result.bActive = Current.Shot.Kind != EShot::None && bEvaluated;
	Result.bCut = bCut;
	Result.Position = Mix(PreviousPose.Position, Pose.Position, Alpha);
	Result.LookAt = Mix(PreviousPose.LookAt, Pose.LookAt, Alpha);
	Result.FieldOfView = PreviousPose.FieldOfView + (Pose.FieldOfView - PreviousPose.FieldOfView) * Alpha;
	return Result;
}

void FScriptCamera::SaveRunning(const FRunning& Running, FByteWriter& Writer)
{
	FCameraShot Plain = Running.Shot;
	Writer.WriteString(Plain.FlockId);
	for (const FVector& Point : {Plain.From, Plain.At, Plain.FromEnd, Plain.AtEnd, Running.Subject, Running.Heading})
	{
		Writer.Write(Point);
	}
	for (const float Number : {Plain.Duration, Plain.Distance, Plain.Height, Plain.Yaw, Plain.Pitch, Plain.YawRate,
	         Plain.FieldOfView, Running.Size, Running.Arm})
	{
		Writer.Write(Number);
	}
	Writer.Write(Plain.Kind);
	Writer.Write(Plain.Actor);
	Writer.Write(Plain.Start);
	Writer.Write(uint8_t(Running.bFound));
}

bool FScriptCamera::RestoreRunning(FRunning& Running, FByteReader& Reader)
{
	FCameraShot& Shot = Running.Shot;
	Shot.FlockId = Reader.ReadString();
	bool bFinite = true;
	for (FVector* const Point : {&Shot.From, &Shot.At, &Shot.FromEnd, &Shot.AtEnd, &Running.Subject, &Running.Heading})
	{
		*Point = Reader.Read<FVector>();
		bFinite = bFinite && IsFinite(*Point);
	}
	for (float* const Number : {&Shot.Duration, &Shot.Distance, &Shot.Height, &Shot.Yaw, &Shot.Pitch, &Shot.YawRate,
	         &Shot.FieldOfView, &Running.Size, &Running.Arm})
	{
		*Number = Reader.Read<float>();
		bFinite = bFinite && std::isfinite(*Number);
	}
	Shot.Kind = Reader.Read<EShot>();
	Shot.Actor = Reader.Read<FActorId>();
	Shot.Start = Reader.Read<double>();
	Running.bFound = Reader.Read<uint8_t>() != 0;
	return Reader.IsOk() && bFinite && Shot.Kind <= EShot::FrameFlock;
}

void FScriptCamera::Save(FByteWriter& Writer) const
{
	SaveRunning(Current, Writer);
	SaveRunning(Former, Writer);
	Writer.Write(BlendStart);
	Writer.Write(BlendTime);
	Writer.Write(Pose.Position);
	Writer.Write(Pose.LookAt);
	Writer.Write(Pose.FieldOfView);
	Writer.Write(uint8_t(bFresh));
	Writer.Write(uint8_t(bEvaluated));
}

bool FScriptCamera::Restore(FByteReader& Reader)
{
	FScriptCamera New;
	if (!RestoreRunning(New.Current, Reader) || !RestoreRunning(New.Former, Reader))
	{
		return false;
	}
	New.BlendStart = Reader.Read<double>();
	New.BlendTime = Reader.Read<float>();
	New.Pose.Position = Reader.Read<FVector>();
	New.Pose.LookAt = Reader.Read<FVector>();
	New.Pose.FieldOfView = Reader.Read<float>();
	New.PreviousPose = New.Pose;
	New.bFresh = Reader.Read<uint8_t>() != 0;
	New.bEvaluated = Reader.Read<uint8_t>() != 0;
	if (!Reader.IsOk())
	{
		return false;
	}
	*this = std::move(New);
	return true;
}
} // namespace Flockwork
