#include "ScriptRuntime.h"

#include "FlockworkCore/Log.h"
#include "SceneEvent.h"
#include "ScriptGlobals.h"
#include "ScriptVocabulary.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// The declaration of a global function Tick where there is none that is called in every step; null otherwise.
const char* FindOtherTick(const asIScriptModule& Module)
{
	const char* Other = nullptr;
	for (asUINT Index = 0; Index < Module.GetFunctionCount(); ++Index)
	{
		const asIScriptFunction& Function = *Module.GetFunctionByIndex(Index);
		if (std::string_view(Function.GetName()) == "Tick" && std::string_view(Function.GetNamespace()).empty())
		{
			Other = Function.GetDeclaration();
		}
	}
	return Module.GetFunctionByDecl("void Tick(float)") ? nullptr : Other;
}

// Once is where the handler is set, twice is also where the event is raised.
bool IsQuotedTwice(const FScriptSources& Sources, const std::string& Name)
{
	const std::string Quoted = '"' + Name + '"';
	int32_t Count = 0;
	for (const FScriptFile& File : Sources.Files)
	{
		for (size_t At = File.Text.find(Quoted); At != std::string::npos; At = File.Text.find(Quoted, At + 1))
		{
			++Count;
		}
	}
	return Count > 1;
}

// An event that neither the world nor the script raises may be the host's own, and is more often misspelt.
void WarnOfSilentEvents(
    const FScriptTimeline& Timeline, const FScriptSources& Sources, FEventList& Events, FDiagnostics& Diagnostics)
{
	std::vector<std::string_view> Builtin;
	for (uint32_t Id = uint32_t(EEvent::Spawned); Id < uint32_t(EEvent::BuiltinCount); ++Id)
	{
		Builtin.push_back(Events.GetName(EEvent(Id)));
	}
	for (const FScriptHandler& Handler : Timeline.GetHandlers())
	{
		if (Events.FindOrAdd(Handler.Event) < EEvent::CustomBase || IsQuotedTwice(Sources, Handler.Event))
		{
			continue;
		}
		const std::string_view Nearest = NearestName(Handler.Event, Builtin);
		Diagnostics.Warning({Sources.Files[0].Path}, "OnEvent",
		    '"' + Handler.Event + "\" is no event of the world, and this script raises none of that name" +
		        (Nearest.empty() ? std::string() : "; did you mean \"" + std::string(Nearest) + "\"?"));
	}
}
} // namespace

FScriptRuntime::FScriptRuntime(const FScriptSettings& InSettings)
    : Settings(InSettings), Context(State, Settings), Engine(Settings, RegisterSceneVocabulary)
{
}

bool FScriptRuntime::Compile(
    UWorld& World, const FScriptSources& NewSources, asIScriptModule*& OutModule, FDiagnostics& Diagnostics)
{
	// Initialisers of globals may look at the world.
	const FSceneContext::FScope Scope(Context, World, true);
	OutModule = Engine.Compile(NewSources, Diagnostics);
	if (!OutModule)
	{
		return false;
	}
	if (!OutModule->GetFunctionByDecl("void BeginPlay()"))
	{
		Diagnostics.Error({NewSources.Files[0].Path}, "", "a scene needs a function void BeginPlay()");
		Engine.Drop(*OutModule);
		return false;
	}
	const char* const Tick = FindOtherTick(*OutModule);
	if (Tick)
	{
		Diagnostics.Error({NewSources.Files[0].Path}, "",
		    std::string("a scene's Tick is void Tick(float DeltaTime); this would never be called: ") + Tick);
		Engine.Drop(*OutModule);
		return false;
	}
	return true;
}

void FScriptRuntime::UseModule(asIScriptModule& NewModule)
{
	Engine.Adopt(NewModule);
	Context.SetModule(&NewModule);
	TickFunction = NewModule.GetFunctionByDecl("void Tick(float)");
}

bool FScriptRuntime::Load(const std::string& Path, UWorld& World, FDiagnostics& Diagnostics)
{
	FScriptSources NewSources;
	asIScriptModule* NewModule = nullptr;
	if (!Engine.LoadSources(Path, NewSources, Diagnostics) || !Compile(World, NewSources, NewModule, Diagnostics))
	{
		return false;
	}
	State.Timeline.SetFixedStep(World.GetSettings().FixedStep);
	Sources = std::move(NewSources);
	UseModule(*NewModule);
	return true;
}

bool FScriptRuntime::Begin(UWorld& World, FDiagnostics& Diagnostics)
{
	if (State.bBegun)
	{
		Diagnostics.Error({Sources.Files[0].Path}, "", "the scene has begun already");
		return false;
	}
	State.bBegun = true;
	Engine.GetGuard().StartBudget();
	CallByDeclaration(World, "void BeginPlay()", false);
	WarnOfSilentEvents(State.Timeline, Sources, World.GetEvents(), Diagnostics);
	RunTimers(World);
	{
		const FSceneContext::FScope Scope(Context, World, true);
		State.Camera.Update(World, Context.GetTime(), World.GetSettings().FixedStep);
	}
	if (Fault)
	{
		Diagnostics.Error(Fault->Place, Fault->Field, Fault->Message);
	}
	return !Fault;
}

bool FScriptRuntime::Reload(UWorld& World, FDiagnostics& Diagnostics)
{
	FScriptSources NewSources;
	asIScriptModule* NewModule = nullptr;
	if (!Engine.LoadSources(Sources.Files[0].Path, NewSources, Diagnostics) ||
	    !Compile(World, NewSources, NewModule, Diagnostics))
	{
		return false;
	}
	if (!HasAllFunctions(*NewModule, Diagnostics))
	{
		Engine.Drop(*NewModule);
		return false;
	}
	const FScriptGuard::FScope Scope(Engine.GetGuard());
	FByteWriter Values;
	SaveScriptGlobals(*Engine.GetModule(), Values);
	FByteReader Reader(Values.GetBytes());
	RestoreScriptGlobals(*NewModule, Reader);
	UseModule(*NewModule);
	Sources = std::move(NewSources);
	Fault.reset();
	return true;
}

bool FScriptRuntime::HasAllFunctions(asIScriptModule& NewModule, FDiagnostics& Diagnostics) const
{
	bool bAll = true;
	const auto Need = [&](const std::string& Declaration, const std::string& Other, const char* Who)
	{
		const bool bFound = NewModule.GetFunctionByDecl(Declaration.c_str()) ||
		                    (!Other.empty() && NewModule.GetFunctionByDecl(Other.c_str()));
		if (!bFound)
		{
			Diagnostics.Error({Sources.Files[0].Path}, "", std::string(Who) + " still waits for " + Declaration);
			bAll = false;
		}
	};
	for (const FScriptTimer& Timer : State.Timeline.GetTimers()) // swept: between runs none is over
	{
		Need("void " + Timer.Function + "()", "", "the timeline");
		if (Timer.Kind == ETimerKind::When)
		{
			Need("bool " + Timer.Condition + "()", "", "the timeline");
		}
	}
	for (const FScriptHandler& Handler : State.Timeline.GetHandlers())
	{
		Need("void " + Handler.Function + "(const FEvent& in)", "", "an event");
	}
	for (const FSceneCheck& Check : State.Checks)
	{
		Need("bool " + Check.Function + "()", "bool " + Check.Function + "(float& out)", "a check");
	}
	return bAll;
}

bool FScriptRuntime::Call(UWorld& World, FScriptCall Call, bool bLookOnly, bool* OutReturned)
{
	if (Fault || !Call.Function)
	{
		return false;
	}
	const FSceneContext::FScope Scope(Context, World, bLookOnly);
	FDiagnostic Found;
	if (!Engine.Call(Call, Found))
	{
		Fault = std::move(Found);
		Log(ELogLevel::Error, "Script", Fault->ToString() + "; the script is stopped");
		return false;
	}
	if (OutReturned)
	{
		*OutReturned = Call.bReturned;
	}
	return true;
}

bool FScriptRuntime::CallByDeclaration(UWorld& World, const std::string& Declaration, bool bLookOnly, bool* OutReturned)
{
	FScriptCall Wanted;
	Wanted.Function = Engine.GetModule()->GetFunctionByDecl(Declaration.c_str());
	return Call(World, Wanted, bLookOnly, OutReturned);
}

void FScriptRuntime::RunStep(UWorld& World)
{
	if (!State.bBegun)
	{
		return;
	}
	Engine.GetGuard().StartBudget();
	Context.ForgetPending();
	if (bJustRestored)
	{
		AddMissingChecks(World);
	}
	SendInput(World);
	HandleEvents(World);
	FScriptCall Tick;
	Tick.Function = TickFunction;
	Tick.Number = World.GetSettings().FixedStep;
	Call(World, Tick, false);
	RunTimers(World);
	AskConditions(World);
	const FSceneContext::FScope Scope(Context, World, true);
	State.Camera.Update(World, Context.GetTime(), World.GetSettings().FixedStep);
	bJustRestored = false;
}

void FScriptRuntime::SendInput(UWorld& World)
{
	const auto Axis = [this](std::string_view Name)
	{
		const auto Found = State.Inputs.find(Name);
		return Found == State.Inputs.end() ? 0.0f : Found->second;
	};
	const FVector Input{Axis("MoveRight"), Axis("CameraYaw"), Axis("MoveForward")};
	if (Input == State.SentInput || !World.FindActor(State.BoundActor))
	{
		return;
	}
	const FSceneContext::FScope Scope(Context, World, false);
	State.SentInput = Input;
	FOrder Order = FOrder::Input(State.BoundActor, {Input.x, 0.0f, Input.z});
	Order.Amount = Input.y;
	Context.Give(std::move(Order));
}

void FScriptRuntime::HandleEvents(UWorld& World)
{
	struct FReady
	{
		EEvent Id;
		asIScriptFunction* Function;
	};
	std::vector<FReady> Handlers; // a copy: handlers may add others
	for (const FScriptHandler& Handler : State.Timeline.GetHandlers())
	{
		const std::string Declaration = "void " + Handler.Function + "(const FEvent& in)";
		Handlers.push_back(
		    {World.GetEvents().FindOrAdd(Handler.Event), Engine.GetModule()->GetFunctionByDecl(Declaration.c_str())});
	}
	const std::span<const FEvent> Published = World.GetEvents().GetAll();
	const std::vector<FEvent> Events = bJustRestored      ? std::move(RestoredEvents)
	                                   : Handlers.empty() ? std::vector<FEvent>()
	                                                      : std::vector<FEvent>(Published.begin(), Published.end());
	for (const FEvent& Event : Events)
	{
		for (const FReady& Handler : Handlers)
		{
			if (Handler.Id == Event.Id)
			{
				const FSceneEvent Shown{Event.Id, Event.A, Event.B, Event.Position, Event.Value};
				FScriptCall Handle;
				Handle.Function = Handler.Function;
				Handle.Object = &Shown;
				Call(World, Handle, false);
			}
		}
	}
}

void FScriptRuntime::RunTimers(UWorld& World)
{
	const int64_t Step = World.GetStepCount() + (World.IsInStep() ? 1 : 0);
	std::string Function;
	std::vector<int32_t> Due = State.Timeline.FindDue(Step);
	while (!Due.empty() && !Fault)
	{
		for (const int32_t Id : Due)
		{
			if (!Fault && State.Timeline.Take(Id, Function))
			{
				CallByDeclaration(World, "void " + Function + "()", false);
			}
		}
		// Again for what they added for now; a chain without end meets the budget of lines.
		State.Timeline.Sweep();
		Due = State.Timeline.FindDue(Step);
	}
}

void FScriptRuntime::AskConditions(UWorld& World)
{
	for (const FScriptTimer& Timer : State.Timeline.GetConditions())
	{
		bool bTrue = false;
		if (!CallByDeclaration(World, "bool " + Timer.Condition + "()", true, &bTrue))
		{
			break;
		}
		if (State.Timeline.ConditionIs(Timer.Id, bTrue))
		{
			CallByDeclaration(World, "void " + Timer.Function + "()", false);
		}
	}
	State.Timeline.Sweep();
}

FCheckSample FScriptRuntime::Measure(UWorld& World, const FSceneCheck& Check)
{
	FCheckSample Sample;
	if (!World.IsInStep())
	{
		Engine.GetGuard().StartBudget();
	}
	float Value = 0.0f;
	FScriptCall Ask;
	Ask.Function = Engine.GetModule()->GetFunctionByDecl(("bool " + Check.Function + "(float& out)").c_str());
	Ask.OutNumber = &Value;
	if (Ask.Function)
	{
		Call(World, Ask, true, &Sample.bPass);
		Sample.Value = double(Value);
	}
	else
	{
		CallByDeclaration(World, "bool " + Check.Function + "()", true, &Sample.bPass);
		Sample.Value = Sample.bPass ? 1.0 : 0.0;
	}
	return Sample;
}

bool FScriptRuntime::HasChanged() const
{
	return std::any_of(Sources.Files.begin(), Sources.Files.end(),
	    [](const FScriptFile& File)
	    {
		    const int64_t Now = GetScriptFileTime(File.Path);
		    return Now != 0 && Now != File.Changed; // one that is gone for a moment is being written
	    });
}
} // namespace Flockwork
