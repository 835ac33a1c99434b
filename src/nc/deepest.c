// deepest.c - see deepest.h. Boxes are bounded by the same cuts as triangles: a few directions that suit a box.
#include "nc/deepest.h"

#include "base/base.h"
#include "base/bits.h"
#include "bound/aabb.h"
#include "nc/prism.h"

#include <math.h>

enum {
    PENDING_MOST = 8 * TREE_DEPTH_MAX,
    LIFT_STEPS = 200,
};

typedef struct pending {
    double bound;  // no point below the node is deeper
    uint32_t node;
} pending;

typedef struct search {
    const deepest_model* m;
    const turned* t;
    const double *from, *to;
    double enough, resolution;
    double across[2];  // a unit normal of the way seen from above; zeros where it has none
    double scale;      // of the frame
    abut_depth best;
    double bound;  // no triangle that was left out is deeper
} search;

// The box of an aabb node less the way: all differences p - c, grown by what covers the roundings.
typedef struct reach_box {
    double low[3], high[3];  // of the points p
    double size;             // a bound on all coordinates involved
} reach_box;

static reach_box box_of_node(const search* s, uint32_t node)
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
static double bound_by(const search* s, const reach_box* b, const double u[3], double reach)
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
static double nearest_time(const search* s, const double middle[3])
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

static double bound_box(const search* s, const reach_box* b)
{
    const turned* t = s->t;
    const double error = (b->size + t->size) * TURNED_ERROR;
    double bound = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double least = s->from[k] < s->to[k] ? s->from[k] : s->to[k];
        const double most = s->from[k] < s->to[k] ? s->to[k] : s->from[k];
        const double above = (k < 2 ? t->radius : -t->low) + (b->high[k] - least);
        const double below = (k < 2 ? t->radius : t->high) - (b->low[k] - most);
        if (above < bound) bound = above;
        if ((k < 2 || !t->shape.endless) && below < bound) bound = below;
    }
    const double stop = s->best.lo > s->enough ? s->best.lo : s->enough;
    if (bound + error <= stop) return bound + error;
    for (int side = -1; side <= 1 && s->across[0] * s->across[0] + s->across[1] * s->across[1] > 0;
         side += 2) {
        const double u[3] = {side * s->across[0], side * s->across[1], 0};
        const double here = bound_by(s, b, u, turned_reach(t, u));
        if (here < bound) bound = here;
    }
    if (bound + error <= stop) return bound + error;
    double middle[3], q[3];
    for (int k = 0; k < 3; k++)
        middle[k] = b->low[k] / 2 + b->high[k] / 2;
    const double time = nearest_time(s, middle);
    for (int k = 0; k < 3; k++)
        q[k] = middle[k] - (s->from[k] + time * (s->to[k] - s->from[k]));
    cut c;
    turned_depth(t, q, &c);
    const double here = bound_by(s, b, c.normal, c.reach);
    return (here < bound ? here : bound) + error;
}

static double stop_at(const search* s)
{
    return s->best.lo > s->enough ? s->best.lo : s->enough;
}

static void leave_out(search* s, double bound)
{
    if (bound > s->bound) s->bound = bound;
}

static void look_at_triangle(search* s, uint32_t triangle)
{
    prism_ends p = {.from = s->from, .to = s->to};
    soup_mesh_vertices(s->m->mesh, triangle, p.corner);
    reach_box b = {.size = 0};
    for (int k = 0; k < 3; k++) {
        b.low[k] = b.high[k] = p.corner[0][k];
        for (int i = 1; i < 3; i++) {
            const double x = p.corner[i][k];
            if (x < b.low[k]) b.low[k] = x;
            if (x > b.high[k]) b.high[k] = x;
        }
        b.size += fabs(b.low[k]) + fabs(b.high[k]) + fabs(s->from[k]) + fabs(s->to[k]);
    }
    const double bound = bound_box(s, &b);
    if (PRUNE(bound <= stop_at(s))) {
        leave_out(s, bound);
        return;
    }
    prism_depth d;
    prism_deepest(s->t, &p, stop_at(s), s->resolution, &d);
    leave_out(s, d.hi);
    const int first = s->best.triangle == UINT32_MAX;
    if (!(d.lo > s->best.lo) && !first) return;
    s->best.lo = d.lo;
    s->best.triangle = triangle;
    double sum = 0, time = 0;
    for (int j = 0; j < 6; j++) {
        sum += d.weight[j];
        time += j < 3 ? 0 : d.weight[j];
    }
    if (sum > 0) time /= sum;
    s->best.time = time < 1 ? time : 1;
    for (int k = 0; k < 3; k++) {
        s->best.point[k] = 0;
        for (int j = 0; j < 6 && sum > 0; j++)
            s->best.point[k] += d.weight[j] / sum * p.corner[j % 3][k];
        s->best.tool[k] = s->from[k] + s->best.time * (s->to[k] - s->from[k]);
    }
}

// Nodes in the order of their promise, depth first.
static void look_at_tree(search* s)
{
    const tree* t = s->m->tree;
    pending stack[PENDING_MOST];
    int count = 1;
    const reach_box all = box_of_node(s, 0);
    stack[0] = (pending){.bound = bound_box(s, &all), .node = 0};
    while (count > 0) {
        const pending top = stack[--count];
        if (PRUNE(top.bound <= stop_at(s))) {
            leave_out(s, top.bound);
            continue;
        }
        const node_link link = tree_link(t, top.node);
        if (link_is_leaf(link)) {
            for (int32_t i = 0; i < link.count; i++)
                look_at_triangle(s, t->order[link.first + (uint32_t)i]);
            continue;
        }
        const int begin = count;
        for (uint32_t i = 0; i < link_children(link); i++) {
            const reach_box b = box_of_node(s, link.first + i);
            const pending child = {.bound = bound_box(s, &b), .node = link.first + i};
            int at = count++;
            for (; at > begin && stack[at - 1].bound > child.bound; at--)
                stack[at] = stack[at - 1];
            stack[at] = child;
        }
    }
}

// How deep a vertex is where the way begins, at least: what is known where no triangle was looked at.
static double depth_of_first(const search* s)
{
    const double* vertex[3];
    double q[3], size = s->t->size;
    cut c;
    soup_mesh_vertices(s->m->mesh, 0, vertex);
    for (int k = 0; k < 3; k++) {
        q[k] = vertex[0][k] - s->from[k];
        size += fabs(q[k]);
    }
    return turned_depth(s->t, q, &c) - size * TURNED_ERROR;
}

void deepest_find(const deepest_model* m, const turned* t, const double from[3], const double to[3],
                  double enough, double resolution, abut_depth* out)
{
    search s = {.m = m, .t = t, .from = from, .to = to, .enough = enough, .resolution = resolution};
    s.best = (abut_depth){.lo = -HUGE_VAL, .triangle = UINT32_MAX};
    s.bound = -HUGE_VAL;
    const double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
    if (length > TURNED_TINY) {
        s.across[0] = -y / length;
        s.across[1] = x / length;
    }
    if (m->tree && m->tree->node_count > 0) {
        s.scale = double_scale(1, m->frame->exponent);
        look_at_tree(&s);
    } else {
        for (size_t i = 0; i < m->mesh->triangle_count; i++)
            look_at_triangle(&s, (uint32_t)i);
    }
    if (s.best.triangle == UINT32_MAX && m->mesh->triangle_count) s.best.lo = depth_of_first(&s);
    s.best.hi = s.bound > s.best.lo ? s.bound : s.best.lo;
    *out = s.best;
}

// ------------------------------------------------------------------------------------------- lift

// The solid and all above it: a point is above its lower side or not.
static turned endless_of(const turned* t)
{
    abut_turned shape = t->shape;
    shape.endless = 1;
    turned out = *t;
    (void)turned_prepare(&out, &shape);  // it was prepared before
    return out;
}

static double highest_of(const deepest_model* m)
{
    double high = -HUGE_VAL;
    if (m->tree && m->tree->node_count > 0) {
        const search s = {.m = m,
                          .from = (const double[3]){0},
                          .to = (const double[3]){0},
                          .scale = double_scale(1, m->frame->exponent)};
        return box_of_node(&s, 0).high[2];
    }
    for (size_t i = 0; i < 3 * m->mesh->triangle_count; i++) {
        const double z = m->mesh->vertices[3 * (size_t)m->mesh->triangles[i] + 2];
        if (z > high) high = z;
    }
    return high;
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

void deepest_lift(const deepest_model* m, const turned* t, const double from[3], const double to[3],
                  double resolution, double out[2])
{
    const turned up = endless_of(t);
    const double least = from[2] < to[2] ? from[2] : to[2];
    // Lifted by high it is above everything.
    double low = 0, high = highest_of(m) - (least + up.low) + resolution, next = 0;
    out[0] = out[1] = 0;
    if (!(high > 0)) return;
    for (int step = 0; step < LIFT_STEPS && (step == 0 || high - low > resolution); step++) {
        double a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = from[k] + (k == 2 ? next : 0);
            b[k] = to[k] + (k == 2 ? next : 0);
        }
        abut_depth d;
        deepest_find(m, &up, a, b, 0, resolution, &d);
        const double here = next;
        if (d.hi <= 0) {
            high = here;
            next = high - resolution * 0.9;  // perhaps that was just enough
        } else {
            // The deepest point needs a lift of its own. The plane that bounds it tells where it comes out at
            // the latest.
            cut c;
            double q[3];
            for (int k = 0; k < 3; k++)
                q[k] = d.point[k] - d.tool[k];
            turned_depth(&up, q, &c);
            low = here + (d.lo > 0 ? lift_of_place(&up, &d, q, resolution) : 0);
            const double out_by = c.normal[2] < -1e-3 ? here + d.hi / -c.normal[2] : low;
            next = (out_by > low ? out_by : low) + resolution * 0.75;
        }
        if (step % 3 == 2 || !(next > low && next < high)) next = low + (high - low) / 2;
    }
    out[0] = low < high ? low : high;
    out[1] = high;
}
