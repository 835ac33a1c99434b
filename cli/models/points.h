// points.h - the points, rays or segments of a file (points/point_file.h), with what is wrong in it told, or left out with a warning.
#ifndef ABUT_CLI_MODELS_POINTS_H
#define ABUT_CLI_MODELS_POINTS_H
#include "points/point_file.h"
#include "say/warnings.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct point_input {
    point_file* file;
    size_t width;      // a line has so many numbers
    const char* path;  // "-": standard input
    bool drop_bad;     // leave out lines that are no points
    warning_list* warnings;
    size_t dropped;
} point_input;

// All return false after telling what is wrong.

bool point_input_open(point_input* in, const char* path, point_file_kind kind, bool drop_bad,
                      warning_list* warnings);
// The same with another source of what path holds, which is points.
bool point_input_begin(point_input* in, const char* path, const point_source* source, bool drop_bad,
                       warning_list* warnings);
// Read up to most points, count x width numbers: fewer only at the end.
bool point_input_read(point_input* in, double* points, size_t most, size_t* count);
// Close it, and warn of what was left out beyond the first thousand lines. In any case.
bool point_input_close(point_input* in);

#endif
