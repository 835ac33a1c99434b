// models.c - the models of the objects that are asked about now: built of triangles, or opened in a saved set, side by side; and let
// go again.
#include "clash/cells.h"
#include "models/saved.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// One saved model, or the models of one set, and what it was built with.
static bool match(clash_result* r, const char* path, abut_method method,
                  const abut_tree_build* built)
{
    const abut_method wanted = r->options->build.build.method;
    abut_build* build = &r->build;
    if (build->method != ABUT_METHOD_AUTO && build->method != method) {
        say(O023_METHOD_DIFFERS,
            "%s was saved with the method %s, not %s: build it anew, or leave out --method", path,
            abut_method_name(method),
            abut_method_name(wanted == ABUT_METHOD_AUTO ? build->method : wanted));
        return false;
    }
    if (r->options->clearance.is_given && !measure_method_fits(method)) return false;
    build->method = method;
    if (built && !r->tree.real) r->tree.real = built->real;
    if (built && !r->tree.orientation) r->tree.orientation = built->orientation;
    return true;
}

static void begin(clash_result* r)
{
    r->build = r->options->build.build;
    r->tree = r->options->build.tree;
    r->knows_build = true;
}

// Match a source by its file. *found: it has models.
static bool foresee(clash_result* r, const char* path, bool* found)
{
    load_error error;
    set_file set = {0};
    model_file file = {0};
    const bool is_set = set_is(path);
    if (!(is_set ? set_open(&set, path, &error) : saved_load(&file, path, &error))) {
        say(error.code, "%s: %s", path_name(path), error.text);
        return false;
    }
    *found = !is_set || set.model_count;
    const bool fine = !*found || match(r, path, is_set ? set.build.method : file.info.method,
                                       is_set ? set.build.tree : file.info.build.tree);
    set_close(&set);
    model_file_free(&file);
    return fine;
}

bool clash_models_foresee(clash_result* r)
{
    bool found = false, fine = true, builds = false;
    for (size_t i = 0; i < r->source_count; i++)
        builds |= !r->sources[i].is_missing && !model_is_saved(r->sources[i].path);
    begin(r);
    for (size_t i = 0; builds && fine && !found && i < r->source_count; i++)
        if (!r->sources[i].is_missing && model_is_saved(r->sources[i].path))
            fine = foresee(r, r->sources[i].path, &found);
    return fine;
}

bool clash_models_match(clash_result* r)
{
    if (!r->knows_build) begin(r);
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_source* source = &r->sources[i];
        const size_t first = source->first_object;
        const model_file* saved = source->object_count ? r->objects[first].saved : NULL;
        if (saved && !match(r, saved->path, saved->info.method, saved->info.build.tree))
            return false;
        if (source->set && source->set->model_count && !source->saved_as &&
            !match(r, source->path, source->set->build.method, source->set->build.tree))
            return false;
    }
    return true;
}

// -------------------------------------------------------------------------------------------- making

typedef struct maker {
    clash_result* result;
    abut_build build;
    abut_status* statuses;  // of each model that is made
} maker;

static abut_status make(const maker* m, clash_object* object)
{
    if (object->source->set)
        return set_model_open(object->source->set, object->image, &object->model);
    const abut_soup soup = soup_of_mesh(object->part);
    const abut_status status = abut_model_build(&object->model, &soup, &m->build);
    if (m->result->keeps_models) clash_object_drop(object);
    return status;
}

// Many objects are made side by side, each by one worker.
static void make_one(void* context, size_t index, int worker)
{
    const maker* const m = context;
    (void)worker;
    m->statuses[index] = make(m, &m->result->objects[m->result->cells.made[index]]);
}

static size_t owner_of(const clash_result* r, size_t object)
{
    return r->objects[object].is_lent ? r->objects[object].lender : object;
}

static int compare(const void* x, const void* y)
{
    const uint32_t a = *(const uint32_t*)x, b = *(const uint32_t*)y;
    return (a > b) - (a < b);
}

// List the objects whose models are missing, each once.
static bool list_missing(clash_result* r)
{
    clash_cells* c = &r->cells;
    size_t count = 0;
    c->made = malloc((c->object_count + 1) * sizeof *c->made);
    if (!c->made) return say_no_memory();
    for (size_t i = 0; i < c->object_count; i++) {
        const size_t owner = owner_of(r, c->objects[i]);
        if (!r->objects[owner].model) c->made[count++] = (uint32_t)owner;
    }
    qsort(c->made, count, sizeof *c->made, compare);
    for (size_t i = 0; i < count; i++)
        if (!i || c->made[i] != c->made[i - 1]) c->made[c->made_count++] = c->made[i];
    return true;
}

static bool tell_failures(const clash_result* r, const abut_status* statuses)
{
    for (size_t i = 0; i < r->cells.made_count; i++)
        if (statuses[i] != ABUT_OK) {
            const clash_object* object = &r->objects[r->cells.made[i]];
            if (object->source->set)
                say(fault_code_of_status(statuses[i]), "%s: %s: %s", path_name(object->path),
                    clash_name(object), abut_status_text(statuses[i]));
            else
                say_status(clash_name(object), statuses[i]);
            return false;
        }
    return true;
}

// The bytes of what is there now, for the largest piece of all.
static void add_bytes(clash_result* r)
{
    clash_cells* c = &r->cells;
    for (size_t i = 0; i < c->made_count; i++) {
        abut_model_info info = {0};
        if (abut_model_describe(r->objects[c->made[i]].model, &info) == ABUT_OK)
            c->bytes += info.mesh_bytes + info.tree_bytes;
    }
    if (c->bytes > c->bytes_most) c->bytes_most = c->bytes;
}

bool clash_models_make(clash_result* r, progress* p)
{
    clash_cells* c = &r->cells;
    if (!list_missing(r)) return false;
    maker m = {.result = r, .build = r->build};
    m.build.tree = &r->tree;
    m.statuses = calloc(c->made_count + 1, sizeof *m.statuses);
    bool fine = m.statuses || say_no_memory();
    const bool side_by_side = c->made_count >= 4 * (size_t)r->host->workers;
    if (c->made_count) progress_begin(p, "building", "trees");
    if (fine && side_by_side) {
        r->host->run(r->host->user, c->made_count, make_one, &m);
    } else if (fine) {
        m.build.host = r->host;
        for (size_t i = 0; i < c->made_count; i++)
            make_one(&m, i, 0);
    }
    if (c->made_count) r->build_seconds += progress_end(p);
    fine = fine && tell_failures(r, m.statuses);
    free(m.statuses);
    for (size_t i = 0; fine && i < c->object_count; i++)
        r->objects[c->objects[i]].model = r->objects[owner_of(r, c->objects[i])].model;
    if (fine) add_bytes(r);
    return fine;
}

void clash_models_let_go(clash_result* r)
{
    clash_cells* c = &r->cells;
    for (size_t i = 0; !r->keeps_models && i < c->object_count; i++)
        if (r->objects[c->objects[i]].is_lent) r->objects[c->objects[i]].model = NULL;
    for (size_t i = 0; !r->keeps_models && i < c->made_count; i++) {
        clash_object* object = &r->objects[c->made[i]];
        abut_model_free(object->model);
        object->model = NULL;
        if (object->source->set) set_model_let_go(object->source->set, object->image);
    }
    if (!r->keeps_models) c->bytes = 0;
    free(c->made);
    c->made = NULL;
    c->made_count = 0;
}
