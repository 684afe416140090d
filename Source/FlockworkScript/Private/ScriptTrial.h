#pragma once
#include <functional>
#include <string>

namespace Flockwork
{
// Runs Work in a copy of this process and tells whether it came to its end there. The packaged AngelScript ends the
// process on some scripts (its assertions are compiled in, and a mistake such as handing an int to an array of handles
// meets one): the copy finds out first. Nothing that Work does is seen here. Work must not wait for other threads,
// which the copy has not. Without fork (other systems), or when no copy can be made, the answer is true, untried.
// False: OutReason is a signal, a time that was too long, and what was written to stderr last.
bool SurvivesTrial(const std::function<void()>& Work, std::string& OutReason);
} // namespace Flockwork
