// part_read.c - puts together what parts of a clash say of sources and objects. A part is trusted in nothing: what cannot be is told as damage,
// and so is what two parts say differently.
#include "clash/part_read.h"

#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ inputs

bool clash_merge_inputs(clash_merger* m)
{
    clash_inputs now;
    if (!clash_inputs_read(&now, m->result->options)) return false;
    for (size_t i = 0; i < m->list->count; i++) {
        part_reader k = part_section_of(&m->list->parts[i], PART_INPUTS);
        for (size_t f = 0; f < CLASH_INPUTS; f++) {
            const uint64_t size = part_get_u64(&k), first = part_get_u64(&k),
                           second = part_get_u64(&k);
            if (k.failed ||
                (size == now.sizes[f] && first == now.hashes[f][0] && second == now.hashes[f][1]))
                continue;
            k.failed = !now.paths[f];
            if (k.failed) continue;
            say(C026_SOURCE_CHANGED, "%s is not what it was when %s was made", now.paths[f],
                k.part->path);
            return false;
        }
        if (!part_is_read(&k, PART_INPUTS)) return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- sources

// What a part says of a source; its texts live in the part.
typedef struct source_facts {
    uint32_t flags;
    uint64_t modified, hash[2], listed[2], object_count;
    double own_unit, rounding;
    const char* converter;
    size_t column_count;
    part_reader columns;  // where they begin
} source_facts;

static source_facts get_source(part_reader* k)
{
    source_facts f = {.flags = part_get_u32(k)};
    const bool is_read = f.flags & SOURCE_IS_READ;
    k->failed |= is_read == ((f.flags & SOURCE_IS_MISSING) != 0);
    if (!is_read) return f;
    f.modified = part_get_u64(k);
    f.hash[0] = part_get_u64(k);
    f.hash[1] = part_get_u64(k);
    f.listed[0] = part_get_u64(k);
    f.listed[1] = part_get_u64(k);
    f.own_unit = part_get_f64(k);
    f.rounding = part_get_f64(k);
    f.converter = part_get_text(k);
    f.object_count = part_get_u64(k);
    f.column_count = part_get_count(k, 8);
    f.columns = *k;
    for (size_t i = 0; i < f.column_count; i++)
        k->failed |= !part_get_text(k);
    return f;
}

static bool same_text(const char* a, const char* b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_source(const clash_source* s, const source_facts* f)
{
    part_reader k = f->columns;
    bool same = s->is_read == ((f->flags & SOURCE_IS_READ) != 0) &&
                s->is_missing == ((f->flags & SOURCE_IS_MISSING) != 0) &&
                s->is_partial == ((f->flags & SOURCE_IS_PARTIAL) != 0) &&
                s->is_empty == ((f->flags & SOURCE_IS_EMPTY) != 0) &&
                s->has_groups == ((f->flags & SOURCE_HAS_GROUPS) != 0);
    if (!same || s->is_missing) return same;
    same = memcmp(s->hash, f->hash, sizeof f->hash) == 0 &&
           memcmp(s->listed, f->listed, sizeof f->listed) == 0 &&
           memcmp(&s->own_unit, &f->own_unit, sizeof f->own_unit) == 0 &&
           memcmp(&s->table.rounding, &f->rounding, sizeof f->rounding) == 0 &&
           same_text(s->table.converter, f->converter) && s->object_count == f->object_count &&
           s->table.column_count == f->column_count;
    for (size_t i = 0; same && i < f->column_count; i++)
        same = same_text(s->table.columns[i], part_get_text(&k));
    return same;
}

static bool take_source(clash_source* s, const source_facts* f)
{
    part_reader k = f->columns;
    s->is_read = f->flags & SOURCE_IS_READ;
    s->is_missing = f->flags & SOURCE_IS_MISSING;
    s->is_partial = f->flags & SOURCE_IS_PARTIAL;
    s->is_empty = f->flags & SOURCE_IS_EMPTY;
    s->has_groups = f->flags & SOURCE_HAS_GROUPS;
    if (s->is_missing) return true;
    memcpy(s->hash, f->hash, sizeof s->hash);
    memcpy(s->listed, f->listed, sizeof s->listed);
    s->unit = s->own_unit = f->own_unit;
    s->object_count = (size_t)f->object_count;
    s->table.rounding = f->rounding;
    s->table.converter = f->converter;
    s->table.column_count = f->column_count;
    if (!f->column_count) return true;
    s->table.columns = calloc(f->column_count, sizeof *s->table.columns);
    for (size_t i = 0; s->table.columns && i < f->column_count; i++)
        s->table.columns[i] = part_get_text(&k);
    return s->table.columns || say_no_memory();
}

static bool merge_sources_of(clash_merger* m, const part* p)
{
    clash_result* r = m->result;
    part_reader k = part_section_of(p, PART_SOURCES);
    part_get_f64(&k);  // the unit: clash_merge_units
    const size_t count = part_get_count(&k, 8);
    for (size_t i = 0; i < count && !k.failed; i++) {
        const uint32_t at = part_get_u32(&k);
        const source_facts facts = get_source(&k);
        k.failed |= at >= r->source_count;
        if (k.failed) break;
        clash_source* s = &r->sources[at];
        if (m->told_by[at] && !same_source(s, &facts)) {
            say(C023_PART_JOB, "%s was another one when %s was made than for %s", s->path,
                m->told_by[at]->path, p->path);
            return false;
        }
        if (facts.flags & SOURCE_IS_READ && (int64_t)facts.modified > s->modified)
            s->modified = (int64_t)facts.modified;
        if (!m->told_by[at] && !take_source(s, &facts)) return false;
        if (!m->told_by[at]) m->told_by[at] = p;
    }
    return part_is_read(&k, PART_SOURCES);
}

bool clash_merge_sources(clash_merger* m)
{
    clash_result* r = m->result;
    const clash_options* o = r->options;
    r->sources = calloc(o->path_count + 1, sizeof *r->sources);
    m->told_by = calloc(o->path_count + 1, sizeof(part*));
    if (!r->sources || !m->told_by) return say_no_memory();
    r->source_count = o->path_count;
    for (size_t i = 0; i < r->source_count; i++)
        r->sources[i] = (clash_source){.path = o->paths[i],
                                       .modified = -1,
                                       .is_against = i >= o->path_count - o->against_count};
    for (size_t i = 0; i < m->list->count; i++)
        if (!merge_sources_of(m, &m->list->parts[i])) return false;
    for (size_t i = 0; i < r->source_count; i++) {
        if (!m->told_by[i]) {
            say(C021_PART_DAMAGED, "no part has anything of %s: they are damaged, or of other jobs",
                r->sources[i].path);
            return false;
        }
        r->is_empty |= r->sources[i].is_empty;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- objects

enum { OBJECT_BYTES_LEAST = 40 };  // its place, two texts, triangles, flags

// All objects of one source follow each other, in the order of the sources. So many are in the parts that no count is larger than what is there.
static bool make_room(clash_merger* m)
{
    clash_result* r = m->result;
    size_t listed = 0, count = 0;
    for (size_t i = 0; i < m->list->count; i++) {
        part_reader k = part_section_of(&m->list->parts[i], PART_OBJECTS);
        listed += part_get_count(&k, OBJECT_BYTES_LEAST);
    }
    for (size_t i = 0; i < r->source_count; i++) {
        clash_source* s = &r->sources[i];
        s->first_object = count;
        if (s->object_count > listed - count) {
            say(C021_PART_DAMAGED,
                "the parts lack objects of %s: they are damaged, or of other jobs", s->path);
            return false;
        }
        count += s->object_count;
    }
    r->objects = calloc(count + 1, sizeof *r->objects);
    r->review.boxes = calloc(count + 1, sizeof *r->review.boxes);
    m->has = calloc(count + 1, sizeof *m->has);
    r->object_count = r->object_capacity = count;
    if (!r->objects) r->object_count = 0;
    return (r->objects && r->review.boxes && m->has) || say_no_memory();
}

// The number that an object has among all; failed: it is none.
uint32_t clash_merge_place(const clash_merger* m, part_reader* k)
{
    const clash_result* r = m->result;
    const uint32_t source = part_get_u32(k);
    const uint64_t place = part_get_u64(k);
    k->failed |= source >= r->source_count || place >= r->sources[source].object_count;
    return k->failed ? 0 : (uint32_t)(r->sources[source].first_object + place);
}

static bool keep_text(char** out, const char* text)
{
    if (!text) return true;
    *out = say_text("%s", text);
    return *out || say_no_memory();
}

// Add a row to a table, whose cells come. Returns NULL after telling that there is no memory.
static const char** new_row(clash_table* t)
{
    const size_t count = t->row_count;
    if (!(count & (count - 1))) {  // 0 and powers of two are full
        const size_t room = (count ? 2 * count : 1) * t->column_count;
        const char** cells = realloc(t->cells, room * sizeof *cells);
        if (!cells) {
            say_no_memory();
            return NULL;
        }
        t->cells = cells;
    }
    t->row_count++;
    return t->cells + count * t->column_count;
}

// Read what is known of an object by the table of its source, whose rows come in any order.
static bool get_cells(const clash_merger* m, part_reader* k, clash_object* o)
{
    clash_table* t = &m->result->sources[o->source - m->result->sources].table;
    k->failed |= !t->column_count;
    if (k->failed) return true;
    o->table_row = t->row_count;
    const char** cells = new_row(t);
    for (size_t i = 0; cells && i < t->column_count; i++) {
        cells[i] = part_get_text(k);
        k->failed |= !cells[i];
    }
    return cells;
}

// Read an object behind its place.
static bool get_object(clash_merger* m, part_reader* k, uint32_t at)
{
    clash_result* r = m->result;
    clash_object* o = &r->objects[at];
    const char *group = part_get_text(k), *id = part_get_text(k);
    o->triangle_count = (size_t)part_get_u64(k);
    r->triangle_count += o->triangle_count;
    const uint32_t flags = part_get_u32(k);
    o->has_box = flags & OBJECT_HAS_BOX;
    o->has_geometry = flags & OBJECT_HAS_GEOMETRY;
    if (o->has_box) {
        part_get_f64s(k, r->review.boxes[at].low, 3);
        part_get_f64s(k, r->review.boxes[at].high, 3);
    }
    if (o->has_geometry) {
        o->geometry[0] = part_get_u64(k);
        o->geometry[1] = part_get_u64(k);
    }
    // A review writes both, and compares them.
    k->failed |= r->options->is_review && !(o->has_box && o->has_geometry);
    if (flags & OBJECT_HAS_CELLS && !get_cells(m, k, o)) return false;
    return k->failed || (keep_text(&o->group, group) && keep_text(&o->id, id));
}

static bool merge_objects_of(clash_merger* m, const part* p)
{
    clash_result* r = m->result;
    part_reader k = part_section_of(p, PART_OBJECTS);
    const size_t count = part_get_count(&k, OBJECT_BYTES_LEAST);
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = clash_merge_place(m, &k);
        if (k.failed) break;
        clash_object* o = &r->objects[at];
        if (m->has[at]) {
            say(C021_PART_DAMAGED,
                "%s: object %zu of %s is in another part, too: it is damaged, or of another job",
                p->path, o->place, o->path);
            return false;
        }
        m->has[at] = true;
        if (!get_object(m, &k, at)) return false;
    }
    return part_is_read(&k, PART_OBJECTS);
}

bool clash_merge_objects(clash_merger* m)
{
    clash_result* r = m->result;
    if (!make_room(m)) return false;
    for (size_t i = 0; i < r->source_count; i++)
        for (size_t k = 0; k < r->sources[i].object_count; k++)
            r->objects[r->sources[i].first_object + k] =
                (clash_object){.source = &r->sources[i],
                               .path = r->sources[i].path,
                               .is_against = r->sources[i].is_against,
                               .table_row = SIZE_MAX,
                               .place = k};
    for (size_t i = 0; i < m->list->count; i++)
        if (!merge_objects_of(m, &m->list->parts[i])) return false;
    for (size_t i = 0; i < r->object_count; i++)
        if (!m->has[i]) {
            say(C021_PART_DAMAGED,
                "the parts lack object %zu of %s: they are damaged, or of other jobs",
                r->objects[i].place, r->objects[i].path);
            return false;
        }
    return true;
}

bool clash_merge_units(clash_merger* m)
{
    const double unit = clash_unit(m->result);
    if (!m->result->options->is_review || !clash_rules_use_unit(m->result->review.rules))
        return true;
    for (size_t i = 0; i < m->list->count; i++) {
        part_reader k = part_section_of(&m->list->parts[i], PART_SOURCES);
        part_reader sums = part_section_of(&m->list->parts[i], PART_SUMS);
        const double taken = part_get_f64(&k);
        const bool has_asked = part_get_u32(&sums) & SUMS_SAY_BAND;
        if (has_asked && (taken < unit || unit < taken)) {
            say(C023_PART_JOB,
                "%s was made without the files that say the unit, which the rules need: --unit "
                "says it to all shards",
                k.part->path);
            return false;
        }
    }
    return true;
}
