// wide_split_portable.c - the splitter for one instruction set.
#define KERNEL(name) portable_##name
#include "wide/wide_split.inl"

const split_kernel split_portable = {portable_whole, portable_one, portable_all};
