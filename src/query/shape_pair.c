// shape_pair.c - see shape_pair.h.
#include "query/shape_pair.h"

#include "base/bits.h"

#include <math.h>
#include <string.h>

// Whether its core is a triangle.
static int is_simple(abut_shape_kind kind)
{
    return kind <= ABUT_SHAPE_TRIANGLE || kind == ABUT_SHAPE_SPHERE || kind == ABUT_SHAPE_CAPSULE;
}

abut_status shape_pair_begin(shape_pair* p, const placed_model* side, const abut_shape* shape)
{
    affine pose;
    if (!is_simple(shape->kind)) return ABUT_NOT_AVAILABLE;
    TRY(affine_from_pose(&pose, &shape->pose));
    p->shape = shape;
    p->side = *side;
    p->pose = pose;
    const int is_round = shape->kind == ABUT_SHAPE_SPHERE || shape->kind == ABUT_SHAPE_CAPSULE;
    p->radius = is_round ? shape->radius : 0;
    p->exact_tests = 0;
    p->is_ready = 0;
    return ABUT_OK;
}

static int core_points(abut_shape_kind kind)
{
    return kind == ABUT_SHAPE_TRIANGLE                                ? 3
           : kind == ABUT_SHAPE_SEGMENT || kind == ABUT_SHAPE_CAPSULE ? 2
                                                                      : 1;
}

void shape_pair_prepare(shape_pair* p, composition* c)
{
    const double* vertex[3];
    const int count = core_points(p->shape->kind);
    for (int i = 0; i < 3; i++) {
        // As a model has it: -0 is 0.
        for (int k = 0; k < 3; k++)
            p->vertices[i][k] = p->shape->points[i < count ? i : 0][k] + 0.0;
        vertex[i] = p->vertices[i];
    }
    p->core = corners_of_triangle(vertex);
    if (p->poses.composition) memset(&p->poses, 0, sizeof p->poses);
    if (p->side.frame) {
        composition_make(c, &p->side.pose, p->side.frame, &p->pose, NULL);
        memset(&p->poses, 0, sizeof p->poses);
        pose_pair_compose(&p->poses, c, 0);
    } else {
        pose_pair_change(&p->poses, &p->side.pose, &p->pose, 0);
    }
    p->is_ready = 1;
}

static void name_vertices(const shape_pair* p, uint32_t triangle, const double* vertex[6])
{
    soup_mesh_vertices(&p->side.model->mesh, triangle, vertex);
    for (int i = 0; i < 3; i++)
        vertex[3 + i] = p->vertices[i];
}

static void place(const shape_pair* p, uint32_t triangle, posed_triangle out[2])
{
    const double* vertex[6];
    name_vertices(p, triangle, vertex);
    posed_triangle_place(&out[0], &p->poses, 0, vertex);
    posed_triangle_place(&out[1], &p->poses, 1, vertex + 3);
}

static int cores_touch(shape_pair* p, uint32_t triangle, const posed_triangle t[2])
{
    posed_pair pair;
    const corners a = soup_mesh_corners(&p->side.model->mesh, triangle);
    posed_pair_prepare(&pair, &p->poses, &t[0], &t[1]);
    const int touches = tri_tri(&pair, &a, &p->core) != ABUT_KIND_APART;
    p->exact_tests += (uint64_t)posed_pair_was_exact(&pair);
    return touches;
}

int shape_pair_touches(shape_pair* p, uint32_t triangle)
{
    ASSERT(p->is_ready);
    posed_triangle t[2];
    nearest_bounds bounds;
    nearest_square square;
    place(p, triangle, t);
    if (double_is_zero(p->radius)) return cores_touch(p, triangle, t);
    nearest_bound(&t[0], &t[1], &bounds);
    if (bounds.hi <= p->radius) return 1;
    if (bounds.lo > p->radius) return 0;
    if (!(bounds.lo > 0) && cores_touch(p, triangle, t)) return 1;
    shape_pair_square(p, triangle, bounds.features, 0, &square);
    return nearest_compare_double(&square, p->radius) <= 0;
}

void shape_pair_bound(const shape_pair* p, uint32_t triangle, nearest_bounds* out)
{
    ASSERT(p->is_ready);
    posed_triangle t[2];
    place(p, triangle, t);
    nearest_bound(&t[0], &t[1], out);
}

void shape_pair_square(shape_pair* p, uint32_t triangle, abut_event likely, int with_least,
                       nearest_square* out)
{
    ASSERT(p->is_ready);
    const double* vertex[6];
    exact_points e;
    name_vertices(p, triangle, vertex);
    exact_points_make(&e, &p->poses, vertex, EXACT_RELATIVE);
    nearest_exact(&e, likely, with_least, out);
    p->exact_tests++;
}

int shape_pair_compare(const shape_pair* p, const nearest_square* square, double x)
{
    if (!double_is_finite(x)) return -1;
    return nearest_compare_sum(square, x, p->radius);
}

void shape_pair_enclose(const shape_pair* p, const nearest_square* square, double* lo, double* hi)
{
    if (double_is_zero(p->radius)) {
        nearest_enclose(square, lo, hi);
        return;
    }
    // As bits, which are ordered as the numbers are: least is at most the distance, most above it.
    uint64_t least = 0, most = double_bits((double)INFINITY);
    double core_lo, core_hi;
    nearest_enclose(square, &core_lo, &core_hi);
    if (shape_pair_compare(p, square, 0) <= 0) {
        *lo = *hi = 0;
        return;
    }
    // What rounds to about it, and steps from there that double.
    const double guess = core_hi - p->radius;
    uint64_t at = guess > 0 ? double_bits(guess) : 0;
    if (at > double_bits(0x1.fffffffffffffp1023)) at = double_bits(0x1.fffffffffffffp1023);
    for (uint64_t step = 1; most - least > 1; step *= 2) {
        const int sign = shape_pair_compare(p, square, double_from_bits(at));
        if (sign == 0) {
            *lo = *hi = double_from_bits(at);
            return;
        }
        if (sign > 0) {  // the distance is more
            least = at;
            at = most - least > step ? least + step : least + (most - least) / 2;
        } else {
            most = at;
            at = most - least > step ? most - step : least + (most - least) / 2;
        }
        if (at <= least || at >= most) at = least + (most - least) / 2;
    }
    *lo = double_from_bits(least);
    *hi = double_from_bits(most);
}

void shape_pair_points(const shape_pair* p, uint32_t triangle, abut_event features,
                       double model_point[3], double shape_point[3])
{
    const double* vertex[6];
    exact_points e;
    double core[3], way[3], most = 0;
    name_vertices(p, triangle, vertex);
    exact_points_make(&e, &p->poses, vertex, EXACT_WORLD);
    nearest_points(&e, features, model_point, core);
    for (int k = 0; k < 3; k++) {
        way[k] = model_point[k] - core[k];
        most = fabs(way[k]) > most ? fabs(way[k]) : most;
    }
    double length = 0;
    for (int k = 0; k < 3; k++) {
        way[k] = most > 0 ? way[k] / most : 0;
        length += way[k] * way[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 3; k++)
        shape_point[k] = length > 0 ? core[k] + p->radius * (way[k] / length) : core[k];
}
