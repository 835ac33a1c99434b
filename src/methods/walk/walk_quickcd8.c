// walk_quickcd8.c - the walk of trees of tumbled 8-DOPs.
#define DOP     quickcd8
#define DOP_SET kdop8_set
#define ALONG   quickcd_along8
#define WALK    walk_quickcd8
#include "methods/walk/walk_quickcd.inl"
