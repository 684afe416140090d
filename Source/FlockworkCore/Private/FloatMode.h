#pragma once
// The processor's floating-point mode (rounding, flush to zero). A host may set one for its game thread; the pool's
// workers take over the caller's, or the same sum would have other bits on another thread.
#include <cstdint>

#if defined(__SSE__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace Flockwork
{
#if defined(__SSE__) || defined(_M_X64)
inline uint32_t GetFloatMode()
{
	constexpr uint32_t StatusFlags = 0x3f; // what happened so far, not how to work
	return _mm_getcsr() & ~StatusFlags;
}
inline void SetFloatMode(uint32_t Mode)
{
	_mm_setcsr(Mode);
}
#else
inline uint32_t GetFloatMode()
{
	return 0;
}
inline void SetFloatMode(uint32_t) {}
#endif

// Tells the processor that this is a waiting loop.
inline void SpinPause()
{
#if defined(__SSE__) || defined(_M_X64)
	_mm_pause();
#endif
}
} // namespace Flockwork
