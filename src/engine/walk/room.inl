// room.inl - trees that take less memory, as the kernels want them: packed nodes are unpacked for a visit, and the
// leaves of queued pairs are filled, each once a queue.
#ifndef ABUT_ENGINE_WALK_ROOM_INL
#define ABUT_ENGINE_WALK_ROOM_INL
#include "engine/build/fit.h"
#include "engine/leaf/leaf.h"
#include "engine/tree/unpack.inl"

#define ROOM_LEAVES 192  // of each side; numbers of 8 bits, and at least WIDE_PAIRS_MAX
#define PLACES_BITS 9    // of a table of them
#define PLACES      (1 << PLACES_BITS)
#define AHEAD       16  // leaves

#define ROOM_NODES 8  // a visit's nodes were most often those of a visit before

// Belongs to the block of memory that a search keeps, where a tree needs it.
typedef struct wide_room {
    wide_node node[2][ROOM_NODES];  // of each side
    wide_pair pairs[WIDE_PAIRS_MAX];
    wide_leaf leaf[2][ROOM_LEAVES];
    uint32_t leaf_number[2][ROOM_LEAVES];  // which leaves stand there
    uint8_t place[2][PLACES];              // by a hash of a leaf's number: where it stands, and one
} wide_room;

// What stands in a room: numbers of nodes, and how many leaves of each side; or WIDE_NOBODY.
typedef struct room_content {
    uint32_t node[2][ROOM_NODES];
    uint32_t leaves[2];
} room_content;

static inline void forget_room(room_content* in)
{
    memset(in, 0xFF, sizeof *in);
}

// What a tree without leaves needs for them.
typedef struct leaf_source {
    const soup_mesh* mesh;
    frame_map place;
} leaf_source;

static __attribute__((noinline)) void unpack_into(wide_node* out, const wide_packed* p)
{
    unpack_node(p, out);
}

// A node, unpacked, unless it still stands where it was put. Each side has places of its own, so a node of the one and a node of
// the other may be used together.
static inline const wide_node* unpacked_node(wide_room* room, room_content* in, int side,
                                             const wide_packed* nodes, uint32_t node)
{
    const uint32_t place = node % ROOM_NODES;
    if (in->node[side][place] != node) {
        in->node[side][place] = node;
        unpack_into(&room->node[side][place], &nodes[node]);
    }
    return &room->node[side][place];
}

static uint32_t count_listed(const wide_list* list)
{
    uint32_t count = 0;
    while (count < WIDE_LEAF && list->id[count] != WIDE_NOBODY)
        count++;
    return count;
}

// Number the leaves of one side of some pairs, by where they stand; those that did not stand there before come last.
// Returns the first of these.
static uint32_t number_side(const wide_pair* pairs, size_t count, int side, wide_room* room,
                            uint32_t* leaves)
{
    uint8_t* const place = room->place[side];
    uint32_t* const number = room->leaf_number[side];
    if (*leaves > ROOM_LEAVES - count) {  // no room, or nothing is known of it
        memset(place, 0, sizeof room->place[side]);
        *leaves = 0;
    }
    const uint32_t before = *leaves;
    uint32_t next = before;
    for (size_t i = 0; i < count; i++) {
        const uint32_t leaf = side ? pairs[i].b : pairs[i].a;
        uint32_t at = (leaf * 0x9E3779B1u) >> (32 - PLACES_BITS);
        while (place[at] && number[place[at] - 1] != leaf)
            at = (at + 1) % PLACES;
        if (!place[at]) {
            number[next] = leaf;
            place[at] = (uint8_t)++next;
        }
        *(side ? &room->pairs[i].b : &room->pairs[i].a) = place[at] - 1u;
    }
    *leaves = next;
    return before;
}

// A leaf to be filled from a list.
typedef struct leaf_task {
    const wide_list* list;
    const leaf_source* source;
    wide_leaf* to;
} leaf_task;

// Without branches: where there is no triangle, the first one is asked for again.
static inline size_t listed(const wide_list* list, uint32_t t)
{
    return list->id[t] == WIDE_NOBODY ? list->id[0] : list->id[t];
}

ALWAYS_INLINE void ask_for_triangles(const leaf_task* f)
{
    for (uint32_t t = 0; t < WIDE_LEAF; t++)
        simd_prefetch(f->source->mesh->triangles + 3 * listed(f->list, t));
}

ALWAYS_INLINE void ask_for_vertices(const leaf_task* f)
{
    const soup_mesh* m = f->source->mesh;
    for (uint32_t t = 0; t < WIDE_LEAF; t++) {
        for (size_t v = 0; v < 3; v++)
            simd_prefetch(m->vertices + 3 * (size_t)m->triangles[3 * listed(f->list, t) + v]);
    }
}

// Triangles lie far apart in memory: they are asked for some leaves before their vertices are, and these before they are read.
// Of one leaf or two the processor reads all at once by itself.
static void fill_leaves(const leaf_task* tasks, size_t count)
{
    for (size_t i = count > 2 ? 0 : 2 * AHEAD; i < count + 2 * AHEAD; i++) {
        if (i < count) ask_for_triangles(&tasks[i]);
        if (i >= AHEAD && i - AHEAD < count) ask_for_vertices(&tasks[i - AHEAD]);
        if (i < 2 * AHEAD) continue;
        const leaf_task* f = &tasks[i - 2 * AHEAD];
        ISA(fit).fill(f->to, f->source->mesh, &f->source->place, f->list->id,
                      count_listed(f->list));
    }
}

// Find the leaves of some pairs, at most WIDE_PAIRS_MAX. Returns the pairs, by the numbers that they have there.
static __attribute__((noinline)) const wide_pair*
find_leaves(const wide_tree* const trees[2], const leaf_source source[2], const wide_pair* pairs,
            size_t count, wide_room* room, room_content* in, const wide_leaf* leaves[2])
{
    leaf_task tasks[2 * WIDE_PAIRS_MAX];
    size_t task_count = 0;
    for (int side = 0; side < 2; side++) {
        const wide_tree* const t = trees[side];
        leaves[side] = t->leaves;
        if (leaves[side]) {
            for (size_t i = 0; i < count; i++)
                *(side ? &room->pairs[i].b : &room->pairs[i].a) = side ? pairs[i].b : pairs[i].a;
            continue;
        }
        leaves[side] = room->leaf[side];
        const uint32_t first = number_side(pairs, count, side, room, &in->leaves[side]);
        for (uint32_t i = first; i < in->leaves[side]; i++) {
            const uint32_t leaf = room->leaf_number[side][i];
            wide_leaf* const to = &room->leaf[side][i];
            if (t->shorts)
                lengthen_leaf(&t->shorts[leaf], to);
            else
                tasks[task_count++] = (leaf_task){&t->lists[leaf], &source[side], to};
        }
    }
    fill_leaves(tasks, task_count);
    return room->pairs;
}

#endif
