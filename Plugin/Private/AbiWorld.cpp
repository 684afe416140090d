#include "AbiWorld.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace Flockwork
{
void TakeResult(FAbiWorld& World, bool bOk, FwResult Code, const FDiagnostics& Diagnostics)
{
	const auto IsFull = [](const FDiagnostic& Item)
	{ return Item.Field == "world.maxActors" || Item.Field == "world.maxOrders"; };
	const bool bFull = std::any_of(Diagnostics.GetAll().begin(), Diagnostics.GetAll().end(), IsFull);
	Require(bOk, bFull ? FW_ERROR_CAPACITY : Code, Diagnostics.ToString());
	for (const FDiagnostic& Diagnostic : Diagnostics.GetAll())
	{
		World.Pending.Warning(Diagnostic.Place, Diagnostic.Field, Diagnostic.Message);
	}
}

FActorId Execute(FAbiWorld& World, FOrder Order)
{
	FDiagnostics Diagnostics;
	FActorId Actor;
	const bool bOk = World.World->Execute(std::move(Order), Diagnostics, &Actor);
	TakeResult(World, bOk, FW_ERROR_DATA, Diagnostics);
	return Actor;
}

std::string_view RequireText(const char* Text, std::string_view What)
{
	Require(Text && *Text, FW_ERROR_ARGUMENT, std::string(What) + " is null or empty");
	return Text;
}

std::string_view OptionalText(const char* Text)
{
	return Text ? std::string_view(Text) : std::string_view();
}

void RequireFinite(const FVector& Value, std::string_view What)
{
	Require(IsFinite(Value), FW_ERROR_ARGUMENT, std::string(What) + " is not finite");
}

void RequireBetween(double Value, double Min, double Max, std::string_view What)
{
	if (Value >= Min && Value <= Max) // false for NaN
	{
		return;
	}
	char Message[160];
	std::snprintf(
	    Message, sizeof(Message), "%.*s is %g; %g to %g was expected", int(What.size()), What.data(), Value, Min, Max);
	throw FAbiError{FW_ERROR_ARGUMENT, Message};
}

FActorId RequireActor(const FAbiWorld& World, FwActorId Actor)
{
	const FActorId Id = FActorId::FromBits(Actor);
	Require(Actor != 0 && World.World->FindActor(Id), FW_ERROR_NOT_FOUND, "no living actor has this id");
	return Id;
}

FVector ToVector(const FwVector& Value)
{
	return {Value.X, Value.Y, Value.Z};
}

FwVector FromVector(const FVector& Value)
{
	return {Value.x, Value.y, Value.z};
}

FwActorId ToAbi(FActorId Actor)
{
	return Actor.IsValid() ? Actor.ToBits() : 0;
}

FTransform ReadTransform(const FAbiWorld& World, const FwTransform* Transform)
{
	Require(Transform, FW_ERROR_ARGUMENT, "the transform is null");
	const FVector Position = ToVector(Transform->Position);
	RequireFinite(Position, "the position");
	RequireBetween(double(Transform->Scale), 1e-6, 1e6, "the scale");
	const float* const R = Transform->Rotation;
	const FQuat Rotation{R[3], R[0], R[1], R[2]};
	const float Length = std::sqrt(glm::dot(Rotation, Rotation));
	Require(IsFinite(Rotation) && Length > 1e-3f && Length < 1e3f, FW_ERROR_ARGUMENT,
	    "the rotation is no quaternion: a unit one (x, y, z, w) was expected");
	FTransform Ours;
	Ours.Location = World.Host.PositionFromHost(Position);
	Ours.Rotation = World.Host.RotationFromHost(Rotation / Length);
	Ours.Scale = Transform->Scale;
	return Ours;
}

FwTransform WriteTransform(const FAbiWorld& World, const FTransform& Transform)
{
	const FQuat Rotation = World.Host.RotationToHost(Transform.Rotation);
	return {FromVector(World.Host.PositionToHost(Transform.Location)), Transform.Scale,
	    {Rotation.x, Rotation.y, Rotation.z, Rotation.w}};
}

void WriteText(std::string_view Text, char* Buffer, size_t Capacity, size_t* OutNeeded)
{
	const size_t Needed = Text.size() + 1;
	if (OutNeeded)
	{
		*OutNeeded = Needed;
	}
	if (Capacity == 0)
	{
		Require(OutNeeded, FW_ERROR_ARGUMENT, "neither a buffer nor OutNeeded was given");
		return;
	}
	Require(Buffer, FW_ERROR_ARGUMENT, "the buffer is null");
	Require(Capacity >= Needed, FW_ERROR_CAPACITY,
	    "the buffer is too small: " + std::to_string(Needed) + " bytes are needed");
	std::memcpy(Buffer, Text.data(), Text.size());
	Buffer[Text.size()] = '\0';
}
} // namespace Flockwork
