// spill.c - a source whose objects do not stay in memory: it is read, its models are built some at a time and saved as a set, which is
// mapped then.
#include "clash/cells.h"
#include "models/set.h"
#include "output/output.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 256 };  // models

static bool tell(const clash_result* r, size_t source, abut_status status)
{
    if (status != ABUT_OK)
        say("%s: %s", path_name(r->sources[source].path), abut_status_text(status));
    return status == ABUT_OK;
}

// Write the models of some objects that follow each other, and list these.
static bool write_some(clash_result* r, size_t first, size_t count, set_writer* w, uint32_t* images)
{
    const size_t begin = r->objects[first].source->first_object;
    abut_status status = ABUT_OK;
    for (size_t i = first; i < first + count && status == ABUT_OK; i++) {
        clash_object* object = &r->objects[i];
        const uint64_t source[2] = {0, 0};
        uint32_t* image = &images[i - begin];
        if (object->is_lent)
            *image = images[object->lender - begin];
        else
            status = set_writer_model(w, object->model, source, image);
        set_object entry = {.name = object->group,
                            .id = object->id,
                            .pose = object->pose,
                            .triangle_count = object->triangle_count,
                            .model = *image};
        memcpy(entry.low, object->low, sizeof entry.low);
        memcpy(entry.high, object->high, sizeof entry.high);
        if (status == ABUT_OK) status = set_writer_object(w, &entry);
    }
    return tell(r, (size_t)(r->objects[first].source - r->sources), status);
}

// Those that lend their models are left out: they were written before, or are asked for themselves.
static bool begin_some(clash_result* r, size_t first, size_t count)
{
    clash_cells* c = &r->cells;
    free(c->objects);
    c->objects = malloc((count + 1) * sizeof *c->objects);
    c->object_count = 0;
    if (!c->objects) return say_no_memory();
    for (size_t i = first; i < first + count; i++)
        if (!r->objects[i].is_lent) c->objects[c->object_count++] = (uint32_t)i;
    return true;
}

static bool write_objects(clash_result* r, const clash_source* s, set_writer* w, progress* p)
{
    uint32_t* images = calloc(s->object_count + 1, sizeof *images);
    const bool keeps = r->keeps_models;
    bool fine = images || say_no_memory();
    r->keeps_models = false;
    for (size_t i = 0, count; fine && i < s->object_count; i += count) {
        count = s->object_count - i < AT_ONCE ? s->object_count - i : AT_ONCE;
        const size_t first = s->first_object + i;
        fine = begin_some(r, first, count) && clash_models_make(r, p) &&
               write_some(r, first, count, w, images);
        clash_models_let_go(r);
        for (size_t k = first; k < first + count; k++)
            clash_object_drop(&r->objects[k]);
    }
    r->keeps_models = keeps;
    free(r->cells.objects);
    r->cells.objects = NULL;
    r->cells.object_count = 0;
    free(images);
    return fine;
}

// Forget the objects of the last source that was read: they are read again, of the set.
static void forget_objects(clash_result* r, const clash_source* s)
{
    while (r->object_count > s->first_object) {
        clash_object* object = &r->objects[--r->object_count];
        r->triangle_count -= object->triangle_count;
        clash_object_drop(object);
        free(object->group);
        free(object->id);
    }
}

static bool write_set(clash_result* r, size_t source, size_t first_warning, FILE* out, progress* p)
{
    const clash_source* s = &r->sources[source];
    set_writer* w = set_writer_begin(out, s->unit, s->is_partial);
    abut_status status = ABUT_OK;
    if (!w) return false;
    const bool fine = write_objects(r, s, w, p);
    for (size_t i = first_warning; fine && i < r->warnings.count && status == ABUT_OK; i++)
        status = set_writer_warning(w, r->warnings.texts[i]);
    if (!fine || status != ABUT_OK) {
        set_writer_drop(w);
        return fine && tell(r, source, status);
    }
    return tell(r, source, set_writer_end(w));
}

bool clash_spill(clash_result* r, size_t source, const char* path, bool is_kept, progress* p)
{
    clash_source* s = &r->sources[source];
    const size_t first_warning = r->warnings.count;
    output out;
    const bool fine = output_prepare(&out, path, NULL, 0) && clash_read_source(r, source, p) &&
                      output_open(&out) && write_set(r, source, first_warning, out.stream, p) &&
                      output_close(&out);
    output_discard(&out);
    forget_objects(r, s);
    // The set tells them again.
    while (r->warnings.count > first_warning)
        free(r->warnings.texts[--r->warnings.count]);
    s->saved_as = fine ? say_text("%s", path) : NULL;
    s->is_spilled = fine && !is_kept;
    return fine && (s->saved_as || say_no_memory());
}
