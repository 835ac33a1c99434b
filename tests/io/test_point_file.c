// test_point_file.c - the reader of files of points, rays and segments: each way to write a line, each number to the last bit, what is refused
// and at which line, what a source gives in pieces of any size, and every allocation failing once.
#include "points/point_file.h"
#include "support/float_mode.h"
#include "support/mesh_alloc.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { POINTS_MOST = 64 };

// A text that is given in pieces.
typedef struct pieces {
    const char* at;
    size_t left, piece;
    size_t zeros;      // further bytes, all zero
    bool ends_broken;  // then it fails
    point_file_kind kind;
} pieces;

static ptrdiff_t read_piece(void* user, char* bytes, size_t room)
{
    pieces* p = user;
    size_t count = p->piece < room ? p->piece : room;
    if (p->left) {
        count = count < p->left ? count : p->left;
        memcpy(bytes, p->at, count);
        p->at += count;
        p->left -= count;
        return (ptrdiff_t)count;
    }
    if (p->zeros) {
        count = count < p->zeros ? count : p->zeros;
        memset(bytes, 0, count);
        p->zeros -= count;
        return (ptrdiff_t)count;
    }
    errno = EIO;
    return p->ends_broken ? -1 : 0;
}

// What a whole text gives: good points, and the faults. A ray or segment takes two places.
typedef struct result {
    double points[POINTS_MOST][3];
    size_t count;  // of places
    point_file_error faults[8];
    size_t fault_count;
} result;

// Read all; most: lines a call.
static void read_all(result* r, pieces from, size_t most)
{
    const point_source source = {.read = read_piece, .user = &from, .size = 0};
    point_file* f = NULL;
    *r = (result){.count = 0};
    const size_t places = point_file_width(from.kind) / 3;
    if (point_file_begin(&f, &source, from.kind, &r->faults[0]) != POINT_FILE_OK) {
        r->fault_count = 1;
        assert_null(f);
        return;
    }
    for (;;) {
        size_t count;
        point_file_error* error = &r->faults[r->fault_count];
        const point_file_status status =
            point_file_read(f, r->points[r->count], most, &count, error);
        assert_int_equal(error->status, status);
        r->count += count * places;
        assert_true(count <= most && r->count <= POINTS_MOST - most * places);
        if (status == POINT_FILE_OK && count < most) break;
        if (status == POINT_FILE_OK) continue;
        assert_true(++r->fault_count < 8);
        if (status == POINT_FILE_BAD_LINE) continue;
        point_file_error again;
        assert_int_equal(point_file_read(f, r->points[r->count], most, &count, &again), status);
        assert_string_equal(again.text, error->text);
        assert_int_equal(count, 0);
        break;
    }
    point_file_close(f);
}

static void expect_same(const result* wanted, const result* found)
{
    assert_int_equal(found->count, wanted->count);
    assert_int_equal(found->fault_count, wanted->fault_count);
    if (wanted->count)
        assert_memory_equal(found->points, wanted->points, wanted->count * sizeof *wanted->points);
    for (size_t i = 0; i < wanted->fault_count; i++)
        assert_string_equal(found->faults[i].text, wanted->faults[i].text);
}

// Read a text in pieces of many sizes, by calls for few and many points: always the same.
static void read_kind(result* r, const char* text, size_t size, point_file_kind kind)
{
    static const size_t sizes[] = {1, 2, 3, 5, 16, 1 << 20};
    static result other;
    read_all(r, (pieces){.at = text, .left = size, .piece = size + 1, .kind = kind}, 8);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t most = 1; most < 4; most++) {
            read_all(&other, (pieces){.at = text, .left = size, .piece = sizes[i], .kind = kind},
                     most);
            expect_same(r, &other);
        }
}

static void read_text(result* r, const char* text, size_t size)
{
    read_kind(r, text, size, POINT_FILE_POINTS);
}

#define READ(r, text) read_text(r, text, sizeof(text) - 1)

// ---------------------------------------------------------------------------------------- points

static void every_way_says_the_same(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "0.1 -2 3e1\n4 5 6",
        "0.1,-2,3e1\n4,5,6\n",
        "0.1 , -2,\t30 \r\n4\t5,6\r\n",
        ".1 -2 +30.\r4 5 6\r",
        "\n  \n# a comment, 1 2\n0.1 -2 30 # and more\n\t#\n4 5 6#\n\n",
        "\xEF\xBB\xBF 0.1 -2 30\n4 5 6\n",
        "x y z\n0.1 -2 30\n4 5 6\n",
        "X,Y,Z\n0.1,-2,30\n4,5,6\n",
        "\"x\",\"y\",\"z\"\n\"0.1\",\"-2\",30\n4,5,6\n",
        "# cloud\nz;,y,x,z\n8,-2,0.1,30\n9,5,4,6\n",
        "name,x,y,z,note\n\"a, \"\"b\"\"\",0.1,-2,30,\nwith blanks,4,5,6,\"z\"\n",
        "i x y z\n1 0.1 -2 30\n2 4 5 6\n",
        "0.1 -2 30\n4 5 6\n\x1a",
        "0.1 -2 30\n4 5 6\r\n\x1a\r\n \x1a",
    };
    static const double wanted[2][3] = {{0.1, -2, 30}, {4, 5, 6}};
    result r;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_text(&r, texts[i], strlen(texts[i]));
        if (r.fault_count) fail_msg("%s: %s", texts[i], r.faults[0].text);
        assert_int_equal(r.count, 2);
        assert_memory_equal(r.points, wanted, sizeof wanted);
    }
    READ(&r, "0.1 -2 30\n4 5 6\0\0\0");
    assert_int_equal(r.count, 2);
    assert_int_equal(r.fault_count, 0);
}

static void nothing_is_no_fault(void** state)
{
    (void)state;
    static const char* const texts[] = {"", "\n", " # nothing", "x,y,z\n", "\xEF\xBB\xBF", "\x1a"};
    result r;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_text(&r, texts[i], strlen(texts[i]));
        assert_int_equal(r.count, 0);
        assert_int_equal(r.fault_count, 0);
    }
}

// Whatever the rounding mode; and that is left as it was.
static void numbers_are_rounded_once(void** state)
{
    (void)state;
    static const char text[] = "0.1 -0.3 9007199254740993\n-0 4.9e-324 1.7976931348623157e308\n";
    static const double wanted[2][3] = {{0.1, -0.3, 9007199254740992},
                                        {-0.0, 4.9e-324, 1.7976931348623157e308}};
    static result r;
    for (int i = 0; i < FLOAT_MODE_COUNT; i++) {
        float_mode_enter(&float_modes[i]);
        read_all(&r, (pieces){.at = text, .left = sizeof text - 1, .piece = 7}, 2);
        const int rounding = fegetround();
        float_mode_leave();
        assert_int_equal(rounding, float_modes[i].rounding);
        assert_int_equal(r.count, 2);
        assert_memory_equal(r.points, wanted, sizeof wanted);
    }
}

// ----------------------------------------------------------------------------------------- faults

static void what_is_wrong_is_told_by_line(void** state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
        point_file_status status;
        size_t count;  // of good points
    } rows[] = {
        {"1 2 3\n1 x 3\n4 5 6\n", "line 2: y is not a number: 'x'", POINT_FILE_BAD_LINE, 2},
        {"1 2 3\r\n1 2\r\n4 5 6", "line 2: 2 columns, and not 3", POINT_FILE_BAD_LINE, 2},
        {"1 2 3\r1 2 3 4\r4 5 6", "line 2: 4 columns, and not 3", POINT_FILE_BAD_LINE, 2},
        {"1", "line 1: 1 column, and not 3", POINT_FILE_BAD_LINE, 0},
        {"#\n\n1,,3\n", "line 3: y is not a number: ''", POINT_FILE_BAD_LINE, 0},
        {"1,2,\n4,5,6", "line 1: z is not a number: ''", POINT_FILE_BAD_LINE, 1},
        {"1,2,3,\n4,5,6", "line 1: 4 columns, and not 3", POINT_FILE_BAD_LINE, 1},
        {"1 2 1e999\n", "line 1: z is too large for a number: '1e999'", POINT_FILE_BAD_LINE, 0},
        {"1e999 2 3\n", "line 1: x is too large for a number: '1e999'", POINT_FILE_BAD_LINE, 0},
        {"1 2 3\n1 nan 3\n", "line 2: y is not a number: 'nan'", POINT_FILE_BAD_LINE, 1},
        {"1 2 3\n1 2 inf\n", "line 2: z is not a number: 'inf'", POINT_FILE_BAD_LINE, 1},
        {"1 2 3\n0x1 2 3\n", "line 2: x is not a number: '0x1'", POINT_FILE_BAD_LINE, 1},
        {"1 2 3\n1 2 3x\n", "line 2: z is not a number: '3x'", POINT_FILE_BAD_LINE, 1},
        {"1 2 3\n1;2;3\n", "line 2: x is not a number: '1;2;3'", POINT_FILE_BAD_LINE, 1},
        {"1 2 3\n\"1 2 3\n", "line 2: x is not a number: '\"1'", POINT_FILE_BAD_LINE, 1},
        {"1 2 3\nx y z\n", "line 2: x is not a number: 'x'", POINT_FILE_BAD_LINE, 1},
        {"a,x,y,z\n1,2,3\n4,5,6,7", "line 2: 3 columns, and not 4", POINT_FILE_BAD_LINE, 1},
        {"a,x,y,z\n,2,3,\n", "line 2: z is not a number: ''", POINT_FILE_BAD_LINE, 0},
        {"x y\n1 2\n",
         "line 1: neither a point, x y z, nor the names of columns with x, y and z: there is no z",
         POINT_FILE_BAD_NAMES, 0},
        {"lat lon h\n1 2 3\n",
         "line 1: neither a point, x y z, nor the names of columns with x, y and z: there is no x",
         POINT_FILE_BAD_NAMES, 0},
        {"nan 2 3\n1 2 3\n",
         "line 1: neither a point, x y z, nor the names of columns with x, y and z: there is no x",
         POINT_FILE_BAD_NAMES, 0},
        {"x,y,z,Y\n", "line 1: two columns are called y", POINT_FILE_BAD_NAMES, 0},
        {"1 2 3\n\x1a\n4 5 6\n", "line 2: a zero byte: this is no text", POINT_FILE_NO_TEXT, 1},
        {"1 2 3\n4 5\x1a 6\n", "line 2: a zero byte: this is no text", POINT_FILE_NO_TEXT, 1},
    };
    result r;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_text(&r, rows[i].text, strlen(rows[i].text));
        if (r.fault_count != 1) fail_msg("%s: %zu faults", rows[i].text, r.fault_count);
        assert_string_equal(r.faults[0].text, rows[i].fault);
        assert_int_equal(r.faults[0].status, rows[i].status);
        assert_int_equal(r.count, rows[i].count);
    }
    READ(&r, "1 2 3\n4 5 6\n\0\0\0x");
    assert_int_equal(r.count, 2);
    assert_string_equal(r.faults[0].text, "line 3: a zero byte: this is no text");
}

// Rays and segments: six numbers, by their place or by name; and each has its own names.
static void lines_of_six(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        point_file_kind kind;
    } same[] = {
        {"0.1 -2 30 1 0 -1\n4 5 6 0 1e-300 0\n", POINT_FILE_RAYS},
        {"0.1,-2,30,1,0,-1\n\n4 , 5 6 0 1e-300,0", POINT_FILE_RAYS},
        {"x y z dx dy dz\n0.1 -2 30 1 0 -1\n4 5 6 0 1e-300 0", POINT_FILE_RAYS},
        {"dz,DX,x,n,Y,z,Dy\n-1,1,0.1,,-2,30,0\n0,0,4,a b,5,6,1e-300", POINT_FILE_RAYS},
        {"0.1 -2 30 1 0 -1\n4 5 6 0 1e-300 0\n", POINT_FILE_SEGMENTS},
        {"x2 y2 z2 x1 y1 z1\n1 0 -1 0.1 -2 30\n0 1e-300 0 4 5 6", POINT_FILE_SEGMENTS},
        {"x,X1,Y1,Z1,X2,Y2,Z2\n7,0.1,-2,30,1,0,-1\n7,4,5,6,0,1e-300,0", POINT_FILE_SEGMENTS},
    };
    static const double wanted[4][3] = {{0.1, -2, 30}, {1, 0, -1}, {4, 5, 6}, {0, 1e-300, 0}};
    result r;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        read_kind(&r, same[i].text, strlen(same[i].text), same[i].kind);
        if (r.fault_count) fail_msg("%s: %s", same[i].text, r.faults[0].text);
        assert_int_equal(r.count, 4);
        assert_memory_equal(r.points, wanted, sizeof wanted);
    }
    assert_int_equal(point_file_width(POINT_FILE_POINTS), 3);
    assert_int_equal(point_file_width(POINT_FILE_RAYS), 6);
    assert_int_equal(point_file_width(POINT_FILE_SEGMENTS), 6);
}

static void faults_of_six(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        point_file_kind kind;
        const char* fault;
        size_t count;  // of places
    } rows[] = {
        {"1 2 3 1 0 0\n1 2 3\n", POINT_FILE_RAYS, "line 2: 3 columns, and not 6", 2},
        {"1 2 3 1 0 0 9\n", POINT_FILE_SEGMENTS, "line 1: 7 columns, and not 6", 0},
        {"1 2 3 1 b 0\n", POINT_FILE_RAYS, "line 1: dy is not a number: 'b'", 0},
        {"1 2 3 1 0 1e999\n", POINT_FILE_SEGMENTS, "line 1: z2 is too large for a number: '1e999'",
         0},
        {"1 2 3 0 -0 0\n4 5 6 1 1 1\n", POINT_FILE_RAYS,
         "line 1: dx, dy and dz are 0: a ray needs a direction", 2},
        {"x y z\n1 2 3\n", POINT_FILE_RAYS,
         "line 1: neither a ray, x y z dx dy dz, nor the names of columns with x, y, z, dx, dy and "
         "dz: there is no dx",
         0},
        {"x y z dx dy dz\n", POINT_FILE_SEGMENTS,
         "line 1: neither a segment, x1 y1 z1 x2 y2 z2, nor the names of columns with x1, y1, z1, "
         "x2, y2 and z2: there is no x1",
         0},
        {"x y z dx dy dz1\n", POINT_FILE_RAYS,
         "line 1: neither a ray, x y z dx dy dz, nor the names of columns with x, y, z, dx, dy and "
         "dz: there is no dz",
         0},
        {"x y z dx dy d\n", POINT_FILE_RAYS,
         "line 1: neither a ray, x y z dx dy dz, nor the names of columns with x, y, z, dx, dy and "
         "dz: there is no dz",
         0},
        {"x y z dx dy dz Dy\n", POINT_FILE_RAYS, "line 1: two columns are called dy", 0},
    };
    result r;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_kind(&r, rows[i].text, strlen(rows[i].text), rows[i].kind);
        if (r.fault_count != 1) fail_msg("%s: %zu faults", rows[i].text, r.fault_count);
        assert_string_equal(r.faults[0].text, rows[i].fault);
        assert_int_equal(r.count, rows[i].count);
    }
    READ(&r, "0 0 0\n");  // of points that is one
    assert_int_equal(r.count, 1);
    static const char segment[] = "1 2 3 1 2 3\n0 0 0 0 0 0";  // of segments it may be
    read_kind(&r, segment, sizeof segment - 1, POINT_FILE_SEGMENTS);
    assert_int_equal(r.count, 4);
    assert_int_equal(r.fault_count, 0);
}

static void every_bad_line_is_told(void** state)
{
    (void)state;
    result r;
    READ(&r, "1 2 3\n\n1\n2\n4 5 6\na b c");
    assert_int_equal(r.count, 2);
    assert_int_equal(r.fault_count, 3);
    assert_int_equal(r.faults[0].line, 3);
    assert_int_equal(r.faults[1].line, 4);
    assert_int_equal(r.faults[2].line, 6);
}

// A line of blanks and of so many bytes, a point at its end, and one behind it.
static void lines_may_be_so_long(void** state)
{
    (void)state;
    static char text[2 * POINT_FILE_LINE + 16];
    static result r;
    for (size_t size = POINT_FILE_LINE - 3; size <= POINT_FILE_LINE + 3; size++) {
        memset(text, ' ', sizeof text);
        memcpy(text + size - 5, "1 2 3\n4 5 6\n", 13);
        read_all(&r, (pieces){.at = text, .left = size + 7, .piece = 4096}, 4);
        const bool fits = size < POINT_FILE_LINE;
        assert_int_equal(r.fault_count, !fits);
        assert_int_equal(r.count, 1 + fits);
        assert_true(r.points[r.count - 1][0] == 4);
        if (!fits)
            assert_string_equal(r.faults[0].text, "line 1: longer than a line may be, 65535 bytes");
    }
    memset(text, '7', sizeof text);
    memcpy(text + sizeof text - 9, "\r\n4 5 6\n", 9);
    read_all(&r, (pieces){.at = text, .left = sizeof text - 1, .piece = 100}, 4);
    assert_int_equal(r.count, 1);
    assert_int_equal(r.fault_count, 1);
}

// Zeros pad the end, as far as that can be: a device of zeros has none.
static void endless_zeros_are_no_text(void** state)
{
    (void)state;
    static result r;
    read_all(&r, (pieces){.at = "1 2 3\n", .left = 6, .piece = 512, .zeros = 1 << 19}, 4);
    assert_int_equal(r.count, 1);
    assert_int_equal(r.fault_count, 0);
    read_all(&r, (pieces){.at = "1 2 3\n", .left = 6, .piece = 1 << 20, .zeros = SIZE_MAX}, 4);
    assert_int_equal(r.faults[0].status, POINT_FILE_NO_TEXT);
}

static void what_fails_is_told(void** state)
{
    (void)state;
    static result r;
    read_all(&r, (pieces){.at = "1 2 3\n4 5", .left = 9, .piece = 4, .ends_broken = true}, 4);
    assert_int_equal(r.count, 1);
    assert_string_equal(r.faults[0].text, "cannot be read: Input/output error");
    read_all(&r, (pieces){.at = "1 2 3\n\0", .left = 7, .piece = 4, .ends_broken = true}, 4);
    assert_int_equal(r.faults[0].status, POINT_FILE_CANNOT_READ);
    read_all(&r, (pieces){.ends_broken = true}, 4);
    assert_int_equal(r.faults[0].status, POINT_FILE_CANNOT_READ);
}

// ------------------------------------------------------------------------------------------ files

static void files_are_read(void** state)
{
    (void)state;
    enum { COUNT = 20000 };
    static const char path[] = "test_point_file.txt";
    static double points[COUNT + 1][3];
    point_file* f = NULL;
    point_file_error e;
    size_t count;
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (int i = 0; i < COUNT; i++)
        fprintf(out, "%d,%d,%d\n", i, 2 * i, 3 * i);
    fclose(out);
    assert_int_equal(point_file_open(&f, path, POINT_FILE_POINTS, &e), POINT_FILE_OK);
    assert_int_equal(point_file_read(f, points[0], COUNT / 4, &count, &e), POINT_FILE_OK);
    assert_int_equal(count, COUNT / 4);
    assert_true(point_file_fraction(f) > 0.1 && point_file_fraction(f) < 0.6);
    assert_int_equal(point_file_read(f, points[count], COUNT, &count, &e), POINT_FILE_OK);
    assert_int_equal(count, COUNT - COUNT / 4);
    assert_true(point_file_fraction(f) == 1);
    point_file_close(f);
    for (int i = 0; i < COUNT; i++)
        assert_true(points[i][0] == i && points[i][1] == 2 * i && points[i][2] == 3 * i);
    f = NULL;
    allocations_begin(1);
    assert_int_equal(point_file_open(&f, path, POINT_FILE_POINTS, &e), POINT_FILE_OUT_OF_MEMORY);
    allocations_begin(0);
    assert_null(f);
    remove(path);
    assert_int_equal(point_file_open(&f, path, POINT_FILE_POINTS, &e), POINT_FILE_CANNOT_READ);
    assert_string_equal(e.text, "cannot be opened: No such file or directory");
    assert_int_equal(point_file_open(&f, ".", POINT_FILE_POINTS, &e), POINT_FILE_CANNOT_READ);
    assert_string_equal(e.text, "cannot be read: Is a directory");
    assert_null(f);
    point_file_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_says_the_same),
        cmocka_unit_test(nothing_is_no_fault),
        cmocka_unit_test(numbers_are_rounded_once),
        cmocka_unit_test(what_is_wrong_is_told_by_line),
        cmocka_unit_test(lines_of_six),
        cmocka_unit_test(faults_of_six),
        cmocka_unit_test(every_bad_line_is_told),
        cmocka_unit_test(lines_may_be_so_long),
        cmocka_unit_test(endless_zeros_are_no_text),
        cmocka_unit_test(what_fails_is_told),
        cmocka_unit_test(files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
