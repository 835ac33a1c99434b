// test_oracle.c - random pairs against the oracle: test_oracle [SEED [COUNT]]
#include "support/pair_check.h"
#include "support/share.h"

#include <stdlib.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static uint64_t count = CASES(500000), seed = 1;

static void same_answers_as_the_oracle(void** state)
{
    (void)state;
    pair_totals totals = {0};
    oracle* const o = oracle_create();
    pair_check_range(&totals, o, seed, 0, count);
    oracle_free(o);
    pair_totals_print(&totals);
    assert_int_equal(totals.mismatches, 0);
    assert_int_equal(totals.pairs, count);
    assert_true(pair_totals_suffice(&totals));
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_answers_as_the_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
