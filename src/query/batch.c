// batch.c - see batch.h.
#include "query/batch.h"

#include "base/base.h"
#include "base/host.h"
#include "query/methods.h"

#include <string.h>

// Turns are short enough that none is waited for at the end, and long enough that taking one costs nothing.
#define TURNS_A_WORKER 32
#define PER_TURN_MOST  16
// Of those that a worker has several of under way, a turn is longer: at its end fewer are.
#define CROWD_TURN_LEAST  32
#define CROWD_TURN_MOST   256
#define CROWD_TURNS_LEAST 4  // a worker

abut_status batch_create(abut_batch** out, const abut_host* host)
{
    const abut_host complete = host_complete(host);
    const size_t workers = (size_t)complete.workers;
    abut_batch* b = host_allocate(&complete, 1, sizeof *b);
    batch_worker* list = host_allocate(&complete, workers, sizeof *list);
    if (b) *b = (abut_batch){.workers = list};
    if (!b || !list || crew_open(&b->crew, &complete) != ABUT_OK) {
        host_release(&complete, list, workers, sizeof *list);
        host_release(&complete, b, 1, sizeof *b);
        return ABUT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < workers; i++)
        list[i] = (batch_worker){0};
    *out = b;
    return ABUT_OK;
}

void batch_free(abut_batch* b)
{
    const abut_host host = b->crew.host;
    for (int i = 0; i < host.workers; i++) {
        batch_worker* w = &b->workers[i];
        if (w->query) query_free(w->query);
        many_free(&w->crowd, &host);
        host_release(&host, w->pairs, w->pair_capacity, sizeof *w->pairs);
        host_release(&host, w->contacts, w->contact_capacity, sizeof *w->contacts);
        host_release(&host, w->approaches, w->approach_capacity, sizeof *w->approaches);
        host_release(&host, w->triangles, w->triangle_capacity, sizeof *w->triangles);
        host_release(&host, w->at, w->at_capacity, sizeof *w->at);
    }
    crew_close(&b->crew);
    host_release(&host, b->workers, (size_t)host.workers, sizeof *b->workers);
    host_release(&host, b->hits, b->hits_capacity, sizeof *b->hits);
    host_release(&host, b->places, b->place_capacity, sizeof *b->places);
    host_release(&host, b->clearances, b->clearance_capacity, sizeof *b->clearances);
    host_release(&host, b->distances, b->distance_capacity, sizeof *b->distances);
    host_release(&host, b->probes, b->probe_capacity, sizeof *b->probes);
    host_release(&host, b->firsts, b->first_capacity, sizeof *b->firsts);
    host_release(&host, b->question_front, b->front_capacity, sizeof(pair_front*));
    fronts_free(&b->fronts, &host);
    if (b->points) b->points_free(b->points, &host);
    if (b->rays) b->rays_free(b->rays, &host);
    host_release(&host, b, 1, sizeof *b);
}

// ------------------------------------------------------------------------------------ all questions

static void begin(abut_batch* b, const abut_question* questions, size_t count, batch_turn* ask,
                  const void* options, int coherent)
{
    b->questions = questions;
    b->count = count;
    b->ask = ask;
    b->options = options;
    b->coherent = coherent;
}

static abut_status answer(void* context, size_t turn, int number)
{
    abut_batch* const b = context;
    batch_worker* const w = &b->workers[number];
    const size_t from = turn * b->per_turn, left = b->count - from;
    const size_t to = from + (left < b->per_turn ? left : b->per_turn);
    const abut_host host = crew_host(&b->crew);
    if (!w->query) TRY(query_create(&w->query, &host));
    for (size_t i = from; i < to; i++)
        TRY(b->ask(b, w, i));
    return ABUT_OK;
}

// Find the fronts of coherent questions. Where there is no memory for one, its question has none.
static abut_status find_fronts(abut_batch* b)
{
    const abut_host* host = &b->crew.host;
    void* list = b->question_front;
    TRY(host_grow(host, &list, &b->front_capacity, 0, b->count, sizeof(pair_front*)));
    b->question_front = list;
    fronts_call(&b->fronts);
    for (size_t i = 0; i < b->count; i++) {
        const pair_key key = pair_key_of(&b->questions[i].a, &b->questions[i].b);
        b->question_front[i] = fronts_take(&b->fronts, host, &key);
    }
    fronts_sweep(&b->fronts, host);
    return ABUT_OK;
}

static pair_front* front_of(const abut_batch* b, size_t question)
{
    return b->coherent ? b->question_front[question] : NULL;
}

// So many turns as are worth it, with no fewer and no more questions each.
static size_t turn_length(const abut_batch* b, size_t turns_a_worker, size_t least, size_t most)
{
    const size_t share = b->count / ((size_t)b->crew.host.workers * turns_a_worker);
    return share < least ? least : share < most ? share : most;
}

static abut_status ask_turns(abut_batch* b, crew_turn* turn)
{
    const size_t workers = (size_t)b->crew.host.workers;
    for (size_t i = 0; i < workers; i++)
        b->workers[i].count = b->workers[i].at_count = 0;
    if (b->coherent) TRY(find_fronts(b));
    const size_t turns = b->count / b->per_turn + (b->count % b->per_turn != 0);
    const abut_status status = crew_run(&b->crew, turns, turn, b, 0, 1);
    // Which questions were asked before a failure may be others each time.
    if (status != ABUT_OK && b->coherent) fronts_free(&b->fronts, &b->crew.host);
    return status;
}

abut_status batch_ask_all(abut_batch* b, size_t per_turn_least)
{
    const size_t most = per_turn_least > PER_TURN_MOST ? per_turn_least : PER_TURN_MOST;
    b->per_turn = turn_length(b, TURNS_A_WORKER, per_turn_least, most);
    return ask_turns(b, answer);
}

// ------------------------------------------------------------------------------------------- pairs

// Keep pairs that a query found, since its next question overwrites them, behind those that the worker has.
static abut_status keep_pairs(abut_batch* b, batch_worker* w, size_t question,
                              const abut_pair* found, size_t count)
{
    const abut_host host = crew_host(&b->crew);
    void* pairs = w->pairs;
    const size_t wanted = w->count + count + 1;  // never NULL
    TRY(host_grow(&host, &pairs, &w->pair_capacity, w->count, wanted, sizeof *w->pairs));
    w->pairs = pairs;
    memcpy(w->pairs + w->count, found, count * sizeof *found);
    b->places[question] = (batch_place){.first = w->count, .worker = w};
    return ABUT_OK;
}

abut_status batch_keep(abut_batch* b, size_t used, void** kept, size_t* capacity, const void* found,
                       size_t count, size_t size)
{
    const abut_host host = crew_host(&b->crew);
    TRY(host_grow(&host, kept, capacity, used, used + count + 1, size));
    memcpy((char*)*kept + used * size, found, count * size);
    return ABUT_OK;
}

abut_status batch_make_places(abut_batch* b, size_t count)
{
    void* places = b->places;
    TRY(host_grow(&b->crew.host, &places, &b->place_capacity, 0, count, sizeof *b->places));
    b->places = places;
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------- contacts

static abut_status keep_hits(abut_batch* b, batch_worker* w, size_t i, const abut_hits* hits)
{
    void* contacts = w->contacts;
    b->hits[i] = *hits;
    TRY(keep_pairs(b, w, i, hits->pairs, hits->count));
    if (hits->contacts)
        TRY(batch_keep(b, w->count, &contacts, &w->contact_capacity, hits->contacts, hits->count,
                       sizeof *w->contacts));
    w->contacts = contacts;
    w->count += hits->count;
    return ABUT_OK;
}

static abut_status ask_contact(abut_batch* b, batch_worker* w, size_t i)
{
    const abut_question* q = &b->questions[i];
    abut_hits hits;
    TRY(collide_from(w->query, front_of(b, i), &q->a, &q->b, b->options, &hits));
    return keep_hits(b, w, i, &hits);
}

// The questions of a turn that a worker has several of under way.
typedef struct crowd_turn {
    abut_batch* batch;
    batch_worker* worker;
    size_t next, end;
} crowd_turn;

static int next_question(void* user, crowd_question* out)
{
    crowd_turn* const t = user;
    if (t->next == t->end) return 0;
    const abut_question* q = &t->batch->questions[t->next];
    *out = (crowd_question){.number = t->next++, .a = &q->a, .b = &q->b};
    return 1;
}

static abut_status take_hits(void* user, size_t number, const abut_hits* hits)
{
    const crowd_turn* t = user;
    return keep_hits(t->batch, t->worker, number, hits);
}

static abut_status answer_crowd(void* context, size_t turn, int number)
{
    abut_batch* const b = context;
    const size_t from = turn * b->per_turn, left = b->count - from;
    const abut_host host = crew_host(&b->crew);
    crowd_turn t = {.batch = b,
                    .worker = &b->workers[number],
                    .next = from,
                    .end = from + (left < b->per_turn ? left : b->per_turn)};
    const crowd_source source = {
        .user = &t, .ask = b->options, .next = next_question, .take = take_hits};
    return many_ask(&t.worker->crowd, &host, &source);
}

// Ask all: several at once, where one contact of each is enough.
static abut_status ask_contacts(abut_batch* b, const abut_ask* ask)
{
    if (!many_is_for(ask)) return batch_ask_all(b, 1);
    b->per_turn = turn_length(b, CROWD_TURNS_LEAST, CROWD_TURN_LEAST, CROWD_TURN_MOST);
    return ask_turns(b, answer_crowd);
}

abut_status batch_collide(abut_batch* b, const abut_question* questions, size_t count,
                          const abut_ask* ask, const abut_hits** out)
{
    void* hits = b->hits;
    if (!ask_values_are_valid(ask)) return ABUT_BAD_ARGUMENT;  // also where nobody is asked
    TRY(host_grow(&b->crew.host, &hits, &b->hits_capacity, 0, count ? count : 1, sizeof *b->hits));
    b->hits = hits;
    TRY(batch_make_places(b, count));
    begin(b, questions, count, ask_contact, ask, ask->coherent);
    TRY(ask_contacts(b, ask));
    for (size_t i = 0; i < count; i++) {
        const batch_worker* w = b->places[i].worker;
        b->hits[i].pairs = w->pairs + b->places[i].first;
        if (b->hits[i].contacts) b->hits[i].contacts = w->contacts + b->places[i].first;
    }
    *out = b->hits;
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------- distances

static abut_status ask_distance(abut_batch* b, batch_worker* w, size_t i)
{
    const abut_question* q = &b->questions[i];
    pair_front* const front = front_of(b, i);
    near_seed none = {.serial = {0}};
    return distance(w->query, front ? &front->nearest : &none, &q->a, &q->b, b->options,
                    &b->distances[i]);
}

abut_status batch_distance(abut_batch* b, const abut_question* questions, size_t count,
                           const abut_distance_ask* ask, const abut_distance_answer** out)
{
    void* distances = b->distances;
    TRY(host_grow(&b->crew.host, &distances, &b->distance_capacity, 0, count ? count : 1,
                  sizeof *b->distances));
    b->distances = distances;
    begin(b, questions, count, ask_distance, ask, ask->coherent);
    TRY(batch_ask_all(b, 1));
    *out = b->distances;
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------- clearances

static abut_status ask_clearance(abut_batch* b, batch_worker* w, size_t i)
{
    const abut_question* q = &b->questions[i];
    abut_clearance_answer* const found = &b->clearances[i];
    void* approaches = w->approaches;
    TRY(clearance(w->query, &q->a, &q->b, b->options, found));
    TRY(keep_pairs(b, w, i, found->pairs, found->count));
    if (found->approaches)
        TRY(batch_keep(b, w->count, &approaches, &w->approach_capacity, found->approaches,
                       found->count, sizeof *w->approaches));
    w->approaches = approaches;
    w->count += found->count;
    return ABUT_OK;
}

abut_status batch_clearance(abut_batch* b, const abut_question* questions, size_t count,
                            const abut_clearance_ask* ask, const abut_clearance_answer** out)
{
    void* clearances = b->clearances;
    TRY(host_grow(&b->crew.host, &clearances, &b->clearance_capacity, 0, count ? count : 1,
                  sizeof *b->clearances));
    b->clearances = clearances;
    TRY(batch_make_places(b, count));
    begin(b, questions, count, ask_clearance, ask, 0);
    TRY(batch_ask_all(b, 1));
    for (size_t i = 0; i < count; i++) {
        const batch_worker* w = b->places[i].worker;
        abut_clearance_answer* const found = &b->clearances[i];
        found->pairs = w->pairs + b->places[i].first;
        if (found->approaches) found->approaches = w->approaches + b->places[i].first;
    }
    *out = b->clearances;
    return ABUT_OK;
}
