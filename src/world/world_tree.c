// world_tree.c - see world_tree.h. Nodes stand in the order of a walk, each with the place where its subtree ends: so
// a search needs no stack, and a refit is one pass from the end.
#include "world/world_tree.h"

#include "base/base.h"
#include "base/host.h"

#define LEAF_MOST   4
#define WORSE       1.5  // a tree whose nodes have grown so much is built anew
#define UNEVEN      16   // a side with less than such a part of a node: halve by count instead
#define STACK_MOST  512  // more than the depth: each level leaves at most 15/16 of a node
#define BELOW_FIELD 0x1p-1018

// ------------------------------------------------------------------------------------------- boxes

// Each product and sum errs by at most 2^-52 of its result in any rounding mode, or by 2^-1022 where numbers are
// flushed: together less than 2^-48 of the sum of magnitudes. Entries of the matrix below the normal numbers
// may be read as 0, which takes 2^-1022 of a coordinate; coordinates below them, of which entries make up to
// 2^301 times as much, that is 2^-721 each.
world_box world_box_of(const affine* pose, const double low[3], const double high[3])
{
    world_box out = WORLD_BOX_EMPTY;
    double largest = 0;
    for (int k = 0; k < 3; k++) {
        if (low[k] > high[k]) return out;
        largest = fmax(largest, fmax(fabs(low[k]), fabs(high[k])));
    }
    for (int i = 0; i < 3; i++) {
        double least = 0, most = 0, size = fabs(pose->translation[i]);
        for (int k = 0; k < 3; k++) {
            const double from = pose->matrix[i][k] * low[k], to = pose->matrix[i][k] * high[k];
            least += from < to ? from : to;
            most += from < to ? to : from;
            size += fabs(from) > fabs(to) ? fabs(from) : fabs(to);
        }
        const double margin = size * 0x1p-48 + largest * BELOW_FIELD + 0x1p-718;
        const double below = least + pose->translation[i] - margin;
        const double above = most + pose->translation[i] + margin;
        // Where something overflowed, nothing is known.
        const int is_known = size <= 0x1p1020;
        out.low[i] = is_known ? below : -HUGE_VAL;
        out.high[i] = is_known ? above : HUGE_VAL;
    }
    return out;
}

// Two operations err by at most 2^-51 of the sum of magnitudes, or where numbers are flushed by some 2^-1022. What
// overflows ends beyond all other boxes. An empty box, whose ends are infinite, stays one.
world_box world_box_grown(const world_box* b, double margin)
{
    world_box out;
    for (int k = 0; k < 3; k++) {
        const double low = (fabs(b->low[k]) + margin) * 0x1p-50 + BELOW_FIELD;
        const double high = (fabs(b->high[k]) + margin) * 0x1p-50 + BELOW_FIELD;
        out.low[k] = b->low[k] - margin - low;
        out.high[k] = b->high[k] + margin + high;
    }
    return world_box_is_empty(b) ? *b : out;
}

static void box_add(world_box* to, const world_box* b)
{
    for (int k = 0; k < 3; k++) {
        to->low[k] = b->low[k] < to->low[k] ? b->low[k] : to->low[k];
        to->high[k] = b->high[k] > to->high[k] ? b->high[k] : to->high[k];
    }
}

// Half the surface would do; the sum of sides does not vanish for flat ones.
static double box_size(const world_box* b)
{
    return (b->high[0] - b->low[0]) + (b->high[1] - b->low[1]) + (b->high[2] - b->low[2]);
}

// A number in the middle, 0 for boxes without an end.
static double middle_of(const world_box* b, int axis)
{
    const double sum = b->low[axis] / 2 + b->high[axis] / 2;
    return sum > -HUGE_VAL && sum < HUGE_VAL ? sum : 0;
}

// ------------------------------------------------------------------------------------------- build

typedef struct part {  // of the order, to become a node
    uint32_t first, count;
} part;

static world_box range_of_middles(const world_tree* t, const world_box* boxes, const part* p)
{
    world_box range = WORLD_BOX_EMPTY;
    for (uint32_t i = 0; i < p->count; i++) {
        world_box point;
        for (int k = 0; k < 3; k++)
            point.low[k] = point.high[k] = middle_of(&boxes[t->order[p->first + i]], k);
        box_add(&range, &point);
    }
    return range;
}

// Move what is below the value to the front; returns how many that are.
static uint32_t divide(uint32_t* order, uint32_t count, const world_box* boxes, int axis,
                       double value)
{
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t which = order[i];
        if (!(middle_of(&boxes[which], axis) < value)) continue;
        order[i] = order[front];
        order[front++] = which;
    }
    return front;
}

static void exchange(uint32_t* order, int64_t i, int64_t k)
{
    const uint32_t which = order[i];
    order[i] = order[k];
    order[k] = which;
}

// Hoare's selection: afterwards nothing before place half is above what is there, nothing behind it below.
static void halve(uint32_t* order, uint32_t count, const world_box* boxes, int axis)
{
    int64_t low = 0, high = (int64_t)count - 1;
    const int64_t half = count / 2;
    while (low < high) {
        const double pivot = middle_of(&boxes[order[(low + high) / 2]], axis);
        int64_t i = low, k = high;
        while (i <= k) {
            while (middle_of(&boxes[order[i]], axis) < pivot)
                i++;
            while (middle_of(&boxes[order[k]], axis) > pivot)
                k--;
            if (i <= k) exchange(order, i++, k--);
        }
        if (half <= k)
            high = k;
        else if (half >= i)
            low = i;
        else
            return;
    }
}

// Divide a part in the middle of its longest side, or by count. Returns the size of the first half.
static uint32_t split(world_tree* t, const world_box* boxes, const part* p)
{
    const world_box range = range_of_middles(t, boxes, p);
    uint32_t* order = t->order + p->first;
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (range.high[k] - range.low[k] > range.high[axis] - range.low[axis]) axis = k;
    const double middle = range.low[axis] / 2 + range.high[axis] / 2;
    const uint32_t front = divide(order, p->count, boxes, axis, middle);
    const uint32_t smaller = front < p->count - front ? front : p->count - front;
    if (smaller > p->count / UNEVEN) return front;
    halve(order, p->count, boxes, axis);
    return p->count / 2;
}

// Set every node's box and the end of its subtree, from the last node on. Returns the size of all.
static double fit(world_tree* t, const world_box* boxes)
{
    double size = 0;
    for (size_t i = t->node_count; i-- > 0;) {
        world_node* node = &t->nodes[i];
        node->box = (world_box)WORLD_BOX_EMPTY;
        node->next = (uint32_t)i + 1;
        for (uint32_t k = 0; k < node->count; k++)
            box_add(&node->box, &boxes[t->order[node->first + k]]);
        for (int child = 0; child < 2 && !node->count; child++) {
            box_add(&node->box, &t->nodes[node->next].box);
            node->next = t->nodes[node->next].next;
        }
        size += box_size(&node->box);
    }
    return size;
}

static abut_status reserve(world_tree* t, size_t count, const abut_host* host)
{
    void *order = t->order, *nodes = t->nodes;
    TRY(host_grow(host, &order, &t->order_capacity, 0, count, sizeof *t->order));
    t->order = order;
    TRY(host_grow(host, &nodes, &t->node_capacity, 0, 2 * count, sizeof *t->nodes));
    t->nodes = nodes;
    return ABUT_OK;
}

static int box_holds(const world_box* outer, const world_box* b)
{
    int holds = 1;
    for (int k = 0; k < 3; k++)
        holds &= outer->low[k] <= b->low[k] && outer->high[k] >= b->high[k];
    return holds;
}

// Whether nodes stand as world_tree.h says, and hold what is below them.
static int is_whole(const world_tree* t, const world_box* boxes)
{
    size_t listed = 0;
    int whole = !t->node_count == !t->count && (!t->count || t->nodes[0].next == t->node_count);
    for (uint32_t i = 0; i < t->node_count && whole; i++) {
        const world_node* n = &t->nodes[i];
        const uint32_t first = i + 1, second = n->count ? n->next : t->nodes[first].next;
        whole = n->next > i && n->next <= t->node_count && n->first == listed;
        for (uint32_t k = 0; k < n->count; k++)
            whole &= box_holds(&n->box, &boxes[t->order[n->first + k]]);
        listed += n->count;
        if (n->count) continue;
        whole &= second < n->next && t->nodes[second].next == n->next;
        whole &=
            box_holds(&n->box, &t->nodes[first].box) && box_holds(&n->box, &t->nodes[second].box);
    }
    return whole && listed == t->count;
}

abut_status world_tree_build(world_tree* t, const world_box* boxes, size_t count,
                             const abut_host* host)
{
    part stack[STACK_MOST];
    size_t height = 0;
    t->count = t->node_count = 0;
    TRY(reserve(t, count, host));
    for (size_t i = 0; i < count; i++)
        if (!world_box_is_empty(&boxes[i])) t->order[t->count++] = (uint32_t)i;
    if (t->count) stack[height++] = (part){0, (uint32_t)t->count};
    while (height) {
        const part p = stack[--height];
        world_node* node = &t->nodes[t->node_count++];
        *node = (world_node){.first = p.first, .count = p.count};
        if (p.count <= LEAF_MOST) continue;
        const uint32_t front = split(t, boxes, &p);
        node->count = 0;
        ASSERT(height + 2 <= STACK_MOST);
        stack[height++] = (part){p.first + front, p.count - front};
        stack[height++] = (part){p.first, front};
    }
    t->size = fit(t, boxes);
    VALIDATE(is_whole(t, boxes));
    return ABUT_OK;
}

int world_tree_refit(world_tree* t, const world_box* boxes)
{
    const double size = fit(t, boxes);
    VALIDATE(is_whole(t, boxes));
    return size <= WORSE * t->size;
}

void world_tree_free(world_tree* t, const abut_host* host)
{
    host_release(host, t->nodes, t->node_capacity, sizeof *t->nodes);
    host_release(host, t->order, t->order_capacity, sizeof *t->order);
    *t = (world_tree){0};
}

// ------------------------------------------------------------------------------------------ search

abut_status world_tree_find(const world_tree* t, const world_box* boxes, const world_box* box,
                            world_visit* visit, void* context)
{
    for (uint32_t i = 0; i < t->node_count;) {
        const world_node* node = &t->nodes[i];
        if (PRUNE(!world_boxes_meet(&node->box, box))) {
            i = node->next;
            continue;
        }
        for (uint32_t k = 0; k < node->count; k++) {
            const uint32_t which = t->order[node->first + k];
            if (world_boxes_meet(&boxes[which], box)) TRY(visit(context, which));
        }
        i++;
    }
    return ABUT_OK;
}
