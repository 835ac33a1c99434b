// cell_scene.h - two solids made of cells of a lattice: how they are made and told of. Cells of both are on one lattice, so that
// faces are flush, or shifted by half a cell. With cavities, edges of four faces, several components, and surfaces cut into
// more triangles.
#ifndef ABUT_TESTS_QUERY_CELL_SCENE_H
#define ABUT_TESTS_QUERY_CELL_SCENE_H
#include "query/cells.h"
#include "query/depth_check.h"

#include <stdio.h>

enum { FINE = 2 * SIDE + 2 };  // half cells of each axis

// A solid in half cells: inside of each, by twice the cell, plus 1 where it is shifted.
typedef struct halves {
    uint8_t full[FINE][FINE][FINE];
} halves;

static UNUSED int half_at(const halves* h, int x, int y, int z)
{
    if (x < 0 || y < 0 || z < 0 || x >= FINE || y >= FINE || z >= FINE) return 0;
    return h->full[x][y][z];
}

typedef struct scene {
    cells c[2];
    int is_shifted;  // b, by half a cell along each axis
    halves h[2];
    solid surface[2];
    convex_set set[2];
    abut_pose pose[2];
    abut_model* model[2];
    abut_solid* solid[2];
    abut_query* query;
    abut_instance at[2];
} scene;

static UNUSED halves halves_of(const cells* c, int shift)
{
    halves h;
    memset(&h, 0, sizeof h);
    for (int x = shift; x < 2 * SIDE + shift; x++)
        for (int y = shift; y < 2 * SIDE + shift; y++)
            for (int z = shift; z < 2 * SIDE + shift; z++)
                h.full[x][y][z] = c->full[(x - shift) / 2][(y - shift) / 2][(z - shift) / 2];
    return h;
}

// Runs of cells along x.
static UNUSED void runs_of(convex_set* out, const cells* c, const abut_pose* pose)
{
    const affine map = oracle_affine(pose);
    for (int y = 0; y < SIDE; y++)
        for (int z = 0; z < SIDE; z++)
            for (int x = 0; x < SIDE; x++) {
                const int from = x;
                while (x < SIDE && c->full[x][y][z])
                    x++;
                const double low[3] = {from, y, z}, high[3] = {x, y + 1, z + 1};
                if (x > from) convex_add_box(out, low, high, &map);
            }
}

static UNUSED size_t cells_count(const cells* c)
{
    size_t count = 0;
    for (int i = 0; i < CELLS; i++)
        count += (&c->full[0][0][0])[i] != 0;
    return count;
}

static UNUSED void scene_open(scene* s, abut_method method, int cuts, rng* r)
{
    for (int side = 0; side < 2; side++) {
        s->h[side] = halves_of(&s->c[side], side && s->is_shifted);
        for (int k = 0; k < 3 && side && s->is_shifted; k++)
            s->pose[1].translation[k] = 0.5;
        s->surface[side] = cells_surface(&s->c[side], 1, 0);
        if (cuts & 1) solid_quarter(&s->surface[side]);
        if (cuts & 2) solid_scatter(&s->surface[side], r);
        runs_of(&s->set[side], &s->c[side], &s->pose[side]);
        s->model[side] = solid_model(&s->surface[side], method);
        s->at[side] = (abut_instance){.model = s->model[side], .pose = s->pose[side]};
        assert_int_equal(abut_solid_build(&s->solid[side], s->model[side], NULL), ABUT_OK);
    }
    assert_int_equal(abut_query_create(&s->query, NULL), ABUT_OK);
}

static UNUSED void scene_close(scene* s)
{
    abut_query_free(s->query);
    for (int side = 0; side < 2; side++) {
        abut_solid_free(s->solid[side]);
        abut_model_free(s->model[side]);
        solid_free(&s->surface[side]);
        convex_free(&s->set[side]);
    }
}

// One of several sorts: few, many, a block with holes, a frame and what is in it.
static UNUSED cells scene_cells(rng* r, int sort)
{
    cells c;
    if (sort == 0) return cells_random(r, 1, 0, 4);
    if (sort == 1) return cells_random(r, 2, (int)rng_below(r, 2), 40);
    memset(&c, 0, sizeof c);
    int low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = (int)rng_below(r, SIDE - 2);
        high[k] = low[k] + 2 + (int)rng_below(r, (size_t)(SIDE - 1 - low[k]));
    }
    const int holes = (int)rng_below(r, 4), axis = (int)rng_below(r, 3);
    for (int x = low[0]; x < high[0] && x < SIDE; x++)
        for (int y = low[1]; y < high[1] && y < SIDE; y++)
            for (int z = low[2]; z < high[2] && z < SIDE; z++) {
                const int at[3] = {x, y, z};
                int inner = 0;  // of how many axes it is not at an end
                for (int k = 0; k < 3; k++)
                    inner += at[k] > low[k] && at[k] < high[k] - 1 && (k != axis || sort != 3);
                c.full[x][y][z] =
                    !((sort == 2 && inner == 3 && holes) || (sort == 3 && inner == 2) ||
                      (sort == 4 && rng_below(r, 100) < 10));
            }
    return c;
}

static int scene_faults;

static UNUSED void scene_tell(const scene* s, const char* what, double lo, double hi, double is)
{
    if (scene_faults++ > 40) return;
    fprintf(stderr, "%s: %.17g .. %.17g, and it is %.17g (%zu and %zu cells%s)\n", what, lo, hi, is,
            cells_count(&s->c[0]), cells_count(&s->c[1]), s->is_shifted ? ", shifted" : "");
}

// Kept for whoever has to look: both models as they are asked.
static UNUSED void scene_keep(const scene* s, const char* name)
{
    if (!getenv("ABUT_KEEP")) return;
    for (int side = 0; side < 2; side++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s%d.%c.obj", getenv("ABUT_KEEP"), name, scene_faults,
                 "ab"[side]);
        FILE* const out = fopen(path, "w");
        if (!out) return;
        for (size_t i = 0; i < s->surface[side].vertex_count; i++)
            fprintf(out, "v %.17g %.17g %.17g\n",
                    s->surface[side].vertices[3 * i] + s->pose[side].translation[0],
                    s->surface[side].vertices[3 * i + 1] + s->pose[side].translation[1],
                    s->surface[side].vertices[3 * i + 2] + s->pose[side].translation[2]);
        for (size_t i = 0; i < s->surface[side].triangle_count; i++)
            fprintf(out, "f %zu %zu %zu\n", 3 * i + 1, 3 * i + 2, 3 * i + 3);
        fclose(out);
    }
}

#endif
