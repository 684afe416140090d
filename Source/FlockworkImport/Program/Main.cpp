// FlockworkImporter level FILE SETTINGS: reads a level and writes it, or what is wrong with it, to stdout. The module
// FlockworkImport starts it; nobody else needs to.
#include "FlockworkCore/DataNode.h"
#include "ImportMessage.h"
#include "LevelConverter.h"
#include "Limits.h"
#include "ModelFile.h"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <unistd.h>

using namespace Flockwork;

namespace
{
constexpr int ExitBadArguments = 2;
constexpr int ExitCannotWrite = 3;

void ReportTooLarge(const std::string& Path, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics)
{
	Diagnostics.Error({Path}, "",
	    "reading takes more than " + std::to_string(Settings.MaxMegabytes) +
	        " MB (import.maxMegabytes): raise the limit, or split the level");
}

FImportMessage ReadLevelFile(const std::string& Path, const FLevelImportSettings& Settings)
{
	FImportMessage Message;
	FDiagnostics Diagnostics;
	try
	{
		FModelFile Model;
		Message.bUsable =
		    Model.Load(Path, Settings, Diagnostics) && ConvertLevel(Path, Model, Settings, Message.Level, Diagnostics);
	}
	catch (const std::bad_alloc&)
	{
		Message.bUsable = false;
		ReportTooLarge(Path, Settings, Diagnostics);
	}
	catch (const std::exception& Error)
	{
		Message.bUsable = false;
		Diagnostics.Error({Path}, "", std::string("cannot be read: ") + Error.what());
	}
	Message.Found = Diagnostics.GetAll();
	return Message;
}

std::vector<uint8_t> MakeAnswer(const std::string& Path, const FLevelImportSettings& Settings)
{
	try
	{
		return WriteImportMessage(ReadLevelFile(Path, Settings));
	}
	catch (const std::bad_alloc&)
	{
		FDiagnostics Diagnostics;
		ReportTooLarge(Path, Settings, Diagnostics);
		FImportMessage Message;
		Message.Found = Diagnostics.GetAll();
		return WriteImportMessage(Message);
	}
}

bool WriteAll(const std::vector<uint8_t>& Bytes)
{
	size_t Done = 0;
	while (Done < Bytes.size())
	{
		const ssize_t Size = write(STDOUT_FILENO, Bytes.data() + Done, Bytes.size() - Done);
		if (Size <= 0 && errno != EINTR)
		{
			return false;
		}
		Done += Size > 0 ? size_t(Size) : 0;
	}
	return true;
}
} // namespace

int main(int Count, char** Arguments)
{
	FDataNode Node;
	FDiagnostics Diagnostics;
	FLevelImportSettings Settings;
	if (Count != 4 || std::string_view(Arguments[1]) != "level" ||
	    !ParseJson(Arguments[3], "settings", Node, Diagnostics) ||
	    !FLevelImportSettings::Table().Read(&Settings, Node, "settings", Diagnostics))
	{
		std::fprintf(stderr, "%sFlockworkImporter level FILE SETTINGS was expected\n", Diagnostics.ToString().c_str());
		return ExitBadArguments;
	}
	LimitThisProcess(Settings);
	const std::vector<uint8_t> Answer = MakeAnswer(Arguments[2], Settings);
	// What is allocated need not be tidied up, and Assimp's destructors have crashed on damaged files.
	_exit(WriteAll(Answer) ? 0 : ExitCannotWrite);
}
