// test_cli_output.c - what "abut check" writes, and where: JSON, CSV, text, files.
#include "support/cli_run.h"
#include "support/method_here.h"

#include "abut/abut.h"

#include <fcntl.h>
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

// Expect an object to have exactly these keys, in this order.
static void expect_keys(const cJSON* object, const char* keys)
{
    char found[256] = "";
    assert_true(cJSON_IsObject(object));
    for (const cJSON* at = object->child; at; at = at->next) {
        assert_true(strlen(found) + strlen(at->string) + 2 < sizeof found);
        if (*found) strcat(found, " ");
        strcat(found, at->string);
    }
    assert_string_equal(found, keys);
}

static void expect_point(const cJSON* point, double x, double y, double z)
{
    assert_int_equal(cJSON_GetArraySize(point), 3);
    assert_true(cJSON_GetArrayItem(point, 0)->valuedouble == x);
    assert_true(cJSON_GetArrayItem(point, 1)->valuedouble == y);
    assert_true(cJSON_GetArrayItem(point, 2)->valuedouble == z);
}

// -------------------------------------------------------------------------------------------- JSON

static void test_json_keys(void** state)
{
    (void)state;
    static const double matrix[16] = {1, 0, 0, .5, 0, 1, 0, .25, 0, 0, 1, .125, 0, 0, 0, 1};
    static const double identity[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
    cJSON* root = CLI_JSON(1, "check", "cube.obj", "cube.off", "--json", "--move-b", ".5,.25,.125");
    expect_keys(root,
                "abut format a b contact pair_count complete empty pairs warnings stats seconds");
    expect_keys(cli_member(root, "a"), "file triangles bytes_per_triangle pose");
    expect_keys(cli_member(root, "b"), "file triangles bytes_per_triangle pose");
    expect_keys(cli_member(root, "stats"), "volume_tests triangle_tests node_updates exact_tests");
    expect_keys(cli_member(root, "seconds"), "load build query");
    assert_string_equal(cli_member(root, "abut")->valuestring, ABUT_VERSION_STRING);
    assert_true(cli_number(root, "format") == 1);
    assert_string_equal(cli_member(root, "a.file")->valuestring, "cube.obj");
    assert_string_equal(cli_member(root, "b.file")->valuestring, "cube.off");
    assert_true(cli_number(root, "a.triangles") == 12);
    assert_true(cli_number(root, "b.triangles") == 12);
    assert_true(cli_number(root, "a.bytes_per_triangle") > 12);  // three indices at least
    cli_expect_pose(root, "a.pose", identity);
    cli_expect_pose(root, "b.pose", matrix);
    assert_true(cJSON_IsTrue(cli_member(root, "contact")));
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    assert_true(cJSON_IsArray(cli_member(root, "warnings")));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 0);
    assert_true(cli_number(root, "stats.volume_tests") > 0);
    assert_true(cli_number(root, "stats.triangle_tests") > 0);
    assert_true(cli_number(root, "stats.exact_tests") >= 0);
    assert_true(cli_number(root, "seconds.load") >= 0);
    assert_true(cli_number(root, "seconds.build") >= 0);
    assert_true(cli_number(root, "seconds.query") >= 0);
    const cJSON* pairs = cli_member(root, "pairs");
    assert_int_equal(cJSON_GetArraySize(pairs), (int)cli_number(root, "pair_count"));
    expect_keys(pairs->child, "a b kind");
    cJSON_Delete(root);
}

// Every pair of the JSON against the library's answer for two triangles, and none may be missing.
static void test_json_pairs(void** state)
{
    (void)state;
    static const uint32_t quads[6][4] = {
        {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5},
    };
    static const char* const kinds[] = {"apart", "touch", "cross", "coplanar"};
    double corners[12][3][3];
    for (uint32_t i = 0; i < 36; i++) {
        const uint32_t triangle = i / 3, corner = i % 3;
        const uint32_t place = corner == 0 ? 0 : triangle % 2 + corner;
        for (int axis = 0; axis < 3; axis++)
            corners[triangle][corner][axis] = quads[triangle / 2][place] >> axis & 1;
    }
    const abut_pose pose = {.translation = {.5, .25, .125}};
    cJSON* root = CLI_JSON(1, "check", "cube.obj", "cube.stl", "--json", "--move-b", ".5,.25,.125");
    const cJSON* pair = cli_member(root, "pairs")->child;
    int crossing = 0;
    for (int a = 0; a < 12; a++) {
        for (int b = 0; b < 12; b++) {
            abut_contact contact;
            assert_int_equal(
                abut_triangles_touch(corners[a][0], NULL, corners[b][0], &pose, &contact), 0);
            if (contact.kind == ABUT_KIND_APART) continue;
            crossing += contact.kind == ABUT_KIND_CROSS;
            assert_non_null(pair);
            assert_true(cli_number(pair, "a") == a);
            assert_true(cli_number(pair, "b") == b);
            assert_string_equal(cli_member(pair, "kind")->valuestring, kinds[contact.kind]);
            pair = pair->next;
        }
    }
    assert_null(pair);
    assert_true(crossing > 0);
    cJSON_Delete(root);
}

static void test_json_points(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(1, "check", "one.obj", "other.obj", "--json", "--points");
    const cJSON* pairs = cli_member(root, "pairs");
    assert_int_equal(cJSON_GetArraySize(pairs), 1);
    expect_keys(pairs->child, "a b kind points");
    assert_string_equal(cli_member(pairs->child, "kind")->valuestring, "cross");
    const cJSON* points = cli_member(pairs->child, "points");
    assert_int_equal(cJSON_GetArraySize(points), 2);
    const cJSON *first = points->child, *second = first->next;
    if (first->child->valuedouble > second->child->valuedouble)
        first = second, second = points->child;
    expect_point(first, 1, 1, 0);
    expect_point(second, 2, 2, 0);
    cJSON_Delete(root);
    // Two squares that share a square: some corners, all of them in world coordinates.
    root = CLI_JSON(1, "check", "one.obj", "one.obj", "--json", "--points", "--move-a", "0,0,7",
                    "--move-b", "1,1,7");
    const cJSON* pair = cli_member(root, "pairs")->child;
    assert_string_equal(cli_member(pair, "kind")->valuestring, "coplanar");
    assert_int_equal(cJSON_GetArraySize(cli_member(pair, "points")), 3);
    for (const cJSON* p = cli_member(pair, "points")->child; p; p = p->next)
        assert_true(cJSON_GetArrayItem(p, 2)->valuedouble == 7);
    cJSON_Delete(root);
}

static void test_json_faces(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(1, "check", "quads.obj", "cube.obj", "--json", "--move-b", ".5,.5,.5");
    assert_true(cli_number(root, "a.triangles") == 12);
    for (const cJSON* pair = cli_member(root, "pairs")->child; pair; pair = pair->next) {
        expect_keys(pair, "a b kind face");
        const cJSON* face = cli_member(pair, "face");
        assert_int_equal(cJSON_GetArraySize(face), 2);
        assert_int_equal(face->child->valueint, (int)cli_number(pair, "a") / 2);
        assert_true(cJSON_IsNull(face->child->next));
    }
    cJSON_Delete(root);
    root = CLI_JSON(1, "check", "cube.obj", "quads.obj", "--json", "--first");
    const cJSON* face = cli_member(cli_member(root, "pairs")->child, "face");
    assert_true(cJSON_IsNull(face->child));
    assert_true(cJSON_IsNumber(face->child->next));
    cJSON_Delete(root);
}

static void test_json_apart_and_warnings(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(0, "check", "empty.off", "cube.obj", "--json", "--allow-empty");
    assert_true(cJSON_IsFalse(cli_member(root, "contact")));
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    assert_true(cJSON_IsTrue(cli_member(root, "empty")));
    assert_true(cli_number(root, "pair_count") == 0);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "pairs")), 0);
    assert_true(cJSON_IsNull(cli_member(root, "a.bytes_per_triangle")));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 1);
    cli_expect_text(cli_member(root, "warnings")->child->valuestring, "empty.off: no triangles");
    cJSON_Delete(root);
    cli_write_file("thin.obj", "v 0 0 0\nv 1 0 0\nv .5 0 0\nf 1 2 3\nf 1 1 1\nv 0 1 0\nf 1 2 4\n");
    cli_result r = CLI("check", "cube.obj", "thin.obj");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "abut: warning: thin.obj: 2 of 3 triangles are only a segment or a "
                               "point and collide as that [F012]\n");
    cli_free(&r);
    r = CLI("check", "thin.obj", "cube.obj", "--json");
    assert_string_equal(r.err, "");
    cli_expect_text(r.out, "2 of 3 triangles are only");
    cli_free(&r);
}

static void test_json_file_names(void** state)
{
    (void)state;
    // A quote, a backslash, a line end, letters beyond ASCII, and a byte that is not UTF-8.
    static const char name[] = "a\"\\\n\xC3\xA4\xE2\x82\xAC\xFF.obj";
    assert_int_equal(symlink("cube.obj", name), 0);
    cli_result r = CLI("check", name, "cube.obj", "--json");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "\"file\": \"a\\\"\\\\\\u000a\xC3\xA4\xE2\x82\xAC\\ufffd.obj\"");
    cli_free(&r);
    cJSON* root = CLI_JSON(1, "check", name, "cube.obj", "--json");
    assert_string_equal(cli_member(root, "a.file")->valuestring,
                        "a\"\\\n\xC3\xA4\xE2\x82\xAC\xEF\xBF\xBD.obj");
    cJSON_Delete(root);
}

// ------------------------------------------------------------------------------------- CSV and text

static void test_csv(void** state)
{
    (void)state;
    cli_result r = CLI("check", "one.obj", "other.obj", "--csv");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "a,b,kind\n0,0,cross\n");
    cli_free(&r);
    r = CLI("check", "one.obj", "other.obj", "--csv", "--points", "--move-a", "1,1,0", "--scale-b",
            "1");
    assert_int_equal(r.status, 1);
    const char* header = "a,b,kind,count,x1,y1,z1,x2,y2,z2,x3,y3,z3,x4,y4,z4,x5,y5,z5,x6,y6,z6\n";
    assert_memory_equal(r.out, header, strlen(header));
    const char* line = r.out + strlen(header);
    assert_true(strcmp(line, "0,0,cross,2,1,1,0,3,3,0,,,,,,,,,,,,\n") == 0 ||
                strcmp(line, "0,0,cross,2,3,3,0,1,1,0,,,,,,,,,,,,\n") == 0);
    cli_free(&r);
    r = CLI("check", "quads.obj", "one.obj", "--csv", "--first");
    cli_expect_text(r.out, "a,b,kind,face_a,face_b\n");
    unsigned a, face;
    char kind[16];
    // NOLINTNEXTLINE(cert-err34-c): a number too large would be a wrong one
    assert_int_equal(sscanf(strchr(r.out, '\n'), " %u,0,%15[a-z],%u,", &a, kind, &face), 3);
    assert_int_equal(face, a / 2);
    cli_free(&r);
    r = CLI("check", "empty.off", "one.obj", "--csv");
    assert_int_equal(r.status, 3);
    assert_string_equal(r.out, "a,b,kind\n");
    cli_free(&r);
}

static void test_text(void** state)
{
    (void)state;
    cli_result r = CLI("check", "one.obj", "other.obj");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "a: one.obj, 1 triangle\nb: other.obj, 1 triangle\n"
                           "contact: 1 pair of triangles (1 cross)\nseconds: ");
    assert_null(strstr(r.out, "triangle of a"));
    assert_null(strstr(r.out, "tests:"));
    cli_free(&r);
    r = CLI("check", "one.obj", "cube.obj", "--move-b", "0,0,5");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\napart: no triangle of a shares a point with one of b\n");
    cli_free(&r);
    r = CLI("check", "cube.obj", "cube.stl", "--limit", "3");
    cli_expect_text(r.out, "contact: at least 3 pairs of triangles (");
    cli_expect_text(r.out, "stopped at the limit of 3 pairs: there may be more");
    cli_free(&r);
    r = CLI("check", "cube.obj", "cube.stl", "--budget", "20", "--method", SOME_TREE_NAME);
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "stopped after 20 tests, the budget");
    cli_free(&r);
    r = CLI("check", "one.obj", "other.obj", "--stats");
    cli_expect_text(r.out, "tests: 1 of volumes, 1 of triangles (");
    cli_free(&r);
    r = CLI("check", "one.obj", "other.obj", "--contacts");
    cli_expect_text(r.out, "triangle of a triangle of b  kind\n"
                           "            0             0  cross\n");
    assert_null(strstr(r.out, "at  "));
    cli_free(&r);
    r = CLI("check", "one.obj", "other.obj", "--points");
    cli_expect_text(r.out, "          at  1, 1, 0\n");
    cli_expect_text(r.out, "          at  2, 2, 0\n");
    cli_free(&r);
    r = CLI("check", "quads.obj", "one.obj", "--contacts");
    cli_expect_text(r.out, "triangle of a triangle of b    face of a    face of b  kind\n");
    cli_free(&r);
}

// A cube whose corner a triangle touches: brute tests all twelve of the cube, other methods fewer.
static void test_considered(void** state)
{
    (void)state;
    static const char* const methods[] = {"brute", SOME_TREE_NAME, "wide"};
    double fewest = 12;
    for (int i = 0; i < 3; i++) {
        cJSON* root = CLI_JSON(1, "check", "cube.obj", "one.obj", "--move-b", "1,1,1",
                               "--considered", "--json", "--method", methods[i]);
        const cJSON* pairs = cli_member(root, "considered.pairs");
        const double count = cli_number(root, "considered.pair_count");
        assert_true(count >= cli_number(root, "pair_count"));
        assert_int_equal(count, cli_number(root, "stats.triangle_tests"));
        assert_int_equal(cJSON_GetArraySize(pairs), (int)count);
        assert_int_equal(cli_number(root, "considered.triangles_a"), (int)count);
        assert_int_equal(cli_number(root, "considered.triangles_b"), 1);
        for (int k = 0; k < (int)count; k++) {
            const cJSON* pair = cJSON_GetArrayItem(pairs, k);
            assert_int_equal(cli_number(pair, "b"), 0);
            if (i == 0) assert_int_equal(cli_number(pair, "a"), k);
        }
        if (i == 0) assert_int_equal(count, 12);
        if (count < fewest) fewest = count;
        cJSON_Delete(root);
    }
    assert_true(fewest < 12);
    cJSON* plain = CLI_JSON(1, "check", "cube.obj", "one.obj", "--json");
    assert_null(cJSON_GetObjectItem(plain, "considered"));
    cJSON_Delete(plain);
    cli_result r = CLI("check", "one.obj", "other.obj", "--considered", "--method", "brute");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "\nconsidered: 1 pair, of 1 triangle of a and 1 of b\n\n"
                           "considered of a considered of b\n"
                           "              0               0\n\n");
    cli_free(&r);
    r = CLI("check", "one.obj", "cube.obj", "--move-b", "0,0,5", "--considered");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\nconsidered: 0 pairs, of 0 triangles of a and 0 of b\nseconds: ");
    cli_free(&r);
}

static void test_locale_is_ignored(void** state)
{
    (void)state;
    static const char* const arguments[] = {"check",    "one.obj",  "other.obj",   "--csv",
                                            "--points", "--move-a", ".5 .25 .125", NULL};
    static const char* const settings[] = {"LC_ALL=de_DE.UTF-8", "LC_ALL=fr_FR", "LANG=C"};
    cli_result plain = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(plain.status, 1);
    cli_expect_text(plain.out, "0.125");
    for (int i = 0; i < 3; i++) {
        cli_result r = cli_run(&(cli_call){.arguments = arguments, .setting = settings[i]});
        assert_string_equal(r.out, plain.out);
        cli_free(&r);
    }
    cli_free(&plain);
}

// ------------------------------------------------------------------------------------------- output

static void test_output_file(void** state)
{
    (void)state;
    const int files = cli_count_files();
    cli_result direct = CLI("check", "one.obj", "other.obj", "--csv");
    cli_result r = CLI("check", "one.obj", "other.obj", "--csv", "-o", "out.csv");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    char* written = cli_read_file("out.csv");
    assert_non_null(written);
    assert_string_equal(written, direct.out);
    free(written);
    cli_free(&r);
    assert_int_equal(cli_count_files(), files + 1);  // no temporary file is left
    r = CLI("check", "one.obj", "other.obj", "--csv", "-o", "-");
    assert_string_equal(r.out, direct.out);
    cli_free(&r);
    cli_free(&direct);

    // An older file is replaced, and keeps its permissions; a link stays a link.
    assert_int_equal(chmod("out.csv", 0640), 0);
    assert_int_equal(symlink("out.csv", "link.csv"), 0);
    r = CLI("check", "one.obj", "other.obj", "-o", "link.csv", "--quiet", "--json");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    cli_free(&r);
    struct stat at;
    assert_int_equal(lstat("link.csv", &at), 0);
    assert_true(S_ISLNK(at.st_mode));
    assert_int_equal(stat("out.csv", &at), 0);
    assert_int_equal(at.st_mode & 0777, 0640);
    written = cli_read_file("out.csv");
    cJSON* root = cJSON_Parse(written);
    assert_true(cli_number(root, "pair_count") == 1);
    cJSON_Delete(root);
    // And it stays as it is when something goes wrong.
    r = CLI("check", "one.obj", "missing.obj", "-o", "out.csv");
    assert_int_equal(r.status, 2);
    cli_free(&r);
    char* after = cli_read_file("out.csv");
    assert_string_equal(after, written);
    free(after);
    free(written);
    unlink("link.csv");
    unlink("out.csv");
    assert_int_equal(cli_count_files(), files);
}

static void test_output_failures(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        const char* text;
    } rows[] = {
        {"missing/out.json", "abut: missing/out.json: cannot write: "},
        {"one.obj/out.json", "abut: one.obj/out.json: cannot write: "},
        {".", "abut: .: cannot write: "},
        {"", "abut: : cannot write: "},
        {"one.obj", "abut: one.obj: is an input too"},
        {"./other.obj", "abut: ./other.obj: is an input too"},
        {"/dev/full", "abut: /dev/full: cannot write: No space left on device"},
    };
    const int files = cli_count_files();
    char* before = cli_read_file("one.obj");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_result r = CLI("check", "one.obj", "other.obj", "--json", "-o", rows[i].name);
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        cli_expect_text(r.err, rows[i].text);
        cli_free(&r);
    }
    char* after = cli_read_file("one.obj");
    assert_string_equal(before, after);
    free(before);
    free(after);
    assert_int_equal(cli_count_files(), files);
    struct stat at;
    assert_int_equal(stat("/dev/full", &at), 0);
    assert_true(S_ISCHR(at.st_mode));  // written in place, not replaced
}

static void test_standard_output_failures(void** state)
{
    (void)state;
    static const char* const calls[][5] = {
        {"check", "one.obj", "other.obj"},
        {"check", "one.obj", "other.obj", "--json"},
        {"check", "one.obj", "other.obj", "--csv"},
        {"help", "check"},
        {"--version"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        cli_result r = cli_run(&(cli_call){.arguments = calls[i], .output = "/dev/full"});
        assert_int_equal(r.status, 2);
        assert_string_equal(
            r.err, "abut: standard output: cannot write: No space left on device [S003]\n");
        cli_free(&r);
        r = cli_run(&(cli_call){.arguments = calls[i], .closed_output = true});
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, "abut: standard output: cannot write: ");
        cli_free(&r);
    }
    // More than a buffer: the error then comes before the end.
    static const char* const large[] = {"check",    "cube.obj", "cube.off",
                                        "--points", "--json",   NULL};
    cli_result r = cli_run(&(cli_call){.arguments = large, .output = "/dev/full"});
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "abut: standard output: cannot write");
    cli_free(&r);
    // Who asks for the exit status only needs no output.
    static const char* const quiet[] = {"check", "one.obj", "other.obj", "--quiet", NULL};
    r = cli_run(&(cli_call){.arguments = quiet, .closed_output = true});
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "");
    cli_free(&r);
}

static void test_quiet(void** state)
{
    (void)state;
    cli_result r = CLI("check", "cube.obj", "cube.stl", "--quiet");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
    r = CLI("check", "empty.off", "cube.stl", "--quiet");  // no warning either
    assert_int_equal(r.status, 3);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
    r = CLI("check", "missing.obj", "cube.stl", "--quiet");  // but errors
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "missing.obj");
    cli_free(&r);
    r = CLI("check", "cube.obj", "cube.stl", "--quiet", "-o", "text");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    char* text = cli_read_file("text");
    assert_non_null(text);
    cli_expect_text(text, "contact: ");
    assert_null(strstr(text, "at least"));
    free(text);
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_keys),
        cmocka_unit_test(test_json_pairs),
        cmocka_unit_test(test_json_points),
        cmocka_unit_test(test_json_faces),
        cmocka_unit_test(test_json_apart_and_warnings),
        cmocka_unit_test(test_json_file_names),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_considered),
        cmocka_unit_test(test_locale_is_ignored),
        cmocka_unit_test(test_output_file),
        cmocka_unit_test(test_output_failures),
        cmocka_unit_test(test_standard_output_failures),
        cmocka_unit_test(test_quiet),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
