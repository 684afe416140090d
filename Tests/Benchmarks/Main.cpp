// ./Tests/run --bench: everything in one run, since only figures of one run compare.
#include "FlockworkCore/Diagnostics.h"
#include "Report.h"
#include "Suites.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

using namespace Flockwork;

namespace
{
struct FArguments
{
	std::string JsonFile;
	std::string OlderFile;
	FBenchOptions Options;
};

const char* const Usage =
    "usage: FlockworkBenchmarks [--quick] [--only NAME]... [--count N] [--threads N] [--json FILE] "
    "[--compare FILE]\n";

int Run(const FArguments& Arguments)
{
	FDiagnostics Diagnostics;
	FDataNode Older;
	const bool bCompare = !Arguments.OlderFile.empty();
	if (bCompare && (!LoadJsonFile(Arguments.OlderFile, Older, Diagnostics) ||
	                    !FBenchReport::IsReport(Older, Arguments.OlderFile, Diagnostics)))
	{
		std::fprintf(stderr, "%s\n", Diagnostics.ToString().c_str());
		return 2;
	}
	CountBulletAllocations();
	FBenchReport Report;
	const auto OnMeasured = [&](const FMeasured& Measured)
	{
		std::fprintf(stderr, "%s, %d, %d threads: %.3f ms\n", Measured.Name.c_str(), Measured.Count, Measured.Threads,
		    Measured.Milliseconds);
		Report.Add(Measured);
	};
	RunFlockSuite(Arguments.Options, OnMeasured);
	RunPhysicsSuite(Arguments.Options, OnMeasured);
	RunStepSuite(Arguments.Options, OnMeasured);
	RunDetailSuite(Arguments.Options, OnMeasured);
	RunMetricsSuite(Arguments.Options, OnMeasured);
	RunNavMeshSuite(Arguments.Options, OnMeasured);
	RunCrowdSuite(Arguments.Options, OnMeasured);
	RunCharacterSuite(Arguments.Options, OnMeasured);
	RunCharacterWorldSuite(Arguments.Options, OnMeasured);
	std::printf("%s", Report.WriteTable().c_str());
	if (bCompare)
	{
		std::printf("%s", Report.WriteComparison(Older, Arguments.OlderFile).c_str());
	}
	if (!Arguments.JsonFile.empty())
	{
		if (!WriteTextFile(Arguments.JsonFile, WriteJson(Report.WriteJson()), Diagnostics))
		{
			std::fprintf(stderr, "%s\n", Diagnostics.ToString().c_str());
			return 2;
		}
		std::printf("\nWritten to %s\n", Arguments.JsonFile.c_str());
	}
	return 0;
}

// --quick: 1,000 boids only: does it work at all? --only, --count and --threads narrow a run down while one part is
// worked on; a report to keep has everything, since only figures of one run compare.
bool Parse(int ArgumentCount, char** ArgumentValues, FArguments& Out)
{
	for (int Index = 1; Index < ArgumentCount; ++Index)
	{
		const std::string Argument = ArgumentValues[Index];
		if (Argument == "--quick")
		{
			Out.Options.Counts = {1000};
			continue;
		}
		if (++Index == ArgumentCount)
		{
			return false;
		}
		const std::string Value = ArgumentValues[Index];
		const int32_t Number = int32_t(std::strtol(Value.c_str(), nullptr, 10));
		if (Argument == "--json")
		{
			Out.JsonFile = Value;
		}
		else if (Argument == "--compare")
		{
			Out.OlderFile = Value;
		}
		else if (Argument == "--only")
		{
			Out.Options.Only.push_back(Value);
		}
		else if (Argument == "--count" && Number > 0)
		{
			Out.Options.Counts = {Number};
		}
		else if (Argument == "--threads" && Number > 0)
		{
			Out.Options.Threads = {Number};
		}
		else
		{
			return false;
		}
	}
	return true;
}
} // namespace

int main(int ArgumentCount, char** ArgumentValues)
{
	FArguments Arguments;
	if (!Parse(ArgumentCount, ArgumentValues, Arguments))
	{
		std::fprintf(stderr, "%s", Usage);
		return 2;
	}
	try
	{
		return Run(Arguments);
	}
	catch (const std::exception& Error)
	{
		std::fprintf(stderr, "%s\n", Error.what());
		return 3;
	}
}
