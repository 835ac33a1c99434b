// objects.c - from files to a list of objects: whole files, what their groups of one kind are, or what a saved set has. No model is
// made here, but those of saved files, whose list is in them.
#include "clash/cells.h"
#include "clash/sources/sources.h"
#include "file/new.h"
#include "models/saved.h"
#include "models/split.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

const char* clash_name(const clash_object* object)
{
    return object->group ? object->group : path_name(object->path);
}

// Returns NULL, after telling so, if there is no memory.
static clash_object* add_object(clash_result* r, const clash_object* object)
{
    if (r->object_count == r->object_capacity) {
        const size_t capacity = r->object_capacity ? 2 * r->object_capacity : 64;
        clash_object* objects = realloc(r->objects, capacity * sizeof *objects);
        if (!objects) {
            say_no_memory();
            return NULL;
        }
        r->objects = objects;
        r->object_capacity = capacity;
    }
    clash_object* added = &r->objects[r->object_count];
    *added = *object;
    added->place = r->object_count++ - object->source->first_object;
    r->triangle_count += added->triangle_count;
    return added;
}

// Warn of a file without triangles.
static bool look_for_triangles(clash_result* r, const clash_object* like, size_t count)
{
    r->is_empty |= count == 0;
    r->sources[like->source - r->sources].is_empty = count == 0;
    return count || warnings_add_empty(&r->warnings, path_name(like->path), NULL);
}

// --------------------------------------------------------------------------------------- saved files

static bool refuse_options_of_meshes(const clash_result* r, const char* path, bool is_set)
{
    const clash_options* o = r->options;
    if (o->drop_bad || (o->groups && !is_set)) {
        say(O027_FOR_MODELS, "%s: a saved %s has neither %sfaults: --%s is for other files", path,
            is_set ? "set" : "model", is_set ? "" : "groups nor ",
            o->drop_bad ? "drop-bad" : "groups");
        return false;
    }
    return true;
}

static bool add_saved(clash_result* r, const clash_object* like)
{
    load_error error;
    clash_object object = *like;
    if (!refuse_options_of_meshes(r, like->path, false)) return false;
    object.saved = malloc(sizeof *object.saved);
    if (!object.saved) return say_no_memory();
    if (!saved_load(object.saved, like->path, &error)) {
        say(error.code, "%s: %s", like->path, error.text);
        free(object.saved);
        return false;
    }
    object.model = object.saved->model;
    object.triangle_count = object.saved->info.triangle_count;
    model_file_box(object.saved, object.low, object.high);
    r->read_seconds += object.saved->read_seconds;
    if (look_for_triangles(r, like, object.triangle_count) && add_object(r, &object)) return true;
    model_file_free(object.saved);
    free(object.saved);
    return false;
}

// The objects of a set that share an image share a model: the first one lends it.
static bool add_set_objects(clash_result* r, const clash_object* like, const set_file* set)
{
    size_t* first = calloc((size_t)set->model_count + 1, sizeof *first);  // object + 1
    bool fine = first || say_no_memory();
    size_t total = 0;
    for (size_t i = 0; fine && i < set->object_count; i++) {
        const set_object* from = &set->objects[i];
        clash_object object = *like;
        object.pose = from->pose;
        object.triangle_count = (size_t)from->triangle_count;
        object.image = from->model;
        object.is_lent = first[from->model] > 0;
        object.lender = object.is_lent ? first[from->model] - 1 : 0;
        memcpy(object.low, from->low, sizeof object.low);
        memcpy(object.high, from->high, sizeof object.high);
        if (!object.is_lent) first[from->model] = r->object_count + 1;
        total += object.triangle_count;
        if (from->name && !(object.group = say_text("%s", from->name))) fine = say_no_memory();
        if (from->id && !(object.id = say_text("%s", from->id))) fine = say_no_memory();
        if (fine && add_object(r, &object)) continue;
        free(object.group);
        free(object.id);
        fine = false;
    }
    free(first);
    return fine && look_for_triangles(r, like, total);
}

// Map the set of a source.
static bool open_set(clash_source* source)
{
    const char* path = source->saved_as ? source->saved_as : source->path;
    load_error error;
    set_file* set = calloc(1, sizeof *set);
    const bool fine = set ? set_open(set, path, &error) : say_no_memory();
    if (set && !fine) say(error.code, "%s: %s", path_name(path), error.text);
    if (source->is_spilled) {  // mapped, it needs no name
        remove(path);
        new_file_end(path);
    }
    if (fine)
        source->set = set;
    else
        free(set);
    return fine;
}

static bool add_set(clash_result* r, clash_source* source, const clash_object* like)
{
    const double started = progress_clock();
    if (!source->saved_as && !refuse_options_of_meshes(r, like->path, true)) return false;
    source->has_groups |= !source->saved_as;
    if (!open_set(source)) return false;
    for (size_t i = 0; i < source->set->warning_count; i++)
        if (!warnings_take(&r->warnings, say_text("%s", source->set->warnings[i]))) return false;
    r->read_seconds += progress_clock() - started;
    source->is_partial = source->set->is_partial;
    const bool fine =
        clash_source_take_unit(source, source->set->unit) && add_set_objects(r, like, source->set);
    set_forget_objects(source->set);
    return fine;
}

// -------------------------------------------------------------------------------------------- meshes

// Whether the groups of a file are the objects. A building as one object clashes with nothing.
static bool is_split(const clash_result* r, const clash_source* source)
{
    return r->options->groups || source->converted;
}

static mesh* take_mesh(mesh* m)
{
    mesh* out = malloc(sizeof *out);
    if (!out) {
        say_no_memory();
        return NULL;
    }
    *out = *m;
    *m = (mesh){0};
    return out;
}

static bool add_whole(clash_result* r, mesh* m, const clash_object* like)
{
    clash_object object = *like;
    object.triangle_count = m->triangle_count;
    split_box(m, object.low, object.high);
    object.part = take_mesh(m);
    if (!object.part) return false;
    if (add_object(r, &object)) return true;
    mesh_free(object.part);
    free(object.part);
    return false;
}

static bool take_texts(clash_object* object, const split_object* from)
{
    if (from->name && !(object->group = say_text("%s", from->name))) return say_no_memory();
    if (from->id && !(object->id = say_text("%s", from->id))) return say_no_memory();
    return true;
}

static bool take_split(clash_result* r, split* s, const clash_object* like)
{
    const size_t first = r->object_count;
    for (size_t i = 0; i < s->count; i++) {
        const split_object* from = &s->objects[i];
        clash_object object = *like;
        mesh own;
        object.pose = split_pose(from);
        object.triangle_count = from->triangle_count;
        object.is_lent = from->is_lent;
        object.lender = first + from->lender;
        if (from->is_lent) {
            memcpy(object.low, r->objects[object.lender].low, sizeof object.low);
            memcpy(object.high, r->objects[object.lender].high, sizeof object.high);
        } else {
            if (!split_part(s, i, &own)) return false;
            split_box(&own, object.low, object.high);
            object.part = take_mesh(&own);
            mesh_free(&own);
            if (!object.part) return false;
        }
        if (take_texts(&object, from) && add_object(r, &object)) continue;
        clash_object_drop(&object);
        free(object.group);
        free(object.id);
        return false;
    }
    return true;
}

static bool add_mesh(clash_result* r, mesh* m, const clash_object* like)
{
    split s = {0};
    if (!warnings_add_mesh(&r->warnings, m, path_name(like->path)) ||
        !look_for_triangles(r, like, m->triangle_count))
        return false;
    if (!is_split(r, like->source)) return add_whole(r, m, like);
    const bool fine = split_mesh(&s, m, like->path, &r->warnings) && take_split(r, &s, like);
    split_free(&s);
    return fine;
}

load_options clash_load_options(const clash_result* r, const clash_source* source)
{
    const clash_options* o = r->options;
    return (load_options){
        .format = source->converted
                      ? MESH_OBJ
                      : format_for_path(source->path, o->paths, o->path_count, o->format),
        .drop_bad = o->drop_bad,
        .keep_places = is_split(r, source),
    };
}

static bool read_mesh(clash_result* r, clash_source* source, const clash_object* like, progress* p)
{
    const load_options how = clash_load_options(r, source);
    mesh m;
    load_error error;
    double seconds;
    if (!mesh_load(&m, source->converted ? source->converted : like->path, &how, p, &seconds,
                   &error)) {
        say(error.code, "%s: %s", path_name(like->path), error.text);
        return false;
    }
    r->read_seconds += seconds;
    source->is_partial = m.dropped_count > 0;
    const bool fine = clash_source_take_unit(source, m.unit) && add_mesh(r, &m, like);
    mesh_free(&m);
    return fine;
}

// --------------------------------------------------------------------------------------------- files

bool clash_read_source(clash_result* r, size_t i, progress* p)
{
    clash_source* source = &r->sources[i];
    const clash_object like = {.source = source,
                               .path = source->path,
                               .table_row = SIZE_MAX,
                               .pose = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1},
                               .is_against = source->is_against};
    source->first_object = r->object_count;
    const bool fine = source->saved_as || set_is(source->path) ? add_set(r, source, &like)
                      : saved_is(source->path)                 ? add_saved(r, &like)
                                                               : read_mesh(r, source, &like, p);
    source->object_count = r->object_count - source->first_object;
    return fine;
}

// Warn where no pair is left to check. Groups without triangles are nothing odd: many programs write some.
bool clash_find_pairs(clash_result* r)
{
    size_t sets[2] = {0};
    for (size_t i = 0; i < r->object_count; i++)
        sets[r->objects[i].is_against] += r->objects[i].triangle_count > 0;
    if (r->is_empty || (r->options->against_count ? sets[0] && sets[1] : sets[0] > 1)) return true;
    r->is_empty = true;
    const size_t count = sets[0] + sets[1];
    return warnings_add(&r->warnings, C013_NO_PAIR,
                        "%zu object%s with triangles: there is no pair to check", count,
                        plural(count));
}

bool clash_list(clash_result* r, progress* p)
{
    const bool is_shard = shard_is_given(&r->options->shard);
    if (!clash_sources_open(r, p)) return false;
    if ((is_shard || r->options->memory || r->before_read) && !clash_models_foresee(r))
        return false;
    if (r->before_read && !r->before_read(r->before_user, r, p)) return false;
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_source* source = &r->sources[i];
        if (source->is_missing || !source->is_read) continue;
        if (!clash_memory_spill(r, i, p) || !clash_read_source(r, i, p)) return false;
    }
    if (is_shard || !r->keeps_models) clash_listings_hash(r);
    // A shard need not know all objects: "abut merge" does.
    return clash_units_match(r) && clash_models_match(r) && (is_shard || clash_find_pairs(r));
}

// What was read of an object; not what it is called.
void clash_object_drop(clash_object* object)
{
    if (object->saved) model_file_free(object->saved);
    if (object->part) mesh_free(object->part);
    free(object->saved);
    free(object->part);
    object->saved = NULL;
    object->part = NULL;
}

static void free_objects(clash_result* r)
{
    for (size_t i = 0; i < r->object_count; i++) {
        clash_object* object = &r->objects[i];
        if (!object->saved && !object->is_lent) abut_model_free(object->model);
        clash_object_drop(object);
        free(object->group);
        free(object->id);
    }
    free(r->objects);
}

void clash_result_free(clash_result* r)
{
    clash_review_free(r);
    clash_cells_free(&r->cells);
    free_objects(r);
    clash_sources_close(r);
    warnings_free(&r->warnings);
    warnings_free(&r->late_warnings);
    free(r->ignored);
}
