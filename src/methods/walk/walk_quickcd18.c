// walk_quickcd18.c - the walk of trees of tumbled 18-DOPs.
#define DOP     quickcd18
#define DOP_SET kdop18_set
#define ALONG   quickcd_along18
#define WALK    walk_quickcd18
#include "methods/walk/walk_quickcd.inl"
