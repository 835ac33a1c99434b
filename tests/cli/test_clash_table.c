// test_clash_table.c - tables of objects from within: what is known of an object, tables that were changed anywhere, and
// memory that ends anywhere.
#include "clash/cells.h"
#include "clash/sources/sources.h"
#include "support/mesh_alloc.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>  // needs the three above
// clang-format on

// Of cli/models/load.c and cli/clash/objects.c, which bring the whole program with them.
const char* path_name(const char* path)
{
    return path;
}

const char* clash_name(const clash_object* object)
{
    return object->group ? object->group : object->path;
}

// All files are read, and none is a set.
bool clash_blocks_choose(clash_result* r)
{
    for (size_t i = 0; i < r->source_count; i++)
        r->sources[i].is_read = true;
    return true;
}

void set_close(set_file* s)
{
    (void)s;
}

// No older result is here: every source must be there.
bool clash_source_may_miss(const clash_result* r, const char* path)
{
    (void)r;
    (void)path;
    return false;
}

static char table_path[] = "/tmp/abut-table-XXXXXX.objects.tsv";
static char mesh_path[64];  // what the table is beside

static const char text[] =
    "# abut objects 1\n# converter test 1\n# unit ft\n# rounding 1e-9\n# warning some\\tthing\n"
    "object\tid\tname\tPset_A.B\n"
    "wall\tG1\tWall\\n1\t\npipe 2\t\tPipe\ttrue\n\tG3\trest\t\\\\\n";

static void write_table(const char* bytes, size_t size)
{
    FILE* out = fopen(table_path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static int enter(void** state)
{
    (void)state;
    const int file = mkstemps(table_path, (int)strlen(".objects.tsv"));
    if (file < 0) return 1;
    close(file);
    const size_t length = strlen(table_path) - strlen(".objects.tsv");
    snprintf(mesh_path, sizeof mesh_path, "%.*s.obj", (int)length, table_path);
    // Errors are not looked at here.
    return freopen("/dev/null", "w", stderr) ? 0 : 1;
}

static int leave(void** state)
{
    (void)state;
    return unlink(table_path);
}

static char wall[] = "wall", pipe_2[] = "pipe 2", rest[] = "", stranger[] = "stranger",
            node[] = "a/b";

// A result with the file whose table is read, and its objects.
typedef struct checked {
    const char* paths[1];
    clash_options options;
    clash_object objects[4];
    clash_result result;
} checked;

static bool open_result(checked* c)
{
    static char* const names[] = {wall, pipe_2, rest, stranger};
    *c = (checked){.paths = {mesh_path}};
    c->options = (clash_options){.paths = c->paths, .path_count = 1, .is_review = true};
    c->result = (clash_result){.options = &c->options, .objects = c->objects, .object_count = 4};
    progress p = {0};
    if (!clash_sources_open(&c->result, &p)) return false;
    for (size_t i = 0; i < 4; i++)
        c->objects[i] = (clash_object){.source = c->result.sources,
                                       .path = mesh_path,
                                       .group = names[i],
                                       .table_row = SIZE_MAX};
    c->objects[3].id = node;
    return clash_units_match(&c->result);
}

static void close_result(checked* c)
{
    clash_sources_close(&c->result);
    warnings_free(&c->result.warnings);
}

static void what_is_known(void** state)
{
    (void)state;
    checked c;
    write_table(text, sizeof text - 1);
    assert_true(open_result(&c));
    const clash_object* o = c.objects;
    assert_string_equal(clash_attribute(&o[0], "id"), "G1");
    assert_string_equal(clash_attribute(&o[0], "name"), "Wall\n1");
    assert_null(clash_attribute(&o[0], "Pset_A.B"));  // empty
    assert_null(clash_attribute(&o[0], "pset_a.b"));  // no such column
    assert_string_equal(clash_attribute(&o[1], "Pset_A.B"), "true");
    assert_string_equal(clash_attribute(&o[2], "Pset_A.B"), "\\");
    assert_null(clash_attribute(&o[3], "id"));
    assert_string_equal(clash_id(&o[0]), "G1");
    assert_string_equal(clash_id(&o[1]), "pipe 2");  // its cell is empty, and so is the group's id
    assert_string_equal(clash_id(&o[2]), "G3");
    assert_string_equal(clash_id(&o[3]), "a/b");
    assert_true(c.result.sources[0].unit == 0.3048);
    assert_true(c.result.sources[0].table.rounding == 1e-9);
    assert_string_equal(c.result.sources[0].table.converter, "test 1");
    assert_int_equal(c.result.warnings.count,
                     4);  // the table, its warning, the converter, the stranger
    assert_true(!c.result.sources[0].hash[0] &&
                !c.result.sources[0].hash[1]);  // there is no such file
    close_result(&c);
}

// The hash of a file depends on every byte of it, beyond the first block too.
static void hashes(void** state)
{
    (void)state;
    enum { SIZE = (1 << 20) + 5 };
    static char bytes[SIZE];
    uint64_t before[2] = {0, 0};
    write_table(text, sizeof text - 1);
    for (size_t changed = 0; changed < SIZE; changed += (1 << 19) + 1) {
        bytes[changed] ^= 1;
        FILE* out = fopen(mesh_path, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(bytes, 1, SIZE, out), SIZE);
        fclose(out);
        checked c;
        assert_true(open_result(&c));
        const uint64_t* hash = c.result.sources[0].hash;
        assert_true(hash[0] && hash[1] && hash[0] != before[0] && hash[1] != before[1]);
        memcpy(before, hash, sizeof before);
        close_result(&c);
    }
    unlink(mesh_path);
}

static void memory_may_end_anywhere(void** state)
{
    (void)state;
    write_table(text, sizeof text - 1);
    const size_t blocks = allocations.blocks;
    bool fine = false;
    size_t n = 0;
    while (!fine && n < 1000) {
        checked c;
        allocations_begin(++n);
        fine = open_result(&c) && allocations.calls < n;
        allocations_begin(0);
        close_result(&c);
        assert_int_equal(allocations.blocks, blocks);
    }
    assert_true(fine && n > 10);
}

// xorshift: the same everywhere.
static uint32_t next(uint32_t* seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    return *seed ^= *seed << 5;
}

static void tables_changed_anywhere(void** state)
{
    (void)state;
    static const char odd[] = "\t\n\r\\#\0 1e\xff";
    uint32_t seed = 27;
    size_t read = 0;
    for (int i = 0; i < 400; i++) {
        char bytes[sizeof text + 8];
        size_t size = sizeof text - 1;
        memcpy(bytes, text, size);
        for (uint32_t changes = 1 + next(&seed) % 4; changes; changes--)
            bytes[next(&seed) % size] = odd[next(&seed) % (sizeof odd - 1)];
        if (next(&seed) % 4 == 0) size = next(&seed) % size;
        write_table(bytes, size);
        clash_table t;
        const bool fine = clash_table_read(&t, table_path, "table");
        for (size_t k = 0; fine && k < t.row_count * t.column_count; k++)
            assert_true(t.cells[k] >= t.text && t.cells[k] <= t.text + size);
        read += fine;
        clash_table_free(&t);
    }
    assert_true(read > 20 && read < 380);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known),
        cmocka_unit_test(hashes),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(tables_changed_anywhere),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
