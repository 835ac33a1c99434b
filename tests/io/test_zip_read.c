// test_zip_read.c - ZIP archives: what is in them comes out as it was, and what lies is refused.
#include "archive/zip_read.h"
#include "file/memory_limit.h"
#include "io/mesh_check.h"
#include "support/zip_made.h"

static const char text[] = "Everything that is packed comes out as it went in, or not at all.\n";

static void check_file(const zip_made* z, const char* name, const char* expected, size_t size)
{
    zip_archive a = {0};
    zip_fault fault;
    if (zip_open(&a, z->bytes, z->size, &fault) != ZIP_OK) fail_msg("%s", fault.text);
    const zip_entry* e = zip_find(&a, name, strlen(name));
    assert_non_null(e);
    zip_file file;
    if (zip_unpack(&a, e, &file, &fault) != ZIP_OK) fail_msg("%s: %s", name, fault.text);
    assert_int_equal(file.size, size);
    assert_memory_equal(file.bytes, expected, size);
    free(file.block);
    zip_close(&a);
}

static void check_refused(const zip_made* z, const char* name, zip_status status, const char* says)
{
    zip_archive a = {0};
    zip_fault fault = {0};
    zip_file file = {.size = 77};
    zip_status found = zip_open(&a, z->bytes, z->size, &fault);
    if (found == ZIP_OK) {
        const zip_entry* e = zip_find(&a, name, strlen(name));
        assert_non_null(e);
        found = zip_unpack(&a, e, &file, &fault);
    }
    zip_close(&a);
    if (found != status || !strstr(fault.text, says))
        fail_msg("%d \"%s\" instead of \"%s\"", (int)found, fault.text, says);
    assert_int_equal(file.size, 77);
    assert_true(fault.byte <= z->size);
}

// The check value that every description of CRC-32 has, and another of a known file.
static void checksums_are_those_of_others(void** state)
{
    (void)state;
    assert_int_equal(crc_of("123456789", 9), 0xCBF43926);
    assert_int_equal(crc_of("", 0), 0);
    assert_int_equal(crc_of("The quick brown fox jumps over the lazy dog", 43), 0x414FA339);
}

static void files_come_out_as_they_were(void** state)
{
    (void)state;
    char packed[200];
    for (int kind = 0; kind < 8; kind++) {
        zip_made z = {.is_zip64 = (kind & 1) != 0, .comment = kind & 2 ? "PK\5\6 no end" : NULL};
        zip_made_text(&z, "_rels/.rels", "<a/>");
        const size_t size = zip_made_deflate(text, sizeof text, packed);
        zip_made_packed(&z, "B", packed, size, sizeof text, crc_of(text, sizeof text), 8);
        zip_made_add(&z, "3D/Model.MODEL", text, sizeof text)->is_zip64 = (kind & 1) != 0;
        zip_made_add(&z, "empty", "", 0);
        zip_made_end(&z);
        if (kind & 4) zip_made_put(&z, "\0\0\0\0\0\0", 6);  // padded
        check_file(&z, "_rels/.rels", "<a/>", 4);
        check_file(&z, "3d/model.model", text, sizeof text);
        check_file(&z, "3D/Model.MODEL", text, sizeof text);
        check_file(&z, "empty", "", 0);
        check_file(&z, "b", text, sizeof text);
        zip_archive a = {0};
        zip_fault fault;
        assert_int_equal(zip_open(&a, z.bytes, z.size, &fault), ZIP_OK);
        assert_null(zip_find(&a, "3D/Model", 8));
        assert_null(zip_find(&a, "../empty", 8));
        assert_int_equal(z.size - a.end, kind & 4 ? 6 : 0);
        zip_close(&a);
        free(z.bytes);
    }
}

// zlib's own output, which the hand above does not write: "a" 300 times, in a block of fixed codes.
static void repeated_bytes_are_inflated(void** state)
{
    (void)state;
    static const char packed[] = {0x4b, 0x4c, 0x1c, 0x05, (char)0xc4, 0x02, 0x00};
    char expected[300];
    memset(expected, 'a', sizeof expected);
    zip_made z = {0};
    zip_made_packed(&z, "a", packed, sizeof packed, sizeof expected,
                    crc_of(expected, sizeof expected), 8);
    zip_made_end(&z);
    check_file(&z, "a", expected, sizeof expected);
    free(z.bytes);
}

// --------------------------------------------------------------------------------------- refusing

typedef struct lie {
    const char* says;
    zip_status status;
    uint64_t at, packed_size, size;  // UINT64_MAX: as they are
    uint32_t crc;                    // 0: as it is
    uint16_t method, flags;
} lie;

static void what_lies_is_refused(void** state)
{
    (void)state;
    const uint64_t same = UINT64_MAX;
    const lie lies[] = {
        {"is encrypted", ZIP_REFUSED, same, same, same, 0, 0, 1},
        {"is encrypted", ZIP_REFUSED, same, same, same, 0, 0, 1 << 13},
        {"packed by bzip2", ZIP_REFUSED, same, same, same, 0, 12, 0},
        {"packed by LZMA", ZIP_REFUSED, same, same, same, 0, 14, 0},
        {"packed by zstd", ZIP_REFUSED, same, same, same, 0, 93, 0},
        {"packed by method 77", ZIP_REFUSED, same, same, same, 0, 77, 0},
        {"its checksum is wrong", ZIP_BROKEN, same, same, same, 1, 0, 0},
        {"other sizes", ZIP_BROKEN, same, same, 5, 0, 0, 0},
        {"beyond the end", ZIP_TRUNCATED, same, 5000, 5000, 0, 0, 0},
        {"beyond the end", ZIP_TRUNCATED, same, 0xfffffff0, 0xfffffff0, 0, 0, 0},
        {"not where the directory says", ZIP_BROKEN, 3, same, same, 0, 0, 0},
        {"not where the directory says", ZIP_BROKEN, 0xfffffff0, same, same, 0, 0, 0},
        {"another name", ZIP_BROKEN, 0, same, same, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        zip_made z = {0};
        zip_made_text(&z, "other", "<a/>");
        zip_made_entry* e = zip_made_add(&z, "file", text, sizeof text);
        if (lies[i].at != same) e->at = lies[i].at;
        if (lies[i].packed_size != same) e->packed_size = lies[i].packed_size;
        if (lies[i].size != same) e->size = lies[i].size;
        if (lies[i].crc != 0) e->crc = lies[i].crc;
        e->method = lies[i].method;
        e->flags = lies[i].flags;
        zip_made_end(&z);
        check_refused(&z, "file", lies[i].status, lies[i].says);
        free(z.bytes);
    }
}

static void sizes_of_what_is_deflated_are_claims(void** state)
{
    (void)state;
    static const struct {
        uint64_t size;
        const char* says;
    } claims[] = {{sizeof text - 1, "other sizes"},
                  {sizeof text + 1, "other sizes"},
                  {0, "other sizes"},
                  {1000000, "more than"},
                  {0xfffffff0, "more than"}};
    char packed[200];
    const size_t size = zip_made_deflate(text, sizeof text, packed);
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        zip_made z = {0};
        zip_made_packed(&z, "file", packed, size, claims[i].size, crc_of(text, sizeof text), 8);
        zip_made_end(&z);
        check_refused(&z, "file", ZIP_BROKEN, claims[i].says);
        free(z.bytes);
    }
    for (size_t cut = 0; cut < size; cut++) {
        zip_made z = {0};
        zip_made_packed(&z, "file", packed, cut, sizeof text, crc_of(text, sizeof text), 8);
        zip_made_end(&z);
        check_refused(&z, "file", ZIP_BROKEN, "\"file\"");
        free(z.bytes);
    }
    packed[size] = 'x';
    zip_made z = {0};
    zip_made_packed(&z, "file", packed, size + 1, sizeof text, crc_of(text, sizeof text), 8);
    zip_made_end(&z);
    check_refused(&z, "file", ZIP_BROKEN, "other sizes");
    free(z.bytes);
}

// A gigabyte of zeros in a megabyte: it takes as much memory as it says, which is asked for before it is taken.
static void a_bomb_hits_the_limit(void** state)
{
    (void)state;
    enum { PACKED = 1 << 20 };
    char* packed = calloc(PACKED, 1);
    assert_non_null(packed);
    zip_made z = {0};
    zip_made_packed(&z, "file", packed, PACKED, 1 << 30, 1, 8);
    zip_made_end(&z);
    free(packed);
    memory_limit_set((size_t)256 << 20);
    check_refused(&z, "file", ZIP_TOO_LARGE, "--max-memory");
    memory_limit_set(SIZE_MAX);
    free(z.bytes);
}

// The same bytes under several names, all of which are asked for.
static void files_that_lie_upon_each_other_are_refused(void** state)
{
    (void)state;
    zip_made z = {0};
    char* large = calloc(10000, 1);
    assert_non_null(large);
    zip_made_add(&z, "file", large, 10000);
    free(large);
    zip_made_end(&z);
    zip_archive a = {0};
    zip_fault fault;
    zip_file file;
    assert_int_equal(zip_open(&a, z.bytes, z.size, &fault), ZIP_OK);
    assert_int_equal(zip_unpack(&a, &a.entries[0], &file, &fault), ZIP_OK);
    assert_int_equal(zip_unpack(&a, &a.entries[0], &file, &fault), ZIP_BROKEN);
    assert_non_null(strstr(fault.text, "upon each other"));
    zip_close(&a);
    free(z.bytes);
}

static void names_that_stand_twice_are_seen(void** state)
{
    (void)state;
    zip_made z = {0};
    zip_made_text(&z, "b", "1");
    zip_made_text(&z, "a", "2");
    zip_made_text(&z, "B", "3");
    zip_made_end(&z);
    zip_archive a = {0};
    zip_fault fault;
    assert_int_equal(zip_open(&a, z.bytes, z.size, &fault), ZIP_OK);
    assert_false(zip_is_ambiguous(&a, zip_find(&a, "a", 1)));
    assert_true(zip_is_ambiguous(&a, zip_find(&a, "b", 1)));
    zip_close(&a);
    free(z.bytes);
}

static void volumes_and_wrong_ends_are_refused(void** state)
{
    (void)state;
    static const struct {
        size_t from_end;
        char value;
        zip_status status;
        const char* says;
    } ends[] = {
        {18, 1, ZIP_REFUSED, "several volumes"},
        {16, 1, ZIP_REFUSED, "several volumes"},
        {11, 1, ZIP_BROKEN, "too short for"},
        {7, 1, ZIP_BROKEN, "not where its end says"},
        {3, 1, ZIP_BROKEN, "not where its end says"},
        {22, 'X', ZIP_TRUNCATED, "without a directory"},
        {2, 9, ZIP_TRUNCATED, "without a directory"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        zip_made z = {0};
        zip_made_text(&z, "file", text);
        zip_made_end(&z);
        z.bytes[z.size - ends[i].from_end] = ends[i].value;
        check_refused(&z, "file", ends[i].status, ends[i].says);
        free(z.bytes);
    }
    zip_made z = {0};
    zip_made_put(&z, "text", 4);
    check_refused(&z, "file", ZIP_BROKEN, "no ZIP archive");
    free(z.bytes);
}

// Cut off or damaged anywhere: an error, or the bytes that were packed.
static void damage_gives_errors_or_what_was_packed(void** state)
{
    (void)state;
    char packed[200];
    const size_t size = zip_made_deflate(text, sizeof text, packed);
    size_t refused = 0, fine = 0;
    for (int kind = 0; kind < 4; kind++) {
        zip_made z = {.is_zip64 = (kind & 1) != 0, .comment = "a comment"};
        if (kind & 2)
            zip_made_packed(&z, "file", packed, size, sizeof text, crc_of(text, sizeof text), 8);
        else
            zip_made_add(&z, "file", text, sizeof text);
        z.entries[0].is_zip64 = (kind & 1) != 0;
        zip_made_end(&z);
        for (size_t i = 0; i < 3 * z.size; i++) {
            const size_t length = i < z.size ? i : z.size;
            char* copy = malloc(length + 1);
            assert_non_null(copy);
            memcpy(copy, z.bytes, length);
            if (i >= z.size) copy[i % z.size] ^= (char)(i < 2 * z.size ? 1 << i % 8 : 0xff);
            zip_archive a = {0};
            zip_fault fault = {0};
            zip_file file = {0};
            zip_status status = zip_open(&a, copy, length, &fault);
            const zip_entry* e = status == ZIP_OK ? zip_find(&a, "file", 4) : NULL;
            if (e) status = zip_unpack(&a, e, &file, &fault);
            if (status != ZIP_OK) assert_true(fault.text[0] != '\0' && fault.byte <= length);
            if (status == ZIP_OK && e) {
                assert_int_equal(file.size, sizeof text);
                assert_memory_equal(file.bytes, text, sizeof text);
            }
            refused += status != ZIP_OK;
            fine += status == ZIP_OK && e;
            if (i < z.size - strlen("a comment")) assert_true(status != ZIP_OK);
            free(file.block);
            zip_close(&a);
            free(copy);
        }
        free(z.bytes);
    }
    print_message("%zu refused, %zu read\n", refused, fine);
    assert_true(refused > 500 && fine > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksums_are_those_of_others),
        cmocka_unit_test(files_come_out_as_they_were),
        cmocka_unit_test(repeated_bytes_are_inflated),
        cmocka_unit_test(what_lies_is_refused),
        cmocka_unit_test(sizes_of_what_is_deflated_are_claims),
        cmocka_unit_test(a_bomb_hits_the_limit),
        cmocka_unit_test(files_that_lie_upon_each_other_are_refused),
        cmocka_unit_test(names_that_stand_twice_are_seen),
        cmocka_unit_test(volumes_and_wrong_ends_are_refused),
        cmocka_unit_test(damage_gives_errors_or_what_was_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
