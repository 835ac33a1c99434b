// walk_kernel.c - the walk of two trees (walk.h).
#include "engine/walk/walk.inl"
