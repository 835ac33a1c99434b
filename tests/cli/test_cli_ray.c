// test_cli_ray.c - "abut ray": answers that are known, to the last bit, by both methods; what each option does; files of
// rays and segments, also longer than a block; what is refused, and exit statuses.
#include "support/measured.h"

#include <stdlib.h>
#include <unistd.h>

#define RAY(...)           CLI("ray", "a.obj", "--rays", "r.csv", __VA_ARGS__)
#define REFUSED(text, ...) expect_failure(PATHS("ray", __VA_ARGS__), text)
#define HEADING            "ray,t_lo,t_hi,triangle,feature,facing,crossing,x,y,z"

// The ray of DISTANCE.md, E7: through a diagonal of the top and one of the bottom. Moved by (e, e^2, e^3) it goes through
// what is on the side of greater x.
#define E7 "--from", "0,0,5", "--direction", "0,0,-1"
#define E7_TOP                                                                                     \
    "0,4,4,2,edge 2,front,1,0,0,1\n"                                                               \
    "0,4,4,3,edge 0,front,0,0,0,1\n"
#define E7_BOTTOM                                                                                  \
    "0,6,6,0,edge 0,back,1,0,0,-1\n"                                                               \
    "0,6,6,1,edge 2,back,0,0,0,-1\n"

static void make_files(const char* rays)
{
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cli_write_file("r.csv", rays);
}

static void expect_output(const char* wanted, int status, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_string_equal(r.err, "");
    assert_string_equal(r.out, wanted);
    assert_int_equal(r.status, status);
    cli_free(&r);
}

#define EXPECT_TABLE(wanted, status, ...)                                                          \
    expect_output(wanted, status, PATHS("ray", "a.obj", "--rays", "r.csv", __VA_ARGS__))
#define EXPECT_ONE(wanted, status, ...)                                                            \
    expect_output(wanted, status, PATHS("ray", "a.obj", __VA_ARGS__))

static void known_answers(void** state)
{
    (void)state;
    make_files("");
    EXPECT_ONE(HEADING "\n0,4,4,2,edge 2,front,1,0,0,1\n", 1, E7);
    EXPECT_ONE(HEADING "\n0,4,4,2,edge 2,front,1,0,0,1\n", 1, E7, "--first");
    EXPECT_ONE(HEADING "\n" E7_TOP E7_BOTTOM, 1, E7, "--all");
    EXPECT_ONE(HEADING "\n" E7_TOP E7_BOTTOM, 1, E7, "--all", "--method", "brute");
    EXPECT_ONE(HEADING "\n" E7_TOP E7_BOTTOM, 1, E7, "--all", "--threads", "3");
    EXPECT_ONE("ray,touches,crossings\n0,4,2\n", 1, E7, "--count");
    EXPECT_ONE("ray,touches,crossings\n0,4,2\n", 1, E7, "--count", "--method", "brute");
    EXPECT_ONE("ray,touches,crossings\n0,0,0\n", 0, "--from", "0,0,5", "--direction", "0,0,1",
               "--count");
}

// From outside, from within, past it, and where t is no double.
static void several_rays(void** state)
{
    (void)state;
    static const char wanted[] =
        HEADING "\n0,0.66666666666666663,0.66666666666666674,3,face,front,1,0.25,0.5,1\n"
                "1,1,1,7,face,back,1,1,0.25,0.5\n"
                "2,,,,,,,,,\n"
                "3,4,4,2,vertex 2,front,0,1,1,1\n";
    make_files("0.25 0.5 3 0 0 -3\n0,0,0,1,0.25,0.5\n0 0 5 0 0 1\n1 1 5 0 0 -1\n");
    EXPECT_TABLE(wanted, 1, "--threads", "1");
    EXPECT_TABLE(wanted, 1, "--method", "brute");
    EXPECT_TABLE("ray,touches,crossings\n0,2,2\n1,1,1\n2,0,0\n3,8,0\n", 1, "--count");
    // Without a hit there is no row.
    EXPECT_TABLE(HEADING "\n", 0, "--all", "--t-max", "0.0625");
    cli_result r = RAY("--all");
    assert_null(strstr(r.out, "\n2,"));
    cli_expect_text(r.out, "\n1,1,1,7,face,back,1,1,0.25,0.5\n");
    cli_free(&r);
}

static void some_triangle(void** state)
{
    (void)state;
    make_files("0 0 5 0 0 -1\n0,0,0,1,0.25,0.5\n0 0 5 0 0 1\n");
    cli_result r = RAY("--any");
    assert_int_equal(r.status, 1);
    char* first = strstr(r.out, "\n0,");
    assert_non_null(first);
    assert_true(strncmp(first, "\n0,4,4,", 7) == 0 || strncmp(first, "\n0,6,6,", 7) == 0);
    cli_expect_text(r.out, "\n1,1,1,7,face,back,1,1,0.25,0.5\n2,,,,,,,,,\n");
    cli_free(&r);
}

static void limits(void** state)
{
    (void)state;
    make_files("");
    EXPECT_ONE(HEADING "\n" E7_TOP E7_BOTTOM, 1, E7, "--all", "--t-min", "4");
    EXPECT_ONE(HEADING "\n" E7_BOTTOM, 1, E7, "--all", "--t-min", "4.0000000000000009");
    EXPECT_ONE(HEADING "\n0,6,6,0,edge 0,back,1,0,0,-1\n", 1, E7, "--t-min", "5");
    EXPECT_ONE(HEADING "\n" E7_TOP, 1, E7, "--all", "--t-max", "5.9999999999999991");
    // It ends on the bottom, or the top: moved a bit upwards, it does not go through.
    EXPECT_ONE("ray,touches,crossings\n0,4,1\n", 1, E7, "--count", "--t-max", "6");
    EXPECT_ONE("ray,touches,crossings\n0,2,1\n", 1, E7, "--count", "--t-max", "5");
    EXPECT_ONE(HEADING "\n0,,,,,,,,,\n", 0, E7, "--t-max", "3.9999999999999996");
    EXPECT_ONE(HEADING "\n0,,,,,,,,,\n", 0, E7, "--t-min", "4.5", "--t-max", "5.5");
    EXPECT_ONE(HEADING "\n0,4,4,2,edge 2,front,0,0,0,1\n", 1, E7, "--t-min", "4", "--t-max", "4");
}

// From above, one that ends on the top; from below, the same; one that falls short by a last bit; and a point.
static void segments(void** state)
{
    (void)state;
    make_files("0.25,0.5,3,0.25,0.5,1\n0.25,0.5,0,0.25,0.5,1\n"
               "0.25,0.5,0,0.25,0.5,0.99999999999999989\n1,0.5,0.25,1,0.5,0.25\n");
    EXPECT_TABLE("ray,touches,crossings\n0,1,0\n1,1,1\n2,0,0\n3,1,0\n", 1, "--segments", "--count");
    EXPECT_TABLE("ray,touches,crossings\n0,1,0\n1,1,1\n2,0,0\n3,1,0\n", 1, "--segments", "--count",
                 "--method", "brute");
    cli_write_file("r.csv", "x2,y2,z2,x1,y1,z1\n0.25,0.5,1,0.25,0.5,3\n0,0,0.5,0,0,2.5\n");
    EXPECT_TABLE(HEADING "\n0,1,1,3,face,front,0,0.25,0.5,1\n1,0.75,0.75,2,edge 2,front,1,0,0,1\n",
                 1, "--segments");
    EXPECT_TABLE(HEADING "\n0,,,,,,,,,\n1,0.75,0.75,2,edge 2,front,0,0,0,1\n", 1, "--segments",
                 "--t-max", "0.75");
    EXPECT_TABLE(HEADING "\n0,1,1,3,face,front,0,0.25,0.5,1\n1,,,,,,,,,\n", 1, "--segments",
                 "--t-min", "0.875");
    // The same six numbers as a ray go on.
    cli_write_file("r.csv", "0.25,0.5,3,0,0,-1\n");
    EXPECT_TABLE(HEADING "\n0,,,,,,,,,\n", 0, "--segments", "--t-max", "0.25");
    EXPECT_TABLE(HEADING "\n0,2,2,3,face,front,1,0.25,0.5,1\n", 1, "--first");
    EXPECT_ONE(HEADING "\n0,0.5,0.5,3,face,front,1,0.25,0.5,1\n", 1, "--from", "0.25,0.5,3", "--to",
               "0.25,0.5,-1");
    EXPECT_ONE(HEADING "\n0,,,,,,,,,\n", 0, "--from", "0.25,0.5,3", "--to", "0.25,0.5,2");
}

static void json(void** state)
{
    (void)state;
    make_files("0 0 5 0 0 -1\n0 0 5 0 0 1\n");
    cJSON* root = CLI_JSON(1, "ray", "a.obj", "--rays", "r.csv", "--json", "--all");
    expect_keys(root,
                "abut format a rays_file rays ray_count met_count dropped empty warnings seconds");
    expect_numbers(root, PATHS("ray_count", "met_count", "dropped", "rays.0.touches"),
                   VALUES(2, 1, 0, 4));
    assert_string_equal(cli_member(root, "rays_file")->valuestring, "r.csv");
    expect_keys(cli_member(root, "rays.0"), "index from direction hits touches crossings");
    expect_keys(cli_member(root, "rays.0.hits.1"), "t triangle feature facing crossing point");
    expect_numbers(root,
                   PATHS("rays.1.index", "rays.0.from.2", "rays.0.direction.2", "rays.0.crossings",
                         "rays.0.hits.0.t.0", "rays.0.hits.2.t.1", "rays.0.hits.3.triangle",
                         "rays.0.hits.3.point.2"),
                   VALUES(1, 5, -1, 2, 4, 6, 1, -1));
    assert_string_equal(cli_member(root, "rays.0.hits.2.facing")->valuestring, "back");
    assert_string_equal(cli_member(root, "rays.0.hits.1.feature")->valuestring, "edge 0");
    assert_true(cJSON_IsTrue(cli_member(root, "rays.0.hits.0.crossing")));
    assert_true(cJSON_IsFalse(cli_member(root, "rays.0.hits.1.crossing")));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "rays.1.hits")), 0);
    cJSON_Delete(root);
    root = CLI_JSON(1, "ray", "a.obj", "--rays", "r.csv", "--json");
    expect_keys(cli_member(root, "rays.0"), "index from direction hits");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "rays.0.hits")), 1);
    cJSON_Delete(root);
    root = CLI_JSON(1, "ray", "a.obj", "--rays", "r.csv", "--json", "--count");
    expect_keys(cli_member(root, "rays.0"), "index from direction touches crossings");
    expect_numbers(root, PATHS("rays.0.touches", "rays.0.crossings", "met_count"), VALUES(4, 2, 1));
    cJSON_Delete(root);
    root =
        CLI_JSON(1, "ray", "quads.obj", "--from", "0.25,0.5,2", "--to", "0.25,0.5,0.5", "--json");
    expect_keys(root, "abut format a rays ray_count met_count dropped empty warnings seconds");
    expect_keys(cli_member(root, "rays.0"), "index from to hits");
    expect_keys(cli_member(root, "rays.0.hits.0"), "t triangle face feature facing crossing point");
    expect_numbers(root, PATHS("rays.0.to.2", "rays.0.hits.0.point.2"), VALUES(0.5, 1));
    cJSON_Delete(root);
}

// More rays than a block has, from a pipe too: the answers of one at a time, in their order.
static void expect_many(int count, bool all, const char* input)
{
    const char* const arguments[] = {
        "ray", "a.obj", "--rays", input ? "-" : "r.csv", all ? "--all" : "--first", NULL};
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .input = input});
    assert_int_equal(r.status, 1);
    const char* at = strchr(r.out, '\n') + 1;
    for (int k = 0; k < count; k++) {
        char wanted[256];
        int size = snprintf(wanted, sizeof wanted, "%d,%d,%d,3,face,front,1,0.25,0.5,1\n", k, k + 1,
                            k + 1);
        if (all)
            size += snprintf(wanted + size, sizeof wanted - (size_t)size,
                             "%d,%d,%d,1,face,back,1,0.25,0.5,-1\n", k, k + 3, k + 3);
        assert_memory_equal(at, wanted, (size_t)size);
        at += size;
    }
    assert_string_equal(at, "");
    cli_free(&r);
}

static void many_rays(void** state)
{
    (void)state;
    enum { COUNT = 40000, COUNT_ALL = 5000 };
    make_files("");
    for (int i = 0; i < 2; i++) {
        FILE* out = fopen("r.csv", "w");
        assert_non_null(out);
        for (int k = 0; k < (i ? COUNT_ALL : COUNT); k++)
            fprintf(out, "0.25 0.5 %d 0 0 -1\n", k + 2);
        fclose(out);
        expect_many(i ? COUNT_ALL : COUNT, i, NULL);
        expect_many(i ? COUNT_ALL : COUNT, i, "r.csv");
    }
}

// As many as a block has, just: there is no ray behind them.
static void just_a_block(void** state)
{
    (void)state;
    enum { BLOCK = 1 << 14 };
    make_files("");
    FILE* out = fopen("r.csv", "w");
    assert_non_null(out);
    for (int k = 0; k < BLOCK; k++)
        fputs("0.25 0.5 2 0 0 1\n", out);
    fclose(out);
    cJSON* root = CLI_JSON(0, "ray", "a.obj", "--rays", "r.csv", "--count", "--json");
    expect_numbers(root, PATHS("ray_count", "met_count"), VALUES(BLOCK, 0));
    cJSON_Delete(root);
}

// ----------------------------------------------------------------------------------------- reading

static void tables_of_any_sort(void** state)
{
    (void)state;
    make_files("dz,name,dy,dx,z,y,x\n-1,first,0,0,3,0.5,0.25\n");
    EXPECT_TABLE(HEADING "\n0,2,2,3,face,front,1,0.25,0.5,1\n", 1, "--threads", "1");
    cli_write_file("r.csv", "# no names\n\n0.25\t0.5\t3, 0 0 -1\r\n");
    EXPECT_TABLE(HEADING "\r\n0,2,2,3,face,front,1,0.25,0.5,1\r\n", 1, "--crlf");
    EXPECT_TABLE("", 1, "-o", "out.csv");
    char* written = cli_read_file("out.csv");
    assert_string_equal(written, HEADING "\n0,2,2,3,face,front,1,0.25,0.5,1\n");
    free(written);
    unlink("out.csv");
}

static void bad_lines(void** state)
{
    (void)state;
    make_files("0.25,0.5,3,0,0,-1\n1,2,3,0,b,0\n1,2,3\n0,0,5,0,0,0\n0 0 5 0 0 1\n");
    cli_result r = RAY(NULL);
    assert_int_equal(r.status, 2);
    assert_string_equal(r.err, "abut: r.csv: line 2: dy is not a number: 'b' [P013]\n");
    cli_free(&r);
    r = RAY("-o", "out.csv");
    assert_int_equal(r.status, 2);
    assert_null(cli_read_file("out.csv"));
    cli_free(&r);
    r = RAY("--drop-bad");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, HEADING "\n0,2,2,3,face,front,1,0.25,0.5,1\n1,,,,,,,,,\n");
    cli_expect_text(r.err, "r.csv: line 2: dy is not a number: 'b'; left out");
    cli_expect_text(r.err, "r.csv: line 3: 3 columns, and not 6; left out");
    cli_expect_text(r.err, "r.csv: line 4: dx, dy and dz are 0: a ray needs a direction; left out");
    cli_free(&r);
    cJSON* root = CLI_JSON(1, "ray", "a.obj", "--rays", "r.csv", "--drop-bad", "--json");
    expect_numbers(root, PATHS("dropped", "ray_count"), VALUES(3, 2));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 3);
    cJSON_Delete(root);
    REFUSED("r.csv: line 2: y2 is not a number: 'b'", "a.obj", "--rays", "r.csv", "--segments",
            "--quiet");
}

static void what_is_read(void** state)
{
    (void)state;
    make_files("0.25 0.25 0 0 0 1\n");
    cli_write_file("two.obj",
                   "o left\nv 0 0 2\nv 1 0 2\nv 0 1 2\nf 1 2 3\no right\nv 0 0 1\nv 1 0 1\n"
                   "v 0 1 1\nf 4 5 6\nf 4 5 9\n");
    cli_result r = CLI("ray", "two.obj", "--rays", "r.csv", "--group", "left", "--drop-bad");
    assert_string_equal(r.out, "ray,t_lo,t_hi,triangle,face,feature,facing,crossing,x,y,z\n"
                               "0,2,2,0,0,face,back,1,0.25,0.25,2\n");
    cli_expect_text(r.err, "two.obj: line 11");
    cli_free(&r);
    r = cli_run(
        &(cli_call){.arguments = PATHS("ray", "-", "--rays", "r.csv", "--format", "obj", "--count"),
                    .input = "a.obj"});
    assert_string_equal(r.out, "ray,touches,crossings\n0,2,1\n");
    cli_free(&r);
    r = CLI("build", "a.obj", "-o", "a.abut");
    cli_free(&r);
    r = CLI("ray", "a.abut", E7, "--all");
    assert_string_equal(r.out, HEADING "\n" E7_TOP E7_BOTTOM);
    cli_free(&r);
}

// ---------------------------------------------------------------------------------------- statuses

static void expect_status(int status, const char* rays, const char* option, const char* value)
{
    make_files(rays);
    cli_result r = RAY("--quiet", option, value);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    assert_int_equal(r.status, status);
    cli_free(&r);
}

static void statuses(void** state)
{
    (void)state;
    expect_status(0, "0 0 5 0 0 1\n5 0 0 0 1 0\n", NULL, NULL);
    expect_status(1, "0 0 5 0 0 1\n0 0 0 0 1 0\n", NULL, NULL);
    expect_status(1, "0 0 5 0 0 -1\n", "--t-max", "4");
    expect_status(0, "0 0 5 0 0 -1\n", "--t-max", "3.9999999999999996");
    expect_status(1, "0 0 5 0 0 -1\n", "--t-min", "6");
    expect_status(0, "0 0 5 0 0 -1\n", "--t-min", "6.0000000000000009");
    expect_status(1, "0 0 5 0 0 1\n", "--segments", NULL);
    expect_status(0, "0 0 5 0 0 2\n", "--segments", NULL);
    expect_status(1, "0 0 5 0 0 -1\n", "--any", NULL);
    // It ends at the first ray that meets the model; with a file all is written.
    make_files("0 0 5 0 0 -1\n");
    cli_result r = RAY("--quiet", "--count", "-o", "out.csv");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    cli_free(&r);
    char* written = cli_read_file("out.csv");
    assert_string_equal(written, "ray,touches,crossings\n0,4,2\n");
    free(written);
    unlink("out.csv");
}

static void nothing_to_check(void** state)
{
    (void)state;
    make_files("0 0 5 0 0 -1\n");
    cli_result r = CLI("ray", "empty.off", "--rays", "r.csv");
    assert_int_equal(r.status, 3);
    assert_string_equal(r.out, HEADING "\n0,,,,,,,,,\n");
    cli_expect_text(r.err, "empty.off: no triangles, so there is nothing to check");
    cli_free(&r);
    r = CLI("ray", "empty.off", "--rays", "r.csv", "--allow-empty", "--count");
    assert_string_equal(r.out, "ray,touches,crossings\n0,0,0\n");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    cli_write_file("r.csv", "x,y,z,dx,dy,dz\n");
    r = RAY(NULL);
    assert_int_equal(r.status, 3);
    assert_string_equal(r.out, HEADING "\n");
    cli_expect_text(r.err, "r.csv: no rays, so there is nothing to check");
    cli_free(&r);
    r = RAY("--allow-empty");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    cJSON* root = CLI_JSON(3, "ray", "a.obj", "--rays", "r.csv", "--json");
    assert_true(cJSON_IsTrue(cli_member(root, "empty")));
    cJSON_Delete(root);
}

#define FILES "a.obj", "--rays", "r.csv"

static void what_is_refused(void** state)
{
    (void)state;
    make_files("0 0 5 0 0 -1\n");
    REFUSED("ray needs a model, and rays: --rays FILE, or --from", "a.obj");
    REFUSED("ray needs a model, and rays: --rays FILE, or --from", "--rays", "r.csv");
    REFUSED("ray needs a model, and rays: --rays FILE, or --from", "a.obj", "--to", "1,2,3");
    REFUSED("ray takes one model; 'r.csv' is one too many", "a.obj", "r.csv");
    REFUSED("--from needs --direction or --to", "a.obj", "--from", "1,2,3");
    REFUSED("--direction", FILES, "--direction", "1,2,3");
    REFUSED("--to", FILES, "--to", "1,2,3");
    REFUSED("options --rays and --from exclude each other", FILES, "--from", "1,2,3");
    REFUSED("options --direction and --to exclude each other", "a.obj", "--from", "1,2,3",
            "--direction", "1,2,3", "--to", "1,2,3");
    REFUSED("--segments", "a.obj", E7, "--segments");
    REFUSED("--direction: the direction has no length", "a.obj", "--from", "1,2,3", "--direction",
            "0,0,-0");
    REFUSED("standard input can be read only once", "-", "--rays", "-", "--format", "obj");
    REFUSED("standard input needs --format", "-", "--rays", "r.csv");
    REFUSED("standard input needs --format", "-", E7);
    REFUSED("none.csv: cannot be opened: No such file or directory", "a.obj", "--rays", "none.csv");
    REFUSED("options --first and --all exclude each other", FILES, "--first", "--all");
    REFUSED("options --any and --count exclude each other", FILES, "--any", "--count");
    REFUSED("options --all and --count exclude each other", FILES, "--all", "--count");
    REFUSED("--t-min: '-1' is below 0", FILES, "--t-min", "-1");
    REFUSED("--t-max: '0' is not above 0; 'abut point' tells what is on the surface", FILES,
            "--t-max", "0");
    REFUSED("--t-min: 2 is above --t-max, 1", FILES, "--t-min", "2", "--t-max", "1");
    REFUSED("--t-max: 1.5 is behind the end of a segment, which is at t = 1", FILES, "--segments",
            "--t-max", "1.5");
    REFUSED("--t-min: 2 is behind the end of a segment, which is at t = 1", "a.obj", "--from",
            "0,0,5", "--to", "0,0,0", "--t-min", "2");
    REFUSED("options --json and --crlf exclude each other", FILES, "--json", "--crlf");
    REFUSED("options --quiet and --json exclude each other, unless -o names a file", FILES,
            "--json", "--quiet");
    REFUSED("options --quiet and --all exclude each other", FILES, "--all", "--quiet");
    REFUSED("options --quiet and --count exclude each other", FILES, "--count", "--quiet");
    REFUSED("options --quiet and --first exclude each other", FILES, "--first", "--quiet");
    REFUSED("the method aabb does not answer about rays; there are: brute wide", FILES, "--method",
            "aabb");
    REFUSED("r.csv: is an input too; it would be lost", FILES, "-o", "r.csv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),      cmocka_unit_test(several_rays),
        cmocka_unit_test(some_triangle),      cmocka_unit_test(limits),
        cmocka_unit_test(segments),           cmocka_unit_test(json),
        cmocka_unit_test(many_rays),          cmocka_unit_test(just_a_block),
        cmocka_unit_test(tables_of_any_sort), cmocka_unit_test(bad_lines),
        cmocka_unit_test(what_is_read),       cmocka_unit_test(statuses),
        cmocka_unit_test(nothing_to_check),   cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
