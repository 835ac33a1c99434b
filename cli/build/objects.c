// objects.c - "abut build --groups": a model of each object of a file, all in one saved set (models/set.h).
//
// Some objects at a time are built side by side, each by one worker, then written in their order, and released: in memory are the
// file's triangles and these few. A large one is built alone, by all workers. What is written does not depend on either.
#include "build/build.h"
#include "file/memory_limit.h"
#include "models/saved.h"
#include "models/set.h"
#include "models/split.h"
#include "say/say.h"
#include "say/warnings.h"
#include "text/printable.h"

#include <errno.h>
#include <stdlib.h>

enum {
    LARGE = 1 << 16,           // triangles of an object that is built alone
    SOME_TRIANGLES = 1 << 18,  // of what is built side by side
    SOME_OBJECTS = 1 << 10,
};

// An object that is built.
typedef struct built {
    abut_model* model;
    uint64_t source[2];  // the hash of its triangles
    abut_status status;
} built;

typedef struct job {
    const build_command* command;
    split split;
    warning_list warnings;
    double unit, read_seconds, build_seconds;
    bool is_partial;
    abut_build options;
    const threads* threads;
    progress* progress;
    built* some;                                         // SOME_OBJECTS
    size_t first;                                        // the object that some begins with
    uint32_t* models;                                    // of each object, in the set
    size_t model_count, triangle_count, triangles_done;  // of models
    uint64_t byte_count;                                 // of the file
    int reason;                                          // errno of what could not be written
    set_writer* writer;
} job;

static bool fail(const job* j, const split_object* object, abut_status status)
{
    const char* path = path_name(j->command->path);
    const bool was_reached = status == ABUT_OUT_OF_MEMORY && memory_limit_was_reached();
    const char* why = was_reached ? "its models take more memory than --max-memory allows"
                                  : abut_status_text(status);
    if (object)
        say("%s: '%s': %s", path, object->name, why);
    else
        say("%s: %s", path, why);
    return false;
}

// ----------------------------------------------------------------------------------------- reading

// Read the file and split it. Its mesh is released here.
static bool read(job* j)
{
    const build_command* c = j->command;
    load_options how = c->load;
    how.keep_places = true;
    mesh m;
    load_error error;
    if (!mesh_load(&m, c->path, &how, j->progress, &j->read_seconds, &error)) {
        say("%s: %s", path_name(c->path), error.text);
        return false;
    }
    const char* name = path_name(c->path);
    j->unit = m.unit;
    j->is_partial = m.dropped_count > 0;
    const bool fine = warnings_add_mesh(&j->warnings, &m, name) &&
                      (m.triangle_count || warnings_add_empty(&j->warnings, name, NULL)) &&
                      split_mesh(&j->split, &m, c->path, &j->warnings);
    mesh_free(&m);
    for (size_t i = 0; fine && i < j->split.count; i++)
        if (!j->split.objects[i].is_lent) j->triangle_count += j->split.objects[i].triangle_count;
    if (fine && !c->quiet) warnings_say(&j->warnings);
    return fine;
}

// ---------------------------------------------------------------------------------------- building

static void build_one(job* j, size_t index, const abut_host* host)
{
    split_object* object = &j->split.objects[j->first + index];
    built* b = &j->some[index];
    *b = (built){0};
    if (object->is_lent) return;
    abut_build options = j->options;
    options.host = host;
    const abut_soup soup = soup_of_mesh(&object->part);
    saved_hash(&object->part, b->source);
    b->status = abut_model_build(&b->model, &soup, &options);
    mesh_free(&object->part);
}

static void build_alone(void* context, size_t index, int worker)
{
    job* j = context;
    (void)worker;
    abut_host host = j->threads->host;
    host.run = NULL;
    host.workers = 0;
    host.progress = NULL;
    build_one(j, index, &host);
}

static bool is_large(const split_object* object)
{
    return !object->is_lent && object->triangle_count >= LARGE;
}

// How many objects are built together from the first on.
static size_t count_some(const job* j)
{
    size_t count = 0, triangles = 0;
    while (j->first + count < j->split.count && count < SOME_OBJECTS &&
           triangles < SOME_TRIANGLES) {
        const split_object* object = &j->split.objects[j->first + count];
        if (is_large(object)) return count ? count : 1;
        if (!object->is_lent) triangles += object->triangle_count;
        count++;
    }
    return count;
}

static void build_some(job* j, size_t count)
{
    if (is_large(&j->split.objects[j->first])) {
        abut_host host = j->threads->host;
        host.progress = NULL;  // what is shown is of all objects
        build_one(j, 0, &host);
    } else {
        j->threads->host.run(j->threads->host.user, count, build_alone, j);
    }
}

// ----------------------------------------------------------------------------------------- writing

static abut_status write_model(job* j, size_t index)
{
    const built* b = &j->some[index];
    abut_model_info info;
    abut_status status = b->status;
    if (status == ABUT_OK) status = abut_model_describe(b->model, &info);
    if (status == ABUT_OK)
        status = set_writer_model(j->writer, b->model, b->source, &j->models[j->first + index]);
    if (status != ABUT_OK) return status;
    j->model_count++;
    j->triangles_done += info.triangle_count;
    return ABUT_OK;
}

static abut_status write_one(job* j, size_t index)
{
    const split_object* object = &j->split.objects[j->first + index];
    if (object->is_lent)
        j->models[j->first + index] = j->models[object->lender];
    else {
        const abut_status status = write_model(j, index);
        if (status != ABUT_OK) return status;
    }
    return set_writer_object(j->writer, &(set_object){.name = object->name,
                                                      .id = object->id,
                                                      .pose = object->pose,
                                                      .model = j->models[j->first + index]});
}

// Release all of them in any case. Of an error of the stream output_close tells, by errno.
static bool write_some(job* j, size_t count, const output* out)
{
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        const abut_status status = fine ? write_one(j, i) : ABUT_OK;
        if (status != ABUT_OK && ferror(out->stream))
            j->reason = errno;
        else if (status != ABUT_OK)
            fail(j, &j->split.objects[j->first + i], status);
        fine = fine && status == ABUT_OK;
        abut_model_free(j->some[i].model);
    }
    return fine;
}

static bool write_objects(job* j, const output* out)
{
    progress_begin(j->progress, "building", "trees");
    bool fine = true;
    for (size_t count; fine && j->first < j->split.count; j->first += count) {
        count = count_some(j);
        build_some(j, count);
        fine = write_some(j, count, out);
        progress_report(j->progress,
                        (double)(j->triangles_done + 1) / ((double)j->triangle_count + 1));
    }
    j->build_seconds = progress_end(j->progress);
    return fine;
}

static bool write_set(job* j, output* out)
{
    j->some = calloc(SOME_OBJECTS, sizeof *j->some);
    j->models = calloc(j->split.count + 1, sizeof *j->models);
    if (!j->some || !j->models) return say_no_memory();
    j->writer = output_open(out) ? set_writer_begin(out->stream, j->unit, j->is_partial) : NULL;
    if (!j->writer) return false;
    bool fine = write_objects(j, out);
    abut_status status = ABUT_OK;
    for (size_t i = 0; fine && status == ABUT_OK && i < j->warnings.count; i++)
        status = set_writer_warning(j->writer, j->warnings.texts[i]);
    j->byte_count = set_writer_size(j->writer);
    if (fine && status == ABUT_OK) {
        status = set_writer_end(j->writer);
        j->writer = NULL;
    }
    if (status != ABUT_OK) return fail(j, NULL, status);
    if (!fine && !ferror(out->stream)) return false;
    if (!fine) errno = j->reason;
    return output_close(out);
}

static void tell(const job* j)
{
    FILE* out = build_told(j->command);
    if (j->command->quiet) return;
    printable_write(j->command->output, out);
    fprintf(out, ": %zu object%s, %zu model%s, %zu triangle%s, %llu bytes\n", j->split.count,
            plural(j->split.count), j->model_count, plural(j->model_count), j->triangle_count,
            plural(j->triangle_count), (unsigned long long)j->byte_count);
    fprintf(out, "seconds: %.3f to read, %.3f to build and write\n", j->read_seconds,
            j->build_seconds);
}

int build_objects(const build_command* c, const abut_build* options, const threads* t, output* out,
                  progress* p)
{
    job j = {.command = c, .options = *options, .threads = t, .progress = p};
    int status = EXIT_ERROR;
    if (read(&j) && write_set(&j, out)) {
        tell(&j);
        status = j.triangle_count || c->allow_empty ? EXIT_SUCCESS : EXIT_UNDECIDED;
    }
    set_writer_drop(j.writer);
    free(j.some);
    free(j.models);
    split_free(&j.split);
    warnings_free(&j.warnings);
    return status;
}
