// boxes.h - soups of known answers: boxes of twelve triangles, and the octahedron |x| + |y| + |z| <= 1.
#ifndef ABUT_TESTS_SUPPORT_BOXES_H
#define ABUT_TESTS_SUPPORT_BOXES_H
#include "abut/abut.h"

#include <string.h>

typedef struct box_soup {
    double vertices[24];
    abut_soup soup;
} box_soup;

static const uint32_t box_triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                           1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

static inline void box_soup_make(box_soup* b, double x0, double y0, double z0, double x1, double y1,
                                 double z1)
{
    const double v[24] = {x0, y0, z0, x1, y0, z0, x1, y1, z0, x0, y1, z0,
                          x0, y0, z1, x1, y0, z1, x1, y1, z1, x0, y1, z1};
    memcpy(b->vertices, v, sizeof v);
    b->soup = (abut_soup){.vertices = b->vertices,
                          .triangles = box_triangles,
                          .vertex_count = 8,
                          .triangle_count = 12};
}

static const double octahedron_vertices[18] = {1, 0,  0, -1, 0, 0, 0, 1, 0,
                                               0, -1, 0, 0,  0, 1, 0, 0, -1};
static const uint32_t octahedron_triangles[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                                  2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};

// A box by its lowest and highest corner; of no extent: the octahedron.
static inline abut_soup soup_of_known(const double box[6], box_soup* room)
{
    if (box[0] < box[3]) {
        box_soup_make(room, box[0], box[1], box[2], box[3], box[4], box[5]);
        return room->soup;
    }
    return (abut_soup){.vertices = octahedron_vertices,
                       .triangles = octahedron_triangles,
                       .vertex_count = 6,
                       .triangle_count = 8};
}

#endif
