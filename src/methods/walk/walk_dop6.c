// walk_dop6.c - the walk of trees of re-aligned 6-DOPs.
#define DOP     dop6
#define DOP_SET kdop6_set
#define WALK    walk_dop6
#include "methods/walk/walk_dop.inl"
