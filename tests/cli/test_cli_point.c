// test_cli_point.c - "abut point": answers that are known, to the last bit, by both methods; what each option does; files
// of points of every sort, also longer than a block; what is refused, and exit statuses.
#include "support/measured.h"

#include <stdlib.h>
#include <unistd.h>

#define POINT(...)         CLI("point", "a.obj", "--points", "p.csv", __VA_ARGS__)
#define REFUSED(text, ...) expect_failure(PATHS("point", __VA_ARGS__), text)
#define HEADING            "index,x,y,z,lo,hi,triangle,feature,x_near,y_near,z_near"

static void make_files(const char* points)
{
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cli_write_file("p.csv", points);
}

static void expect_table(const char* wanted, int status, const char* const* more)
{
    const char* arguments[20] = {"point", "a.obj", "--points", "p.csv"};
    size_t count = 4;
    while (*more)
        arguments[count++] = *more++;
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_string_equal(r.err, "");
    assert_string_equal(r.out, wanted);
    assert_int_equal(r.status, status);
    cli_free(&r);
}

#define EXPECT_TABLE(wanted, status, ...) expect_table(wanted, status, PATHS(__VA_ARGS__))

// DISTANCE.md, E8: a corner, the middle, and a point outside whose distance is between two doubles.
static void known_answers(void** state)
{
    (void)state;
    static const char wanted[] =
        HEADING ",side,signed_lo,signed_hi,winding_lo,winding_hi\n"
                "0,1,1,1,0,0,2,vertex 2,1,1,1,on,0,0,,\n"
                "1,0,0,0,1,1,0,edge 0,0,0,-1,inside,-1,-1,1,1\n"
                "2,2,2,2,1.7320508075688772,1.7320508075688774,2,vertex 2,1,1,1,outside,"
                "1.7320508075688772,1.7320508075688774,0,0\n";
    make_files("1,1,1\n0,0,0\n2,2,2\n");
    EXPECT_TABLE(wanted, 1, "--side", "--winding");
    EXPECT_TABLE(wanted, 1, "--side", "--winding", "--method", "brute");
    EXPECT_TABLE(wanted, 1, "--side", "--winding", "--threads", "3");
    EXPECT_TABLE(HEADING "\n0,1,1,1,0,0,2,vertex 2,1,1,1\n"
                         "1,0,0,0,1,1,0,edge 0,0,0,-1\n"
                         "2,2,2,2,1.7320508075688772,1.7320508075688774,2,vertex 2,1,1,1\n",
                 1, "--threads", "1");
}

static void k_nearest(void** state)
{
    (void)state;
    make_files("0.25,0.5,3\n");
    EXPECT_TABLE("index,x,y,z,rank,lo,hi,triangle,feature,x_near,y_near,z_near\n"
                 "0,0.25,0.5,3,0,2,2,3,face,0.25,0.5,1\n"
                 "0,0.25,0.5,3,1,2.0077973005261263,2.0077973005261267,2,edge 2,0.375,0.375,1\n",
                 0, "--nearest", "2");
    EXPECT_TABLE("index,x,y,z,rank,lo,hi,triangle,feature,x_near,y_near,z_near\n"
                 "0,0.25,0.5,3,0,2,2,3,face,0.25,0.5,1\n",
                 0, "--nearest", "1");
    cli_result r = POINT("--nearest", "99");
    size_t lines = 0;
    for (const char* at = r.out; *at; at++)
        lines += *at == '\n';
    assert_int_equal(lines, 1 + 12);  // there are no more triangles
    cli_free(&r);
}

static void what_is_within(void** state)
{
    (void)state;
    make_files("0.25,0.5,3\n0,0,0\n");
    EXPECT_TABLE(HEADING "\n0,0.25,0.5,3,,,,,,,\n1,0,0,0,,,,,,,\n", 0, "--within", "0.9");
    EXPECT_TABLE(HEADING "\n0,0.25,0.5,3,,,,,,,\n1,0,0,0,1,1,0,edge 0,0,0,-1\n", 1, "--within",
                 "1");
    EXPECT_TABLE(HEADING ",side,signed_lo,signed_hi\n0,0.25,0.5,3,,,,,,,,outside,,\n"
                         "1,0,0,0,,,,,,,,inside,,\n",
                 1, "--within", "0.9", "--side");
    cli_write_file("p.csv", "1,0.5,0.25\n1.0000000000000002,0,0\n");
    EXPECT_TABLE(HEADING "\n0,1,0.5,0.25,0,0,6,face,1,0.5,0.25\n1,1.0000000000000002,0,0,,,,,,,\n",
                 1, "--within", "0");
}

static void json(void** state)
{
    (void)state;
    make_files("1,1,1\n0,0,0\n2,2,2\n");
    cJSON* root = CLI_JSON(1, "point", "a.obj", "--points", "p.csv", "--json", "--side",
                           "--winding", "--nearest", "2", "--within", "1.5");
    expect_keys(root, "abut format a points_file points point_count on_count close_count "
                      "inside_count dropped empty warnings seconds");
    expect_numbers(root, PATHS("point_count", "on_count", "close_count", "inside_count", "dropped"),
                   VALUES(3, 1, 2, 1, 0));
    assert_string_equal(cli_member(root, "points_file")->valuestring, "p.csv");
    expect_keys(cli_member(root, "points.1"), "index at near side signed winding");
    expect_keys(cli_member(root, "points.1.near.1"), "lo hi triangle feature point");
    expect_numbers(root,
                   PATHS("points.1.index", "points.1.near.0.lo", "points.1.near.1.triangle",
                         "points.1.signed.0", "points.1.winding.1", "points.1.near.0.point.2"),
                   VALUES(1, 1, 1, -1, 1, -1));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "points.2.near")), 0);
    assert_true(cJSON_IsNull(cli_member(root, "points.2.signed.0")));
    cJSON_Delete(root);
    root = CLI_JSON(1, "point", "a.obj", "--points", "p.csv", "--json");
    expect_keys(root,
                "abut format a points_file points point_count on_count dropped empty warnings "
                "seconds");
    expect_keys(cli_member(root, "points.0"), "index at near");
    cJSON_Delete(root);
}

// A gap: the surface goes round the middle once, but for the solid angle of what is missing.
static void winding(void** state)
{
    (void)state;
    make_files("0,0,0\n");
    cJSON* root = CLI_JSON(1, "point", "quads.obj", "--points", "p.csv", "--winding", "--json");
    assert_false(cJSON_HasObjectItem(cli_member(root, "points.0"), "side"));
    cJSON_Delete(root);
    char* text = cli_read_file("a.obj");
    *strstr(text, "f 4 1 5") = '\0';
    cli_write_file("open.obj", text);
    free(text);
    root = CLI_JSON(0, "point", "open.obj", "--points", "p.csv", "--winding", "--json");
    const double lo = cli_number(root, "points.0.winding.0");
    const double hi = cli_number(root, "points.0.winding.1");
    assert_true(lo <= 5.0 / 6 && 5.0 / 6 <= hi && hi - lo < 1e-9);
    cJSON_Delete(root);
    root = CLI_JSON(3, "point", "open.obj", "--points", "p.csv", "--side", "--json");
    assert_string_equal(cli_member(root, "points.0.side")->valuestring, "unknown");
    cJSON_Delete(root);
}

// More points than a block has, from a pipe too: the answers of one at a time, in their order.
static void many_points(void** state)
{
    (void)state;
    enum { COUNT = 70000 };
    make_files("");
    FILE* out = fopen("p.csv", "w");
    assert_non_null(out);
    for (int i = 0; i < COUNT; i++)
        fprintf(out, "0.25 0.5 %d\n", i + 2);
    fclose(out);
    for (int i = 0; i < 2; i++) {
        cli_result r =
            cli_run(&(cli_call){.arguments = PATHS("point", "a.obj", "--points", i ? "-" : "p.csv"),
                                .input = i ? "p.csv" : NULL});
        assert_int_equal(r.status, 0);
        const char* at = strchr(r.out, '\n') + 1;
        for (int k = 0; k < COUNT; k++) {
            char wanted[128];
            const int size =
                snprintf(wanted, sizeof wanted, "%d,0.25,0.5,%d,%d,%d,3,face,0.25,0.5,1\n", k,
                         k + 2, k + 1, k + 1);
            assert_memory_equal(at, wanted, (size_t)size);
            at += size;
        }
        assert_string_equal(at, "");
        cli_free(&r);
    }
}

// ----------------------------------------------------------------------------------------- reading

static void tables_of_any_sort(void** state)
{
    (void)state;
    make_files("name,z,y,x\nfirst,3,0.5,0.25\n");
    EXPECT_TABLE(HEADING "\n0,0.25,0.5,3,2,2,3,face,0.25,0.5,1\n", 0, "--threads", "1");
    cli_write_file("p.csv", "# no names\n\n0.25\t0.5\t3\r\n");
    EXPECT_TABLE(HEADING "\r\n0,0.25,0.5,3,2,2,3,face,0.25,0.5,1\r\n", 0, "--crlf");
}

static void bad_lines(void** state)
{
    (void)state;
    make_files("0.25,0.5,3\n1,b,3\n1,2\n0,0,0\n");
    cli_result r = POINT(NULL);
    assert_int_equal(r.status, 2);
    assert_string_equal(r.err, "abut: p.csv: line 2: y is not a number: 'b' [P013]\n");
    cli_free(&r);
    r = POINT("-o", "out.csv");
    assert_int_equal(r.status, 2);
    assert_null(cli_read_file("out.csv"));
    cli_free(&r);
    r = POINT("--drop-bad");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, HEADING "\n0,0.25,0.5,3,2,2,3,face,0.25,0.5,1\n"
                                       "1,0,0,0,1,1,0,edge 0,0,0,-1\n");
    cli_expect_text(r.err, "p.csv: line 2: y is not a number: 'b'; left out");
    cli_expect_text(r.err, "p.csv: line 3: 2 columns, and not 3; left out");
    cli_free(&r);
}

static void dropped_lines_in_json(void** state)
{
    (void)state;
    make_files("");
    FILE* out = fopen("p.csv", "w");
    assert_non_null(out);
    fputs("0 0 0\n", out);
    for (int i = 0; i < 1500; i++)
        fputs("x\n", out);
    fclose(out);
    cJSON* root = CLI_JSON(0, "point", "a.obj", "--points", "p.csv", "--drop-bad", "--json");
    expect_numbers(root, PATHS("dropped", "point_count"), VALUES(1500, 1));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 1001);
    assert_string_equal(cli_member(root, "warnings.1000")->valuestring,
                        "p.csv: and 500 more warnings, not kept [F013]");
    cJSON_Delete(root);
}

static void what_is_read(void** state)
{
    (void)state;
    make_files("0 0 0\n");
    cli_write_file("two.obj",
                   "o left\nv 0 0 2\nv 1 0 2\nv 0 1 2\nf 1 2 3\no right\nv 0 0 1\nv 1 0 1\n"
                   "v 0 1 1\nf 4 5 6\nf 4 5 9\n");
    cli_result r = CLI("point", "two.obj", "--points", "p.csv", "--group", "left", "--drop-bad");
    assert_string_equal(r.out, "index,x,y,z,lo,hi,triangle,face,feature,x_near,y_near,z_near\n"
                               "0,0,0,0,2,2,0,0,vertex 0,0,0,2\n");
    cli_expect_text(r.err, "two.obj: line 11");
    cli_free(&r);
    r = CLI("point", "quads.obj", "--points", "p.csv");
    cli_expect_text(r.out, "index,x,y,z,lo,hi,triangle,face,feature,x_near,y_near,z_near\n"
                           "0,0,0,0,0,0,");
    cli_free(&r);
    r = cli_run(
        &(cli_call){.arguments = PATHS("point", "-", "--points", "p.csv", "--format", "obj"),
                    .input = "a.obj"});
    assert_string_equal(r.out, HEADING "\n0,0,0,0,1,1,0,edge 0,0,0,-1\n");
    cli_free(&r);
    r = CLI("build", "a.obj", "-o", "a.abut");
    cli_free(&r);
    r = CLI("point", "a.abut", "--points", "p.csv", "--side");
    assert_string_equal(r.out, HEADING ",side,signed_lo,signed_hi\n"
                                       "0,0,0,0,1,1,0,edge 0,0,0,-1,inside,-1,-1\n");
    cli_free(&r);
}

// ---------------------------------------------------------------------------------------- statuses

static void expect_status(int status, const char* points, const char* option, const char* value)
{
    make_files(points);
    cli_result r = POINT("--quiet", option, value);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    assert_int_equal(r.status, status);
    cli_free(&r);
}

static void statuses(void** state)
{
    (void)state;
    expect_status(0, "2 0 0\n0 0 0\n", NULL, NULL);
    expect_status(1, "2 0 0\n1 0 0\n", NULL, NULL);
    expect_status(1, "2 0 0\n", "--within", "1");
    expect_status(0, "2 0 0\n", "--within", "0.9999999999999999");
    expect_status(1, "2 0 0\n0 0 0\n", "--side", NULL);
    expect_status(0, "2 0 0\n0 5 0\n", "--side", NULL);
}

static void nothing_to_check(void** state)
{
    (void)state;
    make_files("0 0 0\n");
    cli_result r = CLI("point", "empty.off", "--points", "p.csv");
    assert_int_equal(r.status, 3);
    assert_string_equal(r.out, HEADING "\n0,0,0,0,,,,,,,\n");
    cli_expect_text(r.err, "empty.off: no triangles, so there is nothing to check");
    cli_free(&r);
    r = CLI("point", "empty.off", "--points", "p.csv", "--allow-empty");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    cli_write_file("p.csv", "x,y,z\n");
    r = POINT(NULL);
    assert_int_equal(r.status, 3);
    assert_string_equal(r.out, HEADING "\n");
    cli_expect_text(r.err, "p.csv: no points, so there is nothing to check");
    cli_free(&r);
    r = POINT("--allow-empty");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    cJSON* root = CLI_JSON(3, "point", "a.obj", "--points", "p.csv", "--json");
    assert_true(cJSON_IsTrue(cli_member(root, "empty")));
    cJSON_Delete(root);
}

static void what_is_refused(void** state)
{
    (void)state;
    make_files("0 0 0\n");
    REFUSED("point needs a model, and the points: --points FILE", "a.obj");
    REFUSED("point needs a model, and the points: --points FILE", "--points", "p.csv");
    REFUSED("point takes one model; 'p.csv' is one too many", "a.obj", "p.csv");
    REFUSED("standard input can be read only once", "-", "--points", "-", "--format", "obj");
    REFUSED("standard input needs --format", "-", "--points", "p.csv");
    REFUSED("none.csv: cannot be opened: No such file or directory", "a.obj", "--points",
            "none.csv");
    REFUSED("--nearest: '0' is not a whole number from 1", "a.obj", "--points", "p.csv",
            "--nearest", "0");
    REFUSED("--within: '-1' is below 0", "a.obj", "--points", "p.csv", "--within", "-1");
    REFUSED("options --json and --crlf exclude each other", "a.obj", "--points", "p.csv", "--json",
            "--crlf");
    REFUSED("options --quiet and --json exclude each other, unless -o names a file", "a.obj",
            "--points", "p.csv", "--json", "--quiet");
    REFUSED("options --quiet and --nearest exclude each other", "a.obj", "--points", "p.csv",
            "--nearest", "2", "--quiet");
    REFUSED("the method aabb does not answer about points; there are: brute wide", "a.obj",
            "--points", "p.csv", "--method", "aabb");
    REFUSED("p.csv: is an input too; it would be lost", "a.obj", "--points", "p.csv", "-o",
            "p.csv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(k_nearest),
        cmocka_unit_test(what_is_within),
        cmocka_unit_test(json),
        cmocka_unit_test(winding),
        cmocka_unit_test(many_points),
        cmocka_unit_test(tables_of_any_sort),
        cmocka_unit_test(bad_lines),
        cmocka_unit_test(dropped_lines_in_json),
        cmocka_unit_test(what_is_read),
        cmocka_unit_test(statuses),
        cmocka_unit_test(nothing_to_check),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
