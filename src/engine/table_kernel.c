// table_kernel.c - the kernels of one instruction set (kernels.h).
#include "engine/kernels.h"

#ifndef SIMD_ALONE
extern const wide_kernels ISA(wide_kernels);
const wide_kernels ISA(wide_kernels) = WIDE_KERNELS;
#endif
