#include "FlockworkCore/DataNode.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

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

// Into a pipe or a device such as /dev/stdout, which renaming would replace by a file. Empty, or what is wrong. A pipe
// that nobody reads would block for ever, so that one is refused.
std::string WriteInto(const std::string& Path, std::string_view Text)
{
	const int File = open(Path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	if (File < 0)
	{
		return errno == ENXIO ? "nobody reads from this pipe" : std::generic_category().message(errno);
	}
	fcntl(File, F_SETFL, fcntl(File, F_GETFL) & ~O_NONBLOCK); // a slow reader is waited for
	int Problem = 0;
	while (Problem == 0 && !Text.empty())
	{
		const ssize_t Size = write(File, Text.data(), Text.size());
		if (Size > 0)
		{
			Text.remove_prefix(size_t(Size));
		}
		else if (errno != EINTR)
		{
			Problem = errno;
		}
	}
	Problem = close(File) != 0 && Problem == 0 ? errno : Problem;
	return Problem == 0 ? std::string() : std::generic_category().message(Problem);
}

// What a chain of symbolic links ends at, whether it exists or not: the file is replaced, and not the link.
Files::path FollowLinks(Files::path Path)
{
	constexpr int MaxLinks = 40; // as the system's own limit
	std::error_code Error;
	for (int Link = 0; Link < MaxLinks && Files::is_symlink(Path, Error); ++Link)
	{
		Path = Path.parent_path() / Files::read_symlink(Path, Error); // an absolute target stands for itself
	}
	return Path;
}

// A name in the target's folder that no other write, of this process or another, uses at the same time.
std::string NameBeside(const Files::path& Target)
{
	static std::atomic<uint32_t> Count{0};
	const auto Now = std::chrono::steady_clock::now().time_since_epoch().count();
	return Target.string() + "." + std::to_string(getpid()) + "-" + std::to_string(++Count) + "-" +
	       std::to_string(Now) + ".tmp";
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
		const std::string Problem = WriteInto(Path, Text);
		if (!Problem.empty())
		{
			Diagnostics.Error({Path}, "", "cannot be written: " + Problem);
		}
		return Problem.empty();
	}
	const Files::path Target = FollowLinks(Path);
	const std::string Beside = NameBeside(Target);
	bool bWritten = WriteAll(Beside, Text);
	if (bWritten)
	{
		Files::rename(Beside, Target, Error);
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
