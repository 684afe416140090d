#include "ScriptTrial.h"

#if defined(__unix__) || defined(__APPLE__)

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Flockwork
{
namespace
{
constexpr auto Patience = std::chrono::seconds(10);
constexpr std::string_view DoneMark = "\x01trial done\x01";
constexpr size_t KeptText = 4096;

[[noreturn]] void RunCopy(const std::function<void()>& Work, int Pipe)
{
	// The host's crash handlers are not for the copy, and nobody wants its core.
	for (const int Signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT})
	{
		std::signal(Signal, SIG_DFL);
	}
	const rlimit NoCore{0, 0};
	setrlimit(RLIMIT_CORE, &NoCore);
	dup2(Pipe, STDERR_FILENO);
	Work();
	const ssize_t Written = write(Pipe, DoneMark.data(), DoneMark.size());
	_exit(Written == ssize_t(DoneMark.size()) ? 0 : 1); // without the destructors of what belongs to the host
}

// All that comes through the pipe, the last part of it kept; false when the time is over.
bool ReadUntilClosed(int Pipe, std::string& Out)
{
	const auto End = std::chrono::steady_clock::now() + Patience;
	for (;;)
	{
		const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(End - std::chrono::steady_clock::now());
		pollfd Poll{Pipe, POLLIN, 0};
		if (Left.count() <= 0 || poll(&Poll, 1, int(Left.count())) == 0)
		{
			return false;
		}
		char Buffer[512];
		const ssize_t Count = read(Pipe, Buffer, sizeof(Buffer));
		if (Count == 0)
		{
			return true;
		}
		if (Count > 0)
		{
			Out.append(Buffer, size_t(Count));
			Out.erase(0, Out.size() - std::min(Out.size(), KeptText));
		}
	}
}

std::string LastLine(std::string_view Text)
{
	while (!Text.empty() && (Text.back() == '\n' || Text.back() == '\r'))
	{
		Text.remove_suffix(1);
	}
	const size_t Break = Text.find_last_of('\n');
	return std::string(Break == std::string_view::npos ? Text : Text.substr(Break + 1));
}
} // namespace

bool SurvivesTrial(const std::function<void()>& Work, std::string& OutReason)
{
	int Pipe[2];
	if (pipe(Pipe) != 0)
	{
		return true;
	}
	const pid_t Copy = fork();
	if (Copy == 0)
	{
		close(Pipe[0]);
		RunCopy(Work, Pipe[1]);
	}
	close(Pipe[1]);
	std::string Text;
	bool bSurvived = true;
	if (Copy > 0)
	{
		const bool bInTime = ReadUntilClosed(Pipe[0], Text);
		if (!bInTime)
		{
			kill(Copy, SIGKILL);
		}
		int Status = 0;
		const bool bKnown = waitpid(Copy, &Status, 0) == Copy; // not when the host ignores its children
		bSurvived =
		    Text.size() >= DoneMark.size() && std::string_view(Text).substr(Text.size() - DoneMark.size()) == DoneMark;
		const char* const Signal = bKnown && WIFSIGNALED(Status) ? strsignal(WTERMSIG(Status)) : "an early end";
		OutReason = bInTime ? std::string(Signal) : "more than 10 s";
		OutReason += Text.empty() ? "" : ": " + LastLine(Text);
	}
	close(Pipe[0]);
	return bSurvived;
}
} // namespace Flockwork

#else

namespace Flockwork
{
bool SurvivesTrial(const std::function<void()>&, std::string&)
{
	return true;
}
} // namespace Flockwork

#endif
