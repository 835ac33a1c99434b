// sort.c - least significant digit radix sort over the bits that differ.
#include "base/sort.h"

#include "base/base.h"

#include <string.h>

#define DIGIT_BITS  11
#define DIGIT_COUNT (1u << DIGIT_BITS)

static void sort_by_digit(const sort_record* from, sort_record* to, size_t count, int shift)
{
    size_t start[DIGIT_COUNT] = {0};
    for (size_t i = 0; i < count; i++)
        start[(from[i].key >> shift) & (DIGIT_COUNT - 1)]++;
    size_t sum = 0;
    for (size_t d = 0; d < DIGIT_COUNT; d++) {
        const size_t digit_count = start[d];
        start[d] = sum;
        sum += digit_count;
    }
    for (size_t i = 0; i < count; i++)
        to[start[(from[i].key >> shift) & (DIGIT_COUNT - 1)]++] = from[i];
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

void sort_records(sort_record* records, sort_record* scratch, size_t count)
{
    if (count < 64) {
        sort_by_insertion(records, count);
        return;
    }
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++)
        differing |= records[i].key ^ records[0].key;
    sort_record* from = records;
    sort_record* to = scratch;
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        if (((differing >> shift) & (DIGIT_COUNT - 1)) == 0) continue;
        sort_by_digit(from, to, count, shift);
        sort_record* swap = from;
        from = to;
        to = swap;
    }
    if (from != records) memcpy(records, from, count * sizeof *records);
}
