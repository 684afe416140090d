#include "ScriptGuard.h"

#include "ScriptMemory.h"
#include "ScriptText.h"

namespace Flockwork
{
namespace
{
thread_local FScriptGuard* CurrentGuard = nullptr;

// A full collection walks all objects; as so many lines it cannot be had for nothing by a script that hoards.
constexpr int64_t CollectionCost = 10000;
constexpr int64_t LinesPerLook = 64;
} // namespace

FScriptGuard::FScope::FScope(FScriptGuard& Guard)
    : FormerGuard(CurrentGuard), FormerCounter(FScriptMemory::SetCounter(&Guard.Bytes))
{
	CurrentGuard = &Guard;
}

FScriptGuard::FScope::~FScope()
{
	CurrentGuard = FormerGuard;
	FScriptMemory::SetCounter(FormerCounter);
}

FScriptGuard* FScriptGuard::Current()
{
	return CurrentGuard;
}

void FScriptGuard::StartBudget()
{
	Stop = EScriptStop::None;
	Lines = 0;
	LastLook = 0;
	if (Settings.Watchdog > 0.0f)
	{
		Deadline =
		    std::chrono::steady_clock::now() + std::chrono::microseconds(int64_t(double(Settings.Watchdog) * 1e6));
	}
}

void FScriptGuard::OnLine(asIScriptContext& Context)
{
	if (Context.GetState() != asEXECUTION_ACTIVE)
	{
		return; // called once more after an exception or a stop
	}
	++Lines;
	if (Stop != EScriptStop::None)
	{
		Context.Abort(); // a destructor or a catch block after the stop
	}
	else if (Lines > Settings.MaxLines)
	{
		StopNow(Context, EScriptStop::Lines);
	}
	else if (int64_t(Context.GetCallstackSize()) > Settings.MaxDepth)
	{
		StopNow(Context, EScriptStop::Depth);
	}
	else if (IsOverMemory(0))
	{
		Collect(*Context.GetEngine());
		if (IsOverMemory(0))
		{
			StopNow(Context, EScriptStop::Memory);
		}
	}
	else if (Lines - LastLook >= LinesPerLook)
	{
		LastLook = Lines;
		if (IsOverObjects(*Context.GetEngine()))
		{
			Collect(*Context.GetEngine());
			if (IsOverObjects(*Context.GetEngine()))
			{
				StopNow(Context, EScriptStop::Objects);
			}
		}
		else if (Settings.Watchdog > 0.0f && std::chrono::steady_clock::now() > Deadline)
		{
			StopNow(Context, EScriptStop::Watchdog);
		}
	}
}

bool FScriptGuard::MayAllocate(size_t Size)
{
	if (!IsOverMemory(int64_t(Size)))
	{
		return true;
	}
	if (asIScriptContext* const Context = asGetActiveContext())
	{
		Collect(*Context->GetEngine());
	}
	if (!IsOverMemory(int64_t(Size)))
	{
		return true;
	}
	RaiseScriptException("script.maxMemory: " + std::to_string(Size) + " bytes more would exceed " +
	                     FormatNumber(Settings.MaxMemory) + " MB");
	return false;
}

bool FScriptGuard::MayHaveArray(size_t Length)
{
	if (Length <= size_t(Settings.MaxArrayLength))
	{
		return true;
	}
	RaiseScriptException("script.maxArrayLength: an array of " + std::to_string(Length) + " elements; at most " +
	                     std::to_string(Settings.MaxArrayLength) + " are allowed");
	return false;
}

bool FScriptGuard::MayHaveString(size_t Length)
{
	if (Length <= size_t(Settings.MaxStringLength))
	{
		return MayAllocate(Length);
	}
	RaiseScriptException("script.maxStringLength: a string of " + std::to_string(Length) + " bytes; at most " +
	                     std::to_string(Settings.MaxStringLength) + " are allowed");
	return false;
}

std::string FScriptGuard::ExplainStop() const
{
	switch (Stop)
	{
	case EScriptStop::None:
		return {};
	case EScriptStop::Lines:
		return "script.maxLines: more than " + std::to_string(Settings.MaxLines) + " lines in one step";
	case EScriptStop::Depth:
		return "script.maxDepth: calls deeper than " + std::to_string(Settings.MaxDepth);
	case EScriptStop::Objects:
		return "script.maxObjects: more than " + std::to_string(Settings.MaxObjects) + " living script objects";
	case EScriptStop::Memory:
		return "script.maxMemory: more than " + FormatNumber(Settings.MaxMemory) + " MB in use";
	case EScriptStop::Watchdog:
		return "script.watchdog: more than " + FormatNumber(Settings.Watchdog) + " s of real time in one step";
	}
	return {};
}

void FScriptGuard::StopNow(asIScriptContext& Context, EScriptStop Reason)
{
	Stop = Reason;
	Context.Abort();
}

bool FScriptGuard::IsOverObjects(asIScriptEngine& Engine) const
{
	asUINT Objects = 0;
	Engine.GetGCStatistics(&Objects);
	return int64_t(Objects) > int64_t(Settings.MaxObjects);
}

void FScriptGuard::Collect(asIScriptEngine& Engine)
{
	Charge(CollectionCost);
	Engine.GarbageCollect(asGC_FULL_CYCLE);
}

void RaiseScriptException(std::string_view Message)
{
	if (asIScriptContext* const Context = asGetActiveContext())
	{
		Context->SetException(std::string(Message).c_str());
	}
}
} // namespace Flockwork
