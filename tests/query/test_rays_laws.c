// test_rays_laws.c - abut_rays on larger soups and real models: by every way to build, on any number of workers, in any order and
// grouping of rays, any order of triangles, in every instruction set, under motions that are exact; what first, any and count say
// beside all; and where memory runs out or somebody cancels. Real models are read from ABUT_DATA.
#include "base/simd_set.h"
#include "mesh/mesh.h"
#include "support/data_pack.h"
#include "support/rays_check.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include <stdio.h>

enum { RAYS = CASES(300), REAL_RAYS = CASES(24) };

// From anywhere about the triangles, from corners, from afar, to corners, to anywhere, along axes. As segments, these are ends.
static void make_rays(rng* r, const soup_data* s, double size, double* from, double* to,
                      size_t count, int are_segments)
{
    for (size_t i = 0; i < count; i++) {
        const double *v = s->vertices +
                          3 * (size_t)s->triangles[3 * rng_below(r, s->triangle_count)],
                     *w = s->vertices +
                          3 * (size_t)s->triangles[3 * rng_below(r, s->triangle_count)];
        const size_t sort = rng_below(r, 6), axis = rng_below(r, 3);
        int is_none = 1;
        for (size_t k = 0; k < 3; k++) {
            double x = v[k], y = w[k];
            if (sort < 4) x += size * rng_signed(r);
            if (sort == 1) y += 0.2 * size * rng_signed(r);
            if (sort == 2) x += 1e6 * size * rng_signed(r);
            if (sort == 4) y = x + (k == axis ? -size : 0);
            from[3 * i + k] = x;
            to[3 * i + k] = are_segments ? y : y - x;
            is_none &= to[3 * i + k] == 0;
        }
        if (is_none && !are_segments) to[3 * i] = 1;
    }
}

static void check_same(const abut_ray_answer* x, const abut_ray_answer* y, size_t i,
                       const char* what)
{
    if (!rays_same(x, y))
        fail_msg("%s: ray %zu: %zu hits, %zu met, %zu crossed; not %zu, %zu, %zu", what, i,
                 y->hit_count, y->touch_count, y->crossing_count, x->hit_count, x->touch_count,
                 x->crossing_count);
}

// ---------------------------------------------------------------------------------- one model, many ways

typedef struct model_case {
    const soup_data* soup;
    const abut_pose* pose;
    const double *from, *to;
    size_t count;
    abut_ray_ask ask;  // but for want
} model_case;

// What else may be asked, beside all.
static void check_wants(const model_case* c, const abut_instance* at, abut_batch* b,
                        const rays_kept_answers* all, const char* name)
{
    for (int want = 0; want <= ABUT_RAY_WANT_COUNT; want++) {
        abut_ray_ask ask = c->ask;
        ask.want = (abut_ray_want)want;
        const abut_ray_answer* a = rays_ask(b, at, c->from, c->to, c->count, &ask);
        for (size_t i = 0; i < c->count; i++) {
            const abut_ray_answer* t = &all->answers[i];
            if (want == ABUT_RAY_WANT_ALL) {
                check_same(t, &a[i], i, name);
            } else if (want == ABUT_RAY_WANT_COUNT) {
                assert_true(!a[i].hits && !a[i].hit_count);
                assert_int_equal(a[i].touch_count, t->touch_count);
                assert_int_equal(a[i].crossing_count, t->crossing_count);
            } else {
                assert_int_equal(a[i].touch_count + a[i].crossing_count, 0);
                assert_int_equal(a[i].hit_count, t->hit_count > 0);
                size_t same = 0;
                while (a[i].hit_count && same < t->hit_count &&
                       !rays_same_hit(&t->hits[same], a[i].hits))
                    same++;
                assert_true(!a[i].hit_count || same < t->hit_count);
                if (want == ABUT_RAY_WANT_FIRST) assert_int_equal(same, 0);
            }
        }
    }
}

static size_t check_ways(const model_case* c)
{
    const abut_soup soup = soup_of(c->soup);
    abut_batch* b = points_batch(NULL);
    rays_kept_answers truth = {NULL, NULL, 0};
    size_t hits = 0;
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        abut_instance at = {.model = m};
        if (c->pose) at.pose = *c->pose;
        abut_ray_ask ask = c->ask;
        ask.want = ABUT_RAY_WANT_ALL;
        if (!truth.answers)
            truth = rays_keep(rays_ask(b, &at, c->from, c->to, c->count, &ask), c->count);
        check_wants(c, &at, b, &truth, distance_ways[w].name);
        abut_model_free(m);
    }
    for (size_t i = 0; i < c->count; i++) {
        assert_true(truth.answers[i].crossing_count <= truth.answers[i].touch_count);
        assert_int_equal(truth.answers[i].hit_count, truth.answers[i].touch_count);
        hits += truth.answers[i].hit_count;
    }
    abut_batch_free(b);
    rays_forget(&truth);
    return hits;
}

static void test_ways(void** state)
{
    (void)state;
    enum { EACH = CASES(40) };
    rng r = {31};
    size_t hits = 0;
    for (int i = 0; i < SOUP_SORT_COUNT * 4; i++) {
        soup_data s = soup_random((soup_sort)(i % SOUP_SORT_COUNT), CASES(150), rng_next(&r));
        double from[3 * EACH], to[3 * EACH];
        const int are_segments = (int)rng_below(&r, 2);
        make_rays(&r, &s, 1, from, to, EACH, are_segments);
        const abut_pose pose = pose_of_sort(&r, (int)rng_below(&r, 6));
        model_case c = {&s, i % 8 < 4 ? NULL : &pose, from, to, EACH, {.segments = are_segments}};
        if (i % 3 == 0) c.ask.t_least = 0.5;
        if (i % 5 == 0) c.ask.t_most = 0.75;
        hits += check_ways(&c);
        soup_free(&s);
    }
    assert_true(hits > (CASES_LESS == 1 ? 1000 : 20));
    printf("%zu hits\n", hits);
}

// ------------------------------------------------- workers, order, groups, instruction sets, triangles

// Some thousand rays at one model, by a batch on one worker.
typedef struct crowd_case {
    soup_data soup;
    abut_model* model;
    double *from, *to;
    rays_kept_answers truth;
    abut_ray_ask ask;
} crowd_case;
enum { MANY = CASES(3000) };

static abut_instance instance_of(const crowd_case* c)
{
    return (abut_instance){.model = c->model};
}

static void open_crowd(crowd_case* c, soup_sort sort, abut_ray_want want)
{
    rng r = {32};
    c->soup = soup_random(sort, 800, 5);
    const abut_soup soup = soup_of(&c->soup);
    c->model = distance_model(&soup, &distance_ways[1], NULL);
    c->from = malloc(3 * MANY * sizeof *c->from);
    c->to = malloc(3 * MANY * sizeof *c->to);
    assert_true(c->from && c->to);
    make_rays(&r, &c->soup, 1, c->from, c->to, MANY, 0);
    c->ask = (abut_ray_ask){.want = want};
    abut_batch* one = points_batch(NULL);
    const abut_instance at = instance_of(c);
    c->truth = rays_keep(rays_ask(one, &at, c->from, c->to, MANY, &c->ask), MANY);
    abut_batch_free(one);
}

static void close_crowd(crowd_case* c)
{
    rays_forget(&c->truth);
    free(c->from);
    free(c->to);
    abut_model_free(c->model);
    soup_free(&c->soup);
}

static void check_workers(const crowd_case* c)
{
    const abut_instance at = instance_of(c);
    for (int workers = 2; workers <= 16; workers *= 2) {
        shuffled run = {.workers = workers, .seed = (uint64_t)workers};
        const abut_host host = {.run = shuffled_run, .workers = workers, .user = &run};
        abut_batch* b = points_batch(&host);
        for (int again = 0; again < 2; again++) {
            const abut_ray_answer* a = rays_ask(b, &at, c->from, c->to, MANY, &c->ask);
            for (size_t i = 0; i < MANY; i++)
                check_same(&c->truth.answers[i], &a[i], i, "workers");
        }
        abut_batch_free(b);
    }
}

static void check_sets(const crowd_case* c)
{
    const simd_set was = simd_current();
    const abut_instance at = instance_of(c);
    abut_batch* b = points_batch(NULL);
    for (int set = 0; set < SIMD_SETS; set++) {
        if (!simd_use((simd_set)set)) continue;
        const abut_ray_answer* a = rays_ask(b, &at, c->from, c->to, MANY, &c->ask);
        for (size_t i = 0; i < MANY; i++)
            check_same(&c->truth.answers[i], &a[i], i, "instruction sets");
    }
    assert_true(simd_use(was));
    abut_batch_free(b);
}

// Backward, a few at a time.
static void check_groups(const crowd_case* c)
{
    rng r = {33};
    const abut_instance at = instance_of(c);
    abut_batch* b = points_batch(NULL);
    for (size_t end = MANY, count; end; end -= count) {
        double from[3 * 70], to[3 * 70];
        count = 1 + rng_below(&r, end < 70 ? end : 70);
        for (size_t i = 0; i < count; i++) {
            memcpy(from + 3 * i, c->from + 3 * (end - 1 - i), 3 * sizeof *from);
            memcpy(to + 3 * i, c->to + 3 * (end - 1 - i), 3 * sizeof *to);
        }
        const abut_ray_answer* a = rays_ask(b, &at, from, to, count, &c->ask);
        for (size_t i = 0; i < count; i++)
            check_same(&c->truth.answers[end - 1 - i], &a[i], end - 1 - i, "groups");
    }
    abut_batch_free(b);
}

static void test_sharing(void** state)
{
    (void)state;
    static const struct {
        soup_sort sort;
        abut_ray_want want;
    } crowds[] = {{SOUP_GENERIC, ABUT_RAY_WANT_FIRST},
                  {SOUP_GENERIC, ABUT_RAY_WANT_ANY},
                  {SOUP_GRID, ABUT_RAY_WANT_ALL}};
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++) {
        crowd_case c;
        open_crowd(&c, crowds[i].sort, crowds[i].want);
        check_workers(&c);
        check_sets(&c);
        check_groups(&c);
        close_crowd(&c);
    }
}

// The same triangles in another order, each beginning with the same corner.
static void test_triangle_order(void** state)
{
    (void)state;
    crowd_case c;
    open_crowd(&c, SOUP_GRID, ABUT_RAY_WANT_ALL);
    rng r = {34};
    const size_t count = c.soup.triangle_count;
    soup_data turned = soup_separate(count);
    uint32_t* place = malloc(count * sizeof *place);
    assert_non_null(place);
    for (size_t i = 0; i < count; i++) {
        const size_t k = rng_below(&r, i + 1);
        place[i] = place[k];
        place[k] = (uint32_t)i;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(turned.vertices + 9 * place[i], c.soup.vertices + 9 * i,
               9 * sizeof *turned.vertices);
    const abut_soup soup = soup_of(&turned);
    abut_model* m = distance_model(&soup, &distance_ways[1], NULL);
    abut_batch* b = points_batch(NULL);
    const abut_instance at = {.model = m};
    const abut_ray_answer* a = rays_ask(b, &at, c.from, c.to, MANY, &c.ask);
    for (size_t i = 0; i < MANY; i++) {
        const abut_ray_answer* t = &c.truth.answers[i];
        assert_int_equal(a[i].hit_count, t->hit_count);
        assert_int_equal(a[i].crossing_count, t->crossing_count);
        for (size_t h = 0; h < t->hit_count; h++) {
            abut_ray_hit hit = t->hits[h];
            size_t same = 0;
            hit.triangle = place[hit.triangle];
            while (same < t->hit_count && !rays_same_hit(&hit, &a[i].hits[same]))
                same++;
            assert_true(same < t->hit_count);
            if (!h) continue;
            const abut_ray_hit *x = &a[i].hits[h - 1], *y = &a[i].hits[h];
            assert_true(x->t_lo < y->t_lo ||
                        (x->t_lo == y->t_lo &&
                         (x->t_lo != x->t_hi || x->triangle < y->triangle || y->t_lo != y->t_hi)));
        }
    }
    abut_batch_free(b);
    abut_model_free(m);
    free(place);
    soup_free(&turned);
    close_crowd(&c);
}

// ------------------------------------------------------------------------------------------- motions

// A quarter turn, and a shift and a scale by powers of two: all exact, so nothing changes but places. What a moved ray crosses
// may change, for the axes along which it is moved do.
static void test_motions(void** state)
{
    (void)state;
    rng r = {35};
    soup_data s = soup_random(SOUP_GRID, 60, 8);
    const abut_soup soup = soup_of(&s);
    abut_model* m = distance_model(&soup, &distance_ways[1], NULL);
    abut_batch *b = points_batch(NULL), *c = points_batch(NULL);
    const abut_instance still = {.model = m};
    const abut_instance moved = {.model = m,
                                 .pose = {.rotation = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                                          .scale = 0x1p20,
                                          .translation = {0x1p20, -0x1p22, 0x1p21}}};
    const abut_ray_ask all = {.want = ABUT_RAY_WANT_ALL};
    double from[3 * RAYS], to[3 * RAYS], others[3 * RAYS], ways[3 * RAYS];
    for (int i = 0; i < 3 * RAYS; i++) {
        from[i] = (double)rng_below(&r, 64) / 8 - 2;
        to[i] = (double)rng_below(&r, 8) - 3.5;
    }
    for (int i = 0; i < RAYS; i++)
        for (int k = 0; k < 3; k++) {
            others[3 * i + k] = 0x1p20 * from[3 * i + (k + 1) % 3] + moved.pose.translation[k];
            ways[3 * i + k] = 0x1p20 * to[3 * i + (k + 1) % 3];
        }
    const abut_ray_answer *x = rays_ask(b, &still, from, to, RAYS, &all),
                          *y = rays_ask(c, &moved, others, ways, RAYS, &all);
    for (int i = 0; i < RAYS; i++) {
        assert_int_equal(x[i].hit_count, y[i].hit_count);
        for (size_t n = 0; n < x[i].hit_count; n++) {
            const abut_ray_hit *p = &x[i].hits[n], *q = &y[i].hits[n];
            assert_int_equal(p->triangle, q->triangle);
            assert_int_equal(p->feature, q->feature);
            assert_int_equal(p->facing, q->facing);
            assert_true(same_bits(p->t_lo, q->t_lo) && same_bits(p->t_hi, q->t_hi));
            if (p->feature == ABUT_FEATURE_FACE && p->facing && p->t_lo > 0)
                assert_int_equal(p->is_crossing, q->is_crossing);
        }
    }
    abut_batch_free(b);
    abut_batch_free(c);
    abut_model_free(m);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------ failures

typedef struct failing {
    counting* c;
    abut_batch* batch;
    const abut_instance* at;
    const abut_ray_ask* ask;
    const double *from, *to;
    size_t count;
    const rays_kept_answers* truth;
} failing;

static abut_status ask_again(const failing* f, size_t fail_at, size_t cancel_at,
                             const abut_ray_answer** out)
{
    f->c->allocations = f->c->progress_calls = 0;
    f->c->fail_at = fail_at;
    f->c->cancel_at = cancel_at;
    f->c->fraction = 0;
    *out = NULL;
    const abut_status status = abut_rays(f->batch, f->at, f->from, f->to, f->count, f->ask, out);
    assert_true((status == ABUT_OK) == (*out != NULL));
    return status;
}

static size_t check_failing(const failing* f)
{
    const abut_ray_answer* a;
    abut_status status;
    size_t fail = 0;
    for (; (status = ask_again(f, fail, SIZE_MAX, &a)) != ABUT_OK; fail++)
        assert_int_equal(status, ABUT_OUT_OF_MEMORY);
    for (size_t i = 0; i < f->count; i++)
        check_same(&f->truth->answers[i], &a[i], i, "after failures");
    // Once warm, no memory is asked for.
    assert_int_equal(ask_again(f, 0, SIZE_MAX, &a), ABUT_OK);
    assert_int_equal(f->c->allocations, 0);
    assert_int_equal(ask_again(f, SIZE_MAX, 0, &a), ABUT_CANCELLED);
    assert_int_equal(ask_again(f, SIZE_MAX, SIZE_MAX, &a), ABUT_OK);
    for (size_t i = 0; i < f->count; i++)
        check_same(&f->truth->answers[i], &a[i], i, "after it was cancelled");
    return fail;
}

static void test_failures(void** state)
{
    (void)state;
    rng r = {36};
    soup_data s = soup_random(SOUP_GRID, 200, 9);
    const abut_soup soup = soup_of(&s);
    double from[3 * RAYS], to[3 * RAYS];
    make_rays(&r, &s, 1, from, to, RAYS, 0);
    for (int w = 0; w < 2; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        const abut_instance at = {.model = m};
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_ray_ask all = {.want = ABUT_RAY_WANT_ALL};
        abut_batch* plain = points_batch(NULL);
        failing f = {&c, points_batch(&host), &at, &all, from, to, w ? RAYS : 20, NULL};
        rays_kept_answers truth = rays_keep(rays_ask(plain, &at, from, to, f.count, &all), f.count);
        f.truth = &truth;
        // What was there before a failure stays.
        assert_true(check_failing(&f) >= (w ? 6 : 5));
        rays_forget(&truth);
        abut_batch_free(f.batch);
        abut_batch_free(plain);
        assert_int_equal(c.blocks, 0);
        abut_model_free(m);
    }
    soup_free(&s);
}

// ---------------------------------------------------------------------------------------- real models

// The first triangles of a file: brute looks at all for each ray. Returns 0 where it is not there.
static int check_file(rng* r, const char* folder, const char* file, int is_moved)
{
    char path[PATH_SIZE];
    mesh read = {.vertices = NULL};
    mesh_error error;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (mesh_read_file(&read, path, NULL, &error) != MESH_OK) return 0;
    soup_data s = {read.vertices, read.triangles, read.vertex_count, read.triangle_count};
    if (s.triangle_count > 4000) s.triangle_count = 4000;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < 3 * s.triangle_count; i++) {
        const double x = s.vertices[3 * (size_t)s.triangles[i]];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    double from[3 * REAL_RAYS], to[3 * REAL_RAYS];
    make_rays(r, &s, high - low, from, to, REAL_RAYS / 3, is_moved);
    const abut_pose pose = pose_random(r, high - low);
    const model_case c = {&s, is_moved ? &pose : NULL, from,
                          to, REAL_RAYS / 3,           {.segments = is_moved}};
    check_ways(&c);
    mesh_free(&read);
    return 1;
}

static void test_real(void** state)
{
    (void)state;
    static const char* const files[] = {"scans/spot.obj",
                                        "scans/dragon_res4.ply",
                                        "scans/teapot.obj",
                                        "cad/as1-oc-214.obj",
                                        "terrain/levels/voxel_mesh_01.obj",
                                        "scans/cgal/bones.off"};
    const char* folder = data_pack("real models");
    rng r = {37};
    int used = 0;
    for (size_t f = 0; folder && f < sizeof files / sizeof *files; f++)
        used += check_file(&r, folder, files[f], f % 2);
    printf("%d real models%s\n", used, used ? "" : ": SKIPPED");
}

// With holes, degenerate triangles, equal ones, edges of three; flat, tiny, huge; parts that cross and that touch.
static void test_bad(void** state)
{
    (void)state;
    static const char* const files[] = {"cgal/cross_quad.off",
                                        "cgal/degtri_sliding.off",
                                        "cgal/elephant-with-holes.off",
                                        "libigl/two-boxes-bad-self-union.ply",
                                        "libigl/degenerated.obj",
                                        "libigl/cube_with_fold.ply",
                                        "made/duplicates.stl",
                                        "made/all_degenerate.stl",
                                        "made/coplanar_grid.stl",
                                        "made/needles.stl",
                                        "made/same_centroid.stl",
                                        "made/tiny.stl",
                                        "made/huge.stl",
                                        "made/denormal.stl",
                                        "made/offset1e7.stl"};
    const char* folder = data_pack("bad models");
    char bad[PATH_SIZE];
    rng r = {38};
    int used = 0;
    if (folder) snprintf(bad, sizeof bad, "%s/bad", folder);
    for (size_t f = 0; folder && f < sizeof files / sizeof *files; f++)
        used += check_file(&r, bad, files[f], f % 3 == 2);
    printf("%d bad models%s\n", used, used ? "" : ": SKIPPED");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_triangle_order),
        cmocka_unit_test(test_motions),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_real),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
