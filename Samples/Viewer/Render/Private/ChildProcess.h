#pragma once
// Starts a program as a child with chosen file descriptors and learns at once whether it could be started.
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace Flockwork
{
// A file descriptor that closes itself.
class FFileHandle
{
public:
	FFileHandle() = default;
	explicit FFileHandle(int InValue) : Value(InValue) {}
	~FFileHandle() { Close(); }
	FFileHandle(FFileHandle&& Other) noexcept : Value(std::exchange(Other.Value, -1)) {}
	FFileHandle& operator=(FFileHandle&& Other) noexcept
	{
		std::swap(Value, Other.Value);
		return *this;
	}
	int Get() const { return Value; }
	bool IsOpen() const { return Value >= 0; }
	void Close();

private:
	int Value = -1;
};

// Two connected ends, closed in children unless handed over. False with errno set on failure.
bool MakePipe(FFileHandle& Read, FFileHandle& Write);
bool MakeSocketPair(FFileHandle& Ours, FFileHandle& Theirs);

struct FChildSettings
{
	std::vector<std::string> Arguments;           // Arguments[0] is looked up in PATH
	std::vector<std::pair<int, int>> Descriptors; // ours, the child's number; 0, 1 and 2 default to /dev/null
	int32_t Niceness = 0;                         // [0, 19]
	bool bDiesWithParent = false;                 // by a signal when the starting thread ends
};

class FChildProcess
{
public:
	~FChildProcess() { Terminate(2.0f); }
	// 0, or the errno of what failed: ENOENT means that the program is not installed.
	int Start(const FChildSettings& Settings);
	bool IsRunning();
	// Waits at most Timeout seconds; true when it has ended.
	bool Wait(float Timeout);
	// Asks it to end, and after Timeout seconds ends it by force.
	void Terminate(float Timeout);
	// Of an ended child: its exit status, or 128 + signal.
	int32_t GetExitStatus() const { return ExitStatus; }

private:
	pid_t Process = 0;
	int32_t ExitStatus = 0;
};
} // namespace Flockwork
