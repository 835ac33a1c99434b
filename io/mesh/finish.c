// finish.c - groups, and what turns the reader's mesh into the caller's: names of its own, no missing
// vertices, no memory left over from growing.
#include "mesh/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- groups

static size_t slot_of(char kind)
{
    return kind == 'g';
}

static mesh_status reserve_name(reader* r, size_t length)
{
    if (r->names_capacity - r->names_size > length) return MESH_OK;
    size_t capacity = r->names_size + length + r->names_size / 2 + 64;
    TRY(reader_may_take(r, capacity));
    char* larger = realloc(r->names, capacity);
    if (!larger) return reader_no_memory(r);
    r->names = larger;
    r->names_capacity = capacity;
    return MESH_OK;
}

static mesh_status reserve_group(reader* r)
{
    if (r->group_count < r->group_capacity) return MESH_OK;
    size_t capacity = r->group_capacity + r->group_capacity / 2 + 16;
    if (capacity > SIZE_MAX / sizeof *r->groups) return reader_no_memory(r);
    TRY(reader_may_take(r, capacity * sizeof *r->groups));
    reader_group* larger = realloc(r->groups, capacity * sizeof *larger);
    if (!larger) return reader_no_memory(r);
    r->groups = larger;
    r->group_capacity = capacity;
    return MESH_OK;
}

static size_t keep_name(reader* r, const char* name, size_t length)
{
    const size_t at = r->names_size;
    if (length > 0) memcpy(r->names + at, name, length);
    r->names_size += length;
    return at;
}

mesh_status reader_add_group(reader* r, const reader_group* like, const char* name, const char* id)
{
    TRY(reserve_name(r, like->name_length + like->id_length));
    TRY(reserve_group(r));
    reader_group* group = &r->groups[r->group_count++];
    *group = *like;
    group->name = keep_name(r, name, like->name_length);
    keep_name(r, id, like->id_length);
    return MESH_OK;
}

mesh_status reader_begin_group(reader* r, char kind, const char* name, size_t length)
{
    const reader_group group = {
        .name_length = length, .first_triangle = r->mesh.triangle_count, .kind = kind};
    TRY(reader_add_group(r, &group, name, ""));
    const size_t slot = slot_of(kind);
    if (r->open[slot].count++ == 0) r->open[slot].first = r->group_count - 1;
    return MESH_OK;
}

void reader_end_groups(reader* r, char kind)
{
    const size_t slot = slot_of(kind);
    if (r->open[slot].count == 0) return;
    reader_group* group = r->groups + r->open[slot].first;
    for (; r->open[slot].count > 0; r->open[slot].count--, group++)
        group->triangle_count = r->mesh.triangle_count - group->first_triangle;
}

size_t reader_take_name(reader* r, const char** name)
{
    skip_blanks(r);
    const char* begin = r->at;
    while (r->at != r->end && !is_newline(*r->at) &&
           !(*r->at == '#' && (r->at == begin || is_blank(r->at[-1]))))
        r->at++;
    const char* end = r->at;
    while (end != begin && is_blank(end[-1]))
        end--;
    skip_line(r);
    *name = begin;
    return (size_t)(end - begin);
}

// Copy a text to where texts are put, with a zero behind it.
static char* put_text(char** to, const char* from, size_t length)
{
    char* text = *to;
    memcpy(text, from, length);
    text[length] = '\0';
    *to += length + 1;
    return text;
}

// One block has the groups and behind them their names, so that either is freed with the other.
static mesh_status finish_groups(reader* r)
{
    if (r->group_count == 0) return MESH_OK;
    reader_end_groups(r, 'o');
    reader_end_groups(r, 'g');
    size_t size = r->group_count * sizeof(mesh_group);
    for (size_t i = 0; i < r->group_count; i++)
        size += r->groups[i].name_length + r->groups[i].id_length + 2;  // at most what r->names has
    TRY(reader_may_take(r, size));
    mesh_group* groups = malloc(size);
    if (!groups) return reader_no_memory(r);
    char* text = (char*)(groups + r->group_count);
    for (size_t i = 0; i < r->group_count; i++) {
        const reader_group* from = &r->groups[i];
        groups[i] = (mesh_group){
            .name = put_text(&text, r->names + from->name, from->name_length),
            .place = r->mesh.places ? &r->mesh.places[i] : NULL,  // all are nodes, or none is
            .kind = from->kind,
            .first_triangle = from->first_triangle,
            .triangle_count = from->triangle_count,
        };
        if (from->id_length)
            groups[i].id =
                put_text(&text, r->names + from->name + from->name_length, from->id_length);
    }
    r->mesh.groups = groups;
    r->mesh.group_count = r->group_count;
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------ arrays

// No face uses a missing vertex.
static mesh_status drop_missing_vertices(reader* r)
{
    mesh* m = &r->mesh;
    if (r->missing_count == 0) return MESH_OK;
    TRY(reader_may_take(r, m->vertex_count * sizeof(uint32_t)));
    uint32_t* number = malloc(m->vertex_count * sizeof *number);
    if (!number) return reader_no_memory(r);
    size_t count = 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        if (isnan(m->vertices[3 * i])) continue;
        memmove(m->vertices + 3 * count, m->vertices + 3 * i, 3 * sizeof *m->vertices);
        number[i] = (uint32_t)count++;
    }
    m->vertex_count = count;
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        m->triangles[i] = number[m->triangles[i]];
    free(number);
    return MESH_OK;
}

// Give back what growing left over.
static void trim(reader* r)
{
    mesh* m = &r->mesh;
    if (m->vertex_count > 0 && m->vertex_count < r->vertex_capacity) {
        double* smaller = realloc(m->vertices, m->vertex_count * 3 * sizeof(double));
        if (smaller) m->vertices = smaller;
    }
    if (m->triangle_count > 0 && m->triangle_count < r->triangle_capacity) {
        uint32_t* smaller = realloc(m->triangles, m->triangle_count * 3 * sizeof(uint32_t));
        if (smaller) m->triangles = smaller;
        if (m->faces) smaller = realloc(m->faces, m->triangle_count * sizeof(uint32_t));
        if (m->faces && smaller) m->faces = smaller;
    }
}

mesh_status reader_finish(reader* r)
{
    TRY(reader_finish_nodes(r));
    if (r->dropped > 0 && r->mesh.triangle_count == 0) {
        *r->error = r->first;  // there is no rest of this model
        return r->first.status;
    }
    r->mesh.dropped_count = r->dropped;
    TRY(finish_groups(r));
    TRY(drop_missing_vertices(r));
    trim(r);
    return MESH_OK;
}
