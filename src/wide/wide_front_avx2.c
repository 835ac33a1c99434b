// wide_front_avx2.c - wide_front.inl for AVX2.
#define WIDE_FRONT      wide_front_avx2
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx2
#define WIDE_LEAF_GAPS  wide_leaf_gaps_avx2
#include "wide/wide_front.inl"
