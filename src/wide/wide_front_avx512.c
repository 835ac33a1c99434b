// wide_front_avx512.c - wide_front.inl for AVX-512.
#define WIDE_FRONT      wide_front_avx512
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx512
#define WIDE_LEAF_GAPS  wide_leaf_gaps_avx512
#include "wide/wide_front.inl"
