// The C interface: scenes, events, diagnostics, save and continue.
#include "AbiWorld.h"
#include "FlockworkGame/Snapshot.h"

#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

using namespace Flockwork;

FwResult fwWorld_LoadScene(FwWorld* World, const char* File)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(Ours.NextPhase == FAbiWorld::NoStep, FW_ERROR_STATE, "a step is under way");
		    const std::string Path(RequireText(File, "File"));
		    std::error_code Ignored;
		    Require(std::filesystem::exists(Path, Ignored), FW_ERROR_NOT_FOUND, Path + ": there is no such file");
		    FDiagnostics Diagnostics;
		    auto Scene = std::make_unique<FScriptScene>();
		    bool bOk = Scene->Load(Path, *Ours.World, Diagnostics);
		    TakeResult(Ours, bOk, FW_ERROR_DATA, Diagnostics);
		    Ours.Scene = std::move(Scene); // the world has given up the former one
		    Ours.bFaultTold = false;
		    Diagnostics = {};
		    bOk = Ours.Scene->Begin(Diagnostics);
		    TakeResult(Ours, bOk, FW_ERROR_DATA, Diagnostics);
	    });
}

FwResult fwWorld_GetEvents(FwWorld* World, FwEvent* Out, uint32_t Capacity, uint32_t* OutCount)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutCount, FW_ERROR_ARGUMENT, "OutCount is null");
		    const std::span<const FEvent> Events = Ours.World->GetEvents().GetAll();
		    *OutCount = uint32_t(Events.size());
		    if (Capacity == 0)
		    {
			    return;
		    }
		    Require(Out, FW_ERROR_ARGUMENT, "the buffer is null");
		    Require(Capacity >= Events.size(), FW_ERROR_CAPACITY,
		        "the buffer is too small: room for " + std::to_string(Events.size()) + " events is needed");
		    for (size_t Index = 0; Index < Events.size(); ++Index)
		    {
			    const FEvent& Event = Events[Index];
			    Out[Index] = {uint32_t(Event.Id), 0, ToAbi(Event.A), ToAbi(Event.B),
			        FromVector(Ours.Host.PositionToHost(Event.Position)), Event.Value};
		    }
	    });
}

FwResult fwWorld_GetEventName(FwWorld* World, uint32_t Kind, char* Buffer, size_t Capacity, size_t* OutNeeded)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::string_view Name = Ours.World->GetEvents().GetName(EEvent(Kind));
		    Require(Name != "unknown", FW_ERROR_NOT_FOUND, "there is no event " + std::to_string(Kind));
		    WriteText(Name, Buffer, Capacity, OutNeeded);
	    });
}

FwResult fwWorld_GetDiagnostics(FwWorld* World, char* Buffer, size_t Capacity, size_t* OutNeeded)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const FDiagnostics OfOrders = Ours.World->TakeDiagnostics();
		    for (const FDiagnostic& Diagnostic : OfOrders.GetAll())
		    {
			    if (Diagnostic.Severity == ESeverity::Error)
			    {
				    Ours.Pending.Error(Diagnostic.Place, Diagnostic.Field, Diagnostic.Message);
			    }
			    else
			    {
				    Ours.Pending.Warning(Diagnostic.Place, Diagnostic.Field, Diagnostic.Message);
			    }
		    }
		    // A script that was stopped while the world went on: a step answers FW_OK then, and the world is well.
		    const FDiagnostic* const Fault = Ours.Scene ? Ours.Scene->GetFault() : nullptr;
		    if (Fault && !Ours.bFaultTold)
		    {
			    Ours.Pending.Error(Fault->Place, Fault->Field, Fault->Message);
		    }
		    Ours.bFaultTold = Fault != nullptr;
		    WriteText(Ours.Pending.ToString(), Buffer, Capacity, OutNeeded);
		    if (Capacity > 0)
		    {
			    Ours.Pending = {};
		    }
	    });
}

FwResult fwWorld_Save(FwWorld* World, void* Buffer, size_t Capacity, size_t* OutNeeded)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(Ours.NextPhase == FAbiWorld::NoStep, FW_ERROR_STATE, "a step is under way");
		    FDiagnostics Diagnostics;
		    const size_t Needed = FSnapshot::Measure(*Ours.World, Diagnostics); // taking one has an effect, this not
		    TakeResult(Ours, Needed > 0, FW_ERROR_DATA, Diagnostics);
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
		    const std::vector<uint8_t> Bytes = FSnapshot::Take(*Ours.World, Diagnostics);
		    Require(Bytes.size() == Needed, FW_ERROR_DATA, "the world cannot be saved");
		    std::memcpy(Buffer, Bytes.data(), Bytes.size());
	    });
}

FwResult fwWorld_Restore(FwWorld* World, const void* Data, size_t Size)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(Ours.NextPhase == FAbiWorld::NoStep, FW_ERROR_STATE, "a step is under way");
		    Require(Data && Size > 0, FW_ERROR_ARGUMENT, "the snapshot is null or empty");
		    FDiagnostics Diagnostics;
		    const std::span<const uint8_t> Bytes(static_cast<const uint8_t*>(Data), Size);
		    TakeResult(
		        Ours, FSnapshot::Restore(*Ours.World, Bytes, "snapshot", Diagnostics), FW_ERROR_DATA, Diagnostics);
	    });
}
