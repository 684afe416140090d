#pragma once
// Names come from outside, and go to people's terminals.
#include <string>
#include <string_view>

namespace Flockwork
{
// Without control characters, at most 120 bytes.
std::string PrintableName(std::string_view Name);
} // namespace Flockwork
