// blocks.c - box and bricks: flat faces, where coplanar contacts and ties are the rule.
#include "maker.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------- box

// Lattice points of the surface, numbered without a table: the bottom layer, the top layer, then the
// rings of 4 * n points between them.
static uint32_t lattice_index(uint32_t n, uint32_t i, uint32_t j, uint32_t h)
{
    const uint32_t layer = (n + 1) * (n + 1);
    if (h == 0 || h == n) return (h ? layer : 0) + j * (n + 1) + i;
    const uint32_t along = j == 0 ? i : i == n ? n + j : j == n ? 3 * n - i : 4 * n - j;
    return 2 * layer + (h - 1) * 4 * n + along;
}

// Mirrored places get mirrored coordinates, and the ends are exactly half of size.
static double lattice_place(double size, uint32_t n, uint32_t i)
{
    if (i == n) return size / 2;
    if (i == 0) return 0.0 - size / 2;
    const double twice = 2.0 * (double)i - (double)n;
    return twice * (size / 2) / (double)n;
}

static void box_vertex(maker* k, const double size[3], uint32_t n, uint32_t i, uint32_t j,
                       uint32_t h)
{
    maker_vertex(k, lattice_place(size[0], n, i), lattice_place(size[1], n, j),
                 lattice_place(size[2], n, h));
}

static void box_vertices(maker* k, const double size[3], uint32_t n)
{
    for (uint32_t h = 0; h <= n; h += n)
        for (uint32_t j = 0; j <= n && k->status == SCENE_OK; j++)
            for (uint32_t i = 0; i <= n; i++)
                box_vertex(k, size, n, i, j, h);
    for (uint32_t h = 1; h < n && k->status == SCENE_OK; h++)
        for (uint32_t along = 0; along < 4 * n; along++) {
            const uint32_t side = along / n, step = along % n;
            const uint32_t i = side == 0 ? step : side == 1 ? n : side == 2 ? n - step : 0;
            const uint32_t j = side == 0 ? 0 : side == 1 ? step : side == 2 ? n : n - step;
            box_vertex(k, size, n, i, j, h);
        }
}

// The vertex at (u, v) of a face: axis is its normal, and u, v follow cyclically.
static uint32_t face_index(uint32_t n, int axis, int far, uint32_t u, uint32_t v)
{
    uint32_t at[3];
    at[axis] = far ? n : 0;
    at[(axis + 1) % 3] = u;
    at[(axis + 2) % 3] = v;
    return lattice_index(n, at[0], at[1], at[2]);
}

scene_status box_make(const double size[3], uint32_t segments, mesh* out)
{
    for (int axis = 0; axis < 3; axis++)
        if (!(size[axis] > 0 && size[axis] < HUGE_VAL)) return SCENE_BAD_VALUE;
    if (segments < 1) return SCENE_BAD_VALUE;
    if (segments > 13000) return SCENE_TOO_LARGE;
    const uint32_t n = segments;
    maker k;
    maker_start(&k, 6 * (uint64_t)n * n + 2, 12 * (uint64_t)n * n);
    box_vertices(&k, size, n);
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, far = face % 2;
        for (uint32_t v = 0; v < n && k.status == SCENE_OK; v++)
            for (uint32_t u = 0; u < n; u++) {
                const uint32_t a = face_index(n, axis, far, u, v);
                const uint32_t b = face_index(n, axis, far, u + 1, v);
                const uint32_t c = face_index(n, axis, far, u + 1, v + 1);
                const uint32_t d = face_index(n, axis, far, u, v + 1);
                if (far)
                    maker_quad(&k, a, b, c, d);
                else
                    maker_quad(&k, a, d, c, b);
            }
    }
    return maker_finish(&k, out);
}

// ------------------------------------------------------------------------------------------- bricks

static void brick(maker* k, const uint32_t low[3], uint32_t size, double grid)
{
    static const unsigned char quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                              {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const uint32_t first = (uint32_t)k->m.vertex_count;
    for (uint32_t i = 0; i < 8; i++)
        maker_vertex(k, (double)(low[0] + (i & 1 ? size : 0)) * grid,
                     (double)(low[1] + (i & 2 ? size : 0)) * grid,
                     (double)(low[2] + (i & 4 ? size : 0)) * grid);
    for (int i = 0; i < 6; i++)
        maker_quad(k, first + quads[i][0], first + quads[i][1], first + quads[i][2],
                   first + quads[i][3]);
}

scene_status bricks_make(const bricks_shape* s, mesh* out)
{
    const uint32_t most = 10000;
    if (s->nx < 1 || s->ny < 1 || s->nz < 1 || s->size < 1) return SCENE_BAD_VALUE;
    if (!(s->grid > 0 && s->grid < HUGE_VAL) || s->layer < 0 || s->layer > 1)
        return SCENE_BAD_VALUE;
    if (s->nx > most || s->ny > most || s->nz > most || s->size > most || s->shift > most)
        return SCENE_TOO_LARGE;
    const uint64_t count = (uint64_t)s->nx * s->ny * s->nz;
    const uint32_t shift = s->layer ? s->shift : 0, floor = s->layer ? s->nz : 0;
    maker k;
    maker_start(&k, 8 * count, 12 * count);
    for (uint32_t z = 0; z < s->nz; z++)
        for (uint32_t y = 0; y < s->ny && k.status == SCENE_OK; y++)
            for (uint32_t x = 0; x < s->nx; x++) {
                const uint32_t low[3] = {x * s->size + shift, y * s->size + shift,
                                         (floor + z) * s->size};
                brick(&k, low, s->size, s->grid);
            }
    return maker_finish(&k, out);
}
