// wide_split_avx2.c - the splitter for one instruction set.
#define KERNEL(name) avx2_##name
#include "wide/wide_split.inl"

const split_kernel split_avx2 = {avx2_whole, avx2_one, avx2_all};
