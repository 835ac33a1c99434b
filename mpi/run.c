// run.c - see run.h.
//
// Every rank has the list of all objects, and the models of one cell at a time. Files that are no saved sets are made such ones
// first, in the checkpoint's folder, each by one rank: the others map them and touch what they need.
#include "run.h"

#include "checkpoint.h"
#include "clash/part_read.h"
#include "gather.h"
#include "models/saved.h"
#include "models/set.h"
#include "models/threads.h"
#include "rows.h"
#include "say/progress.h"
#include "say/say.h"
#include "shares.h"
#include "write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Without --cells: so many objects are a cell, within bounds, so that whoever has few of them shares them evenly still.
enum { CELL_OBJECTS = 1000, CELLS_LEAST = 64, CELLS_DEFAULT_MOST = 4096 };
// Seconds: until progress is first shown, and the longest time that it is not.
#define VIEW_FIRST      2.0
#define VIEW_PAUSE_MOST 30.0

typedef struct run {
    ranks* ranks;
    const mpi_options* options;
    clash_result result;
    threads threads;
    progress quiet;
    checkpoint checkpoint;
    part_head head;
    result_files files;  // on rank 0
    bool is_over;        // the ranks have agreed that something is wrong
    char** paths;        // of parts that are open
    size_t* cells;       // to be done
    size_t cell_count;
} run;

static const char verb_name[] = "clash";

// ------------------------------------------------------------------------------------------ begin

// Rank 0 looks where results go. What clash_merge writes it prepares again.
static bool prepare(run* m)
{
    const clash_options* o = &m->options->clash;
    return m->ranks->rank > 0 || result_prepare(&m->files, &o->result, o->paths, o->input_count);
}

static bool open_checkpoint(run* m)
{
    const mpi_options* o = m->options;
    char* folder = o->checkpoint ? say_text("%s", o->checkpoint)
                                 : say_text("%s.parts", o->clash.result.output);
    const bool fine = folder || say_no_memory();
    const bool opened = ranks_agree(m->ranks, fine) &&
                        checkpoint_open(&m->checkpoint, m->ranks, folder, o->is_resumed);
    free(folder);
    m->head = (part_head){.verb = verb_name, .arguments = o->kept, .argument_count = o->kept_count};
    return opened && checkpoint_begin_job(&m->checkpoint, &o->clash, &m->head, o->cells);
}

static size_t cells_wanted(const run* m)
{
    const size_t objects = m->result.object_count;
    const size_t asked = m->options->cells ? m->options->cells : m->checkpoint.cells;
    const size_t some = objects / CELL_OBJECTS, most = objects ? objects : 1;
    const size_t fair = some < CELLS_LEAST          ? CELLS_LEAST
                        : some > CELLS_DEFAULT_MOST ? CELLS_DEFAULT_MOST
                                                    : some;
    return asked ? asked : fair < most ? fair : most;
}

static bool is_to_convert(const clash_source* s)
{
    return !s->is_missing && !set_is(s->path) && !saved_is(s->path);
}

// Make sets of what is none, each rank some of them, before anything is listed.
static bool convert(void* user, clash_result* r, progress* p)
{
    run* m = user;
    const size_t count = (size_t)m->ranks->count, rank = (size_t)m->ranks->rank;
    bool fine = true;
    for (size_t i = 0; i < r->source_count && fine; i++) {
        clash_source* s = &r->sources[i];
        if (!is_to_convert(s)) continue;
        char* path = checkpoint_source(&m->checkpoint, i);
        fine = path != NULL;
        if (!path) continue;
        const bool is_mine = i % count == rank;
        const bool is_there = m->checkpoint.has_begun && is_mine && set_is(path);
        if (is_mine && !is_there) {
            fine = clash_spill(r, i, path, true, p);
            free(path);
        } else
            s->saved_as = path;
    }
    m->is_over = !ranks_agree(m->ranks, fine);
    return !m->is_over;
}

// List all objects, after what is no set was made one. Who fails before convert meets the others there: they have agreed then.
static bool list(run* m)
{
    clash_result* r = &m->result;
    const bool is_review = r->options->is_review;
    r->before_read = convert;
    r->before_user = m;
    const bool fine = (!is_review || clash_life_open(r)) && clash_list(r, &m->quiet) &&
                      (is_review || clash_ignored_load(r, &r->ignored));
    return !m->is_over && ranks_agree(m->ranks, fine);
}

// Cut the objects into cells, and find which of these are to be done.
static bool plan(run* m)
{
    const size_t count = cells_wanted(m);
    bool* done = calloc(count, sizeof *done);
    m->cells = malloc(count * sizeof *m->cells);
    m->paths = calloc(count, sizeof *m->paths);
    m->head.shard.count = count;
    const bool planned =
        done && m->cells && m->paths ? clash_cells_plan(&m->result, count) : say_no_memory();
    const bool fine =
        ranks_agree(m->ranks, planned) &&
        (!m->options->is_resumed || checkpoint_find_done(&m->checkpoint, &m->head, done));
    for (size_t i = 0; i < count && fine; i++)
        if (!done[i]) m->cells[m->cell_count++] = i;
    free(done);
    return fine;
}

// ------------------------------------------------------------------------------------------ cells

// What rank 0 shows while all work: lines, since mpirun has no terminal for it; first soon, then seldom.
typedef struct view {
    shares* shares;
    size_t count;
    double began, next, pause;  // seconds
    bool is_shown;
} view;

static view view_of(shares* s, size_t count, bool is_shown)
{
    const double now = progress_clock();
    return (view){s, count, now, now + VIEW_FIRST, VIEW_FIRST, is_shown};
}

static void look(void* user)
{
    view* v = user;
    const double now = progress_clock();
    if (!v->is_shown || now < v->next) return;
    const uint64_t done = shares_done(v->shares);
    const double rate = (double)done / (now - v->began);
    fprintf(stderr, "abut-mpi: %" PRIu64 " of %zu cells, %.3g a second", done, v->count, rate);
    if (done) fprintf(stderr, ", %.0f s left", (double)(v->count - done) / rate);
    fputc('\n', stderr);
    v->pause = v->pause < VIEW_PAUSE_MOST ? 2 * v->pause : v->pause;
    v->next = now + v->pause;
}

static bool do_cell(run* m, size_t cell)
{
    char* path = checkpoint_cell(&m->checkpoint, cell);
    const bool asked = path && clash_cells_ask(&m->result, cell, cell + 1, &m->quiet);
    FILE* file = asked ? checkpoint_create(path) : NULL;
    bool fine = file != NULL;
    m->head.shard.index = cell + 1;
    if (file)
        fine = checkpoint_finish(file, path,
                                 clash_part_write(&m->result, &m->head, cell, cell + 1, file));
    free(path);
    clash_forget(&m->result);
    return fine;
}

static bool do_cells(run* m)
{
    ranks* r = m->ranks;
    shares s;
    if (!shares_open(&s, r, m->cells, m->cell_count)) return false;
    view v = view_of(&s, m->cell_count, r->rank == 0 && !m->options->clash.result.quiet);
    bool fine = ranks_attend(r, look, &v);
    for (size_t cell; fine && shares_take(&s, &cell);) {
        fine = do_cell(m, cell);
        if (fine) shares_tell_done(&s);
    }
    // Others compute, and would hear of it when they are through only.
    if (!fine) ranks_abort(r, shares_tell_failed(&s));
    ranks_wait(r);
    ranks_leave(r);
    shares_close(&s);
    return true;
}

// ----------------------------------------------------------------------------------------- result

// Take what some parts have, and their counters and warnings, into the result, whose objects are listed.
static bool take_parts(run* m, part* parts, size_t count)
{
    const part_list list = {.parts = parts, .count = count};
    clash_merger merger = {.result = &m->result, .list = &list};
    return clash_merge_sums(&merger) && clash_merge_rows(&merger) &&
           clash_settle_warnings(&m->result) && clash_merge_warnings(&merger);
}

// Read the parts of this rank's share of the cells.
static bool read_parts(run* m)
{
    const uint64_t all = m->head.shard.count, rank = (uint64_t)m->ranks->rank;
    const uint64_t ranks_all = (uint64_t)m->ranks->count;
    const size_t first = (size_t)(all * rank / ranks_all);
    const size_t last = (size_t)(all * (rank + 1) / ranks_all);
    part* parts = calloc(last - first + 1, sizeof *parts);
    size_t count = 0;
    bool fine = parts || say_no_memory();
    for (size_t i = first; fine && i < last; i++) {
        char* path = checkpoint_cell(&m->checkpoint, i);
        fine = path && part_open(&parts[count], path);
        if (fine)
            m->paths[i] = path;  // the part has it lent
        else
            free(path);
        count += fine;
    }
    fine = fine && take_parts(m, parts, count);
    for (size_t i = 0; i < count; i++)
        part_close(&parts[i]);
    free(parts);
    return ranks_agree(m->ranks, fine);
}

// JSON and CSV of what is no review, by all ranks. Returns the exit status on rank 0.
static int write_by_all(run* m)
{
    rank_rows rows = {0};
    int status = EXIT_ERROR;
    clash_result* r = &m->result;
    if (read_parts(m) && gather_warnings(m->ranks, &r->warnings) &&
        rows_exchange(&rows, m->ranks, r)) {
        clash_forget(r);
        if (write_side_by_side(m->ranks, &m->files.text, r, &rows)) {
            const clash_result all = {
                .options = r->options, .is_empty = r->is_empty, .clashes = rows.all};
            if (m->ranks->rank == 0 && !r->options->result.quiet) warnings_say(&r->warnings);
            status = clash_exit(&all);
        }
    }
    rows_free(&rows);
    return status;
}

// Everything else by rank 0: what "abut merge" does.
static int merge_alone(run* m)
{
    const size_t count = m->head.shard.count;
    part_list list;
    int status = EXIT_ERROR;
    for (size_t i = 0; i < count; i++)
        if (!m->paths[i] && !(m->paths[i] = checkpoint_cell(&m->checkpoint, i))) return status;
    if (part_list_open(&list, (const char* const*)m->paths, count)) {
        list.output = m->options->clash.result.output;
        list.quiet = m->options->clash.result.quiet;
        status = clash_merge(&list);
        part_list_close(&list);
    }
    return status;
}

static int write_by_one(run* m)
{
    clash_result_free(&m->result);  // it is listed again, by the parts
    m->result = (clash_result){0};
    const int status = m->ranks->rank == 0 ? merge_alone(m) : EXIT_SUCCESS;
    return ranks_agree(m->ranks, status != EXIT_ERROR) ? status : EXIT_ERROR;
}

static int write_result(run* m)
{
    const clash_options* o = &m->options->clash;
    const bool is_table = o->result.json || o->result.csv;
    const bool is_file = ranks_share_number(m->files.text.temporary != NULL);
    result_files none = {0};
    if (!o->is_review && is_table && is_file) return write_by_all(m);
    result_discard(&m->files);
    m->files = none;
    return write_by_one(m);
}

// -------------------------------------------------------------------------------------------- all

static int work(run* m)
{
    int status = EXIT_ERROR;
    if (!ranks_agree(m->ranks, prepare(m)) || !open_checkpoint(m)) return status;
    if (!list(m) || !plan(m)) {
        // Nothing is done: nothing to go on with.
        if (m->ranks->rank == 0 && !m->checkpoint.has_begun) checkpoint_remove(&m->checkpoint);
        return status;
    }
    if (!do_cells(m)) return status;
    status = write_result(m);
    if (status != EXIT_ERROR && m->ranks->rank == 0) checkpoint_remove(&m->checkpoint);
    return status;
}

int run_clash(ranks* r, const mpi_options* o)
{
    run m = {.ranks = r, .options = o, .result = {.options = &o->clash}};
    int status = EXIT_ERROR;
    progress_open(&m.quiet, true);
    const bool opened = threads_open(&m.threads, o->clash.thread_count, &m.quiet);
    m.result.host = &m.threads.host;
    if (ranks_agree(r, opened)) status = work(&m);
    result_discard(&m.files);
    clash_result_free(&m.result);
    checkpoint_close(&m.checkpoint);
    for (size_t i = 0; m.paths && i < m.head.shard.count; i++)
        free(m.paths[i]);
    free(m.paths);
    free(m.cells);
    if (opened) threads_close(&m.threads);
    return r->rank == 0 || status == EXIT_ERROR ? status : EXIT_SUCCESS;
}
