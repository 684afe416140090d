#pragma once
// Each fuzzer is one function that eats bytes; any crash, hang, leak or failed Expect is a find. libFuzzer feeds it
// with seeds and mutations of them, led by coverage (./Tests/run --fuzz).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size);

namespace Flockwork
{
inline std::string_view AsText(const uint8_t* Data, size_t Size)
{
	return {reinterpret_cast<const char*>(Data), Size};
}

inline void Expect(bool bHolds, const char* What)
{
	if (!bHolds)
	{
		std::fprintf(stderr, "does not hold: %s\n", What);
		std::abort();
	}
}
} // namespace Flockwork
