// boxes_obj.h - boxes, bars and walls as files, for tests of motions whose first contact is known.
#ifndef ABUT_TESTS_SUPPORT_BOXES_OBJ_H
#define ABUT_TESTS_SUPPORT_BOXES_OBJ_H
#include "support/cli_run.h"

#include <stdio.h>

// Write a box along the axes as quads.
static inline void write_box(const char* path, double x0, double y0, double z0, double x1,
                             double y1, double z1)
{
    char text[2048];
    int used = 0;
    for (int i = 0; i < 8; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "v %.17g %.17g %.17g\n",
                         i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0);
    snprintf(text + used, sizeof text - (size_t)used,
             "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    cli_write_file(path, text);
}

// Many small triangles in a row along x, of which brute force has no quick answer.
static inline void write_row(const char* path)
{
    enum { COUNT = 800 };
    static char text[COUNT * 100];
    int used = 0;
    for (int i = 0; i < COUNT; i++)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "v %d 0 0\nv %d 1 0\nv %d 0 1\nf -3 -2 -1\n", 2 * i, 2 * i, 2 * i + 1);
    cli_write_file(path, text);
}

// A bar about the origin, and a wall at y = 1 that its end meets when it turns about z.
static inline void write_bar_and_wall(void)
{
    write_box("bar.obj", 0, -0.1, -0.1, 2, 0.1, 0.1);
    cli_write_file("high.obj", "v -9 1 -9\nv 9 1 -9\nv 0 1 9\nf 1 2 3\n");
}
// At so much of a quarter turn: asin(1 / sqrt(4.01)) - atan(0.05).
#define BAR_MEETS_WALL 0.30107034501512736

// A thin wall at x = 0, and a small box that passes it from x = -1 to x = 1.
static inline void write_wall_and_box(void)
{
    write_box("wall.obj", 0, -1, -1, 0.01, 1, 1);
    write_box("small.obj", -0.1, -0.1, -0.1, 0.1, 0.1, 0.1);
}

#endif
