// parts.h - models put together of parts: spheres, boxes and rings that are stretched and moved, and bent sheets.
#ifndef ABUT_SCENES_PARTS_H
#define ABUT_SCENES_PARTS_H
#include "scenes.h"

// The axes of a part are scaled, then it is moved.
typedef struct part_place {
    double sx, sy, sz, x, y, z;
} part_place;

// Place a part whose making had this status, and add it. The part is freed in any case.
scene_status part_add(mesh* to, mesh* part, scene_status made, const part_place* at);

// Of about so many triangles: a unit sphere; the cube from -1 to 1; a torus whose outer radius is 1.
scene_status add_ball(mesh* to, double triangles, part_place at);
scene_status add_box(mesh* to, double triangles, part_place at);
scene_status add_ring(mesh* to, double triangles, part_place at);

// A grid of nu by nv cells; u and v go from 0 to 1. Cells at whose middle there is a hole are left out; hole may be NULL.
typedef void sheet_function(double u, double v, double out[3]);
scene_status add_sheet(mesh* to, uint32_t nu, uint32_t nv, sheet_function* at,
                       int (*hole)(double u, double v));

// Sine and cosine of 2 pi x, the same on every machine.
double wave(double x);
double cowave(double x);

#endif
