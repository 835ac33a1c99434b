// wide_split_avx512.c - the splitter for one instruction set.
#define KERNEL(name) avx512_##name
#include "wide/wide_split.inl"

const split_kernel split_avx512 = {avx512_fill_cells, avx512_place_triangles,
                                   avx512_fill_slots, avx512_job,
                                   avx512_one,        avx512_all};
