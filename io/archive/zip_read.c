// zip_read.c - see zip_read.h. By APPNOTE.TXT 6.3.10 of PKWARE: the directory at the end, ZIP64, stored and deflated files.
#include "archive/zip_read.h"

#include "archive/crc.h"
#include "archive/inflate.h"
#include "file/bytes.h"
#include "file/memory_limit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOCAL_HEADER = 30,
    DIRECTORY_ENTRY = 46,
    DIRECTORY_END = 22,
    END64_LOCATOR = 20,
    END64 = 56,
    COMMENT_MOST = 65535,
};

enum { METHOD_STORED = 0, METHOD_DEFLATED = 8 };
enum { FLAG_ENCRYPTED = 1 << 0, FLAG_STRONGLY_ENCRYPTED = 1 << 6, FLAG_MASKED = 1 << 13 };

__attribute__((format(printf, 4, 5))) static zip_status fail(zip_fault* fault, zip_status status,
                                                             size_t byte, const char* format, ...)
{
    fault->byte = byte;
    va_list values;
    va_start(values, format);
    vsnprintf(fault->text, sizeof fault->text, format, values);
    va_end(values);
    return status;
}

static zip_status no_memory(zip_fault* fault)
{
    return fail(fault, ZIP_OUT_OF_MEMORY, 0, "not enough memory for this archive");
}

static zip_status too_large(zip_fault* fault, size_t byte, const char* what)
{
    return fail(fault, ZIP_TOO_LARGE, byte, "\"%s\" takes more memory than --max-memory allows",
                what);
}

zip_name zip_name_of(const char* name, size_t length)
{
    enum { MOST = 60 };
    zip_name out = {0};
    const size_t shown = length < MOST ? length : MOST;
    for (size_t i = 0; i < shown; i++)
        out.text[i] = name[i] >= ' ' && name[i] <= '~' ? name[i] : '?';
    if (length > MOST) memcpy(out.text + MOST, "...", 3);
    return out;
}

static bool has_magic(const zip_archive* a, size_t at, const char magic[4])
{
    return at <= a->size && a->size - at >= 4 && memcmp(a->bytes + at, magic, 4) == 0;
}

static uint16_t u16(const zip_archive* a, size_t at)
{
    return load_u16(a->bytes + at, false);
}

static uint32_t u32(const zip_archive* a, size_t at)
{
    return load_u32(a->bytes + at, false);
}

static uint64_t u64(const zip_archive* a, size_t at)
{
    return load_u64(a->bytes + at, false);
}

// ------------------------------------------------------------------------------------- directory

// Where the directory is. Values are claims until read_directory has seen them.
typedef struct directory {
    size_t end_at;  // of what ends it
    uint64_t at, size, count;
} directory;

// The end of the directory: the last one whose comment reaches to the end of the archive, or to zeros that pad it.
static bool find_end(zip_archive* a, size_t* at)
{
    if (a->size < DIRECTORY_END) return false;
    size_t used = a->size;
    while (used > 0 && a->bytes[used - 1] == '\0')
        used--;
    const size_t furthest = (size_t)DIRECTORY_END + COMMENT_MOST;
    const size_t least = used > furthest ? used - furthest : 0;
    for (size_t i = a->size - DIRECTORY_END + 1; i-- > least;) {
        if (i > used) i = used;  // nothing can begin in zeros
        if (i > a->size - DIRECTORY_END || !has_magic(a, i, "PK\5\6")) continue;
        const size_t end = i + DIRECTORY_END + u16(a, i + 20);
        if (end > a->size || end < used) continue;
        *at = i;
        a->end = end;
        return true;
    }
    return false;
}

static zip_status read_end64(const zip_archive* a, directory* d, zip_fault* fault)
{
    const size_t locator = d->end_at - END64_LOCATOR;
    const uint64_t at = u64(a, locator + 8);
    if (u32(a, locator + 4) != 0 || u32(a, locator + 16) > 1)
        return fail(fault, ZIP_REFUSED, locator, "it is one of several volumes: join them first");
    if (at > locator || locator - at < END64 || !has_magic(a, (size_t)at, "PK\6\6"))
        return fail(fault, ZIP_BROKEN, locator,
                    "the end of its ZIP64 directory is not at byte %llu", (unsigned long long)at);
    const size_t end = (size_t)at;
    if (u32(a, end + 16) != 0 || u32(a, end + 20) != 0)
        return fail(fault, ZIP_REFUSED, end, "it is one of several volumes: join them first");
    d->count = u64(a, end + 32);
    d->size = u64(a, end + 40);
    d->at = u64(a, end + 48);
    d->end_at = end;
    return ZIP_OK;
}

static zip_status read_end(zip_archive* a, directory* d, zip_fault* fault)
{
    const bool is_found = find_end(a, &d->end_at);
    if (!is_found && !has_magic(a, 0, "PK\3\4"))
        return fail(fault, ZIP_BROKEN, 0, "this is no ZIP archive");
    if (!is_found)
        return fail(fault, ZIP_TRUNCATED, a->size,
                    "the ZIP archive ends without a directory: it is cut off or damaged");
    const size_t at = d->end_at;
    d->count = u16(a, at + 10);
    d->size = u32(a, at + 12);
    d->at = u32(a, at + 16);
    if (at >= END64_LOCATOR && has_magic(a, at - END64_LOCATOR, "PK\6\7"))
        return read_end64(a, d, fault);
    if (u16(a, at + 4) != 0 || u16(a, at + 6) != 0)
        return fail(fault, ZIP_REFUSED, at, "it is one of several volumes: join them first");
    return ZIP_OK;
}

// What ZIP64 has instead of a value that does not fit: its values stand in this order, those alone that are needed.
static bool take_wide(const zip_archive* a, size_t* at, size_t end, uint32_t narrow, size_t* value)
{
    uint64_t wide = narrow;
    if (narrow == UINT32_MAX) {
        if (end - *at < 8) return false;
        wide = u64(a, *at);
        *at += 8;
    }
    *value = (size_t)wide;
    return wide <= SIZE_MAX;
}

// Find the extra field of ZIP64 between at and *end; *end is where it ends. Without one there is nothing in it.
static size_t find_extra64(const zip_archive* a, size_t at, size_t* end)
{
    enum { HEADER = 4, ZIP64 = 1 };
    while (*end - at >= HEADER) {
        const size_t size = u16(a, at + 2);
        if (size > *end - at - HEADER) break;
        if (u16(a, at) == ZIP64) {
            *end = at + HEADER + size;
            return at + HEADER;
        }
        at += HEADER + size;
    }
    return *end;
}

// Read the entry at *at, and move behind it.
static zip_status read_entry(const zip_archive* a, size_t* at, size_t end, zip_entry* e,
                             zip_fault* fault)
{
    const size_t begin = *at;
    if (end - begin < DIRECTORY_ENTRY || !has_magic(a, begin, "PK\1\2"))
        return fail(fault, ZIP_BROKEN, begin, "the directory of the ZIP archive is damaged");
    const size_t name = u16(a, begin + 28), extra = u16(a, begin + 30);
    const size_t rest = name + extra + u16(a, begin + 32);
    if (rest > end - begin - DIRECTORY_ENTRY)
        return fail(fault, ZIP_BROKEN, begin, "the directory of the ZIP archive is damaged");
    *at = begin + DIRECTORY_ENTRY + rest;
    *e = (zip_entry){
        .name = a->bytes + begin + DIRECTORY_ENTRY,
        .name_length = name,
        .checksum = u32(a, begin + 16),
        .method = u16(a, begin + 10),
        .flags = u16(a, begin + 8),
    };
    size_t extra_end = begin + DIRECTORY_ENTRY + name + extra;
    size_t wide = find_extra64(a, begin + DIRECTORY_ENTRY + name, &extra_end);
    if (!take_wide(a, &wide, extra_end, u32(a, begin + 24), &e->size) ||
        !take_wide(a, &wide, extra_end, u32(a, begin + 20), &e->packed_size) ||
        !take_wide(a, &wide, extra_end, u32(a, begin + 42), &e->at))
        return fail(fault, ZIP_BROKEN, begin, "\"%s\" has no sizes in its ZIP64 field",
                    zip_name_of(e->name, name).text);
    return ZIP_OK;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : (unsigned char)c;
}

static int compare_names(const char* a, size_t a_length, const char* b, size_t b_length)
{
    for (size_t i = 0; i < a_length && i < b_length; i++)
        if (lower(a[i]) != lower(b[i])) return lower(a[i]) < lower(b[i]) ? -1 : 1;
    return (a_length > b_length) - (a_length < b_length);
}

static int compare_entries(const void* a, const void* b)
{
    const zip_entry *x = a, *y = b;
    const int order = compare_names(x->name, x->name_length, y->name, y->name_length);
    return order != 0 ? order : (x->name > y->name) - (x->name < y->name);
}

static zip_status read_directory(zip_archive* a, const directory* d, zip_fault* fault)
{
    if (d->at > d->end_at || d->size > d->end_at - d->at)
        return fail(fault, ZIP_BROKEN, d->end_at,
                    "the directory of the ZIP archive is not where its end says");
    if (d->count > d->size / DIRECTORY_ENTRY)
        return fail(fault, ZIP_BROKEN, d->end_at,
                    "the directory of the ZIP archive is too short for %llu files",
                    (unsigned long long)d->count);
    const size_t count = (size_t)d->count, size = (count + 1) * sizeof *a->entries;
    if (!memory_allows(size)) return too_large(fault, d->end_at, "directory");
    a->entries = malloc(size);
    if (!a->entries) return no_memory(fault);
    size_t at = (size_t)d->at;
    const size_t end = at + (size_t)d->size;
    for (; a->entry_count < count; a->entry_count++) {
        const zip_status status = read_entry(a, &at, end, &a->entries[a->entry_count], fault);
        if (status != ZIP_OK) return status;
    }
    qsort(a->entries, count, sizeof *a->entries, compare_entries);
    return ZIP_OK;
}

zip_status zip_open(zip_archive* out, const char* bytes, size_t size, zip_fault* fault)
{
    zip_archive a = {.bytes = bytes, .size = size};
    directory d = {0};
    zip_status status = read_end(&a, &d, fault);
    if (status == ZIP_OK) status = read_directory(&a, &d, fault);
    if (status == ZIP_OK)
        *out = a;
    else
        zip_close(&a);
    return status;
}

void zip_close(zip_archive* archive)
{
    free(archive->entries);
    *archive = (zip_archive){0};
}

const zip_entry* zip_find(const zip_archive* archive, const char* name, size_t length)
{
    size_t low = 0, high = archive->entry_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const zip_entry* e = &archive->entries[middle];
        if (compare_names(e->name, e->name_length, name, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == archive->entry_count) return NULL;
    const zip_entry* e = &archive->entries[low];
    return compare_names(e->name, e->name_length, name, length) == 0 ? e : NULL;
}

bool zip_is_ambiguous(const zip_archive* archive, const zip_entry* entry)
{
    const zip_entry* first = zip_find(archive, entry->name, entry->name_length);
    const zip_entry* next = first + 1;
    return next != archive->entries + archive->entry_count &&
           compare_names(first->name, first->name_length, next->name, next->name_length) == 0;
}

// ------------------------------------------------------------------------------------- unpacking

// How a method is called that is not read; NULL: not known.
static const char* method_name(uint16_t method)
{
    static const struct {
        uint16_t method;
        const char* name;
    } names[] = {
        {1, "shrunk"}, {6, "imploded"}, {9, "Deflate64"}, {12, "bzip2"}, {14, "LZMA"},
        {93, "zstd"},  {95, "XZ"},      {98, "PPMd"},     {99, "AES"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].method == method) return names[i].name;
    return NULL;
}

static zip_status check_method(const zip_entry* e, zip_fault* fault)
{
    const zip_name name = zip_name_of(e->name, e->name_length);
    if (e->flags & (FLAG_ENCRYPTED | FLAG_STRONGLY_ENCRYPTED | FLAG_MASKED))
        return fail(fault, ZIP_REFUSED, e->at, "\"%s\" is encrypted, which is not read", name.text);
    if (e->method == METHOD_STORED || e->method == METHOD_DEFLATED) return ZIP_OK;
    const char* method = method_name(e->method);
    if (method)
        return fail(fault, ZIP_REFUSED, e->at, "\"%s\" is packed by %s, which is not read",
                    name.text, method);
    return fail(fault, ZIP_REFUSED, e->at, "\"%s\" is packed by method %u, which is not read",
                name.text, (unsigned)e->method);
}

// Find the packed bytes, which follow a header of their own.
static zip_status find_packed(const zip_archive* a, const zip_entry* e, const char** packed,
                              zip_fault* fault)
{
    const zip_name name = zip_name_of(e->name, e->name_length);
    if (e->at > a->size || a->size - e->at < LOCAL_HEADER || !has_magic(a, e->at, "PK\3\4"))
        return fail(fault, ZIP_BROKEN, e->at, "\"%s\" is not where the directory says", name.text);
    const size_t name_length = u16(a, e->at + 26);
    const size_t header = LOCAL_HEADER + name_length + u16(a, e->at + 28);
    if (a->size - e->at < header || a->size - e->at - header < e->packed_size)
        return fail(fault, ZIP_TRUNCATED, e->at, "\"%s\" goes beyond the end of the archive",
                    name.text);
    if (name_length != e->name_length ||
        memcmp(a->bytes + e->at + LOCAL_HEADER, e->name, name_length) != 0)
        return fail(fault, ZIP_BROKEN, e->at, "\"%s\" has another name there than in the directory",
                    name.text);
    *packed = a->bytes + e->at + header;
    return ZIP_OK;
}

static zip_status fail_sizes(zip_fault* fault, const zip_entry* e)
{
    return fail(fault, ZIP_BROKEN, e->at, "\"%s\" has other sizes than the directory says",
                zip_name_of(e->name, e->name_length).text);
}

static zip_status inflate_entry(const zip_entry* e, const char* packed, zip_file* out,
                                zip_fault* fault)
{
    const zip_name name = zip_name_of(e->name, e->name_length);
    if (e->size / INFLATE_RATIO_MOST > e->packed_size)
        return fail(fault, ZIP_BROKEN, e->at, "\"%s\" claims %zu bytes, more than %zu can give",
                    name.text, e->size, e->packed_size);
    if (!memory_allows(e->size)) return too_large(fault, e->at, name.text);
    char* block = malloc(e->size + 1);
    if (!block) return no_memory(fault);
    advise_large_block(block, e->size);
    const inflate_status status = inflate_bytes(packed, e->packed_size, block, e->size);
    if (status == INFLATE_OK) {
        *out = (zip_file){.bytes = block, .size = e->size, .block = block};
        return ZIP_OK;
    }
    free(block);
    if (status == INFLATE_OTHER_SIZE) return fail_sizes(fault, e);
    return fail(fault, ZIP_BROKEN, e->at, "\"%s\" is damaged: it cannot be inflated", name.text);
}

static zip_status unpack_any(const zip_entry* e, const char* packed, zip_file* out,
                             zip_fault* fault)
{
    if (e->method == METHOD_DEFLATED) return inflate_entry(e, packed, out, fault);
    if (e->packed_size != e->size) return fail_sizes(fault, e);
    *out = (zip_file){.bytes = packed, .size = e->size};
    return ZIP_OK;
}

static zip_status unpack(zip_archive* archive, const zip_entry* entry, zip_file* out,
                         zip_fault* fault)
{
    const char* packed = NULL;
    zip_status status = check_method(entry, fault);
    if (status == ZIP_OK) status = find_packed(archive, entry, &packed, fault);
    if (status != ZIP_OK) return status;
    if (entry->packed_size > archive->size - archive->unpacked)
        return fail(fault, ZIP_BROKEN, entry->at, "files of the archive lie upon each other");
    archive->unpacked += entry->packed_size;
    zip_file file = {0};
    status = unpack_any(entry, packed, &file, fault);
    if (status != ZIP_OK) return status;
    if (crc_of(file.bytes, file.size) != entry->checksum) {
        free(file.block);
        return fail(fault, ZIP_BROKEN, entry->at, "\"%s\" is damaged: its checksum is wrong",
                    zip_name_of(entry->name, entry->name_length).text);
    }
    *out = file;
    return ZIP_OK;
}

zip_status zip_unpack(zip_archive* archive, const zip_entry* entry, zip_file* out, zip_fault* fault)
{
    const zip_status status = unpack(archive, entry, out, fault);
    // Where a file is said to be may be anywhere.
    if (status != ZIP_OK && fault->byte > archive->size) fault->byte = archive->size;
    return status;
}
