// scale.c - the verb "scale": how long each cell of a clash takes here, and what 64 or 1,024 ranks would make of them.
#include "common/temporary.h"
#include "scale/measure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define AT(member) offsetof(scale_request, member)

static const bench_option options[] = {
    BENCH_NUMBER("--objects", bench_size, AT(objects), 13, 10000000),
    BENCH_VALUE("--file", bench_name, AT(files)),
    BENCH_VALUE("--with", bench_name, AT(with)),
    BENCH_VALUE("--cells", bench_name, AT(cells)),
    BENCH_NUMBER("--runs", bench_int, AT(runs), 0, 99),
    BENCH_VALUE("--times", bench_text, AT(times)),
    BENCH_VALUE("--save", bench_text, AT(save)),
    BENCH_NUMBER("--ranks", bench_size, AT(ranks), 1, 65536),
    BENCH_NUMBER("--host-ranks", bench_size, AT(host_ranks), 1, 65536),
    BENCH_NUMBER("--bandwidth", bench_count, AT(bandwidth), 0, 1000000000),
};

// ------------------------------------------------------------------------------------- the job

// Programs are where this one is.
static int beside(const char* name, char* out, size_t size)
{
    char self[512];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return bench_fail("/proc/self/exe: %s", strerror(errno));
    self[length] = 0;
    *strrchr(self, '/') = 0;
    const int wrote = snprintf(out, size, "%s/%s", self, name);
    return wrote > 0 && (size_t)wrote < size ? BENCH_OK : bench_fail("%s: a long path", self);
}

// A plant of so many objects, saved as a set.
static int make_plant(const scale_job* job, size_t objects, char* set, size_t size)
{
    char scene[512], mesh[600], count[32], clashes[32];
    if (beside("abut-scene", scene, sizeof scene) != BENCH_OK) return BENCH_ERROR;
    snprintf(mesh, sizeof mesh, "%s/plant.obj", job->folder);
    snprintf(set, size, "%s/plant.abut", job->folder);
    snprintf(count, sizeof count, "n=%zu", objects);
    snprintf(clashes, sizeof clashes, "clashes=%zu", objects / 100);
    const char* make[] = {scene, "plant", count, clashes, "-o", mesh, NULL};
    int status = scale_program(scene, make, 0, NULL);
    if (status == BENCH_OK) {
        const char* build[] = {job->program, "build", "--groups", mesh, "-o", set, NULL};
        status = scale_program(job->program, build, 0, NULL);
    }
    unlink(mesh);
    return status;
}

static int make_job(scale_job* job, const scale_request* r, char* set, size_t size)
{
    static const char* const first[] = {"clash", "--no-times", "--json"};
    const size_t most = 3 + (size_t)BENCH_NAMES_MOST * 2 + 1;
    *job = (scale_job){.arguments = calloc(most, sizeof *job->arguments)};
    if (!job->arguments) return bench_fail("no memory");
    if (beside("abut", job->program, sizeof job->program) != BENCH_OK ||
        beside("abut-scale-rank", job->rank, sizeof job->rank) != BENCH_OK ||
        temporary_folder(job->folder, sizeof job->folder) != BENCH_OK)
        return BENCH_ERROR;
    for (size_t i = 0; i < 3; i++)
        job->arguments[job->argument_count++] = first[i];
    for (size_t i = 0; i < r->with.count; i++)
        job->arguments[job->argument_count++] = r->with.list[i];
    for (size_t i = 0; i < r->files.count; i++)
        job->arguments[job->argument_count++] = r->files.list[i];
    if (r->files.count) return BENCH_OK;
    job->arguments[job->argument_count++] = set;
    return make_plant(job, r->objects, set, size);
}

static void remove_job(scale_job* job)
{
    static const char* const files[] = {"whole", "plant.obj", "plant.abut"};
    char path[600];
    for (size_t i = 0; job->folder[0] && i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", job->folder, files[i]);
        unlink(path);
    }
    if (job->folder[0] && rmdir(job->folder))
        bench_fail("%s: is left: %s", job->folder, strerror(errno));
    free(job->arguments);
}

// ------------------------------------------------------------------------------------ measuring

// What 1 and 2 processes take, by turns, the least of the runs, and what was foretold for them. By the clock, and of a processor
// by the one that took most: where others use the processors, that says more.
static int check(const scale_job* job, const scale_times* t, int runs)
{
    scale_spent least[2] = {{0}};
    int status = BENCH_OK;
    for (int i = 0; i < runs && status == BENCH_OK; i++)
        for (size_t k = 0; k < 2 && status == BENCH_OK; k++) {
            scale_spent spent = {0};
            status = scale_measure_ranks(job, t->cell_count, k + 1, &spent);
            if (i == 0 || spent.longest < least[k].longest) least[k] = spent;
        }
    for (size_t k = 0; k < 2 && status == BENCH_OK && runs; k++) {
        const scale_machine m = {
            .ranks = k + 1, .steals = true, .merges_alone = true, .host_ranks = 1};
        scale_forecast f;
        status = scale_simulate(t, &m, &f);
        if (status == BENCH_OK)
            printf("%6zu %9zu %9.3f %9.3f %9.3f | %9.3f %9.3f\n", t->cell_count, k + 1, f.seconds,
                   least[k].longest, least[k].clock, f.list + f.work + t->merge,
                   least[k].processor);
    }
    return status;
}

static int measure(const scale_request* r, scale_table* table)
{
    char set[600];
    scale_job job;
    int status = make_job(&job, r, set, sizeof set);
    if (status == BENCH_OK) status = scale_measure_whole(&job);
    if (status == BENCH_OK && r->runs)
        printf("processes of this machine: seconds foretold, of the processor by the one that took "
               "most, by the clock; "
               "of all processors foretold and taken\n%6s %9s %9s %9s %9s | %9s %9s\n",
               "cells", "processes", "foretold", "longest", "clock", "foretold", "all");
    for (size_t i = 0; i < r->cells.count && status == BENCH_OK; i++) {
        uint64_t cells = 0;
        status = bench_take_number("--cells", r->cells.list[i], 1, 1000000, &cells);
        if (status == BENCH_OK) status = scale_measure_cells(&job, (size_t)cells, table);
        if (status == BENCH_OK) status = check(&job, &table->runs[table->count - 1], r->runs);
        fflush(stdout);
    }
    remove_job(&job);
    return status;
}

static int save(const scale_table* table, const char* path)
{
    FILE* out = fopen(path, "w");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    scale_table_write(table, out);
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

static int run_scale(int count, char** arguments)
{
    static const char* const cells[] = {"64", "256", "1024", "4096"};
    scale_request r = {.ranks = 1024, .host_ranks = 64, .bandwidth = 1000, .runs = 3};
    scale_table table = {0};
    int status = BENCH_READ_OPTIONS(&r, options, count, arguments);
    if (!r.objects) r.objects = 100000;
    for (size_t i = 0; !r.cells.count && i < 4; i++)
        r.cells.list[i] = cells[i];
    if (!r.cells.count) r.cells.count = 4;
    if (status == BENCH_OK)
        status = r.times ? scale_table_read(&table, r.times) : measure(&r, &table);
    if (status == BENCH_OK && r.save) status = save(&table, r.save);
    if (status == BENCH_OK) status = scale_report(&table, &r);
    scale_table_free(&table);
    return status;
}

const bench_verb bench_scale = {
    "scale", "cells of a clash, and what 64 or 1,024 ranks would make of them",
    "usage: abut-bench scale [options]\n\n"
    "Cuts a clash into cells, and measures each as abut-mpi does it: to list all objects, to open "
    "the\n"
    "models of the cell, to ask, to write its part. The parts are merged, and must be what one "
    "run\n"
    "writes. Then processes of this machine do them, as ranks, beside what is foretold for these; "
    "and\n"
    "ranks of many machines are simulated: each with its own cells, then helping others; a file "
    "system\n"
    "that all share; one that merges. Times are of the processor, files are in memory.\n\n"
    "  --objects N       of a plant, saved as a set (100000)\n"
    "  --file FILE       these files in its place; may be given again\n"
    "  --with TEXT       one more argument of 'abut clash'; may be given again\n"
    "  --cells N         may be given again (64, 256, 1024, 4096)\n"
    "  --runs N          of 1 and 2 processes (3); 0: none\n"
    "  --save FILE       write the task times\n"
    "  --times FILE      read them, and measure nothing\n"
    "  --ranks N         the most ranks (1024)\n"
    "  --host-ranks N    ranks of one host, which read the list of objects once (64)\n"
    "  --bandwidth N     of the file system, for all: megabytes a second (1000); 0: no limit\n",
    run_scale};
