// test_hash.c - the checksum of saved models against libxxhash: every length up to where texts are
// long, lengths around stripes and blocks, and seeds.
#define XXH_INLINE_ALL
#include "base/hash.h"
#include "support/soups.h"

#include <xxhash.h>

enum { MOST = 5000 };

static void fill(unsigned char* bytes)
{
    uint32_t state = 1;
    for (int i = 0; i < MOST; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (unsigned char)(state >> 24);
    }
}

static void sums_are_those_of_libxxhash(void** state)
{
    (void)state;
    unsigned char bytes[MOST];
    fill(bytes);
    for (size_t size = 0; size < MOST; size++) {
        // Behind a byte, so that words stand anywhere.
        const unsigned char* from = bytes + size % 3 % (MOST - size);
        assert_int_equal(hash_64(from, size), XXH3_64bits(from, size));
    }
}

static void double_sums_are_too(void** state)
{
    (void)state;
    static const uint64_t seeds[] = {0, 1, 0x8000000000000000u, 0x9182736455463728u, UINT64_MAX};
    unsigned char bytes[MOST];
    fill(bytes);
    for (size_t size = 0; size < MOST; size++)
        for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
            uint64_t sum[2];
            hash_128(bytes, size, seeds[i], sum);
            const XXH128_hash_t theirs = XXH3_128bits_withSeed(bytes, size, seeds[i]);
            assert_int_equal(sum[0], theirs.low64);
            assert_int_equal(sum[1], theirs.high64);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_libxxhash),
        cmocka_unit_test(double_sums_are_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
