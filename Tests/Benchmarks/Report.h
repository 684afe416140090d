#pragma once
// What was measured, as a table, as JSON, and against an older run.
#include "FlockworkCore/DataNode.h"
#include "Harness.h"

#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// One number out of two measurements of the same run: those compare, while milliseconds vary from machine to machine.
struct FRatio
{
	std::string Name;
	double Value = 0.0;
	double Goal = 0.0;    // 0: none
	bool bAtLeast = true; // otherwise: at most
	bool IsReached() const { return Goal == 0.0 || (bAtLeast ? Value >= Goal : Value <= Goal); }
};

class FBenchReport
{
public:
	void Add(const FMeasured& Measured) { All.push_back(Measured); }
	// Null when it was not measured.
	const FMeasured* Find(std::string_view Name, int32_t Count, int32_t Threads) const;
	std::vector<FRatio> MakeRatios() const;

	std::string WriteTable() const;
	std::string WriteAgents() const; // empty without crowds; part of the table
	FDataNode WriteJson() const;
	// An error when the file is no report of an earlier run.
	static bool IsReport(const FDataNode& Older, std::string_view File, FDiagnostics& Diagnostics);
	// What changed against one.
	std::string WriteComparison(const FDataNode& Older, std::string_view File) const;

private:
	std::vector<FMeasured> All;
};
} // namespace Flockwork
