// walk_quickcd20.c - the walk of trees of tumbled 20-DOPs.
#define DOP     quickcd20
#define DOP_SET kdop20_set
#define ALONG   quickcd_along20
#define WALK    walk_quickcd20
#include "methods/walk/walk_quickcd.inl"
