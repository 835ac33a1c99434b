// test_range_laws.c - what must hold of ranges: a box is a 6-DOP and six planes; a box of shape.h meets what is inside and what
// crosses; complements; a common turn, the order of planes and of triangles change nothing; real models (ABUT_DATA), by the engine
// as by brute force.
#include "base/simd_set.h"
#include "support/data_pack.h"
#include "support/range_cases.h"

enum { TRIANGLES = 150 };

typedef struct answer {
    size_t inside_count, crossing_count;
    uint32_t inside[TRIANGLES], crossing[TRIANGLES];
} answer;

static void ask(abut_query* q, const abut_instance* at, const abut_range* range, answer* out)
{
    abut_range_found f;
    memset(out, 0, sizeof *out);
    assert_int_equal(abut_range_find(q, at, range, NULL, &f), ABUT_OK);
    assert_true(f.complete && f.inside_count + f.crossing_count <= TRIANGLES);
    out->inside_count = f.inside_count;
    out->crossing_count = f.crossing_count;
    memcpy(out->inside, f.inside, f.inside_count * sizeof *f.inside);
    memcpy(out->crossing, f.crossing, f.crossing_count * sizeof *f.crossing);
}

// The same as planes.
static abut_range planes_of(const shape_scene* s, const abut_range* range, double planes[64 * 4])
{
    range_question question;
    abut_range out = {.kind = ABUT_RANGE_PLANES, .pose = range->pose, .planes = planes};
    if (!range_question_of(s, range, &question)) return out;
    memcpy(planes, question.plane, sizeof question.plane);
    out.plane_count = (size_t)question.count;
    return out;
}

static void expect_same(const answer* x, const answer* y, const char* law, int i)
{
    if (memcmp(x, y, sizeof *x) != 0)
        fail_msg("range %d: %s: %zu inside and %zu crossing, not %zu and %zu", i, law,
                 y->inside_count, y->crossing_count, x->inside_count, x->crossing_count);
}

static size_t found;

// Of a range, the same planes in another order, and two halves of the world.
static void check_range(abut_query* q, const shape_scene* s, const abut_instance* at,
                        const abut_range* range, rng* r, int i)
{
    double planes[64 * 4];
    answer usual, other, against;
    ask(q, at, range, &usual);
    found += usual.inside_count + usual.crossing_count;
    abut_range as_planes = planes_of(s, range, planes);
    if (!as_planes.plane_count) return;
    ask(q, at, &as_planes, &other);
    expect_same(&usual, &other, "as planes", i);
    for (size_t k = as_planes.plane_count; k-- > 1;) {
        const size_t with = rng_below(r, k + 1);
        for (int c = 0; c < 4; c++) {
            const double x = planes[4 * k + (size_t)c];
            planes[4 * k + (size_t)c] = planes[4 * with + (size_t)c];
            planes[4 * with + (size_t)c] = x;
        }
    }
    ask(q, at, &as_planes, &other);
    expect_same(&usual, &other, "planes in another order", i);
    // One plane and what is on its other side: each triangle is in one of both, or crosses both.
    as_planes.plane_count = 1;
    ask(q, at, &as_planes, &other);
    for (int c = 0; c < 4; c++)
        planes[c] = -planes[c];
    ask(q, at, &as_planes, &against);
    uint8_t sides[TRIANGLES] = {0};
    for (size_t k = 0; k < other.inside_count; k++)
        sides[other.inside[k]] |= 1;
    for (size_t k = 0; k < other.crossing_count; k++)
        sides[other.crossing[k]] |= 2;
    for (size_t k = 0; k < against.inside_count; k++)
        sides[against.inside[k]] |= 4;
    for (size_t k = 0; k < against.crossing_count; k++)
        sides[against.crossing[k]] |= 8;
    for (size_t k = 0; k < s->soup.triangle_count; k++) {
        // All on one side, with a point in the plane or not; all in the plane; or on both sides.
        static const uint16_t fine =
            1u << 1 | 1u << 4 | 1u << (1 | 8) | 1u << (2 | 4) | 1u << (1 | 4) | 1u << (2 | 8);
        if (!(fine >> sides[k] & 1)) fail_msg("range %d: both sides of a plane: %x", i, sides[k]);
    }
}

// A box of shape.h, where centre and half lengths are doubles.
static void check_box(abut_query* q, const abut_instance* at, const abut_range* range, int i)
{
    abut_shape box = {.kind = ABUT_SHAPE_BOX, .pose = range->pose};
    answer usual;
    abut_shape_hits hits;
    for (int k = 0; k < 3; k++) {
        const double low = range->low[k], high = range->high[k];
        box.points[0][k] = (low + high) / 2;
        box.points[1][k] = (high - low) / 2;
        if (!(box.points[1][k] >= 0) || !isfinite(box.points[1][k])) return;
        if (box.points[0][k] - box.points[1][k] != low ||
            box.points[0][k] + box.points[1][k] != high)
            return;
        if (fmod(box.points[0][k], 0.25) != 0 || fmod(box.points[1][k], 0.25) != 0) return;
    }
    ask(q, at, range, &usual);
    assert_int_equal(abut_shape_collide(q, at, &box, NULL, &hits), ABUT_OK);
    int is_same = hits.count == usual.inside_count + usual.crossing_count;
    size_t in = 0, across = 0;
    for (size_t k = 0; is_same && k < hits.count; k++) {
        if (in < usual.inside_count && usual.inside[in] == hits.triangles[k])
            in++;
        else if (across < usual.crossing_count && usual.crossing[across] == hits.triangles[k])
            across++;
        else
            is_same = 0;
    }
    if (!is_same) fail_msg("range %d: a box of shape.h meets other triangles", i);
}

static void test_laws(void** state)
{
    (void)state;
    abut_query* q = NULL;
    size_t boxes = 0;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int dice = 0; dice < SHAPE_SCENE_DICE; dice++) {
        for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
            shape_scene s = shape_scene_make((soup_sort)sort, TRIANGLES, dice, 70);
            abut_model* m = soup_build(&s.soup, NULL);
            const abut_instance at = shape_scene_instance(&s, m);
            rng r = {3};
            for (int i = 0; i < 2 * RANGE_SORTS * RANGE_POSES; i++) {
                range_case c = range_random(&s, i / 2 / RANGE_POSES, i % RANGE_POSES, &r);
                check_range(q, &s, &at, range_of(&c), &r, i);
                if (c.range.kind != ABUT_RANGE_BOX) continue;
                boxes++;
                check_box(q, &at, &c.range, i);
                abut_range dop = c.range;
                answer box, other;
                dop.kind = ABUT_RANGE_DOP;
                dop.k = 6;
                ask(q, &at, &c.range, &box);
                ask(q, &at, &dop, &other);
                expect_same(&box, &other, "as a 6-DOP", i);
            }
            abut_model_free(m);
            soup_free(&s.soup);
        }
    }
    assert_true(boxes > 100 && found > 1000);
    abut_query_free(q);
}

// A turn by 90 degrees about an axis, which takes no rounding, of a pose that has a rotation.
static abut_pose turned(const abut_pose* pose, int axis)
{
    abut_pose out = *pose;
    const int i = (axis + 1) % 3, k = (axis + 2) % 3;
    for (int c = 0; c < 3; c++) {
        out.rotation[i][c] = -pose->rotation[k][c];
        out.rotation[k][c] = pose->rotation[i][c];
    }
    out.translation[i] = -pose->translation[k];
    out.translation[k] = pose->translation[i];
    return out;
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
        for (int i = 0; i < RANGE_SORTS * RANGE_POSES; i++) {
            answer before, after;
            range_case c = range_random(&s, i / RANGE_POSES, 1 + i % (RANGE_POSES - 1), &r);
            abut_range range = *range_of(&c);
            abut_instance at = shape_scene_instance(&s, m);
            ask(q, &at, &range, &before);
            at.pose = turned(&at.pose, i % 3);
            range.pose = turned(&range.pose, i % 3);
            ask(q, &at, &range, &after);
            expect_same(&before, &after, "after a common turn", i);
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
    for (int i = 0; i < RANGE_SORTS * RANGE_POSES; i++) {
        answer x, y, turned_back = {0};
        range_case c = range_random(&s, i / RANGE_POSES, i % RANGE_POSES, &r);
        ask(q, &at, range_of(&c), &x);
        ask(q, &other, range_of(&c), &y);
        turned_back.inside_count = y.inside_count;
        turned_back.crossing_count = y.crossing_count;
        for (size_t k = 0; k < y.inside_count; k++)
            turned_back.inside[k] = TRIANGLES - 1 - y.inside[y.inside_count - 1 - k];
        for (size_t k = 0; k < y.crossing_count; k++)
            turned_back.crossing[k] = TRIANGLES - 1 - y.crossing[y.crossing_count - 1 - k];
        expect_same(&x, &turned_back, "triangles in another order", i);
    }
    abut_model_free(m);
    abut_model_free(n);
    soup_free(&back);
    soup_free(&s.soup);
    abut_query_free(q);
}

// Every instruction set: the same answers by the same work.
static void check_sets(abut_query* q, const abut_instance* at, const abut_range* range)
{
    abut_range_found x, y;
    assert_true(simd_use(simd_best()));
    assert_int_equal(abut_range_find(q, at, range, NULL, &x), ABUT_OK);
    for (int set = 0; set < SIMD_SETS; set++) {
        if (!simd_use((simd_set)set)) continue;
        assert_int_equal(abut_range_find(q, at, range, NULL, &y), ABUT_OK);
        assert_true(x.inside_count == y.inside_count && x.crossing_count == y.crossing_count &&
                    x.volume_tests == y.volume_tests && x.triangle_tests == y.triangle_tests &&
                    x.node_updates == y.node_updates && x.exact_tests == y.exact_tests);
    }
}

static void test_sets(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int dice = 0; dice < SHAPE_SCENE_DICE; dice++) {
        shape_scene s = shape_scene_make(dice % 2 ? SOUP_GENERIC : SOUP_GRID, TRIANGLES, dice, 70);
        const abut_soup soup = soup_of(&s.soup);
        for (int w = 1; w < SHAPE_WAYS; w++) {
            abut_model* m = distance_model(&soup, &shape_ways[w], NULL);
            const abut_instance at = shape_scene_instance(&s, m);
            rng r = {3};
            for (int i = 0; i < RANGE_SORTS * RANGE_POSES; i++) {
                range_case c = range_random(&s, i / RANGE_POSES, i % RANGE_POSES, &r);
                check_sets(q, &at, range_of(&c));
            }
            abut_model_free(m);
        }
        soup_free(&s.soup);
    }
    assert_true(simd_use(simd_best()));
    abut_query_free(q);
}

// ------------------------------------------------------------------------------------------ real models

static void check_model(abut_query* q, abut_query* p, const char* name)
{
    mesh surface = data_mesh(name);
    shape_scene s = {.soup = {surface.vertices, surface.triangles, surface.vertex_count,
                              surface.triangle_count}};
    rng r = {9};
    size_t inside = 0, crossing = 0;
    for (int dice = 0; dice < 2; dice++) {
        if (dice) s.pose = pose_random(&r, 10);
        abut_model *m = soup_build(&s.soup, NULL),
                   *brute = soup_build(&s.soup, &(abut_build){.method = ABUT_METHOD_BRUTE});
        const abut_instance at = shape_scene_instance(&s, m),
                            plain = shape_scene_instance(&s, brute);
        for (int i = 0; i < RANGE_SORTS * RANGE_POSES; i++) {
            abut_range_found x, y;
            range_case c = range_random(&s, i / RANGE_POSES, i % RANGE_POSES, &r);
            assert_int_equal(abut_range_find(q, &at, range_of(&c), NULL, &x), ABUT_OK);
            assert_int_equal(abut_range_find(p, &plain, range_of(&c), NULL, &y), ABUT_OK);
            if (x.inside_count != y.inside_count || x.crossing_count != y.crossing_count ||
                memcmp(x.inside, y.inside, x.inside_count * sizeof *x.inside) != 0 ||
                memcmp(x.crossing, y.crossing, x.crossing_count * sizeof *x.crossing) != 0)
                fail_msg("%s, range %d: %zu inside, %zu crossing, not %zu, %zu", name, i,
                         x.inside_count, x.crossing_count, y.inside_count, y.crossing_count);
            inside += x.inside_count;
            crossing += x.crossing_count;
        }
        abut_model_free(m);
        abut_model_free(brute);
    }
    printf("%s: %zu inside, %zu crossing\n", name, inside, crossing);
    mesh_free(&surface);
}

static void test_real(void** state)
{
    (void)state;
    if (!data_pack("ranges of real models")) return;
    abut_query *q = NULL, *p = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&p, NULL), ABUT_OK);
    check_model(q, p, "scans/bunny.obj");
    check_model(q, p, "cad/as1-oc-214.obj");
    abut_query_free(q);
    abut_query_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_laws), cmocka_unit_test(test_turns),
                                       cmocka_unit_test(test_order), cmocka_unit_test(test_sets),
                                       cmocka_unit_test(test_real)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
