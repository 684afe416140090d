// FlockworkImporter level|character|kind FILE SETTINGS: reads a level or a character, or looks which of the two a file
// is, and writes that, or what is wrong with it, to stdout. The module FlockworkImport starts it; nobody else needs to.
#include "CharacterBuilder.h"
#include "CharacterBytes.h"
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Serialize.h"
#include "ImportMessage.h"
#include "LevelBytes.h"
#include "LevelConverter.h"
#include "Limits.h"
#include "ModelFile.h"
#include "RigLoader.h"

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
	        " MB (import.maxMegabytes): raise the limit, or split what is in it");
}

// Each leaves Content empty when the file cannot be used, with errors.
using FReader = std::vector<uint8_t> (*)(const std::string&, const FLevelImportSettings&, FDiagnostics&);

std::vector<uint8_t> ReadLevelFile(
    const std::string& Path, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics)
{
	FModelFile Model;
	FImportedLevel Level;
	FByteWriter Writer;
	if (Model.Load(Path, EModelUse::Level, Settings, Diagnostics) &&
	    ConvertLevel(Path, Model, Settings, Level, Diagnostics))
	{
		WriteLevel(Level, Writer);
	}
	return Writer.GetBytes();
}

std::vector<uint8_t> ReadCharacterFile(
    const std::string& Path, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics)
{
	FRigFile File;
	FImportedCharacter Character;
	if (!LoadRig(Path, Settings, File, Diagnostics) ||
	    !BuildCharacter(Path, File, Settings, Character.Asset, Diagnostics))
	{
		return {};
	}
	Character.Format = File.Format;
	Character.MetersPerUnit = float(File.MetersPerUnit);
	Character.UpAxis = File.UpAxis;
	Character.Sources = File.Sources;
	return WriteImportedCharacter(Character);
}

std::vector<uint8_t> ReadKind(const std::string& Path, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics)
{
	bool bCharacter = false;
	FDiagnostics Found;
	if (!FindKind(Path, Settings, bCharacter, Found))
	{
		Diagnostics = Found;
		return {};
	}
	return {uint8_t(bCharacter ? EFileKind::Character : EFileKind::Level)};
}

FReader FindReader(std::string_view Command)
{
	return Command == "level"       ? &ReadLevelFile
	       : Command == "character" ? &ReadCharacterFile
	       : Command == "kind"      ? &ReadKind
	                                : nullptr;
}

FImportMessage ReadFile(FReader Reader, const std::string& Path, const FLevelImportSettings& Settings)
{
	FImportMessage Message;
	FDiagnostics Diagnostics;
	try
	{
		Message.Content = Reader(Path, Settings, Diagnostics);
	}
	catch (const std::bad_alloc&)
	{
		ReportTooLarge(Path, Settings, Diagnostics);
	}
	catch (const std::exception& Error)
	{
		Diagnostics.Error({Path}, "", std::string("cannot be read: ") + Error.what());
	}
	Message.bUsable = !Message.Content.empty();
	Message.Found = Diagnostics.GetAll();
	return Message;
}

std::vector<uint8_t> MakeAnswer(FReader Reader, const std::string& Path, const FLevelImportSettings& Settings)
{
	try
	{
		return WriteImportMessage(ReadFile(Reader, Path, Settings));
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
	const FReader Reader = Count == 4 ? FindReader(Arguments[1]) : nullptr;
	if (!Reader || !ParseJson(Arguments[3], "settings", Node, Diagnostics) ||
	    !FLevelImportSettings::Table().Read(&Settings, Node, "settings", Diagnostics))
	{
		std::fprintf(stderr, "%sFlockworkImporter level|character|kind FILE SETTINGS was expected\n",
		    Diagnostics.ToString().c_str());
		return ExitBadArguments;
	}
	LimitThisProcess(Settings);
	const std::vector<uint8_t> Answer = MakeAnswer(Reader, Arguments[2], Settings);
	// What is allocated need not be tidied up, and Assimp's destructors have crashed on damaged files.
	_exit(WriteAll(Answer) ? 0 : ExitCannotWrite);
}
