#include "Pictures.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
bool IsPicture(std::span<const uint8_t> Bytes)
{
	constexpr std::array<uint8_t, 8> Png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	constexpr std::array<uint8_t, 3> Jpeg{0xff, 0xd8, 0xff};
	const auto BeginsWith = [&](std::span<const uint8_t> Letters)
	{ return Bytes.size() > Letters.size() && std::equal(Letters.begin(), Letters.end(), Bytes.begin()); };
	return BeginsWith(Png) || BeginsWith(Jpeg);
}
} // namespace Flockwork
