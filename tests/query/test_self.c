// test_self.c - abut_self: known counts and classes, details, limits, errors.
#include "support/boxes.h"
#include "support/distance_check.h"

#include "abut/self.h"

enum { WAYS = 6 };  // of distance_ways: those that answer it

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

// ----------------------------------------------------------------------------------- known answers

typedef struct known {
    const char* name;
    size_t vertex_count, triangle_count;
    double vertices[5 * 3];
    uint32_t triangles[3 * 3];
    size_t class_counts[7];
    abut_self_verdict verdict;
} known;

#define CORNER 0, 0, 0, 1, 0, 0, 0, 1, 0
static const known known_soups[] = {
    {"E2, folded", 4, 2, {CORNER, .25, .5, 0}, {0, 1, 2, 0, 1, 3}, {0, 0, 1}, ABUT_SELF_FOLDS},
    {"E2, flat", 4, 2, {CORNER, 0, -1, 0}, {0, 1, 2, 0, 1, 3}, {0}, ABUT_SELF_CLEAN},
    {"E2, turned over", 3, 2, {CORNER}, {0, 1, 2, 0, 2, 1}, {0, 1}, ABUT_SELF_FOLDS},
    {"E3, crossing",
     5,
     2,
     {CORNER, 1, 1, 1, 1, 1, -1},
     {0, 1, 2, 0, 3, 4},
     {0, 0, 0, 1},
     ABUT_SELF_CROSSES},
    {"E3, apart", 5, 2, {CORNER, -1, -1, 1, -1, -1, -1}, {0, 1, 2, 0, 3, 4}, {0}, ABUT_SELF_CLEAN},
    {"one vertex, overlapping",
     5,
     2,
     {CORNER, 1, 1, 0, 3, 1, 0},
     {0, 1, 2, 0, 3, 4},
     {0, 0, 0, 0, 1},
     ABUT_SELF_CROSSES},
    {"a vertex inside an edge",
     5,
     2,
     {CORNER, .5, 0, 0, .5, -1, 0},
     {0, 1, 2, 0, 4, 3},
     {0, 0, 0, 0, 0, 1},
     ABUT_SELF_TOUCHES},
    {"standing on the other",
     5,
     2,
     {CORNER, .25, .25, 0, 0, 0, 1},
     {0, 1, 2, 0, 3, 4},
     {0, 0, 0, 0, 0, 0, 1},
     ABUT_SELF_TOUCHES},
    {"two that are one segment", 3, 2, {CORNER}, {0, 1, 1, 0, 0, 1}, {0, 1}, ABUT_SELF_FOLDS},
    {"a segment across",
     5,
     2,
     {CORNER, .75, .75, 0, 0, 0, 1},
     {0, 1, 2, 0, 3, 3},
     {0, 0, 0, 0, 1},
     ABUT_SELF_CROSSES},
    // A triangle that fills a T-joint has its middle vertex in common with those on one side: all that it shares is theirs.
    {"a filled T-joint",
     5,
     3,
     {0, 0, 0, 1, 0, 0, 0, 1, 0, .5, 0, 0, .5, -1, 0},
     {0, 1, 2, 0, 3, 1, 0, 4, 3},
     {0, 0, 0, 0, 0, 1},
     ABUT_SELF_TOUCHES},
};

static void expect_counts(const char* name, const char* way, const abut_self_hits* x,
                          const size_t expected[7], abut_self_verdict verdict)
{
    size_t sum = 0;
    for (int i = 0; i < 7; i++) {
        if (x->class_counts[i] != expected[i])
            fail_msg("%s, %s: %zu of class %d, not %zu", name, way, x->class_counts[i], i,
                     expected[i]);
        sum += expected[i];
    }
    assert_int_equal(x->count, sum);
    assert_int_equal(x->verdict, verdict);
    assert_true(x->complete);
}

static void soups_of_known_answers(void** state)
{
    (void)state;
    for (int i = 0; i < WAYS * (int)(sizeof known_soups / sizeof *known_soups); i++) {
        const known* k = &known_soups[i / WAYS];
        const distance_way* way = &distance_ways[i % WAYS];
        const abut_soup soup = {.vertices = k->vertices,
                                .triangles = k->triangles,
                                .vertex_count = k->vertex_count,
                                .triangle_count = k->triangle_count};
        abut_model* m = distance_model(&soup, way, NULL);
        abut_query* q = new_query(NULL);
        const abut_instance instance = {.model = m};
        abut_self_hits x;
        assert_int_equal(abut_self(q, &instance, NULL, &x), ABUT_OK);
        expect_counts(k->name, way->name, &x, k->class_counts, k->verdict);
        assert_null(x.meetings);
        abut_query_free(q);
        abut_model_free(m);
    }
}

// The two boxes of D3 as one soup.
static void two_boxes_that_overlap_have_52_pairs(void** state)
{
    (void)state;
    static const size_t none[7] = {0}, expected[7] = {0, 0, 0, 0, 12, 24, 16};
    box_soup box[2];
    double vertices[48];
    uint32_t triangles[72];
    box_soup_make(&box[0], 0, -.1, 0, 2, .1, 3);
    box_soup_make(&box[1], 1.95, -.1, 0, 3.95, .1, 3);
    for (int i = 0; i < 2; i++) {
        memcpy(vertices + (ptrdiff_t)24 * i, box[i].vertices, sizeof box[i].vertices);
        for (int k = 0; k < 36; k++)
            triangles[36 * i + k] = box_triangles[k] + 8 * (uint32_t)i;
    }
    const abut_soup both = {
        .vertices = vertices, .triangles = triangles, .vertex_count = 16, .triangle_count = 24};
    for (int w = 0; w < WAYS; w++) {
        const distance_way* way = &distance_ways[w];
        abut_model *one = distance_model(&box[0].soup, way, NULL),
                   *two = distance_model(&both, way, NULL);
        abut_query* q = new_query(NULL);
        abut_self_hits x;
        const abut_instance alone = {.model = one}, together = {.model = two};
        assert_int_equal(abut_self(q, &alone, NULL, &x), ABUT_OK);
        expect_counts("E1, one", way->name, &x, none, ABUT_SELF_CLEAN);
        assert_int_equal(abut_self(q, &together, NULL, &x), ABUT_OK);
        expect_counts("E1", way->name, &x, expected, ABUT_SELF_CROSSES);
        abut_query_free(q);
        abut_model_free(one);
        abut_model_free(two);
    }
}

// A triangle that crosses another in the segment from (0, 0, 0) to (.5, .5, 0), in the world.
static void points_are_those_of_the_world(void** state)
{
    (void)state;
    static const double vertices[] = {CORNER, 1, 1, 1, 1, 1, -1};
    static const uint32_t triangles[] = {3, 0, 4, 0, 1, 2};
    const abut_soup soup = {
        .vertices = vertices, .triangles = triangles, .vertex_count = 5, .triangle_count = 2};
    const abut_self_ask ask = {.detail = ABUT_DETAIL_POINTS};
    // A quarter turn about z, twice as large, then moved; and about that a frame that exchanges axes.
    const abut_pose pose = {
        .rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .translation = {1, 2, 3}, .scale = 2};
    const abut_pose frame = {.rotation = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                             .translation = {0, 0, 10}};
    static const double expected[3][2][3] = {
        {{0, 0, 0}, {.5, .5, 0}}, {{1, 2, 3}, {0, 3, 3}}, {{3, 1, 12}, {3, 0, 13}}};
    for (int i = 0; i < 3 * WAYS; i++) {
        abut_model* m = distance_model(&soup, &distance_ways[i % WAYS], NULL);
        abut_query* q = new_query(NULL);
        abut_self_hits x;
        const int where = i / WAYS;
        abut_instance instance = {.model = m, .frame = where == 2 ? &frame : NULL};
        if (where) instance.pose = pose;
        assert_int_equal(abut_self(q, &instance, &ask, &x), ABUT_OK);
        assert_int_equal(x.count, 1);
        const abut_self_meeting* meeting = &x.meetings[0];
        assert_int_equal(meeting->how, ABUT_SELF_CROSSING);
        assert_int_equal(meeting->shared_vertices, 1);
        assert_int_equal(meeting->contact.point_count, 2);
        // Vertex 1 of the first triangle is vertex 0 of the second; its face meets the other's edge 1.
        assert_int_equal(meeting->contact.events[0].a, ABUT_FEATURE_VERTEX_1);
        assert_int_equal(meeting->contact.events[0].b, ABUT_FEATURE_VERTEX_0);
        assert_int_equal(meeting->contact.events[1].a, ABUT_FEATURE_FACE);
        assert_int_equal(meeting->contact.events[1].b, ABUT_FEATURE_EDGE_1);
        assert_memory_equal(meeting->contact.points, expected[where], sizeof expected[where]);
        abut_query_free(q);
        abut_model_free(m);
    }
}

// The pole of a sphere that was made of rows of quads: about one vertex a fan, and as many triangles that repeat the vertex, in
// a cone or in one plane. Signs say that they are neighbours; integers are for those with two common vertices alone.
static void segments_at_a_pole_are_mostly_decided_by_signs(void** state)
{
    (void)state;
    enum { RING = 61 };
    double vertices[3 * (RING + 1)] = {0.1, 0.2, 0.3};
    uint32_t triangles[6 * RING];
    for (int i = 0; i < 2 * WAYS; i++) {
        for (uint32_t k = 0; k < RING; k++) {
            const uint32_t here = k + 1, next = (k + 1) % RING + 1;
            const uint32_t two[6] = {0, here, next, here, 0, 0};
            const double turn = 6.283185307179586 / RING * k;
            vertices[3 * here] = 0.1 + cos(turn);
            vertices[3 * here + 1] = 0.2 + sin(turn);
            vertices[3 * here + 2] = i < WAYS ? 0.7 : 0.3;
            for (int c = 0; c < 6; c++)
                triangles[6 * k + (uint32_t)c] = two[(c + (int)k) % 3 + c / 3 * 3];
        }
        const abut_soup soup = {.vertices = vertices,
                                .triangles = triangles,
                                .vertex_count = RING + 1,
                                .triangle_count = 2 * RING};
        const distance_way* way = &distance_ways[i % WAYS];
        const size_t none[7] = {0};
        abut_model* m = distance_model(&soup, way, NULL);
        abut_query* q = new_query(NULL);
        const abut_instance instance = {.model = m};
        abut_self_hits x;
        assert_int_equal(abut_self(q, &instance, NULL, &x), ABUT_OK);
        expect_counts("pole", way->name, &x, none, ABUT_SELF_CLEAN);
        if (i % WAYS && EXPECT_PRUNING) assert_int_equal(x.exact_tests, 2 * RING);
        abut_query_free(q);
        abut_model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups_of_known_answers),
        cmocka_unit_test(two_boxes_that_overlap_have_52_pairs),
        cmocka_unit_test(points_are_those_of_the_world),
        cmocka_unit_test(segments_at_a_pole_are_mostly_decided_by_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
