#pragma once
// Runs a program, takes what it writes, and never waits for it longer than agreed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FChildRequest
{
	std::string Program;
	std::vector<std::string> Arguments;
	double MaxSeconds = 60.0; // by the clock; then it is killed
	size_t MaxOutput = 0;     // bytes; when it writes more it is killed
};

enum class EChildEnd : uint8_t
{
	NotStarted, // Code is the system's error
	Exited,     // Code is its exit status; -1 when the host's own SIGCHLD handling took it
	Signalled,  // Code is the signal
	TimedOut,
	WroteTooMuch
};

struct FChildResult
{
	EChildEnd End = EChildEnd::NotStarted;
	int32_t Code = 0;
	std::vector<uint8_t> Output; // its stdout
	std::string LastWords;       // the last line of its stderr, shortened, printable
};

FChildResult RunChild(const FChildRequest& Request);
} // namespace Flockwork
