// boxes_kernel.c - see boxes.h: four boxes at once, in doubles.
#include "base/simd.h"
#include "nc/boxes.h"

// Four boxes against the solid: their centres from where the solid is when its way begins.
typedef struct boxes {
    quad_double centre[3], half[3], axis[3][3];
    quad_double size;  // of all coordinates involved
} boxes;

// Vectors of directions, of length 1 but for roundings, and how far the solid reaches along them.
typedef struct directions {
    quad_double normal[3], reach;
} directions;

static inline quad_double all(double x)
{
    return quad_double_all(x);
}

static inline quad_double clamp(quad_double x, quad_double low, quad_double high)
{
    return quad_double_min(quad_double_max(x, low), high);
}

static inline void load_boxes(const turned_boxes* s, const wide_node* n, int first, boxes* out)
{
    const quad_double scale = all(s->scale);
    out->size = all(s->size);
    for (int k = 0; k < 3; k++) {
        out->centre[k] =
            (quad_double_from_floats(n->centre[k] + first) - all(s->place[k])) * scale;
        out->half[k] = quad_double_from_floats(n->half[k] + first) * scale;
        out->size += quad_double_abs(out->centre[k]) + out->half[k];
        for (int i = 0; i < 3; i++)
            out->axis[i][k] = quad_double_from_floats(n->axis[3 * i + k] + first);
    }
}

// The least that both prove.
static inline quad_double along_axes(const turned_boxes* s, const boxes* b)
{
    quad_double bound = all(HUGE_VAL);
    for (int k = 0; k < 3; k++) {
        quad_double extent = all(0);
        for (int i = 0; i < 3; i++)
            extent += quad_double_abs(b->axis[i][k]) * b->half[i];
        bound = quad_double_min(all(s->reach[k][0]) + b->centre[k] + extent, bound);
        bound = quad_double_min(all(s->reach[k][1]) - b->centre[k] + extent, bound);
    }
    return bound;
}

static inline quad_double across_way(const turned_boxes* s, const boxes* b)
{
    const quad_double x = all(s->across[0]), y = all(s->across[1]);
    quad_double extent = all(s->t->radius);
    for (int i = 0; i < 3; i++)
        extent += quad_double_abs(x * b->axis[i][0] + y * b->axis[i][1]) * b->half[i];
    return extent - quad_double_abs(x * b->centre[0] + y * b->centre[1]);
}

static inline quad_double reach_of(const turned* t, quad_double radial, quad_double axial)
{
    quad_double reach = all(-HUGE_VAL);
    for (int i = 0; i < t->shape.ring_count; i++) {
        const abut_ring* r = &t->shape.rings[i];
        reach = quad_double_max(all(r->radius) * radial + all(r->height) * axial + all(r->corner),
                                reach);
    }
    return reach;
}

// As turned_depth, of four points.
static inline quad_double depth_of(const turned* t, const quad_double q[3], directions* out)
{
    const quad_double r = quad_double_root(q[0] * q[0] + q[1] * q[1]), z = q[2];
    const quad_double tiny = all(TURNED_TINY);
    quad_double depth = all(HUGE_VAL), radial = all(0), axial = all(-1);
    out->reach = all(0);
    for (int i = 0; i < t->edge_count; i++) {
        const outline_edge* e = &t->edges[i];
        const quad_double here = all(e->reach) - (all(e->radial) * r + all(e->axial) * z);
        const quad_long less = quad_double_above(depth, here);
        depth = quad_double_min(here, depth);
        radial = quad_double_choose(less, all(e->radial), radial);
        axial = quad_double_choose(less, all(e->axial), axial);
        out->reach = quad_double_choose(less, all(e->reach), out->reach);
    }
    for (int i = 0; i < t->shape.ring_count; i++) {
        const abut_ring* ring = &t->shape.rings[i];
        const quad_double x = r - all(ring->radius), y = z - all(ring->height);
        const quad_double length = quad_double_root(x * x + y * y);
        quad_long takes = quad_double_above(depth, all(ring->corner) - length) &
                          quad_double_above(length, tiny) & ~quad_double_above(all(0), x);
        if (t->shape.endless) takes &= ~quad_double_above(y, all(0));
        if (!quad_long_mask(takes)) continue;
        const quad_double over = quad_double_max(length, tiny), u = x / over, v = y / over;
        const quad_double most = reach_of(t, u, v), here = most - (u * r + v * z);
        takes &= quad_double_above(depth, here);
        depth = quad_double_choose(takes, here, depth);
        radial = quad_double_choose(takes, u, radial);
        axial = quad_double_choose(takes, v, axial);
        out->reach = quad_double_choose(takes, most, out->reach);
    }
    const quad_long is_off = quad_double_above(r, tiny);
    const quad_double share = radial / quad_double_max(r, tiny);
    out->normal[0] = quad_double_choose(is_off, q[0] * share, radial);
    out->normal[1] = quad_double_choose(is_off, q[1] * share, all(0));
    out->normal[2] = axial;
    return depth;
}

static inline quad_double dot(const quad_double a[3], const quad_double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline quad_double along_way(const turned_boxes* s, const quad_double u[3])
{
    return quad_double_max(u[0] * all(s->way[0]) + u[1] * all(s->way[1]) + u[2] * all(s->way[2]),
                           all(0));
}

// What directions prove.
static inline quad_double bound_by(const turned_boxes* s, const boxes* b, const directions* u)
{
    quad_double extent = all(0);
    for (int i = 0; i < 3; i++)
        extent += quad_double_abs(dot(u->normal, b->axis[i])) * b->half[i];
    return u->reach - dot(u->normal, b->centre) + extent + along_way(s, u->normal);
}

// What the axes of the boxes prove, which are of length 1 and across each other but for the defect.
static inline quad_double along_own(const turned_boxes* s, const boxes* b)
{
    const turned* t = s->t;
    const quad_double half[3] = {b->half[0], b->half[1], b->half[2]};
    const quad_double sum = half[0] + half[1] + half[2];
    const quad_double from[3] = {b->centre[0] - all(s->way[0] / 2), b->centre[1] - all(s->way[1] / 2),
                                 b->centre[2] - all(s->way[2] / 2 + s->middle)};
    quad_double bound = all(HUGE_VAL);
    for (int i = 0; i < 3; i++) {
        quad_double u[3] = {b->axis[i][0], b->axis[i][1], b->axis[i][2]};
        const quad_double toward = t->shape.endless ? quad_double_negate(u[2]) : dot(u, from);
        const quad_long sign = (quad_long)toward & INT64_MIN;
        for (int k = 0; k < 3; k++)
            u[k] = (quad_double)((quad_long)u[k] ^ sign);
        const quad_double radial = quad_double_root(u[0] * u[0] + u[1] * u[1]);
        const quad_double here = reach_of(t, radial, u[2]) - dot(u, b->centre) + half[i] +
                                 along_way(s, u);
        const quad_double more =
            (quad_double_abs(here) + sum + all(t->size)) * all(1.01 * s->defect);
        bound = quad_double_min(here + more, bound);
    }
    return bound;
}

// The point of each box that is likely to be the deepest: what its cut proves is about as deep.
static inline quad_double at_nearest(const turned_boxes* s, const boxes* b, quad_double* promise)
{
    const quad_double time =
        clamp(b->centre[0] * all(s->way_over[0]) + b->centre[1] * all(s->way_over[1]), all(0), all(1));
    quad_double q[3], wish[3];
    for (int k = 0; k < 3; k++)
        q[k] = b->centre[k] - time * all(s->way[k]);
    wish[0] = quad_double_negate(q[0]);
    wish[1] = quad_double_negate(q[1]);
    wish[2] = clamp(q[2], all(s->heights[0]), all(s->heights[1])) - q[2];
    for (int i = 0; i < 3; i++) {
        const quad_double along =
            clamp(dot(b->axis[i], wish), quad_double_negate(b->half[i]), b->half[i]);
        for (int k = 0; k < 3; k++)
            q[k] += along * b->axis[i][k];
    }
    directions u;
    *promise = depth_of(s->t, q, &u);
    return bound_by(s, b, &u);
}

static inline void bound_four(const turned_boxes* s, const wide_node* n, int first,
                              wide_bounds* out)
{
    boxes b;
    load_boxes(s, n, first, &b);
    const quad_double error = b.size * all(TURNED_ERROR), stop = all(s->probe.stop);
    quad_double bound = along_axes(s, &b), promise = all(-HUGE_VAL);
    if (s->across[0] != 0 || s->across[1] != 0) bound = quad_double_min(across_way(s, &b), bound);
    if (quad_long_mask(quad_double_above(bound + error, stop))) {
        bound = quad_double_min(along_own(s, &b), bound);
        bound = quad_double_min(at_nearest(s, &b, &promise), bound);
    }
    bound += error;
    memcpy(out->bound + first, &bound, sizeof bound);
    memcpy(out->promise + first, &promise, sizeof promise);
}

void ISA(turned_boxes_bound)(const wide_probe* p, const wide_node* n, wide_bounds* out)
{
    const turned_boxes* s = (const turned_boxes*)p;
    bound_four(s, n, 0, out);
    if (n->half[0][4] >= 0) bound_four(s, n, 4, out);
}
