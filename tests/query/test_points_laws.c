// test_points_laws.c - abut_points on larger soups and real models: by every way to build, on any number of workers, in any order
// and grouping of points, in every instruction set, under rigid motions that are exact; and where memory runs out or somebody
// cancels. Real models are read from ABUT_DATA.
#include "base/simd_set.h"
#include "mesh/mesh.h"
#include "support/data_pack.h"
#include "support/points_check.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include <stdio.h>

enum { POINTS = 300, REAL_POINTS = CASES(60) };

// Between, about and near to the triangles; on a grid; on corners.
static void make_points(rng* r, const soup_data* s, double size, double* out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double* v =
            s->vertices + 3 * (size_t)s->triangles[3 * rng_below(r, s->triangle_count)];
        const size_t sort = rng_below(r, 5);
        for (int k = 0; k < 3; k++) {
            double* x = &out[3 * i + (size_t)k];
            *x = v[k];
            if (sort == 0) *x += size * rng_signed(r);
            if (sort == 1) *x += 1e-3 * size * rng_signed(r);
            if (sort == 2) *x = floor(*x);
            if (sort == 3) *x += k == 1 ? size / 64 : 0;
        }
    }
}

static abut_point_answer* copy_answers(const abut_point_answer* a, size_t count,
                                       abut_point_near** near)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        total += a[i].near_count;
    abut_point_answer* out = malloc(count * sizeof *out);
    *near = malloc((total + 1) * sizeof **near);
    assert_true(out && *near);
    for (size_t i = 0; i < count; i++) {
        out[i] = a[i];
        out[i].near = *near + at;
        memcpy(*near + at, a[i].near, a[i].near_count * sizeof **near);
        at += a[i].near_count;
    }
    return out;
}

static void check_same(const abut_point_answer* x, const abut_point_answer* y, size_t i,
                       const char* what)
{
    if (!points_same(x, y)) fail_msg("%s: point %zu", what, i);
    assert_true(isnan(x->winding_lo) ? isnan(y->winding_lo)
                                     : x->winding_lo <= y->winding_hi + 1e-12 &&
                                           y->winding_lo <= x->winding_hi + 1e-12);
}

// ---------------------------------------------------------------------------------- one model, many ways

typedef struct model_case {
    const soup_data* soup;
    const abut_pose* pose;
    double* points;
    size_t count;
    abut_point_ask ask;
} model_case;

static void check_ways(const model_case* c)
{
    const abut_soup soup = soup_of(c->soup);
    abut_batch* b = points_batch(NULL);
    abut_point_answer* truth = NULL;
    abut_point_near* near = NULL;
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        abut_solid* s = points_solid(m);
        abut_instance at = {.model = m};
        abut_point_ask ask = c->ask;
        if (c->pose) at.pose = *c->pose;
        ask.solid = s;
        ask.winding = 1;
        const abut_point_answer* a = points_ask(b, &at, c->points, c->count, &ask);
        if (!truth) truth = copy_answers(a, c->count, &near);
        for (size_t i = 0; i < c->count; i++)
            check_same(&truth[i], &a[i], i, distance_ways[w].name);
        abut_solid_free(s);
        abut_model_free(m);
    }
    abut_batch_free(b);
    free(truth);
    free(near);
}

static void test_ways(void** state)
{
    (void)state;
    rng r = {11};
    for (int i = 0; i < SOUP_SORT_COUNT * 2; i++) {
        soup_data s = soup_random((soup_sort)(i % SOUP_SORT_COUNT), CASES(150), rng_next(&r));
        double points[3 * 40];
        make_points(&r, &s, 1, points, 40);
        const abut_pose pose = pose_of_sort(&r, (int)rng_below(&r, 6));
        const model_case c = {
            &s, i < SOUP_SORT_COUNT ? NULL : &pose, points, 40, {.nearest = 1 + rng_below(&r, 9)}};
        check_ways(&c);
        soup_free(&s);
    }
}

// Many of them: what may be the nearest does not fit where a walk first keeps it, and is looked through again.
static void test_many(void** state)
{
    (void)state;
    static const size_t wanted[] = {65, 183, 290, 700};
    rng r = {16};
    for (size_t i = 0; i < 2 * sizeof wanted / sizeof *wanted; i++) {
        soup_data s = soup_random(SOUP_GENERIC, CASES(1500), rng_next(&r));
        double points[3 * 5];
        make_points(&r, &s, i % 2 ? 0.1 : 1, points, 5);
        const model_case c = {&s, NULL, points, 5, {.nearest = wanted[i / 2]}};
        check_ways(&c);
        soup_free(&s);
    }
}

// -------------------------------------------------------------------- workers, order, groups, instruction sets

static void test_sharing(void** state)
{
    (void)state;
    rng r = {12};
    soup_data s = soup_random(SOUP_GENERIC, 800, 5);
    const abut_soup soup = soup_of(&s);
    abut_model* m = distance_model(&soup, &distance_ways[1], NULL);
    abut_solid* solid = points_solid(m);
    const abut_instance at = {.model = m};
    const abut_point_ask ask = {.nearest = 3, .solid = solid, .winding = 1};
    enum { MANY = 3000 };
    double* points = malloc(3 * MANY * sizeof *points);
    assert_non_null(points);
    make_points(&r, &s, 1, points, MANY);
    abut_batch* one = points_batch(NULL);
    const abut_point_answer* truth = points_ask(one, &at, points, MANY, &ask);
    for (int workers = 2; workers <= 16; workers *= 2) {
        shuffled run = {.workers = workers, .seed = (uint64_t)workers};
        const abut_host host = {.run = shuffled_run, .workers = workers, .user = &run};
        abut_batch* b = points_batch(&host);
        for (int again = 0; again < 2; again++) {
            const abut_point_answer* a = points_ask(b, &at, points, MANY, &ask);
            for (size_t i = 0; i < MANY; i++)
                check_same(&truth[i], &a[i], i, "workers");
        }
        abut_batch_free(b);
    }
    const simd_set was = simd_current();
    abut_batch* b = points_batch(NULL);
    for (int set = 0; set < SIMD_SETS; set++) {
        if (!simd_use((simd_set)set)) continue;
        const abut_point_answer* a = points_ask(b, &at, points, MANY, &ask);
        for (size_t i = 0; i < MANY; i++)
            check_same(&truth[i], &a[i], i, "instruction sets");
    }
    assert_true(simd_use(was));
    // Backward, a few at a time.
    for (size_t end = MANY, count; end; end -= count) {
        double turned[3 * 70];
        count = 1 + rng_below(&r, end < 70 ? end : 70);
        for (size_t i = 0; i < count; i++)
            memcpy(turned + 3 * i, points + 3 * (end - 1 - i), 3 * sizeof *points);
        const abut_point_answer* a = points_ask(b, &at, turned, count, &ask);
        for (size_t i = 0; i < count; i++)
            check_same(&truth[end - 1 - i], &a[i], i, "groups");
    }
    abut_batch_free(b);
    abut_batch_free(one);
    free(points);
    abut_solid_free(solid);
    abut_model_free(m);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------- motions

// A quarter turn, and a shift and a scale by powers of two: all exact, so nothing changes but places.
static void test_motions(void** state)
{
    (void)state;
    rng r = {13};
    soup_data s = soup_random(SOUP_GRID, 60, 8);
    const abut_soup soup = soup_of(&s);
    abut_model* m = distance_model(&soup, &distance_ways[1], NULL);
    abut_solid* solid = points_solid(m);
    abut_batch *b = points_batch(NULL), *c = points_batch(NULL);
    const abut_instance still = {.model = m};
    const abut_instance moved = {.model = m,
                                 .pose = {.rotation = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                                          .scale = 0x1p20,
                                          .translation = {0x1p20, -0x1p22, 0x1p21}}};
    const abut_point_ask ask = {.nearest = 4, .solid = solid};
    double points[3 * POINTS], others[3 * POINTS];
    for (int i = 0; i < 3 * POINTS; i++)
        points[i] = (double)rng_below(&r, 64) / 8 - 2;
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 3; k++)
            others[3 * i + k] = 0x1p20 * points[3 * i + (k + 1) % 3] + moved.pose.translation[k];
    const abut_point_answer *x = points_ask(b, &still, points, POINTS, &ask),
                            *y = points_ask(c, &moved, others, POINTS, &ask);
    for (int i = 0; i < POINTS; i++) {
        assert_int_equal(x[i].side, y[i].side);
        assert_int_equal(x[i].near_count, y[i].near_count);
        for (size_t n = 0; n < x[i].near_count; n++) {
            const abut_point_near *p = &x[i].near[n], *q = &y[i].near[n];
            assert_int_equal(p->triangle, q->triangle);
            assert_int_equal(p->feature, q->feature);
            assert_true(same_bits(p->lo * 0x1p20, q->lo) && same_bits(p->hi * 0x1p20, q->hi));
        }
    }
    abut_batch_free(b);
    abut_batch_free(c);
    abut_solid_free(solid);
    abut_model_free(m);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------ failures

// From memory that fails after each number of blocks, and called off at each step.
static abut_solid* build_at_last(const abut_model* m, counting* c, const abut_host* host)
{
    abut_solid *solid = NULL, *none = NULL;
    size_t fail = 0;
    for (; !solid; fail++) {
        c->allocations = 0;
        c->fail_at = fail;
        const abut_status status = abut_solid_build(&solid, m, host);
        assert_true(status == (solid ? ABUT_OK : ABUT_OUT_OF_MEMORY));
        assert_true(solid || c->blocks == 0);
    }
    assert_true(fail > 4);
    c->fail_at = SIZE_MAX;
    for (c->cancel_at = 0; c->cancel_at < 3; c->cancel_at++) {
        c->progress_calls = 0;
        c->fraction = 0;
        assert_int_equal(abut_solid_build(&none, m, host), ABUT_CANCELLED);
        assert_null(none);
    }
    c->cancel_at = SIZE_MAX;
    return solid;
}

typedef struct failing {
    counting* c;
    abut_batch* batch;
    const abut_instance* at;
    const abut_point_ask* ask;
    const double* points;
    size_t count;
    const abut_point_answer* truth;
} failing;

static abut_status ask_again(const failing* f, size_t fail_at, size_t cancel_at,
                             const abut_point_answer** out)
{
    f->c->allocations = f->c->progress_calls = 0;
    f->c->fail_at = fail_at;
    f->c->cancel_at = cancel_at;
    f->c->fraction = 0;
    *out = NULL;
    const abut_status status = abut_points(f->batch, f->at, f->points, f->count, f->ask, out);
    assert_true((status == ABUT_OK) == (*out != NULL));
    return status;
}

static void check_failing(const failing* f)
{
    const abut_point_answer* a;
    abut_status status;
    for (size_t fail = 0; (status = ask_again(f, fail, SIZE_MAX, &a)) != ABUT_OK; fail++)
        assert_int_equal(status, ABUT_OUT_OF_MEMORY);
    for (size_t i = 0; i < f->count; i++)
        check_same(&f->truth[i], &a[i], i, "after failures");
    // Once warm, no memory is asked for.
    assert_int_equal(ask_again(f, 0, SIZE_MAX, &a), ABUT_OK);
    assert_int_equal(f->c->allocations, 0);
    assert_int_equal(ask_again(f, SIZE_MAX, 0, &a), ABUT_CANCELLED);
    assert_int_equal(ask_again(f, SIZE_MAX, SIZE_MAX, &a), ABUT_OK);
    for (size_t i = 0; i < f->count; i++)
        check_same(&f->truth[i], &a[i], i, "after it was cancelled");
}

static void test_failures(void** state)
{
    (void)state;
    rng r = {14};
    soup_data s = soup_random(SOUP_GRID, 200, 9);
    const abut_soup soup = soup_of(&s);
    double points[3 * POINTS];
    make_points(&r, &s, 1, points, POINTS);
    for (int w = 0; w < 2; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        const abut_instance at = {.model = m};
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_solid* solid = build_at_last(m, &c, &host);
        const abut_point_ask ask = {.nearest = 30, .solid = solid, .winding = 1};
        abut_batch* plain = points_batch(NULL);
        failing f = {&c, points_batch(&host), &at, &ask, points, w ? POINTS : 10, NULL};
        f.truth = points_ask(plain, &at, points, f.count, &ask);
        check_failing(&f);
        abut_batch_free(f.batch);
        abut_batch_free(plain);
        abut_solid_free(solid);
        assert_int_equal(c.blocks, 0);
        abut_model_free(m);
    }
    soup_free(&s);
}

// ---------------------------------------------------------------------------------------- real models

static void test_real(void** state)
{
    (void)state;
    static const char* const files[] = {"scans/spot.obj",
                                        "scans/dragon_res4.ply",
                                        "scans/teapot.obj",
                                        "cad/as1-oc-214.obj",
                                        "terrain/levels/voxel_mesh_01.obj",
                                        "scans/cgal/bones.off"};
    rng r = {15};
    size_t used = 0;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char path[4096];
        mesh read = {.vertices = NULL};
        mesh_error error;
        const char* folder = data_pack(files[f]);
        if (!folder) continue;
        snprintf(path, sizeof path, "%s/%s", folder, files[f]);
        if (mesh_read_file(&read, path, NULL, &error) != MESH_OK) continue;
        // The first triangles of large ones: brute looks at all for each point.
        soup_data s = {read.vertices, read.triangles, read.vertex_count, read.triangle_count};
        if (s.triangle_count > 4000) s.triangle_count = 4000;
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < 3 * s.triangle_count; i++) {
            const double x = s.vertices[3 * (size_t)s.triangles[i]];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        double points[3 * REAL_POINTS];
        make_points(&r, &s, high - low, points, REAL_POINTS / 3);
        const abut_pose pose = pose_random(&r, high - low);
        const model_case c = {&s, f % 2 ? &pose : NULL, points, REAL_POINTS / 3, {.nearest = 3}};
        check_ways(&c);
        mesh_free(&read);
        used++;
    }
    printf("%zu real models%s\n", used, used ? "" : ": SKIPPED, since there is no ABUT_DATA");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),     cmocka_unit_test(test_many),
        cmocka_unit_test(test_sharing),  cmocka_unit_test(test_motions),
        cmocka_unit_test(test_failures), cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
