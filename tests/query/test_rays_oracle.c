// test_rays_oracle.c - abut_rays on small soups against rationals: test_rays_oracle [SEED [CASES [FIRST]]]
//
// Soups of every sort, in poses of every sort, in frames, scaled; rays and segments from and to corners, edges, faces, points of
// a grid and anywhere, along axes, far off, tiny and huge; ends exactly on triangles. All of what is told, by every way to build
// and in all states of the floating-point unit. Batches are kept: what was asked before must not matter.
#include "support/float_mode.h"
#include "support/oracle_distance.h"
#include "support/oracle_ray.h"
#include "support/points_check.h"
#include "support/shape_cases.h"
#include "support/share.h"

#include "abut/ray.h"

#include <inttypes.h>
#include <stdio.h>

#ifndef EXPECT_WRONG  // a build in which bounds are too small: some answers must be wrong
#define EXPECT_WRONG 0
#endif

enum { RAYS = 6, TRIANGLES_MOST = 10 };

static uint64_t seed = 1, case_count = CASES(500), first_case = 0;
static uint64_t asked, wrong, met, crossed, on_edges;

typedef struct truth {
    oracle_ray_hit hit[TRIANGLES_MOST];
    size_t order[TRIANGLES_MOST];  // of those that are met: by t, then by index
    size_t count, crossings;
} truth;

static void find_truth(truth* t, const soup_data* s, const oracle_ray* ray)
{
    t->count = t->crossings = 0;
    for (size_t i = 0; i < s->triangle_count; i++) {
        double v[3][3];
        memcpy(v, s->vertices + 9 * i, sizeof v);
        oracle_ray_meet(ray, (const double(*)[3])v, &t->hit[i]);
        t->crossings += (size_t)t->hit[i].crosses;
        if (!t->hit[i].touches) continue;
        size_t at = t->count++;
        for (; at && mpq_cmp(t->hit[t->order[at - 1]].t, t->hit[i].t) > 0; at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = i;
        met++;
        crossed += (uint64_t)t->hit[i].crosses;
        on_edges += t->hit[i].feature != ABUT_FEATURE_FACE;
    }
}

static int is_hit(const truth* t, size_t triangle, const abut_ray_hit* h)
{
    const oracle_ray_hit* g = &t->hit[triangle];
    int right =
        h->triangle == triangle && g->touches && oracle_ray_encloses(g->t, h->t_lo, h->t_hi);
    right &= h->feature == g->feature && h->facing == g->facing && h->is_crossing == g->crosses;
    for (int k = 0; right && k < 3; k++)
        right &= oracle_is_rounded(g->point[k], h->point[k]);
    return right;
}

static int is_right(const truth* t, abut_ray_want want, const abut_ray_answer* a)
{
    const int is_counted = want == ABUT_RAY_WANT_ALL || want == ABUT_RAY_WANT_COUNT;
    if (a->touch_count != (is_counted ? t->count : 0)) return 0;
    if (a->crossing_count != (is_counted ? t->crossings : 0)) return 0;
    if (want == ABUT_RAY_WANT_COUNT) return !a->hits && !a->hit_count;
    const size_t most = want == ABUT_RAY_WANT_ALL ? t->count : 1;
    if (a->hit_count != (t->count < most ? t->count : most)) return 0;
    if (want == ABUT_RAY_WANT_ANY) {
        return !a->hit_count ||
               (a->hits->triangle < TRIANGLES_MOST && is_hit(t, a->hits->triangle, a->hits));
    }
    for (size_t i = 0; i < a->hit_count; i++)
        if (!is_hit(t, t->order[i], &a->hits[i])) return 0;
    return 1;
}

// --------------------------------------------------------------------------------------------- rays

// A point of the soup, or near it, in the world.
static void make_point(rng* r, const shape_scene* s, double out[3])
{
    static const double weights[][3] = {{1, 0, 0},         {0, 1, 0},          {0, 0, 1},
                                        {0.5, 0.5, 0},     {0, 0.25, 0.75},    {0.5, 0, 0.5},
                                        {0.25, 0.25, 0.5}, {0.125, 0.5, 0.375}};
    const double* v = s->soup.vertices + 9 * rng_below(r, s->soup.triangle_count);
    const double* w = weights[rng_below(r, 8)];
    const size_t sort = rng_below(r, 8);
    double y[3];
    for (int k = 0; k < 3; k++) {
        y[k] = w[0] * v[k] + w[1] * v[3 + k] + w[2] * v[6 + k];
        if (sort == 1) y[k] = 2 * rng_signed(r);
        if (sort == 2) y[k] = (double)rng_below(r, 13) / 2 - 1;
        if (sort == 3) y[k] = 6 * rng_signed(r);
        if (sort == 4) y[k] *= 0x1p30;
    }
    shape_scene_place(s, y, out);
    if (sort == 5) out[rng_below(r, 3)] = nextafter(out[rng_below(r, 3)], (double)INFINITY);
}

static void make_ray(rng* r, const shape_scene* s, int is_segment, double from[3], double to[3])
{
    const size_t sort = rng_below(r, 10);
    make_point(r, s, from);
    make_point(r, s, to);
    if (is_segment) {
        if (sort == 0) memcpy(to, from, 3 * sizeof *to);
        return;
    }
    double way[3], most = 0;
    for (int k = 0; k < 3; k++) {
        way[k] = to[k] - from[k];
        if (sort == 1 || sort == 2) way[k] = (double)rng_below(r, 3) - 1;
        if (sort == 3) way[k] = ldexp(way[k], -200);
        if (sort == 4) way[k] = ldexp(way[k], 200);
        most = fabs(way[k]) > most ? fabs(way[k]) : most;
    }
    if (sort == 5) way[rng_below(r, 3)] = 0x1p-1070;
    if (!(most > 0)) way[2] = -1;
    // Back, so that it begins elsewhere on its line.
    if (sort == 6)
        for (int k = 0; k < 3; k++)
            from[k] -= way[k];
    memcpy(to, way, sizeof way);
}

// --------------------------------------------------------------------------------------------- cases

typedef struct scene_case {
    shape_scene scene;
    abut_model* model[POINT_WAYS];
    abut_batch* const* batch;
    uint64_t index;
    rng r;
} scene_case;

static void check(scene_case* c, const truth* t, const oracle_ray* ray, const abut_ray_ask* asks)
{
    for (int w = 0; w < POINT_WAYS; w++)
        for (int want = 0; want <= ABUT_RAY_WANT_COUNT; want++) {
            const float_mode* mode =
                &float_modes[rng_below(&c->r, 2) ? 0 : rng_below(&c->r, FLOAT_MODE_COUNT)];
            abut_ray_ask ask = *asks;
            ask.want = (abut_ray_want)want;
            const abut_instance at = shape_scene_instance(&c->scene, c->model[w]);
            const abut_ray_answer* a = NULL;
            float_mode_enter(mode);
            const abut_status status =
                abut_rays(c->batch[w], &at, ray->origin, ray->given, 1, &ask, &a);
            float_mode_leave();
            assert_int_equal(status, ABUT_OK);
            asked++;
            if (is_right(t, ask.want, a)) continue;
            wrong++;
            if (!EXPECT_WRONG)
                printf("seed %" PRIu64 ", case %" PRIu64 ", %s, %s, want %d: %zu hits, %zu met, "
                       "%zu crossed; not %zu, %zu\n",
                       seed, c->index, distance_ways[w].name, mode->name, want, a->hit_count,
                       a->touch_count, a->crossing_count, t->count, t->crossings);
        }
}

static void check_ray(scene_case* c, truth* t, oracle_ray* ray)
{
    abut_ray_ask ask = {.segments = ray->is_segment};
    ray->t_least = ray->t_most = 0;
    find_truth(t, &c->scene.soup, ray);
    check(c, t, ray, &ask);
    if (!t->count) return;
    // From where it meets one, to where it meets another; and beside.
    double from = mpq_get_d(t->hit[t->order[rng_below(&c->r, t->count)]].t);
    double to = mpq_get_d(t->hit[t->order[rng_below(&c->r, t->count)]].t);
    const size_t sort = rng_below(&c->r, 6);
    if (sort == 0) from = 0;
    if (sort == 1) to = 0;
    if (sort == 2) from = nextafter(from, (double)INFINITY);
    if (sort == 3) to = nextafter(to, (double)INFINITY);
    if (sort == 4) to = (double)INFINITY;
    if (!isfinite(from)) from = 0;
    if (to > 0 && from > to) from = to / 2;
    ask.t_least = ray->t_least = from;
    ask.t_most = ray->t_most = to;
    find_truth(t, &c->scene.soup, ray);
    check(c, t, ray, &ask);
}

static void set_map(oracle_ray_map* out, const abut_pose* pose)
{
    affine a;
    assert_int_equal(affine_from_pose(&a, pose), ABUT_OK);
    memcpy(out->matrix, a.matrix, sizeof out->matrix);
    memcpy(out->translation, a.translation, sizeof out->translation);
}

static void check_case(abut_batch* const batch[POINT_WAYS], truth* t, uint64_t index)
{
    scene_case c = {.batch = batch, .index = index, .r = {seed * 1000003 + index}};
    const soup_sort sort = (soup_sort)rng_below(&c.r, SOUP_SORT_COUNT);
    const int dice = rng_below(&c.r, 3) ? (int)rng_below(&c.r, SHAPE_SCENE_DICE) : 0;
    c.scene = shape_scene_make(sort, 1 + rng_below(&c.r, TRIANGLES_MOST), dice, rng_next(&c.r));
    const abut_soup soup = soup_of(&c.scene.soup);
    for (int w = 0; w < POINT_WAYS; w++)
        c.model[w] = distance_model(&soup, &distance_ways[w], NULL);
    for (int i = 0; i < RAYS; i++) {
        double from[3], to[3];
        const int is_segment = rng_below(&c.r, 3) == 0;
        oracle_ray ray = {.origin = from,
                          .given = to,
                          .has_frame = c.scene.has_frame,
                          .is_segment = is_segment,
                          .moved_bits = dice == 7 || dice == 8 ? 6000 : 2500,
                          .moves_all = rng_below(&c.r, 8) == 0};
        make_ray(&c.r, &c.scene, is_segment, from, to);
        set_map(&ray.pose, &c.scene.pose);
        if (ray.has_frame) set_map(&ray.frame, &c.scene.frame);
        check_ray(&c, t, &ray);
    }
    for (int w = 0; w < POINT_WAYS; w++)
        abut_model_free(c.model[w]);
    soup_free(&c.scene.soup);
}

static void test_cases(void** state)
{
    (void)state;
    abut_batch* batch[POINT_WAYS];
    truth t;
    points_batches_open(batch);
    for (int i = 0; i < TRIANGLES_MOST; i++)
        oracle_ray_hit_init(&t.hit[i]);
    for (uint64_t i = first_case; i < first_case + case_count; i++)
        check_case(batch, &t, i);
    for (int i = 0; i < TRIANGLES_MOST; i++)
        oracle_ray_hit_clear(&t.hit[i]);
    points_batches_free(batch);
    printf("%" PRIu64 " of %" PRIu64 " wrong, seed %" PRIu64 "; %" PRIu64
           " triangles were met, %" PRIu64 " in an edge or a corner, %" PRIu64 " crossed\n",
           wrong, asked, seed, met, on_edges, crossed);
    if (EXPECT_WRONG)
        assert_true(wrong > 0);
    else
        assert_true(wrong == 0);
}

int main(int count, char** arguments)
{
    if (count > 1) seed = strtoull(arguments[1], NULL, 10);
    if (count > 2) case_count = strtoull(arguments[2], NULL, 10);
    if (count > 3) first_case = strtoull(arguments[3], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
