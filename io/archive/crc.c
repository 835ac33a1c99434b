// crc.c - see crc.h. Eight bytes at a time: as many tables as that tell what a byte does so many bytes later.
#include "archive/crc.h"

#include "file/bytes.h"

static void make_tables(uint32_t tables[8][256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0);
        tables[0][i] = crc;
    }
    for (uint32_t i = 0; i < 256; i++)
        for (int k = 1; k < 8; k++)
            tables[k][i] = tables[k - 1][i] >> 8 ^ tables[0][tables[k - 1][i] & 255];
}

uint32_t crc_of(const char* bytes, size_t size)
{
    uint32_t tables[8][256];  // made in microseconds
    make_tables(tables);
    uint32_t crc = 0xFFFFFFFFU;
    for (; size >= 8; bytes += 8, size -= 8) {
        const uint32_t low = load_u32(bytes, false) ^ crc, high = load_u32(bytes + 4, false);
        crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^
              tables[4][low >> 24] ^ tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^
              tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
    }
    for (; size > 0; bytes++, size--)
        crc = crc >> 8 ^ tables[0][(crc ^ (unsigned char)*bytes) & 255];
    return ~crc;
}
