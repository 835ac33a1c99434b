// maker.h - how a generator fills a mesh: append vertices and triangles, look at the outcome once, at
// the end.
#ifndef ABUT_SCENES_MAKER_H
#define ABUT_SCENES_MAKER_H
#include "scenes.h"

typedef struct maker {
    mesh m;
    size_t vertex_capacity, triangle_capacity, group_room;
    scene_status status;  // the first failure; after it everything is ignored
} maker;

// Begin with room for so many; it grows by itself if that was too few. 0 is fine.
// More than 2^32 - 2 vertices or 2^31 - 1 triangles: SCENE_TOO_LARGE.
void maker_start(maker* k, uint64_t vertices, uint64_t triangles);
// Return the index of the new vertex; after a failure 0.
uint32_t maker_vertex(maker* k, double x, double y, double z);
void maker_triangle(maker* k, uint32_t a, uint32_t b, uint32_t c);
// Triangles (a, b, c) and (a, c, d).
void maker_quad(maker* k, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
// Make room for so many groups, whose names have fewer than MAKER_NAME bytes.
enum { MAKER_NAME = 40 };
void maker_start_groups(maker* k, uint32_t count);
// Begin an object, of the triangles that follow. Returns where its name goes; after a failure NULL.
char* maker_group(maker* k);
// Move the mesh to out, or on failure release it and leave out untouched.
scene_status maker_finish(maker* k, mesh* out);

#endif
