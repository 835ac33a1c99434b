// early_scenes.c - environments and flying objects of chapter 2 (Klosowski 1998): random partitions of the unit cube
// whose boxes are filled with objects, blocks of a lattice, terrains.
#include "angle.h"
#include "bench.h"
#include "common/ends.h"
#include "maker.h"
#include "nc/nc.h"
#include "papers/early.h"
#include "papers/run.h"
#include "random.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* const early_group_names[GROUP_COUNT] = {"scenes", "tetrahedra", "terrains"};

// ------------------------------------------------------------------------------- a random partition

typedef struct cell {
    double low[3], high[3];
} cell;

enum { CELLS_MOST = 400 };

// Cut a box across one of the sides that are longer than twice epsilon, anywhere but within epsilon of its ends. Returns
// false if all are too short.
static bool cut_cell(cell* c, cell* other, double epsilon, random_source* random)
{
    int axes[3];
    uint32_t count = 0;
    for (int k = 0; k < 3; k++)
        if (c->high[k] - c->low[k] > 2 * epsilon) axes[count++] = k;
    if (!count) return false;
    const int axis = axes[random_below(random, count)];
    const double room = c->high[axis] - c->low[axis] - 2 * epsilon;
    const double at = c->low[axis] + epsilon + room * random_unit(random);
    *other = *c;
    other->low[axis] = at;
    c->high[axis] = at;
    return true;
}

// A random binary space partition of the unit cube, as the paper makes it: a random box is cut until there are so many,
// or all are too small.
static size_t divide(cell* out, size_t count, double epsilon, random_source* random)
{
    uint32_t active[CELLS_MOST] = {0}, active_count = 1;
    size_t made = 1;
    out[0] = (cell){{0, 0, 0}, {1, 1, 1}};
    while (made < count && active_count) {
        const uint32_t i = random_below(random, active_count);
        if (cut_cell(&out[active[i]], &out[made], epsilon, random))
            active[active_count++] = (uint32_t)made++;
        else
            active[i] = active[--active_count];
    }
    return made;
}

// ----------------------------------------------------------------------------------------- objects

// Outlines of chess pieces from the foot up: radius, height.
static const double bishop[][2] = {{0.30, 0},    {0.32, 0.06}, {0.26, 0.14}, {0.15, 0.2},
                                   {0.10, 0.45}, {0.10, 0.55}, {0.18, 0.58}, {0.11, 0.62},
                                   {0.17, 0.74}, {0.14, 0.86}, {0.05, 0.94}, {0.06, 0.97}};
static const double pawn[][2] = {{0.34, 0},    {0.36, 0.08}, {0.28, 0.2},  {0.14, 0.32},
                                 {0.12, 0.55}, {0.22, 0.6},  {0.14, 0.66}, {0.24, 0.8},
                                 {0.17, 0.94}, {0.06, 0.99}};

// Turn an outline about z, with both ends closed: about so many triangles.
static int turn_piece(const double (*outline)[2], uint32_t count, uint32_t triangles, mesh* out)
{
    uint32_t sectors = triangles / (2 * count);
    if (sectors < 6) sectors = 6;
    maker k;
    maker_start(&k, (uint64_t)count * sectors + 2, 2 * (uint64_t)count * sectors);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < sectors; j++) {
            double cosine, sine;
            angle_of_turn(j, sectors, &cosine, &sine);
            maker_vertex(&k, outline[i][0] * cosine, outline[i][0] * sine, outline[i][1]);
        }
    const uint32_t foot = maker_vertex(&k, 0, 0, outline[0][1]);
    const uint32_t top = maker_vertex(&k, 0, 0, outline[count - 1][1]);
    for (uint32_t j = 0; j < sectors; j++) {
        const uint32_t next = (j + 1) % sectors, last = (count - 1) * sectors;
        maker_triangle(&k, foot, next, j);
        maker_triangle(&k, top, last + j, last + next);
        for (uint32_t i = 0; i + 1 < count; i++)
            maker_quad(&k, i * sectors + j, i * sectors + next, (i + 1) * sectors + next,
                       (i + 1) * sectors + j);
    }
    return maker_finish(&k, out) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

static int make_bishop(uint32_t triangles, mesh* out)
{
    return turn_piece(bishop, sizeof bishop / sizeof *bishop, triangles, out);
}

static int make_pawn(uint32_t triangles, mesh* out)
{
    return turn_piece(pawn, sizeof pawn / sizeof *pawn, triangles, out);
}

static int make_bolt(uint32_t triangles, mesh* out)
{
    const bolt_shape shape = {.length = 6, .segments = triangles < 2000 ? 12 : 24};
    return bolt_make(&shape, out) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

static int make_nut(uint32_t triangles, mesh* out)
{
    const nut_shape shape = {.segments = triangles < 2000 ? 16 : 32};
    return nut_make(&shape, out) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

// An aircraft whose parts are apart from each other by a little, so that a mesher can take it.
static int make_aircraft(uint32_t triangles, mesh* out)
{
    static const double parts[][7] = {// share, half axes, middle
                                      {0.4, 1, 0.1, 0.1, 0, 0, 0},
                                      {0.15, 0.16, 0.4, 0.02, 0, 0.52, 0},
                                      {0.15, 0.16, 0.4, 0.02, 0, -0.52, 0},
                                      {0.08, 0.1, 0.14, 0.02, -0.8, 0.24, 0},
                                      {0.08, 0.1, 0.14, 0.02, -0.8, -0.24, 0},
                                      {0.08, 0.1, 0.02, 0.12, -0.8, 0, 0.24}};
    *out = (mesh){0};
    int status = BENCH_OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && status == BENCH_OK; i++) {
        const double* at = parts[i];
        mesh part = {0};
        uint32_t stacks = 4;
        while (4.0 * stacks * stacks < at[0] * triangles)
            stacks++;
        if (sphere_make(stacks, 2 * stacks, 1, &part) != SCENE_OK)
            return bench_fail("out of memory");
        mesh_place(&part, at[1], at[2], at[3], at[4], at[5], at[6]);
        status = mesh_add(out, &part);
        mesh_free(&part);
    }
    return status;
}

static int make_tetrahedron(uint32_t triangles, mesh* out)
{
    return tetra_make(triangles / 4, 1, triangles, out) == SCENE_OK ? BENCH_OK
                                                                    : bench_fail("out of memory");
}

typedef int object_function(uint32_t triangles, mesh* out);
static object_function* const objects[] = {make_bishop, make_pawn,      make_bolt,
                                           make_nut,    shape_wrinkled, make_aircraft};

// ------------------------------------------------------------------------------------ environments

// Fill a random half of the boxes, each with an object, or a tetrahedron, scaled to most of it.
static int make_filled(mesh* out, uint32_t triangles, bool tetrahedra, uint64_t seed)
{
    cell cells[CELLS_MOST];
    random_source random = {seed};
    const size_t count =
        divide(cells, tetrahedra ? CELLS_MOST : 60, tetrahedra ? 0.03 : 0.08, &random);
    int status = BENCH_OK;
    *out = (mesh){0};
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        const cell* c = &cells[i];
        mesh part = {0};
        if (random_below(&random, 2)) continue;
        if (tetrahedra) {
            if (tetra_make(1, 1, seed + i, &part) != SCENE_OK) status = BENCH_ERROR;
        } else {
            object_function* make =
                objects[random_below(&random, sizeof objects / sizeof *objects)];
            status = make((uint32_t)(2 * (size_t)triangles / count), &part);
        }
        if (status != BENCH_OK) return status;
        double low[3], high[3], size[3], at[3];
        mesh_ends(&part, low, high);
        for (int k = 0; k < 3; k++) {
            size[k] = 0.85 * (c->high[k] - c->low[k]) / (high[k] - low[k]);
            at[k] = 0.5 * (c->low[k] + c->high[k]) - 0.5 * size[k] * (low[k] + high[k]);
        }
        mesh_place(&part, size[0], size[1], size[2], at[0], at[1], at[2]);
        status = mesh_add(out, &part);
        mesh_free(&part);
    }
    return status;
}

// Some boxes of cells, none at the outside.
static void fill_boxes(unsigned char* solid, uint32_t n, uint64_t seed)
{
    random_source random = {seed};
    if (n < 5) return;  // there is no room
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = 1 + random_below(&random, n - 4);
            high[k] = low[k] + 1 + random_below(&random, 3);
        }
        for (uint32_t c = 0; c < n * n * n; c++) {
            const uint32_t at[3] = {c % n, c / n % n, c / n / n};
            int in = 1;
            for (int k = 0; k < 3; k++)
                in &= at[k] >= low[k] && at[k] < high[k] && at[k] + 1 < n;
            solid[c] |= (unsigned char)in;
        }
    }
}

// Obstacles of whole cells of a lattice, each cut into six tetrahedra about its diagonal (Freudenthal): a conforming
// mesh that needs no other program.
static int make_lattice(tetra_mesh* out, uint32_t n, uint64_t seed)
{
    static const unsigned char paths[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
    const uint32_t side = n + 1, step[3] = {1, side, side * side};
    const uint32_t cells = n * n * n;
    unsigned char* solid = calloc(cells, 1);
    char text[120] = "out of memory";
    *out = (tetra_mesh){.vertex_count = (size_t)side * side * side};
    out->vertices = malloc(3 * out->vertex_count * sizeof *out->vertices);
    out->cells = calloc(6 * (size_t)cells, sizeof *out->cells);
    out->triangles = malloc(18 * (size_t)cells * sizeof *out->triangles);
    if (!solid || !out->vertices || !out->cells || !out->triangles) {
        free(solid);
        tetra_mesh_free(out);
        return bench_fail("%s", text);
    }
    for (size_t i = 0; i < out->vertex_count; i++) {
        out->vertices[3 * i] = (double)(i % side) / n;
        out->vertices[3 * i + 1] = (double)(i / side % side) / n;
        out->vertices[3 * i + 2] = (double)(i / side / side) / n;
    }
    fill_boxes(solid, n, seed);
    for (uint32_t c = 0; c < cells; c++) {
        const uint32_t at[3] = {c % n, c / n % n, c / n / n};
        const uint32_t corner = at[0] + at[1] * side + at[2] * side * side;
        for (int way = 0; way < 6; way++) {
            uint32_t* v = out->cells[out->cell_count++].corner;
            v[0] = corner;
            v[3] = corner + step[0] + step[1] + step[2];
            for (int between = 0; between < 2; between++) {
                v[1 + between] = corner;
                for (int k = 0; k < 3; k++)
                    v[1 + between] += paths[way][between] >> k & 1 ? step[k] : 0;
            }
        }
        for (int k = 0; k < 3; k++) {  // the face towards the next cell
            const uint32_t beyond = c + (k == 0 ? 1 : k == 1 ? n : n * n);
            const uint32_t u = step[(k + 1) % 3], w = step[(k + 2) % 3], from = corner + step[k];
            if (at[k] + 1 == n || solid[c] == solid[beyond]) continue;
            const uint32_t two[6] = {from, from + u, from + u + w, from, from + u + w, from + w};
            memcpy(out->triangles + 3 * out->triangle_count, two, sizeof two);
            out->triangle_count += 2;
        }
    }
    free(solid);
    const abut_status status = tetra_mesh_finish(out, text);
    if (status == ABUT_OK) return BENCH_OK;
    tetra_mesh_free(out);
    return bench_fail("lattice: %s", text);
}

// The surface of a mesh of tetrahedra, with the vertices that it has and no others.
static int copy_surface(surroundings* s)
{
    const tetra_mesh* t = &s->tetra;
    uint32_t* number = malloc(t->vertex_count * sizeof *number + 1);
    mesh_free(&s->m);
    s->m = (mesh){.triangle_count = t->triangle_count};
    s->m.vertices = malloc(3 * t->vertex_count * sizeof *s->m.vertices + 1);
    s->m.triangles = malloc(3 * t->triangle_count * sizeof *s->m.triangles + 1);
    if (!number || !s->m.vertices || !s->m.triangles) {
        free(number);
        return bench_fail("out of memory");
    }
    memset(number, 0xff, t->vertex_count * sizeof *number);
    for (size_t i = 0; i < 3 * t->triangle_count; i++) {
        const uint32_t v = t->triangles[i];
        if (number[v] == UINT32_MAX) {
            memcpy(s->m.vertices + 3 * s->m.vertex_count, t->vertices + 3 * (size_t)v,
                   3 * sizeof *t->vertices);
            number[v] = (uint32_t)s->m.vertex_count++;
        }
        s->m.triangles[i] = number[v];
    }
    free(number);
    return BENCH_OK;
}

// A terrain of the data pack, in the unit square; BENCH_SLOW where it is not there.
static int read_terrain(surroundings* out, const char* file)
{
    terrain t = {.columns = 0};
    const int status = terrain_read(&t, file);
    if (status == BENCH_OK) {
        out->m = t.surface;
        t.surface = (mesh){0};
        mesh_fit_cube(&out->m, 1);
    }
    terrain_free(&t);
    return status;
}

static int make_surface(surroundings* out, int which, bool quick)
{
    const uint64_t seed = (uint64_t)which % 2 + 1;
    switch (which / 2) {
    case 0:
        return make_filled(&out->m, quick ? 3000 : 24000, false, seed);
    case 1:
        return make_lattice(&out->tetra, quick ? 10 : 20, seed + 20);
    case 2:
        return make_filled(&out->m, 0, true, seed);
    case 3:
        return shape_terrain(quick ? 2000 : 20000, seed, &out->m);
    default:
        out->is_data = true;
        return read_terrain(out, which % 2 ? "topobathy.asc" : "volcano.json");
    }
}

int surroundings_make(surroundings* out, int which, bool quick)
{
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): a name and its mark are one string
    static const char* const names[ENVIRONMENTS] = {
        "parts 1",      "parts 2",   "lattice 1", "lattice 2",          "tetrahedra 1",
        "tetrahedra 2", "terrain 1", "terrain 2", "volcano" PAPER_DATA, "topobathy" PAPER_DATA};
    // NOLINTEND(bugprone-suspicious-missing-comma)
    *out = (surroundings){.group = which < 4   ? GROUP_SCENES
                                   : which < 6 ? GROUP_TETRAHEDRA
                                               : GROUP_TERRAINS};
    snprintf(out->name, sizeof out->name, "%s", names[which]);
    int status = make_surface(out, which, quick);
    if (status != BENCH_OK) return status;
    if (!out->tetra.cell_count) {
        const int meshed = early_mesh(&out->m, &out->tetra, out->no_mesh);
        if (meshed == BENCH_ERROR) status = meshed;
    }
    return status == BENCH_OK && out->tetra.cell_count ? copy_surface(out) : status;
}

void surroundings_free(surroundings* s)
{
    mesh_free(&s->m);
    tetra_mesh_free(&s->tetra);
}

// --------------------------------------------------------------------------------- flying objects

const double early_flyer_sizes[FLYERS] = {0.05, 0.07, 0.08, 0.08, 0.1};
const char* const early_flyer_names[FLYERS] = {"tetra", "bishop", "balloon", "small aircraft",
                                               "airliner"};

int early_flyer(mesh* out, int which, bool quick)
{
    int status = BENCH_OK;
    *out = (mesh){0};
    if (which == 0)
        status = make_tetrahedron(4, out);
    else if (which == 1)
        status = make_bishop(500, out);
    else if (which == 2)
        status = sphere_make(20, 40, 1, out) == SCENE_OK ? BENCH_OK : BENCH_ERROR;
    else
        status = shape_airliner(quick ? 500 : which == 3 ? 3000 : 14646, out);
    return status == BENCH_OK && mesh_fit_cube(out, early_flyer_sizes[which]) == SCENE_OK
               ? BENCH_OK
               : bench_fail("out of memory");
}
