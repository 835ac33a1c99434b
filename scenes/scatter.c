// scatter.c - random triangles, tetrahedra and pipes: the scenes without structure, and the one whose
// long thin triangles are hard for bounding boxes.
#include "angle.h"
#include "maker.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static int is_length(double x)
{
    return x > 0 && x < HUGE_VAL;
}

static void random_point(random_source* r, double out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = random_unit(r);
}

static uint32_t vertex_near(maker* k, random_source* r, const double centre[3], double size)
{
    double p[3];
    random_point(r, p);
    return maker_vertex(k, centre[0] + size * (p[0] - 0.5), centre[1] + size * (p[1] - 0.5),
                        centre[2] + size * (p[2] - 0.5));
}

scene_status soup_make(uint32_t count, double size, uint64_t seed, mesh* out)
{
    if (count < 1 || !is_length(size)) return SCENE_BAD_VALUE;
    random_source r = {seed};
    maker k;
    maker_start(&k, 3 * (uint64_t)count, count);
    for (uint32_t i = 0; i < count && k.status == SCENE_OK; i++) {
        double centre[3];
        random_point(&r, centre);
        const uint32_t a = vertex_near(&k, &r, centre, size);
        const uint32_t b = vertex_near(&k, &r, centre, size);
        const uint32_t c = vertex_near(&k, &r, centre, size);
        maker_triangle(&k, a, b, c);
    }
    return maker_finish(&k, out);
}

// ---------------------------------------------------------------------------------------- tetrahedra

static double volume_of(const double p[4][3])
{
    double d[3][3];
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++)
            d[i][axis] = p[i + 1][axis] - p[0][axis];
    return d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) +
           d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
           d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
}

scene_status tetra_make(uint32_t count, double size, uint64_t seed, mesh* out)
{
    if (count < 1 || !is_length(size)) return SCENE_BAD_VALUE;
    random_source r = {seed};
    maker k;
    maker_start(&k, 4 * (uint64_t)count, 4 * (uint64_t)count);
    for (uint32_t i = 0; i < count && k.status == SCENE_OK; i++) {
        double centre[3], p[4][3];
        random_point(&r, centre);
        for (int corner = 0; corner < 4; corner++) {
            random_point(&r, p[corner]);
            for (int axis = 0; axis < 3; axis++)
                p[corner][axis] -= 0.5;
        }
        const int turned = volume_of((const double(*)[3])p) < 0;
        uint32_t at[4];
        for (int corner = 0; corner < 4; corner++) {
            const double* q = p[turned && corner >= 2 ? 5 - corner : corner];
            at[corner] = maker_vertex(&k, centre[0] + size * q[0], centre[1] + size * q[1],
                                      centre[2] + size * q[2]);
        }
        maker_triangle(&k, at[0], at[2], at[1]);
        maker_triangle(&k, at[0], at[1], at[3]);
        maker_triangle(&k, at[1], at[2], at[3]);
        maker_triangle(&k, at[2], at[0], at[3]);
    }
    return maker_finish(&k, out);
}

// --------------------------------------------------------------------------------------------- pipes

typedef struct pipe_place {
    double centre[3], half;
    int axis;
} pipe_place;

static void pipe_rim(maker* k, const pipe_place* p, int far, uint32_t sides, double radius)
{
    for (uint32_t j = 0; j < sides; j++) {
        double at[3], c, s;
        angle_of_turn(j, sides, &c, &s);
        at[p->axis] = far ? p->centre[p->axis] + p->half : p->centre[p->axis] - p->half;
        at[(p->axis + 1) % 3] = p->centre[(p->axis + 1) % 3] + radius * c;
        at[(p->axis + 2) % 3] = p->centre[(p->axis + 2) % 3] + radius * s;
        maker_vertex(k, at[0], at[1], at[2]);
    }
}

static void pipe_faces(maker* k, uint32_t first, uint32_t sides)
{
    const uint32_t far = first + sides;
    for (uint32_t j = 0; j < sides; j++) {
        const uint32_t next = (j + 1) % sides;
        maker_quad(k, first + j, first + next, far + next, far + j);
    }
    for (uint32_t j = 1; j + 1 < sides; j++) {
        maker_triangle(k, first, first + j + 1, first + j);
        maker_triangle(k, far, far + j, far + j + 1);
    }
}

scene_status pipes_make(uint32_t count, uint32_t sides, double length, double radius, uint64_t seed,
                        mesh* out)
{
    if (count < 1 || sides < 3 || !is_length(length) || !is_length(radius)) return SCENE_BAD_VALUE;
    random_source r = {seed};
    maker k;
    // 2^32 pipes of 2^32 sides would overflow even 64 bits.
    const uint64_t total = (uint64_t)count * sides;
    if (total > 0xFFFFFFFFu) return SCENE_TOO_LARGE;
    maker_start(&k, 2 * total, 4 * total - 4 * (uint64_t)count);
    for (uint32_t i = 0; i < count && k.status == SCENE_OK; i++) {
        pipe_place place;
        random_point(&r, place.centre);
        place.axis = (int)random_below(&r, 3);
        place.half = length * (0.25 + 0.25 * random_unit(&r));
        const uint32_t first = (uint32_t)k.m.vertex_count;
        pipe_rim(&k, &place, 0, sides, radius);
        pipe_rim(&k, &place, 1, sides, radius);
        pipe_faces(&k, first, sides);
    }
    return maker_finish(&k, out);
}
