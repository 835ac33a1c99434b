// hash.c - see hash.h. Long texts go through eight sums, a stripe of 64 bytes at a time; up to 240
// bytes have ways of their own, which is where most of the lines are.
#include "base/hash.h"

#include "base/simd.h"

#include <string.h>

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the bytes of saved models are those of a little-endian machine"
#endif

__extension__ typedef unsigned __int128 wide;
typedef unsigned char byte;

#define PRIME32_1 UINT64_C(0x9E3779B1)
#define PRIME32_2 UINT64_C(0x85EBCA77)
#define PRIME32_3 UINT64_C(0xC2B2AE3D)
#define PRIME64_1 UINT64_C(0x9E3779B185EBCA87)
#define PRIME64_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define PRIME64_3 UINT64_C(0x165667B19E3779F9)
#define PRIME64_4 UINT64_C(0x85EBCA77C2B2AE63)
#define PRIME64_5 UINT64_C(0x27D4EB2F165667C5)
#define MIX_1     UINT64_C(0x165667919E3779F9)
#define MIX_2     UINT64_C(0x9FB21C651E98DF25)

enum {
    SECRET = 192,
    STRIPE = 64,
    STEP = 8,
    STRIPES = (SECRET - STRIPE) / STEP,
    SUMS = 8,
    SHORT = 240
};

// The noise that texts are mixed with.
static const byte secret[SECRET] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
};

static uint64_t read_8(const byte* at)
{
    uint64_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

static uint64_t read_4(const byte* at)
{
    uint32_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

static uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static uint64_t fold(uint64_t x, uint64_t y)
{
    const wide product = (wide)x * y;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t finish(uint64_t x)
{
    x = (x ^ x >> 37) * MIX_1;
    return x ^ x >> 32;
}

static uint64_t finish_small(uint64_t x)
{
    x = (x ^ x >> 33) * PRIME64_2;
    x = (x ^ x >> 29) * PRIME64_3;
    return x ^ x >> 32;
}

// Two words of noise.
static uint64_t noise(size_t at)
{
    return read_8(secret + at) ^ read_8(secret + at + 8);
}

static uint64_t mix(const byte* at, const byte* key, uint64_t seed)
{
    return fold(read_8(at) ^ (read_8(key) + seed), read_8(at + 8) ^ (read_8(key + 8) - seed));
}

// ------------------------------------------------------------------------------------------- long

static void add_stripe(uint64_t sums[SUMS], const byte* at, const byte* key)
{
    for (size_t i = 0; i < SUMS; i += 2) {
        pair_word sum, x, noise_here;
        memcpy(&sum, sums + i, sizeof sum);
        memcpy(&x, at + 8 * i, sizeof x);
        memcpy(&noise_here, key + 8 * i, sizeof noise_here);
        sum += __builtin_shufflevector(x, x, 1, 0) + pair_word_halves_product(x ^ noise_here);
        memcpy(sums + i, &sum, sizeof sum);
    }
}

static void scramble(uint64_t sums[SUMS], const byte* key)
{
    for (size_t i = 0; i < SUMS; i++)
        sums[i] = (sums[i] ^ sums[i] >> 47 ^ read_8(key + 8 * i)) * PRIME32_1;
}

static void add_all(uint64_t sums[SUMS], const byte* at, size_t size, const byte* key)
{
    const byte* const last = at + size - STRIPE;
    for (size_t left = size - 1; left >= STRIPE;) {
        for (size_t n = 0; n < STRIPES && left >= STRIPE; n++, at += STRIPE, left -= STRIPE) {
            add_stripe(sums, at, key + n * STEP);
            if (n == STRIPES - 1) scramble(sums, key + SECRET - STRIPE);
        }
    }
    add_stripe(sums, last, key + SECRET - STRIPE - 7);
}

static uint64_t merge(const uint64_t sums[SUMS], const byte* key, uint64_t start)
{
    for (size_t i = 0; i < SUMS; i += 2)
        start += fold(sums[i] ^ read_8(key + 8 * i), sums[i + 1] ^ read_8(key + 8 * i + 8));
    return finish(start);
}

#define FIRST_SUMS                                                                                 \
    {                                                                                              \
        PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1     \
    }

static void make_key(byte key[SECRET], uint64_t seed)
{
    for (size_t i = 0; i < SECRET; i += 16) {
        const uint64_t low = read_8(secret + i) + seed, high = read_8(secret + i + 8) - seed;
        memcpy(key + i, &low, sizeof low);
        memcpy(key + i + 8, &high, sizeof high);
    }
}

// ---------------------------------------------------------------------------------- short, 64 bits

static uint32_t ends_of(const byte* at, size_t size)
{
    return (uint32_t)at[0] << 16 | (uint32_t)at[size / 2] << 24 | at[size - 1] |
           (uint32_t)size << 8;
}

static uint64_t up_to_16(const byte* at, size_t size)
{
    if (size > 8) {
        const uint64_t low = read_8(at) ^ noise(24), high = read_8(at + size - 8) ^ noise(40);
        return finish(size + __builtin_bswap64(low) + high + fold(low, high));
    }
    if (size >= 4) {
        uint64_t x = (read_4(at + size - 4) + (read_4(at) << 32)) ^ noise(8);
        x = (x ^ turn(x, 49) ^ turn(x, 24)) * MIX_2;
        x = (x ^ ((x >> 35) + size)) * MIX_2;
        return x ^ x >> 28;
    }
    if (size) return finish_small(ends_of(at, size) ^ read_4(secret) ^ read_4(secret + 4));
    return finish_small(noise(56));
}

static uint64_t up_to_240(const byte* at, size_t size)
{
    uint64_t sum = size * PRIME64_1;
    if (size <= 128) {
        for (size_t i = 0; i <= (size - 1) / 32; i++) {
            sum += mix(at + 16 * i, secret + 32 * i, 0);
            sum += mix(at + size - 16 * (i + 1), secret + 32 * i + 16, 0);
        }
        return finish(sum);
    }
    for (size_t i = 0; i < 8; i++)
        sum += mix(at + 16 * i, secret + 16 * i, 0);
    sum = finish(sum);
    for (size_t i = 8; i < size / 16; i++)
        sum += mix(at + 16 * i, secret + 16 * (i - 8) + 3, 0);
    return finish(sum + mix(at + size - 16, secret + 136 - 17, 0));
}

uint64_t hash_64(const void* bytes, size_t size)
{
    if (size <= 16) return up_to_16(bytes, size);
    if (size <= SHORT) return up_to_240(bytes, size);
    uint64_t sums[SUMS] = FIRST_SUMS;
    add_all(sums, bytes, size, secret);
    return merge(sums, secret + 11, size * PRIME64_1);
}

// --------------------------------------------------------------------------------- short, 128 bits

static void up_to_16_twice(const byte* at, size_t size, uint64_t seed, uint64_t out[2])
{
    if (size > 8) {
        const uint64_t low = read_8(at);
        uint64_t high = read_8(at + size - 8);
        const wide product = (wide)(low ^ high ^ (noise(32) - seed)) * PRIME64_1;
        high ^= noise(48) + seed;
        const uint64_t upper =
            (uint64_t)(product >> 64) + high + (high & UINT32_MAX) * (PRIME32_2 - 1);
        const uint64_t lower =
            ((uint64_t)product + ((uint64_t)(size - 1) << 54)) ^ __builtin_bswap64(upper);
        const wide next = (wide)lower * PRIME64_2;
        out[0] = finish((uint64_t)next);
        out[1] = finish((uint64_t)(next >> 64) + upper * PRIME64_2);
    } else if (size >= 4) {
        seed ^= (uint64_t)__builtin_bswap32((uint32_t)seed) << 32;
        const uint64_t x = (read_4(at) + (read_4(at + size - 4) << 32)) ^ (noise(16) + seed);
        const wide product = (wide)x * (PRIME64_1 + (size << 2));
        const uint64_t low = (uint64_t)product, high = (uint64_t)(product >> 64) + (low << 1);
        uint64_t mixed = low ^ high >> 3;
        mixed = (mixed ^ mixed >> 35) * MIX_2;
        out[0] = mixed ^ mixed >> 28;
        out[1] = finish(high);
    } else if (size) {
        const uint32_t low = ends_of(at, size), swapped = __builtin_bswap32(low);
        const uint32_t high = swapped << 13 | swapped >> 19;
        out[0] = finish_small(low ^ ((read_4(secret) ^ read_4(secret + 4)) + seed));
        out[1] = finish_small(high ^ ((read_4(secret + 8) ^ read_4(secret + 12)) - seed));
    } else {
        out[0] = finish_small(seed ^ noise(64));
        out[1] = finish_small(seed ^ noise(80));
    }
}

static void mix_twice(uint64_t sum[2], const byte* one, const byte* other, const byte* key,
                      uint64_t seed)
{
    sum[0] += mix(one, key, seed);
    sum[0] ^= read_8(other) + read_8(other + 8);
    sum[1] += mix(other, key + 16, seed);
    sum[1] ^= read_8(one) + read_8(one + 8);
}

static void up_to_240_twice(const byte* at, size_t size, uint64_t seed, uint64_t out[2])
{
    uint64_t sum[2] = {size * PRIME64_1, 0};
    if (size <= 128) {
        for (size_t i = (size - 1) / 32 + 1; i-- > 0;)
            mix_twice(sum, at + 16 * i, at + size - 16 * (i + 1), secret + 32 * i, seed);
    } else {
        for (size_t i = 0; i < 128; i += 32)
            mix_twice(sum, at + i, at + i + 16, secret + i, seed);
        sum[0] = finish(sum[0]);
        sum[1] = finish(sum[1]);
        for (size_t i = 128; i + 32 <= size; i += 32)
            mix_twice(sum, at + i, at + i + 16, secret + 3 + i - 128, seed);
        mix_twice(sum, at + size - 16, at + size - 32, secret + 136 - 17 - 16, 0 - seed);
    }
    out[0] = finish(sum[0] + sum[1]);
    out[1] = 0 - finish(sum[0] * PRIME64_1 + sum[1] * PRIME64_4 + (size - seed) * PRIME64_2);
}

void hash_128(const void* bytes, size_t size, uint64_t seed, uint64_t out[2])
{
    byte key[SECRET];
    uint64_t sums[SUMS] = FIRST_SUMS;
    if (size <= 16) {
        up_to_16_twice(bytes, size, seed, out);
    } else if (size <= SHORT) {
        up_to_240_twice(bytes, size, seed, out);
    } else {
        make_key(key, seed);
        add_all(sums, bytes, size, key);
        out[0] = merge(sums, key + 11, size * PRIME64_1);
        out[1] = merge(sums, key + SECRET - STRIPE - 11, ~(size * PRIME64_2));
    }
}
