// test_coverage.c - the table that says where each table and figure of the papers is remade: a row that names no
// experiment, that is not whole, or that gives no reason why nothing was remade, is refused.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "papers/coverage.h"

#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>  // needs those above
// clang-format on

static char told[512];

int bench_fail(const char* format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(told, sizeof told, format, values);
    va_end(values);
    return BENCH_ERROR;
}

static const char* const names[] = {"obb-tests", "hybrid"};

static void expect(const char* text, const char* words)
{
    *told = 0;
    const int status = coverage_check(text, names, 2);
    if (!words) {
        assert_string_equal(told, "");
        assert_int_equal(status, BENCH_OK);
        return;
    }
    assert_int_equal(status, BENCH_ERROR);
    if (!strstr(told, words)) print_message("%s\n", told);
    assert_non_null(strstr(told, words));
}

static void test_good_rows(void** state)
{
    (void)state;
    expect("| P | table 1 | obb-tests | |\n", NULL);
    expect("a comment\n\n| P | table 1 | obb-tests, hybrid, `test_x` | less |\n", NULL);
    expect("| P | figure 1 | not remade | a picture of an idea |", NULL);
}

static void test_bad_rows(void** state)
{
    (void)state;
    expect("", "no rows");
    expect("| P | table 1 | obb-test | |\n", "P, table 1: there is no section obb-test");
    expect("| P | table 1 | obb-tests, other | |\n", "there is no section other");
    expect("| P | table 1 | | |\n", "P, table 1: no section");
    expect("| P | table 1 | not remade | |\n", "P, table 1: not remade, without a reason");
    expect("| P | table 1 | hybrid |\n", "3 cells");
    expect("| P | table 1 | hybrid | a | b |\n", "5 cells");
    expect("| P | table 1 | hybrid | a |\n| P | table 2 | none | b |\n", "P, table 2");
}

static void test_written(void** state)
{
    (void)state;
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    assert_non_null(out);
    coverage_write(
        out, "| P | table 1 | obb-tests, `test_x` | n |\n| P | figure 1 | not remade | w |\n");
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "\n| P | table 1 | [obb-tests](#obb-tests), `test_x` | n |\n"));
    assert_non_null(strstr(text, "\n| P | figure 1 | not remade | w |\n"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good_rows),
                                       cmocka_unit_test(test_bad_rows),
                                       cmocka_unit_test(test_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
