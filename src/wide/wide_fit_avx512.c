// wide_fit_avx512.c - the fits for one instruction set.
#define KERNEL(name) avx512_##name
#include "wide/wide_fit.inl"
#include "wide/wide_quick.inl"

const fit_kernel fit_avx512 = {avx512_fill,
                               avx512_summarise,
                               avx512_join,
                               avx512_fit,
                               {avx512_quick_sets, avx512_quick_above}};
