// fuzz_point_file.c - files of points, rays and segments: any bytes, in pieces of any size, are the same points and the same faults; what was
// read is finite, and written again reads back bit by bit.
#include "fuzz.h"
#include "points/point_file.h"

#include <math.h>
#include <string.h>

enum { POINTS_MOST = 256, FAULTS_MOST = 256 };

typedef struct pieces {
    const char* at;
    size_t left, piece;
} pieces;

static ptrdiff_t read_piece(void* user, char* bytes, size_t room)
{
    pieces* p = user;
    size_t count = p->piece < room ? p->piece : room;
    count = count < p->left ? count : p->left;
    memcpy(bytes, p->at, count);
    p->at += count;
    p->left -= count;
    return (ptrdiff_t)count;
}

// The lines of a text, as far as there is room, and a sum of its faults.
typedef struct reading {
    point_file_kind kind;
    size_t width;
    double numbers[POINTS_MOST * POINT_FILE_NUMBERS];
    size_t count, faults;
    point_file_status status;  // the last one that was not OK
    size_t lines;              // a sum
    char text[240];            // the last one
} reading;

static void check_error(const point_file_error* e, point_file_status status, size_t size)
{
    CHECK(e->status == status && e->line <= size + 1);
    CHECK(memchr(e->text, '\0', sizeof e->text) && (e->text[0] != '\0') == (status != 0));
}

static void read_all(reading* r, point_file_kind kind, const char* text, size_t size, size_t piece,
                     size_t most)
{
    pieces from = {.at = text, .left = size, .piece = piece};
    const point_source source = {.read = read_piece, .user = &from, .size = (double)size};
    point_file* f = NULL;
    point_file_error e = {0};
    memset(r, 0, sizeof *r);
    r->kind = kind;
    r->width = point_file_width(kind);
    point_file_status status = point_file_begin(&f, &source, kind, &e);
    for (size_t count = most; f && r->faults < FAULTS_MOST && r->count + most <= POINTS_MOST;) {
        status = point_file_read(f, r->numbers + r->width * r->count, most, &count, &e);
        CHECK(count <= most && point_file_fraction(f) >= 0 && point_file_fraction(f) <= 1);
        check_error(&e, status, size);
        r->count += count;
        if (status == POINT_FILE_OK && count < most) break;
        if (status == POINT_FILE_OK) continue;
        r->faults++;
        r->status = status;
        r->lines += e.line;
        memcpy(r->text, e.text, sizeof r->text);
        if (status != POINT_FILE_BAD_LINE) break;
    }
    if (!f) r->status = status;
    point_file_close(f);
}

static void check_same(const reading* a, const reading* b)
{
    CHECK(a->count == b->count && a->faults == b->faults && a->lines == b->lines);
    CHECK(a->status == b->status && strcmp(a->text, b->text) == 0);
    CHECK(memcmp(a->numbers, b->numbers, a->count * a->width * sizeof *a->numbers) == 0);
}

static void check_again(const reading* r)
{
    static char text[POINTS_MOST * POINT_FILE_NUMBERS * 26 + 1];
    static reading again;
    size_t used = 0;
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->width; k++) {
            const double value = r->numbers[r->width * i + k];
            CHECK(isfinite(value));
            used += (size_t)snprintf(text + used, sizeof text - used, "%.17g%s", value,
                                     k + 1 == r->width ? "\n" : ",");
        }
    read_all(&again, r->kind, text, used, 100, 1);
    CHECK(again.faults == 0 && again.count == r->count);
    CHECK(memcmp(again.numbers, r->numbers, r->count * r->width * sizeof *r->numbers) == 0);
}

static void check_kind(const uint8_t* data, size_t size, point_file_kind kind)
{
    static reading whole, parts;
    const char* text = (const char*)data + 1;
    read_all(&whole, kind, text, size - 1, size, 1);
    read_all(&parts, kind, text, size - 1, 1 + data[0] % 19u, 1);
    check_same(&whole, &parts);
    if (whole.count + 8 < POINTS_MOST && whole.faults < FAULTS_MOST) {
        read_all(&parts, kind, text, size - 1, 4096, 1 + data[0] / 32);
        check_same(&whole, &parts);
    }
    check_again(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size < 1) return 0;
    check_kind(data, size, POINT_FILE_POINTS);
    check_kind(data, size, POINT_FILE_RAYS);
    check_kind(data, size, POINT_FILE_SEGMENTS);
    return 0;
}
