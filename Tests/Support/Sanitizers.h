#pragma once
// Whether this build runs under the address or the thread sanitizer, which g++ and clang tell in different ways.

namespace Flockwork
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool bSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool bSanitized = true;
#else
inline constexpr bool bSanitized = false;
#endif
#else
inline constexpr bool bSanitized = false;
#endif
} // namespace Flockwork
