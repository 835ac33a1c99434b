// mesh_edit.c - see mesh_edit.h. Arrays are copied and then changed. Vertices are looked up by a table of the inserted ones, which
// are few, so that it stays in the cache.
#include "soup/mesh_edit.h"

#include "base/base.h"
#include "base/host.h"
#include "base/shared.h"
#include "soup/mesh_check.h"
#include "soup/vertex.h"

#include <string.h>

#define MOST_TRIANGLES ((size_t)INT32_MAX)
#define MOST_VERTICES  ((size_t)UINT32_MAX - 1)
#define NO_VERTEX      UINT32_MAX

typedef struct editing {
    const soup_mesh* m;
    const mesh_changes* changes;
    const abut_host* host;
    uint32_t* number;  // of each inserted vertex in the new mesh
    soup_mesh next;
} editing;

// -------------------------------------------------------------------------------------- triangles

// Nothing has changed.
static void share_triangles(editing* e)
{
    soup_mesh_share_triangles(&e->next, e->m);
    soup_mesh_share_reduced(&e->next, e->m);
    e->next.removed_count = e->m->removed_count;
}

// Those that were there, with gaps where triangles were removed, and gaps for those that do not fit into gaps.
static abut_status copy_triangles(editing* e)
{
    const soup_mesh* const m = e->m;
    soup_mesh* const next = &e->next;
    const mesh_changes* const c = e->changes;
    const size_t old = m->triangle_count, more = next->triangle_count - old;
    next->triangles = shared_allocate(e->host, next->triangle_count, 3 * sizeof *next->triangles);
    next->reduced = shared_allocate(e->host, next->triangle_count, sizeof *next->reduced);
    if (!next->triangles || !next->reduced) return ABUT_OUT_OF_MEMORY;
    if (old) memcpy(next->triangles, m->triangles, 3 * old * sizeof *next->triangles);
    memset(next->triangles + 3 * old, 0, 3 * more * sizeof *next->triangles);
    if (m->reduced)
        memcpy(next->reduced, m->reduced, old);
    else
        memset(next->reduced, SOUP_WHOLE, old);
    memset(next->reduced + old, 0, more);
    for (size_t i = 0; i < c->removed_count; i++) {
        const size_t triangle = c->removed[i];
        const int is_there = triangle < old && (next->reduced[triangle] & 3) != 0;
        if (!is_there) return ABUT_BAD_INDEX;
        next->degenerate_count -= (next->reduced[triangle] & 3) < 3;
        next->reduced[triangle] = 0;
        memset(next->triangles + 3 * triangle, 0, 3 * sizeof *next->triangles);
    }
    next->removed_count = m->removed_count + c->removed_count + more;
    return ABUT_OK;
}

static void insert_triangles(editing* e, uint32_t* ids)
{
    const soup_mesh* const from = e->changes->inserted;
    soup_mesh* const next = &e->next;
    size_t gap = 0;
    for (size_t i = 0; i < from->triangle_count; i++, gap++) {
        while (next->reduced[gap])
            gap++;
        ASSERT(gap < next->triangle_count);
        ids[i] = (uint32_t)gap;
        next->reduced[gap] = from->reduced ? from->reduced[i] : SOUP_WHOLE;
        for (size_t k = 0; k < 3; k++)
            next->triangles[3 * gap + k] = e->number[from->triangles[3 * i + k]];
    }
    next->removed_count -= from->triangle_count;
    next->degenerate_count += from->degenerate_count;
    if (next->removed_count || next->degenerate_count || !next->reduced) return;
    shared_release(next->reduced);
    next->reduced = NULL;
}

// --------------------------------------------------------------------------------------- vertices

// Number the inserted vertices that are among those of the mesh. table: NO_VERTEX throughout.
static void find_equals(const editing* e, uint32_t* table, size_t mask)
{
    const soup_mesh *const from = e->changes->inserted, *const m = e->m;
    for (size_t i = 0; i < from->vertex_count; i++) {
        size_t slot = vertex_hash(from->vertices + 3 * i) & mask;
        while (table[slot] != NO_VERTEX)
            slot = (slot + 1) & mask;
        table[slot] = (uint32_t)i;
    }
    for (size_t v = 0; v < m->vertex_count; v++) {
        const double* const vertex = m->vertices + 3 * v;
        size_t slot = vertex_hash(vertex) & mask;
        while (table[slot] != NO_VERTEX &&
               !vertices_are_equal(from->vertices + 3 * (size_t)table[slot], vertex))
            slot = (slot + 1) & mask;
        if (table[slot] != NO_VERTEX) e->number[table[slot]] = (uint32_t)v;
    }
}

static abut_status number_vertices(editing* e)
{
    const size_t count = e->changes->inserted->vertex_count;
    size_t slots = 4;
    while (slots < count * 4)
        slots *= 2;
    uint32_t* const table = host_allocate(e->host, slots, sizeof *table);
    if (!table) return ABUT_OUT_OF_MEMORY;
    memset(table, 0xFF, slots * sizeof *table);
    memset(e->number, 0xFF, count * sizeof *e->number);
    if (count) find_equals(e, table, slots - 1);
    host_release(e->host, table, slots, sizeof *table);
    e->next.vertex_count = e->m->vertex_count;
    for (size_t i = 0; i < count; i++)
        e->next.vertex_count += e->number[i] == NO_VERTEX;
    return e->next.vertex_count > MOST_VERTICES ? ABUT_TOO_LARGE : ABUT_OK;
}

static abut_status copy_vertices(editing* e)
{
    const soup_mesh *const from = e->changes->inserted, *const m = e->m;
    TRY(number_vertices(e));
    double* const vertices =
        host_allocate(e->host, e->next.vertex_count, 3 * sizeof *e->next.vertices);
    if (!vertices) return ABUT_OUT_OF_MEMORY;
    e->next.vertices = vertices;
    size_t count = m->vertex_count;
    if (count) memcpy(vertices, m->vertices, 3 * count * sizeof *vertices);
    for (size_t i = 0; i < from->vertex_count; i++) {
        if (e->number[i] != NO_VERTEX) continue;
        memcpy(vertices + 3 * count, from->vertices + 3 * i, 3 * sizeof *vertices);
        e->number[i] = (uint32_t)count++;
    }
    return ABUT_OK;
}

// Count the vertices that triangles use. used: of each, 0.
static size_t count_used(const soup_mesh* m, unsigned char* used)
{
    size_t count = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (!soup_mesh_has(m, i)) continue;
        for (size_t k = 3 * i; k < 3 * i + 3; k++)
            used[m->triangles[k]] = 1;
    }
    for (size_t v = 0; v < m->vertex_count; v++)
        count += used[v];
    return count;
}

// Keep those that are used, or one: gaps have a vertex, too.
static abut_status keep_used(editing* e, const unsigned char* used, size_t count)
{
    soup_mesh* const m = &e->next;
    const size_t kept = count ? count : 1;
    double* const vertices = host_allocate(e->host, kept, 3 * sizeof *vertices);
    uint32_t* const place = host_allocate(e->host, m->vertex_count, sizeof *place);
    const int has_memory = vertices && place;
    size_t next = 0;
    for (size_t v = 0; has_memory && v < m->vertex_count; v++) {
        place[v] = 0;
        if (count ? !used[v] : v > 0) continue;
        memcpy(vertices + 3 * next, m->vertices + 3 * v, 3 * sizeof *vertices);
        place[v] = (uint32_t)next++;
    }
    for (size_t i = 0; has_memory && i < 3 * m->triangle_count; i++)
        m->triangles[i] = place[m->triangles[i]];
    host_release(e->host, place, m->vertex_count, sizeof *place);
    if (!has_memory) {
        host_release(e->host, vertices, kept, 3 * sizeof *vertices);
        return ABUT_OUT_OF_MEMORY;
    }
    host_release(e->host, m->vertices, m->vertex_count, 3 * sizeof *m->vertices);
    m->vertices = vertices;
    m->vertex_count = kept;
    return ABUT_OK;
}

static abut_status drop_unused(editing* e)
{
    soup_mesh* const m = &e->next;
    const size_t bytes = m->vertex_count;
    if (m->vertex_count < 2 || !e->changes->removed_count) return ABUT_OK;
    unsigned char* const used = host_allocate(e->host, bytes, 1);
    if (!used) return ABUT_OUT_OF_MEMORY;
    memset(used, 0, bytes);
    const size_t count = count_used(m, used);
    const abut_status status =
        count < m->vertex_count - count ? keep_used(e, used, count) : ABUT_OK;
    host_release(e->host, used, bytes, 1);
    return status;
}

// ------------------------------------------------------------------------------------------ all

abut_status soup_mesh_edit(soup_mesh* out, const soup_mesh* m, const mesh_changes* changes,
                           uint32_t* ids, const abut_host* host)
{
    const soup_mesh* const inserted = changes->inserted;
    ASSERT(!inserted->removed_count);
    if (changes->removed_count > soup_mesh_present(m)) return ABUT_BAD_INDEX;
    const size_t gaps = m->removed_count + changes->removed_count;
    const size_t more = inserted->triangle_count > gaps ? inserted->triangle_count - gaps : 0;
    if (more > MOST_TRIANGLES - m->triangle_count) return ABUT_TOO_LARGE;
    editing e = {.m = m, .changes = changes, .host = host};
    e.next.triangle_count = m->triangle_count + more;
    e.next.degenerate_count = m->degenerate_count;
    e.number = host_allocate(host, inserted->vertex_count, sizeof *e.number);
    abut_status status = e.number ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK && !changes->removed_count && !inserted->triangle_count)
        share_triangles(&e);
    else if (status == ABUT_OK)
        status = copy_triangles(&e);
    if (status == ABUT_OK) status = copy_vertices(&e);
    if (status == ABUT_OK) {
        insert_triangles(&e, ids);
        status = drop_unused(&e);
    }
    host_release(host, e.number, inserted->vertex_count, sizeof *e.number);
    if (status == ABUT_OK) {
        soup_mesh_measure(&e.next);
        VALIDATE(!soup_mesh_check(&e.next));
        *out = e.next;
    } else {
        soup_mesh_free(&e.next, host);
    }
    return status;
}
