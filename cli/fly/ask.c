// ask.c - the steps of "abut fly", asked by all workers: each takes a stretch of the path at a time. Stretches are the
// same for any number of workers, and with --coherent each begins with a query of its own: so the
// answers and the work do not depend on the workers, but where the clock ends a search.
#include "fly/fly.h"
#include "say/say.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRETCH = 16,             // steps: few, for slow ones are to be shared, too
    COHERENT_STRETCH = 256,   // the least, for each begins anew
    COHERENT_STRETCHES = 64,  // the most
    STRETCHES_A_WORKER = 64,  // in a round; after it progress, failures and contacts are looked at
};

typedef struct fly_stretch {
    abut_status status;
    size_t step;         // that failed
    bool asks_contacts;  // first, in the next step
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
} fly_stretch;

typedef struct flight {
    fly_result* r;
    abut_ask ask;
    abut_distance_ask distance;  // with --clearance: what comes first
    abut_query** queries;        // of each worker
    fly_stretch* stretches;
    size_t length;      // of a stretch, in steps
    size_t first, end;  // stretch of this round, and behind the last one
    progress* p;
} flight;

static abut_instance instance_of(const fly_result* r, int side, size_t step)
{
    return (abut_instance){r->sides[side].model, fly_pose(r, side, step)};
}

// Ask at a step. coherent: whether it may begin with what was found before.
static abut_status ask_at(const flight* f, abut_query* query, size_t step, bool coherent,
                          measure_found* out)
{
    const abut_instance a = instance_of(f->r, 0, step), b = instance_of(f->r, 1, step);
    abut_ask ask = f->ask;
    abut_distance_ask distance = f->distance;
    ask.coherent = ask.coherent && coherent;
    distance.coherent = distance.coherent && coherent;
    if (!f->r->options->clearance.is_given) return abut_collide(query, &a, &b, &ask, &out->hits);
    // For the status that there is contact will do.
    const abut_ask* pairs = fly_is_written(f->r->options) ? &ask : NULL;
    return measure_ask(query, &a, &b, &distance, pairs, out);
}

// After a step in contact the next one is likely to be: then its pairs are asked for before how near it is. They are all, so
// the first is that of a distance of 0. Where there are none, no pairs.
static abut_status ask_contacts(const flight* f, abut_query* query, size_t step, measure_found* out)
{
    const abut_instance a = instance_of(f->r, 0, step), b = instance_of(f->r, 1, step);
    const abut_status status = abut_collide(query, &a, &b, &f->ask, &out->hits);
    if (status == ABUT_OK && out->hits.count)
        out->answer =
            (abut_distance_answer){.complete = 1, .has_pair = 1, .pair = out->hits.pairs[0]};
    return status;
}

static bool boxes_apart(const fly_result* r, size_t step)
{
    const abut_pose at[2] = {fly_pose(r, 0, step), fly_pose(r, 1, step)};
    return solids_boxes_apart(&r->solids, at);
}

// Where solids are apart it ends at once. seconds: what of the deadline is spent.
static abut_status ask_depth(const flight* f, abut_query* query, size_t step, double seconds,
                             fly_stretch* s, fly_depth* out)
{
    const fly_result* r = f->r;
    const fly_options* o = r->options;
    const abut_instance a = instance_of(r, 0, step), b = instance_of(r, 1, step);
    abut_depth_least_answer answer;
    abut_solids_ask how = {.a_solid = r->solids.of[0],
                           .b_solid = r->solids.of[1],
                           .absolute = o->tolerance,
                           .budget = o->files.budget};
    if (o->deadline > 0) how.deadline = fmax(o->deadline - 1e6 * seconds, 1);
    const abut_status status = abut_depth_least(query, &a, &b, &how, &answer);
    if (status != ABUT_OK) return status;
    s->volume_tests += answer.volume_tests;
    s->triangle_tests += answer.triangle_tests;
    s->node_updates += answer.node_updates;
    s->exact_tests += answer.exact_tests;
    *out = (fly_depth){.lo = answer.lo, .hi = answer.hi, .complete = answer.complete};
    memcpy(out->translation, answer.translation, sizeof out->translation);
    return ABUT_OK;
}

// Whether a search finds all, however long it takes.
static bool is_unlimited(const abut_ask* ask)
{
    return !ask->limit && !ask->budget && !(ask->deadline > 0);
}

static fly_state state_of(const fly_result* r, const measure_found* found)
{
    static const fly_state states[] = {[ABUT_STATE_UNDECIDED] = FLY_UNDECIDED,
                                       [ABUT_STATE_APART] = FLY_APART,
                                       [ABUT_STATE_CONTACT] = FLY_CONTACT};
    static const fly_state bands[MEASURE_BANDS] = {[ABUT_BAND_UNDECIDED] = FLY_UNDECIDED,
                                                   [ABUT_BAND_CONTACT] = FLY_CONTACT,
                                                   [ABUT_BAND_CLOSE] = FLY_CLOSE,
                                                   [ABUT_BAND_CLEAR] = FLY_CLEAR};
    const abut_distance_answer* d = &found->answer;
    if (fly_is_hollow(r)) return FLY_UNDECIDED;
    if (!r->options->clearance.is_given) return states[found->hits.state];
    return bands[measure_judge(&r->options->clearance, d->lo, d->hi, d->complete)];
}

static fly_step step_of(const fly_result* r, const measure_found* found, double seconds)
{
    const bool is_hollow = fly_is_hollow(r);
    const abut_hits* hits = &found->hits;
    return (fly_step){
        .microseconds = 1e6 * seconds,
        .distance_least = is_hollow ? 0 : hits->distance_least,
        .near = {found->answer.lo, found->answer.hi, found->answer.pair},
        .pair_count = hits->count,
        .state = (uint8_t)state_of(r, found),
        .complete = !is_hollow && hits->complete,
    };
}

static void add_work(fly_stretch* s, const abut_hits* hits)
{
    s->volume_tests += hits->volume_tests;
    s->triangle_tests += hits->triangle_tests;
    s->node_updates += hits->node_updates;
    s->exact_tests += hits->exact_tests;
}

static abut_status ask_step(flight* f, fly_stretch* s, size_t step, int worker)
{
    measure_found found = {.hits = {.count = 0}};
    abut_status status = ABUT_OK;
    const double before = progress_clock();
    if (s->asks_contacts) {
        status = ask_contacts(f, f->queries[worker], step, &found);
        add_work(s, &found.hits);
    }
    if (status == ABUT_OK && !found.hits.count) {
        status = ask_at(f, f->queries[worker], step, true, &found);
        add_work(s, &found.hits);
    }
    fly_depth depth = {.complete = true};
    if (status == ABUT_OK && f->r->options->depth && !boxes_apart(f->r, step))
        status = ask_depth(f, f->queries[worker], step, progress_clock() - before, s, &depth);
    if (status != ABUT_OK) return status;
    f->r->steps[step] = step_of(f->r, &found, progress_clock() - before);
    f->r->steps[step].depth = depth;
    s->asks_contacts =
        f->r->options->clearance.is_given && found.hits.count && is_unlimited(&f->ask);
    return ABUT_OK;
}

// Give a worker a query, and ask one question that is not measured: the first one makes room in memory. With coherent it
// is that of the step before, if there is one, so that the stretch begins as all others go on.
static abut_status begin(const flight* f, size_t start, int worker)
{
    abut_query** query = &f->queries[worker];
    abut_query_free(*query);
    *query = NULL;
    const abut_status status = abut_query_create(query, NULL);
    if (status != ABUT_OK) return status;
    measure_found unused;
    return ask_at(f, *query, start ? start - 1 : 0, start > 0, &unused);
}

static void ask_stretch(void* context, size_t index, int worker)
{
    flight* f = context;
    const size_t count = f->r->path.count, start = (f->first + index) * f->length;
    const size_t end = count - start < f->length ? count : start + f->length;
    fly_stretch* s = &f->stretches[f->first + index];
    s->step = start;
    if (f->r->options->coherent || !f->queries[worker]) s->status = begin(f, start, worker);
    for (size_t step = start; step < end && s->status == ABUT_OK; step++) {
        // The pool's worker 0 is the thread that the terminal belongs to.
        if (worker == 0) progress_report(f->p, (double)step / (double)count);
        s->status = ask_step(f, s, step, worker);
        s->step = step;
    }
}

static void tell_failure(const flight* f, const fly_stretch* s)
{
    if (s->status == ABUT_BAD_COMBINATION && f->ask.coherent)
        say(O022_METHOD_LACKS, "option --coherent is not for the method %s: leave out one of them",
            abut_method_name(f->r->sides[0].info.method));
    else
        say(fault_code_of_status(s->status), "step %zu: %s", s->step, abut_status_text(s->status));
}

// Is a state what the exit status tells first?
static bool is_fault(uint8_t state)
{
    return state == FLY_CONTACT || state == FLY_CLOSE;
}

// Add up a round. *contact: whether a step of it is in contact, or too close. Returns false after telling of a failure.
static bool end_round(flight* f, size_t count, bool* contact)
{
    fly_result* r = f->r;
    for (size_t i = f->first; i < f->first + count; i++) {
        const fly_stretch* s = &f->stretches[i];
        if (s->status != ABUT_OK) {
            tell_failure(f, s);
            return false;
        }
        r->volume_tests += s->volume_tests;
        r->triangle_tests += s->triangle_tests;
        r->node_updates += s->node_updates;
        r->exact_tests += s->exact_tests;
        for (size_t step = i * f->length; step < (i + 1) * f->length && step < r->path.count;
             step++)
            *contact |= is_fault(r->steps[step].state);
    }
    return true;
}

static bool ask_all(flight* f, const abut_host* host)
{
    const size_t round = (size_t)host->workers * STRETCHES_A_WORKER;
    const bool is_written = fly_is_written(f->r->options);
    bool contact = false;
    for (; f->first < f->end && (is_written || !contact); f->first += round) {
        const size_t count = f->end - f->first < round ? f->end - f->first : round;
        host->run(host->user, count, ask_stretch, f);
        if (!end_round(f, count, &contact)) return false;
    }
    return true;
}

static int order(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

// The nearest rank: the least time that 99 of 100 steps do not exceed.
static bool find_percentile(const fly_result* r, double* out)
{
    const size_t count = r->path.count, rank = count - count / 100;
    assert(count);  // a path without poses is refused when it is read
    double* times = malloc(count * sizeof *times);
    if (!times) return false;
    for (size_t i = 0; i < count; i++)
        times[i] = r->steps[i].microseconds;
    qsort(times, count, sizeof *times, order);
    *out = times[rank - 1];
    free(times);
    return true;
}

fly_near fly_nearest(const fly_result* r, size_t first, size_t last, size_t* step)
{
    fly_near least = {.lo = (double)INFINITY, .hi = (double)INFINITY};
    for (size_t i = first; i < last; i++) {
        const fly_near* n = &r->steps[i].near;
        if (n->lo < least.lo) least.lo = n->lo;
        if (!(n->hi < least.hi)) continue;
        least.hi = n->hi;
        least.pair = n->pair;
        if (step) *step = i;
    }
    return least;
}

fly_depth fly_deepest(const fly_result* r, size_t first, size_t last, size_t* step)
{
    fly_depth most = {0};
    for (size_t i = first; i < last; i++) {
        const fly_depth* d = &r->steps[i].depth;
        const double lo = fmax(most.lo, d->lo);
        if (d->hi > most.hi) {
            most = *d;
            if (step) *step = i;
        }
        most.lo = lo;
    }
    return most;
}

bool fly_sum_up(fly_result* r)
{
    fly_summary s = {.complete = true};
    for (size_t i = 0; i < r->path.count; i++) {
        const fly_step* step = &r->steps[i];
        s.steps[step->state]++;
        s.pairs += step->pair_count;
        s.complete &= step->complete;
        s.deep += step->depth.lo > 0 || (step->depth.hi > 0 && step->depth.complete);
        s.unsure += !(step->depth.lo > 0) && step->depth.hi > 0 && !step->depth.complete;
        s.mean += step->microseconds / (double)r->path.count;
        if (step->microseconds > s.most) s.most = step->microseconds;
    }
    s.least = fly_nearest(r, 0, r->path.count, &s.least_step);
    (void)fly_deepest(r, 0, r->path.count, &s.deepest);
    if (!find_percentile(r, &s.percentile)) return false;
    r->summary = s;
    return true;
}

// The same for any number of workers.
static size_t length_of_stretch(const fly_options* o, size_t count)
{
    if (!o->coherent) return STRETCH;
    const size_t share = (count + COHERENT_STRETCHES - 1) / COHERENT_STRETCHES;
    return share > COHERENT_STRETCH ? share : COHERENT_STRETCH;
}

void fly_shard_steps(const fly_options* o, size_t count, size_t* first, size_t* last)
{
    const size_t length = length_of_stretch(o, count);
    shard_range(&o->shard, (count + length - 1) / length, first, last);
    *first *= length;
    *last = *last * length < count ? *last * length : count;
    if (*first > *last) *first = *last;
}

abut_distance_ask fly_distance_ask(const fly_options* o)
{
    return (abut_distance_ask){.within = measure_reach(&o->clearance), .coherent = o->coherent};
}

bool fly_ask(fly_result* r, progress* p)
{
    const fly_options* o = r->options;
    const abut_host* host = r->host;
    const size_t length = length_of_stretch(o, r->path.count);
    fly_shard_steps(o, r->path.count, &r->first_step, &r->last_step);
    flight f = {
        .r = r,
        .ask = {.walk = &o->build.walk},
        .queries = calloc((size_t)host->workers, sizeof(abut_query*)),
        .stretches = calloc(r->path.count / length + 1, sizeof(fly_stretch)),
        .length = length,
        .first = (r->first_step + length - 1) / length,
        .end = (r->last_step + length - 1) / length,
        .p = p,
    };
    f.ask.limit = fly_is_written(o) ? o->files.limit : 1;  // for the status any contact will do
    f.ask.budget = o->files.budget;
    f.ask.deadline = o->deadline;
    f.ask.coherent = o->coherent;
    if (o->clearance.is_given) {
        f.distance = fly_distance_ask(o);
        f.distance.budget = o->files.budget;
        f.distance.deadline = o->deadline;
        // Distances are coherent by all methods; the pairs of the few steps in contact need not be.
        f.ask.coherent = o->coherent && r->sides[0].info.method == ABUT_METHOD_WIDE;
    }
    r->steps = calloc(r->path.count, sizeof *r->steps);
    abut_status status = f.queries && f.stretches && r->steps ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    bool fine = false;
    if (status == ABUT_OK) {
        progress_begin(p, "flying along", path_name(o->path));
        fine = ask_all(&f, host);
        r->query_seconds = progress_end(p);
        if (fine && !shard_is_given(&o->shard) && !fly_sum_up(r)) status = ABUT_OUT_OF_MEMORY;
    }
    if (status != ABUT_OK) say_status(NULL, status);
    for (int i = 0; f.queries && i < host->workers; i++)
        abut_query_free(f.queries[i]);
    free(f.queries);
    free(f.stretches);
    return fine && status == ABUT_OK;
}
