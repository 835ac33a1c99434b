// test_cli.c - the program's command line: verbs, exit statuses, and every option's refusals.
#include "support/cli_run.h"
#include "support/method_here.h"
#include "support/pruning.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

#define MORE_MOST 10

typedef struct refusal {
    const char* more[MORE_MOST];  // arguments behind "check cube.obj cube.stl"
    const char* text;             // must be found on stderr
} refusal;

// Run, expect exit status 2, nothing on stdout, and one line or more that begins with "abut: ".
static void expect_refusal(const char* const* arguments, const char* text)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != 2) print_error("not refused: %s\n", text);
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    assert_memory_equal(r.err, "abut: ", 6);
    cli_expect_text(r.err, text);
    cli_free(&r);
}

static void expect_refusals(const refusal* rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char* arguments[MORE_MOST + 4] = {"check", "cube.obj", "cube.stl"};
        memcpy(arguments + 3, rows[i].more, sizeof rows[i].more);
        expect_refusal(arguments, rows[i].text);
    }
}

#define EXPECT_REFUSALS(rows)     expect_refusals(rows, sizeof(rows) / sizeof *(rows))
#define EXPECT_REFUSAL(text, ...) expect_refusal((const char* const[]){__VA_ARGS__, NULL}, text)

static void expect_status(int status, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) print_error("%s: %s%s", arguments[0], r.out, r.err);
    assert_int_equal(r.status, status);
    assert_string_equal(r.err, "");
    cli_free(&r);
}

#define EXPECT_STATUS(status, ...) expect_status(status, (const char* const[]){__VA_ARGS__, NULL})

// ------------------------------------------------------------------------------------------- verbs

static void test_version(void** state)
{
    (void)state;
    cli_result r = CLI("--version");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "abut 0.2.0\n");
    assert_string_equal(r.err, "");
    cli_free(&r);
    EXPECT_REFUSAL("--version takes nothing", "--version", "check");
}

static void test_usage_without_verb(void** state)
{
    (void)state;
    cli_result r = cli_run(&(cli_call){.arguments = (const char* const[]){NULL}});
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_expect_text(r.err, "Usage: abut VERB");
    cli_free(&r);
}

static void test_overview_lists_verbs(void** state)
{
    (void)state;
    cli_result bare = CLI("help"), option = CLI("--help"), letter = CLI("-h");
    assert_int_equal(bare.status, 0);
    assert_int_equal(option.status, 0);
    assert_int_equal(letter.status, 0);
    cli_expect_text(bare.out, "\n  check ");
    cli_expect_text(bare.out, "\n  info ");
    cli_expect_text(bare.out, "\n  help ");
    assert_string_equal(bare.out, option.out);
    assert_string_equal(bare.out, letter.out);
    cli_free(&bare);
    cli_free(&option);
    cli_free(&letter);
}

static void expect_same_help(const char* verb, const char* expected)
{
    cli_result help = CLI("help", verb), option = CLI(verb, "--help"),
               letter = CLI(verb, "x", "-h");
    assert_int_equal(help.status + option.status + letter.status, 0);
    cli_expect_text(help.out, expected);
    assert_string_equal(help.out, option.out);
    assert_string_equal(help.out, letter.out);
    cli_free(&help);
    cli_free(&option);
    cli_free(&letter);
}

static void expect_texts(const char* verb, const char* option, const char* const* texts)
{
    cli_result help = CLI(verb, option);
    assert_int_equal(help.status, 0);
    for (; *texts; texts++)
        cli_expect_text(help.out, *texts);
    cli_free(&help);
}

static void test_help_of_verbs(void** state)
{
    (void)state;
    static const char* const first[] = {
        "Usage: abut check A B",
        "--first",
        "--move-b X,Y,Z",
        "--json",
        "-o, ",
        "--picture",
        "'abut check --help-all' has all",
        "3 undecided.",
        "Example: abut check",
        NULL,
    };
    static const char* const all[] = {
        "--all",        "--first",
        "--limit N",    "--budget N",
        "--scale-b S",  "--rotate-b",
        "--move-b",     "--pose-b",
        "--quat-b",     "--contacts",
        "--points",     "--stats",
        "--json",       "--csv",
        "-o,",          "--quiet",
        "--format",     "--method",
        "--leaf-size",  "--split",
        "--fit",        "--real",
        "-h, --help",   "Exit status: 0",
        "3 undecided.", "abut check",
        "degree",       "unit of the files",
        "norm 0.5",     "--move-a, --move-b",
        "--group-b",    "--drop-bad",
        "--threads N",  NULL,
    };
    expect_same_help("check", "Usage: abut check");
    expect_same_help("help", "Usage: abut help");
    expect_texts("check", "--help", first);
    expect_texts("check", "--help-all", all);
    cli_result short_one = CLI("check", "--help"), whole = CLI("--help-all");
    assert_null(strstr(short_one.out, "--leaf-size"));
    assert_int_equal(whole.status, 0);
    cli_expect_text(whole.out, "\nUsage: abut check A B");
    cli_expect_text(whole.out, "\nUsage: abut help");
    cli_expect_text(whole.out, "--leaf-size");
    cli_free(&short_one);
    cli_free(&whole);
}

static void test_unknown_verbs(void** state)
{
    (void)state;
    cli_result r = CLI("help", "nonsense");
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_expect_text(r.err, "no verb 'nonsense'");
    cli_expect_text(r.err, "\n  check ");
    cli_free(&r);
    EXPECT_REFUSAL("\n  check ", "nonsense", "cube.obj");
    EXPECT_REFUSAL("the verb comes first", "--json", "check");
    EXPECT_REFUSAL("'help' is one too many", "help", "check", "help");
}

// -------------------------------------------------------------------------------------- exit status

static void test_statuses(void** state)
{
    (void)state;
    EXPECT_STATUS(1, "check", "cube.obj", "cube.stl");
    EXPECT_STATUS(1, "check", "cube.obj", "cube.stl", "--move-b", "1,0,0");  // they touch
    EXPECT_STATUS(0, "check", "cube.obj", "cube.stl", "--move-b", "1.0000000001,0,0");
    EXPECT_REFUSAL("--move-b", "check", "cube.obj", "cube.stl", "--move-b", "1");
}

static int status_with_error(const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    const int status = r.status;
    cli_free(&r);
    return status;
}

static void test_undecided(void** state)
{
    (void)state;
    // The boxes of these overlap, so one test cannot decide.
    static const char* const few[] = {"check", "one.obj", "cube.obj", "--budget", "1", NULL};
    assert_int_equal(status_with_error(few), 3);
    cli_result r = CLI("check", "one.obj", "cube.obj", "--budget", "1", "--method", SOME_TREE_NAME);
    cli_expect_text(r.out, "undecided: no contact found in 1 test,");
    cli_free(&r);
    // The engine tests many at once, and none where the budget might not be enough for all.
    r = CLI("check", "one.obj", "cube.obj", "--budget", "1");
    cli_expect_text(r.out, "undecided: no contact found in 0 tests,");
    cli_free(&r);
    EXPECT_STATUS(1, "check", "one.obj", "cube.obj", "--budget", "1000");
    // Far apart is proved with the first test, if boxes may prove it.
    EXPECT_STATUS(PRUNING ? 0 : 3, "check", "one.obj", "cube.obj", "--budget", "1", "--move-b",
                  "0,0,9", "--method", SOME_TREE_NAME);
    cJSON* root = CLI_JSON(3, "check", "one.obj", "cube.obj", "--budget", "1", "--json");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    cJSON_Delete(root);
}

static void test_first_and_limit(void** state)
{
    (void)state;
    static const struct {
        const char* option;
        const char* value;
        double count;
        bool complete;
    } rows[] = {
        {"--first", NULL, 1, false}, {"--limit", "1", 1, false}, {"--limit", "7", 7, false}};
    cJSON* all = CLI_JSON(1, "check", "cube.obj", "cube.stl", "--all", "--json");
    const double total = cli_number(all, "pair_count");
    assert_true(total > 7);
    cJSON_Delete(all);
    for (int i = 0; i < 3; i++) {
        cJSON* root =
            CLI_JSON(1, "check", "cube.obj", "cube.stl", "--json", rows[i].option, rows[i].value);
        assert_true(cli_number(root, "pair_count") == rows[i].count);
        assert_int_equal(cJSON_IsTrue(cli_member(root, "complete")), rows[i].complete);
        assert_true(cJSON_IsTrue(cli_member(root, "contact")));
        cJSON_Delete(root);
    }
    cJSON* root = CLI_JSON(1, "check", "cube.obj", "cube.stl", "--json", "--limit", "1000");
    assert_true(cli_number(root, "pair_count") == total);
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    cJSON_Delete(root);
}

// ------------------------------------------------------------------------------------ wrong options

static void test_conflicts(void** state)
{
    (void)state;
    static const refusal rows[] = {
        {{"--first", "--limit", "3"}, "--first and --limit exclude"},
        {{"--all", "--first"}, "--first and --all exclude"},
        {{"--limit", "3", "--all"}, "--all and --limit exclude"},
        {{"--csv", "--json"}, "--json and --csv exclude"},
        {{"--csv", "--stats"}, "--csv and --stats exclude"},
        {{"--csv", "--considered"}, "--csv and --considered exclude"},
        {{"--inside", "--considered"}, "--inside and --considered exclude"},
        {{"--quiet", "--considered"}, "--quiet and --considered exclude"},
        {{"--quiet", "--json"}, "--quiet and --json exclude"},
        {{"--quiet", "--csv"}, "--quiet and --csv exclude"},
        {{"--quiet", "--contacts"}, "--quiet and --contacts exclude"},
        {{"--quiet", "--points"}, "--quiet and --points exclude"},
        {{"--stats", "--quiet"}, "--quiet and --stats exclude"},
        {{"--quiet", "-o", "-"}, "--quiet and -o - exclude"},
        {{"--method", "brute", "--leaf-size", "2"},
         "brute has no such option or value: --leaf-size"},
        {{"--split", "mean", "--method", "brute"}, "brute has no such option or value: --split"},
        {{"--fit", "pca", "--method", "brute"}, "brute has no such option or value: --fit"},
        {{"--real", "float", "--method", "brute"}, "brute has no such option or value: --real"},
        {{"--pose-b", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "--move-b", "1,2,3"},
         "--pose-b and --move-b exclude"},
        {{"--scale-b", "2", "--quat-b", "0,0,0,1,0,0,0"}, "--scale-b and --quat-b exclude"},
        {{"--rotate-a", "0,0,1,5", "--quat-a", "0,0,0,1,0,0,0"}, "--rotate-a and --quat-a exclude"},
        {{"--quat-a", "0,0,0,1,0,0,0", "--pose-a", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"},
         "--quat-a and --pose-a exclude"},
    };
    EXPECT_REFUSALS(rows);
    // Different sides do not exclude each other.
    EXPECT_STATUS(1, "check", "cube.obj", "cube.stl", "--move-a", "0 0 0", "--quat-b",
                  "0,0,0,1,0,0,0");
}

static void test_duplicates(void** state)
{
    (void)state;
    static const refusal rows[] = {
        {{"--first", "--first"}, "--first given twice"},
        {{"--all", "--all"}, "--all given twice"},
        {{"--limit", "1", "--limit", "1"}, "--limit given twice"},
        {{"--budget", "1", "--budget", "2"}, "--budget given twice"},
        {{"--method", SOME_TREE_NAME, "--method", SOME_TREE_NAME}, "--method given twice"},
        {{"--leaf-size", "1", "--leaf-size", "2"}, "--leaf-size given twice"},
        {{"--split", "mean", "--split", "mean"}, "--split given twice"},
        {{"--fit", "pca", "--fit", "aabb"}, "--fit given twice"},
        {{"--fit", "pca,aabb,pca"}, "--fit: 'pca' given twice"},
        {{"--real", "float", "--real", "float"}, "--real given twice"},
        {{"--format", "obj", "--format", "obj"}, "--format given twice"},
        {{"--contacts", "--contacts"}, "--contacts given twice"},
        {{"--points", "--points"}, "--points given twice"},
        {{"--stats", "--stats"}, "--stats given twice"},
        {{"--json", "--json"}, "--json given twice"},
        {{"--csv", "--csv"}, "--csv given twice"},
        {{"-o", "x", "--output", "x"}, "-o given twice"},
        {{"--quiet", "--quiet"}, "--quiet given twice"},
        {{"--threads", "2", "--threads", "2"}, "--threads given twice"},
        {{"--move-b", "1,2,3", "--move-b", "1,2,3"}, "--move-b given twice"},
        {{"--scale-a", "1", "--scale-a", "1"}, "--scale-a given twice"},
    };
    EXPECT_REFUSALS(rows);
}

static void test_bad_values(void** state)
{
    (void)state;
    static const refusal rows[] = {
        {{"--limit", "0"}, "--limit: '0' is not a whole number of at least 1"},
        {{"--limit", "-3"}, "--limit: '-3'"},
        {{"--limit", "3x"}, "--limit: '3x'"},
        {{"--threads", "0"}, "--threads: '0' is not a whole number from 1 to 1024"},
        {{"--threads", "1025"}, "--threads: '1025'"},
        {{"--limit", " 3"}, "--limit: ' 3'"},
        {{"--limit", ""}, "--limit: ''"},
        {{"--limit", "99999999999999999999"}, "--limit: '99999999999999999999'"},
        {{"--budget", "0"}, "--budget: '0'"},
        {{"--budget", "1.5"}, "--budget: '1.5'"},
        {{"--budget", "18446744073709551616"}, "--budget: '18446744073709551616'"},
        {{"--leaf-size", "0"}, "--leaf-size: '0' is not a whole number from 1 to 64"},
        {{"--leaf-size", "65"}, "--leaf-size: '65'"},
        {{"--method", "kdop99"}, "there are: " FIRST_NAMES},
        {{"--split", "middle"}, "there are: mean median"},
        {{"--fit", "hull"}, "there are: aabb pca parent dito14"},
        {{"--fit", "pca,"}, "--fit: there is no ''"},
        {{"--fit", "aabbaabbaabbaabbaabb"}, "--fit: there is no"},
        {{"--real", "half"}, "there are: float double"},
        {{"--format", "step"}, "there are: stl stl-ascii obj ply off"},
        {{"--output"}, "--output needs a value"},
        {{"-o"}, "-o needs a value"},
        {{"--limit"}, "--limit needs a value"},
        {{"--json=yes"}, "--json takes no value"},
        {{"--nonsense"}, "unknown option --nonsense"},
        {{"-x"}, "unknown option -x"},
        {{"--poin"}, "unknown option --poin (is --points meant?)"},
        {{"--lim=3"}, "unknown option --lim=3 (is --limit meant?)"},
        {{"cube.off"}, "'cube.off' is one too many"},
        {{"--", "--json"}, "'--json' is one too many"},
    };
    EXPECT_REFUSALS(rows);
    EXPECT_REFUSAL("needs two files", "check");
    EXPECT_REFUSAL("only one is given", "check", "cube.obj");
    EXPECT_REFUSAL("only one is given", "check", "--json", "cube.obj", "--");
}

static void test_bad_poses(void** state)
{
    (void)state;
    static const refusal rows[] = {
        {{"--move-b", "1,2"}, "--move-b: 3 numbers needed, 2 found in '1,2'"},
        {{"--move-b", ""}, "--move-b: 3 numbers needed, 0 found"},
        {{"--move-b", "1,2,3,4"}, "--move-b: more than 3 numbers"},
        {{"--move-b", "1,2,3x"}, "'3x' in '1,2,3x'"},
        {{"--move-b", "1,2,x"}, "'x' in '1,2,x' is not a finite number"},
        {{"--move-b", "1,,3"}, "is not a finite number"},
        {{"--move-b", "1,2,3,"}, "ends with a comma"},
        {{"--move-b", "1-2-3"}, "'1-2-3'"},
        {{"--move-b", "1,2,nan"}, "'nan'"},
        {{"--move-b", "1,2,-inf"}, "'-inf'"},
        {{"--move-b", "1,2,1e999"}, "'1e999'"},
        {{"--move-a", "1;2;3"}, "--move-a: '1;2;3'"},
        {{"--rotate-b", "0,0,0,90"}, "--rotate-b: the axis has no length"},
        {{"--rotate-b", "0,0,1"}, "--rotate-b: 4 numbers needed, 3 found"},
        {{"--scale-b", "0"}, "--scale-b: 0: it must be positive"},
        {{"--scale-b", "-2"}, "--scale-b: -2: it must be positive"},
        {{"--scale-b", "1e-91"}, "--scale-b: 1e-91: it must be positive"},
        {{"--scale-b", "2,2,2"}, "--scale-b: more than 1 number in"},
        {{"--quat-b", "0,0,0,0.49,0,0,0"}, "--quat-b: the quaternion has the norm 0.49;"},
        {{"--quat-b", "0,0,0,1,0,0"}, "--quat-b: 7 numbers needed, 6 found"},
        {{"--pose-b", "1 2 3"}, "--pose-b: 16 numbers needed, 3 found"},
        {{"--pose-b", "1 0 0 0 0 2 0 0 0 0 1 0 0 0 0 1"},
         "differently: its columns have the lengths 1, 2 and 1"},
        {{"--pose-b", "1 0 0 0 0 1 .5 0 0 0 .866025403784438647 0 0 0 0 1"},
         "not perpendicular: columns 2 and 3 meet at 60 degrees"},
        {{"--pose-b", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0.5 1"},
         "the last row of the matrix is not 0 0 0 1, but 0 0 0.5 1"},
        {{"--pose-b", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"}, "--pose-b: "},
    };
    EXPECT_REFUSALS(rows);
}

// ------------------------------------------------------------------------------------------- files

static void test_bad_files(void** state)
{
    (void)state;
    EXPECT_REFUSAL("abut: missing.obj: ", "check", "missing.obj", "cube.obj");
    EXPECT_REFUSAL("abut: missing.obj: ", "check", "cube.obj", "missing.obj", "--json");
    cli_write_file("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    EXPECT_REFUSAL("abut: bad.obj: line 4: ", "check", "cube.obj", "bad.obj");
    EXPECT_REFUSAL("abut: bad.obj: line 4: ", "check", "bad.obj", "cube.obj", "--json");
    assert_int_equal(mkdir("folder", 0700), 0);
    EXPECT_REFUSAL("abut: folder: ", "check", "folder", "cube.obj");
    assert_int_equal(rmdir("folder"), 0);
    cli_write_file("part.step", "ISO-10303-21;\nHEADER;\nENDSEC;\n");
    EXPECT_REFUSAL("abut: part.step: ", "check", "part.step", "cube.obj");
    cli_result r = CLI("check", "part.step", "cube.obj");
    cli_expect_text(r.err, ".step files");
    cli_expect_text(r.err, "convert");
    cli_free(&r);
}

static void test_unreadable_file(void** state)
{
    (void)state;
    EXPECT_REFUSAL("abut: /proc/self/mem: ", "check", "cube.obj", "/proc/self/mem");  // opens only
    // No permission would not stop the superuser: paths that nobody can open.
    assert_int_equal(symlink("loop.obj", "loop.obj"), 0);
    EXPECT_REFUSAL("abut: loop.obj: ", "check", "cube.obj", "loop.obj");
    EXPECT_REFUSAL("abut: cube.obj/within: ", "check", "cube.obj", "cube.obj/within");
}

static void test_every_format_is_known_by_content(void** state)
{
    (void)state;
    static const char* const names[] = {"cube.obj", "cube.stl", "cube.ply", "cube.off"};
    for (int i = 0; i < 4; i++) {
        char* text = cli_read_file(names[i]);
        struct stat at;
        assert_int_equal(stat(names[i], &at), 0);
        FILE* out = fopen("nameless", "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(text, 1, (size_t)at.st_size, out), at.st_size);
        assert_int_equal(fclose(out), 0);
        free(text);
        EXPECT_STATUS(1, "check", "cube.obj", "nameless");
        EXPECT_STATUS(0, "check", "nameless", "cube.obj", "--move-b", "0 0 -1.5");
    }
}

static void test_standard_input(void** state)
{
    (void)state;
    static const char* const a[] = {"check", "-", "cube.stl", "--format", "obj", NULL};
    static const char* const b[] = {"check", "cube.stl", "--format=obj", "-", NULL};
    cli_result first = cli_run(&(cli_call){.arguments = a, .input = "cube.obj"});
    cli_result second = cli_run(&(cli_call){.arguments = b, .input = "cube.obj"});
    assert_int_equal(first.status, 1);
    assert_int_equal(second.status, 1);
    cli_expect_text(first.out, "a: standard input, 12 triangles\nb: cube.stl, 12");
    cli_expect_text(second.out, "b: standard input, 12 triangles");
    cli_free(&first);
    cli_free(&second);
    first = cli_run(&(cli_call){.arguments = a, .input = "cube.off"});  // not what was announced
    assert_int_equal(first.status, 2);
    cli_expect_text(first.err, "abut: standard input: line 1: ");
    cli_free(&first);
    EXPECT_REFUSAL("standard input needs --format", "check", "-", "cube.obj");
    EXPECT_REFUSAL("standard input can be read only once", "check", "-", "-", "--format", "obj");
    // Without standard input, the format is that of both files.
    EXPECT_STATUS(1, "check", "cube.obj", "quads.obj", "--format", "obj");
    EXPECT_REFUSAL("abut: cube.off: ", "check", "cube.obj", "cube.off", "--format", "obj");
}

static void test_names_that_look_like_options(void** state)
{
    (void)state;
    char* text = cli_read_file("cube.obj");
    cli_write_file("--json", text);
    free(text);
    cli_result r = CLI("check", "cube.obj", "--", "--json");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "b: --json, 12 triangles");
    cli_free(&r);
    static const char* const behind[] = {"check", "cube.obj", "cube.off", "--csv", NULL};
    r = cli_run(&(cli_call){.arguments = behind, .setting = "POSIXLY_CORRECT=1"});
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "a,b,kind\n");
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_usage_without_verb),
        cmocka_unit_test(test_overview_lists_verbs),
        cmocka_unit_test(test_help_of_verbs),
        cmocka_unit_test(test_unknown_verbs),
        cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_first_and_limit),
        cmocka_unit_test(test_conflicts),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_bad_poses),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_unreadable_file),
        cmocka_unit_test(test_every_format_is_known_by_content),
        cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_names_that_look_like_options),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
