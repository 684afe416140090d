#pragma once
// Text for people, a formatted line at a time.
#include <string>

namespace Flockwork
{
// Appends as printf does; at most 511 characters.
__attribute__((format(printf, 2, 3))) void PrintLine(std::string& Out, const char* Format, ...);
} // namespace Flockwork
