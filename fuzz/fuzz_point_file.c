// fuzz_point_file.c - files of points: any bytes, in pieces of any size, are the same points and the same faults; what was
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

// The points of a text, as far as there is room, and a sum of its faults.
typedef struct reading {
    double points[POINTS_MOST][3];
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

static void read_all(reading* r, const char* text, size_t size, size_t piece, size_t most)
{
    pieces from = {.at = text, .left = size, .piece = piece};
    const point_source source = {.read = read_piece, .user = &from, .size = (double)size};
    point_file* f = NULL;
    point_file_error e = {POINT_FILE_OK, 0, ""};
    memset(r, 0, sizeof *r);
    point_file_status status = point_file_begin(&f, &source, &e);
    for (size_t count = most; f && r->faults < FAULTS_MOST && r->count + most <= POINTS_MOST;) {
        status = point_file_read(f, r->points[r->count], most, &count, &e);
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
    CHECK(memcmp(a->points, b->points, a->count * sizeof *a->points) == 0);
}

static void check_again(const reading* r)
{
    static char text[POINTS_MOST * 3 * 26 + 1];
    static reading again;
    size_t used = 0;
    for (size_t i = 0; i < r->count; i++)
        for (int k = 0; k < 3; k++) {
            CHECK(isfinite(r->points[i][k]));
            used += (size_t)snprintf(text + used, sizeof text - used, "%.17g%s", r->points[i][k],
                                     k == 2 ? "\n" : ",");
        }
    read_all(&again, text, used, 100, 1);
    CHECK(again.faults == 0 && again.count == r->count);
    CHECK(memcmp(again.points, r->points, r->count * sizeof *r->points) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static reading whole, parts;
    if (size < 1) return 0;
    const char* text = (const char*)data + 1;
    read_all(&whole, text, size - 1, size, 1);
    read_all(&parts, text, size - 1, 1 + data[0] % 19u, 1);
    check_same(&whole, &parts);
    if (whole.count + 8 < POINTS_MOST && whole.faults < FAULTS_MOST) {
        read_all(&parts, text, size - 1, 4096, 1 + data[0] / 32);
        check_same(&whole, &parts);
    }
    check_again(&whole);
    return 0;
}
