// test_cli_search.c - poses and search options of "abut check": they arrive, and do what they say.
#include "support/cli_run.h"
#include "support/method_here.h"
#include "support/pruning.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// ------------------------------------------------------------------------------------------- poses

static void test_poses(void** state)
{
    (void)state;
    static const struct {
        const char* arguments[6];
        double matrix[16];
    } rows[] = {
        {{"--rotate-b", "0,0,1,90"}, {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
        {{"--rotate-b", "0 -2 0 270"}, {0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 1}},
        {{"--scale-b", "2.5"}, {2.5, 0, 0, 0, 0, 2.5, 0, 0, 0, 0, 2.5, 0, 0, 0, 0, 1}},
        {{"--move-b", " 1e1, -0x1p-2\t3 "}, {1, 0, 0, 10, 0, 1, 0, -.25, 0, 0, 1, 3, 0, 0, 0, 1}},
        {{"--rotate-b", "1,0,0,180", "--move-b", "1,2,3", "--scale-b", "4"},
         {4, 0, 0, 1, 0, -4, 0, 2, 0, 0, -4, 3, 0, 0, 0, 1}},
        {{"--move-b=1,2,3", "--scale-b=4", "--rotate-b=1,0,0,180"},
         {4, 0, 0, 1, 0, -4, 0, 2, 0, 0, -4, 3, 0, 0, 0, 1}},
        {{"--pose-b", "0,-2,0,1\n 2,0,0,2\n 0,0,2,3\n 0,0,0,1"},
         {0, -2, 0, 1, 2, 0, 0, 2, 0, 0, 2, 3, 0, 0, 0, 1}},
        {{"--quat-b", "1,2,3,0.5,0.5,0.5,0.5"}, {0, 0, 1, 1, 1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 0, 1}},
        {{"--quat-b", "1,2,3,0,0,0,0.51"}, {-1, 0, 0, 1, 0, -1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1}},
    };
    static const double identity[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char* arguments[11] = {"check", "cube.obj", "empty.off", "--json"};
        memcpy(arguments + 4, rows[i].arguments, sizeof rows[i].arguments);
        cJSON* root = cli_json(arguments, 3);
        cli_expect_pose(root, "a.pose", identity);
        cli_expect_pose(root, "b.pose", rows[i].matrix);
        cJSON_Delete(root);
        // The same options place the other model.
        char swapped[6][64];
        for (int k = 0; k < 6 && rows[i].arguments[k]; k++) {
            snprintf(swapped[k], sizeof swapped[k], "%s", rows[i].arguments[k]);
            char* letter = strncmp(swapped[k], "--", 2) ? NULL : strstr(swapped[k], "-b");
            if (letter) letter[1] = 'a';
            arguments[4 + k] = swapped[k];
        }
        root = cli_json(arguments, 3);
        cli_expect_pose(root, "a.pose", rows[i].matrix);
        cli_expect_pose(root, "b.pose", identity);
        cJSON_Delete(root);
    }
    // And the search uses them: a cube turned onto the other side of the plane x = 0.
    cJSON* root = CLI_JSON(0, "check", "cube.obj", "cube.obj", "--json", "--rotate-b", "0,0,1,90",
                           "--move-b", "-0.25,0,0");
    cJSON_Delete(root);
}

// ---------------------------------------------------------------------------------------- searching

static char* csv_with(const char* method, const char* option, const char* value)
{
    cli_result r = CLI("check", "cube.obj", "quads.obj", "--csv", "--points", "--rotate-b",
                       "1,2,3,40", "--method", method, option, value);
    assert_int_equal(r.status, 1);
    free(r.err);
    return r.out;
}

static void test_answers_do_not_depend_on_the_search(void** state)
{
    (void)state;
    static const char* const rows[][3] = {
        {"brute"},
        {"wide"},
        {SOME_TREE_NAME},
        {"wide", "--leaf-size", "1"},
        {"wide", "--effort", "fast"},
        {"wide", "--effort", "best"},
        {"wide", "--memory", "small"},
        {"wide", "--memory", "compact"},
        {"wide", "--epsilon", "0.5"},
        {SOME_TREE_NAME, "--leaf-size", "1"},
        {SOME_TREE_NAME, "--leaf-size", "64"},
        {SOME_TREE_NAME, "--split", "median"},
        {SOME_TREE_NAME, "--split", "mean"},
#if EXPECT_PAPERS
        {"obb", "--fit", "aabb"},
        {"obb", "--fit", "pca,parent"},
        {"obb", "--fit", "dito14"},
        {"obb", "--real", "float"},
        {"obb", "--real", "double"},
#endif
        {"auto", "--all"},
        {"auto", "--limit", "1000"},
        {"auto", "--budget", "99999"},
    };
    char* plain = csv_with("auto", NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char* other = csv_with(rows[i][0], rows[i][1], rows[i][2]);
        assert_string_equal(plain, other);
        free(other);
    }
    free(plain);
}

static double number_with(const char* path, const char* method, const char* option,
                          const char* value)
{
    cJSON* root = CLI_JSON(1, "check", "bars.obj", "bars.obj", "--json", "--move-b", "9,10,8",
                           "--method", method, option, value);
    const double number = cli_number(root, path);
    cJSON_Delete(root);
    return number;
}

// Slanted bars, ever farther apart: splits, fits and leaves all matter.
static void write_bars(void)
{
    FILE* out = fopen("bars.obj", "w");
    assert_non_null(out);
    for (int i = 0; i < 40; i++) {
        const int x = i * i;
        fprintf(out, "v %d 0 0\nv %d 100 80\nv %d 100.5 80.5\nf -3 -2 -1\n", x, x + 90, x + 91);
    }
    assert_int_equal(fclose(out), 0);
}

static void test_search_options_have_an_effect(void** state)
{
    (void)state;
    write_bars();
    assert_true(number_with("stats.volume_tests", "brute", NULL, NULL) == 0);
    assert_true(number_with("stats.triangle_tests", "brute", NULL, NULL) == 1600);
    static const char* const methods[] = {"auto", "wide", SOME_TREE_NAME};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        assert_true(number_with("stats.volume_tests", methods[i], NULL, NULL) > 0);
        assert_int_equal(number_with("stats.triangle_tests", methods[i], NULL, NULL) < 1600,
                         PRUNING);
        assert_true(number_with("stats.volume_tests", methods[i], "--leaf-size", "1") > 40);
    }
    assert_true(number_with("stats.volume_tests", SOME_TREE_NAME, "--leaf-size", "64") == 1);
    assert_true(number_with("a.bytes_per_triangle", "wide", "--leaf-size", "1") >
                number_with("a.bytes_per_triangle", "wide", "--leaf-size", "4"));
    if (method_is_here(ABUT_METHOD_OBB))
        assert_true(number_with("a.bytes_per_triangle", "obb", "--real", "double") >
                    number_with("a.bytes_per_triangle", "obb", "--real", "float"));
    SKIP_WITHOUT_PRUNING("splits and fits make no difference to the work");
    assert_true(number_with("stats.volume_tests", "wide", "--epsilon", "20") >
                number_with("stats.volume_tests", "wide", NULL, NULL));
    const double mean = number_with("stats.volume_tests", SOME_TREE_NAME, "--split", "mean");
    assert_true(number_with("stats.volume_tests", SOME_TREE_NAME, "--split", "median") != mean);
    assert_true(number_with("stats.volume_tests", SOME_TREE_NAME, "--all", NULL) ==
                mean);  // the default
    if (!method_is_here(ABUT_METHOD_OBB)) return;
    const double boxes = number_with("stats.volume_tests", "obb", "--fit", "aabb");
    assert_true(number_with("stats.volume_tests", "obb", "--fit", "dito14") < boxes);
    assert_true(number_with("stats.volume_tests", "obb", "--fit", "pca,aabb") < boxes);
}

// Eight triangles that all hold the origin; two small ones far on both sides of them; and one in the plane z = 0. The numbers
// of tests are those of tests/methods/test_walk_options.c, which says why.
static void write_walked(void)
{
    FILE *pile = fopen("pile.obj", "w"), *sides = fopen("sides.obj", "w");
    assert_non_null(pile);
    assert_non_null(sides);
    for (int i = 0; i < 8; i++)
        fprintf(pile, "v %d -20 0\nv %d -20 0\nv %d 40 0\nf -3 -2 -1\n", i - 30, i + 30, i);
    for (int x = -300; x <= 300; x += 600)
        fprintf(sides, "v %d 0 0\nv %d 1 0\nv %d 0 1\nf -3 -2 -1\n", x, x, x + 1);
    assert_int_equal(fclose(pile), 0);
    assert_int_equal(fclose(sides), 0);
    cli_write_file("flat.obj", "v -100 -100 0\nv 100 -100 0\nv 0 150 0\nf 1 2 3\n");
}

typedef struct walked {
    const char *a, *b, *number;
    double wanted;
    const char* options[9];
} walked;

static const walked walks[] = {
    {"pile.obj", "sides.obj", "volume", 3, {"--method", "aabb", "--descent", "larger"}},
    {"pile.obj", "sides.obj", "volume", 5, {"--method", "aabb", "--descent", "both"}},
    {"pile.obj", "sides.obj", "volume", 31, {"--method", "aabb", "--descent", "environment"}},
    {"pile.obj",
     "pile.obj",
     "volume",
     13,
     {"--method", "aabb", "--descent", "both", "--first", "--traversal", "depth"}},
    {"pile.obj",
     "pile.obj",
     "volume",
     85,
     {"--method", "aabb", "--descent", "both", "--first", "--traversal", "breadth"}},
#if EXPECT_PAPERS
    {"pile.obj", "sides.obj", "volume", 9, {"--method", "quickcd6", "--descent", "restart"}},
    {"flat.obj",
     "flat.obj",
     "triangle",
     1,
     {"--method", "dop6", "--move-b", "0,0,1", "--interval-count", "2"}},
    {"flat.obj",
     "flat.obj",
     "triangle",
     0,
     {"--method", "dop6", "--move-b", "0,0,1", "--interval-count", "3"}},
    {"flat.obj",
     "flat.obj",
     "triangle",
     0,
     {"--method", "dop6", "--move-b", "0,0,1", "--interval-count", "2", "--intervals", "width"}},
#endif
};

static void test_walk_options_arrive(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    write_walked();
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        const char* arguments[20] = {"check",   walks[i].a, walks[i].b,    "--json",
                                     "--split", "median",   "--leaf-size", "1"};
        char path[64];
        for (size_t k = 0; k < 9; k++)
            arguments[8 + k] = walks[i].options[k];
        snprintf(path, sizeof path, "stats.%s_tests", walks[i].number);
        cJSON* root = cli_json(arguments, strcmp(walks[i].b, "pile.obj") == 0);
        assert_true(cli_number(root, path) == walks[i].wanted);
        cJSON_Delete(root);
    }
}

// "abut methods" lists those of this build, and --method takes no others.
static void test_methods_of_this_build(void** state)
{
    (void)state;
    cli_result text = CLI("methods");
    cJSON* root = CLI_JSON(0, "methods", "--json");
    const char* const missing = strstr(text.out, "\nNot in this build:");
    const cJSON* listed = cli_member(root, "methods")->child;
    assert_int_equal(text.status, 0);
    assert_true((missing != NULL) == !EXPECT_PAPERS);
    for (int m = 0; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        if (!name) continue;
        char line[64];
        snprintf(line, sizeof line, "%-11s", name);
        const char* at = m == ABUT_METHOD_AUTO ? text.out : strstr(text.out, line);
        if (method_is_here(m)) {
            assert_non_null(at);
            assert_memory_equal(at, line, strlen(line));
            assert_non_null(listed);
            assert_string_equal(cli_member(listed, "name")->valuestring, name);
            listed = listed->next;
            continue;
        }
        assert_null(at);
        snprintf(line, sizeof line, " %s", name);
        cli_expect_text(missing, line);
        cli_result r = CLI("check", "cube.obj", "cube.obj", "--method", name);
        assert_int_equal(r.status, 2);
        snprintf(line, sizeof line, "there is no '%s' in this build", name);
        cli_expect_text(r.err, line);
        cli_expect_text(r.err, "; there are: " FIRST_NAMES);
        cli_free(&r);
    }
    assert_null(listed);
    cJSON_Delete(root);
    cli_free(&text);
}

static void expect_same_files(const char* x, const char* y)
{
    FILE *first = fopen(x, "rb"), *second = fopen(y, "rb");
    assert_non_null(first);
    assert_non_null(second);
    size_t count = 0;
    for (int byte = 0; byte != EOF; count++) {
        byte = getc(first);
        assert_int_equal(byte, getc(second));
    }
    assert_true(count > 1000);
    fclose(first);
    fclose(second);
}

static void test_threads_make_no_difference(void** state)
{
    (void)state;
    static const char* const counts[] = {"1", "2", "7"};
    static const char* const files[] = {"bars1.abut", "bars2.abut", "bars7.abut"};
    cli_result first = {0};
    write_bars();
    for (size_t i = 0; i < 3; i++) {
        cli_result r = CLI("build", "bars.obj", "-o", files[i], "--threads", counts[i]);
        assert_int_equal(r.status, 0);
        cli_free(&r);
        expect_same_files(files[0], files[i]);
        r = CLI("check", files[i], "cube.obj", "--csv", "--points", "--threads", counts[i]);
        if (!i) first = r;
        assert_string_equal(r.out, first.out);
        if (i) cli_free(&r);
    }
    cli_free(&first);
}

static int count_threads(pid_t process)
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR* tasks = opendir(path);
    if (!tasks) return 0;
    for (const struct dirent* task; (task = readdir(tasks)) != NULL;)
        count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
}

// The program waits for somebody to read what it writes, with all its threads: so they can be counted.
static int threads_of_check(const char* wanted)
{
    int ends[2], count = 0, last = -1;
    assert_int_equal(pipe(ends), 0);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(ABUT_PROGRAM, "abut", "check", "equal.obj", "equal.obj", "--csv", "--threads", wanted,
              (char*)NULL);
        _exit(127);
    }
    close(ends[1]);
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 1);  // it writes: all is found
    for (int i = 0; i < 3 || count != last; i++) {
        last = count;
        count = count_threads(process);
        assert_true(i < 1000);
    }
    close(ends[0]);
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, NULL, 0), process);
    return count;
}

static void test_threads_are_started(void** state)
{
    (void)state;
    if (count_threads(getpid()) < 1) {
        print_message("SKIPPED: there is no /proc to count threads in\n");
        skip();
    }
    FILE* out = fopen("equal.obj", "w");
    assert_non_null(out);
    for (int i = 0; i < 400; i++)
        fprintf(out, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n");
    assert_int_equal(fclose(out), 0);
    assert_int_equal(threads_of_check("1"), 1);
    assert_int_equal(threads_of_check("3"), 3);
}

static void test_real_models(void** state)
{
    (void)state;
    const char* data = getenv("ABUT_DATA");
    if (!data) {
        print_message("SKIPPED: ABUT_DATA is not set, so the Cray pair of bad/manifold is not "
                      "checked\n");
        skip();
    }
    char left[512], right[512];
    snprintf(left, sizeof left, "%s/bad/manifold/Cray_left.obj", data);
    snprintf(right, sizeof right, "%s/bad/manifold/Cray_right.obj", data);
    cJSON* root = CLI_JSON(1, "check", left, right, "--json");
    assert_true(cli_number(root, "pair_count") == 92);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "pairs")), 92);
    cJSON_Delete(root);
    cli_result r = CLI("check", left, right);
    cli_expect_text(r.out, "contact: 92 pairs of triangles (");
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_answers_do_not_depend_on_the_search),
        cmocka_unit_test(test_search_options_have_an_effect),
        cmocka_unit_test(test_walk_options_arrive),
        cmocka_unit_test(test_methods_of_this_build),
        cmocka_unit_test(test_threads_are_started),
        cmocka_unit_test(test_threads_make_no_difference),
        cmocka_unit_test(test_real_models),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
