#include "FlockworkCore/Assert.h"

#include "FlockworkCore/Log.h"

#include <atomic>
#include <cstdlib>
#include <string>

namespace Flockwork
{
namespace
{
void LogAndAbort(const char* Expression, const char* File, int Line, const char* Message)
{
	const std::string Text = std::string(Message) + " (" + Expression + ") at " + File + ":" + std::to_string(Line);
	Log(ELogLevel::Error, "Assert", Text);
	std::abort();
}

std::atomic<FAssertHandler> CurrentHandler{&LogAndAbort};
} // namespace

FAssertHandler SetAssertHandler(FAssertHandler Handler)
{
	return CurrentHandler.exchange(Handler != nullptr ? Handler : &LogAndAbort);
}

void ReportAssert(const char* Expression, const char* File, int Line, const char* Message)
{
	CurrentHandler.load()(Expression, File, Line, Message);
}
} // namespace Flockwork
