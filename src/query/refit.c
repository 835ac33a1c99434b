// refit.c - see refit.h.
#include "query/refit.h"

#include "base/base.h"
#include "base/host.h"
#include "exec/serial.h"
#include "soup/move.h"

#include <math.h>

#define GROWTH_ADVISED 1.5

double model_looseness(const abut_model* model)
{
    const wide_former f = {&model->wide, &model->mesh, &model->frame};
    return wide_looseness(&f);
}

double growth_of(const wide_growth* growth, double now)
{
    return growth->built > 0 && now > 0 ? now / growth->built : 1;
}

// Vertices that were merged anew stand in the order of the soup: as a build arranges them.
static abut_status arrange(abut_model* model)
{
    const wide_tree* const t = &model->wide;
    const size_t room = model->mesh.triangle_count;
    uint32_t* const order = host_allocate(&model->host, room, sizeof *order);
    if (!order) return ABUT_OUT_OF_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < t->leaf_count; i++) {
        const uint32_t* const ids = wide_ids(t, i);
        for (int k = 0; k < WIDE_LEAF && ids[k] != WIDE_NOBODY; k++)
            order[count++] = ids[k];
    }
    const abut_status status = soup_mesh_arrange(&model->mesh, order, count, &model->host);
    host_release(&model->host, order, room, sizeof *order);
    return status;
}

static abut_status refit_wide(abut_model* next, const abut_model* model, double* now)
{
    const build_options options = model_build_options(model);
    next->frame = frame_of_range(next->low, next->high);
    const wide_options how = method_wide(&options.own, next->frame.exponent);
    const wide_former from = {&model->wide, &model->mesh, &model->frame};
    wide_judged judged = {.growth = model->growth};
    TRY(wide_refit(&next->wide, &from, &next->mesh, &next->frame, &how, &next->host, &judged));
    next->growth = judged.growth;
    *now = judged.now;
    return ABUT_OK;
}

static size_t shared_with(const soup_mesh* m, const soup_mesh* other)
{
    return (m->triangles == other->triangles ? 3 * m->triangle_count * sizeof *m->triangles : 0) +
           (m->reduced && m->reduced == other->reduced ? m->triangle_count : 0);
}

abut_status model_refit(abut_model** out, const abut_model* model, const abut_soup* soup,
                        const abut_host* host, abut_change* change)
{
    const abut_host complete = host_complete(host);
    abut_model* const next = host_allocate(&complete, 1, sizeof *next);
    int is_anew = 0, uses_all = 0;
    double now = 0;
    if (!next) return ABUT_OUT_OF_MEMORY;
    *next = (abut_model){.host = complete,
                         .method = model->method,
                         .options = model->options,
                         .serial = serial_next(),
                         .changed_count = model->changed_count};
    abut_status status =
        soup_mesh_move(&next->mesh, &model->mesh, soup, &next->host, &is_anew, &uses_all);
    if (status == ABUT_OK) status = host_progress(&next->host, 0.5);
    if (status == ABUT_OK && (is_anew || !uses_all)) {
        model_measure(next);
    } else if (status == ABUT_OK) {
        frame_range_of_all(&next->mesh, next->low, next->high);
        next->whole = whole_box_of_range(next->low, next->high);
    }
    if (status == ABUT_OK && next->method == ABUT_METHOD_WIDE)
        status = refit_wide(next, model, &now);
    if (status == ABUT_OK && is_anew && next->options.effort != ABUT_EFFORT_FAST)
        status = arrange(next);
    if (status == ABUT_OK) status = host_progress(&next->host, 1);
    if (status != ABUT_OK) {
        model_free(next);
        return status;
    }
    if (change) {
        const double growth = growth_of(&next->growth, now);
        *change = (abut_change){.growth = growth,
                                .is_rebuild_advised =
                                    growth > GROWTH_ADVISED ||
                                    next->changed_count > soup_mesh_present(&next->mesh) / 2,
                                .is_merged_anew = is_anew,
                                .shared_bytes = shared_with(&next->mesh, &model->mesh)};
    }
    *out = next;
    return ABUT_OK;
}
