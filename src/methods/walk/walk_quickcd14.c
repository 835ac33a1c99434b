// walk_quickcd14.c - the walk of trees of tumbled 14-DOPs.
#define DOP     quickcd14
#define DOP_SET kdop14_set
#define ALONG   quickcd_along14
#define WALK    walk_quickcd14
#include "methods/walk/walk_quickcd.inl"
