// walk_dop8.c - the walk of trees of re-aligned 8-DOPs.
#define DOP     dop8
#define DOP_SET kdop8_set
#define WALK    walk_dop8
#include "methods/walk/walk_dop.inl"
