// test_cli_depth.c - "abut check --depth", --along, --curves and --volume: solids whose answers are known, in every form of
// output; what each option does, and what is refused. And "abut fly --depth".
#include "support/boxes_obj.h"
#include "support/info_check.h"

#include <math.h>
#include <stdlib.h>

static cJSON* check(int status, const char* const* arguments)
{
    const char* all[40] = {"check"};
    int count = 1;
    for (; arguments[count - 1]; count++)
        all[count] = arguments[count - 1];
    all[count] = "--json";
    return cli_json(all, status);
}
#define CHECK(status, ...)        check(status, PATHS(__VA_ARGS__))
#define EXPECT(status, text, ...) cli_expect_status(status, PATHS(__VA_ARGS__), text)

static double number_in(const cJSON* root, const char* path, const char* key)
{
    char whole[96];
    snprintf(whole, sizeof whole, "%s.%s", path, key);
    return cli_number(root, whole);
}

// Bounds at a path hold a number, and are no farther from each other than width.
static void expect_bounds(const cJSON* root, const char* path, double value, double width)
{
    const double lo = number_in(root, path, "lo"), hi = number_in(root, path, "hi");
    if (!(lo <= value && value <= hi && hi - lo <= width))
        fail_msg("%s: %.17g is not in [%.17g, %.17g], or that is too wide", path, value, lo, hi);
}

static bool is_true(const cJSON* root, const char* path)
{
    return cJSON_IsTrue(cli_member(root, path));
}

static const char* text_of(const cJSON* root, const char* path)
{
    const char* text = cJSON_GetStringValue(cli_member(root, path));
    assert_non_null(text);
    return text;
}

// Several files as one.
static void join_files(const char* path, const char* const* parts)
{
    char all[8192] = "";
    for (size_t i = 0; parts[i]; i++) {
        char* text = cli_read_file(parts[i]);
        assert_non_null(text);
        const char* faces = strchr(text, 'f');
        const size_t used = strlen(all);
        assert_true(used + strlen(text) + 200 < sizeof all);
        memcpy(all + used, text, (size_t)(faces - text));
        all[used + (size_t)(faces - text)] = '\0';
        strcat(all, "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\n"
                    "f -7 -5 -1 -3\n");
        free(text);
    }
    cli_write_file(path, all);
}

// D1 of the known answers: a box that another one is halfway in, from above.
static void write_boxes(void)
{
    write_box("two.obj", -1, -1, -1, 1, 1, 1);
    write_box("peg.obj", -0.5, -0.5, 0.5, 0.5, 0.5, 1.5);
    write_box("bar.obj", -5, -0.5, -0.5, 5, 0.5, 0.5);
    write_box("post.obj", -0.5, -5, -0.5, 0.5, 5, 0.5);
    write_box("core.obj", -0.25, -0.25, -0.25, 0.25, 0.25, 0.25);
    // Two walls, and what stands in the first of them.
    write_box("near.obj", 0, -1, -1, 1, 1, 1);
    write_box("far.obj", 3, -1, -1, 4, 1, 1);
    join_files("walls.obj", PATHS("near.obj", "far.obj"));
    write_box("block.obj", 0.5, -0.5, -0.5, 1.5, 0.5, 0.5);
    write_box("beam.obj", 0.5, -0.5, -0.5, 3.5, 0.5, 0.5);
    // Without its lid.
    cli_write_file("open.obj", "v -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
                               "v -0.5 -0.5 1.5\nv 0.5 -0.5 1.5\nv 0.5 0.5 1.5\nv -0.5 0.5 1.5\n"
                               "f 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
}

// ------------------------------------------------------------------------------------ known depths

// The depth; and b, moved by what is told, is free.
static void expect_depth(const char* const* arguments, double depth, double width)
{
    const char* all[40];
    char move[128];
    int count = 0;
    for (; arguments[count]; count++)
        all[count] = arguments[count];
    all[count] = "--depth";
    all[count + 1] = NULL;
    cJSON* root = check(1, all);
    expect_bounds(root, "depth", depth, width);
    assert_true(is_true(root, "depth.complete"));
    double t[3];
    for (int k = 0; k < 3; k++)
        t[k] = cJSON_GetArrayItem(cli_member(root, "depth.translation"), k)->valuedouble;
    const double length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    assert_true(length <= number_in(root, "depth", "hi") * (1 + 1e-14));
    cJSON_Delete(root);
    snprintf(move, sizeof move, "--move-a=%.17g,%.17g,%.17g", -t[0], -t[1], -t[2]);
    all[count + 1] = move;
    all[count + 2] = NULL;
    const char* whole[42] = {"check"};
    for (int i = 0; all[i]; i++)
        whole[i + 1] = all[i];
    whole[count + 3] = "--json";
    // Whether surfaces touch after that hangs on the last bit.
    cli_result r = cli_run(&(cli_call){.arguments = whole});
    root = cJSON_Parse(r.out);
    assert_non_null(root);
    assert_true(number_in(root, "depth", "hi") <= 1e-15);
    cJSON_Delete(root);
    cli_free(&r);
}
#define DEPTH(depth, width, ...) expect_depth(PATHS(__VA_ARGS__), depth, width)

static void depths_are_known(void** state)
{
    (void)state;
    const double root = sqrt(2);
    write_boxes();
    DEPTH(0.5, 1e-6, "two.obj", "peg.obj");
    DEPTH(0.5, 1e-6, "peg.obj", "two.obj");
    DEPTH(1, 1e-5, "bar.obj", "post.obj");
    DEPTH(1.25, 1e-5, "two.obj", "core.obj");
    // The sine of 45 degrees is rounded: the numbers given are a little less deep.
    const double turned = 3 - 2 - (root - 1), half = ldexp(1, -50);
    cJSON* tilted =
        CHECK(1, "two.obj", "two.obj", "--rotate-b", "0,0,1,45", "--move-b", "2,0,0", "--depth");
    assert_true(is_true(tilted, "depth.convex"));
    assert_true(fabs(number_in(tilted, "depth", "lo") - (1 - turned)) < half);
    assert_true(fabs(number_in(tilted, "depth", "hi") - (1 - turned)) < half);
    cJSON_Delete(tilted);
    DEPTH(ldexp(1, -20), 1e-10, "two.obj", "two.obj", "--move-b", "1.99999904632568359375,0,0");
}

// Touching is free; and what is inside without contact is not.
static void touching_is_free(void** state)
{
    (void)state;
    write_boxes();
    cJSON* root = CHECK(1, "two.obj", "two.obj", "--move-b", "2,0,0", "--depth", "--volume");
    expect_bounds(root, "depth", 0, 0);
    expect_bounds(root, "volume", 0, 0);
    cJSON_Delete(root);
    root = CHECK(0, "two.obj", "two.obj", "--move-b", "3,0,0", "--depth", "--along", "x");
    expect_bounds(root, "depth", 0, 0);
    expect_bounds(root, "along.clear", 0, 0);
    cJSON_Delete(root);
    root = CHECK(1, "two.obj", "core.obj", "--depth");
    assert_true(cJSON_IsFalse(cli_member(root, "contact")));
    cJSON_Delete(root);
    root = CHECK(1, "two.obj", "core.obj", "--volume");
    expect_bounds(root, "volume", 0.125, 1e-8);
    cJSON_Delete(root);
    root = CHECK(1, "two.obj", "core.obj", "--along", "x");
    expect_bounds(root, "along.depth", 1.25, 0);
    cJSON_Delete(root);
    EXPECT(0, "apart", "check", "two.obj", "core.obj");
}

static void directions_are_exact(void** state)
{
    (void)state;
    write_boxes();
    static const struct {
        const char *a, *b, *along;
        double depth, clear;
    } cases[] = {{"two.obj", "peg.obj", "z", 0.5, 0.5},
                 {"two.obj", "peg.obj", "x", 1.5, 1.5},
                 {"two.obj", "peg.obj", "1,0,1", 0.5, 0.5},
                 {"two.obj", "peg.obj", "0,0,4", 0.125, 0.125},
                 {"bar.obj", "post.obj", "x", 5.5, 5.5},
                 {"bar.obj", "post.obj", "y", 5.5, 5.5},
                 {"bar.obj", "post.obj", "0,0,-1", 1, 1},
                 {"walls.obj", "block.obj", "x", 0.5, 3.5},
                 {"walls.obj", "block.obj", "-1,0,0", 1.5, 1.5},
                 {"walls.obj", "beam.obj", "x", 3.5, 3.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON* root = CHECK(1, cases[i].a, cases[i].b, "--along", cases[i].along);
        expect_bounds(root, "along.depth", cases[i].depth, 0);
        expect_bounds(root, "along.clear", cases[i].clear, 0);
        assert_true(is_true(root, "along.complete"));
        cJSON_Delete(root);
    }
    EXPECT(1, "along x: free at 0.5, then caught again; free for ever from 3.5 on", "check",
           "walls.obj", "block.obj", "--along", "x");
    EXPECT(1, "along 0,0,3: free from 0.33333333333333337 (within 5.6e-17) times that on\n",
           "check", "bar.obj", "post.obj", "--along", "0,0,3");
    EXPECT(1, "along 0,0,4: free from 0.125 times that on", "check", "two.obj", "peg.obj",
           "--along", "0,0,4");
    EXPECT(1, "along z: free from 0.5 on", "check", "two.obj", "peg.obj", "--along", "z");
}

static void reach_is_known(void** state)
{
    (void)state;
    write_boxes();
    cJSON* root = CHECK(1, "two.obj", "peg.obj", "--depth");
    expect_bounds(root, "reach.a_in_b", 0.5, 1e-5);
    expect_bounds(root, "reach.b_in_a", 0.5, 1e-5);
    // The deepest point of a is in the middle of its face.
    const cJSON* point = cli_member(root, "reach.a_in_b.point");
    assert_true(fabs(cJSON_GetArrayItem(point, 2)->valuedouble - 1) < 1e-9);
    assert_true(cli_number(root, "reach.a_in_b.triangle") < 12);
    cJSON_Delete(root);
    // A pole that pierces a wall reaches half of the wall's thickness into it.
    root = CHECK(1, "near.obj", "bar.obj", "--depth");
    expect_bounds(root, "reach.b_in_a", 0.5, 1e-5);
    cJSON_Delete(root);
}

// -------------------------------------------------------------------------- curves, regions, volume

static void curves_are_known(void** state)
{
    (void)state;
    write_boxes();
    cJSON* root = CHECK(1, "two.obj", "peg.obj", "--curves", "--volume");
    const cJSON* curves = cli_member(root, "curves");
    assert_int_equal(cJSON_GetArraySize(curves), 1);
    assert_true(is_true(root, "curves.0.closed"));
    assert_true(fabs(cli_number(root, "curves.0.length") - 4) < 1e-12);
    assert_string_equal(text_of(root, "curves.0.kind"), "crossing");
    assert_true(cJSON_GetArraySize(cli_member(root, "curves.0.points")) >= 4);
    expect_bounds(root, "length", 4, 1e-12);
    expect_bounds(root, "volume", 0.5, 1e-8);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "regions")), 1);
    expect_bounds(root, "regions.0.volume", 0.5, 1e-8);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "left_out")), 0);
    cJSON_Delete(root);

    // A face on a face.
    root = CHECK(1, "two.obj", "two.obj", "--move-b", "2,0,0", "--curves");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "patches")), 1);
    expect_bounds(root, "patches.0.area", 4, 1e-12);
    assert_true(cli_number(root, "patches.0.facing") == -1);
    cJSON_Delete(root);

    // Each wall has its region; without --volume nothing is told of that.
    root = CHECK(1, "walls.obj", "beam.obj", "--curves", "--volume");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "regions")), 2);
    expect_bounds(root, "volume", 1, 1e-8);
    expect_bounds(root, "regions.0.volume", 0.5, 1e-8);
    expect_bounds(root, "regions.1.volume", 0.5, 1e-8);
    cJSON_Delete(root);
    root = CHECK(1, "walls.obj", "beam.obj", "--curves");
    assert_null(cJSON_GetObjectItem(root, "volume"));
    assert_null(cJSON_GetObjectItem(cJSON_GetArrayItem(cli_member(root, "regions"), 0), "volume"));
    cJSON_Delete(root);
    EXPECT(1, "volume: both share ", "check", "walls.obj", "beam.obj", "--volume");
    EXPECT(1, "curves: 2 curves, 2 closed, of length ", "check", "walls.obj", "beam.obj",
           "--curves");
}

// The curves of a file: lines of it, as JSON has them.
static void expect_obj(const char* text, const cJSON* root)
{
    const cJSON *curves = cli_member(root, "curves"), *curve;
    size_t before = 1;
    const char* at = text;
    cJSON_ArrayForEach(curve, curves)
    {
        const cJSON *points = cJSON_GetObjectItem(curve, "points"), *point;
        at = strstr(at, "\no curve_");
        assert_non_null(at);
        at = strchr(at + 1, '\n');
        size_t count = 0;
        cJSON_ArrayForEach(point, points)
        {
            char* end = NULL;
            assert_memory_equal(at, "\nv ", 3);
            at += 3;
            for (int k = 0; k < 3; k++, at = end)
                assert_true(strtod(at, &end) == cJSON_GetArrayItem(point, k)->valuedouble);
            count++;
        }
        assert_memory_equal(at, count > 1 ? "\nl" : "\np", 2);
        at += 2;
        const bool closed = cJSON_IsTrue(cJSON_GetObjectItem(curve, "closed"));
        for (size_t i = 0; i < count + (closed && count > 1); i++) {
            char* end;
            assert_true(strtoul(at, &end, 10) == before + i % count);
            at = end;
        }
        assert_int_equal(*at, '\n');
        before += count;
    }
    assert_null(strstr(at, "\no "));
}

static void curves_are_written_as_obj(void** state)
{
    (void)state;
    write_boxes();
    static const char* const others[] = {"peg.obj", "beam.obj"};
    for (int i = 0; i < 2; i++) {
        cJSON* root = CHECK(1, i ? "walls.obj" : "two.obj", others[i], "--curves", "--curves-obj",
                            "lines.obj");
        char* text = cli_read_file("lines.obj");
        assert_non_null(text);
        expect_obj(text, root);
        free(text);
        cJSON_Delete(root);
    }
    // Alone: the file, and no list in the JSON.
    cJSON* root = CHECK(1, "two.obj", "peg.obj", "--curves-obj", "alone.obj");
    assert_null(cJSON_GetObjectItem(root, "curves"));
    cJSON_Delete(root);
    char* text = cli_read_file("alone.obj");
    assert_non_null(text);
    free(text);
    EXPECT_FAILURE("two outputs cannot go to one file", "check", "two.obj", "peg.obj",
                   "--curves-obj", "same.obj", "-o", "same.obj");
    EXPECT_FAILURE("is an input too", "check", "two.obj", "peg.obj", "--curves-obj", "peg.obj");
    EXPECT_FAILURE("not to standard output", "check", "two.obj", "peg.obj", "--curves-obj", "-");
}

// What has no inside takes no part, and is named.
static void open_parts_are_named(void** state)
{
    (void)state;
    write_boxes();
    cJSON* root = CHECK(1, "two.obj", "open.obj", "--depth", "--along", "z", "--volume");
    expect_bounds(root, "depth", 0, 0);
    assert_string_equal(text_of(root, "depth.reason"), "open");
    assert_string_equal(text_of(root, "along.reason"), "open");
    assert_true(cJSON_IsNull(cli_member(root, "volume.lo")));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "left_out")), 1);
    assert_string_equal(text_of(root, "left_out.0.model"), "b");
    assert_string_equal(text_of(root, "left_out.0.fault"), "open");
    assert_true(cli_number(root, "left_out.0.first_triangle") == 0);
    assert_true(cli_number(root, "left_out.0.triangles") == 10);
    // The solid reaches nowhere, and the open one still into it.
    expect_bounds(root, "reach.a_in_b", 0, 0);
    expect_bounds(root, "reach.b_in_a", 0.5, 1e-5);
    cJSON_Delete(root);
    EXPECT(1, "depth: 0: b has no inside: no part of it is closed", "check", "two.obj", "open.obj",
           "--depth");
    EXPECT(1, "left out: of b, 10 triangles, the first is 0: ", "check", "two.obj", "open.obj",
           "--depth");
    EXPECT(1, "volume: not known: a model has no part that is a solid", "check", "two.obj",
           "open.obj", "--volume");
    EXPECT(1, "not known\n      box ", "check", "two.obj", "open.obj", "--volume");

    // Two boxes that cross each other are no solids whose volume is known; their depth is.
    write_box("more.obj", 0.5, 0.5, 0.5, 3, 3, 3);
    join_files("crossing.obj", PATHS("two.obj", "more.obj"));
    root = CHECK(1, "crossing.obj", "peg.obj", "--volume", "--along", "z");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "left_out")), 2);
    assert_string_equal(text_of(root, "left_out.1.fault"), "crossing");
    assert_true(cli_number(root, "left_out.1.first_triangle") == 12);
    assert_true(cJSON_IsNull(cli_member(root, "volume.lo")));
    cJSON_Delete(root);
    // A part that is a solid is answered beside one that is not.
    char more[4096], *two = cli_read_file("two.obj");
    snprintf(more, sizeof more, "%sv 9 9 9\nv 8 9 9\nv 9 8 9\nf 9 10 11\n", two);
    free(two);
    cli_write_file("more.obj", more);
    root = CHECK(1, "more.obj", "peg.obj", "--volume", "--depth");
    expect_bounds(root, "volume", 0.5, 1e-8);
    expect_bounds(root, "depth", 0.5, 1e-5);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "left_out")), 1);
    assert_true(cli_number(root, "left_out.0.first_triangle") == 12);
    cJSON_Delete(root);
}

// ----------------------------------------------------------------------------------------- options

// A bracket, as one part that is not convex, and a turned one: a search that takes a while.
static void write_search(void)
{
    static const double corners[6][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    char text[2048];
    int used = 0;
    for (int i = 0; i < 12; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "v %g %g %d\n", corners[i % 6][0],
                         corners[i % 6][1], i / 6);
    for (int i = 1; i <= 6; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "f %d %d %d %d\n", i, i % 6 + 1,
                         i % 6 + 7, i + 6);
    snprintf(text + used, sizeof text - (size_t)used,
             "f 4 3 2 1\nf 6 5 4 1\nf 7 8 9 10\nf 7 10 11 12\n");
    cli_write_file("bracket.obj", text);
}
#define SEARCH "bracket.obj", "bracket.obj", "--rotate-b", "1,2,3,40", "--move-b", "0.4,0.5,0.1"

static double width_of(const cJSON* root, const char* path)
{
    const double lo = number_in(root, path, "lo"), hi = number_in(root, path, "hi");
    assert_true(lo <= hi);
    return hi - lo;
}

// What was found for less is true, too.
static void expect_overlap(const cJSON* one, const cJSON* other, const char* path)
{
    assert_true(number_in(one, path, "lo") <= number_in(other, path, "hi"));
    assert_true(number_in(one, path, "hi") >= number_in(other, path, "lo"));
}

static void tolerance_and_budget_end_it(void** state)
{
    (void)state;
    write_search();
    cJSON* coarse = CHECK(1, SEARCH, "--depth", "--tolerance", "2", "--budget", "100000");
    cJSON* fine = CHECK(1, SEARCH, "--depth", "--tolerance", "0.1", "--budget", "100000");
    cJSON* early = CHECK(1, SEARCH, "--depth", "--along", "x", "--budget", "100");
    static const char* const paths[] = {"depth", "reach.a_in_b", "reach.b_in_a"};
    for (int i = 0; i < 3; i++) {
        expect_overlap(coarse, fine, paths[i]);
        expect_overlap(early, fine, paths[i]);
        assert_true(width_of(fine, paths[i]) < width_of(coarse, paths[i]));
    }
    assert_true(width_of(coarse, "reach.a_in_b") <= 2);
    assert_true(width_of(fine, "reach.a_in_b") <= 0.1 && is_true(fine, "reach.complete"));
    assert_true(cJSON_IsFalse(cli_member(early, "depth.complete")));
    assert_true(cJSON_IsFalse(cli_member(early, "along.complete")));
    assert_true(cli_number(fine, "stats.volume_tests") > cli_number(early, "stats.volume_tests"));
    cJSON_Delete(early);
    cJSON_Delete(coarse);
    cJSON_Delete(fine);
    EXPECT(1, "the budget ended a search before the bounds came together", "check", SEARCH,
           "--depth", "--budget", "100");
    // Curves and volumes are whole all the same.
    cJSON* whole = CHECK(1, SEARCH, "--depth", "--curves", "--budget", "100");
    assert_true(is_true(whole, "complete"));
    cJSON_Delete(whole);
}

// Nothing is known of the insides by one test, and no surfaces meet.
static void a_small_budget_is_undecided(void** state)
{
    (void)state;
    write_boxes();
    cJSON* root =
        CHECK(3, "walls.obj", "core.obj", "--move-b", "0.5,0,0", "--depth", "--budget", "1");
    assert_true(number_in(root, "depth", "lo") == 0 && number_in(root, "depth", "hi") >= 0.75);
    cJSON_Delete(root);
}

static void methods_agree(void** state)
{
    (void)state;
    write_boxes();
    static const char* const methods[] = {"wide", "brute"};
    char* found[2];
    for (int i = 0; i < 2; i++) {
        cJSON* root = CHECK(1, "walls.obj", "beam.obj", "--along", "1,2,3", "--curves", "--volume",
                            "--method", methods[i]);
        cJSON_DeleteItemFromObject(root, "stats");
        cJSON_DeleteItemFromObject(root, "seconds");
        cJSON_DeleteItemFromObject(root, "a");
        cJSON_DeleteItemFromObject(root, "b");
        found[i] = cJSON_Print(root);
        cJSON_Delete(root);
    }
    assert_string_equal(found[0], found[1]);
    free(found[0]);
    free(found[1]);
}

static void what_means_nothing_is_refused(void** state)
{
    (void)state;
    write_boxes();
    static const struct {
        const char *text, *options[5];
    } cases[] = {
        {"--depth and --clearance exclude each other", {"--depth", "--clearance", "1"}},
        {"--along and --considered exclude each other", {"--along", "x", "--considered"}},
        {"--curves and --first exclude each other", {"--curves", "--first"}},
        {"--volume and --limit exclude each other", {"--volume", "--limit", "3"}},
        {"--curves-obj and --first exclude each other", {"--curves-obj", "c.obj", "--first"}},
        {"--tolerance has no effect without --depth or --along", {"--tolerance", "1"}},
        {"--budget has no effect on --curves", {"--curves", "--budget", "9"}},
        {"they are two tables", {"--curves", "--volume", "--csv"}},
        {"they are two tables", {"--depth", "--points", "--csv"}},
        {"--quiet and --depth exclude each other", {"--depth", "--quiet"}},
        {"there is no 'w'; there are: x y z", {"--along", "w"}},
        {"'0,0,0' is no direction", {"--along", "0,0,0"}},
        {"3 numbers needed", {"--along", "1,2"}},
        {"'-1' is below 0", {"--depth", "--tolerance", "-1"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char* all[10] = {"check", "two.obj", "peg.obj"};
        for (int k = 0; k < 5; k++)
            all[3 + k] = cases[i].options[k];
        expect_failure(all, cases[i].text);
    }
    EXPECT_FAILURE("option --volume does not go with a shape", "check", "two.obj", "sphere:0,0,0,1",
                   "--volume");
    EXPECT_FAILURE("the method aabb does not tell how deep models are; there are: brute wide",
                   "check", "two.obj", "peg.obj", "--depth", "--method", "aabb");
}

// ------------------------------------------------------------------------------------------ tables

static void tables_have_it(void** state)
{
    (void)state;
    write_boxes();
    EXPECT(1,
           "complete,depth_lo,depth_hi,x,y,z,a_in_b_lo,a_in_b_hi,b_in_a_lo,b_in_a_hi,along_lo,"
           "along_hi,clear_lo,clear_hi,volume_lo,volume_hi\ntrue,,,,,,,,,,0.5,0.5,3.5,3.5,,\n",
           "check", "walls.obj", "block.obj", "--along", "x", "--csv");
    cli_result r = CLI("check", "two.obj", "peg.obj", "--curves", "--csv", "--crlf");
    assert_int_equal(r.status, 1);
    static const char heading[] = "curve,point,x,y,z,kind,closed,region,a,b,face_a,face_b\r\n0,0,";
    assert_memory_equal(r.out, heading, sizeof heading - 1);
    cli_expect_text(r.out, ",crossing,true,0,");
    size_t lines = 0;
    for (const char* at = r.out; (at = strstr(at, "\r\n")); at += 2)
        lines++;
    cli_free(&r);
    cJSON* root = CHECK(1, "two.obj", "peg.obj", "--curves");
    assert_int_equal(lines, 1 + cJSON_GetArraySize(cli_member(root, "curves.0.points")));
    cJSON_Delete(root);
}

// What there is to see of it: the arrow and the points are drawn, and are in the report with the regions.
static void it_is_seen(void** state)
{
    (void)state;
    write_boxes();
    EXPECT(1, "picture: deep.png", "check", "two.obj", "peg.obj", "--depth", "--picture",
           "deep.png", "--view", "1,-2,1");
    EXPECT(1, "picture: plain.png", "check", "two.obj", "peg.obj", "--picture", "plain.png",
           "--view", "1,-2,1");
    EXPECT(1, "report: deep.html", "check", "two.obj", "peg.obj", "--depth", "--along", "x",
           "--volume", "--report", "deep.html");
    char* page = cli_read_file("deep.html");
    assert_non_null(page);
    cli_expect_text(page, "\"arrow\": [[");
    cli_expect_text(page, "\"deepest\": [[");
    cli_expect_text(page, "\"regions\": [");
    cli_expect_text(page, "[\"along x\", \"free from 1.5 on\"]");
    cli_expect_text(page, "[\"volume\", \"both share ");
    free(page);
}

// -------------------------------------------------------------------------------------------- fly

static void flights_have_depths(void** state)
{
    (void)state;
    write_boxes();
    // Deep, a little, touching, apart, and inside without contact.
    cli_write_file("in.path", "0 0 0 0 0 0 1\n0 0 0.25 0 0 0 1\n0 0 0.5 0 0 0 1\n0 0 3 0 0 0 1\n");
    cJSON* root =
        CLI_JSON(1, "fly", "two.obj", "peg.obj", "--path", "in.path", "--depth", "--json");
    static const double depths[] = {0.5, 0.25, 0, 0};
    for (int i = 0; i < 4; i++) {
        char path[32];
        snprintf(path, sizeof path, "steps.%d.depth", i);
        expect_bounds(root, path, depths[i], 1e-6);
    }
    expect_bounds(root, "summary.deepest", 0.5, 1e-6);
    assert_true(cli_number(root, "summary.deepest.step") == 0);
    assert_true(cli_number(root, "summary.deep_frames") == 2);
    cJSON_Delete(root);
    cli_write_file("inside.path", "0 0 0 0 0 0 1\n");
    EXPECT(1, "depth: at most 1.25", "fly", "two.obj", "core.obj", "--path", "inside.path",
           "--depth");
    EXPECT(0, "apart at every step", "fly", "two.obj", "core.obj", "--path", "inside.path");
    EXPECT(1, ",depth_lo,depth_hi,depth_x,depth_y,depth_z\n", "fly", "two.obj", "peg.obj", "--path",
           "in.path", "--depth", "--csv");
    EXPECT(1, "depth at most", "fly", "two.obj", "peg.obj", "--path", "in.path", "--depth",
           "--steps");
    // Its tolerance and its budget are those of each step.
    write_search();
    cli_write_file("turned.path", "0.4 0.5 0.1 0.1 0.2 0.3 0.9\n");
    static const char* const tolerances[] = {"2", "0.1"};
    double widths[2];
    for (int i = 0; i < 2; i++) {
        root = CLI_JSON(1, "fly", "bracket.obj", "bracket.obj", "--path", "turned.path", "--depth",
                        "--tolerance", tolerances[i], "--budget", "100000", "--json");
        widths[i] = width_of(root, "steps.0.depth");
        cJSON_Delete(root);
    }
    assert_true(widths[1] < widths[0]);
    root = CLI_JSON(1, "fly", "bracket.obj", "bracket.obj", "--path", "turned.path", "--depth",
                    "--budget", "2000", "--json");
    assert_true(cJSON_IsFalse(cli_member(root, "steps.0.depth.complete")));
    cJSON_Delete(root);
    EXPECT_FAILURE("--tolerance has no effect without --depth", "fly", "two.obj", "peg.obj",
                   "--path", "in.path", "--tolerance", "1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_are_known),
        cmocka_unit_test(touching_is_free),
        cmocka_unit_test(directions_are_exact),
        cmocka_unit_test(reach_is_known),
        cmocka_unit_test(curves_are_known),
        cmocka_unit_test(curves_are_written_as_obj),
        cmocka_unit_test(open_parts_are_named),
        cmocka_unit_test(tolerance_and_budget_end_it),
        cmocka_unit_test(a_small_budget_is_undecided),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(what_means_nothing_is_refused),
        cmocka_unit_test(tables_have_it),
        cmocka_unit_test(it_is_seen),
        cmocka_unit_test(flights_have_depths),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
