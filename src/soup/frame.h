// frame.h - coordinates in which every model is of size one, so that boxes neither overflow nor
// underflow, even in float: v = 2^exponent * (origin + y), |y| <= 1 (docs/proofs/boxes.md, "Boxes").
#ifndef ABUT_SOUP_FRAME_H
#define ABUT_SOUP_FRAME_H
#include "soup/soup.h"

// The map is exact: origin and exponent are the numbers stored here. |origin| <= 2^60.
typedef struct frame {
    double origin[3];
    int exponent;
} frame;

// Find the least and greatest coordinates of the vertices that triangles use: exactly, but that numbers below the
// normal ones may count as 0 where others are large. Without triangles low is infinite and high -infinite.
void frame_range(const soup_mesh* m, double low[3], double high[3], const abut_host* host);

// The same of a mesh whose triangles use all its vertices.
void frame_range_of_all(const soup_mesh* m, double low[3], double high[3]);

// Find the frame of the vertices that triangles use. Works for all finite doubles; a model without
// extent keeps a size of 2^-60 of its distance from the file's origin.
frame frame_of_mesh(const soup_mesh* m);
// The same, of what frame_range found.
frame frame_of_range(const double low[3], const double high[3]);

// Return y of v within 2^-52 |y| + 2^-1020, in any rounding mode. |y| <= 1 + 2^-50 for the vertices
// the frame was made for.
void frame_place(const frame* f, const double v[3], double y[3]);

// The same in a multiplication and a subtraction a coordinate, where the frame's exponent allows; within
// 2^-52 |y| + 2^-960.
typedef struct frame_map {
    const frame* f;  // borrowed
    double scale;    // 0: the exponent does not allow it
} frame_map;
frame_map frame_map_make(const frame* f);

static inline void frame_map_place(const frame_map* m, const double v[3], double y[3])
{
    if (m->scale > 0) {
        for (int k = 0; k < 3; k++)
            y[k] = v[k] * m->scale - m->f->origin[k];
    } else {
        frame_place(m->f, v, y);
    }
}

#endif
