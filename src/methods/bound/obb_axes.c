// obb_axes.c - principal axes and the ditetrahedron. Only the quality of boxes depends on what is
// computed here, never an answer; so there are no error bounds.
#include "methods/bound/obb_axes.h"

#include <string.h>

// --------------------------------------------------------------------------------------- measuring

// fmin and fmax are calls where the compiler must mind NaN.
static inline double smaller(double x, double y)
{
    return x < y ? x : y;
}

static inline double larger(double x, double y)
{
    return x > y ? x : y;
}

// How far points reach along three directions; ranges grow.
static void grow_ranges(range3* range, const matrix3* axes, const double (*points)[3], size_t count)
{
    const matrix3 m = *axes;
    range3 r = *range;
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            const double along = dot3(m.row[k], points[i]);
            r.low[k] = smaller(along, r.low[k]);
            r.high[k] = larger(along, r.high[k]);
        }
    }
    *range = r;
}

void measure_points(const point_view* v, const matrix3* axes, int count, range3* ranges)
{
    double room[VIEW_BLOCK][3];
    const double(*points)[3];
    for (int a = 0; a < count; a++)
        ranges[a] = (range3){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (size_t first = 0; first < v->count;) {
        const size_t block = point_view_block(v, first, room, &points);
        for (int a = 0; a < count; a++)
            grow_ranges(&ranges[a], &axes[a], points, block);
        first += block;
    }
}

// ---------------------------------------------------------------------------------- principal axes

typedef enum weighting { BY_AREA, BY_LENGTH, BY_VERTEX } weighting;

static void add_triangle(moments* sum, weighting by, const double* const corner[3])
{
    if (by == BY_AREA) {
        double u[3], v[3], normal[3];
        subtract3(u, corner[1], corner[0]);
        subtract3(v, corner[2], corner[0]);
        cross3(normal, u, v);
        moments_add(sum, sqrt(dot3(normal, normal)) / 2, corner, 3);
        return;
    }
    for (int c = 0; c < 3; c++) {
        const double* const edge[2] = {corner[c], corner[(c + 1) % 3]};
        double along[3];
        subtract3(along, edge[1], edge[0]);
        if (by == BY_LENGTH) {
            moments_add(sum, sqrt(dot3(along, along)), edge, 2);
        } else {
            moments_add(sum, 1, edge, 1);
        }
    }
}

static const double* point_of_set(const triangle_set* set, size_t triangle, int corner)
{
    const uint32_t* index = set->triangles + (size_t)set->order[triangle] * 3;
    return set->points + (size_t)index[corner] * 3;
}

// Coordinates are taken from the middle of the range and in units of size: far from the origin
// nothing cancels, and nothing underflows.
static moments moments_of_set(const triangle_set* set, weighting by, const double middle[3],
                              double size)
{
    moments sum = {0};

    for (size_t t = 0; t < set->count; t++) {
        double scaled[3][3];
        for (int v = 0; v < 3; v++) {
            subtract3(scaled[v], point_of_set(set, t, v), middle);
            for (int k = 0; k < 3; k++)
                scaled[v][k] /= size;
        }
        const double* const corner[3] = {scaled[0], scaled[1], scaled[2]};
        add_triangle(&sum, by, corner);
    }
    return sum;
}

// Returns the largest edge.
static double middle_of_range(const range3* range, double middle[3])
{
    double edge[3];
    for (int k = 0; k < 3; k++)
        middle[k] = range->low[k] / 2 + range->high[k] / 2;
    subtract3(edge, range->high, range->low);
    return absolute_max3(edge);
}

matrix3 principal_axes(const triangle_set* set, const range3* range)
{
    double middle[3];
    const double size = middle_of_range(range, middle);
    // Weights that are only rounding do not count. Lengths are not all zero in a range that is not,
    // unless the set is points.
    moments sum = moments_of_set(set, BY_AREA, middle, size);
    if (!(sum.weight > 0x1p-40)) sum = moments_of_set(set, BY_LENGTH, middle, size);
    if (!(sum.weight > 0x1p-40)) sum = moments_of_set(set, BY_VERTEX, middle, size);
    return moments_axes(&sum);
}

matrix3 vertex_axes(const triangle_set* set, const range3* range)
{
    double middle[3];
    const double size = middle_of_range(range, middle);
    const moments sum = moments_of_set(set, BY_VERTEX, middle, size);
    return moments_axes(&sum);
}

// ------------------------------------------------------------------------------------ ditetrahedron

// The coordinates, and the sums along the diagonals (1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1).
static inline void project(const double p[3], double along[EXTREME_DIRECTIONS])
{
    const double sum = p[0] + p[1], difference = p[0] - p[1];
    along[0] = p[0];
    along[1] = p[1];
    along[2] = p[2];
    along[3] = sum + p[2];
    along[4] = sum - p[2];
    along[5] = difference + p[2];
    along[6] = difference - p[2];
}

static inline void take_point(extremes* e, double low[EXTREME_DIRECTIONS],
                              double high[EXTREME_DIRECTIONS], const double p[3])
{
    double along[EXTREME_DIRECTIONS];
    project(p, along);
    for (size_t d = 0; d < EXTREME_DIRECTIONS; d++) {
        if (along[d] < low[d]) {
            low[d] = along[d];
            memcpy(e->point[2 * d], p, sizeof *e->point);
        }
        if (along[d] > high[d]) {
            high[d] = along[d];
            memcpy(e->point[2 * d + 1], p, sizeof *e->point);
        }
    }
}

void find_extremes(const point_view* v, extremes* out)
{
    double low[EXTREME_DIRECTIONS], high[EXTREME_DIRECTIONS], room[VIEW_BLOCK][3];
    const double(*points)[3];
    for (int d = 0; d < EXTREME_DIRECTIONS; d++) {
        low[d] = HUGE_VAL;
        high[d] = -HUGE_VAL;
    }
    for (size_t first = 0; first < v->count;) {
        const size_t block = point_view_block(v, first, room, &points);
        for (size_t i = 0; i < block; i++)
            take_point(out, low, high, points[i]);
        first += block;
    }
    for (size_t k = 0; k < 3; k++) {
        out->range.low[k] = out->point[2 * k][k];
        out->range.high[k] = out->point[2 * k + 1][k];
    }
}

typedef struct dito {
    const extremes* all;
    double points[EXTREMES][3];  // each once
    size_t count;
    double best_edge[3], best_normal[3];
    double best_area;
} dito;

static void keep_once(dito* d)
{
    d->count = 0;
    for (int i = 0; i < EXTREMES; i++) {
        size_t k = 0;
        while (k < d->count && memcmp(d->points[k], d->all->point[i], sizeof d->points[k]) != 0)
            k++;
        if (k == d->count) memcpy(d->points[d->count++], d->all->point[i], sizeof d->points[k]);
    }
}

static double reach_along(const dito* d, const double direction[3])
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < d->count; i++) {
        const double along = dot3(direction, d->points[i]);
        low = smaller(along, low);
        high = larger(along, high);
    }
    return high - low;
}

// height: how far the points reach along the normal, a unit vector across the edge.
static void measure_edge(dito* d, const double edge[3], const double normal[3], double height)
{
    double unit[3], across[3];
    memcpy(unit, edge, sizeof unit);
    if (!normalise3(unit)) return;
    cross3(across, unit, normal);
    const double size[3] = {reach_along(d, unit), height, reach_along(d, across)};
    const double area = half_area_of_box(size);
    if (area >= d->best_area) return;
    d->best_area = area;
    memcpy(d->best_edge, unit, sizeof unit);
    memcpy(d->best_normal, normal, 3 * sizeof *normal);
}

static int unit_normal(double out[3], const double* p, const double* q, const double* r)
{
    double u[3], v[3];
    subtract3(u, q, p);
    subtract3(v, r, p);
    if (!normalise3(u) || !normalise3(v)) return 0;
    cross3(out, u, v);
    return dot3(out, out) > 0x1p-80 && normalise3(out);
}

static void measure_triangle(dito* d, const double* p, const double* q, const double* r)
{
    const double* corner[3] = {p, q, r};
    double normal[3], edge[3];
    if (!unit_normal(normal, p, q, r)) return;
    const double height = reach_along(d, normal);
    for (int c = 0; c < 3; c++) {
        subtract3(edge, corner[(c + 1) % 3], corner[c]);
        measure_edge(d, edge, normal, height);
    }
}

static double squared_distance(const double a[3], const double b[3])
{
    double between[3];
    subtract3(between, a, b);
    return dot3(between, between);
}

// The pair of opposite extremes that are farthest apart.
static double longest_pair(const extremes* e, const double** p0, const double** p1)
{
    double longest = -1;
    for (int i = 0; i < EXTREMES; i += 2) {
        const double distance = squared_distance(e->point[i], e->point[i + 1]);
        if (distance > longest) {
            longest = distance;
            *p0 = e->point[i];
            *p1 = e->point[i + 1];
        }
    }
    return longest;
}

// The extreme farthest from the line through p0 with unit direction along.
static double farthest_from_line(const dito* d, const double* p0, const double along[3],
                                 const double** farthest)
{
    double longest = -1;
    for (size_t i = 0; i < d->count; i++) {
        double from[3], across[3];
        subtract3(from, d->points[i], p0);
        cross3(across, from, along);
        const double distance = dot3(across, across);
        if (distance > longest) {
            longest = distance;
            *farthest = d->points[i];
        }
    }
    return longest;
}

// Add the three side faces of the tetrahedron over the base whose apex is farthest along the normal,
// unless it is flat.
static void measure_tetrahedron(dito* d, const double* const base[3], const double normal[3],
                                double flat)
{
    double highest = -HUGE_VAL;
    const double* apex = base[0];
    for (size_t i = 0; i < d->count; i++) {
        const double along = dot3(normal, d->points[i]);
        if (along > highest) {
            highest = along;
            apex = d->points[i];
        }
    }
    if (highest - dot3(normal, base[0]) <= flat) return;
    for (int e = 0; e < 3; e++)
        measure_triangle(d, base[e], base[(e + 1) % 3], apex);
}

// All on a line: any axes across it will do.
static void measure_line(dito* d, const double along[3])
{
    const double size[3] = {fabs(along[0]), fabs(along[1]), fabs(along[2])};
    const int least =
        size[0] <= size[1] ? (size[0] <= size[2] ? 0 : 2) : (size[1] <= size[2] ? 1 : 2);
    d->best_normal[least] = 1;
    memcpy(d->best_edge, along, sizeof d->best_edge);
    d->best_area = 0;
}

int ditetrahedron_axes(const extremes* e, matrix3* out)
{
    dito d = {.all = e, .best_area = HUGE_VAL};
    keep_once(&d);
    const double* base[3] = {e->point[0], e->point[1], e->point[0]};
    const double longest = longest_pair(e, &base[0], &base[1]);
    double along[3], normal[3];
    subtract3(along, base[1], base[0]);
    if (!normalise3(along)) return 0;
    const double widest = farthest_from_line(&d, base[0], along, &base[2]);
    if (!(widest > 0x1p-80 * longest) || !unit_normal(normal, base[0], base[1], base[2])) {
        measure_line(&d, along);
    } else {
        const double flat = 0x1p-40 * sqrt(longest);
        const double down[3] = {-normal[0], -normal[1], -normal[2]};
        measure_triangle(&d, base[0], base[1], base[2]);
        measure_tetrahedron(&d, base, normal, flat);
        measure_tetrahedron(&d, base, down, flat);
    }
    if (!(d.best_area < HUGE_VAL)) return 0;
    matrix3 axes = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    memcpy(axes.row[0], d.best_edge, sizeof axes.row[0]);
    memcpy(axes.row[1], d.best_normal, sizeof axes.row[1]);
    if (!orthonormalise(&axes)) return 0;
    *out = axes;
    return 1;
}
