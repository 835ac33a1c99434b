// ray_kernel.c - a ray against a tree, and what a tree is made of as seen from a point (points.h). Bounds: docs/proofs/distance.md,
// "A ray, eight boxes and eight triangles".
#include "base/base.h"
#include "engine/box/point.inl"
#include "engine/tree/figures.h"
#include "engine/tree/full.inl"
#include "engine/walk/points.h"

// Tests compile this with 1/32, to show that the bounds are needed.
#ifndef ABUT_RAY_BOUND_SCALE
#define ABUT_RAY_BOUND_SCALE 1
#endif

#define ERROR        0x1p-23f  // what an operation errs by, at most, in any rounding mode
#define WAITING_MOST (2 * WIDE_LANES + (WIDE_LANES - 1) * (WIDE_DEPTH_MAX + 1))
#define AWAY         0x1p-24f  // the square of how far a box has to be

typedef struct walk {
    wide_points* s;
    const double* at;
    box_point point;
    float error;      // of the point about a leaf's origin, but for what the leaf adds
    float per_reach;  // of corners, by the reach of their leaf
    float along[3];
    float per_along, per_turn;  // what its coordinates err by; the same along an axis of a box
    frame_map place;
} walk;

static void begin(walk* w, wide_points* s, const double at[3], double error)
{
    w->s = s;
    w->at = at;
    box_point_make(&w->point, at, error, s->tree->defect);
    w->error = (float)(1.01 * error + 0x1p-50);
    w->per_reach = (float)(1.01 * (double)ERROR + 1.01 * wide_corner_error(s->tree));
    w->place = frame_map_make(s->frame);
    s->count = 0;
}

// ------------------------------------------------------------------------------------------------ rays

// Which of eight boxes a ray is certain to miss: along an axis of the box, or across the ray and an axis.
static inline lanes_int missed_boxes(const walk* w, const wide_node* n)
{
    lanes d[3], o[3], a[3], half[3];
    for (int k = 0; k < 3; k++) {
        d[k] = w->point.at[k] - lanes_load(n->centre[k]);
        half[k] = lanes_load(n->half[k]);
    }
    for (int i = 0; i < 3; i++) {
        const lanes x = lanes_load(n->axis[3 * i]), y = lanes_load(n->axis[3 * i + 1]),
                    z = lanes_load(n->axis[3 * i + 2]);
        o[i] = x * d[0] + y * d[1] + z * d[2];
        a[i] = x * w->along[0] + y * w->along[1] + z * w->along[2];
    }
    const lanes halves = half[0] + half[1] + half[2];
    const lanes far = lanes_abs(o[0]) + lanes_abs(o[1]) + lanes_abs(o[2]);
    const lanes margin = w->point.base + w->point.per_half * halves + w->point.per_distance * far;
    const lanes turn = lanes_all(w->per_turn), none = lanes_negate(turn);
    const lanes cross = 2.2f * margin + (w->per_turn + 0x1p-20f) * (far + halves);
    lanes_int missed = lanes_int_all(0);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const lanes reach = half[i] + margin;
        missed |= lanes_above(o[i], reach) & lanes_above(a[i], turn);
        missed |= lanes_above(lanes_negate(o[i]), reach) & lanes_above(none, a[i]);
        const lanes off = lanes_abs(o[j] * a[k] - o[k] * a[j]);
        missed |= lanes_above(off, half[j] * lanes_abs(a[k]) + half[k] * lanes_abs(a[j]) + cross);
    }
    return missed;
}

// Which triangles of two leaves a ray is certain to miss: the line passes two edges on different sides.
static inline lanes_int missed_triangles(const walk* w, const wide_leaf* const leaf[2])
{
    lanes corner[3][3], side[3];
    lanes far = lanes_all(0);
    const lanes reach = lanes_join(quad_all(leaf[0]->reach), quad_all(leaf[1]->reach));
    for (int k = 0; k < 3; k++) {
        const lanes p = lanes_join(quad_all((float)(w->at[k] - (double)leaf[0]->origin[k])),
                                   quad_all((float)(w->at[k] - (double)leaf[1]->origin[k])));
        far = lanes_max(lanes_abs(p), far);
        for (int v = 0; v < 3; v++)
            corner[v][k] = lanes_pair(leaf[0]->corner[3 * v + k], leaf[1]->corner[3 * v + k]) - p;
    }
    for (int i = 0; i < 3; i++) {
        const lanes *x = corner[i], *y = corner[(i + 1) % 3];
        side[i] = w->along[0] * (x[1] * y[2] - x[2] * y[1]) +
                  w->along[1] * (x[2] * y[0] - x[0] * y[2]) +
                  w->along[2] * (x[0] * y[1] - x[1] * y[0]);
    }
    // Coordinates are at most size and err by error; those of the direction are at most 1.
    const lanes size = far + reach;
    const lanes error = w->per_reach * reach + 2.1f * ERROR * (far + size) + w->error;
    const lanes bound =
        ABUT_RAY_BOUND_SCALE *
        (6.1f * (w->per_along * size + 2.05f * error) * size + 32 * ERROR * size * size);
    const lanes low = lanes_min(lanes_min(side[0], side[1]), side[2]);
    const lanes high = lanes_max(lanes_max(side[0], side[1]), side[2]);
    return lanes_above(high, bound) & lanes_above(lanes_negate(bound), low);
}

static int look_at(walk* w, const int32_t name[2])
{
    wide_points* s = w->s;
    wide_leaf room[2];
    const wide_leaf* leaf[2] = {full_leaf(s->tree, (size_t)~name[0], s->mesh, &w->place, &room[0])};
    leaf[1] = name[1] == name[0]
                  ? leaf[0]
                  : full_leaf(s->tree, (size_t)~name[1], s->mesh, &w->place, &room[1]);
    if (s->count + WIDE_LANES > s->capacity) return 0;
    lanes_int ids;
    memcpy(&ids, leaf[0]->id, sizeof ids / 2);
    memcpy((char*)&ids + sizeof ids / 2, leaf[1]->id, sizeof ids / 2);
    unsigned there = ~lanes_mask(lanes_int_equal(ids, lanes_int_all((int32_t)WIDE_NOBODY))) & 0xff;
    if (name[1] == name[0]) there &= 0xf;
    if (PRUNE(1)) there &= ~lanes_mask(missed_triangles(w, leaf));
    s->leaf_visits++;
    s->count += lanes_compress(s->ids + s->count, ids, there);
    return 1;
}

int ISA(wide_ray_walk)(wide_points* s, const wide_ray* ray)
{
    int32_t stack[WAITING_MOST];
    wide_node room;
    walk w;
    begin(&w, s, ray->at, ray->error);
    for (int k = 0; k < 3; k++)
        w.along[k] = (float)ray->along[k];
    w.per_along = (float)(1.01 * ray->per_along + 0x1p-23);
    w.per_turn = (float)(1.8 * ray->per_along + 0x1p-19);
    const int is_known = w.point.shrink > 0 && ray->per_along < 1;
    size_t height = 1;
    stack[0] = 0;
    while (height) {
        const int32_t top = stack[--height];
        if (top < 0) {
            int32_t name[2] = {top, top};
            if (height && stack[height - 1] < 0) name[1] = stack[--height];
            if (!look_at(&w, name)) return 0;
            continue;
        }
        const wide_node* n = full_node(s->tree, (size_t)top, &room);
        unsigned left = ~lanes_mask(lanes_int_load(n->half[0])) & 0xff;
        if (PRUNE(is_known)) left &= ~lanes_mask(missed_boxes(&w, n));
        s->node_visits++;
        for (; left; left &= left - 1)
            stack[height++] = n->child[__builtin_ctz(left)];
    }
    return 1;
}

// ------------------------------------------------------------------------------------------- covers

int ISA(wide_points_cover)(wide_points* s, const double at[3], double error)
{
    int32_t stack[WAITING_MOST];
    wide_node room;
    walk w;
    begin(&w, s, at, error);
    size_t height = 1;
    stack[0] = 0;
    while (height) {
        const wide_node* n = full_node(s->tree, (size_t)stack[--height], &room);
        const unsigned there = ~lanes_mask(lanes_int_load(n->half[0])) & 0xff;
        const unsigned away =
            lanes_mask(lanes_above(box_point_squares(&w.point, n), lanes_all(AWAY)));
        if (s->count + WIDE_LANES > s->capacity) return 0;
        for (unsigned left = there; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            if (n->child[i] < 0 || PRUNE(away >> i & 1))
                s->ids[s->count++] = (uint32_t)n->child[i];
            else
                stack[height++] = n->child[i];
        }
    }
    return 1;
}
