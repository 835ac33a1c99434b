// wide_split_portable.c - the splitter for one instruction set.
#define KERNEL(name) portable_##name
#include "wide/wide_split.inl"

const split_kernel split_portable = {portable_fill_cells, portable_place_triangles,
                                     portable_fill_slots, portable_job,
                                     portable_one,        portable_all};
