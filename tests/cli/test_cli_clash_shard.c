// test_cli_clash_shard.c - "abut clash --shard I/N" and "abut merge", without a review: what is merged has the bytes of one run with --no-times, for
// any number of shards in any order; parts that do not belong together, or lack something, are named.
#include "support/shard_run.h"

#include <sys/stat.h>

#define THREE "a.obj", "b.obj", "c.obj"
// Files enough for blocks.
#define MANY                                                                                       \
    "m0.obj", "m1.obj", "m2.obj", "m3.obj", "m4.obj", "m5.obj", "m6.obj", "m7.obj", "m8.obj",      \
        "m9.obj"

static int enter(void** state)
{
    if (cli_enter(state)) return 1;
    shard_write_boxes("a.obj", "wall", 25, 9);
    shard_write_boxes("b.obj", "pipe", 20, 9);
    shard_write_boxes("c.obj", "pipe", 15, 9);
    for (int i = 0; i < 10; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d.obj", i);
        shard_write_boxes(name, "part", 1, 3);
    }
    cli_write_file("ignored.tsv", "wall1\tpipe2\nwall3\tnobody\nm0.obj\tm1.obj\tglued\n");
    cli_write_file("none.obj", "v 0 0 0\n");
    cli_write_file("also.obj", "v 0 0 0\n");
    cli_write_file("bad.obj", "o x\nv 0 0 0\nv 9 0 0\nv 0 9 9\nf 1 2 3\nf 1 2 7\n");
    cli_write_file("flat.obj", "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no b\nf 1 2 2\n");
    static const char* const saved[][5] = {{"build", "--groups", "a.obj", "-o", "a.abut"},
                                           {"build", "--groups", "b.obj", "-o", "b.abut"},
                                           {"build", "m3.obj", "-o", "m3.abut", NULL}};
    for (int i = 0; i < 3; i++) {
        const char* words[6] = {NULL};
        memcpy(words, saved[i], sizeof saved[i]);
        cli_result r = cli_run(&(cli_call){.arguments = words});
        assert_int_equal(r.status, 0);
        cli_free(&r);
    }
    return 0;
}

static void any_number_of_shards(void** state)
{
    (void)state;
    shard_expect_job(PATHS("--groups", THREE, "--json", "--stats"), shard_all, 1, NULL);
    shard_expect_job(PATHS(MANY, "--clearance", "0.5", "--csv"), shard_all, 1, NULL);
    shard_expect_job(PATHS("a.abut", "b.abut", "--json", "--inside"), shard_all, 1, NULL);
}

static void any_question(void** state)
{
    (void)state;
    static const struct {
        const char* words[18];
        int status;
    } rows[] = {
        {{"--groups", THREE}, 1},
        {{"--groups", THREE, "--csv", "--crlf"}, 1},
        {{"--groups", THREE, "--csv", "--inside", "--csv-safe"}, 1},
        {{"--groups", THREE, "--json", "--stats", "--clearance", "0.5"}, 1},
        {{"--groups", THREE, "--clearance", "0.5", "--strict"}, 1},
        {{"--groups", "a.obj", "--against", "b.obj", "--against", "c.obj", "--json"}, 1},
        {{"--groups", "a.obj", "--against", "b.obj", "--clearance", "0.25", "--csv"}, 1},
        {{"--groups", THREE, "--ignore", "ignored.tsv"}, 1},
        {{"--groups", THREE, "--ignore", "ignored.tsv", "--json", "--stats"}, 1},
        {{"--groups", THREE, "--method", "aabb", "--json"}, 1},
        {{MANY}, 1},
        {{MANY, "--json", "--stats", "--inside"}, 1},
        {{MANY, "--against", "a.obj", "--against", "b.obj", "--json"}, 1},
        {{MANY, "--against", "a.obj", "--against", "b.obj", "--clearance", "0.5"}, 1},
        {{MANY, "--ignore", "ignored.tsv", "--csv"}, 1},
        {{MANY, "none.obj", "--json", "--stats"}, 1},
        {{"m0.obj", "m1.obj", "m2.obj", "m3.abut", "m4.obj", "m5.obj", "--json"}, 1},
        {{"a.abut", "--clearance", "0.25"}, 1},
        {{"a.abut", "b.abut", "c.obj", "--json", "--stats"}, 1},
        {{"a.abut", "--against", "b.abut", "m0.obj", "m1.obj", "--csv"}, 1},
        {{"m0.obj", "none.obj"}, 3},
        {{"none.obj", "also.obj", "--json"}, 3},
        {{"--groups", "m0.obj", "none.obj", "--allow-empty", "--json", "--clearance", "1"}, 0},
        {{"--groups", "flat.obj", "--json"}, 1},
        {{"--groups", THREE, "bad.obj", "--drop-bad", "--json"}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        shard_expect_job(rows[i].words, shard_some, rows[i].status, NULL);
}

// ------------------------------------------------------------------------------------------ wrong

#define EXPECT(status, ...) expect_status(status, PATHS(__VA_ARGS__))
static void expect_status(int status, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) fail_msg("%s: status %d: %s", arguments[0], r.status, r.err);
    cli_free(&r);
}

// No model is needed, and none is looked at.
static void merging_needs_no_models(void** state)
{
    (void)state;
    shard_write_boxes("gone.obj", "box", 8, 3);
    EXPECT(1, "clash", "--groups", "gone.obj", "-o", "one", "--no-times");
    EXPECT(0, "clash", "--groups", "gone.obj", "--shard", "1/2", "-o", "p1");
    EXPECT(0, "clash", "--groups", "gone.obj", "--shard", "2/2", "-o", "p2");
    EXPECT(0, "build", "--groups", "gone.obj", "-o", "gone.abut");
    EXPECT(0, "clash", "gone.abut", "--shard", "1/1", "-o", "p3");
    unlink("gone.obj");
    unlink("gone.abut");
    EXPECT(1, "merge", "p2", "p1", "-o", "merged");
    EXPECT(1, "merge", "p3", "--quiet");
    char *one = cli_read_file("one"), *merged = cli_read_file("merged");
    assert_string_equal(one, merged);
    free(one);
    free(merged);
}

static void what_differs_is_named(void** state)
{
    (void)state;
    shard_write_boxes("mine.obj", "box", 8, 3);
    EXPECT(0, "clash", "--groups", "mine.obj", "b.obj", "--shard", "1/2", "-o", "p1");
    EXPECT(0, "clash", "--groups", "mine.obj", "b.obj", "--shard", "2/2", "-o", "p2");
    const int files = cli_count_files();
    EXPECT_FAILURE("shard 2 of 2 is missing", "merge", "p1", "-o", "out");
    EXPECT_FAILURE("p1: is an input too", "merge", "p1", "p2", "-o", "p1");
    assert_int_equal(cli_count_files(), files);
    shard_write_boxes("mine.obj", "box", 9, 3);
    EXPECT(0, "clash", "--groups", "mine.obj", "b.obj", "--shard", "2/2", "-o", "q2");
    EXPECT_FAILURE("mine.obj was another one when p1 was made than for q2", "merge", "p1", "q2",
                   "-o", "out");
    // The same objects, but one is elsewhere.
    EXPECT(0, "clash", "--groups", "mine.obj", "b.obj", "--shard", "1/2", "-o", "q1");
    EXPECT(1, "merge", "q1", "q2", "--quiet");
    shard_write_boxes("mine.obj", "box", 9, 3);
    EXPECT(0, "clash", "--groups", "mine.obj", "b.obj", "--shard", "2/2", "-o", "q2");
    EXPECT_FAILURE("mine.obj was another one when q1 was made than for q2", "merge", "q1", "q2",
                   "-o", "out");
    EXPECT(0, "clash", "--groups", "mine.obj", "b.obj", "--shard", "1/2", "-o", "q1");
    EXPECT(1, "merge", "q1", "q2", "--quiet");
}

// Beside the models: what is not alike is told, also where it is only of use to some shards.
static void changed_lists_are_told(void** state)
{
    (void)state;
    cli_write_file("list.tsv", "wall1\tpipe1\n");
    EXPECT(0, "clash", "--groups", THREE, "--ignore", "list.tsv", "--shard", "1/2", "-o", "p1");
    cli_write_file("list.tsv", "wall1\tpipe2\n");
    EXPECT(0, "clash", "--groups", THREE, "--ignore", "list.tsv", "--shard", "2/2", "-o", "p2");
    EXPECT_FAILURE("list.tsv is not what it was when p1 was made", "merge", "p1", "p2", "-o",
                   "out");
    EXPECT(0, "clash", "--groups", THREE, "--ignore", "list.tsv", "--shard", "1/2", "-o", "p1");
    EXPECT(1, "merge", "p1", "p2", "--quiet");
    unlink("list.tsv");
    EXPECT_FAILURE("list.tsv", "merge", "p1", "p2", "-o", "out");
}

static void what_is_refused(void** state)
{
    (void)state;
    const int files = cli_count_files();
    EXPECT_FAILURE("option --shard needs -o FILE", "clash", "--groups", THREE, "--shard", "1/2");
    EXPECT_FAILURE("--shard and --picture exclude", "clash", "--groups", THREE, "--shard", "1/2",
                   "-o", "x", "--picture", "y.png");
    EXPECT_FAILURE("--shard and --report exclude", "clash", "--groups", THREE, "--shard", "1/2",
                   "-o", "x", "--report", "y.html");
    EXPECT_FAILURE("--shard and --bcf exclude", "clash", "--groups", THREE, "--shard", "1/2", "-o",
                   "x", "--bcf", "y.bcf");
    EXPECT_FAILURE("a.obj: is an input too", "clash", "--groups", THREE, "--shard", "1/2", "-o",
                   "a.obj");
    EXPECT_FAILURE("nowhere.obj", "clash", "a.obj", "nowhere.obj", "--shard", "1/1", "-o", "x");
    EXPECT_FAILURE("one file is one object", "clash", "m0.obj", "--shard", "1/1", "-o", "x");
    assert_int_equal(cli_count_files(), files);
}

// Each shard reads the files that it needs: of those that are not there it says nothing, if it is not its own.
static void shards_read_what_they_need(void** state)
{
    (void)state;
    size_t read = 0;
    unlink("m9.obj");
    for (int i = 1; i <= 6; i++) {
        char which[8];
        snprintf(which, sizeof which, "%d/6", i);
        cli_result r = CLI("clash", MANY, "--shard", which, "-o", "x");
        assert_true(r.status == 0 || r.status == 2);
        if (r.status == 2) cli_expect_text(r.err, "m9.obj");
        read += r.status == 2;
        cli_free(&r);
    }
    assert_true(read > 0 && read < 6);
    shard_write_boxes("m9.obj", "part", 1, 3);
}

static void counts_are_told(void** state)
{
    (void)state;
    shard_tell_counts();
    assert_true(shard_counts.merges > (CASES_LESS > 1 ? 30 : 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_shards),       cmocka_unit_test(any_question),
        cmocka_unit_test(merging_needs_no_models),    cmocka_unit_test(what_differs_is_named),
        cmocka_unit_test(changed_lists_are_told),     cmocka_unit_test(what_is_refused),
        cmocka_unit_test(shards_read_what_they_need), cmocka_unit_test(counts_are_told),
    };
    return cmocka_run_group_tests(tests, enter, cli_leave);
}
