// Saving and restoring flocks.
#include "ComponentClasses.h"
#include "FlockData.h"
#include "FlockworkGame/World.h"
#include "SettingValueBytes.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace Flockwork
{
namespace
{
void SaveSettings(FByteWriter& Writer, const FFlockSettings& Settings)
{
	Writer.WriteString(WriteJson(FFlockSettings::Table().Write(&Settings)));
}

bool ReadNode(FByteReader& Reader, FDataNode& Out, FDiagnostics& Diagnostics)
{
	return ParseJson(Reader.ReadString(), "snapshot", Out, Diagnostics);
}

void SaveVariant(FByteWriter& Writer, FFlockVariant& Variant)
{
	SaveSettings(Writer, Variant.Registered);
	Writer.WriteString(Variant.Preset);
	Writer.WriteString(WriteJson(Variant.Changes));
	Writer.Write(uint8_t(Variant.bBodyGravity));
	Variant.Behaviors.Save(Writer);
	Variant.Avoidance.Save(Writer);
}

bool Refuse(FDiagnostics& Diagnostics)
{
	Diagnostics.Error({}, "flock", "the snapshot's flocks are damaged");
	return false;
}

bool RestoreVariant(FByteReader& Reader, FFlockVariant& Out, FDiagnostics& Diagnostics)
{
	FDataNode Settings;
	bool bGood = ReadNode(Reader, Settings, Diagnostics) &&
	             FFlockSettings::Table().Read(&Out.Registered, Settings, "snapshot", Diagnostics);
	Out.Preset = Reader.ReadString();
	bGood = bGood && ReadNode(Reader, Out.Changes, Diagnostics);
	Out.bBodyGravity = Reader.Read<uint8_t>() != 0;
	return bGood && Out.Behaviors.Restore(Reader) && Out.Avoidance.Restore(Reader) && Reader.IsOk();
}

void SaveFlock(FByteWriter& Writer, FFlock& Flock)
{
	Writer.WriteString(Flock.FlockId);
	Writer.Write(uint64_t(Flock.Variants.size()));
	for (FFlockVariant& Variant : Flock.Variants)
	{
		SaveVariant(Writer, Variant);
	}
	Writer.Write(uint64_t(Flock.NamedChanges.size()));
	for (const auto& [Field, Value] : Flock.NamedChanges)
	{
		Writer.WriteString(Field);
		WriteSettingValue(Writer, Value);
	}
	for (const FFlockRole& Role : Flock.Roles)
	{
		Writer.WriteString(Role.Actor);
		Writer.Write(uint8_t(Role.bPoint));
		Writer.Write(Role.Point);
	}
	Writer.WriteArray(std::span<const FVector>(Flock.Path));
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		Writer.Write(Flock.Positions[Place]);
		Writer.Write(Flock.Velocities[Place]);
		Writer.Write(Flock.Accelerations[Place]);
		Writer.Write(Flock.ImpulseLeft[Place]);
		Writer.Write(Flock.Fleeing[Place]);
		Writer.Write(Flock.CalmSteps[Place]);
		const FOwnTarget Own = Flock.OwnTargets.empty() ? FOwnTarget{} : Flock.OwnTargets[Place];
		Writer.Write(uint8_t(Own.bSet));
		Writer.Write(Own.Point);
		Writer.Write(Own.Weight);
		Writer.Write(Own.Boost);
	}
}

bool RestoreFlockHead(FByteReader& Reader, FFlock& Out, FDiagnostics& Diagnostics)
{
	Out.FlockId = Reader.ReadString();
	const uint64_t VariantCount = Reader.Read<uint64_t>();
	if (VariantCount == 0 || VariantCount > MaxVariants)
	{
		return false;
	}
	for (uint64_t Index = 0; Index < VariantCount; ++Index)
	{
		FFlockVariant Variant;
		if (!RestoreVariant(Reader, Variant, Diagnostics))
		{
			return false;
		}
		Out.Variants.push_back(std::move(Variant));
	}
	const uint64_t ChangeCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < ChangeCount && Reader.IsOk(); ++Index)
	{
		std::string Field = Reader.ReadString();
		FSettingValue Value;
		if (!ReadSettingValue(Reader, Value))
		{
			return false;
		}
		Out.NamedChanges.emplace_back(std::move(Field), std::move(Value));
	}
	for (FFlockVariant& Variant : Out.Variants)
	{
		ComposeSettings(Out, Variant);
	}
	for (FFlockRole& Role : Out.Roles)
	{
		Role.Actor = Reader.ReadString();
		Role.bPoint = Reader.Read<uint8_t>() != 0;
		Role.Point = Reader.Read<FVector>();
	}
	Out.Path = Reader.ReadArray<FVector>();
	return Reader.IsOk();
}

// Far beyond any world; the square of what is above it would soon be infinite.
constexpr float MostOfAny = 1e9f;

bool IsModest(std::initializer_list<float> Numbers)
{
	return std::all_of(Numbers.begin(), Numbers.end(), [](float Number) { return std::abs(Number) <= MostOfAny; });
}

bool IsModest(const FVector& V)
{
	return IsModest({V.x, V.y, V.z});
}

bool RestoreBoids(FByteReader& Reader, FFlock& Flock)
{
	bool bGood = true;
	Flock.OwnTargets.resize(Flock.Num());
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		Flock.Positions[Place] = Reader.Read<FVector>();
		Flock.Velocities[Place] = Reader.Read<FVector>();
		Flock.Accelerations[Place] = Reader.Read<FVector>();
		Flock.ImpulseLeft[Place] = Reader.Read<float>();
		Flock.Fleeing[Place] = Reader.Read<uint8_t>();
		Flock.CalmSteps[Place] = Reader.Read<uint8_t>();
		FOwnTarget& Own = Flock.OwnTargets[Place];
		Own.bSet = Reader.Read<uint8_t>() != 0;
		Own.Point = Reader.Read<FVector>();
		Own.Weight = Reader.Read<float>();
		Own.Boost = Reader.Read<float>();
		Flock.OwnTargetCount += Own.bSet ? 1 : 0;
		bGood = bGood && IsModest(Flock.Positions[Place]) && IsModest(Flock.Velocities[Place]) &&
		        IsModest(Flock.Accelerations[Place]) && IsModest(Own.Point) &&
		        IsModest({Flock.ImpulseLeft[Place], Own.Weight, Own.Boost});
	}
	if (Flock.OwnTargetCount == 0)
	{
		Flock.OwnTargets = std::vector<FOwnTarget>();
	}
	return bGood;
}
} // namespace

void UFlockSubsystem::Save(const UWorld& World, FByteWriter& Writer) const
{
	Impl->Flush();
	Writer.Write(uint64_t(Impl->Relations.size()));
	for (const FImpl::FRelation& Relation : Impl->Relations)
	{
		Writer.WriteString(Relation.Flock);
		Writer.WriteString(Relation.Other);
		Writer.Write(Relation.Relation);
	}
	// Members first: a flock's arrays follow from them.
	for (const FActorId Actor : World.GetActors())
	{
		const FFlockMember* Member = Impl->FindMember(Actor);
		Writer.Write(Member ? Member->Flock : -1);
		if (Member)
		{
			Writer.Write(Member->Variant);
			Writer.Write(Member->SpeedScale);
			Writer.Write(Member->SpeedShare);
			Writer.Write(uint8_t(Member->bEnabled));
		}
	}
	Writer.Write(uint64_t(Impl->Flocks.size()));
	for (FFlock& Flock : Impl->Flocks)
	{
		SaveFlock(Writer, Flock);
	}
}

bool UFlockSubsystem::FImpl::RestoreMembers(const UWorld& World, FByteReader& Reader)
{
	Members.clear();
	for (const FActorId Id : World.GetActors())
	{
		const int32_t FlockIndex = Reader.Read<int32_t>();
		if (FlockIndex < 0)
		{
			continue;
		}
		if (!FindSourceSettings(World, Id, FFlockingSettings::Table().Name))
		{
			return false;
		}
		const AActor& Actor = *World.FindActor(Id);
		GrowSparingly(Members, Id.Index + 1);
		FFlockMember& Member = Members[Id.Index];
		Member.Actor = Id;
		Member.CreationId = Actor.CreationId;
		Member.Body = Actor.Body;
		Member.Flock = FlockIndex;
		Member.Variant = Reader.Read<uint8_t>();
		Member.SpeedScale = Reader.Read<float>();
		Member.SpeedShare = Reader.Read<float>();
		Member.bEnabled = Reader.Read<uint8_t>() != 0;
		Member.BodySetup = FindDynamicBody(World, Id);
		if (!Member.bEnabled && Member.BodySetup && !Member.Body.IsValid())
		{
			Bodiless.push_back(Id);
		}
	}
	return Reader.IsOk();
}

bool UFlockSubsystem::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	*Impl = FImpl{};
	const uint64_t RelationCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < RelationCount && Reader.IsOk(); ++Index)
	{
		FImpl::FRelation Relation;
		Relation.Flock = Reader.ReadString();
		Relation.Other = Reader.ReadString();
		Relation.Relation = Reader.Read<ESpeciesRelation>();
		if (Relation.Relation > ESpeciesRelation::Flee)
		{
			return Refuse(Diagnostics);
		}
		Impl->Relations.push_back(std::move(Relation));
	}
	bool bGood = Impl->RestoreMembers(World, Reader);
	const uint64_t FlockCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < FlockCount && bGood && Reader.IsOk(); ++Index)
	{
		FFlock& Flock = Impl->Flocks.emplace_back();
		bGood = RestoreFlockHead(Reader, Flock, Diagnostics);
		for (const FFlockMember& Member : Impl->Members)
		{
			if (Member.Flock == int32_t(Index) && Member.bEnabled)
			{
				bGood = bGood && Member.Variant < Flock.Variants.size();
				Flock.Joining.push_back({Member.Actor});
			}
		}
		if (bGood)
		{
			Impl->FlushFlock(int32_t(Index));
			bGood = RestoreBoids(Reader, Flock);
		}
	}
	for (const FFlockMember& Member : Impl->Members)
	{
		bGood = bGood && IsModest({Member.SpeedScale, Member.SpeedShare}) &&
		        Member.Flock < int32_t(Impl->Flocks.size()) &&
		        (Member.Flock < 0 || Member.Variant < Impl->Flocks[size_t(Member.Flock)].Variants.size());
	}
	return (bGood && Reader.IsOk()) || Refuse(Diagnostics);
}
} // namespace Flockwork
