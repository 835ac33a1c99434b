// quickcd_walk.c - the walk that counts comparisons (quickcd_walk.h).
#include "papers/quickcd_walk.h"

#include "base/bits.h"
#include "bench.h"
#include "search/relative_pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STACK = 2 * TREE_DEPTH_MAX + 4
};  // of binary trees: a step takes one pair off, and puts on two

static const float* lows_of(const tree* t, uint32_t node)
{
    return tree_volume(t, node);
}

int counted_walk_begin(counted_walk* w, const abut_model* a, const abut_model* b)
{
    const size_t half = (size_t)a->tree.kind->dop->half;
    *w = (counted_walk){.a = a, .b = b, .set = a->tree.kind->dop, .stride = 1};
    if (b->tree.kind != a->tree.kind || a->tree.degree != 2 || b->tree.degree != 2)
        return bench_fail("only binary trees of one kind are walked");
    w->orders = malloc(a->tree.node_count * half);
    w->placed = malloc(b->tree.node_count * 2 * half * sizeof *w->placed);
    w->stamps = calloc(b->tree.node_count, sizeof *w->stamps);
    if (!w->orders || !w->placed || !w->stamps) return bench_fail("out of memory");
    for (uint32_t node = 0; node < a->tree.node_count; node++) {
        const float* low = lows_of(&a->tree, node);
        unsigned char order[KDOP_HALF_MAX];
        kdop_order(w->set, low, low + half, ABUT_INTERVALS_WIDTH, 0, order);
        memcpy(w->orders + node * half, order, half);
    }
    const float* low = lows_of(&b->tree, 0);
    kdop_order(w->set, low, low + half, ABUT_INTERVALS_WIDTH, 0, w->flyer_order);
    return BENCH_OK;
}

void counted_walk_change(counted_walk* w, walk_order order, int most)
{
    w->order = order;
    w->most = most && most < w->set->half ? most : w->set->half;
    w->counts = (walk_counts){0};
}

void counted_walk_end(counted_walk* w)
{
    free(w->orders);
    free(w->placed);
    free(w->stamps);
}

static void bound_corners(const counted_walk* w, const quickcd_constants* c, uint32_t node,
                          double* low, double* high)
{
    const int half = w->set->half;
    size_t first, count;
    w->b->tree.kind->find_extra(lows_of(&w->b->tree, node), &first, &count);
    for (int i = 0; i < half; i++) {
        low[i] = HUGE_VAL;
        high[i] = -HUGE_VAL;
    }
    for (size_t at = first; at < first + count; at += 3) {
        double turned[3];
        quickcd_turn(c, w->b->tree.extra + at, turned);
        for (int i = 0; i < half; i++) {
            const double along = kdop_along(w->set->direction[i], turned);
            low[i] = along < low[i] ? along : low[i];
            high[i] = along > high[i] ? along : high[i];
        }
    }
    for (int i = 0; i < half; i++) {
        low[i] = c->shift[i] + low[i] - c->error[i];
        high[i] = c->shift[i] + high[i] + c->error[i];
    }
}

// As the library does: the same roundings, so that the same tests end.
static const double* place(const counted_walk* w, const quickcd_constants* c, uint32_t node)
{
    const int half = w->set->half;
    const float* own = lows_of(&w->b->tree, node);
    double *low = w->placed + 2 * (size_t)half * node, *high = low + half;
    if (w->stamps[node] == w->stamp) return low;
    w->stamps[node] = w->stamp;
    if (!c->is_shift) bound_corners(w, c, node, low, high);
    for (int i = 0; i < half && c->is_shift; i++) {
        low[i] = (double)own[i] * c->b_scale + c->shift_low[i];
        high[i] = (double)own[half + i] * c->b_scale + c->shift_high[i];
    }
    return low;
}

static const unsigned char* order_of(const counted_walk* w, uint32_t a_node)
{
    static const unsigned char fixed[KDOP_HALF_MAX] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    switch (w->order) {
    case WALK_FLYER:
        return w->flyer_order;
    case WALK_ENVIRONMENT:
        return w->orders + (size_t)a_node * (size_t)w->set->half;
    default:
        return fixed;
    }
}

static void keep(counted_walk* w, const float* a, const double* b, double a_scale)
{
    if (w->kept_count >= w->kept_capacity || w->counts.overlaps % w->stride) return;
    const int half = w->set->half;
    dop_pair* to = &w->kept[w->kept_count++];
    for (int i = 0; i < half; i++) {
        to->low[0][i] = -float_round_up(-(double)a[i] * a_scale);
        to->high[0][i] = float_round_up((double)a[half + i] * a_scale);
        to->low[1][i] = -float_round_up(-b[i]);
        to->high[1][i] = float_round_up(b[half + i]);
    }
}

static bool test(counted_walk* w, const quickcd_constants* c, uint32_t a_node, const double* b)
{
    const int half = w->set->half;
    const float* a = lows_of(&w->a->tree, a_node);
    const unsigned char* order = order_of(w, a_node);
    uint64_t comparisons = 0;
    bool is_apart = false;
    w->counts.tests++;
    for (int n = 0; n < w->most && !is_apart; n++) {
        const int i = order[n];
        comparisons++;
        is_apart = (double)a[half + i] * c->a_scale < b[i];
        if (is_apart) break;
        comparisons++;
        is_apart = (double)a[i] * c->a_scale > b[half + i];
    }
    w->counts.comparisons += comparisons;
    if (is_apart) {
        w->counts.misses += comparisons;
        return false;
    }
    keep(w, a, b, c->a_scale);
    w->counts.overlaps++;
    return true;
}

typedef struct node_pair {
    uint32_t a, b;
} node_pair;

// The environment down to its leaves, then the flyer.
static void walk(counted_walk* w, const quickcd_constants* c)
{
    node_pair stack[STACK];
    size_t height = 0;
    if (test(w, c, 0, place(w, c, 0))) stack[height++] = (node_pair){0, 0};
    while (height) {
        const node_pair p = stack[--height];
        const node_link a = tree_link(&w->a->tree, p.a), b = tree_link(&w->b->tree, p.b);
        if (link_is_leaf(a) && link_is_leaf(b)) {
            w->counts.triangle_pairs += (uint64_t)a.count * (uint64_t)b.count;
            continue;
        }
        const bool descends_a = !link_is_leaf(a);
        for (uint32_t child = 0; child < link_children(descends_a ? a : b); child++) {
            const node_pair next = {descends_a ? a.first + child : p.a,
                                    descends_a ? p.b : b.first + child};
            if (test(w, c, next.a, place(w, c, next.b))) stack[height++] = next;
        }
    }
}

int counted_walk_ask(counted_walk* w, const abut_pose* a_pose, const abut_pose* b_pose)
{
    affine pose[2];
    relative_pose r;
    quickcd_constants c;
    if (affine_from_pose(&pose[0], a_pose) != ABUT_OK ||
        affine_from_pose(&pose[1], b_pose) != ABUT_OK)
        return bench_fail("a pose is wrong");
    const relative_side a = {&pose[0], &w->a->frame}, b = {&pose[1], &w->b->frame};
    relative_pose_prepare(&r, &a, &b);
    quickcd_prepare(&c, w->set, &r, w->b->tree.defect);
    w->stamp++;
    walk(w, &c);
    return BENCH_OK;
}
