// wide_walk_avx512.c - wide_walk.inl for AVX-512VL.
#define WIDE_WALK       wide_walk_avx512
#define WIDE_WALK_LONG  wide_walk_long_avx512
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx512
#define WIDE_FIT        fit_avx512
#include "wide/wide_walk.inl"
