// What hosts and scripts set on characters: triggers and parameters of their graphs, clips that play once.
#include "CharacterData.h"
#include "FlockworkGame/World.h"
#include "OrderRunner.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
int32_t FindName(const std::vector<std::string>& Names, std::string_view Name, std::string_view Field,
    std::string_view What, FDiagnostics& Diagnostics)
{
	const auto Found = std::find(Names.begin(), Names.end(), Name);
	if (Found != Names.end())
	{
		return int32_t(Found - Names.begin());
	}
	const std::string_view Near = NearestName(Name, std::vector<std::string_view>(Names.begin(), Names.end()));
	Diagnostics.Error({}, std::string(Field),
	    "the character has no " + std::string(What) + " '" + std::string(Name) + "'" +
	        (Near.empty() ? "" : "; did you mean '" + std::string(Near) + "'?"));
	return -1;
}
} // namespace

bool FPlayedClip::Advance(float Duration, float DeltaTime)
{
	EarlierSeconds = Seconds;
	Seconds = std::min(Seconds + DeltaTime, Duration);
	const float Change = Fade > 0.0f ? DeltaTime / Fade : 1.0f;
	if (bInterrupted)
	{
		Weight -= Change;
		return Weight > 0.0f;
	}
	const float Left = Fade > 0.0f ? (Duration - Seconds) / Fade : 1.0f;
	Weight = std::clamp(std::min(Weight + Change, Left), 0.0f, 1.0f);
	return Seconds < Duration;
}

void UCharacterSubsystem::FImpl::ResetControls(FCharacter& Character) const
{
	Character.Triggers = 0;
	Character.Played = {};
	Character.Parameters = {};
	if (Character.Model >= 0)
	{
		const std::span<const float> Defaults = Models[size_t(Character.Model)]->Facts.Graph.GetParameterDefaults();
		std::copy(Defaults.begin(), Defaults.end(), Character.Parameters.begin());
	}
}

int32_t UCharacterSubsystem::FImpl::GetClipCount(const FCharacter& Character) const
{
	return Character.Model < 0 ? 0 : int32_t(Models[size_t(Character.Model)]->Asset.Clips.size());
}

FCharacter* UCharacterSubsystem::FImpl::FindControlled(FActorId Actor, FDiagnostics& Diagnostics)
{
	FCharacter* Character = Characters.Find(Actor);
	if (!Character || Character->Model < 0)
	{
		Diagnostics.Error({}, "character", "the actor has no character");
		return nullptr;
	}
	return Character;
}

int32_t UCharacterSubsystem::FImpl::AddPlayedClips(
    FCharacter& Character, float DeltaTime, std::span<FClipLayer> Layers, int32_t Count) const
{
	Character.bClipEnded = false;
	for (size_t Index = Character.Played.size(); Index-- > 0;) // the one on top last
	{
		FPlayedClip& Played = Character.Played[Index];
		if (Played.Clip < 0)
		{
			continue;
		}
		const FClip& Clip = Models[size_t(Character.Model)]->Asset.Clips[size_t(Played.Clip)];
		if (!Played.Advance(Clip.Duration, DeltaTime))
		{
			Character.bClipEnded = Character.bClipEnded || !Played.bInterrupted;
			Played.Clip = -1;
			continue;
		}
		const float Share = Count > 0 ? Played.GetShare() : 1.0f;
		for (FClipLayer& Layer : Layers.first(size_t(Count)))
		{
			Layer.Weight *= 1.0f - Share;
		}
		Layers[size_t(Count++)] = {Played.Clip, Played.Seconds, Played.EarlierSeconds, Share};
	}
	return Count;
}

bool UCharacterSubsystem::SetTrigger(FActorId Actor, std::string_view Trigger, bool bOn, FDiagnostics& Diagnostics)
{
	FCharacter* Character = Impl->FindControlled(Actor, Diagnostics);
	const int32_t Bit = Character ? FindName(Impl->Models[size_t(Character->Model)]->Facts.Graph.GetTriggerNames(),
	                                    Trigger, "character.trigger", "trigger", Diagnostics)
	                              : -1;
	if (Bit >= 0)
	{
		Character->Triggers = bOn ? Character->Triggers | 1u << Bit : Character->Triggers & ~(1u << Bit);
	}
	return Bit >= 0;
}

bool UCharacterSubsystem::SetParameter(
    FActorId Actor, std::string_view Parameter, float Value, FDiagnostics& Diagnostics)
{
	FCharacter* Character = Impl->FindControlled(Actor, Diagnostics);
	if (!Character)
	{
		return false;
	}
	const int32_t Index = FindName(Impl->Models[size_t(Character->Model)]->Facts.Graph.GetParameterNames(), Parameter,
	    "character.parameter", "parameter", Diagnostics);
	if (Index >= 0 && !std::isfinite(Value))
	{
		Diagnostics.Error({}, "character.parameter", "a number that is not finite");
		return false;
	}
	if (Index >= 0)
	{
		Character->Parameters[size_t(Index)] = Value;
	}
	return Index >= 0;
}

bool UCharacterSubsystem::PlayClip(FActorId Actor, std::string_view Clip, float FadeSeconds, FDiagnostics& Diagnostics)
{
	FCharacter* Character = Impl->FindControlled(Actor, Diagnostics);
	if (!Character)
	{
		return false;
	}
	const std::vector<FClip>& Clips = Impl->Models[size_t(Character->Model)]->Asset.Clips;
	std::vector<std::string> Names;
	for (const FClip& Each : Clips)
	{
		Names.push_back(Each.Name);
	}
	const int32_t Index = FindName(Names, Clip, "character.clip", "clip", Diagnostics);
	if (Index < 0 || !(Clips[size_t(Index)].Duration > 0.0f) || !(FadeSeconds >= 0.0f))
	{
		if (Index >= 0)
		{
			Diagnostics.Error({}, "character.clip", "a clip with a duration, and seconds of at least 0 are expected");
		}
		return false;
	}
	if (Character->Played[0].Clip >= 0)
	{
		Character->Played[1] = Character->Played[0];
		Character->Played[1].bInterrupted = true;
		Character->Played[1].Fade = FadeSeconds;
	}
	Character->Played[0] = {Index, 0.0f, 0.0f, std::min(FadeSeconds, 0.5f * Clips[size_t(Index)].Duration)};
	return true;
}

std::string_view UCharacterSubsystem::GetPlayedClip(FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	if (!Character || Character->Model < 0 || Character->Played[0].Clip < 0)
	{
		return {};
	}
	return Impl->Models[size_t(Character->Model)]->Asset.Clips[size_t(Character->Played[0].Clip)].Name;
}

void SaveControls(const FCharacter& Character, FByteWriter& Writer)
{
	Writer.Write(Character.Triggers);
	for (const float Parameter : Character.Parameters)
	{
		Writer.Write(Parameter);
	}
	for (const FPlayedClip& Played : Character.Played)
	{
		Writer.Write(Played.Clip);
		Writer.Write(Played.Seconds);
		Writer.Write(Played.Fade);
		Writer.Write(Played.Weight);
		Writer.Write(uint8_t(Played.bInterrupted));
	}
}

bool RestoreControls(FCharacter& Character, int32_t ClipCount, FByteReader& Reader)
{
	Character.Triggers = Reader.Read<uint32_t>();
	bool bGood = true;
	for (float& Parameter : Character.Parameters)
	{
		Parameter = Reader.Read<float>();
		bGood = bGood && std::isfinite(Parameter);
	}
	for (FPlayedClip& Played : Character.Played)
	{
		Played.Clip = Reader.Read<int32_t>();
		Played.Seconds = Played.EarlierSeconds = Reader.Read<float>();
		Played.Fade = Reader.Read<float>();
		Played.Weight = Reader.Read<float>();
		Played.bInterrupted = Reader.Read<uint8_t>() != 0;
		bGood = bGood && Played.Clip >= -1 && Played.Clip < ClipCount && Played.Seconds >= 0.0f &&
		        Played.Fade >= 0.0f && std::abs(Played.Weight) <= 1e6f;
	}
	return bGood && Reader.IsOk();
}

void AddControlsToHash(const FCharacter& Character, FStateHash& Hash)
{
	Hash.Add(uint64_t(Character.Triggers));
	for (const float Parameter : Character.Parameters)
	{
		Hash.Add(Parameter);
	}
	for (const FPlayedClip& Played : Character.Played)
	{
		Hash.Add(uint64_t(int64_t(Played.Clip)));
		Hash.Add(Played.Clip < 0 ? 0.0f : Played.Seconds);
		Hash.Add(Played.Clip < 0 ? 0.0f : Played.Weight);
	}
}

bool FOrderRunner::Animate(const FOrder& Order, FDiagnostics& Diagnostics)
{
	const AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	UCharacterSubsystem& Characters = World.Get<UCharacterSubsystem>();
	switch (Order.Kind)
	{
	case EOrder::SetTrigger:
		return Characters.SetTrigger(Actor->Id, Order.Text, Order.Amount != 0.0f, Diagnostics);
	case EOrder::SetParameter:
		return Characters.SetParameter(Actor->Id, Order.Text, Order.Amount, Diagnostics);
	default:
		return Characters.PlayClip(Actor->Id, Order.Text, Order.Amount, Diagnostics);
	}
}

namespace
{
FOrder MakeAnimationOrder(EOrder Kind, FActorId Actor, std::string Text, float Amount)
{
	FOrder Order;
	Order.Kind = Kind;
	Order.Actor = Actor;
	Order.Text = std::move(Text);
	Order.Amount = Amount;
	return Order;
}
} // namespace

FOrder FOrder::SetTrigger(FActorId Actor, std::string Trigger, bool bOn)
{
	return MakeAnimationOrder(EOrder::SetTrigger, Actor, std::move(Trigger), bOn ? 1.0f : 0.0f);
}

FOrder FOrder::SetParameter(FActorId Actor, std::string Parameter, float Value)
{
	return MakeAnimationOrder(EOrder::SetParameter, Actor, std::move(Parameter), Value);
}

FOrder FOrder::PlayClip(FActorId Actor, std::string Clip, float FadeSeconds)
{
	return MakeAnimationOrder(EOrder::PlayClip, Actor, std::move(Clip), FadeSeconds);
}
} // namespace Flockwork
