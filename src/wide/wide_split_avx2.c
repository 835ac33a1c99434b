// wide_split_avx2.c - the splitter for one instruction set.
#define KERNEL(name) avx2_##name
#include "wide/wide_split.inl"

const split_kernel split_avx2 = {
    avx2_fill_cells, avx2_place_triangles, avx2_fill_slots, avx2_job, avx2_one, avx2_all};
