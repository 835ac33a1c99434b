// wide_leaf_portable.c - see wide_leaf.inl.
#define WIDE_LEAF_PAIRS wide_leaf_pairs_portable
#define WIDE_LEAF_GAPS  wide_leaf_gaps_portable
#include "wide/wide_leaf.inl"
