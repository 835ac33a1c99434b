// wide_leaf_portable.c - see wide_leaf.inl.
#define WIDE_LEAF_PAIRS wide_leaf_pairs_portable
#include "wide/wide_leaf.inl"
