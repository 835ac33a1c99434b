// world_extent.c - see world_extent.h. A direction is a sum of an axis, an edge and a corner of the cube with weights that
// are not negative, (a - b) axis + (b - c) edge + c corner for magnitudes a >= b >= c of its coordinates: and no point goes
// farther along a sum than along all of its parts together.
#include "world/world_extent.h"

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

#define BELOW_FIELD 0x1p-1018
#define FARTHEST    0x1p1018  // numbers so large may overflow

#ifndef ABUT_EXTENT_BOUND_SCALE
#define ABUT_EXTENT_BOUND_SCALE 1
#endif

// ------------------------------------------------------------------------------------------- models

static int place_of(int x, int y, int z)
{
    return (x + 1) * 9 + (y + 1) * 3 + z + 1;
}

// What one point reaches. Sums go from the first coordinate to the last.
static void reach_of(const double p[3], double out[WORLD_EXTENT_DIRECTIONS])
{
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++)
                out[place_of(x, y, z)] = x * p[0] + y * p[1] + z * p[2];
}

// Two sums err by at most 5 * 2^-52 of the largest coordinate, or by less than 2^-1019 where numbers are flushed.
void world_extent_find(world_extent* out, const soup_mesh* m)
{
    double own[WORLD_EXTENT_DIRECTIONS], size = 0;
    ASSERT(soup_mesh_present(m));
    for (int i = 0; i < WORLD_EXTENT_DIRECTIONS; i++)
        out->reach[i] = -HUGE_VAL;
    for (size_t i = 0; i < m->triangle_count * 3; i++) {
        if (!soup_mesh_has(m, i / 3)) continue;
        const double* const point = m->vertices + (size_t)m->triangles[i] * 3;
        for (int k = 0; k < 3; k++)
            size = fabs(point[k]) > size ? fabs(point[k]) : size;
        reach_of(point, own);
        for (int k = 0; k < WORLD_EXTENT_DIRECTIONS; k++)
            out->reach[k] = own[k] > out->reach[k] ? own[k] : out->reach[k];
    }
    for (int i = 0; i < WORLD_EXTENT_DIRECTIONS; i++)
        out->reach[i] += size * 0x1p-49 + BELOW_FIELD;
    out->size = size + BELOW_FIELD;
}

// ------------------------------------------------------------------------------------------- in a pose

// The places of the axis, the edge and the corner about a direction, and their weights.
typedef struct three_parts {
    int place[3];
    double weight[3];
} three_parts;

static three_parts parts_of(const double direction[3])
{
    three_parts p;
    int axis[3] = {0, 1, 2}, sign[3] = {0, 0, 0};
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = fabs(direction[k]);
    for (int i = 0; i < 3; i++) {  // the largest first: three exchanges
        const int at = i == 1;
        if (size[axis[at + 1]] <= size[axis[at]]) continue;
        const int swap = axis[at];
        axis[at] = axis[at + 1];
        axis[at + 1] = swap;
    }
    for (int i = 0; i < 3; i++) {
        sign[axis[i]] = direction[axis[i]] < 0 ? -1 : 1;
        p.place[i] = place_of(sign[0], sign[1], sign[2]);
        p.weight[i] = i < 2 ? size[axis[i]] - size[axis[i + 1]] : size[axis[i]];
    }
    return p;
}

// With m the largest sum of magnitudes that makes a coordinate of the direction in the model, L the size and T the sum of
// magnitudes of the translation, all roundings together are less than 2^-47 (m L + T), in any mode.
void world_extent_along(const world_extent* e, const affine* pose, const signed char direction[3],
                        double* low, double* high)
{
    double turned[3], most = 0, place = 0, way = 0;
    for (int k = 0; k < 3; k++) {
        double sum = 0, size = 0;
        for (int i = 0; i < 3; i++) {
            sum += direction[i] * pose->matrix[i][k];
            size += fabs(direction[i] * pose->matrix[i][k]);
        }
        turned[k] = sum;
        most = size > most ? size : most;
        place += direction[k] * pose->translation[k];
        way += fabs(direction[k] * pose->translation[k]);
    }
    const three_parts p = parts_of(turned);
    double above = 0, below = 0;
    for (int i = 0; i < 3; i++) {
        above += p.weight[i] * e->reach[p.place[i]];
        below += p.weight[i] * e->reach[WORLD_EXTENT_DIRECTIONS - 1 - p.place[i]];
    }
    const double size = most * e->size + way;
    const double margin =
        ABUT_EXTENT_BOUND_SCALE * (size * 0x1p-47) + e->size * BELOW_FIELD + 0x1p-1000;
    const int is_known = size <= FARTHEST && e->size <= FARTHEST;
    *low = is_known ? place - below - margin : -HUGE_VAL;
    *high = is_known ? place + above + margin : HUGE_VAL;
}

// As world_box_grown. Lengths of directions are rounded up.
void world_extent_grow(const signed char direction[3], double margin, double* low, double* high)
{
    static const double lengths[4] = {0, 1, 1.4143, 1.7321};
    const int parts = (direction[0] != 0) + (direction[1] != 0) +
                      (direction[2] != 0);  // coordinates are 0, 1, -1
    const double far = margin * lengths[parts];
    const double below = (fabs(*low) + far) * 0x1p-50 + BELOW_FIELD;
    const double above = (fabs(*high) + far) * 0x1p-50 + BELOW_FIELD;
    *low = *low - far - below;
    *high = *high + far + above;
}
