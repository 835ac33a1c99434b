// own.c - abut as one of those who are asked, with any of its methods.
#include "methods/methods.h"
#include "peers/peers.h"

#include "abut/self.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct own_side {
    const peer_scene* scene;
    abut_method method;  // as it was asked for
    abut_model** models;
    size_t model_count;
    bool is_twin;  // models and placed are another's
    abut_query* query;
    abut_batch* batch;        // NULL until one is asked
    abut_question* together;  // the used queries, for the batch
    abut_pool* pool;          // NULL: one thread
    bool by_clock;            // seconds are
    abut_question* placed;    // for each query of the scene
    double* bounds;           // likewise; NULL: none were given
    double clock_cost;
    uint64_t allocations;  // by the query
} own_side;

static side_status fail(side* s, abut_status status)
{
    snprintf(s->error, sizeof s->error, "%s", abut_status_text(status));
    return SIDE_FAILED;
}

static double now(const own_side* own)
{
    struct timespec t;
    if (!own->by_clock) return processor_seconds();
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void* allocate(void* user, size_t size, size_t alignment)
{
    own_side* own = user;
    own->allocations++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void* user, void* block, size_t size)
{
    (void)user;
    (void)size;
    free(block);
}

void side_by_clock(side* s)
{
    s->self.own->by_clock = true;
}

uint64_t side_own_allocations(const side* s)
{
    return s->self.own->allocations;
}

static abut_status ask_pairs(const own_side* own, peer_question question, size_t query,
                             abut_hits* hits)
{
    const abut_ask ask = {.limit = question != PEER_ALL};
    return abut_collide(own->query, &own->placed[query].a, &own->placed[query].b, &ask, hits);
}

static abut_status ask_distance(const own_side* own, peer_question question, size_t query,
                                abut_distance_answer* answer)
{
    abut_distance_ask ask = {.coherent = question == PEER_COHERENT};
    if (question == PEER_TOLERANCE) ask.relative = 1e-6;
    return abut_distance(own->query, &own->placed[query].a, &own->placed[query].b, &ask, answer);
}

static abut_status ask_clearance(const own_side* own, peer_question question, abut_detail detail,
                                 size_t query, abut_clearance_answer* answer)
{
    const abut_clearance_ask ask = {.limit = question == PEER_WITHIN, .detail = detail};
    abut_instance a = own->placed[query].a;
    a.margin = own->bounds[query];
    return abut_clearance(own->query, &a, &own->placed[query].b, &ask, answer);
}

static abut_status build_mesh(const own_side* own, size_t i, abut_effort effort, abut_model** out)
{
    const abut_build options = {.method = own->method, .effort = effort};
    return peer_build_model(&own->scene->meshes[i], &options, out);
}

// A model that is asked once is built in a hurry.
static abut_status ask_self(const own_side* own, peer_question question, size_t query,
                            abut_self_hits* hits)
{
    const size_t index = own->scene->queries[query].a;
    abut_model* built = NULL;
    abut_status status = ABUT_OK;
    const abut_effort effort =
        own->method == ABUT_METHOD_AUTO ? ABUT_EFFORT_FAST : ABUT_EFFORT_DEFAULT;
    if (question == PEER_SELF) status = build_mesh(own, index, effort, &built);
    const abut_instance whole = {.model = built ? built : own->models[index]};
    if (status == ABUT_OK) status = abut_self(own->query, &whole, NULL, hits);
    abut_model_free(built);
    return status;
}

static abut_status ask_any(const side* s, peer_question question, size_t query)
{
    abut_hits hits;
    abut_distance_answer distance;
    abut_clearance_answer clearance;
    abut_self_hits self;
    switch (question) {
    case PEER_SELF:
    case PEER_SELF_AGAIN:
        return ask_self(s->self.own, question, query, &self);
    case PEER_FIRST:
    case PEER_ALL:
    case PEER_BATCH:
        return ask_pairs(s->self.own, question, query, &hits);
    case PEER_WITHIN:
    case PEER_CLEARANCE:
        return ask_clearance(s->self.own, question, ABUT_DETAIL_PAIRS, query, &clearance);
    case PEER_DISTANCE:
    case PEER_COHERENT:
    case PEER_TOLERANCE:
        break;
    }
    return ask_distance(s->self.own, question, query, &distance);
}

side_status side_own_hits(side* s, peer_question question, size_t query, abut_hits* out)
{
    const abut_status status = ask_pairs(s->self.own, question, query, out);
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

side_status side_own_nearest(side* s, size_t query, abut_distance_answer* out)
{
    const own_side* own = s->self.own;
    const abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS};
    const abut_status status =
        abut_distance(own->query, &own->placed[query].a, &own->placed[query].b, &ask, out);
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

side_status side_own_clearance(side* s, size_t query, abut_clearance_answer* out)
{
    const abut_status status =
        ask_clearance(s->self.own, PEER_CLEARANCE, ABUT_DETAIL_KINDS, query, out);
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

static const abut_ask first_ask = {.limit = 1};

// What a batch needs: by one worker, as all sides here.
static abut_status gather(side* s)
{
    own_side* own = s->self.own;
    const abut_host host = {.allocate = allocate, .release = release, .user = own};
    free(own->together);
    own->together = malloc((s->used_count + 1) * sizeof *own->together);
    if (!own->together) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < s->used_count; i++)
        own->together[i] = own->placed[s->used[i]];
    return own->batch ? ABUT_OK : abut_batch_create(&own->batch, &host);
}

static side_status run_batch(side* s, long repeats, double* seconds)
{
    own_side* own = s->self.own;
    const abut_hits* hits;
    abut_status status = gather(s);
    const double start = now(own);
    for (long r = 0; r < repeats && status == ABUT_OK; r++)
        status = abut_collide_batch(own->batch, own->together, s->used_count, &first_ask, &hits);
    *seconds = now(own) - start;
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

static bool is_same(const abut_hits* x, const abut_hits* y)
{
    if (x->count != y->count || x->complete != y->complete) return false;
    if (x->count && (x->pairs->a != y->pairs->a || x->pairs->b != y->pairs->b)) return false;
    return x->volume_tests == y->volume_tests && x->triangle_tests == y->triangle_tests &&
           x->node_updates == y->node_updates && x->exact_tests == y->exact_tests;
}

side_status side_own_batch_differs(side* s, uint64_t* count)
{
    own_side* own = s->self.own;
    const abut_hits* hits = NULL;
    abut_status status = gather(s);
    *count = 0;
    if (status == ABUT_OK)
        status = abut_collide_batch(own->batch, own->together, s->used_count, &first_ask, &hits);
    for (size_t i = 0; i < s->used_count && status == ABUT_OK; i++) {
        abut_hits one;
        status = ask_pairs(own, PEER_FIRST, s->used[i], &one);
        if (status == ABUT_OK) *count += !is_same(&hits[i], &one);
    }
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

static side_status own_run(side* s, peer_question question, long repeats, double* seconds)
{
    abut_status status = ABUT_OK;
    if (question == PEER_BATCH) return run_batch(s, repeats, seconds);
    const double start = now(s->self.own);
    for (long r = 0; r < repeats && status == ABUT_OK; r++)
        for (size_t i = 0; i < s->used_count && status == ABUT_OK; i++)
            status = ask_any(s, question, s->used[i]);
    *seconds = now(s->self.own) - start;
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

static side_status own_each(side* s, peer_question question, double* seconds)
{
    for (size_t i = 0; i < s->used_count; i++) {
        const double start = now(s->self.own);
        const abut_status status = ask_any(s, question, s->used[i]);
        const double took = now(s->self.own) - start - s->self.own->clock_cost;
        seconds[i] = took > 0 ? took : 0;
        if (status != ABUT_OK) return fail(s, status);
    }
    return SIDE_OK;
}

static side_status own_answer(side* s, peer_question question, size_t query, side_answer* out)
{
    abut_hits hits = {0};
    abut_self_hits self = {0};
    const bool is_self = question == PEER_SELF || question == PEER_SELF_AGAIN;
    *out = (side_answer){0};
    const double start = now(s->self.own);
    const abut_status status = is_self ? ask_self(s->self.own, question, query, &self)
                                       : ask_pairs(s->self.own, question, query, &hits);
    if (status != ABUT_OK) return fail(s, status);
    out->seconds = now(s->self.own) - start;
    out->count = is_self ? self.count : hits.count;
    out->pairs = malloc((out->count + 1) * sizeof *out->pairs);
    if (!out->pairs) return fail(s, ABUT_OUT_OF_MEMORY);
    memcpy(out->pairs, is_self ? self.pairs : hits.pairs, out->count * sizeof *out->pairs);
    return SIDE_OK;
}

static side_status own_measure(side* s, peer_question question, size_t query, side_measure* out)
{
    const own_side* own = s->self.own;
    abut_distance_answer distance;
    abut_clearance_answer clearance;
    abut_status status;
    *out = (side_measure){0};
    const double start = now(own);
    if (question == PEER_WITHIN || question == PEER_CLEARANCE) {
        status = ask_clearance(own, question, ABUT_DETAIL_PAIRS, query, &clearance);
        if (status == ABUT_OK) out->lo = out->hi = (double)clearance.count;
    } else {
        status = ask_distance(own, question, query, &distance);
        if (status == ABUT_OK)
            *out = (side_measure){.lo = distance.lo,
                                  .hi = distance.hi,
                                  .has_pair = distance.has_pair,
                                  .pair = distance.pair};
    }
    out->seconds = now(own) - start;
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

static side_status own_bound(side* s, const double* bounds, size_t count)
{
    own_side* own = s->self.own;
    free(own->bounds);
    own->bounds = malloc((count + 1) * sizeof *bounds);
    if (!own->bounds) return fail(s, ABUT_OUT_OF_MEMORY);
    memcpy(own->bounds, bounds, count * sizeof *bounds);
    return SIDE_OK;
}

static side_status own_use(side* s, const size_t* queries, size_t count)
{
    s->used = queries;
    s->used_count = count;
    return SIDE_OK;
}

static void own_close(side* s)
{
    own_side* own = s->self.own;
    abut_query_free(own->query);
    abut_batch_free(own->batch);
    abut_pool_free(own->pool);
    for (size_t i = 0; i < own->model_count && !own->is_twin; i++)
        abut_model_free(own->models[i]);
    if (!own->is_twin) {
        free(own->models);
        free(own->placed);
    }
    free(own->bounds);
    free(own->together);
    free(own);
    s->self.own = NULL;
}

static const side_calls own_calls = {own_run,   own_each, own_answer, own_measure,
                                     own_bound, own_use,  own_close};

static abut_status build(own_side* own, const peer_scene* scene)
{
    own->models = calloc(scene->mesh_count + 1, sizeof(abut_model*));
    own->placed = calloc(scene->query_count + 1, sizeof *own->placed);
    if (!own->models || !own->placed) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < scene->mesh_count; i++) {
        const abut_status status = build_mesh(own, i, ABUT_EFFORT_DEFAULT, &own->models[i]);
        if (status != ABUT_OK) return status;
        own->model_count++;
    }
    return ABUT_OK;
}

// The query, with so many threads.
static abut_status prepare(own_side* own, int workers)
{
    abut_host host = {.allocate = allocate, .release = release, .user = own};
    abut_status status = ABUT_OK;
    if (workers > 1) status = abut_pool_create(&own->pool, workers, &host);
    own->by_clock = workers > 1;
    if (own->pool) status = abut_pool_host(own->pool, &host);
    return status == ABUT_OK ? abut_query_create(&own->query, &host) : status;
}

// What it costs to read the clock.
static double clock_cost(const own_side* own)
{
    double least = 1;
    for (int i = 0; i < 200; i++) {
        const double start = now(own), took = now(own) - start;
        if (took < least) least = took;
    }
    return least;
}

side_status side_open_own(side* s, const peer_scene* scene, abut_method method)
{
    *s = (side){.calls = &own_calls, .has_pairs = true};
    own_side* own = s->self.own = calloc(1, sizeof *own);
    if (!own) return fail(s, ABUT_OUT_OF_MEMORY);
    own->scene = scene;
    own->method = method;
    own->clock_cost = clock_cost(own);
    const double start = processor_seconds();
    abut_status status = build(own, scene);
    s->build_seconds = processor_seconds() - start;
    if (status == ABUT_OK) status = prepare(own, 1);
    abut_model_info info = {0};
    if (status == ABUT_OK && scene->mesh_count) status = abut_model_describe(own->models[0], &info);
    if (status != ABUT_OK) {
        own_close(s);
        return fail(s, status);
    }
    for (size_t i = 0; i < scene->query_count; i++) {
        const peer_query* q = &scene->queries[i];
        own->placed[i].a = (abut_instance){.model = own->models[q->a], .pose = q->a_pose};
        own->placed[i].b = (abut_instance){.model = own->models[q->b], .pose = q->b_pose};
    }
    snprintf(s->name, sizeof s->name, "abut %s %s", ABUT_VERSION_STRING,
             abut_method_name(info.method));
    return SIDE_OK;
}

side_status side_open_twin(side* s, const side* of, int workers)
{
    *s = *of;
    own_side* own = s->self.own = malloc(sizeof *own);
    if (!own) return fail(s, ABUT_OUT_OF_MEMORY);
    *own = *of->self.own;
    own->is_twin = true;
    own->query = NULL;
    own->batch = NULL;
    own->together = NULL;
    own->pool = NULL;
    own->bounds = NULL;
    own->allocations = 0;
    const abut_status status = prepare(own, workers);
    own->clock_cost = clock_cost(own);
    if (status == ABUT_OK) return SIDE_OK;
    own_close(s);
    return fail(s, status);
}
