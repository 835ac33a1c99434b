// test_cli_batch.c - "abut batch": every form of poses and every way to answer them against the library, by brute force; slices
// put together; threads, methods and saved models; what is no pose, what is refused, and exit statuses.
#include "support/pose_frames.h"

#include <math.h>
#include <unistd.h>

#define REFUSED(text, ...) expect_failure(PATHS("batch", "a.obj", "b.obj", __VA_ARGS__), text)
#define ARGUMENTS_MOST     24

enum { COUNT = 3000, FORM_COUNT = 400 };

static box_pair boxes;
static pose_list poses;

static int enter(void** state)
{
    if (cli_enter(state)) return -1;
    boxes = boxes_open();
    poses = poses_make(COUNT, 5);
    poses_write(&poses, &frame_forms[0], "p.bin");
    return 0;
}

static int leave(void** state)
{
    boxes_close(&boxes);
    poses_release(&poses);
    return cli_leave(state);
}

// What the boxes are at each pose: 0 apart, 1 in contact, 2 close.
static unsigned char* states_of(const pose_list* p, const frame_form* form, double clearance,
                                bool strict, double (*near)[2])
{
    unsigned char* states = malloc(p->count);
    assert_non_null(states);
    for (size_t i = 0; i < p->count; i++) {
        double d[2];
        boxes_distance(&boxes, form, p->numbers + 7 * i, d);
        const bool is_close = strict ? d[1] < clearance : d[1] <= clearance;
        states[i] = d[1] == 0 ? 1 : is_close ? 2 : 0;
        if (near) memcpy(near[i], d, sizeof d);
    }
    return states;
}

// Compare a file of bits with states; returns how many bits are 1.
static size_t check_bits(const char* path, const unsigned char* states, size_t count)
{
    size_t size, ones = 0;
    unsigned char* bits = bytes_of(path, &size);
    assert_int_equal(size, (count + 7) / 8);
    for (size_t i = 0; i < 8 * size; i++) {
        const int bit = bits[i / 8] >> i % 8 & 1, wanted = i < count && states[i];
        if (bit != wanted) print_error("%s: bit %zu is %d\n", path, i, bit);
        assert_int_equal(bit, wanted);
        ones += (size_t)bit;
    }
    free(bits);
    return ones;
}

static void check_rows(const char* path, const unsigned char* states, const double (*near)[2],
                       const char* end)
{
    static const char* const texts[2][3] = {{"apart", "contact", "close"},
                                            {"clear", "contact", "close"}};
    char* found = cli_read_file(path);
    char* wanted = malloc(100 * (COUNT + 1));
    assert_non_null(found);
    assert_non_null(wanted);
    size_t used = (size_t)sprintf(wanted, "frame,state%s%s", near ? ",lo,hi" : "", end);
    for (size_t i = 0; i < COUNT; i++) {
        used += (size_t)sprintf(wanted + used, "%zu,%s", i, texts[near != NULL][states[i]]);
        if (near && states[i])
            used += (size_t)sprintf(wanted + used, ",%.17g,%.17g", near[i][0], near[i][1]);
        else if (near)
            used += (size_t)sprintf(wanted + used, ",,");
        used += (size_t)sprintf(wanted + used, "%s", end);
    }
    assert_string_equal(found, wanted);
    free(found);
    free(wanted);
}

static void every_form(void** state)
{
    (void)state;
    const pose_list some = {.count = FORM_COUNT, .numbers = poses.numbers};
    size_t contacts = 0;
    for (size_t f = 0; f < FRAME_FORMS; f++) {
        const frame_form* form = &frame_forms[f];
        unsigned char* states = states_of(&some, form, 0, false, NULL);
        poses_write(&some, form, "form.bin");
        BATCH(1, "--poses", "form.bin", "--form", form->name, "-o", "form.bits");
        contacts += check_bits("form.bits", states, FORM_COUNT);
        free(states);
    }
    print_message("%d forms of %d poses, %zu in contact, 0 wrong\n", FRAME_FORMS, FORM_COUNT,
                  contacts);
    assert_true(contacts > FORM_COUNT && contacts < 7 * FORM_COUNT);
}

static void bits_and_rows(void** state)
{
    (void)state;
    unsigned char* states = states_of(&poses, &frame_forms[0], 0, false, NULL);
    BATCH(1, "--poses", "p.bin", "-o", "p.bits");
    const size_t ones = check_bits("p.bits", states, COUNT);
    BATCH(1, "--poses", "p.bin", "-o", "o.bits", "--bits", "--form", "pose7");
    expect_same("o.bits", "p.bits");
    BATCH(1, "--poses", "p.bin", "--rows", "-o", "p.csv");
    check_rows("p.csv", states, NULL, "\n");
    BATCH(1, "--poses", "p.bin", "--rows", "--crlf", "-o", "p.csv");
    check_rows("p.csv", states, NULL, "\r\n");
    // Standard output, and standard input, a pipe.
    cli_result r = cli_run(&(cli_call){
        .program = "/bin/sh",
        .arguments = PATHS("-c", "cat p.bin | " ABUT_PROGRAM
                                 " batch a.obj b.obj --poses - --bits >o.bits; echo $?")});
    assert_string_equal(r.out, "1\n");
    char text[64];
    snprintf(text, sizeof text, "%d poses, %zu in contact; ", COUNT, ones);
    cli_expect_text(r.err, text);
    cli_free(&r);
    expect_same("o.bits", "p.bits");
    free(states);
}

static void how_near(void** state)
{
    (void)state;
    static double near[COUNT][2];
    unsigned char* states = states_of(&poses, &frame_forms[0], 0.4, false, near);
    size_t of[3] = {0};
    for (size_t i = 0; i < COUNT; i++)
        of[states[i]]++;
    print_message("%zu clear, %zu in contact, %zu close\n", of[0], of[1], of[2]);
    assert_true(of[0] > 100 && of[1] > 100 && of[2] > 100);
    BATCH(1, "--poses", "p.bin", "--clearance", "0.4", "-o", "c.bits");
    check_bits("c.bits", states, COUNT);
    static const char* const methods[][3] = {{"--method", "wide", NULL},
                                             {"--method", "brute", NULL},
                                             {"--coherent", "--bits", NULL},
                                             {"--threads", "3", NULL}};
    for (size_t w = 0; w < sizeof methods / sizeof *methods; w++) {
        BATCH(1, "--poses", "p.bin", "--clearance", "0.4", "-o", "o.bits", methods[w][0],
              methods[w][1]);
        expect_same("o.bits", "c.bits");
    }
    BATCH(1, "--poses", "p.bin", "--clearance", "0.4", "--rows", "-o", "c.csv");
    check_rows("c.csv", states, (const double(*)[2])near, "\n");
    BATCH(1, "--poses", "p.bin", "--clearance", "0.4", "--rows", "--coherent", "-o", "c.csv");
    check_rows("c.csv", states, (const double(*)[2])near, "\n");
    free(states);
}

// b.obj is 1 x 0.5 x 3: beside a.obj, whose half is 1, it touches at 1.5.
static void limits(void** state)
{
    (void)state;
    static const double x[] = {1.5, 1.5000000000000002, 1.75, 1.7500000000000002,
                               1.7499999999999998};
    pose_list p = {.count = 5, .numbers = calloc(35, sizeof(double))};
    for (size_t i = 0; i < 5; i++) {
        p.numbers[7 * i] = x[i];
        p.numbers[7 * i + 6] = 1;
    }
    poses_write(&p, &frame_forms[0], "x.bin");
    cli_result r = CLI("batch", "a.obj", "b.obj", "--poses", "x.bin", "--rows");
    assert_string_equal(r.out, "frame,state\n0,contact\n1,apart\n2,apart\n3,apart\n4,apart\n");
    cli_free(&r);
    r = CLI("batch", "a.obj", "b.obj", "--poses", "x.bin", "--rows", "--clearance", "0.25");
    assert_string_equal(r.out, "frame,state,lo,hi\n0,contact,0,0\n"
                               "1,close,2.2204460492503131e-16,2.2204460492503131e-16\n"
                               "2,close,0.25,0.25\n3,clear,,\n"
                               "4,close,0.24999999999999978,0.24999999999999978\n");
    cli_free(&r);
    static const char* const strict[] = {"--rows", "--bits"};
    for (int i = 0; i < 2; i++) {
        BATCH(1, "--poses", "x.bin", strict[i], "--clearance", "0.25", "--strict", "-o", "x.out");
        char* text = cli_read_file("x.out");
        if (i == 0) cli_expect_text(text, "\n2,clear,,\n3,clear,,\n4,close,");
        if (i == 1) assert_int_equal(text[0], 1 | 2 | 16);
        free(text);
    }
    free(p.numbers);
}

// The same bytes for any number of threads, any method, coherent or not, and of saved models.
static void ways(void** state)
{
    (void)state;
    static const char* const ways[][2] = {{"--threads", "1"},      {"--threads", "2"},
                                          {"--threads", "5"},      {"--method", "brute"},
                                          {"--method", "wide"},    {"--effort", "best"},
                                          {"--memory", "compact"}, {"--coherent", "--bits"},
                                          {"--format", "obj"},     {"--max-memory", "1G"}};
    BATCH(1, "--poses", "p.bin", "-o", "p.bits");
    BATCH(1, "--poses", "p.bin", "-o", "p.csv", "--rows", "--threads", "1");
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        BATCH(1, "--poses", "p.bin", "-o", "o.bits", ways[w][0], ways[w][1]);
        expect_same("o.bits", "p.bits");
    }
    BATCH(1, "--poses", "p.bin", "-o", "o.csv", "--rows", "--threads", "5");
    expect_same("o.csv", "p.csv");
    static const char* const methods[] = {"obb", "hybrid"};
    for (int m = 0; EXPECT_PAPERS && m < 2; m++) {
        BATCH(1, "--poses", "p.bin", "-o", "o.bits", "--method", methods[m]);
        expect_same("o.bits", "p.bits");
        BATCH(1, "--poses", "p.bin", "-o", "o.bits", "--method", methods[m], "--traversal",
              "breadth");
        expect_same("o.bits", "p.bits");
    }
    cli_result r = CLI("build", "b.obj", "-o", "b.abut");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    expect_batch(1, PATHS("batch", "a.obj", "b.abut", "--poses", "p.bin", "-o", "o.bits"));
    expect_same("o.bits", "p.bits");
}

// A group of a file, of which the rest would be in contact everywhere.
static void groups(void** state)
{
    (void)state;
    char* a = cli_read_file("a.obj");
    char* both = malloc(strlen(a) + 256);
    sprintf(both, "o inner\n%so large\nv -9 -9 -9\nv 9 9 9\nv -9 9 -9\nf -3 -2 -1\n", a);
    cli_write_file("both.obj", both);
    free(a);
    free(both);
    BATCH(1, "--poses", "p.bin", "-o", "p.bits");
    expect_batch(1, PATHS("batch", "both.obj", "b.obj", "--poses", "p.bin", "-o", "o.bits",
                          "--group-a", "inner"));
    expect_same("o.bits", "p.bits");
    expect_batch(1, PATHS("batch", "both.obj", "both.obj", "--poses", "p.bin", "-o", "o.bits",
                          "--group", "inner"));
    expect_failure(
        PATHS("batch", "a.obj", "both.obj", "--poses", "p.bin", "-o", "n.bits", "--group-b", "no"),
        "there is no group 'no'");
}

// ------------------------------------------------------------------------------------------ slices

static void slices(void** state)
{
    (void)state;
    static const int steps[2] = {328, 777};
    BATCH(1, "--poses", "p.bin", "-o", "p.bits");
    BATCH(1, "--poses", "p.bin", "-o", "p.csv", "--rows");
    for (int rows = 0; rows < 2; rows++) {
        unlink("whole");
        for (int from = 0; from < COUNT; from += steps[rows]) {
            char texts[3][256];
            snprintf(texts[0], 256, "%d", from);
            snprintf(texts[1], 256, "%d", steps[rows]);
            // By turns from a file and from a pipe.
            snprintf(texts[2], 256,
                     "cat p.bin | " ABUT_PROGRAM
                     " batch a.obj b.obj --poses - --from %d --count %d %s -o part 2>/dev/null",
                     from, steps[rows], rows ? "--rows" : "--bits");
            if (from / steps[rows] % 2) {
                cli_result r =
                    cli_run(&(cli_call){.program = "/bin/sh", .arguments = PATHS("-c", texts[2])});
                assert_int_equal(r.status, 1);
                cli_free(&r);
            } else {
                BATCH(1, "--poses", "p.bin", "--from", texts[0], "--count", texts[1],
                      rows ? "--rows" : "--bits", "-o", "part");
            }
            write_on("whole", "ab", "part");
        }
        expect_same("whole", rows ? "p.csv" : "p.bits");
    }
    // Beyond the end there is nothing.
    BATCH(3, "--poses", "p.bin", "--from", "3000", "-o", "part");
    BATCH(0, "--poses", "p.bin", "--from", "4000", "-o", "part", "--allow-empty");
}

// ------------------------------------------------------------------------------------------ faults

static void spoil(size_t frame, const double* with, size_t count)
{
    FILE* file = fopen("bad.bin", "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)(56 * frame), SEEK_SET), 0);
    assert_int_equal(fwrite(with, sizeof *with, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void what_is_no_pose(void** state)
{
    (void)state;
    static const double zeros[7] = {0}, nan[1] = {(double)NAN};
    poses_write(&poses, &frame_forms[0], "bad.bin");
    spoil(2001, zeros, 7);
    REFUSED("bad.bin: frame 2001, at byte 112056: a quaternion whose norm is below 0.5; is --form "
            "pose7 what it has?",
            "--poses", "bad.bin", "-o", "bad.bits");
    assert_int_not_equal(access("bad.bits", F_OK), 0);
    assert_int_equal(access("bad.bits.unfinished", F_OK), 0);  // the poses before it are answered
    unlink("bad.bits.unfinished");
    unlink("bad.bits.journal");
    spoil(1000, nan, 1);
    for (int threads = 1; threads <= 5; threads += 2) {
        char text[8];
        snprintf(text, sizeof text, "%d", threads);
        REFUSED("bad.bin: frame 1000, at byte 56000: not a pose: ", "--poses", "bad.bin",
                "--threads", text, "-o", "/dev/null");
    }
    // Before and behind it there are slices.
    BATCH(1, "--poses", "bad.bin", "--count", "1000", "-o", "o.bits");
    REFUSED("frame 1000, at byte 56000", "--poses", "bad.bin", "--from", "992", "-o", "/dev/null");
    // Marked, it is a row, and all others are as they were.
    BATCH(1, "--poses", "p.bin", "--rows", "-o", "p.csv");
    BATCH(1, "--poses", "bad.bin", "--rows", "--mark-bad", "-o", "o.csv");
    char *all = cli_read_file("p.csv"), *marked = cli_read_file("o.csv");
    char *at = all, *other = marked;
    size_t lines = 0, bad = 0;
    for (char *one, *two; (one = strtok_r(at, "\n", &at)); lines++) {
        two = strtok_r(other, "\n", &other);
        assert_non_null(two);
        char row[32];
        snprintf(row, sizeof row, "%zu,bad", lines - 1);
        if (lines == 1001 || lines == 2002) {
            assert_string_equal(two, row);
            bad++;
        } else {
            assert_string_equal(two, one);
        }
    }
    assert_int_equal(lines, COUNT + 1);
    assert_int_equal(bad, 2);
    free(all);
    free(marked);
    cli_result r = CLI("batch", "a.obj", "b.obj", "--poses", "bad.bin", "--rows", "--mark-bad",
                       "--clearance", "0.1", "--from", "1000", "--count", "1");
    assert_string_equal(r.out, "1000,bad,,\n");
    cli_expect_text(r.err, "1 pose, 0 in contact, 0 close, 1 bad; ");
    assert_int_equal(r.status, 3);
    cli_free(&r);
    // A matrix that is none.
    REFUSED("frame 0, at byte 0: not a pose: ", "--poses", "p.bin", "--form", "pose12", "--count",
            "8", "-o", "/dev/null");
}

static void what_is_no_file(void** state)
{
    (void)state;
    cli_write_file("short.bin", "123456789");
    REFUSED("short.bin: 0 frames of pose7, which have 56 bytes each, and 9 bytes more: it is of "
            "another --form, or not whole",
            "--poses", "short.bin", "-o", "/dev/null");
    cli_write_file("x.npy", "\x93NUMPY\1\1v\1{'descr': '<f8', 'fortran_order': False}");
    REFUSED("x.npy: is a .npy file, in which a header stands before the numbers: write them with "
            "array.tofile(...)",
            "--poses", "x.npy", "-o", "/dev/null");
    REFUSED("none.bin: cannot be opened: No such file", "--poses", "none.bin", "-o", "/dev/null");
    REFUSED(".: ", "--poses", ".", "-o", "/dev/null");
    cli_result r = cli_run(&(cli_call){
        .program = "/bin/sh",
        .arguments = PATHS("-c", "(cat p.bin; printf 12345) | " ABUT_PROGRAM
                                 " batch a.obj b.obj --poses - -o /dev/null; echo $?")});
    assert_string_equal(r.out, "2\n");
    cli_expect_text(r.err,
                    "standard input: frame 3000, at byte 168000, is not whole: 5 bytes of 56");
    cli_free(&r);
    REFUSED("/dev/full: cannot write: No space left on device", "--poses", "p.bin", "-o",
            "/dev/full");
}

static void what_is_refused(void** state)
{
    (void)state;
    REFUSED("batch needs the poses of b: --poses FILE", "-o", "n.bits");
    REFUSED("--form: there is no 'pose8'", "--poses", "p.bin", "--form", "pose8");
    REFUSED("--from 12: a byte has 8 bits, so that of slices of bits both must be multiples of 8",
            "--poses", "p.bin", "--from", "12", "-o", "n.bits");
    REFUSED("--count 12: a byte", "--poses", "p.bin", "--count", "12", "-o", "n.bits");
    REFUSED("--count", "--poses", "p.bin", "--count", "0", "-o", "n.bits");
    REFUSED("options --bits and --rows exclude each other", "--poses", "p.bin", "--bits", "--rows");
    REFUSED("option --mark-bad has no effect without --rows", "--poses", "p.bin", "--mark-bad");
    REFUSED("option --crlf has no effect without --rows", "--poses", "p.bin", "--crlf");
    REFUSED("option --strict has no effect without --clearance", "--poses", "p.bin", "--strict");
    REFUSED("option --resume needs -o FILE", "--poses", "p.bin", "--resume");
    REFUSED("option --resume needs -o FILE", "--poses", "p.bin", "--resume", "-o", "-");
    REFUSED("/dev/null: is no file that a run could have left: --resume is not for it", "--poses",
            "p.bin", "--resume", "-o", "/dev/null");
    REFUSED("p.bin: is an input too; it would be lost", "--poses", "p.bin", "-o", "p.bin");
    REFUSED("options --quiet and --rows exclude each other, unless -o names a file", "--poses",
            "p.bin", "--quiet", "--rows");
    if (EXPECT_PAPERS) {
        REFUSED("option --coherent is not for the method obb", "--poses", "p.bin", "--coherent",
                "--method", "obb", "-o", "/dev/null");
        REFUSED("does not tell how far models are apart", "--poses", "p.bin", "--clearance", "1",
                "--method", "dop14", "-o", "/dev/null");
    }
    expect_failure(PATHS("batch", "-", "b.obj", "--format", "obj", "--poses", "-"),
                   "standard input can be read only once");
    expect_failure(PATHS("batch", "a.obj", "--poses", "p.bin"), "batch needs two models");
    expect_failure(PATHS("batch", "point:1,2,3", "b.obj", "--poses", "p.bin"), "is a shape");
}

// ---------------------------------------------------------------------------------------- statuses

static void statuses(void** state)
{
    (void)state;
    pose_list far = {.count = 9, .numbers = calloc(63, sizeof(double))};
    for (size_t i = 0; i < 9; i++) {
        far.numbers[7 * i] = 99;
        far.numbers[7 * i + 6] = 1;
    }
    poses_write(&far, &frame_forms[0], "far.bin");
    free(far.numbers);
    BATCH(0, "--poses", "far.bin", "-o", "far.bits");
    BATCH(0, "--poses", "far.bin", "--clearance", "5", "-o", "far.bits");
    BATCH(1, "--poses", "far.bin", "--clearance", "500", "-o", "far.bits");
    cli_write_file("none.bin", "");
    BATCH(3, "--poses", "none.bin", "-o", "none.bits", "--rows");
    char* text = cli_read_file("none.bits");
    assert_string_equal(text, "frame,state\n");
    free(text);
    cli_result r = CLI("batch", "a.obj", "b.obj", "--poses", "none.bin", "-o", "none.bits");
    cli_expect_text(r.err, "none.bin: no poses, so there is nothing to check");
    cli_free(&r);
    BATCH(0, "--poses", "none.bin", "-o", "none.bits", "--allow-empty");
    unlink("none.bits");
    unlink("none.bin");
    // A model without triangles.
    r = CLI("batch", "a.obj", "empty.off", "--poses", "p.bin", "-o", "e.bits");
    assert_int_equal(r.status, 3);
    assert_int_not_equal(access("e.bits", F_OK), 0);
    cli_expect_text(r.err, "empty.off");
    cli_free(&r);
    r = CLI("batch", "a.obj", "empty.off", "--poses", "p.bin", "-o", "e.bits", "--allow-empty");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    // Quietly: only the status; and an endless stream ends with the first contact.
    static const char* const quiet[][3] = {{"p.bin", "1"}, {"far.bin", "0"}};
    for (int i = 0; i < 2; i++) {
        r = CLI("batch", "a.obj", "b.obj", "--poses", quiet[i][0], "--quiet");
        assert_int_equal(r.status, quiet[i][1][0] - '0');
        assert_string_equal(r.out, "");
        assert_string_equal(r.err, "");
        cli_free(&r);
    }
    r = cli_run(&(cli_call){
        .program = "/bin/sh",
        .arguments = PATHS("-c", "while cat far.bin p.bin; do :; done 2>/dev/null | " ABUT_PROGRAM
                                 " batch a.obj b.obj --poses - --quiet; echo $?")});
    assert_string_equal(r.out, "1\n");
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form),
        cmocka_unit_test(bits_and_rows),
        cmocka_unit_test(how_near),
        cmocka_unit_test(limits),
        cmocka_unit_test(ways),
        cmocka_unit_test(groups),
        cmocka_unit_test(slices),
        cmocka_unit_test(what_is_no_pose),
        cmocka_unit_test(what_is_no_file),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(statuses),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
