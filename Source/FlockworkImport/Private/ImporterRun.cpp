#include "ImporterRun.h"

#include "ChildProcess.h"
#include "FlockworkCore/DataNode.h"
#include "FlockworkImport/LevelImport.h"

#include <csignal>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

constexpr const char* ImporterName = "FlockworkImporter";
constexpr double ClockPerProcessorTime = 4.0; // a busy machine gives a process a share of its processors

// What can be said without starting anything; empty when the file can be tried.
std::string RefusalOf(const std::string& Path)
{
	std::error_code Error;
	const Files::file_status Status = Files::status(Path, Error);
	if (Status.type() == Files::file_type::not_found)
	{
		return "there is no such file";
	}
	if (Error)
	{
		return "cannot be reached: " + Error.message();
	}
	if (!Files::is_regular_file(Status))
	{
		return Files::is_directory(Status) ? "is a folder; a file was expected" : "is not a regular file";
	}
	return Files::file_size(Path, Error) == 0 && !Error ? "is empty" : "";
}

// Empty when the importer ended as it should.
std::string ReasonOf(const FChildResult& Result, const FLevelImportSettings& Settings)
{
	const std::string Seconds = std::to_string(Settings.MaxSeconds);
	const std::string TooLong = "reading takes more than " + Seconds.substr(0, Seconds.find('.') + 2) +
	                            " s (import.maxSeconds): raise the limit, or split what is in it";
	const std::string TooMuch = "reading takes more than " + std::to_string(Settings.MaxMegabytes) +
	                            " MB (import.maxMegabytes): raise the limit, or split what is in it";
	const std::string Said = Result.LastWords.empty() ? "" : " (" + Result.LastWords + ")";
	switch (Result.End)
	{
	case EChildEnd::NotStarted:
		return "FlockworkImporter cannot be started: " + std::generic_category().message(Result.Code);
	case EChildEnd::TimedOut:
		return TooLong;
	case EChildEnd::WroteTooMuch:
		return TooMuch;
	case EChildEnd::Signalled:
		return Result.Code == SIGXCPU ? TooLong
		                              : "the file breaks its reader, signal " + std::to_string(Result.Code) + Said +
		                                    ": it is damaged, or of a kind that nobody writes; save it again, best as "
		                                    ".glb";
	default:
		return Result.Code > 0 ? "FlockworkImporter failed with status " + std::to_string(Result.Code) + Said : "";
	}
}

FChildResult Start(const std::string& Program, const std::string& Command, const std::string& Path,
    const FLevelImportSettings& Settings)
{
	FChildRequest Request;
	Request.Program = Program;
	Request.Arguments = {Command, Path, WriteJson(FLevelImportSettings::Table().Write(&Settings))};
	Request.MaxSeconds = double(Settings.MaxSeconds) * ClockPerProcessorTime;
	Request.MaxOutput = size_t(Settings.MaxMegabytes) << 20;
	return RunChild(Request);
}

// The folder of the executable or shared library that this code was linked into.
Files::path OwnFolder()
{
	Dl_info Info = {};
	std::error_code Error;
	if (dladdr(reinterpret_cast<const void*>(&FindImporter), &Info) == 0 || !Info.dli_fname)
	{
		return {};
	}
	return Files::canonical(Info.dli_fname, Error).parent_path();
}
} // namespace

std::string FindImporter(const FLevelImportSettings& Settings)
{
	if (!Settings.Importer.empty())
	{
		return Settings.Importer;
	}
	std::error_code Error;
	for (const Files::path& Folder : {OwnFolder(), Files::read_symlink("/proc/self/exe", Error).parent_path()})
	{
		const Files::path Program = Folder / ImporterName;
		if (!Folder.empty() && Files::is_regular_file(Program, Error))
		{
			return Program.string();
		}
	}
	return {};
}

bool RunImporter(const std::string& Command, const std::string& Path, const FLevelImportSettings& Settings,
    FImportMessage& Out, FDiagnostics& Diagnostics)
{
	const auto Refuse = [&](std::string Reason)
	{
		Diagnostics.Error({Path}, "", std::move(Reason));
		return false;
	};
	if (!FLevelImportSettings::Table().Validate(&Settings, Diagnostics))
	{
		return false;
	}
	if (std::string Refusal = RefusalOf(Path); !Refusal.empty())
	{
		return Refuse(std::move(Refusal));
	}
	const std::string Program = FindImporter(Settings);
	if (Program.empty())
	{
		return Refuse(
		    "cannot be read without the program FlockworkImporter, which is neither beside the executable nor "
		    "beside the shared library: put it there, or name it in import.importer");
	}
	const FChildResult Result = Start(Program, Command, Path, Settings);
	if (std::string Reason = ReasonOf(Result, Settings); !Reason.empty())
	{
		return Refuse(std::move(Reason));
	}
	if (!ReadImportMessage(Result.Output, Path, Out, Diagnostics))
	{
		return false;
	}
	for (FDiagnostic& Found : Out.Found)
	{
		const bool bError = Found.Severity == ESeverity::Error;
		bError ? Diagnostics.Error(Found.Place, Found.Field, std::move(Found.Message))
		       : Diagnostics.Warning(Found.Place, Found.Field, std::move(Found.Message));
	}
	if (!Out.bUsable)
	{
		return Diagnostics.HasErrors() ? false : Refuse("cannot be used, and the importer does not say why");
	}
	return true;
}
} // namespace Flockwork
