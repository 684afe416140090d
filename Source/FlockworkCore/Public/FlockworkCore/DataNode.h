#pragma once
// A parsed JSON document in which every value knows its line and column, so that each complaint can name them.
#include "FlockworkCore/Diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
enum class EDataType : uint8_t
{
	Null,
	Bool,
	Number,
	String,
	Array,
	Object
};

struct FDataMember;

struct FDataNode
{
	EDataType Type = EDataType::Null;
	bool Bool = false;
	double Number = 0.0;
	std::string String;
	std::vector<FDataNode> Items;     // of an Array
	std::vector<FDataMember> Members; // of an Object, in file order; names are unique
	int32_t Line = 0;
	int32_t Column = 0;

	const FDataNode* Find(std::string_view Name) const; // null when there is no such member
	static FDataNode MakeBool(bool Value);
	static FDataNode MakeNumber(double Value);
	static FDataNode MakeString(std::string_view Value);
	static FDataNode MakeArray();
	static FDataNode MakeObject();
	// Adds or replaces a member of an Object.
	FDataNode& Set(std::string_view Name, FDataNode Value);
};

struct FDataMember
{
	std::string Name;
	FDataNode Value;
};

// "a number", "an object": as it stands in messages.
std::string_view ToString(EDataType Type);

// Bounds on what a file may hold; beyond them it is refused with the reason.
struct FParseLimits
{
	size_t MaxBytes = 64u << 20;
	int32_t MaxDepth = 64;
	size_t MaxValues = 1'000'000; // about 110 bytes of memory each
};

// File only names the text in messages. Comments (// and /* */) are allowed; duplicate member names are errors.
// Integers that a double cannot hold exactly are errors too. On any error Out is untouched and false is returned.
bool ParseJson(std::string_view Text, std::string_view File, FDataNode& Out, FDiagnostics& Diagnostics,
    const FParseLimits& Limits = {});
// As ParseJson, of a file: missing, unreadable, empty, binary or too large files are errors that say so.
bool LoadJsonFile(const std::string& Path, FDataNode& Out, FDiagnostics& Diagnostics, const FParseLimits& Limits = {});
// Pretty-printed with tabs, members in order, arrays of plain values on one line; numbers in the shortest form that
// reads back to the same value. NaN and infinities become null, bytes that are not UTF-8 become U+FFFD.
std::string WriteJson(const FDataNode& Node);
// Writes beside the target and renames, so that a crash never leaves half a file. The folder must exist.
bool WriteTextFile(const std::string& Path, std::string_view Text, FDiagnostics& Diagnostics);
} // namespace Flockwork
