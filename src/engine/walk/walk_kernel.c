// walk_kernel.c - the walk of two trees for contacts.
#define WALK_TREES ISA(wide_walk)
#define WALK_LONG  ISA(wide_walk_long)
#include "engine/walk/two_trees.inl"
