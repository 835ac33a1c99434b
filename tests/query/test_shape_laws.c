// test_shape_laws.c - what must not change an answer about shapes: a common turn that is exact, a mirror, the order of the
// triangles; and real models (ABUT_DATA), by the engine as by brute force.
#include "support/data_pack.h"
#include "support/shape_cases.h"

#include <math.h>

enum { TRIANGLES = 150, KINDS = ABUT_SHAPE_CONE };

// A turn by 90 degrees about an axis, which takes no rounding.
static abut_pose quarter(int axis, int mirrored)
{
    abut_pose pose = {0};
    const int i = (axis + 1) % 3, k = (axis + 2) % 3;
    pose.rotation[axis][axis] = mirrored ? -1 : 1;
    pose.rotation[i][k] = -1;
    pose.rotation[k][i] = 1;
    return pose;
}

static abut_pose product(const abut_pose* a, const abut_pose* b)
{
    abut_pose out = *b;
    for (int i = 0; i < 3; i++) {
        out.translation[i] = 0;
        for (int k = 0; k < 3; k++) {
            out.rotation[i][k] = 0;
            for (int j = 0; j < 3; j++)
                out.rotation[i][k] += a->rotation[i][j] * b->rotation[j][k];
            out.translation[i] += a->rotation[i][k] * b->translation[k];
        }
    }
    return out;
}

typedef struct answer {
    size_t count;
    uint32_t triangles[TRIANGLES], first;
    double at[TRIANGLES][2];
    abut_shape_nearest near;
} answer;

static void ask(abut_query* q, const abut_instance* at, const abut_shape* shape, answer* out)
{
    const abut_shape_ask kinds = {.detail = ABUT_DETAIL_KINDS}, first = {.limit = 1};
    abut_shape_hits hits;
    memset(out, 0, sizeof *out);
    assert_int_equal(abut_shape_collide(q, at, shape, &kinds, &hits), ABUT_OK);
    out->count = hits.count;
    memcpy(out->triangles, hits.triangles, hits.count * sizeof *hits.triangles);
    if (hits.at) memcpy(out->at, hits.at, hits.count * sizeof *hits.at);
    assert_int_equal(abut_shape_collide(q, at, shape, &first, &hits), ABUT_OK);
    out->first = hits.count && shape->kind == ABUT_SHAPE_RAY ? hits.triangles[0] : 0;
    assert_int_equal(abut_shape_distance(q, at, shape, NULL, &out->near), ABUT_OK);
}

static int is_same_distance(const abut_shape* shape, const answer* x, const answer* y)
{
    if (shape->kind >= ABUT_SHAPE_CYLINDER)
        return x->near.lo <= y->near.hi && y->near.lo <= x->near.hi;
    return same_bits(x->near.lo, y->near.lo) && same_bits(x->near.hi, y->near.hi);
}

static void test_turns(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int dice = 1; dice < 6; dice++) {
        shape_scene s = shape_scene_make(dice % 2 ? SOUP_GENERIC : SOUP_GRID, TRIANGLES, dice, 70);
        abut_model* m = soup_build(&s.soup, NULL);
        rng r = {3};
        for (int i = 0; i < 2 * KINDS; i++) {
            double hull[3 * HULL_POINTS_MAX];
            answer before, after;
            abut_shape shape = shape_random(&s, (abut_shape_kind)(1 + i % KINDS), &r, hull);
            if (shape.pose.rotation[0][0] == 0 && shape.pose.rotation[0][1] == 0)
                for (int k = 0; k < 3; k++)
                    shape.pose.rotation[k][k] = 1;
            abut_instance at = shape_scene_instance(&s, m);
            ask(q, &at, &shape, &before);
            const abut_pose turn = quarter(i % 3, i % 2);
            at.pose = product(&turn, &s.pose);
            shape.pose = product(&turn, &shape.pose);
            ask(q, &at, &shape, &after);
            if (before.count != after.count || before.first != after.first ||
                memcmp(before.triangles, after.triangles, sizeof before.triangles) != 0 ||
                memcmp(before.at, after.at, sizeof before.at) != 0 ||
                !is_same_distance(&shape, &before, &after))
                fail_msg("pose %d, %s: another answer after a common turn", dice,
                         abut_shape_text(shape.kind));
        }
        abut_model_free(m);
        soup_free(&s.soup);
    }
    abut_query_free(q);
}

static void test_order(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    shape_scene s = shape_scene_make(SOUP_GENERIC, TRIANGLES, 5, 71);
    soup_data back = soup_separate(TRIANGLES);
    for (size_t i = 0; i < TRIANGLES; i++)
        memcpy(back.vertices + 9 * i, s.soup.vertices + 9 * (TRIANGLES - 1 - i),
               9 * sizeof(double));
    abut_model *m = soup_build(&s.soup, NULL), *n = soup_build(&back, NULL);
    const abut_instance at = shape_scene_instance(&s, m), other = shape_scene_instance(&s, n);
    rng r = {5};
    for (int i = 0; i < 3 * KINDS; i++) {
        double hull[3 * HULL_POINTS_MAX];
        answer x, y;
        const abut_shape shape = shape_random(&s, (abut_shape_kind)(1 + i % KINDS), &r, hull);
        ask(q, &at, &shape, &x);
        ask(q, &other, &shape, &y);
        int is_same = x.count == y.count && is_same_distance(&shape, &x, &y);
        for (size_t k = 0; is_same && k < x.count; k++)
            is_same = x.triangles[k] == TRIANGLES - 1 - y.triangles[y.count - 1 - k];
        if (!is_same) fail_msg("%s: another answer in another order", abut_shape_text(shape.kind));
    }
    abut_model_free(m);
    abut_model_free(n);
    soup_free(&back);
    soup_free(&s.soup);
    abut_query_free(q);
}

// ------------------------------------------------------------------------------------------ real models

// About as large as the model, or with a vertex of it in its middle, which is not rounded.
static abut_shape real_shape(const shape_scene* s, abut_shape_kind kind, double size, rng* r,
                             double hull[3 * HULL_POINTS_MAX])
{
    abut_shape shape = shape_random(s, kind, r, hull);
    const size_t v = rng_below(r, s->soup.vertex_count);
    shape.radius *= size / 10;
    if (kind != ABUT_SHAPE_POINT && kind != ABUT_SHAPE_SPHERE) return shape;
    shape.pose = s->pose;
    memcpy(shape.points[0], s->soup.vertices + 3 * v, sizeof shape.points[0]);
    return shape;
}

static void check_real(abut_query* q, const char* name, const abut_instance* at,
                       const abut_instance* plain, const abut_shape* shape, uint32_t* found)
{
    abut_shape_hits hits;
    abut_shape_nearest x, y;
    assert_int_equal(abut_shape_collide(q, plain, shape, NULL, &hits), ABUT_OK);
    const size_t count = hits.count;
    memcpy(found, hits.triangles, count * sizeof *found);
    assert_int_equal(abut_shape_collide(q, at, shape, NULL, &hits), ABUT_OK);
    if (hits.count != count || memcmp(found, hits.triangles, count * sizeof *found) != 0)
        fail_msg("%s, %s: %zu triangles, not %zu", name, abut_shape_text(shape->kind), hits.count,
                 count);
    assert_int_equal(abut_shape_distance(q, plain, shape, NULL, &x), ABUT_OK);
    assert_int_equal(abut_shape_distance(q, at, shape, NULL, &y), ABUT_OK);
    if (!same_bits(x.lo, y.lo) || !same_bits(x.hi, y.hi) || x.triangle != y.triangle)
        fail_msg("%s, %s: another distance", name, abut_shape_text(shape->kind));
}

// Real surfaces: what the engine says is what every triangle by itself says.
static void check_model(abut_query* q, const char* name)
{
    mesh surface = data_mesh(name);
    shape_scene s = {.soup = {surface.vertices, surface.triangles, surface.vertex_count,
                              surface.triangle_count}};
    rng r = {9};
    s.pose = pose_random(&r, 10);
    abut_model *m = soup_build(&s.soup, NULL),
               *brute = soup_build(&s.soup, &(abut_build){.method = ABUT_METHOD_BRUTE});
    const abut_instance at = shape_scene_instance(&s, m), plain = shape_scene_instance(&s, brute);
    uint32_t* found = malloc(surface.triangle_count * sizeof *found);
    double size = 0;
    assert_non_null(found);
    for (size_t i = 0; i < 3 * surface.vertex_count; i++)
        size = fabs(surface.vertices[i]) > size ? fabs(surface.vertices[i]) : size;
    for (int i = 0; i < KINDS; i++) {
        double hull[3 * HULL_POINTS_MAX];
        const abut_shape shape = real_shape(&s, (abut_shape_kind)(1 + i), size, &r, hull);
        check_real(q, name, &at, &plain, &shape, found);
    }
    free(found);
    abut_model_free(m);
    abut_model_free(brute);
    mesh_free(&surface);
}

static void test_real(void** state)
{
    (void)state;
    if (!data_pack("shapes beside real models")) return;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    check_model(q, "scans/bunny.obj");
    check_model(q, "cad/as1-oc-214.obj");
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns), cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_real)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
