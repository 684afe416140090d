#include "ScriptEngine.h"

#include "FlockworkCore/Assert.h"
#include "ScriptArray.h"
#include "ScriptMath.h"
#include "ScriptMemory.h"
#include "ScriptTrial.h"

#include <exception>

namespace Flockwork
{
// Where the compiler's messages go while it runs.
struct FScriptEngine::FMessages
{
	FDiagnostics* Diagnostics = nullptr;
	bool bFailed = false;
};

FScriptEngine::FScriptEngine(const FScriptSettings& Settings, const std::function<void(FScriptApi&)>& RegisterApi)
    : Guard(Settings), Messages(std::make_unique<FMessages>())
{
	FScriptMemory::Install();
	const FScriptGuard::FScope Scope(Guard);
	Engine = asCreateScriptEngine();
	FW_CHECK(Engine, "AngelScript's header and library do not fit together");
	Engine->SetMessageCallback(asFUNCTION(OnMessage), Messages.get(), asCALL_CDECL);
	Engine->SetTranslateAppExceptionCallback(asFUNCTION(OnCppException), nullptr, asCALL_CDECL);
	// Contexts that the engine itself asks for (destructors, for one) must be watched too.
	Engine->SetContextCallbacks(&OnRequestContext, &OnReturnContext, this);
	// Initialisers of globals are script code: Compile runs them in a watched context.
	Engine->SetEngineProperty(asEP_INIT_GLOBAL_VARS_AFTER_BUILD, 0);
	Engine->SetEngineProperty(asEP_REQUIRE_ENUM_SCOPE, 1);
	// Behind the guard's own limit of depth, for what grows the stack without a call.
	Engine->SetEngineProperty(asEP_MAX_STACK_SIZE, 1 << 20);
	Engine->SetEngineProperty(asEP_MAX_CALL_STACK_SIZE, asPWORD(Settings.MaxDepth) + 64);
	Engine->SetEngineProperty(asEP_MAX_NESTED_CALLS, 64);
	Api = std::make_unique<FScriptApi>(*Engine);
	Strings = RegisterScriptString(*Api);
	RegisterScriptArray(*Api);
	RegisterScriptMath(*Api);
	RegisterApi(*Api);
	EngineBytes = Guard.GetAllBytes();
}

FScriptEngine::~FScriptEngine()
{
	const FScriptGuard::FScope Scope(Guard);
	Guard.StartBudget(); // destructors of what is left may run
	if (Module)
	{
		Module->Discard();
	}
	Engine->GarbageCollect();
	for (asIScriptContext* const Context : IdleContexts)
	{
		Context->Release();
	}
	IdleContexts.clear();
	Engine->SetContextCallbacks(nullptr, nullptr, nullptr);
	Engine->ShutDownAndRelease();
}

bool FScriptEngine::LoadSources(const std::string& Path, FScriptSources& Out, FDiagnostics& Diagnostics)
{
	const FScriptGuard::FScope Scope(Guard);
	return LoadScriptSources(*Engine, Path, Out, Diagnostics);
}

asIScriptModule* FScriptEngine::Compile(const FScriptSources& Sources, FDiagnostics& Diagnostics)
{
	const FScriptGuard::FScope Scope(Guard);
	const int64_t BytesBefore = Guard.GetAllBytes();
	const std::string Name = "scene" + std::to_string(ModulesMade++);
	asIScriptModule* const NewModule = Engine->GetModule(Name.c_str(), asGM_ALWAYS_CREATE);
	for (const FScriptFile& File : Sources.Files)
	{
		NewModule->AddScriptSection(File.Path.c_str(), File.Text.data(), File.Text.size());
	}
	std::string Reason;
	if (Guard.GetSettings().bTrialCompile && !SurvivesTrial([NewModule] { NewModule->Build(); }, Reason))
	{
		Diagnostics.Error({Sources.Files[0].Path}, "",
		    "AngelScript's compiler breaks on this script (" + Reason + "): take back what was changed last");
		Drop(*NewModule);
		return nullptr;
	}
	Messages->Diagnostics = &Diagnostics;
	Messages->bFailed = false;
	const int Result = NewModule->Build();
	Messages->Diagnostics = nullptr;
	if (Result < 0 && !Messages->bFailed)
	{
		Diagnostics.Error({Sources.Files[0].Path}, "", "could not be compiled (" + std::to_string(Result) + ")");
	}
	NewModuleBytes = Guard.GetAllBytes() - BytesBefore;
	Guard.SetBaseline(EngineBytes + ModuleBytes + NewModuleBytes);
	if (Result < 0 || !InitialiseGlobals(*NewModule, Diagnostics))
	{
		Drop(*NewModule);
		Guard.SetBaseline(EngineBytes + ModuleBytes);
		return nullptr;
	}
	return NewModule;
}

bool FScriptEngine::InitialiseGlobals(asIScriptModule& NewModule, FDiagnostics& Diagnostics)
{
	Guard.StartBudget();
	asIScriptContext* const Context = TakeContext();
	const int Result = NewModule.ResetGlobalVars(Context);
	bool bOk = Result >= 0;
	if (!bOk)
	{
		const FDiagnostic Fault = DescribeFault(*Context, Context->GetState());
		Diagnostics.Error(Fault.Place, Fault.Field, "a global variable could not be made: " + Fault.Message);
	}
	OnReturnContext(Engine, Context, this);
	return bOk;
}

void FScriptEngine::Adopt(asIScriptModule& NewModule)
{
	if (Module)
	{
		Drop(*Module);
	}
	Module = &NewModule;
	ModuleBytes = NewModuleBytes;
	Guard.SetBaseline(EngineBytes + ModuleBytes);
}

void FScriptEngine::Drop(asIScriptModule& Unwanted)
{
	const FScriptGuard::FScope Scope(Guard);
	Unwanted.Discard();
	Engine->GarbageCollect();
}

bool FScriptEngine::Call(FScriptCall& Call, FDiagnostic& Fault)
{
	const FScriptGuard::FScope Scope(Guard);
	asIScriptContext* const Context = TakeContext();
	Context->Prepare(Call.Function);
	asUINT Argument = 0;
	if (Call.Number)
	{
		Context->SetArgFloat(Argument++, *Call.Number);
	}
	if (Call.Object)
	{
		Context->SetArgObject(Argument++, const_cast<void*>(Call.Object));
	}
	if (Call.OutNumber)
	{
		Context->SetArgAddress(Argument++, Call.OutNumber);
	}
	const int Result = Context->Execute();
	// A destructor that was stopped leaves its caller finished: the guard knows better.
	const bool bOk = Result == asEXECUTION_FINISHED && Guard.GetStop() == EScriptStop::None;
	if (!bOk)
	{
		Fault = DescribeFault(*Context, Result);
	}
	else if (Call.Function->GetReturnTypeId() == asTYPEID_BOOL)
	{
		Call.bReturned = Context->GetReturnByte() != 0;
	}
	OnReturnContext(Engine, Context, this);
	return bOk;
}

FDiagnostic FScriptEngine::DescribeFault(asIScriptContext& Context, int Result) const
{
	FDiagnostic Fault;
	const bool bException = Result == asEXECUTION_EXCEPTION;
	if (bException)
	{
		Fault.Message = Context.GetExceptionString();
	}
	else
	{
		Fault.Message = Guard.GetStop() == EScriptStop::None ? "stopped" : Guard.ExplainStop();
	}
	// The innermost function that stands in a file: inside it there may be factories that the engine made.
	for (asUINT Level = 0; Level < Context.GetCallstackSize() && Fault.Place.Line == 0; ++Level)
	{
		const char* Section = nullptr;
		int Column = 0;
		const int Line = bException && Level == 0 ? Context.GetExceptionLineNumber(&Column, &Section)
		                                          : Context.GetLineNumber(Level, &Column, &Section);
		const asIScriptFunction* const Function = Context.GetFunction(Level);
		if (Section && *Section != '\0' && Line > 0 && Function)
		{
			Fault.Place = {Section, Line, Column};
			Fault.Field = Function->GetDeclaration();
		}
	}
	return Fault;
}

asIScriptContext* FScriptEngine::TakeContext()
{
	if (IdleContexts.empty())
	{
		asIScriptContext* const Context = Engine->CreateContext();
		Context->SetLineCallback(asFUNCTION(OnLine), &Guard, asCALL_CDECL);
		return Context;
	}
	asIScriptContext* const Context = IdleContexts.back();
	IdleContexts.pop_back();
	return Context;
}

asIScriptContext* FScriptEngine::OnRequestContext(asIScriptEngine*, void* Self)
{
	return static_cast<FScriptEngine*>(Self)->TakeContext();
}

void FScriptEngine::OnReturnContext(asIScriptEngine*, asIScriptContext* Context, void* Self)
{
	Context->Unprepare();
	static_cast<FScriptEngine*>(Self)->IdleContexts.push_back(Context);
}

void FScriptEngine::OnLine(asIScriptContext* Context, void* Guard)
{
	static_cast<FScriptGuard*>(Guard)->OnLine(*Context);
}

void FScriptEngine::OnMessage(const asSMessageInfo* Message, void* Messages)
{
	auto& Target = *static_cast<FMessages*>(Messages);
	if (!Target.Diagnostics || Message->type == asMSGTYPE_INFORMATION)
	{
		return; // "Compiling void F()": the errors that follow have their own places
	}
	const FSourcePlace Place{Message->section, Message->row, Message->col};
	if (Message->type == asMSGTYPE_ERROR)
	{
		Target.bFailed = true;
		Target.Diagnostics->Error(Place, "", Message->message);
	}
	else
	{
		Target.Diagnostics->Warning(Place, "", Message->message);
	}
}

void FScriptEngine::OnCppException(asIScriptContext* Context, void*)
{
	try
	{
		throw;
	}
	catch (const std::exception& Exception)
	{
		Context->SetException(Exception.what());
	}
	catch (...)
	{
		Context->SetException("an unknown C++ exception");
	}
}
} // namespace Flockwork
