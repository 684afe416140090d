#pragma once
// Pictures are handed on as they lie in the file; whoever draws them decodes them.
#include <cstdint>
#include <span>

namespace Flockwork
{
// Whether it begins as PNG or JPEG does.
bool IsPicture(std::span<const uint8_t> Bytes);
} // namespace Flockwork
