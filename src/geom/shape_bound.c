// shape_bound.c - bounds of the distance of a triangle and a shape, in doubles (docs/proofs/distance.md, "Shapes").
//
// The way to the nearest points is sought in the differences of corners (Gilbert, Johnson & Keerthi 1988). It needs no proof:
// whatever direction is found bounds the distance from below, by weak duality, and any two points do from above. Contact is
// proved by a tetrahedron of differences that holds a cube about the origin, as large as what they may be wrong by.
#include "base/base.h"
#include "base/bits.h"
#include "geom/shape_parts.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define LEAST 0x1p-600  // below it squares might underflow: no bound
#define MOST  0x1p289
// As in nearest.c: coordinates are at most 1 about the first corner.
#define ROUNDED   (24 * SHAPE_U)
#define FEASIBLE  (256 * SHAPE_U)
#define SHRINK    (1 - 32 * SHAPE_U)
#define GROW      (1 + 32 * SHAPE_U)
#define DIRECTION 0x1p-900  // below it squares of directions might underflow: they prove nothing
// What a product of three vectors errs by, for each unit of the product of their |.|_1.
#define VOLUME (64 * SHAPE_U)

enum { STEPS_MOST = 64, STEPS_TURNED = 400, JOINS_MOST = 8, STEPS_IDLE = 12 };

typedef struct point_pair {
    int vertex, vertices;  // bit i: vertex i takes part
    size_t point;
    double p[3], q[3], y[3];  // a point of each, and the difference
} point_pair;

typedef struct search {
    const posed_shape* shape;
    double origin[3], scale;  // coordinates less the origin, times the scale, are at most 1
    double p[3][3];           // the triangle's
    size_t count;
    double near[SHAPE_NEAR_MAX][3];
    double error;                 // of a difference, in each coordinate
    int is_turned;                // a cylinder or a cone:
    double radius, radial[2][3];  // in units of the scale; the plane across its axis
    size_t steps;                 // its points are numbered as they are found
    int size;
    point_pair at[4];
    double weight[4], x[3];  // the point of the simplex that is nearest to the origin
} search;

static void corner(const search* s, size_t i, double out[3])
{
    if (s->count <= SHAPE_NEAR_MAX) {
        memcpy(out, s->near[i], 3 * sizeof *out);
        return;
    }
    double placed[3];
    const double* const x = i < SHAPE_PLACED_MAX ? s->shape->near[i] : placed;
    if (x == placed) shape_place_corner(s->shape, i, placed);
    for (int k = 0; k < 3; k++)
        out[k] = (x[k] - s->origin[k]) * s->scale;
}

// The point of a cylinder or a cone that is farthest along a direction.
static double farthest_turned(const search* s, const double way[3], double out[3])
{
    const double c[2] = {dot3(way, s->radial[0]), dot3(way, s->radial[1])};
    const double length = sqrt(c[0] * c[0] + c[1] * c[1]);
    const double height[2] = {dot3(way, s->near[0]), dot3(way, s->near[1])};
    const double out_most = s->radius * length;
    const int is_cone = s->shape->form == SHAPE_CONE;
    const int end = is_cone ? height[1] + out_most > height[0] : height[1] > height[0];
    memcpy(out, s->near[end], 3 * sizeof *out);
    if (is_cone && !end) return height[0];
    for (int k = 0; k < 3 && length > LEAST; k++)
        out[k] +=
            s->radius * ((c[0] / length) * s->radial[0][k] + (c[1] / length) * s->radial[1][k]);
    return height[end] + out_most;
}

// The corner of the core that is farthest along a direction, and where.
static double farthest(const search* s, const double way[3], size_t* best, double out[3])
{
    double most = -(double)INFINITY;
    if (s->is_turned) {
        *best = s->steps;
        return farthest_turned(s, way, out);
    }
    *best = 0;
    corner(s, 0, out);
    for (size_t i = 0; i < s->count; i++) {
        double q[3];
        corner(s, i, q);
        const double h = dot3(way, q);
        if (!(h > most)) continue;
        most = h;
        *best = i;
        memcpy(out, q, sizeof q);
    }
    return most;
}

static point_pair support(const search* s, const double way[3])
{
    point_pair out = {0};
    for (int i = 1; i < 3; i++)
        if (dot3(way, s->p[i]) < dot3(way, s->p[out.vertex])) out.vertex = i;
    out.vertices = 1 << out.vertex;
    memcpy(out.p, s->p[out.vertex], sizeof out.p);
    farthest(s, way, &out.point, out.q);
    subtract3(out.y, out.p, out.q);
    return out;
}

// ------------------------------------------------------------------------------------------------- simplex

static double square_between(const double a[3], const double b[3])
{
    double r[3];
    subtract3(r, b, a);
    return dot3(r, r);
}

// Which of three corners to begin at: an end of the shortest edge, so that no two edges from there are nearly one.
static int base_of(const double* const y[3])
{
    int best = 0;
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        const double square = square_between(y[i], y[(i + 1) % 3]);
        if (!(square < least)) continue;
        least = square;
        best = i;
    }
    return best;
}

static void weigh_three(const double* const y[4], double weight[4])
{
    const int a = base_of(y), b = (a + 1) % 3, c = (a + 2) % 3;
    double u[3], v[3];
    subtract3(u, y[b], y[a]);
    subtract3(v, y[c], y[a]);
    const double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v);
    const double ux = -dot3(u, y[a]), vx = -dot3(v, y[a]), all = uu * vv - uv * uv;
    weight[b] = (ux * vv - vx * uv) / all;
    weight[c] = (vx * uu - ux * uv) / all;
    weight[a] = 1 - weight[b] - weight[c];
}

static void weigh_four(const double* const y[4], double weight[4])
{
    double u[3], v[3], w[3], n[3];
    subtract3(u, y[1], y[0]);
    subtract3(v, y[2], y[0]);
    subtract3(w, y[3], y[0]);
    cross3(n, v, w);
    const double all = dot3(u, n);
    weight[1] = -dot3(y[0], n) / all;
    cross3(n, w, u);
    weight[2] = -dot3(y[0], n) / all;
    cross3(n, u, v);
    weight[3] = -dot3(y[0], n) / all;
    weight[0] = 1 - weight[1] - weight[2] - weight[3];
}

// Weights of the point of some corners' plane, line or point that is nearest to the origin; 0 if one is not positive.
static int weigh(const double* const y[4], int count, double weight[4])
{
    weight[0] = 1;
    if (count == 2) {
        double u[3];
        subtract3(u, y[1], y[0]);
        weight[1] = -dot3(u, y[0]) / dot3(u, u);
        weight[0] = 1 - weight[1];
    } else if (count == 3) {
        weigh_three(y, weight);
    } else if (count == 4) {
        weigh_four(y, weight);
    }
    for (int i = 0; i < count; i++)
        if (!(weight[i] > 0 && weight[i] <= 1)) return 0;
    return 1;
}

// Replace the simplex by those of its corners, the newest among them, about its point that is nearest to the origin.
static void reduce(search* s)
{
    double best = (double)INFINITY, best_x[3] = {0}, best_weight[4] = {0};
    int best_set = 0;
    const int newest = s->size - 1;
    for (int set = 1 << newest; set < 1 << s->size; set++) {
        const double* y[4];
        double weight[4], x[3] = {0};
        int count = 0;
        for (int i = 0; i < s->size; i++)
            if (set >> i & 1) y[count++] = s->at[i].y;
        if (!weigh(y, count, weight)) continue;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < 3; k++)
                x[k] += weight[i] * y[i][k];
        const double square = dot3(x, x);
        if (!(square < best)) continue;
        best = square;
        best_set = set;
        memcpy(best_x, x, sizeof x);
        memcpy(best_weight, weight, sizeof weight);
    }
    int count = 0;
    for (int i = 0; i < s->size; i++)
        if (best_set >> i & 1) s->at[count++] = s->at[i];
    s->size = count;
    memcpy(s->x, best_x, sizeof best_x);
    memcpy(s->weight, best_weight, sizeof best_weight);
}

static int is_known(const search* s, const point_pair* p)
{
    for (int i = 0; i < s->size; i++)
        if (s->at[i].vertex == p->vertex && s->at[i].point == p->point) return 1;
    return 0;
}

// Take the next corner in. Returns 0 if doubles see no more. slack: what may be lost by the step, which may come back with the next.
static int step_to(search* s, const point_pair* next, double slack)
{
    const double square = dot3(s->x, s->x);
    if (is_known(s, next) || !(dot3(s->x, next->y) < square * (1 - 0x1p-50))) return 0;
    const int was_size = s->size;
    point_pair was_at[4];
    double was_weight[4], was_x[3];
    memcpy(was_at, s->at, sizeof was_at);
    memcpy(was_weight, s->weight, sizeof was_weight);
    memcpy(was_x, s->x, sizeof was_x);
    s->at[s->size++] = *next;
    s->steps++;
    reduce(s);
    if (s->size && dot3(s->x, s->x) < square * (1 + slack)) return 1;
    s->size = was_size;
    memcpy(s->at, was_at, sizeof was_at);
    memcpy(s->weight, was_weight, sizeof was_weight);
    memcpy(s->x, was_x, sizeof was_x);
    return 0;
}

// toward: a direction to begin with, or 0.
static void start(search* s, const double toward[3])
{
    double way[3];
    memcpy(way, toward, sizeof way);
    if (!(dot3(way, way) >= DIRECTION)) {
        corner(s, 0, way);
        subtract3(way, s->p[0], way);
    }
    s->size = 1;
    s->at[0] = support(s, way);
    s->steps++;
    reduce(s);
}

// --------------------------------------------------------------------------------------------------- proofs

// The direction across the simplex: so that it does not lose what the point lost by cancellation.
static void across(const search* s, double out[3])
{
    double u[3], v[3];
    memcpy(out, s->x, sizeof s->x);
    if (s->size < 2) return;
    subtract3(u, s->at[1].y, s->at[0].y);
    if (s->size == 2) {
        const double t = dot3(out, u) / dot3(u, u);
        for (int k = 0; k < 3; k++)
            out[k] -= t * u[k];
        return;
    }
    const double* const y[3] = {s->at[0].y, s->at[1].y, s->at[2].y};
    const int a = base_of(y);
    subtract3(u, y[(a + 1) % 3], y[a]);
    subtract3(v, y[(a + 2) % 3], y[a]);
    cross3(out, u, v);
    if (dot3(out, s->x) < 0)
        for (int k = 0; k < 3; k++)
            out[k] = -out[k];
}

// What a direction, from the shape to the triangle, proves.
static double least_along(const search* s, const double n[3])
{
    double low = dot3(n, s->p[0]), point[3];
    for (int i = 1; i < 3; i++) {
        const double x = dot3(n, s->p[i]);
        low = x < low ? x : low;
    }
    size_t ignored;
    const double high = farthest(s, n, &ignored, point);
    const double gap =
        low - high - absolute_sum3(n) * ((1.01 * s->error + ROUNDED) * ABUT_BOUND_SCALE);
    const double square = dot3(n, n);
    if (!(square >= DIRECTION)) return 0;
    const double bound = gap / sqrt(square) * SHRINK;
    return bound > 0 && bound < (double)INFINITY ? bound : 0;  // NaN: 0
}

// What a direction proves, if that is above most; else 0. next: what is farthest along it.
static double above(const search* s, const double way[3], const point_pair* next, double most)
{
    const double gap = dot3(way, next->y);
    if (!(gap > 0 && gap * gap > most * most * dot3(way, way))) return 0;
    const double lo = least_along(s, way);
    return lo > most ? lo : 0;
}

// most: what is farther is of no use. toward: as of start. Returns a lower bound that is above it, or 0 at the end.
static double descend(search* s, double most, const double toward[3])
{
    start(s, toward);
    double lo = above(s, toward, &s->at[0], most);
    for (int step = 0; lo <= 0 && step < STEPS_MOST && s->size < 4; step++) {
        const point_pair next = support(s, s->x);
        lo = above(s, s->x, &next, most);
        if (lo > 0 || !step_to(s, &next, 0)) break;
    }
    return lo;
}

// Whether the tetrahedron holds the origin, wherever its corners really are.
static int holds_origin(const search* s)
{
    const double room = (1.01 * s->error + ROUNDED) * ABUT_BOUND_SCALE;
    for (int i = 0; i < 4; i++) {
        const double* const y[4] = {s->at[i].y, s->at[(i + 1) % 4].y, s->at[(i + 2) % 4].y,
                                    s->at[(i + 3) % 4].y};
        double u[3], v[3], w[3], n[3];
        subtract3(u, y[2], y[1]);
        subtract3(v, y[3], y[1]);
        subtract3(w, y[0], y[1]);
        cross3(n, u, v);
        const double inward = dot3(n, w), height = -dot3(n, y[1]);
        const double size = absolute_sum3(u) * absolute_sum3(v);
        const double wrong = VOLUME * ABUT_BOUND_SCALE * size;
        if (!(fabs(inward) > wrong * absolute_sum3(w) + LEAST)) return 0;
        const double depth = inward > 0 ? height : -height;
        // Both the cube's corner and what the normal is wrong by.
        if (!(depth > room * (absolute_sum3(n) + wrong) + wrong * absolute_sum3(y[1]) + LEAST))
            return 0;
    }
    return 1;
}

// Make the largest coordinate about 1. Returns 0 if that cannot be.
static int find_scale(search* s, const posed_shape* shape, double p[3][3])
{
    double largest = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double x = fabs(p[i][k] - p[0][k]);
            const double y = fabs(shape->middle[k] - p[0][k]) + shape->extent;
            largest = x > largest ? x : largest;
            largest = y > largest ? y : largest;
        }
    // A ray's end is farther away than that: see cut_ray.
    if (shape->form == SHAPE_RAY) largest *= 32;
    if (s->is_turned) largest += shape->radius;
    if (!(largest >= LEAST && largest <= MOST)) return 0;
    s->scale = double_from_bits((uint64_t)(2045 - double_field(largest)) << 52);
    return 1;
}

static int begin(search* s, const posed_shape* shape, double p[3][3], double error)
{
    s->shape = shape;
    s->steps = 0;
    s->is_turned = shape->form == SHAPE_CYLINDER || shape->form == SHAPE_CONE;
    memcpy(s->origin, p[0], sizeof s->origin);
    if (!find_scale(s, shape, p)) return 0;
    s->count = shape->form == SHAPE_RAY ? 2 : shape->count;
    s->error = (error + shape->error) * s->scale;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            s->p[i][k] = (p[i][k] - s->origin[k]) * s->scale;
    for (size_t i = 0; i < s->count && s->count <= SHAPE_NEAR_MAX; i++)
        for (int k = 0; k < 3; k++)
            s->near[i][k] = (shape->near[i][k] - s->origin[k]) * s->scale;
    return 1;
}

// The plane across the axis, and what its points may be wrong by for that.
static int begin_turned(search* s)
{
    const posed_shape* const shape = s->shape;
    matrix3 axes = {{{shape->way[0], shape->way[1], shape->way[2]}}};
    int least = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(shape->way[k]) < fabs(shape->way[least])) least = k;
    axes.row[1][least] = 1;
    axes.row[2][(least + 1) % 3] = 1;
    if (!(shape->way_error < 0x1p-20) || !orthonormalise(&axes)) return 0;
    memcpy(s->radial[0], axes.row[1], sizeof s->radial[0]);
    memcpy(s->radial[1], axes.row[2], sizeof s->radial[1]);
    s->radius = shape->radius * s->scale;
    s->error += s->radius * (8 * shape->way_error + 64 * SHAPE_U);
    return s->error < 1;
}

// Cut a ray off where no point of the triangle has its foot: a corner's is at most as far from the start as the corner.
static int cut_ray(search* s)
{
    double far = 0;
    for (int i = 0; i < 3; i++) {
        double arm[3];
        subtract3(arm, s->p[i], s->near[0]);
        const double length = absolute_sum3(arm);
        far = length > far ? length : far;
    }
    far = 2.5 * (far + 4 * s->error);  // the way is longer than 1/2
    for (int k = 0; k < 3; k++)
        s->near[1][k] = s->near[0][k] + far * s->shape->way[k];
    s->error += far * (s->shape->way_error + 4 * SHAPE_U);
    return s->error < 1;
}

// What the simplex proves.
static void prove(const search* s, double* lo, double* hi)
{
    *lo = 0;
    *hi = sqrt(dot3(s->x, s->x)) * GROW + (FEASIBLE + 1.8 * s->error) * ABUT_BOUND_SCALE;
    if (s->size < 4) {
        double normal[3];
        across(s, normal);
        *lo = least_along(s, normal);
    } else if (holds_origin(s)) {
        *hi = 0;
    }
}

// The nearest points of the simplex, as one pair.
static point_pair middle_of(const search* s)
{
    point_pair out = {.point = s->steps};
    for (int i = 0; i < s->size; i++) {
        out.vertices |= s->at[i].vertices;
        for (int k = 0; k < 3; k++) {
            out.p[k] += s->weight[i] * s->at[i].p[k];
            out.q[k] += s->weight[i] * s->at[i].q[k];
        }
    }
    memcpy(out.y, s->x, sizeof out.y);
    return out;
}

static void take_points(const search* s, shape_near* out)
{
    const point_pair at = middle_of(s);
    out->vertices = at.vertices;
    for (int k = 0; k < 3; k++) {
        out->p[k] = at.p[k] / s->scale + s->origin[k];
        out->q[k] = at.q[k] / s->scale + s->origin[k];
    }
}

// A round shape has a corner in every direction: go on until both bounds meet, or stay as they are. Where corners come to lie so
// close that doubles cannot tell them apart, their nearest points take their place.
static void descend_turned(search* s, int steps, shape_near* out)
{
    double best_lo = 0, best_hi = (double)INFINITY;
    int joins = JOINS_MOST;
    start(s, (const double[3]){0, 0, 0});
    for (int step = 0, idle = 0; step < steps; step++, idle++) {
        double lo, hi;
        prove(s, &lo, &hi);
        if (lo > best_lo || hi < best_hi) idle = 0;
        best_lo = lo > best_lo ? lo : best_lo;
        if (hi < best_hi) {
            best_hi = hi;
            take_points(s, out);
        }
        if (s->size == 4) break;
        const point_pair next = support(s, s->x);
        if (idle < STEPS_IDLE && step_to(s, &next, 0x1p-44)) continue;
        if (s->size == 1 || !joins--) break;
        s->at[0] = middle_of(s);
        s->size = 1;
        s->weight[0] = 1;
        idle = 0;
    }
    out->lo = best_lo / s->scale;
    out->hi = best_hi / s->scale;
}

int shape_near_turned(const posed_shape* shape, double p[3][3], double error, shape_near* out)
{
    search s;
    if (!begin(&s, shape, p, error) || !begin_turned(&s)) return 0;
    descend_turned(&s, STEPS_TURNED, out);
    return 1;
}

// Take off a radius.
static void narrow(shape_bounds* b, double radius)
{
    if (double_is_zero(radius)) return;
    b->lo = b->lo > radius ? (b->lo - radius) * SHRINK : 0;
    b->hi = b->hi > radius ? (b->hi - radius) * GROW : 0;
}

void shape_bound(const posed_shape* shape, const double* const vertex[3], shape_bounds* out)
{
    shape_within all = {.most = (double)INFINITY};
    shape_bound_within(shape, vertex, &all, out);
}

void shape_bound_within(const posed_shape* shape, const double* const vertex[3],
                        shape_within* within, shape_bounds* out)
{
    *out = (shape_bounds){.hi = (double)INFINITY};
    if (shape->form == SHAPE_PLANE || shape->form == SHAPE_HALF_SPACE) {
        shape_bound_plane(shape, vertex, out);
        return;
    }
    double p[3][3];
    search s;
    const double error = shape_place_triangle(shape, vertex, p);
    if (!(error + shape->error < (double)INFINITY) || !begin(&s, shape, p, error)) return;
    if (s.is_turned) {
        shape_near found;
        if (!begin_turned(&s)) return;
        descend_turned(&s, STEPS_MOST, &found);
        out->lo = found.lo;
        out->hi = found.hi;
        return;
    }
    if (shape->form == SHAPE_RAY && !cut_ray(&s)) return;
    const double beyond = descend(&s, (within->most + shape->radius) * s.scale * GROW, within->way);
    if (beyond > 0) {
        out->lo = beyond / s.scale;
        narrow(out, shape->radius);
        return;
    }
    memcpy(within->way, s.x, sizeof s.x);
    out->count = s.size;
    for (int i = 0; i < s.size; i++) {
        out->vertex[i] = (uint8_t)s.at[i].vertex;
        out->point[i] = (uint32_t)s.at[i].point;
    }
    const double down = 1 / s.scale;  // a power of two
    prove(&s, &out->lo, &out->hi);
    out->lo *= down;
    out->hi *= down;
    narrow(out, shape->radius);
}
