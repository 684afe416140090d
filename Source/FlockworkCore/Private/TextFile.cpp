#include "FlockworkCore/DataNode.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

bool WriteAll(const std::string& Path, std::string_view Text)
{
	std::ofstream Stream(Path, std::ios::binary | std::ios::trunc);
	Stream.write(Text.data(), std::streamsize(Text.size()));
	Stream.close();
	return Stream.good();
}

// Why a path cannot be read as a file; empty when it can be tried.
std::string RefusalOf(const std::string& Path, const FParseLimits& Limits)
{
	std::error_code Error;
	const Files::file_status Status = Files::status(Path, Error);
	if (!Files::exists(Status))
	{
		return Error && Status.type() != Files::file_type::not_found ? "cannot be reached: " + Error.message()
		                                                             : "there is no such file";
	}
	if (!Files::is_regular_file(Status))
	{
		return Files::is_directory(Status) ? "is a folder; a file was expected" : "is not a regular file";
	}
	const uintmax_t Size = Files::file_size(Path, Error);
	if (!Error && Size > Limits.MaxBytes)
	{
		return std::to_string(Size) + " bytes are too many; at most " + std::to_string(Limits.MaxBytes) + " are read";
	}
	return "";
}
} // namespace

bool LoadJsonFile(const std::string& Path, FDataNode& Out, FDiagnostics& Diagnostics, const FParseLimits& Limits)
{
	std::string Refusal = RefusalOf(Path, Limits);
	if (!Refusal.empty())
	{
		Diagnostics.Error({Path}, "", std::move(Refusal));
		return false;
	}
	std::ifstream Stream(Path, std::ios::binary);
	std::string Text{std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
	if (!Stream.is_open() || Stream.bad())
	{
		Diagnostics.Error({Path}, "", "cannot be read: is it locked or protected?");
		return false;
	}
	return ParseJson(Text, Path, Out, Diagnostics, Limits);
}

bool WriteTextFile(const std::string& Path, std::string_view Text, FDiagnostics& Diagnostics)
{
	std::error_code Error;
	const Files::file_status Status = Files::status(Path, Error);
	if (Files::exists(Status) && !Files::is_regular_file(Status) && !Files::is_directory(Status))
	{
		// A pipe or a device such as /dev/stdout: renaming over it would replace it by a file.
		const bool bWritten = WriteAll(Path, Text);
		if (!bWritten)
		{
			Diagnostics.Error({Path}, "", "cannot be written");
		}
		return bWritten;
	}
	const auto Now = std::chrono::steady_clock::now().time_since_epoch().count();
	const std::string Beside = Path + "." + std::to_string(Now) + ".tmp";
	bool bWritten = WriteAll(Beside, Text);
	if (bWritten)
	{
		Files::rename(Beside, Path, Error);
		bWritten = !Error;
	}
	if (!bWritten)
	{
		std::error_code Ignored;
		Files::remove(Beside, Ignored);
		Diagnostics.Error(
		    {Path}, "", "cannot be written: does its folder exist, may it be written to, is the disk full?");
	}
	return bWritten;
}
} // namespace Flockwork
