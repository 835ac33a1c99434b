// test_shape_oracle.c - shapes of every kind and small soups in all poses, through the public interface, against rationals
// (support/oracle_shape.h): who touches, how far, which is the nearest, what a ray meets first, what is held.
#include "geom/pose.h"
#include "support/oracle_shape.h"
#include "support/shape_cases.h"
#include "support/share.h"

enum { TRIANGLES = 7, KINDS = ABUT_SHAPE_CONE };

static oracle_map map_of(const abut_pose* pose)
{
    affine a;
    oracle_map out;
    assert_int_equal(affine_from_pose(&a, pose), ABUT_OK);
    memcpy(out.matrix, a.matrix, sizeof out.matrix);
    memcpy(out.translation, a.translation, sizeof out.translation);
    return out;
}

static shape_question question_of(const shape_scene* s, const abut_shape* shape)
{
    static const struct {
        int form, count;
    } forms[] = {[ABUT_SHAPE_POINT] = {ORACLE_HULL, 1},
                 [ABUT_SHAPE_SEGMENT] = {ORACLE_HULL, 2},
                 [ABUT_SHAPE_TRIANGLE] = {ORACLE_HULL, 3},
                 [ABUT_SHAPE_RAY] = {ORACLE_RAY, 2},
                 [ABUT_SHAPE_PLANE] = {ORACLE_PLANE, 2},
                 [ABUT_SHAPE_HALF_SPACE] = {ORACLE_HALF_SPACE, 2},
                 [ABUT_SHAPE_SPHERE] = {ORACLE_HULL, 1},
                 [ABUT_SHAPE_CAPSULE] = {ORACLE_HULL, 2},
                 [ABUT_SHAPE_BOX] = {ORACLE_BOX, 2},
                 [ABUT_SHAPE_HULL] = {ORACLE_HULL, 0},
                 [ABUT_SHAPE_CYLINDER] = {ORACLE_CYLINDER, 2},
                 [ABUT_SHAPE_CONE] = {ORACLE_CONE, 2}};
    shape_question q = {.model = map_of(&s->pose),
                        .has_frame = s->has_frame,
                        .form = forms[shape->kind].form,
                        .pose = map_of(&shape->pose),
                        .count = forms[shape->kind].count};
    if (s->has_frame) q.frame = map_of(&s->frame);
    if (shape->kind == ABUT_SHAPE_SPHERE || shape->kind == ABUT_SHAPE_CAPSULE ||
        shape->kind >= ABUT_SHAPE_CYLINDER)
        q.radius = shape->radius;
    memcpy(q.points, shape->points, sizeof shape->points);
    if (shape->kind == ABUT_SHAPE_HULL) {
        q.count = (int)shape->hull_count;
        memcpy(q.points, shape->hull, shape->hull_count * 3 * sizeof(double));
    }
    return q;
}

typedef struct truth {
    shape_truth* of[TRIANGLES];
    int touches[TRIANGLES], holds;
} truth;

static void truth_find(truth* t, const shape_scene* s, const abut_shape* shape)
{
    shape_question q = question_of(s, shape);
    t->holds = 1;
    for (size_t i = 0; i < s->soup.triangle_count; i++) {
        memcpy(q.vertex, s->soup.vertices + 9 * i, sizeof q.vertex);
        t->of[i] = shape_truth_find(&q);
        t->touches[i] = shape_truth_touches(t->of[i]);
        t->holds &= shape_truth_holds(t->of[i]);
    }
}

static const char* contact_fault(const truth* t, const shape_scene* s, const abut_shape_hits* hits)
{
    size_t next = 0;
    for (size_t i = 0; i < s->soup.triangle_count; i++) {
        const int told = next < hits->count && hits->triangles[next] == i;
        if (told != t->touches[i]) return "touching triangles";
        if (told && hits->at &&
            !shape_truth_ray_encloses(t->of[i], hits->at[next][0], hits->at[next][1]))
            return "where the ray meets";
        next += (size_t)told;
    }
    return next == hits->count && hits->complete ? NULL : "touching triangles";
}

static const char* first_fault(const truth* t, const shape_scene* s, const abut_shape_hits* hits)
{
    for (size_t i = 0; i < s->soup.triangle_count; i++) {
        if (!t->touches[i]) continue;
        if (!hits->count) return "a first one";
        const uint32_t first = hits->triangles[0];
        const int sign = shape_truth_ray_order(t->of[i], t->of[first]);
        if (sign < 0 || (sign == 0 && i < first)) return "the first one";
    }
    return NULL;
}

static const char* distance_fault(const truth* t, const shape_scene* s, const abut_shape* shape,
                                  const abut_shape_nearest* near)
{
    const uint32_t at = near->triangle;
    if (!near->complete || !near->has_triangle || at >= s->soup.triangle_count) return "an answer";
    const int is_turned = shape->kind >= ABUT_SHAPE_CYLINDER;
    for (size_t i = 0; i < s->soup.triangle_count; i++) {
        if (t->touches[i]) {
            if (near->lo > 0 || near->hi > 0 || at > i) return "contact";
            if (at == i) return NULL;
        }
        if (is_turned || near->hi == 0) continue;
        const int sign = shape_truth_order(t->of[i], t->of[at]);
        if (sign < 0 || (sign == 0 && i < at)) return "which is the nearest";
    }
    if (is_turned) return NULL;
    if (!shape_truth_encloses(t->of[at], near->lo, near->hi)) return "how far";
    return shape_truth_points_fault(t->of[at], (int)near->feature, near->model_point,
                                    near->shape_point);
}

static size_t contacts, apart;

static const char* ask_fault(const truth* t, const shape_scene* s, const abut_shape* shape,
                             const abut_instance* at, abut_query* q, const abut_solid* solid)
{
    const abut_shape_ask kinds = {.detail = ABUT_DETAIL_KINDS}, first = {.limit = 1};
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    abut_shape_hits hits;
    abut_shape_nearest near;
    abut_shape_relation relation;
    assert_int_equal(abut_shape_collide(q, at, shape, &kinds, &hits), ABUT_OK);
    const char* fault = contact_fault(t, s, &hits);
    if (fault) return fault;
    const size_t count = hits.count;
    contacts += count;
    apart += !count;
    if (shape->kind == ABUT_SHAPE_RAY) {
        assert_int_equal(abut_shape_collide(q, at, shape, &first, &hits), ABUT_OK);
        fault = first_fault(t, s, &hits);
        if (fault) return fault;
    }
    assert_int_equal(abut_shape_distance(q, at, shape, &points, &near), ABUT_OK);
    fault = distance_fault(t, s, shape, &near);
    if (fault) return fault;
    assert_int_equal(abut_shape_contain(q, at, solid, shape, &relation), ABUT_OK);
    const int is_held = t->holds && count && shape->kind >= ABUT_SHAPE_HALF_SPACE;
    const int is_right = is_held ? relation == ABUT_SHAPE_RELATION_MODEL_INSIDE
                         : count ? relation == ABUT_SHAPE_RELATION_CONTACT
                                 : relation != ABUT_SHAPE_RELATION_CONTACT &&
                                       relation != ABUT_SHAPE_RELATION_MODEL_INSIDE;
    return is_right ? NULL : "the relation";
}

static void check_scene(soup_sort sort, int dice, uint64_t seed)
{
    shape_scene s = shape_scene_make(sort, TRIANGLES, dice, seed);
    const abut_soup soup = soup_of(&s.soup);
    rng r = {seed};
    const distance_way* way = &shape_ways[1 + seed % (SHAPE_WAYS - 1)];
    abut_model* m = distance_model(&soup, way, NULL);
    const abut_instance at = shape_scene_instance(&s, m);
    abut_query* q = NULL;
    abut_solid* solid = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_solid_build(&solid, m, NULL), ABUT_OK);
    for (int i = 0; i < KINDS; i++) {
        double hull[3 * HULL_POINTS_MAX];
        abut_shape shape = shape_random(&s, (abut_shape_kind)(1 + i), &r, hull);
        if (shape.hull_count > 6) shape.hull_count = 6;  // the oracle takes all of its simplices
        truth t;
        truth_find(&t, &s, &shape);
        const char* fault = ask_fault(&t, &s, &shape, &at, q, solid);
        if (fault)
            fail_msg("sort %d, pose %d, seed %u, %s, %s: not %s", (int)sort, dice, (unsigned)seed,
                     abut_shape_text(shape.kind), way->name, fault);
        for (size_t k = 0; k < s.soup.triangle_count; k++)
            shape_truth_free(t.of[k]);
    }
    abut_solid_free(solid);
    abut_query_free(q);
    abut_model_free(m);
    soup_free(&s.soup);
}

static void test_oracle(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (int dice = 0; dice < SHAPE_SCENE_DICE; dice++) {
            const uint64_t seed = 1000 + 100 * (uint64_t)sort + (uint64_t)dice;
            if (IS_CASE(seed)) check_scene((soup_sort)sort, dice, seed);
        }
    }
    assert_true(contacts > 20 && apart > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
