#pragma once
// Which of Highway's instruction sets the kernel is compiled for: those with a width known at compile time whose bits
// are checked against each other. Include before hwy/foreach_target.h.
#include <hwy/base.h>

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
