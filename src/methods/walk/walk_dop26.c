// walk_dop26.c - the walk of trees of re-aligned 26-DOPs.
#define DOP     dop26
#define DOP_SET kdop26_set
#define WALK    walk_dop26
#include "methods/walk/walk_dop.inl"
