// test_cli_merge.c - "abut merge" as people run it: what is missing, twice there, damaged or of another job is named, and nothing is
// written; a full disk is said as such, by who writes a part and by who merges.
#include "support/info_check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPECT(status, text, ...) cli_expect_status(status, PATHS(__VA_ARGS__), text)
#define EXPECT_FAILURE(text, ...) expect_failure(PATHS(__VA_ARGS__), text)

enum { SHARDS = 4, STEPS = 100 };

static int enter(void** state)
{
    if (cli_enter(state)) return 1;
    FILE* path = fopen("b.path", "w");
    for (int i = 0; i < STEPS; i++)
        fprintf(path, "%d 0.5 %d 0 0 0 1\n", i % 3, i % 2);
    fclose(path);
    for (int i = 1; i <= SHARDS; i++) {
        char which[8], name[8];
        snprintf(which, sizeof which, "%d/%d", i, SHARDS);
        snprintf(name, sizeof name, "p%d", i);
        EXPECT(0, NULL, "fly", "cube.obj", "cube.off", "--path", "b.path", "--csv", "--shard",
               which, "-o", name);
    }
    return 0;
}

static void copy(const char* from, const char* to, long size, long changed)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (long i = 0; i < size; i++) {
        const int c = fgetc(in);
        fputc(i == changed ? c ^ 1 : c, out);
    }
    fclose(in);
    fclose(out);
}

static long size_of(const char* path)
{
    struct stat at;
    assert_int_equal(stat(path, &at), 0);
    return (long)at.st_size;
}

static void what_is_wrong_is_named(void** state)
{
    (void)state;
    const long size = size_of("p3");
    copy("p3", "cut", size - 7, -1);
    copy("p3", "changed", size, size / 2);
    EXPECT(0, NULL, "fly", "cube.obj", "cube.off", "--path", "b.path", "--shard", "3/4", "-o",
           "text");
    const int files = cli_count_files();
    EXPECT_FAILURE("shard 3 of 4 is missing", "merge", "p1", "p2", "p4", "-o", "out");
    EXPECT_FAILURE("shards 1, 4 of 4 are missing", "merge", "p3", "p2", "-o", "out");
    EXPECT_FAILURE("shard 2 of 4 is given twice: ./p2 and p2", "merge", "p4", "p3", "p2", "p1",
                   "./p2", "-o", "out");
    EXPECT_FAILURE("cut: part 3 of 4 is damaged: it is cut off", "merge", "p1", "p2", "cut", "p4",
                   "-o", "out");
    EXPECT_FAILURE("changed: part 3 of 4 is damaged: bytes were changed in section", "merge", "p1",
                   "p2", "changed", "p4", "-o", "out");
    EXPECT_FAILURE("text: a part of another job than p1: argument 5, '--csv', is only in p1",
                   "merge", "p1", "p2", "text", "p4", "-o", "out");
    EXPECT_FAILURE("none: cannot be opened: No such file or directory", "merge", "p1", "none", "-o",
                   "out");
    EXPECT_FAILURE("cube.obj: this is no part", "merge", "cube.obj", "-o", "out");
    EXPECT_FAILURE("there are no parts to merge", "merge", "-o", "out");
    assert_int_equal(cli_count_files(), files);
}

static void where_it_goes(void** state)
{
    (void)state;
    EXPECT(1, NULL, "merge", "p1", "p2", "p3", "p4", "-o", "out");
    char* merged = cli_read_file("out");
    cli_expect_text(merged, "step,contact,pair_count,state,complete\n0,true,");
    EXPECT(1, merged, "merge", "p4", "p3", "p2", "p1");
    EXPECT(1, merged, "merge", "p4", "p3", "p2", "p1", "-o", "-");
    EXPECT(1, NULL, "merge", "p1", "p2", "p3", "p4", "--quiet");
    EXPECT(1, NULL, "merge", "p1", "p2", "p3", "p4", "--quiet", "-o", "again");
    char* again = cli_read_file("again");
    assert_string_equal(merged, again);
    free(merged);
    free(again);
    assert_int_equal(unlink("again"), 0);
    const int files = cli_count_files();
    EXPECT_FAILURE("options --quiet and -o - exclude", "merge", "p1", "p2", "p3", "p4", "--quiet",
                   "-o", "-");
    EXPECT_FAILURE("p2: is an input too", "merge", "p1", "p2", "p3", "p4", "-o", "./p2");
    EXPECT_FAILURE("cannot write", "merge", "p1", "p2", "p3", "p4", "-o", "missing/out");
    EXPECT_FAILURE("unknown option --shard", "merge", "p1", "p2", "p3", "p4", "--shard", "1/2");
    EXPECT_FAILURE("unknown option --jsn", "merge", "p1", "--jsn");
    assert_int_equal(cli_count_files(), files);
}

static void a_pipe_is_a_part_too(void** state)
{
    (void)state;
    cli_result r =
        cli_run(&(cli_call){.arguments = PATHS("merge", "p1", "-", "p3", "p2"), .input = "p4"});
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "step,contact");
    cli_free(&r);
    r = cli_run(&(cli_call){.arguments = PATHS("merge", "p1", "-"), .input = "cube.obj"});
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "standard input: this is no part");
    cli_free(&r);
}

// Run the program with a folder "full" of so many kilobytes, in which nobody else is.
static cli_result run_in_small(int kilobytes, const char* words)
{
    char script[512];
    const char* const arguments[] = {"--user", "--mount", "--map-root-user", "sh", "-c",
                                     script,   NULL};
    snprintf(
        script, sizeof script,
        "mount -t tmpfs -o size=%dk none full || exit 77; '%s' %s; echo $? $(ls -A full | wc -l)",
        kilobytes, ABUT_PROGRAM, words);
    return cli_run(&(cli_call){.arguments = arguments, .program = "/usr/bin/unshare"});
}

static void a_full_disk_is_said_as_such(void** state)
{
    (void)state;
    static const struct {
        const char *words, *name;
    } rows[] = {
        {"fly cube.obj cube.off --path many.path --shard 1/1 -o full/x", "full/x"},
        {"merge many.part -o full/x", "full/x"},
        {"fly cube.obj cube.off --path many.path --steps --no-times -o full/x", "full/x"},
    };
    if (access("/usr/bin/unshare", X_OK)) {
        print_message("SKIPPED: a full disk (there is no unshare)\n");
        skip();
    }
    FILE* path = fopen("many.path", "w");
    for (int i = 0; i < 20000; i++)
        fputs("5 0 0 0 0 0 1\n", path);
    fclose(path);
    EXPECT(0, NULL, "fly", "cube.obj", "cube.off", "--path", "many.path", "--steps", "--shard",
           "1/1", "-o", "many.part");
    mkdir("full", 0700);
    cli_result r = run_in_small(64, "--version");
    const bool can = r.status == 0;
    cli_free(&r);
    if (!can) {
        print_message("SKIPPED: a full disk (unshare may not mount)\n");
        skip();
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[128];
        snprintf(expected, sizeof expected,
                 "abut: %s: cannot write: No space left on device [S003]\n", rows[i].name);
        r = run_in_small(64, rows[i].words);
        assert_string_equal(r.out, "2 0\n");  // and nothing is left there
        assert_string_equal(r.err, expected);
        cli_free(&r);
        r = run_in_small(8192, rows[i].words);
        cli_expect_text(r.out, "0 1\n");
        assert_string_equal(r.err, "");
        cli_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(where_it_goes),
        cmocka_unit_test(a_pipe_is_a_part_too),
        cmocka_unit_test(a_full_disk_is_said_as_such),
    };
    return cmocka_run_group_tests(tests, enter, cli_leave);
}
