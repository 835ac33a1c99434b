// part.c - writes what a shard found, so that "abut merge" needs neither its models nor their files.
#include "clash/part.h"

#include "say/say.h"

#include <stdlib.h>

// What a part is about: the objects that it has the facts of, and the sources of which it tells.
typedef struct own {
    uint32_t* objects;
    size_t count;
    bool* tells;
} own;

static void put_pair(part_writer* w, const double x[2])
{
    part_put_f64s(w, x, 2);
}

static void put_interval(part_writer* w, clash_interval x)
{
    put_pair(w, (const double[2]){x.lo, x.hi});
}

// ----------------------------------------------------------------------------------------- sources

static void put_inputs(part_writer* w, const clash_inputs* in)
{
    for (size_t i = 0; i < CLASH_INPUTS; i++) {
        part_put_u64(w, in->sizes[i]);
        part_put_u64(w, in->hashes[i][0]);
        part_put_u64(w, in->hashes[i][1]);
    }
    part_end_section(w, PART_INPUTS);
}

static void put_source(part_writer* w, const clash_result* r, size_t i)
{
    const clash_source* s = &r->sources[i];
    const bool is_read = s->is_read && !s->is_missing;
    part_put_u32(w, (uint32_t)i);
    part_put_u32(w, (is_read ? SOURCE_IS_READ : 0U) | (s->is_missing ? SOURCE_IS_MISSING : 0U) |
                        (s->is_partial ? SOURCE_IS_PARTIAL : 0U) |
                        (s->is_empty ? SOURCE_IS_EMPTY : 0U) |
                        (s->has_groups ? SOURCE_HAS_GROUPS : 0U));
    if (!is_read) return;
    part_put_u64(w, (uint64_t)s->modified);
    part_put_u64(w, s->hash[0]);
    part_put_u64(w, s->hash[1]);
    part_put_u64(w, s->listed[0]);
    part_put_u64(w, s->listed[1]);
    part_put_f64(w, s->own_unit);
    part_put_f64(w, s->table.rounding);
    part_put_text(w, s->table.converter);
    part_put_u64(w, s->object_count);
    part_put_u64(w, s->table.column_count);
    for (size_t k = 0; k < s->table.column_count; k++)
        part_put_text(w, s->table.columns[k]);
}

static void put_sources(part_writer* w, const clash_result* r, const own* mine)
{
    size_t count = 0;
    for (size_t i = 0; i < r->source_count; i++)
        count += mine->tells[i];
    part_put_f64(w, clash_unit(r));
    part_put_u64(w, count);
    for (size_t i = 0; i < r->source_count; i++)
        if (mine->tells[i]) put_source(w, r, i);
    part_end_section(w, PART_SOURCES);
}

// ----------------------------------------------------------------------------------------- objects

static void put_object(part_writer* w, const clash_result* r, size_t i)
{
    const clash_object* o = &r->objects[i];
    const clash_table* t = &o->source->table;
    part_put_u32(w, (uint32_t)(o->source - r->sources));
    part_put_u64(w, o->place);
    part_put_text(w, o->group);
    part_put_text(w, o->id);
    part_put_u64(w, o->triangle_count);
    part_put_u32(w, (o->has_box ? OBJECT_HAS_BOX : 0U) |
                        (o->has_geometry ? OBJECT_HAS_GEOMETRY : 0U) |
                        (o->table_row != SIZE_MAX ? OBJECT_HAS_CELLS : 0U));
    if (o->has_box) {
        part_put_f64s(w, r->review.boxes[i].low, 3);
        part_put_f64s(w, r->review.boxes[i].high, 3);
    }
    if (o->has_geometry) {
        part_put_u64(w, o->geometry[0]);
        part_put_u64(w, o->geometry[1]);
    }
    for (size_t k = 0; o->table_row != SIZE_MAX && k < t->column_count; k++)
        part_put_text(w, t->cells[o->table_row * t->column_count + k]);
}

// A shard tells of each source that it knows, so that merging finds out whether all had the same; else a source is told of with its objects.
static bool find_own(own* mine, const clash_result* r, size_t first, size_t last)
{
    mine->objects = clash_cells_own(r, first, last, &mine->count);
    if (!mine->objects) return false;
    mine->tells = calloc(r->source_count + 1, sizeof *mine->tells);
    if (!mine->tells) return say_no_memory();
    for (size_t i = 0; i < mine->count; i++)
        mine->tells[r->objects[mine->objects[i]].source - r->sources] = true;
    for (size_t i = 0; i < r->source_count; i++)
        if (shard_is_given(&r->options->shard) || (first == 0 && last > 0))
            mine->tells[i] = r->sources[i].is_read || r->sources[i].is_missing;
    return true;
}

static void put_objects(part_writer* w, const clash_result* r, const own* mine)
{
    part_put_u64(w, mine->count);
    for (size_t i = 0; i < mine->count; i++)
        put_object(w, r, mine->objects[i]);
    part_end_section(w, PART_OBJECTS);
}

// -------------------------------------------------------------------------------------------- sums

static void put_sums(part_writer* w, const clash_result* r)
{
    const clash_review* v = &r->review;
    const abut_clashes* c = &r->clashes;
    part_put_u32(w, (r->survey_count ? SUMS_SAY_BAND : 0U) |
                        (v->is_undecided ? SUMS_ARE_UNDECIDED : 0U));
    part_put_u32(w, (uint32_t)c->band);
    const uint64_t counts[] = {c->asked,       c->volume_tests,  c->triangle_tests, c->node_updates,
                               c->exact_tests, v->ignored_count, v->allowed_count};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        part_put_u64(w, counts[i]);
    part_put_u64(w, v->ignored_reasons);
    for (size_t i = 0; i < v->ignored_reasons; i++)
        part_put_u64(w, v->ignored[i].pairs);
    part_end_section(w, PART_SUMS);
}

// -------------------------------------------------------------------------------------------- rows

static void put_place(part_writer* w, const clash_result* r, uint32_t object)
{
    const clash_object* o = &r->objects[object];
    part_put_u32(w, (uint32_t)(o->source - r->sources));
    part_put_u64(w, o->place);
}

static void put_clash(part_writer* w, const abut_clash* c)
{
    part_put_u64(w, c->count);
    for (int k = 0; k < 4; k++)
        part_put_u64(w, c->kind_count[k]);
    part_put_f64s(w, c->low, 3);
    part_put_f64s(w, c->high, 3);
    part_put_u32(w, (uint32_t)c->relation);
    part_put_u32(w, (uint32_t)c->reason);
}

// What writers read of it.
static void put_gap(part_writer* w, const abut_gap* g)
{
    const abut_distance_answer* d = &g->distance;
    part_put_u32(w, (uint32_t)g->band);
    put_pair(w, (const double[2]){d->lo, d->hi});
    part_put_u32(w, d->pair.a);
    part_put_u32(w, d->pair.b);
    part_put_u32(w, (uint32_t)d->features.a);
    part_put_u32(w, (uint32_t)d->features.b);
    part_put_f64s(w, d->a_point, 3);
    part_put_f64s(w, d->b_point, 3);
}

static void put_row(part_writer* w, const clash_row* row)
{
    part_put_u32(w, (uint32_t)row->rule);
    part_put_u32(w, (uint32_t)row->test);
    part_put_u32(w, (uint32_t)row->class);
    part_put_u32(w, (uint32_t)row->relation);
    part_put_u32(w, (uint32_t)row->reason);
    part_put_u32(w, (uint32_t)(row->pierced + 1));
    part_put_u32(w, (row->is_complete ? ROW_IS_COMPLETE : 0U) |
                        (row->is_undecided ? ROW_IS_UNDECIDED : 0U));
    put_interval(w, row->depth);
    put_interval(w, row->gap);
    put_interval(w, row->volume);
    put_interval(w, row->length);
    put_interval(w, row->area);
    part_put_f64s(w, row->translation, 3);
    part_put_f64s(w, row->low, 3);
    part_put_f64s(w, row->high, 3);
    part_put_u64(w, row->near_count);
    part_put_u64(w, row->frame_first);
    part_put_u64(w, row->frame_worst);
    part_put_u64(w, row->frame_count);
}

static void put_rows(part_writer* w, const clash_result* r)
{
    const clash_review* v = &r->review;
    const bool is_review = r->options->is_review;
    part_put_u32(w, (v->gaps ? ROWS_HAVE_GAPS : 0U) | (is_review ? ROWS_ARE_REVIEWED : 0U));
    part_put_u64(w, r->clashes.count);
    for (size_t i = 0; i < r->clashes.count; i++) {
        put_place(w, r, v->pairs[i].a);
        put_place(w, r, v->pairs[i].b);
        put_clash(w, &v->clashes[i]);
        if (v->gaps) put_gap(w, &v->gaps[i]);
        if (is_review) put_row(w, &v->rows[i]);
    }
    part_end_section(w, PART_ROWS);
}

// --------------------------------------------------------------------------------------------- all

static void put_all(part_writer* w, const clash_result* r, const own* mine, const clash_inputs* in)
{
    put_inputs(w, in);
    put_sources(w, r, mine);
    put_objects(w, r, mine);
    put_sums(w, r);
    put_rows(w, r);
    part_put_warnings(w, &r->warnings);
    part_end_section(w, PART_WARNINGS);
}

bool clash_part_write(const clash_result* r, const part_head* head, size_t first, size_t last,
                      FILE* out)
{
    part_writer w = {0};
    own mine = {0};
    clash_inputs inputs = r->inputs;
    bool fine = (inputs.are_known || clash_inputs_read(&inputs, r->options)) &&
                find_own(&mine, r, first, last);
    if (fine) {
        part_begin(&w, out, head);
        put_all(&w, r, &mine, &inputs);
        fine = part_finish(&w);
    }
    free(mine.objects);
    free(mine.tells);
    return fine;
}
