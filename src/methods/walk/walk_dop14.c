// walk_dop14.c - the walk of trees of re-aligned 14-DOPs.
#define DOP     dop14
#define DOP_SET kdop14_set
#define WALK    walk_dop14
#include "methods/walk/walk_dop.inl"
