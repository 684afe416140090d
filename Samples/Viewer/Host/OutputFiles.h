#pragma once
// Where a run's results go.
#include "CommandLine.h"

#include <string>

namespace Flockwork
{
struct FOutputFiles
{
	std::string Png; // each empty where not wanted
	std::string Mp4;
	std::string Report;
	std::string Trajectories;
};

// What the options ask for. A drawn run that asks for no file, and a run without a scene's name, write everything to
// Root/Output/<Scene>.*; that folder is made where it is missing. False with a diagnostic for each file that cannot be
// written.
bool ChooseOutputFiles(const FHostOptions& Options, const std::string& Root, const std::string& Scene, bool bDrawn,
    FOutputFiles& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
