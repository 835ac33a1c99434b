// test_batch_memory.c - "abut batch" where memory ends: each allocation fails once, with all behind it. That is an error, nothing has
// the output's name, and what is left can be gone on with.
#include "support/mesh_alloc.h"
#include "support/pose_frames.h"

#include <fcntl.h>
#include <unistd.h>

// clang-format off
#include "main/verb.h"  // measured.h has a variable of the name that is a type here
// clang-format on

// The table of main.c, of which help asks; main itself is this program's.
static const verb* const verbs[] = {&verb_batch, NULL};

const verb* const* verb_table(void)
{
    return verbs;
}

const verb* verb_find(const char* name)
{
    return strcmp(name, "batch") == 0 ? &verb_batch : NULL;
}

// Run the verb; what it says goes nowhere.
static int run(const char* const* arguments, size_t fail_at)
{
    char words[16][32], *list[17] = {NULL};
    int count = 0;
    for (; arguments[count]; count++) {
        snprintf(words[count], sizeof words[count], "%s", arguments[count]);
        list[count] = words[count];
    }
    const int errors = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    allocations_begin(fail_at);
    const int status = verb_batch.run(count, list);
    allocations_begin(0);
    dup2(errors, STDERR_FILENO);
    close(errors);
    close(nowhere);
    return status;
}

static void each_fails(const char* const* arguments, const char* wanted)
{
    const char* resumed[17] = {NULL};
    size_t count = 0, failed = 0, left = 0;
    for (; arguments[count]; count++)
        resumed[count] = arguments[count];
    resumed[count] = "--resume";
    for (size_t n = 1;; n++) {
        unlink("o");
        const int status = run(arguments, n);
        if (status == 1) break;
        assert_int_equal(status, 2);
        assert_int_not_equal(access("o", F_OK), 0);
        failed++;
        if (access("o.unfinished", F_OK) != 0) continue;
        left++;
        assert_int_equal(run(resumed, 0), 1);
        expect_same("o", wanted);
    }
    expect_same("o", wanted);
    assert_int_not_equal(access("o.unfinished", F_OK), 0);
    assert_int_not_equal(access("o.journal", F_OK), 0);
    print_message("%zu allocations failed, %zu left answers\n", failed, left);
    assert_true(failed > 20);
}

static void memory_ends(void** state)
{
    (void)state;
    box_pair boxes = boxes_open();
    boxes_close(&boxes);
    pose_list p = poses_make(3000, 11);
    poses_write(&p, &frame_forms[0], "p.bin");
    poses_release(&p);
    const char* const bits[] = {"batch", "a.obj", "b.obj",     "--poses", "p.bin",
                                "-o",    "p",     "--threads", "1",       NULL};
    const char* const rows[] = {"batch",     "a.obj",       "b.obj", "--poses", "p.bin",
                                "--rows",    "--clearance", "1",     "-o",      "r",
                                "--threads", "1",           NULL};
    const char* lines[2][16] = {{NULL}};
    assert_int_equal(run(bits, 0), 1);
    assert_int_equal(run(rows, 0), 1);
    for (int i = 0; bits[i]; i++)
        lines[0][i] = strcmp(bits[i], "p") ? bits[i] : "o";
    for (int i = 0; rows[i]; i++)
        lines[1][i] = strcmp(rows[i], "r") ? rows[i] : "o";
    each_fails(lines[0], "p");
    each_fails(lines[1], "r");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_ends)};
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
