// bounds_kernel.c - see bounds.h: four boxes or triangles at once, in doubles.
#include "base/simd.h"
#include "nc/bounds.h"

// All points are meant from where the solid is when its way begins.

typedef struct boxes {
    quad_double centre[3], half[3], axis[3][3];
    quad_double size;  // of all coordinates involved
} boxes;

typedef struct triangles {
    quad_double corner[3][3];
    quad_double size;
} triangles;

// Directions of length 1 but for roundings, and how far the solid reaches along them.
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

static inline quad_double dot(const quad_double a[3], const quad_double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ------------------------------------------------------------------------------------------- the solid

static inline quad_double reach_of(const turned* t, quad_double radial, quad_double axial)
{
    quad_double reach = all(-HUGE_VAL);
    for (int i = 0; i < t->shape.ring_count; i++) {
        const abut_ring* r = &t->shape.rings[i];
        const quad_double here = all(r->radius) * radial + all(r->height) * axial + all(r->corner);
        reach = quad_double_max(here, reach);
    }
    return reach;
}

// As turned_depth, of four points.
static inline quad_double depth_of(const turned* t, const quad_double q[3], directions* out)
{
    const quad_double r = quad_double_root(q[0] * q[0] + q[1] * q[1]), z = q[2];
    const quad_double tiny = all(TURNED_TINY);
    quad_double depth = all(HUGE_VAL), radial = all(0), axial = all(-1), reach = all(0);
    for (int i = 0; i < t->edge_count; i++) {
        const outline_edge* e = &t->edges[i];
        const quad_double here = all(e->reach) - (all(e->radial) * r + all(e->axial) * z);
        const quad_long takes = quad_double_above(depth, here);
        depth = quad_double_choose(takes, here, depth);
        radial = quad_double_choose(takes, all(e->radial), radial);
        axial = quad_double_choose(takes, all(e->axial), axial);
        reach = quad_double_choose(takes, all(e->reach), reach);
    }
    for (int i = 0; i < t->shape.ring_count; i++) {
        const abut_ring* ring = &t->shape.rings[i];
        const quad_double x = r - all(ring->radius), y = z - all(ring->height);
        const quad_double length = quad_double_root(x * x + y * y);
        quad_long takes = quad_double_above(depth, all(ring->corner) - length) &
                          quad_double_above(length, tiny) & ~quad_double_above(all(0), x);
        if (t->shape.endless) takes &= ~quad_double_above(y, all(0));
        if (!quad_long_mask(takes)) continue;
        const quad_double divisor = quad_double_max(length, tiny), u = x / divisor, v = y / divisor;
        const quad_double most = reach_of(t, u, v), here = most - (u * r + v * z);
        takes &= quad_double_above(depth, here);
        depth = quad_double_choose(takes, here, depth);
        radial = quad_double_choose(takes, u, radial);
        axial = quad_double_choose(takes, v, axial);
        reach = quad_double_choose(takes, most, reach);
    }
    const quad_long is_off = quad_double_above(r, tiny);
    const quad_double share = radial / quad_double_max(r, tiny);
    out->normal[0] = quad_double_choose(is_off, q[0] * share, radial);
    out->normal[1] = quad_double_choose(is_off, q[1] * share, all(0));
    out->normal[2] = axial;
    out->reach = reach;
    return depth;
}

// How much farther a point is along u, at the most, as seen from where the way begins.
static inline quad_double along_way(const turned_way* w, const quad_double u[3])
{
    const quad_double way = u[0] * all(w->way[0]) + u[1] * all(w->way[1]) + u[2] * all(w->way[2]);
    return quad_double_max(way, all(0));
}

// Turn directions so that they may be asked about: toward a point, as seen from the middle of all; or not upward.
static inline void turn_toward(const turned_way* w, const quad_double point[3], quad_double u[3])
{
    const quad_double from[3] = {point[0] - all(w->way[0] / 2), point[1] - all(w->way[1] / 2),
                                 point[2] - all(w->way[2] / 2 + w->middle)};
    quad_double toward = dot(u, from);
    if (w->t->shape.endless) {
        const quad_double down = quad_double_negate(u[2]);
        toward = quad_double_choose(quad_double_above(quad_double_abs(down), all(0)), down, toward);
    }
    const quad_long sign = (quad_long)toward & INT64_MIN;
    for (int k = 0; k < 3; k++)
        u[k] = (quad_double)((quad_long)u[k] ^ sign);
}

// Where the deepest point of what is about a point is likely to be near, as seen from there; *from: the place of the solid.
static inline void find_wish(const turned_way* w, const quad_double point[3], quad_double from[3],
                             quad_double wish[3])
{
    const quad_double time =
        clamp(point[0] * all(w->over[0]) + point[1] * all(w->over[1]), all(0), all(1));
    for (int k = 0; k < 3; k++)
        from[k] = time * all(w->way[k]);
    wish[0] = from[0] - point[0];
    wish[1] = from[1] - point[1];
    const quad_double height = point[2] - from[2];
    wish[2] = clamp(height, all(w->heights[0]), all(w->heights[1])) - height;
}

static inline int has_across(const turned_way* w)
{
    return w->across[0] != 0 || w->across[1] != 0;
}

// ------------------------------------------------------------------------------------------- boxes

static inline void load_boxes(const turned_boxes* s, const wide_node* n, int first, boxes* out)
{
    const quad_double scale = all(s->scale);
    out->size = all(s->size);
    for (int k = 0; k < 3; k++) {
        out->centre[k] = (quad_double_from_floats(n->centre[k] + first) - all(s->place[k])) * scale;
        out->half[k] = quad_double_from_floats(n->half[k] + first) * scale;
        out->size += quad_double_abs(out->centre[k]) + out->half[k];
        for (int i = 0; i < 3; i++)
            out->axis[i][k] = quad_double_from_floats(n->axis[3 * i + k] + first);
    }
}

static inline quad_double boxes_by_file(const turned_way* w, const boxes* b)
{
    quad_double bound = all(HUGE_VAL);
    for (int k = 0; k < 3; k++) {
        quad_double extent = all(0);
        for (int i = 0; i < 3; i++)
            extent += quad_double_abs(b->axis[i][k]) * b->half[i];
        bound = quad_double_min(all(w->reach[k][0]) + b->centre[k] + extent, bound);
        bound = quad_double_min(all(w->reach[k][1]) - b->centre[k] + extent, bound);
    }
    if (!has_across(w)) return bound;
    const quad_double x = all(w->across[0]), y = all(w->across[1]);
    quad_double extent = all(w->t->radius);
    for (int i = 0; i < 3; i++)
        extent += quad_double_abs(x * b->axis[i][0] + y * b->axis[i][1]) * b->half[i];
    return quad_double_min(extent - quad_double_abs(x * b->centre[0] + y * b->centre[1]), bound);
}

// By their own axes, which are of length 1 and across each other but for the defect.
static inline quad_double boxes_by_own(const turned_boxes* s, const boxes* b)
{
    const turned* t = s->w->t;
    const quad_double sum = b->half[0] + b->half[1] + b->half[2];
    quad_double bound = all(HUGE_VAL);
    for (int i = 0; i < 3; i++) {
        quad_double u[3] = {b->axis[i][0], b->axis[i][1], b->axis[i][2]};
        turn_toward(s->w, b->centre, u);
        const quad_double radial = quad_double_root(u[0] * u[0] + u[1] * u[1]);
        const quad_double here =
            reach_of(t, radial, u[2]) - dot(u, b->centre) + b->half[i] + along_way(s->w, u);
        const quad_double more = quad_double_abs(here) + sum + all(t->size);
        bound = quad_double_min(here + more * all(1.01 * s->defect), bound);
    }
    return bound;
}

// By the cut of the point of each box that is near to where it is likely to be the deepest.
static inline quad_double boxes_by_point(const turned_way* w, const boxes* b, quad_double* promise)
{
    quad_double from[3], wish[3], q[3];
    find_wish(w, b->centre, from, wish);
    for (int k = 0; k < 3; k++)
        q[k] = b->centre[k] - from[k];
    for (int i = 0; i < 3; i++) {
        const quad_double along =
            clamp(dot(b->axis[i], wish), quad_double_negate(b->half[i]), b->half[i]);
        for (int k = 0; k < 3; k++)
            q[k] += along * b->axis[i][k];
    }
    directions u;
    *promise = depth_of(w->t, q, &u);
    quad_double extent = all(0);
    for (int i = 0; i < 3; i++)
        extent += quad_double_abs(dot(u.normal, b->axis[i])) * b->half[i];
    return u.reach - dot(u.normal, b->centre) + extent + along_way(w, u.normal);
}

static inline void bound_four(const turned_boxes* s, const wide_node* n, int first,
                              wide_bounds* out)
{
    boxes b;
    load_boxes(s, n, first, &b);
    const quad_double error = b.size * all(TURNED_ERROR), stop = all(s->probe.stop);
    quad_double bound = boxes_by_file(s->w, &b), promise = all(-HUGE_VAL);
    // Where the file's axes miss by no more than what boxes were widened, as on a floor that is as deep as the deepest so far,
    // no other direction tells more.
    const quad_double widened = (b.half[0] + b.half[1] + b.half[2]) * all(0x1p-16);
    if (quad_long_mask(quad_double_above(bound + error, stop + widened))) {
        bound = quad_double_min(boxes_by_own(s, &b), bound);
        bound = quad_double_min(boxes_by_point(s->w, &b, &promise), bound);
    }
    bound = quad_double_min(bound + error, all(s->whole));
    memcpy(out->bound + first, &bound, sizeof bound);
    memcpy(out->promise + first, &promise, sizeof promise);
}

static void bound_boxes(const wide_probe* p, const wide_node* n, wide_bounds* out)
{
    const turned_boxes* s = (const turned_boxes*)p;
    bound_four(s, n, 0, out);
    if (n->half[0][4] >= 0) bound_four(s, n, 4, out);
}

// --------------------------------------------------------------------------------------- triangles

static inline void load_triangles(const turned_way* w, const double* const corner[4][3],
                                  triangles* out)
{
    out->size = all(w->size);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const quad_double x = {corner[0][i][k], corner[1][i][k], corner[2][i][k],
                                   corner[3][i][k]};
            out->corner[i][k] = x - all(w->from[k]);
            out->size += quad_double_abs(out->corner[i][k]);
        }
}

static inline quad_double least_along(const triangles* p, const quad_double u[3])
{
    const quad_double least = quad_double_min(dot(u, p->corner[0]), dot(u, p->corner[1]));
    return quad_double_min(dot(u, p->corner[2]), least);
}

static inline quad_double triangles_by_file(const turned_way* w, const triangles* p)
{
    quad_double bound = all(HUGE_VAL);
    for (int k = 0; k < 3; k++) {
        const quad_double a = p->corner[0][k], b = p->corner[1][k], c = p->corner[2][k];
        const quad_double low = quad_double_min(quad_double_min(a, b), c);
        const quad_double high = quad_double_max(quad_double_max(a, b), c);
        bound = quad_double_min(all(w->reach[k][0]) + high, bound);
        bound = quad_double_min(all(w->reach[k][1]) - low, bound);
    }
    if (!has_across(w)) return bound;
    quad_double low = all(HUGE_VAL), high = all(-HUGE_VAL);
    for (int i = 0; i < 3; i++) {
        const quad_double along =
            all(w->across[0]) * p->corner[i][0] + all(w->across[1]) * p->corner[i][1];
        low = quad_double_min(along, low);
        high = quad_double_max(along, high);
    }
    const quad_double off = quad_double_max(low, quad_double_negate(high));
    return quad_double_min(all(w->t->radius) - off, bound);
}

// By their planes and by the cut of a point of each that is near to where it is likely to be the deepest.
static inline quad_double triangles_by_point(const turned_way* w, const triangles* p,
                                             quad_double* promise)
{
    quad_double e[3], f[3], from[3], wish[3], n[3], q[3];
    find_wish(w, p->corner[0], from, wish);
    for (int k = 0; k < 3; k++) {
        e[k] = p->corner[1][k] - p->corner[0][k];
        f[k] = p->corner[2][k] - p->corner[0][k];
    }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = e[i] * f[j] - e[j] * f[i];
    }
    const quad_double length = quad_double_root(dot(n, n)), tiny = all(TURNED_TINY);
    const quad_long is_flat = quad_double_above(length, tiny);
    for (int k = 0; k < 3; k++)
        n[k] /= quad_double_max(length, tiny);
    turn_toward(w, p->corner[0], n);
    const quad_double radial = quad_double_root(n[0] * n[0] + n[1] * n[1]);
    const quad_double by_plane = reach_of(w->t, radial, n[2]) - least_along(p, n) + along_way(w, n);
    quad_double bound = quad_double_choose(is_flat, by_plane, all(HUGE_VAL));
    // The foot of the wish in the plane, in parts of the edges; within the triangle.
    const quad_double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), we = dot(wish, e),
                      wf = dot(wish, f), none = all(0);
    const quad_double x = quad_double_max(ff * we - ef * wf, none),
                      y = quad_double_max(ee * wf - ef * we, none),
                      z = quad_double_max(ee * ff - ef * ef - x - y, none);
    const quad_double sum = quad_double_max(x + y + z, all(0x1p-1000));
    const quad_double s = x / sum, t = y / sum;
    for (int k = 0; k < 3; k++)
        q[k] = p->corner[0][k] + s * e[k] + t * f[k] - from[k];
    directions u;
    *promise = depth_of(w->t, q, &u);
    return quad_double_min(u.reach - least_along(p, u.normal) + along_way(w, u.normal), bound);
}

static void bound_triangles(const turned_way* w, const double* const corner[4][3], double stop,
                            turned_bounds* out)
{
    triangles p;
    load_triangles(w, corner, &p);
    const quad_double error = p.size * all(TURNED_ERROR);
    quad_double bound = triangles_by_file(w, &p), promise = all(-HUGE_VAL);
    if (quad_long_mask(quad_double_above(bound + error, all(stop))))
        bound = quad_double_min(triangles_by_point(w, &p, &promise), bound);
    bound += error;
    memcpy(out->bound, &bound, sizeof bound);
    memcpy(out->promise, &promise, sizeof promise);
}

extern const turned_kernels ISA(turned_kernels);
const turned_kernels ISA(turned_kernels) = {.boxes = bound_boxes, .triangles = bound_triangles};
