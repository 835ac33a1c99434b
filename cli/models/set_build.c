// set_build.c - see set_build.h.
//
// Some objects at a time are built side by side, each by one worker, then written in their order, and released: in memory are the
// file's triangles and these few. A large one is built alone, by all workers. What is written does not depend on either.
#include "models/set_build.h"

#include "file/memory_limit.h"
#include "models/saved.h"
#include "models/set.h"
#include "say/say.h"

#include <errno.h>
#include <stdlib.h>

enum {
    LARGE = 1 << 15,           // triangles of an object that is built alone
    SOME_TRIANGLES = 1 << 15,  // of what is built side by side, for each worker
    SOME_OBJECTS = 1 << 10,
};

// An object that is built.
typedef struct built {
    mesh part;
    abut_model* model;
    uint64_t source[2];  // the hash of its triangles
    abut_status status;
} built;

typedef struct job {
    set_build* all;
    built* some;       // SOME_OBJECTS
    size_t first;      // the object that some begins with
    uint32_t* models;  // of each object, in the set
    size_t triangles_done;
    int reason;  // errno of what could not be written
    set_writer* writer;
} job;

static bool fail(const set_build* b, const char* object, abut_status status)
{
    const char* path = path_name(b->name);
    const bool was_reached = status == ABUT_OUT_OF_MEMORY && memory_limit_was_reached();
    const char* why = was_reached ? "its models take more memory than --max-memory allows"
                                  : abut_status_text(status);
    const fault_code code = was_reached ? S004_MEMORY_LIMIT : fault_code_of_status(status);
    if (object)
        say(code, "%s: '%s': %s", path, object, why);
    else
        say(code, "%s: %s", path, why);
    return false;
}

// ----------------------------------------------------------------------------------------- reading

bool set_build_read(set_build* b)
{
    load_error error;
    if (!mesh_load(&b->mesh, b->path, &b->load, b->progress, &b->read_seconds, &error)) {
        say(error.code, "%s: %s", path_name(b->name), error.text);
        return false;
    }
    const char* name = path_name(b->name);
    const mesh* m = &b->mesh;
    b->unit = m->unit;
    b->is_partial = m->dropped_count > 0;
    if (!warnings_add_mesh(&b->warnings, m, name) ||
        (!m->triangle_count && !warnings_add_empty(&b->warnings, name, NULL)) ||
        !(b->load.keep_places ? split_mesh(&b->split, m, b->name, &b->warnings)
                              : split_whole(&b->split, m)))
        return false;
    b->object_count = b->split.count;
    for (size_t i = 0; i < b->split.count; i++)
        if (!b->split.objects[i].is_lent) b->triangle_count += b->split.objects[i].triangle_count;
    return true;
}

// ---------------------------------------------------------------------------------------- building

static void build_one(job* j, size_t index, const abut_host* host)
{
    built* b = &j->some[index];
    if (j->all->split.objects[j->first + index].is_lent) return;
    abut_build options = j->all->build;
    options.host = host;
    const abut_soup soup = soup_of_mesh(&b->part);
    saved_hash(&b->part, b->source);
    b->status = abut_model_build(&b->model, &soup, &options);
    mesh_free(&b->part);
}

static void build_alone(void* context, size_t index, int worker)
{
    job* j = context;
    (void)worker;
    abut_host host = *j->all->host;
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
    const split* s = &j->all->split;
    const size_t workers = j->all->host->workers > 1 ? (size_t)j->all->host->workers : 1;
    const size_t most = workers * SOME_TRIANGLES;
    size_t count = 0, triangles = 0;
    while (j->first + count < s->count && count < SOME_OBJECTS && triangles < most) {
        const split_object* object = &s->objects[j->first + count];
        if (is_large(object)) return count ? count : 1;
        if (!object->is_lent) triangles += object->triangle_count;
        count++;
    }
    return count;
}

static bool make_parts(job* j, size_t count)
{
    split* s = &j->all->split;
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        j->some[i] = (built){0};
        if (fine && !s->objects[j->first + i].is_lent)
            fine = split_part(s, j->first + i, &j->some[i].part);
    }
    for (size_t i = 0; !fine && i < count; i++)
        mesh_free(&j->some[i].part);
    return fine;
}

static bool build_some(job* j, size_t count)
{
    abut_host host = *j->all->host;
    if (!make_parts(j, count)) return false;
    if (is_large(&j->all->split.objects[j->first])) {
        host.progress = NULL;  // what is shown is of all objects
        build_one(j, 0, &host);
    } else {
        host.run(host.user, count, build_alone, j);
    }
    return true;
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
    j->all->model_count++;
    j->triangles_done += info.triangle_count;
    return ABUT_OK;
}

static abut_status write_one(job* j, size_t index)
{
    const split_object* object = &j->all->split.objects[j->first + index];
    uint32_t* model = &j->models[j->first + index];
    if (object->is_lent)
        *model = j->models[object->lender];
    else {
        const abut_status status = write_model(j, index);
        if (status != ABUT_OK) return status;
    }
    return set_writer_object(j->writer, &(set_object){.name = object->name,
                                                      .id = object->id,
                                                      .pose = split_pose(object),
                                                      .model = *model});
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
            fail(j->all, j->all->split.objects[j->first + i].name, status);
        fine = fine && status == ABUT_OK;
        abut_model_free(j->some[i].model);
    }
    return fine;
}

static bool write_objects(job* j, const output* out)
{
    set_build* b = j->all;
    progress_begin(b->progress, "building", "trees");
    bool fine = true;
    for (size_t count; fine && j->first < b->split.count; j->first += count) {
        count = count_some(j);
        fine = build_some(j, count) && write_some(j, count, out);
        progress_report(b->progress,
                        (double)(j->triangles_done + 1) / ((double)b->triangle_count + 1));
    }
    b->build_seconds = progress_end(b->progress);
    return fine;
}

static bool write_set(job* j, output* out)
{
    set_build* b = j->all;
    j->some = calloc(SOME_OBJECTS, sizeof *j->some);
    j->models = calloc(b->split.count + 1, sizeof *j->models);
    if (!j->some || !j->models) return say_no_memory();
    j->writer = output_open(out) ? set_writer_begin(out->stream, b->unit, b->is_partial) : NULL;
    if (!j->writer) return false;
    bool fine = write_objects(j, out);
    abut_status status = ABUT_OK;
    split_free(&b->split);
    mesh_free(&b->mesh);
    for (size_t i = 0; fine && status == ABUT_OK && i < b->warnings.count; i++)
        status = set_writer_warning(j->writer, b->warnings.texts[i]);
    b->byte_count = set_writer_size(j->writer);
    if (fine && status == ABUT_OK) {
        status = set_writer_end(j->writer);
        j->writer = NULL;
    }
    if (status != ABUT_OK) return fail(b, NULL, status);
    if (!fine && !ferror(out->stream)) return false;
    if (!fine) errno = j->reason;
    return output_close(out);
}

bool set_build_write(set_build* b, output* out)
{
    job j = {.all = b};
    const bool fine = write_set(&j, out);
    set_writer_drop(j.writer);
    free(j.some);
    free(j.models);
    return fine;
}

void set_build_free(set_build* b)
{
    split_free(&b->split);
    mesh_free(&b->mesh);
    warnings_free(&b->warnings);
}
