#include "Interrupt.h"

#include <csignal>
#include <initializer_list>

namespace Flockwork
{
namespace
{
volatile std::sig_atomic_t Received = 0;

extern "C" void OnInterrupt(int Signal)
{
	Received = Signal;
	std::signal(SIGINT, SIG_DFL);
	std::signal(SIGTERM, SIG_DFL);
}
} // namespace

void WatchInterrupts()
{
	struct sigaction Action = {};
	Action.sa_handler = OnInterrupt;
	Action.sa_flags = SA_RESTART;
	for (const int Signal : {SIGINT, SIGTERM})
	{
		struct sigaction Before = {};
		sigaction(Signal, nullptr, &Before);
		if (Before.sa_handler != SIG_IGN) // as nohup and a shell's background jobs want it
		{
			sigaction(Signal, &Action, nullptr);
		}
	}
}

int GetInterrupt()
{
	return Received;
}
} // namespace Flockwork
