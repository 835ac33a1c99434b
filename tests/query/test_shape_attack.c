// test_shape_attack.c - shapes that touch a model in one point exactly, or as nearly as doubles go: none may be lost. Compiled
// with bounds that are 32 times too small, some must be (EXPECT_WRONG).
#include "support/shape_cases.h"
#include "support/share.h"

#include <math.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { SCENES = 60, SHAPES = 40 };

typedef enum attack { BY_SPHERE, BY_CAPSULE, BY_HALF_SPACE, BY_PLANE, BY_SEGMENT, ATTACKS } attack;

// The corner of the soup that is the first along a direction, in the file.
static const double* first_along(const soup_data* s, const double way[3])
{
    const double* best = s->vertices;
    double least = (double)INFINITY;
    for (size_t i = 0; i < s->vertex_count; i++) {
        const double* v = s->vertices + 3 * i;
        const double on = way[0] * v[0] + way[1] * v[1] + way[2] * v[2];
        if (on < least) {
            least = on;
            best = v;
        }
    }
    return best;
}

// A shape that touches, in the pose of the model where nothing is rounded; or with a radius that reaches.
static abut_shape touching(const shape_scene* s, attack how, rng* r, abut_query* q,
                           const abut_instance* plain)
{
    abut_shape out = {.pose = s->pose};
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = rng_signed(r);
    const double* const v = first_along(&s->soup, way);
    memcpy(out.points[0], v, sizeof out.points[0]);
    memcpy(out.points[1], v, sizeof out.points[1]);
    switch (how) {
    case BY_HALF_SPACE:
    case BY_PLANE:
        out.kind = how == BY_PLANE ? ABUT_SHAPE_PLANE : ABUT_SHAPE_HALF_SPACE;
        memcpy(out.points[1], way, sizeof way);
        return out;
    case BY_SEGMENT:
        out.kind = ABUT_SHAPE_SEGMENT;
        for (int k = 0; k < 3; k++)
            out.points[1][k] -= 0.3 * way[k];
        return out;
    default:
        break;
    }
    out.pose = (abut_pose){.scale = 0};
    // Near a triangle: of a length beside which what floats lose of the rest is large.
    const double* const t = s->soup.vertices + 9 * rng_below(r, s->soup.triangle_count);
    const double b = rng_signed(r) / 2 + 0.5, c = (1 - b) * (rng_signed(r) / 2 + 0.5);
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = t[k] + b * (t[3 + k] - t[k]) + c * (t[6 + k] - t[k]);
    shape_scene_place(s, x, out.points[0]);
    for (int k = 0; k < 3; k++) {
        out.points[0][k] += ldexp(rng_signed(r), -(int)(4 + rng_below(r, 10)));
        out.points[1][k] = out.points[0][k] + ldexp(rng_signed(r), -6);
    }
    abut_shape_nearest near;
    out.kind = how == BY_SPHERE ? ABUT_SHAPE_POINT : ABUT_SHAPE_SEGMENT;
    assert_int_equal(abut_shape_distance(q, plain, &out, NULL, &near), ABUT_OK);
    out.kind = how == BY_SPHERE ? ABUT_SHAPE_SPHERE : ABUT_SHAPE_CAPSULE;
    out.radius = near.hi;
    return out;
}

static size_t lost[ATTACKS];

static void attack_scene(uint64_t seed)
{
    rng r = {seed};
    shape_scene s = {.soup = soup_random(SOUP_GENERIC, 1 + rng_below(&r, 40), seed),
                     .pose = pose_of_sort(&r, 1 + (int)(seed % 5))};
    const abut_soup soup = soup_of(&s.soup);
    abut_model *model = distance_model(&soup, &shape_ways[1 + seed % (SHAPE_WAYS - 1)], NULL),
               *brute = distance_model(&soup, &shape_ways[0], NULL);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    const abut_instance at = shape_scene_instance(&s, model),
                        plain = shape_scene_instance(&s, brute);
    for (int i = 0; i < SHAPES; i++) {
        const attack how = (attack)(i % ATTACKS);
        const abut_shape shape = touching(&s, how, &r, q, &plain);
        const abut_shape_ask any = {.limit = 1};
        abut_shape_hits hits;
        assert_int_equal(abut_shape_collide(q, &at, &shape, &any, &hits), ABUT_OK);
        lost[how] += hits.state != ABUT_STATE_CONTACT;
        assert_int_equal(abut_shape_collide(q, &plain, &shape, &any, &hits), ABUT_OK);
        assert_int_equal(hits.state, ABUT_STATE_CONTACT);
    }
    abut_query_free(q);
    abut_model_free(model);
    abut_model_free(brute);
    soup_free(&s.soup);
}

static void test_attack(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (EXPECT_WRONG ? SCENES : CASES(SCENES)); seed++)
        attack_scene(seed);
    print_message("lost: spheres %zu, capsules %zu, half-spaces %zu, planes %zu, segments %zu\n",
                  lost[0], lost[1], lost[2], lost[3], lost[4]);
    if (EXPECT_WRONG) {
        assert_true(lost[BY_SPHERE] > 0);
        assert_true(lost[BY_HALF_SPACE] + lost[BY_PLANE] > 0);
        return;
    }
    for (int i = 0; i < ATTACKS; i++)
        assert_int_equal(lost[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_attack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
