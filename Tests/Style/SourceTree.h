#pragma once
// The repository's own files, read as text, for the tests that check rules no compiler checks.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FSourceFile
{
	std::string Path; // from the repository's root, with slashes
	std::vector<std::string> Lines;

	std::string_view GetFolder() const; // the first part of Path
	std::string_view GetName() const;   // the last part of Path
	// "FlockworkCore" of Source/FlockworkCore/...; empty elsewhere.
	std::string_view GetModule() const;
	bool IsCode() const;         // .h, .cpp, .c
	bool IsPublicHeader() const; // what a user of the plugin may include
};

std::filesystem::path GetSourceRoot();
// All text files of ours (code, CMake, Python, shell, scripts, JSON, Markdown) by path; no build output, no assets.
const std::vector<FSourceFile>& GetSourceFiles();

// Gathers what breaks a rule, so that a test names all places at once.
class FViolations
{
public:
	// Line counts from 1; 0 when the whole file is meant.
	void Add(const FSourceFile& File, size_t Line, std::string_view What);
	void Add(std::string_view What);
	const std::string& GetText() const { return Text; }
	bool IsEmpty() const { return Text.empty(); }

private:
	std::string Text;
};

// The name between <> or "" of an include line; empty when the line is none.
std::string_view IncludedName(std::string_view Line);
} // namespace Flockwork

// The violations are the message, one a line.
#define CHECK_NO_VIOLATIONS(Violations)                                                                                \
	do                                                                                                                 \
	{                                                                                                                  \
		INFO("\n" << (Violations).GetText());                                                                          \
		CHECK((Violations).IsEmpty());                                                                                 \
	} while (false)
