// sort.c - least significant digit radix sort over the bits that differ.
#include "base/sort.h"

#include "base/base.h"

#include <string.h>

#define FEW_BITS   8  // of a digit, for few records: counts are summed up for each pass
#define FEW        4096
#define DIGIT_BITS 11

static void sort_by_digit(const sort_record* from, sort_record* to, size_t count, int shift,
                          int bits)
{
    ASSERT(bits > 0 && bits <= DIGIT_BITS && shift >= 0 && shift < 64);
    size_t start[1u << DIGIT_BITS];
    const size_t digits = (size_t)1 << bits, mask = digits - 1;
    memset(start, 0, digits * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[(from[i].key >> shift) & mask]++;
    size_t sum = 0;
    for (size_t d = 0; d < digits; d++) {
        const size_t digit_count = start[d];
        start[d] = sum;
        sum += digit_count;
    }
    for (size_t i = 0; i < count; i++)
        to[start[(from[i].key >> shift) & mask]++] = from[i];
}

static void sort_by_insertion(sort_record* records, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const sort_record moving = records[i];
        size_t hole = i;
        for (; hole > 0 && records[hole - 1].key > moving.key; hole--)
            records[hole] = records[hole - 1];
        records[hole] = moving;
    }
}

static int is_sorted(const sort_record* records, size_t count)
{
    int sorted = 1;
    for (size_t i = 1; i < count; i++)
        sorted &= records[i - 1].key <= records[i].key;
    return sorted;
}

void sort_records(sort_record* records, sort_record* scratch, size_t count)
{
    ASSERT(records != scratch || count < 32);
    if (count < 32) {
        sort_by_insertion(records, count);
        return;
    }
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++)
        differing |= records[i].key ^ records[0].key;
    sort_record* from = records;
    sort_record* to = scratch;
    const int bits = count < FEW ? FEW_BITS : DIGIT_BITS;
    while (differing) {
        const int shift = __builtin_ctzll(differing);
        sort_by_digit(from, to, count, shift, bits);
        differing &= ~((((uint64_t)1 << bits) - 1) << shift);
        sort_record* swap = from;
        from = to;
        to = swap;
    }
    if (from != records) memcpy(records, from, count * sizeof *records);
    VALIDATE(is_sorted(records, count));
}
