#include "Names.h"

#include <algorithm>

namespace Flockwork
{
std::string PrintableName(std::string_view Name)
{
	constexpr size_t Longest = 120;
	std::string Out(Name.substr(0, Longest));
	std::replace_if(
	    Out.begin(), Out.end(),
	    [](char Letter) { return static_cast<unsigned char>(Letter) < ' ' || Letter == '\x7f'; }, '?');
	return Out;
}
} // namespace Flockwork
