// set_load.c - one object of a saved set, for verbs that take one model. 'abut clash' takes sets whole.
#include "models/set.h"
#include "options/nearest.h"
#include "say/say.h"

#include <string.h>

static bool forget(model_file* file)
{
    *file = (model_file){0};
    return false;
}

// Say what a set is, to one who asked for a model.
static void explain(const set_file* s, load_error* error)
{
    load_fail(error, F010_SAVED_ALREADY,
              "is a saved set of %u model%s: 'abut clash' takes it, 'abut info --groups' lists its "
              "objects, and --group NAME takes one of them where there is that option",
              s->model_count, plural(s->model_count));
}

// Say that there is no such object, and which may be meant.
static void explain_missing(const set_file* s, const char* name, load_error* error)
{
    char meant[64];
    nearest near = nearest_begin(name);
    for (size_t i = 0; i < s->object_count; i++)
        if (s->objects[i].name) nearest_offer(&near, s->objects[i].name);
    load_fail(error, F007_NO_GROUP,
              "there is no object '%.200s' in this saved set%s; 'abut info --groups' lists them",
              name, nearest_text(&near, meant));
}

// The one object of a name; NULL with why there is not one.
static const set_object* find(const set_file* s, const char* name, load_error* error)
{
    const set_object* found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < s->object_count; i++) {
        const set_object* o = &s->objects[i];
        if (!o->name || strcmp(o->name, name) != 0) continue;
        if (!count++) found = o;
    }
    if (count == 1) return found;
    if (count)
        load_fail(error, F007_NO_GROUP,
                  "there are %zu objects '%.200s' in this saved set, and one is needed", count,
                  name);
    else
        explain_missing(s, name, error);
    return NULL;
}

// Whether it stands where its model is: a verb for models asks in their own coordinates.
static bool is_at_origin(const abut_pose* pose)
{
    for (int i = 0; i < 9; i++)
        if (pose->rotation[i / 3][i % 3] != (i % 4 == 0)) return false;
    return pose->translation[0] == 0 && pose->translation[1] == 0 && pose->translation[2] == 0 &&
           pose->scale == 1;
}

static bool open_object(model_file* file, const set_file* s, const char* group, load_error* error)
{
    if (!group) {
        explain(s, error);
        return false;
    }
    const set_object* object = find(s, group, error);
    if (!object) return false;
    if (!is_at_origin(&object->pose)) {
        load_fail(
            error, O027_FOR_MODELS,
            "the object '%.200s' of this saved set stands in a pose: 'abut clash' takes it there",
            group);
        return false;
    }
    abut_status status = set_model_open(s, object->model, &file->model);
    if (status == ABUT_OK) status = abut_model_describe(file->model, &file->info);
    if (status != ABUT_OK)
        load_fail(error, fault_code_of_status(status), "%s", abut_status_text(status));
    return status == ABUT_OK;
}

bool set_load(model_file* file, const char* path, const load_options* options, load_error* error)
{
    set_file s;
    *file = (model_file){.path = path, .group = options->group};
    const double started = progress_clock();
    if (!set_open(&s, path, error)) return forget(file);
    if (options->drop_bad) {
        set_close(&s);
        load_fail(error, O027_FOR_MODELS,
                  "a saved set has no faults: --drop-bad is for 'abut build'");
        return forget(file);
    }
    if (!open_object(file, &s, options->group, error)) {
        set_close(&s);
        return forget(file);
    }
    file->image = s.bytes;  // the file is unmapped with the model
    file->image_size = s.size;
    s.path = NULL;
    set_close(&s);
    file->read_seconds = progress_clock() - started;
    return true;
}
