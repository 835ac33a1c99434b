// crc.c - see crc.h. By zlib where it is, since that is some times as fast as a table of 256.
#include "archive/crc.h"

#ifdef ABUT_ZLIB
#include <zlib.h>

uint32_t crc_of(const char* bytes, size_t size)
{
    enum { PIECE = 1 << 30 };  // zlib counts in unsigned int
    uLong crc = crc32(0, NULL, 0);
    while (size > 0) {
        const size_t piece = size < PIECE ? size : PIECE;
        crc = crc32(crc, (const Bytef*)bytes, (uInt)piece);
        bytes += piece;
        size -= piece;
    }
    return (uint32_t)crc;
}

#else

uint32_t crc_of(const char* bytes, size_t size)
{
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320U : 0);
    }
    uint32_t crc = 0xFFFFFFFFU;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ (unsigned char)bytes[i]) & 255];
    return ~crc;
}

#endif
