// wide_fit_portable.c - the fits for one instruction set.
#define KERNEL(name) portable_##name
#include "wide/wide_fit.inl"
#include "wide/wide_quick.inl"

const fit_kernel fit_portable = {portable_fill,
                                 portable_summarise,
                                 portable_join,
                                 portable_fit,
                                 {portable_quick_sets, portable_quick_above}};
