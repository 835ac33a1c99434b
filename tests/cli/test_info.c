// test_info.c - "abut info". With ABUT_DATA, files of the data pack against its list.
#include "support/data_pack.h"
#include "support/info_check.h"
#include "support/method_here.h"

#include "abut/abut.h"

#include <stdlib.h>
#include <unistd.h>

#define TREE_LINE "tree           " SOME_TREE_NAME ", "

// -------------------------------------------------------------------------------------------- JSON

static void test_json_keys(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(0, "info", "--json", "cube.stl");
    expect_keys(root, "abut format files");
    assert_string_equal(cli_member(root, "abut")->valuestring, ABUT_VERSION_STRING);
    assert_true(cli_number(root, "format") == 1);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "files")), 1);
    expect_keys(
        file_at(root, 0),
        "file format variant triangles empty faces vertices distinct_vertices unused_vertices "
        "extents group_count degenerate duplicates non_finite edges components needle "
        "warning_count warnings seconds");
    expect_keys(cli_member(file_at(root, 0), "seconds"), "read statistics");
    cJSON_Delete(root);
    root = CLI_JSON(0, "info", "--json", "--groups", "--method", "auto", "cube.stl");
    expect_keys(
        file_at(root, 0),
        "file format variant triangles empty faces vertices distinct_vertices unused_vertices "
        "extents group_count groups degenerate duplicates non_finite edges components "
        "needle tree warning_count warnings seconds");
    expect_keys(cli_member(file_at(root, 0), "tree"),
                "method nodes leaves depth guarded_leaves leaves_at_depth triangles_at_depth "
                "bytes_per_triangle "
                "area_cost");
    expect_keys(cli_member(file_at(root, 0), "seconds"), "read statistics build");
    cJSON_Delete(root);
}

static void expect_self(const cJSON* file, const char* verdict, double pairs)
{
    expect_keys(cli_member(file, "self"), "verdict pair_count classes");
    expect_keys(cli_member(file, "self.classes"),
                "duplicate folded crossing overlap t-joint touching");
    assert_string_equal(cli_member(file, "self.verdict")->valuestring, verdict);
    assert_true(cli_number(file, "self.pair_count") == pairs);
}

// Whether a model meets itself, where that is asked for; whatever tree --method shows, and of saved ones.
static void test_self(void** state)
{
    (void)state;
    cli_write_file("cross.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nf 3 2 1\n"
                                "v 1 1 -1\nv 2 1 -1\nv 2 1 1\nv 1 1 1\nf 4 5 6 7\n");
    cli_result r = CLI("build", "cross.obj", "-o", "cross.abut", "--quiet");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    cJSON* root = CLI_JSON(0, "info", "--json", "--self", "empty.off", "--allow-empty");
    expect_self(file_at(root, 0), "clean", 0);
    cJSON_Delete(root);
    root =
        CLI_JSON(3, "info", "--json", "--self", "cube.stl", "cross.obj", "cross.abut", "empty.off");
    expect_self(file_at(root, 0), "clean", 0);
    expect_self(file_at(root, 1), "self-crossing", 5);
    expect_self(file_at(root, 2), "self-crossing", 5);
    expect_self(file_at(root, 3), "undecided", 0);
    expect_numbers(file_at(root, 1), PATHS("self.classes.duplicate", "self.classes.crossing"),
                   VALUES(1, 4));
    expect_keys(cli_member(file_at(root, 1), "seconds"), "read statistics self");
    expect_keys(cli_member(file_at(root, 2), "seconds"), "open self");
    cJSON_Delete(root);
    root = CLI_JSON(0, "info", "--json", "--self", "--method", SOME_TREE_NAME, "cross.obj");
    expect_self(file_at(root, 0), "self-crossing", 5);
    cJSON_Delete(root);
    r = CLI("info", "--self", "cube.obj", "cross.obj");
    cli_expect_text(r.out, "  self           clean\n");
    cli_expect_text(r.out,
                    "  self           self-crossing: 5 pairs meet (duplicate 1, crossing 4)\n");
    cli_free(&r);
    r = CLI("info", "cross.obj");
    assert_null(strstr(r.out, "  self "));
    cli_free(&r);
    r = CLI("build", "cross.obj", "-o", "other.abut", "--quiet", "--method", SOME_TREE_NAME);
    assert_int_equal(r.status, 0);
    cli_free(&r);
    EXPECT_FAILURE("it was saved with the method " SOME_TREE_NAME, "info", "--self", "other.abut");
    EXPECT_FAILURE("--self", "info", "--quiet", "--self", "cube.obj");
}

static void test_a_cube_in_every_format(void** state)
{
    (void)state;
    static const struct {
        const char *name, *format;
        int vertices, faces;
    } rows[] = {
        {"cube.stl", "stl", 36, 12}, {"cube.obj", "obj", 8, 12}, {"cube.ply", "ply", 8, 12},
        {"cube.off", "off", 8, 12},  {"quads.obj", "obj", 8, 6},
    };
    cJSON* root = CLI_JSON(0, "info", "--json", rows[0].name, rows[1].name, rows[2].name,
                           rows[3].name, rows[4].name);
    for (int i = 0; i < 5; i++) {
        const cJSON* file = file_at(root, i);
        assert_string_equal(cli_member(file, "file")->valuestring, rows[i].name);
        assert_string_equal(cli_member(file, "format")->valuestring, rows[i].format);
        expect_numbers(file, PATHS("vertices", "faces"), VALUES(rows[i].vertices, rows[i].faces));
        expect_numbers(file,
                       PATHS("triangles", "distinct_vertices", "unused_vertices",
                             "degenerate.segments", "degenerate.points", "duplicates", "non_finite",
                             "edges.count", "edges.boundary", "edges.non_manifold",
                             "edges.unoriented", "components", "needle.triangle", "needle.ratio",
                             "warning_count"),
                       VALUES(12, 8, 0, 0, 0, 0, 0, 18, 0, 0, 0, 1, 0, 2, 0));
        assert_true(cJSON_IsTrue(cli_member(file, "edges.closed")));
        assert_true(cJSON_IsTrue(cli_member(file, "edges.oriented")));
        for (int k = 0; k < 3; k++) {
            assert_true(cJSON_GetArrayItem(cli_member(file, "extents.min"), k)->valuedouble == 0);
            assert_true(cJSON_GetArrayItem(cli_member(file, "extents.max"), k)->valuedouble == 1);
            assert_true(cJSON_GetArrayItem(cli_member(file, "extents.size"), k)->valuedouble == 1);
        }
    }
    cJSON_Delete(root);
}

static void test_odd_things(void** state)
{
    (void)state;
    cli_write_file("odd.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 2 0 0\nv 9 9 9\n"
                              "f 1 2 3\nf 3 2 1\nf 1 2 4\nf 1 1 1\nf 2 1 3\nf 2 3 4\n");
    cJSON* root = CLI_JSON(3, "info", "--json", "odd.obj", "empty.off");
    expect_numbers(file_at(root, 0),
                   PATHS("triangles", "vertices", "unused_vertices", "degenerate.segments",
                         "degenerate.points", "duplicates", "edges.count", "edges.boundary",
                         "edges.non_manifold", "edges.unoriented", "components"),
                   VALUES(6, 5, 1, 1, 1, 2, 5, 2, 3, 2, 1));
    assert_true(cJSON_IsFalse(cli_member(file_at(root, 0), "edges.closed")));
    assert_true(cJSON_IsFalse(cli_member(file_at(root, 0), "edges.oriented")));
    expect_numbers(file_at(root, 1), PATHS("triangles", "edges.count", "components"),
                   VALUES(0, 0, 0));
    assert_true(cJSON_IsNull(cli_member(file_at(root, 1), "extents")));
    assert_true(cJSON_IsNull(cli_member(file_at(root, 1), "needle")));
    assert_true(cJSON_IsFalse(cli_member(file_at(root, 1), "edges.closed")));
    cJSON_Delete(root);
}

static double sum_of(const cJSON* array)
{
    double sum = 0;
    assert_true(cJSON_IsArray(array));
    for (const cJSON* at = array->child; at; at = at->next)
        sum += at->valuedouble;
    return sum;
}

static void test_trees(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(3, "info", "--json", "cube.obj", "empty.off", "--method", SOME_TREE_NAME,
                           "--leaf-size", "1", "--split", "median", EXPECT_PAPERS ? "--real" : NULL,
                           "double");
    const cJSON* tree = cli_member(file_at(root, 0), "tree");
    assert_string_equal(cli_member(tree, "method")->valuestring, SOME_TREE_NAME);
    expect_numbers(tree,
                   PATHS("nodes", "leaves", "depth", "bytes_per_triangle.vertices",
                         "bytes_per_triangle.triangles", "bytes_per_triangle.order"),
                   VALUES(23, 12, 4, 16, 12, 4));
    assert_true(cli_number(tree, "bytes_per_triangle.nodes") ==
                23 * (EXPECT_PAPERS ? 128 : 32) / 12.0);
    const cJSON* leaves = cli_member(tree, "leaves_at_depth");
    assert_int_equal(cJSON_GetArraySize(leaves), 5);
    assert_true(cJSON_GetArrayItem(leaves, 3)->valuedouble == 4);
    assert_true(cJSON_GetArrayItem(leaves, 4)->valuedouble == 8);
    assert_true(sum_of(cli_member(tree, "triangles_at_depth")) == 12);
    assert_true(cli_number(tree, "area_cost.inner") > 3);
    assert_true(cli_number(tree, "area_cost.leaves") > 1);
    tree = cli_member(file_at(root, 1), "tree");
    expect_numbers(tree, PATHS("nodes", "leaves", "depth", "area_cost.inner"), VALUES(0, 0, 0, 0));
    assert_true(cJSON_IsNull(cli_member(tree, "bytes_per_triangle.all")));
    assert_int_equal(cJSON_GetArraySize(cli_member(tree, "leaves_at_depth")), 0);
    cJSON_Delete(root);
    root = CLI_JSON(0, "info", "--json", "cube.obj", "--method", "brute");
    tree = cli_member(file_at(root, 0), "tree");
    assert_string_equal(cli_member(tree, "method")->valuestring, "brute");
    expect_numbers(tree, PATHS("nodes", "bytes_per_triangle.nodes"), VALUES(0, 0));
    cJSON_Delete(root);
    // The options reach the tree.
    root =
        CLI_JSON(0, "info", "--json", "cube.obj", "--method", SOME_TREE_NAME, "--leaf-size", "64");
    expect_numbers(file_at(root, 0), PATHS("tree.nodes", "tree.depth", "tree.area_cost.leaves"),
                   VALUES(1, 0, 12));
    cJSON_Delete(root);
}

// Saved models tell how they were built, and of what; the tree is as --method describes it.
static void test_saved_models(void** state)
{
    (void)state;
    cli_result built =
        CLI("build", "cube.obj", "-o", "cube.abut", "--method", SOME_TREE_NAME, "--leaf-size", "1",
            "--split", "median", "--epsilon", "0.25", EXPECT_PAPERS ? "--real" : NULL, "double");
    assert_int_equal(built.status, 0);
    cJSON* root = CLI_JSON(0, "info", "--json", "cube.abut");
    const cJSON* file = file_at(root, 0);
    expect_keys(file,
                "file format triangles empty distinct_vertices degenerate_triangles source options "
                "tree seconds");
    expect_keys(cli_member(file, "options"),
                EXPECT_PAPERS ? "leaf-size depth-max degree split axis fit real orientation epsilon"
                              : "leaf-size depth-max degree split axis epsilon");
    expect_keys(cli_member(file, "seconds"), "open");
    assert_string_equal(cli_member(file, "format")->valuestring, "abut");
    assert_string_equal(cli_member(file, "options.split")->valuestring, "median");
    if (method_is_here(ABUT_METHOD_OBB)) {
        assert_string_equal(cli_member(file, "options.real")->valuestring, "double");
        assert_string_equal(cli_member(file, "options.fit")->valuestring, "aabb,pca,parent,dito14");
    }
    expect_numbers(file,
                   PATHS("triangles", "distinct_vertices", "degenerate_triangles",
                         "options.leaf-size", "options.epsilon", "tree.nodes", "tree.leaves",
                         "tree.depth", "tree.bytes_per_triangle.triangles"),
                   VALUES(12, 8, 0, 1, 0.25, 23, 12, 4, 12));
    const char* source = cli_member(file, "source")->valuestring;
    assert_int_equal(strlen(source), 32);
    cli_expect_text(built.out, source);
    cli_free(&built);
    cli_result text = CLI("info", "cube.abut");
    cli_expect_text(text.out, "cube.abut: saved model\n  triangles      12\n");
    cli_expect_text(text.out, source);
    cli_expect_text(text.out, "--leaf-size 1 --depth-max 80 --degree 2 --split median");
    cli_expect_text(text.out, "--epsilon 0.25");
    cli_expect_text(text.out, TREE_LINE "23 nodes, 12 leaves, depth 4, opened in ");
    cli_free(&text);
    cJSON_Delete(root);
}

static void test_options_of_saved_models(void** state)
{
    (void)state;
    static const struct {
        const char *method, *keys;
    } rows[] = {
        {"brute", ""},
        {"aabb", "leaf-size depth-max degree split axis"},
        {"sphere", "leaf-size depth-max degree split axis"},
        {"dop14", "leaf-size depth-max degree split"},
        {"quickcd6", "leaf-size depth-max degree split axis tumble"},
        {"hybrid", "leaf-size depth-max split lambda child-ratio volumes sphere-ratio"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        abut_method method;
        assert_int_equal(abut_method_from_name(rows[i].method, &method), ABUT_OK);
        if (!method_is_here((int)method)) continue;
        cli_result built = CLI("build", "cube.obj", "-o", "it.abut", "--method", rows[i].method);
        assert_int_equal(built.status, 0);
        cli_free(&built);
        cJSON* root = CLI_JSON(0, "info", "--json", "it.abut");
        assert_string_equal(cli_member(file_at(root, 0), "tree.method")->valuestring,
                            rows[i].method);
        expect_keys(cli_member(file_at(root, 0), "options"), rows[i].keys);
        cJSON_Delete(root);
    }
}

static void test_flag_of_saved_model(void** state)
{
    (void)state;
    if (!method_is_here(ABUT_METHOD_DOP14)) return;
    cli_result flag = CLI("build", "cube.obj", "-o", "it.abut", "--method", "dop14", "--split-all",
                          "--split", "mean");
    assert_int_equal(flag.status, 0);
    cli_free(&flag);
    cJSON* root = CLI_JSON(0, "info", "--json", "it.abut");
    assert_true(cJSON_IsTrue(cli_member(file_at(root, 0), "options.split-all")));
    cJSON_Delete(root);
}

// What trials found is told as if it had been asked for.
static void test_trial_of_saved_model(void** state)
{
    (void)state;
    if (!method_is_here(ABUT_METHOD_QUICKCD6)) return;
    cli_result found =
        CLI("build", "cube.obj", "-o", "it.abut", "--method", "quickcd6", "--turned", "--trial");
    assert_int_equal(found.status, 0);
    cli_free(&found);
    cJSON* root = CLI_JSON(0, "info", "--json", "it.abut");
    expect_keys(cli_member(file_at(root, 0), "options"),
                "leaf-size depth-max degree split axis turned tumble");
    assert_true(cJSON_IsTrue(cli_member(file_at(root, 0), "options.turned")));
    assert_true(cli_number(file_at(root, 0), "options.leaf-size") >= 1);
    cJSON_Delete(root);
    EXPECT_FAILURE("do not go together", "build", "cube.obj", "-o", "it.abut", "--method",
                   "quickcd6", "--trial", "--leaf-size", "8");
    EXPECT_FAILURE("no such option or value: --turned", "build", "cube.obj", "-o", "it.abut",
                   "--method", "aabb", "--turned");
}

// What a saved model has not is refused, and so are damaged ones; other files are shown.
static void test_refused_of_saved_model(void** state)
{
    (void)state;
    cli_result built = CLI("build", "cube.obj", "-o", "it.abut", "--method", SOME_TREE_NAME);
    assert_int_equal(built.status, 0);
    cli_free(&built);
    static const char* const options[][3] = {
        {"--groups", NULL}, {"--drop-bad", NULL}, {"--method", SOME_TREE_NAME, NULL}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        cli_result r = CLI("info", "cube.obj", "it.abut", options[i][0], options[i][1]);
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, "it.abut: a saved model has its tree");
        cli_expect_text(r.err, options[i][0]);
        cli_expect_text(r.out, "cube.obj: obj");
        cli_free(&r);
    }
    FILE* damaged = fopen("it.abut", "r+b");
    assert_non_null(damaged);
    assert_int_equal(fseek(damaged, 600, SEEK_SET), 0);
    fputs("damage", damaged);
    assert_int_equal(fclose(damaged), 0);
    EXPECT_FAILURE(abut_status_text(ABUT_BAD_IMAGE), "info", "it.abut", "--quiet");
}

// A heap of large triangles, of which every plane crosses most.
static void write_heap(const char* path)
{
    char text[8192];
    size_t used = 0;
    uint32_t state = 1;
    for (int i = 0; i < 180; i++) {
        int place[3];
        for (int k = 0; k < 3; k++) {
            state = state * 1664525 + 1013904223;
            place[k] = (int)(state >> 22);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "v %d %d %d\n", place[0],
                                 place[1], place[2]);
    }
    for (int i = 1; i < 180; i += 3)
        used += (size_t)snprintf(text + used, sizeof text - used, "f %d %d %d\n", i, i + 1, i + 2);
    cli_write_file(path, text);
}

static void test_guard(void** state)
{
    (void)state;
    if (!EXPECT_PAPERS) return;
    write_heap("heap.obj");
    cJSON* root = CLI_JSON(0, "info", "heap.obj", "--json", "--method", "hybrid", "--leaf-size",
                           "1", "--child-ratio", "1");
    const double guarded = cli_number(file_at(root, 0), "tree.guarded_leaves");
    assert_true(guarded > 0);
    cJSON_Delete(root);
    cli_result r =
        CLI("info", "heap.obj", "--method", "hybrid", "--leaf-size", "1", "--child-ratio", "1");
    char line[80];
    snprintf(line, sizeof line, "\n  guard          kept %.0f leaves whole", guarded);
    cli_expect_text(r.out, line);
    cli_free(&r);
    r = CLI("info", "cube.obj", "--method", "hybrid");
    assert_null(strstr(r.out, "guard"));
    cli_free(&r);
}

// -------------------------------------------------------------------------------- text, files, faults

static void test_text(void** state)
{
    (void)state;
    cli_result r = CLI("info", "quads.obj", "empty.off", "--method", SOME_TREE_NAME);
    assert_int_equal(r.status, 3);
    static const char* const parts[] = {
        "quads.obj: obj",
        "\n  triangles      12, of 6 faces\n",
        "8 in the file, 8 distinct\n",
        "x 0 to 1, y 0 to 1, z 0 to 1\n",
        "1 x 1 x 1\n",
        "groups         none\n",
        "degenerate     none\n",
        "duplicates     none\n",
        "edges          18, boundary 0, non-manifold 0\n",
        "closed, consistently oriented\n",
        "components     1\n",
        "triangle 0, its longest edge 2 times the height on it\n",
        "warnings       none\n",
        "bytes/triangle ",
        "vertices 16.0, triangles 12.0, nodes ",
        "area cost      inner nodes ",
        "empty.off: off",
        "triangles      0, of 0 faces\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cli_expect_text(r.out, parts[i]);
    cli_expect_text(r.out, TREE_LINE);
    assert_string_equal(
        r.err, "abut: warning: empty.off: no triangles, so there is nothing to check [F011]\n");
    cli_free(&r);
    cli_write_file("seg.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nf 1 1 2\nf 3 3 3\nf 1 2 3\n");
    r = CLI("info", "seg.obj");
    cli_expect_text(r.out, "degenerate     1 segment, 1 point\n");
    cli_expect_text(r.out, "duplicates     1\n");
    cli_expect_text(r.out, "closed, not consistently oriented at 3 edges\n");
    cli_free(&r);
}

static void test_files_that_cannot_be_read(void** state)
{
    (void)state;
    cli_write_file("broken.obj", "v 0 0 0\nf 1 2 3\n");
    cJSON* root = CLI_JSON(2, "info", "--json", "broken.obj", "cube.obj", "missing.stl");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "files")), 3);
    expect_keys(file_at(root, 0), "file error code line byte");
    expect_numbers(file_at(root, 0), PATHS("line"), VALUES(2));
    expect_numbers(file_at(root, 1), PATHS("triangles"), VALUES(12));
    expect_keys(file_at(root, 2), "file error code line byte");
    assert_true(cJSON_IsNull(cli_member(file_at(root, 2), "line")));
    cJSON_Delete(root);
    cli_result r = CLI("info", "missing.stl", "cube.obj", "broken.obj");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.out, "cube.obj: obj");
    cli_expect_text(r.err, "abut: missing.stl: ");
    cli_expect_text(r.err, "abut: broken.obj: line 2: ");
    assert_null(strstr(r.out, "broken"));
    cli_free(&r);
}

static void test_output_and_quiet(void** state)
{
    (void)state;
    cli_result r = CLI("info", "cube.obj", "-o", "info.txt");
    assert_int_equal(r.status, 0);
    assert_true(*r.out == '\0' && *r.err == '\0');
    cli_free(&r);
    char* text = cli_read_file("info.txt");
    assert_non_null(text);
    cli_expect_text(text, "components     1\n");
    free(text);
    r = CLI("info", "cube.obj", "missing.stl", "--quiet", "--json", "--output", "info.txt");
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_free(&r);
    text = cli_read_file("info.txt");
    cJSON* root = cJSON_ParseWithOpts(text, NULL, 1);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "files")), 2);
    cJSON_Delete(root);
    free(text);
    r = CLI("info", "cube.obj", "--quiet");
    assert_true(r.status == 0 && *r.out == '\0' && *r.err == '\0');
    cli_free(&r);
    EXPECT_FAILURE("is an input too", "info", "cube.obj", "quads.obj", "-o", "quads.obj");
    EXPECT_FAILURE("missing.stl: ", "info", "cube.obj", "missing.stl", "--quiet");
    r = cli_run(&(cli_call){.arguments = PATHS("info", "cube.obj"), .output = "/dev/full"});
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "cannot write");
    cli_free(&r);
}

static void test_standard_input(void** state)
{
    (void)state;
    cli_result r = cli_run(&(cli_call){
        .arguments = PATHS("info", "-", "cube.stl", "--format", "off"), .input = "cube.off"});
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "standard input: off");
    cli_expect_text(r.out, "cube.stl: stl");
    cli_free(&r);
    EXPECT_FAILURE("standard input needs --format", "info", "-");
    EXPECT_FAILURE("only once", "info", "-", "-", "--format", "off");
    r = CLI("info", "--", "cube.off");
    assert_int_equal(r.status, 0);
    cli_free(&r);
}

static void test_wrong_options(void** state)
{
    (void)state;
    EXPECT_FAILURE("info needs a file", "info");
    EXPECT_FAILURE("info needs a file", "info", "--json");
    EXPECT_FAILURE("unknown option --csv", "info", "cube.obj", "--csv");
    EXPECT_FAILURE("--json given twice", "info", "cube.obj", "--json", "--json");
    EXPECT_FAILURE("--groups given twice", "info", "cube.obj", "--groups", "--groups");
    EXPECT_FAILURE("--drop-bad given twice", "info", "cube.obj", "--drop-bad", "--drop-bad");
    EXPECT_FAILURE("--format given twice", "info", "cube.obj", "--format", "obj", "--format",
                   "obj");
    EXPECT_FAILURE("-o given twice", "info", "cube.obj", "-o", "x", "-o", "y");
    EXPECT_FAILURE("--quiet given twice", "info", "cube.obj", "--quiet", "--quiet");
    EXPECT_FAILURE("--method given twice", "info", "cube.obj", "--method", SOME_TREE_NAME,
                   "--method", SOME_TREE_NAME);
    EXPECT_FAILURE("there are: " FIRST_NAMES, "info", "cube.obj", "--method", "kdop");
    EXPECT_FAILURE("there are: stl stl-ascii obj ply off", "info", "cube.obj", "--format", "ifc");
    EXPECT_FAILURE("--leaf-size has no effect without --method", "info", "cube.obj", "--leaf-size",
                   "2");
    EXPECT_FAILURE("--split has no effect without --method", "info", "cube.obj", "--split", "mean");
    EXPECT_FAILURE("--fit has no effect without --method", "info", "cube.obj", "--fit", "pca");
    EXPECT_FAILURE("--real has no effect without --method", "info", "cube.obj", "--real", "float");
    EXPECT_FAILURE("brute has no such option or value: --fit", "info", "cube.obj", "--fit", "pca",
                   "--method", "brute");
    EXPECT_FAILURE("--quiet and --json exclude", "info", "cube.obj", "--quiet", "--json");
    EXPECT_FAILURE("--quiet and --groups exclude", "info", "cube.obj", "--quiet", "--groups");
    EXPECT_FAILURE("--quiet and -o - exclude", "info", "cube.obj", "--quiet", "-o", "-");
    cli_result help = CLI("info", "cube.obj", "--help-all");
    assert_int_equal(help.status, 0);
    static const char* const options[] = {
        "--groups", "--method", "--leaf-size", "--split", "--fit",    "--real",
        "--json",   "-o, ",     "--drop-bad",  "--quiet", "--format", "Exit status: 0",
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        cli_expect_text(help.out, options[i]);
    cli_free(&help);
}

// ------------------------------------------------------------------------------------------ the pack

typedef struct pack_file {
    char path[PATH_SIZE];
    double triangles;
} pack_file;

// Take one line of the list: path, source, licence, class, bytes, triangles, extents, note.
static bool read_row(char* line, pack_file* out)
{
    char* fields[8] = {line};
    int count = 1;
    for (char* at = line; *at && count < 8; at++) {
        if (*at != '\t') continue;
        *at = '\0';
        fields[count++] = at + 1;
    }
    const char* suffix = strrchr(fields[0], '.');
    static const char* const suffixes[] = {".stl", ".STL", ".obj", ".ply", ".off"};
    bool is_mesh = false;
    for (size_t i = 0; suffix && i < sizeof suffixes / sizeof *suffixes; i++)
        is_mesh |= strcmp(suffix, suffixes[i]) == 0;
    if (!is_mesh || count < 7 || fields[5][0] < '1' || fields[5][0] > '9') return false;
    char* end;
    out->triangles = strtod(fields[5], &end);
    data_path(out->path, fields[0]);
    return *end == '\0';
}

// One file of each folder that holds a mesh: as many triangles as the list of the pack says.
static void test_one_file_of_each_folder(void** state)
{
    (void)state;
    if (!data_pack("one file of each folder by abut info")) skip();
    char* list = data_text("MANIFEST.tsv");
    const size_t root_length = strlen(getenv("ABUT_DATA"));
    char last[64] = "";
    int folders = 0;
    for (char* line = strtok(list, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        pack_file file;
        if (!read_row(line, &file)) continue;
        const char* folder = file.path + root_length + 1;
        const int length = (int)strcspn(folder, "/");
        if (strncmp(folder, last, (size_t)length) == 0 && last[length] == '\0') continue;
        snprintf(last, sizeof last, "%.*s", length, folder);
        cJSON* root = CLI_JSON(0, "info", "--json", file.path);
        if (cli_number(file_at(root, 0), "triangles") != file.triangles)
            print_error("%s: %.0f triangles expected\n", folder, file.triangles);
        assert_true(cli_number(file_at(root, 0), "triangles") == file.triangles);
        print_message("%s: %.0f triangles\n", folder, file.triangles);
        cJSON_Delete(root);
        folders++;
    }
    assert_true(folders >=
                7);  // bad bim cad motion nc robots scans terrain, as far as they have any
    free(list);
}

// Edges by other programs, and counted from exact fractions outside of this project.
static void test_known_statistics(void** state)
{
    (void)state;
    if (!data_pack("known statistics of an assembly and of a building")) skip();
    char path[PATH_SIZE], other[PATH_SIZE];
    data_path(path, "bim/duplex_architecture.obj");
    data_path(other, "bad/assimp/OBJ/box_longline.obj");
    cJSON* root = CLI_JSON(0, "info", "--json", path, other);
    static const char* const paths[] = {
        "triangles",          "degenerate.segments", "duplicates", "edges.count", "edges.boundary",
        "edges.non_manifold", "edges.unoriented",    "components", NULL};
    expect_numbers(file_at(root, 0), paths, VALUES(26774, 90, 75, 40077, 2745, 1277, 4664, 461));
    expect_numbers(file_at(root, 1), paths, VALUES(944, 466, 930, 18, 0, 5, 4, 1));
    cJSON_Delete(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_keys),
        cmocka_unit_test(test_self),
        cmocka_unit_test(test_a_cube_in_every_format),
        cmocka_unit_test(test_odd_things),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_saved_models),
        cmocka_unit_test(test_options_of_saved_models),
        cmocka_unit_test(test_flag_of_saved_model),
        cmocka_unit_test(test_trial_of_saved_model),
        cmocka_unit_test(test_refused_of_saved_model),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_files_that_cannot_be_read),
        cmocka_unit_test(test_output_and_quiet),
        cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_one_file_of_each_folder),
        cmocka_unit_test(test_known_statistics),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
