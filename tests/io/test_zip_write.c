// test_zip_write.c - archives that are written, read back here from their directory, as APPNOTE has it; sums are zlib's.
#include "archive/zip_write.h"
#include "file/bytes.h"
#include "support/mesh_alloc.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

typedef struct archive {
    char* bytes;
    size_t size;
    const char* directory;
    size_t count;
} archive;

// Find the directory by the record at the end.
static void find_directory(archive* a)
{
    assert_true(a->size >= 22);
    const char* end = a->bytes + a->size - 22;
    assert_int_equal(load_u32(end, false), 0x06054b50);
    assert_int_equal(load_u16(end + 8, false), load_u16(end + 10, false));
    a->count = load_u16(end + 8, false);
    const size_t place = load_u32(end + 16, false), size = load_u32(end + 12, false);
    const char* behind = end;
    if (a->count == 0xffff) {
        const char* locator = end - 20;
        assert_int_equal(load_u32(locator, false), 0x07064b50);
        const char* end64 = a->bytes + load_u64(locator + 8, false);
        assert_int_equal(load_u32(end64, false), 0x06064b50);
        assert_int_equal(load_u64(end64 + 4, false), 44);
        assert_ptr_equal(end64 + 56, locator);
        assert_int_equal(load_u64(end64 + 24, false), load_u64(end64 + 32, false));
        assert_int_equal(load_u64(end64 + 40, false), size);
        assert_int_equal(load_u64(end64 + 48, false), place);
        a->count = load_u64(end64 + 32, false);
        behind = end64;
    }
    a->directory = a->bytes + place;
    assert_ptr_equal(a->directory + size, behind);
}

typedef struct entry {
    char name[64];
    const char* bytes;
    size_t size;
    unsigned day, clock;
    uint32_t rights;
} entry;

// Read the entry that a line of the directory is about. Returns the next line.
static const char* read_entry(const archive* a, const char* line, entry* out)
{
    assert_int_equal(load_u32(line, false), 0x02014b50);
    const char* head = a->bytes + load_u32(line + 42, false);
    assert_int_equal(load_u32(head, false), 0x04034b50);
    assert_memory_equal(line + 6, head + 4, 26);  // version to length of extra fields
    const size_t length = load_u16(head + 26, false);
    assert_true(length < sizeof out->name);
    memcpy(out->name, head + 30, length);
    out->name[length] = '\0';
    assert_memory_equal(line + 46, out->name, length);
    assert_int_equal(load_u16(head + 8, false), 0);   // stored
    assert_int_equal(load_u16(head + 28, false), 0);  // no extra field
    out->clock = load_u16(head + 10, false);
    out->day = load_u16(head + 12, false);
    out->size = load_u32(head + 18, false);
    assert_int_equal(load_u32(head + 22, false), out->size);
    out->bytes = head + 30 + length;
    out->rights = load_u32(line + 38, false);
    assert_int_equal(load_u32(head + 14, false),
                     crc32(0, (const Bytef*)out->bytes, (uInt)out->size));
    return line + 46 + length;
}

static void what_is_added_is_read_back(void** state)
{
    static const struct {
        const char *name, *bytes;
    } rows[] = {{"bcf.version", "<Version/>\n"},
                {"folder/", ""},
                {"folder/empty", ""},
                {"folder/\xc3\xa4.png", "\x89PNG\r\n\x1a\n"}};
    enum { COUNT = sizeof rows / sizeof *rows };
    archive a = {0};
    zip_writer z;
    (void)state;
    FILE* out = open_memstream(&a.bytes, &a.size);
    zip_begin(&z, out, "2026-11-30T13:14:16Z");
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(zip_add(&z, rows[i].name, rows[i].bytes, strlen(rows[i].bytes)), ZIP_OK);
    assert_int_equal(zip_end(&z), ZIP_OK);
    zip_free(&z);
    fclose(out);
    find_directory(&a);
    assert_int_equal(a.count, COUNT);
    const char* line = a.directory;
    for (size_t i = 0; i < COUNT; i++) {
        entry e;
        line = read_entry(&a, line, &e);
        assert_string_equal(e.name, rows[i].name);
        assert_int_equal(e.size, strlen(rows[i].bytes));
        assert_memory_equal(e.bytes, rows[i].bytes, e.size);
        assert_int_equal(e.day, 46 << 9 | 11 << 5 | 30);
        assert_int_equal(e.clock, 13 << 11 | 14 << 5 | 8);
        const bool is_folder = i == 1;
        assert_int_equal(e.rights, is_folder ? 040755u << 16 | 0x10 : 0100644u << 16);
    }
    free(a.bytes);
}

static void dates_begin_in_1980(void** state)
{
    static const struct {
        const char* text;
        unsigned day, clock;
    } rows[] = {{"", 1 << 5 | 1, 0},
                {"1979-12-31T23:59:59Z", 1 << 5 | 1, 0},
                {"1980-01-01T00:00:00Z", 1 << 5 | 1, 0},
                {"2107-12-31T23:59:58Z", 127 << 9 | 12 << 5 | 31, 23 << 11 | 59 << 5 | 29},
                {"2108-01-01T00:00:00Z", 1 << 5 | 1, 0},
                {"yesterday", 1 << 5 | 1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        zip_writer z;
        zip_begin(&z, NULL, rows[i].text);
        assert_int_equal(z.day, rows[i].day);
        assert_int_equal(z.clock, rows[i].clock);
    }
}

static void many_entries_are_told_by_zip64(void** state)
{
    static const size_t counts[] = {0, 0xfffe, 0xffff, 70000};
    (void)state;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        archive a = {0};
        zip_writer z;
        FILE* out = open_memstream(&a.bytes, &a.size);
        zip_begin(&z, out, "");
        for (size_t i = 0; i < counts[c]; i++) {
            char name[32];
            snprintf(name, sizeof name, "%zu/", i);
            assert_int_equal(zip_add(&z, name, NULL, 0), ZIP_OK);
        }
        assert_int_equal(zip_end(&z), ZIP_OK);
        zip_free(&z);
        fclose(out);
        find_directory(&a);
        assert_int_equal(a.count, counts[c]);
        const char* line = a.directory;
        for (size_t i = 0; i < a.count; i++) {
            entry e;
            char name[32];
            line = read_entry(&a, line, &e);
            snprintf(name, sizeof name, "%zu/", i);
            assert_string_equal(e.name, name);
        }
        free(a.bytes);
    }
}

static void what_is_too_large_is_refused(void** state)
{
    enum { LENGTH = 65536 };
    archive a = {0};
    zip_writer z;
    (void)state;
    FILE* out = open_memstream(&a.bytes, &a.size);
    char* name = calloc(LENGTH + 1, 1);
    memset(name, 'x', LENGTH);
    zip_begin(&z, out, "");
    assert_int_equal(zip_add(&z, name, "", 0), ZIP_TOO_LARGE);
    assert_int_equal(zip_add(&z, name + 1, "", 0), ZIP_OK);
    assert_int_equal(zip_add(&z, "x", "", UINT32_MAX), ZIP_TOO_LARGE);
    z.size = UINT32_MAX - 32;  // as if so much were there
    assert_int_equal(zip_add(&z, "x", "", 2), ZIP_TOO_LARGE);
    assert_int_equal(zip_add(&z, "x", "", 0), ZIP_OK);
    assert_int_equal(zip_end(&z), ZIP_TOO_LARGE);
    zip_free(&z);
    fclose(out);
    free(a.bytes);
    free(name);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    FILE* out = fopen("/dev/null", "w");
    const size_t before = allocations.blocks;
    size_t fail_at = 1;
    for (bool done = false; !done; fail_at++) {
        zip_writer z;
        zip_status status = ZIP_OK;
        zip_begin(&z, out, "");
        allocations_begin(fail_at);
        for (int i = 0; i < 100 && status == ZIP_OK; i++)
            status = zip_add(&z, "name", "bytes", 5);
        allocations_begin(0);
        done = status == ZIP_OK;
        assert_true(done || status == ZIP_OUT_OF_MEMORY);
        zip_free(&z);
        assert_int_equal(allocations.blocks, before);
    }
    assert_true(fail_at > 100);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_is_read_back),
        cmocka_unit_test(dates_begin_in_1980),
        cmocka_unit_test(many_entries_are_told_by_zip64),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
