// solids.h - boxes and solids of cells for tests that ask what is inside what.
#ifndef ABUT_TESTS_QUERY_SOLIDS_H
#define ABUT_TESTS_QUERY_SOLIDS_H
#include "support/soups.h"

typedef struct solid {  // a soup that grows
    double* vertices;
    uint32_t* triangles;
    size_t vertex_count, triangle_count, vertex_room, triangle_room;
} solid;

static UNUSED void solid_free(solid* s)
{
    free(s->vertices);
    free(s->triangles);
    *s = (solid){0};
}

static UNUSED abut_soup solid_soup(const solid* s)
{
    return (abut_soup){.vertices = s->vertices,
                       .triangles = s->triangles,
                       .vertex_count = s->vertex_count,
                       .triangle_count = s->triangle_count};
}

static UNUSED void solid_add_triangle(solid* s, const double corner[3][3])
{
    if (s->triangle_count == s->triangle_room) {
        s->triangle_room = s->triangle_room ? 2 * s->triangle_room : 64;
        s->vertices = realloc(s->vertices, s->triangle_room * 9 * sizeof *s->vertices);
        s->triangles = realloc(s->triangles, s->triangle_room * 3 * sizeof *s->triangles);
        assert_true(s->vertices && s->triangles);
    }
    for (size_t k = 0; k < 3; k++) {
        memcpy(s->vertices + 3 * s->vertex_count, corner[k], sizeof corner[k]);
        s->triangles[3 * s->triangle_count + k] = (uint32_t)s->vertex_count++;
    }
    s->triangle_count++;
}

// The rectangle from low to high at a height along an axis, its normal in the sense of sign.
static UNUSED void solid_add_face(solid* s, int axis, double height, const double low[2],
                                  const double high[2], int sign)
{
    static const int order[2][2][3] = {{{0, 1, 2}, {0, 2, 3}}, {{0, 2, 1}, {0, 3, 2}}};
    double corner[4][3];
    for (int i = 0; i < 4; i++) {
        corner[i][axis] = height;
        corner[i][(axis + 1) % 3] = i == 1 || i == 2 ? high[0] : low[0];
        corner[i][(axis + 2) % 3] = i >= 2 ? high[1] : low[1];
    }
    for (int t = 0; t < 2; t++) {
        double triangle[3][3];
        for (int k = 0; k < 3; k++)
            memcpy(triangle[k], corner[order[sign < 0][t][k]], sizeof triangle[k]);
        solid_add_triangle(s, (const double(*)[3])triangle);
    }
}

// A box of count x count squares a face, looking outward; faces whose bit is set in without (2 * axis,
// one more at the high end) are left out.
static UNUSED void solid_add_box(solid* s, const double low[3], const double high[3], int count,
                                 unsigned without)
{
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, x = (axis + 1) % 3, y = (axis + 2) % 3;
        if (without >> face & 1) continue;
        for (int i = 0; i < count * count; i++) {
            const int at[2] = {i % count, i / count};
            double from[2], to[2];
            for (int k = 0; k < 2; k++) {
                const int c = k ? y : x;
                const double step = (high[c] - low[c]) / count;
                from[k] = low[c] + at[k] * step;
                to[k] = low[c] + (at[k] + 1) * step;
            }
            solid_add_face(s, axis, face % 2 ? high[axis] : low[axis], from, to, face % 2 ? 1 : -1);
        }
    }
}

static UNUSED void solid_add_cube(solid* s, double low, double high, int count)
{
    const double from[3] = {low, low, low}, to[3] = {high, high, high};
    solid_add_box(s, from, to, count, 0);
}

// Multiply all coordinates: a power of two is exact.
static UNUSED void solid_scale(solid* s, double factor)
{
    for (size_t i = 0; i < 3 * s->vertex_count; i++)
        s->vertices[i] *= factor;
}

static UNUSED abut_model* solid_model(const solid* s, abut_method method)
{
    const abut_soup soup = solid_soup(s);
    const abut_build options = {.method = method};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
    return m;
}

#endif
