// What scripts set on characters: triggers and parameters of their graphs, clips that play once.
#include "FlockworkGame/CharacterSubsystem.h"
#include "SceneContext.h"
#include "ScriptApi.h"

namespace Flockwork
{
namespace
{
FSceneContext& Scene()
{
	return FSceneContext::Current();
}

void SetTrigger(const FActorId& Self, const FScriptString& Trigger, bool bOn)
{
	Scene().Give(FOrder::SetTrigger(Self, ToStd(Trigger), bOn));
}
void SetParameter(const FActorId& Self, const FScriptString& Parameter, float Value)
{
	Scene().Give(FOrder::SetParameter(Self, ToStd(Parameter), Value));
}
void PlayClip(const FActorId& Self, const FScriptString& Clip, float FadeSeconds)
{
	Scene().Give(FOrder::PlayClip(Self, ToStd(Clip), FadeSeconds));
}
FScriptString GetAnimationState(const FActorId& Self)
{
	return ToScript(Scene().GetWorld().Get<UCharacterSubsystem>().GetState(Self));
}
FScriptString GetPlayedClip(const FActorId& Self)
{
	return ToScript(Scene().GetWorld().Get<UCharacterSubsystem>().GetPlayedClip(Self));
}
} // namespace

void RegisterCharacterApi(FScriptApi& Api)
{
	Api.Group("Characters",
	    "Actors with a character component are drawn as it. Which clips play follows from how the body moves, by the "
	    "character's animation graph; here is what else a scene can set. Event: clipEnded.");
	const char* const Type = "AActor";
	Api.Method(Type, "void SetTrigger(const string& in Trigger, bool bOn = true) const", asFUNCTION(SetTrigger),
	    "Sets a trigger of its animation graph, until it is taken back.");
	Api.Method(Type, "void SetParameter(const string& in Parameter, float Value) const", asFUNCTION(SetParameter),
	    "Sets a parameter of its animation graph.");
	Api.Method(Type, "void PlayClip(const string& in Clip, float FadeSeconds = 0.2f) const", asFUNCTION(PlayClip),
	    "Plays a clip once over whatever it does; then clipEnded is raised.");
	Api.Method(Type, "string GetAnimationState() const", asFUNCTION(GetAnimationState),
	    "The state of its graph; empty without a character.");
	Api.Method(Type, "string GetPlayedClip() const", asFUNCTION(GetPlayedClip),
	    "The clip that PlayClip has it play; empty: none.");
}
} // namespace Flockwork
