// test_cli_distance.c - "abut distance": answers that are known, what each option does, every form of output, exit
// statuses, and what is refused.
#include "support/measured.h"
#include "support/method_here.h"
#include "support/pruning.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const char* const methods[] = {"wide", "brute", "aabb", "obb", "sphere"};

static bool is_here(size_t method)
{
    abut_method found;
    return abut_method_from_name(methods[method], &found) == ABUT_OK && method_is_here((int)found);
}

// ------------------------------------------------------------------------------------------ answers

typedef struct known {
    double lo, hi;
    int pair[2];  // -1: not asked
} known;

// By every method, in both orders.
static void expect_known(const known* k)
{
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        if (!is_here(m)) continue;
        cJSON* root = CLI_JSON(0, "distance", "a.obj", "b.obj", "--json", "--method", methods[m]);
        cJSON* other = CLI_JSON(0, "distance", "b.obj", "a.obj", "--json", "--method", methods[m]);
        expect_numbers(root, PATHS("lo", "hi"), VALUES(k->lo, k->hi));
        expect_numbers(other, PATHS("lo", "hi"), VALUES(k->lo, k->hi));
        assert_string_equal(cli_member(root, "state")->valuestring, "clear");
        assert_true(cJSON_IsTrue(cli_member(root, "complete")));
        for (int side = 0; side < 2; side++)
            assert_int_equal(cJSON_GetArrayItem(cli_member(root, "pair"), side)->valueint,
                             k->pair[side]);
        cJSON_Delete(root);
        cJSON_Delete(other);
    }
}

static void known_answers(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    BOX("b.obj", -0.25, -0.25, -0.25, 0.25, 0.25, 0.25);
    expect_known(&(known){0.75, 0.75, {0, 0}});  // from the walls
    BOX("a.obj", 0, -.1, 0, 2, .1, 3);
    BOX("b.obj", 2.05, -.1, 0, 4.05, .1, 3);
    expect_known(&(known){2.05 - 2, 2.05 - 2, {0, 0}});
    BOX("a.obj", 500000, 4500000, 100, 500001, 4500001, 101);
    BOX("b.obj", 500001.001, 4500000, 100, 500002.001, 4500001, 101);
    expect_known(&(known){0.0009999999892897904, 0.0009999999892897904, {0, 0}});
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    BOX("b.obj", 2, 0, 0, 3, 1, 1);
    expect_known(&(known){1, 1, {0, 0}});
    BOX("b.obj", 2, 2, 0, 3, 3, 1);
    expect_known(&(known){1.4142135623730949, 1.4142135623730951, {0, 0}});
    cli_write_file("a.obj", "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\nf 1 3 5\n"
                            "f 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n");
    BOX("b.obj", 1, 1, 1, 2, 2, 2);
    expect_known(&(known){1.1547005383792515, 1.1547005383792517, {0, 0}});
}

static void expect_point(const cJSON* root, const char* path, double x, double y, double z)
{
    const double wanted[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        assert_true(cJSON_GetArrayItem(cli_member(root, path), k)->valuedouble == wanted[k]);
}

static void expect_features(const cJSON* root, const char* a, const char* b)
{
    assert_string_equal(cJSON_GetArrayItem(cli_member(root, "features"), 0)->valuestring, a);
    assert_string_equal(cJSON_GetArrayItem(cli_member(root, "features"), 1)->valuestring, b);
}

// As the last known answer leaves the files.
static void points_and_features(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(0, "distance", "a.obj", "b.obj", "--json");
    expect_features(root, "face", "vertex 0");
    expect_point(root, "a_point", 1 / 3.0, 1 / 3.0, 1 / 3.0);
    expect_point(root, "b_point", 1, 1, 1);
    cJSON_Delete(root);
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    root = CLI_JSON(0, "distance", "a.obj", "a.obj", "--json", "--move-b", "2,0,0");
    expect_features(root, "vertex 2", "vertex 0");
    expect_point(root, "a_point", 1, 0, 0);
    expect_point(root, "b_point", 2, 0, 0);
    cJSON_Delete(root);
    root = CLI_JSON(1, "distance", "a.obj", "a.obj", "--json", "--move-b", "1,0,0");
    assert_string_equal(cli_member(root, "state")->valuestring, "contact");
    expect_numbers(root, PATHS("lo", "hi"), VALUES(0, 0));
    cJSON_Delete(root);
}

// ------------------------------------------------------------------------------------------ options

#define EXPECT_STATE(wanted, status, ...)                                                          \
    expect_state("distance", wanted, status, PATHS(__VA_ARGS__))

static void states(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    EXPECT_STATE("clear", 0, "--move-b", "0,0,1.6");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,0.5", "--within", "0");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,0.5", "--within", "3");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,1.0000000000000002", "--within", "0");
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--within", "2");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--within", "1.9999999999999998");
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--within", "2", "--tolerance", "1");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--within", "1.9999999999999998", "--tolerance",
                 "1");
    EXPECT_STATE("undecided", 3, "--move-b", "0,0,3", "--within", "1", "--budget", "1");
    EXPECT_STATE("undecided", 3, "--move-b", "0,0,3", "--budget", "1");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--budget", "100000");
}

static void farther_than_asked(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    BOX("b.obj", -.5, -.5, 1.1, .5, .5, 2);  // 1.1 - 0.5 is 0.6000000000000001
    cJSON* root = CLI_JSON(0, "distance", "a.obj", "b.obj", "--within", "0.6", "--json");
    assert_true(cli_number(root, "lo") == 0.6);
    assert_true(cJSON_IsNull(cli_member(root, "hi")));
    assert_true(cJSON_IsNull(cli_member(root, "pair")));
    cJSON_Delete(root);
    root = CLI_JSON(1, "distance", "a.obj", "b.obj", "--within", "0.6000000000000001", "--json");
    assert_true(cli_number(root, "hi") == 0.6000000000000001);
    cJSON_Delete(root);
    root = CLI_JSON(0, "distance", "a.obj", "b.obj", "--within", "0", "--json");
    assert_true(
        cJSON_IsNull(cli_member(root, "hi")));  // 0 is not the library's 0, which is no limit
    cJSON_Delete(root);
    cli_result r = CLI("distance", "a.obj", "b.obj", "--within", "0.5");
    cli_expect_text(r.out, "\nclear: more than 0.5 apart\nseconds: ");
    cli_free(&r);
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "0,0,3", "--within", "2.5");
    cli_expect_text(r.out, "\nclose: 2 apart, which is within 2.5\nnearest triangle ");
    cli_free(&r);
}

// What is exactly as far as asked: at most, and less than.
static void strictly_within(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--within", "2");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--within", "2", "--strict");
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--within", "2.0000000000000004", "--strict");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1", "--within", "2", "--strict");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1", "--within", "0", "--strict");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1", "--all-within", "0", "--strict");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,1.0000000000000002", "--within", "0", "--strict");
    // The root of 2 is between these doubles.
    EXPECT_STATE("clear", 0, "--move-b", "2,2,0", "--within", "1.4142135623730949", "--strict");
    EXPECT_STATE("close", 1, "--move-b", "2,2,0", "--within", "1.4142135623730951", "--strict");
    cli_result r =
        CLI("distance", "a.obj", "a.obj", "--move-b", "0,0,3", "--within", "2.5", "--strict");
    cli_expect_text(r.out, "\nclose: 2 apart, which is less than 2.5\n");
    cli_free(&r);
}

// As many pairs as are known (DISTANCE.md, A4), by every method.
static void all_pairs_within(void** state)
{
    (void)state;
    static const struct {
        const char* within;
        int count, strict_count;
    } rows[] = {{"0.9999999999999999", 0, 0},
                {"1", 64, 0},
                {"1.2", 64, 64},
                {"1.5", 96, 96},
                {"2", 134, 100},
                {"3", 144, 140}};
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        const char* strict = i % 2 ? "--strict" : NULL;
        const int count = i % 2 ? rows[i / 2].strict_count : rows[i / 2].count;
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
            if (!is_here(m)) continue;
            cJSON* root =
                CLI_JSON(count > 0, "distance", "a.obj", "a.obj", "--move-b", "2,0,0", "--json",
                         "--method", methods[m], "--all-within", rows[i / 2].within, strict);
            expect_numbers(root, PATHS("pair_count", "contact_count"), VALUES(count, 0));
            assert_int_equal(cJSON_GetArraySize(cli_member(root, "pairs")), count);
            assert_string_equal(cli_member(root, "state")->valuestring, count ? "close" : "clear");
            assert_int_equal(cJSON_IsTrue(cli_member(root, "strict")), i % 2);
            const cJSON* pair;
            cJSON_ArrayForEach(pair, cli_member(root, "pairs"))
            {
                assert_string_equal(cli_member(pair, "kind")->valuestring, "apart");
                assert_true(cli_number(pair, "hi") <= cli_number(root, "all_within"));
            }
            cJSON_Delete(root);
        }
    }
}

static void all_pairs_are_told(void** state)
{
    (void)state;
    cli_write_file("low.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
    cli_write_file("high.obj", "v 1 1 1\nv 2 1 2\nv 1 2 2\nv 1 1 -1\nv 2 1 1\nv 1 2 1\nv 1 1 3\n"
                               "v 2 1 4\nv 2 2 4\nv 1 2 4\nf 1 2 3\nf 4 5 6\nf 7 8 9 10\n");
    cli_result r = CLI("distance", "low.obj", "high.obj", "--all-within", "1");
    assert_int_equal(r.status, 1);
    char* seconds = strstr(r.out, "seconds: ");
    assert_non_null(seconds);
    *seconds = '\0';
    assert_string_equal(r.out,
                        "a: low.obj, 1 triangle\nb: high.obj, 4 triangles\n"
                        "contact: 2 pairs of triangles at most 1 apart, 1 in contact\n\n"
                        "triangle of a triangle of b    face of a    face of b  kind      apart\n"
                        "            0             0            0            0  apart     1\n"
                        "           a  its face, at 1, 1, 0\n"
                        "           b  its vertex 0, at 1, 1, 1\n"
                        "            0             1            0            1  cross     0\n"
                        "           a  its face, at 1.5, 1, 0\n"
                        "           b  its edge 0, at 1.5, 1, 0\n\n");
    cli_free(&r);
    r = CLI("distance", "low.obj", "high.obj", "--all-within", "1", "--csv", "-o", "all.csv");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    char* text = cli_read_file("all.csv");
    assert_string_equal(text, "a,b,kind,lo,hi,face_a,face_b,feature_a,feature_b,x_a,y_a,z_a,x_b,"
                              "y_b,z_b\n"
                              "0,0,apart,1,1,,0,face,vertex 0,1,1,0,1,1,1\n"
                              "0,1,cross,0,0,,1,face,edge 0,1.5,1,0,1.5,1,0\n");
    free(text);
    assert_int_equal(unlink("all.csv"), 0);
    cJSON* root = CLI_JSON(1, "distance", "low.obj", "high.obj", "--all-within", "1", "--json");
    expect_keys(root, "abut format a b state all_within strict pair_count contact_count complete "
                      "empty pairs warnings stats seconds");
    const cJSON* pair = cJSON_GetArrayItem(cli_member(root, "pairs"), 0);
    expect_keys(pair, "pair face kind lo hi features a_point b_point");
    expect_features(pair, "face", "vertex 0");
    expect_point(pair, "a_point", 1, 1, 0);
    expect_point(pair, "b_point", 1, 1, 1);
    expect_numbers(pair, PATHS("lo", "hi"), VALUES(1, 1));
    cJSON_Delete(root);
}

// The report and the picture show each of them.
static void all_pairs_are_shown(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    cli_result r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,0,0", "--all-within", "1",
                       "--report", "all.html", "--picture", "all.png", "--quiet");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    char* page = cli_read_file("all.html");
    assert_non_null(page);
    cli_expect_text(page, "64 pairs of triangles at most 1 apart");
    cli_expect_text(page, "\"Close\"");
    free(page);
    assert_int_equal(unlink("all.html"), 0);
    assert_int_equal(unlink("all.png"), 0);
}

// Slanted needles in a row, so many pairs that brute force takes a while.
static void write_needles(void)
{
    FILE* out = fopen("needles.obj", "w");
    assert_non_null(out);
    for (int i = 0; i < 500; i++)
        fprintf(out, "v %d 0 0\nv %d 100 80\nv %d 100.5 80.5\nf -3 -2 -1\n", i, i + 90, i + 91);
    assert_int_equal(fclose(out), 0);
}

static void all_pairs_early_or_none(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    EXPECT_STATE("undecided", 3, "--move-b", "0,0,3", "--all-within", "2.5", "--budget", "1");
    EXPECT_STATE("close", 1, "--move-b", "0,0,3", "--all-within", "2.5", "--budget", "100000");
    EXPECT_STATE("clear", 0, "--move-b", "0,0,3", "--all-within", "1.5");
    EXPECT_STATE("contact", 1, "--move-b", "0,0,1", "--all-within", "0");
    cli_result r = CLI("distance", "a.obj", "a.obj", "--move-b", "0,0,3", "--method", "brute",
                       "--all-within", "2", "--budget", "40");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "\nclose: at least ");
    cli_expect_text(r.out, "\nstopped after 40 tests: the budget ended the search\n");
    cli_free(&r);
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "0,0,3", "--all-within", "1.5");
    cli_expect_text(r.out, "\nclear: no pair of triangles at most 1.5 apart\nseconds: ");
    cli_free(&r);
    r = CLI("distance", "cube.obj", "empty.off", "--all-within", "1");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\nundecided: nothing to check\nseconds: ");
    cli_free(&r);
    write_needles();
    r = CLI("distance", "needles.obj", "needles.obj", "--move-b", "0,0,500", "--method", "brute",
            "--deadline", "1us", "--all-within", "1");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\nundecided: no pair of triangles was found that is at most 1 apart\n");
    cli_free(&r);
}

static double spread_with(const char* option, const char* value)
{
    cJSON* root =
        CLI_JSON(0, "distance", "a.obj", "a.obj", "--move-b", "1.5,1.5,0", "--json", option, value);
    const double lo = cli_number(root, "lo"), hi = cli_number(root, "hi");
    assert_true(lo <= 0.70710678118654746 && hi >= 0.70710678118654757);
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    cJSON_Delete(root);
    return hi - lo;
}

static void tolerances(void** state)
{
    (void)state;
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    const double exact = spread_with(NULL, NULL), next = 0x1p-53;
    assert_true(exact == next);
    assert_true(spread_with("--tolerance", "0") == exact);
    assert_true(spread_with("--tolerance", "1e-300") == exact);
    assert_true(spread_with("--relative-tolerance", "1e-300") == exact);
    const double absolute = spread_with("--tolerance", "0.01");
    const double relative = spread_with("--relative-tolerance", "0.01");
    assert_true(absolute > exact && absolute <= 0.01);
    assert_true(relative > exact && relative <= 0.01);
}

// What ended a search is said, and the bounds hold all the same.
static void searches_that_are_stopped(void** state)
{
    (void)state;
    write_needles();
    BOX("a.obj", -.5, -.5, -.5, .5, .5, .5);
    cJSON* root = CLI_JSON(3, "distance", "a.obj", "a.obj", "--move-b", "2,0,0", "--budget", "30",
                           "--method", "brute", "--json");
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    assert_true(cli_number(root, "lo") <= 1 && cli_number(root, "hi") >= 1);
    assert_true(cJSON_IsArray(cli_member(root, "pair")));
    assert_true(cJSON_IsNull(cli_member(root, "features")));
    assert_true(cJSON_IsNull(cli_member(root, "a_point")));
    assert_true(cJSON_IsNull(cli_member(root, "b_point")));
    assert_true(cli_number(root, "stats.triangle_tests") <= 30);
    cJSON_Delete(root);
    cli_result r = CLI("distance", "needles.obj", "needles.obj", "--move-b", "0,0,500", "--method",
                       "brute", "--deadline", "1us");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\nundecided: ");
    cli_expect_text(r.out, "tests: the deadline ended the search\n");
    cli_free(&r);
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,0,0", "--method", "brute", "--deadline",
            "100s", "--budget", "3");
    cli_expect_text(r.out, "stopped after 3 tests: the budget or the deadline ended the search\n");
    cli_free(&r);
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,0,0", "--deadline", "100s");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\nclear: 1 apart\n");
    cli_free(&r);
    // That they are apart may be known before how far.
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,2,0", "--budget", "3", "--method",
            SOME_TREE_NAME);
    if (PRUNING) assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "the budget ended the search\n");
    cli_free(&r);
}

static void shared_options(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    cJSON* root = CLI_JSON(0, "distance", "a.obj", "a.obj", "--json", "--scale-a", "0.5",
                           "--rotate-b", "0,0,1,90", "--move-b", "4,0,0", "--method", "brute");
    expect_numbers(root, PATHS("lo", "stats.volume_tests"), VALUES(2.5, 0));
    cli_expect_pose(root, "b.pose",
                    (const double[]){0, -1, 0, 4, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    cJSON_Delete(root);
    // A group alone, and faces.
    cli_write_file("two.obj", "v 0 0 5\nv 1 0 5\nv 1 1 5\nv 0 1 5\nv 0 0 2\nv 1 0 2\nv 1 1 2\n"
                              "v 0 1 2\no far\nf 1 2 3 4\no near\nf 5 6 7 8\n");
    root = CLI_JSON(0, "distance", "a.obj", "two.obj", "--json", "--group-b", "far");
    expect_numbers(root, PATHS("lo"), VALUES(4));
    assert_string_equal(cli_member(root, "b.group")->valuestring, "far");
    cJSON_Delete(root);
    root = CLI_JSON(0, "distance", "a.obj", "two.obj", "--json");
    expect_numbers(root, PATHS("lo"), VALUES(1));
    assert_int_equal(cJSON_GetArrayItem(cli_member(root, "pair"), 1)->valueint, 2);
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(cli_member(root, "face"), 0)));
    assert_int_equal(cJSON_GetArrayItem(cli_member(root, "face"), 1)->valueint, 1);
    cJSON_Delete(root);
    cli_write_file("bad.obj", "v 0 0 7\nv 1 0 7\nv 0 1 7\nf 1 2 3\nf 1 2 9\n");
    cli_result r = CLI("distance", "a.obj", "bad.obj", "--drop-bad");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\nclear: 6 apart\n");
    cli_free(&r);
    r = cli_run(&(cli_call){.arguments = PATHS("distance", "a.obj", "-", "--format", "obj",
                                               "--threads", "1", "--stats"),
                            .input = "two.obj"});
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\nb: standard input, 4 triangles\nclear: 1 apart\n");
    cli_expect_text(r.out, "\ntests: ");
    cli_free(&r);
    root = CLI_JSON(0, "distance", "a.obj", "two.obj", "--json", "--method", "aabb");
    cJSON* other = CLI_JSON(0, "distance", "a.obj", "two.obj", "--json", "--method", "aabb",
                            "--leaf-size", "1");
    assert_true(cli_number(root, "stats.volume_tests") != cli_number(other, "stats.volume_tests"));
    cJSON_Delete(root);
    cJSON_Delete(other);
}

// ------------------------------------------------------------------------------------------- output

static void forms_of_output(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    cli_result r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,2,0");
    char* seconds = strstr(r.out, "seconds: ");
    assert_non_null(seconds);
    *seconds = '\0';
    assert_string_equal(r.out, "a: a.obj, 12 triangles\nb: a.obj, 12 triangles\n"
                               "clear: from 1.4142135623730949 to 1.4142135623730951 apart\n"
                               "nearest triangle 0 of a, its vertex 1, at 1, 1, 0\n"
                               "    and triangle 0 of b, its vertex 0, at 2, 2, 0\n");
    cli_free(&r);
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "2,2,0", "--csv", "--crlf");
    assert_string_equal(
        r.out, "state,lo,hi,a,b,feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b\r\n"
               "clear,1.4142135623730949,1.4142135623730951,0,0,vertex 1,vertex 0,1,1,0,2,2,0\r\n");
    cli_free(&r);
    r = CLI("distance", "a.obj", "quads.obj", "--move-b", "3,0,0", "--csv", "-o", "d.csv",
            "--within", "1");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "");
    cli_free(&r);
    char* text = cli_read_file("d.csv");
    assert_string_equal(
        text, "state,lo,hi,a,b,face_a,face_b,feature_a,feature_b,x_a,y_a,z_a,x_b,y_b,z_b\n"
              "clear,1,,,,,,,,,,,,,\n");
    free(text);
    assert_int_equal(unlink("d.csv"), 0);
    // With --quiet all is still found for the file.
    r = CLI("distance", "a.obj", "a.obj", "--move-b", "3,0,0", "--quiet", "-o", "d.txt");
    cli_free(&r);
    text = cli_read_file("d.txt");
    cli_expect_text(text, "\nclear: 2 apart\nnearest triangle 0 of a, its vertex 2, at 1, 0, 0\n");
    free(text);
    assert_int_equal(unlink("d.txt"), 0);
}

static void keys(void** state)
{
    (void)state;
    BOX("a.obj", 0, 0, 0, 1, 1, 1);
    cJSON* root = CLI_JSON(0, "distance", "a.obj", "a.obj", "--move-b", "2,2,0", "--json");
    expect_keys(root, "abut format a b state lo hi complete empty pair features a_point b_point "
                      "warnings stats seconds");
    expect_keys(cli_member(root, "a"), "file triangles bytes_per_triangle pose");
    expect_keys(cli_member(root, "stats"), "volume_tests triangle_tests node_updates exact_tests");
    expect_keys(cli_member(root, "seconds"), "load build query");
    cJSON_Delete(root);
}

static void nothing_to_check(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(3, "distance", "cube.obj", "empty.off", "--json");
    assert_string_equal(cli_member(root, "state")->valuestring, "undecided");
    assert_true(cJSON_IsNull(cli_member(root, "lo")) && cJSON_IsNull(cli_member(root, "hi")));
    assert_true(cJSON_IsNull(cli_member(root, "pair")));
    assert_true(cJSON_IsTrue(cli_member(root, "empty")));
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    cJSON_Delete(root);
    root = CLI_JSON(0, "distance", "empty.off", "cube.obj", "--json", "--allow-empty");
    assert_string_equal(cli_member(root, "state")->valuestring, "clear");
    assert_true(cJSON_IsNull(cli_member(root, "lo")));
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    cJSON_Delete(root);
    cli_result r = CLI("distance", "cube.obj", "empty.off", "--within", "1");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\nundecided: nothing to check\nseconds: ");
    cli_expect_text(r.err, "empty.off");
    cli_free(&r);
}

// ------------------------------------------------------------------------------------------ refusals

typedef struct refusal {
    const char* more[5];
    const char* text;
} refusal;

static void expect_refusals(const refusal* rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char* arguments[9] = {"distance", "cube.obj", "cube.stl"};
        memcpy(arguments + 3, rows[i].more, sizeof rows[i].more);
        expect_failure(arguments, rows[i].text);
    }
}

static void what_is_refused_of_limits(void** state)
{
    (void)state;
    static const refusal rows[] = {
        {{"--all-within", "-0.5"}, "--all-within: '-0.5' is below 0"},
        {{"--all-within", "1", "--within", "2"}, "--all-within and --within exclude each other"},
        {{"--all-within", "1", "--tolerance", "2"},
         "--all-within and --tolerance exclude each other"},
        {{"--all-within", "1", "--relative-tolerance", "2"},
         "--all-within and --relative-tolerance exclude each other"},
        {{"--within", "1", "--strict", "--tolerance", "2"},
         "--strict and --tolerance exclude each other"},
        {{"--within", "1", "--strict", "--relative-tolerance", "2"},
         "--strict and --relative-tolerance exclude each other"},
        {{"--strict"}, "option --strict has no effect without --within or --all-within"},
    };
    expect_refusals(rows, sizeof rows / sizeof *rows);
}

static void what_is_refused(void** state)
{
    (void)state;
    static const refusal rows[] =
    { {{"--within", "nan"}, "--within: 'nan' in 'nan' is not a finite number"},
      {{"--within", "-0.5"}, "--within: '-0.5' is below 0"},
      {{"--within", "inf"}, "'inf' in 'inf' is not a finite number"},
      {{"--within", ""}, "--within: 1 number needed, 0 found"},
      {{"--within", "1,2"}, "--within: more than 1 number"},
      {{"--within", "1", "--within", "2"}, "--within given twice"},
      {{"--tolerance", "nan"}, "--tolerance: 'nan' in 'nan' is not a finite number"},
      {{"--tolerance", "-1"}, "--tolerance: '-1' is below 0"},
      {{"--relative-tolerance", "-1e-9"}, "--relative-tolerance: '-1e-9' is below 0"},
      {{"--relative-tolerance", "x"}, "--relative-tolerance: 'x' in 'x' is not a finite"},
      {{"--deadline", "5"}, "--deadline: '5' is not a duration above 0 with its unit"},
      {{"--deadline", "-5us"}, "--deadline: '-5us' is not a duration"},
      {{"--budget", "0"}, "--budget: '0' is not a whole number of at least 1"},
      {{"--first"}, "unknown option --first"},
      {{"--limit", "3"}, "unknown option --limit"},
      {{"--descent", "both"}, "unknown option --descent"},
      {{"--json", "--csv"}, "--json and --csv exclude each other"},
      {{"--csv", "--stats"}, "--csv and --stats exclude each other"},
      {{"--quiet", "--json"}, "--quiet and --json exclude each other"},
      {{"--crlf"}, "option --crlf has no effect without --csv"},
      {{"--view", "1,1,1"}, "option --view has no effect without --picture or --report"},
      {{"cube.off"}, "distance takes two files; 'cube.off' is one too many"},
#if EXPECT_PAPERS
      {{"--method", "dop14"},
       "the method dop14 does not tell how far models are apart; there are: brute aabb sphere obb "
       "wide"},
      {{"--method", "hybrid"}, "the method hybrid does not tell how far models are apart"},
#endif
      {{"--method", "wide", "--split", "mean"}, "wide has no such option or value: --split"},
    };
    expect_refusals(rows, sizeof rows / sizeof *rows);
    EXPECT_FAILURE("distance needs two files, only one is given", "distance", "cube.obj");
    EXPECT_FAILURE("no-such.obj", "distance", "cube.obj", "no-such.obj");
#if EXPECT_PAPERS
    cli_result r = CLI("build", "cube.obj", "-o", "cube.abut", "--method", "dop14", "--quiet");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    EXPECT_FAILURE("the method dop14 does not tell how far", "distance", "cube.abut", "cube.obj");
    // Before files are read.
    EXPECT_FAILURE("the method dop14 does not tell how far", "distance", "cube.obj", "no-such.obj",
                   "--method", "dop14");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(points_and_features),
        cmocka_unit_test(states),
        cmocka_unit_test(farther_than_asked),
        cmocka_unit_test(strictly_within),
        cmocka_unit_test(all_pairs_within),
        cmocka_unit_test(all_pairs_are_told),
        cmocka_unit_test(all_pairs_early_or_none),
        cmocka_unit_test(all_pairs_are_shown),
        cmocka_unit_test(tolerances),
        cmocka_unit_test(searches_that_are_stopped),
        cmocka_unit_test(shared_options),
        cmocka_unit_test(forms_of_output),
        cmocka_unit_test(keys),
        cmocka_unit_test(nothing_to_check),
        cmocka_unit_test(what_is_refused_of_limits),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
