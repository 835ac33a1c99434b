// unpack.c - see pack.h; for whoever is in no hurry.
#include "engine/tree/unpack.inl"

#include "engine/tree/pack.h"

void wide_unpack(const wide_packed* p, wide_node* out)
{
    unpack_node(p, out);
}

void wide_lengthen(const wide_short* s, wide_leaf* out)
{
    lengthen_leaf(s, out);
}
