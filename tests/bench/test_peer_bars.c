// test_peer_bars.c - what the rows of "abut-bench peers" come to: the fastest rival whose answers are equal counts, each bar
// can be missed, and a run that is not whole has none.
#include "bench.h"
#include "peers/peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { ROWS = 12 };

// Two scenes; every bar is met, but just.
static peer_row rows[ROWS];
static peer_results results;

static peer_row row_of(const char* scene, peer_mode mode, const char* peer, double ratio)
{
    return (peer_row){.scene = scene,
                      .mode = mode,
                      .peer = peer,
                      .has_pairs = true,
                      .pairs = 1000,
                      .times = {.ours_us = 2, .peer_us = 2 * ratio}};
}

static void make(void)
{
    size_t i = 0;
    for (int s = 0; s < 2; s++) {
        const char* scene = s ? "two" : "one";
        rows[i++] = row_of(scene, PEER_MODE_FIRST, "rapid", s ? 3.01 : 12);
        rows[i++] = row_of(scene, PEER_MODE_FIRST, "coal", s ? 30 : 13);
        rows[i++] = row_of(scene, PEER_MODE_ALL, "embree", s ? 3.01 : 21.4);
        rows[i++] = row_of(scene, PEER_MODE_BATCH, "pqp", 10.1);
        rows[i++] = row_of(scene, PEER_MODE_BATCH, "abut", 1.81);
        rows[i++] = row_of(scene, s ? PEER_MODE_ALL : PEER_MODE_FIRST, "rounded", 0.871);
    }
    assert_int_equal(i, ROWS);
    results = (peer_results){.rows = rows, .row_count = ROWS, .run = {.is_whole = true}};
}

// Returns the status; the text is the caller's.
static int report(char** text)
{
    size_t size;
    FILE* out = open_memstream(text, &size);
    assert_non_null(out);
    const int status = peer_report_sums(&results, out);
    assert_int_equal(fclose(out), 0);
    return status;
}

static void expect(int status, const char* said)
{
    char* text;
    const int was = report(&text);
    if (was != status || !strstr(text, said))
        print_error("%d, without \"%s\": %s", was, said, text);
    assert_int_equal(was, status);
    assert_non_null(strstr(text, said));
    assert_int_equal(strstr(text, "MISS") != NULL, status != BENCH_OK && results.run.is_whole);
    free(text);
}

static void all_bars_are_met(void** state)
{
    (void)state;
    make();
    expect(BENCH_OK, "first, mean of 2");
    expect(BENCH_OK, "first, least: two");
}

static void each_bar_can_be_missed(void** state)
{
    (void)state;
    static const struct {
        size_t row;
        double ratio;
        const char* said;
    } cases[] = {
        {0, 11.8, "first, mean of 2"},  // 5.96
        {6, 2.99, "first, least: two"},
        {2, 21.1, "all, mean of 2"},
        {8, 2.99, "all, least: two"},
        {3, 9.8, "batch, mean of 2"},
        {4, 1.79, "one by one / batch, least: one"},
        {5, 0.86, "rounded / exact, mean"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make();
        rows[cases[i].row].times.peer_us = 2 * cases[i].ratio;
        expect(BENCH_SLOW, cases[i].said);
        results.run.is_whole = false;
        expect(BENCH_OK, "The bars are for the full form");
    }
}

// One that answers otherwise is not the fastest, and is told by a star. One pair of a hundred may be wrong.
static void who_is_wrong_does_not_count(void** state)
{
    (void)state;
    make();
    rows[7].times.peer_us = 2 * 2.5;
    rows[7].peer_misses = 1;
    expect(BENCH_OK, "rapid           6.020      2.000   3.01*");
    rows[7].peer_misses = 0;
    expect(BENCH_SLOW, "coal            5.000      2.000   2.50 ");
    make();
    rows[8].times.peer_us = 2 * 2.5;
    rows[8].peer_invents = 11;
    expect(BENCH_OK, "all, mean of 1");
    rows[8].peer_invents = 10;
    expect(BENCH_SLOW, "all, least: two");
    make();
    rows[1].ours_wrong = 1;
    results.run.is_whole = false;
    expect(BENCH_SLOW, "ABUT IS WRONG 1 TIMES");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bars_are_met),
        cmocka_unit_test(each_bar_can_be_missed),
        cmocka_unit_test(who_is_wrong_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int bench_fail(const char* format, ...)
{
    (void)format;
    abort();
}

int bench_take_number(const char* option, const char* text, uint64_t least, uint64_t most,
                      uint64_t* out)  // NOLINT(readability-non-const-parameter): as bench.h has it
{
    (void)option, (void)text, (void)least, (void)most, (void)out;
    abort();
}
