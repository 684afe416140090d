#include "ChildProcess.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace Flockwork
{
namespace
{
using FClock = std::chrono::steady_clock;

constexpr size_t MaxLastWords = 4096;
constexpr size_t PieceSize = size_t(1) << 16;

class FPipe
{
public:
	FPipe() { bOpen = pipe2(Ends, O_CLOEXEC) == 0; }
	~FPipe()
	{
		CloseWriter();
		if (bOpen)
		{
			close(Ends[0]);
		}
	}
	FPipe(const FPipe&) = delete;
	FPipe& operator=(const FPipe&) = delete;

	bool IsOpen() const { return bOpen; }
	int GetReader() const { return Ends[0]; }
	int GetWriter() const { return Ends[1]; }
	void CloseWriter()
	{
		if (bOpen && Ends[1] >= 0)
		{
			close(Ends[1]);
			Ends[1] = -1;
		}
	}

private:
	int Ends[2] = {-1, -1};
	bool bOpen = false;
};

// Only what a program needs to start: the host's environment is none of its business, and decides nothing.
std::vector<std::string> MakeEnvironment()
{
	std::vector<std::string> Environment{"LC_ALL=C"};
	for (const char* const Name : {"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"})
	{
		if (const char* const Value = std::getenv(Name))
		{
			Environment.push_back(std::string(Name) + "=" + Value);
		}
	}
	return Environment;
}

std::vector<char*> Pointers(std::vector<std::string>& Texts)
{
	std::vector<char*> Out;
	for (std::string& Text : Texts)
	{
		Out.push_back(Text.data());
	}
	Out.push_back(nullptr);
	return Out;
}

// posix_spawn and not fork: it does not copy a large host's page tables. Returns 0 or the system's error.
int Spawn(const FChildRequest& Request, const FPipe& Output, const FPipe& Errors, pid_t& OutChild)
{
	posix_spawn_file_actions_t Actions;
	posix_spawnattr_t Attributes;
	posix_spawn_file_actions_init(&Actions);
	posix_spawnattr_init(&Attributes);
	posix_spawn_file_actions_addopen(&Actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&Actions, Output.GetWriter(), 1);
	posix_spawn_file_actions_adddup2(&Actions, Errors.GetWriter(), 2);
	// Signals that the host blocks or ignores must not be so for the child.
	sigset_t Signals;
	sigemptyset(&Signals);
	posix_spawnattr_setsigmask(&Attributes, &Signals);
	sigfillset(&Signals);
	posix_spawnattr_setsigdefault(&Attributes, &Signals);
	posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

	std::vector<std::string> Arguments{Request.Program};
	Arguments.insert(Arguments.end(), Request.Arguments.begin(), Request.Arguments.end());
	std::vector<std::string> Environment = MakeEnvironment();
	const int Error = posix_spawn(&OutChild, Request.Program.c_str(), &Actions, &Attributes, Pointers(Arguments).data(),
	    Pointers(Environment).data());
	posix_spawn_file_actions_destroy(&Actions);
	posix_spawnattr_destroy(&Attributes);
	return Error;
}

int MillisecondsUntil(FClock::time_point Deadline)
{
	const auto Left = std::chrono::ceil<std::chrono::milliseconds>(Deadline - FClock::now()).count();
	return int(std::clamp<int64_t>(Left, 0, 1'000'000));
}

// Appends what is there. False at the pipe's end.
bool ReadPiece(int File, std::vector<uint8_t>& Out)
{
	const size_t Before = Out.size();
	Out.resize(Before + PieceSize);
	ssize_t Size = -1;
	do
	{
		Size = read(File, Out.data() + Before, PieceSize);
	} while (Size < 0 && errno == EINTR);
	Out.resize(Before + size_t(std::max<ssize_t>(Size, 0)));
	return Size > 0;
}

// Until both pipes are at their end. Exited when nothing went wrong; the child may still be running.
EChildEnd Listen(const FChildRequest& Request, FClock::time_point Deadline, const FPipe& Output, const FPipe& Errors,
    std::vector<uint8_t>& OutBytes, std::vector<uint8_t>& OutWords)
{
	pollfd Files[2] = {{Output.GetReader(), POLLIN, 0}, {Errors.GetReader(), POLLIN, 0}};
	while (Files[0].fd >= 0 || Files[1].fd >= 0)
	{
		const int Ready = poll(Files, 2, MillisecondsUntil(Deadline));
		if (Ready == 0 && FClock::now() >= Deadline)
		{
			return EChildEnd::TimedOut;
		}
		if (Ready > 0 && Files[0].revents != 0 && !ReadPiece(Files[0].fd, OutBytes))
		{
			Files[0].fd = -1; // poll passes over it
		}
		if (Ready > 0 && Files[1].revents != 0 && !ReadPiece(Files[1].fd, OutWords))
		{
			Files[1].fd = -1;
		}
		if (OutBytes.size() > Request.MaxOutput)
		{
			return EChildEnd::WroteTooMuch;
		}
		if (OutWords.size() > 2 * MaxLastWords)
		{
			OutWords.erase(OutWords.begin(), OutWords.end() - std::ptrdiff_t(MaxLastWords));
		}
	}
	return EChildEnd::Exited;
}

// Reaps the child; one that goes on after it closed its pipes is killed at the deadline.
void Reap(pid_t Child, FClock::time_point Deadline, FChildResult& Result)
{
	if (Result.End != EChildEnd::Exited)
	{
		kill(Child, SIGKILL);
	}
	int Status = 0;
	pid_t Reaped = 0;
	while ((Reaped = waitpid(Child, &Status, Result.End == EChildEnd::Exited ? WNOHANG : 0)) == 0 ||
	       (Reaped < 0 && errno == EINTR))
	{
		if (Result.End == EChildEnd::Exited && FClock::now() >= Deadline)
		{
			Result.End = EChildEnd::TimedOut;
			kill(Child, SIGKILL);
			continue;
		}
		std::this_thread::sleep_for(std::chrono::microseconds(100));
	}
	if (Result.End != EChildEnd::Exited)
	{
		return;
	}
	const bool bSignalled = Reaped == Child && WIFSIGNALED(Status);
	Result.End = bSignalled ? EChildEnd::Signalled : EChildEnd::Exited;
	Result.Code = Reaped != Child ? -1 : bSignalled ? WTERMSIG(Status) : WEXITSTATUS(Status);
}

std::string TakeLastWords(const std::vector<uint8_t>& Bytes)
{
	constexpr size_t Longest = 200;
	std::string Text(Bytes.begin(), Bytes.end());
	Text.erase(Text.find_last_not_of(" \t\r\n") + 1);
	Text.erase(0, Text.find_last_of('\n') + 1);
	Text.resize(std::min(Text.size(), Longest));
	std::replace_if(
	    Text.begin(), Text.end(), [](char Letter) { return Letter < ' ' || Letter > '~'; }, '?');
	return Text;
}
} // namespace

FChildResult RunChild(const FChildRequest& Request)
{
	FChildResult Result;
	FPipe Output;
	FPipe Errors;
	pid_t Child = 0;
	Result.Code = Output.IsOpen() && Errors.IsOpen() ? Spawn(Request, Output, Errors, Child) : errno;
	if (Result.Code != 0)
	{
		return Result;
	}
	Output.CloseWriter();
	Errors.CloseWriter();
	const auto Limit = std::chrono::duration<double>(Request.MaxSeconds);
	const FClock::time_point Deadline = FClock::now() + std::chrono::duration_cast<FClock::duration>(Limit);
	std::vector<uint8_t> Words;
	Result.End = Listen(Request, Deadline, Output, Errors, Result.Output, Words);
	Reap(Child, Deadline, Result);
	Result.LastWords = TakeLastWords(Words);
	return Result;
}
} // namespace Flockwork
