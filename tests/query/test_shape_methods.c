// test_shape_methods.c - shapes of every kind beside soups of every sort, in all poses: the engine answers as brute force does,
// in every memory form and state of the floating-point unit; many at once as one by one, by any number of workers.
#include "support/float_mode.h"
#include "support/shape_cases.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include <math.h>

enum { TRIANGLES = 40, SHAPES_A_KIND = 2, KINDS = ABUT_SHAPE_CONE };
enum { SHAPES = KINDS * SHAPES_A_KIND };

typedef struct answers {
    size_t count;
    uint32_t triangles[TRIANGLES], first;
    double at[TRIANGLES][2], first_at[2];
    abut_state any;
    abut_shape_nearest nearest, within;
} answers;

static const char* kind_name(const abut_shape* shape)
{
    return abut_shape_text(shape->kind);
}

// Everything about one shape. Statuses must be ABUT_OK.
static void ask_all(abut_query* q, const abut_instance* at, const abut_shape* shape,
                    const float_mode* mode, double within, answers* out)
{
    const abut_shape_ask kinds = {.detail = ABUT_DETAIL_KINDS},
                         first = {.limit = 1, .detail = ABUT_DETAIL_KINDS};
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS}, near = {.within = within};
    abut_shape_hits hits;
    memset(out, 0, sizeof *out);
    float_mode_enter(mode);
    abut_status status = abut_shape_collide(q, at, shape, &kinds, &hits);
    if (status == ABUT_OK) {
        out->count = hits.count;
        memcpy(out->triangles, hits.triangles, hits.count * sizeof *hits.triangles);
        if (hits.at) memcpy(out->at, hits.at, hits.count * sizeof *hits.at);
        status = abut_shape_collide(q, at, shape, &first, &hits);
    }
    if (status == ABUT_OK) {
        out->any = hits.state;
        out->first = hits.count ? hits.triangles[0] : UINT32_MAX;
        if (hits.count && hits.at) memcpy(out->first_at, hits.at, sizeof out->first_at);
        status = abut_shape_distance(q, at, shape, &points, &out->nearest);
    }
    if (status == ABUT_OK && within > 0)
        status = abut_shape_distance(q, at, shape, &near, &out->within);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
}

// Points of what is round are rounded several times, as the mode says.
static int is_same_nearest(const abut_shape* shape, int is_usual, const abut_shape_nearest* x,
                           const abut_shape_nearest* y)
{
    const int is_round = shape->radius > 0 && shape->kind != ABUT_SHAPE_BOX;
    if (shape->kind >= ABUT_SHAPE_CYLINDER && !is_usual)  // bounds, which may be others
        return x->lo <= y->hi && y->lo <= x->hi;
    return same_bits(x->lo, y->lo) && same_bits(x->hi, y->hi) && x->triangle == y->triangle &&
           x->complete == y->complete && x->is_farther == y->is_farther &&
           x->has_triangle == y->has_triangle && x->has_points == y->has_points &&
           x->feature == y->feature &&
           !memcmp(x->model_point, y->model_point, sizeof x->model_point) &&
           ((is_round && !is_usual) ||
            !memcmp(x->shape_point, y->shape_point, sizeof x->shape_point));
}

static const char* difference(const abut_shape* shape, int is_usual, const answers* x,
                              const answers* y)
{
    if (x->count != y->count ||
        memcmp(x->triangles, y->triangles, x->count * sizeof *x->triangles) != 0)
        return "other triangles";
    if (memcmp(x->at, y->at, x->count * sizeof *x->at) != 0) return "met elsewhere";
    if (x->any != y->any) return "another state";
    int is_one = !x->count && y->first == UINT32_MAX;
    for (size_t i = 0; i < x->count; i++)
        is_one |= x->triangles[i] == y->first;
    if (!is_one) return "first is none of them";
    if (shape->kind == ABUT_SHAPE_RAY &&
        (x->first != y->first || memcmp(x->first_at, y->first_at, sizeof x->first_at) != 0))
        return "another first";
    if (!is_same_nearest(shape, is_usual, &x->nearest, &y->nearest)) return "another distance";
    if (!is_same_nearest(shape, is_usual, &x->within, &y->within)) return "another distance within";
    return NULL;
}

static void scene_shapes(const shape_scene* s, uint64_t seed, abut_shape shapes[SHAPES],
                         double hulls[SHAPES][3 * HULL_POINTS_MAX])
{
    rng r = {seed};
    for (int i = 0; i < SHAPES; i++)
        shapes[i] = shape_random(s, (abut_shape_kind)(1 + i % KINDS), &r, hulls[i]);
}

// A ray's first is the one with the least t.
static void check_first(const answers* a, const char* name)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->at[i][1] < a->first_at[0] ||
            (a->at[i][1] == a->first_at[0] && a->at[i][0] == a->first_at[1] &&
             a->triangles[i] < a->first))
            fail_msg("%s: another one is met first", name);
}

// With counters.
static int is_same_hits(const abut_shape_hits* x, const abut_shape_hits* y)
{
    return x->count == y->count && x->state == y->state && x->complete == y->complete &&
           !x->at == !y->at &&
           memcmp(x->triangles, y->triangles, x->count * sizeof *x->triangles) == 0 &&
           (!x->at || memcmp(x->at, y->at, x->count * sizeof *x->at) == 0) &&
           x->volume_tests == y->volume_tests && x->triangle_tests == y->triangle_tests &&
           x->node_updates == y->node_updates && x->exact_tests == y->exact_tests;
}

static void check_batch_of(const abut_host* host, const abut_instance* at, const abut_shape* shapes)
{
    const abut_shape_ask asks[] = {{.detail = ABUT_DETAIL_KINDS}, {.limit = 1}};
    abut_query* q = NULL;
    abut_batch* batch = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_batch_create(&batch, host), ABUT_OK);
    for (int a = 0; a < 2; a++) {
        const abut_shape_hits* all;
        abut_shape_hits one;
        assert_int_equal(abut_probe_batch(batch, at, shapes, SHAPES, &asks[a], &all), ABUT_OK);
        for (int i = 0; i < SHAPES; i++) {
            assert_int_equal(abut_shape_collide(q, at, &shapes[i], &asks[a], &one), ABUT_OK);
            if (!is_same_hits(&one, &all[i]))
                fail_msg("%s: a batch answers otherwise", kind_name(&shapes[i]));
        }
    }
    abut_batch_free(batch);
    abut_query_free(q);
}

static void check_batch(const abut_instance* at, const abut_shape* shapes)
{
    shuffled run;
    const abut_host host = shuffled_host(&run, 3, 3);
    check_batch_of(NULL, at, shapes);
    check_batch_of(&host, at, shapes);
}

static size_t contacts, distances;

static void check_scene(soup_sort sort, int dice, uint64_t seed)
{
    shape_scene s = shape_scene_make(sort, TRIANGLES, dice, seed);
    static double hulls[SHAPES][3 * HULL_POINTS_MAX];
    abut_shape shapes[SHAPES];
    static answers truth[SHAPES];
    double within[SHAPES];
    scene_shapes(&s, seed, shapes, hulls);
    for (int w = 0; w < SHAPE_WAYS; w++) {
        abut_model* m = distance_model(&(abut_soup){s.soup.vertices, NULL, s.soup.triangles,
                                                    s.soup.vertex_count, s.soup.triangle_count},
                                       &shape_ways[w], NULL);
        const abut_instance at = shape_scene_instance(&s, m);
        abut_query* q = NULL;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        for (int i = 0; i < SHAPES; i++) {
            answers a;
            const float_mode* mode = &float_modes[w ? (w + i) % FLOAT_MODE_COUNT : 0];
            if (!w) {
                ask_all(q, &at, &shapes[i], mode, 0, &a);
                // Exactly so far, or a bit less.
                within[i] = i % 2 ? a.nearest.lo : a.nearest.hi;
                ask_all(q, &at, &shapes[i], mode, within[i], &truth[i]);
                contacts += truth[i].count;
                distances += truth[i].nearest.lo > 0;
                if (shapes[i].kind == ABUT_SHAPE_RAY) check_first(&truth[i], "brute");
                continue;
            }
            ask_all(q, &at, &shapes[i], mode, within[i], &a);
            const char* fault = difference(&shapes[i], mode == &float_modes[0], &truth[i], &a);
            if (fault)
                fail_msg("sort %d, pose %d, seed %u, %s %d, %s, %s: %s (%zu %zu; %.17g %.17g %u; "
                         "%.17g %.17g %u)",
                         (int)sort, dice, (unsigned)seed, kind_name(&shapes[i]), i,
                         shape_ways[w].name, mode->name, fault, truth[i].count, a.count,
                         truth[i].nearest.lo, truth[i].nearest.hi,
                         (unsigned)truth[i].nearest.triangle, a.nearest.lo, a.nearest.hi,
                         (unsigned)a.nearest.triangle);
        }
        if (w == 1) check_batch(&at, shapes);
        abut_query_free(q);
        abut_model_free(m);
    }
    soup_free(&s.soup);
}

static void test_methods(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (int dice = 0; dice < SHAPE_SCENE_DICE; dice++) {
            const uint64_t seed = 100 * (uint64_t)sort + (uint64_t)dice;
            if (IS_CASE(seed)) check_scene((soup_sort)sort, dice, seed);
        }
    }
    assert_true(contacts > 100 && distances > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_methods)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
