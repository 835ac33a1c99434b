// room.inl - trees that take less memory, as the kernels want them: packed nodes are unpacked for a visit, and the
// leaves of queued pairs are filled, each once a queue.
#ifndef ABUT_ENGINE_WALK_ROOM_INL
#define ABUT_ENGINE_WALK_ROOM_INL
#include "engine/build/fit.h"
#include "engine/leaf/leaf.h"
#include "engine/tree/unpack.inl"

#define PLACES 256  // of a table of at most WIDE_PAIRS_MAX leaves

// Belongs to the block of memory that a search keeps, where a tree needs it.
typedef struct wide_room {
    wide_node node[2];  // opened; the other
    wide_pair pairs[WIDE_PAIRS_MAX];
    wide_leaf leaf[2][WIDE_PAIRS_MAX];
} wide_room;

// What a tree without leaves needs for them.
typedef struct leaf_source {
    const soup_mesh* mesh;
    frame_map place;
} leaf_source;

// The node, unpacked, unless it is what was unpacked last.
static __attribute__((noinline)) const wide_node*
unpack_into(wide_node* room, const wide_packed** last, const wide_packed* p)
{
    if (*last != p) unpack_node(p, room);
    *last = p;
    return room;
}

static uint32_t count_listed(const wide_list* list)
{
    uint32_t count = 0;
    while (count < WIDE_LEAF && list->id[count] != WIDE_NOBODY)
        count++;
    return count;
}

// Fill leaves from lists. Triangles lie far apart in memory: all are asked for, then their vertices, then they are read.
static void fill_leaves(const wide_list* lists, const leaf_source* source, const uint32_t* leaf,
                        size_t count, wide_leaf* out)
{
    const soup_mesh* m = source->mesh;
    for (size_t i = 0; i < count && count > 2; i++) {
        const wide_list* list = &lists[leaf[i]];
        for (uint32_t t = 0, triangles = count_listed(list); t < triangles; t++)
            simd_prefetch(m->triangles + 3 * (size_t)list->id[t]);
    }
    for (size_t i = 0; i < count && count > 2; i++) {
        const wide_list* list = &lists[leaf[i]];
        for (uint32_t t = 0, triangles = count_listed(list); t < triangles; t++) {
            for (size_t v = 0; v < 3; v++)
                simd_prefetch(m->vertices + 3 * (size_t)m->triangles[3 * (size_t)list->id[t] + v]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const wide_list* list = &lists[leaf[i]];
        ISA(fit).fill(&out[i], m, &source->place, list->id, count_listed(list));
    }
}

// Number the leaves of one side of some pairs anew, and fill them.
static void fill_side(const wide_tree* t, const leaf_source* source, const wide_pair* pairs,
                      size_t count, int side, wide_room* room)
{
    uint8_t place[PLACES] = {0};  // a number and one
    uint32_t of[WIDE_PAIRS_MAX];
    uint8_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t leaf = side ? pairs[i].b : pairs[i].a;
        uint32_t at = (leaf * 0x9E3779B1u) >> 24;
        while (place[at] && of[place[at] - 1] != leaf)
            at = (at + 1) % PLACES;
        if (!place[at]) {
            of[next] = leaf;
            place[at] = ++next;
        }
        uint32_t* number = side ? &room->pairs[i].b : &room->pairs[i].a;
        *number = place[at] - 1u;
    }
    if (t->lists) fill_leaves(t->lists, source, of, next, room->leaf[side]);
    for (size_t i = 0; t->shorts && i < next; i++)
        lengthen_leaf(&t->shorts[of[i]], &room->leaf[side][i]);
}

// Find the leaves of some pairs, at most WIDE_PAIRS_MAX. Returns the pairs, by the numbers that they have there.
static __attribute__((noinline)) const wide_pair*
find_leaves(const wide_tree* const trees[2], const leaf_source source[2], const wide_pair* pairs,
            size_t count, wide_room* room, const wide_leaf* leaves[2])
{
    for (int side = 0; side < 2; side++) {
        leaves[side] = trees[side]->leaves;
        if (leaves[side]) continue;
        leaves[side] = room->leaf[side];
        fill_side(trees[side], &source[side], pairs, count, side, room);
    }
    for (size_t i = 0; i < count; i++) {
        if (trees[0]->leaves) room->pairs[i].a = pairs[i].a;
        if (trees[1]->leaves) room->pairs[i].b = pairs[i].b;
    }
    return room->pairs;
}

#endif
