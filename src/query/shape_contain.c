// shape_contain.c - how a shape and a model stand to each other: which is inside which.
#include "base/host.h"
#include "query/point_side.h"
#include "query/shape.h"

#include <string.h>

#define HELD_PER_PROGRESS 4096

static int is_solid(abut_shape_kind kind)
{
    return kind >= ABUT_SHAPE_HALF_SPACE;
}

// Whether what is not in contact cannot be enclosed: it goes on without end.
static int is_endless(abut_shape_kind kind)
{
    return kind == ABUT_SHAPE_RAY || kind == ABUT_SHAPE_PLANE || kind == ABUT_SHAPE_HALF_SPACE;
}

// Whether all of the model is in the shape; it touches one triangle at least. *holds: the answer.
static abut_status ask_holds(abut_query* q, const abut_model* m, int* holds)
{
    shape_pair* const p = &q->shapes->pair;
    *holds = is_solid(p->shape->kind);
    TRY(shape_pair_open(p, &q->host));
    for (size_t i = 0; *holds && i < m->mesh.triangle_count; i++) {
        if (i && i % HELD_PER_PROGRESS == 0)
            TRY(host_progress(&q->host, (double)i / (double)m->mesh.triangle_count));
        *holds = !soup_mesh_has(&m->mesh, i) || shape_pair_holds(p, (uint32_t)i);
    }
    return ABUT_OK;
}

// Whether a point of the shape is inside the solid.
static abut_status ask_inside(abut_query* q, const abut_instance* instance, const abut_solid* solid,
                              int* is_inside)
{
    const shape_pair* const p = &q->shapes->pair;
    const double* const point =
        p->shape->kind == ABUT_SHAPE_HULL ? p->shape->hull : p->shape->points[0];
    point_side side = {.is_inside = 0};
    point_place* const place = host_allocate(&q->host, 1, sizeof *place);
    if (!place) return ABUT_OUT_OF_MEMORY;
    memset(place, 0, sizeof *place);
    abut_status status = point_place_beside(place, instance, p->pose);
    if (status == ABUT_OK) status = point_side_of(solid, place, point, &q->host, &side);
    host_release(&q->host, place, 1, sizeof *place);
    TRY(status);
    *is_inside = side.is_inside;
    return ABUT_OK;
}

const char* shape_relation_text(abut_shape_relation relation)
{
    switch (relation) {
    case ABUT_SHAPE_RELATION_UNKNOWN:
        return "unknown";
    case ABUT_SHAPE_RELATION_APART:
        return "apart";
    case ABUT_SHAPE_RELATION_CONTACT:
        return "contact";
    case ABUT_SHAPE_RELATION_SHAPE_INSIDE:
        return "shape inside";
    case ABUT_SHAPE_RELATION_MODEL_INSIDE:
        return "model inside";
    }
    return NULL;
}

abut_status contain_shape(abut_query* query, const abut_instance* instance, const abut_solid* solid,
                          const abut_shape* shape, abut_shape_relation* out)
{
    placed_model side;
    affine about;
    int is_so = 0;
    const shape_limits any = {.limit = 1, .stop_time = query->stop_time};
    if (!shape_has_method(instance->model) || solid->model != instance->model)
        return ABUT_BAD_COMBINATION;
    TRY(model_place(&side, &about, instance));
    TRY(shape_begin(query, &side, NULL, shape, &any));
    shape_find(query);
    TRY(query->search.status);
    if (query->search.found_count) {
        TRY(ask_holds(query, instance->model, &is_so));
        *out = is_so ? ABUT_SHAPE_RELATION_MODEL_INSIDE : ABUT_SHAPE_RELATION_CONTACT;
        return ABUT_OK;
    }
    if (!solid->bounding) {
        *out = is_endless(shape->kind) ? ABUT_SHAPE_RELATION_APART : ABUT_SHAPE_RELATION_UNKNOWN;
        return ABUT_OK;
    }
    const int may_be = !query->shapes->place || query->shapes->state != CORE_IS_FAR;
    if (may_be && !is_endless(shape->kind)) TRY(ask_inside(query, instance, solid, &is_so));
    *out = is_so ? ABUT_SHAPE_RELATION_SHAPE_INSIDE : ABUT_SHAPE_RELATION_APART;
    return ABUT_OK;
}
