// closed_pair.c - see closed_pair.h.
#include "query/closed_pair.h"

#include "base/base.h"
#include "base/host.h"
#include "query/contain.h"

#include <string.h>

// The triangles that bound a solid, as a model of the same method.
static abut_status keep_bounding(closed_pair* c, int side)
{
    const abut_solid* const s = c->given.solid[side];
    const abut_host* const host = &c->given.query->host;
    const soup_mesh* const m = &s->model->mesh;
    if (s->bounding == m->triangle_count) return ABUT_OK;
    uint32_t* const kept = host_allocate(host, 3 * s->bounding, sizeof *kept);
    if (!kept) return ABUT_OUT_OF_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < m->triangle_count; i++)
        if (solid_role(s, (uint32_t)i) & SOLID_BOUNDS)
            memcpy(kept + 3 * count++, m->triangles + 3 * i, 3 * sizeof *kept);
    const abut_soup soup = {.vertices = m->vertices,
                            .vertex_count = m->vertex_count,
                            .triangles = kept,
                            .triangle_count = count};
    build_options options = model_build_options(s->model);
    options.own.host = host;
    const abut_status status = model_build(&c->model[side], &soup, &options);
    host_release(host, kept, 3 * s->bounding, sizeof *kept);
    if (status == ABUT_OK) c->instance[side].model = c->model[side];
    return status;
}

// Frames keep lengths and are equal: so they drop out, but for the answer's vectors.
static abut_status drop_frames(closed_pair* c, const abut_instance* a, const abut_instance* b)
{
    const placed_model* const placed = c->given.placed;
    c->instance[0] = *a;
    c->instance[1] = *b;
    c->instance[0].frame = c->instance[1].frame = NULL;
    if (!placed[0].frame && !placed[1].frame) return ABUT_OK;
    if (!frames_drop_out(&placed[0], &placed[1], FRAMES_FOR_LENGTHS)) return ABUT_BAD_COMBINATION;
    c->frame = c->given.frames[0];
    c->has_frame = 1;
    return ABUT_OK;
}

abut_status closed_pair_open(closed_pair* out, abut_query* query, const abut_instance* a,
                             const abut_instance* b, const abut_depth_ask* ask)
{
    const abut_solid* solid[2] = {ask->a_solid, ask->b_solid};
    memset(out, 0, sizeof *out);
    TRY(solid_pair_open(&out->given, query, a, b, solid, 0));
    TRY(drop_frames(out, a, b));
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

void closed_pair_tell_vector(const closed_pair* c, const double x[3], double out[3])
{
    double turned[3] = {x[0], x[1], x[2]};
    for (int i = 0; c->has_frame && i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (!double_is_zero(c->frame.matrix[i][k])) turned[i] = c->frame.matrix[i][k] * x[k];
    memcpy(out, turned, sizeof turned);
}

void closed_pair_tell_point(const closed_pair* c, const double x[3], double out[3])
{
    closed_pair_tell_vector(c, x, out);
    for (int k = 0; c->has_frame && k < 3; k++)
        out[k] += c->frame.translation[k];
}

abut_status closed_pair_is_blocked(closed_pair* c, const double shift[3], int* out)
{
    static const abut_ask ask;
    const affine moved = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {shift[0], shift[1], shift[2]}};
    placed_model b = c->pair.placed[1];
    abut_containment found;
    b.frame = &moved;
    TRY(contain_placed(c->pair.query, NULL, &c->pair.placed[0], &b, &ask, &found));
    *out = found.relation == ABUT_RELATION_CROSSING || found.relation == ABUT_RELATION_A_INSIDE_B ||
           found.relation == ABUT_RELATION_B_INSIDE_A;
    return ABUT_OK;
}
