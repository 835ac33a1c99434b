// full.inl - a node and a leaf in their full form, whatever form a tree has them in (node.h): where it is another, made in room.
#ifndef ABUT_ENGINE_TREE_FULL_INL
#define ABUT_ENGINE_TREE_FULL_INL
#include "engine/build/fit.h"
#include "engine/tree/figures.h"
#include "engine/tree/unpack.inl"

static inline const wide_node* full_node(const wide_tree* t, size_t index, wide_node* room)
{
    if (t->nodes) return &t->nodes[index];
    unpack_node(&t->packed[index], room);
    return room;
}

// map: of the tree's frame; m and map are read for lists alone.
static inline const wide_leaf* full_leaf(const wide_tree* t, size_t index, const soup_mesh* m,
                                         const frame_map* map, wide_leaf* room)
{
    if (t->leaves) return &t->leaves[index];
    if (t->shorts) {
        lengthen_leaf(&t->shorts[index], room);
    } else {
        const uint32_t* const id = t->lists[index].id;
        ISA(fit).fill(room, m, map, id, (uint32_t)wide_leaf_count(id));
    }
    return room;
}

#endif
