// walk_dop18.c - the walk of trees of re-aligned 18-DOPs.
#define DOP     dop18
#define DOP_SET kdop18_set
#define WALK    walk_dop18
#include "methods/walk/walk_dop.inl"
