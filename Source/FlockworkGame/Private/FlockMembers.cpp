// Who is in which flock. Changes are collected and carried out between steps, for all of a flock at once, so that its
// arrays stay in order of creation and nobody leaves while the flock is being steered.
#include "ComponentClasses.h"
#include "FlockData.h"
#include "FlockworkGame/World.h"

#include <algorithm>
#include <cstring>

namespace Flockwork
{
namespace
{
bool AreEqual(const FFlockSettings& A, const FFlockSettings& B)
{
	if (std::memcmp(&A, &B, sizeof(A)) == 0) // padding may differ between equal ones: then field by field
	{
		return true;
	}
	const FSettingsTable& Table = FFlockSettings::Table();
	return std::all_of(Table.Fields.begin(), Table.Fields.end(),
	    [&](const FSettingField& Field) { return Table.Get(&A, Field) == Table.Get(&B, Field); });
}

bool HasGravity(const UWorld& World, FActorId Actor)
{
	const IComponentSettings* Body = FindSourceSettings(World, Actor, FBodySettings::Table().Name);
	return Body && static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings.Settings.bGravity;
}

// Values[i] = the old Values[From[i]], or New where that is negative.
template <typename Value>
void Rearrange(std::vector<Value>& Values, const std::vector<int32_t>& From, const Value& New)
{
	std::vector<Value> Arranged(From.size(), New);
	for (size_t Index = 0; Index < From.size(); ++Index)
	{
		if (From[Index] >= 0)
		{
			Arranged[Index] = Values[size_t(From[Index])];
		}
	}
	Values = std::move(Arranged);
}

void RearrangeAll(FFlock& Flock, const std::vector<int32_t>& From)
{
	Rearrange(Flock.ImpulseLeft, From, 0.0f);
	Rearrange(Flock.Fleeing, From, uint8_t(0));
	Flock.bMayFlee = true;
	Rearrange(Flock.CalmSteps, From, uint8_t(0));
	if (!Flock.OwnTargets.empty())
	{
		Rearrange(Flock.OwnTargets, From, FOwnTarget{});
	}
	Rearrange(Flock.Accelerations, From, FVector{});
	Rearrange(Flock.Positions, From, FVector{});
	Rearrange(Flock.Velocities, From, FVector{});
	const size_t Count = From.size();
	Flock.Actors.resize(Count);
	Flock.Ids.resize(Count);
	Flock.Bodies.resize(Count);
	Flock.VariantOf.resize(Count);
	Flock.OwnScales.resize(Count);
	Flock.BodyRadii.resize(Count);
	Flock.SpeedLimits.assign(Count, 0.0f);
}
} // namespace

// The settings of its body component when that is a dynamic one; otherwise null.
const FBodySetup* FindDynamicBody(const UWorld& World, FActorId Actor)
{
	const IComponentSettings* Body = FindSourceSettings(World, Actor, FBodySettings::Table().Name);
	const FBodySetup* Setup = Body ? &static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings : nullptr;
	return Setup && Setup->Settings.Type == EBodyType::Dynamic ? Setup : nullptr;
}

void ComposeSettings(const FFlock& Flock, FFlockVariant& Variant)
{
	Variant.Settings = Variant.Registered;
	FDiagnostics Known; // each change was accepted when it was made
	for (const auto& [Field, Value] : Flock.NamedChanges)
	{
		FFlockSettings::Table().Set(&Variant.Settings, Field, Value, Known);
	}
}

FFlockMember* UFlockSubsystem::FImpl::FindMember(FActorId Actor)
{
	const bool bKnown = Actor.Index < Members.size() && Members[Actor.Index].Actor == Actor;
	return bKnown && Members[Actor.Index].Flock >= 0 ? &Members[Actor.Index] : nullptr;
}

int32_t UFlockSubsystem::FImpl::FindFlock(std::string_view FlockId) const
{
	const auto Found =
	    std::find_if(Flocks.begin(), Flocks.end(), [&](const FFlock& Flock) { return Flock.FlockId == FlockId; });
	return Found == Flocks.end() ? -1 : int32_t(Found - Flocks.begin());
}

int32_t UFlockSubsystem::FImpl::FindOrAddFlock(std::string_view FlockId)
{
	const int32_t Found = FindFlock(FlockId);
	if (Found >= 0)
	{
		return Found;
	}
	Flocks.emplace_back();
	Flocks.back().FlockId = std::string(FlockId);
	return int32_t(Flocks.size()) - 1;
}

int32_t UFlockSubsystem::FImpl::FindOrAddVariant(
    FFlock& Flock, const FFlockingSetup& Setup, bool bBodyGravity, float& OutSpeedScale)
{
	for (size_t Index = 0; Index < Flock.Variants.size(); ++Index)
	{
		const FFlockVariant& Variant = Flock.Variants[Index];
		FFlockSettings Comparable = Setup.Flock;
		Comparable.MaxSpeed = Variant.Registered.MaxSpeed;
		if (Variant.bBodyGravity == bBodyGravity && AreEqual(Comparable, Variant.Registered))
		{
			OutSpeedScale = Setup.Flock.MaxSpeed / Variant.Registered.MaxSpeed;
			return int32_t(Index);
		}
	}
	OutSpeedScale = 1.0f;
	if (Flock.Variants.size() == MaxVariants)
	{
		return -1;
	}
	FFlockVariant Variant;
	Variant.Registered = Setup.Flock;
	Variant.Preset = Setup.Settings.Preset;
	Variant.Changes = Setup.FlockChanges;
	Variant.bBodyGravity = bBodyGravity;
	ComposeSettings(Flock, Variant);
	Flock.Variants.push_back(std::move(Variant));
	return int32_t(Flock.Variants.size()) - 1;
}

bool UFlockSubsystem::Register(UWorld& World, AActor& Actor, const FFlockingSetup& Setup, FDiagnostics& Diagnostics)
{
	const std::string& Name = Setup.Settings.FlockId.empty() ? Setup.Settings.Preset : Setup.Settings.FlockId;
	const int32_t Index = Impl->FindOrAddFlock(Name);
	FFlock& Flock = Impl->Flocks[size_t(Index)];
	float SpeedShare = 1.0f;
	const int32_t Found = Impl->FindOrAddVariant(Flock, Setup, HasGravity(World, Actor.Id), SpeedShare);
	if (Found < 0)
	{
		Diagnostics.Error({}, "flocking",
		    "flock \"" + Name + "\" has boids of " + std::to_string(MaxVariants) +
		        " different settings already, which is the most; give this one a flockId of its own");
		return false;
	}
	const uint8_t Variant = uint8_t(Found);
	if (!Setup.Settings.Target.empty() && Flock.Roles[0].Actor.empty() && !Flock.Roles[0].bPoint)
	{
		Flock.Roles[0].Actor = Setup.Settings.Target;
	}
	if (FFlockMember* Member = Impl->FindMember(Actor.Id);
	    Member && Member->Flock == Index && Member->Variant == Variant && Member->bEnabled && Setup.Settings.bEnabled)
	{
		return true; // registering twice is harmless
	}
	Unregister(Actor.Id);
	GrowSparingly(Impl->Members, Actor.Id.Index + 1);
	FFlockMember& Member = Impl->Members[Actor.Id.Index];
	const bool bSameFlock = Member.Actor == Actor.Id && Member.Flock == Index;
	const int32_t Place = bSameFlock ? Member.Place : -1;
	const bool bLeft = bSameFlock && Member.bLeft;
	Member = FFlockMember{};
	Member.Actor = Actor.Id;
	Member.CreationId = Actor.CreationId;
	Member.Body = Actor.Body;
	Member.Flock = Index;
	Member.Variant = Variant;
	Member.SpeedScale = Setup.Settings.SpeedScale;
	Member.SpeedShare = SpeedShare;
	Member.Place = Place;
	Member.bLeft = bLeft;
	Member.BodySetup = FindDynamicBody(World, Actor.Id);
	if (Setup.Settings.bEnabled)
	{
		SetEnabled(World, Actor.Id, true);
		if (Flock.Variants[Variant].Settings.Physics != EBoidPhysics::RigidBody)
		{
			Impl->Demote(World, Member); // at once, while its body is the newest: the quickest to take away
		}
	}
	return true;
}

void UFlockSubsystem::Unregister(FActorId Actor)
{
	if (FFlockMember* Member = Impl->FindMember(Actor))
	{
		Impl->Flocks[size_t(Member->Flock)].bDirty = true;
		Member->bEnabled = false;
		Member->bLeft = true;
		if (Member->BodySetup && !Member->Body.IsValid())
		{
			Impl->Bodiless.push_back(Actor);
		}
	}
}

void UFlockSubsystem::Forget(FActorId Actor)
{
	if (FFlockMember* Member = Impl->FindMember(Actor))
	{
		Unregister(Actor);
		Member->Flock = -1;
	}
}

bool UFlockSubsystem::SetEnabled(const UWorld& World, FActorId Id, bool bEnabled)
{
	FFlockMember* Member = Impl->FindMember(Id);
	const AActor* Actor = World.FindActor(Id);
	if (!Member || !Actor)
	{
		return false;
	}
	if (!bEnabled)
	{
		Unregister(Id);
		return true;
	}
	if (!Member->bEnabled)
	{
		Member->bEnabled = true;
		FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
		Flock.Joining.push_back({Id, Actor->Transform.Location, Actor->Velocity});
		Flock.bDirty = true;
	}
	return true;
}

bool UFlockSubsystem::IsRegistered(FActorId Actor) const
{
	const FFlockMember* Member = Impl->FindMember(Actor);
	return Member && Member->bEnabled;
}

bool UFlockSubsystem::SetSpeedScale(FActorId Actor, float Scale)
{
	FFlockMember* Member = Impl->FindMember(Actor);
	if (!Member || !(Scale > 0.0f))
	{
		return false;
	}
	Member->SpeedScale = Scale;
	if (Member->Place >= 0)
	{
		FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
		Flock.OwnScales[size_t(Member->Place)] = Scale * Member->SpeedShare;
		Flock.bAnyOwnScale |= Scale * Member->SpeedShare != 1.0f;
	}
	return true;
}

void UFlockSubsystem::FImpl::Flush()
{
	if (bFrozen)
	{
		return;
	}
	for (size_t Index = 0; Index < Flocks.size(); ++Index)
	{
		if (Flocks[Index].bDirty)
		{
			FlushFlock(int32_t(Index));
		}
	}
}

// Takes out who has left and puts in who has joined, in order of creation.
void UFlockSubsystem::FImpl::FlushFlock(int32_t FlockIndex)
{
	struct FEntry
	{
		uint32_t CreationId;
		FActorId Actor;
		int32_t From;                    // its old place; -1: it is new
		const FJoining* Joins = nullptr; // of a new one: how it comes in
	};
	FFlock& Flock = Flocks[size_t(FlockIndex)];
	std::vector<FEntry> Entries;
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		FFlockMember* Member = FindMember(Flock.Actors[Place]);
		if (!Member || Member->Flock != FlockIndex)
		{
			continue;
		}
		if (Member->bEnabled && !Member->bLeft) // who has left and is back is among those who join
		{
			Entries.push_back({Member->CreationId, Member->Actor, int32_t(Place)});
		}
		Member->Place = -1;
	}
	for (auto Joining = Flock.Joining.rbegin(); Joining != Flock.Joining.rend(); ++Joining)
	{
		const FFlockMember* Member = FindMember(Joining->Actor);
		if (Member && Member->bEnabled && Member->Flock == FlockIndex)
		{
			Entries.push_back({Member->CreationId, Joining->Actor, -1, &*Joining});
		}
	}
	// Who was told to join more than once is in the list as often: the stable sort leaves the place first where there
	// is one, and then the last time.
	std::stable_sort(
	    Entries.begin(), Entries.end(), [](const FEntry& A, const FEntry& B) { return A.CreationId < B.CreationId; });
	const auto IsSame = [](const FEntry& A, const FEntry& B) { return A.CreationId == B.CreationId; };
	Entries.erase(std::unique(Entries.begin(), Entries.end(), IsSame), Entries.end());

	std::vector<int32_t> From;
	for (const FEntry& Entry : Entries)
	{
		From.push_back(Entry.From);
	}
	RearrangeAll(Flock, From);
	for (size_t Place = 0; Place < Entries.size(); ++Place)
	{
		FFlockMember& Member = Members[Entries[Place].Actor.Index];
		Member.Place = int32_t(Place);
		Member.bLeft = false;
		Enter(Flock, Member);
		if (const FJoining* const Joins = Entries[Place].Joins)
		{
			Flock.Positions[Place] = Joins->Position;
			Flock.Velocities[Place] = Joins->Velocity;
		}
	}
	FinishFlush(Flock);
}

void UFlockSubsystem::FImpl::Enter(FFlock& Flock, const FFlockMember& Member)
{
	const size_t Place = size_t(Member.Place);
	Flock.Actors[Place] = Member.Actor;
	Flock.Ids[Place] = Member.CreationId;
	Flock.Bodies[Place] = Member.Body;
	Flock.VariantOf[Place] = Member.Variant;
	Flock.OwnScales[Place] = Member.SpeedScale * Member.SpeedShare;
	const EShapeType Shape = Member.BodySetup ? Member.BodySetup->Settings.Shape : EShapeType::Mesh;
	const bool bRound = Shape == EShapeType::Sphere || Shape == EShapeType::Capsule;
	Flock.BodyRadii[Place] = bRound ? Member.BodySetup->Settings.Radius : 0.0f;
}

void UFlockSubsystem::FImpl::FinishFlush(FFlock& Flock)
{
	// With its memory: a flock rarely grows again as it does when it is spawned.
	Flock.Joining = std::vector<FJoining>();
	Flock.SeenRevision = 0;
	Flock.bDirty = false;
	Flock.BodylessCount =
	    int32_t(std::count_if(Flock.Bodies.begin(), Flock.Bodies.end(), [](FBodyId Body) { return !Body.IsValid(); }));
	Flock.bAnyOwnScale =
	    std::any_of(Flock.OwnScales.begin(), Flock.OwnScales.end(), [](float Scale) { return Scale != 1.0f; });
	Flock.OwnTargetCount = int32_t(std::count_if(
	    Flock.OwnTargets.begin(), Flock.OwnTargets.end(), [](const FOwnTarget& Own) { return Own.bSet; }));
	for (size_t Variant = 0; Variant < Flock.Variants.size(); ++Variant)
	{
		std::vector<uint8_t>& Steered = Flock.Variants[Variant].Steered;
		Steered.clear();
		for (size_t Place = 0; Flock.Variants.size() > 1 && Place < Flock.Num(); ++Place)
		{
			Steered.push_back(Flock.VariantOf[Place] == Variant ? 1 : 0);
		}
	}
}
} // namespace Flockwork
