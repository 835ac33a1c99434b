// walk_quickcd6.c - the walk of trees of tumbled 6-DOPs.
#define DOP     quickcd6
#define DOP_SET kdop6_set
#define ALONG   quickcd_along6
#define WALK    walk_quickcd6
#include "methods/walk/walk_quickcd.inl"
