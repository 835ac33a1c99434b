// shape.c - which triangles of a model a shape touches.
#include "query/shape.h"

#include "base/base.h"
#include "base/host.h"
#include "query/methods.h"

#include <string.h>

// What a search has in place of a second model: a shape is its only triangle.
static const soup_mesh shape_mesh = {.triangle_count = 1};

int shape_has_method(const abut_model* model)
{
    return model->method == ABUT_METHOD_WIDE || model->method == ABUT_METHOD_BRUTE;
}

void shape_free(shape_search* s, const abut_host* host)
{
    host_release(host, s->triangles, s->triangle_capacity, sizeof *s->triangles);
    host_release(host, s->list, s->capacity, sizeof *s->list);
    host_release(host, s, 1, sizeof *s);
}

static abut_status open_shapes(abut_query* q)
{
    if (q->shapes) return ABUT_OK;
    shape_search* const shapes = host_allocate(&q->host, 1, sizeof *shapes);
    if (!shapes) return ABUT_OUT_OF_MEMORY;
    memset(shapes, 0, sizeof *shapes);
    q->shapes = shapes;
    return ABUT_OK;
}

abut_status shape_begin(abut_query* query, const placed_model* side, const abut_shape* shape,
                        const shape_limits* limits)
{
    search* s = &query->search;
    TRY(open_shapes(query));
    TRY(shape_pair_begin(&query->shapes->pair, side, shape));
    s->host = &query->host;
    s->mesh[0] = &side->model->mesh;
    s->mesh[1] = &shape_mesh;
    s->limit = limits->limit;
    s->any = 0;
    s->budget = limits->budget;
    s->considered = NULL;
    s->stop_time = limits->stop_time;
    s->pair_time = 0;
    s->may_repeat = 0;
    s->close = NULL;
    return ABUT_OK;
}

int shape_make_ready(abut_query* query)
{
    search* s = &query->search;
    shape_pair* const p = &query->shapes->pair;
    if (p->is_ready) return 1;
    if (p->side.frame && !s->composition) {
        s->composition = host_allocate(s->host, 1, sizeof *s->composition);
        if (!s->composition) {
            s->status = ABUT_OUT_OF_MEMORY;
            return 0;
        }
    }
    shape_pair_prepare(p, s->composition);
    return 1;
}

// --------------------------------------------------------------------------------------- searching

// Ask every triangle: brute force.
static void find_by_brute_force(abut_query* q)
{
    search* s = &q->search;
    shape_pair* const p = &q->shapes->pair;
    const size_t count = s->mesh[0]->triangle_count;
    if (!shape_make_ready(q)) return;
    for (size_t i = 0; i < count; i++) {
        s->done = (double)i / (double)count;
        if (!search_may_test(s)) return;
        s->work.triangle_tests++;
        if (shape_pair_touches(p, (uint32_t)i)) search_record(s, (uint32_t)i, 0, ABUT_KIND_TOUCH);
    }
}

void shape_find(abut_query* query)
{
    search* s = &query->search;
    search_begin(s);
    find_by_brute_force(query);
    s->work.exact_tests = query->shapes->pair.exact_tests;
    search_end(s);
}

// ------------------------------------------------------------------------------------------ answer

static abut_status list(abut_query* q)
{
    shape_search* const shapes = q->shapes;
    void* triangles = shapes->triangles;
    TRY(query_reserve(q, &triangles, &shapes->triangle_capacity, sizeof *shapes->triangles));
    shapes->triangles = triangles;
    for (size_t i = 0; i < q->search.found_count; i++)
        shapes->triangles[i] = (uint32_t)(q->search.found[i].key >> 32);
    return ABUT_OK;
}

static abut_state state_of(const search* s)
{
    if (s->found_count) return ABUT_STATE_CONTACT;
    return s->stopped ? ABUT_STATE_UNDECIDED : ABUT_STATE_APART;
}

abut_status shape_collide_placed(abut_query* query, const placed_model* side,
                                 const abut_shape* shape, const abut_shape_ask* ask,
                                 abut_shape_hits* out)
{
    const shape_limits limits = {.limit = ask->limit,
                                 .budget = ask->budget,
                                 .stop_time = query_stop_time(query, ask->deadline)};
    TRY(shape_begin(query, side, shape, &limits));
    shape_find(query);
    const search* s = &query->search;
    TRY(s->status);
    TRY(list(query));
    *out = (abut_shape_hits){
        .triangles = query->shapes->triangles,
        .count = s->found_count,
        .complete = !s->stopped,
        .state = state_of(s),
        .volume_tests = s->work.volume_tests,
        .triangle_tests = s->work.triangle_tests,
        .node_updates = s->work.node_updates,
        .exact_tests = s->work.exact_tests,
    };
    return ABUT_OK;
}

abut_status shape_collide(abut_query* query, const abut_instance* instance, const abut_shape* shape,
                          const abut_shape_ask* ask, abut_shape_hits* out)
{
    placed_model side;
    affine about;
    if (!shape_has_method(instance->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&side, &about, instance));
    return shape_collide_placed(query, &side, shape, ask, out);
}
