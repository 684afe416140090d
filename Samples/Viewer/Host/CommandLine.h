#pragma once
// The command line of the sample host; the same in every scene.
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>

namespace Flockwork
{
// Exit statuses of the host.
inline constexpr int32_t ExitOk = 0;
inline constexpr int32_t ExitCheckFailed = 1;
inline constexpr int32_t ExitBadInput = 2;
inline constexpr int32_t ExitSignal = 128; // and the signal's number: 130 by SIGINT, 143 by SIGTERM

// ./Samples/run FleeTrial: what is unset takes the default of FFleeTrialSettings.
inline constexpr const char* FleeTrialName = "FleeTrial";
struct FFleeTrialOptions
{
	std::string LevelFile;
	std::optional<int32_t> Agents;    // [1, 16000]
	std::optional<double> Pursuer;    // m/s, [0.1, 50]; unset: the threat stands
	std::optional<double> FleeSpeed;  // m/s, [0.1, 50]
	std::string Policy = "flockwork"; // or "classic", "detourcrowd"
	std::optional<int32_t> Trials;    // [1, 10000]
};

// What a person asked for, checked. Files are empty and numbers unset where nothing was asked.
struct FHostOptions
{
	std::string Scene;
	bool bList = false;
	bool bHeadless = false;        // draw, but open no window
	bool bSimulate = false;        // step without drawing
	std::optional<double> Seconds; // (0, 86400] s of simulated time; unset: the scene's own length
	int32_t Seed = 1;              // [0, 2147483647]
	int32_t Threads = 0;           // [1, 256]; 0 when not given: one per processor
	std::optional<int32_t> Boids;  // [1, 1000000]; unset: the scene's own number
	std::string PngFile;
	std::string Mp4File;
	std::string ReportFile;
	std::string TrajectoriesFile;
	std::string LintFile;
	std::string ImportFile;
	std::string CharacterFile; // of the scene AnimationGallery
	FFleeTrialOptions FleeTrial;
};

struct FParsedCommandLine
{
	bool bRun = false; // false: print Message and exit with ExitStatus
	int32_t ExitStatus = ExitOk;
	std::string Message; // the help, or what is wrong
	FHostOptions Options;
};

FParsedCommandLine ParseCommandLine(int ArgumentCount, const char* const* Arguments);

// Whether the file could be written, found out before minutes are spent on what goes into it. Leaves the file as it is.
bool CheckWritable(const std::string& Option, const std::string& File, FDiagnostics& Diagnostics);
} // namespace Flockwork
