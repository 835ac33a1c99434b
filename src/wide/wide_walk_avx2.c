// wide_walk_avx2.c - wide_walk.inl for AVX2.
#define WIDE_WALK       wide_walk_avx2
#define WIDE_WALK_LONG  wide_walk_long_avx2
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx2
#define WIDE_FIT        fit_avx2
#include "wide/wide_walk.inl"
