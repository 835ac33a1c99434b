// probe_kernel.c - see probe.h.
#include "base/base.h"
#include "engine/tree/figures.h"
#include "engine/tree/unpack.inl"
#include "engine/walk/probe.h"

#include <math.h>

#define WAITING_MOST (WIDE_LANES + (WIDE_LANES - 1) * (WIDE_DEPTH_MAX + 1))

// A box that waits.
typedef struct waiting {
    double bound, promise;
    int32_t child;  // what is in it
} waiting;

static inline int is_left_out(wide_probe* p, double bound)
{
    if (!PRUNE(bound <= p->stop)) return 0;
    if (bound > p->left_out) p->left_out = bound;
    return 1;
}

// Put the children of a node where they wait, those that promise most last. Returns how many they are.
static size_t open_node(const wide_node* n, wide_probe* p, waiting* to)
{
    wide_bounds b;
    size_t count = 0;
    p->bound(p, n, &b);
    for (int i = 0; i < WIDE_LANES && n->half[0][i] >= 0; i++) {
        if (is_left_out(p, b.bound[i])) continue;
        size_t at = count++;
        for (; at && to[at - 1].promise > b.promise[i]; at--)
            to[at] = to[at - 1];
        to[at] = (waiting){b.bound[i], b.promise[i], n->child[i]};
    }
    return count;
}

void ISA(wide_probe_walk)(const wide_tree* t, wide_probe* p)
{
    waiting stack[WAITING_MOST];
    wide_node room;
    stack[0] = (waiting){.bound = HUGE_VAL};  // node 0, which has one child
    size_t height = 1;
    while (height) {
        const waiting top = stack[--height];
        if (is_left_out(p, top.bound)) continue;
        if (top.child < 0) {
            const uint32_t* id = wide_ids(t, (size_t)~top.child);
            if (!p->look(p, id, wide_leaf_count(id))) return;
            continue;
        }
        if (!t->nodes) unpack_node(&t->packed[top.child], &room);
        height += open_node(t->nodes ? &t->nodes[top.child] : &room, p, stack + height);
    }
}
