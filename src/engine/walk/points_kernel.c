// points_kernel.c - see points.h. Bounds: docs/proofs/distance.md, "A point and eight boxes", "A point and eight triangles".
#include "base/base.h"
#include "engine/box/point.inl"
#include "engine/tree/figures.h"
#include "engine/tree/full.inl"
#include "engine/tree/unpack.inl"
#include "engine/walk/points.h"

#include <float.h>
#include <math.h>

// Tests compile this with 1/32, to show that the bound is needed.
#ifndef ABUT_POINT_LEAF_SCALE
#define ABUT_POINT_LEAF_SCALE 1
#endif

#define ERROR        0x1p-23f  // what an operation errs by, at most, in any rounding mode
#define GROW         (1 + ABUT_POINT_LEAF_SCALE * 0x1p-20f)
#define SHRINK       (1 - ABUT_POINT_LEAF_SCALE * 0x1p-20f)
#define WAITING_MOST (WIDE_LANES + (WIDE_LANES - 1) * (WIDE_DEPTH_MAX + 1) + WIDE_LANES)

// A box that waits: its bound, the square of how far it is at least, and what is in it.
typedef struct waiting {
    float bound;
    int32_t child;
} waiting;

typedef struct walk {
    wide_points* s;
    const double* at;
    box_point point;
    float error;      // of a place about a leaf's origin, but for what the leaf adds
    float per_reach;  // of a corner and of all sums, by the reach of its leaf
    float cut;        // a bound, as those of boxes and triangles are: what has more is left out
    frame_map place;  // for leaves that are lists
    int is_far;       // bounds are heights, and not squares
    struct {
        double up[3], per_length;  // the way to the point over its length; 1 over that
        float direction[3], curve, margin, slack;
    } far;
} walk;

// --------------------------------------------------------------------------------------- triangles

static inline lanes dot(const lanes x[3], const lanes y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline lanes clamp(lanes t)
{
    return lanes_min(lanes_max(t, lanes_all(0)), lanes_all(1));
}

// A point above eight triangles: corner 0 seen from it, and two edges.
typedef struct above {
    lanes w[3], u[3], v[3];
    lanes uu, uv, vv, wu, wv;
} above;

static inline void keep_shorter(lanes* least, lanes* s, lanes* t, lanes square, lanes other_s,
                                lanes other_t)
{
    const lanes_int is_less = lanes_above(*least, square);
    *least = lanes_choose(is_less, square, *least);
    *s = lanes_choose(is_less, other_s, *s);
    *t = lanes_choose(is_less, other_t, *t);
}

// Weights of the point of each triangle that is likely to be the nearest: s of u and t of v, in the triangle but for rounding.
static inline void find_weights(const above* a, lanes* s, lanes* t)
{
    const lanes zero = lanes_all(0), one = lanes_all(1), least_size = lanes_all(FLT_MIN);
    // Along the edges from corner 0, and the one between the others.
    const lanes along_u = clamp(a->wu / lanes_max(a->uu, least_size));
    const lanes along_v = clamp(a->wv / lanes_max(a->vv, least_size));
    const lanes third = a->uu - 2 * a->uv + a->vv;
    const lanes along = clamp((a->wv - a->wu + a->uu - a->uv) / lanes_max(third, least_size));
    // Squares of the distances, less that of corner 0.
    lanes least = along_u * (along_u * a->uu - 2 * a->wu);
    *s = along_u;
    *t = zero;
    keep_shorter(&least, s, t, along_v * (along_v * a->vv - 2 * a->wv), zero, along_v);
    const lanes rest = one - along;
    const lanes square = rest * (rest * a->uu - 2 * a->wu) + along * (along * a->vv - 2 * a->wv) +
                         2 * rest * along * a->uv;
    keep_shorter(&least, s, t, square, rest, along);
    // In the face: by its weights, all of them above 0.
    const lanes whole = a->uu * a->vv - a->uv * a->uv;
    const lanes face_s = (a->wu * a->vv - a->wv * a->uv) / whole;
    const lanes face_t = (a->wv * a->uu - a->wu * a->uv) / whole;
    const lanes inside = lanes_min(lanes_min(face_s, face_t), one - (face_s + face_t));
    const lanes_int is_inside = lanes_above(inside, zero);
    *s = lanes_choose(is_inside, face_s, *s);
    *t = lanes_choose(is_inside, face_t, *t);
}

// Bounds of the squares of eight distances.
typedef struct squares {
    lanes low, high;
} squares;

// By the way to any point of a triangle, from above; by weak duality along it, from below.
static inline squares bound_squares(const above* a, lanes error)
{
    lanes s, t, way[3];
    find_weights(a, &s, &t);
    for (int k = 0; k < 3; k++)
        way[k] = a->w[k] - s * a->u[k] - t * a->v[k];
    const lanes square = dot(way, way), along_w = dot(way, a->w), along_u = dot(way, a->u),
                along_v = dot(way, a->v);
    const lanes least = lanes_min(lanes_min(along_w, along_w - along_u), along_w - along_v);
    const lanes size = lanes_abs(way[0]) + lanes_abs(way[1]) + lanes_abs(way[2]);
    const lanes gap = lanes_max(least - size * error, lanes_all(0));
    const lanes length = lanes_root(square) * GROW + 1.8f * error;
    squares out;
    // 0 / 0 is no number: then 0.
    out.low = lanes_max(gap * (gap / square) * SHRINK, lanes_all(0));
    out.high = length * length * GROW;
    return out;
}

// The point about the origins of two leaves.
static inline void see_from(const double at[3], const wide_leaf* const leaf[2], lanes p[3])
{
    quad part[2];
    for (int i = 0; i < 2; i++) {
        const quad_double place = {at[0], at[1], at[2], 0};
        const float* const o = leaf[i]->origin;
        const quad_double origin = {(double)o[0], (double)o[1], (double)o[2], 0};
        part[i] = __builtin_convertvector(place - origin, quad);
    }
    const lanes both = lanes_join(part[0], part[1]);
    p[0] = LANES_SHUFFLE(both, 0, 0, 0, 0);
    p[1] = LANES_SHUFFLE(both, 1, 1, 1, 1);
    p[2] = LANES_SHUFFLE(both, 2, 2, 2, 2);
}

static inline squares bound_leaves(const walk* w, const wide_leaf* const leaf[2])
{
    above a;
    lanes p[3];
    see_from(w->at, leaf, p);
    for (int k = 0; k < 3; k++) {
        const lanes corner = lanes_pair(leaf[0]->corner[k], leaf[1]->corner[k]);
        a.w[k] = p[k] - corner;
        a.u[k] = lanes_pair(leaf[0]->corner[3 + k], leaf[1]->corner[3 + k]) - corner;
        a.v[k] = lanes_pair(leaf[0]->corner[6 + k], leaf[1]->corner[6 + k]) - corner;
    }
    a.uu = dot(a.u, a.u);
    a.uv = dot(a.u, a.v);
    a.vv = dot(a.v, a.v);
    a.wu = dot(a.w, a.u);
    a.wv = dot(a.w, a.v);
    const lanes reach = lanes_join(quad_all(leaf[0]->reach), quad_all(leaf[1]->reach));
    const lanes far = lanes_max(lanes_max(lanes_abs(p[0]), lanes_abs(p[1])), lanes_abs(p[2]));
    const lanes error =
        ABUT_POINT_LEAF_SCALE * (w->per_reach * reach + 18.3f * ERROR * far + w->error);
    return bound_squares(&a, error);
}

// --------------------------------------------------------------------------------------- far points
//
// Of a point p that is far off, D from the middle, floats do not tell squares of distances apart. So what is compared are
// heights, (|p - x|^2 - |p|^2) / 2D = |x|^2 / 2D - p.x / D. They are convex: above the plane that touches them anywhere.

// Of coordinates: less than so much is no far point, and of more nothing is known.
#define FAR_LEAST 8
#define FAR_MOST  0x1p400

static void begin_far(walk* w, double error)
{
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += w->at[k] * w->at[k];
    const double length = sqrt(square), off = 3.1 * error / length;
    const wide_points* s = w->s;
    w->is_far = square > FAR_LEAST * FAR_LEAST && length < FAR_MOST && off < 0x1p-20;
    if (!w->is_far) return;
    w->far.per_length = 1 / length;
    for (int k = 0; k < 3; k++) {
        w->far.up[k] = w->at[k] * w->far.per_length;
        w->far.direction[k] = (float)w->far.up[k];
    }
    w->far.curve = (float)(0.5 * w->far.per_length);
    w->far.margin = (float)(1.01 * off);
    w->far.slack = (float)(0.77 * s->stretch * length + 0x1p-21);
    w->cut = (float)INFINITY;
    // Vertices are within 1.74 of the middle.
    const double least = length * (1 - 0x1p-20) - 1.75;
    if (PRUNE(least * least * (1 - 0x1p-20) > (double)s->within)) w->cut = -(float)INFINITY;
}

// The least height in each of eight boxes, from the plane that touches at its centre.
static inline lanes far_boxes(const walk* w, const wide_node* n)
{
    const lanes curve = lanes_all(w->far.curve);
    lanes c[3], slope[3], height = lanes_all(0), halves = height, reach = height;
    for (int k = 0; k < 3; k++) {
        c[k] = lanes_load(n->centre[k]);
        slope[k] = 2 * curve * c[k] - w->far.direction[k];
        height += (curve * c[k] - w->far.direction[k]) * c[k];
    }
    for (int i = 0; i < 3; i++) {
        const lanes half = lanes_load(n->half[i]);
        const lanes along = lanes_load(n->axis[3 * i]) * slope[0] +
                            lanes_load(n->axis[3 * i + 1]) * slope[1] +
                            lanes_load(n->axis[3 * i + 2]) * slope[2];
        reach += half * lanes_abs(along);
        halves += half;
    }
    return height - reach - ABUT_POINT_LEAF_SCALE * (0x1p-18f + 0x1p-18f * halves + w->far.margin);
}

// Bounds of the least heights of eight triangles: from above that of a corner; from below by the plane that touches there,
// which is below the height of another corner by the square of the way to it.
static inline squares far_leaves(const walk* w, const wide_leaf* const leaf[2])
{
    quad base[2], slope[2][3];
    lanes corner[3][3], least = lanes_all((float)INFINITY), longest = lanes_all(0);
    for (int i = 0; i < 2; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            const double o = (double)leaf[i]->origin[k], bent = w->far.per_length * o;
            sum += (0.5 * bent - w->far.up[k]) * o;
            slope[i][k] = quad_all((float)(bent - w->far.up[k]));
        }
        base[i] = quad_all((float)sum);
    }
    const lanes curve = lanes_all(w->far.curve);
    for (int v = 0; v < 3; v++) {
        lanes height = lanes_join(base[0], base[1]);
        for (int k = 0; k < 3; k++) {
            const lanes x = lanes_pair(leaf[0]->corner[3 * v + k], leaf[1]->corner[3 * v + k]);
            corner[v][k] = x;
            height += (lanes_join(slope[0][k], slope[1][k]) + curve * x) * x;
        }
        least = lanes_min(least, height);
    }
    for (int v = 0; v < 3; v++) {
        lanes way[3];
        for (int k = 0; k < 3; k++)
            way[k] = corner[v][k] - corner[(v + 1) % 3][k];
        longest = lanes_max(longest, dot(way, way));
    }
    const lanes reach = lanes_join(quad_all(leaf[0]->reach), quad_all(leaf[1]->reach));
    const lanes error =
        ABUT_POINT_LEAF_SCALE *
        (2.5f * w->per_reach * reach + 24 * ERROR * (reach + 1) + w->far.margin + 0x1p-40f);
    squares out;
    out.low = least - 1.01f * curve * longest - error;
    out.high = least + error;
    return out;
}

// ------------------------------------------------------------------------------------------ keeping

static void heap_add(float* heap, size_t count, float x)
{
    size_t at = 0;
    if (!(x < heap[0])) return;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child]) child++;
        if (!(heap[child] > x)) break;
        heap[at] = heap[child];
    }
    heap[at] = x;
}

static inline void lower_cut(walk* w)
{
    const float cut = w->is_far ? w->s->heap[0] + w->far.slack : w->s->heap[0] * w->s->spread;
    if (cut < w->cut) w->cut = cut;
}

// high: of the lanes in which there is a triangle. name: of the first leaf, whose lanes are the first four.
static inline void lower(walk* w, lanes high, unsigned there, const int32_t name[2])
{
    wide_points* s = w->s;
    unsigned less = there & lanes_mask(lanes_above(lanes_all(s->heap[0]), high));
    float bound[WIDE_LANES];
    if (!less) return;
    lanes_store(bound, high);
    if (s->nearest == 1) {
        const unsigned best = lanes_greatest(lanes_negate(high), less);
        s->heap[0] = bound[best];
        s->leaf = (uint32_t)~name[best / WIDE_LEAF];
    } else {
        for (; less; less &= less - 1)
            heap_add(s->heap, s->nearest, bound[__builtin_ctz(less)]);
        s->leaf = (uint32_t)~name[0];
    }
    lower_cut(w);
}

// Look at two leaves, or at one that is named twice. Returns 0 where there is no room: then nothing was done, for the heap must
// not have a triangle twice.
static inline int look_at(walk* w, const int32_t name[2])
{
    wide_points* s = w->s;
    wide_leaf room[2];
    if (s->count + WIDE_LANES > s->capacity) return 0;
    const wide_leaf* leaf[2] = {full_leaf(s->tree, (size_t)~name[0], s->mesh, &w->place, &room[0])};
    leaf[1] = name[1] == name[0]
                  ? leaf[0]
                  : full_leaf(s->tree, (size_t)~name[1], s->mesh, &w->place, &room[1]);
    const squares q = w->is_far ? far_leaves(w, leaf) : bound_leaves(w, leaf);
    lanes_int ids;
    memcpy(&ids, leaf[0]->id, sizeof ids / 2);
    memcpy((char*)&ids + sizeof ids / 2, leaf[1]->id, sizeof ids / 2);
    unsigned there = ~lanes_mask(lanes_int_equal(ids, lanes_int_all((int32_t)WIDE_NOBODY))) & 0xff;
    if (name[1] == name[0]) there &= 0xf;
    s->leaf_visits++;
    lower(w, q.high, there, name);
    const unsigned near =
        PRUNE(1) ? there & ~lanes_mask(lanes_above(q.low, lanes_all(w->cut))) : there;
    uint32_t bits[WIDE_LANES];
    lanes_compress(bits, (lanes_int)q.low, near);
    memcpy(s->lows + s->count, bits, sizeof bits);
    s->count += lanes_compress(s->ids + s->count, ids, near);
    return 1;
}

// ------------------------------------------------------------------------------------------- walking

static void sort_waiting(waiting* list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const waiting x = list[i];
        size_t at = i;
        for (; at && list[at - 1].bound < x.bound; at--)
            list[at] = list[at - 1];
        list[at] = x;
    }
}

// Put the children of a node on the stack, the nearest on top. Returns how many.
static inline size_t visit(walk* w, const wide_node* n, waiting* to)
{
    const lanes bound = w->is_far ? far_boxes(w, n) : box_point_squares(&w->point, n);
    const unsigned there = ~lanes_mask(lanes_int_load(n->half[0])) & 0xff;
    unsigned near = PRUNE(1) ? there & ~lanes_mask(lanes_above(bound, lanes_all(w->cut))) : there;
    float bounds[WIDE_LANES];
    size_t count = 0;
    lanes_store(bounds, bound);
    w->s->node_visits++;
    for (; near; near &= near - 1) {
        const int i = __builtin_ctz(near);
        to[count++] = (waiting){bounds[i], n->child[i]};
    }
    sort_waiting(to, count);
    return count;
}

// What was kept before the cut was lowered.
static void drop_farther(walk* w)
{
    wide_points* s = w->s;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        const int is_far = PRUNE(s->lows[i] > w->cut);
        s->ids[kept] = s->ids[i];
        s->lows[kept] = s->lows[i];
        kept += !is_far;
    }
    s->count = kept;
}

static int make_room(walk* w)
{
    drop_farther(w);
    return w->s->count + WIDE_POINTS_ROOM <= w->s->capacity;
}

static int look_again(walk* w, const int32_t name[2])
{
    return look_at(w, name) || (make_room(w) && look_at(w, name));
}

static void begin(walk* w, wide_points* s, const double at[3], double error)
{
    const wide_tree* t = s->tree;
    w->s = s;
    w->at = at;
    box_point_make(&w->point, at, error, t->defect);
    w->error = (float)(1.01 * error + 0x1p-50);
    w->per_reach = (float)(18.3 * (double)ERROR + 1.01 * wide_corner_error(t));
    w->cut = s->within;
    w->place = frame_map_make(s->frame);
    begin_far(w, error);
    for (size_t i = 0; i < s->nearest; i++)
        s->heap[i] = w->is_far ? (float)INFINITY : s->within;
    s->count = 0;
}

int ISA(wide_points_walk)(wide_points* s, const double at[3], double error)
{
    waiting stack[WAITING_MOST];
    wide_node room;
    walk w;
    begin(&w, s, at, error);
    const int32_t seed = s->leaf == WIDE_NO_LEAF ? 0 : ~(int32_t)s->leaf;
    if (seed && !look_again(&w, (const int32_t[2]){seed, seed})) return 0;
    size_t height = 1;
    stack[0] = (waiting){-(float)INFINITY, 0};
    while (height) {
        const waiting top = stack[--height];
        if (PRUNE(top.bound > w.cut) || (top.child < 0 && top.child == seed)) continue;
        if (top.child >= 0) {
            const wide_node* n = s->tree->nodes ? &s->tree->nodes[top.child] : &room;
            if (n == &room) unpack_node(&s->tree->packed[top.child], &room);
            height += visit(&w, n, stack + height);
            continue;
        }
        int32_t name[2] = {top.child, top.child};
        if (height && stack[height - 1].child < 0 && stack[height - 1].child != seed &&
            !PRUNE(stack[height - 1].bound > w.cut))
            name[1] = stack[--height].child;
        if (!look_again(&w, name)) return 0;
    }
    drop_farther(&w);
    return 1;
}
