// The sample host: ./Samples/run [Scene] [options]. ./Samples/run --help lists them.
#include "CommandLine.h"
#include "DrawnRun.h"
#include "FleeTrialRun.h"
#include "FlockworkRender/Renderer.h"
#include "ImportReport.h"
#include "Interrupt.h"
#include "Lint.h"
#include "OutputFiles.h"
#include "Report.h"
#include "SceneCatalog.h"
#include "SceneSession.h"
#include "WindowRun.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

using namespace Flockwork;

namespace
{
void PrintDiagnostics(const FDiagnostics& Diagnostics)
{
	if (!Diagnostics.GetAll().empty())
	{
		std::fprintf(stderr, "%s\n", Diagnostics.ToString().c_str());
	}
}

int32_t Fail(const FDiagnostics& Diagnostics)
{
	PrintDiagnostics(Diagnostics);
	return ExitBadInput;
}

int32_t ListScenes(const std::vector<FSceneEntry>& Scenes)
{
	for (const FSceneEntry& Scene : Scenes)
	{
		std::printf("%-20s %s\n", Scene.Name.c_str(), Scene.Summary.c_str());
	}
	std::printf("%-20s %s\n", FleeTrialName, "No scene: measures how a crowd flees on any level file (--level).");
	return ExitOk;
}

int32_t Lint(const FHostOptions& Options, const std::string& Root)
{
	FDiagnostics Diagnostics;
	const bool bOk = LintFile(Options.LintFile, Root, Diagnostics);
	PrintDiagnostics(Diagnostics);
	if (bOk)
	{
		std::printf("%s: can be used, %zu warnings\n", Options.LintFile.c_str(), Diagnostics.GetAll().size());
	}
	return bOk ? ExitOk : ExitBadInput;
}

int32_t Import(const std::string& File)
{
	FDiagnostics Diagnostics;
	std::string Report;
	const bool bOk = ReportImport(File, Report, Diagnostics);
	std::printf("%s", Report.c_str());
	std::fflush(stdout); // before the faults, where both go to one terminal
	PrintDiagnostics(Diagnostics);
	return bOk ? ExitOk : ExitBadInput;
}

// Prints and writes what came out of a finished session.
int32_t Conclude(const FSceneSession& Session, const FDrawStats& Draw, const FOutputFiles& Files)
{
	PrintDiagnostics(Session.GetDiagnostics());
	std::printf("%s", MakeSummary(Session, Draw).c_str());
	FDiagnostics Diagnostics;
	if (!Files.Report.empty() && !WriteTextFile(Files.Report, WriteJson(MakeReport(Session, Draw)), Diagnostics))
	{
		return Fail(Diagnostics);
	}
	for (const std::string* const File : {&Files.Png, &Files.Mp4, &Files.Report, &Files.Trajectories})
	{
		if (!File->empty())
		{
			std::printf("  wrote %s\n", File->c_str());
		}
	}
	return Session.GetExitStatus();
}

// A display that is named and does not answer is as good as none, but whoever named it shall know.
bool WantsWindow(const FHostOptions& Options, bool bFilesAsked)
{
	if (Options.bSimulate || Options.bHeadless || bFilesAsked || FRenderer::HasDisplay())
	{
		return !Options.bSimulate && !Options.bHeadless && !bFilesAsked;
	}
	const char* const Display = std::getenv("DISPLAY");
	if (Display && *Display)
	{
		std::fprintf(stderr, "the display %s does not answer: drawing into files\n", Display);
	}
	return false;
}

// As shells report a program that a signal ended, though what was done until then is written.
int32_t ExitStatusOf(int32_t Concluded, const FSceneSession& Session, int Signal)
{
	if (Signal == 0)
	{
		return Concluded;
	}
	std::fprintf(stderr, "ended by a signal after %.2f s of the scene\n", Session.GetWorld().GetTime());
	return ExitSignal + Signal;
}

int32_t RunScene(const FHostOptions& Options, const std::string& Root, const FSceneEntry& Scene)
{
	FDiagnostics Diagnostics;
	const bool bFilesAsked = !Options.PngFile.empty() || !Options.Mp4File.empty();
	const bool bWindow = WantsWindow(Options, bFilesAsked);
	FOutputFiles Files;
	if (!ChooseOutputFiles(Options, Root, Scene.Name, !Options.bSimulate && !bWindow, Files, Diagnostics))
	{
		return Fail(Diagnostics);
	}
	const FSessionDef Def{
	    Root, Scene, Options.Seed, Options.Threads, Options.Boids, Files.Trajectories, Options.CharacterFile};
	std::unique_ptr<FSceneSession> Session = FSceneSession::Create(Def, Diagnostics);
	if (!Session)
	{
		return Fail(Diagnostics);
	}
	WatchInterrupts();
	FDrawStats Draw;
	if (bWindow)
	{
		if (!RunInWindow(Session, Options.Seconds, Draw, Diagnostics))
		{
			return Fail(Diagnostics);
		}
		const int Signal = GetInterrupt();
		return ExitStatusOf(Conclude(*Session, Draw, Files), *Session, Signal);
	}
	const double Seconds = Options.Seconds.value_or(double(Session->GetScene().GetHints().Duration));
	if (Options.bSimulate)
	{
		RunWithoutDrawing(*Session, Seconds);
	}
	else if (!RunIntoFiles(*Session, Seconds, Files, Draw, Diagnostics))
	{
		return Fail(Diagnostics);
	}
	const int Signal = GetInterrupt();
	PrintDiagnostics(Diagnostics);
	return ExitStatusOf(Conclude(*Session, Draw, Files), *Session, Signal);
}

int32_t FleeTrial(const FHostOptions& Options)
{
	FDiagnostics Diagnostics;
	std::string Summary;
	WatchInterrupts();
	const int32_t Status = RunFleeTrial(Options, Summary, Diagnostics);
	PrintDiagnostics(Diagnostics);
	std::printf("%s", Summary.c_str());
	return Status;
}

int32_t Run(const FHostOptions& Options)
{
	const std::string Root = FindContentRoot();
	if (!Options.LintFile.empty())
	{
		return Lint(Options, Root);
	}
	if (!Options.ImportFile.empty())
	{
		return Import(Options.ImportFile);
	}
	if (Options.Scene == FleeTrialName)
	{
		return FleeTrial(Options);
	}
	FDiagnostics Diagnostics;
	const std::vector<FSceneEntry> Scenes = FindScenes(Root, Diagnostics);
	if (Scenes.empty())
	{
		return Fail(Diagnostics);
	}
	if (Options.bList)
	{
		return ListScenes(Scenes);
	}
	const FSceneEntry* const Scene =
	    FindScene(Scenes, Options.Scene.empty() ? MainScene : std::string_view(Options.Scene), Diagnostics);
	return Scene ? RunScene(Options, Root, *Scene) : Fail(Diagnostics);
}
} // namespace

namespace
{
// What was printed may only now turn out to have gone nowhere: a full disk, a closed stdout.
int32_t CheckStdout(int32_t Status)
{
	errno = 0;
	if (std::fflush(stdout) == 0 && !std::ferror(stdout))
	{
		return Status;
	}
	std::fprintf(stderr, "error: stdout cannot be written: %s\n",
	    errno != 0 ? std::generic_category().message(errno).c_str() : "what was printed is lost");
	return Status == ExitOk ? ExitBadInput : Status;
}
} // namespace

int main(int ArgumentCount, char** Arguments)
{
	const FParsedCommandLine Parsed = ParseCommandLine(ArgumentCount, Arguments);
	if (!Parsed.bRun)
	{
		std::fprintf(Parsed.ExitStatus == ExitOk ? stdout : stderr, "%s\n", Parsed.Message.c_str());
		return CheckStdout(Parsed.ExitStatus);
	}
	try
	{
		return CheckStdout(Run(Parsed.Options));
	}
	catch (const std::exception& Error)
	{
		std::fprintf(stderr, "error: %s\n", Error.what());
		return ExitBadInput;
	}
}
