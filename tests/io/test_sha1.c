// test_sha1.c - SHA-1 against the examples of FIPS 180 and RFC 3174, and a UUID against that of RFC 9562.
#include "file/sha1.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static void expect_hash(sha1* h, const char* wanted)
{
    unsigned char out[SHA1_SIZE];
    char text[2 * SHA1_SIZE + 1];
    sha1_end(h, out);
    for (int i = 0; i < SHA1_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", out[i]);
    assert_string_equal(text, wanted);
}

static void published_examples(void** state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
        int times;
    } rows[] = {
        {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d", 1},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "84983e441c3bd26ebaae4aa1f95129e5e54670f1", 1},
        {"a", "34aa973cd4c4daa4f61eeb2bdbad27316534016f", 1000000},
        {"0123456701234567012345670123456701234567012345670123456701234567",
         "dea356a2cddd90c7a7ecedc5ebb563934f460452", 10},
        {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sha1 h;
        sha1_begin(&h);
        for (int k = 0; k < rows[i].times; k++)
            sha1_add(&h, rows[i].text, strlen(rows[i].text));
        expect_hash(&h, rows[i].hash);
    }
}

// However a text is cut, and whatever its length is beside that of a block.
static void parts_make_the_whole(void** state)
{
    (void)state;
    unsigned char text[200];
    for (int i = 0; i < 200; i++)
        text[i] = (unsigned char)(i * 37 + 11);
    for (size_t size = 0; size <= sizeof text; size++) {
        unsigned char whole[SHA1_SIZE], parts[SHA1_SIZE];
        sha1 h;
        sha1_begin(&h);
        sha1_add(&h, text, size);
        sha1_end(&h, whole);
        sha1_begin(&h);
        for (size_t at = 0, step = 1 + size % 7; at < size; at += step)
            sha1_add(&h, text + at, step < size - at ? step : size - at);
        sha1_end(&h, parts);
        assert_memory_equal(whole, parts, SHA1_SIZE);
    }
}

static void uuid_of_a_name(void** state)
{
    (void)state;
    // RFC 9562, appendix A.4: www.example.com in the namespace of the DNS.
    static const unsigned char space[16] = {0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1,
                                            0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};
    static const unsigned char wanted[16] = {0x2e, 0xd6, 0x65, 0x7d, 0xe9, 0x27, 0x56, 0x8b,
                                             0x95, 0xe1, 0x26, 0x65, 0xa8, 0xae, 0xa6, 0xa2};
    unsigned char out[16];
    sha1 h;
    sha1_begin(&h);
    sha1_add(&h, space, sizeof space);
    sha1_add(&h, "www.example.com", 15);
    sha1_end_uuid(&h, out);
    assert_memory_equal(out, wanted, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_examples),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(uuid_of_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
