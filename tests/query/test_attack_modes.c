// test_attack_modes.c - what numbers of very different sizes do in every state of the floating-point unit. An overflow is
// infinite in some rounding modes, and the largest number in others; what underflows is rounded up, or down, or flushed. So
// here are scenes with sizes of 2^-1000 to 2^1000, asked of every method, form and instruction set, in four rounding modes
// and four ways to treat subnormals, in one state that the models were built in and another one that they are asked in.
// What is right is brute force to nearest. "test_attack_modes ROUNDS [SEED]" does more of it.
#include "base/host.h"
#include "base/simd_set.h"
#include "engine/build/build.h"
#include "methods/tree/tree_check.h"
#include "query/model.h"
#include "support/float_mode.h"
#include "support/method_here.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/soup_models.h"
#include "support/soups.h"

#include <float.h>
#include <stdio.h>

enum { MODES = 16, MOST = 16, EXPONENT_STEP = 40 };

static uint64_t rounds = 1, first_seed;

static float_mode mode_of(int number)
{
    static const int rounding[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    static const unsigned flush[4] = {0, FLUSH_RESULTS, FLUSH_OPERANDS,
                                      FLUSH_RESULTS | FLUSH_OPERANDS};
    static const char* const name[4] = {"to nearest", "downward", "upward", "toward zero"};
    return (float_mode){name[number % 4], rounding[number % 4], flush[number / 4]};
}

// ------------------------------------------------------------------------------------------- scenes

// Two soups of separate triangles in a pose each.
typedef struct duel {
    double vertices[2][9 * MOST];
    uint32_t triangles[3 * MOST];
    size_t count[2];
    abut_pose pose[2];
} duel;

static void begin_duel(duel* d, size_t a_count, size_t b_count)
{
    for (uint32_t i = 0; i < 3 * MOST; i++)
        d->triangles[i] = i;
    d->count[0] = a_count;
    d->count[1] = b_count;
    for (int side = 0; side < 2; side++)
        d->pose[side] = (abut_pose){.scale = 1, .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static void fill_with(double* v, size_t count, double size, rng* r)
{
    for (size_t i = 0; i < 9 * count; i++)
        v[i] = size * rng_signed(r);
}

// The first triangle of some passes by the origin at a distance of roundings.
static void cut_origin(double* v)
{
    for (int k = 0; k < 3; k++)
        v[6 + k] = -(v[k] + v[3 + k]) / 2;
}

// Small triangles about the origin; large ones, one of which cuts through them, more or less.
static void make_cut(duel* d, int exponent, rng* r)
{
    const int large = (int)rng_below(r, 2);
    begin_duel(d, 6 + rng_below(r, 8), 6 + rng_below(r, 8));
    fill_with(d->vertices[1 - large], d->count[1 - large], 1, r);
    fill_with(d->vertices[large], d->count[large], ldexp(1, exponent), r);
    if (rng_below(r, 4)) cut_origin(d->vertices[large]);
    if (rng_below(r, 2) == 0) return;
    for (int side = 0; side < 2; side++)
        d->pose[side] = pose_random(r, side == large ? 0 : 0.1);
}

// Corners of all magnitudes, in a triangle or from one to the next.
static void make_mixed(duel* d, int exponent, rng* r)
{
    const size_t most = 2 * (size_t)exponent + 1;
    begin_duel(d, 1 + rng_below(r, 8), 1 + rng_below(r, 8));
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < 9 * d->count[side]; i++) {
            const int own = (int)rng_below(r, most) - exponent;
            d->vertices[side][i] = ldexp(rng_signed(r), own > 1000 ? 1000 : own);
            if (rng_below(r, 4) == 0) d->vertices[side][i] = (double)rng_below(r, 5) - 2;
        }
        d->pose[side] = pose_random(r, 1);
        const size_t dice = rng_below(r, 4);
        if (dice < 3) d->pose[side].scale = dice == 0 ? 0x1p-300 : dice == 1 ? 6 : 0x1p300;
    }
    if (rng_below(r, 2)) memcpy(d->vertices[1] + 3, d->vertices[0] + 3, 6 * sizeof(double));
    if (rng_below(r, 2)) d->pose[1] = d->pose[0];
}

// Models of one size, which only scales of poses and frames far apart make of such numbers.
static void make_posed(duel* d, int exponent, rng* r)
{
    begin_duel(d, 6 + rng_below(r, 6), 6 + rng_below(r, 6));
    const int size = (int)rng_below(r, 2 * (size_t)exponent + 1) - exponent;
    for (int side = 0; side < 2; side++) {
        const int scale = (int)rng_below(r, 601) - 300;
        int own = size - scale;
        own = own > 1000 ? 1000 : own < -1000 ? -1000 : own;
        fill_with(d->vertices[side], d->count[side], ldexp(1, own), r);
        d->pose[side] = pose_random(r, 0);
        d->pose[side].scale = ldexp(1, scale);
    }
    cut_origin(d->vertices[0]);
    if (rng_below(r, 3) == 0)
        d->pose[0].translation[rng_below(r, 3)] = ldexp(1.5, size > 1000 ? 1000 : size);
}

// One model far off in its own file, brought back by its translation; in the way, or a little beside it.
static void make_shifted(duel* d, int exponent, rng* r)
{
    const int far = (int)rng_below(r, 2);
    begin_duel(d, 6 + rng_below(r, 6), 6 + rng_below(r, 6));
    fill_with(d->vertices[far], d->count[far], ldexp(1, exponent), r);
    const int other = exponent - (int)rng_below(r, 70);
    fill_with(d->vertices[1 - far], d->count[1 - far], ldexp(1, other), r);
    cut_origin(d->vertices[1 - far]);
    // As far as a vertex, or the middle of an edge.
    const double* v = d->vertices[far];
    const int is_vertex = rng_below(r, 3) == 0;
    for (int k = 0; k < 3; k++)
        d->pose[far].translation[k] = is_vertex ? -v[k] : -(v[k] / 2 + v[3 + k] / 2);
    if (rng_below(r, 3) == 0) d->pose[1 - far].translation[0] = ldexp(rng_signed(r), exponent);
}

typedef void scene_maker(duel* d, int exponent, rng* r);
static scene_maker* const makers[] = {make_cut, make_mixed, make_posed, make_shifted};
static const char* const maker_names[] = {"cut", "mixed", "posed", "shifted"};
enum { MAKERS = sizeof makers / sizeof *makers };

// ---------------------------------------------------------------------------------------- questions

// Both models of a duel, built in a state.
static void build_both(const duel* d, const abut_build* how, const float_mode* mode,
                       abut_model* m[2])
{
    const abut_host host = host_complete(NULL);
    for (int side = 0; side < 2; side++) {
        const abut_soup soup = {.vertices = d->vertices[side],
                                .triangles = d->triangles,
                                .vertex_count = 3 * d->count[side],
                                .triangle_count = d->count[side]};
        float_mode_enter(mode);
        const abut_status status = abut_model_build(&m[side], &soup, how);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const abut_model* const own = m[side];
        // Where triangles are in several leaves, no cut may make a leaf smaller.
        const int leaf = own->method == ABUT_METHOD_HYBRID ? MOST : own->options.leaf_size;
        const char* broken = NULL;
        if (own->method == ABUT_METHOD_WIDE)
            broken = wide_check(&own->wide, &own->mesh, &own->frame, leaf, &host);
        else if (own->method != ABUT_METHOD_BRUTE)
            broken = tree_check(&own->tree, &own->mesh, &own->frame, leaf, &host);
        if (broken) fail_msg("%s, %s: %s", abut_method_name(own->method), mode->name, broken);
        abut_model_info info;
        assert_int_equal(abut_model_describe(own, &info), ABUT_OK);
        assert_true(info.inner_area >= 0 && info.inner_area <= DBL_MAX);
        assert_true(info.leaf_area >= 0 && info.leaf_area <= DBL_MAX);
    }
}

// Whether pairs are those of the truth, in order.
static int pairs_are(const abut_hits* hits, const abut_pair* pairs, size_t count)
{
    return hits->count == count && !memcmp(hits->pairs, pairs, count * sizeof *pairs);
}

typedef struct truth {
    abut_pair pairs[MOST * MOST];
    size_t count;
} truth;

static void find_truth(const duel* d, abut_query* q, truth* out)
{
    const abut_build how = {.method = ABUT_METHOD_BRUTE};
    const float_mode plain = mode_of(0);
    abut_model* m[2];
    build_both(d, &how, &plain, m);
    const abut_instance a = {m[0], d->pose[0]}, b = {m[1], d->pose[1]};
    abut_hits hits;
    assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
    out->count = hits.count;
    memcpy(out->pairs, hits.pairs, hits.count * sizeof *hits.pairs);
    abut_model_free(m[0]);
    abut_model_free(m[1]);
}

// Options of a method that change what is computed.
static abut_build form_of(int method, uint64_t dice, abut_tree_build* t)
{
    abut_build how = {.method = (abut_method)method, .tree = t};
    *t = (abut_tree_build){0};
    if (method != ABUT_METHOD_BRUTE) how.leaf_size = 1 + (int)(dice % 4);
    if (method != ABUT_METHOD_BRUTE && dice / 64 % 4 == 0)
        how.epsilon = ldexp(1, (int)(dice / 256 % 1200) - 200);
    if (method == ABUT_METHOD_OBB) {
        t->real = dice / 4 % 2 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT;
        t->orientation = dice / 8 % 2 ? ABUT_ORIENTATION_QUATERNION : ABUT_ORIENTATION_MATRIX;
    }
    if (method == ABUT_METHOD_WIDE) {
        how.effort = (abut_effort)(dice / 4 % 4);
        how.memory = (abut_memory)(dice / 16 % 4);
    }
    return how;
}

typedef struct counts {
    size_t scenes, with_contact, with_distance, asked, wrong;
} counts;

static void tell_wrong(counts* c, const char* what, int exponent, uint64_t seed, int method,
                       const float_mode* mode)
{
    if (c->wrong++ > 8) return;
    print_error("%s 2^%d, seed %llu: %s, %s, flush %x\n", what, exponent, (unsigned long long)seed,
                abut_method_name((abut_method)method), mode->name, mode->flush);
}

// A scene, and how often it was asked of.
typedef struct trial {
    duel d;
    truth t;
    const char* what;
    int exponent;
    uint64_t seed;
    counts c;
} trial;

// By one method, built in one state and asked in another; both, and the form, differ from call to call.
static void ask_method(trial* x, abut_query* q, int method, int mode, uint64_t dice)
{
    const float_mode build_mode = mode_of((int)(dice % MODES)), ask_mode = mode_of(mode);
    abut_tree_build own;
    const abut_build how = form_of(method, dice / MODES, &own);
    abut_model* m[2];
    build_both(&x->d, &how, &build_mode, m);
    const abut_instance a = {m[0], x->d.pose[0]}, b = {m[1], x->d.pose[1]};
    const abut_ask all = {0}, first = {.limit = 1};
    for (int set = 0; set < (method == ABUT_METHOD_WIDE ? SIMD_SETS : 1); set++) {
        if (method == ABUT_METHOD_WIDE && !simd_use((simd_set)set)) continue;
        abut_hits hits;
        float_mode_enter(&ask_mode);
        assert_int_equal(abut_collide(q, &a, &b, &all, &hits), ABUT_OK);
        int is_right = pairs_are(&hits, x->t.pairs, x->t.count);
        assert_int_equal(abut_collide(q, &a, &b, &first, &hits), ABUT_OK);
        is_right = is_right && (hits.count != 0) == (x->t.count != 0);
        float_mode_leave();
        x->c.asked += 2;
        if (!is_right) tell_wrong(&x->c, x->what, x->exponent, x->seed, method, &ask_mode);
    }
    simd_use(simd_best());
    abut_model_free(m[0]);
    abut_model_free(m[1]);
}

static void try_scene(trial* x, scene_maker* make, abut_query* q, rng* r)
{
    make(&x->d, x->exponent, r);
    find_truth(&x->d, q, &x->t);
    x->c.scenes++;
    x->c.with_contact += x->t.count != 0;
    for (int method = ABUT_METHOD_BRUTE; method <= METHOD_LAST; method++) {
        // Of those that compute in double a scene meets four states, one of each rounding mode.
        const int states = method == ABUT_METHOD_WIDE && ABUT_TEST_SHARE == 1 ? MODES : 4;
        const int first = (int)rng_below(r, MODES);
        if (!method_is_here(method)) continue;
        for (int k = 0; k < states; k++)
            ask_method(x, q, method, (first + 5 * k) % MODES, rng_next(r));
    }
}

static void every_method_in_every_state(void** state)
{
    (void)state;
    static trial x;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int maker = 0; maker < MAKERS; maker++) {
        x.c = (counts){0};
        x.what = maker_names[maker];
        for (x.exponent = 60; x.exponent <= 1000; x.exponent += EXPONENT_STEP)
            for (x.seed = first_seed; x.seed < first_seed + rounds; x.seed++) {
                rng r = {x.seed * 1000003 + (uint64_t)(x.exponent * MAKERS + maker)};
                try_scene(&x, makers[maker], q, &r);
            }
        print_message("%s: %zu scenes, %zu with contact, asked %zu times, %zu wrong\n", x.what,
                      x.c.scenes, x.c.with_contact, x.c.asked, x.c.wrong);
        assert_int_equal(x.c.wrong, 0);
        assert_true(8 * x.c.with_contact > x.c.scenes && x.c.with_contact < x.c.scenes);
    }
    abut_query_free(q);
}

// ------------------------------------------------------------------------------------ coherent steps

enum { STEPS = 8, FEW = 5, MANY = 16 };

// A small model, or a large one, and a way of the other one past it. What is right at each step.
typedef struct path {
    duel d;
    abut_pose poses[STEPS][2];
    truth truths[STEPS];
    long double farthest[STEPS];  // no less than their distance
    size_t limit;
} path;

// Where a vertex is in the world. Scales are powers of two.
static void place_vertex(const abut_pose* pose, const double* v, long double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = (long double)pose->translation[i];
        for (int k = 0; k < 3; k++)
            out[i] += (long double)(pose->scale * pose->rotation[i][k]) * (long double)v[k];
    }
}

// The models are no farther than their nearest two vertices are, nor than this. No square is taken.
static long double vertex_distance(const duel* d)
{
    long double least = (long double)HUGE_VAL;
    for (size_t i = 0; i < 3 * d->count[0]; i++)
        for (size_t k = 0; k < 3 * d->count[1]; k++) {
            long double p[3], q[3], most = 0;
            place_vertex(&d->pose[0], d->vertices[0] + 3 * i, p);
            place_vertex(&d->pose[1], d->vertices[1] + 3 * k, q);
            for (int x = 0; x < 3; x++)
                most = fabsl(q[x] - p[x]) > most ? fabsl(q[x] - p[x]) : most;
            least = 1.75L * most < least ? 1.75L * most : least;
        }
    return least;
}

// One step on: a vertex, or the middle of an edge, comes to the origin; or it moves or turns a little, or away.
static void step_on(duel* d, int side, double unit, rng* r)
{
    abut_pose* pose = &d->pose[side];
    const double* v = d->vertices[side] + 9 * rng_below(r, d->count[side]);
    const size_t dice = rng_below(r, 8);
    if (dice == 5) {
        double axis[3] = {1, rng_signed(r), rng_signed(r)};
        abut_pose turned;
        assert_int_equal(abut_pose_from_axis_angle(&turned, axis, 2 * rng_signed(r)), ABUT_OK);
        memcpy(pose->rotation, turned.rotation, sizeof turned.rotation);
    }
    long double p[3], q[3];
    place_vertex(pose, v, p);
    place_vertex(pose, v + 3, q);
    for (int k = 0; k < 3; k++) {
        double* const place = &pose->translation[k];
        if (dice == 0 || dice > 5) *place -= (double)(p[k] / 2 + q[k] / 2);
        if (dice == 1) *place -= (double)p[k];
        if (dice == 2 || dice == 3) *place += unit * 0.02 * rng_signed(r);
        if (dice == 4) *place = unit * 3 * rng_signed(r);
    }
}

// Sizes of 2^size and of 2^(size + more), about the origin.
static void make_path(path* p, int size, int more, abut_query* q, rng* r)
{
    duel* d = &p->d;
    const int large = (int)rng_below(r, 2);
    begin_duel(d, large ? FEW : MANY, large ? MANY : FEW);
    fill_with(d->vertices[1 - large], FEW, ldexp(1, size), r);
    const double unit = ldexp(1, size + more);
    for (size_t i = 0; i < 9 * MANY; i += 9) {
        double centre[3];
        for (int k = 0; k < 3; k++)
            centre[k] = rng_signed(r);
        for (size_t k = 0; k < 9; k++)
            d->vertices[large][i + k] = unit * (centre[k % 3] + 0.1 * rng_signed(r));
    }
    p->limit = rng_below(r, 2);
    for (int side = 0; side < 2 && rng_below(r, 2); side++) {
        const int scale = (int)rng_below(r, 41) - 20;
        d->pose[side] = pose_random(r, 0);
        d->pose[side].scale = ldexp(1, scale);
        for (size_t i = 0; i < 9 * d->count[side]; i++)
            d->vertices[side][i] *= ldexp(1, -scale);
    }
    for (int i = 0; i < STEPS; i++) {
        if (i % 4) step_on(d, large, unit, r);
        memcpy(p->poses[i], d->pose, sizeof d->pose);
        find_truth(d, q, &p->truths[i]);
        p->farthest[i] = p->truths[i].count ? 0 : vertex_distance(d);
    }
}

static void walk_path(const path* p, abut_model* const m[2], const float_mode* mode, counts* c,
                      int more, uint64_t seed)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    const abut_ask ask = {.coherent = 1, .limit = p->limit};
    for (int i = 0; i < STEPS; i++) {
        const truth* const t = &p->truths[i];
        const abut_instance a = {m[0], p->poses[i][0]}, b = {m[1], p->poses[i][1]};
        abut_hits hits;
        float_mode_enter(mode);
        const abut_status status = abut_collide(q, &a, &b, &ask, &hits);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        c->asked++;
        const int is_right =
            p->limit ? (hits.count != 0) == (t->count != 0) : pairs_are(&hits, t->pairs, t->count);
        if (!is_right) tell_wrong(c, "coherent", more, seed, ABUT_METHOD_WIDE, mode);
        if (!(hits.distance_least >= 0 && hits.distance_least <= DBL_MAX &&
              (long double)hits.distance_least <= p->farthest[i]))
            tell_wrong(c, "distance_least", more, seed, ABUT_METHOD_WIDE, mode);
        c->with_distance += hits.distance_least > 0;
    }
    abut_query_free(q);
}

static void walk_in_every_state(const path* p, counts* c, int more, uint64_t seed, rng* r)
{
    const int first = (int)rng_below(r, MODES);
    for (int k = 0; k < CASES(MODES); k++) {
        const uint64_t dice = rng_next(r);
        const float_mode build_mode = mode_of((int)(dice % MODES)),
                         ask_mode = mode_of((first + 5 * k) % MODES);
        abut_tree_build own;
        const abut_build how = form_of(ABUT_METHOD_WIDE, dice / MODES, &own);
        abut_model* m[2];
        build_both(&p->d, &how, &build_mode, m);
        for (int set = 0; set < SIMD_SETS; set++)
            if (simd_use((simd_set)set)) walk_path(p, m, &ask_mode, c, more, seed);
        simd_use(simd_best());
        abut_model_free(m[0]);
        abut_model_free(m[1]);
    }
}

static void coherent_steps_in_every_state(void** state)
{
    (void)state;
    static const int sizes[] = {0, -1000, -600, -60, 500};
    static path p;
    counts c = {0};
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int more = 0; more <= 500; more += 100)
            for (uint64_t seed = first_seed; seed < first_seed + rounds; seed++) {
                rng r = {seed * 1000003 + i * 1000 + (uint64_t)more};
                make_path(&p, sizes[i], more, q, &r);
                for (int step = 0; step < STEPS; step++)
                    c.with_contact += p.truths[step].count != 0;
                c.scenes += STEPS;
                walk_in_every_state(&p, &c, more, seed, &r);
            }
    print_message("%zu places, %zu with contact, asked %zu times, %zu wrong; %zu distances\n",
                  c.scenes, c.with_contact, c.asked, c.wrong, c.with_distance);
    assert_int_equal(c.wrong, 0);
    assert_true(20 * c.with_contact > c.scenes && 2 * c.with_contact < c.scenes);
    assert_true(!PRUNING || 16 * c.with_distance > c.asked);
    abut_query_free(q);
}

int main(int count, char** values)
{
    if (count > 1) rounds = strtoull(values[1], NULL, 10);
    if (count > 2) first_seed = strtoull(values[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_in_every_state),
        cmocka_unit_test(coherent_steps_in_every_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
