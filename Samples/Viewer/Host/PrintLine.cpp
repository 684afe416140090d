#include "PrintLine.h"

#include <array>
#include <cstdarg>
#include <cstdio>

namespace Flockwork
{
void PrintLine(std::string& Out, const char* Format, ...)
{
	std::array<char, 512> Line{};
	va_list Arguments;
	va_start(Arguments, Format);
	std::vsnprintf(Line.data(), Line.size(), Format, Arguments);
	va_end(Arguments);
	Out += Line.data();
}
} // namespace Flockwork
