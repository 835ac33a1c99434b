// walk_dop20.c - the walk of trees of re-aligned 20-DOPs.
#define DOP     dop20
#define DOP_SET kdop20_set
#define WALK    walk_dop20
#include "methods/walk/walk_dop.inl"
