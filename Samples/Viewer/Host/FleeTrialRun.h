#pragma once
// ./Samples/run FleeTrial --level FILE: how a crowd flees on a level, over many trials.
#include "CommandLine.h"

#include <string>

namespace Flockwork
{
// Reads the level, builds or takes the kept navmesh, runs the trials with progress on stderr, and writes the report
// where one was asked for. OutSummary is the table for a person. The answer is the exit status: 1 when a check failed,
// 2 with diagnostics on bad input, 128 and the signal's number when one ended it (the trials until then are reported).
int32_t RunFleeTrial(const FHostOptions& Options, std::string& OutSummary, FDiagnostics& Diagnostics);
} // namespace Flockwork
