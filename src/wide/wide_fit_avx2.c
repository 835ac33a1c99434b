// wide_fit_avx2.c - the fits for one instruction set.
#define KERNEL(name) avx2_##name
#include "wide/wide_fit.inl"
#include "wide/wide_quick.inl"

const fit_kernel fit_avx2 = {
    avx2_fill, avx2_summarise, avx2_join, avx2_fit, {avx2_quick_sets, avx2_quick_above}};
