// test_inflate.c - what zlib packs comes out as it was; what is damaged is refused where zlib refuses it, and gives the same
// bytes where it does not.
#include "archive/crc.h"
#include "archive/inflate.h"
#include "io/mesh_check.h"
#include "support/zlib_truth.h"

enum { SIZE_MOST = 200000, ROOM = SIZE_MOST + SIZE_MOST / 8 + 1000 };

// Bytes of several kinds: nothing but chance, few different ones, text that repeats near and far, runs.
static void make_bytes(char* bytes, size_t size, size_t kind)
{
    for (size_t i = 0; i < size; i++) {
        const size_t back = 1 + random_below(kind == 3 ? 40000 : 300);
        if (kind == 0) bytes[i] = (char)random_bits();
        if (kind == 1) bytes[i] = (char)('a' + random_below(3));
        if (kind == 2) bytes[i] = (char)(i / 1000);
        if (kind < 3) continue;
        size_t length = random_below(400);
        if (i < back) length = 0;
        for (; length > 0 && i < size; length--, i++)
            bytes[i] = bytes[i - back];
        if (i < size) bytes[i] = (char)(33 + random_below(kind == 3 ? 200 : 90));
    }
}

static void check_whole(const char* bytes, size_t size, const char* packed, size_t packed_size)
{
    // What stands behind must not be read, nor written.
    char* in = malloc(packed_size);
    char* out = malloc(size + 1);
    assert_true(in && out);
    memcpy(in, packed, packed_size);
    assert_int_equal(inflate_bytes(in, packed_size, out, size), INFLATE_OK);
    assert_memory_equal(out, bytes, size);
    if (size > 0) assert_true(inflate_bytes(in, packed_size, out, size - 1) != INFLATE_OK);
    assert_true(inflate_bytes(in, packed_size, out, size + 1) != INFLATE_OK);
    assert_true(inflate_bytes(in, packed_size - 1, out, size) != INFLATE_OK);
    free(in);
    free(out);
}

static void what_zlib_packs_comes_out(void** state)
{
    (void)state;
    static char bytes[SIZE_MOST], packed[ROOM];
    static const size_t sizes[] = {0, 1, 2, 7, 8, 9, 300, 5000, 65535, 65536, SIZE_MOST};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE,
                                     Z_FIXED};
    for (size_t kind = 0; kind < 5; kind++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            for (size_t s = 0; s < 5; s++) {
                make_bytes(bytes, sizes[i], kind);
                const int level = (int)((kind + i + s) % 10);
                const size_t size =
                    zlib_deflates(bytes, sizes[i], level, strategies[s], packed, ROOM);
                check_whole(bytes, sizes[i], packed, size);
            }
}

// No byte gives more than is said: the limit that archives are refused by.
static void the_ratio_is_never_more(void** state)
{
    (void)state;
    static char bytes[SIZE_MOST], packed[ROOM];
    const size_t size = zlib_deflates(bytes, SIZE_MOST, 9, Z_DEFAULT_STRATEGY, packed, ROOM);
    assert_true(size * INFLATE_RATIO_MOST >= SIZE_MOST && size * 900 < SIZE_MOST);
}

static void damage_is_seen_as_zlib_sees_it(void** state)
{
    (void)state;
    static char bytes[2000], packed[4000], ours[4000], theirs[4000];
    size_t refused = 0, fine = 0;
    for (size_t round = 0; round < 20000; round++) {
        const size_t length = random_below(sizeof bytes);
        make_bytes(bytes, length, round % 5);
        size_t packed_size =
            zlib_deflates(bytes, length, (int)(round / 5 % 10),
                          round % 3 ? Z_DEFAULT_STRATEGY : Z_FIXED, packed, sizeof packed);
        for (size_t hits = 1 + random_below(3); hits > 0; hits--)
            packed[random_below(random_below(2)    ? packed_size
                                : packed_size < 40 ? packed_size
                                                   : 40)] ^= (char)(1 << random_below(8));
        if (random_below(4) == 0) packed_size = random_below(packed_size + 1);
        const size_t wanted = random_below(4) == 0 ? random_below(sizeof ours) : length;
        const bool is_fine = zlib_inflates(packed, packed_size, theirs, wanted);
        assert_int_equal(inflate_bytes(packed, packed_size, ours, wanted) == INFLATE_OK, is_fine);
        if (is_fine) assert_memory_equal(ours, theirs, wanted);
        refused += !is_fine;
        fine += is_fine;
    }
    print_message("%zu refused, %zu fine\n", refused, fine);
    assert_true(refused > 5000 && fine > 500);
}

// Nothing but chance: most ends soon.
static void any_bytes_are_seen_as_zlib_sees_them(void** state)
{
    (void)state;
    char packed[64], ours[300], theirs[300];
    size_t fine = 0;
    for (size_t round = 0; round < 300000; round++) {
        const size_t packed_size = 1 + random_below(sizeof packed);
        for (size_t i = 0; i < packed_size; i++)
            packed[i] = (char)random_bits();
        packed[0] =
            (char)((packed[0] & ~7) | (round % 8 < 4 ? 3 : 5));  // the last block, fixed or not
        const size_t wanted = random_below(round % 2 ? 8 : sizeof ours);
        const bool is_fine = zlib_inflates(packed, packed_size, theirs, wanted);
        assert_int_equal(inflate_bytes(packed, packed_size, ours, wanted) == INFLATE_OK, is_fine);
        if (is_fine) assert_memory_equal(ours, theirs, wanted);
        fine += is_fine;
    }
    print_message("%zu fine\n", fine);
    assert_true(fine > 0);
}

static void checksums_are_those_of_zlib(void** state)
{
    (void)state;
    char bytes[100];
    for (size_t round = 0; round < 2000; round++) {
        const size_t size = random_below(sizeof bytes), from = random_below(size + 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)random_bits();
        const uLong truth = crc32(0, (const Bytef*)bytes + from, (uInt)(size - from));
        assert_int_equal(crc_of(bytes + from, size - from), (uint32_t)truth);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_zlib_packs_comes_out),
        cmocka_unit_test(the_ratio_is_never_more),
        cmocka_unit_test(damage_is_seen_as_zlib_sees_it),
        cmocka_unit_test(any_bytes_are_seen_as_zlib_sees_them),
        cmocka_unit_test(checksums_are_those_of_zlib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
