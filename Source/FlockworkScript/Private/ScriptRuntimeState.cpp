// Save and continue: a scene as a section of the world's snapshot.
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Log.h"
#include "SceneEvent.h"
#include "ScriptGlobals.h"
#include "ScriptRuntime.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr uint32_t FormatVersion = 2;

bool RestoreSources(FScriptSources& Sources, FByteReader& Reader)
{
	const auto Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		FScriptFile File;
		File.Path = Reader.ReadString();
		File.Text = Reader.ReadString();
		File.Changed = Reader.Read<int64_t>();
		Sources.Files.push_back(std::move(File));
	}
	return Reader.IsOk() && !Sources.Files.empty();
}

// An event in its parts: FEvent has padding, whose bytes would differ from run to run.
void SaveEvent(const FEvent& Event, FByteWriter& Writer)
{
	Writer.Write(Event.Id);
	Writer.Write(Event.A);
	Writer.Write(Event.B);
	Writer.Write(Event.Position);
	Writer.Write(Event.Value);
	Writer.Write(Event.Key);
}

FEvent RestoreEvent(FByteReader& Reader)
{
	FEvent Event;
	Event.Id = Reader.Read<EEvent>();
	Event.A = Reader.Read<FActorId>();
	Event.B = Reader.Read<FActorId>();
	Event.Position = Reader.Read<FVector>();
	Event.Value = Reader.Read<float>();
	Event.Key = Reader.Read<uint64_t>();
	return Event;
}

bool Refuse(const char* Why, FDiagnostics& Diagnostics)
{
	Diagnostics.Error({}, "script", Why);
	return false;
}
} // namespace

void FScriptRuntime::SaveSources(FByteWriter& Writer) const
{
	Writer.Write(uint64_t(Sources.Files.size()));
	for (const FScriptFile& File : Sources.Files)
	{
		Writer.WriteString(File.Path);
		Writer.WriteString(File.Text);
		Writer.Write(File.Changed);
	}
}

void FScriptRuntime::Save(const UWorld& World, FByteWriter& Writer)
{
	const FScriptGuard::FScope Scope(Engine.GetGuard());
	Writer.Write(FormatVersion);
	Writer.WriteString(WriteJson(FScriptSettings::Table().Write(&Settings)));
	SaveSources(Writer);
	State.Save(Writer);
	SaveScriptGlobals(*Engine.GetModule(), Writer);
	// Handlers see an event in the step after it was published: those of the last step are still to come.
	const std::span<const FEvent> Published = World.GetEvents().GetAll();
	const std::span<const FEvent> Events = bJustRestored ? std::span<const FEvent>(RestoredEvents) : Published;
	Writer.Write(uint64_t(Events.size()));
	for (const FEvent& Event : Events)
	{
		SaveEvent(Event, Writer);
	}
	Writer.Write(uint8_t(Fault.has_value()));
	if (Fault)
	{
		Writer.WriteString(Fault->Place.File);
		Writer.Write(Fault->Place.Line);
		Writer.Write(Fault->Place.Column);
		Writer.WriteString(Fault->Field);
		Writer.WriteString(Fault->Message);
	}
	for (const std::string& Unsaved :
	    bToldUnsaved ? std::vector<std::string>{} : FindUnsavedGlobals(*Engine.GetModule()))
	{
		Log(ELogLevel::Warning, "Script", "a snapshot does not hold the global \"" + Unsaved + "\"");
	}
	bToldUnsaved = true;
}

std::unique_ptr<FScriptRuntime> FScriptRuntime::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	const auto Version = Reader.Read<uint32_t>();
	FScriptSettings SavedSettings;
	FDataNode Node;
	if (Version != FormatVersion || !ParseJson(Reader.ReadString(), "snapshot", Node, Diagnostics) ||
	    !FScriptSettings::Table().Read(&SavedSettings, Node, "snapshot", Diagnostics))
	{
		Refuse("the script section is damaged or of another version", Diagnostics);
		return nullptr;
	}
	auto New = std::make_unique<FScriptRuntime>(SavedSettings);
	New->State.Timeline.SetFixedStep(World.GetSettings().FixedStep);
	asIScriptModule* Module = nullptr;
	if (!RestoreSources(New->Sources, Reader) || !New->Compile(World, New->Sources, Module, Diagnostics))
	{
		Refuse("the script section is damaged, or its script does not compile here", Diagnostics);
		return nullptr;
	}
	New->UseModule(*Module);
	const FScriptGuard::FScope Scope(New->Engine.GetGuard());
	bool bOk = New->State.Restore(Reader) && RestoreScriptGlobals(*Module, Reader);
	const auto EventCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < EventCount && Reader.IsOk(); ++Index)
	{
		New->RestoredEvents.push_back(RestoreEvent(Reader));
	}
	if (Reader.Read<uint8_t>() != 0)
	{
		FDiagnostic Saved;
		Saved.Place.File = Reader.ReadString();
		Saved.Place.Line = Reader.Read<int32_t>();
		Saved.Place.Column = Reader.Read<int32_t>();
		Saved.Field = Reader.ReadString();
		Saved.Message = Reader.ReadString();
		New->Fault = std::move(Saved);
	}
	bOk = bOk && Reader.IsOk() && New->HasAllFunctions(*Module, Diagnostics);
	if (!bOk)
	{
		Refuse("the script section is damaged", Diagnostics);
		return nullptr;
	}
	New->bJustRestored = true;
	return New;
}

// A world that was made anew for the snapshot has an empty list of checks.
void FScriptRuntime::AddMissingChecks(UWorld& World)
{
	for (const FSceneCheck& Check : State.Checks)
	{
		const std::span<const FCheckResult> Results = World.GetChecks().GetResults();
		const bool bThere = std::any_of(
		    Results.begin(), Results.end(), [&](const FCheckResult& Result) { return Result.Name == Check.Name; });
		FDiagnostics Diagnostics;
		if (!bThere && !World.GetChecks().Add(MakeCheckDef(Check), Diagnostics))
		{
			Diagnostics.WriteToLog();
		}
	}
}
} // namespace Flockwork
