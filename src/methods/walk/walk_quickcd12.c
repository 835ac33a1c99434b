// walk_quickcd12.c - the walk of trees of tumbled 12-DOPs.
#define DOP     quickcd12
#define DOP_SET kdop12_set
#define ALONG   quickcd_along12
#define WALK    walk_quickcd12
#include "methods/walk/walk_quickcd.inl"
