// wide_walk_kernel.c - the walk of two trees (wide_walk.h).
#include "wide/wide_walk.inl"
