// test_cli_fly.c - "abut fly": every step of paths that abut-scene makes against brute force, the same answers on any
// number of threads, with and without --coherent; forms of output, exit statuses, what is refused; and recorded
// motions with published answers.
#include "path/poses.h"
#include "support/data_pack.h"
#include "support/info_check.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/pruning.h"

// ------------------------------------------------------------------------------- paths of abut-scene

static void make(const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .program = ABUT_SCENE_PROGRAM});
    if (r.status != 0) fail_msg("abut-scene: %s", r.err);
    cli_free(&r);
}
#define MAKE(...) make(PATHS(__VA_ARGS__))

static mesh read_mesh(const char* path)
{
    mesh m = {0};
    assert_int_equal(mesh_read_file(&m, path, NULL, NULL), MESH_OK);
    return m;
}

// What brute force finds at each step of a path of two bodies, to be freed.
static size_t* brute_counts(const char* a_path, const char* b_path, const char* path, size_t* count)
{
    mesh meshes[2] = {read_mesh(a_path), read_mesh(b_path)};
    abut_instance a = {.model = model_of_mesh(&meshes[0], ABUT_METHOD_BRUTE)};
    abut_instance b = {.model = model_of_mesh(&meshes[1], ABUT_METHOD_BRUTE)};
    abut_query* query = NULL;
    abut_hits hits;
    poses p;
    assert_int_equal(poses_read_file(&p, path, NULL), POSES_OK);
    assert_int_equal(p.layout, POSES_PAIRS);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    size_t* counts = calloc(p.count, sizeof *counts);
    for (size_t i = 0; i < p.count; i++) {
        a.pose = p.poses[2 * i];
        b.pose = p.poses[2 * i + 1];
        assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
        counts[i] = hits.count;
    }
    *count = p.count;
    abut_query_free(query);
    poses_free(&p);
    for (int i = 0; i < 2; i++)
        mesh_free(&meshes[i]);
    abut_model_free((abut_model*)(uintptr_t)a.model);
    abut_model_free((abut_model*)(uintptr_t)b.model);
    return counts;
}

static const char* text_of(const cJSON* object, const char* key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
}

// Expect these counts, or with a limit up to so many of them.
static void expect_counts(const cJSON* root, const size_t* counts, size_t count, size_t limit)
{
    size_t contacts = 0, pairs = 0, at = 0;
    const cJSON* step;
    cJSON_ArrayForEach(step, cli_member(root, "steps"))
    {
        assert_true(at < count);
        const size_t expected = counts[at] < limit ? counts[at] : limit;
        assert_true(cli_number(step, "step") == (double)at);
        if (cli_number(step, "pair_count") != (double)expected)
            fail_msg("step %zu: %g pairs, not %zu", at, cli_number(step, "pair_count"), expected);
        assert_true(cJSON_IsTrue(cJSON_GetObjectItem(step, "contact")) == (counts[at] > 0));
        assert_string_equal(text_of(step, "state"), counts[at] ? "contact" : "apart");
        assert_true(cJSON_IsTrue(cJSON_GetObjectItem(step, "complete")) || counts[at] >= limit);
        assert_true(cli_number(step, "us") >= 0);
        contacts += counts[at] > 0;
        pairs += expected;
        at++;
    }
    assert_int_equal(at, count);
    expect_numbers(root,
                   PATHS("summary.steps", "summary.contact_frames", "summary.undecided_frames",
                         "summary.pairs"),
                   VALUES((double)count, (double)contacts, 0, (double)pairs));
    assert_true(cli_number(root, "summary.mean_us") <= cli_number(root, "summary.max_us"));
    assert_true(cli_number(root, "summary.p99_us") <= cli_number(root, "summary.max_us"));
}

#define EXPECT(status, text, ...) cli_expect_status(status, PATHS(__VA_ARGS__), text)

static void make_flight(void)
{
    MAKE("tetra", "count=40", "size=0.2", "-o", "rocks.off");
    MAKE("torus", "rings=8", "sides=5", "--fit", "0.25", "-o", "ring.obj");
    MAKE("billiard", "steps=600", "step=0.2", "seed=3", "-a", "rocks.off", "-b", "ring.obj", "-o",
         "f.frames");
}

static void every_step_is_that_of_brute_force(void** state)
{
    (void)state;
    size_t count = 0;
    make_flight();
    size_t* counts = brute_counts("rocks.off", "ring.obj", "f.frames", &count);
    static const char* const ways[][2] = {{"--all", NULL},
                                          {"--coherent", NULL},
                                          {"--method", SOME_TREE_NAME},
                                          {"--deadline", "1000s"}};
    for (int i = 0; i < 4; i++) {
        cJSON* root = CLI_JSON(1, "fly", "rocks.off", "ring.obj", "--path", "f.frames", "--json",
                               ways[i][0], ways[i][1]);
        expect_keys(root, "abut format a b path empty steps summary warnings stats seconds");
        expect_keys(cli_member(root, "summary"),
                    "steps contact_frames undecided_frames pairs mean_us p99_us max_us");
        const cJSON* step = cJSON_GetArrayItem(cli_member(root, "steps"), 0);
        expect_keys(step, cJSON_GetObjectItem(step, "distance_least")
                              ? "step contact pair_count us state complete distance_least"
                              : "step contact pair_count us state complete");
        expect_counts(root, counts, count, SIZE_MAX);
        assert_true(cli_number(root, "summary.contact_frames") > 10);
        cJSON_Delete(root);
    }
    EXPECT(3,
           "undecided at 600 of 600 steps: no contact found, then the deadline ended the search\n",
           "fly", "rocks.off", "ring.obj", "--path", "f.frames", "--deadline", "0.001us",
           "--method", "brute");
    cJSON* first = CLI_JSON(1, "fly", "rocks.off", "ring.obj", "--path", "f.frames", "--json",
                            "--first", "--coherent");
    expect_counts(first, counts, count, 1);
    cJSON* three =
        CLI_JSON(1, "fly", "rocks.off", "ring.obj", "--path", "f.frames", "--json", "--limit", "3");
    expect_counts(three, counts, count, 3);
    cJSON_Delete(first);
    cJSON_Delete(three);
    free(counts);
}

// Leave out of CSV the microseconds, the fourth column.
static void drop_times(char* csv)
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

// Leave out of JSON what differs from run to run.
static cJSON* without_times(cJSON* root)
{
    static const char* const times[] = {"mean_us", "p99_us", "max_us"};
    cJSON* step;
    assert_non_null(root);
    cJSON_ArrayForEach(step, cJSON_GetObjectItem(root, "steps"))
    {
        cJSON_DeleteItemFromObject(step, "us");
    }
    for (int k = 0; k < 3; k++)
        cJSON_DeleteItemFromObject(cJSON_GetObjectItem(root, "summary"), times[k]);
    cJSON_DeleteItemFromObject(root, "seconds");
    return root;
}

// Nor the counters of the work, nor what stays undecided.
static void threads_change_nothing(void** state)
{
    (void)state;
    make_flight();
    static const struct {
        const char* options[3];
        int status;
    } ways[] = {{{"--all"}, 1},
                {{"--coherent", "--first"}, 1},
                {{"--coherent", "--budget", "40"}, 1},
                {{"--budget", "30"}, 3}};
    static const char* const counts[] = {"1", "2", "5"};
    for (int i = 0; i < 4; i++) {
        const char* const* o = ways[i].options;
        cJSON* answers[3];
        for (int k = 0; k < 3; k++)
            answers[k] = without_times(CLI_JSON(ways[i].status, "fly", "rocks.off", "ring.obj",
                                                "--path", "f.frames", "--json", "--threads",
                                                counts[k], o[0], o[1], o[2]));
        assert_true(cJSON_Compare(answers[0], answers[1], 1));
        assert_true(cJSON_Compare(answers[0], answers[2], 1));
        if (i >= 2) assert_true(cli_number(answers[0], "summary.undecided_frames") > 0);
        for (int k = 0; k < 3; k++)
            cJSON_Delete(answers[k]);
    }
}

// How trees are walked arrives: two small triangles on both sides of a pile, which meets their root's volume. Descended as the
// larger of the two it is told by 3 tests, with a first by 7 (tests/methods/test_walk_options.c has more such numbers).
static void walk_options_arrive(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    cli_write_file("two.obj", "v -30 -20 0\nv 30 -20 0\nv 0 40 0\nv 31 -20 0\nv 1 40 0\nv -29 -20 "
                              "0\nf 1 2 3\nf 6 4 5\n");
    cli_write_file("far.obj", "v -300 0 0\nv -300 1 0\nv -299 0 1\nv 300 0 0\nv 300 1 0\nv 301 0 "
                              "1\nf 1 2 3\nf 4 5 6\n");
    cli_write_file("still.csv", "t,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,1\n");
    for (int i = 0; i < 2; i++) {
        cJSON* root =
            CLI_JSON(0, "fly", "two.obj", "far.obj", "--path", "still.csv", "--json", "--method",
                     "aabb", "--leaf-size", "1", "--descent", i ? "environment" : "larger");
        assert_true(cli_number(root, "stats.volume_tests") == (i ? 1 + 2 + 4 : 1 + 2));
        cJSON_Delete(root);
    }
}

// The same bits whenever it is made; and a turn, whose quarters are exact.
static void paths_replay(void** state)
{
    (void)state;
    make_flight();
    char* once = cli_read_file("f.frames");
    MAKE("billiard", "steps=600", "step=0.2", "seed=3", "-b", "ring.obj", "-a", "rocks.off", "-o",
         "again.frames");
    char* again = cli_read_file("again.frames");
    assert_string_equal(once, again);
    free(once);
    free(again);

    MAKE("box", "-o", "box.off");
    MAKE("turn", "distance=1", "steps=4", "-o", "turn.frames");
    cJSON* root = CLI_JSON(1, "fly", "box.off", "box.off", "--path", "turn.frames", "--json");
    for (int i = 0; i < 4; i++)  // the faces touch at each quarter
        assert_true(cli_number(cJSON_GetArrayItem(cli_member(root, "steps"), i), "pair_count") > 0);
    cJSON_Delete(root);
}

// ---------------------------------------------------------------------------------- small paths

static void who_moves(void** state)
{
    (void)state;
    cli_write_file("b.csv",
                   "t,x,y,z,qx,qy,qz,qw\n0,2,0,0,0,0,0,1\n0.5,1,0,0,0,0,0,1\n2,0.5,0,0,0,0,0,1\n");
    cli_write_file("a.txt",
                   "1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 -1 0 1 0 0 0 0 1 0\n1 0 0 -9 0 1 0 0 0 0 1 0\n");
    cli_write_file("rest.txt", "1 0 0 -1 0 1 0 0 0 0 1 0\n");
    EXPECT(1, "path: b.csv, 3 steps, t x y z qx qy qz qw\ncontact at 2 of 3 steps: ", "fly",
           "cube.obj", "cube.off", "--path", "b.csv");
    EXPECT(0, "apart at every step: no triangle of a shares a point with one of b\n", "fly",
           "cube.obj", "cube.off", "--path", "b.csv", "--path-a", "a.txt");
    EXPECT(1, "contact at 2 of 3 steps", "fly", "cube.obj", "cube.off", "--path", "a.txt",
           "--path-a", "rest.txt");
    cJSON* root = CLI_JSON(0, "fly", "cube.obj", "cube.off", "--path", "b.csv", "--path-a",
                           "rest.txt", "--json");
    expect_keys(root, "abut format a b path path_a empty steps summary warnings stats seconds");
    const cJSON* last = cJSON_GetArrayItem(cli_member(root, "steps"), 2);
    expect_keys(last, "step contact pair_count us state complete time");
    assert_true(cli_number(last, "time") == 2);
    cJSON_Delete(root);
}

// What is told of a path, and what only the exit status says.
static void forms_of_output(void** state)
{
    (void)state;
    cli_write_file("b.path", "2 0 0 0 0 0 1\n1 0 0 0 0 0 1\n1 0 0 0 0 0 1\n1.5 0 0 0 0 0 1\n");
    EXPECT(1,
           "\n  first step    last step  state            pairs\n"
           "           0            0  apart                0\n"
           "           1            2  contact           ",
           "fly", "cube.obj", "cube.off", "--path", "b.path");
    EXPECT(1,
           "\n        step  state            pairs   microseconds\n           0  apart             "
           "   0 ",
           "fly", "cube.obj", "cube.off", "--path", "b.path", "--steps", "--first");
    EXPECT(1, "contact at 2 of 4 steps: at least 2 pairs of triangles\n", "fly", "cube.obj",
           "cube.off", "--path", "b.path", "--first");
    EXPECT(1, "\ntests: ", "fly", "cube.obj", "cube.off", "--path", "b.path", "--stats");
    EXPECT(1, NULL, "fly", "cube.obj", "cube.off", "--path", "b.path", "--quiet");
    EXPECT(1, NULL, "fly", "cube.obj", "cube.off", "--path", "b.path", "--csv", "-o", "steps.csv");
    char* csv = cli_read_file("steps.csv");
    drop_times(csv);
    cli_expect_text(csv, "step,contact,pair_count,state,complete\n0,false,0,apart,true\n1,true,");
    free(csv);

    // Not in contact, but one test does not prove it.
    cli_write_file("near.path", "1.01 0 0 0 0 0 1\n1.02 0 0 0 0 0 1\n");
    EXPECT(3, "undecided at 2 of 2 steps: no contact found, then the budget ended the search\n",
           "fly", "cube.obj", "cube.off", "--path", "near.path", "--budget", "1", "--method",
           "brute");
    EXPECT(3, NULL, "fly", "cube.obj", "cube.off", "--path", "near.path", "--budget", "1",
           "--method", "brute", "--quiet");
    cJSON* root = CLI_JSON(3, "fly", "cube.obj", "cube.off", "--path", "near.path", "--budget", "1",
                           "--method", "brute", "--json");
    const cJSON* step = cJSON_GetArrayItem(cli_member(root, "steps"), 0);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(step, "contact")));
    assert_string_equal(text_of(step, "state"), "undecided");
    expect_numbers(root, PATHS("summary.undecided_frames", "summary.contact_frames"), VALUES(2, 0));
    cJSON_Delete(root);
    cli_result r = cli_run(&(cli_call){
        .arguments = PATHS("fly", "cube.obj", "cube.off", "--path", "-"), .input = "b.path"});
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "path: standard input, 4 steps");
    cli_free(&r);
}

#define CUBES "fly", "cube.obj", "cube.off"

static void what_is_refused(void** state)
{
    (void)state;
    cli_write_file("b.path", "2 0 0 0 0 0 1\n1 0 0 0 0 0 1\n");
    cli_write_file("three.path", "2 0 0 0 0 0 1\n1 0 0 0 0 0 1\n1 0 0 0 0 0 1\n");
    cli_write_file("two.frames", "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1\n");
    cli_write_file("empty.csv", "# nothing\n");
    cli_write_file("bad.path", "# one\n2 0 0 0 0 0 1\n1 0 0 0 0 x 1\n");
    EXPECT_FAILURE("bad.path: line 3: 'x' is not a number", CUBES, "--path", "bad.path");
    EXPECT_FAILURE("no.path: cannot be opened", CUBES, "--path", "no.path");
    EXPECT_FAILURE("empty.csv: there are no poses", CUBES, "--path", "empty.csv");
    EXPECT_FAILURE("needs a path of b", CUBES);
    EXPECT_FAILURE("fly needs two models, only one is given", "fly", "cube.obj", "--path",
                   "b.path");
    EXPECT_FAILURE("'one.obj' is one too many", CUBES, "one.obj", "--path", "b.path");
    EXPECT_FAILURE("three.path has 3 poses, but b.path has 2", CUBES, "--path", "b.path",
                   "--path-a", "three.path");
    EXPECT_FAILURE("--path-a has no effect", CUBES, "--path", "two.frames", "--path-a", "b.path");
    EXPECT_FAILURE("it is for --path alone", CUBES, "--path", "b.path", "--path-a", "two.frames");
    EXPECT_FAILURE("option --path given twice", CUBES, "--path", "b.path", "--path", "b.path");
    EXPECT_FAILURE("--first and --all exclude", CUBES, "--path", "b.path", "--all", "--first");
    EXPECT_FAILURE("--json and --steps exclude", CUBES, "--path", "b.path", "--steps", "--json");
    EXPECT_FAILURE("--quiet and --csv exclude", CUBES, "--path", "b.path", "--quiet", "--csv");
    EXPECT_FAILURE("read only once", "fly", "-", "cube.off", "--format", "obj", "--path", "-");
    EXPECT_FAILURE("standard input needs --format", "fly", "-", "cube.off", "--path", "b.path");
    EXPECT_FAILURE("--coherent is not for the method " SOME_TREE_NAME, CUBES, "--path", "b.path",
                   "--coherent", "--method", SOME_TREE_NAME);
    EXPECT_FAILURE("b.path: is an input too", CUBES, "--path", "b.path", "-o", "b.path");
    static const char* const times[] = {"200",  "200 us",  "us",    "0us",
                                        "-1us", "1e400us", "0x1us", "1h"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        EXPECT_FAILURE("is not a duration above 0 with its unit", CUBES, "--path", "b.path",
                       "--deadline", times[i]);
}

// -------------------------------------------------------------------------------- known answers

// The published count of each frame, to be freed.
static size_t* published(const char* name, size_t count)
{
    char* text = data_text(name);
    size_t* counts = calloc(count, sizeof *counts);
    size_t at = 0;
    for (char* line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#') continue;
        char* end;
        assert_true(at < count && strtoul(line, &end, 10) == at);
        counts[at++] = strtoul(end, NULL, 10);
    }
    assert_int_equal(at, count);
    free(text);
    return counts;
}

static void recorded_motions_have_their_answers(void** state)
{
    (void)state;
    if (!data_pack("motion/fcl/Model_1 and a planned path, by abut fly")) return;
    char a[PATH_SIZE], b[PATH_SIZE], path[PATH_SIZE];
    data_path(a, "motion/fcl/Model_1_obj1.obj");
    data_path(b, "motion/fcl/Model_1_obj2.obj");
    data_path(path, "motion/fcl/Model_1.frames");
    size_t* counts = published("motion/fcl/Model_1.exact", 501);
    cJSON* root = CLI_JSON(1, "fly", a, b, "--path", path, "--json");
    expect_counts(root, counts, 501, SIZE_MAX);
    expect_numbers(root, PATHS("summary.contact_frames", "summary.pairs"), VALUES(476, 93229));
    cJSON_Delete(root);
    root = CLI_JSON(1, "fly", a, b, "--path", path, "--json", "--first", "--coherent");
    expect_counts(root, counts, 501, 1);
    cJSON_Delete(root);
    free(counts);

    data_path(a, "robots/fcl/env.obj");
    data_path(b, "robots/fcl/rob.obj");
    data_path(path, "motion/made/rrt_rob_in_env.path");
    EXPECT(0, "60 steps, x y z qx qy qz qw\napart at every step", "fly", a, b, "--path", path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_that_of_brute_force),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(paths_replay),
        cmocka_unit_test(walk_options_arrive),
        cmocka_unit_test(who_moves),
        cmocka_unit_test(forms_of_output),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(recorded_motions_have_their_answers),
    };
    return cmocka_run_group_tests_name("cli_fly", tests, cli_enter, cli_leave);
}
