// ray_pairs.c - a ray and a triangle in pairs of doubles: most meetings, with t and the point, at a twentieth of what exact
// numbers cost. Bounds: docs/proofs/distance.md, "Rays".
#include "base/base.h"
#include "base/bits.h"
#include "geom/double_pair.h"
#include "geom/posed_ray.h"
#include "geom/vector.h"

#include "abut/ray.h"

#include <math.h>
#include <string.h>

// Tests compile this with 1/32, to show that the bounds are needed.
#ifndef ABUT_RAY_PAIR_SCALE
#define ABUT_RAY_PAIR_SCALE 1
#endif

#define PAIR  (ABUT_RAY_PAIR_SCALE * DOUBLE_PAIR_ERROR)
#define MOST  0x1p100   // of all numbers: products of four do not overflow
#define TINY  0x1p-700  // what products of four that are too small lose
#define SLACK (1 + 0x1p-40)

static int is_identity(const affine* a)
{
    int same = 1;
    for (int i = 0; i < 9; i++)
        same &= double_is_equal(a->matrix[i / 3][i % 3], i % 4 == 0);
    return same;
}

void ray_space_make(ray_space* out, const affine* pose, const affine* frame)
{
    const affine* const all[2] = {pose, frame};
    out->pose = pose;
    out->frame = frame;
    out->is_turned = !is_identity(pose) || frame;
    out->is_moved = out->is_turned ||
                    !(double_is_zero(pose->translation[0]) &&
                      double_is_zero(pose->translation[1]) && double_is_zero(pose->translation[2]));
    for (int i = 0; i < 2 && all[i]; i++) {
        out->reach[i] = 0;
        for (int k = 0; k < 3; k++) {
            const double sum = absolute_sum3(all[i]->matrix[k]);
            out->reach[i] = sum > out->reach[i] ? sum : out->reach[i];
        }
        out->offset[i] = absolute_max3(all[i]->translation);
    }
}

// ------------------------------------------------------------------------------------------- placing

typedef struct scene {
    double_pair way[3], arm[3],
        edge[2][3];  // corner 0 as seen from the origin; from it to the others
    double way_most, arm_most, edge_most;  // at least the largest |coordinate|
    double arm_error, edge_error;          // of each coordinate
} scene;

static double pairs_most(const double_pair x[3])
{
    const double y[3] = {x[0].h, x[1].h, x[2].h};
    return absolute_max3(y) * SLACK;
}

// A linear part.
static void turn(const affine* m, double_pair x[3])
{
    double_pair out[3];
    for (int i = 0; i < 3; i++) {
        const double* const row = m->matrix[i];
        const double_pair r[3] = {{row[0], 0}, {row[1], 0}, {row[2], 0}};
        out[i] = pair_dot(r, x);
    }
    memcpy(x, out, sizeof out);
}

static void see_edges(scene* s, const ray_space* space, const double* const vertex[3])
{
    const affine* const all[2] = {space->pose, space->frame};
    s->edge_error = s->edge_most = 0;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++)
            s->edge[i][k] = pair_of_sum(vertex[i + 1][k], -vertex[0][k]);
        const double most = pairs_most(s->edge[i]);
        s->edge_most = most > s->edge_most ? most : s->edge_most;
    }
    if (!space->is_turned) return;
    for (int a = 0; a < 2 && all[a]; a++) {
        turn(all[a], s->edge[0]);
        turn(all[a], s->edge[1]);
        // Products, and two sums.
        s->edge_error = space->reach[a] * (s->edge_error + 3 * PAIR * s->edge_most);
        s->edge_most *= space->reach[a] * SLACK;
    }
}

static void see_arm(scene* s, const posed_ray* ray, const double vertex[3])
{
    const ray_space* const space = ray->space;
    const affine* const all[2] = {space->pose, space->frame};
    s->arm_error = 0;
    if (!space->is_moved) {
        for (int k = 0; k < 3; k++)
            s->arm[k] = pair_of_sum(vertex[k], -ray->origin[k]);
        s->arm_most = pairs_most(s->arm);
        return;
    }
    double most = absolute_max3(vertex);
    for (int k = 0; k < 3; k++)
        s->arm[k] = (double_pair){vertex[k], 0};
    for (int a = 0; a < 2 && all[a]; a++) {
        if (space->is_turned) turn(all[a], s->arm);
        for (int k = 0; k < 3; k++)
            s->arm[k] = pair_add(s->arm[k], (double_pair){all[a]->translation[k], 0});
        // Products, and three sums.
        const double size = space->reach[a] * most * SLACK + space->offset[a];
        s->arm_error = space->reach[a] * s->arm_error + 4 * PAIR * size;
        most = size * SLACK;
    }
    for (int k = 0; k < 3; k++)
        s->arm[k] = pair_add(s->arm[k], (double_pair){-ray->origin[k], 0});
    s->arm_error += PAIR * (most + absolute_max3(ray->origin)) * SLACK;
    s->arm_most = pairs_most(s->arm) + s->arm_error;
}

// Returns 0 where numbers are too large.
static int see(scene* s, const posed_ray* ray, const double* const vertex[3])
{
    for (int k = 0; k < 3; k++)
        s->way[k] = ray->is_segment ? pair_of_sum(ray->given[k], -ray->origin[k])
                                    : (double_pair){ray->given[k], 0};
    s->way_most = pairs_most(s->way);
    double most = absolute_max3(ray->origin) + s->way_most;
    for (int i = 0; i < 3; i++)
        most += absolute_max3(vertex[i]);
    if (!(most < MOST)) return 0;
    see_edges(s, ray->space, vertex);
    see_arm(s, ray, vertex[0]);
    return s->edge_most < MOST && s->arm_most < MOST;
}

// ------------------------------------------------------------------------------------------- meeting

// 1 or -1 where a number is certainly above or below 0, else 0.
static int sign_of(double_pair x, double error)
{
    return (x.h > error) - (x.h < -error);
}

// The signs of the sides of the edges on which the ray passes, but for those of which bounds do not tell. down is the sum of all.
static void find_sides(const scene* s, double_pair down, double down_error, int side[3])
{
    const double a = s->arm_most, b = s->way_most, e = s->edge_most;
    double_pair moment[3];
    pair_cross(moment, s->way, s->arm);
    const double_pair first = pair_dot(s->edge[0], moment), last = pair_dot(s->edge[1], moment);
    const double error =
        (28 * PAIR * a * b * e + 6 * e * b * s->arm_error + 6 * a * b * s->edge_error) * SLACK +
        TINY;
    const double_pair middle = pair_add(pair_subtract(down, first), last);
    const double middle_error =
        (down_error + 2 * error + PAIR * (12 * e * e * b + 18 * a * b * e)) * SLACK;
    side[0] = sign_of(first, error);
    side[1] = sign_of(middle, middle_error);
    side[2] = -sign_of(last, error);
}

// Whether t is certainly before a limit, or after it: -1, 1; else 0.
static int compare_with(double_pair t, double error, double x)
{
    if (!double_is_finite(x)) return -1;
    const double beyond = (t.h - x) + t.l;
    return sign_of((double_pair){beyond, 0}, error * SLACK);
}

// The doubles next to t. Returns 0 where they are not certain.
static int tell_t(double_pair t, double error, ray_meeting* out)
{
    if (!(error < fabs(t.h) * 0x1p-56) || !(fabs(t.l) > error)) return 0;
    const uint64_t bits = double_bits(t.h);
    out->lo = t.l > 0 ? t.h : double_from_bits(bits - 1);
    out->hi = t.l > 0 ? double_from_bits(bits + 1) : t.h;
    return 1;
}

// A coordinate that is the same all along the ray, or all over the triangle: then it is likely to be a double, or next to half
// of two, which pairs do not tell. Returns whether there is one.
static int tell_same(const posed_ray* ray, const double* const vertex[3], const scene* s, int k,
                     double* out)
{
    if (double_is_zero(s->way[k].h)) {
        *out = ray->origin[k];
        return 1;
    }
    if (ray->space->is_turned || !double_is_equal(vertex[0][k], vertex[1][k]) ||
        !double_is_equal(vertex[0][k], vertex[2][k]))
        return 0;
    *out = vertex[0][k] + ray->space->pose->translation[k];
    return 1;
}

// origin + t way, rounded once. Returns 0 where that is not certain.
static int tell_point(const posed_ray* ray, const double* const vertex[3], const scene* s,
                      double_pair t, double error, double point[3])
{
    int is_certain = 1;
    for (int k = 0; k < 3; k++) {
        if (tell_same(ray, vertex, s, k, &point[k])) continue;
        const double_pair far = pair_multiply(t, s->way[k]);
        const double_pair sum = pair_add((double_pair){ray->origin[k], 0}, far);
        const double size = fabs(far.h) * SLACK;
        const double off =
            (error * fabs(s->way[k].h) * SLACK + PAIR * (2 * size + fabs(ray->origin[k]))) *
                (1 + 0x1p-20) +
            fabs(sum.l) * 0x1p-50 + TINY;
        const double above = sum.h + (sum.l + off), below = sum.h + (sum.l - off);
        is_certain &= above <= sum.h && below >= sum.h;
        point[k] = sum.h;
    }
    return is_certain;
}

int ray_meet_in_pairs(const posed_ray* ray, const double* const vertex[3], int is_met,
                      int wants_place, ray_meeting* out)
{
    scene s;
    double_pair normal[3];
    int side[3];
    if (!see(&s, ray, vertex)) return 0;
    const double a = s.arm_most, b = s.way_most, e = s.edge_most;
    pair_cross(normal, s.edge[0], s.edge[1]);
    const double_pair down = pair_dot(normal, s.way), height = pair_dot(normal, s.arm);
    const double down_error = (28 * PAIR * e * e * b + 12 * e * b * s.edge_error) * SLACK + TINY;
    const double height_error =
        (28 * PAIR * e * e * a + 12 * e * a * s.edge_error + 6 * e * e * s.arm_error) * SLACK +
        TINY;
    if (!is_met) {
        find_sides(&s, down, down_error, side);
        const int some = side[0] > 0 || side[1] > 0 || side[2] > 0;
        const int others = side[0] < 0 || side[1] < 0 || side[2] < 0;
        out->touches = 0;
        if (some && others) return 1;
        if (!side[0] || !side[1] || !side[2]) return 0;
    }
    const int sign = sign_of(down, down_error);
    if (!sign) return 0;
    const double size = fabs(down.h);
    const double guess = height.h / down.h;
    const double_pair rest = pair_subtract(height, pair_multiply(down, (double_pair){guess, 0}));
    const double_pair t = pair_of_quick_sum(guess, rest.h / down.h);
    if (!(fabs(t.h) < MOST)) return 0;
    const double error =
        ((height_error + fabs(t.h) * down_error) / (size - down_error) + 6 * PAIR * fabs(t.h)) *
            (1 + 0x1p-20) +
        TINY;
    if (!(error < MOST)) return 0;
    const int after = compare_with(t, error, ray->least),
              before = compare_with(t, error, ray->most);
    out->touches = 0;
    if (after < 0 || before > 0) return 1;
    if (!is_met && (!after || !before)) return 0;
    out->touches = out->crosses = 1;
    out->feature = ABUT_FEATURE_FACE;
    out->facing = sign < 0 ? ABUT_FACING_FRONT : ABUT_FACING_BACK;
    return !wants_place ||
           (tell_t(t, error, out) && tell_point(ray, vertex, &s, t, error, out->point));
}
