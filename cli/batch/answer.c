// answer.c - see answer.h.
#include "batch/answer.h"

#include "models/threads.h"
#include "options/pose.h"
#include "say/say.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART_LEAST =
        32,  // poses that a worker takes at a time; a multiple of 8, so that no byte is shared
    PART_MOST = 1024,
    PARTS_A_WORKER = 16,  // where there are enough
    // The longest rows: a frame, a state, two distances and what stands between them.
    ROW_MOST = 20 + 1 + 7 + 2,
    ROW_DISTANCES = 2 * (1 + 24),
};

typedef enum pose_state { POSE_APART, POSE_CONTACT, POSE_CLOSE, POSE_BAD, POSE_STATES } pose_state;

typedef struct ask_worker {
    abut_batch* batch;
    abut_query* query;  // with coherent
    abut_question* questions;
    size_t count;               // of them
    uint16_t of[PART_MOST];     // which pose of the part a question is about
    uint8_t states[PART_MOST];  // of the part's poses
    double near[PART_MOST][2];  // lo and hi of those that are close
} ask_worker;

typedef struct ask_part {
    abut_status status;
    size_t bad;  // the first that is no pose; SIZE_MAX: none
    char why[FRAME_WHY];
    batch_counts counts;
} ask_part;

struct asker {
    const batch_options* o;
    const model_file* sides;
    abut_host host;      // who works
    abut_host of_batch;  // of a worker's own questions: its thread
    abut_ask ask;
    size_t most, row_most;  // poses of a block, bytes of a row
    ask_worker* workers;
    ask_part* parts;
    // Of the block that is asked about.
    const frame_block* block;
    answers* out;
    size_t length;  // of its parts
};

// ------------------------------------------------------------------------------------ one question

static void count_state(batch_counts* c, int state)
{
    c->poses++;
    c->contacts += state == POSE_CONTACT;
    c->close += state == POSE_CLOSE;
    c->bad += state == POSE_BAD;
}

// Make questions of the bytes of a part.
static void make_questions(const asker* a, ask_worker* w, ask_part* p, size_t first, size_t count)
{
    const frame_form* form = a->block->from->form;
    const size_t size = frame_size(form);
    w->count = 0;
    for (size_t i = 0; i < count; i++) {
        char why[FRAME_WHY];
        abut_pose both[FRAME_BODIES_MOST];
        abut_question* q = &w->questions[w->count];
        abut_pose* poses = form->bodies == 2 ? both : &q->b.pose;  // no copy of most
        if (!frame_read(form, a->block->bytes + (first + i) * size, poses, why)) {
            w->states[i] = POSE_BAD;
            if (p->bad != SIZE_MAX) continue;
            p->bad = first + i;
            memcpy(p->why, why, sizeof why);
            continue;
        }
        w->states[i] = POSE_APART;
        w->of[w->count++] = (uint16_t)i;
        if (form->bodies == 1) continue;
        q->a.pose = both[0];
        q->b.pose = both[1];
    }
}

static abut_status ask_contacts(const asker* a, ask_worker* w)
{
    const abut_hits* hits;
    if (a->ask.coherent) {
        abut_status status = ABUT_OK;
        for (size_t i = 0; i < w->count && status == ABUT_OK; i++) {
            abut_hits one = {.count = 0};
            status = abut_collide(w->query, &w->questions[i].a, &w->questions[i].b, &a->ask, &one);
            if (one.count) w->states[w->of[i]] = POSE_CONTACT;
        }
        return status;
    }
    const abut_status status = abut_collide_batch(w->batch, w->questions, w->count, &a->ask, &hits);
    for (size_t i = 0; i < w->count && status == ABUT_OK; i++)
        if (hits[i].count) w->states[w->of[i]] = POSE_CONTACT;
    return status;
}

// Whether they are too close, and no more.
static abut_status ask_bands(const asker* a, ask_worker* w)
{
    const abut_clearance_ask any = {.limit = 1, .strict = a->o->clearance.is_strict};
    const abut_clearance_answer* found;
    const abut_status status = abut_clearance_batch(w->batch, w->questions, w->count, &any, &found);
    for (size_t i = 0; i < w->count && status == ABUT_OK; i++) {
        const bool is_close = found[i].band == ABUT_BAND_CLOSE;
        if (is_close) w->states[w->of[i]] = POSE_CLOSE;
        if (found[i].band == ABUT_BAND_CONTACT) w->states[w->of[i]] = POSE_CONTACT;
    }
    return status;
}

// How near they are. What is in contact is found sooner as such.
static abut_status ask_distances(const asker* a, ask_worker* w)
{
    const measure_limit* limit = &a->o->clearance;
    const abut_distance_ask how = {.within = measure_reach(limit), .coherent = a->o->coherent};
    abut_status status = ask_contacts(a, w);
    for (size_t i = 0; i < w->count && status == ABUT_OK; i++) {
        const size_t pose = w->of[i];
        abut_distance_answer d;
        if (w->states[pose] == POSE_CONTACT) continue;
        status = abut_distance(w->query, &w->questions[i].a, &w->questions[i].b, &how, &d);
        if (status != ABUT_OK) break;
        w->near[pose][0] = d.lo;
        w->near[pose][1] = d.hi;
        if (measure_judge(limit, d.lo, d.hi, d.complete) == ABUT_BAND_CLOSE)
            w->states[pose] = POSE_CLOSE;
    }
    return status;
}

static bool asks_distances(const batch_options* o)
{
    return o->clearance.is_given && (o->rows || o->coherent);
}

static abut_status ask_questions(const asker* a, ask_worker* w)
{
    if (asks_distances(a->o)) return ask_distances(a, w);
    return a->o->clearance.is_given ? ask_bands(a, w) : ask_contacts(a, w);
}

// ------------------------------------------------------------------------------------------- rows

static const char* state_text(const batch_options* o, int state)
{
    static const char* const texts[POSE_STATES] = {"apart", "contact", "close", "bad"};
    return state == POSE_APART && o->clearance.is_given ? "clear" : texts[state];
}

static size_t put_text(char* to, const char* text)
{
    const size_t length = strlen(text);
    memcpy(to, text, length);  // NOLINT(bugprone-not-null-terminated-result): a part of a line
    return length;
}

static size_t put_count(char* to, uint64_t value)
{
    char digits[20];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    for (size_t i = 0; i < count; i++)
        to[i] = digits[count - 1 - i];
    return count;
}

// Where models are clear it is not told how near they are: farther than was asked.
static size_t put_near(char* to, int state, const double near[2])
{
    static const double none[2] = {0, 0};
    if (state != POSE_CONTACT && state != POSE_CLOSE) return put_text(to, ",,");
    const double* bounds = state == POSE_CONTACT ? none : near;
    char text[ROW_DISTANCES + 1];
    snprintf(text, sizeof text, ",%.17g,%.17g", bounds[0], bounds[1]);
    return put_text(to, text);
}

static size_t put_rows(const asker* a, const ask_worker* w, size_t first, size_t count, char* to)
{
    const batch_options* o = a->o;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        used += put_count(to + used, a->block->first + first + i);
        to[used++] = ',';
        used += put_text(to + used, state_text(o, w->states[i]));
        if (o->clearance.is_given) used += put_near(to + used, w->states[i], w->near[i]);
        if (o->crlf) to[used++] = '\r';
        to[used++] = '\n';
    }
    return used;
}

static size_t put_bits(const ask_worker* w, size_t count, char* to)
{
    const size_t size = (count + 7) / 8;
    memset(to, 0, size);
    for (size_t i = 0; i < count; i++) {
        const unsigned bit = w->states[i] == POSE_CONTACT || w->states[i] == POSE_CLOSE;
        to[i / 8] = (char)((unsigned char)to[i / 8] | bit << i % 8);
    }
    return size;
}

char* answer_heading(const batch_options* o)
{
    const bool is_first = o->rows && o->from == 0;  // of slices only the first has one
    return say_text("%s%s%s", is_first ? "frame,state" : "",
                    is_first && o->clearance.is_given ? ",lo,hi" : "",
                    !is_first ? ""
                    : o->crlf ? "\r\n"
                              : "\n");
}

// ------------------------------------------------------------------------------------------ parts

static abut_status begin_worker(const asker* a, ask_worker* w)
{
    abut_status status = ABUT_OK;
    if (!w->batch) status = abut_batch_create(&w->batch, &a->of_batch);
    if (status == ABUT_OK && !w->query) status = abut_query_create(&w->query, &a->of_batch);
    if (status != ABUT_OK || w->questions) return status;
    w->questions = calloc(PART_MOST, sizeof *w->questions);
    for (size_t i = 0; w->questions && i < PART_MOST; i++) {
        abut_question* q = &w->questions[i];
        q->a = (abut_instance){.model = a->sides[0].model, .pose = pose_at_rest};
        q->b = (abut_instance){.model = a->sides[1].model};
        if (a->o->clearance.is_given) q->a.margin = a->o->clearance.distance;
    }
    return w->questions ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static void answer_part(void* context, size_t index, int worker)
{
    asker* a = context;
    ask_worker* w = &a->workers[worker];
    ask_part* p = &a->parts[index];
    answer_piece* piece = &a->out->pieces[index];
    const size_t first = index * a->length, left = a->block->count - first;
    const size_t count = left < a->length ? left : a->length;
    *p = (ask_part){.bad = SIZE_MAX};
    p->status = begin_worker(a, w);
    if (p->status != ABUT_OK) return;
    make_questions(a, w, p, first, count);
    if (p->bad != SIZE_MAX && !a->o->mark_bad) return;
    if (w->count > 0) p->status = ask_questions(a, w);
    if (p->status != ABUT_OK) return;
    piece->at = a->o->rows ? first * a->row_most : first / 8;
    char* to = a->out->bytes + piece->at;
    piece->size = a->o->rows ? put_rows(a, w, first, count, to) : put_bits(w, count, to);
    for (size_t i = 0; i < count; i++)
        count_state(&p->counts, w->states[i]);
}

// Fewer poses where there are few in all: they may take long.
static size_t length_of_part(size_t count, size_t workers)
{
    const size_t share = count / (workers * PARTS_A_WORKER) / 8 * 8;
    return share < PART_LEAST ? PART_LEAST : share < PART_MOST ? share : PART_MOST;
}

static bool tell_failure(const asker* a, const ask_part* p, size_t index)
{
    const frame_block* b = a->block;
    const char* name = path_name(b->from->path);
    const uint64_t first = b->first + index * a->length, bad = b->first + p->bad;
    if (p->status == ABUT_BAD_COMBINATION && a->ask.coherent)
        say(O022_METHOD_LACKS, "option --coherent is not for the method %s: leave out one of them",
            abut_method_name(a->sides[0].info.method));
    else if (p->status != ABUT_OK)
        say(fault_code_of_status(p->status), "%s: frames from %" PRIu64 " on: %s", name, first,
            abut_status_text(p->status));
    else
        say(P004_NO_POSE,
            "%s: frame %" PRIu64 ", at byte %" PRIu64 ": %s; is --form %s what it has?", name, bad,
            bad * (uint64_t)frame_size(b->from->form), p->why, b->from->form->name);
    return false;
}

bool asker_ask(asker* a, const frame_block* block, answers* out)
{
    a->block = block;
    a->out = out;
    a->length = length_of_part(block->count, (size_t)a->host.workers);
    out->counts = (batch_counts){0};
    out->piece_count = (block->count + a->length - 1) / a->length;
    a->host.run(a->host.user, out->piece_count, answer_part, a);
    for (size_t i = 0; i < out->piece_count; i++) {
        const ask_part* p = &a->parts[i];
        if (p->status != ABUT_OK || (p->bad != SIZE_MAX && !a->o->mark_bad))
            return tell_failure(a, p, i);
        out->counts.poses += p->counts.poses;
        out->counts.contacts += p->counts.contacts;
        out->counts.close += p->counts.close;
        out->counts.bad += p->counts.bad;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ asker

static size_t part_count(const asker* a)
{
    return a->most / PART_LEAST + 1;
}

static bool walk_is_given(const method_options* o)
{
    for (int i = SEARCH_DESCENT; i < BUILD_PARTS; i++)
        if (o->given[i]) return true;
    return false;
}

asker* asker_open(const batch_options* o, const model_file sides[2], const abut_host* host,
                  size_t poses)
{
    asker* a = malloc(sizeof *a);
    if (!a) {
        say_no_memory();
        return NULL;
    }
    *a = (asker){.o = o, .sides = sides, .host = *host, .most = poses};
    a->of_batch = host_of_program(NULL);
    a->of_batch.progress = NULL;
    a->row_most = ROW_MOST + (o->clearance.is_given ? ROW_DISTANCES : 0);
    a->ask = (abut_ask){.limit = 1, .walk = walk_is_given(&o->build) ? &o->build.walk : NULL};
    // Distances are coherent by all methods.
    a->ask.coherent =
        o->coherent && (!o->clearance.is_given || sides[0].info.method == ABUT_METHOD_WIDE);
    a->workers = calloc((size_t)host->workers, sizeof *a->workers);
    a->parts = malloc(part_count(a) * sizeof *a->parts);
    if (a->workers && a->parts) return a;
    asker_close(a);
    say_no_memory();
    return NULL;
}

void asker_close(asker* a)
{
    if (!a) return;
    for (int i = 0; a->workers && i < a->host.workers; i++) {
        abut_batch_free(a->workers[i].batch);
        abut_query_free(a->workers[i].query);
        free(a->workers[i].questions);
    }
    free(a->workers);
    free(a->parts);
    free(a);
}

bool answers_open(answers* out, const asker* a)
{
    *out = (answers){.bytes = malloc(a->o->rows ? a->most * a->row_most : a->most / 8 + 1),
                     .pieces = malloc(part_count(a) * sizeof *out->pieces)};
    return (out->bytes && out->pieces) || say_no_memory();
}

void answers_free(answers* a)
{
    free(a->bytes);
    free(a->pieces);
    *a = (answers){0};
}
