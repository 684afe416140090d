#include "FlockworkGame/FlockSubsystem.h"

#include "FlockData.h"
#include "FlockSteer.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"

#include <algorithm>

namespace Flockwork
{
UFlockSubsystem::UFlockSubsystem() : Impl(std::make_unique<FImpl>()) {}
UFlockSubsystem::~UFlockSubsystem() = default;

void UFlockSubsystem::Run(UWorld& World, EPhase Phase)
{
	switch (Phase)
	{
	case EPhase::Sense:
		Impl->Sense(World);
		break;
	case EPhase::Decide:
		Impl->Decide(World);
		break;
	case EPhase::Steer:
		Impl->Steer(World);
		break;
	case EPhase::Simulate:
		Impl->Simulate(World);
		break;
	case EPhase::ReadBack:
		Impl->ReadBack(World, *this);
		break;
	default:
		break;
	}
}

int32_t UFlockSubsystem::GetFlockCount() const
{
	return int32_t(Impl->Flocks.size());
}

int32_t UFlockSubsystem::FindFlock(std::string_view FlockId) const
{
	return Impl->FindFlock(FlockId);
}

FFlockView UFlockSubsystem::GetFlock(int32_t Index) const
{
	FW_CHECK(Index >= 0 && Index < GetFlockCount(), "the world has no flock of that index");
	Impl->Flush();
	const FFlock& Flock = Impl->Flocks[size_t(Index)];
	FFlockView View;
	View.FlockId = Flock.FlockId;
	View.Settings = &Flock.Settings();
	View.Actors = Flock.Actors;
	View.Ids = Flock.Ids;
	View.Positions = Flock.Positions;
	View.Velocities = Flock.Velocities;
	View.Accelerations = Flock.Accelerations;
	View.SpeedLimits = Flock.SpeedLimits;
	View.Fleeing = Flock.Fleeing;
	View.SteeringPath = Flock.Steering.GetPathReason();
	View.BodyCount = int32_t(Flock.Num()) - Flock.BodylessCount;
	return View;
}

std::vector<std::string_view> UFlockSubsystem::GetFlockIds() const
{
	std::vector<std::string_view> Ids;
	for (const FFlock& Flock : Impl->Flocks)
	{
		Ids.push_back(Flock.FlockId);
	}
	return Ids;
}

bool UFlockSubsystem::IsFlockPlanar(const UWorld& World, int32_t Index) const
{
	FW_CHECK(Index >= 0 && Index < GetFlockCount(), "the world has no flock of that index");
	Impl->Flush();
	const FFlock& Flock = Impl->Flocks[size_t(Index)];
	return IsPlanar(Flock.Settings(), IsPulledDown(World, Flock.Variants[0]));
}

FFlockMetrics UFlockSubsystem::ComputeMetrics(const UWorld& World, int32_t Index) const
{
	FW_CHECK(Index >= 0 && Index < GetFlockCount(), "the world has no flock of that index");
	Impl->Flush();
	FFlock& Flock = Impl->Flocks[size_t(Index)];
	FFlockMetricsInput Input;
	Input.Positions = Flock.Positions;
	Input.Velocities = Flock.Velocities;
	Input.NeighborRadius = Flock.Settings().NeighborRadius;
	Input.TorusPeriod = TorusPeriod(Flock.Settings());
	Input.bPlanar = IsFlockPlanar(World, Index);
	return Flock.Meter.Compute(Input, World.GetScheduler());
}

FFlock* UFlockSubsystem::FindOrExplain(std::string_view FlockId, FDiagnostics& Diagnostics) const
{
	const int32_t Index = Impl->FindFlock(FlockId);
	if (Index >= 0)
	{
		return &Impl->Flocks[size_t(Index)];
	}
	const std::string_view Near = NearestName(FlockId, GetFlockIds());
	Diagnostics.Error({}, "flock",
	    "there is no flock \"" + std::string(FlockId) + "\"" +
	        (Near.empty() ? std::string(" yet") : "; did you mean \"" + std::string(Near) + "\"?"));
	return nullptr;
}

bool UFlockSubsystem::SetFlockSetting(
    std::string_view FlockId, std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	const FNamedSetting Change(Field, Value);
	return SetFlockSettings(FlockId, {&Change, 1}, Diagnostics);
}

namespace
{
// All changes on top of the variant's settings; false with diagnostics where they cannot be, or not together.
bool CanTake(const FFlockVariant& Variant, std::span<const FNamedSetting> Changes, FFlockSettings& OutTrial,
    FDiagnostics& Diagnostics)
{
	OutTrial = Variant.Settings;
	bool bGood = true;
	for (const auto& [Field, Value] : Changes)
	{
		bGood &= FFlockSettings::Table().Set(&OutTrial, Field, Value, Diagnostics);
	}
	return bGood && ValidateFlockSettings(OutTrial, Diagnostics);
}

void Note(FFlock& Flock, const std::string& Field, const FSettingValue& Value)
{
	const auto IsField = [&](const FNamedSetting& Change) { return Change.first == Field; };
	const auto Found = std::find_if(Flock.NamedChanges.begin(), Flock.NamedChanges.end(), IsField);
	if (Found != Flock.NamedChanges.end())
	{
		Found->second = Value;
	}
	else
	{
		Flock.NamedChanges.emplace_back(Field, Value);
	}
}
} // namespace

bool UFlockSubsystem::SetFlockSettings(
    std::string_view FlockId, std::span<const FNamedSetting> Changes, FDiagnostics& Diagnostics)
{
	std::vector<FFlock*> Flocks;
	for (FFlock& Flock : Impl->Flocks)
	{
		if (FlockId.empty() || Flock.FlockId == FlockId)
		{
			Flocks.push_back(&Flock);
		}
	}
	if (Flocks.empty())
	{
		if (FlockId.empty())
		{
			Diagnostics.Error({}, "flock", "there is no flock yet");
			return false;
		}
		return FindOrExplain(FlockId, Diagnostics) != nullptr;
	}
	FFlockSettings Trial;
	FDiagnostics Repeated; // a value that is clamped is so for all of them: said once
	for (const FFlock* Flock : Flocks)
	{
		for (const FFlockVariant& Variant : Flock->Variants)
		{
			const bool bFirst = Flock == Flocks.front() && &Variant == Flock->Variants.data();
			if (!CanTake(Variant, Changes, Trial, bFirst ? Diagnostics : Repeated))
			{
				if (!bFirst)
				{
					CanTake(Variant, Changes, Trial, Diagnostics);
				}
				return false;
			}
		}
	}
	const FSettingsTable& Table = FFlockSettings::Table();
	for (FFlock* Flock : Flocks)
	{
		for (const auto& [Field, Value] : Changes)
		{
			Note(*Flock, Field, Table.Get(&Trial, *Table.Find(Field))); // as clamped
		}
		for (FFlockVariant& Variant : Flock->Variants)
		{
			ComposeSettings(*Flock, Variant);
		}
	}
	return true;
}

bool UFlockSubsystem::GetFlockSetting(std::string_view FlockId, std::string_view Field, FSettingValue& Out) const
{
	const int32_t Index = FlockId.empty() && !Impl->Flocks.empty() ? 0 : Impl->FindFlock(FlockId);
	const FSettingField* Found = FFlockSettings::Table().Find(Field);
	if (Index < 0 || !Found)
	{
		return false;
	}
	Out = FFlockSettings::Table().Get(&Impl->Flocks[size_t(Index)].Settings(), *Found);
	return true;
}

int32_t UFlockSubsystem::ApplyPresets(const UWorld& World)
{
	int32_t Changed = 0;
	const FSettingsTable& Table = FFlockSettings::Table();
	for (FFlock& Flock : Impl->Flocks)
	{
		bool bChanged = false;
		for (FFlockVariant& Variant : Flock.Variants)
		{
			const FFlockSettings* Preset = World.GetPrefabs().GetPresets().Find(Variant.Preset);
			if (!Preset)
			{
				continue; // its file is gone: the values stay
			}
			FFlockSettings Fresh = *Preset;
			FDiagnostics Known; // read without complaint when the prefab was loaded
			ReadFlockSettings(Variant.Changes, Variant.Preset, Fresh, Known);
			if (WriteJson(Table.Write(&Fresh)) != WriteJson(Table.Write(&Variant.Registered)))
			{
				Variant.Registered = Fresh;
				ComposeSettings(Flock, Variant);
				bChanged = true;
			}
		}
		Changed += bChanged ? 1 : 0;
	}
	return Changed;
}

bool UFlockSubsystem::SetRole(
    std::string_view FlockId, EFlockRole Role, std::string_view ActorName, FDiagnostics& Diagnostics)
{
	FFlock* Flock = FindOrExplain(FlockId, Diagnostics);
	if (Flock)
	{
		Flock->Roles[size_t(Role)] = {std::string(ActorName), false, FVector{}};
	}
	return Flock != nullptr;
}

bool UFlockSubsystem::SetRolePoint(
    std::string_view FlockId, EFlockRole Role, const FVector& Point, FDiagnostics& Diagnostics)
{
	FFlock* Flock = FindOrExplain(FlockId, Diagnostics);
	if (Flock && (Role == EFlockRole::Leader || Role == EFlockRole::Quarry || !IsFinite(Point)))
	{
		Diagnostics.Error(
		    {}, "flock", "a finite point as target or formation is expected; leaders and quarries are actors");
		return false;
	}
	if (Flock)
	{
		Flock->Roles[size_t(Role)] = {{}, true, Point};
	}
	return Flock != nullptr;
}

bool UFlockSubsystem::SetPath(std::string_view FlockId, std::span<const FVector> Points, FDiagnostics& Diagnostics)
{
	FFlock* Flock = FindOrExplain(FlockId, Diagnostics);
	if (Flock)
	{
		Flock->Path.assign(Points.begin(), Points.end());
	}
	return Flock != nullptr;
}

bool UFlockSubsystem::SetRelation(
    std::string_view FlockId, std::string_view Other, ESpeciesRelation Relation, FDiagnostics& Diagnostics)
{
	if (FlockId.empty() || Other.empty() || FlockId == Other)
	{
		Diagnostics.Error({}, "flock", "a relation needs the names of two different flocks");
		return false;
	}
	for (FImpl::FRelation& Known : Impl->Relations)
	{
		if (Known.Flock == FlockId && Known.Other == Other)
		{
			Known.Relation = Relation;
			return true;
		}
	}
	Impl->Relations.push_back({std::string(FlockId), std::string(Other), Relation, 0.0f});
	return true;
}

bool UFlockSubsystem::SetBoidTarget(FActorId Actor, const FVector* Point, float Weight, float Boost)
{
	Impl->Flush();
	FFlockMember* Member = Impl->FindMember(Actor);
	const bool bGood = Weight >= 0.0f && Boost > 0.0f && (!Point || IsFinite(*Point));
	if (!Member || Member->Place < 0 || !bGood)
	{
		return false;
	}
	FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
	Flock.OwnTargets.resize(Flock.Num());
	FOwnTarget& Own = Flock.OwnTargets[size_t(Member->Place)];
	Flock.OwnTargetCount += (Point ? 1 : 0) - (Own.bSet ? 1 : 0);
	Own = Point ? FOwnTarget{*Point, Weight, Boost, true} : FOwnTarget{};
	return true;
}

void UFlockSubsystem::NotifyImpulse(FActorId Actor)
{
	Impl->Flush();
	FFlockMember* Member = Impl->FindMember(Actor);
	if (Member && Member->Place >= 0)
	{
		FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
		Flock.ImpulseLeft[size_t(Member->Place)] = Flock.Variants[Member->Variant].Settings.ImpulseTime;
	}
}

bool UFlockSubsystem::PushKinematic(AActor& Actor, const FVector& Impulse)
{
	const FFlockMember* Member = Impl->FindMember(Actor.Id);
	if (!Member || !Member->BodySetup || Actor.Body.IsValid())
	{
		return false;
	}
	Actor.Velocity += Impulse / Member->BodySetup->Settings.Mass;
	NotifyImpulse(Actor.Id);
	return true;
}

bool UFlockSubsystem::GetBoidInfo(FActorId Actor, FBoidInfo& Out) const
{
	Impl->Flush();
	const FFlockMember* Member = Impl->FindMember(Actor);
	if (!Member || Member->Place < 0)
	{
		return false;
	}
	const FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
	const size_t Place = size_t(Member->Place);
	Out.Flock = Member->Flock;
	Out.SpeedLimit = Flock.SpeedLimits[Place];
	Out.bFleeing = Flock.Fleeing[Place] != 0;
	Out.MemoryLeft = Flock.Variants[Member->Variant].Behaviors.GetMemoryLeft(Place);
	Out.ImpulseLeft = Flock.ImpulseLeft[Place];
	Out.Neighbors.clear();
	const float Radius = Flock.Variants[Member->Variant].Settings.NeighborRadius;
	for (size_t Other = 0; Other < Flock.Num(); ++Other)
	{
		if (Other != Place && LengthSquared(Flock.Positions[Other] - Flock.Positions[Place]) <= Radius * Radius)
		{
			Out.Neighbors.push_back(Flock.Actors[Other]);
		}
	}
	return true;
}

bool UFlockSubsystem::GetComponentSettings(FActorId Actor, FFlockingSettings& Out) const
{
	const FFlockMember* Member = Impl->FindMember(Actor);
	if (!Member)
	{
		return false;
	}
	const FFlock& Flock = Impl->Flocks[size_t(Member->Flock)];
	Out.FlockId = Flock.FlockId;
	Out.Preset = Flock.Variants[Member->Variant].Preset;
	Out.bEnabled = Member->bEnabled;
	Out.SpeedScale = Member->SpeedScale;
	Out.Target = Flock.Roles[size_t(EFlockRole::Target)].Actor;
	return true;
}

void UFlockSubsystem::AddToHash(FStateHash& Hash) const
{
	Impl->Flush();
	for (const FFlock& Flock : Impl->Flocks)
	{
		Hash.Add(std::string_view(Flock.FlockId));
		Hash.AddBytes(Flock.Ids.data(), Flock.Ids.size() * sizeof(uint32_t));
		Hash.Add(std::span<const FVector>(Flock.Velocities));
		Hash.AddBytes(Flock.ImpulseLeft.data(), Flock.ImpulseLeft.size() * sizeof(float));
		Hash.AddBytes(Flock.Fleeing.data(), Flock.Fleeing.size());
	}
}
} // namespace Flockwork
