#include "SceneContext.h"

#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Log.h"

namespace Flockwork
{
namespace
{
thread_local FSceneContext* CurrentContext = nullptr;
}

FSceneContext::FScope::FScope(FSceneContext& Context, UWorld& World, bool bLookOnly) : Former(CurrentContext)
{
	CurrentContext = &Context;
	Context.World = &World;
	Context.bLookOnly = bLookOnly;
	// The step in whose Report phase we are is over, as far as scripts are concerned.
	Context.Step = World.GetStepCount() + (World.IsInStep() ? 1 : 0);
	Context.Time = double(Context.Step) * double(World.GetSettings().FixedStep);
}

FSceneContext::FScope::~FScope()
{
	CurrentContext->World = nullptr;
	CurrentContext = Former;
}

FSceneContext& FSceneContext::Current()
{
	FW_CHECK(CurrentContext, "a script function ran outside of a scene");
	return *CurrentContext;
}

void FSceneContext::ForgetPending()
{
	Pending.clear();
	PendingCount = 0;
}

bool FSceneContext::MayAct(const char* What) const
{
	if (bLookOnly)
	{
		RaiseScriptException(
		    std::string(What) + ": checks, conditions and initialisers of globals may look but change nothing");
		return false;
	}
	return true;
}

bool FSceneContext::MayName(std::string_view Name) const
{
	constexpr size_t MaxLength = 128;
	if (Name.size() > MaxLength)
	{
		RaiseScriptException("a name of " + std::to_string(Name.size()) + " bytes; at most 128 are allowed");
		return false;
	}
	return true;
}

bool FSceneContext::MayLog()
{
	const int64_t Second = int64_t(Time);
	if (Second != LogSecond)
	{
		if (LogLines > Settings.MaxLogLines)
		{
			Log(ELogLevel::Warning, "Script",
			    std::to_string(LogLines - Settings.MaxLogLines) + " lines were dropped (script.maxLogLines)");
		}
		LogSecond = Second;
		LogLines = 0;
	}
	return ++LogLines <= Settings.MaxLogLines;
}

bool FSceneContext::Give(FOrder Order, FActorId* OutId)
{
	if (!MayAct(std::string(ToString(Order.Kind)).c_str()) || !MayName(Order.Name) || !MayName(Order.Other))
	{
		return false;
	}
	// An order's memory is the world's: what it holds counts as lines, so that a step's orders stay small together.
	constexpr size_t BytesPerLine = 64;
	const size_t Bytes = Order.Text.size() + Order.Prefab.size() + Order.Points.size() * sizeof(FVector);
	if (FScriptGuard* const Guard = FScriptGuard::Current()) // null for the runtime's own orders
	{
		Guard->Charge(int64_t(Bytes / BytesPerLine));
	}
	FDiagnostics Diagnostics;
	bool bAccepted = false;
	Order.DueStep = Step;
	const FActorId Id =
	    Order.Validate(Diagnostics) ? World->Enqueue(std::move(Order), Diagnostics, &bAccepted) : FActorId{};
	if (!bAccepted)
	{
		const std::vector<FDiagnostic>& All = Diagnostics.GetAll();
		RaiseScriptException(All.empty() ? "the order was refused" : All[0].Field + ": " + All[0].Message);
		return false;
	}
	if (OutId)
	{
		*OutId = Id;
	}
	return true;
}

bool FSceneContext::MaySpawn(int64_t Count)
{
	const int64_t Here = int64_t(World->GetActors().size()) + PendingCount;
	if (Count < 0 || Here + Count > int64_t(Settings.MaxActors))
	{
		RaiseScriptException("script.maxActors: " + std::to_string(Count) + " more beside " + std::to_string(Here) +
		                     " actors; at most " + std::to_string(Settings.MaxActors) + " are allowed");
		return false;
	}
	PendingCount += Count;
	return true;
}

const AActor* FSceneContext::FindAlive(FActorId Id, const char* What) const
{
	const AActor* const Actor = World->FindActor(Id);
	if (!Actor)
	{
		RaiseScriptException(std::string(What) + ": the actor is not alive; ask IsAlive() before");
	}
	return Actor;
}

const FSceneContext::FPending* FSceneContext::FindPending(FActorId Id) const
{
	const auto Found = Pending.find(Id.ToBits());
	return Found == Pending.end() ? nullptr : &Found->second;
}

bool FSceneContext::HasFunction(std::string_view Name, std::string_view Declaration) const
{
	if (!MayName(Name))
	{
		return false;
	}
	if (Module->GetFunctionByDecl(std::string(Declaration).c_str()))
	{
		return true;
	}
	std::string Message = "there is no function " + std::string(Declaration);
	std::vector<std::string_view> Names;
	for (asUINT Index = 0; Index < Module->GetFunctionCount(); ++Index)
	{
		const asIScriptFunction* const Function = Module->GetFunctionByIndex(Index);
		if (Function->GetName() == Name)
		{
			Message += "; found: " + std::string(Function->GetDeclaration());
			RaiseScriptException(Message);
			return false;
		}
		Names.push_back(Function->GetName());
	}
	const std::string_view Nearest = NearestName(Name, Names);
	RaiseScriptException(Nearest.empty() ? Message : Message + "; did you mean " + std::string(Nearest) + "?");
	return false;
}
} // namespace Flockwork
