// test_refit.c - abut_model_refit: after any chain of deformations (noise, waves, turns, changes of size by 2^100, vertices
// that part and that meet, triangles that lose their area and get it back) a model is what one is that is built of the
// soup: its mesh, every claim of its tree, and its answers; from bytes, too, in every form of memory, state of the
// floating-point unit, instruction set, and on any workers. With EXPECT_WRONG the bound of boxes is 1/32 of what it must be, and must be found too small.
#include "base/simd_set.h"
#include "query/refit_check.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/distance.h"
#include "abut/point.h"
#include "abut/self.h"

#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

static const abut_effort efforts[] = {ABUT_EFFORT_NORMAL, ABUT_EFFORT_FAST, ABUT_EFFORT_BEST};
static const abut_memory memories[] = {ABUT_MEMORY_NORMAL, ABUT_MEMORY_SMALL, ABUT_MEMORY_COMPACT};

enum { CHAIN = 6 };

static size_t cases;  // refits that were looked at

#if !EXPECT_WRONG

static size_t pairs, anew, shared;

// ---------------------------------------------------------------------------------------- answers

typedef struct asker {
    abut_query* query[2];
    abut_batch* batch[2];
} asker;

static asker asker_open(void)
{
    asker a;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(abut_query_create(&a.query[i], NULL), ABUT_OK);
        assert_int_equal(abut_batch_create(&a.batch[i], NULL), ABUT_OK);
    }
    return a;
}

static void asker_close(asker* a)
{
    for (int i = 0; i < 2; i++) {
        abut_query_free(a->query[i]);
        abut_batch_free(a->batch[i]);
    }
}

static void same_contacts(asker* a, const abut_instance x[2], const abut_instance y[2])
{
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_hits one, two;
    assert_int_equal(abut_collide(a->query[0], &x[0], &x[1], &ask, &one), ABUT_OK);
    assert_int_equal(abut_collide(a->query[1], &y[0], &y[1], &ask, &two), ABUT_OK);
    assert_int_equal(one.count, two.count);
    pairs += one.count;
    for (size_t i = 0; i < one.count; i++) {
        assert_true(one.pairs[i].a == two.pairs[i].a && one.pairs[i].b == two.pairs[i].b);
        assert_int_equal(one.contacts[i].kind, two.contacts[i].kind);
    }
}

static void same_distances(asker* a, const abut_instance x[2], const abut_instance y[2])
{
    abut_distance_answer one, two;
    assert_int_equal(abut_distance(a->query[0], &x[0], &x[1], NULL, &one), ABUT_OK);
    assert_int_equal(abut_distance(a->query[1], &y[0], &y[1], NULL, &two), ABUT_OK);
    assert_true(one.lo == two.lo && one.hi == two.hi && one.has_pair == two.has_pair);
    if (one.has_pair) assert_true(one.pair.a == two.pair.a && one.pair.b == two.pair.b);
}

static void same_selves(asker* a, const abut_instance* x, const abut_instance* y)
{
    const abut_self_ask ask = {.detail = ABUT_DETAIL_KINDS, .parts = 1};
    abut_self_hits one, two;
    assert_int_equal(abut_self(a->query[0], x, &ask, &one), ABUT_OK);
    assert_int_equal(abut_self(a->query[1], y, &ask, &two), ABUT_OK);
    assert_true(one.count == two.count && one.verdict == two.verdict &&
                one.part_count == two.part_count);
    assert_memory_equal(one.class_counts, two.class_counts, sizeof one.class_counts);
    for (size_t i = 0; i < one.count; i++) {
        assert_true(one.pairs[i].a == two.pairs[i].a && one.pairs[i].b == two.pairs[i].b);
        assert_int_equal(one.meetings[i].how, two.meetings[i].how);
        assert_int_equal(one.meetings[i].shared_vertices, two.meetings[i].shared_vertices);
    }
    for (size_t i = 0; i < one.part_count; i++) {
        assert_int_equal(one.parts[i].triangle_count, two.parts[i].triangle_count);
        assert_int_equal(one.parts[i].border_edge_count, two.parts[i].border_edge_count);
        assert_int_equal(one.parts[i].is_closed, two.parts[i].is_closed);
    }
}

static void same_points(asker* a, const abut_instance* x, const abut_instance* y, rng* r)
{
    enum { POINTS = 8 };
    double points[3 * POINTS];
    const double* low = x->model->low;
    const double* high = x->model->high;
    for (int i = 0; i < 3 * POINTS; i++)
        points[i] = x->model->mesh.triangle_count
                        ? low[i % 3] + (0.5 + 0.7 * rng_signed(r)) * (high[i % 3] - low[i % 3])
                        : 0;
    const abut_point_ask ask = {.nearest = 2};
    const abut_point_answer *one, *two;
    assert_int_equal(abut_points(a->batch[0], x, points, POINTS, &ask, &one), ABUT_OK);
    assert_int_equal(abut_points(a->batch[1], y, points, POINTS, &ask, &two), ABUT_OK);
    for (int i = 0; i < POINTS; i++) {
        assert_true(one[i].near_count == two[i].near_count && one[i].side == two[i].side);
        for (size_t k = 0; k < one[i].near_count; k++) {
            assert_true(one[i].near[k].lo == two[i].near[k].lo &&
                        one[i].near[k].hi == two[i].near[k].hi);
            assert_int_equal(one[i].near[k].triangle, two[i].near[k].triangle);
        }
    }
}

// Ask a refitted model and one that is built of its soup the same.
static void same_answers(asker* a, const abut_model* m, const abut_model* built, rng* r)
{
    const double size =
        m->mesh.triangle_count ? fmax(m->high[0] - m->low[0], m->high[2] - m->low[2]) : 1;
    abut_instance x[2] = {{.model = m}, {.model = m}};
    for (int side = 0; side < 2; side++) {
        x[side].pose = pose_random(r, 0.4 * size);
        for (int k = 0; k < 3; k++)
            assert_true(isfinite(x[side].pose.translation[k]));
    }
    const abut_instance y[2] = {{built, x[0].pose}, {built, x[1].pose}};
    // One with itself, and each with the other.
    const abut_instance mixed[2] = {x[0], y[1]};
    same_contacts(a, x, y);
    same_contacts(a, mixed, y);
    same_distances(a, x, y);
    same_selves(a, &x[0], &y[0]);
    same_points(a, &x[0], &y[0], r);
}

// ------------------------------------------------------------------------------------------ chains

static void same_meshes(const abut_model* m, const abut_model* built)
{
    abut_model_info x, y;
    assert_int_equal(abut_model_describe(m, &x), ABUT_OK);
    assert_int_equal(abut_model_describe(built, &y), ABUT_OK);
    assert_true(x.triangle_count == y.triangle_count && x.vertex_count == y.vertex_count &&
                x.degenerate_count == y.degenerate_count && x.mesh_bytes == y.mesh_bytes);
    double* own = malloc((18 * x.triangle_count + 1) * sizeof *own);
    assert_non_null(own);
    double* const other = own + 9 * x.triangle_count;
    assert_int_equal(abut_model_triangles(m, 0, x.triangle_count, own), ABUT_OK);
    assert_int_equal(abut_model_triangles(built, 0, x.triangle_count, other), ABUT_OK);
    assert_memory_equal(own, other, 9 * x.triangle_count * sizeof *own);
    free(own);
    // Vertices are one where they are equal: then no two are, and those that triangles name are as many.
    assert_true(m->mesh.is_moderate == built->mesh.is_moderate && m->mesh.unit == built->mesh.unit);
    assert_memory_equal(m->low, built->low, sizeof m->low);
    assert_memory_equal(m->frame.origin, built->frame.origin, sizeof m->frame.origin);
    assert_int_equal(m->frame.exponent, built->frame.exponent);
}

static void check_change(const abut_model* from, const abut_model* m, const abut_change* change)
{
    size_t same = m->mesh.triangles == from->mesh.triangles ? 12 * m->mesh.triangle_count : 0;
    if (m->mesh.reduced && m->mesh.reduced == from->mesh.reduced) same += m->mesh.triangle_count;
    assert_int_equal(change->shared_bytes, same);
    assert_true(!change->is_merged_anew == (m->mesh.triangles == from->mesh.triangles));
    assert_true(change->growth > 0 && change->growth < HUGE_VAL);
    assert_int_equal(change->is_rebuild_advised, change->growth > 1.5);
    anew += (size_t)change->is_merged_anew;
    shared += !change->is_merged_anew;
}

// Refit what was opened from bytes, and compare; brute force has the same answers.
static void check_other_ways(asker* a, const abut_model* from, const abut_model* m,
                             const abut_soup* soup, rng* r)
{
    refit_bytes b = refit_saved(from), own = refit_saved(m);
    abut_model *opened = NULL, *again = NULL, *brute = NULL;
    assert_int_equal(abut_model_open(&opened, b.at, b.size, NULL), ABUT_OK);
    abut_model* const next = refit_of(opened, soup, NULL, NULL);
    abut_model_free(opened);
    assert_true(refit_same_bytes(next, m));
    assert_int_equal(abut_model_open(&again, own.at, own.size, NULL), ABUT_OK);
    assert_true(refit_same_bytes(again, m));
    const abut_build options = {.method = ABUT_METHOD_BRUTE};
    assert_int_equal(abut_model_build(&brute, soup, &options), ABUT_OK);
    abut_model* const moved = refit_of(brute, soup, NULL, NULL);
    abut_model_free(brute);
    const abut_pose pose = pose_random(r, 0.1 * (m->high[0] - m->low[0]));
    const abut_instance x[2] = {{moved, pose}, {moved, pose}}, y[2] = {{m, pose}, {again, pose}};
    if (m->mesh.triangle_count && m->mesh.triangle_count < 200) same_contacts(a, x, y);
    abut_model_free(next);
    abut_model_free(again);
    abut_model_free(moved);
    free(b.at);
    free(own.at);
}

static void walk_chain(asker* a, int sort, size_t count, abut_effort effort, abut_memory memory,
                       rng* r)
{
    soup_data first = refit_soup(sort, count, rng_next(r)), s = refit_copy(&first);
    const abut_soup soup = soup_of(&s);
    abut_model* m = refit_built(&soup, effort, memory);
    for (int step = 0; step < CHAIN; step++) {
        const refit_motion how = (refit_motion)rng_below(r, REFIT_MOTIONS);
        refit_move(&s, &first, how, r);
        abut_change change;
        abut_model *const next = refit_of(m, &soup, NULL, &change), *const built = refit_built(
                                                                        &soup, effort, memory);
        const char* broken = refit_broken(next);
        if (broken) fail_msg("sort %d, %zu, motion %d: %s", sort, count, (int)how, broken);
        same_meshes(next, built);
        same_answers(a, next, built, r);
        check_change(m, next, &change);
        if (how == REFIT_STAY) assert_true(!change.is_merged_anew || sort == SOUP_IDENTICAL);
        check_other_ways(a, m, next, &soup, r);
        abut_model_free(built);
        abut_model_free(m);
        m = next;
        cases++;
    }
    abut_model_free(m);
    soup_free(&s);
    soup_free(&first);
}

static void chains_of_deformations(void** state)
{
    static const size_t counts[] = {0, 1, 5, 33, 120, 400};
    (void)state;
    asker a = asker_open();
    rng r = {30};
    for (int i = 0; i < CASES(REFIT_SORTS * 6 * 9); i++) {
        const size_t count = counts[i / REFIT_SORTS % 6];
        const int how = i / (REFIT_SORTS * 6);
        if ((count == 400 && how % 4 != 0) || (count == 120 && how % 2 != 0)) continue;
        walk_chain(&a, i % REFIT_SORTS, count, efforts[how % 3], memories[how / 3], &r);
    }
    asker_close(&a);
    printf("%zu refits, %zu with all vertices anew; %zu contacts; none differs from a build\n",
           cases, anew, pairs);
    assert_true(anew > 20 && shared > 20 && pairs > 1000);
}

// ------------------------------------------------------------------------------------- large models

// Subtrees as tasks, boxes of many leaves, and axes that are chosen anew; by any workers and any kernel.
static void any_workers_and_kernels(void** state)
{
    (void)state;
    rng r = {31};
    soup_data s = refit_ball(80), first = refit_copy(&s);
    const abut_soup soup = soup_of(&s);
    for (int form = 0; form < 3; form++) {
        abut_model* m = refit_built(&soup, efforts[form], memories[form]);
        for (int step = 0; step < 4; step++) {
            const refit_motion motions[] = {REFIT_NOISE, REFIT_TWIST, REFIT_WAVE, REFIT_STRAY};
            refit_move(&s, &first, motions[step], &r);
            abut_model* const next = refit_of(m, &soup, NULL, NULL);
            const char* broken = refit_broken(next);
            if (broken) fail_msg("form %d, step %d: %s", form, step, broken);
            for (int workers = 2; workers <= 5; workers += 3) {
                shuffled threads = {.workers = workers, .seed = (uint64_t)step};
                const abut_host host = {.run = shuffled_run, .user = &threads, .workers = workers};
                abut_model* const other = refit_of(m, &soup, &host, NULL);
                assert_true(refit_same_bytes(other, next));
                abut_model_free(other);
            }
            for (int set = 0; set < SIMD_SETS; set++) {
                if (!simd_use((simd_set)set)) continue;
                abut_model* const other = refit_of(m, &soup, NULL, NULL);
                assert_true(refit_same_bytes(other, next));
                abut_model_free(other);
            }
            simd_use(simd_best());
            abut_model_free(m);
            m = next;
        }
        abut_model_free(m);
    }
    soup_free(&s);
    soup_free(&first);
}

// The same vertices as the corners of separate triangles, as floats, and with some that no triangle uses.
static void other_soups_of_the_same(void** state)
{
    (void)state;
    rng r = {32};
    soup_data s = refit_ball(10), apart = soup_separate(s.triangle_count);
    abut_soup soup = soup_of(&s);
    abut_model *const m = refit_built(&soup, ABUT_EFFORT_NORMAL, ABUT_MEMORY_NORMAL), *n;
    refit_move(&s, &s, REFIT_WAVE, &r);
    refit_move(&s, &s, REFIT_FLOAT, &r);
    for (size_t i = 0; i < 3 * s.triangle_count; i++)
        memcpy(apart.vertices + 3 * i, s.vertices + 3 * (size_t)s.triangles[i], 24);
    float* floats = malloc(3 * s.vertex_count * sizeof *floats);
    assert_non_null(floats);
    for (size_t i = 0; i < 3 * s.vertex_count; i++)
        floats[i] = (float)s.vertices[i];
    abut_change change;
    abut_model* const whole = refit_of(m, &soup, NULL, &change);
    assert_true(!change.is_merged_anew && change.shared_bytes == 12 * s.triangle_count);
    const abut_soup separate = soup_of(&apart);
    n = refit_of(m, &separate, NULL, &change);
    assert_true(!change.is_merged_anew && refit_same_bytes(n, whole));
    abut_model_free(n);
    soup.vertices = NULL;
    soup.vertices_float = floats;
    n = refit_of(m, &soup, NULL, &change);
    assert_true(!change.is_merged_anew && refit_same_bytes(n, whole));
    abut_model_free(n);
    // A vertex more, which nothing uses: it changes nothing, far off as it is; and a model may have some.
    double* more = malloc(3 * (s.vertex_count + 1) * sizeof *more);
    assert_non_null(more);
    memcpy(more, s.vertices, 3 * s.vertex_count * sizeof *more);
    more[3 * s.vertex_count] = more[3 * s.vertex_count + 1] = more[3 * s.vertex_count + 2] = 1e9;
    soup = (abut_soup){.vertices = more,
                       .triangles = s.triangles,
                       .vertex_count = s.vertex_count + 1,
                       .triangle_count = s.triangle_count};
    n = refit_of(m, &soup, NULL, &change);
    assert_true(!change.is_merged_anew && refit_same_bytes(n, whole));
    abut_model_free(n);
    abut_model* const other = refit_built(&soup, ABUT_EFFORT_NORMAL, ABUT_MEMORY_NORMAL);
    n = refit_of(other, &soup, NULL, &change);
    assert_true(!change.is_merged_anew && n->mesh.vertex_count == s.vertex_count + 1);
    assert_null(refit_broken(n));
    assert_memory_equal(n->high, whole->high, sizeof n->high);
    abut_model_free(other);
    abut_model_free(n);
    abut_model_free(whole);
    abut_model_free(m);
    free(more);
    free(floats);
    soup_free(&s);
    soup_free(&apart);
}

// Triangles change places, each as it was: then no tree of theirs would be kept.
static void shuffle_triangles(soup_data* s, const soup_data* first, rng* r)
{
    for (size_t t = s->triangle_count; t-- > 0;) {
        const size_t other = rng_below(r, t + 1);
        double kept[9];
        memcpy(kept, s->vertices + 9 * t, sizeof kept);
        memcpy(s->vertices + 9 * t, s->vertices + 9 * other, sizeof kept);
        memcpy(s->vertices + 9 * other, kept, sizeof kept);
    }
    assert_int_equal(s->vertex_count, first->vertex_count);
}

// Refits that change nothing leave a tree that is as good; large ones are told.
static void growth_is_told(void** state)
{
    (void)state;
    rng r = {33};
    soup_data s = soup_random(SOUP_GENERIC, 7000, 33);
    for (size_t i = 0; i < s.vertex_count; i++) {  // small ones
        for (int k = 0; k < 3; k++) {
            double* const v = s.vertices + 3 * i + k;
            *v = s.vertices[i / 3 * 9 + (size_t)k] +
                 (i % 3 ? 0.1 * (*v - s.vertices[i / 3 * 9 + (size_t)k]) : 0);
        }
    }
    soup_data first = refit_copy(&s);
    const abut_soup soup = soup_of(&s);
    abut_change change;
    abut_model *m = refit_built(&soup, ABUT_EFFORT_NORMAL, ABUT_MEMORY_NORMAL), *n;
    n = refit_of(m, &soup, NULL, &change);
    printf("growth %.3f where nothing moves\n", change.growth);
    assert_true(fabs(change.growth - 1) < 0.05 && !change.is_rebuild_advised);
    abut_model_free(m);
    shuffle_triangles(&s, &first, &r);
    m = refit_of(n, &soup, NULL, &change);
    assert_true(change.growth > 1.5 && change.is_rebuild_advised);
    const double grown = change.growth;
    abut_model_free(n);
    // From bytes, too.
    refit_bytes b = refit_saved(m);
    abut_model* opened = NULL;
    assert_int_equal(abut_model_open(&opened, b.at, b.size, NULL), ABUT_OK);
    n = refit_of(opened, &soup, NULL, &change);
    assert_true(fabs(change.growth / grown - 1) < 0.05);
    abut_model_free(opened);
    abut_model_free(n);
    free(b.at);
    // And back.
    refit_move(&s, &first, REFIT_BACK, &r);
    n = refit_of(m, &soup, NULL, &change);
    printf("growth %.2f, and %.2f where all is as it was\n", grown, change.growth);
    assert_true(change.growth < 1.25);
    abut_model_free(m);
    abut_model_free(n);
    soup_free(&s);
    soup_free(&first);
}

#endif

// ------------------------------------------------------------------------------------------- states

// In every state of the floating-point unit every vertex is in every box above it.
static void states_of_the_unit(void** state)
{
    (void)state;
    size_t wrong = 0;
    rng r = {34};
    for (int i = 0; i < CASES(REFIT_SORTS * 3 * FLOAT_MODE_COUNT); i++) {
        const int form = i / REFIT_SORTS % 3;
        soup_data first = refit_soup(i % REFIT_SORTS, 700, rng_next(&r)), s = refit_copy(&first);
        const abut_soup soup = soup_of(&s);
        abut_model* m = refit_built(&soup, efforts[form], memories[form]);
        for (int step = 0; step < 3; step++) {
            refit_move(&s, &first, (refit_motion)rng_below(&r, REFIT_MOTIONS), &r);
            float_mode_enter(&float_modes[i / (3 * REFIT_SORTS)]);
            abut_model* const next = refit_of(m, &soup, NULL, NULL);
            float_mode_leave();
            const char* broken = refit_broken(next);
            if (broken && !EXPECT_WRONG) fail_msg("%s: %s", float_modes[i / 27 % 6].name, broken);
            wrong += broken != NULL;
            cases++;
            abut_model_free(m);
            m = next;
        }
        abut_model_free(m);
        soup_free(&s);
        soup_free(&first);
    }
    printf("%zu refits so far; %zu wrong\n", cases, wrong);
    assert_true(EXPECT_WRONG ? wrong > 0 : wrong == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#if !EXPECT_WRONG
        cmocka_unit_test(chains_of_deformations),
        cmocka_unit_test(any_workers_and_kernels),
        cmocka_unit_test(other_soups_of_the_same),
        cmocka_unit_test(growth_is_told),
#endif
        cmocka_unit_test(states_of_the_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
