// solid.c - see solid.h.
#include "query/solid.h"

#include "base/base.h"
#include "base/host.h"

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
    if (s->partial && s->model->wide.node_count)
        TRY(fans_make(&s->fans, s->model, is_partial, s, &s->host));
    return host_progress(&s->host, 1);
}

abut_status solid_make(abut_solid** out, const abut_model* model, const abut_host* host)
{
    if (model->method != ABUT_METHOD_WIDE && model->method != ABUT_METHOD_BRUTE)
        return ABUT_BAD_COMBINATION;
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
    out->bytes = sizeof *s + s->parts.count * (sizeof *s->part_role + sizeof *s->parts.list) +
                 s->model->mesh.vertex_count * sizeof *s->parts.of_vertex +
                 s->fans.node_count * sizeof *s->fans.places +
                 s->fans.edge_capacity * sizeof *s->fans.edges;
}

abut_status solid_check(abut_solid* s, abut_query* query)
{
    (void)s;
    (void)query;
    return ABUT_NOT_AVAILABLE;
}

const char* fault_text(abut_fault fault)
{
    (void)fault;
    return NULL;
}
