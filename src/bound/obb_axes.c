// obb_axes.c - principal axes and the ditetrahedron. Only the quality of boxes depends on what is
// computed here, never an answer; so there are no error bounds.
#include "bound/obb_axes.h"

#include "base/base.h"

// --------------------------------------------------------------------------------------- measuring

static const double* point_of_set(const triangle_set* set, size_t triangle, int corner)
{
    const uint32_t* index = set->triangles + (size_t)set->order[triangle] * 3;
    return set->points + (size_t)index[corner] * 3;
}

range3 range_of_set(const triangle_set* set)
{
    range3 range;
    for (int k = 0; k < 3; k++)
        range.low[k] = range.high[k] = point_of_set(set, 0, 0)[k];
    for (size_t t = 0; t < set->count; t++) {
        for (int v = 0; v < 3; v++) {
            const double* point = point_of_set(set, t, v);
            for (int k = 0; k < 3; k++) {
                if (point[k] < range.low[k]) range.low[k] = point[k];
                if (point[k] > range.high[k]) range.high[k] = point[k];
            }
        }
    }
    return range;
}

static void widen(range3* range, const matrix3* axes, const double point[3])
{
    for (int k = 0; k < 3; k++) {
        const double along = dot3(axes->row[k], point);
        if (along < range->low[k]) range->low[k] = along;
        if (along > range->high[k]) range->high[k] = along;
    }
}

static const range3 empty_range = {{HUGE_VAL, HUGE_VAL, HUGE_VAL},
                                   {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

double area_of_set(const triangle_set* set, const matrix3* axes)
{
    range3 range = empty_range;
    for (size_t t = 0; t < set->count; t++) {
        for (int v = 0; v < 3; v++)
            widen(&range, axes, point_of_set(set, t, v));
    }
    double edge[3];
    subtract3(edge, range.high, range.low);
    return half_area(edge);
}

static int normalise(double v[3])
{
    const double largest = absolute_max3(v);
    if (!(largest > 0x1p-500)) return 0;
    for (int k = 0; k < 3; k++)
        v[k] /= largest;
    const double length = sqrt(dot3(v, v));
    for (int k = 0; k < 3; k++)
        v[k] /= length;
    return 1;
}

void orthonormalise(matrix3* axes)
{
    normalise(axes->row[0]);
    normalise(axes->row[1]);
    cross3(axes->row[2], axes->row[0], axes->row[1]);
    ASSERT(dot3(axes->row[2], axes->row[2]) >= 0.25);
    normalise(axes->row[2]);
    cross3(axes->row[1], axes->row[2], axes->row[0]);
    normalise(axes->row[1]);
}

// ---------------------------------------------------------------------------------- principal axes

typedef enum weighting { BY_AREA, BY_LENGTH, BY_VERTEX } weighting;

typedef struct moments {
    double weight, first[3], second[3][3];
} moments;

static void add_point(moments* sum, double weight, const double p[3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++)
            sum->second[i][k] += weight * p[i] * p[k];
    }
}

// The integral of x x' over a triangle p q r with middle m is its area times
// (9 m m' + p p' + q q' + r r') / 12; over a segment p q, its length times (4 m m' + p p' + q q') / 6.
static void add_simplex(moments* sum, double weight, const double* const corner[], int count)
{
    double middle[3];
    for (int k = 0; k < 3; k++) {
        middle[k] = 0;
        for (int c = 0; c < count; c++)
            middle[k] += corner[c][k];
        middle[k] /= count;
        sum->first[k] += weight * middle[k];
    }
    const double whole = count == 3 ? 12 : 6, inner = count == 3 ? 9 : 4;
    if (count == 1) {
        add_point(sum, weight, middle);
    } else {
        add_point(sum, weight * inner / whole, middle);
        for (int c = 0; c < count; c++)
            add_point(sum, weight / whole, corner[c]);
    }
    sum->weight += weight;
}

static void add_triangle(moments* sum, weighting by, const double* const corner[3])
{
    if (by == BY_AREA) {
        double u[3], v[3], normal[3];
        subtract3(u, corner[1], corner[0]);
        subtract3(v, corner[2], corner[0]);
        cross3(normal, u, v);
        add_simplex(sum, sqrt(dot3(normal, normal)) / 2, corner, 3);
        return;
    }
    for (int c = 0; c < 3; c++) {
        const double* const edge[2] = {corner[c], corner[(c + 1) % 3]};
        double along[3];
        subtract3(along, edge[1], edge[0]);
        if (by == BY_LENGTH) {
            add_simplex(sum, sqrt(dot3(along, along)), edge, 2);
        } else {
            add_simplex(sum, 1, edge, 1);
        }
    }
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

// One Jacobi rotation that makes c[p][q] zero; rows of v follow.
static void rotate(double c[3][3], matrix3* v, int p, int q)
{
    if (c[p][q] == 0) return;
    const double theta = (c[q][q] - c[p][p]) / (2 * c[p][q]);
    const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double cosine = 1 / sqrt(t * t + 1), sine = t * cosine;
    for (int k = 0; k < 3; k++) {
        const double x = c[k][p], y = c[k][q];
        c[k][p] = cosine * x - sine * y;
        c[k][q] = sine * x + cosine * y;
    }
    for (int k = 0; k < 3; k++) {
        const double x = c[p][k], y = c[q][k];
        c[p][k] = cosine * x - sine * y;
        c[q][k] = sine * x + cosine * y;
    }
    for (int k = 0; k < 3; k++) {
        const double x = v->row[p][k], y = v->row[q][k];
        v->row[p][k] = cosine * x - sine * y;
        v->row[q][k] = sine * x + cosine * y;
    }
}

static matrix3 eigenvectors(double c[3][3])
{
    matrix3 v = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int sweep = 0; sweep < 20; sweep++) {
        const double off = fabs(c[0][1]) + fabs(c[0][2]) + fabs(c[1][2]);
        if (!(off > 1e-17 * (fabs(c[0][0]) + fabs(c[1][1]) + fabs(c[2][2])))) break;
        rotate(c, &v, 0, 1);
        rotate(c, &v, 0, 2);
        rotate(c, &v, 1, 2);
    }
    return v;
}

matrix3 principal_axes(const triangle_set* set, const range3* range)
{
    double middle[3], edge[3];
    for (int k = 0; k < 3; k++)
        middle[k] = range->low[k] / 2 + range->high[k] / 2;
    subtract3(edge, range->high, range->low);
    const double size = absolute_max3(edge);
    // Weights that are only rounding do not count. Lengths are not all zero in a range that is not,
    // unless the set is points.
    moments sum = moments_of_set(set, BY_AREA, middle, size);
    if (!(sum.weight > 0x1p-40)) sum = moments_of_set(set, BY_LENGTH, middle, size);
    if (!(sum.weight > 0x1p-40)) sum = moments_of_set(set, BY_VERTEX, middle, size);
    double covariance[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            covariance[i][k] = sum.second[i][k] / sum.weight -
                               sum.first[i] / sum.weight * (sum.first[k] / sum.weight);
            covariance[k][i] = covariance[i][k];
        }
    }
    matrix3 axes = eigenvectors(covariance);
    orthonormalise(&axes);
    return axes;
}

// ------------------------------------------------------------------------------------ ditetrahedron

#define DIRECTIONS 7
#define EXTREMES   (2 * DIRECTIONS)

static const double directions[DIRECTIONS][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 1},
                                                 {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};

static void extend_extremes(const double* point, double low[DIRECTIONS], double high[DIRECTIONS],
                            const double* points[EXTREMES])
{
    for (size_t d = 0; d < DIRECTIONS; d++) {
        const double along = dot3(directions[d], point);
        if (along < low[d]) {
            low[d] = along;
            points[2 * d] = point;
        }
        if (along > high[d]) {
            high[d] = along;
            points[2 * d + 1] = point;
        }
    }
}

// points[2 d] and points[2 d + 1] are the lowest and highest along direction d.
static void find_extremes(const triangle_set* set, const double* points[EXTREMES])
{
    double low[DIRECTIONS], high[DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++) {
        low[d] = HUGE_VAL;
        high[d] = -HUGE_VAL;
    }
    for (size_t t = 0; t < set->count; t++) {
        for (int v = 0; v < 3; v++)
            extend_extremes(point_of_set(set, t, v), low, high, points);
    }
}

typedef struct dito {
    const double* points[EXTREMES];
    matrix3 best;
    double best_area;
} dito;

static void measure_axes(dito* d, const double edge[3], const double normal[3])
{
    matrix3 axes;
    for (int k = 0; k < 3; k++) {
        axes.row[0][k] = edge[k];
        axes.row[1][k] = normal[k];
    }
    orthonormalise(&axes);
    range3 range = empty_range;
    for (int p = 0; p < EXTREMES; p++)
        widen(&range, &axes, d->points[p]);
    double size[3];
    subtract3(size, range.high, range.low);
    const double area = half_area(size);
    if (area < d->best_area) {
        d->best_area = area;
        d->best = axes;
    }
}

// The normal of a triangle of which p q is an edge of the tetrahedra's base, never short. Returns 0 if
// the angle at p is less than 2^-40: beyond it the computed normal is perpendicular to the computed
// edges within 2^-11.
static int unit_normal(double out[3], const double* p, const double* q, const double* r)
{
    double u[3], v[3];
    subtract3(u, q, p);
    subtract3(v, r, p);
    normalise(u);
    if (!normalise(v)) return 0;
    cross3(out, u, v);
    if (!(dot3(out, out) > 0x1p-80)) return 0;
    normalise(out);
    return 1;
}

static void measure_triangle(dito* d, const double* p, const double* q, const double* r)
{
    const double* corner[3] = {p, q, r};
    double normal[3], edge[3];
    if (!unit_normal(normal, p, q, r)) return;
    for (int c = 0; c < 3; c++) {
        subtract3(edge, corner[(c + 1) % 3], corner[c]);
        measure_axes(d, edge, normal);
    }
}

static double squared_distance(const double a[3], const double b[3])
{
    double between[3];
    subtract3(between, a, b);
    return dot3(between, between);
}

// The pair of opposite extremes that are farthest apart.
static double longest_pair(const dito* d, const double** p0, const double** p1)
{
    double longest = -1;
    for (int i = 0; i < EXTREMES; i += 2) {
        const double distance = squared_distance(d->points[i], d->points[i + 1]);
        if (distance > longest) {
            longest = distance;
            *p0 = d->points[i];
            *p1 = d->points[i + 1];
        }
    }
    return longest;
}

// The extreme farthest from the line through p0 with unit direction along.
static double farthest_from_line(const dito* d, const double* p0, const double along[3],
                                 const double** farthest)
{
    double longest = -1;
    for (int i = 0; i < EXTREMES; i++) {
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
    for (int i = 0; i < EXTREMES; i++) {
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

matrix3 ditetrahedron_axes(const triangle_set* set)
{
    dito d = {.best_area = HUGE_VAL};
    find_extremes(set, d.points);
    const double* base[3] = {d.points[0], d.points[1], d.points[0]};
    const double longest = longest_pair(&d, &base[0], &base[1]);
    double along[3], normal[3];
    subtract3(along, base[1], base[0]);
    normalise(along);
    const double widest = farthest_from_line(&d, base[0], along, &base[2]);
    if (!(widest > 0x1p-80 * longest) || !unit_normal(normal, base[0], base[1], base[2])) {
        // All on a line: any axes across it will do.
        const double size[3] = {fabs(along[0]), fabs(along[1]), fabs(along[2])};
        const int least =
            size[0] <= size[1] ? (size[0] <= size[2] ? 0 : 2) : (size[1] <= size[2] ? 1 : 2);
        double across[3] = {0, 0, 0};
        across[least] = 1;
        measure_axes(&d, along, across);
    } else {
        const double flat = 0x1p-40 * sqrt(longest);
        const double down[3] = {-normal[0], -normal[1], -normal[2]};
        measure_triangle(&d, base[0], base[1], base[2]);
        measure_tetrahedron(&d, base, normal, flat);
        measure_tetrahedron(&d, base, down, flat);
    }
    ASSERT(d.best_area < HUGE_VAL);
    return d.best;
}
