// shape.c - which triangles of a model a shape touches.
#include "query/shape.h"

#include "base/base.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/methods.h"

#include <math.h>
#include <string.h>

// What a search has in place of a second model: a shape is its only triangle.
static const soup_mesh shape_mesh = {.triangle_count = 1};

int shape_has_method(const abut_model* model)
{
    return !method_has_tree(model->method);
}

void shape_free(shape_search* s, const abut_host* host)
{
    host_release(host, s->triangles, s->triangle_capacity, sizeof *s->triangles);
    host_release(host, s->at, s->at_capacity, sizeof *s->at);
    host_release(host, s->list, s->capacity, sizeof *s->list);
    shape_pair_free(&s->pair, host);
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

abut_status shape_open_composition(abut_query* q)
{
    search* s = &q->search;
    if (!s->composition) s->composition = host_allocate(&q->host, 1, sizeof *s->composition);
    return s->composition ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static abut_status find_place(abut_query* q, const placed_model* side, const core_place* place)
{
    shape_search* const shapes = q->shapes;
    shapes->place = place;
    if (place || side->model->method != ABUT_METHOD_WIDE || !soup_mesh_present(&side->model->mesh))
        return ABUT_OK;
    if (side->frame) TRY(shape_open_composition(q));
    const uint64_t serial = side->frame ? 0 : side->model->serial;
    // Bits, so that the place of a pose is the same whatever was asked before.
    const int is_kept = serial && serial == shapes->own_serial &&
                        memcmp(&side->pose, &shapes->own_pose, sizeof side->pose) == 0;
    if (!is_kept) shape_place(&shapes->own, side, q->search.composition);
    shapes->own_serial = serial;
    shapes->own_pose = side->pose;
    shapes->place = &shapes->own;
    return ABUT_OK;
}

// Place a shape: that alone tells of most.
static abut_status stand(abut_query* query, const placed_model* side, const core_place* place,
                         const abut_shape* shape)
{
    TRY(open_shapes(query));
    TRY(shape_pair_begin(&query->shapes->pair, side, shape));
    TRY(find_place(query, side, place));
    if (query->shapes->place) shape_core(query->shapes);
    return ABUT_OK;
}

static void prepare_search(abut_query* query, const placed_model* side, const shape_limits* limits)
{
    search* s = &query->search;
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
    query->shapes->is_least = 0;
    query->shapes->least = UINT32_MAX;
}

abut_status shape_begin(abut_query* query, const placed_model* side, const core_place* place,
                        const abut_shape* shape, const shape_limits* limits)
{
    TRY(stand(query, side, place, shape));
    prepare_search(query, side, limits);
    return ABUT_OK;
}

int shape_make_ready(abut_query* query)
{
    search* s = &query->search;
    if (s->status == ABUT_OK) s->status = shape_pair_open(&query->shapes->pair, s->host);
    return s->status == ABUT_OK;
}

// --------------------------------------------------------------------------------------- searching

static int is_above_least(const shape_search* shapes, uint32_t triangle)
{
    return shapes->is_least && PRUNE(triangle > shapes->least);
}

static void record(abut_query* q, uint32_t triangle)
{
    shape_search* const shapes = q->shapes;
    if (triangle < shapes->least) shapes->least = triangle;
    search_record(&q->search, triangle, 0, ABUT_KIND_TOUCH);
}

// Ask every triangle: brute force.
static void find_by_brute_force(abut_query* q)
{
    search* s = &q->search;
    shape_pair* const p = &q->shapes->pair;
    const size_t count = s->mesh[0]->triangle_count;
    if (!shape_make_ready(q)) return;
    for (size_t i = 0; i < count; i++) {
        if (!soup_mesh_has(s->mesh[0], i)) continue;
        s->done = (double)i / (double)count;
        if (!search_may_test(s)) return;
        s->work.triangle_tests++;
        if (is_above_least(q->shapes, (uint32_t)i)) return;
        if (shape_pair_touches(p, (uint32_t)i)) record(q, (uint32_t)i);
    }
}

// What the engine found near. Returns 0 if the search must end.
static int look(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                const float lo[8], const float hi[8])
{
    abut_query* const q = w->user;
    search* s = w->s;
    (void)lo;
    (void)hi;
    for (unsigned left = certain; left; left &= left - 1) {
        const uint32_t id = ids[__builtin_ctz(left)];
        if (is_above_least(q->shapes, id)) continue;
        if (!search_may_decide(s)) return 0;
        record(q, id);
    }
    for (unsigned left = open; left; left &= left - 1) {
        const uint32_t id = ids[__builtin_ctz(left)];
        if (is_above_least(q->shapes, id)) continue;
        if (!search_may_decide(s) || !shape_make_ready(q)) return 0;
        if (shape_pair_touches(&q->shapes->pair, id)) record(q, id);
    }
    return 1;
}

static void find_by_engine(abut_query* q)
{
    shape_search* const shapes = q->shapes;
    core_walk* const w = &shapes->walk;
    q->search.work.volume_tests = 1;  // what is about the whole model
    switch (shapes->state) {
    case CORE_IS_FAR:
        break;
    case CORE_IS_LARGE:
        find_by_brute_force(q);
        break;
    case CORE_IS_PLACED:
        w->s = &q->search;
        w->is_nearest = 0;
        w->is_first = q->search.limit == 1;
        if (w->core.form == CORE_RAY) w->hi = INFINITY;
        w->look = look;
        w->user = q;
        wide_kernels_now()->core_walk(w);
        break;
    }
}

static int meet_nothing(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                        const float lo[8], const float hi[8])
{
    int* const is_clear = w->user;
    (void)ids;
    (void)certain;
    (void)open;
    (void)lo;
    (void)hi;
    *is_clear = 0;
    return 0;
}

int shape_is_clear(abut_query* query, const placed_model* side, const abut_shape* shape)
{
    search* const s = &query->search;
    int is_clear = 1;
    s->status = stand(query, side, NULL, shape);
    if (s->status != ABUT_OK || !query->shapes->place) return 0;
    core_walk* const w = &query->shapes->walk;
    s->work.volume_tests++;
    if (query->shapes->state != CORE_IS_PLACED) return query->shapes->state == CORE_IS_FAR;
    w->s = s;
    w->is_nearest = 0;
    w->is_first = 1;
    w->look = meet_nothing;
    w->user = &is_clear;
    wide_kernels_now()->core_walk(w);
    return is_clear && !s->stopped && s->status == ABUT_OK;
}

void shape_find(abut_query* query)
{
    search* s = &query->search;
    search_begin(s);
    if (query->shapes->pair.shape->kind == ABUT_SHAPE_RAY && s->limit == 1)
        shape_find_first(query);
    else if (query->shapes->place)
        find_by_engine(query);
    else
        find_by_brute_force(query);
    s->work.exact_tests = query->shapes->pair.exact_tests;
    search_end(s);
}

// ------------------------------------------------------------------------------------------ answer

// Where a ray meets them.
static abut_status list_first(abut_query* q)
{
    shape_search* const shapes = q->shapes;
    void* at = shapes->at;
    TRY(query_reserve(q, &at, &shapes->at_capacity, sizeof *shapes->at));
    shapes->at = at;
    TRY(shape_pair_open(&shapes->pair, &q->host));
    for (size_t i = 0; i < q->search.found_count; i++)
        shape_pair_first(&shapes->pair, shapes->triangles[i], &shapes->at[i][0], &shapes->at[i][1]);
    return ABUT_OK;
}

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

abut_status collide_shape_placed(abut_query* query, const placed_model* side,
                                 const core_place* place, const abut_shape* shape,
                                 const abut_shape_ask* ask, abut_shape_hits* out)
{
    TRY(stand(query, side, place, shape));
    if (query->shapes->place && query->shapes->state == CORE_IS_FAR) {
        // Most shapes of a batch are: so soon.
        static const uint32_t none;
        *out = (abut_shape_hits){
            .triangles = &none, .complete = 1, .state = ABUT_STATE_APART, .volume_tests = 1};
        return ABUT_OK;
    }
    const shape_limits limits = {.limit = ask->limit,
                                 .budget = ask->budget,
                                 .stop_time = query_stop_time(query, ask->deadline)};
    prepare_search(query, side, &limits);
    shape_find(query);
    const search* s = &query->search;
    TRY(s->status);
    TRY(list(query));
    const int with_first = shape->kind == ABUT_SHAPE_RAY && ask->detail != ABUT_DETAIL_PAIRS;
    if (with_first) TRY(list_first(query));
    *out = (abut_shape_hits){
        .triangles = query->shapes->triangles,
        .at = with_first ? (const double(*)[2])query->shapes->at : NULL,
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

abut_status collide_shape(abut_query* query, const abut_instance* instance, const abut_shape* shape,
                          const abut_shape_ask* ask, abut_shape_hits* out)
{
    placed_model side;
    affine about;
    if (!shape_has_method(instance->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&side, &about, instance));
    return collide_shape_placed(query, &side, NULL, shape, ask, out);
}
