// zip_made.h - ZIP archives made in memory, as programs write them and as nobody should.
#ifndef ABUT_TESTS_SUPPORT_ZIP_MADE_H
#define ABUT_TESTS_SUPPORT_ZIP_MADE_H
#include "archive/crc.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ZIP_MADE_MOST = 16 };

// What the archive says of a file; tests change it between adding and ending.
typedef struct zip_made_entry {
    char name[64];
    uint64_t at, packed_size, size;
    uint32_t crc;
    uint16_t method, flags;
    bool is_zip64;  // its sizes and place stand in a field of their own
} zip_made_entry;

typedef struct zip_made {
    char* bytes;
    size_t size, capacity;
    zip_made_entry entries[ZIP_MADE_MOST];
    size_t count;
    size_t directory;     // where it begins, once it is there
    bool is_zip64;        // the end of the directory is one of ZIP64
    const char* comment;  // NULL: none
} zip_made;

static inline void zip_made_put(zip_made* z, const void* bytes, size_t size)
{
    if (z->size + size > z->capacity) {
        z->capacity = 2 * (z->size + size) + 1024;
        char* larger = realloc(z->bytes, z->capacity);
        if (!larger) abort();
        z->bytes = larger;
    }
    if (size > 0) memcpy(z->bytes + z->size, bytes, size);
    z->size += size;
}

static inline void zip_made_number(zip_made* z, uint64_t value, size_t size)
{
    char bytes[8];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(value >> (8 * i) & 255);
    zip_made_put(z, bytes, size);
}

// What header and directory have in common: from the version to the sizes.
static inline void zip_made_common(zip_made* z, const zip_made_entry* e, bool wide)
{
    zip_made_number(z, wide ? 45 : 20, 2);
    zip_made_number(z, e->flags, 2);
    zip_made_number(z, e->method, 2);
    zip_made_number(z, 0x00210000, 4);  // 1980-01-01
    zip_made_number(z, e->crc, 4);
    zip_made_number(z, wide ? UINT32_MAX : e->packed_size, 4);
    zip_made_number(z, wide ? UINT32_MAX : e->size, 4);
    zip_made_number(z, strlen(e->name), 2);
}

// Add a file that is packed already. Returns what the directory will say of it.
static inline zip_made_entry* zip_made_packed(zip_made* z, const char* name, const void* packed,
                                              size_t packed_size, size_t size, uint32_t crc,
                                              uint16_t method)
{
    if (z->count == ZIP_MADE_MOST) abort();
    zip_made_entry* e = &z->entries[z->count++];
    *e = (zip_made_entry){
        .at = z->size, .packed_size = packed_size, .size = size, .crc = crc, .method = method};
    strncpy(e->name, name, sizeof e->name - 1);
    zip_made_put(z, "PK\3\4", 4);
    zip_made_common(z, e, false);
    zip_made_number(z, 0, 2);
    zip_made_put(z, e->name, strlen(e->name));
    zip_made_put(z, packed, packed_size);
    return e;
}

// Add a file as it is.
static inline zip_made_entry* zip_made_add(zip_made* z, const char* name, const void* bytes,
                                           size_t size)
{
    return zip_made_packed(z, name, bytes, size, size, crc_of(bytes, size), 0);
}

static inline zip_made_entry* zip_made_text(zip_made* z, const char* name, const char* text)
{
    return zip_made_add(z, name, text, strlen(text));
}

static inline void zip_made_end64(zip_made* z, uint64_t size)
{
    const uint64_t at = z->size;
    zip_made_put(z, "PK\6\6", 4);
    zip_made_number(z, 44, 8);
    zip_made_number(z, 45, 2);
    zip_made_number(z, 45, 2);
    zip_made_number(z, 0, 8);  // volumes
    zip_made_number(z, z->count, 8);
    zip_made_number(z, z->count, 8);
    zip_made_number(z, size, 8);
    zip_made_number(z, z->directory, 8);
    zip_made_put(z, "PK\6\7", 4);
    zip_made_number(z, 0, 4);
    zip_made_number(z, at, 8);
    zip_made_number(z, 1, 4);
}

// Write the directory. The archive is z->bytes, to be freed.
static inline void zip_made_end(zip_made* z)
{
    z->directory = z->size;
    for (size_t i = 0; i < z->count; i++) {
        const zip_made_entry* e = &z->entries[i];
        zip_made_put(z, "PK\1\2", 4);
        zip_made_number(z, 45, 2);
        zip_made_common(z, e, e->is_zip64);
        zip_made_number(z, e->is_zip64 ? 28 : 0, 2);
        zip_made_number(z, 0, 2);
        zip_made_number(z, 0, 2);
        zip_made_number(z, 0, 6);
        zip_made_number(z, e->is_zip64 ? UINT32_MAX : e->at, 4);
        zip_made_put(z, e->name, strlen(e->name));
        if (!e->is_zip64) continue;
        zip_made_number(z, 1, 2);
        zip_made_number(z, 24, 2);
        zip_made_number(z, e->size, 8);
        zip_made_number(z, e->packed_size, 8);
        zip_made_number(z, e->at, 8);
    }
    const uint64_t size = z->size - z->directory;
    if (z->is_zip64) zip_made_end64(z, size);
    zip_made_put(z, "PK\5\6", 4);
    zip_made_number(z, 0, 4);
    zip_made_number(z, z->is_zip64 ? UINT16_MAX : z->count, 2);
    zip_made_number(z, z->is_zip64 ? UINT16_MAX : z->count, 2);
    zip_made_number(z, z->is_zip64 ? UINT32_MAX : size, 4);
    zip_made_number(z, z->is_zip64 ? UINT32_MAX : z->directory, 4);
    zip_made_number(z, z->comment ? strlen(z->comment) : 0, 2);
    if (z->comment) zip_made_put(z, z->comment, strlen(z->comment));
}

// Deflate without packing: blocks that are stored. Returns the size; out has room for 5 bytes more for each 65535.
static inline size_t zip_made_deflate(const char* bytes, size_t size, char* out)
{
    enum { BLOCK = 65535 };
    size_t used = 0;
    for (size_t at = 0; at == 0 || at < size; at += BLOCK) {
        const size_t length = size - at < BLOCK ? size - at : BLOCK;
        out[used++] = at + length >= size;
        out[used++] = (char)(length & 255);
        out[used++] = (char)(length >> 8);
        out[used++] = (char)(~length & 255);
        out[used++] = (char)(~length >> 8 & 255);
        if (length > 0) memcpy(out + used, bytes + at, length);
        used += length;
    }
    return used;
}

#endif
