// tetra_mesh.c - the claims of a mesh of tetrahedra checked, and neighbours found.
//
// Why this makes a subdivision of the box: all tetrahedra are oriented alike, exactly, and two that share a
// face use it in opposite directions, so they lie on its two sides. Then the number of tetrahedra about a
// point is the same on both sides of any inner face. Faces of one tetrahedron lie in the sides of the
// box. So the number is the same everywhere in the box, and the sum of the volumes says that it is one.
#include "baseline/tetra_mesh.h"

#include "geom/posed_pair.h"

#include <stdlib.h>
#include <string.h>

const unsigned char tetra_face[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};

typedef struct face {
    uint32_t corner[3];       // ascending
    uint32_t cell, opposite;  // of a tetrahedron; or of a triangle, whose opposite is TETRA_NONE
    int is_even;              // whether sorting took an even number of exchanges
} face;

static abut_status refuse(char text[120], const char* what)
{
    snprintf(text, 120, "%s", what);
    return ABUT_BAD_ARGUMENT;
}

static abut_status check_indices(const tetra_mesh* m, char text[120])
{
    for (size_t i = 0; i < m->triangle_count * 3; i++) {
        if (m->triangles[i] >= m->vertex_count) return refuse(text, "a triangle without a vertex");
    }
    for (size_t i = 0; i < m->cell_count; i++) {
        for (int k = 0; k < 4; k++) {
            if (m->cells[i].corner[k] >= m->vertex_count)
                return refuse(text, "a tetrahedron without a vertex");
        }
    }
    return ABUT_OK;
}

static void find_range(tetra_mesh* m)
{
    for (int k = 0; k < 3; k++)
        m->low[k] = m->high[k] = m->vertices[3 * (size_t)m->cells[0].corner[0] + (size_t)k];
    for (size_t i = 0; i < 4 * m->cell_count; i++) {
        const double* v = m->vertices + 3 * (size_t)m->cells[i / 4].corner[i % 4];
        for (int k = 0; k < 3; k++) {
            if (v[k] < m->low[k]) m->low[k] = v[k];
            if (v[k] > m->high[k]) m->high[k] = v[k];
        }
    }
}

// ------------------------------------------------------------------------------------ orientation

// The part of the box that a tetrahedron fills, rounded.
static double part_of_box(const tetra_mesh* m, const tetra_cell* c)
{
    double x[3][3];
    for (int i = 0; i < 3; i++) {
        const double *p = m->vertices + 3 * (size_t)c->corner[i + 1],
                     *o = m->vertices + 3 * (size_t)c->corner[0];
        for (int k = 0; k < 3; k++)
            x[i][k] = (p[k] / 2 - o[k] / 2) / (m->high[k] / 2 - m->low[k] / 2);
    }
    return (x[0][0] * (x[1][1] * x[2][2] - x[1][2] * x[2][1]) -
            x[0][1] * (x[1][0] * x[2][2] - x[1][2] * x[2][0]) +
            x[0][2] * (x[1][0] * x[2][1] - x[1][1] * x[2][0])) /
           6;
}

static abut_status orient_cells(tetra_mesh* m, char text[120])
{
    const affine one = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    pose_pair poses;
    double filled = 0;
    pose_pair_prepare(&poses, &one, &one, 1);
    for (size_t i = 0; i < m->cell_count; i++) {
        uint32_t* corner = m->cells[i].corner;
        const double* vertex[6];
        for (int k = 0; k < 6; k++)
            vertex[k] = m->vertices + 3 * (size_t)corner[k < 4 ? k : 3];
        posed_triangle side[2];
        posed_pair pair;
        posed_triangle_place(&side[0], &poses, 0, vertex);
        posed_triangle_place(&side[1], &poses, 1, vertex + 3);
        posed_pair_prepare(&pair, &poses, &side[0], &side[1]);
        const int sign = orient3d(&pair, 0, 1, 2, 3);
        if (!sign) return refuse(text, "a flat tetrahedron");
        if (sign < 0) {
            const uint32_t other = corner[0];
            corner[0] = corner[1];
            corner[1] = other;
        }
        filled += part_of_box(m, &m->cells[i]);
    }
    if (!(filled > 0.999 && filled < 1.001))
        return refuse(text, "the tetrahedra do not fill a box");
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------- neighbours

static face face_of(const uint32_t corner[3], uint32_t cell, uint32_t opposite)
{
    face f = {{corner[0], corner[1], corner[2]}, cell, opposite, 1};
    for (int pass = 0; pass < 3; pass++) {
        const int i = pass % 2;
        if (f.corner[i] <= f.corner[i + 1]) continue;
        const uint32_t other = f.corner[i];
        f.corner[i] = f.corner[i + 1];
        f.corner[i + 1] = other;
        f.is_even = !f.is_even;
    }
    return f;
}

// By corners, then tetrahedra before triangles, each in their order.
static int compare_faces(const void* x, const void* y)
{
    const face *a = x, *b = y;
    for (int k = 0; k < 3; k++) {
        if (a->corner[k] != b->corner[k]) return a->corner[k] < b->corner[k] ? -1 : 1;
    }
    const int a_last = a->opposite == TETRA_NONE, b_last = b->opposite == TETRA_NONE;
    if (a_last != b_last) return a_last - b_last;
    if (a->cell != b->cell) return a->cell < b->cell ? -1 : 1;
    return (a->opposite > b->opposite) - (a->opposite < b->opposite);
}

static int is_on_side(const tetra_mesh* m, const face* f)
{
    for (int k = 0; k < 3; k++) {
        int low = 0, high = 0;
        for (int i = 0; i < 3; i++) {
            const double x = m->vertices[3 * (size_t)f->corner[i] + (size_t)k];
            low += x <= m->low[k];
            high += x >= m->high[k];
        }
        if (low == 3 || high == 3) return 1;
    }
    return 0;
}

// One face: one or two tetrahedra, and any number of triangles, the first of which stays. Sets kept of
// that one.
static abut_status join(tetra_mesh* m, const face* f, size_t count, unsigned char* kept,
                        char text[120])
{
    size_t cells = 0;
    while (cells < count && f[cells].opposite != TETRA_NONE)
        cells++;
    if (cells == 0) return refuse(text, "a triangle that is no face of a tetrahedron");
    if (cells > 2) return refuse(text, "a face of three tetrahedra");
    if (cells == 1) {
        if (!is_on_side(m, f)) return refuse(text, "the tetrahedra do not fill a box");
        return ABUT_OK;
    }
    if (f[0].is_even == f[1].is_even) return refuse(text, "tetrahedra overlap");
    for (int k = 0; k < 2; k++) {
        tetra_cell* c = &m->cells[f[k].cell];
        c->neighbour[f[k].opposite] = f[1 - k].cell;
        if (cells < count) c->surface[f[k].opposite] = f[cells].cell;
    }
    if (cells < count) kept[f[cells].cell] = 1;
    return ABUT_OK;
}

// Drop the triangles that are not kept, and renumber those that cells name.
static abut_status keep_surface(tetra_mesh* m, const unsigned char* kept)
{
    uint32_t* number = malloc(m->triangle_count * sizeof *number + 1);
    if (!number) return ABUT_OUT_OF_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        number[i] = (uint32_t)count;
        if (!kept[i]) continue;
        memmove(m->triangles + 3 * count, m->triangles + 3 * i, 3 * sizeof *m->triangles);
        count++;
    }
    m->triangle_count = count;
    for (size_t i = 0; i < 4 * m->cell_count; i++) {
        uint32_t* surface = &m->cells[i / 4].surface[i % 4];
        if (*surface != TETRA_NONE) *surface = number[*surface];
    }
    free(number);
    return ABUT_OK;
}

static abut_status join_faces(tetra_mesh* m, face* faces, unsigned char* kept, char text[120])
{
    size_t count = 0;
    for (size_t i = 0; i < m->cell_count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            const unsigned char* at = tetra_face[k];
            const uint32_t* c = m->cells[i].corner;
            const uint32_t corner[3] = {c[at[0]], c[at[1]], c[at[2]]};
            faces[count++] = face_of(corner, (uint32_t)i, k);
            m->cells[i].neighbour[k] = m->cells[i].surface[k] = TETRA_NONE;
        }
    }
    for (size_t i = 0; i < m->triangle_count; i++)
        faces[count++] = face_of(m->triangles + 3 * i, (uint32_t)i, TETRA_NONE);
    qsort(faces, count, sizeof *faces, compare_faces);
    abut_status status = ABUT_OK;
    for (size_t i = 0, next; i < count && status == ABUT_OK; i = next) {
        for (next = i + 1; next < count; next++) {
            if (memcmp(faces[i].corner, faces[next].corner, sizeof faces[i].corner) != 0) break;
        }
        status = join(m, faces + i, next - i, kept, text);
    }
    return status == ABUT_OK ? keep_surface(m, kept) : status;
}

// ----------------------------------------------------------------------------------------- insides

// From the tetrahedra at the outside through all faces that are not the surface: what is not reached is
// inside an obstacle.
static abut_status find_insides(tetra_mesh* m)
{
    uint32_t* queue = malloc(m->cell_count * sizeof *queue);
    if (!queue) return ABUT_OUT_OF_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < m->cell_count; i++) {
        tetra_cell* c = &m->cells[i];
        c->is_inside = 1;
        for (int k = 0; k < 4; k++) {
            if (c->neighbour[k] == TETRA_NONE) c->is_inside = 0;
        }
        if (!c->is_inside) queue[count++] = (uint32_t)i;
    }
    for (size_t i = 0; i < count; i++) {
        const tetra_cell* c = &m->cells[queue[i]];
        for (int k = 0; k < 4; k++) {
            if (c->neighbour[k] == TETRA_NONE || c->surface[k] != TETRA_NONE) continue;
            tetra_cell* next = &m->cells[c->neighbour[k]];
            if (!next->is_inside) continue;
            next->is_inside = 0;
            queue[count++] = c->neighbour[k];
        }
    }
    free(queue);
    return ABUT_OK;
}

abut_status tetra_mesh_finish(tetra_mesh* m, char text[120])
{
    abut_status status = check_indices(m, text);
    if (status != ABUT_OK) return status;
    find_range(m);
    status = orient_cells(m, text);
    if (status != ABUT_OK) return status;
    face* faces = malloc((4 * m->cell_count + m->triangle_count) * sizeof *faces);
    unsigned char* kept = calloc(m->triangle_count + 1, 1);
    status = faces && kept ? join_faces(m, faces, kept, text) : ABUT_OUT_OF_MEMORY;
    free(faces);
    free(kept);
    return status == ABUT_OK ? find_insides(m) : status;
}
