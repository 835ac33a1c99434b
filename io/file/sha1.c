// sha1.c - see sha1.h.
#include "file/sha1.h"

#include <string.h>

static uint32_t rotate(uint32_t x, int bits)
{
    return x << bits | x >> (32 - bits);
}

// What a round mixes in: of the three words, and its constant.
static uint32_t mix(int round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5A827999u;
    case 1:
        return (b ^ c ^ d) + 0x6ED9EBA1u;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCu;
    default:
        return (b ^ c ^ d) + 0xCA62C1D6u;
    }
}

static void take_block(sha1* h)
{
    uint32_t w[80], s[5];
    for (size_t i = 0; i < 16; i++)
        w[i] = (uint32_t)h->block[4 * i] << 24 | (uint32_t)h->block[4 * i + 1] << 16 |
               (uint32_t)h->block[4 * i + 2] << 8 | h->block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    memcpy(s, h->state, sizeof s);
    for (int i = 0; i < 80; i++) {
        const uint32_t next = rotate(s[0], 5) + mix(i, s[1], s[2], s[3]) + s[4] + w[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotate(s[1], 30);
        s[1] = s[0];
        s[0] = next;
    }
    for (int i = 0; i < 5; i++)
        h->state[i] += s[i];
}

void sha1_begin(sha1* h)
{
    *h = (sha1){.state = {0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u}};
}

void sha1_add(sha1* h, const void* bytes, size_t size)
{
    const unsigned char* at = bytes;
    while (size) {
        const size_t used = h->size % SHA1_BLOCK;
        const size_t part = size < SHA1_BLOCK - used ? size : SHA1_BLOCK - used;
        memcpy(h->block + used, at, part);
        h->size += part;
        at += part;
        size -= part;
        if (used + part == SHA1_BLOCK) take_block(h);
    }
}

void sha1_end(sha1* h, unsigned char out[SHA1_SIZE])
{
    static const unsigned char one = 0x80, zero = 0;
    const uint64_t bits = 8 * h->size;
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha1_add(h, &one, 1);
    while (h->size % SHA1_BLOCK != SHA1_BLOCK - sizeof length)
        sha1_add(h, &zero, 1);
    sha1_add(h, length, sizeof length);
    for (int i = 0; i < SHA1_SIZE; i++)
        out[i] = (unsigned char)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha1_end_uuid(sha1* h, unsigned char out[16])
{
    unsigned char hash[SHA1_SIZE];
    sha1_end(h, hash);
    memcpy(out, hash, 16);
    out[6] = (unsigned char)((out[6] & 0x0F) | 0x50);
    out[8] = (unsigned char)((out[8] & 0x3F) | 0x80);
}
