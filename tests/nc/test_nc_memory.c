// test_nc_memory.c - every allocation of the reader of NC programs fails once: it must say so, leave the caller's
// program alone and lose nothing.
#include "reader/program.h"
#include "support/mesh_alloc.h"

#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static const char program[] = "o1 sub\n#<a>=#1\nG91 G1 X#<a> F1\no1 endsub\n#<_b>=2\nG2 I1\n"
                              "o2 repeat [40]\no1 call [#<_b>]\no2 endrepeat\nG81 X1 Z-1 R1\nM99\n";

static void failing_allocations_lose_nothing(void** state)
{
    (void)state;
    const nc_read_options options = {.lenient = true};
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        nc_program before, p;
        memset(&p, 0x5a, sizeof p);
        before = p;
        nc_error e;
        const size_t live = allocations.live, blocks = allocations.blocks;
        allocations_begin(n);
        const nc_status status = nc_read_memory(&p, program, strlen(program), &options, &e);
        const bool failed = allocations.calls >= n;
        allocations_begin(0);
        if (status == NC_OK) {
            assert_false(failed);
            assert_int_equal(p.move_count, 45);
            nc_program_free(&p);
            assert_true(allocations.live == live && allocations.blocks == blocks);
            break;
        }
        assert_true(failed && status == NC_OUT_OF_MEMORY && e.status == status && e.text[0]);
        assert_memory_equal(&p, &before, sizeof p);
        assert_true(allocations.live == live && allocations.blocks == blocks);
        failures++;
    }
    assert_true(failures > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failing_allocations_lose_nothing)};
    return cmocka_run_group_tests_name("nc_memory", tests, NULL, NULL);
}
