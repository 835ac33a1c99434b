// walk_dop12.c - the walk of trees of re-aligned 12-DOPs.
#define DOP     dop12
#define DOP_SET kdop12_set
#define WALK    walk_dop12
#include "methods/walk/walk_dop.inl"
