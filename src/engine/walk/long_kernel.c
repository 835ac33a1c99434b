// long_kernel.c - the rest of long walks, compiled by itself: so that what short walks have inlined stays as it is.
#define WIDE_LONG
#include "engine/walk/walk.inl"
