// test_cli_clearance.c - "--clearance D" of check and fly: contact, too close or clear, against known answers and against
// what the library says of each step by brute force; every form of output, exit statuses, and what is refused.
#include "path/poses.h"
#include "support/measured.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/pruning.h"

#include <abut/distance.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define EXPECT_STATE(wanted, status, ...) expect_state("check", wanted, status, PATHS(__VA_ARGS__))

static const char* text_of(const cJSON* object, const char* key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
}

// -------------------------------------------------------------------------------------------- check

static void states(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--clearance", "1.9999999999999998");
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--clearance", "2");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1", "--clearance", "2");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,0.5", "--clearance", "0");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,1.0000000000000002", "--clearance", "0");
    EXPECT_STATE("undecided", 3, "--move-b", "0,0,3", "--clearance", "1", "--budget", "1");
}

// A distance that is a double can be just the limit; one between two doubles is never.
static void what_is_just_so_far(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--clearance", "2", "--strict");
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--clearance", "2.0000000000000004", "--strict");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,1.0000000000000002", "--clearance", "0", "--strict");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1", "--clearance", "0", "--strict");
    // The root of 2 is between these two.
    EXPECT_STATE("close", 1, "--move-b", "2,2,0", "--clearance", "1.4142135623730951");
    EXPECT_STATE("close", 1, "--move-b", "2,2,0", "--clearance", "1.4142135623730951", "--strict");
    EXPECT_STATE("clear", 0, "--move-b", "2,2,0", "--clearance", "1.4142135623730949");
    EXPECT_STATE("clear", 0, "--move-b", "2,2,0", "--clearance", "1.4142135623730949", "--strict");
    // A search that was stopped says what its bounds prove.
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--clearance", "2.5", "--strict", "--budget",
                 "140", "--method", "brute");
    EXPECT_STATE("undecided", 3, "--move-b", "0,0,3", "--clearance", "2", "--strict", "--budget",
                 "140", "--method", "brute");
    EXPECT_STATE("undecided", 3, "--move-b", "0,0,3", "--clearance", "0", "--strict", "--budget",
                 "140", "--method", "brute");
}

// The same as "abut distance --within" says, by every method, and all that check says of a contact.
static void expect_of_distance(const char* move, const char* method, int status)
{
    static const char* const told[] = {"state",    "lo",      "hi",     "pair",
                                       "features", "a_point", "b_point"};
    cJSON* root = CLI_JSON(status, "check", "a.obj", "b.obj", "--move-b", move, "--clearance",
                           "2.5", "--json", "--method", method);
    cJSON* distance = CLI_JSON(status, "distance", "a.obj", "b.obj", "--move-b", move, "--within",
                               "2.5", "--json");
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        assert_true(cJSON_Compare(cli_member(root, told[i]), cli_member(distance, told[i]), 1));
    const bool is_contact = strcmp(text_of(root, "state"), "contact") == 0;
    assert_true(cJSON_IsTrue(cli_member(root, "contact")) == is_contact);
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    if (is_contact) {
        cJSON* plain = CLI_JSON(1, "check", "a.obj", "b.obj", "--move-b", move, "--json");
        assert_true(cJSON_Compare(cli_member(root, "pairs"), cli_member(plain, "pairs"), 1));
        assert_true(
            cJSON_Compare(cli_member(root, "pair_count"), cli_member(plain, "pair_count"), 1));
        cJSON_Delete(plain);
    } else {
        assert_int_equal(cJSON_GetArraySize(cli_member(root, "pairs")), 0);
    }
    cJSON_Delete(root);
    cJSON_Delete(distance);
}

static void as_distance_has_it(void** state)
{
    (void)state;
    static const char* const methods[] = {"wide", "brute", "aabb", "obb", "sphere"};
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    BOX("b.obj", -.25, -.25, -.25, .25, .25, .25);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        abut_method found;
        if (abut_method_from_name(methods[m], &found) != ABUT_OK || !method_is_here((int)found))
            continue;
        expect_of_distance("3,2,0.5", methods[m], 1);
        expect_of_distance("0.5,0.5,0.5", methods[m], 1);  // within the box, off its walls
        expect_of_distance("0.75,0.5,0.5", methods[m], 1);
        expect_of_distance("4,0,0", methods[m], 0);
    }
}

static void keys(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    cJSON* root = CLI_JSON(1, "check", "a.obj", "quads.obj", "--move-b", "3,0,0", "--clearance",
                           "3", "--json");
    expect_keys(root, "abut format a b contact pair_count complete empty state lo hi pair face "
                      "features a_point b_point pairs warnings stats seconds");
    assert_true(cJSON_IsFalse(cli_member(root, "contact")));
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(cli_member(root, "face"), 0)));
    cJSON_Delete(root);
    root =
        CLI_JSON(0, "check", "a.obj", "a.obj", "--move-b", "3,0,0", "--clearance", "1", "--json");
    expect_numbers(root, PATHS("lo", "pair_count"), VALUES(1, 0));
    static const char* const nulls[] = {"hi", "pair", "features", "a_point", "b_point"};
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++)
        assert_true(cJSON_IsNull(cli_member(root, nulls[i])));
    cJSON_Delete(root);
    // That there is no contact may be known before how far it is.
    root = CLI_JSON(3, "check", "a.obj", "a.obj", "--move-b", "2,2,0", "--clearance", "1", "--json",
                    "--budget", "140", "--method", "brute");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    cJSON_Delete(root);
    if (!PRUNING) return;
    root = CLI_JSON(0, "check", "a.obj", "a.obj", "--move-b", "2,2,0", "--clearance", "0.25",
                    "--json", "--budget", "3", "--method", SOME_TREE_NAME);
    assert_true(cJSON_IsFalse(cli_member(root, "contact")));
    cJSON_Delete(root);
}

// Run, and leave the times out.
static void expect_out(int status, const char* wanted, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    char* end = strstr(r.out, "seconds: ");
    if (end) *end = '\0';
    assert_string_equal(r.out, wanted);
    cli_free(&r);
}
#define EXPECT_OUT(status, wanted, ...) expect_out(status, wanted, PATHS(__VA_ARGS__))
#define BOXES                           "a: a.obj, 12 triangles\nb: a.obj, 12 triangles\n"

static void texts(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    EXPECT_OUT(1,
               BOXES "close: from 1.4142135623730949 to 1.4142135623730951 apart, which is within "
                     "2\n"
                     "nearest triangle 0 of a, its vertex 1, at 1, 1, 0\n"
                     "    and triangle 0 of b, its vertex 0, at 2, 2, 0\n",
               "check", "a.obj", "a.obj", "--move-b", "2,2,0", "--clearance", "2");
    EXPECT_OUT(1,
               BOXES "close: 1 apart, which is less than 2\n"
                     "nearest triangle 0 of a, its vertex 2, at 1, 0, 0\n"
                     "    and triangle 0 of b, its vertex 0, at 2, 0, 0\n",
               "check", "a.obj", "a.obj", "--move-b", "2,0,0", "--clearance", "2", "--strict");
    EXPECT_OUT(0, BOXES "clear: more than 0.5 apart\n", "check", "a.obj", "a.obj", "--move-b",
               "2,2,0", "--clearance", "0.5", "--points");
    EXPECT_OUT(0, BOXES "clear: more than 0 apart\n", "check", "a.obj", "a.obj", "--move-b",
               "2,2,0", "--clearance", "0");
    EXPECT_OUT(1, BOXES "contact: 64 pairs of triangles (56 touch, 8 coplanar)\n", "check", "a.obj",
               "a.obj", "--move-b", "0,0,1", "--clearance", "2");
    EXPECT_OUT(1,
               BOXES
               "contact: at least 1 pair of triangles (1 coplanar)\nstopped at the limit of 1 "
               "pair: there may be more\n",
               "check", "a.obj", "a.obj", "--move-b", "0,0,1", "--clearance", "2", "--first");
    cli_result r = CLI("check", "a.obj", "a.obj", "--move-b", "0,0,3", "--clearance", "1",
                       "--stats", "--threads", "1");
    cli_expect_text(r.out, "\nclear: more than 1 apart\ntests: ");
    cli_free(&r);
    r = CLI("check", "a.obj", "a.obj", "--move-b", "0,0,3", "--clearance", "1", "--budget", "1",
            "--method", "brute");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\nundecided: ");
    cli_expect_text(r.out, " apart\nstopped after 1 test: the budget ended the search\n");
    cli_free(&r);
}

// A contact that is found before the budget ends is listed, if there is time for no other.
static void contacts_within_a_budget(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    size_t known = 0;
    for (int budget = 1; budget < 400; budget += 13) {
        char text[16];
        snprintf(text, sizeof text, "%d", budget);
        const char* const* arguments =
            PATHS("check", "a.obj", "a.obj", "--move-b", "0,0,1", "--clearance", "1", "--budget",
                  text, "--method", "brute", "--json");
        cli_result r = cli_run(&(cli_call){.arguments = arguments});
        cJSON* root = cJSON_Parse(r.out);
        assert_non_null(root);
        const bool is_contact = strcmp(text_of(root, "state"), "contact") == 0;
        // That they are nearer than D may be known before whether they touch.
        const bool is_close = strcmp(text_of(root, "state"), "close") == 0;
        const double count = cli_number(root, "pair_count");
        assert_int_equal(r.status, is_contact || is_close ? 1 : 3);
        assert_true(!is_close || (cli_number(root, "lo") <= 0 && cli_number(root, "hi") <= 1));
        assert_true(is_contact == (count > 0));
        assert_true(cJSON_IsTrue(cli_member(root, "contact")) == is_contact);
        assert_true(cli_number(root, "stats.triangle_tests") <= budget);
        const cJSON* pair = cJSON_GetArrayItem(cli_member(root, "pairs"), 0);
        assert_true(!is_contact || strcmp(text_of(pair, "kind"), "cross") != 0);
        known += is_contact && cJSON_IsFalse(cli_member(root, "complete"));
        cJSON_Delete(root);
        cli_free(&r);
    }
    assert_true(known > 0);
}

static void nothing_to_check(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(3, "check", "cube.obj", "empty.off", "--clearance", "1", "--json");
    assert_string_equal(text_of(root, "state"), "undecided");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    assert_true(cJSON_IsNull(cli_member(root, "lo")) && cJSON_IsNull(cli_member(root, "hi")));
    cJSON_Delete(root);
    root = CLI_JSON(0, "check", "cube.obj", "empty.off", "--clearance", "1", "--json",
                    "--allow-empty");
    assert_string_equal(text_of(root, "state"), "clear");
    cJSON_Delete(root);
}

// What is drawn is what "abut distance" draws.
static void one_picture(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    cli_result r = CLI("check", "a.obj", "a.obj", "--move-b", "2,1.5,0", "--clearance", "2",
                       "--picture", "c.png", "--quiet");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,1.5,0", "--picture", "d.png", "--quiet");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    r = cli_run(&(cli_call){.arguments = PATHS("c.png", "d.png"), .program = "/usr/bin/cmp"});
    assert_int_equal(r.status, 0);
    cli_free(&r);
    // Where they meet, it is that of check.
    r = CLI("check", "a.obj", "a.obj", "--move-b", "0.5,0.5,0", "--clearance", "2", "--picture",
            "c.png");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    r = CLI("check", "a.obj", "a.obj", "--move-b", "0.5,0.5,0", "--picture", "d.png");
    cli_free(&r);
    r = cli_run(&(cli_call){.arguments = PATHS("c.png", "d.png"), .program = "/usr/bin/cmp"});
    assert_int_equal(r.status, 0);
    cli_free(&r);
    assert_int_equal(unlink("c.png"), 0);
    assert_int_equal(unlink("d.png"), 0);
}

// ---------------------------------------------------------------------------------------------- fly

static void make(const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .program = ABUT_SCENE_PROGRAM});
    if (r.status != 0) fail_msg("abut-scene: %s", r.err);
    cli_free(&r);
}
#define MAKE(...) make(PATHS(__VA_ARGS__))

// steps: "steps=80".
static void make_flight(const char* steps)
{
    MAKE("tetra", "count=40", "size=0.2", "-o", "rocks.off");
    MAKE("torus", "rings=8", "sides=5", "--fit", "0.25", "-o", "ring.obj");
    MAKE("billiard", steps, "step=0.2", "seed=3", "-a", "rocks.off", "-b", "ring.obj", "-o",
         "f.frames");
}

static abut_model* read_model(const char* path)
{
    mesh m = {0};
    assert_int_equal(mesh_read_file(&m, path, NULL, NULL), MESH_OK);
    abut_model* model = model_of_mesh(&m, ABUT_METHOD_BRUTE);
    mesh_free(&m);
    return model;
}

enum { STEPS = PRUNING ? 80 : 12 };  // all pairs at each take long
typedef struct flight {
    abut_distance_answer answers[STEPS];
    size_t pairs[STEPS];
} flight;

// By brute force, however far; and the pairs in contact.
static void ask_flight(flight* f)
{
    abut_instance a = {.model = read_model("rocks.off")}, b = {.model = read_model("ring.obj")};
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    abut_query* query = NULL;
    abut_hits hits;
    poses p;
    assert_int_equal(poses_read_file(&p, "f.frames", NULL), POSES_OK);
    assert_int_equal(p.count, STEPS);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (size_t i = 0; i < STEPS; i++) {
        a.pose = p.poses[2 * i];
        b.pose = p.poses[2 * i + 1];
        assert_int_equal(abut_distance(query, &a, &b, &points, &f->answers[i]), ABUT_OK);
        assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
        f->pairs[i] = hits.count;
    }
    abut_query_free(query);
    poses_free(&p);
    abut_model_free((abut_model*)(uintptr_t)a.model);
    abut_model_free((abut_model*)(uintptr_t)b.model);
}

static void expect_pair(const cJSON* object, const abut_pair* pair)
{
    const cJSON* found = cJSON_GetObjectItem(object, "pair");
    assert_int_equal(cJSON_GetArrayItem(found, 0)->valueint, pair->a);
    assert_int_equal(cJSON_GetArrayItem(found, 1)->valueint, pair->b);
}

static void expect_step(const cJSON* step, const flight* f, size_t i, double clearance)
{
    const abut_distance_answer* d = &f->answers[i];
    const bool is_far = d->lo > clearance || (d->lo == clearance && d->hi > clearance);
    assert_true(cli_number(step, "pair_count") == (double)f->pairs[i]);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(step, "contact")) == (d->hi == 0));
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(step, "complete")));
    assert_string_equal(text_of(step, "state"), d->hi == 0 ? "contact"
                                                : is_far   ? "clear"
                                                           : "close");
    if (is_far) {
        assert_true(cli_number(step, "lo") == clearance);
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(step, "hi")));
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(step, "pair")));
        return;
    }
    expect_numbers(step, PATHS("lo", "hi"), VALUES(d->lo, d->hi));
    expect_pair(step, &d->pair);
}

// clearance: the text and its number.
static void expect_flight(const flight* f, const char* text, const char* const way[3])
{
    const double clearance = strtod(text, NULL);
    cJSON* root = CLI_JSON(1, "fly", "rocks.off", "ring.obj", "--path", "f.frames", "--json",
                           "--clearance", text, way[0], way[1], way[2]);
    const cJSON *step, *summary = cli_member(root, "summary");
    size_t at = 0, close = 0, contacts = 0, least = 0;
    cJSON_ArrayForEach(step, cli_member(root, "steps"))
    {
        expect_step(step, f, at, clearance);
        close += strcmp(text_of(step, "state"), "close") == 0;
        contacts += f->pairs[at] > 0;
        if (f->answers[at].hi < f->answers[least].hi) least = at;
        at++;
    }
    assert_int_equal(at, STEPS);
    if (PRUNING) assert_true(close > 10 && contacts > 2 && close + contacts < STEPS - 10);
    expect_numbers(summary, PATHS("contact_frames", "close_frames", "undecided_frames"),
                   VALUES((double)contacts, (double)close, 0));
    const cJSON* nearest = cJSON_GetObjectItem(summary, "least");
    expect_numbers(nearest, PATHS("lo", "hi", "step"),
                   VALUES(f->answers[least].lo, f->answers[least].hi, (double)least));
    expect_pair(nearest, &f->answers[least].pair);
    cJSON_Delete(root);
}

static void every_step_is_that_of_brute_force(void** state)
{
    (void)state;
    static flight f;
    make_flight(PRUNING ? "steps=80" : "steps=12");
    ask_flight(&f);
    static const char* const ways[][3] = {{NULL},
                                          {"--coherent"},
                                          {"--coherent", "--method", SOME_TREE_NAME},
                                          {"--deadline", "1000s"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_flight(&f, "0.05", ways[i]);
}

static void drop_times(cJSON* root)
{
    static const char* const times[] = {"mean_us", "p99_us", "max_us"};
    cJSON* step;
    cJSON_ArrayForEach(step, cJSON_GetObjectItem(root, "steps"))
    {
        cJSON_DeleteItemFromObject(step, "us");
    }
    for (int k = 0; k < 3; k++)
        cJSON_DeleteItemFromObject(cJSON_GetObjectItem(root, "summary"), times[k]);
    cJSON_DeleteItemFromObject(root, "seconds");
}

// Nor the counters of the work, nor what stays undecided.
static void threads_change_nothing(void** state)
{
    (void)state;
    static const struct {
        const char* options[3];
        int status;
    } ways[] = {{{NULL}, 1},
                {{"--coherent", "--strict"}, 1},
                {{"--coherent", "--budget", "60"}, PRUNING ? 1 : 3},
                {{"--budget", "20"}, 3}};
    static const char* const counts[] = {"1", "2", "5"};
    make_flight(PRUNING ? "steps=600" : "steps=40");  // several stretches, also of 256
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const char* const* o = ways[i].options;
        cJSON* answers[3];
        for (int k = 0; k < 3; k++) {
            answers[k] =
                CLI_JSON(ways[i].status, "fly", "rocks.off", "ring.obj", "--path", "f.frames",
                         "--json", "--clearance", "0.05", "--threads", counts[k], o[0], o[1], o[2]);
            drop_times(answers[k]);
        }
        assert_true(cJSON_Compare(answers[0], answers[1], 1));
        assert_true(cJSON_Compare(answers[0], answers[2], 1));
        if (i >= 2) assert_true(cli_number(answers[0], "summary.undecided_frames") > 0);
        for (int k = 0; k < 3; k++)
            cJSON_Delete(answers[k]);
    }
}

// Small steps are begun with the nearest pair of the step before.
static void coherent_saves_work(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("all is tested anyway");
    double tests[2];
    MAKE("torus", "rings=40", "sides=20", "-o", "torus.off");
    MAKE("turn", "distance=4", "steps=200", "-o", "turn.frames");
    for (int i = 0; i < 2; i++) {
        cJSON* root = CLI_JSON(1, "fly", "torus.off", "torus.off", "--path", "turn.frames",
                               "--clearance", "5", "--json", i ? "--coherent" : NULL);
        expect_numbers(root, PATHS("summary.close_frames"), VALUES(200));
        tests[i] = cli_number(root, "stats.volume_tests");
        cJSON_Delete(root);
    }
    assert_true(tests[1] < tests[0]);
}

#define FLY "fly", "cube.obj", "cube.off", "--path", "b.path"

static void write_path(void)
{
    cli_write_file("b.path", "4 0 0 0 0 0 1\n1.5 0 0 0 0 0 1\n1.25 0 0 0 0 0 1\n0.5 0 0 0 0 0 1\n"
                             "2 0 0 0 0 0 1\n");
}

// Leave out of CSV the microseconds, the fourth column.
static void drop_column(char* csv)
{
    char* to = csv;
    int column = 0;
    for (const char* at = csv; *at; at++) {
        if (*at == '\n') column = -1;
        if (*at == ',' || column < 0) column++;
        if (column != 3) *to++ = *at;
    }
    *to = '\0';
}

static void forms_of_flights(void** state)
{
    (void)state;
    write_path();
    cli_result r = CLI(FLY, "--clearance", "1");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "\ncontact at 1 of 5 steps: ");
    cli_expect_text(r.out, " pairs of triangles\nclose at 3 of 5 steps: at most 1 apart\nleast "
                           "distance: 0, at step 3, of triangle ");
    cli_expect_text(r.out, "\n  first step    last step  state            pairs  distance\n"
                           "           0            0  clear                0  above 1\n"
                           "           1            2  close                0  0.25\n"
                           "           3            3  contact     ");
    cli_expect_text(r.out, "\n           4            4  close                0  1\n");
    cli_free(&r);
    r = CLI(FLY, "--clearance", "1", "--strict", "--steps");
    cli_expect_text(r.out, "\nclose at 2 of 5 steps: less than 1 apart\n");
    cli_expect_text(r.out, "\n        step  state            pairs   microseconds  distance\n"
                           "           0  clear                0 ");
    cli_expect_text(r.out, "  0.25\n           3  contact ");
    cli_free(&r);
    r = CLI(FLY, "--clearance", "1", "--csv");
    assert_int_equal(r.status, 1);
    drop_column(r.out);
    cli_expect_text(r.out, "step,contact,pair_count,state,complete,lo,hi\n0,false,0,clear,true,1,\n"
                           "1,false,0,close,true,0.5,0.5\n2,false,0,close,true,0.25,0.25\n3,true,");
    cli_expect_text(r.out, ",contact,true,0,0\n4,false,0,close,true,1,1\n");
    cli_free(&r);
    cJSON* root = CLI_JSON(1, FLY, "--clearance", "1", "--json");
    expect_keys(cJSON_GetArrayItem(cli_member(root, "steps"), 0),
                "step contact pair_count us state complete lo hi pair");
    expect_keys(cli_member(root, "summary"), "steps contact_frames undecided_frames pairs "
                                             "close_frames least mean_us p99_us max_us");
    expect_keys(cli_member(root, "summary.least"), "lo hi pair step");
    cJSON_Delete(root);
    cli_write_file("t.csv", "t,x,y,z,qx,qy,qz,qw\n0.5,3,0,0,0,0,0,1\n");
    r = CLI("fly", "cube.obj", "quads.obj", "--path", "t.csv", "--clearance", "2", "--csv");
    cli_expect_text(r.out, ",complete,time,lo,hi\n");
    cli_expect_text(r.out, ",close,true,0.5,2,2\n");
    cli_free(&r);
}

// What only the exit status says.
static void statuses_of_flights(void** state)
{
    (void)state;
    static const struct {
        const char* more[4];
        int status;
        const char* text;
    } rows[] = {
        {{"--clearance", "1"}, 1, "\nclose at 1 of 2 steps: at most 1 apart\n"},
        {{"--clearance", "1", "--strict"}, 0, "\nclear at every step: at least 1 apart\n"},
        {{"--clearance", "0.5"}, 0, "\nclear at every step: more than 0.5 apart\n"},
        {{"--clearance", "0"}, 0, "\nclear at every step: more than 0 apart\n"},
        {{"--clearance", "1", "--budget", "1"},
         3,
         "\nundecided at 2 of 2 steps: nothing too close found, then the budget ended the "
         "search\n"},
        {{"--clearance", "1", "--deadline", "0.001us"},
         3,
         "\nundecided at 2 of 2 steps: nothing too close found, then the deadline ended the "
         "search\n"},
    };
    cli_write_file("b.path", "4 0 0 0 0 0 1\n2 0 0 0 0 0 1\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char* const* more = rows[i].more;
        cli_result r = CLI(FLY, "--method", "brute", more[0], more[1], more[2], more[3]);
        if (r.status != rows[i].status) fail_msg("row %zu: %d, %s", i, r.status, r.out);
        cli_expect_text(r.out, rows[i].text);
        cli_free(&r);
        r = CLI(FLY, "--method", "brute", "--quiet", more[0], more[1], more[2], more[3]);
        assert_int_equal(r.status, rows[i].status);
        assert_string_equal(r.out, "");
        cli_free(&r);
    }
    cJSON* root = CLI_JSON(3, "fly", "empty.off", "cube.off", "--path", "b.path", "--clearance",
                           "1", "--json");
    assert_true(cJSON_IsNull(cli_member(root, "summary.least.lo")));
    assert_true(cJSON_IsNull(cli_member(root, "summary.least.step")));
    assert_true(cJSON_IsNull(
        cJSON_GetObjectItem(cJSON_GetArrayItem(cli_member(root, "steps"), 0), "contact")));
    cJSON_Delete(root);
    root = CLI_JSON(1, FLY, "--clearance", "3", "--json");
    expect_numbers(
        root, PATHS("summary.least.lo", "summary.least.hi", "summary.least.step", "summary.pairs"),
        VALUES(1, 1, 1, 0));
    cJSON_Delete(root);
    root = CLI_JSON(0, FLY, "--clearance", "0.5", "--json");
    expect_numbers(root, PATHS("summary.least.lo", "summary.close_frames"), VALUES(0.5, 0));
    assert_true(cJSON_IsNull(cli_member(root, "summary.least.hi")));
    cJSON_Delete(root);
}

// ---------------------------------------------------------------------------------------- refusals

static void expect_refused(const char* text, const char* const* arguments, const char* const* more)
{
    const char* all[12] = {NULL};
    size_t count = 0;
    for (; arguments[count]; count++)
        all[count] = arguments[count];
    for (size_t i = 0; more[i]; i++)
        all[count++] = more[i];
    expect_failure(all, text);
}

static void what_is_refused(void** state)
{
    (void)state;
    static const char* const check[] = {"check", "cube.obj", "cube.off", NULL};
    static const char* const fly[] = {FLY, NULL};
    static const struct {
        const char* more[5];
        const char* text;
    } both[] =
    { {{"--clearance", "-1"}, "--clearance: '-1' is below 0"},
      {{"--clearance", "nan"}, "--clearance: 'nan' in 'nan' is not a finite number"},
      {{"--clearance", "inf"}, "'inf' in 'inf' is not a finite number"},
      {{"--clearance", ""}, "--clearance: 1 number needed, 0 found"},
      {{"--clearance", "1,2"}, "--clearance: more than 1 number"},
      {{"--clearance", "1", "--clearance", "1"}, "--clearance given twice"},
      {{"--strict"}, "option --strict has no effect without --clearance"},
      {{"--clearance", "1", "--descent", "both"}, "--clearance and --descent exclude each other"},
      {{"--clearance", "1", "--traversal", "depth"}, "--clearance and --traversal exclude"},
#if EXPECT_PAPERS
      {{"--clearance", "1", "--method", "dop14"},
       "the method dop14 does not tell how far models are apart; there are: brute aabb sphere obb "
       "wide"},
#endif
    },
      of_check[] = {
          {{"--clearance", "1", "--inside"}, "--clearance and --inside exclude each other"},
          {{"--clearance", "1", "--csv"}, "--clearance and --csv exclude each other"},
          {{"--clearance", "1", "--considered"}, "--clearance and --considered exclude each other"},
      };
    write_path();
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        expect_refused(both[i].text, check, both[i].more);
        expect_refused(both[i].text, fly, both[i].more);
    }
    for (size_t i = 0; i < sizeof of_check / sizeof *of_check; i++)
        expect_refused(of_check[i].text, check, of_check[i].more);
#if EXPECT_PAPERS
    cli_result r = CLI("build", "cube.obj", "-o", "dop.abut", "--method", "dop14", "--quiet");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    EXPECT_FAILURE("the method dop14 does not tell how far", "check", "dop.abut", "cube.obj",
                   "--clearance", "1");
    EXPECT_FAILURE("the method dop14 does not tell how far", "fly", "dop.abut", "cube.obj",
                   "--path", "b.path", "--clearance", "1");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states),
        cmocka_unit_test(what_is_just_so_far),
        cmocka_unit_test(as_distance_has_it),
        cmocka_unit_test(keys),
        cmocka_unit_test(texts),
        cmocka_unit_test(contacts_within_a_budget),
        cmocka_unit_test(nothing_to_check),
        cmocka_unit_test(one_picture),
        cmocka_unit_test(every_step_is_that_of_brute_force),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(coherent_saves_work),
        cmocka_unit_test(forms_of_flights),
        cmocka_unit_test(statuses_of_flights),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
