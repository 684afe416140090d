#include "ScriptApi.h"

#include "FlockworkCore/Assert.h"

namespace Flockwork
{
void CheckRegistered(int Result, const char* Declaration)
{
	FW_CHECK(Result >= 0, Declaration);
	(void)Declaration;
}

void FScriptApi::Group(std::string_view Name, std::string_view Sentence)
{
	Groups.push_back({std::string(Name), std::string(Sentence), {}});
}

void FScriptApi::Namespace(const char* NewSpace)
{
	Space = NewSpace;
	CheckRegistered(Engine.SetDefaultNamespace(NewSpace), NewSpace);
}

void FScriptApi::Function(const char* Declaration, const asSFuncPtr& Function, const char* Sentence, void* Object)
{
	const asDWORD Convention = Object ? asCALL_THISCALL_ASGLOBAL : asCALL_CDECL;
	CheckRegistered(Engine.RegisterGlobalFunction(Declaration, Function, Convention, Object), Declaration);
	Note(Declaration, Sentence);
}

void FScriptApi::Constant(const char* Declaration, const void* Value, const char* Sentence)
{
	// AngelScript takes a plain pointer for constants too; "const" in the declaration keeps scripts from writing.
	CheckRegistered(Engine.RegisterGlobalProperty(Declaration, const_cast<void*>(Value)), Declaration);
	Note(Declaration, Sentence);
}

void FScriptApi::Enum(const char* Name, const std::vector<std::string>& Values, const char* Sentence)
{
	CheckRegistered(Engine.RegisterEnum(Name), Name);
	std::string Shown = std::string("enum ") + Name + " {";
	for (size_t Index = 0; Index < Values.size(); ++Index)
	{
		CheckRegistered(Engine.RegisterEnumValue(Name, Values[Index].c_str(), int(Index)), Values[Index].c_str());
		Shown += (Index == 0 ? " " : ", ") + Values[Index];
	}
	Note(Shown + " }", Sentence);
}

void FScriptApi::Type(const char* Name, size_t Size, asDWORD Flags, const char* Sentence)
{
	CheckRegistered(Engine.RegisterObjectType(Name, int(Size), Flags), Name);
	Note(Name, Sentence);
}

void FScriptApi::Method(const char* TypeName, const char* Declaration, const asSFuncPtr& Function, const char* Sentence)
{
	CheckRegistered(Engine.RegisterObjectMethod(TypeName, Declaration, Function, asCALL_CDECL_OBJFIRST), Declaration);
	Note(std::string(TypeName) + ": " + Declaration, Sentence);
}

void FScriptApi::Constructor(
    const char* TypeName, const char* Arguments, const asSFuncPtr& Function, const char* Sentence)
{
	const std::string Declaration = std::string("void f(") + Arguments + ")";
	CheckRegistered(Engine.RegisterObjectBehaviour(
	                    TypeName, asBEHAVE_CONSTRUCT, Declaration.c_str(), Function, asCALL_CDECL_OBJLAST),
	    Declaration.c_str());
	Note(std::string(TypeName) + "(" + Arguments + ")", Sentence);
}

void FScriptApi::Property(const char* TypeName, const char* Declaration, size_t Offset, const char* Sentence)
{
	CheckRegistered(Engine.RegisterObjectProperty(TypeName, Declaration, int(Offset)), Declaration);
	Note(std::string(TypeName) + ": " + Declaration, Sentence);
}

void FScriptApi::Note(std::string Declaration, const char* Sentence)
{
	FW_CHECK(!Groups.empty(), "FScriptApi::Group comes first");
	if (*Sentence != '\0')
	{
		if (!Space.empty())
		{
			const size_t NameStart = Declaration.rfind(' ', Declaration.find('('));
			Declaration.insert(NameStart == std::string::npos ? 0 : NameStart + 1, Space + "::");
		}
		Groups.back().Entries.push_back({std::move(Declaration), Sentence});
	}
}
} // namespace Flockwork
