// test_reach.c - abut_reach where the answer is known, however faces are cut, in all states of the floating-point unit; and
// what ends it.
#include "query/reach_check.h"
#include "query/solids.h"
#include "support/float_mode.h"
#include "support/share.h"

typedef struct known {
    const char* name;
    double a[6], b[6];      // boxes
    double degrees, way;    // b is turned about z, and moved along x
    double a_in_b, b_in_a;  // rounded
    double off;             // how far the numbers given are off a power of two
} known;

// Deepest in a wall of 0.25 is what is 0.125 from both faces.
static const known table[] = {
    {"a block on a block", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, 0, 0, .5, .5, 0},
    {"a face", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, 0, 0, 0, 0, 0},
    {"two walls",
     {0, -.125, 0, 2, .125, 3},
     {1.9375, -.125, 0, 3.9375, .125, 3},
     0,
     0,
     .0625,
     .0625,
     0},
    {"inside", {-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, 0, 0, 0, .75, 0},
    {"an edge",
     {-1, -1, -1, 1, 1, 1},
     {-1, -1, -1, 1, 1, 1},
     45,
     2,
     0.29289321881345248,
     0.41421356237309505,
     1e-15},
    {"bars that cross", {-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, 0, 0, .5, .5, 0},
    {"in a corner", {-.5, -.5, -.5, .5, .5, .5}, {.25, .25, .25, .5, .5, .5}, 0, 0, 0, .25, 0},
    {"a sliver", {0, 0, 0, 1, 1, 1}, {1 - 0x1p-20, 0, 0, 2, 1, 1}, 0, 0, 0x1p-20, 0x1p-20, 0},
    {"a bar through a wall",
     {0, -2, -2, .25, 2, 2},
     {-3, -.0625, -.0625, 3, .0625, .0625},
     0,
     0,
     .0625,
     .125,
     0},
    {"all but touching",
     {0, -2, -2, .25, 2, 2},
     {-1, -.0625, -.0625, 0x1p-30, .0625, .0625},
     0,
     0,
     0x1p-30,
     0x1p-30,
     0},
    {"the same", {-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, 0, 0, 0, 0, 0},
    {"an edge on an edge", {0, 0, 0, 1, 1, 1}, {1, 1, 0, 2, 2, 1}, 0, 0, 0, 0, 0},
    {"beside", {0, 0, 0, 1, 1, 1}, {1.5, 0, 0, 2, 1, 1}, 0, 0, 0, 0, 0},
};
enum { TABLE = sizeof table / sizeof *table };

static void expect(const char* name, const char* how, const abut_deepest* is, double truth,
                   double off, double tolerance)
{
    const int is_in = is->lo <= truth + off && is->hi >= truth - off && is->lo >= 0;
    const int is_narrow = is->hi - is->lo <= tolerance;
    const int has_point = (is->triangle == UINT32_MAX) == !(is->lo > 0);
    if (!is_in || !is_narrow || !has_point)
        fail_msg("%s, %s: [%.17g, %.17g], triangle %u; not %.17g", name, how, is->lo, is->hi,
                 is->triangle, truth);
}

static abut_instance place_b(const known* k, const abut_model* m, double scale)
{
    static const double up[3] = {0, 0, 1};
    abut_instance at = {.model = m};
    assert_int_equal(abut_pose_from_axis_angle(&at.pose, up, k->degrees), ABUT_OK);
    at.pose.translation[0] = k->way * scale;
    at.pose.scale = scale;
    return at;
}

static void ask_known(const known* k, int parts, double shaken, const distance_way* way,
                      double scale, const float_mode* mode)
{
    soup_data s[2] = {reach_box_soup(k->a, parts, shaken, 7),
                      reach_box_soup(k->b, parts, shaken, 8)};
    const abut_soup soup[2] = {soup_of(&s[0]), soup_of(&s[1])};
    abut_model* m[2] = {distance_model(&soup[0], way, NULL), distance_model(&soup[1], way, NULL)};
    abut_query* q = reach_query(NULL);
    const abut_instance a = {.model = m[0], .pose.scale = scale}, b = place_b(k, m[1], scale);
    float_mode_enter(mode);
    const abut_reach_answer x = reach_ask(q, &a, &b, NULL), y = reach_ask(q, &b, &a, NULL);
    float_mode_leave();
    // A corner that was moved in its face is rounded: the face is not quite one.
    const double off = (k->off + (shaken > 0 ? 1e-15 : 0)) * scale, tolerance = 2e-5 * scale;
    expect(k->name, way->name, &x.a_in_b, k->a_in_b * scale, off, tolerance);
    expect(k->name, way->name, &x.b_in_a, k->b_in_a * scale, off, tolerance);
    expect(k->name, "swapped", &y.a_in_b, k->b_in_a * scale, off, tolerance);
    expect(k->name, "swapped", &y.b_in_a, k->a_in_b * scale, off, tolerance);
    assert_true(x.complete && y.complete && x.reason == ABUT_REASON_NONE);
    abut_query_free(q);
    for (int i = 0; i < 2; i++) {
        abut_model_free(m[i]);
        soup_free(&s[i]);
    }
}

static void known_pairs_reach_as_deep(void** state)
{
    static const double scales[] = {1, 0x1p300, 0x1p-300, 0x1p-40};
    (void)state;
    for (int i = 0; i < TABLE; i++)
        for (int w = 0; w < REACH_WAYS; w++) {
            const int n = i * REACH_WAYS + w;
            ask_known(&table[i], 1, 0, &distance_ways[w], 1, &float_modes[0]);
            if (!IS_CASE(n)) continue;
            ask_known(&table[i], 1, 0, &distance_ways[w], scales[n % 4],
                      &float_modes[n % FLOAT_MODE_COUNT]);
        }
}

static void cuts_of_faces_do_not_matter(void** state)
{
    (void)state;
    for (int i = 0; i < TABLE; i++) {
        ask_known(&table[i], 3, 0, &distance_ways[0], 1, &float_modes[0]);
        ask_known(&table[i], 4, 0.35, &distance_ways[1], 1, &float_modes[0]);
        if (!IS_CASE(i)) continue;
        ask_known(&table[i], 12, 0, &distance_ways[1], 1, &float_modes[0]);
        ask_known(&table[i], 9, 0.35, &distance_ways[2 + i % 4], 1, &float_modes[0]);
    }
}

static void what_touches_is_not_deep(void** state)
{
    (void)state;
    const int touching[] = {1, 11, 12};
    for (int i = 0; i < 3; i++) {
        const known* k = &table[touching[i]];
        soup_data s[2] = {reach_box_soup(k->a, 4, 0, 1), reach_box_soup(k->b, 5, 0, 1)};
        abut_model* m[2] = {soup_build(&s[0], NULL), soup_build(&s[1], NULL)};
        abut_query* q = reach_query(NULL);
        const abut_instance a = {.model = m[0]}, b = {.model = m[1]};
        const abut_reach_answer x = reach_ask(q, &a, &b, NULL);
        assert_true(same_bits(x.a_in_b.hi, 0) && same_bits(x.b_in_a.hi, 0) && x.complete);
        abut_query_free(q);
        for (int j = 0; j < 2; j++) {
            abut_model_free(m[j]);
            soup_free(&s[j]);
        }
    }
}

// ------------------------------------------------------------------------------------------- open

// Flat closed components, faces that are there twice, have no inside, and no point proves it: the bound from above sinks slowly.
// It ends all the same, with true intervals.
static void what_is_flat_ends(void** state)
{
    (void)state;
    static const double ends[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                      {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    static const double across[3][3] = {{-0.9, -0.7, -0.8}, {0.9, -0.6, 0.7}, {0.1, 0.9, -0.3}};
    solid a = {0}, b = {0};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            double corner[3][3] = {{0, 0, 0}};
            memcpy(corner[1], ends[i], sizeof corner[1]);
            memcpy(corner[2], ends[k], sizeof corner[2]);
            if (i / 2 != k / 2) solid_add_triangle(&a, (const double(*)[3])corner);
        }
    solid_add_triangle(&b, across);
    abut_model *flat = solid_model(&a, ABUT_METHOD_WIDE),
               *sheet = solid_model(&b, ABUT_METHOD_WIDE);
    const abut_instance x = {.model = flat}, y = {.model = sheet};
    abut_query* q = NULL;
    abut_reach_answer out;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_reach(q, &x, &y, NULL, &out), ABUT_OK);
    assert_false(out.complete);
    assert_true(!(out.b_in_a.lo > 0) && out.b_in_a.hi > 0 && out.b_in_a.hi < 0.01);
    abut_query_free(q);
    abut_model_free(flat);
    abut_model_free(sheet);
    solid_free(&a);
    solid_free(&b);
}

static const double plate_corners[9] = {-.5, -.5, 0, .5, -.5, 0, 0, .5, 0};

static void open_surfaces_reach_into_solids(void** state)
{
    (void)state;
    const double around[6] = {-1, -1, -1, 1, 1, 1}, hole[6] = {-.25, -.25, -.25, .25, .25, .25};
    for (int w = 0; w < REACH_WAYS; w++) {
        soup_data plate = soup_separate(1), box = reach_box_soup(around, 2, 0, 0);
        soup_data inner = reach_box_soup(hole, 1, 0, 0),
                  both = soup_separate(box.triangle_count + 13);
        memcpy(plate.vertices, plate_corners, sizeof plate_corners);
        memcpy(both.vertices, box.vertices, 9 * box.triangle_count * sizeof(double));
        memcpy(both.vertices + 9 * box.triangle_count, inner.vertices, 108 * sizeof(double));
        memcpy(both.vertices + 9 * box.triangle_count + 108, plate_corners, sizeof plate_corners);
        const abut_soup soups[3] = {soup_of(&plate), soup_of(&box), soup_of(&both)};
        abut_model* m[3];
        for (int i = 0; i < 3; i++)
            m[i] = distance_model(&soups[i], &distance_ways[w], NULL);
        abut_query* q = reach_query(NULL);
        const abut_instance at[3] = {{.model = m[0]}, {.model = m[1]}, {.model = m[2]}};
        abut_reach_answer x = reach_ask(q, &at[0], &at[1], NULL);
        expect("plate", "in a box", &x.a_in_b, 1, 0, 4e-6);
        assert_true(x.complete && x.reason == ABUT_REASON_NONE && x.b_in_a.hi == 0);
        // A cavity about the middle, and another open plate in the plane: it hides nothing, for it is no part of the solid. The
        // corner at (0, 0.5, 0) is 0.25 from the cavity; so deep is all that is as far from both.
        x = reach_ask(q, &at[0], &at[2], NULL);
        expect("plate", "about a cavity", &x.a_in_b, sqrt(2) / 4, 1e-15, 4e-6);
        x = reach_ask(q, &at[0], &at[0], NULL);
        assert_true(x.reason == ABUT_REASON_OPEN && x.a_in_b.hi == 0 && x.b_in_a.hi == 0 &&
                    x.complete);
        abut_query_free(q);
        for (int i = 0; i < 3; i++)
            abut_model_free(m[i]);
        soup_free(&plate);
        soup_free(&box);
        soup_free(&inner);
        soup_free(&both);
    }
}

// ------------------------------------------------------------------------------------------- limits

typedef struct couple {
    soup_data soup[2];
    abut_model* model[2];
    abut_instance at[2];
    abut_query* query;
} couple;

// Two boxes of which one is turned.
static couple couple_make(int parts, const distance_way* way, const abut_host* host)
{
    static const double box[6] = {-1, -1, -1, 1, 1, 1}, axis[3] = {1, 2, 3};
    couple c = {.query = reach_query(host)};
    for (int i = 0; i < 2; i++) {
        c.soup[i] = reach_box_soup(box, parts, 0, 3);
        const abut_soup soup = soup_of(&c.soup[i]);
        c.model[i] = distance_model(&soup, way, NULL);
        c.at[i] = (abut_instance){.model = c.model[i]};
    }
    assert_int_equal(abut_pose_from_axis_angle(&c.at[1].pose, axis, 33), ABUT_OK);
    c.at[1].pose.translation[0] = .5;
    return c;
}

static void couple_free(couple* c)
{
    abut_query_free(c->query);
    for (int i = 0; i < 2; i++) {
        abut_model_free(c->model[i]);
        soup_free(&c->soup[i]);
    }
}

static int holds(const abut_deepest* x, const abut_deepest* truth)
{
    return x->lo <= truth->hi && x->hi >= truth->lo;
}

static void limits_leave_true_intervals(void** state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        couple c = couple_make(4, &distance_ways[w], NULL);
        const abut_reach_answer truth = reach_ask(c.query, &c.at[0], &c.at[1], NULL);
        assert_true(truth.complete && truth.a_in_b.lo > 0.68 && truth.a_in_b.hi < 0.69);
        size_t ended = 0;
        for (uint64_t budget = 1; budget < 1000000; budget *= 3) {
            const abut_solids_ask ask = {.budget = budget};
            const abut_reach_answer x = reach_ask(c.query, &c.at[0], &c.at[1], &ask);
            assert_true(holds(&x.a_in_b, &truth.a_in_b) && holds(&x.b_in_a, &truth.b_in_a));
            ended += !x.complete;
        }
        assert_true(ended > 2 && ended < 13);
        const abut_solids_ask asks[] = {{.deadline = 0.001},
                                        {.deadline = 60e6},
                                        {.absolute = (double)INFINITY},
                                        {.relative = (double)INFINITY},
                                        {.relative = 1e-2},
                                        {.absolute = 1e-10},
                                        {.absolute = 1e-300}};
        for (int i = 0; i < 7; i++) {
            const abut_reach_answer x = reach_ask(c.query, &c.at[0], &c.at[1], &asks[i]);
            assert_true(holds(&x.a_in_b, &truth.a_in_b) && holds(&x.b_in_a, &truth.b_in_a));
            assert_int_equal(x.complete, i != 0 && i != 6);
            if (i == 4) assert_true(x.a_in_b.hi - x.a_in_b.lo <= 1e-2 * x.a_in_b.hi);
            if (i == 5) assert_true(x.b_in_a.hi - x.b_in_a.lo <= 1e-10);
        }
        couple_free(&c);
    }
}

static void memory_that_fails_is_told(void** state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        couple c = couple_make(2, &distance_ways[w], &host);
        const abut_reach_answer truth = reach_ask(c.query, &c.at[0], &c.at[1], NULL);
        size_t fail = 0;
        for (int was_reached = 1; was_reached; fail++) {
            abut_reach_answer x, untouched;
            memset(&x, 0x5A, sizeof x);
            untouched = x;
            abut_query_free(c.query);
            c.query = reach_query(&host);
            memory.fail_at = memory.allocations + fail;
            const abut_status status = abut_reach(c.query, &c.at[0], &c.at[1], NULL, &x);
            was_reached = memory.allocations > memory.fail_at;
            memory.fail_at = SIZE_MAX;
            assert_int_equal(status, was_reached ? ABUT_OUT_OF_MEMORY : ABUT_OK);
            if (was_reached) assert_memory_equal(&x, &untouched, sizeof x);
            x = reach_ask(c.query, &c.at[0], &c.at[1], NULL);
            assert_true(reach_same(&x.a_in_b, &truth.a_in_b) &&
                        reach_same(&x.b_in_a, &truth.b_in_a));
        }
        assert_true(fail > 20);
        couple_free(&c);
        assert_int_equal(memory.blocks, 0);
    }
}

static void whoever_cancels_is_heard(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    couple pair = couple_make(4, &distance_ways[1], &host);
    const abut_reach_answer truth = reach_ask(pair.query, &pair.at[0], &pair.at[1], NULL);
    const size_t calls = c.progress_calls;
    assert_true(calls > 4);
    for (size_t at = 0; at < calls; at++) {
        abut_reach_answer x;
        memset(&x, 0x5A, sizeof x);
        c.progress_calls = 0;
        c.cancel_at = at;
        assert_int_equal(abut_reach(pair.query, &pair.at[0], &pair.at[1], NULL, &x),
                         ABUT_CANCELLED);
        c.cancel_at = SIZE_MAX;
    }
    const abut_reach_answer y = reach_ask(pair.query, &pair.at[0], &pair.at[1], NULL);
    assert_true(reach_same(&y.a_in_b, &truth.a_in_b) && reach_same(&y.b_in_a, &truth.b_in_a));
    couple_free(&pair);
    assert_int_equal(c.blocks, 0);
}

static void solids_may_be_given(void** state)
{
    (void)state;
    couple c = couple_make(3, &distance_ways[1], NULL);
    abut_solid* built[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(abut_solid_build(&built[i], c.model[i], NULL), ABUT_OK);
    const abut_solids_ask ask = {.a_solid = built[0], .b_solid = built[1]};
    const abut_solids_ask other = {.a_solid = built[1], .b_solid = built[0]};
    const abut_reach_answer x = reach_ask(c.query, &c.at[0], &c.at[1], NULL);
    const abut_reach_answer y = reach_ask(c.query, &c.at[0], &c.at[1], &ask);
    abut_reach_answer z;
    assert_true(reach_same(&x.a_in_b, &y.a_in_b) && reach_same(&x.b_in_a, &y.b_in_a));
    assert_int_equal(x.triangle_tests, y.triangle_tests);
    assert_int_equal(abut_reach(c.query, &c.at[0], &c.at[1], &other, &z), ABUT_BAD_COMBINATION);
    const abut_solids_ask wrong = {.absolute = -1}, not_a_number = {.relative = (double)NAN};
    assert_int_equal(abut_reach(c.query, &c.at[0], &c.at[1], &wrong, &z), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_reach(c.query, &c.at[0], &c.at[1], &not_a_number, &z), ABUT_NOT_FINITE);
    for (int i = 0; i < 2; i++)
        abut_solid_free(built[i]);
    couple_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_pairs_reach_as_deep),
        cmocka_unit_test(cuts_of_faces_do_not_matter),
        cmocka_unit_test(what_touches_is_not_deep),
        cmocka_unit_test(what_is_flat_ends),
        cmocka_unit_test(open_surfaces_reach_into_solids),
        cmocka_unit_test(limits_leave_true_intervals),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(whoever_cancels_is_heard),
        cmocka_unit_test(solids_may_be_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
