// test_distance_known.c - distances that were found by others: closed forms, and cases of bug reports (tests/cases). Each by
// every way to build, both orders, in all states of the floating-point unit, moved by common motions and scaled.
#include "support/common_motion.h"
#include "support/distance_check.h"
#include "support/distance_truth.h"
#include "support/float_mode.h"
#include "support/reports.h"

static cJSON *pairs, *reports;

static int load_cases(void** state)
{
    (void)state;
    pairs = reports_load(ABUT_CASES "/pairs.json");
    reports = reports_load(ABUT_CASES "/reports.json");
    return cJSON_GetArraySize(pairs) > 0 && cJSON_GetArraySize(reports) > 0 ? 0 : -1;
}

static int free_cases(void** state)
{
    (void)state;
    cJSON_Delete(pairs);
    cJSON_Delete(reports);
    return 0;
}

// ------------------------------------------------------------------------------------------- questions

typedef struct question {
    const char* name;
    soup_data soup[2];
    abut_pose pose[2];
} question;

static void question_free(question* q)
{
    soup_free(&q->soup[0]);
    soup_free(&q->soup[1]);
}

// By one way to build, in both orders.
static void ask_way(const question* q, const distance_way* way, const distance_truth* t,
                    const char* motion)
{
    const abut_soup soup[2] = {soup_of(&q->soup[0]), soup_of(&q->soup[1])};
    abut_model* model[2] = {distance_model(&soup[0], way, NULL), NULL};
    if (!model[0]) return;
    model[1] = distance_model(&soup[1], way, NULL);
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance at[2] = {{.model = model[0], .pose = q->pose[0]},
                                 {.model = model[1], .pose = q->pose[1]}};
    const abut_distance_ask options = {.detail = ABUT_DETAIL_POINTS};
    for (int i = 0; i < 2 * FLOAT_MODE_COUNT; i++) {
        const int order = i % 2;
        abut_distance_answer d;
        float_mode_enter(&float_modes[i / 2]);
        const abut_status status = abut_distance(query, &at[order], &at[!order], &options, &d);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        const char* fault = distance_truth_fault(t, order, &d);
        if (fault)
            fail_msg("%s, %s, %s, order %d, %s: %s: %.17g %.17g, pair %u %u", q->name, motion,
                     way->name, order, float_modes[i / 2].name, fault, d.lo, d.hi, d.pair.a,
                     d.pair.b);
    }
    abut_query_free(query);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

// All ways, moved by all that moves exactly.
static void ask_all(const question* q, distance_truth* t)
{
    for (int m = COMMON_MOTIONS; m-- > 0;) {  // at last as it is: so that is what t has then
        question moved = *q;
        common_motion_apply(&common_motions[m], q->pose, moved.pose);
        distance_truth_find(t, moved.soup, moved.pose);
        for (int w = 0; w < DISTANCE_WAYS; w++)
            ask_way(&moved, &distance_ways[w], t, common_motions[m].name);
    }
}

// ------------------------------------------------------------------------------------------ closed forms

static soup_data soup_of_corners(const double* corners, size_t count)
{
    soup_data s = soup_separate(count);
    memcpy(s.vertices, corners, 9 * count * sizeof *corners);
    return s;
}

// Box(x0, y0, z0, x1, y1, z1) and its triangles as DESIGN.md and DISTANCE.md number them, after others.
static void add_box(soup_data* s, const double box[6])
{
    static const int corner[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                   1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    soup_data out = soup_separate(s->triangle_count + 12);
    memcpy(out.vertices, s->vertices, 9 * s->triangle_count * sizeof *out.vertices);
    for (size_t i = 0; i < 36; i++) {
        double* v = out.vertices + 9 * s->triangle_count + 3 * i;
        const int k = corner[i];
        v[0] = box[k % 4 == 1 || k % 4 == 2 ? 3 : 0];
        v[1] = box[k % 4 > 1 ? 4 : 1];
        v[2] = box[k > 3 ? 5 : 2];
    }
    soup_free(s);
    *s = out;
}

static soup_data soup_of_box(const double box[6])
{
    soup_data s = soup_separate(0);
    add_box(&s, box);
    return s;
}

static void expect_square(const distance_truth* t, const char* name, const char* square)
{
    mpq_t x;
    mpq_init(x);
    assert_int_equal(mpq_set_str(x, square, 10), 0);
    mpq_canonicalize(x);
    if (!mpq_equal(x, distance_truth_least(t)->square)) fail_msg("%s: not %s", name, square);
    mpq_clear(x);
}

// Triangles a and b (A8 to A10): the square, and the features of the nearest points, which none other share.
static const struct {
    const char* name;
    double a[9], b[9];
    const char* square;
    abut_event features;
} triangles[] = {
    {"A8",
     {-1, 0, 0, 1, 0, 0, 0, 0, -1},
     {0, -1, 1, 0, 1, 1, 0, 0, 2},
     "1",
     {ABUT_FEATURE_EDGE_0, ABUT_FEATURE_EDGE_0}},
    {"A8, askew",
     {-1, 0, 0, 1, 0, 0, 0, 0, -1},
     {-1, -1, 1, 1, 1, 1, 0, 0, 2},
     "1",
     {ABUT_FEATURE_EDGE_0, ABUT_FEATURE_EDGE_0}},
    {"A9, corner to corner",
     {-1, 0, 0, 1, 0, 0, 0, 1, 0},
     {2, 0, 0, 4, 0, 0, 3, 1, 0},
     "1",
     {1, 0}},
    {"A9, corner to edge",
     {-1, 0, 0, 1, 0, 0, 0, 1, 0},
     {-1, 2, 0, 1, 2, 0, 0, 3, 0},
     "1",
     {2, ABUT_FEATURE_EDGE_0}},
    {"A9, in one plane",
     {-1, 0, 0, 1, 0, 0, 0, 1, 0},
     {1, 1, 0, 3, 1, 0, 2, 2, 0},
     "1/2",
     {ABUT_FEATURE_EDGE_0 + 1, 0}},
    {"A9, corner to face",
     {-1, 0, 0, 1, 0, 0, 0, 1, 0},
     {-1, 2, -.5, 1, 2, -.5, 0, 2, 1.5},
     "1",
     {2, ABUT_FEATURE_FACE}},
    {"A10, a point", {0, 0, 2, 0, 0, 2, 0, 0, 2}, {0, 0, 0, 1, 0, 0, 0, 1, 0}, "4", {0, 0}},
    {"A10, a segment",
     {2, -1, 1, 2, 1, 1, 2, 1, 1},
     {0, 0, 0, 1, 0, 0, 0, 1, 0},
     "2",
     {ABUT_FEATURE_EDGE_0, 1}},
};

static void triangles_are_as_far_as_known(void** state)
{
    (void)state;
    distance_truth t;
    distance_truth_init(&t);
    for (size_t i = 0; i < sizeof triangles / sizeof *triangles; i++) {
        question q = {triangles[i].name,
                      {soup_of_corners(triangles[i].a, 1), soup_of_corners(triangles[i].b, 1)},
                      {{.scale = 0}, {.scale = 0}}};
        ask_all(&q, &t);
        expect_square(&t, q.name, triangles[i].square);
        const abut_event f = distance_truth_least(&t)->features;
        if (f.a != triangles[i].features.a || f.b != triangles[i].features.b)
            fail_msg("%s: features %d %d", q.name, f.a, f.b);
        question_free(&q);
    }
    distance_truth_clear(&t);
}

static const double octahedron[72] = {
    1, 0, 0, 0, 1,  0,  0, 0,  1, 0,  1, 0, -1, 0, 0,  0, 0, 1, -1, 0,  0,  0,  -1, 0,
    0, 0, 1, 0, -1, 0,  1, 0,  0, 0,  0, 1, 0,  1, 0,  1, 0, 0, 0,  0,  -1, -1, 0,  0,
    0, 1, 0, 0, 0,  -1, 0, -1, 0, -1, 0, 0, 0,  0, -1, 1, 0, 0, 0,  -1, 0,  0,  0,  -1};

// Boxes; a without extent: the octahedron. How many pairs of triangles are within some lengths.
static const struct {
    const char* name;
    double a[6], b[6];
    const char* square;
    struct {
        double within;
        size_t count;
    } counts[7];
} boxes[] = {
    {"A1, one in another",
     {-1, -1, -1, 1, 1, 1},
     {-.25, -.25, -.25, .25, .25, .25},
     "9/16",
     {{.75, 104}, {1, 120}}},
    {"A2, columns",
     {0, -.1, 0, 2, .1, 3},
     {2.05, -.1, 0, 4.05, .1, 3},
     "3169126500570550985743621161/1267650600228229401496703205376",
     {{0.049, 0}}},
    {"A4, side by side",
     {0, 0, 0, 1, 1, 1},
     {2, 0, 0, 3, 1, 1},
     "1",
     {{0x1.fffffffffffffp-1, 0}, {1, 64}, {1.2, 64}, {1.5, 96}, {2, 134}, {3, 144}}},
    {"A5, edges", {0, 0, 0, 1, 1, 1}, {2, 2, 0, 3, 3, 1}, "2", {{1.4, 0}, {1.5, 46}, {2, 64}}},
    {"A6, octahedron",
     {0},
     {1, 1, 1, 2, 2, 2},
     "4/3",
     {{1.1547005383792515, 0}, {1.1547005383792517, 5}}},
    {"A7, crossed bars",
     {-5, -.125, -.125, 5, .125, .125},
     {-.125, -5, .875, .125, 5, 1.125},
     "9/16",
     {{.75, 16}, {1, 50}}},
    {"A14, a last place",
     {-.5, -.5, -.5, .5, .5, .5},
     {-.5, -.5, 1.1, .5, .5, 2},
     NULL,
     {{0.6, 0}, {0.6000000000000001, 64}}},
};
enum { BOXES = sizeof boxes / sizeof *boxes };

static question question_of_boxes(int i)
{
    const int is_box = boxes[i].a[0] < boxes[i].a[3];
    return (question){boxes[i].name,
                      {is_box ? soup_of_box(boxes[i].a) : soup_of_corners(octahedron, 8),
                       soup_of_box(boxes[i].b)},
                      {{.scale = 0}, {.scale = 0}}};
}

static void boxes_are_as_far_as_known(void** state)
{
    (void)state;
    distance_truth t;
    distance_truth_init(&t);
    for (int i = 0; i < BOXES; i++) {
        question q = question_of_boxes(i);
        ask_all(&q, &t);
        if (boxes[i].square) expect_square(&t, q.name, boxes[i].square);
        for (int k = 0; k < 7 && boxes[i].counts[k].within > 0; k++) {
            const double within[2] = {boxes[i].counts[k].within, 0};
            const size_t found = distance_truth_count(&t, within, 0);
            if (found != boxes[i].counts[k].count)
                fail_msg("%s, within %.17g: %zu pairs", q.name, within[0], found);
        }
        question_free(&q);
    }
    distance_truth_clear(&t);
}

// A18: nothing is too small for anybody who has no thresholds.
static void small_boxes_are_as_far_as_known(void** state)
{
    (void)state;
    static const double sizes[] = {1e-3, 1e-6, 1e-10};
    distance_truth t;
    distance_truth_init(&t);
    for (int i = 0; i < 3 * (BOXES - 1); i++) {
        question q = question_of_boxes(i / 3);
        for (int side = 0; side < 2; side++)
            soup_transform(&q.soup[side], sizes[i % 3], 0);
        distance_truth_find(&t, q.soup, q.pose);
        assert_int_equal(t.contact_count, 0);
        for (int w = 0; w < DISTANCE_WAYS; w++)
            ask_way(&q, &distance_ways[w], &t, "in the file");
        question_free(&q);
    }
    distance_truth_clear(&t);
}

// A11, and holes that pins go through: a frame of four bars.
static question question_of_pin(double half, double hole)
{
    const double out = hole + 0.375, bars[4][6] = {{-out, -out, -.5, -hole, out, .5},
                                                   {hole, -out, -.5, out, out, .5},
                                                   {-hole, -out, -.5, hole, -hole, .5},
                                                   {-hole, hole, -.5, hole, out, .5}};
    const double pin[6] = {-half, -half, -2, half, half, 2};
    question q = {
        "a pin in a hole", {soup_of_box(pin), soup_separate(0)}, {{.scale = 0}, {.scale = 0}}};
    for (int i = 0; i < 4; i++)
        add_box(&q.soup[1], bars[i]);
    return q;
}

static void a_pin_is_as_far_as_known(void** state)
{
    (void)state;
    distance_truth t;
    distance_truth_init(&t);
    question q = question_of_pin(.5, .625);
    ask_all(&q, &t);
    expect_square(&t, q.name, "1/64");
    question_free(&q);
    distance_truth_clear(&t);
}

// ------------------------------------------------------------------------------------------- bug reports

static soup_data soup_of_case(const cJSON* of_case, const char* name)
{
    const cJSON* const object = cJSON_GetObjectItemCaseSensitive(of_case, name);
    const cJSON* const vertices = cJSON_GetObjectItemCaseSensitive(object, "vertices");
    const cJSON* const list = cJSON_GetObjectItemCaseSensitive(object, "triangles");
    soup_data s = soup_separate((size_t)cJSON_GetArraySize(list));
    assert_true(s.triangle_count > 0);
    double* v = s.vertices;
    const cJSON* item;
    cJSON_ArrayForEach(item, list) for (int i = 0; i < 3; i++)
    {
        const int index = cJSON_GetArrayItem(item, i)->valueint;
        const cJSON* const corner = cJSON_GetArrayItem(vertices, index);
        for (int k = 0; k < 3; k++)
            *v++ = cJSON_GetArrayItem(corner, k)->valuedouble;
    }
    return s;
}

static question question_of_case(const cJSON* of_case, const char* name)
{
    question q = {name,
                  {soup_of_case(of_case, "a"), soup_of_case(of_case, "b")},
                  {{.scale = 0}, {.scale = 0}}};
    const cJSON* const poses = cJSON_GetObjectItemCaseSensitive(of_case, "poses");
    for (int side = 0; poses && side < 2; side++) {
        const char* text = cJSON_GetArrayItem(poses, side)->valuestring;
        double matrix[16];
        char* end;
        for (int i = 0; i < 16; i++, text = end)
            matrix[i] = strtod(text, &end);
        assert_int_equal(abut_pose_from_matrix(&q.pose[side], matrix), ABUT_OK);
    }
    return q;
}

static const char* text_of(const cJSON* of_case, const char* name)
{
    const cJSON* const item = cJSON_GetObjectItemCaseSensitive(of_case, name);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

// The pair that is named by whoever wrote the case. Its points may be others that are as near.
static void expect_pair(const cJSON* of_case, const distance_truth* t)
{
    const cJSON* const pair = cJSON_GetObjectItemCaseSensitive(of_case, "triangles");
    assert_int_equal(t->pair[0].a, cJSON_GetArrayItem(pair, 0)->valueint);
    assert_int_equal(t->pair[0].b, cJSON_GetArrayItem(pair, 1)->valueint);
}

static void reports_are_as_far_as_known(void** state)
{
    (void)state;
    distance_truth t;
    distance_truth_init(&t);
    int count = 0;
    const cJSON* item;
    cJSON_ArrayForEach(item, reports)
    {
        if (strcmp(text_of(item, "kind"), "distance") != 0) continue;
        question q = question_of_case(item, text_of(item, "id"));
        ask_all(&q, &t);
        expect_square(&t, q.name, text_of(item, "distance_squared"));
        expect_pair(item, &t);
        question_free(&q);
        count++;
    }
    distance_truth_clear(&t);
    assert_int_equal(count, 19);
}

// The distance of a case of contacts, which was found in doubles: of A17, near contact, eight digits.
static void cases_are_as_far_as_known(void** state)
{
    (void)state;
    distance_truth t;
    distance_truth_init(&t);
    const cJSON* item;
    cJSON_ArrayForEach(item, pairs)
    {
        question q = question_of_case(item, text_of(item, "name"));
        ask_all(&q, &t);
        const double d = cJSON_GetObjectItemCaseSensitive(item, "distance")->valuedouble;
        const oracle_gap* gap = distance_truth_least(&t);
        if (oracle_compare_double(d * (1 - 1e-8), gap->square) > 0 ||
            oracle_compare_double(d * (1 + 1e-8), gap->square) < 0)
            fail_msg("%s: not %.17g", q.name, d);
        question_free(&q);
    }
    distance_truth_clear(&t);
}

// -------------------------------------------------------------------------------------------- tolerances

static void expect_within(const question* q, double within, int is_within)
{
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        const abut_soup soup[2] = {soup_of(&q->soup[0]), soup_of(&q->soup[1])};
        abut_model* model[2] = {distance_model(&soup[0], &distance_ways[w], NULL), NULL};
        if (!model[0]) continue;
        model[1] = distance_model(&soup[1], &distance_ways[w], NULL);
        abut_query* query = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        const abut_instance at[2] = {{.model = model[0]}, {.model = model[1]}};
        const abut_distance_ask options = {.within = within};
        for (int order = 0; order < 2; order++) {
            abut_distance_answer d;
            assert_int_equal(abut_distance(query, &at[order], &at[!order], &options, &d), ABUT_OK);
            if (d.is_farther == is_within || d.has_pair != is_within)
                fail_msg("%s, %s, within %.17g: farther %d", q->name, distance_ways[w].name, within,
                         d.is_farther);
        }
        abut_query_free(query);
        abut_model_free(model[0]);
        abut_model_free(model[1]);
    }
}

static void pipe_and_tray(void)
{
    const double pipe[6] = {0, 0, 0, 5, .1, .1}, tray[6] = {0, 0, .1 + .19, 5, .3, .4};
    question q = {
        "a pipe and a tray", {soup_of_box(pipe), soup_of_box(tray)}, {{.scale = 0}, {.scale = 0}}};
    expect_within(&q, .30, 1);
    expect_within(&q, .18, 0);
    question_free(&q);
}

static void pin_in_hole(void)
{
    question q = question_of_pin(2.85, 3);
    expect_within(&q, .3, 1);
    expect_within(&q, .1, 0);
    question_free(&q);
}

static void numbers_that_are_none(void)
{
    const double box[6] = {0, 0, 0, 1, 1, 1};
    soup_data s = soup_of_box(box);
    abut_model* m = soup_build(&s, NULL);
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance at = {.model = m};
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 3; i++) {
        const abut_distance_ask absolute = {.absolute = bad[i]}, relative = {.relative = bad[i]};
        abut_distance_answer d;
        assert_true(abut_distance(query, &at, &at, &absolute, &d) < 0);
        assert_true(abut_distance(query, &at, &at, &relative, &d) < 0);
    }
    abut_query_free(query);
    abut_model_free(m);
    soup_free(&s);
}

// Every case of the reports is tested, here or where depths are (test_depth_known).
static void tolerances_are_kept_as_known(void** state)
{
    (void)state;
    static const struct {
        const char* id;
        void (*test)(void);  // NULL: of depth
    } known[] = {{"T-ifc3444", pipe_and_tray},
                 {"T-kernelcad453", pin_in_hole},
                 {"T-touchonly", NULL},
                 {"T-ifclite4244", numbers_that_are_none}};
    const int known_count = sizeof known / sizeof *known;
    int count = 0;
    const cJSON* item;
    cJSON_ArrayForEach(item, reports)
    {
        const char *kind = text_of(item, "kind"), *id = text_of(item, "id");
        if (!strcmp(kind, "distance") || !strcmp(kind, "ccd")) continue;  // test_sweep_known
        int k = 0;
        while (k < known_count && strcmp(known[k].id, id) != 0)
            k++;
        if (k < known_count && known[k].test) {
            known[k].test();
            count++;
        } else {
            assert_true(k < known_count || !strcmp(kind, "penetration"));
            assert_non_null(cJSON_GetObjectItem(item, "solids"));
        }
    }
    assert_int_equal(count, 3);
}

// Farther apart than any double, and margins whose sum is none, either.
static void margins_beyond_the_doubles_are_added(void** state)
{
    (void)state;
    const double near_end[9] = {-1.2e308, 0, 0, -1.2e308, 1e300, 0, -1.2e308, 0, 1e300};
    const double far_end[9] = {1.2e308, 0, 0, 1.2e308, 1e300, 0, 1.2e308, 0, 1e300};
    static const double margins[] = {1.1e308, 1.3e308, 1.7e308};
    soup_data s[2] = {soup_of_corners(near_end, 1), soup_of_corners(far_end, 1)};
    const abut_soup soup[2] = {soup_of(&s[0]), soup_of(&s[1])};
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model* model[2] = {distance_model(&soup[0], &distance_ways[w], NULL), NULL};
        if (!model[0]) continue;
        model[1] = distance_model(&soup[1], &distance_ways[w], NULL);
        for (int i = 0; i < 3; i++) {
            const abut_instance at[2] = {{.model = model[0], .margin = margins[i]},
                                         {.model = model[1], .margin = margins[i]}};
            abut_clearance_answer c;
            assert_int_equal(abut_clearance(query, &at[0], &at[1], NULL, &c), ABUT_OK);
            if (c.band != (i ? ABUT_BAND_CLOSE : ABUT_BAND_CLEAR))
                fail_msg("%s, margins %g: %s", distance_ways[w].name, margins[i],
                         abut_band_text(c.band));
        }
        abut_model_free(model[0]);
        abut_model_free(model[1]);
    }
    abut_query_free(query);
    soup_free(&s[0]);
    soup_free(&s[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_as_far_as_known),
        cmocka_unit_test(boxes_are_as_far_as_known),
        cmocka_unit_test(small_boxes_are_as_far_as_known),
        cmocka_unit_test(a_pin_is_as_far_as_known),
        cmocka_unit_test(reports_are_as_far_as_known),
        cmocka_unit_test(cases_are_as_far_as_known),
        cmocka_unit_test(tolerances_are_kept_as_known),
        cmocka_unit_test(margins_beyond_the_doubles_are_added),
    };
    return cmocka_run_group_tests(tests, load_cases, free_cases);
}
