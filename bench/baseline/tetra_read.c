// tetra_read.c - Medit's ASCII format (.mesh): words, each followed by a count and rows of numbers. Words
// that are not needed are skipped with their numbers.
#include "baseline/tetra_mesh.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000000.0  // of anything

typedef struct reader {
    FILE* in;
    char word[64];  // the last one
    char* text;
} reader;

static abut_status fail(const reader* r, const char* what)
{
    snprintf(r->text, 120, "%s", what);
    return ABUT_BAD_ARGUMENT;
}

// The next word, comments left out. Returns 0 at the end.
static int next_word(reader* r)
{
    while (fscanf(r->in, "%63s", r->word) == 1) {
        if (r->word[0] != '#') return 1;
        int c;
        do
            c = getc(r->in);
        while (c != '\n' && c != EOF);
    }
    return 0;
}

static int next_number(reader* r, double* out)
{
    char* end;
    if (!next_word(r)) return 0;
    *out = strtod(r->word, &end);
    return end != r->word && !*end && *out - *out == 0;
}

static int next_count(reader* r, size_t* out)
{
    double number;
    if (!next_number(r, &number) || !(number >= 0 && number <= MOST)) return 0;
    *out = (size_t)number;
    return 1;
}

static abut_status read_vertices(reader* r, tetra_mesh* m)
{
    double mark;
    if (m->vertices || !next_count(r, &m->vertex_count)) return fail(r, "bad count of vertices");
    m->vertices = malloc(m->vertex_count * 3 * sizeof *m->vertices + 1);
    if (!m->vertices) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < m->vertex_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            if (!next_number(r, &m->vertices[3 * i + k])) return fail(r, "a bad vertex");
        }
        if (!next_number(r, &mark)) return fail(r, "a vertex without a reference");
    }
    return ABUT_OK;
}

// A row of indices, from 1 on, and a reference.
static int next_indices(reader* r, uint32_t* out, int count)
{
    double mark;
    for (int k = 0; k < count; k++) {
        size_t index;
        if (!next_count(r, &index) || index == 0) return 0;
        out[k] = (uint32_t)(index - 1);
    }
    return next_number(r, &mark);
}

static abut_status read_triangles(reader* r, tetra_mesh* m)
{
    if (m->triangles || !next_count(r, &m->triangle_count))
        return fail(r, "bad count of triangles");
    m->triangles = malloc(m->triangle_count * 3 * sizeof *m->triangles + 1);
    if (!m->triangles) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (!next_indices(r, m->triangles + 3 * i, 3)) return fail(r, "a bad triangle");
    }
    return ABUT_OK;
}

static abut_status read_cells(reader* r, tetra_mesh* m)
{
    if (m->cells || !next_count(r, &m->cell_count)) return fail(r, "bad count of tetrahedra");
    m->cells = malloc(m->cell_count * sizeof *m->cells + 1);
    if (!m->cells) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < m->cell_count; i++) {
        if (!next_indices(r, m->cells[i].corner, 4)) return fail(r, "a bad tetrahedron");
    }
    return ABUT_OK;
}

static abut_status read_all(reader* r, tetra_mesh* m)
{
    abut_status status = ABUT_OK;
    double dimension;
    if (!next_word(r) || strcmp(r->word, "MeshVersionFormatted") != 0)
        return fail(r, "not a Medit file in ASCII");
    while (status == ABUT_OK && next_word(r)) {
        if (strcmp(r->word, "End") == 0) break;
        if (strcmp(r->word, "Dimension") == 0) {
            if (!next_number(r, &dimension) || !(dimension > 2.5 && dimension < 3.5))
                status = fail(r, "the dimension is not 3");
        } else if (strcmp(r->word, "Vertices") == 0) {
            status = read_vertices(r, m);
        } else if (strcmp(r->word, "Triangles") == 0) {
            status = read_triangles(r, m);
        } else if (strcmp(r->word, "Tetrahedra") == 0) {
            status = read_cells(r, m);
        }
    }
    if (status != ABUT_OK) return status;
    if (!m->cell_count || !m->vertices) return fail(r, "there are no tetrahedra");
    if (!m->triangles) m->triangles = malloc(1);
    return m->triangles ? tetra_mesh_finish(m, r->text) : ABUT_OUT_OF_MEMORY;
}

abut_status tetra_mesh_read(tetra_mesh* out, FILE* in, char text[120])
{
    reader r = {.in = in, .text = text};
    *out = (tetra_mesh){.vertices = NULL};
    snprintf(text, 120, "out of memory");
    const abut_status status = read_all(&r, out);
    if (status != ABUT_OK) tetra_mesh_free(out);
    return status;
}

void tetra_mesh_free(tetra_mesh* m)
{
    free(m->vertices);
    free(m->cells);
    free(m->triangles);
    *m = (tetra_mesh){.vertices = NULL};
}

abut_soup tetra_mesh_surface(const tetra_mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}
