#pragma once
// Registers types and functions with an engine and notes each with its sentence, so that the reference page can never
// say anything else than what is there.
#include "AngelScriptTypes.h"

#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FScriptApiEntry
{
	std::string Declaration;
	std::string Sentence;
};

struct FScriptApiGroup
{
	std::string Name;
	std::string Sentence;
	std::vector<FScriptApiEntry> Entries;
};

class FScriptApi
{
public:
	explicit FScriptApi(asIScriptEngine& InEngine) : Engine(InEngine) {}
	asIScriptEngine& GetEngine() { return Engine; }

	// What is registered from here on belongs to this group of the reference page.
	void Group(std::string_view Name, std::string_view Sentence);
	// Functions and values registered from here on are reached as Space::Name; "" ends it.
	void Namespace(const char* Space);
	// Object null: a free function; otherwise a member function of Object.
	void Function(const char* Declaration, const asSFuncPtr& Function, const char* Sentence, void* Object = nullptr);
	void Constant(const char* Declaration, const void* Value, const char* Sentence);
	void Enum(const char* Name, const std::vector<std::string>& Values, const char* Sentence);

	// A value type that is copied byte by byte.
	template <typename Value>
	void ValueType(const char* Name, asDWORD ExtraFlags, const char* Sentence)
	{
		Type(Name, sizeof(Value), asDWORD(asOBJ_VALUE | asOBJ_POD | ExtraFlags) | asGetTypeTraits<Value>(), Sentence);
	}
	void Type(const char* Name, size_t Size, asDWORD Flags, const char* Sentence);
	// Function is free and takes the object first (methods, operators) or last (constructors).
	void Method(const char* TypeName, const char* Declaration, const asSFuncPtr& Function, const char* Sentence);
	void Constructor(const char* TypeName, const char* Arguments, const asSFuncPtr& Function, const char* Sentence);
	void Property(const char* TypeName, const char* Declaration, size_t Offset, const char* Sentence);

	const std::vector<FScriptApiGroup>& GetGroups() const { return Groups; }

private:
	void Note(std::string Declaration, const char* Sentence);
	asIScriptEngine& Engine;
	std::vector<FScriptApiGroup> Groups;
	std::string Space;
};

// A refused registration is a mistake in our code.
void CheckRegistered(int Result, const char* Declaration);
} // namespace Flockwork
