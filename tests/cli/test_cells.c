// test_cells.c - a clash in pieces, by its steps: whatever the number of cells, and with blocks of files, each pair is asked about
// once and what is found is the same, counts of tests included; memory ends anywhere; and "--memory" of the program.
#include "clash/cells.h"
#include "models/threads.h"
#include "support/cli_run.h"
#include "support/mesh_alloc.h"
#include "support/method_here.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>  // needs the three above
// clang-format on

// The linker makes every call of main this one: the program has its own.
int __wrap_main(void);

// --------------------------------------------------------------------------------------------- scenes

static uint32_t state_of_random = 1;

static double random_number(double from, double to)
{
    state_of_random = state_of_random * 1664525u + 1013904223u;
    return from + (to - from) * (double)(state_of_random >> 8) / 0x1p24;
}

static void write_box(FILE* out, const char* name, const double low[3], const double high[3],
                      size_t first)
{
    static const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    fprintf(out, "o %s\n", name);
    for (int i = 0; i < 8; i++)
        fprintf(out, "v %.17g %.17g %.17g\n", i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                i & 4 ? high[2] : low[2]);
    for (int i = 0; i < 6; i++)
        fprintf(out, "f %zu %zu %zu %zu\n", first + (size_t)quads[i][0],
                first + (size_t)quads[i][1], first + (size_t)quads[i][2],
                first + (size_t)quads[i][3]);
}

// Boxes of very different sizes; some long ones are met by many, some lie within others.
static void write_boxes(const char* path, size_t count, const char* prefix, double shift)
{
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < count; i++) {
        char name[40];
        double low[3], high[3];
        for (int k = 0; k < 3; k++) {
            const double size = i % 17 == 0 && k == (int)(i % 3) ? 30 : random_number(0.1, 3);
            low[k] = random_number(0, 20) + (k == 0 ? shift : 0);
            high[k] = low[k] + size;
        }
        snprintf(name, sizeof name, "%s%zu", prefix, i);
        write_box(out, name, low, high, 8 * i + 1);
    }
    assert_int_equal(fclose(out), 0);
}

// ---------------------------------------------------------------------------------------------- steps

typedef struct run {
    clash_options options;
    clash_result result;
    threads threads;
    progress progress;
} run;

static bool open_run(run* x, const char* const* arguments)
{
    int count = 0, status;
    while (arguments[count])
        count++;
    *x = (run){.result.options = &x->options};
    progress_open(&x->progress, true);
    if (!clash_options_parse(&x->options, count, (char**)(uintptr_t)arguments, &status) ||
        !threads_open(&x->threads, x->options.thread_count, &x->progress))
        return false;
    x->result.host = &x->threads.host;
    return clash_list(&x->result, &x->progress) &&
           (x->options.is_review || clash_ignored_load(&x->result, &x->result.ignored));
}

static void close_run(run* x)
{
    clash_result_free(&x->result);
    threads_close(&x->threads);
    clash_options_free(&x->options);
}

// In so many cells, one after another.
static bool ask_in_cells(run* x, size_t cells)
{
    bool fine = clash_cells_plan(&x->result, cells);
    for (size_t i = 0; fine && i < cells; i++)
        fine = clash_cells_ask(&x->result, i, i + 1, &x->progress);
    return fine && clash_found_sort(&x->result);
}

static void expect_equal(const clash_result* x, const clash_result* y)
{
    const abut_clashes *a = &x->clashes, *b = &y->clashes;
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->asked, b->asked);
    assert_int_equal(a->band, b->band);
    assert_true(a->volume_tests == b->volume_tests && a->triangle_tests == b->triangle_tests &&
                a->exact_tests == b->exact_tests);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->pairs[i].a, b->pairs[i].a);
        assert_int_equal(a->pairs[i].b, b->pairs[i].b);
        assert_memory_equal(&a->clashes[i], &b->clashes[i], sizeof *a->clashes);
        if (a->gaps) assert_true(a->gaps[i].distance.lo == b->gaps[i].distance.lo);
    }
}

#define ARGUMENTS(...) ((const char* const[]){"clash", __VA_ARGS__, NULL})

static void any_number_of_cells(void** state)
{
    static const char* const questions[][8] = {
        {"clash", "--groups", "boxes.obj", "--json"},
        {"clash", "--groups", "boxes.obj", "--clearance", "0.25"},
        {"clash", "--groups", "boxes.obj", "--inside"},
        {"clash", "--groups", "boxes.obj", "--against", "others.obj", "--json"},
        {"clash", "--groups", "boxes.obj", "others.obj", "--ignore", "ignore.tsv", "--json"},
    };
    static const size_t counts[] = {2, 3, 5, 8, 17, 64, 500};
    size_t pairs = 0;
    (void)state;
    write_boxes("boxes.obj", 150, "box", 0);
    write_boxes("others.obj", 40, "other", 1);
    cli_write_file("ignore.tsv", "box0\tbox1\nbox17\tother3\nbox17\tbox20\nbox17\tbox21\n");
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        run whole;
        assert_true(open_run(&whole, questions[q]));
        whole.result.keeps_models = true;
        assert_true(ask_in_cells(&whole, 1));
        assert_true(whole.result.clashes.count > 30);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            run cut;
            assert_true(open_run(&cut, questions[q]));
            assert_true(ask_in_cells(&cut, counts[i]));
            expect_equal(&whole.result, &cut.result);
            pairs += cut.result.clashes.count;
            close_run(&cut);
        }
        close_run(&whole);
    }
    print_message("%zu pairs found in cells, 0 wrong\n", pairs);
}

// The same by twos, after what was found is forgotten: what abut-mpi does.
static void pieces_add_up(void** state)
{
    run whole, cut;
    (void)state;
    write_boxes("boxes.obj", 150, "box", 0);
    const char* const* const question = ARGUMENTS("--groups", "boxes.obj", "--json");
    assert_true(open_run(&whole, question));
    assert_true(ask_in_cells(&whole, 1));
    assert_true(open_run(&cut, question));
    assert_true(clash_cells_plan(&cut.result, 12));
    size_t count = 0, asked = 0, tests = 0;
    for (size_t i = 0; i < 12; i += 2) {
        assert_true(clash_cells_ask(&cut.result, i, i + 2, &cut.progress));
        count += cut.result.clashes.count;
        asked += cut.result.clashes.asked;
        tests += cut.result.clashes.volume_tests;
        clash_forget(&cut.result);
        assert_int_equal(cut.result.clashes.count, 0);
        assert_int_equal(cut.result.clashes.asked, 0);
    }
    assert_int_equal(count, whole.result.clashes.count);
    assert_int_equal(asked, whole.result.clashes.asked);
    assert_int_equal(tests, whole.result.clashes.volume_tests);
    // A cell that is asked about again finds the same again.
    assert_true(clash_cells_ask(&cut.result, 0, 12, &cut.progress));
    assert_true(clash_found_sort(&cut.result));
    expect_equal(&whole.result, &cut.result);
    close_run(&whole);
    close_run(&cut);
}

static void each_pair_is_one_pieces(void** state)
{
    run x;
    (void)state;
    write_boxes("boxes.obj", 60, "box", 0);
    assert_true(open_run(&x, ARGUMENTS("--groups", "boxes.obj")));
    for (size_t cells = 1; cells < 90; cells += cells < 6 ? 1 : 13) {
        static size_t owners[60][60], tellers[60];
        memset(owners, 0, sizeof owners);
        memset(tellers, 0, sizeof tellers);
        assert_true(clash_cells_plan(&x.result, cells));
        for (size_t i = 0; i < cells; i++) {
            assert_true(clash_piece_begin(&x.result, i, i + 1));
            for (uint32_t a = 0; a < 60; a++) {
                tellers[a] += clash_object_is_mine(&x.result, a, i, i + 1);
                for (uint32_t b = a + 1; b < 60; b++)
                    owners[a][b] += clash_is_mine(&x.result, a, b);
            }
            clash_piece_end(&x.result);
        }
        const clash_object* o = x.result.objects;
        for (size_t a = 0; a < 60; a++) {
            assert_int_equal(tellers[a], 1);
            for (size_t b = a + 1; b < 60; b++) {
                bool meet = true;
                for (int k = 0; k < 3; k++)
                    meet &= o[a].low[k] <= o[b].high[k] && o[b].low[k] <= o[a].high[k];
                assert_true(owners[a][b] <= 1);
                assert_true(owners[a][b] == 1 || !meet);
            }
        }
    }
    close_run(&x);
}

// Files of one object each: the pairs of all shards are all pairs, each once, and no shard reads all files.
static void blocks_have_each_pair_once(void** state)
{
    static char names[30][16];
    (void)state;
    for (size_t i = 0; i < 30; i++) {
        snprintf(names[i], sizeof names[i], "file%zu.obj", i);
        write_boxes(names[i], 1, "box", 0);
    }
    for (int against = 0; against < 2; against++)
        for (size_t shards = 2; shards <= 17; shards += 3) {
            static size_t owners[30][30], tellers[30];
            memset(owners, 0, sizeof owners);
            memset(tellers, 0, sizeof tellers);
            for (size_t s = 1; s <= shards; s++) {
                const char* arguments[80] = {"clash", "-o", "x.part", "--shard"};
                char text[40];
                size_t count = 4, read = 0, first, last;
                run x;
                snprintf(text, sizeof text, "%zu/%zu", s, shards);
                arguments[count++] = text;
                for (size_t i = 0; i < 30; i++) {
                    if (against && i >= 20) arguments[count++] = "--against";
                    arguments[count++] = names[i];
                }
                assert_true(open_run(&x, arguments));
                assert_non_null(x.result.cells.blocks);
                assert_true(clash_cells_plan(&x.result, shards));
                clash_cells_range(&x.result, &first, &last);
                for (size_t i = 0; i < 30; i++)
                    read += x.result.sources[i].is_read;
                assert_true(shards < 5 || read < 30);
                assert_int_equal(read, x.result.object_count);
                for (uint32_t a = 0; a < x.result.object_count; a++)
                    tellers[x.result.objects[a].source - x.result.sources] +=
                        clash_object_is_mine(&x.result, a, first, last);
                for (size_t i = first; i < last; i++) {
                    assert_true(clash_piece_begin(&x.result, i, i + 1));
                    for (uint32_t a = 0; a < x.result.object_count; a++)
                        for (uint32_t b = a + 1; b < x.result.object_count; b++)
                            owners[x.result.objects[a].source - x.result.sources]
                                  [x.result.objects[b].source - x.result.sources] +=
                                clash_is_mine(&x.result, a, b);
                    clash_piece_end(&x.result);
                }
                close_run(&x);
            }
            for (size_t a = 0; a < 30; a++) {
                assert_int_equal(tellers[a], 1);
                for (size_t b = a + 1; b < 30; b++)
                    assert_int_equal(owners[a][b], !against || (a < 20) != (b < 20));
            }
        }
}

// --------------------------------------------------------------------------------------------- memory

static void failing_allocations_lose_nothing(void** state)
{
    (void)state;
    write_boxes("boxes.obj", 12, "box", 0);
    size_t failed = 0;
    for (size_t at = 1;; at++) {
        run x;
        allocations_begin(at);
        const bool fine = open_run(&x, ARGUMENTS("--groups", "boxes.obj", "--threads", "1")) &&
                          ask_in_cells(&x, 3);
        allocations_begin(0);
        close_run(&x);
        if (fine) break;
        failed++;
    }
    assert_true(failed > 100);
    print_message("%zu failing allocations\n", failed);
}

static void write_nodes(void);

// A set is made of a file first: what that holds, and its files, go.
static void failing_allocations_of_sets_lose_nothing(void** state)
{
    static const char* const files[] = {"boxes.obj", "nodes.gltf", "cube.obj"};
    (void)state;
    write_boxes("boxes.obj", 5, "box", 0);
    write_nodes();
    assert_int_equal(setenv("TMPDIR", ".", 1), 0);
    const int before = cli_count_files();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const bool has_groups = i < 2;
        size_t failed = 0;
        for (bool fine = false; !fine; failed++) {
            run x;
            allocations_begin(failed + 1);
            fine = open_run(&x, ARGUMENTS(files[i], "one.obj", "--memory", "1G", "--threads", "1",
                                          has_groups ? "--groups" : "--inside"));
            allocations_begin(0);
            close_run(&x);
            assert_int_equal(cli_count_files(), before);
        }
        print_message("%s: %zu failing allocations\n", files[i], failed - 1);
        assert_true(failed > 50);
    }
    unsetenv("TMPDIR");
}

// -------------------------------------------------------------------------------------------- program

static char* output_of(const char* const* arguments, const char* setting)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .setting = setting});
    if (r.status > 1) fail_msg("status %d: %s", r.status, r.err);
    char* out = r.out;
    r.out = NULL;
    cli_free(&r);
    return out;
}

#define OUTPUT(...) output_of((const char* const[]){"clash", __VA_ARGS__, NULL}, NULL)

// Nodes of one mesh in three poses, which share a model, and in two places that are none, one of them mirrored.
static void write_nodes(void)
{
    cli_write_file(
        "nodes.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2,3,4]}],"
        "\"nodes\":[{\"mesh\":0,\"name\":\"a\"},{\"mesh\":0,\"name\":\"b\","
        "\"translation\":[0.25,0.25,-0.5],\"rotation\":[0,0.6,0,0.8]},"
        "{\"mesh\":0,\"name\":\"c\",\"translation\":[8,0,0],\"scale\":[2,2,2]},"
        "{\"mesh\":0,\"name\":\"d\",\"scale\":[0.1,-1,1],\"rotation\":[0.6,0,0,0.8]},"
        "{\"mesh\":0,\"name\":\"e\",\"scale\":[1,3,1]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":"
        "\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/"
        "octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}");
}

// In the least memory that is taken: as many cells as there can be.
static void out_of_core_is_the_same(void** state)
{
    static const char* const forms[] = {"--json", "--csv", "--stats"};
    (void)state;
    write_boxes("boxes.obj", 150, "box", 0);
    write_nodes();
    cli_result built = CLI("build", "--groups", "boxes.obj", "-o", "set.abut");
    assert_int_equal(built.status, 0);
    cli_free(&built);
    cli_write_file("rules.json",
                   "{\"abut_rules\": 1, \"rules\": [{\"name\": \"all\", \"a\": \"all\", "
                   "\"hard\": 0.05, \"touch\": true, \"clearance\": 0.125, "
                   "\"duplicate\": 0.001}]}");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char* whole = OUTPUT("--groups", "boxes.obj", "nodes.gltf", "--no-times", forms[i]);
        char* cut = OUTPUT("--groups", "boxes.obj", "nodes.gltf", "--no-times", forms[i],
                           "--memory", "21000K", "--threads", "2");
        assert_string_equal(whole, cut);
        free(whole);
        free(cut);
    }
    char* whole = OUTPUT("set.abut", "cube.obj", "--no-times", "--json", "--rules", "rules.json");
    char* cut = OUTPUT("set.abut", "cube.obj", "--no-times", "--json", "--rules", "rules.json",
                       "--memory", "21M");
    assert_string_equal(whole, cut);
    free(whole);
    free(cut);
    cJSON* root = CLI_JSON(1, "clash", "set.abut", "--json", "--memory", "21000K");
    assert_true(cli_number(root, "cells") > 1);
    assert_true(cli_number(root, "models_bytes_most") > 0);
    assert_true(cli_number(root, "peak_bytes") > 1e6);
    cJSON_Delete(root);
}

// Models that are built early, to be saved, are built as --method says, or as those that are saved already.
static void out_of_core_models_are_built_as_others(void** state)
{
    (void)state;
    write_boxes("boxes.obj", 40, "box", 0);
    cli_result built =
        CLI("build", "--groups", "boxes.obj", "--method", "brute", "-o", "brute.abut");
    assert_int_equal(built.status, 0);
    cli_free(&built);
    char* wide = OUTPUT("--groups", "boxes.obj", "--no-times", "--stats", "--json");
    char* whole = OUTPUT("--groups", "boxes.obj", "--no-times", "--stats", "--json", "--method",
                         SOME_TREE_NAME, "--leaf-size", "7");
    char* cut = OUTPUT("--groups", "boxes.obj", "--no-times", "--stats", "--json", "--method",
                       SOME_TREE_NAME, "--leaf-size", "7", "--memory", "1G");
    assert_string_equal(whole, cut);
    assert_true(strcmp(whole, wide) != 0);  // it tells how much was tested
    free(wide);
    free(whole);
    free(cut);
    whole = OUTPUT("cube.obj", "brute.abut", "--no-times", "--stats", "--json");
    cut = OUTPUT("cube.obj", "brute.abut", "--no-times", "--stats", "--json", "--memory", "1G");
    assert_string_equal(whole, cut);
    free(whole);
    free(cut);
}

static void what_memory_is_refused(void** state)
{
    (void)state;
    write_boxes("boxes.obj", 20, "box", 0);
    static const char* const refused[][3] = {
        {"--memory", "1M", "--memory 1M is too little: 20 objects take "},
        {"--memory", "4X", "--memory"},
        {"--memory", "tiny", "--memory"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        cli_result r = CLI("clash", "--groups", "boxes.obj", refused[i][0], refused[i][1]);
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, refused[i][2]);
        cli_free(&r);
    }
    cli_result r = CLI("clash", "--groups", "boxes.obj", "--memory", "1G", "--report", "x.html");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "exclude each other");
    cli_free(&r);
    // Forms of trees are what they were.
    char* out = OUTPUT("--groups", "boxes.obj", "--memory", "small");
    free(out);
}

// What is saved meanwhile goes to TMPDIR, and nothing of it stays.
static void nothing_stays(void** state)
{
    static const char* const arguments[] = {"clash",    "--groups", "boxes.obj",
                                            "--memory", "21000K",   NULL};
    (void)state;
    write_boxes("boxes.obj", 20, "box", 0);
    const int before = cli_count_files();
    free(output_of(arguments, "TMPDIR=."));
    assert_int_equal(cli_count_files(), before);
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .setting = "TMPDIR=nowhere"});
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "nowhere/abut-clash-");
    cli_free(&r);
}

int __wrap_main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_cells),
        cmocka_unit_test(pieces_add_up),
        cmocka_unit_test(each_pair_is_one_pieces),
        cmocka_unit_test(blocks_have_each_pair_once),
        cmocka_unit_test(failing_allocations_lose_nothing),
        cmocka_unit_test(failing_allocations_of_sets_lose_nothing),
        cmocka_unit_test(out_of_core_is_the_same),
        cmocka_unit_test(out_of_core_models_are_built_as_others),
        cmocka_unit_test(what_memory_is_refused),
        cmocka_unit_test(nothing_stays),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
