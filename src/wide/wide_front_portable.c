// wide_front_portable.c - wide_front.inl for any machine.
#define WIDE_FRONT      wide_front_portable
#define WIDE_LEAF_PAIRS wide_leaf_pairs_portable
#define WIDE_LEAF_GAPS  wide_leaf_gaps_portable
#include "wide/wide_front.inl"
