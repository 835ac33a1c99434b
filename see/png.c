// png.c - a picture as PNG (ISO 15948): three chunks, compressed by zlib.
#include "see.h"

#include <stdlib.h>
#include <string.h>

#ifdef ABUT_ZLIB
#include <zlib.h>

bool see_can_write(void)
{
    return true;
}

static void put_number(uint8_t* at, size_t value)
{
    for (int k = 0; k < 4; k++)
        at[k] = (uint8_t)(value >> (24 - 8 * k));
}

// A chunk: its length, its name, its bytes, and a sum of the last two.
static void write_chunk(FILE* out, const char* name, const uint8_t* bytes, size_t size)
{
    uint8_t head[8], foot[4];
    put_number(head, size);
    memcpy(head + 4, name, 4);
    uLong sum = crc32(0, head + 4, 4);
    if (size) sum = crc32(sum, bytes, (uInt)size);
    put_number(foot, sum);
    fwrite(head, 1, sizeof head, out);
    if (size) fwrite(bytes, 1, size, out);
    fwrite(foot, 1, sizeof foot, out);
}

// What the compressor gets: each row behind a 2, as differences from the row above.
static void filter_rows(const see_image* image, uint8_t* out)
{
    const size_t row = 3 * (size_t)image->width;
    for (int y = 0; y < image->height; y++) {
        const uint8_t* at = image->pixels + row * (size_t)y;
        *out++ = 2;
        for (size_t i = 0; i < row; i++)
            *out++ = (uint8_t)(at[i] - (y ? at[i - row] : 0));
    }
}

see_status see_write_png(const see_image* image, FILE* out)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const size_t size = (3 * (size_t)image->width + 1) * (size_t)image->height;
    uLongf packed_size = compressBound(size);
    uint8_t* rows = malloc(size);
    uint8_t* packed = calloc(packed_size, 1);  // a sanitizer does not see what zlib writes
    see_status status = SEE_OUT_OF_MEMORY;
    if (rows && packed) {
        filter_rows(image, rows);
        if (compress2(packed, &packed_size, rows, size, 6) == Z_OK) status = SEE_OK;
    }
    if (status == SEE_OK) {
        uint8_t header[13] = {[8] = 8, [9] = 2};  // eight bits each of red, green and blue
        put_number(header, (size_t)image->width);
        put_number(header + 4, (size_t)image->height);
        fwrite(signature, 1, sizeof signature, out);
        write_chunk(out, "IHDR", header, sizeof header);
        write_chunk(out, "IDAT", packed, packed_size);
        write_chunk(out, "IEND", NULL, 0);
    }
    free(rows);
    free(packed);
    return status;
}

#else

bool see_can_write(void)
{
    return false;
}

see_status see_write_png(const see_image* image, FILE* out)
{
    (void)image, (void)out;
    return SEE_NOT_AVAILABLE;
}

#endif
