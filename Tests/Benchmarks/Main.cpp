// ./Tests/run --bench: everything in one run, since only figures of one run compare.
#include "FlockworkCore/Diagnostics.h"
#include "Report.h"
#include "Suites.h"

#include <cstdio>
#include <exception>
#include <string>

using namespace Flockwork;

namespace
{
struct FArguments
{
	std::string JsonFile;
	std::string OlderFile;
	bool bQuick = false;
};

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
	FBenchOptions Options;
	if (Arguments.bQuick)
	{
		Options.Counts = {1000};
	}
	CountBulletAllocations();
	FBenchReport Report;
	const auto OnMeasured = [&](const FMeasured& Measured)
	{
		std::fprintf(stderr, "%s, %d, %d threads: %.3f ms\n", Measured.Name.c_str(), Measured.Count, Measured.Threads,
		    Measured.Milliseconds);
		Report.Add(Measured);
	};
	RunFlockSuite(Options, OnMeasured);
	RunPhysicsSuite(Options, OnMeasured);
	RunStepSuite(Options, OnMeasured);
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
} // namespace

int main(int ArgumentCount, char** ArgumentValues)
{
	FArguments Arguments;
	for (int Index = 1; Index < ArgumentCount; ++Index)
	{
		const std::string Argument = ArgumentValues[Index];
		const bool bHasValue = Index + 1 < ArgumentCount;
		if (Argument == "--quick") // 1,000 boids only: does it work at all?
		{
			Arguments.bQuick = true;
		}
		else if (Argument == "--json" && bHasValue)
		{
			Arguments.JsonFile = ArgumentValues[++Index];
		}
		else if (Argument == "--compare" && bHasValue)
		{
			Arguments.OlderFile = ArgumentValues[++Index];
		}
		else
		{
			std::fprintf(stderr, "usage: FlockworkBenchmarks [--quick] [--json FILE] [--compare FILE]\n");
			return 2;
		}
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
