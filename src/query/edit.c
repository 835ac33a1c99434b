// edit.c - see edit.h.
#include "query/edit.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/build/edit.h"
#include "engine/build/part.h"
#include "engine/build/refit.h"
#include "exec/serial.h"
#include "query/refit.h"
#include "soup/mesh_edit.h"

#include <math.h>
#include <string.h>

// How much smaller than its frame a model may become.
#define SMALLER_MOST 3

// Whether a model of that range, which is not empty, may stay in the frame.
static int frame_fits(const frame* f, const double low[3], const double high[3])
{
    const frame own = frame_of_range(low, high);
    const double* const ends[2] = {low, high};
    int fits = own.exponent >= f->exponent - SMALLER_MOST && own.exponent <= f->exponent + 1;
    for (int e = 0; fits && e < 2; e++) {
        double y[3];
        frame_place(f, ends[e], y);
        for (int k = 0; k < 3; k++)
            fits &= fabs(y[k]) <= 1;
    }
    return fits;
}

// The tree of the new model, which has its mesh and its range.
static abut_status edit_tree(abut_model* next, const abut_model* model, const wide_changes* changes,
                             int* is_new)
{
    const build_options options = model_build_options(model);
    const int fits = soup_mesh_present(&next->mesh) && model->wide.node_count &&
                     frame_fits(&model->frame, next->low, next->high);
    next->frame = fits ? model->frame : frame_of_range(next->low, next->high);
    const wide_options how = method_wide(&options.own, next->frame.exponent);
    *is_new = !fits;
    if (fits)
        return wide_edit(&next->wide, &next->mesh, &next->frame, &how, changes, is_new,
                         &next->host);
    return part_build_all(&next->wide, &next->mesh, &next->frame, &how, &next->host);
}

static void tell_change(abut_model* next, const abut_model* model, abut_change* out)
{
    *out = (abut_change){.growth = 1};
    if (next->mesh.triangles == model->mesh.triangles)
        out->shared_bytes += next->mesh.triangle_count * 3 * sizeof *next->mesh.triangles;
    if (next->mesh.reduced && next->mesh.reduced == model->mesh.reduced)
        out->shared_bytes += next->mesh.triangle_count * sizeof *next->mesh.reduced;
    if (next->growth.built > 0) out->growth = growth_of(&next->growth, model_looseness(next));
    out->is_rebuild_advised =
        out->growth > 1.5 || next->changed_count > soup_mesh_present(&next->mesh) / 2;
}

static abut_status edit_all(abut_model* next, const abut_model* model, const mesh_changes* changes,
                            uint32_t* ids)
{
    const abut_host* const host = &next->host;
    int is_new = 1;
    TRY(soup_mesh_edit(&next->mesh, &model->mesh, changes, ids, host));
    TRY(host_progress(host, 0.1));
    model_measure(next);
    if (next->method != ABUT_METHOD_WIDE) return host_progress(host, 1);
    const wide_changes c = {&model->wide, changes->removed, changes->removed_count, ids,
                            changes->inserted->triangle_count};
    TRY(edit_tree(next, model, &c, &is_new));
    if (is_new) return ABUT_OK;
    next->growth = model->growth;
    if (!(next->growth.built > 0))
        next->growth.built = next->growth.fitted = model_looseness(model);
    next->changed_count = model->changed_count + c.removed_count + c.inserted_count;
    return ABUT_OK;
}

static abut_status make_model(abut_model** out, const abut_model* model, const abut_host* host)
{
    abut_model* const next = host_allocate(host, 1, sizeof *next);
    if (!next) return ABUT_OUT_OF_MEMORY;
    *next = (abut_model){.host = *host, .serial = serial_next(), .method = model->method};
    const build_options options = model_build_options(model);
    model_keep_options(next, &options);
    *out = next;
    return ABUT_OK;
}

abut_status model_edit(abut_model** out, const abut_model* model, const abut_edit* edit,
                       const abut_host* host, abut_change* change)
{
    const abut_host complete = host_complete(host);
    const size_t count = edit->inserted->triangle_count;
    abut_model* next = NULL;
    soup_mesh added = {.triangle_count = 0};
    if (method_has_tree(model->method)) return ABUT_BAD_COMBINATION;
    uint32_t* const own = host_allocate(&complete, count, sizeof *own);
    abut_status status =
        own ? soup_mesh_copy(&added, edit->inserted, &complete) : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK) status = make_model(&next, model, &complete);
    if (status == ABUT_OK) {
        const mesh_changes changes = {edit->removed, edit->removed_count, &added};
        status = edit_all(next, model, &changes, own);
    }
    if (status == ABUT_OK) {
        if (edit->ids && count) memcpy(edit->ids, own, count * sizeof *own);
        if (change) tell_change(next, model, change);
        *out = next;
    } else if (next) {
        model_free(next);
    }
    soup_mesh_free(&added, &complete);
    host_release(&complete, own, count, sizeof *own);
    return status;
}
