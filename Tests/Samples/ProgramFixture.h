#pragma once
// Runs the sample host as a person does, in a folder that goes away with its object.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace Flockwork
{
struct FProgramResult
{
	int Status = -1;
	std::string Output; // stdout
	std::string Errors; // stderr
};

class FProgramFixture
{
public:
	FProgramFixture()
	{
		static int Count = 0;
		const std::string Name = "flockwork_host_" + std::to_string(getpid()) + "_" + std::to_string(++Count);
		Folder = std::filesystem::temp_directory_path() / Name;
		std::filesystem::create_directories(Folder);
	}
	~FProgramFixture()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Folder, Ignored);
	}
	FProgramFixture(const FProgramFixture&) = delete;
	FProgramFixture& operator=(const FProgramFixture&) = delete;

	std::string GetPath(const std::string& File) const { return (Folder / File).string(); }
	std::string Write(const std::string& File, const std::string& Text) const
	{
		std::filesystem::create_directories((Folder / File).parent_path());
		std::ofstream(Folder / File, std::ios::binary) << Text;
		return GetPath(File);
	}
	static std::string Read(const std::string& Path)
	{
		std::ifstream File(Path, std::ios::binary);
		std::stringstream Text;
		Text << File.rdbuf();
		return Text.str();
	}
	// Arguments as in a shell. Without a display, so that no window opens. Root: where Content/ and Samples/ are looked
	// for; empty: this checkout's. Before: a command that starts the program, such as timeout.
	FProgramResult Run(const std::string& Arguments, const std::string& Root = {}, const std::string& Before = {}) const
	{
		const std::string Out = GetPath("stdout.txt");
		const std::string Errors = GetPath("stderr.txt");
		std::string Command = "cd '" + Folder.string() + "' && env -u DISPLAY ";
		Command += Root.empty() ? "" : "FLOCKWORK_ROOT='" + Root + "' ";
		// What Arguments sends elsewhere comes last, and so wins.
		Command += Before + FLOCKWORK_VIEWER + " > '" + Out + "' 2> '" + Errors + "' " + Arguments;
		const int Code = std::system(Command.c_str());
		return {WIFEXITED(Code) ? WEXITSTATUS(Code) : -1, Read(Out), Read(Errors)};
	}

private:
	std::filesystem::path Folder;
};
} // namespace Flockwork
