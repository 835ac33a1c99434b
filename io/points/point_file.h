// point_file.h - files of points, rays or segments: one a line, read a block at a time. A file may be longer than memory,
// or a pipe: no more of it is held than one line, which has at most POINT_FILE_LINE bytes.
//
// Blanks, a comma or both stand between numbers; empty lines and what follows a # do not matter. Before the first point a
// line with the names of the columns may stand, as in CSV: then x, y and z are found by name, and other columns are passed
// over. Without it a line has three numbers. Rays and segments have six.
#ifndef ABUT_IO_POINTS_POINT_FILE_H
#define ABUT_IO_POINTS_POINT_FILE_H
#include "text/code.h"

#include <stddef.h>

enum { POINT_FILE_LINE = 1 << 16, POINT_FILE_NUMBERS = 6 };

// A file that is being read.
typedef struct point_file point_file;

// What a line is. The names of its columns may have capitals, too.
typedef enum point_file_kind {
    POINT_FILE_POINTS = 0,    // x y z
    POINT_FILE_RAYS = 1,      // x y z dx dy dz: where it begins, and a direction, which is not 0
    POINT_FILE_SEGMENTS = 2,  // x1 y1 z1 x2 y2 z2: its ends
} point_file_kind;
// How many numbers that are: 3 or 6.
size_t point_file_width(point_file_kind kind);

typedef enum point_file_status {
    POINT_FILE_OK = 0,
    POINT_FILE_OUT_OF_MEMORY,
    POINT_FILE_CANNOT_READ,  // or cannot be opened
    POINT_FILE_NO_TEXT,      // a zero byte that does not just pad its end
    POINT_FILE_BAD_NAMES,    // the line of names lacks one, or has one twice
    POINT_FILE_BAD_LINE,     // a line that is no point; what follows it can be read
} point_file_status;

typedef struct point_file_error {
    point_file_status status;
    size_t line;  // from 1; 0 where the fault has no place
    fault_code code;
    char text[240];  // with the line, without the path and the code
} point_file_error;

// Where bytes come from. read fills up to room bytes, room > 0, and returns how many: 0 at the end, below 0 if it fails,
// with errno set.
typedef struct point_source {
    ptrdiff_t (*read)(void* user, char* bytes, size_t room);
    void* user;   // not NULL
    double size;  // how many bytes there are; 0: not known
} point_source;

// Open a file; path "-" is standard input. On failure out is untouched, and error says what is wrong.
point_file_status point_file_open(point_file** out, const char* path, point_file_kind kind,
                                  point_file_error* error);
// The same with a source of your own, which must outlive the file.
point_file_status point_file_begin(point_file** out, const point_source* source,
                                   point_file_kind kind, point_file_error* error);
// Read up to most points, most > 0: count x 3 (or 6) numbers, all finite, correctly rounded whatever the locale and the
// rounding mode. Fewer than most only at the end, or before what is wrong: then error says what, and *count are still good. After
// POINT_FILE_BAD_LINE the next call goes on behind that line; after other failures it fails again.
point_file_status point_file_read(point_file* f, double* points, size_t most, size_t* count,
                                  point_file_error* error);
// How much of it was read, from 0 to 1; 0 where its size is not known.
double point_file_fraction(const point_file* f);
void point_file_close(point_file* f);  // NULL is fine

#endif
