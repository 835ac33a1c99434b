// test_cli_self.c - "abut self": models of which it is known how they meet themselves, in text, JSON and CSV; each option and
// each exit status.
#include "scenes.h"
#include "support/cli_run.h"
#include "support/info_check.h"
#include "support/method_here.h"

#include "abut/abut.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------ models

static void write_boxes(const char* path, const double (*boxes)[6], size_t count)
{
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (size_t b = 0; b < count; b++)
        for (int i = 0; i < 8; i++)
            fprintf(out, "v %.17g %.17g %.17g\n", boxes[b][i & 1 ? 3 : 0], boxes[b][i & 2 ? 4 : 1],
                    boxes[b][i & 4 ? 5 : 2]);
    static const int triangles[12][3] = {{1, 3, 4}, {1, 4, 2}, {5, 6, 8}, {5, 8, 7},
                                         {1, 2, 6}, {1, 6, 5}, {3, 7, 8}, {3, 8, 4},
                                         {1, 5, 7}, {1, 7, 3}, {2, 4, 8}, {2, 8, 6}};
    for (size_t b = 0; b < count; b++)
        for (int t = 0; t < 12; t++)
            fprintf(out, "f %zu %zu %zu\n", 8 * b + (size_t)triangles[t][0],
                    8 * b + (size_t)triangles[t][1], 8 * b + (size_t)triangles[t][2]);
    assert_int_equal(fclose(out), 0);
}

// A tube of square section along a closed way in the plane z = 0, which crosses itself.
static void write_tube(const char* path)
{
    static const double way[6][2] = {{0, 0}, {8, 0}, {8, 4}, {2, 4}, {2, -4}, {0, -4}};
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (int i = 0; i < 6; i++) {
        const double* at = way[i];
        // Corners to the left and right of the way, where two of its legs meet at right angles.
        const double *before = way[(i + 5) % 6], *after = way[(i + 1) % 6];
        const double x = (at[0] > before[0]) - (at[0] < before[0]) - (after[0] > at[0]) +
                         (after[0] < at[0]),
                     y = (at[1] > before[1]) - (at[1] < before[1]) - (after[1] > at[1]) +
                         (after[1] < at[1]);
        const double turn =
            (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0]);
        const double side = turn > 0 ? 0.5 : -0.5;
        for (int k = 0; k < 4; k++)
            fprintf(out, "v %g %g %g\n", at[0] + (k < 2 ? side : -side) * x,
                    at[1] + (k < 2 ? side : -side) * y, k == 0 || k == 3 ? -0.5 : 0.5);
    }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 4; k++) {
            const int a = 4 * i + k + 1, b = 4 * i + (k + 1) % 4 + 1,
                      c = 4 * ((i + 1) % 6) + (k + 1) % 4 + 1, d = 4 * ((i + 1) % 6) + k + 1;
            fprintf(out, "f %d %d %d\nf %d %d %d\n", a, b, c, a, c, d);
        }
    assert_int_equal(fclose(out), 0);
}

static int enter(void** state)
{
    static const double two[2][6] = {{0, -.1, 0, 2, .1, 3}, {1.95, -.1, 0, 3.95, .1, 3}};
    static const double apart[2][6] = {{0, 0, 0, 1, 1, 1}, {5, 5, 5, 6, 6, 6}};
    const int status = cli_enter(state);
    write_boxes("two.obj", two, 2);
    write_boxes("apart.obj", apart, 2);
    write_tube("tube.obj");
    // Two triangles of a strip, folded onto each other about the edge that they share.
    cli_write_file("fold.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 0\nf 1 2 3\nf 2 1 4\n");
    cli_write_file("twice.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nf 3 2 1\n");
    // A square whose upper half was cut at the middle of the diagonal: that vertex is no vertex of the lower one.
    cli_write_file("joint.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 2 2 0\n"
                                "f 1 2 3\nf 1 5 4\nf 5 3 4\n");
    // A triangle, and one that is only a segment, which goes through it; then a point in it.
    cli_write_file("needle.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 0\nv 1 1 1\n"
                                 "v 2 1 0\nf 1 2 3\nf 4 5 6\nf 7 7 7\n");
    // A cube without one of its faces.
    cli_write_file("hole.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\n"
                               "v 1 1 1\nf 1 3 4 2\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    cli_write_file("cross.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n"
                                "v 1 1 -1\nv 2 1 -1\nv 2 1 1\nv 1 1 1\nf 4 5 6 7\n");
    return status;
}

typedef struct known {
    const char *file, *verdict;
    int status, parts, borders, degenerate;
    int classes[6];  // duplicate, folded, crossing, overlap, t-joint, touching
} known;

static const known known_files[] = {
    {"cube.obj", "clean", 0, 1, 0, 0, {0}},
    {"cube.stl", "clean", 0, 1, 0, 0, {0}},
    {"apart.obj", "clean", 0, 2, 0, 0, {0}},
    {"hole.obj", "clean", 0, 1, 4, 0, {0}},
    {"two.obj", "self-crossing", 1, 2, 0, 0, {0, 0, 0, 12, 24, 16}},
    {"fold.obj", "folded", 1, 1, 4, 0, {0, 1, 0, 0, 0, 0}},
    {"twice.obj", "folded", 1, 1, 0, 0, {1, 0, 0, 0, 0, 0}},
    {"joint.obj", "touching", 1, 1, 7, 0, {0, 0, 0, 0, 2, 0}},
    {"needle.obj", "touching", 1, 3, 3, 2, {0, 0, 0, 0, 0, 2}},
    {"cross.obj", "self-crossing", 1, 2, 7, 0, {0, 0, 2, 0, 0, 0}},
};
enum { KNOWN = sizeof known_files / sizeof *known_files };

static const char* const class_names[6] = {"duplicate", "folded",  "crossing",
                                           "overlap",   "t-joint", "touching"};

// ------------------------------------------------------------------------------------------- JSON

static void expect_classes(const known* k, const cJSON* file)
{
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        const int count =
            (int)cJSON_GetObjectItem(cli_member(file, "classes"), class_names[i])->valuedouble;
        if (count != k->classes[i])
            fail_msg("%s: %d of class %s, not %d", k->file, count, class_names[i], k->classes[i]);
        sum += count;
    }
    assert_int_equal(cli_number(file, "pair_count"), sum);
    assert_int_equal(cJSON_GetArraySize(cli_member(file, "pairs")), sum);
}

// Own pairs once, pairs with others twice; border edges and triangles are those of the whole.
static void expect_sums(const cJSON* file)
{
    double pairs = 0, triangles = 0, borders = 0, degenerate = 0;
    const cJSON* part;
    cJSON_ArrayForEach(part, cli_member(file, "parts"))
    {
        pairs += 2 * cli_number(part, "own_pairs") + cli_number(part, "other_pairs");
        triangles += cli_number(part, "triangles");
        borders += cli_number(part, "border_edges");
        degenerate += cli_number(part, "degenerate");
    }
    assert_true(pairs == 2 * cli_number(file, "pair_count"));
    assert_true(triangles == cli_number(file, "triangles"));
    assert_true(borders == cli_number(file, "border_edges"));
    assert_true(degenerate == cli_number(file, "degenerate"));
}

static void known_models(void** state)
{
    (void)state;
    for (int i = 0; i < KNOWN; i++) {
        const known* k = &known_files[i];
        cJSON* root = CLI_JSON(k->status, "self", "--json", k->file);
        const cJSON* file = file_at(root, 0);
        expect_keys(file, "file triangles empty verdict pair_count complete classes degenerate "
                          "border_edges component_count parts pairs warnings stats seconds");
        assert_string_equal(cli_member(file, "file")->valuestring, k->file);
        assert_string_equal(cli_member(file, "verdict")->valuestring, k->verdict);
        assert_true(cJSON_IsTrue(cli_member(file, "complete")));
        expect_classes(k, file);
        expect_numbers(file, PATHS("component_count", "border_edges", "degenerate"),
                       VALUES(k->parts, k->borders, k->degenerate));
        expect_sums(file);
        cJSON_Delete(root);
    }
}

static void pairs_and_parts(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(1, "self", "two.obj", "needle.obj", "--json");
    const cJSON* part;
    cJSON_ArrayForEach(part, cli_member(file_at(root, 0), "parts"))
    {
        expect_keys(part,
                    "first_triangle triangles degenerate border_edges closed verdict own_pairs "
                    "other_pairs classes");
        assert_string_equal(cli_member(part, "verdict")->valuestring, "clean");
        assert_true(cJSON_IsTrue(cli_member(part, "closed")));
        expect_numbers(part, PATHS("own_pairs", "other_pairs", "triangles"), VALUES(0, 52, 12));
    }
    const cJSON* pair = cJSON_GetArrayItem(cli_member(file_at(root, 1), "pairs"), 0);
    expect_keys(pair, "a b class kind shared_vertices degenerate");
    expect_numbers(pair, PATHS("a", "b", "shared_vertices"), VALUES(0, 1, 0));
    assert_string_equal(cli_member(pair, "class")->valuestring, "touching");
    assert_string_equal(cli_member(pair, "kind")->valuestring, "touch");
    assert_true(cJSON_IsFalse(cJSON_GetArrayItem(cli_member(pair, "degenerate"), 0)));
    assert_true(cJSON_IsTrue(cJSON_GetArrayItem(cli_member(pair, "degenerate"), 1)));
    cJSON_Delete(root);
    root = CLI_JSON(1, "self", "tube.obj", "--json");
    part = cJSON_GetArrayItem(cli_member(file_at(root, 0), "parts"), 0);
    assert_string_equal(cli_member(part, "verdict")->valuestring, "self-crossing");
    assert_true(cJSON_IsTrue(cli_member(part, "closed")));
    assert_true(cli_number(part, "own_pairs") >= 8 && cli_number(part, "other_pairs") == 0);
    cJSON_Delete(root);
}

// ------------------------------------------------------------------------------------------- text

static void expect_said(int status, const char* const* arguments, const char* const* parts)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) fail_msg("status %d, not %d: %s", r.status, status, r.err);
    for (; *parts; parts++)
        cli_expect_text(r.out, *parts);
    cli_free(&r);
}
#define SAYS(...) ((const char* const[]){__VA_ARGS__, NULL})

static size_t count_lines(const char* text, const char* with)
{
    size_t count = 0;
    for (const char* at = text; (at = strstr(at, with)); at++)
        count++;
    return count;
}

static void text_tells_classes_apart(void** state)
{
    (void)state;
    expect_said(0, SAYS("self", "cube.obj"),
                SAYS("cube.obj: 12 triangles, 1 component\nclean: no two triangles share more than "
                     "what joins them\nseconds: "));
    expect_said(
        1, SAYS("self", "two.obj"),
        SAYS("two.obj: 24 triangles, 2 components\nself-crossing: 52 pairs of triangles "
             "meet\n",
             "  overlap             12  they lie on each other, in one plane\n",
             "  t-joint             24  a corner of one is inside an edge of the other: not "
             "joined there\n",
             "  touching            16  they touch where they are not joined, and do not "
             "cross\n",
             "              0         12             0          0           52  clean\n",
             "and 42 more pairs (--all lists them)\n"));
    expect_said(1, SAYS("self", "fold.obj"),
                SAYS("folded: 1 pair of triangles meets\n  folded               1  neighbours that "
                     "lie on each other, folded about an edge\n",
                     "            0             1  folded     coplanar  2\n"));
    expect_said(1, SAYS("self", "twice.obj"),
                SAYS("  duplicate            1  the same triangle twice\n"));
    expect_said(
        1, SAYS("self", "cross.obj"),
        SAYS("  crossing             2  they pass through each other\n",
             "            0             1            0            1  crossing   cross     0\n"));
    expect_said(0, SAYS("self", "hole.obj"),
                SAYS("clean: ",
                     "  border edges         4  edges of an odd number of triangles, as at "
                     "holes and cracks\n"));
    expect_said(1, SAYS("self", "needle.obj"),
                SAYS("  degenerate           2  triangles that are only a segment or a point\n"));
}

static void lists_are_short_unless_asked_for(void** state)
{
    (void)state;
    cli_result r = CLI("self", "two.obj");
    assert_int_equal(count_lines(r.out, "overlap    ") + count_lines(r.out, "t-joint    ") +
                         count_lines(r.out, "touching   "),
                     10 + 3);
    cli_free(&r);
    r = CLI("self", "two.obj", "--all");
    assert_int_equal(count_lines(r.out, "overlap    ") + count_lines(r.out, "t-joint    ") +
                         count_lines(r.out, "touching   "),
                     52 + 3);
    assert_null(strstr(r.out, "more pairs"));
    cli_free(&r);
    // Components without pairs are told only where all are wanted.
    r = CLI("self", "apart.obj");
    assert_null(strstr(r.out, "first triangle"));
    cli_free(&r);
    expect_said(0, SAYS("self", "apart.obj", "--parts"),
                SAYS("              0         12             0          0            0  clean\n"
                     "             12         12             0          0            0  clean\n"));
    double rows[24][6];  // in pairs that overlap, and one that is alone
    for (int i = 0; i < 24; i++)
        for (int k = 0; k < 6; k++)
            rows[i][k] = (k == 0 || k == 3 ? 10 * (i / 2) + 0.25 * (i % 2) : 0) + (k > 2);
    write_boxes("many.obj", (const double(*)[6])rows, 23);
    r = CLI("self", "many.obj");
    cli_expect_text(r.out, "and 12 more components (--parts lists all)\n");
    cli_free(&r);
    r = CLI("self", "many.obj", "--parts");
    assert_int_equal(count_lines(r.out, "  clean\n"), 23);
    cli_free(&r);
    write_boxes("few.obj", (const double(*)[6])(rows + 20), 3);
    expect_said(1, SAYS("self", "few.obj"), SAYS("the other is clean\n"));
}

static void points(void** state)
{
    (void)state;
    expect_said(1, SAYS("self", "cross.obj", "--points"), SAYS("          at  1, 1, 0\n"));
    cli_result r = CLI("self", "cross.obj");
    assert_null(strstr(r.out, "          at  "));
    cli_free(&r);
}

// -------------------------------------------------------------------------------------------- CSV

static void expect_csv(const char* const* arguments, const char* expected)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, expected);
    cli_free(&r);
}

#define HEADING "file,a,b,class,kind,shared_vertices,degenerate_a,degenerate_b,face_a,face_b"

static void tables(void** state)
{
    (void)state;
    cli_write_file("=a,b.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nf 3 2 1\n");
    expect_csv(SAYS("self", "--csv", "cross.obj", "cube.obj", "needle.obj"),
               HEADING "\ncross.obj,0,1,crossing,cross,0,0,0,0,1\n"
                       "cross.obj,0,2,crossing,cross,0,0,0,0,1\n"
                       "needle.obj,0,1,touching,touch,0,0,1,0,1\n"
                       "needle.obj,0,2,touching,touch,0,0,1,0,2\n");
    expect_csv(SAYS("self", "--csv", "--points", "fold.obj"),
               HEADING ",count,x1,y1,z1,x2,y2,z2,x3,y3,z3,x4,y4,z4,x5,y5,z5,x6,y6,z6\n"
                       "fold.obj,0,1,folded,coplanar,2,0,0,0,1,3,0,0,0,4,0,0,1,1,0,,,,,,,,,\n");
    expect_csv(SAYS("self", "--csv", "--crlf", "=a,b.obj"),
               HEADING "\r\n\"=a,b.obj\",0,1,duplicate,coplanar,3,0,0,0,1\r\n");
    expect_csv(SAYS("self", "--csv", "--csv-safe", "=a,b.obj"),
               HEADING "\n\"'=a,b.obj\",0,1,duplicate,coplanar,3,0,0,0,1\n");
}

// ---------------------------------------------------------------------------------------- options

static double number_of(int status, const char* const* arguments, const char* path)
{
    cJSON* root = cli_json(arguments, status);
    const double number = cli_number(file_at(root, 0), path);
    cJSON_Delete(root);
    return number;
}

static void limits(void** state)
{
    (void)state;
    assert_true(number_of(1, SAYS("self", "--json", "two.obj", "--first"), "pair_count") == 1);
    assert_true(number_of(1, SAYS("self", "--json", "two.obj", "--limit", "5"), "pair_count") == 5);
    assert_true(number_of(1, SAYS("self", "--json", "two.obj", "--all"), "pair_count") == 52);
    expect_said(
        1, SAYS("self", "two.obj", "--first"),
        SAYS("at least 1 pair of triangles meets\nstopped at the limit of 1 pair: there may "
             "be more\n"));
    cJSON* root = CLI_JSON(3, "self", "--json", "cube.obj", "--budget", "1");
    const cJSON* file = file_at(root, 0);
    assert_string_equal(cli_member(file, "verdict")->valuestring, "undecided");
    assert_true(cJSON_IsFalse(cli_member(file, "complete")));
    assert_true(cli_number(file, "stats.volume_tests") + cli_number(file, "stats.triangle_tests") <=
                1);
    cJSON_Delete(root);
    expect_said(3, SAYS("self", "cube.obj", "--budget", "1"),
                SAYS("undecided: no pair found in ", ", then the budget was used up\n"));
    // A second is enough, a nanosecond is not: where it is looked at, some work was done.
    expect_said(0, SAYS("self", "cube.obj", "--deadline", "1s"), SAYS("clean: "));
    expect_said(3, SAYS("self", "cube.obj", "--budget", "1", "--deadline", "1s"),
                SAYS("then the budget or the deadline was used up\n"));
    mesh torus;
    assert_int_equal(torus_make(200, 100, 2, 0.75, &torus), 0);
    assert_int_equal(mesh_write_file(&torus, "torus.ply", MESH_PLY, NULL), MESH_OK);
    mesh_free(&torus);
    expect_said(3, SAYS("self", "torus.ply", "--deadline", "0.001us"),
                SAYS("then the deadline was used up\n"));
}

static void methods(void** state)
{
    (void)state;
    static const char* const ways[][2] = {{"wide", "1"}, {"wide", "2"}, {"brute", "1"}};
    cJSON* first = NULL;
    for (int i = 0; i < 3; i++) {
        cJSON* root = CLI_JSON(1, "self", "--json", "--points", "tube.obj", "two.obj", "--method",
                               ways[i][0], "--threads", ways[i][1]);
        for (int k = 0; k < 2; k++) {
            cJSON* file = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "files"), k);
            const double volumes = cli_number(file, "stats.volume_tests");
            if (i == 2) assert_true(volumes == 0);
            cJSON_DeleteItemFromObject(file, "stats");
            cJSON_DeleteItemFromObject(file, "seconds");
        }
        if (first) assert_true(cJSON_Compare(first, root, 1));
        if (first)
            cJSON_Delete(root);
        else
            first = root;
    }
    cJSON_Delete(first);
    EXPECT_FAILURE("wide and brute do", "self", "cube.obj", "--method",
                   EXPECT_PAPERS ? "obb" : "aabb");
    expect_said(1, SAYS("self", "two.obj", "--stats"), SAYS("tests: "));
    cli_result r = CLI("self", "two.obj");
    assert_null(strstr(r.out, "tests: "));
    cli_free(&r);
}

static void effort(void** state)
{
    (void)state;
    // Unless it is asked for, a model is built in a hurry, which its tree tells.
    mesh torus;
    assert_int_equal(torus_make(60, 30, 2, 0.75, &torus), 0);
    assert_int_equal(mesh_write_file(&torus, "small.ply", MESH_PLY, NULL), MESH_OK);
    mesh_free(&torus);
    const double tests = number_of(0, SAYS("self", "--json", "small.ply"), "stats.volume_tests");
    assert_true(number_of(0, SAYS("self", "--json", "small.ply", "--effort", "fast"),
                          "stats.volume_tests") == tests);
    assert_true(number_of(0, SAYS("self", "--json", "small.ply", "--effort", "best"),
                          "stats.volume_tests") != tests);
    assert_true(number_of(0, SAYS("self", "--json", "small.ply", "--effort", "default"),
                          "stats.volume_tests") != tests);
}

static void reading(void** state)
{
    (void)state;
    // Of a group only its own triangles, with the numbers of the whole file.
    cli_write_file("groups.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\no one\nf 1 2 3\nf 1 2 3\no two\n"
                                 "v 1 1 -1\nv 2 1 -1\nv 2 1 1\nf 4 5 6\nf 6 5 4\n");
    cJSON* root = CLI_JSON(1, "self", "--json", "groups.obj", "--group", "two");
    const cJSON* file = file_at(root, 0);
    assert_string_equal(cli_member(file, "group")->valuestring, "two");
    expect_numbers(file, PATHS("triangles", "pair_count"), VALUES(2, 1));
    expect_numbers(cJSON_GetArrayItem(cli_member(file, "pairs"), 0), PATHS("a", "b"), VALUES(2, 3));
    expect_numbers(cJSON_GetArrayItem(cli_member(file, "parts"), 0), PATHS("first_triangle"),
                   VALUES(2));
    cJSON_Delete(root);
    assert_true(number_of(1, SAYS("self", "--json", "groups.obj"), "pair_count") == 6);
    cli_write_file("broken.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nf 1 2 9\n");
    EXPECT_FAILURE("vertex index 9", "self", "broken.obj");
    expect_said(0, SAYS("self", "broken.obj", "--drop-bad"), SAYS("1 triangle, "));
    cli_result r =
        cli_run(&(cli_call){.arguments = SAYS("self", "-", "--format", "obj"), .input = "two.obj"});
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "standard input: 24 triangles");
    cli_free(&r);
    EXPECT_FAILURE("--max-memory", "self", "two.obj", "--max-memory", "1");
}

static void saved_models(void** state)
{
    (void)state;
    cli_result r = CLI("build", "two.obj", "-o", "two.abut", "--quiet");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    assert_true(number_of(1, SAYS("self", "--json", "two.abut"), "pair_count") == 52);
    EXPECT_FAILURE("a saved model has its tree", "self", "two.abut", "--method", "wide");
    EXPECT_FAILURE("a saved model has its tree", "self", "two.abut", "--leaf-size", "2");
    r = CLI("build", "two.obj", "-o", "boxes.abut", "--quiet", "--method", SOME_TREE_NAME);
    assert_int_equal(r.status, 0);
    cli_free(&r);
    EXPECT_FAILURE("it was saved with the method " SOME_TREE_NAME, "self", "boxes.abut");
}

static void several_files(void** state)
{
    (void)state;
    // The gravest counts: an error, then what meets, then what is undecided.
    cJSON* root = CLI_JSON(2, "self", "--json", "two.obj", "missing.obj", "empty.off", "cube.obj");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "files")), 4);
    expect_keys(root, "abut format files");
    expect_keys(file_at(root, 1), "file error code line byte");
    assert_string_equal(cli_member(file_at(root, 2), "verdict")->valuestring, "undecided");
    assert_true(cJSON_IsTrue(cli_member(file_at(root, 2), "empty")));
    assert_true(cJSON_IsFalse(cli_member(file_at(root, 2), "complete")));
    assert_string_equal(cli_member(file_at(root, 3), "verdict")->valuestring, "clean");
    cJSON_Delete(root);
    expect_said(1, SAYS("self", "empty.off", "two.obj", "cube.obj"),
                SAYS("undecided: nothing to check\n", "self-crossing: ", "clean: "));
    expect_said(3, SAYS("self", "empty.off", "cube.obj"), SAYS("cube.obj"));
    expect_said(0, SAYS("self", "empty.off", "cube.obj", "--allow-empty"), SAYS("clean: "));
    expect_said(0, SAYS("self", "cube.obj", "cube.stl"), SAYS("cube.obj", "\n\ncube.stl"));
}

static void output_and_quiet(void** state)
{
    (void)state;
    cli_result r = CLI("self", "two.obj", "--quiet");
    assert_true(r.status == 1 && !*r.out && !*r.err);
    cli_free(&r);
    r = CLI("self", "two.obj", "--quiet", "--json", "-o", "out.json");
    assert_true(r.status == 1 && !*r.out && !*r.err);
    cli_free(&r);
    char* text = cli_read_file("out.json");
    assert_non_null(text);
    cli_expect_text(text, "\"pair_count\": 52");
    free(text);
    EXPECT_FAILURE("missing.obj", "self", "missing.obj", "--quiet");
}

static void wrong_options(void** state)
{
    (void)state;
    EXPECT_FAILURE("self needs a file", "self");
    EXPECT_FAILURE("--json", "self", "cube.obj", "--json", "--csv");
    EXPECT_FAILURE("--stats", "self", "cube.obj", "--csv", "--stats");
    EXPECT_FAILURE("--parts", "self", "cube.obj", "--csv", "--parts");
    EXPECT_FAILURE("--all", "self", "cube.obj", "--first", "--all");
    EXPECT_FAILURE("--limit", "self", "cube.obj", "--first", "--limit", "2");
    EXPECT_FAILURE("--limit", "self", "cube.obj", "--all", "--limit", "2");
    EXPECT_FAILURE("--csv-safe", "self", "cube.obj", "--csv-safe");
    EXPECT_FAILURE("--crlf", "self", "cube.obj", "--crlf");
    EXPECT_FAILURE("--quiet", "self", "cube.obj", "--quiet", "--parts");
    EXPECT_FAILURE("--quiet", "self", "cube.obj", "--quiet", "--points");
    EXPECT_FAILURE("--limit", "self", "cube.obj", "--limit", "0");
    EXPECT_FAILURE("--deadline", "self", "cube.obj", "--deadline", "5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_models),
        cmocka_unit_test(pairs_and_parts),
        cmocka_unit_test(text_tells_classes_apart),
        cmocka_unit_test(lists_are_short_unless_asked_for),
        cmocka_unit_test(points),
        cmocka_unit_test(tables),
        cmocka_unit_test(limits),
        cmocka_unit_test(methods),
        cmocka_unit_test(effort),
        cmocka_unit_test(reading),
        cmocka_unit_test(saved_models),
        cmocka_unit_test(several_files),
        cmocka_unit_test(output_and_quiet),
        cmocka_unit_test(wrong_options),
    };
    return cmocka_run_group_tests(tests, enter, cli_leave);
}
