// When things happen: timers, conditions, events, and the checks that a scene declares about itself.
#include "SceneContext.h"
#include "SceneEvent.h"
#include "ScriptApi.h"

#include <cmath>
#include <cstddef>
#include <new>

namespace Flockwork
{
namespace
{
FSceneContext& Scene()
{
	return FSceneContext::Current();
}

bool MayWait(const char* What)
{
	FSceneContext& Context = Scene();
	if (!Context.MayAct(What))
	{
		return false;
	}
	if (Context.State.Timeline.Num() >= Context.Settings.MaxTimers)
	{
		RaiseScriptException("script.maxTimers: at most " + std::to_string(Context.Settings.MaxTimers) + " can wait");
		return false;
	}
	return true;
}

bool HasAction(const FScriptString& Name)
{
	return Scene().HasFunction(ToView(Name), "void " + ToStd(Name) + "()");
}
bool HasCondition(const FScriptString& Name)
{
	return Scene().HasFunction(ToView(Name), "bool " + ToStd(Name) + "()");
}

int At(double Time, const FScriptString& Function)
{
	if (!std::isfinite(Time))
	{
		RaiseScriptException("At needs a finite time");
		return 0;
	}
	return MayWait("At") && HasAction(Function) ? Scene().State.Timeline.AddAt(Time, ToView(Function)) : 0;
}

int After(double Delay, const FScriptString& Function)
{
	return At(Scene().GetTime() + Delay, Function);
}

int Every(double Period, const FScriptString& Function, double First)
{
	const double Step = double(Scene().GetWorld().GetSettings().FixedStep);
	if (!(Period >= Step * 0.999) || !std::isfinite(Period) || !std::isfinite(First))
	{
		RaiseScriptException("Every needs a period of at least one step (" + FormatNumber(float(Step)) + " s)");
		return 0;
	}
	const double Start = First < 0.0 ? Scene().GetTime() + Period : First;
	return MayWait("Every") && HasAction(Function) ? Scene().State.Timeline.AddEvery(Period, Start, ToView(Function))
	                                               : 0;
}

int When(const FScriptString& Condition, const FScriptString& Action, int Mode)
{
	const bool bOk = MayWait("When") && HasCondition(Condition) && HasAction(Action);
	return bOk ? Scene().State.Timeline.AddWhen(ToView(Condition), ToView(Action), EScriptWhen(Mode)) : 0;
}

bool Cancel(int Id)
{
	return Scene().MayAct("Cancel") && Scene().State.Timeline.Cancel(Id);
}

void OnEvent(const FScriptString& Event, const FScriptString& Handler)
{
	FSceneContext& Context = Scene();
	const std::string Declaration = "void " + ToStd(Handler) + "(const FEvent& in)";
	if (!Context.MayAct("OnEvent") || !Context.HasFunction(ToView(Handler), Declaration))
	{
		return;
	}
	if (Context.State.Timeline.GetHandlers().size() >= 1000)
	{
		RaiseScriptException("a scene has at most 1000 event handlers");
		return;
	}
	if (!Context.MayName(ToView(Event)))
	{
		return;
	}
	Context.GetWorld().GetEvents().FindOrAdd(ToView(Event));
	Context.State.Timeline.AddHandler(ToView(Event), ToView(Handler));
}

void CheckInWords(
    const FScriptString& Name, const FScriptString& Words, const FScriptString& Function, int When, double Time)
{
	FSceneContext& Context = Scene();
	// With or without a value for the report.
	const std::string Plain = "bool " + ToStd(Function) + "()";
	const std::string Valued = "bool " + ToStd(Function) + "(float& out)";
	const bool bValued = Context.GetModule()->GetFunctionByDecl(Valued.c_str()) != nullptr;
	if (!Context.MayAct("Check") || !Context.HasFunction(ToView(Function), bValued ? Valued : Plain))
	{
		return;
	}
	if (Context.State.Checks.size() >= 1000)
	{
		RaiseScriptException("a scene has at most 1000 checks");
		return;
	}
	FSceneCheck Check{ToStd(Name), ToStd(Words), ToStd(Function), ECheckWhen(When), Time};
	FDiagnostics Diagnostics;
	if (!Context.GetWorld().GetChecks().Add(MakeCheckDef(Check), Diagnostics))
	{
		RaiseScriptException(Diagnostics.GetAll().front().Message);
		return;
	}
	Context.State.Checks.push_back(std::move(Check));
}

void Check(const FScriptString& Name, const FScriptString& Function, int When, double Time)
{
	CheckInWords(Name, Function, Function, When, Time);
}

void ConstructEvent(FSceneEvent* Self)
{
	new (Self) FSceneEvent();
}
FScriptString GetEventName(const FSceneEvent& Self)
{
	return ToScript(Scene().GetWorld().GetEvents().GetName(Self.Id));
}

void RegisterEvents(FScriptApi& Api)
{
	const char* const Type = "FEvent";
	Api.Group("Events",
	    "spawned, destroyed, contact (bodies that report contacts), threatSensed, threatLost, pathEnded, fellOut, "
	    "bodyReset, and any name that is raised. A handler is called a step after it happened.");
	Api.ValueType<FSceneEvent>(Type, 0, "What happened.");
	Api.Constructor(Type, "", asFUNCTION(ConstructEvent), "");
	Api.Property(Type, "AActor A", offsetof(FSceneEvent, A), "Whom it concerns; may be gone by now.");
	Api.Property(Type, "AActor B", offsetof(FSceneEvent, B), "The other one, where there is one.");
	Api.Property(Type, "FVector Position", offsetof(FSceneEvent, Position), "m.");
	Api.Property(Type, "float Value", offsetof(FSceneEvent, Value), "Of a contact: the impulse, N s.");
	Api.Method(Type, "string GetName() const", asFUNCTION(GetEventName), "");
	Api.Function("void OnEvent(const string& in Event, const string& in Handler)", asFUNCTION(OnEvent),
	    "Calls void Handler(const FEvent& in Event) for each.");
}
} // namespace

void RegisterTimelineApi(FScriptApi& Api)
{
	Api.Group("Timeline", "Functions are named by text, since what waits is saved with the world. In a step due "
	                      "entries run by time, then "
	                      "in the order in which they were made; conditions come after them.");
	Api.Enum("EWhen", {"Rising", "Once", "Level"},
	    "Rising: each time the condition becomes true (true from the start counts). Once: the first time only. Level: "
	    "in "
	    "each step in which it is true.");
	Api.Function("int At(double Time, const string& in Function)", asFUNCTION(At),
	    "Calls void Function() at that world time, s; a time that is past means now. Answers an id for Cancel.");
	Api.Function(
	    "int After(double Delay, const string& in Function)", asFUNCTION(After), "The same, Delay seconds from now.");
	Api.Function("int Every(double Period, const string& in Function, double First = -1)", asFUNCTION(Every),
	    "Again and again; first after one Period, or at the time First.");
	Api.Function("int When(const string& in Condition, const string& in Function, EWhen Mode = EWhen::Rising)",
	    asFUNCTION(When), "Asks bool Condition() in each step.");
	Api.Function("bool Cancel(int Id)", asFUNCTION(Cancel), "False when nothing waits under that id.");
	Api.Group("Checks",
	    "What the scene promises about itself; reports hold them, and a run in which one fails ends with status 1. The "
	    "function is bool F(), or bool F(float& out Value) with a number for the report. It may change nothing.");
	Api.Enum("ECheckWhen", {"AtTime", "Always", "AtEnd"},
	    "AtTime: once at Time. Always: in each step from Time on. AtEnd: when the run is over.");
	Api.Function("void Check(const string& in Name, const string& in Function, ECheckWhen When, double Time = 0)",
	    asFUNCTION(Check), "");
	Api.Function("void Check(const string& in Name, const string& in Words, const string& in Function, "
	             "ECheckWhen When, double Time = 0)",
	    asFUNCTION(CheckInWords), "With the condition in words for the report.");
	RegisterEvents(Api);
}
} // namespace Flockwork
