// test_turned_trees.c - depths by every sort of tree and every instruction set: they agree, and the bounds of boxes and
// triangles that cull them hold in every floating-point state.
#include "base/simd_set.h"
#include "nc/bounds.h"
#include "nc/turned_tools.h"
#include "support/float_mode.h"

#include "abut/abut.h"

#include <float.h>

// A floor of many triangles, all equally deep in the tool: no more is told apart than was asked, and no less. On a way that
// rises each triangle has a lift of its own.
static void test_floor(void** state)
{
    (void)state;
    enum { SIDE = 20 };
    static double v[2 * SIDE * SIDE * 9];
    for (int i = 0; i < 2 * SIDE * SIDE; i++)
        for (int k = 0; k < 3; k++) {
            static const int places[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
            v[9 * i + 3 * k] = i / 2 % SIDE + places[i % 2][k][0] - SIDE / 2.0;
            v[9 * i + 3 * k + 1] = i / 2 / SIDE + places[i % 2][k][1] - SIDE / 2.0;
        }
    abut_model* all[TREES];
    for (int i = 0; i < TREES; i++)
        all[i] = build_as(v, 2 * SIDE * SIDE, &trees[i]);
    enum { TOOLS = 6 };
    const abut_turned* tools[TOOLS] = {&ball5, &flat5, &bull5, &closed_bull, &drill, &taper_ball};
    for (size_t j = 0; j < TOOLS * TREES; j++) {
        const abut_model* m = all[j / TOOLS];
        const size_t i = j % TOOLS;
        const double from[3] = {-3.1, -2.3, -0.5}, level[3] = {2.7, 1.9, -0.5},
                     up[3] = {2.7, 1.9, 0.25};
        const double resolutions[] = {0.1, 1e-3, 1e-6, 0};
        for (int k = 0; k < 4; k++) {
            const double resolution = resolutions[k];
            const abut_depth_ask how = {.enough = 0.01, .resolution = resolution};
            abut_depth d;
            double lo, hi;
            const double most = resolution > 0 ? resolution : 1e-9 * 35;
            assert_int_equal(abut_turned_depth(m, tools[i], from, level, &how, &d), ABUT_OK);
            if (!(d.hi - d.lo <= most && d.lo > 0.01)) fail_msg("%zu: %g", i, d.hi - d.lo);
            // The point of a drill is nearer to its side than to its tip.
            if (tools[i] != &drill && !(d.lo <= 0.5 && d.hi >= 0.5))
                fail_msg("%zu: %.17g, %.17g", i, d.lo, d.hi);
            assert_int_equal(abut_turned_lift(m, tools[i], from, up, resolution, &lo, &hi),
                             ABUT_OK);
            if (!(lo <= 0.5 && hi >= 0.5 && hi - lo <= most))
                fail_msg("%zu: %.17g, %.17g", i, lo, hi);
        }
    }
    for (int i = 0; i < TREES; i++)
        abut_model_free(all[i]);
}

// ------------------------------------------------------------------------------------ sorts of trees

enum { HILLS = 40, HILL_TRIANGLES = 2 * HILLS * HILLS };

// Hills with a flat floor, upright walls and a slope between them.
static double height_of(int i, int j)
{
    if (i < HILLS / 4) return 0.375;
    if (j < HILLS / 3) return 4 + 0.125 * i;
    return 2 * sin(i * 0.3) * cos(j * 0.2) + 0.5 * sin(i * 0.7 + j * 0.4);
}

static void fill_hills(double* v)
{
    static const int places[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    for (int t = 0; t < HILL_TRIANGLES; t++)
        for (int c = 0; c < 3; c++) {
            const int i = t / 2 % HILLS + places[t % 2][c][0];
            const int j = t / 2 / HILLS + places[t % 2][c][1];
            double* at = v + 9 * (size_t)t + 3 * (size_t)c;
            at[0] = i * 0.5;
            at[1] = j * 0.5;
            at[2] = height_of(i, j);
        }
}

typedef struct outcome {
    abut_depth d;
    double lift[2];
} outcome;

static outcome ask_all(const abut_model* m, const abut_turned* t, const double from[3],
                       const double to[3], const abut_depth_ask* how)
{
    outcome o;
    memset(&o, 0, sizeof o);
    assert_int_equal(abut_turned_depth(m, t, from, to, how, &o.d), ABUT_OK);
    assert_int_equal(abut_turned_lift(m, t, from, to, how->resolution, &o.lift[0], &o.lift[1]),
                     ABUT_OK);
    return o;
}

static int are_same(const outcome* a, const outcome* b)
{
    return memcmp(&a->d.lo, &b->d.lo, sizeof a->d.lo) == 0 &&
           memcmp(&a->d.hi, &b->d.hi, sizeof a->d.hi) == 0 && a->d.triangle == b->d.triangle &&
           memcmp(&a->d.time, &b->d.time, sizeof a->d.time) == 0 &&
           memcmp(a->d.point, b->d.point, sizeof a->d.point) == 0 &&
           memcmp(a->d.tool, b->d.tool, sizeof a->d.tool) == 0 &&
           memcmp(a->lift, b->lift, sizeof a->lift) == 0;
}

// Every sort of tree says the same within what was asked, as every triangle by itself does; every instruction set the
// same to the last bit.
static void test_trees(void** state)
{
    (void)state;
    static double v[9 * HILL_TRIANGLES];
    const abut_turned c = cone(1, 0.4);
    const abut_turned small_ball = {.rings = {{0, 1, 1}}, .ring_count = 1, .endless = 1};
    const abut_turned holder = {.rings = {{2, 3, 0}, {4, 9, 1}}, .ring_count = 2};
    const abut_turned* tools[] = {&small_ball, &c, &holder, &closed_bull, &drill, &dovetail};
    const simd_set best = simd_current();
    abut_model *plain, *all[TREES];
    rng seed = {41};
    int cuts = 0, misses = 0, looked_at = 0;
    fill_hills(v);
    plain = build(v, HILL_TRIANGLES, ABUT_METHOD_BRUTE);
    for (int i = 0; i < TREES; i++)
        all[i] = build_as(v, HILL_TRIANGLES, &trees[i]);
    for (int i = 0; i < 48; i++) {
        double from[3], to[3];
        for (int k = 0; k < 3; k++) {
            from[k] = k < 2 ? rng_share(&seed) * HILLS / 2 : rng_share(&seed) * 8;
            to[k] = from[k] + rng_signed(&seed) * (i % 4 == 0 ? 20 : 1);
        }
        const abut_turned* t = tools[i % 6];
        const abut_depth_ask how = {.enough = i % 3 ? 0.01 : 0, .resolution = i % 2 ? 1e-6 : 1e-2};
        const outcome p = ask_all(plain, t, from, to, &how);
        cuts += p.d.lo > how.enough;
        misses += p.d.hi <= how.enough;
        for (int k = 0; k < TREES; k++) {
            const outcome o = ask_all(all[k], t, from, to, &how);
            assert_int_equal(o.d.lo > how.enough, p.d.lo > how.enough);
            assert_int_equal(o.d.hi <= how.enough, p.d.hi <= how.enough);
            assert_true(o.d.lo <= p.d.hi && p.d.lo <= o.d.hi);
            if (o.d.lo > how.enough) assert_true(o.d.hi - o.d.lo <= how.resolution);
            assert_true(o.lift[0] <= p.lift[1] && p.lift[0] <= o.lift[1] &&
                        o.lift[1] - o.lift[0] <= how.resolution);
            looked_at += o.d.triangle != UINT32_MAX;
            for (int set = 0; set < SIMD_SETS; set++) {
                if (!simd_use((simd_set)set)) continue;
                const outcome again = ask_all(all[k], t, from, to, &how);
                assert_true(are_same(&o, &again));
            }
            assert_true(simd_use(best));
        }
    }
    assert_true(cuts > 10 && misses > 10 && looked_at > 60);
    abut_model_free(plain);
    for (int i = 0; i < TREES; i++)
        abut_model_free(all[i]);
}

// ------------------------------------------------------------------------------------------- bounds

// Solids whose depth is known in closed form: balls, endless or not, and cylinders.
static abut_turned random_solid(rng* seed)
{
    const double radius = rng_share(seed) + 0.01, height = rng_signed(seed) * 3;
    abut_turned t = {.ring_count = 1, .endless = (int)rng_below(seed, 2)};
    if (rng_below(seed, 2)) {
        t.rings[0] = (abut_ring){0, height, radius};
    } else {
        t.rings[0] = (abut_ring){radius, height, 0};
        t.rings[1] = (abut_ring){radius, height + 2 * rng_share(seed) + 0.01, 0};
        t.ring_count = 2;
    }
    return t;
}

static long double outside(long double x)
{
    return x > 0 ? x : 0;
}

static long double exact_depth(const abut_turned* t, const long double q[3])
{
    const abut_ring* ring = &t->rings[0];
    const long double r = sqrtl(q[0] * q[0] + q[1] * q[1]);
    long double z = q[2] - (long double)ring->height;
    if (t->ring_count == 1) {
        if (t->endless && z > 0) z = 0;
        return (long double)ring->corner - sqrtl(r * r + z * z);
    }
    const long double side = r - (long double)ring->radius;
    const long double end = t->endless ? -z : fmaxl(-z, q[2] - (long double)t->rings[1].height);
    const long double x = outside(side), y = outside(end);
    return x > 0 || y > 0 ? -sqrtl(x * x + y * y) : -fmaxl(side, end);
}

// At some time of a way, of a point as seen from where it begins.
static long double depth_at(const turned_way* w, const double to[3], long double time,
                            const long double p[3])
{
    long double q[3];
    for (int k = 0; k < 3; k++)
        q[k] = p[k] - time * ((long double)to[k] - (long double)w->from[k]);
    return exact_depth(&w->t->shape, q);
}

typedef struct bounds_case {
    abut_turned solid;
    double from[3], to[3];
    frame f;
    wide_node node;
    double defect;
    double corner[4][9];
} bounds_case;

// A rotation rounded to floats, or a little off one; returns how far off.
static double random_axes(rng* seed, int lane, wide_node* n)
{
    double q[4], square = 0, defect = 0;
    const double noise = rng_below(seed, 3) ? 0 : 0x1p-13;
    for (int k = 0; k < 4; k++) {
        q[k] = rng_signed(seed);
        square += q[k] * q[k];
    }
    const double x = q[0], y = q[1], z = q[2], w = q[3], s = 2 / square;
    const double m[9] = {1 - s * (y * y + z * z), s * (x * y + w * z),     s * (x * z - w * y),
                         s * (x * y - w * z),     1 - s * (x * x + z * z), s * (y * z + w * x),
                         s * (x * z + w * y),     s * (y * z - w * x),     1 - s * (x * x + y * y)};
    for (int i = 0; i < 9; i++) {
        const double entry = lane % 2 ? i % 4 == 0 : m[i];  // those of the file
        n->axis[i][lane] = (float)(entry + noise * rng_signed(seed));
    }
    for (int i = 0; i < 9; i++) {
        double product = i % 4 == 0 ? -1 : 0;
        for (int k = 0; k < 3; k++)
            product +=
                (double)n->axis[3 * (i / 3) + k][lane] * (double)n->axis[3 * (i % 3) + k][lane];
        defect = fmax(defect, fabs(product));
    }
    return defect;
}

static void random_case(rng* seed, bounds_case* c)
{
    const double spread = ldexp(1, -(int)rng_below(seed, 20));
    double at[3];
    c->solid = random_solid(seed);
    c->f.exponent = (int)rng_below(seed, 20) - 4;
    c->defect = 0x1p-40;
    const double scale = ldexp(1, c->f.exponent);
    for (int k = 0; k < 3; k++) {
        c->f.origin[k] = rng_below(seed, 2) ? rng_signed(seed) * 100 : rng_signed(seed);
        at[k] = rng_signed(seed);
        c->from[k] = scale * (c->f.origin[k] + at[k]) + rng_signed(seed) * 2 * spread;
        c->to[k] = c->from[k] + (rng_below(seed, 2) ? rng_signed(seed) * 3 : 0);
    }
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        c->defect = fmax(c->defect, random_axes(seed, lane, &c->node));
        for (int k = 0; k < 3; k++) {
            c->node.centre[k][lane] = (float)(at[k] + rng_signed(seed) * spread);
            c->node.half[k][lane] = rng_below(seed, 2) ? 0 : (float)(rng_share(seed) * spread);
        }
    }
    for (int i = 0; i < 4; i++) {
        const int is_point = (int)rng_below(seed, 2);
        for (int k = 0; k < 9; k++)
            c->corner[i][k] =
                k > 2 && is_point
                    ? c->corner[i][k % 3]
                    : scale * (c->f.origin[k % 3] + at[k % 3] + rng_signed(seed) * spread);
    }
}

// Count the boxes, and the triangles, of which some point is deeper than its bound.
static void count_above(const bounds_case* c, const turned_way* w, const wide_bounds* boxes,
                        const turned_bounds* triangles, rng* seed, int wrong[2])
{
    for (int lane = 0; lane < WIDE_LANES + 4; lane++) {
        const int i = lane - WIDE_LANES;
        const double bound = i < 0 ? boxes->bound[lane] : triangles->bound[i];
        long double deepest = -HUGE_VALL;
        for (int sample = 0; sample < 24; sample++) {
            long double p[3], part[3];
            for (int k = 0; k < 3; k++)
                part[k] = sample < 16 ? (sample >> k & 1) * 2 - 1 : (long double)rng_signed(seed);
            const long double sum = 3 + part[0] + part[1] + part[2];
            for (int k = 0; k < 3; k++) {
                const long double from = (long double)c->from[k];
                p[k] = 0;
                for (int j = 0; j < 3; j++)
                    p[k] += i < 0 ? part[j] * (long double)c->node.half[j][lane] *
                                        (long double)c->node.axis[3 * j + k][lane]
                                  : (sum > 0 ? (1 + part[j]) / sum : 1.0L / 3) *
                                        ((long double)c->corner[i][3 * j + k] - from);
                if (i >= 0) continue;
                p[k] += (long double)c->node.centre[k][lane] + (long double)c->f.origin[k];
                p[k] = ldexpl(p[k], c->f.exponent) - from;
            }
            const long double time = sample & 8 ? 1 : sample < 16 ? 0 : (part[0] + 1) / 2;
            deepest = fmaxl(deepest, depth_at(w, c->to, time, p));
        }
        wrong[i >= 0] += deepest > (long double)bound;
    }
}

// No point of a box or triangle is deeper than its bound, in any floating-point state; and every form computes the same bits.
static void test_bounds(void** state)
{
    (void)state;
    rng seed = {77};
    int wrong[2] = {0, 0}, close = 0;
    for (int i = 0; i < 20000 / ABUT_TEST_SHARE; i++) {
        const float_mode* mode = &float_modes[i % FLOAT_MODE_COUNT];
        wide_bounds boxes = {.bound = {0}}, first_boxes;
        turned_bounds triangles, first_triangles;
        bounds_case c;
        turned t;
        turned_way w;
        turned_boxes b;
        random_case(&seed, &c);
        const double* corner[4][3];
        for (int k = 0; k < 12; k++)
            corner[k / 3][k % 3] = &c.corner[k / 3][k % 3 * 3];
        const double low[3] = {-1e9, -1e9, -1e9}, high[3] = {1e9, 1e9, 1e9};
        float_mode_enter(mode);
        const abut_status status = turned_prepare(&t, &c.solid);
        turned_way_prepare(&w, &t, c.from, c.to);
        turned_boxes_prepare(&b, &w, &c.f, c.defect, low, high);
        b.probe.stop = -HUGE_VAL;
        for (int set = 0; set < SIMD_SETS; set++) {
            if (set > (int)simd_best()) continue;
            const turned_kernels* kernels = turned_kernels_of((simd_set)set);
            kernels->boxes(&b.probe, &c.node, &boxes);
            kernels->triangles(&w, (const double* const(*)[3])corner, -HUGE_VAL, &triangles);
            if (set) continue;
            first_boxes = boxes;
            first_triangles = triangles;
        }
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        assert_memory_equal(&boxes, &first_boxes, sizeof boxes);
        assert_memory_equal(&triangles, &first_triangles, sizeof triangles);
        count_above(&c, &w, &boxes, &triangles, &seed, wrong);
        // What promises are made of is no more than the bound, and near it where all is one point.
        for (int k = 0; k < 4; k++) {
#ifndef EXPECT_WRONG
            assert_true(triangles.promise[k] <= triangles.bound[k]);
#endif
            close += triangles.bound[k] - triangles.promise[k] < 1e-9;
        }
    }
    assert_true(close > 100);
#ifdef EXPECT_WRONG
    assert_true(wrong[0] > 0 && wrong[1] > 0);
#else
    assert_true(wrong[0] == 0 && wrong[1] == 0);
#endif
}

int main(void)
{
#ifdef EXPECT_WRONG  // bounds that are too small
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds)};
    (void)test_floor, (void)test_trees;
#else
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_bounds),
    };
#endif
    return cmocka_run_group_tests_name("turned_trees", tests, NULL, NULL);
}
