// closed_pair.c - see closed_pair.h.
#include "query/depths/closed_pair.h"

#include "base/base.h"
#include "base/host.h"
#include "query/depths/blocked.h"
#include "soup/topology.h"

#include <string.h>

// Whether all vertices are those of triangles that bound a solid, and there are no other triangles, and no gaps.
static int is_solid_alone(const abut_solid* s)
{
    size_t unused = s->model->mesh.triangle_count - s->bounding;
    for (size_t i = 0; i < s->model->mesh.vertex_count; i++)
        unused += s->parts.of_vertex[i] == TOPOLOGY_UNUSED;
    return !unused;
}

// Whether a triangle bounds the solid that is meant.
static int is_meant(const abut_solid* s, uint32_t triangle, uint32_t part)
{
    if (!(solid_role(s, triangle) & SOLID_BOUNDS)) return 0;
    return part == CLOSED_ALL || component_of(&s->parts, triangle) == part;
}

// List the triangles that are meant, their vertices numbered anew. Returns how many vertices.
static size_t list_bounding(const abut_solid* s, uint32_t part, uint32_t* number, double* vertices,
                            uint32_t* triangles)
{
    const soup_mesh* const m = &s->model->mesh;
    size_t count = 0;
    memset(number, 0xFF, m->vertex_count * sizeof *number);
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        const uint32_t v = m->triangles[i];
        if (!is_meant(s, (uint32_t)(i / 3), part)) continue;
        if (number[v] == UINT32_MAX) {
            memcpy(vertices + 3 * count, m->vertices + 3 * (size_t)v, 3 * sizeof *vertices);
            number[v] = (uint32_t)count++;
        }
        *triangles++ = number[v];
    }
    return count;
}

abut_status closed_model_make(abut_model** out, const abut_solid* s, uint32_t part,
                              const abut_host* host)
{
    const size_t count = s->model->mesh.vertex_count;
    size_t meant = 0;
    for (size_t i = 0; i < s->model->mesh.triangle_count; i++)
        meant += (size_t)is_meant(s, (uint32_t)i, part);
    uint32_t* const number = host_allocate(host, count, sizeof *number);
    double* const vertices = host_allocate(host, 3 * count, sizeof *vertices);
    uint32_t* const triangles = host_allocate(host, 3 * meant, sizeof *triangles);
    build_options options = model_build_options(s->model);
    abut_status status = number && vertices && triangles ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    options.own.host = host;
    if (status == ABUT_OK) {
        const abut_soup soup = {.vertices = vertices,
                                .vertex_count = list_bounding(s, part, number, vertices, triangles),
                                .triangles = triangles,
                                .triangle_count = meant};
        status = model_build(out, &soup, &options);
    }
    host_release(host, number, count, sizeof *number);
    host_release(host, vertices, 3 * count, sizeof *vertices);
    host_release(host, triangles, 3 * meant, sizeof *triangles);
    return status;
}

// What bounds a solid, as a model of the same method.
static abut_status keep_bounding(closed_pair* c, int side)
{
    const abut_solid* const s = c->given.solid[side];
    if (is_solid_alone(s)) return ABUT_OK;
    TRY(closed_model_make(&c->model[side], s, CLOSED_ALL, &c->given.query->host));
    c->instance[side].model = c->model[side];
    return ABUT_OK;
}

abut_status closed_pair_open(closed_pair* out, abut_query* query, const abut_instance* a,
                             const abut_instance* b, const abut_solids_ask* ask)
{
    const abut_solid* solid[2] = {ask->a_solid, ask->b_solid};
    const double none[3] = {0, 0, 0};
    double turned[3];
    memset(out, 0, sizeof *out);
    TRY(solid_pair_open(&out->given, query, a, b, solid, 0));
    // Frames that drop out: only what is told goes through them.
    TRY(solid_pair_turn(&out->given, none, turned));
    out->instance[0] = *a;
    out->instance[1] = *b;
    out->instance[0].frame = out->instance[1].frame = NULL;
    out->has_solids = out->given.solid[0]->bounding && out->given.solid[1]->bounding;
    if (!out->has_solids) return ABUT_OK;
    for (int side = 0; side < 2; side++) {
        TRY(keep_bounding(out, side));
        solid[side] = out->model[side] ? NULL : out->given.solid[side];
    }
    return solid_pair_open(&out->pair, query, &out->instance[0], &out->instance[1], solid, 0);
}

void closed_pair_close(closed_pair* c)
{
    solid_pair_close(&c->pair);
    solid_pair_close(&c->given);
    for (int side = 0; side < 2; side++)
        if (c->model[side]) model_free(c->model[side]);
}

void closed_pair_tell_point(const closed_pair* c, const double x[3], double out[3])
{
    solid_pair_turn_back(&c->given, x, out);
    for (int k = 0; c->given.placed[0].frame && k < 3; k++)
        out[k] += c->given.frames[0].translation[k];
}
