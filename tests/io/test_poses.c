// test_poses.c - the reader of paths: every layout, each number to the last bit, what is refused and at which line,
// and every allocation failing once.
#include "path/poses.h"
#include "support/mesh_alloc.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static poses read_text(const char* text)
{
    poses p = {0};
    poses_error e;
    if (poses_read_memory(&p, text, strlen(text), &e) != POSES_OK) fail_msg("%s: %s", text, e.text);
    return p;
}

// A quarter turn about z, and a move: each text says that in its layout, for its last pose.
static void every_layout_says_the_same(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        poses_layout layout;
        size_t count;
    } rows[] = {
        {"0.1 -2 3e1 0 0 1 1\n", POSES_QUATERNIONS, 1},
        {"# x y z qx qy qz qw\n\n1 2 3 0 0 0 1 # a comment\n0.1,-2,3e1,0,0,7,7", POSES_QUATERNIONS,
         2},
        {"x, y, z, qx, qy, qz, qw\r\n.1 , -2 , 30 , 0 , 0 , -1 , -1\r\n", POSES_QUATERNIONS, 1},
        {"\xEF\xBB\xBFTimestamp tx ty tz qx qy qz qw\n5.5 .1 -2 30 0 0 1 1", POSES_TIMED, 1},
        {"0.1 -2 3e1 0 0 1 1\n\x1a", POSES_QUATERNIONS, 1},
        {"0.1 -2 3e1 0 0 1 1\r\n\x1a\r\n", POSES_QUATERNIONS, 1},
        {"5.5, 0.1, -2, 30, 0, 0, 1, 1\n", POSES_TIMED, 1},
        {"5.5,0.1,-2,30 0 0 1 1\n", POSES_TIMED, 1},
        {"5.5\t0.1\t-2\t30\t0\t0\t1\t1\r", POSES_TIMED, 1},
        {"0 -1 0 0.1 1 0 0 -2 0 0 1 30\n", POSES_ROWS, 1},
        {"1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n0 -1 0 0.1,1 0 0 -2,0 0 1 30,0 0 0 1\n", POSES_MATRICES,
         2},
        {"9 9 9 1 0 0 0 1 0 0 0 1 0.1 -2 30 0 -1 0 1 0 0 0 0 1\n", POSES_PAIRS, 1},
        {"2\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n\n0 -1 0\n1 0 0 # row\n0 0 1\n0.1 -2 30\n", POSES_BLOCKS,
         2},
    };
    static const double turn[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, move[3] = {0.1, -2, 30};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        poses p = read_text(rows[i].text);
        assert_int_equal(p.layout, rows[i].layout);
        assert_int_equal(p.count, rows[i].count);
        assert_int_equal(p.bodies, rows[i].layout == POSES_PAIRS ? 2 : 1);
        const abut_pose* last = &p.poses[p.count * (size_t)p.bodies - 1];
        assert_true(last->scale == 1);
        for (int k = 0; k < 9; k++)
            assert_true(fabs(last->rotation[k / 3][k % 3] - turn[k / 3][k % 3]) < 1e-15);
        assert_memory_equal(last->translation, move, sizeof move);
        if (p.layout == POSES_PAIRS) assert_true(p.poses[0].translation[2] == 9);
        if (p.layout == POSES_TIMED)
            assert_true(p.times[0] == 5.5);
        else
            assert_null(p.times);
        poses_free(&p);
        assert_true(!p.poses && !p.times && !p.count);
    }
}

// A scale is taken out of a matrix; a rotation that is a little off, as recorded ones are, stays as it is.
static void matrices_keep_their_bits(void** state)
{
    (void)state;
    poses p = read_text(
        "2 0 0 5 0 2 0 6 0 0 2 7\n0.990268 0.139173 0 0 -0.139173 0.990268 0 0 0 0 1 -0.0\n"
        "1 0 0 5 0 1 0 6 0 0 -1 7");
    assert_int_equal(p.count, 3);
    assert_true(p.poses[0].scale == 2 && p.poses[0].rotation[1][1] == 1);
    assert_true(p.poses[1].scale == 1 && p.poses[1].rotation[0][0] == 0.990268);
    assert_true(p.poses[1].rotation[1][0] == -0.139173 && signbit(p.poses[1].translation[2]));
    assert_true(p.poses[2].rotation[2][2] == -1);
    poses_free(&p);
}

static const struct {
    const char* text;
    poses_status status;
    size_t line;
    const char* words;
} wrong[] = {
    {"", POSES_SYNTAX, 0, "no poses"},
    {"# nothing\n\n  \n", POSES_SYNTAX, 0, "no poses"},
    {"t x y z qx qy qz qw\n", POSES_SYNTAX, 0, "no poses"},
    {"1 2 3\n", POSES_SYNTAX, 1, "3 numbers: a pose has 7, 8, 12 or 16"},
    {"\n1 2 3 0 0 0 one\n", POSES_SYNTAX, 2, "line 2: 'one' is not a number"},
    {"1 2 3 0 0 0 1\r\n1 2 3 0 0 0 nan\r\n", POSES_SYNTAX, 2, "'nan' is not a number"},
    {"1 2 3 0 0 0 1e999", POSES_SYNTAX, 1, "'1e999' is too large"},
    {"1 2 3 0 0 0 1\n#\n1 2 3 0 0 0 1 1\n", POSES_SYNTAX, 3, "8 numbers, but line 1 has 7"},
    {"1 2 3 0 0 0 1\n1\n", POSES_SYNTAX, 2, "1 number, but line 1 has 7"},
    {"1,2,3,0,0,0,\n", POSES_SYNTAX, 1, "nothing stands behind a comma"},
    {"1,2,,0,0,0,1,1\n", POSES_SYNTAX, 1, "nothing stands behind a comma"},
    {",1,2,3,0,0,0,1\n", POSES_SYNTAX, 1, "'' is not a number"},
    {"1;2;3;0;0;0;1\n", POSES_SYNTAX, 1, "is not a number"},
    // A decimal comma makes one width of another: 7 of 8, 16 of 12, 24 of 12, 16 of 8.
    {"0,5 1 2 0 0 0 1\n", POSES_SYNTAX, 1, "8 numbers, or 7 if commas are decimal ones"},
    {"1 2 3 0 0 0 1\n1 2 3 0 0 0,6 0,8 1\n", POSES_SYNTAX, 2, "10 numbers, but line 1 has 7"},
    {"1 0 0 0,5 0 1 0 1,5 0 0 1 2,5\n", POSES_SYNTAX, 1, "15 numbers"},
    {"0,5 0 0 0,5 0 1 0 1,5 0 0 1 2,5\n", POSES_SYNTAX, 1, "16 numbers, or 12 if"},
    {"1,0 0,0 0,0 0,5 0,0 1,0 0,0 0,5 0,0 0,0 1,0 0,5\n", POSES_SYNTAX, 1, "24 numbers, or 12 if"},
    {"0,0 1,0 2,0 3,0 0,0 0,0 0,0 1,0\n", POSES_SYNTAX, 1, "16 numbers, or 8 if"},
    {"1,5 2,5 3,5 0,0 0,0 0,0 1,0\n", POSES_SYNTAX, 1, "14 numbers: a pose has"},
    {"1 2 3 0 0 0 0.25\n", POSES_BAD_POSE, 1, "below 0.5"},
    {"1 0 0 5 0 1 0.5 6 0 0 1 7", POSES_BAD_POSE, 1, "not a pose: the matrix shears"},
    {"0 0 0 5 0 0 0 6 0 0 0 7", POSES_BAD_POSE, 1, "a matrix of zeros"},
    {"1 0 0 5 0 1 0 6 0 0 1 7 0 0 1 1", POSES_BAD_POSE, 1, "last row"},
    {"x y z qw qx qy qz\n", POSES_SYNTAX, 1, "'qw': the columns must be x y z qx qy qz qw"},
    {"y z\n", POSES_SYNTAX, 1, "'y': the columns"},
    {"t x y z qx qy qz qw t\n", POSES_SYNTAX, 1, "'t': the columns"},
    {"\nx y z\n1 2 3\n", POSES_SYNTAX, 2, "only 3 of the columns"},
    {"t,x,y,z,qx,qy,qz,qw\n1 2 3 0 0 0 1\n", POSES_SYNTAX, 2, "7 numbers, but 8 columns"},
    {"x y z qx qy qz qw\n1\n", POSES_SYNTAX, 2, "1 number, but 7 columns"},
    {"0\n", POSES_SYNTAX, 1, "how many poses follow"},
    {"1.5\n", POSES_SYNTAX, 1, "how many poses follow"},
    {"2\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n", POSES_SYNTAX, 1,
     "2 poses should follow, and the file ends after 1"},
    {"1\n1 0 0\n0 1 0\n0 0 1\n", POSES_SYNTAX, 1,
     "1 poses should follow, and the file ends after 0"},
    {"1\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n", POSES_SYNTAX, 6,
     "more poses than the 1 of line 1"},
    {"1\n1 0 0\n0 1\n", POSES_SYNTAX, 3, "lines of 3"},
    {"1\n\n1 0 0\n0 1 1\n0 0 1\n0 0 0\n", POSES_BAD_POSE, 3, "not a pose"},
    {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25\n", POSES_SYNTAX, 1,
     "more than 24 numbers"},
};

static void what_is_wrong_is_refused_with_its_line(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        poses before, p;
        poses_error e;
        memset(&p, 0x5a, sizeof p);
        before = p;
        const poses_status status = poses_read_memory(&p, wrong[i].text, strlen(wrong[i].text), &e);
        if (status != wrong[i].status || e.status != status || e.line != wrong[i].line ||
            !strstr(e.text, wrong[i].words))
            fail_msg("\"%s\": status %d, line %zu, \"%s\"", wrong[i].text, (int)status, e.line,
                     e.text);
        assert_memory_equal(&p, &before, sizeof p);
    }
    // Zeros behind a whole line are padding; elsewhere poses may have been there.
    static const char padded[] = "1 2 3 0 0 0 1\n\0\0\0",
                      lost[] = "1 2 3 0 0 0 1\n1 2 3 0 0 0 1\0\0";
    poses p;
    poses_error e;
    assert_int_equal(poses_read_memory(&p, padded, sizeof padded - 1, &e), POSES_OK);
    assert_int_equal(p.count, 1);
    poses_free(&p);
    assert_int_equal(poses_read_memory(&p, lost, sizeof lost - 1, &e), POSES_SYNTAX);
    assert_int_equal(e.line, 2);
    assert_int_equal(poses_read_file(&p, "/nowhere/at/all.path", &e), POSES_CANNOT_OPEN);
    assert_string_equal(e.text, "cannot be opened: No such file or directory");
    assert_int_equal(poses_read_file(&p, "/", &e), POSES_CANNOT_OPEN);
    assert_string_equal(e.text, "cannot be read: Is a directory");
    assert_null(poses_layout_text(POSES_UNKNOWN));
}

static void failing_allocations_lose_nothing(void** state)
{
    (void)state;
    char text[65 * 20 + 1] = "";
    for (int i = 0; i < 65; i++)
        strcat(text, "1 1 2 3 0 0 0 1\n");
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        poses before, p;
        poses_error e;
        memset(&p, 0x5a, sizeof p);
        before = p;
        const size_t live = allocations.live, blocks = allocations.blocks;
        allocations_begin(n);
        const poses_status status = poses_read_memory(&p, text, strlen(text), &e);
        const bool failed = allocations.calls >= n;
        allocations_begin(0);
        if (status == POSES_OK) {
            assert_false(failed);
            assert_int_equal(p.count, 65);
            for (size_t i = 0; i < p.count; i++)
                assert_int_equal(p.lines[i], i + 1);
            poses_free(&p);
            assert_true(allocations.live == live && allocations.blocks == blocks);
            break;
        }
        assert_true(failed && status == POSES_OUT_OF_MEMORY && e.status == status && e.text[0]);
        assert_memory_equal(&p, &before, sizeof p);
        assert_true(allocations.live == live && allocations.blocks == blocks);
        failures++;
    }
    assert_int_equal(failures, 6);  // poses, lines and times, twice
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_says_the_same),
        cmocka_unit_test(matrices_keep_their_bits),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_line),
        cmocka_unit_test(failing_allocations_lose_nothing),
    };
    return cmocka_run_group_tests_name("poses", tests, NULL, NULL);
}
