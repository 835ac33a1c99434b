// wide_walk_portable.c - wide_walk.inl for whatever the compiler was told.
#define WIDE_WALK       wide_walk_portable
#define WIDE_WALK_LONG  wide_walk_long_portable
#define WIDE_LEAF_PAIRS wide_leaf_pairs_portable
#define WIDE_FIT        fit_portable
#include "wide/wide_walk.inl"
