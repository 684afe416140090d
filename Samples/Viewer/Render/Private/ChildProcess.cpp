#include "ChildProcess.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace Flockwork
{
namespace
{
// Child side, between fork and exec: only calls that are safe there. Never returns.
[[noreturn]] void RunChild(const FChildSettings& Settings, char* const* Arguments, const int* Sources, int ReportTo)
{
	const pid_t Parent = getppid();
	if (Settings.bDiesWithParent)
	{
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != Parent) // it died before the request
		{
			_exit(127);
		}
	}
	setpgid(0, 0); // Ctrl+C in a terminal goes to the whole group: what we start ends when we end it
	if (Settings.Niceness > 0)
	{
		setpriority(PRIO_PROCESS, 0, Settings.Niceness);
	}
	const int Nothing = open("/dev/null", O_RDWR);
	for (int Standard = 0; Standard < 3; ++Standard)
	{
		dup2(Nothing, Standard);
	}
	for (size_t Index = 0; Index < Settings.Descriptors.size(); ++Index)
	{
		dup2(Sources[Index], Settings.Descriptors[Index].second);
	}
	sigset_t NoSignals;
	sigemptyset(&NoSignals);
	sigprocmask(SIG_SETMASK, &NoSignals, nullptr);
	execvp(Arguments[0], Arguments);
	const int Error = errno;
	[[maybe_unused]] const ssize_t Written = write(ReportTo, &Error, sizeof(Error));
	_exit(127);
}
} // namespace

void FFileHandle::Close()
{
	if (Value >= 0)
	{
		close(Value);
		Value = -1;
	}
}

bool MakePipe(FFileHandle& Read, FFileHandle& Write)
{
	int Ends[2];
	if (pipe2(Ends, O_CLOEXEC) != 0)
	{
		return false;
	}
	Read = FFileHandle(Ends[0]);
	Write = FFileHandle(Ends[1]);
	return true;
}

bool MakeSocketPair(FFileHandle& Ours, FFileHandle& Theirs)
{
	int Ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
	{
		return false;
	}
	Ours = FFileHandle(Ends[0]);
	Theirs = FFileHandle(Ends[1]);
	return true;
}

int FChildProcess::Start(const FChildSettings& Settings)
{
	FFileHandle ReportRead;
	FFileHandle ReportWrite;
	if (!MakePipe(ReportRead, ReportWrite))
	{
		return errno;
	}
	std::vector<char*> Arguments;
	for (const std::string& Argument : Settings.Arguments)
	{
		Arguments.push_back(const_cast<char*>(Argument.c_str()));
	}
	Arguments.push_back(nullptr);
	// Copies with high numbers: handing over number by number must not overwrite one that is still needed.
	std::vector<FFileHandle> Copies;
	std::vector<int> Sources;
	for (const auto& [Ours, Theirs] : Settings.Descriptors)
	{
		Copies.emplace_back(fcntl(Ours, F_DUPFD_CLOEXEC, 100));
		Sources.push_back(Copies.back().Get());
	}
	Process = fork();
	if (Process < 0)
	{
		Process = 0;
		return errno;
	}
	if (Process == 0)
	{
		RunChild(Settings, Arguments.data(), Sources.data(), ReportWrite.Get());
	}
	ReportWrite.Close();
	int Error = 0;
	ssize_t Size = 0;
	do
	{
		Size = read(ReportRead.Get(), &Error, sizeof(Error)); // ends when exec closes the other end
	} while (Size < 0 && errno == EINTR);
	if (Size == ssize_t(sizeof(Error)))
	{
		Wait(5.0f);
		return Error;
	}
	return 0;
}

bool FChildProcess::IsRunning()
{
	return Process > 0 && !Wait(0.0f);
}

bool FChildProcess::Wait(float Timeout)
{
	const auto End = std::chrono::steady_clock::now() + std::chrono::duration<float>(Timeout);
	while (Process > 0)
	{
		int Status = 0;
		const pid_t Result = waitpid(Process, &Status, WNOHANG);
		if (Result == Process || (Result < 0 && errno == ECHILD))
		{
			ExitStatus = Result < 0 ? 0 : WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
			Process = 0;
			break;
		}
		if (std::chrono::steady_clock::now() >= End)
		{
			return false;
		}
		std::this_thread::sleep_for(std::chrono::milliseconds(2));
	}
	return true;
}

void FChildProcess::Terminate(float Timeout)
{
	if (Process > 0)
	{
		kill(Process, SIGTERM);
		if (!Wait(Timeout))
		{
			kill(Process, SIGKILL);
			Wait(5.0f);
		}
	}
}
} // namespace Flockwork
