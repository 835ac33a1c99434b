// solid.c - see solid.h.
#include "query/solid.h"

#include "base/base.h"
#include "base/host.h"
#include "query/methods.h"
#include "query/self.h"
#include "search/self.h"

#include <string.h>

static unsigned role_of(const component* part)
{
    if (!part->closed) return SOLID_PARTIAL;
    return SOLID_BOUNDS | (part->unoriented ? SOLID_PARTIAL : SOLID_WHOLE);
}

static abut_status find_roles(abut_solid* s)
{
    const soup_mesh* m = &s->model->mesh;
    s->part_role = host_allocate(&s->host, s->parts.count, sizeof *s->part_role);
    if (!s->part_role) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < s->parts.count; i++)
        s->part_role[i] = (uint8_t)role_of(&s->parts.list[i]);
    for (size_t i = 0; i < m->triangle_count; i++) {
        const unsigned role = solid_role(s, (uint32_t)i);
        s->bounding += (role & SOLID_BOUNDS) != 0;
        s->partial += (role & SOLID_PARTIAL) != 0;
    }
    const bit_range empty = BIT_RANGE_EMPTY;
    s->vertices = bit_range_add(empty, m->vertices, 3 * m->vertex_count);
    return ABUT_OK;
}

static abut_fault fault_of(const component* part)
{
    if (part->closed) return ABUT_FAULT_UNKNOWN;
    return part->border_count ? ABUT_FAULT_OPEN : ABUT_FAULT_FLAT;
}

static abut_status list_parts(abut_solid* s)
{
    s->list = host_allocate(&s->host, s->parts.count, sizeof *s->list);
    if (!s->list) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < s->parts.count; i++) {
        const component* part = &s->parts.list[i];
        s->list[i] = (abut_solid_part){.triangle_count = part->triangle_count,
                                       .first_triangle = part->first_triangle,
                                       .fault = fault_of(part),
                                       .crossing = UINT32_MAX};
    }
    return ABUT_OK;
}

static int is_partial(const void* context, uint32_t triangle)
{
    return (solid_role(context, triangle) & SOLID_PARTIAL) != 0;
}

static abut_status find_all(abut_solid* s)
{
    static const affine identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    pose_pair poses;
    pose_pair_prepare(&poses, &identity, &identity, 1);
    TRY(components_find(&s->parts, &s->model->mesh, &poses, 0, &s->host));
    TRY(host_progress(&s->host, 0.3));
    TRY(components_find_edges(&s->parts, &s->host));
    TRY(host_progress(&s->host, 0.8));
    TRY(find_roles(s));
    TRY(list_parts(s));
    if (s->partial && s->model->wide.node_count)
        TRY(fans_make(&s->fans, s->model, is_partial, s, &s->host));
    return host_progress(&s->host, 1);
}

abut_status solid_make(abut_solid** out, const abut_model* model, const abut_host* host)
{
    if (method_has_tree(model->method)) return ABUT_BAD_COMBINATION;
    const abut_host complete = host_complete(host);
    abut_solid* s = host_allocate(&complete, 1, sizeof *s);
    if (!s) return ABUT_OUT_OF_MEMORY;
    memset(s, 0, sizeof *s);
    s->host = complete;
    s->model = model;
    const abut_status status = find_all(s);
    if (status != ABUT_OK) {
        solid_free(s);
        return status;
    }
    *out = s;
    return ABUT_OK;
}

void solid_free(abut_solid* s)
{
    const abut_host host = s->host;
    fans_free(&s->fans, &host);
    skin_free(&s->skin, &host);
    host_release(&host, s->sound, s->parts.count, sizeof *s->sound);
    host_release(&host, s->list, s->parts.count, sizeof *s->list);
    host_release(&host, s->part_role, s->parts.count, sizeof *s->part_role);
    components_free(&s->parts, &host);
    host_release(&host, s, 1, sizeof *s);
}

void solid_describe(const abut_solid* s, abut_solid_info* out)
{
    *out = (abut_solid_info){.component_count = s->parts.count,
                             .closed_count = s->parts.closed_count,
                             .open_count = s->parts.open_count};
    for (size_t i = 0; i < s->parts.count; i++)
        out->unoriented_count += s->parts.list[i].unoriented;
    const size_t of_part = sizeof *s->part_role + sizeof *s->parts.list + sizeof *s->list +
                           (s->sound ? sizeof *s->sound : 0);
    out->bytes = sizeof *s + skin_bytes(&s->skin) + s->parts.count * of_part +
                 s->model->mesh.vertex_count * sizeof *s->parts.of_vertex +
                 s->fans.node_count * sizeof *s->fans.places +
                 s->fans.edge_capacity * sizeof *s->fans.edges;
}

// ------------------------------------------------------------------------------------------ crossings

// Triangles without an area are no part of a surface that has one.
static int have_area(const soup_mesh* m, uint32_t one, uint32_t other)
{
    return soup_mesh_corners(m, one).count == 3 && soup_mesh_corners(m, other).count == 3;
}

static void note_crossing(abut_solid* s, uint32_t triangle)
{
    abut_solid_part* part = &s->list[component_of(&s->parts, triangle)];
    if (part->fault != ABUT_FAULT_UNKNOWN && part->fault != ABUT_FAULT_CROSSING) return;
    part->fault = ABUT_FAULT_CROSSING;
    if (triangle < part->crossing) part->crossing = triangle;
}

static void note_crossings(abut_solid* s, const sort_record* found, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t one = (uint32_t)(found[i].key >> 32), other = (uint32_t)found[i].key;
        if (self_class(found[i].value) != ABUT_SELF_CROSSING) continue;
        if (!have_area(&s->model->mesh, one, other)) continue;
        note_crossing(s, one);
        note_crossing(s, other);
    }
}

static void forget_faults(abut_solid* s)
{
    for (size_t i = 0; i < s->parts.count; i++) {
        s->list[i].fault = fault_of(&s->parts.list[i]);
        s->list[i].crossing = UINT32_MAX;
    }
}

// The components that are left as solids.
static components left_as_solids(abut_solid* s)
{
    components bodies = s->parts;
    for (size_t i = 0; i < s->parts.count; i++) {
        s->sound[i] = s->parts.list[i];
        s->sound[i].closed = s->list[i].fault == ABUT_FAULT_UNKNOWN;
    }
    bodies.list = s->sound;
    return bodies;
}

// Their skin: where it shows that some are none, that of the others.
static abut_status find_skin(abut_solid* s, const sort_record* found, size_t count, uint8_t* marks)
{
    const size_t triangles = s->model->mesh.triangle_count;
    int wrong;
    note_crossings(s, found, count);
    do {
        const components bodies = left_as_solids(s);
        wrong = 0;
        memset(marks, 0, triangles);
        skin_free(&s->skin, &s->host);
        TRY(skin_make(&s->skin, &bodies, found, count, marks, &s->host));
        for (uint32_t i = 0; i < triangles; i++) {
            if (!(marks[i] & SKIN_WRONG)) continue;
            note_crossing(s, i);
            wrong = 1;
        }
    } while (wrong);
    for (size_t i = 0; i < s->parts.count; i++)
        if (s->list[i].fault == ABUT_FAULT_UNKNOWN) s->list[i].fault = ABUT_FAULT_NONE;
    return ABUT_OK;
}

abut_status solid_check(abut_solid* s, abut_query* query)
{
    static const abut_self_ask all = {.limit = 0};
    const abut_instance instance = {.model = s->model};
    const size_t triangles = s->model->mesh.triangle_count;
    abut_self_hits hits;
    if (s->is_checked) return ABUT_OK;
    TRY(self_find(query, &instance, &all, &hits));
    ASSERT(hits.complete);
    if (!s->sound) s->sound = host_allocate(&s->host, s->parts.count, sizeof *s->sound);
    uint8_t* marks = host_allocate(&s->host, triangles, sizeof *marks);
    abut_status status = ABUT_OUT_OF_MEMORY;
    if (s->sound && marks)
        status = find_skin(s, query->search.found, query->search.found_count, marks);
    host_release(&s->host, marks, triangles, sizeof *marks);
    if (status == ABUT_OK)
        s->is_checked = 1;
    else
        forget_faults(s);
    return status;
}

void solid_parts(const abut_solid* s, const abut_solid_part** out, size_t* count)
{
    *out = s->list;
    *count = s->parts.count;
}

const char* fault_text(abut_fault fault)
{
    switch (fault) {
    case ABUT_FAULT_NONE:
        return "it is a solid";
    case ABUT_FAULT_OPEN:
        return "it is open: it has edges with an odd number of triangles";
    case ABUT_FAULT_FLAT:
        return "it is flat: all of its triangles are only segments or points";
    case ABUT_FAULT_CROSSING:
        return "it crosses itself or another component, is folded onto itself, or is there twice";
    case ABUT_FAULT_UNKNOWN:
        return "it is closed, but nobody has looked whether it crosses itself";
    }
    return NULL;
}
