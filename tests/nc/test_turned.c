// test_turned.c - depth of models in solids of revolution: closed forms, contact to the last bit, sampling that must never
// be deeper than what is proved, and laws.
#include "nc/turned_tools.h"
#include "support/float_mode.h"

#include "abut/abut.h"
#include "abut/milling.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static abut_depth depth_of(const abut_model* m, const abut_turned* t, const double from[3],
                           const double to[3], double enough)
{
    abut_depth d;
    assert_int_equal(abut_turned_depth(m, t, from, to, &(abut_depth_ask){.enough = enough}, &d),
                     ABUT_OK);
    assert_true(d.lo <= d.hi);
    return d;
}

static void expect_depth(const abut_turned* t, const double* triangle, const double from[3],
                         const double to[3], double wanted)
{
    abut_model* m = build(triangle, 1, ABUT_METHOD_BRUTE);
    const abut_depth d = depth_of(m, t, from, to, -DBL_MAX);
    if (!(d.lo <= wanted + 1e-12 && d.hi >= wanted - 1e-12 && d.hi - d.lo <= 1e-7))
        fail_msg("[%.17g, %.17g], not %.17g", d.lo, d.hi, wanted);
    abut_model_free(m);
}

#define FAR 1000.0
static const double floor_plane[9] = {-FAR, -FAR, 0, FAR, -FAR, 0, 0, FAR, 0};

// ---------------------------------------------------------------------------------- closed forms

static void test_plane(void** state)
{
    (void)state;
    const abut_turned c = cone(5, 0.5235987755982988);
    enum { TOOLS = 8 };
    const abut_turned* tools[TOOLS] = {&ball5,       &flat5, &bull5,      &c,
                                       &closed_bull, &drill, &taper_ball, &dovetail};
    for (int i = 0; i < TOOLS; i++) {
        for (int quarter = -1; quarter <= 1; quarter++) {
            const double tip = quarter * 0.25;
            // As deep as the tip, where that is the nearest part of the surface: the cone's side is nearer.
            const double wanted = tip < 0 && tools[i] == &c ? -tip * 0.5 : -tip;
            const double sides[] = {1, tools[i] == &drill ? 3 / sqrt(3 * 3 + 1.75 * 1.75) : 1};
            expect_depth(tools[i], floor_plane, (const double[3]){0, 0, tip},
                         (const double[3]){20, 7, tip}, tip < 0 ? wanted * sides[1] : wanted);
        }
    }
}

// A plane that rises by an angle, tools that touch it: the published lifts.
static void test_slopes(void** state)
{
    (void)state;
    static const struct {
        const abut_turned* tool;
        double degrees, lift;
    } rows[] = {
        {&ball5, 45, 2.0710678118654755},
        {&bull5, 45, 3.8284271247461903},
        {&flat5, 45, 5},
        {&ball5, 60, 5},
        {&bull5, 60, 7.196152422706632},
        {&flat5, 60, 8.660254037844386},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double rise = tan(rows[i].degrees * 0.017453292519943295);
        const double slope[9] = {-200, -300, -200 * rise, 200, -300, 200 * rise, 0, 600, 0};
        abut_model* m = build_as(slope, 1, &trees[i % TREES]);
        const double at[3] = {0, 0, 0};
        double lo, hi;
        assert_int_equal(abut_turned_lift(m, rows[i].tool, at, at, 0, &lo, &hi), ABUT_OK);
        assert_true(lo <= hi && hi - lo < 1e-7);
        if (fabs(hi - rows[i].lift) > 1e-7) fail_msg("%zu: lift %.12g", i, hi);
        const double up[3] = {0, 0, rows[i].lift};
        const abut_depth d = depth_of(m, rows[i].tool, up, up, -DBL_MAX);
        assert_true(fabs(d.lo) < 1e-7 && fabs(d.hi) < 1e-7);
        abut_model_free(m);
    }
    // The cone's side of 30 degrees from the axis: 45 degrees are too flat to touch more than the tip, 75 do.
    const abut_turned c = cone(5, 0.5235987755982988);
    const double degrees[2] = {45, 75};
    for (int i = 0; i < 2; i++) {
        const double rise = tan(degrees[i] * 0.017453292519943295);
        const double wanted = 5 * (rise - 1 / tan(0.5235987755982988));
        const double slope[9] = {-200, -300, -200 * rise, 200, -300, 200 * rise, 0, 600, 0};
        abut_model* m = build(slope, 1, ABUT_METHOD_BRUTE);
        double lo, hi;
        assert_int_equal(
            abut_turned_lift(m, &c, (const double[3]){0}, (const double[3]){0}, 0, &lo, &hi),
            ABUT_OK);
        assert_true(fabs(hi - (wanted > 0 ? wanted : 0)) < 1e-6);
        abut_model_free(m);
    }
}

// What touches exactly has hi == 0, what is moved by the last bit has not.
static void test_touch(void** state)
{
    (void)state;
    const double wall[9] = {-100, 10, -50, 200, 10, -50, 0, 10, 100};
    const double leaning[9] = {0,  15, 0,  0, 0,
                               20, 30, 15, 0};                // 4 y + 3 z = 60, 12 from the origin
    const double edge[9] = {3, 4, -10, 3, 4, 10, 30, 40, 0};  // an upright edge, 5 from the axis
    const double corner[9] = {2, 3, -6, 20, 30, -60, 20, 30.5, -60};  // 7 from the origin
    static const abut_turned ball12 = {.rings = {{0, 0, 12}}, .ring_count = 1};
    static const abut_turned ball7 = {.rings = {{0, 0, 7}}, .ring_count = 1};
    static const abut_turned holder = {.rings = {{10, 20, 0}, {10, 60, 0}}, .ring_count = 2};
    const struct {
        const abut_turned* tool;
        const double* triangle;
        double from[3], to[3], nearer[3];
    } rows[] = {
        {&holder, wall, {-5, 0, -20}, {105, 0, -20}, {0, 1, 0}},
        {&holder, wall, {-5, -40, -20}, {105, 0, -20}, {0, 1, 0}},
        {&ball12, leaning, {0, 0, 0}, {0, 0, 0}, {0, 1, 0}},
        {&ball12, leaning, {5, 3, -4}, {1, -3, 4}, {0, 1, 0}},
        {&flat5, edge, {0, 0, 0}, {0, 0, 5}, {3, 4, 0}},
        {&ball5, edge, {0, 0, -5}, {-30, -40, 0}, {3, 4, 0}},
        {&ball7, corner, {0, 0, 0}, {0, 0, 0}, {2, 3, -6}},
        {&bull5, floor_plane, {0, 0, 0}, {9, 9, 0}, {0, 0, -1}},
        {&drill, floor_plane, {0, 0, 0}, {9, 9, 0}, {0, 0, -1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        abut_model* m = build(rows[i].triangle, 1, ABUT_METHOD_BRUTE);
        abut_depth d = depth_of(m, rows[i].tool, rows[i].from, rows[i].to, 0);
        if (d.hi != 0) fail_msg("row %zu: hi %g", i, d.hi);
        double from[3], to[3];
        for (int k = 0; k < 3; k++) {
            from[k] = rows[i].from[k] + 0x1p-30 * rows[i].nearer[k];
            to[k] = rows[i].to[k] + 0x1p-30 * rows[i].nearer[k];
        }
        d = depth_of(m, rows[i].tool, from, to, 0);
        if (!(d.lo > 0 && d.hi < 1e-7)) fail_msg("row %zu: [%g, %g]", i, d.lo, d.hi);
        abut_model_free(m);
    }
}

// A square of a distance as a fraction of integers.
typedef struct fraction {
    int64_t above, below;
} fraction;

static int64_t dot(const int64_t a[3], const int64_t b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const int64_t a[3], const int64_t b[3], int64_t out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void take_less(fraction* least, int64_t above, int64_t below)
{
    if (above * least->below < least->above * below) *least = (fraction){above, below};
}

// The square of the distance of a triangle from the origin, exactly: corners, edges, and the face if its foot is inside.
static fraction squared_distance(int64_t v[3][3])
{
    fraction least = {dot(v[0], v[0]), 1};
    int64_t e[3][3], n[3], side[3];
    int inside = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            e[i][k] = v[(i + 1) % 3][k] - v[i][k];
    cross(e[0], e[1], n);
    for (int i = 0; i < 3; i++) {
        const int64_t length = dot(e[i], e[i]), along = -dot(v[i], e[i]);
        take_less(&least, dot(v[i], v[i]), 1);
        if (along > 0 && along < length)
            take_less(&least, dot(v[i], v[i]) * length - along * along, length);
        cross(n, e[i], side);  // inward
        inside += -dot(v[i], side) >= 0;
    }
    const int64_t area = dot(n, n), height = dot(v[0], n);
    if (area > 0 && inside == 3) take_less(&least, height * height, area);
    return least;
}

// Balls among small integers: what touches exactly has hi == 0, what is deeper never has, what is farther is less.
static void test_balls_exactly(void** state)
{
    (void)state;
    rng seed = {23};
    int touching = 0, deeper = 0;
    for (int i = 0; i < 6000; i++) {
        int64_t v[3][3];
        double corners[9];
        const double at[3] = {(double)rng_below(&seed, 9) / 4, (double)rng_below(&seed, 9) - 4, 3};
        for (int k = 0; k < 9; k++) {
            v[k / 3][k % 3] = (int64_t)rng_below(&seed, 13) - 6;
            corners[k] = (double)v[k / 3][k % 3] + at[k % 3];
        }
        const fraction d = squared_distance(v);
        const int64_t near = (int64_t)floor(sqrt((double)d.above / (double)d.below) + 0.5);
        const int64_t radius = near > 0 ? near : 1;
        const abut_turned ball = {.rings = {{0, 0, (double)radius}}, .ring_count = 1};
        abut_model* m = build(corners, 1, ABUT_METHOD_BRUTE);
        const abut_depth found = depth_of(m, &ball, at, at, 0);
        const int64_t sign = d.above - radius * radius * d.below;
        if (sign < 0) assert_true(found.lo > 0 && found.hi > 0);
        if (sign > 0) assert_true(found.hi <= 0 && found.lo <= 0);
        if (sign == 0) assert_true(found.hi == 0 && found.lo <= 0);
        touching += sign == 0;
        deeper += sign < 0;
        abut_model_free(m);
    }
    assert_true(touching > 50 && deeper > 500);
}

// ---------------------------------------------------------------------------------------- sampling

static double depth_at_angle(const abut_turned* t, double r, double z, double angle)
{
    const double radial = cos(angle), axial = sin(angle);
    double reach = -HUGE_VAL;
    for (int k = 0; k < t->ring_count; k++) {
        const abut_ring* g = &t->rings[k];
        reach = fmax(reach, g->radius * radial + g->height * axial + g->corner);
    }
    return reach - (radial * r + axial * z);
}

// The depth of a point by its definition: the least over directions, first many, then the best of them bettered.
static double depth_by_directions(const abut_turned* t, const double q[3])
{
    enum { STEPS = 400 };
    const double r = hypot(q[0], q[1]), half = 1.57079632679489661923;
    const double end = t->endless ? 0 : half, step = (end + half) / STEPS;
    double best = -half;
    for (int i = 1; i <= STEPS; i++) {
        const double angle = i == STEPS ? end : -half + i * step;
        if (depth_at_angle(t, r, q[2], angle) < depth_at_angle(t, r, q[2], best)) best = angle;
    }
    double low = fmax(best - step, -half), high = fmin(best + step, end);
    for (int i = 0; i < 60; i++) {
        const double a = low + (high - low) * 0.4, b = high - (high - low) * 0.4;
        if (depth_at_angle(t, r, q[2], a) < depth_at_angle(t, r, q[2], b))
            high = b;
        else
            low = a;
    }
    return fmin(depth_at_angle(t, r, q[2], best), depth_at_angle(t, r, q[2], low));
}

static void random_triangle(rng* seed, double size, double out[9])
{
    double middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] = rng_signed(seed) * 12;
    for (int k = 0; k < 9; k++)
        out[k] = middle[k % 3] + rng_signed(seed) * size;
}

// No sample may be deeper than hi, and the densest of them must come near lo. Returns hi less the deepest sample.
static double sample(const abut_turned* t, const double* v, const double from[3],
                     const double to[3], int steps)
{
    abut_model* m = build(v, 1, ABUT_METHOD_BRUTE);
    const abut_depth d = depth_of(m, t, from, to, -DBL_MAX);
    double deepest = -HUGE_VAL;
    for (int i = 0; i <= steps; i++)
        for (int j = 0; j <= steps - i; j++)
            for (int e = 0; e <= steps; e++) {
                const double a = i / (double)steps, b = j / (double)steps, time = e / (double)steps;
                double q[3];
                for (int k = 0; k < 3; k++)
                    q[k] = v[k] * (1 - a - b) + v[3 + k] * a + v[6 + k] * b -
                           (from[k] + time * (to[k] - from[k]));
                deepest = fmax(deepest, depth_by_directions(t, q));
            }
    if (deepest > d.hi + 1e-9)
        fail_msg("a sample of depth %.12g, deeper than %.12g (rings %d, first %g %g %g)", deepest,
                 d.hi, t->ring_count, t->rings[0].radius, t->rings[0].height, t->rings[0].corner);
    // The place that is told is a point of the triangle, so deep.
    double q[3];
    for (int k = 0; k < 3; k++)
        q[k] = d.point[k] - d.tool[k];
    assert_true(fabs(depth_by_directions(t, q) - d.lo) < 1e-6);
    if (d.hi - d.lo > 1e-6) fail_msg("[%.12g, %.12g] is not closed", d.lo, d.hi);
    abut_model_free(m);
    return d.hi - deepest;
}

static void test_samples(void** state)
{
    (void)state;
    const abut_turned c = cone(5, 0.4);
    const abut_turned* tools[] = {&ball5,       &flat5, &bull5,      &c,
                                  &closed_bull, &drill, &taper_ball, &dovetail};
    rng seed = {7};
    for (int i = 0; i < 64; i++) {
        double v[9], from[3], to[3];
        random_triangle(&seed, i % 2 ? 3 : 20, v);
        for (int k = 0; k < 3; k++) {
            from[k] = rng_signed(&seed) * 5;
            to[k] = from[k] + rng_signed(&seed) * 8;
        }
        sample(tools[i % 8], v, from, to, 9);
    }
}

// Cones on 150 random triangles (a known library is wrong on 54 of them), densely, at rest.
static void test_cones(void** state)
{
    (void)state;
    rng seed = {11};
    for (int i = 0; i < 150; i++) {
        double v[9];
        const abut_turned c = cone(2 + 4 * rng_share(&seed), 0.2 + rng_share(&seed));
        random_triangle(&seed, 8, v);
        abut_model* m = build(v, 1, ABUT_METHOD_BRUTE);
        const double at[3] = {0, 0, 0};
        const abut_depth d = depth_of(m, &c, at, at, -DBL_MAX);
        assert_true(d.hi - d.lo < 1e-6);
        // Dense samples about the place that was told, and over the whole.
        double deepest = -HUGE_VAL;
        const double slope = c.rings[1].height / c.rings[1].radius, side = hypot(1, slope);
        for (int x = 0; x <= 200; x++)
            for (int y = 0; y <= 200 - x; y++) {
                double q[3];
                for (int k = 0; k < 3; k++)
                    q[k] = (v[k] * (200 - x - y) + v[3 + k] * x + v[6 + k] * y) / 200;
                const double r = hypot(q[0], q[1]);
                // By hand: the side, the cylinder, below the tip, or beyond the rim where both end.
                const double cone_side = (q[2] - slope * r) / side, mantle = c.rings[1].radius - r;
                double here = fmin(cone_side, mantle);
                const double along = (r + slope * q[2]) / side;  // the foot on the side
                if (along < 0) here = -hypot(r, q[2]);
                const double rim_r = r - c.rings[1].radius, rim_z = q[2] - c.rings[1].height;
                if (along > c.rings[1].radius * side && rim_z < 0) here = -hypot(rim_r, rim_z);
                deepest = fmax(deepest, here);
            }
        if (deepest > d.hi + 1e-12 || deepest < d.lo - 0.2)
            fail_msg("%d: samples %.9g, [%.9g, %.9g]", i, deepest, d.lo, d.hi);
        abut_model_free(m);
    }
}

// ------------------------------------------------------------------------------------------- laws

enum { MANY = 300 };

static void fill(rng* seed, double* v)
{
    for (int i = 0; i < MANY; i++)
        random_triangle(seed, 2, v + 9 * i);
}

// A tree answers as every triangle by itself; the way back as the way there; shifts and units of powers of two
// change nothing; and what is enough is only what it says.
static void test_laws(void** state)
{
    (void)state;
    static double v[9 * MANY], moved[9 * MANY];
    const abut_turned* tools[] = {&ball5, &closed_bull, &drill, &taper_ball};
    rng seed = {3};
    fill(&seed, v);
    for (int i = 0; i < 9 * MANY; i++)
        v[i] = (double)(float)v[i];
    for (int i = 0; i < 9 * MANY; i++)
        moved[i] = 4 * (v[i] + (i % 3 + 1) * 64);
    abut_model *plain = build(v, MANY, ABUT_METHOD_BRUTE), *all[TREES], *all_moved[TREES];
    for (int i = 0; i < TREES; i++) {
        all[i] = build_as(v, MANY, &trees[i]);
        all_moved[i] = build_as(moved, MANY, &trees[i]);
    }
    for (int i = 0; i < 20 * TREES; i++) {
        const abut_model *boxes = all[i % TREES], *other = all_moved[i % TREES];
        const abut_turned* t = tools[i % 4];
        double from[3], to[3], far_from[3], far_to[3];
        for (int k = 0; k < 3; k++) {
            from[k] = (double)(float)(rng_signed(&seed) * 40);
            to[k] = (double)(float)(from[k] + rng_signed(&seed) * (i % 3 ? 10 : 0));
            far_from[k] = 4 * (from[k] + (k + 1) * 64);
            far_to[k] = 4 * (to[k] + (k + 1) * 64);
        }
        const abut_depth a = depth_of(plain, t, from, to, -DBL_MAX),
                         b = depth_of(boxes, t, from, to, -DBL_MAX);
        const abut_depth back = depth_of(boxes, t, to, from, -DBL_MAX);
        abut_turned large = *t;
        for (int k = 0; k < large.ring_count; k++) {
            large.rings[k].radius *= 4;
            large.rings[k].height *= 4;
            large.rings[k].corner *= 4;
        }
        const abut_depth c = depth_of(other, &large, far_from, far_to, -DBL_MAX);
        assert_true(a.lo <= b.hi && b.lo <= a.hi && b.hi - b.lo < 1e-6);
        assert_true(back.lo <= b.hi && b.lo <= back.hi);
        assert_true(c.lo / 4 <= b.hi + 1e-9 && b.lo <= c.hi / 4 + 1e-9);
        for (int step = -1; step <= 1; step++) {
            const double enough = b.hi + step;
            const abut_depth e = depth_of(boxes, t, from, to, enough);
            if (step > 0) assert_true(e.hi <= enough && e.hi >= b.lo);
            if (step < 0)
                assert_true(e.lo > enough && e.hi - e.lo < 1e-6 && e.lo <= b.hi && b.lo <= e.hi);
        }
    }
    abut_model_free(plain);
    for (int i = 0; i < TREES; i++) {
        abut_model_free(all[i]);
        abut_model_free(all_moved[i]);
    }
}

// Raised by hi the tool and all above it are out of the model; raised by lo they are not.
static void test_lifts(void** state)
{
    (void)state;
    enum { FEW = 20 };
    static double v[9 * MANY];
    const abut_turned c = cone(5, 0.4);
    const abut_turned* tools[] = {&ball5, &flat5, &bull5, &c, &closed_bull, &drill, &taper_ball};
    rng seed = {31};
    int raised = 0;
    for (int i = 0; i < 120; i++) {
        for (int k = 0; k < FEW; k++)
            random_triangle(&seed, i % 2 ? 3 : 12, v + (size_t)k * 9);
        abut_model* m = build_as(v, FEW, &trees[i % TREES]);
        double from[3], to[3], lo, hi;
        for (int k = 0; k < 3; k++) {
            from[k] = rng_signed(&seed) * 9;
            to[k] = i % 3 ? from[k] + rng_signed(&seed) * 5 : from[k];
        }
        abut_turned up = *tools[i % 7];
        assert_int_equal(abut_turned_lift(m, &up, from, to, 1e-6, &lo, &hi), ABUT_OK);
        if (!(lo <= hi && hi - lo <= 1e-6)) fail_msg("%d: [%.12g, %.12g]", i, lo, hi);
        up.endless = 1;
        for (int end = 0; end < 2; end++) {
            const double by = end ? hi : lo;
            const double a[3] = {from[0], from[1], from[2] + by};
            const double b[3] = {to[0], to[1], to[2] + by};
            const abut_depth d = depth_of(m, &up, a, b, 0);
            if (end ? d.lo > 1e-12 : lo > 0 && d.hi < -1e-12)
                fail_msg("%d: [%.12g, %.12g] raised by %.12g", i, d.lo, d.hi, by);
        }
        raised += lo > 0;
        abut_model_free(m);
    }
    assert_true(raised > 60);
}

// Ask in every rounding mode, and count what is wrong: bounds of two modes that do not overlap, and a wall that is touched
// exactly said to be cut, or apart.
static int count_wrong(void)
{
    static double v[9 * MANY];
    const double wall[9] = {-100, 10, -50, 200, 10, -50, 0, 10, 100};
    static const abut_turned holder = {.rings = {{10, 20, 0}, {10, 60, 0}}, .ring_count = 2};
    const double touch_from[3] = {-5, 0, -20}, touch_to[3] = {105, 0, -20};
    const abut_turned* tools[] = {&ball5, &closed_bull, &drill, &taper_ball};
    rng seed = {17};
    int wrong = 0;
    fill(&seed, v);
    abut_model *all[TREES], *touched = build(wall, 1, ABUT_METHOD_BRUTE);
    for (int i = 0; i < TREES; i++)
        all[i] = build_as(v, MANY, &trees[i]);
    for (int i = 0; i < 6 * TREES; i++) {
        const abut_model* m = all[i % TREES];
        double from[3], to[3], lo = -HUGE_VAL, hi = HUGE_VAL;
        for (int k = 0; k < 3; k++) {
            from[k] = rng_signed(&seed) * 20;
            to[k] = from[k] + rng_signed(&seed) * 10;
        }
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            const abut_depth_ask whole = {.enough = -DBL_MAX};
            abut_depth d, e;
            float_mode_enter(&float_modes[mode]);
            const abut_status status =
                abut_turned_depth(m, tools[i / TREES % 4], from, to, &whole, &d);
            const abut_status other =
                abut_turned_depth(touched, &holder, touch_from, touch_to, NULL, &e);
            float_mode_leave();
            assert_true(status == ABUT_OK && other == ABUT_OK);
            assert_true(d.lo <= d.hi && d.hi - d.lo < 1e-6 && e.hi < 1e-6);
            wrong += e.lo > 0 || e.hi < 0;
            wrong += float_modes[mode].rounding == FE_TONEAREST && e.hi != 0;
            lo = fmax(lo, d.lo);
            hi = fmin(hi, d.hi);
        }
        wrong += lo > hi;
    }
    for (int i = 0; i < TREES; i++)
        abut_model_free(all[i]);
    abut_model_free(touched);
    return wrong;
}

static void test_modes(void** state)
{
    (void)state;
#ifdef EXPECT_WRONG  // bounds that are too small
    assert_true(count_wrong() > 0);
#else
    assert_int_equal(count_wrong(), 0);
#endif
}

// Where boxes tell enough, no triangle is looked at: both bounds are numbers all the same, and hold.
static void test_far(void** state)
{
    (void)state;
    for (int i = 0; i < FLOAT_MODE_COUNT * TREES; i++) {
        abut_model* m = build_as(floor_plane, 1, &trees[i % TREES]);
        const double from[3] = {3, 4, 1000}, to[3] = {-5, 7, 1200};
        abut_depth d;
        float_mode_enter(&float_modes[i / TREES]);
        const abut_status status = abut_turned_depth(m, &flat5, from, to, NULL, &d);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        // 0 where nothing is pruned.
        assert_true(d.triangle == UINT32_MAX || d.triangle == 0);
        assert_true(d.lo > -1e4 && d.lo <= -1000 && d.hi >= -1000 && d.hi <= 0);
        abut_model_free(m);
    }
}

static void test_arguments(void** state)
{
    (void)state;
    abut_model *m = build(floor_plane, 1, ABUT_METHOD_WIDE), *other = NULL;
    const double huge[9] = {0, 0, 0, 1e200, 0, 0, 0, 1, 0}, at[3] = {0, 0, 1},
                 nan3[3] = {0, 0, (double)NAN};
    abut_model* beyond = build(huge, 1, ABUT_METHOD_AABB);
    abut_depth d;
    abut_turned t = flat5;
    assert_int_equal(abut_turned_depth(NULL, &t, at, at, NULL, &d), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_turned_depth(m, NULL, at, at, NULL, &d), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_turned_depth(m, &t, at, at, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_turned_depth(m, &t, at, nan3, NULL, &d), ABUT_NOT_FINITE);
    const uint32_t first[3] = {0, 1, 2};
    const abut_soup soup = {
        .vertices = floor_plane, .vertex_count = 3, .triangles = first, .triangle_count = 1};
    const abut_status built =
        abut_model_build(&other, &soup, &(abut_build){.method = ABUT_METHOD_SPHERE});
    if (built == ABUT_OK)  // the library may lack the papers' methods
        assert_int_equal(abut_turned_depth(other, &t, at, at, NULL, &d), ABUT_BAD_COMBINATION);
    else
        assert_int_equal(built, ABUT_NOT_AVAILABLE);
    assert_int_equal(abut_turned_depth(beyond, &t, at, at, NULL, &d), ABUT_BAD_SCALE);
    assert_int_equal(abut_turned_depth(m, &t, at, at, &(abut_depth_ask){.resolution = -1}, &d),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_turned_depth(m, &t, at, at, &(abut_depth_ask){.reserved = {1}}, &d),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_turned_depth(m, &t, at, at, &(abut_depth_ask){.enough = (double)NAN}, &d),
                     ABUT_NOT_FINITE);
    double lo, hi;
    assert_int_equal(abut_turned_lift(m, &t, at, at, 0, &lo, NULL), ABUT_BAD_ARGUMENT);
    t.ring_count = 0;
    assert_int_equal(abut_turned_depth(m, &t, at, at, NULL, &d), ABUT_BAD_ARGUMENT);
    t = (abut_turned){.rings = {{-1, 0, 0}}, .ring_count = 1, .endless = 1};
    assert_int_equal(abut_turned_depth(m, &t, at, at, NULL, &d), ABUT_BAD_ARGUMENT);
    t = (abut_turned){.rings = {{1, 0, 0}}, .ring_count = 1};  // a disc has no inside
    assert_int_equal(abut_turned_depth(m, &t, at, at, NULL, &d), ABUT_BAD_ARGUMENT);
    t = (abut_turned){.rings = {{1, 1e300, 0}}, .ring_count = 1, .endless = 1};
    assert_int_equal(abut_turned_depth(m, &t, at, at, NULL, &d), ABUT_BAD_SCALE);
    t = (abut_turned){.rings = {{(double)INFINITY, 0, 0}}, .ring_count = 1, .endless = 1};
    assert_int_equal(abut_turned_depth(m, &t, at, at, NULL, &d), ABUT_NOT_FINITE);
    for (int i = 0; i < TREES; i++) {
        abut_model* empty = build_as(floor_plane, 0, &trees[i]);
        assert_int_equal(abut_turned_depth(empty, &flat5, at, at, NULL, &d), ABUT_OK);
        assert_true(d.hi < -DBL_MAX && d.triangle == UINT32_MAX);
        assert_int_equal(abut_turned_lift(empty, &flat5, at, at, 0, &lo, &hi), ABUT_OK);
        assert_true(lo == 0 && hi == 0);
        abut_model_free(empty);
    }
    abut_model_free(beyond);
    abut_model_free(other);
    abut_model_free(m);
}

int main(void)
{
#ifdef EXPECT_WRONG
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_modes)};
    (void)test_plane, (void)test_slopes, (void)test_touch, (void)test_balls_exactly;
    (void)test_samples, (void)test_cones, (void)test_laws, (void)test_lifts, (void)test_far,
        (void)test_arguments;
#else
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane),     cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_touch),     cmocka_unit_test(test_balls_exactly),
        cmocka_unit_test(test_samples),   cmocka_unit_test(test_cones),
        cmocka_unit_test(test_laws),      cmocka_unit_test(test_lifts),
        cmocka_unit_test(test_modes),     cmocka_unit_test(test_far),
        cmocka_unit_test(test_arguments),
    };
#endif
    return cmocka_run_group_tests_name("turned", tests, NULL, NULL);
}
