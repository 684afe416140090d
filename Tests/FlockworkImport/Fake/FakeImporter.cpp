// Stands in for FlockworkImporter and misbehaves as the level file's name says.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace
{
void Say(const char* Text)
{
	std::fputs(Text, stdout);
	std::fflush(stdout);
}

[[noreturn]] void WaitForever()
{
	for (;;)
	{
		pause();
	}
}
} // namespace

int main(int Count, char** Arguments)
{
	const std::string Way = Count > 2 ? std::filesystem::path(Arguments[2]).stem().string() : "";
	if (Way == "hang")
	{
		WaitForever();
	}
	if (Way == "hush") // closes its ends and stays
	{
		close(STDOUT_FILENO);
		close(STDERR_FILENO);
		WaitForever();
	}
	if (Way == "crash")
	{
		std::signal(SIGSEGV, SIG_DFL); // sanitizers make an exit of it
		std::fputs("first line\nFace index out of range\n", stderr);
		std::raise(SIGSEGV);
	}
	if (Way == "abort")
	{
		std::signal(SIGABRT, SIG_DFL);
		std::abort();
	}
	if (Way == "garbage")
	{
		Say("this is no answer at all, though it is longer than a header would be");
	}
	if (Way == "halfway")
	{
		Say("FWIMPMSG");
	}
	while (Way == "flood")
	{
		Say("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
	}
	if (Way == "chatter")
	{
		for (int Line = 0; Line < 100000; ++Line)
		{
			std::fputs("a warning that nobody reads, again and again\n", stderr);
		}
		return 7;
	}
	return 0;
}
