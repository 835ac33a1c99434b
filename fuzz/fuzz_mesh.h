// fuzz_mesh.h - the laws that hold for every reader and any bytes. Each input is read four times: its
// format given or found, and what is wrong refused or dropped.
#ifndef ABUT_FUZZ_FUZZ_MESH_H
#define ABUT_FUZZ_FUZZ_MESH_H
#include "fuzz.h"
#include "mesh/mesh.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// The most memory that a reader may hold: so many bytes for each byte of the file and for each warning
// that it keeps; a reader that failed may have held as many of those as are ever kept.
// A format that can show what it has once any number of times says so before it includes this: then memory may grow with
// the square of the size, and a byte of its text takes more. 2: what it shows may show others, so that there is no bound
// but that for what comes out.
#ifndef FUZZ_SHOWS_AGAIN
#define FUZZ_SHOWS_AGAIN 0
#endif
enum { MEMORY_PER_BYTE = 64, MEMORY_PER_WARNING = 5 * sizeof(mesh_warning), MEMORY_ALWAYS = 4096 };
enum {
    MEMORY_PER_NODE = 1000,
    MEMORY_PER_VERTEX = 100,
    MEMORY_UNPACKED = 1100
};  // of what is shown; by deflate

static inline void check_place(size_t line, size_t byte, const char* text, size_t room, size_t size)
{
    CHECK(memchr(text, '\0', room) && text[0] != '\0');
    CHECK(byte <= size && line <= size + 1);
}

static inline void check_groups(const mesh* m)
{
    CHECK((m->group_count > 0) == (m->groups != NULL));
    for (size_t i = 0; i < m->group_count; i++) {
        const mesh_group* g = &m->groups[i];
        CHECK(g->name && (strchr("ogsn", g->kind)));
        CHECK(g->first_triangle <= m->triangle_count);
        CHECK(g->triangle_count <= m->triangle_count - g->first_triangle);
    }
}

static inline void check_mesh(const mesh* m, size_t size)
{
    CHECK((m->vertex_count > 0) == (m->vertices != NULL));
    CHECK((m->triangle_count > 0) <= (m->triangles != NULL));
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        CHECK(isfinite(m->vertices[i]));
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        CHECK(m->triangles[i] < m->vertex_count);
    for (size_t i = 0; i < m->triangle_count; i++) {
        CHECK((m->faces ? m->faces[i] : i) < m->face_count);
        CHECK(!m->faces || i == 0 || m->faces[i - 1] <= m->faces[i]);
    }
    CHECK(mesh_format_name(m->format));
    check_groups(m);
    CHECK(m->warning_count <= m->warning_total && m->warning_count <= MESH_MOST_WARNINGS);
    CHECK(m->warning_total <= size);  // each is about a byte of its own, or work is wasted
    CHECK(m->warning_count == m->warning_total || m->warning_count == MESH_MOST_WARNINGS);
    for (size_t i = 0; i < m->warning_count; i++)
        check_place(m->warnings[i].line, m->warnings[i].byte, m->warnings[i].text,
                    sizeof m->warnings[i].text, size);
    CHECK(!m->variant || m->variant[0] != '\0');
    CHECK(!m->source);
}

static inline bool same_bytes(const void* a, const void* b, size_t size)
{
    return (a == NULL) == (b == NULL) && (!a || memcmp(a, b, size) == 0);
}

static inline void check_same(const mesh* a, const mesh* b)
{
    CHECK(a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count);
    CHECK(a->face_count == b->face_count && a->group_count == b->group_count);
    CHECK(a->format == b->format && a->warning_total == b->warning_total);
    CHECK(same_bytes(a->vertices, b->vertices, a->vertex_count * 3 * sizeof *a->vertices));
    CHECK(same_bytes(a->triangles, b->triangles, a->triangle_count * 3 * sizeof *a->triangles));
    CHECK(same_bytes(a->faces, b->faces, a->triangle_count * sizeof *a->faces));
    for (size_t i = 0; i < a->group_count; i++) {
        const mesh_group *g = &a->groups[i], *h = &b->groups[i];
        CHECK(strcmp(g->name, h->name) == 0 && g->kind == h->kind);
        CHECK(g->first_triangle == h->first_triangle && g->triangle_count == h->triangle_count);
    }
}

static inline const double* corner_of(const mesh* m, size_t triangle, size_t corner)
{
    return m->vertices + 3 * (size_t)m->triangles[3 * triangle + corner];
}

// Keep one group: triangles of the mesh as it was, in order, and source says which.
static inline void check_selection(mesh* chosen, const mesh* whole)
{
    if (whole->group_count == 0) return;
    const char* name = whole->groups[whole->group_count / 2].name;
    CHECK(mesh_select_group(chosen, name) > 0);
    CHECK(chosen->triangle_count <= whole->triangle_count);
    for (size_t i = 0; i < chosen->triangle_count; i++) {
        const size_t from = chosen->source ? chosen->source[i] : i;
        CHECK(from < whole->triangle_count);
        CHECK(i == 0 || !chosen->source || chosen->source[i - 1] < chosen->source[i]);
        for (size_t k = 0; k < 9; k++)
            CHECK(corner_of(chosen, i, k / 3)[k % 3] == corner_of(whole, from, k / 3)[k % 3]);
    }
}

// Read, and check everything that can be said of one answer.
static inline mesh_status read_checked(mesh* out, const uint8_t* data, size_t size,
                                       mesh_format format, int drop_bad)
{
    mesh before;
    mesh_error error;
    memset(out, 0x5a, sizeof *out);
    before = *out;
    memory_start();
    const mesh_status status = mesh_read_memory(
        out, data, size, &(mesh_read_options){.format = format, .drop_bad = drop_bad}, &error);
    const size_t warnings = status == MESH_OK ? out->warning_count : MESH_MOST_WARNINGS;
    size_t again = FUZZ_SHOWS_AGAIN ? (size_t)2 * MEMORY_PER_BYTE * size + size * size : 0;
    if (FUZZ_SHOWS_AGAIN == 2 && status != MESH_OK) again = SIZE_MAX / 2;
    if (FUZZ_SHOWS_AGAIN == 2 && status == MESH_OK)
        again = MEMORY_UNPACKED * size + MEMORY_PER_NODE * out->group_count +
                MEMORY_PER_VERTEX * (out->vertex_count + out->triangle_count);
    CHECK(memory_peak() <=
          MEMORY_ALWAYS + MEMORY_PER_BYTE * size + again + MEMORY_PER_WARNING * warnings);
    if (status == MESH_OK) {
        check_mesh(out, size);
        return status;
    }
    CHECK(memcmp(out, &before, sizeof before) == 0);
    CHECK(error.status == status);
    check_place(error.line, error.byte, error.text, sizeof error.text, size);
    *out = (mesh){0};
    return status;
}

static inline int fuzz_mesh(const uint8_t* data, size_t size, mesh_format format)
{
    mesh given[2], found[2];
    mesh_status status[2];
    for (int drop = 0; drop < 2; drop++) {
        status[drop] = read_checked(&given[drop], data, size, format, drop);
        const mesh_status other = read_checked(&found[drop], data, size, MESH_UNKNOWN, drop);
        if (other == MESH_OK && status[drop] == MESH_OK && found[drop].format == given[drop].format)
            check_same(&given[drop], &found[drop]);
    }
    if (status[0] == MESH_OK) {  // nothing was wrong: there was nothing to drop
        CHECK(status[1] == MESH_OK);
        check_same(&given[0], &given[1]);
        check_selection(&given[1], &given[0]);
    } else if (status[1] == MESH_OK) {
        CHECK(given[1].warning_total > 0);
    }
    for (int drop = 0; drop < 2; drop++) {
        mesh_free(&given[drop]);
        mesh_free(&found[drop]);
    }
    return 0;
}

#endif
