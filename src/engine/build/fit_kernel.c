// fit_kernel.c - axes of boxes by candidates: the file's, the principal ones, and those of the
// ditetrahedron of extremal points (Larsson & Kallberg, Game Engine Gems 2, chapter 1); eight sets at
// once, a lane each. Then their extents. Only the last need a bound: docs/proofs/boxes.md, "The wide
// tree's boxes".
#include "base/base.h"
#include "base/bits.h"
#include "base/simd.h"
#include "engine/build/extents.inl"
#include "engine/build/fit.h"
#include "engine/build/lanes3.inl"
#include "engine/tree/place.h"
#include "geom/vector.h"

#include <float.h>
#include <math.h>

static void principal_of_sets(const fit_summary* const sets[], int count, lanes3 axes[3])
{
    lanes c[6];
    for (int lane = 0; lane < SIMD_LANES; lane++) {
        const float* from = sets[lane < count ? lane : 0]->covariance;
        for (int i = 0; i < 6; i++)
            c[i][lane] = from[i];
    }
    principal(c, axes);
}

// -------------------------------------------------------------------------------------- candidates

typedef struct choice {
    lanes3 point[FIT_POINTS];
    lanes3 axes[3];
    lanes area;
    lanes unit;  // of the points
} choice;

static inline lanes reach(const choice* c, lanes3 direction)
{
    lanes low = dot(direction, c->point[0]), high = low;
    for (int i = 1; i < FIT_POINTS; i++) {
        const lanes along = dot(direction, c->point[i]);
        low = lanes_min(low, along);
        high = lanes_max(high, along);
    }
    return high - low;
}

// sizes: how far the points reach along the axes.
static inline void offer(choice* c, lanes3 a0, lanes3 a1, lanes3 a2, lanes s0, lanes s1, lanes s2)
{
    const lanes area = s0 * s1 + s1 * s2 + s2 * s0;
    const lanes_int better = area < c->area;
    c->area = lanes_choose(better, area, c->area);
    c->axes[0] = choose3(better, a0, c->axes[0]);
    c->axes[1] = choose3(better, a1, c->axes[1]);
    c->axes[2] = choose3(better, a2, c->axes[2]);
}

static void offer_axes(choice* c, const lanes3 axes[3])
{
    offer(c, axes[0], axes[1], axes[2], reach(c, axes[0]), reach(c, axes[1]), reach(c, axes[2]));
}

// The boxes that have an edge of a triangle as one axis, and its normal as another.
static void offer_triangle(choice* c, lanes3 p, lanes3 q, lanes3 r)
{
    const lanes3 edges[3] = {subtract(q, p), subtract(r, q), subtract(p, r)};
    const lanes3 normal = unit(cross(edges[0], edges[1]));
    const lanes height = reach(c, normal);
    for (int i = 0; i < 3; i++) {
        const lanes3 along = unit(edges[i]), across = cross(along, normal);
        offer(c, along, normal, across, reach(c, along), height, reach(c, across));
    }
}

static lanes3 farthest_from_point(const choice* c, lanes3 from)
{
    lanes3 best = c->point[0];
    lanes most = lanes_all(-1);
    for (int i = 0; i < FIT_POINTS; i++) {
        const lanes3 d = subtract(c->point[i], from);
        const lanes distance = dot(d, d);
        const lanes_int farther = distance > most;
        most = lanes_choose(farther, distance, most);
        best = choose3(farther, c->point[i], best);
    }
    return best;
}

static lanes3 farthest_from_line(const choice* c, lanes3 from, lanes3 along)
{
    lanes3 best = c->point[0];
    lanes most = lanes_all(-1);
    for (int i = 0; i < FIT_POINTS; i++) {
        const lanes3 d = cross(subtract(c->point[i], from), along);
        const lanes distance = dot(d, d);
        const lanes_int farther = distance > most;
        most = lanes_choose(farther, distance, most);
        best = choose3(farther, c->point[i], best);
    }
    return best;
}

static void offer_ditetrahedron(choice* c)
{
    const lanes3 p = farthest_from_point(c, c->point[0]), q = farthest_from_point(c, p);
    const lanes3 r = farthest_from_line(c, p, unit(subtract(q, p)));
    const lanes3 normal = cross(subtract(q, p), subtract(r, p));
    lanes3 lowest = c->point[0], highest = lowest;
    lanes low = dot(normal, lowest), high = low;
    for (int i = 1; i < FIT_POINTS; i++) {
        const lanes along = dot(normal, c->point[i]);
        lowest = choose3(along < low, c->point[i], lowest);
        highest = choose3(along > high, c->point[i], highest);
        low = lanes_min(low, along);
        high = lanes_max(high, along);
    }
    offer_triangle(c, p, q, r);
    const lanes3 apex[2] = {lowest, highest};
    for (int i = 0; i < 2; i++) {
        offer_triangle(c, p, q, apex[i]);
        offer_triangle(c, q, r, apex[i]);
        offer_triangle(c, r, p, apex[i]);
    }
}

// Make two axes orthonormal and find the third, in double, so that only storing them rounds. Returns 0
// if they are far from independent.
static int three_axes(double out[3][3], const choice* c, int lane)
{
    double *a = out[0], *b = out[1];
    const lanes3* from = c->axes;
    const double first[3] = {(double)from[0].x[lane], (double)from[0].y[lane],
                             (double)from[0].z[lane]};
    const double second[3] = {(double)from[1].x[lane], (double)from[1].y[lane],
                              (double)from[1].z[lane]};
    const double size = sqrt(dot3(first, first));
    for (int k = 0; k < 3; k++)
        a[k] = first[k] / size;
    const double along = dot3(a, second);
    for (int k = 0; k < 3; k++)
        b[k] = second[k] - along * a[k];
    const double rest = dot3(b, b);
    if (!(rest > 0.25)) return 0;
    for (int k = 0; k < 3; k++)
        b[k] /= sqrt(rest);
    cross3(out[2], a, b);
    return 1;
}

static void store_axes(wide_node* n, const choice* c, int count)
{
    for (int lane = 0; lane < count; lane++) {
        double axes[3][3];
        const int is_sound = three_axes(axes, c, lane);
        for (int i = 0; i < 9; i++)
            n->axis[i][lane] = is_sound ? as_stored(axes[i / 3][i % 3]) : (float)(i % 4 == 0);
    }
}

static void load_points(choice* c, const fit_summary* const sets[], int count)
{
    for (int lane = 0; lane < SIMD_LANES; lane++) {
        const fit_summary* const from = sets[lane < count ? lane : 0];
        for (int i = 0; i < FIT_POINTS; i++) {
            c->point[i].x[lane] = from->point[0][i];
            c->point[i].y[lane] = from->point[1][i];
            c->point[i].z[lane] = from->point[2][i];
        }
    }
    // From the first point on: so far away nothing cancels.
    const lanes3 origin = c->point[0];
    lanes size = lanes_all(0x1p-60F);
    for (int i = 0; i < FIT_POINTS; i++) {
        const lanes3 p = c->point[i] = subtract(c->point[i], origin);
        size =
            lanes_max(lanes_max(size, lanes_abs(p.x)), lanes_max(lanes_abs(p.y), lanes_abs(p.z)));
    }
    // Of size 1, so that squares of areas are not too small for a float.
    const lanes scale = 1 / size;
    for (int i = 0; i < FIT_POINTS; i++)
        c->point[i] = times(c->point[i], scale);
    c->unit = size;
    c->area = lanes_all(FLT_MAX);
    for (int i = 0; i < 3; i++)
        c->axes[i] = (lanes3){lanes_all(i == 0), lanes_all(i == 1), lanes_all(i == 2)};
}

// ----------------------------------------------------------------------------------------- extents

// The vectors that are dual to the axes of each lane: row i is 1 along axis i, and 0 along the others.
typedef struct dual_axes {
    double row[9][WIDE_LANES];
    double defect[WIDE_LANES];
} dual_axes;

static void find_duals(dual_axes* d, const wide_node* n, int count)
{
    double axis[9][WIDE_LANES];
    for (int i = 0; i < 9; i++) {
        for (int lane = 0; lane < WIDE_LANES; lane++)
            axis[i][lane] = lane < count ? (double)n->axis[i][lane] : i % 4 == 0;
    }
    for (int i = 0; i < 3; i++) {
        double(*u)[WIDE_LANES] = &axis[(3 * i + 3) % 9], (*w)[WIDE_LANES] = &axis[(3 * i + 6) % 9];
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            d->row[3 * i][lane] = u[1][lane] * w[2][lane] - u[2][lane] * w[1][lane];
            d->row[3 * i + 1][lane] = u[2][lane] * w[0][lane] - u[0][lane] * w[2][lane];
            d->row[3 * i + 2][lane] = u[0][lane] * w[1][lane] - u[1][lane] * w[0][lane];
        }
    }
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        const double determinant = axis[0][lane] * d->row[0][lane] +
                                   axis[1][lane] * d->row[1][lane] +
                                   axis[2][lane] * d->row[2][lane];
        for (int i = 0; i < 9; i++)
            d->row[i][lane] /= determinant;
        d->defect[lane] = 0;
    }
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            for (int lane = 0; lane < WIDE_LANES; lane++) {
                const double product = axis[3 * i][lane] * axis[3 * k][lane] +
                                       axis[3 * i + 1][lane] * axis[3 * k + 1][lane] +
                                       axis[3 * i + 2][lane] * axis[3 * k + 2][lane] - (i == k);
                const double off = fabs(product);
                d->defect[lane] = off > d->defect[lane] ? off : d->defect[lane];
            }
        }
    }
}

static void measure_lane(wide_node* n, int lane, const double dual[9], const wide_leaf* leaves,
                         size_t count, double widen)
{
    extents e;
    double from[3], centre[3];
    for (int k = 0; k < 3; k++)
        from[k] = (double)leaves[count / 2].origin[k];
    measure_leaves(&e, dual, from, leaves, count);
    for (int k = 0; k < 3; k++) {
        double x = from[k];
        for (int i = 0; i < 3; i++)
            x += ((double)e.low[i] + (double)e.high[i]) / 2 * (double)n->axis[3 * i + k][lane];
        n->centre[k][lane] = as_stored(x);
        centre[k] = (double)n->centre[k][lane] - from[k];
    }
    // docs/proofs/boxes.md, "The wide tree's boxes".
    const double slack =
        ABUT_BOUND_SCALE * 0x1p-19 * ((double)e.reach + (double)e.offset) + 0x1p-43 + widen;
    for (int i = 0; i < 3; i++) {
        const double along = dot3(dual + 3 * i, centre);
        const double above = (double)e.high[i] - along, below = along - (double)e.low[i];
        n->half[i][lane] = float_round_up((above > below ? above : below) * (1 + 0x1p-40) + slack);
    }
}

static void measure(wide_node* n, unsigned which, const fit_request* r)
{
    dual_axes d;
    find_duals(&d, n, r->count);
    for (int lane = 0; lane < r->count; lane++) {
        if (!(which >> lane & 1)) continue;
        const uint32_t first = r->first[lane];
        double dual[9];
        for (int i = 0; i < 9; i++)
            dual[i] = d.row[i][lane];
        measure_lane(n, lane, dual, r->leaves + first, r->first[lane + 1] - first, r->widen);
    }
}

static void measure_one(wide_node* n, int lane, const wide_leaf* leaves, size_t count, double widen)
{
    dual_axes d;
    double dual[9];
    find_duals(&d, n, lane + 1);
    for (int i = 0; i < 9; i++)
        dual[i] = d.row[i][lane];
    measure_lane(n, lane, dual, leaves, count, widen);
}

// As measure_lane, from the centre, which stays.
static void cover_leaves(wide_node* n, int lane, const wide_leaf* leaves, size_t count,
                         double widen)
{
    dual_axes d;
    extents e;
    double dual[9], centre[3];
    find_duals(&d, n, lane + 1);
    for (int i = 0; i < 9; i++)
        dual[i] = d.row[i][lane];
    for (int k = 0; k < 3; k++)
        centre[k] = (double)n->centre[k][lane];
    measure_leaves(&e, dual, centre, leaves, count);
    const double slack =
        ABUT_BOUND_SCALE * 0x1p-19 * ((double)e.reach + (double)e.offset) + 0x1p-43 + widen;
    for (int i = 0; i < 3; i++) {
        const double above = (double)e.high[i], below = -(double)e.low[i];
        const float half = float_round_up((above > below ? above : below) * (1 + 0x1p-40) + slack);
        if (half > n->half[i][lane]) n->half[i][lane] = half;
    }
}

// Half the surfaces.
static lanes areas_of_boxes(const wide_node* n)
{
    const lanes x = lanes_load(n->half[0]), y = lanes_load(n->half[1]), z = lanes_load(n->half[2]);
    return 4 * (x * y + y * z + z * x);
}

static void copy_lane(wide_node* to, const wide_node* from, int lane)
{
    copy_lane_from(to, lane, from, lane);
}

// Measure other axes where by the extremal points alone they should be better, and keep the better box.
static void improve(wide_node* n, const choice* c, lanes_int hopeful, const fit_request* r)
{
    wide_node other = {0};
    const unsigned which = lanes_mask(hopeful) & ((1u << r->count) - 1);
    if (!which) return;
    store_axes(&other, c, r->count);
    measure(&other, which, r);
    const unsigned better = which & lanes_mask(areas_of_boxes(&other) < areas_of_boxes(n));
    for (int lane = 0; lane < r->count; lane++) {
        if (better >> lane & 1) copy_lane(n, &other, lane);
    }
}

static double fit_boxes(wide_node* n, const fit_request* r)
{
    ASSERT(r->count >= 1 && r->count <= WIDE_LANES && r->widen >= 0);
    choice c;
    lanes3 own[3];
    load_points(&c, r->sets, r->count);
    choice other = c;  // the file's axes
    const lanes file_area = reach(&c, c.axes[0]) * reach(&c, c.axes[1]) +
                            reach(&c, c.axes[1]) * reach(&c, c.axes[2]) +
                            reach(&c, c.axes[2]) * reach(&c, c.axes[0]);
    principal_of_sets(r->sets, r->count, own);
    offer_axes(&c, own);
    store_axes(n, &c, r->count);
    measure(n, ~0u, r);
    choice tetrahedron = other;
    offer_ditetrahedron(&tetrahedron);
    improve(n, &tetrahedron, tetrahedron.area < c.area, r);
    // The points tell exactly how far the set reaches along the file's axes.
    improve(n, &other, file_area * c.unit * c.unit < areas_of_boxes(n), r);
    dual_axes d;
    double defect = 0;
    find_duals(&d, n, r->count);
    for (int lane = 0; lane < r->count; lane++)
        defect = d.defect[lane] > defect ? d.defect[lane] : defect;
    return defect + 0x1p-48;  // its own rounding
}

// ------------------------------------------------------------------------------------------ leaves

// Rows become columns; what was fourth is dropped.
static inline void transpose(const quad row[4], quad column[3])
{
    const quad xy0 = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
    const quad xy1 = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
    const quad z0 = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
    const quad z1 = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
    column[0] = __builtin_shufflevector(xy0, xy1, 0, 1, 4, 5);
    column[1] = __builtin_shufflevector(xy0, xy1, 2, 3, 6, 7);
    column[2] = __builtin_shufflevector(z0, z1, 0, 1, 4, 5);
}

// vertex: of each corner, those of all triangles.
ALWAYS_INLINE void fill_corners(wide_leaf* leaf, const double* vertex[3][WIDE_LEAF],
                                const frame_map* place, int is_plain)
{
    quad column[9], low = quad_all(0);
    const quad_double first = is_plain ? quad_double_place_plainly(place, vertex[0][0])
                                       : quad_double_place(place, vertex[0][0]);
    const quad origin = __builtin_convertvector(first, quad);
    const quad_double from = __builtin_convertvector(origin, quad_double);
    for (int v = 0; v < 3; v++) {
        quad row[WIDE_LEAF];
        for (int t = 0; t < WIDE_LEAF; t++) {
            const quad_double x = is_plain ? quad_double_place_plainly(place, vertex[v][t])
                                           : quad_double_place(place, vertex[v][t]);
            row[t] = __builtin_convertvector(x - from, quad);
        }
        transpose(row, column + 3 * v);
    }
    for (int i = 0; i < 9; i++)
        low = quad_min(low, quad_min(column[i], -column[i]));
    memcpy(leaf->corner, column, sizeof leaf->corner);
    for (int k = 0; k < 3; k++)
        leaf->origin[k] = origin[k];
    leaf->reach = -least(low);
}

static void fill_leaf(wide_leaf* leaf, const soup_mesh* m, const frame_map* place,
                      const uint32_t* order, uint32_t count)
{
    ASSERT(count >= 1 && count <= WIDE_LEAF);
    const double* vertex[3][WIDE_LEAF];
    for (uint32_t t = 0; t < WIDE_LEAF; t++) {
        const double* own[3];
        const uint32_t triangle = order[t < count ? t : 0];
        leaf->id[t] = t < count ? triangle : WIDE_NOBODY;
        soup_mesh_vertices(m, triangle, own);
        for (int v = 0; v < 3; v++)
            vertex[v][t] = own[v];
    }
    if (place->scale > 0)
        fill_corners(leaf, vertex, place, 1);
    else
        fill_corners(leaf, vertex, place, 0);
}

// --------------------------------------------------------------------------------------- summaries

// The axes, the diagonals (1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1), and their opposites.
static const float directions[3][FIT_ROOM] = {
    {1, 0, 0, 1, 1, 1, 1, -1, 0, 0, -1, -1, -1, -1, 1, 1},
    {0, 1, 0, 1, 1, -1, -1, 0, -1, 0, -1, -1, 1, 1, 0, 0},
    {0, 0, 1, 1, -1, 1, -1, 0, 0, -1, -1, 1, -1, 1, 0, 0},
};

// Keep the other points where they are higher.
static inline void keep_highest(fit_summary* s, int half, lanes along, lanes x, lanes y, lanes z)
{
    float* const own = s->along + half;
    const lanes before = lanes_load(own);
    const lanes_int higher = along > before;
    lanes_store(own, lanes_choose(higher, along, before));
    const lanes other[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        float* const p = s->point[k] + half;
        lanes_store(p, lanes_choose(higher, other[k], lanes_load(p)));
    }
}

static void find_points(fit_summary* s, const wide_leaf* leaf)
{
    for (int half = 0; half < FIT_ROOM; half += SIMD_LANES) {
        const lanes x = lanes_load(directions[0] + half), y = lanes_load(directions[1] + half),
                    z = lanes_load(directions[2] + half);
        lanes best = lanes_all(-FLT_MAX), at[3] = {best, best, best};
        for (int v = 0; v < 9; v += 3) {
            for (int t = 0; t < WIDE_LEAF; t++) {
                lanes p[3];
                for (int k = 0; k < 3; k++)
                    p[k] = lanes_all(leaf->corner[v + k][t]);
                const lanes along = p[0] * x + p[1] * y + p[2] * z;
                const lanes_int higher = along > best;
                best = lanes_choose(higher, along, best);
                for (int k = 0; k < 3; k++)
                    at[k] = lanes_choose(higher, p[k], at[k]);
            }
        }
        const float* const o = leaf->origin;
        lanes_store(s->along + half, best + (o[0] * x + o[1] * y + o[2] * z));
        for (int k = 0; k < 3; k++)
            lanes_store(s->point[k] + half, at[k] + lanes_all(o[k]));
    }
}

// Twice the area; segments weigh something, too.
static inline quad weigh(const quad corner[9])
{
    quad u[3], v[3], edges = quad_all(0);
    for (int k = 0; k < 3; k++) {
        u[k] = corner[3 + k] - corner[k];
        v[k] = corner[6 + k] - corner[k];
        edges += u[k] * u[k] + v[k] * v[k];
    }
    const quad x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2],
               z = u[0] * v[1] - u[1] * v[0];
    return quad_root(x * x + y * y + z * z) + quad_all(0x1p-20F) * edges;
}

// The integral of x x' over a triangle p q r with middle m is its area times
// (9 m m' + p p' + q q' + r r') / 12.
static void summarise(const wide_leaf* leaf, fit_summary* out)
{
    quad corner[12], second[6];
    memcpy(corner, leaf->corner, sizeof leaf->corner);
    quad weight = weigh(corner);
    for (int t = 1; t < WIDE_LEAF; t++)
        weight[t] = leaf->id[t] == WIDE_NOBODY ? 0 : weight[t];
    out->weight = sum_of(weight);
    const float scale = out->weight > 0 ? 1 / out->weight : 0;
    for (int k = 0; k < 3; k++) {
        corner[9 + k] = (corner[k] + corner[3 + k] + corner[6 + k]) * quad_all(1 / 3.0F);
        out->mean[k] = sum_of(weight * corner[9 + k]) * scale;
    }
    for (int i = 0; i < 6; i++)
        second[i] = quad_all(0);
    for (int v = 0; v < 12; v += 3) {
        const quad share = weight * quad_all(v < 9 ? 1 / 12.0F : 9 / 12.0F);
        const quad x = corner[v] - quad_all(out->mean[0]),
                   y = corner[v + 1] - quad_all(out->mean[1]),
                   z = corner[v + 2] - quad_all(out->mean[2]);
        const quad wx = share * x, wy = share * y;
        second[0] += wx * x;
        second[1] += wx * y;
        second[2] += wx * z;
        second[3] += wy * y;
        second[4] += wy * z;
        second[5] += share * z * z;
    }
    for (int i = 0; i < 6; i++)
        out->covariance[i] = sum_of(second[i]);
    find_points(out, leaf);
    for (int k = 0; k < 3; k++)
        out->mean[k] += leaf->origin[k];
}

static void add_covariance(float c[6], float weight, const float d[3])
{
    c[0] += weight * d[0] * d[0];
    c[1] += weight * d[0] * d[1];
    c[2] += weight * d[0] * d[2];
    c[3] += weight * d[1] * d[1];
    c[4] += weight * d[1] * d[2];
    c[5] += weight * d[2] * d[2];
}

static void join_summaries(fit_summary* sum, const fit_summary* other)
{
    const float weight = sum->weight + other->weight;
    const float share = weight > 0 ? other->weight / weight : 0;
    float d[3];
    for (int k = 0; k < 3; k++) {
        d[k] = other->mean[k] - sum->mean[k];
        sum->mean[k] += share * d[k];
    }
    for (int i = 0; i < 6; i++)
        sum->covariance[i] += other->covariance[i];
    add_covariance(sum->covariance, sum->weight * share, d);
    sum->weight = weight;
    for (int half = 0; half < FIT_ROOM; half += SIMD_LANES)
        keep_highest(sum, half, lanes_load(other->along + half), lanes_load(other->point[0] + half),
                     lanes_load(other->point[1] + half), lanes_load(other->point[2] + half));
}

const fit_kernel ISA(fit) = {fill_leaf, summarise, join_summaries, fit_boxes};
const box_kernel ISA(box) = {measure_one, cover_leaves};
