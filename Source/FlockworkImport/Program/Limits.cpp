#include "Limits.h"

#include <cmath>
#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace Flockwork
{
namespace
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool bLimitAddresses = false; // sanitizers reserve terabytes of addresses
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool bLimitAddresses = false;
#else
constexpr bool bLimitAddresses = true;
#endif
#else
constexpr bool bLimitAddresses = true;
#endif

void Limit(__rlimit_resource Resource, rlim_t Value)
{
	const rlimit Limits{Value, Value};
	setrlimit(Resource, &Limits); // a lower limit that the system has set already stays
}
} // namespace

void LimitThisProcess(const FLevelImportSettings& Settings)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	const rlim_t Seconds = rlim_t(std::ceil(Settings.MaxSeconds));
	const rlimit Processor{Seconds, Seconds + 1}; // SIGXCPU, which says why, and SIGKILL a second later
	setrlimit(RLIMIT_CPU, &Processor);
	Limit(RLIMIT_CORE, 0);
	Limit(RLIMIT_FSIZE, 0);
	if (bLimitAddresses)
	{
		Limit(RLIMIT_AS, rlim_t(Settings.MaxMegabytes) << 20);
	}
}
} // namespace Flockwork
