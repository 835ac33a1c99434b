// rays_kernel.c - see rays.h. Bounds: docs/proofs/distance.md, "Rays".
#include "base/base.h"
#include "engine/box/point.inl"
#include "engine/tree/figures.h"
#include "engine/tree/full.inl"
#include "engine/walk/rays.h"

// Tests compile this with a part of it, to show that the bounds are needed.
#ifndef ABUT_RAYS_BOUND_SCALE
#define ABUT_RAYS_BOUND_SCALE 1
#endif

#define ERROR        0x1p-23f  // what an operation errs by, at most, in any rounding mode
#define U_ERROR      (ABUT_RAYS_BOUND_SCALE * 0x1p-19f)  // of u where a box begins and ends
#define STEEP        0x1p-30f  // of a direction along an axis of a box: less is taken as so much
#define OVER_SQUARE  1.0201f   // 1 over the square of a direction
#define WAITING_MOST (WIDE_LANES + (WIDE_LANES - 1) * (WIDE_DEPTH_MAX + 1) + WIDE_LANES)

// A box that waits, and where the ray is in it first.
typedef struct waiting {
    float key;
    int32_t child;
} waiting;

typedef struct walk {
    wide_rays* s;
    const wide_line* line;
    box_point point;
    float along[3];
    float turned;  // by how much a wrong direction moves points of the line along an axis of a box
    float error;   // of the line about a leaf's origin, but for what the leaf adds
    float per_along;  // what its coordinates err by
    float per_reach;  // of corners, by the reach of their leaf
    float cut;        // nothing behind it is wanted
    frame_map place;  // for leaves that are lists
} walk;

static void begin(walk* w, wide_rays* s, const wide_line* line)
{
    const double scale = ABUT_RAYS_BOUND_SCALE;
    w->s = s;
    w->line = line;
    box_point_make(&w->point, line->at, line->error, s->tree->defect);
    for (int k = 0; k < 3; k++)
        w->along[k] = (float)line->along[k];
    w->turned = (float)(scale * WIDE_LINE_MOST * (1.8 * line->per_along + 0x1p-20) * (1 + 0x1p-20));
    w->error = (float)(scale * (1.01 * line->error + 2.1 * line->per_along + 0x1p-49));
    w->per_along = (float)(1.01 * line->per_along + 0x1p-23);
    w->per_reach = (float)(1.01 * (double)ERROR + 1.01 * wide_corner_error(s->tree));
    w->cut = line->end_out;
    w->place = frame_map_make(s->frame);
    s->count = s->met_count = 0;
}

// ------------------------------------------------------------------------------------------------ boxes

// Where the ray enters eight boxes. Returns which it may meet, before the cut.
static inline unsigned met_boxes(const walk* w, const wide_node* n, lanes* enters)
{
    lanes d[3], o[3], b[3], half[3];
    for (int k = 0; k < 3; k++) {
        d[k] = w->point.at[k] - lanes_load(n->centre[k]);
        half[k] = lanes_load(n->half[k]);
    }
    for (int i = 0; i < 3; i++) {
        const lanes x = lanes_load(n->axis[3 * i]), y = lanes_load(n->axis[3 * i + 1]),
                    z = lanes_load(n->axis[3 * i + 2]);
        o[i] = x * d[0] + y * d[1] + z * d[2];
        b[i] = x * w->along[0] + y * w->along[1] + z * w->along[2];
    }
    const lanes halves = half[0] + half[1] + half[2];
    const lanes far = lanes_abs(o[0]) + lanes_abs(o[1]) + lanes_abs(o[2]);
    const lanes margin = w->point.base + w->turned + w->point.per_half * halves +
                         w->point.per_distance * far +
                         (ABUT_RAYS_BOUND_SCALE * 0x1p-21f) * (halves + far);
    lanes first = lanes_all(w->line->begin_out), last = lanes_all(w->cut);
    for (int i = 0; i < 3; i++) {
        const lanes reach = half[i] + margin;
        const lanes_int is_flat = lanes_above(lanes_all(STEEP), lanes_abs(b[i]));
        const lanes over = 1 / lanes_choose(is_flat, lanes_all(STEEP), b[i]);
        const lanes p = (lanes_negate(reach) - o[i]) * over, q = (reach - o[i]) * over;
        first = lanes_max(lanes_min(p, q), first);
        last = lanes_min(lanes_max(p, q), last);
    }
    *enters = first - U_ERROR;
    const unsigned there = ~lanes_mask(lanes_int_load(n->half[0])) & 0xff;
    const unsigned missed = lanes_mask(lanes_above(*enters, last + U_ERROR));
    return PRUNE(1) ? there & ~missed : there;
}

// ------------------------------------------------------------------------------------------- triangles

// The point of the line that is about nearest to a leaf's origin, as seen from there; and its u.
static inline double near_leaf(const walk* w, const wide_leaf* leaf, float out[3])
{
    const double *at = w->line->at, *along = w->line->along;
    double way[3], u = 0;
    for (int k = 0; k < 3; k++) {
        way[k] = (double)leaf->origin[k] - at[k];
        u += way[k] * along[k];
    }
    u = u > -2 ? u < 2 ? u : 2 : -2;
    for (int k = 0; k < 3; k++)
        out[k] = (float)(u * along[k] - way[k]);
    return u;
}

typedef struct triangles {
    lanes lo, hi;      // u, where it is met
    lanes_int missed;  // certainly
    lanes_int inside;  // certainly met in the inside
} triangles;

static inline lanes dot(const lanes x[3], const lanes y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline triangles test_triangles(const walk* w, const wide_leaf* const leaf[2])
{
    lanes corner[3][3], cross[3][3], side[3], length[3], from[3];
    const lanes along[3] = {lanes_all(w->along[0]), lanes_all(w->along[1]), lanes_all(w->along[2])};
    lanes far = lanes_all(0);
    float near[2][3];
    const float u0 = (float)near_leaf(w, leaf[0], near[0]),
                u1 = (float)near_leaf(w, leaf[1], near[1]);
    const lanes u = lanes_join(quad_all(u0), quad_all(u1));
    const lanes reach = lanes_join(quad_all(leaf[0]->reach), quad_all(leaf[1]->reach));
    for (int k = 0; k < 3; k++) {
        from[k] = lanes_join(quad_all(near[0][k]), quad_all(near[1][k]));
        far = lanes_max(lanes_abs(from[k]), far);
        for (int v = 0; v < 3; v++)
            corner[v][k] =
                lanes_pair(leaf[0]->corner[3 * v + k], leaf[1]->corner[3 * v + k]) - from[k];
    }
    for (int i = 0; i < 3; i++) {
        const lanes *x = corner[i], *y = corner[(i + 1) % 3];
        for (int k = 0; k < 3; k++)
            cross[i][k] = x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3];
        side[i] = dot(along, cross[i]);
        length[i] = dot(along, x);
    }
    // Coordinates are at most size and err by error; those of the direction are at most 1.
    const lanes size = far + reach;
    const lanes error = w->per_reach * reach + 2.1f * ERROR * (far + size) + w->error;
    const lanes bound =
        ABUT_RAYS_BOUND_SCALE *
        (6.1f * (w->per_along * size + 2.05f * error) * size + 32 * ERROR * size * size);
    const lanes low = lanes_min(lanes_min(side[0], side[1]), side[2]);
    const lanes high = lanes_max(lanes_max(side[0], side[1]), side[2]);
    triangles out;
    out.missed = lanes_above(high, bound) & lanes_above(lanes_negate(bound), low);
    // All of a triangle is between its corners.
    const lanes off = ABUT_RAYS_BOUND_SCALE *
                      (3.3f * (w->per_along * size + error) + 7 * ERROR * size + 0x1p-21f);
    const lanes least = lanes_min(lanes_min(length[0], length[1]), length[2]);
    const lanes most = lanes_max(lanes_max(length[0], length[1]), length[2]);
    out.lo = u + OVER_SQUARE * least - off;
    out.hi = u + OVER_SQUARE * most + off;
    // Where the ray meets the plane, if that is certain enough.
    const lanes down = side[0] + side[1] + side[2], steep = lanes_abs(down);
    out.inside = (lanes_above(low, bound) | lanes_above(lanes_negate(bound), high)) &
                 lanes_above(steep, 8 * bound);
    const lanes_int is_steep = lanes_above(steep, lanes_all(0));
    const lanes safe = lanes_choose(is_steep, down, lanes_all(1));
    const lanes t = dot(corner[0], cross[1]) / safe;
    const lanes height_bound =
        ABUT_RAYS_BOUND_SCALE * (18.5f * error + 32 * ERROR * size) * size * size;
    const lanes t_error = (height_bound + 3.2f * bound * lanes_abs(t)) /
                              lanes_choose(out.inside, steep - 3.2f * bound, lanes_all(1)) +
                          ABUT_RAYS_BOUND_SCALE * (0x1p-21f * lanes_abs(t) + 0x1p-21f);
    out.lo = lanes_choose(out.inside, lanes_max(u + t - t_error, out.lo), out.lo);
    out.hi = lanes_choose(out.inside, lanes_min(u + t + t_error, out.hi), out.hi);
    return out;
}

static inline float least_of(lanes x, unsigned mask)
{
    float each[SIMD_LANES], least = INFINITY;
    lanes_store(each, x);
    for (; mask; mask &= mask - 1)
        least = each[__builtin_ctz(mask)] < least ? each[__builtin_ctz(mask)] : least;
    return least;
}

enum { NO_ROOM = 0, GOES_ON = 1, ENDS = 2 };

static int look_at(walk* w, const int32_t name[2])
{
    wide_rays* const s = w->s;
    wide_leaf room[2];
    const wide_leaf* leaf[2] = {full_leaf(s->tree, (size_t)~name[0], s->mesh, &w->place, &room[0])};
    leaf[1] = name[1] == name[0]
                  ? leaf[0]
                  : full_leaf(s->tree, (size_t)~name[1], s->mesh, &w->place, &room[1]);
    s->leaf_visits++;
    unsigned there = 0;
    for (unsigned i = 0; i < SIMD_LANES; i++)
        there |= (unsigned)(leaf[i / 4]->id[i % 4] != WIDE_NOBODY) << i;
    if (name[1] == name[0]) there &= 0xf;
    const triangles t = test_triangles(w, leaf);
    const lanes_int out_of_range =
        lanes_above(t.lo, lanes_all(w->cut)) | lanes_above(lanes_all(w->line->begin_out), t.hi);
    if (PRUNE(1)) there &= ~lanes_mask(t.missed | out_of_range);
    if (!there) return GOES_ON;
    const unsigned met = there & lanes_mask(t.inside) &
                         ~lanes_mask(lanes_above(lanes_all(w->line->begin_in), t.lo) |
                                     lanes_above(t.hi, lanes_all(w->line->end_in)));
    if (s->want == WIDE_RAYS_COUNT) {
        s->met_count += (size_t)__builtin_popcount(met);
        there &= ~met;
    } else if (s->want == WIDE_RAYS_ANY && met) {
        s->count = 0;
        there = met & (0 - met);
    } else if (s->want == WIDE_RAYS_FIRST && met) {
        const float first = least_of(t.hi, met);
        if (first < w->cut) w->cut = first;
    }
    if (s->count + WIDE_LANES > s->capacity) return NO_ROOM;
    float lo[SIMD_LANES];
    lanes_store(lo, t.lo);
    for (unsigned left = there; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        s->found[s->count++] =
            (wide_rays_found){leaf[i / 4]->id[i % 4], lo[i], (int)(met >> i & 1)};
    }
    return s->want == WIDE_RAYS_ANY && met ? ENDS : GOES_ON;
}

// ----------------------------------------------------------------------------------------------- walk

// Put children where they wait, the one that is entered first on top.
static inline size_t push(waiting* on, const wide_node* n, unsigned mask, lanes enters)
{
    float key[SIMD_LANES];
    size_t count = 0;
    lanes_store(key, enters);
    for (; mask; mask &= mask - 1) {
        const unsigned i = (unsigned)__builtin_ctz(mask);
        size_t at = count++;
        for (; at && on[at - 1].key < key[i]; at--)
            on[at] = on[at - 1];
        on[at] = (waiting){key[i], n->child[i]};
    }
    return count;
}

// What was found before the cut came down.
static void drop_later(walk* w)
{
    wide_rays* const s = w->s;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (!PRUNE(s->found[i].lo > w->cut)) s->found[kept++] = s->found[i];
    s->count = kept;
}

int ISA(wide_rays_walk)(wide_rays* s, const wide_line* line)
{
    waiting stack[WAITING_MOST];
    wide_node room;
    walk w;
    begin(&w, s, line);
    size_t height = 1;
    stack[0] = (waiting){-INFINITY, 0};
    while (height) {
        const waiting top = stack[--height];
        if (PRUNE(top.key > w.cut)) continue;
        if (top.child >= 0) {
            lanes enters;
            const wide_node* n = full_node(s->tree, (size_t)top.child, &room);
            s->node_visits++;
            const unsigned mask = met_boxes(&w, n, &enters);
            height += push(stack + height, n, mask, enters);
            continue;
        }
        int32_t name[2] = {top.child, top.child};
        if (height && stack[height - 1].child < 0) name[1] = stack[--height].child;
        const int state = look_at(&w, name);
        if (state == NO_ROOM) return 0;
        if (state == ENDS) return 1;
    }
    if (s->want == WIDE_RAYS_FIRST) drop_later(&w);
    return 1;
}
