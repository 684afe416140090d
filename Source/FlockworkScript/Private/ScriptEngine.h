#pragma once
// One AngelScript engine with one script in it: compiles, calls functions under the guard, and turns what goes wrong
// into diagnostics with file, line and column.
#include "ScriptApi.h"
#include "ScriptGuard.h"
#include "ScriptSource.h"
#include "ScriptText.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// What is passed to a script function, and what comes back.
struct FScriptCall
{
	asIScriptFunction* Function = nullptr;
	std::optional<float> Number;  // a float argument
	const void* Object = nullptr; // an argument of a value type
	float* OutNumber = nullptr;   // a float &out argument
	bool bReturned = false;       // what a bool function answered
};

class FScriptEngine
{
public:
	// RegisterApi adds the functions of the world.
	FScriptEngine(const FScriptSettings& Settings, const std::function<void(FScriptApi&)>& RegisterApi);
	~FScriptEngine();
	FScriptEngine(const FScriptEngine&) = delete;
	FScriptEngine& operator=(const FScriptEngine&) = delete;

	bool LoadSources(const std::string& Path, FScriptSources& Out, FDiagnostics& Diagnostics);
	// Compiles into a module of its own and runs the initialisers of its globals. Null with diagnostics. The module
	// takes the place of the current one only by Adopt; Drop throws it away.
	asIScriptModule* Compile(const FScriptSources& Sources, FDiagnostics& Diagnostics);
	void Adopt(asIScriptModule& NewModule);
	void Drop(asIScriptModule& Unwanted);
	asIScriptModule* GetModule() const { return Module; }

	// False with Fault when an exception was not caught or a limit was met.
	bool Call(FScriptCall& Call, FDiagnostic& Fault);
	FScriptGuard& GetGuard() { return Guard; }
	asIScriptEngine& Get() { return *Engine; }
	const std::vector<FScriptApiGroup>& GetApiGroups() const { return Api->GetGroups(); }
	asITypeInfo* GetTypeByDeclaration(const char* Declaration) const { return Engine->GetTypeInfoByDecl(Declaration); }

private:
	struct FMessages;
	static void OnMessage(const asSMessageInfo* Message, void* Messages);
	static void OnLine(asIScriptContext* Context, void* Guard);
	static void OnCppException(asIScriptContext* Context, void*);
	static asIScriptContext* OnRequestContext(asIScriptEngine* Engine, void* Self);
	static void OnReturnContext(asIScriptEngine* Engine, asIScriptContext* Context, void* Self);
	asIScriptContext* TakeContext();
	bool InitialiseGlobals(asIScriptModule& NewModule, FDiagnostics& Diagnostics);
	FDiagnostic DescribeFault(asIScriptContext& Context, int Result) const;

	FScriptGuard Guard;
	std::shared_ptr<FScriptStringFactory> Strings;
	asIScriptEngine* Engine = nullptr;
	std::unique_ptr<FScriptApi> Api;
	asIScriptModule* Module = nullptr;
	int64_t EngineBytes = 0;    // memory with everything registered and nothing compiled
	int64_t ModuleBytes = 0;    // the current module's code
	int64_t NewModuleBytes = 0; // that of one that is not adopted yet
	std::vector<asIScriptContext*> IdleContexts;
	int32_t ModulesMade = 0;
	std::unique_ptr<FMessages> Messages;
};
} // namespace Flockwork
