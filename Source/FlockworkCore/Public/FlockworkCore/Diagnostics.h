#pragma once
// What is wrong with outside data (files, scripts, ABI calls, meshes), where, and what was expected.
// Loaders take an FDiagnostics&, report everything they find (not only the first fault), and answer whether it can be
// used. They change their output only on success, so that the caller goes on with what it had.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
enum class ESeverity : uint8_t
{
	Warning,
	Error
};

// Place of a value in a file. Line and column count from 1; 0 means unknown.
struct FSourcePlace
{
	std::string File;
	int32_t Line = 0;
	int32_t Column = 0;
};

struct FDiagnostic
{
	ESeverity Severity = ESeverity::Error;
	FSourcePlace Place;
	std::string Field;   // dotted name of the field concerned; empty where none is
	std::string Message; // what is wrong, and what was expected

	// "zombie.json:12:5: error: flock.separation.weight: -3 is below 0; 0 is used"
	std::string ToString() const;
};

class FDiagnostics
{
public:
	void Error(FSourcePlace Place, std::string_view Field, std::string Message);
	void Warning(FSourcePlace Place, std::string_view Field, std::string Message);
	bool HasErrors() const { return ErrorCount > 0; }
	// At most the first 1000; ToString and the log tell how many more there were.
	const std::vector<FDiagnostic>& GetAll() const { return All; }
	// All of them, one a line.
	std::string ToString() const;
	// Sends each to the log at its own level.
	void WriteToLog() const;

private:
	void Add(FDiagnostic&& Diagnostic);

	std::vector<FDiagnostic> All;
	int64_t ErrorCount = 0;
	int64_t DroppedCount = 0;
};

// The name among Candidates that is nearest to Wanted by edit distance, for "did you mean": empty when none is near
// (more than a third of the letters differ).
std::string_view NearestName(std::string_view Wanted, const std::vector<std::string_view>& Candidates);
} // namespace Flockwork
