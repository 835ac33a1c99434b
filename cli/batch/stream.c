// stream.c - see stream.h. There are two blocks of poses, of which one is read while the other is asked about, and two of answers,
// of which one is filled while the other is written. So memory does not depend on how many poses there are.
#include "batch/stream.h"

#include "models/threads.h"
#include "say/say.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Poses of a block. They are few first, and more while it takes less than SHORT seconds: a run that is killed has lost
// little, also where a pose takes long.
enum { BLOCK_FIRST = 256, BLOCK_LEAST = 64, BLOCK_A_WORKER = 1 << 14, BLOCK_MOST = 1 << 18 };
#define SHORT 0.05
#define LONG  0.5

// Answers on their way to the file, and what is done then.
typedef struct parcel {
    kept* out;
    answers of;
    journal after;
    bool failed;
} parcel;

typedef struct stream {
    frames* in;
    kept* out;
    const batch_options* o;
    progress* p;
    frame_block blocks[2];
    parcel parcels[2];
    asker* asker;
    journal* state;
    helper *reader, *writer;
    size_t pace;  // poses of the next block
    double started;
    uint64_t answered;  // since then
} stream;

static bool has_contact(const journal* state)
{
    return state->contacts || state->close;
}

// ----------------------------------------------------------------------------------------- writing

static void write_parcel(void* user)
{
    parcel* w = user;
    const answers* a = &w->of;
    for (size_t i = 0; i < a->piece_count && !w->failed;) {
        const size_t at = a->pieces[i].at;
        size_t end = at;
        for (; i < a->piece_count && a->pieces[i].at == end; i++)
            end += a->pieces[i].size;
        w->failed = !kept_write(w->out, a->bytes + at, end - at);
    }
    w->failed = w->failed || !kept_answered(w->out, &w->after);
}

static bool failed(const stream* s)
{
    return s->parcels[0].failed || s->parcels[1].failed;
}

// ---------------------------------------------------------------------------------------- progress

static void report(stream* s)
{
    const double seconds = progress_clock() - s->started;
    const double rate = (double)s->answered / (seconds > 0 ? seconds : 1);
    const uint64_t total = s->in->total, done = s->state->poses;
    char text[64];
    if (total == UINT64_MAX) {
        snprintf(text, sizeof text, ", %" PRIu64 " poses, %.3g/s", done, rate);
        progress_report_rate(s->p, 0, text);
        return;
    }
    const double left = rate > 0 ? (double)(total - done) / rate : 0;
    snprintf(text, sizeof text, ", %.3g poses/s, %.0f s left", rate, left);
    progress_report_rate(s->p, total ? (double)done / (double)total : 1, text);
}

static void set_pace(stream* s, size_t poses, double seconds)
{
    if (seconds < SHORT && poses == s->pace && 2 * s->pace <= s->blocks[0].capacity) s->pace *= 2;
    if (seconds > LONG && s->pace > BLOCK_LEAST) s->pace /= 2;
}

// ------------------------------------------------------------------------------------------ blocks

static void read_ahead(stream* s, frame_block* block)
{
    block->wanted = s->pace;
    helper_do(s->reader, frames_read, block);
}

// Ask about a block and send the answers away.
static bool answer(stream* s, const frame_block* block, parcel* w)
{
    const double started = progress_clock();
    if (!asker_ask(s->asker, block, &w->of)) return false;
    journal* state = s->state;
    const batch_counts* c = &w->of.counts;
    state->poses += c->poses;
    state->contacts += c->contacts;
    state->close += c->close;
    state->bad += c->bad;
    memcpy(state->poses_hash, block->hash, sizeof block->hash);
    s->answered += c->poses;
    set_pace(s, block->count, progress_clock() - started);
    if (!s->out) return true;
    w->after = *state;
    helper_do(s->writer, write_parcel, w);
    return true;
}

// Every block is read while the one before is asked about.
static bool answer_all(stream* s)
{
    read_ahead(s, &s->blocks[0]);
    for (int k = 0;; k ^= 1) {
        frame_block* block = &s->blocks[k];
        helper_wait(s->reader);
        const bool is_last = block->is_last || block->reason;
        if (!is_last) read_ahead(s, &s->blocks[k ^ 1]);
        // What came before a fault is answered.
        if (block->count > 0 && !answer(s, block, &s->parcels[k])) return false;
        if (!frames_were_read(s->in, block)) return false;
        report(s);
        if (is_last || (!s->out && has_contact(s->state))) return true;
        if (s->parcels[k ^ 1].failed) return true;  // it was written by now; told at the end
    }
}

// ------------------------------------------------------------------------------------------- resume

static bool differs(const stream* s)
{
    say(S008_RESUME_UNFIT,
        "%s: its first %" PRIu64 " poses are not those that %s was begun with: remove it and %s to "
        "begin anew",
        path_name(s->in->path), s->state->poses, s->out->unfinished, s->out->journal_path);
    return false;
}

// Read the poses that an earlier run answered, and see that they are the same.
static bool pass_answered(stream* s)
{
    frame_block* block = &s->blocks[0];
    progress_begin(s->p, "reading again", path_name(s->in->path));
    bool fine = true;
    for (uint64_t done = 0; fine && done < s->state->poses; done += block->count) {
        const uint64_t left = s->state->poses - done;
        block->wanted = left < block->capacity ? (size_t)left : block->capacity;
        frames_read(block);
        fine = frames_were_read(s->in, block) && (block->count == block->wanted || differs(s));
        progress_report(s->p, (double)done / (double)s->state->poses);
    }
    progress_end(s->p);
    if (!fine) return false;
    return !s->state->poses || memcmp(block->hash, s->state->poses_hash, sizeof block->hash) == 0 ||
           differs(s);
}

// Of an output that was complete there must be no more poses.
static bool is_at_end(stream* s)
{
    frame_block* block = &s->blocks[0];
    block->wanted = 1;
    frames_read(block);
    if (block->count == 0) return frames_were_read(s->in, block);
    say(S008_RESUME_UNFIT,
        "%s: has more poses than when %s was written: remove it and %s to begin anew",
        path_name(s->in->path), s->out->unfinished, s->out->journal_path);
    return false;
}

// --------------------------------------------------------------------------------------------- all

static bool write_heading(stream* s)
{
    char* text = answer_heading(s->o);
    if (!text) return say_no_memory();
    const bool written = kept_write(s->out, text, strlen(text));
    free(text);
    if (!written) kept_tell_failure(s->out);
    return written;
}

static bool run(stream* s)
{
    if (!pass_answered(s)) return false;
    if (s->out && !kept_begin(s->out)) return false;
    if (s->state->is_complete) return is_at_end(s);
    if (s->out && s->state->poses == 0 && !write_heading(s)) return false;
    s->reader = helper_start();
    s->writer = helper_start();
    progress_begin(s->p, "asking about", path_name(s->in->path));
    s->started = progress_clock();
    bool fine = answer_all(s);
    helper_stop(s->reader);
    helper_stop(s->writer);
    progress_end(s->p);
    if (failed(s)) kept_tell_failure(s->out);
    fine = fine && !failed(s);
    return fine;
}

bool stream_run(frames* in, const batch_options* o, const model_file sides[2],
                const abut_host* host, kept* out, journal* state, progress* p)
{
    const size_t wanted = (size_t)host->workers * BLOCK_A_WORKER;
    const size_t most = wanted < BLOCK_MOST ? wanted : BLOCK_MOST;
    stream s = {.in = in, .out = out, .o = o, .p = p, .state = state, .pace = BLOCK_FIRST};
    s.asker = asker_open(o, sides, host, most);
    bool fine = s.asker;
    for (int k = 0; fine && k < 2; k++) {
        s.blocks[k] = (frame_block){
            .from = in, .capacity = most, .bytes = malloc(most * frame_size(in->form))};
        s.parcels[k].out = out;
        fine = (s.blocks[k].bytes || say_no_memory()) && answers_open(&s.parcels[k].of, s.asker);
    }
    fine = fine && run(&s);
    for (int k = 0; k < 2; k++) {
        free(s.blocks[k].bytes);
        answers_free(&s.parcels[k].of);
    }
    asker_close(s.asker);
    return fine;
}
