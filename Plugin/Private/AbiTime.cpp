// The C interface: time, whole steps or phase by phase.
#include "AbiWorld.h"

using namespace Flockwork;

namespace
{
void RequireBetweenSteps(const FAbiWorld& World)
{
	Require(World.NextPhase == FAbiWorld::NoStep, FW_ERROR_STATE,
	    "a step is under way: fwWorld_EndStep (or the phases before it) comes first");
}
} // namespace

FwResult fwWorld_Tick(FwWorld* World, float DeltaTime, int32_t* OutSteps)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireBetweenSteps(Ours);
		    RequireBetween(double(DeltaTime), 0.0, 1e6, "DeltaTime");
		    const FTickReport Report = Ours.World->Tick(DeltaTime);
		    if (OutSteps)
		    {
			    *OutSteps = Report.Steps;
		    }
	    });
}

FwResult fwWorld_Step(FwWorld* World)
{
	return CallWorld(World,
	    [](FAbiWorld& Ours)
	    {
		    RequireBetweenSteps(Ours);
		    Ours.World->Step();
	    });
}

FwResult fwWorld_BeginStep(FwWorld* World)
{
	return CallWorld(World,
	    [](FAbiWorld& Ours)
	    {
		    RequireBetweenSteps(Ours);
		    Ours.World->BeginStep();
		    Ours.NextPhase = FW_PHASE_SCRIPT;
	    });
}

FwResult fwWorld_RunPhase(FwWorld* World, FwPhase Phase)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireBetween(Phase, FW_PHASE_SCRIPT, FW_PHASE_COUNT - 1, "Phase");
		    Require(Ours.NextPhase != FAbiWorld::NoStep, FW_ERROR_STATE, "fwWorld_BeginStep comes first");
		    Require(Phase == Ours.NextPhase, FW_ERROR_STATE,
		        "phase " + std::to_string(Phase) + " is out of order; " +
		            (Ours.NextPhase == FW_PHASE_COUNT ? std::string("fwWorld_EndStep")
		                                              : "phase " + std::to_string(Ours.NextPhase)) +
		            " comes next");
		    Ours.World->RunPhase(EPhase(Phase));
		    ++Ours.NextPhase;
	    });
}

FwResult fwWorld_EndStep(FwWorld* World)
{
	return CallWorld(World,
	    [](FAbiWorld& Ours)
	    {
		    Require(Ours.NextPhase == FW_PHASE_COUNT, FW_ERROR_STATE, "all phases come before fwWorld_EndStep");
		    Ours.World->EndStep();
		    Ours.NextPhase = FAbiWorld::NoStep;
	    });
}

FwResult fwWorld_GetStepCount(FwWorld* World, int64_t* OutSteps)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutSteps, FW_ERROR_ARGUMENT, "OutSteps is null");
		    *OutSteps = Ours.World->GetStepCount();
	    });
}

FwResult fwWorld_GetAlpha(FwWorld* World, float* OutAlpha)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutAlpha, FW_ERROR_ARGUMENT, "OutAlpha is null");
		    *OutAlpha = Ours.World->GetAlpha();
	    });
}

FwResult fwWorld_GetStateHash(FwWorld* World, uint64_t* OutHash)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutHash, FW_ERROR_ARGUMENT, "OutHash is null");
		    *OutHash = Ours.World->ComputeStateHash();
	    });
}
