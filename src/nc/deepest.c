// deepest.c - see deepest.h. Boxes are bounded by the same cuts as triangles: a few directions that suit a box.
#include "nc/deepest.h"

#include "base/base.h"
#include "base/bits.h"
#include "engine/kernels.h"
#include "methods/bound/aabb.h"
#include "nc/bounds.h"
#include "nc/prism.h"

#include <math.h>
#include <string.h>

enum {
    PENDING_MOST = 8 * TREE_DEPTH_MAX,
    LIFT_STEPS = 200,
};

typedef struct pending {
    double bound;    // no point below the node is deeper
    double promise;  // some may be about so deep
    uint32_t node;
} pending;

// A triangle that is looked at, and a bound on its depth.
typedef struct candidate {
    uint32_t triangle;
    prism_ends ends;
    double bound;
} candidate;

typedef struct deepest_search deepest_search;
struct deepest_search {
    turned_boxes boxes;  // of the engine's tree; first, so that its probe is the search
    const deepest_model* m;
    const turned* t;
    const turned_kernels* kernels;
    double from[3], to[3];
    turned_way way;  // between them
    double enough, resolution;
    double scale;  // of the frame
    void (*look)(deepest_search* s, const candidate* c);
    abut_depth best;
    double bound;  // no triangle that was left out is deeper
    // Of a lift: both ends before it, how high they are now, and what is needed at least.
    double start[2], lift, least;
};

// The box of an aabb node less the way: all differences p - c, grown by what covers the roundings.
typedef struct reach_box {
    double low[3], high[3];  // of the points p
    double size;             // a bound on all coordinates involved
} reach_box;

static reach_box box_of_node(const deepest_search* s, uint32_t node)
{
    const aabb* box = tree_volume(s->m->tree, node);
    const frame* f = s->m->frame;
    reach_box out = {.size = 0};
    for (int k = 0; k < 3; k++) {
        const double centre = f->origin[k] + (double)box->centre[k];
        const double slack = 0x1p-50 * (fabs(f->origin[k]) + 4);
        out.low[k] = (centre - ((double)box->half[k] + slack)) * s->scale;
        out.high[k] = (centre + ((double)box->half[k] + slack)) * s->scale;
        out.size += fabs(out.low[k]) + fabs(out.high[k]) + fabs(s->from[k]) + fabs(s->to[k]);
    }
    return out;
}

// Return the bound that a direction proves for a box: reach(u) - u.(p - c), at the worst p and c.
static double bound_by(const deepest_search* s, const reach_box* b, const double u[3], double reach)
{
    double ends[2] = {0, 0}, least = 0;
    for (int k = 0; k < 3; k++) {
        least += u[k] * (u[k] > 0 ? b->low[k] : b->high[k]);
        ends[0] += u[k] * s->from[k];
        ends[1] += u[k] * s->to[k];
    }
    return reach - (least - (ends[0] > ends[1] ? ends[0] : ends[1]));
}

// Where on the way the axis is nearest to the middle of a box, seen from above.
static double nearest_time(const deepest_search* s, const double middle[3])
{
    double along = 0, square = 0;
    for (int k = 0; k < 2; k++) {
        const double d = s->to[k] - s->from[k];
        along += (middle[k] - s->from[k]) * d;
        square += d * d;
    }
    if (!(along > 0) || !(square > 0)) return 0;
    return along < square ? along / square : 1;
}

// What is no deeper can be left out. Of the deepest so far it is told apart by half of the resolution; the other half is for
// bounds of triangles.
static double stop_at(const deepest_search* s)
{
    return s->best.lo > s->enough ? s->best.lo + s->resolution / 2 : s->enough;
}

// Return a bound on the depth of a box, and in *promise how deep some point of it may be.
static double bound_box(const deepest_search* s, const reach_box* b, double* promise)
{
    const turned* t = s->t;
    const double error = (b->size + t->size) * TURNED_ERROR;
    double bound = HUGE_VAL;
    *promise = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double least = s->from[k] < s->to[k] ? s->from[k] : s->to[k];
        const double most = s->from[k] < s->to[k] ? s->to[k] : s->from[k];
        const double above = (k < 2 ? t->radius : -t->low) + (b->high[k] - least);
        const double below = (k < 2 ? t->radius : t->high) - (b->low[k] - most);
        if (above < bound) bound = above;
        if ((k < 2 || !t->shape.endless) && below < bound) bound = below;
    }
    const double stop = stop_at(s);
    if (bound + error <= stop) return bound + error;
    for (int side = -1;
         side <= 1 && s->way.across[0] * s->way.across[0] + s->way.across[1] * s->way.across[1] > 0;
         side += 2) {
        const double u[3] = {side * s->way.across[0], side * s->way.across[1], 0};
        const double here = bound_by(s, b, u, turned_reach(t, u));
        if (here < bound) bound = here;
    }
    if (bound + error <= stop) return bound + error;
    // The point of the box that is likely to be the deepest: what its cut proves is about as deep.
    const double at[3] = {b->low[0] / 2 + b->high[0] / 2, b->low[1] / 2 + b->high[1] / 2,
                          t->shape.endless ? HUGE_VAL : t->low / 2 + t->high / 2};
    const double time = nearest_time(s, at);
    double q[3];
    for (int k = 0; k < 3; k++) {
        const double c = s->from[k] + time * (s->to[k] - s->from[k]);
        const double wish = k < 2 ? 0 : at[2];
        q[k] = fmin(fmax(wish, b->low[k] - c), b->high[k] - c);
    }
    cut c;
    *promise = turned_depth(t, q, &c);
    const double here = bound_by(s, b, c.normal, c.reach);
    return (here < bound ? here : bound) + error;
}

static void leave_out(deepest_search* s, double bound)
{
    if (bound > s->bound) s->bound = bound;
}

// Where the depth of a prism was found.
static void place_of(const deepest_search* s, const prism_ends* p, const prism_depth* d,
                     abut_depth* out)
{
    double sum = 0, time = 0;
    for (int j = 0; j < 6; j++) {
        sum += d->weight[j];
        time += j < 3 ? 0 : d->weight[j];
    }
    if (sum > 0) time /= sum;
    out->time = time < 1 ? time : 1;
    for (int k = 0; k < 3; k++) {
        out->point[k] = 0;
        for (int j = 0; j < 6 && sum > 0; j++)
            out->point[k] += d->weight[j] / sum * p->corner[j % 3][k];
        out->tool[k] = s->from[k] + out->time * (s->to[k] - s->from[k]);
    }
}

// Where the way, or a lift of it, has come to.
static void place_way(deepest_search* s)
{
    turned_way_prepare(&s->way, s->t, s->from, s->to);
    if (s->m->wide->node_count)
        turned_boxes_prepare(&s->boxes, &s->way, s->m->frame, s->m->wide->defect, s->m->low,
                             s->m->high);
}

static void look_at_triangle(deepest_search* s, const candidate* c)
{
    prism_depth d;
    prism_deepest(s->t, &c->ends,
                  &(prism_ask){.enough = stop_at(s),
                               .resolution = s->resolution / 2,
                               .must_decide = !(s->best.lo > s->enough)},
                  &d);
    leave_out(s, d.hi);
    const int first = s->best.triangle == UINT32_MAX;
    if (!(d.lo > s->best.lo) && !first) return;
    s->best.lo = d.lo;
    s->best.triangle = c->triangle;
    place_of(s, &c->ends, &d, &s->best);
}

// Of those whose bits are set in left, leave out what can be, and return the one that promises most; 4: none is left.
static unsigned choose_next(deepest_search* s, const turned_bounds* b, unsigned* left)
{
    const double stop = stop_at(s);
    unsigned next = 4;
    for (unsigned i = 0; i < 4; i++) {
        if (!(*left >> i & 1)) continue;
        if (PRUNE(b->bound[i] <= stop)) {
            leave_out(s, b->bound[i]);
            *left &= ~(1u << i);
        } else if (next == 4 || b->promise[i] > b->promise[next]) {
            next = i;
        }
    }
    return next;
}

// One to four triangles, in the order of their promise.
static void look_at_four(deepest_search* s, const uint32_t* triangles, size_t count)
{
    const double* corner[4][3];
    turned_bounds b;
    for (size_t i = 0; i < 4; i++)
        soup_mesh_vertices(s->m->mesh, triangles[i < count ? i : 0], corner[i]);
    const double* const(*four)[3] = (const double* const(*)[3])corner;
    s->kernels->triangles(&s->way, four, stop_at(s), &b);
    for (unsigned left = (1u << count) - 1; left;) {
        const unsigned next = choose_next(s, &b, &left);
        if (next == 4) return;
        left &= ~(1u << next);
        const double height = s->from[2];
        candidate c = {.triangle = triangles[next],
                       .ends = {.from = s->from, .to = s->to},
                       .bound = b.bound[next]};
        memcpy(c.ends.corner, corner[next], sizeof c.ends.corner);
        s->look(s, &c);
        // A lift moves the way: then the others reach less far into it.
        if (left && s->from[2] > height) s->kernels->triangles(&s->way, four, stop_at(s), &b);
    }
}

static void look_at_some(deepest_search* s, const uint32_t* triangles, size_t count)
{
    for (size_t i = 0; i < count; i += 4)
        look_at_four(s, triangles + i, count - i < 4 ? count - i : 4);
}

// Nodes in the order of their promise, depth first.
static void look_at_tree(deepest_search* s)
{
    const tree* t = s->m->tree;
    pending stack[PENDING_MOST];
    int count = 1;
    const reach_box all = box_of_node(s, 0);
    stack[0] = (pending){.node = 0};
    stack[0].bound = bound_box(s, &all, &stack[0].promise);
    while (count > 0) {
        const pending top = stack[--count];
        if (PRUNE(top.bound <= stop_at(s))) {
            leave_out(s, top.bound);
            continue;
        }
        const node_link link = tree_link(t, top.node);
        if (link_is_leaf(link)) {
            look_at_some(s, t->order + link.first, (size_t)link.count);
            continue;
        }
        const int begin = count;
        for (uint32_t i = 0; i < link_children(link); i++) {
            const reach_box b = box_of_node(s, link.first + i);
            pending child = {.node = link.first + i};
            child.bound = bound_box(s, &b, &child.promise);
            int at = count++;
            for (; at > begin && stack[at - 1].promise > child.promise; at--)
                stack[at] = stack[at - 1];
            stack[at] = child;
        }
    }
}

// The same, of the engine's tree.
static int look_for_probe(wide_probe* p, const uint32_t* triangles, size_t count)
{
    deepest_search* s = (deepest_search*)p;
    look_at_four(s, triangles, count);
    p->stop = stop_at(s);
    return 1;
}

static void look_at_wide(deepest_search* s)
{
    wide_probe* p = &s->boxes.probe;
    if (PRUNE(s->boxes.whole <= stop_at(s))) {
        leave_out(s, s->boxes.whole);
        return;
    }
    *p = (wide_probe){.stop = stop_at(s),
                      .left_out = -HUGE_VAL,
                      .bound = s->kernels->boxes,
                      .look = look_for_probe};
    wide_kernels_now()->probe_walk(s->m->wide, p);
    leave_out(s, p->left_out);
}

// How deep a vertex is where the way begins, at least: what is known where no triangle was looked at.
static double depth_of_first(const deepest_search* s)
{
    const double* vertex[3];
    double q[3], size = s->t->size;
    cut c;
    size_t first = 0;
    while (!soup_mesh_has(s->m->mesh, first))
        first++;
    soup_mesh_vertices(s->m->mesh, (uint32_t)first, vertex);
    for (int k = 0; k < 3; k++) {
        q[k] = vertex[0][k] - s->from[k];
        size += fabs(q[k]);
    }
    return turned_depth(s->t, q, &c) - size * TURNED_ERROR;
}

static void look_at_all(deepest_search* s)
{
    s->kernels = turned_kernels_of(simd_current());
    place_way(s);
    if (s->m->wide->node_count > 0) {
        look_at_wide(s);
    } else if (s->m->tree->node_count > 0) {
        s->scale = double_scale(1, s->m->frame->exponent);
        look_at_tree(s);
    } else {
        uint32_t four[4];
        size_t count = 0;
        for (size_t i = 0; i < s->m->mesh->triangle_count; i++) {
            if (!soup_mesh_has(s->m->mesh, i)) continue;
            four[count++] = (uint32_t)i;
            if (count < 4) continue;
            look_at_four(s, four, count);
            count = 0;
        }
        if (count) look_at_four(s, four, count);
    }
}

void deepest_find(const deepest_model* m, const turned* t, const double from[3], const double to[3],
                  double enough, double resolution, abut_depth* out)
{
    deepest_search s = {
        .m = m, .t = t, .enough = enough, .resolution = resolution, .look = look_at_triangle};
    s.best = (abut_depth){.lo = -HUGE_VAL, .triangle = UINT32_MAX};
    s.bound = -HUGE_VAL;
    memcpy(s.from, from, sizeof s.from);
    memcpy(s.to, to, sizeof s.to);
    look_at_all(&s);
    if (s.best.triangle == UINT32_MAX && soup_mesh_present(m->mesh)) s.best.lo = depth_of_first(&s);
    s.best.hi = s.bound > s.best.lo ? s.bound : s.best.lo;
    *out = s.best;
}

// ------------------------------------------------------------------------------------------- lift
//
// The solid and all above it: what is out of it at one height is out of it at all greater ones. So triangles are looked at one
// after the other, each at the height that those before it need, and one that is not out there raises it.

static turned endless_of(const turned* t)
{
    abut_turned shape = t->shape;
    shape.endless = 1;
    turned out;
    return turned_prepare(&out, &shape) == ABUT_OK ? out : *t;  // it was prepared before
}

// By how much the place of a depth in an endless solid certainly stays inside when that is lifted.
static double lift_of_place(const turned* up, const abut_depth* d, const double q[3],
                            double resolution)
{
    double low = 0, high = q[2] - up->low, size = up->size;
    for (int k = 0; k < 3; k++)
        size += fabs(d->point[k]) + fabs(d->tool[k]);
    const double error = 2 * size * TURNED_ERROR;
    while (high - low > resolution / 4) {
        const double middle = low + (high - low) / 2;
        const double lower[3] = {q[0], q[1], q[2] - middle};
        cut c;
        if (middle == low || middle == high) break;
        if (turned_depth(up, lower, &c) > error)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Raise the search until a triangle is out. Its highest point tells how far at most.
static void lift_over(deepest_search* s, const candidate* c)
{
    const prism_ends* p = &c->ends;
    double bound = c->bound, top = p->corner[0][2];
    for (int i = 1; i < 3; i++)
        top = p->corner[i][2] > top ? p->corner[i][2] : top;
    const double least = s->start[0] < s->start[1] ? s->start[0] : s->start[1];
    double low = s->lift, high = top - (least + s->t->low) + s->resolution, next = s->lift;
    for (int step = 0; step < LIFT_STEPS; step++) {
        const double here = next;
        prism_depth d;
        s->from[2] = s->start[0] + here;
        s->to[2] = s->start[1] + here;
        // The deepest place, by and by: where it comes out tells of the height more than its depth does.
        const double close = bound / 8 > s->resolution / 4 ? bound / 8 : s->resolution / 4;
        prism_deepest(s->t, p, &(prism_ask){.resolution = close, .must_decide = 1}, &d);
        bound = d.hi;
        if (d.hi <= 0) {
            high = here;
            if (step == 0) break;
        } else if (d.lo > 0) {
            abut_depth place = {.lo = d.lo};
            double q[3];
            place_of(s, p, &d, &place);
            for (int k = 0; k < 3; k++)
                q[k] = place.point[k] - place.tool[k];
            low = here + lift_of_place(s->t, &place, q, s->resolution);
            if (low > s->least) s->least = low;
        } else {
            low = here;
        }
        if (high - low <= s->resolution) break;
        // What lifts the deepest place out lifts nearly all out, but along a wall.
        next = low + s->resolution * 0.75;
        if (step % 4 == 3 || !(next < high)) next = low + (high - low) / 2;
    }
    if (high > s->lift) s->lift = high;
    s->from[2] = s->start[0] + s->lift;
    s->to[2] = s->start[1] + s->lift;
    place_way(s);
}

void deepest_lift(const deepest_model* m, const turned* t, const double from[3], const double to[3],
                  double resolution, double out[2])
{
    const turned up = endless_of(t);
    deepest_search s = {.m = m, .t = &up, .resolution = resolution, .look = lift_over};
    s.best.lo = -HUGE_VAL;  // nothing is left out but what is out
    s.bound = -HUGE_VAL;
    s.start[0] = from[2];
    s.start[1] = to[2];
    memcpy(s.from, from, sizeof s.from);
    memcpy(s.to, to, sizeof s.to);
    look_at_all(&s);
    out[0] = s.least < s.lift ? s.least : s.lift;
    out[1] = s.lift;
}
