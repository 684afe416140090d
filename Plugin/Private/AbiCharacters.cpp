// The C interface: what characters play besides what their motion asks for.
#include "AbiWorld.h"

#include <string>

using namespace Flockwork;

FwResult fwWorld_SetTrigger(FwWorld* World, FwActorId Actor, const char* Trigger, int32_t On)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::string Name(RequireText(Trigger, "Trigger"));
		    Execute(Ours, FOrder::SetTrigger(RequireActor(Ours, Actor), Name, On != 0));
	    });
}

FwResult fwWorld_SetParameter(FwWorld* World, FwActorId Actor, const char* Parameter, float Value)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::string Name(RequireText(Parameter, "Parameter"));
		    RequireBetween(Value, -1e6, 1e6, "Value");
		    Execute(Ours, FOrder::SetParameter(RequireActor(Ours, Actor), Name, Value));
	    });
}

FwResult fwWorld_PlayClip(FwWorld* World, FwActorId Actor, const char* Clip, float FadeSeconds)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::string Name(RequireText(Clip, "Clip"));
		    RequireBetween(FadeSeconds, 0.0, 60.0, "FadeSeconds");
		    Execute(Ours, FOrder::PlayClip(RequireActor(Ours, Actor), Name, FadeSeconds));
	    });
}
