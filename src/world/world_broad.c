// world_broad.c - sweep and prune over a world's instances: their boxes along the axes, and for more directions than these
// what their models reach. Which instances have moved is told by numbers that count the world's changes, so that lists which
// were not asked for some time know what they missed.
#include "world/world_broad.h"

#include "base/base.h"
#include "base/host.h"
#include "geom/dop_directions.h"
#include "world/world.h"

#include <string.h>

static int is_axis(const signed char direction[3])
{
    return (direction[0] != 0) + (direction[1] != 0) + (direction[2] != 0) == 1;
}

static int axis_of(const signed char direction[3])
{
    return direction[0] ? 0 : direction[1] ? 1 : 2;
}

// Directions beyond the axes only save questions.
static int has_more(const abut_world* w)
{
    return PRUNE(w->broad.k != 6);
}

// ------------------------------------------------------------------------------------------- models

// The members that have triangles, by the serials of their models.
static abut_status sort_members(const abut_world* w, sort_record** out, size_t* count)
{
    const abut_host* const host = &w->crew.host;
    sort_record* const records = host_allocate(host, w->count, sizeof *records);
    sort_record* const scratch = host_allocate(host, w->count, sizeof *scratch);
    *out = records;
    *count = 0;
    for (size_t i = 0; i < w->count && records && scratch; i++) {
        const abut_model* const model = w->members[i].placed.model;
        if (model && soup_mesh_present(&model->mesh))
            records[(*count)++] = (sort_record){model->serial, (uint32_t)i};
    }
    if (records && scratch) sort_records(records, scratch, *count);
    host_release(host, scratch, w->count, sizeof *scratch);
    return records && scratch ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// One shape for each serial, in order; those that are known already are taken over.
static void fill_shapes(abut_world* w, const sort_record* members, size_t count,
                        world_shape* shapes)
{
    world_broad* const b = &w->broad;
    size_t made = 0, known = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t serial = members[i].key;
        if (!made || shapes[made - 1].serial != serial) {
            while (known < b->shape_count && b->shapes[known].serial < serial)
                known++;
            if (known < b->shape_count && b->shapes[known].serial == serial) {
                shapes[made++] = b->shapes[known];
            } else {
                shapes[made].serial = serial;
                world_extent_find(&shapes[made++].extent,
                                  &w->members[members[i].value].placed.model->mesh);
            }
        }
        b->shape_of[members[i].value] = (uint32_t)(made - 1);
    }
}

static size_t count_serials(const sort_record* members, size_t count)
{
    size_t serials = 0;
    for (size_t i = 0; i < count; i++)
        serials += !i || members[i].key != members[i - 1].key;
    return serials;
}

static abut_status find_shapes(abut_world* w)
{
    const abut_host* const host = &w->crew.host;
    world_broad* const b = &w->broad;
    sort_record* members = NULL;
    world_shape* shapes = NULL;
    size_t count = 0, serials = 0;
    if (b->shapes_seen >= w->arrival && b->shapes_seen) return ABUT_OK;
    abut_status status =
        host_grow_any(host, &b->shape_of, &b->member_capacity, 0, w->count, sizeof *b->shape_of);
    if (status == ABUT_OK) status = sort_members(w, &members, &count);
    if (status == ABUT_OK) {
        serials = count_serials(members, count);
        shapes = host_allocate(host, serials, sizeof *shapes);
        if (!shapes) status = ABUT_OUT_OF_MEMORY;
    }
    if (status == ABUT_OK) {
        fill_shapes(w, members, count, shapes);
        host_release(host, b->shapes, b->shape_capacity, sizeof *b->shapes);
        b->shapes = shapes;
        b->shape_count = b->shape_capacity = serials;
        b->shapes_seen = w->changes;
    }
    host_release(host, members, w->count, sizeof *members);
    return status;
}

// --------------------------------------------------------------------------------------------- lists

// Where a member begins and ends. Along the axes that is where its box does.
static void set_member(abut_world* w, world_ends* e, const kdop_set* set, const world_box* box,
                       size_t id, int is_grown)
{
    const world_member* const m = &w->members[id];
    affine product;
    if (world_box_is_empty(box)) return;
    const affine* pose = &m->placed.pose;
    if (set->half > 3 && m->placed.frame) {
        affine_multiply(&product, m->placed.frame, pose);
        pose = &product;
    }
    for (int d = 0; d < set->half; d++) {
        const signed char* const direction = set->direction[d];
        double low, high;
        if (is_axis(direction)) {
            low = box->low[axis_of(direction)];
            high = box->high[axis_of(direction)];
        } else {
            world_extent_along(&w->broad.shapes[w->broad.shape_of[id]].extent, pose, direction,
                               &low, &high);
            if (is_grown) world_extent_grow(direction, m->instance.margin, &low, &high);
        }
        world_ends_set(e, id, d, low, high);
    }
}

abut_status world_broad_refresh(abut_world* w, const world_layer* l, const world_ends** out)
{
    const abut_host* const host = &w->crew.host;
    const int is_grown = l == &w->grown, more = has_more(w) && w->survey != ABUT_SURVEY_BOXES;
    const int kind = is_grown ? BROAD_GROWN : more ? BROAD_PLAIN : BROAD_BOXES;
    const kdop_set* const set = kdop_set_of(more ? w->broad.k : 6);
    world_ends* const e = &w->broad.ends[kind];
    const uint64_t seen = w->broad.seen[kind];
    const int anew = !seen || seen < w->arrival;
    *out = e;
    if (!anew && seen == w->changes) return ABUT_OK;
    w->broad.seen[kind] = 0;  // what fails is tried again
    if (more) TRY(find_shapes(w));
    if (anew) TRY(world_ends_begin(e, host, set->half, w->count));
    for (size_t i = 0; i < w->count; i++)
        if (anew || w->members[i].changed > seen) set_member(w, e, set, &l->boxes[i], i, is_grown);
    TRY(anew ? world_ends_sort(e, host) : world_ends_settle(e, host));
    w->broad.seen[kind] = w->changes;
    return ABUT_OK;
}

void world_broad_free(abut_world* w)
{
    const abut_host* const host = &w->crew.host;
    world_broad* const b = &w->broad;
    for (int i = 0; i < BROAD_KINDS; i++)
        world_ends_free(&b->ends[i], host);
    host_release(host, b->shapes, b->shape_capacity, sizeof *b->shapes);
    host_release(host, b->shape_of, b->member_capacity, sizeof *b->shape_of);
    *b = (world_broad){0};
}

abut_status world_broad_set(abut_world* w, int k)
{
    if (k && !kdop_set_of(k)) return ABUT_BAD_ARGUMENT;
    if (k == w->broad.k) return ABUT_OK;
    world_broad_free(w);
    w->broad.k = k;
    return ABUT_OK;
}
