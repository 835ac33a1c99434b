// itself.inl - visits of a tree and itself. A node opens to pairs of its children, each of them once: a box and the node that it is
// in stand for the box and its later siblings (visit.inl). The last child has none: so its box and the node stand for all of
// the node, which is opened then: its children are to be visited with their later siblings, and each by itself.
#ifndef ABUT_ENGINE_WALK_ITSELF_INL
#define ABUT_ENGINE_WALK_ITSELF_INL
#include "engine/walk/walker.inl"

static inline visit visit_itself(uint32_t node)
{
    return (visit){2 * node, node * WIDE_LANES + WIDE_LANES - 1};
}

static inline int is_itself(const visit* v)
{
    return v->other == v->opened / 2 * WIDE_LANES + WIDE_LANES - 1;
}

// There is room on the stack for twice as many as a node has children, and in the queue for as many.
static inline void open_itself(walker* w, uint32_t node)
{
    const int32_t* const child = wide_children(w->tree[0], node);
    uint32_t count = 0;
    while (count < WIDE_LANES && wide_half(w->tree[0], node, 0, (int)count) >= 0)
        count++;
    for (uint32_t i = 0; i < count; i++) {
        if (i + 1 < count) w->stack[w->height++] = (visit){2 * node, node * WIDE_LANES + i};
        if (child[i] >= 0)
            w->stack[w->height++] = visit_itself((uint32_t)child[i]);
        else
            w->work->queue[w->queued++] = (wide_pair){(uint32_t)~child[i], (uint32_t)~child[i]};
    }
}

#endif
