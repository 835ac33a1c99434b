// test_range.c - ranges whose answers are known: boxes, DOPs and frusta about a box, in all states of the floating-point unit; the
// planes of a matrix; what is refused; memory that runs out, somebody who cancels, limits, budgets and deadlines.
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/range_cases.h"

#include "abut/change.h"

#define INF ((double)INFINITY)

// Of the box from -1 to 1, whose triangles 0 1 are at z = -1, 2 3 at z = 1, 4 5 at y = -1, 6 7 at x = 1, 8 9 at y = 1, 10 11 at
// x = -1 (boxes.h).
typedef struct known {
    const char* name;
    abut_range range;
    unsigned inside, crossing;  // bit i: triangle i
} known;

#define ALL 0xFFFu

static const double tilted[] = {1, 1, 1, 3, -1, 0, 0, -1};      // the corner 1 1 1, on a plane
static const double beyond[] = {1, 1, 1, -3.0000000000000004};  // not even the corner -1 -1 -1
static const double corner[] = {1, 1, 1, -3};
static const double wedge[] = {1, 1, 0, 1.5, -1, -1, 0, -1.5};  // the plane x + y = 3/2

static const known knowns[] = {
    {"all", {.kind = ABUT_RANGE_BOX, .low = {-1, -1, -1}, .high = {1, 1, 1}}, ALL, 0},
    {"less by the last bit",
     {.kind = ABUT_RANGE_BOX, .low = {-1, -1, -1}, .high = {1, 1, 0x1.fffffffffffffp-1}},
     1u << 0 | 1u << 1,
     ALL & ~0xFu},
    {"no end",
     {.kind = ABUT_RANGE_BOX, .low = {-INF, -INF, -INF}, .high = {INF, INF, INF}},
     ALL,
     0},
    {"nearly no end",
     {.kind = ABUT_RANGE_BOX, .low = {-1e308, -1e308, -1e308}, .high = {1e308, 1e308, 1e308}},
     ALL,
     0},
    {"the top",
     {.kind = ABUT_RANGE_BOX, .low = {-9, -9, 1}, .high = {9, 9, 9}},
     3u << 2,
     ALL & ~0xFu},
    {"low above high", {.kind = ABUT_RANGE_BOX, .low = {-1, 1, -1}, .high = {1, -1, 1}}, 0, 0},
    {"an empty box",
     {.kind = ABUT_RANGE_BOX, .low = {INF, INF, INF}, .high = {-INF, -INF, -INF}},
     0,
     0},
    {"beyond all", {.kind = ABUT_RANGE_BOX, .low = {INF, -1, -1}, .high = {INF, 1, 1}}, 0, 0},
    {"the inside",
     {.kind = ABUT_RANGE_BOX, .low = {-0.5, -0.5, -0.5}, .high = {0.5, 0.5, 0.5}},
     0,
     0},
    {"an octahedron",
     {.kind = ABUT_RANGE_DOP, .k = 8, .low = {-1, -1, -1, -1}, .high = {1, 1, 1, 1}},
     0,
     ALL},
    {"the cube's corners cut off by nothing",
     {.kind = ABUT_RANGE_DOP, .k = 8, .low = {-3, -3, -3, -3}, .high = {3, 3, 3, 3}},
     ALL,
     0},
    {"turned and smaller",
     {.kind = ABUT_RANGE_BOX,
      .pose = {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
               .scale = 0.5,
               .translation = {0, 1, 0}},
      .low = {-4, -2, -2},
      .high = {0, 2, 2}},
     ALL,
     0},
    {"a plane through a corner",
     {.kind = ABUT_RANGE_PLANES, .planes = tilted, .plane_count = 2},
     3u << 6,
     ALL & ~(3u << 6 | 3u << 10)},
    {"a corner alone", {.kind = ABUT_RANGE_PLANES, .planes = corner, .plane_count = 1}, 0, 0x433},
    {"less than a corner", {.kind = ABUT_RANGE_PLANES, .planes = beyond, .plane_count = 1}, 0, 0},
    {"a plane without thickness",
     {.kind = ABUT_RANGE_PLANES, .planes = wedge, .plane_count = 2},
     0,
     0x3CF},
};

static unsigned bits_of(const uint32_t* ids, size_t count)
{
    unsigned bits = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(!i || ids[i] > ids[i - 1]);
        bits |= 1u << ids[i];
    }
    return bits;
}

static void expect(abut_query* q, const abut_model* m, const known* k, const float_mode* mode)
{
    const abut_instance at = {.model = m};
    abut_range_found f;
    assert_int_equal(abut_range_check(&k->range), ABUT_OK);
    float_mode_enter(mode);
    const abut_status status = abut_range_find(q, &at, &k->range, NULL, &f);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    const unsigned inside = bits_of(f.inside, f.inside_count),
                   crossing = bits_of(f.crossing, f.crossing_count);
    if (inside != k->inside || crossing != k->crossing || !f.complete)
        fail_msg("%s, %s: inside %x, not %x; crossing %x, not %x", k->name, mode->name, inside,
                 k->inside, crossing, k->crossing);
}

static void test_known(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int w = 0; w < SHAPE_WAYS; w++) {
        box_soup box;
        box_soup_make(&box, -1, -1, -1, 1, 1, 1);
        abut_model* m = distance_model(&box.soup, &shape_ways[w], NULL);
        for (size_t i = 0; i < sizeof knowns / sizeof *knowns; i++)
            for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++)
                expect(q, m, &knowns[i], &float_modes[mode]);
        abut_model_free(m);
    }
    abut_query_free(q);
}

// A triangle at x = the least number there is: beyond x <= 0, and in x <= that; and mirrored.
static void test_least(void** state)
{
    (void)state;
    const double least = 0x1p-1074;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < SHAPE_WAYS * FLOAT_MODE_COUNT * 4; i++) {
        const double x = i % 2 ? -least : least;
        const double vertices[9] = {x, 0, 0, x, 1, 0, x, 0, 1};
        const uint32_t triangle[3] = {0, 1, 2};
        const abut_soup soup = {
            .vertices = vertices, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
        const int holds = i / 2 % 2;
        abut_range box = {.kind = ABUT_RANGE_BOX, .low = {-9, -9, -9}, .high = {9, 9, 9}};
        *(i % 2 ? &box.low[0] : &box.high[0]) = holds ? x : 0;
        abut_model* m = distance_model(&soup, &shape_ways[i / 4 % SHAPE_WAYS], NULL);
        abut_range_found f;
        float_mode_enter(&float_modes[i / 4 / SHAPE_WAYS]);
        const abut_status status = abut_range_find(q, &(abut_instance){.model = m}, &box, NULL, &f);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        assert_int_equal(f.inside_count, holds);
        assert_int_equal(f.crossing_count, 0);
        abut_model_free(m);
    }
    abut_query_free(q);
}

// ------------------------------------------------------------------------------------------------ parts

static void test_directions(void** state)
{
    (void)state;
    double d[3], all[13][3];
    for (int i = 0; i < 7; i++) {
        const int k = range_ks[i];
        for (int index = 0; index < k / 2; index++) {
            assert_int_equal(abut_range_direction(k, index, d), ABUT_OK);
            int is_one = 0;
            for (int c = 0; c < 3; c++) {
                assert_true(d[c] == 0 || d[c] == 1 || d[c] == -1);
                is_one |= d[c] != 0;
            }
            assert_true(is_one);
            for (int before = 0; before < index;
                 before++) {  // none twice, none against another one
                const double* const e = all[before];
                assert_false(d[0] == e[0] && d[1] == e[1] && d[2] == e[2]);
                assert_false(d[0] == -e[0] && d[1] == -e[1] && d[2] == -e[2]);
            }
            memcpy(all[index], d, sizeof d);
        }
        assert_int_equal(abut_range_direction(k, k / 2, d), ABUT_BAD_ARGUMENT);
    }
    assert_int_equal(abut_range_direction(6, -1, d), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_direction(7, 0, d), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_direction(6, 0, NULL), ABUT_BAD_ARGUMENT);
}

static void test_frustum(void** state)
{
    (void)state;
    // What is between -1 and 1 along each axis; from 0 to 1 where depth begins there.
    const double one[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const double wanted[24] = {-1, 0, 0, 1, 1, 0, 0,  1, 0, -1, 0, 1,
                               0,  1, 0, 1, 0, 0, -1, 1, 0, 0,  1, 1};
    double planes[24], bad[16], endless[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0};
    size_t count = 0;
    assert_int_equal(abut_frustum_planes(one, 0, planes, &count), ABUT_OK);
    assert_int_equal(count, 6);
    for (int i = 0; i < 24; i++)
        assert_true(planes[i] == wanted[i]);
    assert_int_equal(abut_frustum_planes(one, 1, planes, &count), ABUT_OK);
    for (int i = 0; i < 24; i++)
        assert_true(planes[i] == (i == 19 ? 0 : wanted[i]));
    // The far plane of w = -z, z = -z - 1: without end.
    assert_int_equal(abut_frustum_planes(endless, 0, planes, &count), ABUT_OK);
    assert_int_equal(count, 5);
    for (int i = 0; i < 4; i++)
        assert_true(planes[16 + i] == (i < 2 ? 0 : i == 2 ? 2 : -1));
    assert_int_equal(abut_frustum_planes(NULL, 0, planes, &count), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_frustum_planes(one, 2, planes, &count), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_frustum_planes(one, 0, NULL, &count), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_frustum_planes(one, 0, planes, NULL), ABUT_BAD_ARGUMENT);
    memset(bad, 0, sizeof bad);
    assert_int_equal(abut_frustum_planes(bad, 0, planes, &count), ABUT_BAD_ARGUMENT);
    bad[3] = INF;
    assert_int_equal(abut_frustum_planes(bad, 0, planes, &count), ABUT_NOT_FINITE);
    bad[3] = bad[15] = 1.7e308;  // their sum is no number
    assert_int_equal(abut_frustum_planes(bad, 0, planes, &count), ABUT_NOT_FINITE);
    assert_int_equal(count, 5);
}

static void test_refused_ranges(void** state)
{
    (void)state;
    const double none[4] = {0, 0, 0, 1}, infinite[4] = {1, 0, 0, INF};
    const abut_range box = {.kind = ABUT_RANGE_BOX};
    abut_range bad = box;
    assert_int_equal(abut_range_check(NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_check(&box), ABUT_OK);
    bad.kind = (abut_range_kind)4;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad.kind = (abut_range_kind)0;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad = box;
    bad.reserved[1] = 1;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad = box;
    bad.low[2] = (double)NAN;
    assert_int_equal(abut_range_check(&bad), ABUT_NOT_FINITE);
    bad = box;
    bad.high[3] = (double)NAN;  // not read
    assert_int_equal(abut_range_check(&bad), ABUT_OK);
    bad.kind = ABUT_RANGE_DOP;
    bad.k = 8;
    assert_int_equal(abut_range_check(&bad), ABUT_NOT_FINITE);
    bad.k = 9;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad = (abut_range){.kind = ABUT_RANGE_PLANES, .planes = none, .plane_count = 1};
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad.planes = infinite;
    assert_int_equal(abut_range_check(&bad), ABUT_NOT_FINITE);
    bad.planes = tilted;
    bad.plane_count = 0;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad.plane_count = ABUT_RANGE_PLANES_MOST + 1;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad.plane_count = 1;
    bad.planes = NULL;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_ARGUMENT);
    bad = box;
    bad.pose.scale = -1;
    assert_int_equal(abut_range_check(&bad), ABUT_BAD_SCALE);
    bad.pose.scale = 0;
    bad.pose.rotation[0][0] = 2;
    assert_int_equal(abut_range_check(&bad), ABUT_NOT_RIGID);
}

static void test_refused(void** state)
{
    (void)state;
    const abut_range box = {.kind = ABUT_RANGE_BOX};
    abut_range bad = box;
    bad.pose.rotation[0][0] = 2;
    abut_query* q = NULL;
    soup_data soup = soup_random(SOUP_GRID, 9, 1);
    abut_model* m = soup_build(&soup, NULL);
    abut_instance at = {.model = m};
    abut_range_found f;
    abut_range_ask ask = {0};
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_range_find(NULL, &at, &box, NULL, &f), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_find(q, NULL, &box, NULL, &f), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_find(q, &at, NULL, NULL, &f), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_find(q, &at, &box, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_range_find(q, &at, &bad, NULL, &f), ABUT_NOT_RIGID);
    ask.reserved[3] = 1;
    assert_int_equal(abut_range_find(q, &at, &box, &ask, &f), ABUT_BAD_ARGUMENT);
    ask = (abut_range_ask){.deadline = -1};
    assert_int_equal(abut_range_find(q, &at, &box, &ask, &f), ABUT_BAD_ARGUMENT);
    ask.deadline = (double)NAN;
    assert_int_equal(abut_range_find(q, &at, &box, &ask, &f), ABUT_NOT_FINITE);
    at.pose.scale = -1;
    assert_int_equal(abut_range_find(q, &at, &box, NULL, &f), ABUT_BAD_SCALE);
    abut_model* tree = soup_build(&soup, &(abut_build){.method = ABUT_METHOD_AABB});
    at = (abut_instance){.model = tree};
    assert_int_equal(abut_range_find(q, &at, &box, NULL, &f), ABUT_BAD_COMBINATION);
    abut_model_free(tree);
    abut_model_free(m);
    abut_query_free(q);
    soup_free(&soup);
}

static void test_empty(void** state)
{
    (void)state;
    const abut_range box = {.kind = ABUT_RANGE_BOX};
    const abut_soup soup = {0};
    for (int w = 0; w < SHAPE_WAYS; w++) {
        abut_model* m = distance_model(&soup, &shape_ways[w], NULL);
        abut_query* q = NULL;
        abut_range_found f;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        assert_int_equal(abut_range_find(q, &(abut_instance){.model = m}, &box, NULL, &f), ABUT_OK);
        assert_true(f.complete && !f.inside_count && !f.crossing_count && f.inside && f.crossing);
        abut_query_free(q);
        abut_model_free(m);
    }
}

// Of a model of which every third triangle was removed: the same as before, without these.
static void test_removed(void** state)
{
    (void)state;
    enum { COUNT = 90 };
    shape_scene s = shape_scene_make(SOUP_GRID, COUNT, 1, 3);
    const abut_soup soup = soup_of(&s.soup);
    uint32_t gone[COUNT / 3];
    abut_query* q = NULL;
    size_t found = 0;
    for (uint32_t i = 0; i < COUNT / 3; i++)
        gone[i] = 3 * i;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int w = 0; w < 2; w++) {
        abut_model *whole = distance_model(&soup, &shape_ways[w], NULL), *m = NULL;
        const abut_edit edit = {.removed = gone, .removed_count = COUNT / 3};
        assert_int_equal(abut_model_edit(&m, whole, &edit, NULL, NULL), ABUT_OK);
        rng r = {8};
        for (int i = 0; i < RANGE_SORTS * RANGE_POSES; i++) {
            range_case c = range_random(&s, i / RANGE_POSES, i % RANGE_POSES, &r);
            uint8_t usual[COUNT] = {0}, now[COUNT] = {0};
            for (int is_edited = 0; is_edited < 2; is_edited++) {
                const abut_instance at = shape_scene_instance(&s, is_edited ? m : whole);
                uint8_t* const sides = is_edited ? now : usual;
                abut_range_found f;
                assert_int_equal(abut_range_find(q, &at, range_of(&c), NULL, &f), ABUT_OK);
                for (size_t k = 0; k < f.inside_count; k++)
                    sides[f.inside[k]] = 2;
                for (size_t k = 0; k < f.crossing_count; k++)
                    sides[f.crossing[k]] = 1;
            }
            for (int k = 0; k < COUNT; k++) {
                assert_int_equal(now[k], k % 3 ? usual[k] : 0);
                found += now[k] != 0;
            }
        }
        abut_model_free(m);
        abut_model_free(whole);
    }
    assert_true(found > 100);
    abut_query_free(q);
    soup_free(&s.soup);
}

// -------------------------------------------------------------------------------------------- failures

enum { MANY = 400 };

typedef struct answer {
    size_t inside_count, crossing_count;
    uint32_t inside[MANY], crossing[MANY];
} answer;

static abut_status ask_of(abut_query* q, const abut_instance* at, const abut_range* range,
                          answer* out)
{
    abut_range_found f;
    const abut_status status = abut_range_find(q, at, range, NULL, &f);
    memset(out, 0, sizeof *out);
    if (status) return status;
    out->inside_count = f.inside_count;
    out->crossing_count = f.crossing_count;
    memcpy(out->inside, f.inside, f.inside_count * sizeof *f.inside);
    memcpy(out->crossing, f.crossing, f.crossing_count * sizeof *f.crossing);
    return ABUT_OK;
}

static void fail_each(const abut_instance* at, const abut_range* range)
{
    answer usual, now;
    size_t failures = 0;
    abut_status status = ABUT_OUT_OF_MEMORY;
    for (size_t fail_at = 0; status; fail_at++) {
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        abut_query* q = NULL;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        memory.fail_at = memory.allocations + fail_at;
        status = ask_of(q, at, range, &now);
        memory.fail_at = SIZE_MAX;
        failures += status != ABUT_OK;
        if (status) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_int_equal(ask_of(q, at, range, &now), ABUT_OK);
        }
        if (!fail_at) usual = now;
        assert_memory_equal(&usual, &now, sizeof now);
        const size_t before = memory.allocations;
        assert_int_equal(ask_of(q, at, range, &now), ABUT_OK);
        assert_int_equal(memory.allocations, before);
        abut_query_free(q);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(failures > 3);
}

static void test_memory(void** state)
{
    (void)state;
    for (int dice = 0; dice < SHAPE_SCENE_DICE; dice += 9) {  // without a frame, and with one
        shape_scene s = shape_scene_make(SOUP_GRID, MANY, dice, 3);
        const abut_soup soup = soup_of(&s.soup);
        for (int w = 0; w < 2; w++) {
            abut_model* m = distance_model(&soup, &shape_ways[w], NULL);
            const abut_instance at = shape_scene_instance(&s, m);
            abut_range box = {.kind = ABUT_RANGE_BOX};
            for (int k = 0; k < 3; k++) {
                box.low[k] = s.has_frame ? -4 : 1;
                box.high[k] = s.has_frame ? 3 : 4;
            }
            fail_each(&at, &box);
            abut_model_free(m);
        }
        soup_free(&s.soup);
    }
}

static int are_among(const uint32_t* some, size_t some_count, const uint32_t* all, size_t count)
{
    size_t m = 0;
    for (size_t k = 0; k < some_count; k++) {
        while (m < count && all[m] < some[k])
            m++;
        if (m == count || all[m] != some[k]) return 0;
    }
    return 1;
}

static void check_limits(abut_query* q, const abut_instance* at, const abut_range* range)
{
    static answer all;
    assert_int_equal(ask_of(q, at, range, &all), ABUT_OK);
    const size_t whole = all.inside_count + all.crossing_count;
    for (uint64_t i = 1; i < 2000; i = i * 3 / 2 + 1) {
        for (int is_limit = 0; is_limit < 2; is_limit++) {
            const abut_range_ask ask = {.limit = is_limit ? (size_t)i : 0,
                                        .budget = is_limit ? 0 : i};
            abut_range_found f;
            assert_int_equal(abut_range_find(q, at, range, &ask, &f), ABUT_OK);
            const size_t count = f.inside_count + f.crossing_count;
            assert_true(f.complete ? count == whole : count <= whole);
            assert_true(!is_limit || count == (whole < i ? whole : i));
            assert_true(is_limit || f.volume_tests + f.triangle_tests <= i);
            assert_true(are_among(f.inside, f.inside_count, all.inside, all.inside_count));
            assert_true(are_among(f.crossing, f.crossing_count, all.crossing, all.crossing_count));
        }
    }
}

static void test_limits(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    shape_scene s = shape_scene_make(SOUP_GENERIC, MANY, 1, 3);
    const abut_soup soup = soup_of(&s.soup);
    for (int w = 0; w < SHAPE_WAYS; w++) {
        rng r = {5};
        abut_model* m = distance_model(&soup, &shape_ways[w], NULL);
        const abut_instance at = shape_scene_instance(&s, m);
        for (int sort = 0; sort < RANGE_SORTS; sort++) {
            range_case c = range_random(&s, sort, sort % RANGE_POSES, &r);
            check_limits(q, &at, range_of(&c));
        }
        abut_model_free(m);
    }
    soup_free(&s.soup);
    abut_query_free(q);
}

// Long enough to be asked whether to go on: by brute force, and while triangles are listed without a test.
static void test_cancel(void** state)
{
    (void)state;
    const abut_range all = {.kind = ABUT_RANGE_BOX, .low = {-9, -9, -9}, .high = {9, 9, 9}};
    soup_data soup = soup_random(SOUP_GENERIC, 300000, 1);
    for (int w = 0; w < 2; w++) {
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        const abut_soup given = soup_of(&soup);
        abut_model* m = distance_model(&given, &shape_ways[w], NULL);
        const abut_instance at = {.model = m};
        const abut_range_ask soon = {.deadline = 1};
        abut_query* q = NULL;
        abut_range_found f;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        memory.cancel_at = 0;
        assert_int_equal(abut_range_find(q, &at, &all, NULL, &f), ABUT_CANCELLED);
        memory.cancel_at = SIZE_MAX;
        assert_int_equal(abut_range_find(q, &at, &all, &soon, &f), ABUT_OK);
        assert_true(!f.complete && f.inside_count < soup.triangle_count);
        memory.fraction = 0;
        assert_int_equal(abut_range_find(q, &at, &all, NULL, &f), ABUT_OK);
        assert_true(f.complete && f.inside_count == soup.triangle_count);
        for (uint32_t i = 0; i < f.inside_count; i++)
            assert_int_equal(f.inside[i], i);
        assert_false(memory.fraction_is_wrong);
        abut_query_free(q);
        abut_model_free(m);
        assert_int_equal(memory.blocks, 0);
    }
    soup_free(&soup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),          cmocka_unit_test(test_least),
        cmocka_unit_test(test_directions),     cmocka_unit_test(test_frustum),
        cmocka_unit_test(test_refused_ranges), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_empty),          cmocka_unit_test(test_removed),
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_limits),
        cmocka_unit_test(test_cancel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
