// test_verdict.c - the verdicts of "abut-bench papers": which side of its threshold a ratio of times lies on, and when
// its rounds do not say; and how the cases of a claim add up.
#include "papers/verdict.h"

#include <math.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static void assert_near(double is, double expected)
{
    assert_true(fabs(is - expected) < 1e-12);
}

static const time_interval about_two = {2, 1.9, 2.1}, about_half = {0.5, 0.45, 0.6};

static void test_above(void** state)
{
    (void)state;
    assert_int_equal(verdict_above(about_two, 1.8, 1.2), CLAIM_HOLDS);
    assert_int_equal(verdict_above(about_two, 2, 1.2), CLAIM_PARTLY);
    assert_int_equal(verdict_above(about_two, 1.9, 1.2), CLAIM_PARTLY);
    assert_int_equal(verdict_above(about_two, 2.1, 1.2), CLAIM_PARTLY);
    assert_int_equal(verdict_above(about_two, 3, 1.2), CLAIM_PARTLY);
    assert_int_equal(verdict_above(about_two, 3, 2), CLAIM_NO_DIFFERENCE);
    assert_int_equal(verdict_above(about_two, 3, 2.5), CLAIM_FAILS);
    assert_int_equal(verdict_above(about_two, 3, 3), CLAIM_FAILS);
    assert_int_equal(verdict_above(about_two, 2, 2), CLAIM_NO_DIFFERENCE);
    // Nothing measured says nothing, either way.
    const time_rounds none = {.count = 0}, zero = {.count = 2, .of = {0, 0}};
    assert_int_equal(verdict_above(rounds_ratio(&none, &none), 1, 1), CLAIM_NO_DIFFERENCE);
    assert_int_equal(verdict_below(rounds_ratio(&zero, &zero), 1, 1), CLAIM_NO_DIFFERENCE);
    assert_int_equal(verdict_above(once_ratio(0, 0), 1, 1), CLAIM_NO_DIFFERENCE);
    assert_int_equal(verdict_above(once_ratio(1.3, 1), 1, 1), CLAIM_HOLDS);
    assert_int_equal(verdict_above(once_ratio(1.2, 1), 1, 1), CLAIM_NO_DIFFERENCE);
    assert_int_equal(verdict_of(0, 0), CLAIM_NOT_SHOWN);
}

static void test_below(void** state)
{
    (void)state;
    assert_int_equal(verdict_below(about_half, 0.7, 1), CLAIM_HOLDS);
    assert_int_equal(verdict_below(about_half, 0.6, 1), CLAIM_PARTLY);
    assert_int_equal(verdict_below(about_half, 0.4, 1), CLAIM_PARTLY);
    assert_int_equal(verdict_below(about_half, 0.4, 0.5), CLAIM_NO_DIFFERENCE);
    assert_int_equal(verdict_below(about_two, 1, 1.5), CLAIM_FAILS);
}

// A machine that is slower in one round is so for both: the ratio is told from 1 although the times overlap.
static void test_ratio(void** state)
{
    (void)state;
    const time_rounds a = {{1.3, 2.6, 1.3}, 3}, b = {{1, 2, 1}, 3};
    const time_interval by_turns = rounds_ratio(&a, &b), apart = rounds_ratio_apart(&a, &b);
    const time_interval spread = rounds_spread(&a);
    assert_near(spread.middle, 5.2 / 3);
    assert_near(spread.low, 1.3);
    assert_near(spread.high, 2.6);
    assert_near(by_turns.middle, 1.3);
    assert_near(by_turns.low, 1.3 * (1 - RATIO_SLACK));
    assert_near(by_turns.high, 1.3 * (1 + RATIO_SLACK));
    assert_int_equal(verdict_above(by_turns, 1, 1), CLAIM_HOLDS);
    assert_near(apart.low, 0.65 * (1 - RATIO_SLACK));
    assert_near(apart.high, 2.6 * (1 + RATIO_SLACK));
    assert_int_equal(verdict_above(apart, 1, 1), CLAIM_NO_DIFFERENCE);
    // Times that are equal are no difference, however often they are taken.
    assert_int_equal(verdict_above(rounds_ratio(&a, &a), 1, 1), CLAIM_NO_DIFFERENCE);
}

static void test_cases(void** state)
{
    (void)state;
    case_tally t = {0, 0, 0};
    assert_int_equal(tally_verdict(&t), CLAIM_NOT_SHOWN);
    tally_above(&t, about_two, 2);
    tally_below(&t, about_two, 2);
    assert_int_equal(t.open, 2);
    assert_int_equal(tally_verdict(&t), CLAIM_NO_DIFFERENCE);
    tally_above(&t, about_half, 1);
    assert_int_equal(tally_verdict(&t), CLAIM_FAILS);
    tally_below(&t, about_half, 1);
    assert_int_equal(tally_verdict(&t), CLAIM_PARTLY);
    assert_string_equal(tally_text(&t).text, "1 of 4, no difference in 2");
    t = (case_tally){0, 0, 0};
    tally_count(&t, true);
    tally_above(&t, about_two, 1);
    assert_int_equal(tally_verdict(&t), CLAIM_HOLDS);
    assert_string_equal(tally_text(&t).text, "2 of 2");
    tally_count(&t, false);
    assert_int_equal(tally_verdict(&t), CLAIM_PARTLY);
    // A case that is open is not so.
    t = (case_tally){.so = 3, .open = 1};
    assert_int_equal(tally_verdict(&t), CLAIM_PARTLY);
}

static void test_texts(void** state)
{
    (void)state;
    assert_string_equal(interval_text(about_two).text, "2 (1.9 to 2.1)");
    assert_string_equal(verdict_text(CLAIM_HOLDS), "holds");
    assert_string_equal(verdict_text(CLAIM_NO_DIFFERENCE), "no difference");
    assert_string_equal(verdict_text(CLAIM_NOT_SHOWN), "not shown");
    assert_int_equal(verdict_of(2, 2), CLAIM_HOLDS);
    assert_int_equal(verdict_of(1, 2), CLAIM_PARTLY);
    assert_int_equal(verdict_of(0, 2), CLAIM_FAILS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_above), cmocka_unit_test(test_below),
                                       cmocka_unit_test(test_ratio), cmocka_unit_test(test_cases),
                                       cmocka_unit_test(test_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
