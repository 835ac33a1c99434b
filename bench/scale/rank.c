// rank.c - the program "abut-scale-rank", which "abut-bench scale" starts: it does cells of a clash as a rank of abut-mpi does. It lists all
// objects, cuts them, and for each cell asks, writes a part, and forgets.
//   abut-scale-rank FOLDER TIMES CELLS 0 0 clash ...              all cells, one after the other; how long each took goes to TIMES
//   abut-scale-rank FOLDER COUNTERS CELLS RANKS RANK clash ...    the cells that it takes from the counters
#include "clash/cells.h"
#include "main/verb.h"
#include "models/threads.h"
#include "say/say.h"
#include "scale/scale.h"
#include "scale/take.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum { PATH_MOST = 640, OWN_ARGUMENTS = 6 };

int bench_fail(const char* format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("abut-scale-rank: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return BENCH_ERROR;
}

// In place of main/main.c, which has a main() of its own.
const verb* const* verb_table(void)
{
    static const verb* const verbs[] = {&verb_clash, NULL};
    return verbs;
}

const verb* verb_find(const char* name)
{
    return strcmp(name, verb_clash.name) == 0 ? &verb_clash : NULL;
}

int bench_take_number(const char* option, const char* text, uint64_t least, uint64_t most,
                      uint64_t* out)
{
    char* end;
    const unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || value < least || value > most)
        return bench_fail("%s is no number: %s", option, text);
    *out = value;
    return BENCH_OK;
}

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// --------------------------------------------------------------------------------------- a rank

typedef struct worker {
    const char* folder;
    const char** arguments;
    size_t argument_count;
    clash_options options;
    clash_result r;
    threads t;
    progress p;
    size_t cells;
} worker;

// arguments: of "abut", from "clash" on, ended by NULL.
static bool worker_begin(worker* w, const char* folder, size_t cells, char** arguments)
{
    int status, count = 0;
    while (arguments[count])
        count++;
    *w = (worker){.folder = folder, .cells = cells, .argument_count = (size_t)count};
    // Options are read in the order that getopt gives them.
    w->arguments = malloc(((size_t)count + 1) * sizeof *w->arguments);
    if (!w->arguments) return say_no_memory();
    memcpy(w->arguments, arguments, (size_t)count * sizeof *w->arguments);
    progress_open(&w->p, true);
    if (!clash_options_parse(&w->options, count, arguments, &status)) return false;
    w->options.thread_count = 1;
    if (!threads_open(&w->t, 1, &w->p)) return false;
    w->r.options = &w->options;
    w->r.host = &w->t.host;
    return clash_list(&w->r, &w->p) &&
           (w->options.is_review ? clash_files_warn(&w->r)
                                 : clash_ignored_load(&w->r, &w->r.ignored)) &&
           clash_cells_plan(&w->r, cells);
}

static void path_of_part(const worker* w, size_t cell, char out[PATH_MOST])
{
    snprintf(out, PATH_MOST, "%s/part.%06zu", w->folder, cell);
}

// Ask about a cell. *asked: seconds without the part.
static bool worker_do(worker* w, size_t cell, double* asked)
{
    char path[PATH_MOST];
    const part_head head = {.verb = "clash",
                            .shard = {cell + 1, w->cells},
                            .arguments = w->arguments,
                            .argument_count = w->argument_count};
    const double begin = processor();
    path_of_part(w, cell, path);
    if (!clash_cells_ask(&w->r, cell, cell + 1, &w->p)) return false;
    *asked = processor() - begin;
    FILE* out = fopen(path, "wb");
    if (!out) {
        say(S003_CANNOT_WRITE, "%s: %s", path, strerror(errno));
        return false;
    }
    const bool wrote = clash_part_write(&w->r, &head, cell, cell + 1, out);
    clash_forget(&w->r);
    const bool failed = ferror(out);
    if (!fclose(out) && !failed) return wrote;
    say(S003_CANNOT_WRITE, "%s: cannot be written", path);
    return false;
}

static double size_of_file(const char* path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (double)about.st_size : 0;
}

// What a rank reads before it knows the objects: all of the sets but their images.
static double bytes_of_list(const clash_result* r)
{
    double bytes = 0;
    for (size_t i = 0; i < r->source_count; i++) {
        const set_file* set = r->sources[i].set;
        bytes += size_of_file(r->sources[i].path);
        for (uint32_t k = 0; set && k < set->model_count; k++)
            bytes -= (double)set_model_size(set, k);
    }
    return bytes;
}

// Of the images of some cells, halo included; SIZE_MAX after telling that there is no memory. *models: how many objects have one.
static size_t bytes_of_cells(clash_result* r, size_t first, size_t last, size_t* models)
{
    size_t bytes = 0;
    *models = 0;
    if (!clash_piece_begin(r, first, last)) return SIZE_MAX;
    for (size_t i = 0; i < r->cells.object_count; i++) {
        const clash_object* o = &r->objects[r->cells.objects[i]];
        if (!o->triangle_count) continue;
        if (o->source->set) bytes += set_model_size(o->source->set, o->image);
        ++*models;
    }
    clash_piece_end(r);
    return bytes;
}

static bool measure_all(worker* w, scale_times* t)
{
    struct rusage u;
    for (size_t i = 0; i < w->cells; i++) {
        scale_cell* c = &t->cells[i];
        char path[PATH_MOST];
        path_of_part(w, i, path);
        size_t models;
        const size_t bytes = bytes_of_cells(&w->r, i, i + 1, &models);
        if (bytes == SIZE_MAX) return false;
        const double begin = processor();
        if (!worker_do(w, i, &c->ask)) return false;
        c->write = processor() - begin - c->ask;
        c->read = (double)bytes;
        c->written = size_of_file(path);
        t->opened += (double)models;
    }
    getrusage(RUSAGE_SELF, &u);
    t->peak = (double)u.ru_maxrss * 1024;
    return true;
}

// Returns an exit status.
static int measure_cells(worker* w, double list, const char* path)
{
    scale_table table = {0};
    scale_times* t = scale_table_add(&table, w->cells);
    if (!t || !measure_all(w, t)) return BENCH_ERROR;
    t->list = list;
    t->whole = 1;  // abut-bench knows it
    t->list_bytes = bytes_of_list(&w->r);
    size_t models;
    if (bytes_of_cells(&w->r, 0, w->cells, &models) == SIZE_MAX) return BENCH_ERROR;
    t->objects = (double)models;
    FILE* out = fopen(path, "w");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    scale_table_write(&table, out);
    const int failed = ferror(out);
    scale_table_free(&table);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

static int take_cells(worker* w, scale_take* take, size_t rank)
{
    double asked;
    size_t cell;
    while (scale_take_next(take, rank, &cell))
        if (!worker_do(w, cell, &asked)) return BENCH_ERROR;
    return BENCH_OK;
}

int main(int count, char** arguments)
{
    static worker w;
    uint64_t cells, ranks, rank;
    if (count <= OWN_ARGUMENTS) return bench_fail("is started by abut-bench scale");
    if (bench_take_number("CELLS", arguments[3], 1, 1000000, &cells) != BENCH_OK ||
        bench_take_number("RANKS", arguments[4], 0, 1000000, &ranks) != BENCH_OK ||
        bench_take_number("RANK", arguments[5], 0, ranks ? ranks - 1 : 0, &rank) != BENCH_OK)
        return BENCH_ERROR;
    const double begin = processor();
    if (!worker_begin(&w, arguments[1], (size_t)cells, arguments + OWN_ARGUMENTS))
        return BENCH_ERROR;
    const double list = processor() - begin;
    int status = BENCH_ERROR;
    scale_take* take = ranks ? scale_take_open(arguments[2], (size_t)ranks, (size_t)cells) : NULL;
    if (take)
        status = take_cells(&w, take, (size_t)rank);
    else if (!ranks)
        status = measure_cells(&w, list, arguments[2]);
    scale_take_close(take);
    clash_result_free(&w.r);
    clash_options_free(&w.options);
    threads_close(&w.t);
    free(w.arguments);
    return status;
}
