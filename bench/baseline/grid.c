// grid.c - the uniform grid of N x N x N voxels over the environment, a list of triangles in each
// (Klosowski 1998, chapter 2).
//
// A common point x of a triangle and a box is in the voxel that its computed index names, and that lies
// between the indices of the box's ends: the index grows with the coordinate. The voxel as a box misses
// x by rounding at most, so that triangle_meets_box, which has more to spare, put the triangle there.
#include "base/base.h"
#include "baseline/structure.h"

#include <stdlib.h>

#define CELLS_MAX 400

typedef struct grid {
    uint32_t cells;                    // N
    double low[3], width[3], rate[3];  // rate: 1 / width
    size_t* first;                     // of the triangles of each voxel, N^3 + 1 of them
    uint32_t* triangles;
} grid;

static uint32_t cell_of(const grid* g, int axis, double x)
{
    const double cell = (x - g->low[axis]) * g->rate[axis];
    if (!(cell > 0)) return 0;
    return cell < (double)(g->cells - 1) ? (uint32_t)cell : g->cells - 1;
}

static size_t voxel_of(const grid* g, const uint32_t cell[3])
{
    return ((size_t)cell[0] * g->cells + cell[1]) * g->cells + cell[2];
}

static int meets_voxel(const grid* g, const double* const corner[3], const uint32_t cell[3])
{
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = g->low[k] + g->width[k] * cell[k];
        high[k] = g->low[k] + g->width[k] * (cell[k] + 1);
    }
    return triangle_meets_box(corner, low, high);
}

// Put a triangle into all voxels that it may meet, or only count them: next of each voxel grows by one.
static void put_triangle(grid* g, const environment* e, uint32_t triangle, size_t* next,
                         int is_counted)
{
    const float_box* box = &e->boxes[triangle];
    const double* corner[3];
    uint32_t from[3], to[3], cell[3];
    for (int k = 0; k < 3; k++) {
        corner[k] = e->points + 3 * (size_t)e->mesh.triangles[3 * (size_t)triangle + (size_t)k];
        from[k] = cell_of(g, k, (double)box->low[k]);
        to[k] = cell_of(g, k, (double)box->high[k]);
    }
    for (cell[0] = from[0]; cell[0] <= to[0]; cell[0]++) {
        for (cell[1] = from[1]; cell[1] <= to[1]; cell[1]++) {
            for (cell[2] = from[2]; cell[2] <= to[2]; cell[2]++) {
                if (!meets_voxel(g, corner, cell)) continue;
                size_t* place = &next[voxel_of(g, cell)];
                if (!is_counted) g->triangles[*place] = triangle;
                ++*place;
            }
        }
    }
}

static abut_status fill(grid* g, const environment* e)
{
    const size_t voxels = (size_t)g->cells * g->cells * g->cells;
    const uint32_t count = (uint32_t)e->mesh.triangle_count;
    size_t* next = calloc(voxels + 1, sizeof *next);
    g->first = calloc(voxels + 1, sizeof *g->first);
    if (next && g->first) {
        for (uint32_t t = 0; t < count; t++)
            put_triangle(g, e, t, next, 1);
        for (size_t v = 0; v < voxels; v++) {
            g->first[v + 1] = g->first[v] + next[v];
            next[v] = g->first[v];
        }
        g->triangles = malloc(g->first[voxels] * sizeof *g->triangles + 1);
        for (uint32_t t = 0; g->triangles && t < count; t++)
            put_triangle(g, e, t, next, 0);
    }
    free(next);
    return g->triangles ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static void free_grid(void* structure)
{
    grid* g = structure;
    free(g->first);
    free(g->triangles);
    free(g);
}

static abut_status build(void** out, const environment* e, const baseline_options* o)
{
    if (o->cells > CELLS_MAX) return ABUT_BAD_ARGUMENT;
    grid* g = calloc(1, sizeof *g);
    if (!g) return ABUT_OUT_OF_MEMORY;
    g->cells = o->cells;
    if (!g->cells) {
        for (g->cells = 1; g->cells < CELLS_MAX; g->cells++) {
            const double half = g->cells / 2.0;
            if (half * half * half >= (double)e->mesh.triangle_count) break;
        }
    }
    for (int k = 0; k < 3; k++) {
        g->low[k] = e->range.low[k];
        g->width[k] = (e->range.high[k] - e->range.low[k]) / g->cells;
        g->rate[k] = 1 / g->width[k];  // boxes are never thinner than VOLUME_SLACK
    }
    const abut_status status = fill(g, e);
    if (status == ABUT_OK)
        *out = g;
    else
        free_grid(g);
    return status;
}

static size_t bytes(const void* structure)
{
    const grid* g = structure;
    const size_t voxels = (size_t)g->cells * g->cells * g->cells;
    return sizeof *g + (voxels + 1) * sizeof *g->first + g->first[voxels] * sizeof *g->triangles;
}

static size_t stored(const void* structure)
{
    const grid* g = structure;
    return g->first[(size_t)g->cells * g->cells * g->cells];
}

static int look_up(const void* structure, const environment* e, baseline_query* q,
                   const range3* box)
{
    const grid* g = structure;
    uint32_t from[3], to[3], cell[3];
    for (int k = 0; k < 3; k++) {
        if (!query_test(q)) return 0;
        if (PRUNE(box->low[k] > e->range.high[k] || box->high[k] < e->range.low[k])) return 1;
        from[k] = PRUNE(box->low[k] > g->low[k]) ? cell_of(g, k, box->low[k]) : 0;
        to[k] = PRUNE(box->high[k] < e->range.high[k]) ? cell_of(g, k, box->high[k]) : g->cells - 1;
    }
    for (cell[0] = from[0]; cell[0] <= to[0]; cell[0]++) {
        for (cell[1] = from[1]; cell[1] <= to[1]; cell[1]++) {
            cell[2] = from[2];
            // The voxels of a row stand one behind the other.
            const size_t row = voxel_of(g, cell), row_end = row + (to[2] - from[2]) + 1;
            for (size_t i = g->first[row]; i < g->first[row_end]; i++) {
                if (!query_offer(q, e, g->triangles[i], box)) return 0;
            }
        }
    }
    return 1;
}

const structure_class grid_class = {.looks_up_triangles = 1,
                                    .build = build,
                                    .free = free_grid,
                                    .bytes = bytes,
                                    .stored = stored,
                                    .look_up = look_up};
