// test_bench_peers.c - "abut-bench peers" and "abut-bench self" among peers that are wrong, silent, slow or dead: a copy of
// the program stands beside scripts that speak the protocol of bench/peers/README.md.
#include "support/cli_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { QUERIES = 20 };  // of the scene, in the quick form; both rings meet in each

#define PEERS(...)                                                                                 \
    cli_run(&(cli_call){.program = "./abut-bench",                                                 \
                        .arguments = (const char* const[]){"peers", "--quick", "--only",           \
                                                           "torus 1k", "--runs", "1", "--limit",   \
                                                           "0.04", __VA_ARGS__, NULL}})

#define SELF(...)                                                                                  \
    cli_run(&(cli_call){.program = "./abut-bench",                                                 \
                        .arguments = (const char* const[]){"self", "--quick", "--runs", "1",       \
                                                           "--limit", "0.04", __VA_ARGS__, NULL}})

static void make_program(const char* name)
{
    assert_int_equal(chmod(name, 0755), 0);
}

static void copy_program(void)
{
    static char bytes[1 << 16];
    FILE* in = fopen(ABUT_BENCH_PROGRAM, "rb");
    FILE* out = fopen("abut-bench", "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, got, out), got);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    make_program("abut-bench");
}

// A peer that says hello, takes times from nowhere, and answers as told.
static void write_peer(const char* name, const char* kind, const char* answer)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        "#!/bin/sh\n"
        "echo 'peer %s Fake 1'\n"
        "count=0\n"
        "while read -r verb mode index path; do\n"
        "    case $verb in\n"
        "        load) echo 'ready 0.5' ;;\n"
        "        use) set -- $mode $index $path; count=$#; echo \"used $count\" ;;\n"
        "        run) echo 'time 0.002' ;;\n"
        "        each) printf times; i=0\n"
        "            while [ $i -lt $count ]; do printf ' 0.001'; i=$((i + 1)); done; echo ;;\n"
        "        answer) %s ;;\n"
        "        judge) [ -e liar ] && : >\"$index\"\n"  // what is asked about is there
        "            n=$(($(wc -c <\"$index\") / 8)); echo \"answer $n $n 0.1\" ;;\n"
        "    esac\n"
        "done\n",
        kind, answer);
    cli_write_file(name, text);
    make_program(name);
}

static int enter(void** state)
{
    const int status = cli_enter(state);
    copy_program();
    write_peer("abut-peer-embree", "pairs", ": >\"$path\"; echo 'answer 0 0 0.000001'");
    // Triangles 0 and 0, and 5 and 3 of the numbers a << 32 | b.
    write_peer("abut-peer-bullet", "pairs",
               "printf '\\0\\0\\0\\0\\0\\0\\0\\0\\003\\0\\0\\0\\005\\0\\0\\0' >\"$path\"; "
               "echo 'answer 2 2 0.000001'");
    write_peer("abut-peer-ode", "yes/no", "echo 'answer 1 0 0.000001'");
    write_peer("abut-peer-cgal", "pairs", "kill -9 $$");
    write_peer("abut-peer-three", "pairs", "while :; do :; done");
    write_peer("abut-peer-embree_self", "pairs", ": >\"$path\"; echo 'answer 0 0 0.000001'");
    write_peer("abut-peer-cgal_self", "pairs", "kill -9 $$");
    return status;
}

static const cJSON* find_row(const cJSON* root, const char* peer, const char* mode)
{
    const cJSON* row;
    cJSON_ArrayForEach(row, cli_member(root, "rows"))
    {
        if (strcmp(cli_member(row, "peer")->valuestring, peer) == 0 &&
            strcmp(cli_member(row, "mode")->valuestring, mode) == 0)
            return row;
    }
    return NULL;
}

static void expect_schema(const cJSON* root)
{
    static const char* const numbers[] = {"ours_us", "peer_us", "ratio", "ours_max_us", "pairs"};
    static const char* const texts[] = {"scene", "mode", "peer"};
    const cJSON* row;
    assert_true(cJSON_IsString(cli_member(root, "machine")));
    assert_true(cJSON_IsArray(cli_member(root, "rows")));
    cJSON_ArrayForEach(row, cli_member(root, "rows"))
    {
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            assert_true(cJSON_IsNumber(cli_member(row, numbers[i])));
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            assert_true(cJSON_IsString(cli_member(row, texts[i])));
        assert_true(cJSON_IsBool(cli_member(row, "equal")));
        assert_true(cli_number(row, "ours_us") > 0);
        const double ratio = cli_number(row, "peer_us") / cli_number(row, "ours_us");
        assert_true(cli_number(row, "ratio") / ratio > 0.999 &&
                    cli_number(row, "ratio") / ratio < 1.001);
        assert_int_equal(cli_number(row, "queries"), QUERIES);
        assert_int_equal(cli_number(row, "ours_wrong"), 0);
    }
}

static void expect_row(const cJSON* root, const char* peer, const char* mode, double misses,
                       double invents)
{
    const cJSON* row = find_row(root, peer, mode);
    assert_non_null(row);
    assert_int_equal(cli_number(row, "peer_misses"), misses);
    assert_int_equal(cli_number(row, "peer_invents"), invents);
    assert_int_equal(cJSON_IsTrue(cli_member(row, "equal")), misses + invents == 0);
}

static void wrong_peers_are_judged(void** state)
{
    (void)state;
    cli_result r = PEERS("--json", "--peer", "obb", "--peer", "embree", "--peer", "bullet",
                         "--peer", "ode", "--limit", "5");
    assert_int_equal(r.status, 0);
    cJSON* root = cJSON_Parse(r.out);
    assert_non_null(root);
    expect_schema(root);
    expect_row(root, "obb", "first", 0, 0);
    expect_row(root, "obb", "all", 0, 0);
    const double pairs = cli_number(find_row(root, "obb", "all"), "pairs");
    assert_true(pairs > 10 * QUERIES);
    // It finds nothing.
    expect_row(root, "embree", "first", QUERIES, 0);
    expect_row(root, "embree", "all", pairs, 0);
    // It finds two pairs that never meet.
    expect_row(root, "bullet", "first", 0, 0);
    expect_row(root, "bullet", "all", pairs, 2 * QUERIES);
    // It only says yes, and is right.
    expect_row(root, "ode", "first", 0, 0);
    expect_row(root, "ode", "all", 0, 0);
    const cJSON* example =
        cJSON_GetArrayItem(cJSON_GetObjectItem(find_row(root, "bullet", "all"), "examples"), 0);
    assert_string_equal(cli_member(example, "only")->valuestring, "peer");
    assert_string_equal(cli_member(example, "exact")->valuestring, "apart");
    cJSON_Delete(root);
    cli_free(&r);
}

static void absent_dead_and_slow_ones_are_told(void** state)
{
    (void)state;
    cli_result r = PEERS("--peer", "cgal", "--peer", "three", "--peer", "fcl-obb");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.err, "SKIPPED: fcl-obb: not installed");
    cli_expect_text(r.out, "without a row: turn torus 1k, first, cgal: it died of signal 9");
    cli_expect_text(r.out, "without a row: turn torus 1k, all, cgal: it died of signal 9");
    cli_expect_text(r.out, "without a row: turn torus 1k, all, three: stopped after 0.4 s");
    cli_expect_text(r.out, "The bars are for the full form");
    cli_free(&r);
}

// Of all models: how many pairs abut has, and what is said of a rival that finds none.
static double sum_of(const cJSON* root, const char* peer, const char* key)
{
    double sum = 0;
    const cJSON* row;
    cJSON_ArrayForEach(row, cli_member(root, "rows"))
    {
        if (strcmp(cli_member(row, "peer")->valuestring, peer) == 0) sum += cli_number(row, key);
    }
    return sum;
}

static void expect_self(int status, const char* key)
{
    cli_result r = SELF("--json", "--peer", "embree");
    assert_int_equal(r.status, status);
    cJSON* root = cJSON_Parse(r.out);
    assert_non_null(root);
    static const char* const keys[] = {"undecided", "peer_missed", "peer_invented", "ours_missed",
                                       "ours_invented"};
    assert_true(sum_of(root, "embree", "pairs") > 500);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(sum_of(root, "embree", keys[i]),
                         strcmp(keys[i], key) == 0 ? sum_of(root, "embree", "pairs") : 0);
    cJSON_Delete(root);
    cli_free(&r);
}

static void meshes_themselves_are_judged(void** state)
{
    (void)state;
    expect_self(0, "undecided");  // there is no judge
    write_peer("abut-peer-judge_self", "pairs", "exit");
    expect_self(0, "peer_missed");
    cli_write_file("liar", "");
    expect_self(1, "ours_invented");
    assert_int_equal(remove("liar"), 0);
    cli_result r = SELF("--peer", "cgal", "--peer", "brute", "--peer", "igl");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.err, "SKIPPED: igl: not installed");
    cli_expect_text(r.out, "without a row: made/torus, self, cgal: it died of signal 9");
    cli_expect_text(r.out, "  brute          1      1        0        0        0      0");
    cli_free(&r);
    r = SELF("--folder", ".", "--only", "quads", "--peer", "brute");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "1 models; 0 files are refused");
    cli_free(&r);
    r = SELF("--folder", ".", "--only", "nowhere");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "there are no such models");
    cli_free(&r);
}

// Batches: abut's answers are compared, and timed beside those of who is asked one by one.
static void batches_have_rows(void** state)
{
    (void)state;
    cli_result r = PEERS("--json", "--peer", "abut", "--peer", "embree", "--peer", "obb");
    assert_int_equal(r.status, 0);
    cJSON* root = cJSON_Parse(r.out);
    assert_non_null(root);
    expect_row(root, "abut", "batch", 0, 0);
    expect_row(root, "embree", "batch", QUERIES, 0);
    assert_null(find_row(root, "abut", "first"));
    assert_null(find_row(root, "obb", "batch"));
    assert_non_null(find_row(root, "obb", "all"));
    const cJSON* row = find_row(root, "abut", "batch");
    assert_int_equal(cli_number(row, "ours_max_us"), 0);  // of no query alone
    assert_true(cli_number(row, "least_ratio") > 0);
    assert_true(cli_number(row, "least_ratio") <= cli_number(row, "median_ratio"));
    cJSON_Delete(root);
    cli_free(&r);
    r = PEERS("--csv", "--peer", "ode", "--mode", "batch");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\nturn torus 1k,batch,ode,");
    assert_null(strstr(r.out, ",first,ode,"));
    cli_free(&r);
}

// Of each scene and mode the rival that takes the least time, if its answers are equal.
static void fastest_rivals_are_told(void** state)
{
    (void)state;
    cli_result r = PEERS("--peer", "ode", "--peer", "embree", "--mode", "first");
    cli_expect_text(r.out, "The fastest rival of each scene");
    // embree lies, and ode is no rival
    cli_expect_text(r.out, "\n  turn torus 1k         -                                      *");
    cli_free(&r);
    write_peer("abut-peer-coal", "yes/no", "echo 'answer 1 0 0.000001'");
    r = PEERS("--peer", "ode", "--peer", "embree", "--peer", "coal", "--mode", "first");
    cli_expect_text(r.out, "\n  turn torus 1k         coal     ");
    cli_free(&r);
    assert_int_equal(remove("abut-peer-coal"), 0);
}

static void tables_of_commas_have_a_row_each(void** state)
{
    (void)state;
    cli_result r = PEERS("--csv", "-o", "rows.csv", "--peer", "ode");
    assert_int_equal(r.status, 0);
    char* text = cli_read_file("rows.csv");
    assert_non_null(text);
    cli_expect_text(text, "scene,mode,peer,ours_us,peer_us,ratio,");
    cli_expect_text(text, "\nturn torus 1k,first,ode,");
    cli_expect_text(text, "\nturn torus 1k,all,ode,");
    free(text);
    cli_free(&r);
}

// The head of a scene's file, as programs of peers read it, and the list of names.
static void scenes_are_written(void** state)
{
    (void)state;
    cli_result r = PEERS("--write", "made");  // which is not there yet
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "");
    char* names = cli_read_file("made/scenes.txt");
    assert_non_null(names);
    assert_string_equal(names, "01.scene turn torus 1k\n");
    uint64_t head[4] = {0};
    FILE* in = fopen("made/01.scene", "rb");
    assert_non_null(in);
    assert_int_equal(fread(head, sizeof *head, 4, in), 4);
    fclose(in);
    assert_int_equal(head[0], 1);
    assert_int_equal(head[1], QUERIES);
    assert_int_equal(head[3], 1024);
    free(names);
    cli_free(&r);
    r = PEERS("--write", "nowhere/made");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "nowhere/made: ");
    cli_free(&r);
    r = PEERS("--write", ".", "--json");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "--write measures nothing");
    cli_free(&r);
}

static void bad_options_are_refused(void** state)
{
    (void)state;
    static const char* const bad[][3] = {
        {"--peer", "nobody", "there is no peer nobody"},
        {"--mode", "last", "there is no mode last"},
        {"--runs", "0", "--runs needs a number"},
        {"--method", "best", "there is no method best"},
        {"--only", "nowhere", "no scene"},
        {"--json", "--csv", "exclude"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cli_result r = cli_run(
            &(cli_call){.program = "./abut-bench",
                        .arguments = (const char* const[]){"peers", bad[i][0], bad[i][1], NULL}});
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, bad[i][2]);
        cli_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_peers_are_judged),
        cmocka_unit_test(absent_dead_and_slow_ones_are_told),
        cmocka_unit_test(meshes_themselves_are_judged),
        cmocka_unit_test(batches_have_rows),
        cmocka_unit_test(fastest_rivals_are_told),
        cmocka_unit_test(tables_of_commas_have_a_row_each),
        cmocka_unit_test(scenes_are_written),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, enter, cli_leave);
}
