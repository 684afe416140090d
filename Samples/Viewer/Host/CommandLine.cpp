#include "CommandLine.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <vector>

namespace Flockwork
{
namespace
{
CLI::Validator FiniteBetween(double Min, double Max, const std::string& Words)
{
	const auto Check = [Min, Max, Words](const std::string& Text) -> std::string
	{
		double Value = 0.0;
		const bool bNumber = CLI::detail::lexical_cast(Text, Value) && std::isfinite(Value);
		return bNumber && Value >= Min && Value <= Max ? std::string() : "'" + Text + "' is not " + Words;
	};
	return {Check, Words};
}

// Digits only: CLI11 itself would take "1e3" and cut "2.5" off.
CLI::Validator WholeNumber(uint64_t Min, uint64_t Max, const std::string& Words)
{
	const auto Check = [Min, Max, Words](const std::string& Text) -> std::string
	{
		uint64_t Value = 0;
		const auto [End, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
		const bool bNumber = Error == std::errc() && End == Text.data() + Text.size();
		return bNumber && Value >= Min && Value <= Max ? std::string() : "'" + Text + "' is not " + Words;
	};
	return {Check, Words};
}

CLI::Validator EndsWith(const std::string& Extension)
{
	const auto Check = [Extension](const std::string& Text) -> std::string
	{
		return std::filesystem::path(Text).extension() == Extension ? std::string()
		                                                            : "'" + Text + "' does not end in " + Extension;
	};
	return {Check, "FILE"};
}

// A variable of a shell that was not set, most often: what would run then is not what was asked for.
CLI::Validator NotEmpty(const std::string& Option)
{
	const auto Check = [Option](const std::string& Text) -> std::string
	{ return Text.empty() ? "the name after " + Option + " is empty" : std::string(); };
	return {Check, "NAME"};
}

CLI::Validator OneOf(const std::vector<std::string>& Words)
{
	const auto Check = [Words](const std::string& Text) -> std::string
	{
		std::string All;
		for (const std::string& Word : Words)
		{
			All += (All.empty() ? "" : ", ") + Word;
		}
		const bool bFound = std::find(Words.begin(), Words.end(), Text) != Words.end();
		return bFound ? std::string() : "'" + Text + "' is none of " + All;
	};
	return {Check, "NAME"};
}

constexpr const char* FleeTrialGroup = "Of FleeTrial alone";

void AddFleeTrialOptions(CLI::App& App, FFleeTrialOptions& Options)
{
	App.add_option("--level", Options.LevelFile, "The level (.obj, .gltf, .glb, .fbx, .dae)")
	    ->check(NotEmpty("--level"))
	    ->option_text("FILE");
	App.add_option("--agents", Options.Agents, "Agents (default 200)")
	    ->check(WholeNumber(1, 16'000, "a whole number from 1 to 16000"))
	    ->option_text("N");
	App.add_option("--pursuer", Options.Pursuer, "The threat hunts at this speed, in m/s (default: it stands)")
	    ->check(FiniteBetween(0.1, 50.0, "a speed from 0.1 to 50 m/s"))
	    ->option_text("V");
	App.add_option("--flee-speed", Options.FleeSpeed, "How fast agents flee, in m/s (default 10)")
	    ->check(FiniteBetween(0.1, 50.0, "a speed from 0.1 to 50 m/s"))
	    ->option_text("V");
	App.add_option("--policy", Options.Policy,
	       "flockwork (default); classic: agents run straight away once; detourcrowd: our decisions, Detour's crowd")
	    ->check(OneOf({"flockwork", "classic", "detourcrowd"}))
	    ->option_text("NAME");
	App.add_option("--trials", Options.Trials, "Trials, each with a seed of its own (default 20)")
	    ->check(WholeNumber(1, 10'000, "a whole number from 1 to 10000"))
	    ->option_text("N");
	for (const char* const Option : {"--level", "--agents", "--pursuer", "--flee-speed", "--policy", "--trials"})
	{
		App.get_option(Option)->group(FleeTrialGroup);
	}
}

void AddOptions(CLI::App& App, FHostOptions& Options)
{
	App.add_option("scene", Options.Scene, "The scene to run; without one, the main scene")
	    ->check(NotEmpty("scene"))
	    ->option_text("[Scene]");
	App.add_flag("--list", Options.bList, "Name the scenes and end");
	App.add_flag("--headless", Options.bHeadless, "Draw into files, without a window (the default without a display)");
	App.add_flag("--simulate", Options.bSimulate, "Step without drawing");
	App.add_option("--seconds", Options.Seconds, "Simulated time (default: the scene's own length)")
	    ->check(FiniteBetween(1e-3, 86400.0, "a number of seconds from 0.001 to 86400"))
	    ->option_text("S");
	App.add_option("--seed", Options.Seed, "Seed of every random stream (default 1)")
	    ->check(WholeNumber(0, INT32_MAX, "a whole number from 0 to 2147483647"))
	    ->option_text("N");
	App.add_option(
	       "--threads", Options.Threads, "Threads (default: one per processor); the result does not depend on it")
	    ->check(WholeNumber(1, 256, "a whole number from 1 to 256"))
	    ->option_text("N");
	App.add_option("--boids", Options.Boids, "Boids, where the scene lets the number be chosen")
	    ->check(WholeNumber(1, 1'000'000, "a whole number from 1 to 1000000"))
	    ->option_text("N");
	App.add_option("--png", Options.PngFile, "Write the last frame as a picture")
	    ->check(EndsWith(".png"))
	    ->option_text("FILE");
	App.add_option("--mp4", Options.Mp4File, "Write a film")->check(EndsWith(".mp4"))->option_text("FILE");
	App.add_option("--report", Options.ReportFile,
	       "Write the report (keys: Samples/Viewer/Report.schema.json, of FleeTrial FleeTrial.schema.json)")
	    ->check(EndsWith(".json"))
	    ->option_text("FILE");
	App.add_option("--trajectories", Options.TrajectoriesFile,
	       "Write where each agent of a crowd was every 0.1 s (columns: time, id, x, y, z, state)")
	    ->check(EndsWith(".csv"))
	    ->option_text("FILE");
	App.add_option(
	       "--lint", Options.LintFile, "Check a preset, prefab or scene and end: prints all that is wrong with it")
	    ->check(NotEmpty("--lint"))
	    ->option_text("FILE");
	App.add_option("--import", Options.ImportFile,
	       "Read a level (.obj, .gltf, .glb, .fbx, .dae) or a character (.gltf, .glb, .fbx, .dae, .bvh) and end: "
	       "prints "
	       "what is in it and what is wrong with it")
	    ->check(NotEmpty("--import"))
	    ->option_text("FILE");
	App.add_option(
	       "--character", Options.CharacterFile, "Whose clips the scene AnimationGallery shows (default: Mannequin)")
	    ->check(NotEmpty("--character"))
	    ->option_text("FILE");
	AddFleeTrialOptions(App, Options.FleeTrial);
}

// The first option that was given and that FleeTrial, or anything else, has no use for. Empty when all is well.
std::string FindMisplaced(const CLI::App& App, const FHostOptions& Options)
{
	const bool bTrial = Options.Scene == FleeTrialName;
	for (const CLI::Option* const Option : App.get_options())
	{
		const std::string Name = Option->get_name();
		const bool bOfTrial = Option->get_group() == FleeTrialGroup;
		if (Option->count() > 0 && bOfTrial && !bTrial)
		{
			return Name + " is an option of FleeTrial: ./Samples/run FleeTrial --simulate --level FILE";
		}
		const bool bUseless = Name == "--headless" || Name == "--png" || Name == "--mp4" || Name == "--trajectories" ||
		                      Name == "--boids" || Name == "--list" || Name == "--lint" || Name == "--import";
		if (Option->count() > 0 && bUseless && bTrial)
		{
			return Name + " and FleeTrial do not go together: it draws nothing, and its agents are set by --agents";
		}
	}
	if (bTrial && Options.FleeTrial.LevelFile.empty())
	{
		return "FleeTrial needs --level FILE";
	}
	return {};
}

// Options that make no sense together. Empty when all is well.
std::string FindContradiction(const FHostOptions& Options)
{
	if (Options.bSimulate && (!Options.PngFile.empty() || !Options.Mp4File.empty()))
	{
		return "--simulate draws nothing: leave it out, or leave out --png and --mp4";
	}
	if (Options.bSimulate && Options.bHeadless)
	{
		return "--simulate and --headless: the one steps without drawing, the other draws without a window";
	}
	if (!Options.CharacterFile.empty() && Options.Scene != "AnimationGallery")
	{
		return "--character is for the scene AnimationGallery: name the scene, too";
	}
	if (int(Options.bList) + int(!Options.LintFile.empty()) + int(!Options.ImportFile.empty()) > 1)
	{
		return "--list, --lint and --import: one at a time";
	}
	return {};
}
} // namespace

FParsedCommandLine ParseCommandLine(int ArgumentCount, const char* const* Arguments)
{
	FParsedCommandLine Parsed;
	CLI::App App("Runs a Flockwork sample scene in a window, into files, or without drawing.", "./Samples/run");
	App.footer("Exit status: 0 all checks passed, 1 a check failed, 2 bad input, 3 building failed,\n"
	           "130 or 143 ended by Ctrl+C or SIGTERM: what was done until then is written.");
	AddOptions(App, Parsed.Options);
	try
	{
		App.parse(ArgumentCount, Arguments);
	}
	catch (const CLI::CallForHelp&)
	{
		Parsed.Message = App.help();
		return Parsed;
	}
	catch (const CLI::ParseError& Error)
	{
		Parsed.ExitStatus = ExitBadInput;
		Parsed.Message = std::string(Error.what()) + "\n./Samples/run --help lists the options";
		return Parsed;
	}
	std::string Contradiction = FindContradiction(Parsed.Options);
	Contradiction = Contradiction.empty() ? FindMisplaced(App, Parsed.Options) : Contradiction;
	if (!Contradiction.empty())
	{
		Parsed.ExitStatus = ExitBadInput;
		Parsed.Message = Contradiction;
		return Parsed;
	}
	Parsed.bRun = true;
	return Parsed;
}

bool CheckWritable(const std::string& Option, const std::string& File, FDiagnostics& Diagnostics)
{
	namespace fs = std::filesystem;
	std::error_code Error;
	const fs::path Folder = fs::absolute(File, Error).parent_path();
	if (!fs::is_directory(Folder, Error))
	{
		Diagnostics.Error({File}, Option, "the folder " + Folder.string() + " does not exist");
		return false;
	}
	if (fs::is_directory(File, Error))
	{
		Diagnostics.Error({File}, Option, "this is a folder; the name of a file was expected");
		return false;
	}
	const fs::file_status Status = fs::status(File, Error);
	if (fs::exists(Status) && !fs::is_regular_file(Status))
	{
		return true; // opening a pipe would end its reader, or wait for one
	}
	const bool bExisted = fs::exists(Status);
	std::FILE* const Handle = std::fopen(File.c_str(), "ab");
	if (!Handle)
	{
		Diagnostics.Error({File}, Option, "cannot be written: " + std::generic_category().message(errno));
		return false;
	}
	std::fclose(Handle);
	if (!bExisted)
	{
		fs::remove(File, Error);
	}
	return true;
}
} // namespace Flockwork
