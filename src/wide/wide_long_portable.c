// wide_long_portable.c - the long walks of wide_walk.inl for any machine.
#define WIDE_LONG       wide_walk_long_portable
#define WIDE_LEAF_PAIRS wide_leaf_pairs_portable
#define WIDE_FIT        fit_portable
#include "wide/wide_walk.inl"
