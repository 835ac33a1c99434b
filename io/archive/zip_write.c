// zip_write.c - see zip_write.h. The form is that of PKWARE's APPNOTE, ISO/IEC 21320-1: no encryption, no extra fields,
// names in UTF-8.
#include "archive/zip_write.h"

#include "archive/crc.h"
#include "file/bytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    END_SIZE = 22,
    END64_SIZE = 56,
    LOCATOR_SIZE = 20,
    VERSION = 20,                // 2.0: folders
    VERSION64 = 45,              // 4.5: ZIP64
    MADE_BY = 3 << 8 | VERSION,  // Unix, whose rights the upper half of the outer attributes has
    UTF8 = 1 << 11,
    COUNT_MOST = 0xfffe,  // 0xffff says that ZIP64 tells it
};
#define SIZE_MOST     UINT64_C(0xfffffffe)
#define FILE_RIGHTS   (UINT32_C(0100644) << 16)
#define FOLDER_RIGHTS (UINT32_C(0040755) << 16 | 0x10)

struct zip_entry {
    char* name;
    uint32_t sum, size, place;
};

static void store_u16(unsigned char* to, unsigned value)
{
    to[0] = (unsigned char)value;
    to[1] = (unsigned char)(value >> 8);
}

static void store_u64(unsigned char* to, uint64_t value)
{
    store_u32(to, (uint32_t)value);
    store_u32(to + 4, (uint32_t)(value >> 32));
}

// ------------------------------------------------------------------------------------------- date

// The number of so many digits; 0 where there are none.
static unsigned digits(const char* at, int count)
{
    unsigned value = 0;
    for (int i = 0; i < count; i++) {
        if (at[i] < '0' || at[i] > '9') return 0;
        value = 10 * value + (unsigned)(at[i] - '0');
    }
    return value;
}

void zip_begin(zip_writer* z, FILE* out, const char* date)
{
    *z = (zip_writer){.out = out, .day = 1 << 5 | 1};
    if (strlen(date) < sizeof "2026-11-30T12:34:56" - 1) return;
    const unsigned year = digits(date, 4), month = digits(date + 5, 2), day = digits(date + 8, 2);
    if (year < 1980 || year > 2107) return;
    z->day = (uint16_t)((year - 1980) << 9 | month << 5 | day);
    z->clock = (uint16_t)(digits(date + 11, 2) << 11 | digits(date + 14, 2) << 5 |
                          digits(date + 17, 2) / 2);
}

// ---------------------------------------------------------------------------------------- entries

static void put(zip_writer* z, const void* bytes, size_t size)
{
    if (size) fwrite(bytes, 1, size, z->out);
    z->size += size;
}

// What the head of an entry and its line in the directory have in common, from the version on.
static void store_common(const zip_writer* z, const struct zip_entry* e, unsigned char* to)
{
    store_u16(to, VERSION);
    store_u16(to + 2, UTF8);
    store_u16(to + 6, z->clock);  // before it the method: 0, stored
    store_u16(to + 8, z->day);
    store_u32(to + 10, e->sum);
    store_u32(to + 14, e->size);
    store_u32(to + 18, e->size);
    store_u16(to + 22, (unsigned)strlen(e->name));
}

static bool make_room(zip_writer* z)
{
    if (z->count < z->capacity) return true;
    const size_t capacity = z->capacity ? 2 * z->capacity : 64;
    struct zip_entry* grown = realloc(z->entries, capacity * sizeof *grown);
    if (!grown) return false;
    z->entries = grown;
    z->capacity = capacity;
    return true;
}

zip_status zip_add(zip_writer* z, const char* name, const void* bytes, size_t size)
{
    const size_t length = strlen(name);
    if (length > UINT16_MAX || size > SIZE_MOST || z->size + LOCAL_SIZE + length + size > SIZE_MOST)
        return ZIP_TOO_LARGE;
    char* kept = make_room(z) ? malloc(length + 1) : NULL;
    if (!kept) return ZIP_OUT_OF_MEMORY;
    memcpy(kept, name, length + 1);
    struct zip_entry* e = &z->entries[z->count++];
    *e = (struct zip_entry){kept, crc_of(bytes, size), (uint32_t)size, (uint32_t)z->size};
    unsigned char head[LOCAL_SIZE] = {'P', 'K', 3, 4};
    store_common(z, e, head + 4);
    put(z, head, sizeof head);
    put(z, name, length);
    put(z, bytes, size);
    return ZIP_OK;
}

// -------------------------------------------------------------------------------------- directory

static void write_line(zip_writer* z, const struct zip_entry* e)
{
    const size_t length = strlen(e->name);
    unsigned char line[CENTRAL_SIZE] = {'P', 'K', 1, 2};
    store_u16(line + 4, MADE_BY);
    store_common(z, e, line + 6);
    store_u32(line + 38, length && e->name[length - 1] == '/' ? FOLDER_RIGHTS : FILE_RIGHTS);
    store_u32(line + 42, e->place);
    put(z, line, sizeof line);
    put(z, e->name, length);
}

static void write_end64(zip_writer* z, uint64_t begin, uint64_t size)
{
    const uint64_t place = z->size;
    unsigned char end[END64_SIZE] = {'P', 'K', 6, 6}, locator[LOCATOR_SIZE] = {'P', 'K', 6, 7};
    store_u64(end + 4, END64_SIZE - 12);
    store_u16(end + 12, 3 << 8 | VERSION64);
    store_u16(end + 14, VERSION64);
    store_u64(end + 24, z->count);
    store_u64(end + 32, z->count);
    store_u64(end + 40, size);
    store_u64(end + 48, begin);
    store_u64(locator + 8, place);
    store_u32(locator + 16, 1);
    put(z, end, sizeof end);
    put(z, locator, sizeof locator);
}

zip_status zip_end(zip_writer* z)
{
    const uint64_t begin = z->size;
    for (size_t i = 0; i < z->count; i++)
        write_line(z, &z->entries[i]);
    const uint64_t size = z->size - begin;
    if (z->size > SIZE_MOST) return ZIP_TOO_LARGE;
    if (z->count > COUNT_MOST) write_end64(z, begin, size);
    const unsigned count = z->count > COUNT_MOST ? UINT16_MAX : (unsigned)z->count;
    unsigned char end[END_SIZE] = {'P', 'K', 5, 6};
    store_u16(end + 8, count);
    store_u16(end + 10, count);
    store_u32(end + 12, (uint32_t)size);
    store_u32(end + 16, (uint32_t)begin);
    put(z, end, sizeof end);
    return ZIP_OK;
}

void zip_free(zip_writer* z)
{
    for (size_t i = 0; i < z->count; i++)
        free(z->entries[i].name);
    free(z->entries);
    *z = (zip_writer){0};
}
