// crowd.c - see crowd.h.
#include "query/crowd.h"

#include "base/base.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/methods.h"

// A call that runs.
typedef struct crowd_call {
    crowd* crowd;
    const abut_host* host;
    const crowd_source* source;
    ask_options how;            // of models of the method wide
    abut_status failure;        // of the lowest question that failed
    size_t failed;              // its number
    size_t number[WIDE_CROWD];  // of the question in a slot
} crowd_call;

static void fail(crowd_call* c, size_t number, abut_status status)
{
    if (c->failure != ABUT_OK && c->failed < number) return;
    c->failure = status;
    c->failed = number;
}

// Trees of less memory are unpacked for one search at a time.
static int is_for_crowd(const abut_model* m)
{
    return m->method == ABUT_METHOD_WIDE && m->wide.nodes && m->wide.leaves;
}

// Answer one question alone.
static abut_status ask_alone(crowd_call* c, abut_query* query, const crowd_question* q,
                             abut_hits* hits)
{
    if (q->a) return collide_from(query, NULL, q->a, q->b, c->source->ask, hits);
    return collide_placed(query, NULL, q->placed[0], q->placed[1], c->source->ask, hits);
}

static abut_status open_question(crowd_call* c, abut_query* query, const crowd_question* q,
                                 wide_side side[2])
{
    const placed_model *a = q->placed[0], *b = q->placed[1];
    if (q->a) {
        TRY(posed_side_change(&query->sides[0], q->a));
        TRY(posed_side_change(&query->sides[1], q->b));
        a = &query->sides[0].placed;
        b = &query->sides[1].placed;
    }
    return collide_open(query, a, b, &c->how, side);
}

static int next_search(void* user, size_t slot, wide_asked* out)
{
    crowd_call* const c = user;
    abut_query** const query = &c->crowd->query[slot];
    crowd_question q;
    abut_hits hits;
    while (c->failure == ABUT_OK && c->source->next(c->source->user, &q)) {
        abut_status status = *query ? ABUT_OK : query_create(query, c->host);
        const abut_model *a = q.a ? q.a->model : q.placed[0]->model,
                         *b = q.b ? q.b->model : q.placed[1]->model;
        const int is_wanted = is_for_crowd(a) && is_for_crowd(b);
        if (status == ABUT_OK && is_wanted) status = open_question(c, *query, &q, out->side);
        if (status == ABUT_OK && is_wanted) {
            c->number[slot] = q.number;
            out->s = &(*query)->search;
            return 1;
        }
        if (status == ABUT_OK) status = ask_alone(c, *query, &q, &hits);
        if (status == ABUT_OK) status = c->source->take(c->source->user, q.number, &hits);
        if (status != ABUT_OK) fail(c, q.number, status);
    }
    return 0;
}

// Those that are under way go on after a failure: one of a lower number may fail, too.
static void search_done(void* user, size_t slot)
{
    crowd_call* const c = user;
    abut_hits hits;
    abut_status status = collide_close(c->crowd->query[slot], c->source->ask->detail, &hits);
    if (status == ABUT_OK) status = c->source->take(c->source->user, c->number[slot], &hits);
    if (status != ABUT_OK) fail(c, c->number[slot], status);
}

abut_status many_ask(crowd* c, const abut_host* host, const crowd_source* source)
{
    crowd_call call = {.crowd = c, .host = host, .source = source};
    ASSERT(many_is_for(source->ask));
    TRY(method_resolve_ask(ABUT_METHOD_WIDE, source->ask, &call.how));
    if (!c->room) c->room = host_allocate(host, 1, WIDE_CROWD_BYTES);
    if (!c->room) return ABUT_OUT_OF_MEMORY;
    const wide_crowd asked = {
        .user = &call, .room = c->room, .next = next_search, .done = search_done};
    wide_kernels_now()->crowd(&asked);
    return call.failure;
}

void many_free(crowd* c, const abut_host* host)
{
    for (size_t i = 0; i < WIDE_CROWD; i++)
        if (c->query[i]) query_free(c->query[i]);
    host_release(host, c->room, 1, WIDE_CROWD_BYTES);
    *c = (crowd){0};
}
