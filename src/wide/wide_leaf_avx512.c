// wide_leaf_avx512.c - see wide_leaf.inl.
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx512
#define WIDE_LEAF_GAPS  wide_leaf_gaps_avx512
#include "wide/wide_leaf.inl"
