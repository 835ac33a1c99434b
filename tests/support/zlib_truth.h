// zlib_truth.h - what zlib packs, and what it makes of packed bytes: the truth for archive/inflate.h.
#ifndef ABUT_TESTS_SUPPORT_ZLIB_TRUTH_H
#define ABUT_TESTS_SUPPORT_ZLIB_TRUTH_H
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Whether these are whole bytes of deflate that give exactly size bytes, which then stand in out.
static inline bool zlib_inflates(const char* packed, size_t packed_size, char* out, size_t size)
{
    z_stream z = {0};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) abort();
    Bytef* copy = malloc(packed_size + 1);  // zlib's input is not const everywhere
    if (!copy) abort();
    if (packed_size > 0) memcpy(copy, packed, packed_size);
    Bytef nothing = 0;
    z.next_in = copy;
    z.avail_in = (uInt)packed_size;
    z.next_out = size > 0 ? (Bytef*)out : &nothing;
    z.avail_out = (uInt)size;
    const int status = inflate(&z, Z_FINISH);
    const bool fine = status == Z_STREAM_END && z.avail_in == 0 && z.avail_out == 0;
    inflateEnd(&z);
    free(copy);
    return fine;
}

// Pack. Returns the size, at most room.
static inline size_t zlib_deflates(const char* bytes, size_t size, int level, int strategy,
                                   char* packed, size_t room)
{
    z_stream z = {0};
    if (deflateInit2(&z, level, Z_DEFLATED, -MAX_WBITS, 8, strategy) != Z_OK) abort();
    Bytef* copy = malloc(size + 1);
    if (!copy) abort();
    if (size > 0) memcpy(copy, bytes, size);
    z.next_in = copy;
    z.avail_in = (uInt)size;
    z.next_out = (Bytef*)packed;
    z.avail_out = (uInt)room;
    if (deflate(&z, Z_FINISH) != Z_STREAM_END) abort();
    deflateEnd(&z);
    free(copy);
    return room - z.avail_out;
}

#endif
