// sort.c - least significant digit radix sort of the bits that differ, which are put together in one word a record: so there
// is half as much to move, and as few passes as their number allows.
#include "base/sort.h"

#include "base/base.h"

#include <string.h>

#define FEW_BITS   8  // of a digit, for few records: counts are summed up for each pass
#define FEW        4096
#define DIGIT_BITS 11
#define DIGIT_MOST 12  // of words

// How the halves of a key and the value lie in a word: the value lowest, which is not sorted by.
typedef struct word_form {
    uint64_t base;         // what all keys have in common stands in it
    int high, low, value;  // bits of each
} word_form;

static int width_of(uint64_t bits)
{
    return bits ? 64 - __builtin_clzll(bits) : 0;
}

static uint64_t low_bits(int count)
{
    return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

static void pack_records(const word_form* form, const sort_record* records, size_t count,
                         uint64_t* to)
{
    const word_form f = *form;
    const uint64_t high = low_bits(f.high), low = low_bits(f.low);
    const int above = f.value + f.low;
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = records[i].key;
        to[i] = (key >> 32 & high) << above | (key & low) << f.value | records[i].value;
    }
}

static void unpack_records(const word_form* form, const uint64_t* from, size_t count,
                           sort_record* records)
{
    const word_form f = *form;
    const uint64_t low = low_bits(f.low), value = low_bits(f.value);
    const int above = f.value + f.low;
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = from[i] >> above << 32 | (from[i] >> f.value & low);
        records[i] = (sort_record){f.base | key, (uint32_t)(from[i] & value)};
    }
}

static void move_words(const uint64_t* from, uint64_t* to, size_t count, int shift, int bits)
{
    ASSERT(bits > 0 && bits <= DIGIT_MOST && shift >= 0 && shift < 64);
    uint32_t start[1u << DIGIT_MOST];
    const size_t digits = (size_t)1 << bits, mask = digits - 1;
    memset(start, 0, digits * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[from[i] >> shift & mask]++;
    uint32_t sum = 0;
    for (size_t d = 0; d < digits; d++) {
        const uint32_t digit_count = start[d];
        start[d] = sum;
        sum += digit_count;
    }
    for (size_t i = 0; i < count; i++)
        to[start[from[i] >> shift & mask]++] = from[i];
}

// In how many passes so many bits are sorted soonest: each one moves all words, and sums up the counts of a digit.
static int passes_for(int width, size_t count)
{
    int best = 0;
    size_t least = SIZE_MAX;
    for (int passes = (width + DIGIT_MOST - 1) / DIGIT_MOST;; passes++) {
        const int bits = (width + passes - 1) / passes;
        const size_t cost = (size_t)passes * (3 * count + ((size_t)1 << bits));
        if (cost >= least) return best;
        least = cost;
        best = passes;
    }
}

// By all bits above the value; there are some.
static void sort_words(const word_form* f, sort_record* records, uint64_t* words, size_t count)
{
    const int width = f->high + f->low, passes = passes_for(width, count);
    const int bits = (width + passes - 1) / passes;
    uint64_t *from = words, *to = words + count;
    pack_records(f, records, count, from);
    for (int i = 0; i < passes; i++) {
        move_words(from, to, count, f->value + i * bits, bits);
        uint64_t* const swap = from;
        from = to;
        to = swap;
    }
    unpack_records(f, from, count, records);
}

// Of records that are too long for a word.
static void move_by_digit(const sort_record* from, sort_record* to, size_t count, int shift,
                          int bits)
{
    ASSERT(bits > 0 && bits <= DIGIT_MOST && shift >= 0 && shift < 64);
    size_t start[1u << DIGIT_MOST];
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

static void sort_whole(sort_record* records, sort_record* scratch, size_t count, uint64_t differing)
{
    sort_record *from = records, *to = scratch;
    const int bits = count < FEW ? FEW_BITS : DIGIT_BITS;
    while (differing) {
        const int shift = __builtin_ctzll(differing);
        move_by_digit(from, to, count, shift, bits);
        differing &= ~((((uint64_t)1 << bits) - 1) << shift);
        sort_record* const swap = from;
        from = to;
        to = swap;
    }
    if (from != records) memcpy(records, from, count * sizeof *records);
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
    uint32_t values = 0;
    for (size_t i = 0; i < count; i++) {
        differing |= records[i].key ^ records[0].key;
        values |= records[i].value;
    }
    word_form f = {.high = width_of(differing >> 32),
                   .low = width_of(differing & UINT32_MAX),
                   .value = width_of(values)};
    f.base = records[0].key & ~(low_bits(f.high) << 32 | low_bits(f.low));
    if (!differing) return;
    if (f.high + f.low + f.value <= 64 && count <= UINT32_MAX)
        sort_words(&f, records, (uint64_t*)(void*)scratch, count);
    else
        sort_whole(records, scratch, count, differing);
    VALIDATE(is_sorted(records, count));
}
