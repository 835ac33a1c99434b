// hull.h - the points of a hull: all vertices of a mesh file, or a file of points (points/point_file.h).
#ifndef ABUT_CLI_SHAPE_HULL_H
#define ABUT_CLI_SHAPE_HULL_H
#include "say/progress.h"
#include "say/warnings.h"

#include <stdbool.h>
#include <stddef.h>

// Read them: *points is count x 3, to be freed. drop_bad: leave out what is wrong, with warnings. Returns false after telling
// what is wrong; then both outputs stay as they were.
bool hull_load(const char* path, bool drop_bad, progress* p, warning_list* warnings,
               double** points, size_t* count);

#endif
