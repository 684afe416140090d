#pragma once

namespace Flockwork
{
// The packaged Recast and Detour come with their asserts on, which end the process. From the first call on, a failed
// one is logged and the library goes on as its own release builds do; a handler that the host has set stays.
void InstallLibraryAsserts();
} // namespace Flockwork
