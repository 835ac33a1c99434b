// shape_batch.c - many shapes against one instance: what the instance needs is prepared once.
#include "base/base.h"
#include "base/host.h"
#include "base/sort.h"
#include "query/batch.h"

#include <string.h>

// A turn of so many takes some microseconds, beside which taking it is nothing.
#define SHAPES_A_TURN 64

static abut_status ask_shape(abut_batch* b, batch_worker* w, size_t i)
{
    abut_shape_hits* const hits = &b->probes[i];
    void* triangles = w->triangles;
    TRY(shape_check(&b->shapes[i]));
    TRY(collide_shape_placed(w->query, &b->probed, b->has_place ? &b->place : NULL, &b->shapes[i],
                             b->options, hits));
    b->places[i] = (batch_place){w->count, w->at_count, w};
    if (!hits->count && !hits->at && w->triangles) return ABUT_OK;
    TRY(batch_keep(b, w->count, &triangles, &w->triangle_capacity, hits->triangles, hits->count,
                   sizeof *w->triangles));
    w->triangles = triangles;
    if (hits->at) {
        void* at = w->at;
        TRY(batch_keep(b, w->at_count, &at, &w->at_capacity, hits->at, hits->count, sizeof *w->at));
        w->at = at;
        w->at_count += hits->count;
    }
    w->count += hits->count;
    return ABUT_OK;
}

// Where the model is, for all shapes.
static abut_status find_place(abut_batch* b)
{
    const abut_host* const host = &b->crew.host;
    const abut_model* const m = b->probed.model;
    composition* c = NULL;
    b->has_place = m->method == ABUT_METHOD_WIDE && soup_mesh_present(&m->mesh) > 0;
    if (!b->has_place) return ABUT_OK;
    if (b->probed.frame) {
        c = host_allocate(host, 1, sizeof *c);
        if (!c) return ABUT_OUT_OF_MEMORY;
    }
    shape_place(&b->place, &b->probed, c);
    host_release(host, c, 1, sizeof *c);
    return ABUT_OK;
}

abut_status batch_probe(abut_batch* b, const abut_instance* instance, const abut_shape* shapes,
                        size_t count, const abut_shape_ask* ask, const abut_shape_hits** out)
{
    void* probes = b->probes;
    if (!shape_has_method(instance->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&b->probed, &b->probed_frame, instance));
    TRY(host_grow(&b->crew.host, &probes, &b->probe_capacity, 0, count ? count : 1,
                  sizeof *b->probes));
    b->probes = probes;
    TRY(batch_make_places(b, count));
    TRY(find_place(b));
    b->shapes = shapes;
    b->count = count;
    b->ask = ask_shape;
    b->options = ask;
    b->coherent = 0;
    TRY(batch_ask_all(b, SHAPES_A_TURN));
    for (size_t i = 0; i < count; i++) {
        const batch_worker* w = b->places[i].worker;
        b->probes[i].triangles = w->triangles + b->places[i].first;
        if (b->probes[i].at) b->probes[i].at = (const double(*)[2])w->at + b->places[i].first_at;
    }
    *out = b->probes;
    return ABUT_OK;
}
