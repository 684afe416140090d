#pragma once
// SIGINT (Ctrl+C) and SIGTERM end a run as if its time were over: film closed, report written.

namespace Flockwork
{
// From here on the first of these signals is kept for GetInterrupt, and the second ends the program at once.
void WatchInterrupts();
// The signal that came, or 0. Any thread.
int GetInterrupt();
} // namespace Flockwork
