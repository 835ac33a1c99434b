// wide_long_avx512.c - the long walks of wide_walk.inl for AVX-512.
#define WIDE_LONG       wide_walk_long_avx512
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx512
#define WIDE_FIT        fit_avx512
#include "wide/wide_walk.inl"
