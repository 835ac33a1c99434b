// threemf.c - 3MF (core 1.3, production): the archive and its parts. See threemf.h.
#include "mesh/threemf.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

mesh_status threemf_grow(threemf* t, void* array, size_t count, size_t* capacity, size_t size)
{
    if (count < *capacity) return MESH_OK;
    const size_t larger = *capacity + *capacity / 2 + 16;
    if (larger > SIZE_MAX / size) return reader_no_memory(t->r);
    TRY(reader_may_take(t->r, larger * size));
    void* block;
    memcpy(&block, array, sizeof block);
    block = realloc(block, larger * size);
    if (!block) return reader_no_memory(t->r);
    memcpy(array, &block, sizeof block);
    *capacity = larger;
    return MESH_OK;
}

mesh_status threemf_fail_xml(threemf* t)
{
    static const fault_code codes[] = {[XML_SYNTAX] = F042_XML,
                                       [XML_TRUNCATED] = F003_TRUNCATED,
                                       [XML_TOO_LARGE] = F006_TOO_LARGE,
                                       [XML_REFUSED] = F043_XML_REFUSED};
    return reader_fail_whole(t->r, codes[t->xml.fault], t->xml.fault_at, "%s", t->xml.why);
}

static mesh_status fail_zip(threemf* t, zip_status status, const zip_fault* fault)
{
    static const fault_code codes[] = {
        [ZIP_OUT_OF_MEMORY] = S001_OUT_OF_MEMORY, [ZIP_TOO_LARGE] = S004_MEMORY_LIMIT,
        [ZIP_BROKEN] = F049_ZIP_DAMAGED,          [ZIP_TRUNCATED] = F003_TRUNCATED,
        [ZIP_REFUSED] = F050_ZIP_REFUSED,
    };
    if (status == ZIP_OUT_OF_MEMORY) return reader_no_memory(t->r);
    return reader_fail_whole(t->r, codes[status], t->archive.bytes + fault->byte, "%s",
                             fault->text);
}

// ------------------------------------------------------------------------------------------ places

// From now on faults are told by their places in the archive,
static void place_in_archive(threemf* t, const char* at)
{
    reader* r = t->r;
    r->begin = t->archive.bytes;
    r->end = r->begin + t->archive.size;
    r->at = at;
    r->binary = true;
    r->part = NULL;
    r->line_at = NULL;
}

// or by their lines in a part.
static void place_in_part(threemf* t, int part, const char* bytes, size_t size)
{
    const zip_entry* e = &t->archive.entries[part];
    reader* r = t->r;
    t->part_name = zip_name_of(e->name, e->name_length);
    r->begin = r->at = bytes;
    r->end = bytes + size;
    r->binary = false;
    r->part = t->part_name.text;
    r->part_at = e->at < t->archive.size ? e->at : t->archive.size;
    r->line_at = NULL;
    r->due = 0;
}

const char* threemf_place(threemf* t, int part, size_t line)
{
    static const char gone[1] = "";
    place_in_part(t, part, gone, 0);
    t->r->line_at = gone;
    t->r->line = line;
    return gone;
}

static void close_part(threemf* t)
{
    free(t->file.block);
    t->file = (zip_file){0};
}

// Unpack a part; the one before it is let go.
static mesh_status open_part(threemf* t, int part)
{
    zip_fault fault;
    zip_file file;
    const zip_entry* e = &t->archive.entries[part];
    close_part(t);
    place_in_archive(t, t->archive.bytes);
    if (zip_is_ambiguous(&t->archive, e))
        return reader_fail_whole(t->r, F045_PART, t->r->begin, "two files are named \"%s\"",
                                 zip_name_of(e->name, e->name_length).text);
    const zip_status status = zip_unpack(&t->archive, e, &file, &fault);
    if (status != ZIP_OK) return fail_zip(t, status, &fault);
    t->file = file;
    place_in_part(t, part, file.bytes, file.size);
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------- parts

static int find_part(const threemf* t, const char* path, size_t length)
{
    for (; length > 0 && *path == '/'; length--)
        path++;
    const zip_entry* e = zip_find(&t->archive, path, length);
    return e ? (int)(e - t->archive.entries) : THREEMF_NO_PART;
}

mesh_status threemf_meet(threemf* t, const char* path, size_t length, int* part)
{
    *part = find_part(t, path, length);
    if (*part == THREEMF_NO_PART || t->is_met[*part]) return MESH_OK;
    t->is_met[*part] = true;
    t->queue[t->met_count++] = *part;
    t->met_bytes += t->archive.entries[*part].size;
    return MESH_OK;
}

static mesh_status make_queue(threemf* t)
{
    const size_t count = t->archive.entry_count + 1;
    if (count > INT_MAX) return reader_no_memory(t->r);
    TRY(reader_may_take(t->r, count * (sizeof *t->is_met + sizeof *t->queue)));
    t->is_met = calloc(count, sizeof *t->is_met);
    t->queue = malloc(count * sizeof *t->queue);
    return t->is_met && t->queue ? MESH_OK : reader_no_memory(t->r);
}

static bool ends_with(const char* text, size_t length, const char* end)
{
    const size_t end_length = strlen(end);
    return length >= end_length && memcmp(text + length - end_length, end, end_length) == 0;
}

// The part that the relationships of the archive call its model.
static mesh_status find_related(threemf* t, int relationships)
{
    xml_reader* x = &t->xml;
    TRY(open_part(t, relationships));
    xml_begin(x, t->file.bytes, t->file.size, NULL, 0);
    xml_event event = xml_next(x);
    for (; event == XML_OPENED || event == XML_CLOSED; event = xml_next(x)) {
        if (event == XML_CLOSED || !xml_is(x, XML_OTHER_SPACE, "Relationship")) continue;
        const xml_attribute* type = xml_find(x, XML_NO_SPACE, "Type");
        const xml_attribute* target = xml_find(x, XML_NO_SPACE, "Target");
        if (!type || !target || !ends_with(type->value, type->value_length, "/3dmodel")) continue;
        t->root = find_part(t, target->value, target->value_length);
        if (t->root != THREEMF_NO_PART) return MESH_OK;
        const zip_name name = zip_name_of(target->value, target->value_length);
        return reader_fail_whole(t->r, F045_PART, x->where,
                                 "the model \"%s\" is not in the archive", name.text);
    }
    return event == XML_FAILED ? threemf_fail_xml(t) : MESH_OK;
}

// The root: by the relationships, or by the name that it usually has.
static mesh_status find_root(threemf* t)
{
    static const char relationships[] = "_rels/.rels", usual[] = "3D/3dmodel.model";
    t->root = THREEMF_NO_PART;
    const int related = find_part(t, relationships, sizeof relationships - 1);
    if (related != THREEMF_NO_PART) TRY(find_related(t, related));
    if (t->root == THREEMF_NO_PART) t->root = find_part(t, usual, sizeof usual - 1);
    if (t->root != THREEMF_NO_PART) return MESH_OK;
    place_in_archive(t, t->archive.bytes);
    return reader_fail_whole(t->r, F044_NO_3MF, t->r->begin,
                             "this ZIP archive is no 3MF file: it has neither a model in %s nor %s",
                             relationships, usual);
}

mesh_status threemf_open(threemf* t, const char* name, bool* is_there)
{
    const int part = find_part(t, name, strlen(name));
    *is_there = part != THREEMF_NO_PART;
    return *is_there ? open_part(t, part) : MESH_OK;
}

// ---------------------------------------------------------------------------------------- progress

// The reader tells a fraction of the part at hand.
typedef struct share {
    const mesh_progress* to;
    const threemf* t;
    double from;
} share;

static int report_share(void* user, double fraction)
{
    const share* s = user;
    const threemf* t = s->t;
    const double part = (double)t->file.size, all = (double)t->met_bytes + 1;
    const double read = ((double)t->read_bytes + fraction * part) / all;
    return s->to->report(s->to->user, s->from + (1 - s->from) * (read < 1 ? read : 1));
}

// The root comes first, and then what it and others name.
static mesh_status read_models(threemf* t)
{
    reader* r = t->r;
    share s = {r->progress, t, r->progress_from};
    const mesh_progress progress = {report_share, &s}, *outer = r->progress;
    if (outer && outer->report) r->progress = &progress;
    r->progress_from = 0;
    mesh_status status = MESH_OK;
    while (status == MESH_OK && t->read_count < t->met_count) {
        const int part = t->queue[t->read_count++];
        status = open_part(t, part);
        if (status == MESH_OK) status = threemf_read_model(t, part);
        t->read_bytes += t->file.size;
    }
    r->progress = outer;
    r->progress_from = s.from;
    return status;
}

static mesh_status read_archive(threemf* t)
{
    reader* r = t->r;
    zip_fault fault;
    const char* bytes = r->at;
    const size_t size = (size_t)(r->end - r->at);
    const zip_status opened = zip_open(&t->archive, bytes, size, &fault);
    if (opened != ZIP_OK) {
        t->archive.bytes = bytes;
        return fail_zip(t, opened, &fault);
    }
    if (t->archive.end < size)
        TRY(reader_warn(r, F053_BYTES_BEHIND, bytes + t->archive.end,
                        "the archive ends here; zeros follow, %zu bytes, and are ignored",
                        size - t->archive.end));
    TRY(make_queue(t));
    TRY(find_root(t));
    t->is_met[t->root] = true;
    t->queue[t->met_count++] = t->root;
    t->met_bytes = t->archive.entries[t->root].size;
    TRY(read_models(t));
    close_part(t);
    return threemf_build(t);
}

mesh_status threemf_read(reader* r)
{
    r->mesh.format = MESH_3MF;
    r->binary = true;
    TRY(reader_need_all(r));
    threemf* t = calloc(1, sizeof *t);
    if (!t) return reader_no_memory(r);
    t->r = r;
    const char* end = r->end;
    const mesh_status status = read_archive(t);
    place_in_archive(t, end);
    r->end = end;
    close_part(t);
    zip_close(&t->archive);
    free(t->is_met);
    free(t->queue);
    free(t->objects);
    free(t->keys);
    free(t->components);
    free(t->items);
    free(t->texts);
    free(t);
    return status;
}
