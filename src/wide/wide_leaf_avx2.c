// wide_leaf_avx2.c - see wide_leaf.inl.
#define WIDE_LEAF_PAIRS wide_leaf_pairs_avx2
#define WIDE_LEAF_GAPS  wide_leaf_gaps_avx2
#include "wide/wide_leaf.inl"
