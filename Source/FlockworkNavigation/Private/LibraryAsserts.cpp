#include "LibraryAsserts.h"

#include "FlockworkCore/Log.h"

#include <atomic>
#include <mutex>
#include <string>

// The libraries have these whatever NDEBUG says here; their headers declare them only without it.
using FLibraryAssert = void(const char* Expression, const char* File, int Line);
void dtAssertFailSetCustom(FLibraryAssert* Handler);
FLibraryAssert* dtAssertFailGetCustom();
void rcAssertFailSetCustom(FLibraryAssert* Handler);
FLibraryAssert* rcAssertFailGetCustom();

namespace Flockwork
{
namespace
{
void ReportLibraryAssert(const char* Expression, const char* File, int Line)
{
	static std::atomic<int> Count = 0;
	constexpr int MaxReports = 10; // one in a loop must not fill a disk
	if (Count.fetch_add(1) < MaxReports)
	{
		Log(ELogLevel::Error, "Navigation",
		    std::string("an assert in Recast failed: ") + Expression + " (" + File + ":" + std::to_string(Line) + ")");
	}
}
} // namespace

void InstallLibraryAsserts()
{
	static std::once_flag Once;
	std::call_once(Once,
	    []
	    {
		    if (dtAssertFailGetCustom() == nullptr)
		    {
			    dtAssertFailSetCustom(ReportLibraryAssert);
		    }
		    if (rcAssertFailGetCustom() == nullptr)
		    {
			    rcAssertFailSetCustom(ReportLibraryAssert);
		    }
	    });
}
} // namespace Flockwork
