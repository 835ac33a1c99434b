// group.c - one part of a mesh, chosen by its name.
#include "file/memory_limit.h"
#include "mesh/mesh.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// What is allocated before anything changes.
typedef struct selection {
    bool* kept;          // of each triangle
    uint32_t* vertices;  // the new number of each vertex
    uint32_t* source;
    uint32_t* faces;
} selection;

static bool is_named(const mesh_group* group, const char* name)
{
    return strcmp(group->name, name) == 0;
}

static bool selection_begin(selection* s, const mesh* m)
{
    const size_t triangle = sizeof *s->kept + sizeof *s->source + sizeof *s->faces;
    if (!memory_allows(m->triangle_count * triangle + m->vertex_count * sizeof *s->vertices))
        return false;
    s->kept = malloc((m->triangle_count + 1) * sizeof *s->kept);
    s->vertices = malloc((m->vertex_count + 1) * sizeof *s->vertices);
    s->source = malloc((m->triangle_count + 1) * sizeof *s->source);
    s->faces = malloc((m->triangle_count + 1) * sizeof *s->faces);
    return s->kept && s->vertices && s->source && s->faces;
}

// Groups may overlap any number of times: only their ends are counted, in faces. After this source has
// the number of kept triangles before each.
static void mark_triangles(const mesh* m, const char* name, selection* s)
{
    uint32_t* change = s->faces;
    memset(change, 0, (m->triangle_count + 1) * sizeof *change);
    for (size_t i = 0; i < m->group_count; i++) {
        const mesh_group* group = &m->groups[i];
        if (!is_named(group, name)) continue;
        change[group->first_triangle]++;
        change[group->first_triangle + group->triangle_count]--;
    }
    uint32_t inside = 0, before = 0;
    for (size_t i = 0; i <= m->triangle_count; i++) {
        inside += change[i];
        s->source[i] = before;
        s->kept[i] = inside > 0;
        before += s->kept[i];
    }
}

// Move the kept triangles to the front and tell where they were.
static void keep_triangles(mesh* m, selection* s)
{
    size_t count = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (!s->kept[i]) continue;
        memmove(m->triangles + 3 * count, m->triangles + 3 * i, 3 * sizeof *m->triangles);
        s->source[count] = m->source ? m->source[i] : (uint32_t)i;
        s->faces[count] = m->faces ? m->faces[i] : (uint32_t)i;
        count++;
    }
    m->triangle_count = count;
}

static void keep_vertices(mesh* m, uint32_t* number)
{
    memset(number, 0, m->vertex_count * sizeof *number);
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        number[m->triangles[i]] = 1;
    size_t count = 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        if (!number[i]) continue;
        memmove(m->vertices + 3 * count, m->vertices + 3 * i, 3 * sizeof *m->vertices);
        number[i] = (uint32_t)count++;
    }
    m->vertex_count = count;
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        m->triangles[i] = number[m->triangles[i]];
}

// The groups of that name, to where their triangles went: before[i] are kept before triangle i.
static void keep_groups(mesh* m, const char* name, const uint32_t* before)
{
    size_t count = 0;
    for (size_t i = 0; i < m->group_count; i++) {
        mesh_group group = m->groups[i];
        if (!is_named(&group, name)) continue;
        group.first_triangle = before[group.first_triangle];
        m->groups[count++] = group;
    }
    m->group_count = count;
}

size_t mesh_select_group(mesh* m, const char* name)
{
    size_t found = 0;
    for (size_t i = 0; i < m->group_count; i++)
        found += is_named(&m->groups[i], name);
    if (found == 0) return 0;
    selection s = {0};
    const bool fine = selection_begin(&s, m);
    if (fine) {
        mark_triangles(m, name, &s);
        keep_groups(m, name, s.source);
        keep_triangles(m, &s);
        keep_vertices(m, s.vertices);
        free(m->source);
        free(m->faces);
        m->source = s.source;
        m->faces = s.faces;
        s.source = s.faces = NULL;
    }
    free(s.kept);
    free(s.vertices);
    free(s.source);
    free(s.faces);
    return fine ? found : SIZE_MAX;
}
