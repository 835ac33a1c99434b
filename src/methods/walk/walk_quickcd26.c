// walk_quickcd26.c - the walk of trees of tumbled 26-DOPs.
#define DOP     quickcd26
#define DOP_SET kdop26_set
#define ALONG   quickcd_along26
#define WALK    walk_quickcd26
#include "methods/walk/walk_quickcd.inl"
