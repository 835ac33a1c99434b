// test_cli_fly_shard.c - "abut fly --shard I/N" and "abut merge": what is merged has the bytes of one run with --no-times, for any number of
// shards, in any order, on any number of threads; what shards refuse; and --no-times.
#include "support/info_check.h"
#include "support/pruning.h"
#include "support/share.h"

#include <stdlib.h>

#define EXPECT(status, text, ...) cli_expect_status(status, PATHS(__VA_ARGS__), text)
#define EXPECT_FAILURE(text, ...) expect_failure(PATHS(__VA_ARGS__), text)

enum { WORDS_MOST = 28, SHARDS = 17 };

static struct {
    size_t flights, merges, shards;
} counts;

static unsigned chance(unsigned below)
{
    static uint64_t x = 31;
    x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(x >> 33) % below;
}

// ------------------------------------------------------------------------------------------ models

static void make(const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .program = ABUT_SCENE_PROGRAM});
    if (r.status != 0) fail_msg("abut-scene: %s", r.err);
    cli_free(&r);
}
#define MAKE(...) make(PATHS(__VA_ARGS__))

// A flat spiral about the origin, leaving now and then; the layouts of path/poses.h.
static void make_path(const char* name, const char* layout, int count)
{
    FILE* out = fopen(name, "w");
    assert_non_null(out);
    if (strcmp(layout, "blocks") == 0) fprintf(out, "%d\n", count);
    for (int i = 0; i < count; i++) {
        const double x = (double)(i % 23) / 8 - 0.6, y = (double)(i % 7) / 4 - 0.5,
                     z = (double)i / (2 * count);
        const bool turned = i % 5 == 0;
        const char* rows[3] = {turned ? "0 -1 0" : "1 0 0", turned ? "1 0 0" : "0 1 0", "0 0 1"};
        if (strcmp(layout, "7") == 0)
            fprintf(out, "%.17g %.17g %.17g 0 0 %s\n", x, y, z, turned ? "1 1" : "0 1");
        else if (strcmp(layout, "8") == 0)
            fprintf(out, "%.17g %.17g %.17g %.17g 0 %s 1\n", 0.25 * i + 3, x, y, z,
                    turned ? "1 0" : "0 0");
        else if (strcmp(layout, "blocks") == 0)
            fprintf(out, "%s\n%s\n%s\n%.17g %.17g %.17g\n", rows[0], rows[1], rows[2], x, y, z);
        else
            fprintf(out, "%s %.17g %s %.17g %s %.17g%s\n", rows[0], x, rows[1], y, rows[2], z,
                    strcmp(layout, "16") == 0 ? " 0 0 0 1" : "");
    }
    assert_int_equal(fclose(out), 0);
}

static int enter(void** state)
{
    if (cli_enter(state)) return 1;
    MAKE("tetra", "count=40", "size=0.2", "-o", "rocks.off");
    MAKE("torus", "rings=8", "sides=5", "--fit", "0.25", "-o", "ring.obj");
    MAKE("billiard", "steps=300", "step=0.2", "seed=3", "-a", "rocks.off", "-b", "ring.obj", "-o",
         "f.frames");
    MAKE("billiard", "steps=1500", "step=0.05", "seed=5", "-a", "rocks.off", "-b", "ring.obj", "-o",
         "long.frames");
    static const char* const layouts[] = {"7", "8", "12", "16", "blocks"};
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s.path", layouts[i]);
        make_path(name, layouts[i], 90 + i);
    }
    make_path("a.path", "12", 91);
    cli_write_file("rest.path", "0.1 0 0 0 0 0 1\n");
    cli_write_file("small.path", "0.1 0 0 0 0 0 1\n0.2 0 0 0 0 0 1\n");
    // Polygons, in two groups, the second of which has a triangle that is a point.
    cli_write_file("groups.obj",
                   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                   "g low\nf 1 2 3 4\nf 1 2 6 5\ng high\nf 5 6 7 8\nf 5 5 5\nf 2 3 7 6\n");
    cli_result r = CLI("build", "rocks.off", "-o", "rocks.abut");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    return 0;
}

// -------------------------------------------------------------------------------------------- runs

static void add(const char** words, const char* const* more)
{
    size_t count = 0;
    while (words[count])
        count++;
    for (; *more; more++) {
        assert_true(count < WORDS_MOST);
        words[count++] = *more;
    }
    words[count] = NULL;
}

// Run "abut fly" of it with more words. Returns the exit status; *err, which may be NULL, is to be freed.
static int fly(const char* const* flight, const char* const* more, char** err)
{
    const char* words[WORDS_MOST + 1] = {"fly", NULL};
    add(words, flight);
    add(words, more);
    cli_result r = cli_run(&(cli_call){.arguments = words});
    if (r.status == 2) fail_msg("%s", r.err);
    assert_string_equal(r.out, "");
    if (err) {
        *err = r.err;
        r.err = NULL;
    }
    const int status = r.status;
    cli_free(&r);
    return status;
}

static void expect_same(const char* one, const char* other, const char* const* flight,
                        size_t shards)
{
    char *a = cli_read_file(one), *b = cli_read_file(other);
    assert_non_null(a);
    assert_non_null(b);
    if (strcmp(a, b) != 0) {
        size_t at = 0;
        while (a[at] && a[at] == b[at])
            at++;
        fail_msg("fly %s %s ... %s: %zu shards: differs at byte %zu: '%.60s', not '%.60s'",
                 flight[0], flight[1], flight[4] ? flight[4] : "", shards, at, b + at, a + at);
    }
    free(a);
    free(b);
}

static char part_names[SHARDS][28];

// The shards of a flight one after another, in any order.
static void fly_shards(const char* const* flight, size_t count, const char* order[])
{
    for (size_t i = 0; i < count; i++) {
        snprintf(part_names[i], sizeof part_names[i], "part.%zu", i + 1);
        const size_t j = chance((unsigned)i + 1);  // Fisher and Yates
        if (j < i) order[i] = order[j];
        order[j] = part_names[i];
    }
    for (size_t i = 0; i < count; i++) {
        char which[24];
        snprintf(which, sizeof which, "%s/%zu", order[i] + 5, count);
        const int status = fly(
            flight,
            PATHS("--shard", which, "-o", order[i], "--quiet", "--threads", chance(2) ? "1" : "2"),
            NULL);
        assert_int_equal(status, 0);
        counts.shards++;
    }
}

static void expect_merged(const char* const* flight, size_t count, int status, const char* err)
{
    const char* words[SHARDS + 8] = {"merge"};
    fly_shards(flight, count, words + 1);
    for (size_t i = count; i > 1; i--) {  // and in another one
        const size_t j = chance((unsigned)i);
        const char* kept = words[i];
        words[i] = words[1 + j];
        words[1 + j] = kept;
    }
    words[count + 1] = "-o";
    words[count + 2] = "merged";
    cli_result r = cli_run(&(cli_call){.arguments = words});
    if (r.status != status) fail_msg("merge: status %d, not %d: %s", r.status, status, r.err);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, err);
    cli_free(&r);
    expect_same("one", "merged", flight, count);
    counts.merges++;
}

// All of them are merged to what one run writes; its status.
static void expect_shards(const char* const* flight, const size_t* shards, int status)
{
    char* err;
    const int found = fly(flight, PATHS("--no-times", "-o", "one", "--threads", "1"), &err);
    if (found != status) fail_msg("fly %s: status %d", flight[4] ? flight[4] : "", found);
    assert_int_equal(fly(flight, PATHS("--no-times", "-o", "two", "--threads", "2"), NULL), status);
    expect_same("one", "two", flight, 0);
    for (; *shards; shards++)
        expect_merged(flight, *shards, status, err);
    free(err);
    counts.flights++;
}

static const size_t some[] = {1, 3, 17, 0};

#define ROCKS "rocks.off", "ring.obj", "--path", "f.frames"
#define CUBES "cube.obj", "groups.obj", "--path"

static void any_number_of_shards(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("steps of 12,800 pairs take too long");
    static const size_t all[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 0};
    expect_shards(PATHS(ROCKS, "--json", "--stats", "--clearance", "0.1"), all, 1);
    expect_shards(
        PATHS("rocks.off", "ring.obj", "--path", "long.frames", "--coherent", "--json", "--stats"),
        all, 1);
    expect_shards(PATHS(CUBES, "8.path", "--continuous", "--csv"), all, 1);
}

static void any_question(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("steps of 12,800 pairs take too long");
    static const struct {
        const char* words[12];
        int status;
    } rows[] = {
        {{ROCKS}, 1},
        {{ROCKS, "--steps", "--first"}, 1},
        {{ROCKS, "--csv", "--limit", "3"}, 1},
        {{ROCKS, "--csv", "--crlf", "--clearance", "0.05", "--strict"}, 1},
        {{ROCKS, "--stats", "--budget", "40"}, 1},
        {{ROCKS, "--json", "--stats", "--method", "aabb"}, 1},
        {{ROCKS, "--steps", "--clearance", "0.3", "--method", "brute"}, 1},
        {{"cube.obj", "cube.off", "--path", "7.path", "--json", "--depth"}, 1},
        {{"cube.obj", "cube.off", "--path", "8.path", "--depth", "--tolerance", "0.1"}, 1},
        {{"cube.obj", "cube.off", "--path", "16.path", "--csv", "--depth", "--clearance", "0.02"},
         1},
        {{ROCKS, "--continuous", "--stats"}, 1},
        {{ROCKS, "--json", "--stats", "--continuous", "--separation", "0.02"}, 1},
        {{ROCKS, "--json", "--continuous", "--budget", "200"}, 1},
        {{ROCKS, "--steps", "--continuous", "--resolution", "0.1", "--pivot-b", "0.1,0,0"}, 1},
        {{"rocks.off", "ring.obj", "--path", "long.frames", "--coherent", "--clearance", "0.1",
          "--stats"},
         1},
        {{"rocks.off", "ring.obj", "--path", "long.frames", "--coherent", "--csv"}, 1},
        {{"rocks.abut", "ring.obj", "--path", "f.frames", "--json", "--clearance", "0.1"}, 1},
        {{"rocks.abut", "rocks.abut", "--path", "f.frames"}, 1},
        {{"ring.obj", "ring.obj", "--path", "f.frames", "--json"}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (IS_CASE(i)) expect_shards(rows[i].words, some, rows[i].status);
}

static void any_path(void** state)
{
    (void)state;
    static const struct {
        const char* words[12];
        int status;
    } rows[] = {
        {{CUBES, "7.path", "--json"}, 1},
        {{CUBES, "7.path", "--json", "--continuous"}, 1},
        {{CUBES, "8.path", "--csv", "--clearance", "0.25"}, 1},
        {{CUBES, "8.path", "--continuous", "--clearance", "0.25"}, 1},
        {{CUBES, "8.path", "--json", "--stats", "--continuous", "--clearance", "0.25"}, 1},
        {{CUBES, "12.path"}, 1},
        {{CUBES, "16.path", "--json", "--clearance", "0.25"}, 1},
        {{CUBES, "blocks.path", "--steps"}, 1},
        {{CUBES, "8.path", "--path-a", "a.path", "--json"}, 1},
        {{CUBES, "8.path", "--path-a", "a.path", "--continuous"}, 1},
        {{CUBES, "8.path", "--path-a", "a.path", "--csv", "--continuous"}, 1},
        {{CUBES, "8.path", "--path-a", "rest.path", "--json", "--continuous"}, 1},
        {{CUBES, "7.path", "--group-b", "low", "--json", "--clearance", "0.25"}, 1},
        {{CUBES, "7.path", "--group-b", "high", "--continuous", "--clearance", "0.25"}, 1},
        {{CUBES, "7.path", "--group-b", "high", "--csv", "--continuous"}, 1},
        {{"groups.obj", "groups.obj", "--path", "7.path", "--group", "low", "--json",
          "--continuous", "--clearance", "0.1"},
         1},
        {{"groups.obj", "quads.obj", "--path", "7.path", "--continuous", "--clearance", "0.1"}, 1},
        {{CUBES, "rest.path"}, 1},
        {{CUBES, "small.path", "--json", "--continuous"}, 1},
        {{"empty.off", "groups.obj", "--path", "7.path"}, 3},
        {{"empty.off", "groups.obj", "--path", "7.path", "--json", "--continuous"}, 3},
        {{"empty.off", "groups.obj", "--path", "7.path", "--clearance", "1", "--depth"}, 3},
        {{"empty.off", "groups.obj", "--path", "7.path", "--allow-empty", "--csv"}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (IS_CASE(i)) expect_shards(rows[i].words, some, rows[i].status);
}

// What is asked for may differ where it does not change the bytes.
static void shards_may_differ_in_where_they_run(void** state)
{
    (void)state;
    assert_int_equal(fly(PATHS(ROCKS), PATHS("--no-times", "-o", "one"), NULL), 1);
    EXPECT(0, NULL, "fly", ROCKS, "--shard=1/3", "-op1", "--threads", "1", "--no-times");
    EXPECT(0, NULL, "fly", "--shard", "2/3", ROCKS, "--max-memory", "1G", "--output=p2", "--quiet");
    cli_result r = CLI("fly", ROCKS, "-o", "-", "--shard", "3/3");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    const char* const third[] = {"fly", ROCKS, "-o", "-", "--shard", "3/3", NULL};
    r = cli_run(&(cli_call){.arguments = third, .output = "p3"});
    assert_int_equal(r.status, 0);
    cli_free(&r);
    r = CLI("merge", "p2", "p3", "p1");
    assert_int_equal(r.status, 1);
    char* one = cli_read_file("one");
    assert_string_equal(one, r.out);
    free(one);
    cli_free(&r);
    EXPECT(1, NULL, "merge", "p3", "p2", "p1", "--quiet");
}

// A part of other models or another path is no part of the job.
static void changed_files_are_told(void** state)
{
    (void)state;
    MAKE("tetra", "count=41", "size=0.2", "-o", "mine.off");
    MAKE("torus", "rings=8", "sides=5", "--fit", "0.25", "-o", "mine.obj");
    make_path("mine.path", "7", 50);
    make_path("mine-a.path", "7", 50);
    static const char* const flight[] = {"mine.off", "mine.obj",    "--path", "mine.path",
                                         "--path-a", "mine-a.path", NULL};
    const char* words[2];
    fly_shards(flight, 2, words);
    MAKE("tetra", "count=41", "seed=2", "size=0.2", "-o", "mine.off");
    EXPECT(0, NULL, "fly", "mine.off", "mine.obj", "--path", "mine.path", "--path-a", "mine-a.path",
           "--shard", "2/2", "-o", "q");
    EXPECT_FAILURE("q: a part of another job than part.1: the model a was another one", "merge",
                   "q", "part.1");
    fly_shards(flight, 2, words);
    MAKE("torus", "rings=8", "sides=5", "--fit", "0.26", "-o", "mine.obj");
    EXPECT(0, NULL, "fly", "mine.off", "mine.obj", "--path", "mine.path", "--path-a", "mine-a.path",
           "--shard", "2/2", "-o", "q");
    EXPECT_FAILURE("the model b was another one", "merge", "q", "part.1");
    fly_shards(flight, 2, words);
    FILE* other = fopen("mine-a.path", "w");
    for (int i = 0; i < 50; i++)
        fprintf(other, "%d 0 0 0 0 0 1\n", i == 49);
    fclose(other);
    EXPECT(0, NULL, "fly", "mine.off", "mine.obj", "--path", "mine.path", "--path-a", "mine-a.path",
           "--shard", "2/2", "-o", "q");
    EXPECT_FAILURE("the path of a was another one", "merge", "q", "part.1");
    make_path("mine-a.path", "7", 50);
    cli_write_file("mine.path", "0 0 0 0 0 0 1\n");
    cli_write_file("mine-a.path", "0 0 0 0 0 0 1\n");
    EXPECT(0, NULL, "fly", "mine.off", "mine.obj", "--path", "mine.path", "--path-a", "mine-a.path",
           "--shard", "2/2", "-o", "q");
    EXPECT_FAILURE("was another one", "merge", "q", "part.1");
}

static void what_is_refused(void** state)
{
    (void)state;
    const int files = cli_count_files();
    EXPECT_FAILURE("option --shard needs -o FILE", "fly", ROCKS, "--shard", "1/2");
    EXPECT_FAILURE("--shard: '3' is not I/N", "fly", ROCKS, "--shard", "3", "-o", "x");
    EXPECT_FAILURE("--shard: '0' ", "fly", ROCKS, "--shard", "0/2", "-o", "x");
    EXPECT_FAILURE("--shard: '3' ", "fly", ROCKS, "--shard", "3/2", "-o", "x");
    EXPECT_FAILURE("--shard and --deadline exclude", "fly", ROCKS, "--shard", "1/2", "-o", "x",
                   "--deadline", "1s");
    EXPECT_FAILURE("--shard and --picture exclude", "fly", ROCKS, "--shard", "1/2", "-o", "x",
                   "--picture", "y.png");
    EXPECT_FAILURE("--shard and --report exclude", "fly", ROCKS, "--shard", "1/2", "-o", "x",
                   "--report", "y.html");
    EXPECT_FAILURE("none of them can be standard input", "fly", "rocks.off", "ring.obj", "--path",
                   "-", "--shard", "1/2", "-o", "x");
    EXPECT_FAILURE("none of them can be standard input", "fly", "-", "ring.obj", "--format", "stl",
                   "--path", "f.frames", "--shard", "1/2", "-o", "x");
    EXPECT_FAILURE("none of them can be standard input", "fly", "rocks.off", "ring.obj", "--path",
                   "7.path", "--path-a", "-", "--shard", "1/2", "-o", "x");
    EXPECT_FAILURE("rocks.off: is an input too", "fly", ROCKS, "--shard", "1/2", "-o", "rocks.off");
    EXPECT_FAILURE("none: cannot be opened", "fly", "rocks.off", "ring.obj", "--path", "none",
                   "--path-a", "x", "--shard", "17/17", "-o", "x");
    assert_int_equal(cli_count_files(), files);
}

// ---------------------------------------------------------------------------------------- no times

static void expect_without(const char* text, const char* const* words)
{
    for (; *words; words++)
        if (strstr(text, *words)) fail_msg("'%s' is there: %.2000s", *words, text);
}

static void no_times_are_written(void** state)
{
    (void)state;
    cli_result r = CLI("fly", CUBES, "7.path", "--continuous", "--steps", "--no-times");
    expect_without(r.out, PATHS("second", "tests"));
    cli_expect_text(r.out, "        step  state            pairs\n           0  ");
    cli_free(&r);
    r = CLI("fly", CUBES, "7.path", "--no-times", "--stats");
    expect_without(r.out, PATHS("second"));
    cli_expect_text(r.out, "\n\ntests: ");
    cli_free(&r);
    r = CLI("fly", CUBES, "7.path", "--csv", "--no-times", "--continuous");
    cli_expect_text(r.out,
                    "step,contact,pair_count,state,complete,between,t_lo,t_hi,motion_a,motion_b\n"
                    "0,");
    cli_free(&r);
    for (int stats = 0; stats < 2; stats++) {
        cJSON* root = CLI_JSON(1, "fly", CUBES, "7.path", "--json", "--no-times", "--continuous",
                               stats ? "--stats" : NULL);
        expect_keys(root, stats ? "abut format a b path empty steps summary between warnings stats"
                                : "abut format a b path empty steps summary between warnings");
        expect_keys(cli_member(root, "summary"), "steps contact_frames undecided_frames pairs");
        assert_true(!cJSON_GetObjectItem(cli_member(root, "between"), "intervals") == !stats);
        assert_null(cJSON_GetObjectItem(cli_member(root, "between"), "seconds"));
        assert_null(cJSON_GetObjectItem(cli_member(root, "between.pieces.0"), "us"));
        assert_null(cJSON_GetObjectItem(cli_member(root, "steps.0"), "us"));
        cJSON_Delete(root);
    }
    char* pages[2];
    for (int i = 0; i < 2; i++) {
        EXPECT(1, NULL, "fly", CUBES, "7.path", "--no-times", "--quiet", "--report", "page.html");
        pages[i] = cli_read_file("page.html");
    }
    assert_string_equal(pages[0], pages[1]);
    expect_without(pages[0], PATHS("microseconds a step"));
    free(pages[0]);
    free(pages[1]);
}

// They come from two models, in another order than this.
static void warnings_are_in_order(void** state)
{
    (void)state;
    cli_write_file("a-thin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 1 2\n");
    cli_write_file("b-thin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 1 2\nf 3 3 3\n");
    cJSON* root = CLI_JSON(1, "fly", "b-thin.obj", "a-thin.obj", "--path", "rest.path", "--json");
    const cJSON* list = cli_member(root, "warnings");
    assert_int_equal(cJSON_GetArraySize(list), 2);
    cli_expect_text(cJSON_GetArrayItem(list, 0)->valuestring, "a-thin.obj: 1 of 2");
    cli_expect_text(cJSON_GetArrayItem(list, 1)->valuestring, "b-thin.obj: 2 of 3");
    cJSON_Delete(root);
    expect_shards(PATHS("b-thin.obj", "a-thin.obj", "--path", "7.path", "--json"), some, 0);
    expect_shards(PATHS("b-thin.obj", "a-thin.obj", "--path", "7.path"), some, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_shards),
        cmocka_unit_test(any_question),
        cmocka_unit_test(any_path),
        cmocka_unit_test(shards_may_differ_in_where_they_run),
        cmocka_unit_test(changed_files_are_told),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(no_times_are_written),
        cmocka_unit_test(warnings_are_in_order),
    };
    const int failed = cmocka_run_group_tests(tests, enter, cli_leave);
    print_message("%zu flights in %zu shards, merged %zu times\n", counts.flights, counts.shards,
                  counts.merges);
    return failed;
}
