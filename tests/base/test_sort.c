// test_sort.c - sort_records against a sort by comparisons that keeps the order of equal keys.
#include "base/sort.h"
#include "support/random_pairs.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { MOST = 20000 };

typedef struct numbered {
    sort_record record;
    size_t number;  // where it stood
} numbered;

static int compare(const void* p, const void* q)
{
    const numbered *x = p, *y = q;
    if (x->record.key != y->record.key) return x->record.key < y->record.key ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static uint64_t some_bits(random_source* random, int bits)
{
    return bits ? random_bits(random) >> (64 - bits) : 0;
}

// Keys of two halves of so many bits, beside something that all have in common.
static void try_widths(random_source* random, size_t count, int high, int low, int value)
{
    static sort_record records[MOST], scratch[MOST];
    static numbered wanted[MOST];
    const uint64_t common = some_bits(random, 64);
    const uint64_t above = common >> 32 & (high < 32 ? ~(uint64_t)0 << high : 0);
    const uint64_t below = common & UINT32_MAX & (low < 32 ? ~(uint64_t)0 << low : 0);
    for (size_t i = 0; i < count; i++) {
        const uint64_t key =
            (above | some_bits(random, high)) << 32 | below | some_bits(random, low);
        records[i] = (sort_record){key, (uint32_t)some_bits(random, value)};
        wanted[i] = (numbered){records[i], i};
    }
    qsort(wanted, count, sizeof *wanted, compare);
    sort_records(records, scratch, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(records[i].key == wanted[i].record.key);
        assert_int_equal(records[i].value, wanted[i].record.value);
    }
}

static void sorts_as_comparisons_do(void** state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 31, 32, 33, 100, 1000, 5000, MOST};
    static const int widths[] = {0, 1, 5, 12, 13, 17, 20, 30, 31, 32};
    random_source random = random_seeded(1, 0);
    for (size_t i = 0; i < 10; i++)
        for (size_t high = 0; high < 10; high++)
            for (size_t low = 0; low < 10; low++) {
                if (counts[i] > 1000 && (high + low) % 3) continue;
                // As kinds are; and numbers of 32 bits, which do not fit into a word beside wide keys.
                try_widths(&random, counts[i], widths[high], widths[low], high % 2 ? 32 : 2);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts_as_comparisons_do)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
