#include "FlockworkGame/CharacterSubsystem.h"

#include "CharacterData.h"
#include "ComponentClasses.h"
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkCore/Random.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"

#include <algorithm>
#include <cctype>

namespace Flockwork
{
namespace
{
// Of looks: from the actor's id alone, as with visuals.
FRandomStream StreamOf(uint32_t CreationId, std::string_view Purpose)
{
	return FRandomStream::ForPurpose(CreationId, Purpose);
}

bool HasAny(const std::string& Name, std::initializer_list<std::string_view> Words)
{
	std::string Lower = Name;
	std::transform(Lower.begin(), Lower.end(), Lower.begin(), [](char C) { return char(std::tolower(uint8_t(C))); });
	return std::any_of(
	    Words.begin(), Words.end(), [&](std::string_view Word) { return Lower.find(Word) != std::string::npos; });
}

// By the material's name: clothes take any muted colour, hair is from black to fair, eyes stay; whatever else, skin and
// coats too, is lighter or darker. The answer multiplies the material's colour.
FVector VaryTint(const FCharacterMaterial& Material, float Variation, FRandomStream& Random)
{
	const float Brightness = Random.Uniform();
	const FVector Color = Random.InBox(FVector{0.02f}, FVector{0.42f});
	const FVector Base = glm::max(Material.BaseColor, FVector{0.02f});
	FVector Target = Base * (0.45f + 0.7f * Brightness);
	if (HasAny(Material.Name, {"eye", "iris", "irises", "sole", "teeth"}))
	{
		Target = Base;
	}
	else if (HasAny(Material.Name, {"shirt", "trouser", "jacket", "dress", "skirt", "coat_", "cloth", "shoe", "hat"}))
	{
		const bool bBelow = HasAny(Material.Name, {"trouser", "skirt", "shoe"}); // darker, as people wear them
		Target = Color * ((bBelow ? 0.15f : 0.35f) + (bBelow ? 0.4f : 0.95f) * Brightness);
	}
	else if (HasAny(Material.Name, {"hair", "beard"}))
	{
		const float Fair = Brightness * Brightness * Brightness;
		Target = FVector{0.03f, 0.018f, 0.01f} * (1.0f - Fair) + FVector{0.55f, 0.36f, 0.16f} * Fair;
	}
	return (Base + (Target - Base) * Variation) / Base;
}
} // namespace

const FSettingsTable& FCharacterSettings::Table()
{
	using FSelf = FCharacterSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FSelf>("character", "Shows the actor as a skinned character of Content/Characters.")
	        .String("asset", &FSelf::Asset, "Name of the character's file, without its ending.")
	        .EnumField("walk", &FSelf::Walk, {"clip", "procedural", "hybrid"},
	            "Feet by the clips, planted on the ground one by one, or each where it looks best.")
	        .Float("scale", &FSelf::Scale, "1", 0.01, 100.0, "Size beside the actor's own scale.")
	        .Float("scaleVariation", &FSelf::ScaleVariation, "1", 0.0, 0.9,
	            "Each actor is larger or smaller by up to this share.")
	        .Float("colorVariation", &FSelf::ColorVariation, "1", 0.0, 1.0,
	            "Each actor's clothes and skin differ in colour by up to this share.")
	        .Vector("tint", &FSelf::Tint, "1", 0.0, 4.0, "Multiplies all colours, linear RGB.")
	        .Vector("offset", &FSelf::Offset, "m", -100.0, 100.0,
	            "From the actor's place to the character's feet, in the actor's space.")
	        .Bool("doctor", &FSelf::bDoctor, "Watches its walk for faults and says what to change.")
	        .Build();
	return Table;
}

const FSettingsTable& FCharacterDetailSettings::Table()
{
	using FSelf = FCharacterDetailSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FSelf>("characterDetail", "What is saved on characters that are far from the eye.")
	        .Float("fullRateDistance", &FSelf::FullRateDistance, "m", 0.0, 10000.0, "Up to here a pose every step.")
	        .Float("halfRateDistance", &FSelf::HalfRateDistance, "m", 0.0, 10000.0,
	            "Up to here a pose every second step; beyond, every fourth.")
	        .Float("fewJointsDistance", &FSelf::FewJointsDistance, "m", 0.0, 10000.0,
	            "Beyond, fingers, toes and faces keep still.")
	        .Bool("lockStep", &FSelf::bLockStep,
	            "Poses sixteen characters at a time where that is possible; off: one by one, for comparison.")
	        .Build();
	return Table;
}

UCharacterSubsystem::UCharacterSubsystem() : Impl(std::make_unique<FImpl>()) {}
UCharacterSubsystem::~UCharacterSubsystem() = default;

int32_t UCharacterSubsystem::FImpl::FindOrAddModel(const std::string& Asset, UWorld& World)
{
	FDiagnostics Found;
	const std::shared_ptr<const FCharacterModel> Model = World.GetPrefabs().GetCharacters().Find(Asset, Found);
	if (!Model && std::find(Missing.begin(), Missing.end(), Asset) != Missing.end())
	{
		return -1;
	}
	if (!Model)
	{
		Missing.push_back(Asset);
		FDiagnostics Words; // the actor lives without: its visual is shown
		for (const FDiagnostic& Fault : Found.GetAll())
		{
			Words.Warning(Fault.Place, Fault.Field, Fault.Message);
		}
		World.AddDiagnostics(Words);
		return -1;
	}
	const auto Known = std::find(Models.begin(), Models.end(), Model);
	if (Known != Models.end())
	{
		return int32_t(Known - Models.begin());
	}
	World.AddDiagnostics(Found); // warnings, once
	Models.push_back(Model);
	return int32_t(Models.size()) - 1;
}

void UCharacterSubsystem::FImpl::SetFeet(FCharacter& Character) const
{
	const size_t Legs = Character.Model < 0 ? 0 : Models[size_t(Character.Model)]->Rig.Legs.size();
	const bool bWalks = Character.Settings.Walk != EWalkStyle::Clip && GaitsFor(Legs);
	if (Character.Walk.Feet.size() != (bWalks ? Legs : 0))
	{
		Character.Walk = {};
		Character.Walk.Feet.resize(bWalks ? Legs : 0);
	}
	SetDoctor(Character);
}

void UCharacterSubsystem::FImpl::ListInstances()
{
	if (!bChanged)
	{
		return;
	}
	bChanged = false;
	++Revision;
	Instances.clear();
	int32_t Matrices = 0;
	for (TActorArray<FCharacter>::FEntry& Entry : Characters.GetAll())
	{
		FCharacter& Character = Entry.Data;
		if (Character.Model < 0)
		{
			continue;
		}
		const FCharacterModel& Model = *Models[size_t(Character.Model)];
		const FCharacterSettings& Settings = Character.Settings;
		FCharacterInstance Instance;
		Instance.Actor = Entry.Actor;
		Instance.Model = Character.Model;
		Instance.FirstMatrix = Matrices;
		FRandomStream Size = StreamOf(Entry.CreationId, "characterSize");
		Instance.Scale = Settings.Scale * (1.0f + Settings.ScaleVariation * Size.Range(-1.0f, 1.0f));
		Instance.Offset = Settings.Offset;
		FRandomStream Color = StreamOf(Entry.CreationId, "characterColor");
		const FCharacterMaterial Plain;
		for (size_t Material = 0; Material < CharacterTintCount; ++Material)
		{
			const bool bHas = Material < Model.Asset.Materials.size();
			const FCharacterMaterial& Each = bHas ? Model.Asset.Materials[Material] : Plain;
			Instance.Tints[Material] = Settings.Tint * VaryTint(Each, Settings.ColorVariation, Color);
		}
		Character.Instance = int32_t(Instances.size());
		Instances.push_back(Instance);
		Matrices += Model.PaletteSize;
	}
	Palettes.assign(size_t(Matrices), FJointMatrix{});
	bFresh = true;
	ReserveQueues();
}

void UCharacterSubsystem::Attach(UWorld& World, const AActor& Actor, const FCharacterSettings& Settings)
{
	FCharacter Character;
	Character.Settings = Settings;
	Character.Model = Impl->FindOrAddModel(Settings.Asset, World);
	Character.Yaw = YawOf(Actor.Transform.Rotation);
	if (Character.Model >= 0)
	{
		const float Place = StreamOf(Actor.CreationId, "characterPhase").Uniform(); // nobody walks in step
		Character.State = Impl->Models[size_t(Character.Model)]->Facts.Graph.Begin(Place);
		Character.State.Clock = 64.0f * Place;
	}
	Impl->ResetControls(Character);
	Impl->SetFeet(Character);
	Impl->Characters.Add(Actor, std::move(Character));
	Impl->bChanged = true;
	const size_t Workers = size_t(World.GetScheduler().GetThreadCount()) + 1;
	Impl->Scratch.resize(std::max(Impl->Scratch.size(), Workers));
}

void UCharacterSubsystem::Detach(FActorId Actor)
{
	Impl->Characters.Remove(Actor);
	Impl->bChanged = true;
}

bool UCharacterSubsystem::HasCharacter(FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	return Character && Character->Model >= 0;
}

const FCharacterSettings* UCharacterSubsystem::GetSettings(FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	return Character ? &Character->Settings : nullptr;
}

bool UCharacterSubsystem::SetSettings(UWorld& World, const AActor& Actor, const FCharacterSettings& Settings)
{
	FCharacter* Character = Impl->Characters.Find(Actor.Id);
	if (!Character)
	{
		return false;
	}
	if (Settings.Asset != Character->Settings.Asset)
	{
		Character->Model = Impl->FindOrAddModel(Settings.Asset, World);
		Character->State =
		    Character->Model < 0 ? FAnimationState{} : Impl->Models[size_t(Character->Model)]->Facts.Graph.Begin();
		Character->LayerCount = 0;
		Impl->ResetControls(*Character);
	}
	Character->Settings = Settings;
	Impl->SetFeet(*Character);
	Impl->bChanged = true;
	return true;
}

std::string_view UCharacterSubsystem::GetState(FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	return Character && Character->Model >= 0
	           ? Impl->Models[size_t(Character->Model)]->Facts.Graph.GetStateName(Character->State.State)
	           : std::string_view{};
}

int32_t UCharacterSubsystem::GetModelCount() const
{
	return int32_t(Impl->Models.size());
}

std::shared_ptr<const FCharacterModel> UCharacterSubsystem::GetModel(int32_t Model) const
{
	return Model >= 0 && Model < GetModelCount() ? Impl->Models[size_t(Model)] : nullptr;
}

std::span<const FCharacterInstance> UCharacterSubsystem::GetInstances() const
{
	Impl->ListInstances();
	return Impl->Instances;
}

std::span<const FJointMatrix> UCharacterSubsystem::GetPalettes() const
{
	Impl->ListInstances();
	return Impl->Palettes;
}

std::span<const FFootState> UCharacterSubsystem::GetFeet(FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	return Character ? std::span<const FFootState>(Character->Walk.Feet) : std::span<const FFootState>{};
}

std::span<const FJointMatrix> UCharacterSubsystem::ComputeJoints(const UWorld& World, FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	if (!Character || Character->Model < 0)
	{
		return {};
	}
	FPoseScratch& Into = Impl->Scratch.back();
	Impl->Pose(*Character, Into);
	if (const AActor* Found = World.FindActor(Actor); Found && Character->Instance >= 0)
	{
		FBalanceState Balance = Character->Balance;
		constexpr float NoTime = 1e-6f; // s: the hips are where they are
		Character->Walk.Correct(*Found, Impl->PlanOf(*Character),
		    Impl->Models[size_t(Character->Model)]->Asset.Skeleton, NoTime, Balance, Into);
	}
	return Impl->Scratch.back().Models;
}

void UCharacterSubsystem::SetDetail(const FCharacterDetail& Detail)
{
	Impl->Detail = Detail;
	Impl->Detail.bHasEye = Detail.bHasEye && IsFinite(Detail.Eye);
}

const FCharacterDetailSettings& UCharacterSubsystem::GetDetailSettings() const
{
	return Impl->DetailSettings;
}

bool UCharacterSubsystem::SetDetailSetting(
    std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	return FCharacterDetailSettings::Table().Set(&Impl->DetailSettings, Field, Value, Diagnostics);
}

uint64_t UCharacterSubsystem::GetRevision() const
{
	Impl->ListInstances();
	return Impl->Revision;
}

void UCharacterSubsystem::Run(UWorld& World, EPhase Phase)
{
	if (Phase == EPhase::Animate)
	{
		Impl->ListInstances();
		Impl->ChooseClips(World);
		Impl->RaiseClipEvents(World);
	}
	else if (Phase == EPhase::LateUpdate)
	{
		Impl->MakePoses(World);
	}
}

void UCharacterSubsystem::Save(const UWorld&, FByteWriter& Writer) const
{
	Writer.WriteString(WriteJson(FCharacterDetailSettings::Table().Write(&Impl->DetailSettings)));
	for (const TActorArray<FCharacter>::FEntry& Entry : Impl->Characters.GetAll())
	{
		const FCharacter& Character = Entry.Data;
		Writer.WriteString(WriteJson(FCharacterSettings::Table().Write(&Character.Settings, true)));
		Writer.Write(Character.State.State);
		Writer.Write(Character.State.Earlier);
		Writer.Write(Character.State.Place);
		Writer.Write(Character.State.EarlierPlace);
		Writer.Write(Character.State.Fade);
		Writer.Write(Character.State.FadeSeconds);
		Writer.Write(Character.State.Clock);
		SaveControls(Character, Writer);
		Writer.Write(Character.Speed);
		Writer.Write(Character.Turn);
		Writer.Write(Character.Yaw);
		Character.Walk.Save(Writer);
	}
}

bool UCharacterSubsystem::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	FDataNode Detail;
	if (!ParseJson(Reader.ReadString(), "snapshot", Detail, Diagnostics) ||
	    !FCharacterDetailSettings::Table().Read(&Impl->DetailSettings, Detail, "snapshot", Diagnostics))
	{
		return false;
	}
	for (TActorArray<FCharacter>::FEntry& Entry : Impl->Characters.GetAll())
	{
		FDataNode Node;
		FCharacterSettings Settings;
		if (!ParseJson(Reader.ReadString(), "snapshot", Node, Diagnostics) ||
		    !FCharacterSettings::Table().Read(&Settings, Node, "snapshot", Diagnostics))
		{
			return false;
		}
		SetSettings(World, *World.FindActor(Entry.Actor), Settings);
		FCharacter& Character = Entry.Data;
		Character.State.State = Reader.Read<uint8_t>();
		Character.State.Earlier = Reader.Read<uint8_t>();
		Character.State.Place = Reader.Read<float>();
		Character.State.EarlierPlace = Reader.Read<float>();
		Character.State.Fade = Reader.Read<float>();
		Character.State.FadeSeconds = Reader.Read<float>();
		Character.State.Clock = Reader.Read<float>();
		const bool bControls = RestoreControls(Character, Impl->GetClipCount(Character), Reader);
		Character.Speed = Reader.Read<float>();
		Character.Turn = Reader.Read<float>();
		Character.Yaw = Reader.Read<float>();
		const int32_t States =
		    Character.Model < 0 ? 1 : Impl->Models[size_t(Character.Model)]->Facts.Graph.GetStateCount();
		if (!bControls || !Character.Walk.Restore(Reader) || Character.State.State >= States ||
		    Character.State.Earlier >= States)
		{
			return false;
		}
	}
	return Reader.IsOk();
}

void UCharacterSubsystem::AddToHash(FStateHash& Hash) const
{
	for (const TActorArray<FCharacter>::FEntry& Entry : Impl->Characters.GetAll())
	{
		Hash.Add(uint64_t(Entry.Data.State.State) << 8 | Entry.Data.State.Earlier);
		Hash.Add(Entry.Data.State.Place);
		Hash.Add(Entry.Data.State.Fade);
		Hash.Add(Entry.Data.State.Clock);
		AddControlsToHash(Entry.Data, Hash);
		Entry.Data.Walk.AddToHash(Hash);
	}
}

void UCharacterSubsystem::DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	if (!Layers.bSkeletons)
	{
		return;
	}
	for (const TActorArray<FCharacter>::FEntry& Entry : Impl->Characters.GetAll())
	{
		const FCharacter& Character = Entry.Data;
		const AActor* Actor = World.FindActor(Entry.Actor);
		if (Character.Model < 0 || Character.Instance < 0 || !Actor)
		{
			continue;
		}
		const FCharacterInstance& Instance = Impl->Instances[size_t(Character.Instance)];
		const FSkeleton& Skeleton = Impl->Models[size_t(Character.Model)]->Asset.Skeleton;
		const std::span<const FJointMatrix> Joints = ComputeJoints(World, Entry.Actor);
		const auto Place = [&](size_t Joint)
		{ return Actor->Transform.TransformPoint(Instance.Offset + Joints[Joint].GetTranslation() * Instance.Scale); };
		for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
		{
			if (Skeleton.Parents[Joint] >= 0)
			{
				Draw.Line(Place(size_t(Skeleton.Parents[Joint])), Place(Joint), {1.0f, 0.85f, 0.2f, 1.0f});
			}
			constexpr FColor Colors[] = {{1.0f, 0.3f, 0.3f, 1.0f}, {0.3f, 1.0f, 0.3f, 1.0f}, {0.4f, 0.5f, 1.0f, 1.0f}};
			for (int32_t Axis = 0; Axis < 3 && Entry.Actor == Layers.Selected; ++Axis)
			{
				const FVector Direction = Actor->Transform.TransformDirection(SafeNormal(Joints[Joint].GetAxis(Axis)));
				Draw.Line(Place(Joint), Place(Joint) + Direction * 0.06f, Colors[Axis]);
			}
		}
	}
}

namespace
{
struct FCharacterStorage
{
	static void Attach(UWorld& World, AActor& Actor, const FCharacterSettings& Settings)
	{
		World.Get<UCharacterSubsystem>().Attach(World, Actor, Settings);
	}
	static void Detach(UWorld& World, AActor& Actor) { World.Get<UCharacterSubsystem>().Detach(Actor.Id); }
	static const FCharacterSettings* Find(const UWorld& World, FActorId Actor)
	{
		return World.Get<UCharacterSubsystem>().GetSettings(Actor);
	}
	static bool Set(UWorld& World, FActorId Actor, const FCharacterSettings& Settings)
	{
		const AActor* Found = World.FindActor(Actor);
		return Found && World.Get<UCharacterSubsystem>().SetSettings(World, *Found, Settings);
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakeCharacterClass()
{
	return std::make_unique<TTableClass<FCharacterSettings, FCharacterStorage>>();
}
} // namespace Flockwork
