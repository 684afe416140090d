#pragma once
// Which of Highway's instruction sets the kernels are compiled for. Include before hwy/foreach_target.h.
//
// SSSE3 and the second kind of AVX-512 have nothing that the kernels use. SVE and RISC-V's vectors have no width at
// compile time, so a kernel cannot keep them in structs, and nobody has checked that they give the bits of the others:
// on such processors the kernels run on NEON, or as scalar code.
#include <hwy/base.h>

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
