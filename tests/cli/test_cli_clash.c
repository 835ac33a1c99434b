// test_cli_clash.c - "abut clash": its objects, sets, ignored pairs and forms of output, and the published answers of
// assemblies.
#include "support/cli_run.h"
#include "support/method_here.h"
#include "support/pruning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// Objects: left and right share a face of a box; far is alone; in is within right; the last triangle, which crosses
// left, is in none.
static void write_scene(void)
{
    static const struct {
        const char* name;
        double low[3], high[3];
    } boxes[] = {
        {"left", {0, 0, 0}, {1, 1, 1}}, {"right, with \"a\" comma", {1, 0, 0}, {3, 1, 1}},
        {"far", {9, 0, 0}, {10, 1, 1}}, {"in", {1.5, 0.25, 0.25}, {2, 0.5, 0.5}},
        {"left", {0, 5, 0}, {1, 6, 1}},
    };
    static const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    FILE* out = fopen("scene.obj", "w");
    assert_non_null(out);
    fprintf(out, "v 0.5 0.5 -1\nv 0.5 0.5 0.5\nv 0.5 0.75 0.5\nf 1 2 3\n");
    for (int b = 0; b < 5; b++) {
        fprintf(out, "o %s\n", boxes[b].name);
        for (int v = 0; v < 8; v++)
            fprintf(out, "v %g %g %g\n", v & 1 ? boxes[b].high[0] : boxes[b].low[0],
                    v & 2 ? boxes[b].high[1] : boxes[b].low[1],
                    v & 4 ? boxes[b].high[2] : boxes[b].low[2]);
        for (int f = 0; f < 12; f++)
            fprintf(out, "f %d %d %d\n", faces[f][0] + 4 + 8 * b, faces[f][1] + 4 + 8 * b,
                    faces[f][2] + 4 + 8 * b);
    }
    fclose(out);
}

static const char* object_name(const cJSON* root, const cJSON* clash, const char* key)
{
    const cJSON* object =
        cJSON_GetArrayItem(cli_member(root, "objects"), cJSON_GetObjectItem(clash, key)->valueint);
    const cJSON* group = cJSON_GetObjectItem(object, "group");
    return (group ? group : cJSON_GetObjectItem(object, "file"))->valuestring;
}

static void expect_clash(const cJSON* root, int i, const char* a, const char* b,
                         const char* relation)
{
    const cJSON* clash = cJSON_GetArrayItem(cli_member(root, "clashes"), i);
    assert_non_null(clash);
    assert_string_equal(object_name(root, clash, "a"), a);
    assert_string_equal(object_name(root, clash, "b"), b);
    if (relation)
        assert_string_equal(cJSON_GetObjectItem(clash, "relation")->valuestring, relation);
    else
        assert_null(cJSON_GetObjectItem(clash, "relation"));
}

static void test_groups(void** state)
{
    (void)state;
    write_scene();
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--json");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "objects")), 5);
    assert_true(cli_number(root, "clash_count") == 2);
    expect_clash(root, 0, "left", "right, with \"a\" comma", NULL);
    expect_clash(root, 1, "left", "", NULL);
    const cJSON* first = cJSON_GetArrayItem(cli_member(root, "clashes"), 0);
    assert_true(cli_number(first, "pairs") == cli_number(first, "cross") +
                                                  cli_number(first, "touch") +
                                                  cli_number(first, "coplanar"));
    assert_true(cli_number(first, "cross") == 0 && cli_number(first, "coplanar") > 0);
    static const double low[] = {1, 0, 0}, high[] = {1, 1, 1};
    for (int k = 0; k < 3; k++) {
        assert_true(cJSON_GetArrayItem(cli_member(first, "low"), k)->valuedouble == low[k]);
        assert_true(cJSON_GetArrayItem(cli_member(first, "high"), k)->valuedouble == high[k]);
    }
    // Both boxes of the name "left" are one object.
    assert_true(cJSON_GetObjectItem(cJSON_GetArrayItem(cli_member(root, "objects"), 0), "triangles")
                    ->valueint == 24);
    cJSON_Delete(root);
    root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--json", "--inside");
    assert_true(cli_number(root, "clash_count") == 3);
    expect_clash(root, 0, "left", "right, with \"a\" comma", "touching");
    expect_clash(root, 1, "left", "", "crossing");
    expect_clash(root, 2, "right, with \"a\" comma", "in", "b inside a");
    assert_null(cJSON_GetObjectItem(cJSON_GetArrayItem(cli_member(root, "clashes"), 2), "low"));
    cJSON_Delete(root);
}

static void test_files(void** state)
{
    (void)state;
    write_scene();
    cJSON* root = CLI_JSON(1, "clash", "cube.obj", "one.obj", "empty.off", "other.obj", "--json");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "objects")), 4);
    assert_true(cli_number(root, "clash_count") == 3);
    expect_clash(root, 0, "cube.obj", "one.obj", NULL);
    expect_clash(root, 1, "cube.obj", "other.obj", NULL);
    expect_clash(root, 2, "one.obj", "other.obj", NULL);
    cJSON_Delete(root);
    cli_result r = CLI("build", "cube.obj", "-o", "cube.abut", "--method", SOME_TREE_NAME);
    assert_int_equal(r.status, 0);
    cli_free(&r);
    root = CLI_JSON(1, "clash", "one.obj", "cube.abut", "--against", "other.obj", "--json");
    assert_true(cli_number(root, "clash_count") == 2);
    expect_clash(root, 0, "one.obj", "other.obj", NULL);
    expect_clash(root, 1, "cube.abut", "other.obj", NULL);
    cJSON_Delete(root);
    root = CLI_JSON(1, "clash", "one.obj", "--against", "other.obj", "--against", "cube.obj",
                    "--json");
    assert_true(cli_number(root, "clash_count") == 2);
    cJSON_Delete(root);
    root = CLI_JSON(1, "clash", "scene.obj", "--groups", "--against", "cube.obj", "--json");
    assert_true(cli_number(root, "clash_count") == 3);  // left, right, the rest
    cJSON_Delete(root);
    r = CLI("clash", "empty.off", "cube.obj");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "2 objects, 12 triangles: 0 pairs of objects in contact");
    cli_free(&r);
    r = CLI("clash", "cube.obj", "cube.stl", "--quiet");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    cli_free(&r);
    unlink("cube.abut");
}

static void test_ignore(void** state)
{
    (void)state;
    write_scene();
    cli_write_file("ignore.tsv", "# a list\n\nright, with \"a\" comma\tleft\twelded\n");
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--ignore", "ignore.tsv", "--json");
    assert_true(cli_number(root, "clash_count") == 1);
    expect_clash(root, 0, "left", "", NULL);
    cJSON_Delete(root);
    cli_write_file("ignore.tsv", "left\tright, with \"a\" comma\r\n\tleft\r\n");
    cli_result r = CLI("clash", "--groups", "scene.obj", "--ignore", "ignore.tsv");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    // A name in several files is all of them.
    r = CLI("clash", "--groups", "scene.obj", "--against", "scene.obj", "--ignore", "ignore.tsv",
            "--csv");
    assert_int_equal(r.status, 1);
    assert_null(strstr(r.out, "left,\"right"));
    assert_null(strstr(r.out, "comma\",left"));
    cli_expect_text(r.out, "\nleft,left,");
    cli_free(&r);
    cli_write_file("ignore.tsv", "left\tnobody\n");
    r = CLI("clash", "--groups", "scene.obj", "--ignore", "ignore.tsv");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "warning: ignore.tsv: line 1: there is no object 'nobody'");
    cli_free(&r);
    static const char* const wrong[][2] = {
        {"left\tin\nleft right\n", "ignore.tsv: line 2: not two names with a tab between"},
        {NULL, "none.tsv: cannot be opened"},
    };
    for (size_t i = 0; i < 2; i++) {
        if (wrong[i][0]) cli_write_file("ignore.tsv", wrong[i][0]);
        r = CLI("clash", "--groups", "scene.obj", "--ignore", i ? "none.tsv" : "ignore.tsv");
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        cli_expect_text(r.err, wrong[i][1]);
        cli_free(&r);
    }
    unlink("ignore.tsv");
}

static void test_text_and_csv(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--stats", "--inside");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "5 objects, 61 triangles: 2 pairs of objects in contact, 1 without "
                           "contact that are not separate; 3 with boxes that meet");
    cli_expect_text(r.out, "1,0,0 to 1,1,1");
    cli_expect_text(r.out, "touching    left, right, with \"a\" comma");
    cli_expect_text(r.out, "tests: ");
    cli_free(&r);
    r = CLI("clash", "--groups", "scene.obj", "--csv", "--inside", "-o", "out.csv");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    cli_free(&r);
    char* text = cli_read_file("out.csv");
    cli_expect_text(text, "a,b,pairs,cross,touch,coplanar,x_low,y_low,z_low,x_high,y_high,z_high,"
                          "relation,file_a,file_b\nleft,\"right, with \"\"a\"\" comma\",");
    cli_expect_text(text, ",in,0,0,0,0,,,,,,,b inside a,scene.obj,scene.obj\n");
    free(text);
    unlink("out.csv");
}

// What is too close: in is 0.25 from the walls of right, within it; left and in, right and the triangle in no object are
// 0.5 apart, just as far as is asked; far is farther.
static void expect_gap(const cJSON* root, int i, const char* a, const char* b, const char* state,
                       double apart)
{
    const cJSON* clash = cJSON_GetArrayItem(cli_member(root, "clashes"), i);
    expect_clash(root, i, a, b, NULL);
    assert_string_equal(cli_member(clash, "state")->valuestring, state);
    assert_true(cli_number(clash, "lo") == apart && cli_number(clash, "hi") == apart);
    assert_int_equal(cJSON_GetObjectItem(clash, "low") != NULL, !strcmp(state, "contact"));
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double way = cJSON_GetArrayItem(cli_member(clash, "b_point"), k)->valuedouble -
                           cJSON_GetArrayItem(cli_member(clash, "a_point"), k)->valuedouble;
        square += way * way;
    }
    assert_true(square == apart * apart);
    assert_int_equal(cJSON_GetArraySize(cli_member(clash, "pair")), 2);
    assert_int_equal(cJSON_GetArraySize(cli_member(clash, "features")), 2);
}

static void test_clearance(void** state)
{
    (void)state;
    write_scene();
    static const char right[] = "right, with \"a\" comma";
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--clearance", "0.5", "--json");
    assert_true(cli_number(root, "clash_count") == 5);
    assert_string_equal(cli_member(root, "state")->valuestring, "contact");
    expect_gap(root, 0, "left", right, "contact", 0);
    expect_gap(root, 1, "left", "in", "close", 0.5);
    expect_gap(root, 2, "left", "", "contact", 0);
    expect_gap(root, 3, right, "in", "close", 0.25);
    expect_gap(root, 4, right, "", "close", 0.5);
    cJSON_Delete(root);
    root =
        CLI_JSON(1, "clash", "--groups", "scene.obj", "--clearance", "0.5", "--strict", "--json");
    assert_true(cli_number(root, "clash_count") == 3);
    expect_gap(root, 2, right, "in", "close", 0.25);
    cJSON_Delete(root);
    root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--clearance", "0", "--json");
    assert_true(cli_number(root, "clash_count") == 2);
    cJSON_Delete(root);
}

static void expect_status(int status, const char* state, const char* d, const char* strict)
{
    const char* arguments[] = {"clash", "base.obj", "near.obj", "--clearance",
                               d,       "--json",   strict,     NULL};
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    cJSON* root = cJSON_Parse(r.out);
    assert_non_null(root);
    assert_string_equal(cli_member(root, "state")->valuestring, state);
    cJSON_Delete(root);
    cli_free(&r);
    arguments[5] = "--quiet";
    r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    assert_string_equal(r.out, "");
    cli_free(&r);
}

// Two squares: the status tells of what is too close as of contact; nothing to check is undecided.
static void test_statuses_of_clearances(void** state)
{
    (void)state;
    cli_write_file("base.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    cli_write_file("near.obj", "v 0 0 0.3\nv 1 0 0.3\nv 1 1 0.3\nv 0 1 0.3\nf 1 2 3 4\n");
    expect_status(1, "close", "0.3", NULL);
    expect_status(0, "clear", "0.3", "--strict");
    expect_status(0, "clear", "0.29999999999999993", NULL);
    expect_status(1, "close", "0.30000000000000004", "--strict");
    cJSON* root = CLI_JSON(3, "clash", "near.obj", "empty.off", "--clearance", "1", "--json");
    assert_string_equal(cli_member(root, "state")->valuestring, "undecided");
    cJSON_Delete(root);
    unlink("near.obj");
    unlink("base.obj");
}

// The text has the worst first; CSV keeps the order of the objects.
static void test_text_and_csv_of_clearances(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--clearance", "0.5");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "2 pairs of objects in contact, 3 too close (at most 0.5 apart)");
    const char* at = r.out;
    static const char* const order[] = {"contact", "contact", "close            0.25",
                                        "close             0.5", "close             0.5"};
    for (size_t i = 0; i < 5; i++) {
        at = strstr(at, order[i]);
        assert_non_null(at);
        at++;
    }
    cli_free(&r);
    r = CLI("clash", "--groups", "scene.obj", "--clearance", "0.5", "--csv");
    cli_expect_text(r.out,
                    "x_high,y_high,z_high,state,lo,hi,x_a,y_a,z_a,x_b,y_b,z_b,file_a,file_b");
    cli_expect_text(r.out, "\nleft,in,0,0,0,0,,,,,,,close,0.5,0.5,1,");
    cli_free(&r);
}

// Methods that do not tell how far are refused by name, asked for or saved.
static void test_methods_of_clearances(void** state)
{
    (void)state;
    if (!method_is_here(ABUT_METHOD_DOP14)) return;
    cli_result r = CLI("build", "cube.obj", "-o", "cube.abut", "--method", "dop14");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    r = CLI("clash", "cube.obj", "one.obj", "--clearance", "1", "--method", "dop14");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "the method dop14 does not tell how far models are apart");
    cli_free(&r);
    r = CLI("clash", "cube.abut", "one.obj", "--clearance", "1");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "the method dop14 does not tell how far models are apart");
    cli_free(&r);
    unlink("cube.abut");
}

static void test_workers_of_clearances(void** state)
{
    (void)state;
    write_scene();
    cli_result one = CLI("clash", "--groups", "scene.obj", "--csv", "--clearance", "9");
    for (int i = 0; i < 4; i++) {
        static const char* const methods[] = {"wide", "brute", "aabb", "aabb"};
        cli_result r = CLI("clash", "--groups", "scene.obj", "--csv", "--clearance", "9",
                           "--threads", i ? "5" : "2", "--method", methods[i]);
        assert_string_equal(r.out, one.out);
        cli_free(&r);
    }
    cli_free(&one);
}

static void test_workers(void** state)
{
    (void)state;
    write_scene();
    cli_result one = CLI("clash", "--groups", "scene.obj", "--csv", "--inside", "--threads", "1");
    static const char* const counts[] = {"2", "5", "16"};
    for (size_t i = 0; i < 3; i++) {
        cli_result r =
            CLI("clash", "--groups", "scene.obj", "--csv", "--inside", "--threads", counts[i]);
        assert_string_equal(r.out, one.out);
        cli_free(&r);
    }
    cli_free(&one);
}

// How trees are built arrives: shallow ones take fewer tests of volumes and more of triangles.
static void test_options_of_trees_arrive(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("all triangles are tested");
    double tests[2][2];
    for (int i = 0; i < 2; i++) {
        cJSON* root = CLI_JSON(1, "clash", "cube.obj", "one.obj", "--json", "--method", "aabb",
                               "--leaf-size", "1", "--depth-max", i ? "1" : "80");
        tests[i][0] = cli_number(root, "stats.volume_tests");
        tests[i][1] = cli_number(root, "stats.triangle_tests");
        cJSON_Delete(root);
    }
    assert_true(tests[1][0] < tests[0][0] && tests[1][1] > tests[0][1]);
}

static void test_refusals(void** state)
{
    (void)state;
    write_scene();
    static const struct {
        const char* arguments[6];
        const char* text;
    } rows[] = {
        {{NULL}, "clash needs files"},
        {{"--against", "cube.obj"}, "clash needs files"},
        {{"cube.obj"}, "one file is one object"},
        {{"nowhere.obj"}, "nowhere.obj: cannot open: No such file"},
        {{"cube.obj", "-"}, "standard input needs --format"},
        {{"-", "-", "--format", "obj"}, "standard input can be read only once"},
        {{"cube.obj", "one.obj", "--json", "--csv"}, "--json and --csv exclude"},
        {{"cube.obj", "one.obj", "--stats", "--csv"}, "--csv and --stats exclude"},
        {{"cube.obj", "one.obj", "--quiet", "--json"}, "--quiet and --json exclude"},
        {{"cube.obj", "one.obj", "--quiet", "-o", "-"}, "--quiet and -o - exclude"},
        {{"cube.obj", "one.obj", "--groups", "--groups"}, "--groups given twice"},
        {{"cube.obj", "one.obj", "--threads", "0"}, "--threads: '0'"},
        {{"cube.obj", "one.obj", "--method", "brute", "--leaf-size", "3"}, "brute has no such"},
        {{"cube.obj", "missing.obj"}, "missing.obj: "},
        {{"cube.obj", "one.obj", "-o", "one.obj"}, "one.obj: is an input too"},
        {{"cube.obj", "one.obj", "--clearance", "-1"}, "--clearance: '-1'"},
        {{"cube.obj", "one.obj", "--clearance", "1e-310"}, "a length of at least 4.45"},
        {{"cube.obj", "one.obj", "--clearance", "1", "--inside"},
         "--clearance and --inside exclude"},
        {{"cube.obj", "one.obj", "--strict"}, "--strict has no effect without --clearance"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char* arguments[8] = {"clash"};
        for (int k = 0; k < 6; k++)
            arguments[k + 1] = rows[i].arguments[k];
        cli_result r = cli_run(&(cli_call){.arguments = arguments});
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        cli_expect_text(r.err, rows[i].text);
        cli_free(&r);
    }
}

// ------------------------------------------------------------------------------- published answers

static int is_found(const char* csv, const char* a, const char* b, const char* count)
{
    char line[512];
    snprintf(line, sizeof line, "\n%s,%s,%s,", a, b, count);
    return strstr(csv, line) != NULL;
}

static void compare_with_published(const char* csv, const char* path)
{
    char* text = cli_read_file(path);
    size_t listed = 0, found = 0;
    assert_non_null(text);
    for (char* line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#') continue;
        char *second = strchr(line, '\t'), *number = second ? strchr(second + 1, '\t') : NULL;
        if (!number) {
            fail_msg("%s: not three columns: %s", path, line);
            break;  // never reached; the compiler does not know
        }
        *second++ = *number++ = '\0';
        listed++;
        if (!is_found(csv, line, second, number) && !is_found(csv, second, line, number))
            fail_msg("%s: %s and %s are not found with %s", path, line, second, number);
    }
    for (; (csv = strstr(csv, "\n")); csv++)
        found++;
    assert_int_equal(found, listed + 1);  // with the names of the columns
    assert_true(listed > 0);
    free(text);
}

static void test_assemblies(void** state)
{
    (void)state;
    static const char* const rows[][3] = {
        {"cad/as1-oc-214", "cad/as1-oc-214", NULL},
        {"cad/cycloidal_parts", "cad/cycloidal_parts", NULL},
        {"bim/duplex_architecture", "bim/duplex_architecture", NULL},
        {"bim/duplex_arch_x_elec", "bim/duplex_architecture", "bim/duplex_electrical"},
        {"bim/Office_A", "bim/Office_A", NULL},
    };
    const char* data = getenv("ABUT_DATA");
    if (!data) {
        print_message("SKIPPED: assemblies by 'abut clash' (ABUT_DATA is not set)\n");
        skip();
    }
    for (size_t i = 0; i < 5; i++) {
        char answer[512], a[512], b[512];
        snprintf(answer, sizeof answer, "%s/%s.pairs.tsv", data, rows[i][0]);
        snprintf(a, sizeof a, "%s/%s.obj", data, rows[i][1]);
        snprintf(b, sizeof b, "%s/%s.obj", data, rows[i][2] ? rows[i][2] : "");
        cli_result r = rows[i][2] ? CLI("clash", "--groups", a, "--against", b, "--csv")
                                  : CLI("clash", "--groups", a, "--csv");
        assert_int_equal(r.status, 1);
        compare_with_published(r.out, answer);
        cli_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_ignore),
        cmocka_unit_test(test_text_and_csv),
        cmocka_unit_test(test_clearance),
        cmocka_unit_test(test_statuses_of_clearances),
        cmocka_unit_test(test_text_and_csv_of_clearances),
        cmocka_unit_test(test_workers_of_clearances),
        cmocka_unit_test(test_methods_of_clearances),
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_options_of_trees_arrive),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_assemblies),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
