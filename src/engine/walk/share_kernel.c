// share_kernel.c - a long walk for contacts, shared by the workers of its host.
#define WALK_LONG ISA(wide_walk_long)
#include "engine/walk/share.inl"
