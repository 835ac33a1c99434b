// test_text_end.c - where a text ends: Ctrl-Z and zeros behind it, and NC programs that have them. Models and paths have
// theirs in test_mesh_dialects and test_poses.
#include "reader/program.h"
#include "text/end.h"

#include <stdlib.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static void padding_is_no_text(void** state)
{
    (void)state;
    static const struct {
        const char* bytes;
        size_t size, text;
        bool padding;  // all of it, zeros among it
    } rows[] = {
        {"", 0, 0, false},
        {"a\n", 2, 2, false},
        {" \r\n", 3, 3, false},
        {"a\n\x1a", 3, 2, false},
        {"a\x1a", 2, 1, false},
        {"a\n\x1a\r\n \x1a\n", 8, 2, false},
        {"a\n\n\0", 4, 3, false},
        {"a \0\0\n\0", 6, 2, false},
        {"\x1a", 1, 0, false},
        {"\0", 1, 0, true},
        {"\n\x1a\0\n", 4, 1, false},
        {"\x1a\0\n", 3, 0, true},
        {"\x1a"
         "a",
         2, 2, false},
        {"\0a\n", 3, 3, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        // Nothing may be read before or behind it.
        char* copy = malloc(rows[i].size + 1);
        assert_non_null(copy);
        memcpy(copy, rows[i].bytes, rows[i].size);
        const char* end = copy + rows[i].size;
        if ((size_t)(text_end(copy, end) - copy) != rows[i].text ||
            is_padding(copy, end) != rows[i].padding)
            fail_msg("row %zu: the text ends at %td", i, text_end(copy, end) - copy);
        free(copy);
    }
}

static void programs_may_be_padded(void** state)
{
    (void)state;
    static const char program[] = "G21 G0 X0 Y0 Z5\nG1 Z1 F100\n";
    static const struct {
        const char* behind;
        size_t size, warnings, moves;
    } rows[] = {
        {"", 0, 0, 2},
        {"\x1a", 1, 0, 2},
        {"\r\n\x1a\n", 4, 0, 2},
        {"\0\0\0", 3, 1, 2},
        {"\x1a\0", 2, 1, 2},
        // Before words it is what tapes have between lines.
        {"\x1aG1 Z0\n", 7, 0, 3},
        {"\0G1 Z0\n", 7, 0, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char bytes[64];
        const size_t size = sizeof program - 1;
        memcpy(bytes, program, size);
        memcpy(bytes + size, rows[i].behind, rows[i].size);
        nc_program p = {0};
        nc_error e;
        const nc_status status = nc_read_memory(&p, bytes, size + rows[i].size, NULL, &e);
        if (status != NC_OK) fail_msg("row %zu: %s", i, e.text);
        assert_int_equal(p.move_count, rows[i].moves);
        assert_int_equal(p.warning_count, rows[i].warnings);
        nc_program_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(padding_is_no_text),
        cmocka_unit_test(programs_may_be_padded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
