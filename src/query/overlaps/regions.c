// regions.c - see regions.h.
#include "query/overlaps/regions.h"

#include "base/host.h"
#include "base/sort.h"
#include "geom/vector.h"
#include "query/overlaps/patches.h"
#include "query/overlaps/volume.h"

#include <math.h>

// What a query keeps for it.
struct region_search {
    events events;
    trails trails;
    patches patches;
    abut_curve* curves;
    abut_curve_point* points;
    abut_region* regions;
    extent *lengths, *areas;  // of regions
    uint32_t* node_groups;    // of nodes that stand for others: the number of their group
    uint32_t* pair_regions;   // first of the groups, then of the regions
    uint32_t* triangles[2];   // in contact, by regions
    sort_record *order, *scratch;
    size_t curve_capacity, point_capacity, region_capacity, length_capacity, area_capacity,
        group_capacity, pair_capacity, triangle_capacity[2], order_capacity, scratch_capacity;
};

// One question.
typedef struct asked {
    abut_query* query;
    const abut_host* host;
    region_search* r;
    int with_volume;
    solid_pair pair;  // with solids where volumes are asked for
    abut_hits hits;
    volume_answer volume;
    size_t region_count, group_count, point_count;
    abut_overlap_answer* out;
} asked;

void regions_free(region_search* r, const abut_host* host)
{
    events_free(&r->events, host);
    trails_free(&r->trails, host);
    patches_free(&r->patches, host);
    host_release(host, r->curves, r->curve_capacity, sizeof *r->curves);
    host_release(host, r->points, r->point_capacity, sizeof *r->points);
    host_release(host, r->regions, r->region_capacity, sizeof *r->regions);
    host_release(host, r->lengths, r->length_capacity, sizeof *r->lengths);
    host_release(host, r->areas, r->area_capacity, sizeof *r->areas);
    host_release(host, r->node_groups, r->group_capacity, sizeof *r->node_groups);
    host_release(host, r->pair_regions, r->pair_capacity, sizeof *r->pair_regions);
    for (int side = 0; side < 2; side++)
        host_release(host, r->triangles[side], r->triangle_capacity[side],
                     sizeof *r->triangles[side]);
    host_release(host, r->order, r->order_capacity, sizeof *r->order);
    host_release(host, r->scratch, r->scratch_capacity, sizeof *r->scratch);
    host_release(host, r, 1, sizeof *r);
}

// ------------------------------------------------------------------------------------------ asking

// Place both; with volumes, their solids too.
static abut_status open_pair(solid_pair* out, abut_query* query, const abut_instance* a,
                             const abut_instance* b, const abut_overlap_ask* ask)
{
    const abut_solid* const given[2] = {ask->a_solid, ask->b_solid};
    return ask->volume ? solid_pair_open(out, query, a, b, given, 1)
                       : solid_pair_place(out, query, a, b, given);
}

static abut_status find_pairs(asked* q)
{
    static const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    q->query->with_senses = 1;
    const abut_status status =
        collide_placed(q->query, NULL, &q->pair.placed[0], &q->pair.placed[1], &ask, &q->hits);
    q->query->with_senses = 0;
    return status;
}

// -1 if a map mirrors, else 1. A pose is nearly rigid: the sign is certain.
static int handedness(const affine* map)
{
    double cross[3];
    cross3(cross, map->matrix[0], map->matrix[1]);
    return dot3(cross, map->matrix[2]) < 0 ? -1 : 1;
}

// What to multiply the senses of segments and of polygons with, so that they tell of the models' own normals, which a mirroring
// pose takes along. The signs are seen where the models stand to each other: in a's file, before common frames, or in the world.
static void find_flips(const asked* q, int flip[2])
{
    const placed_model* placed = q->pair.placed;
    int whole[2], after = 1;
    for (int side = 0; side < 2; side++) {
        whole[side] = handedness(&placed[side].pose);
        if (placed[side].frame) whole[side] *= handedness(placed[side].frame);
    }
    if (q->query->search.poses.in_place)
        after = whole[0];
    else if (placed[0].frame && frames_drop_out(&placed[0], &placed[1], 0))
        after = handedness(placed[0].frame);
    flip[1] = whole[0] * whole[1];
    flip[0] = flip[1] * after;
}

static abut_status join_all(asked* q)
{
    region_search* const r = q->r;
    const abut_model* const model[2] = {q->pair.placed[0].model, q->pair.placed[1].model};
    const soup_mesh* const mesh[2] = {&model[0]->mesh, &model[1]->mesh};
    affine world = q->pair.placed[0].pose;
    int flip[2];
    find_flips(q, flip);
    if (q->pair.placed[0].frame)
        affine_multiply(&world, q->pair.placed[0].frame, &q->pair.placed[0].pose);
    r->trails.count = r->trails.step_count = 0;
    TRY(events_find(&r->events, q->host, mesh, &q->hits, q->query->senses, flip));
    TRY(curves_join(&r->trails, &r->events, q->host));
    return patches_join(&r->patches, &r->trails, &r->events, q->host, &q->hits, mesh[0], &world);
}

// ----------------------------------------------------------------------------------------- regions

// Number what is connected, by the first pair of each.
static abut_status number_groups(asked* q)
{
    region_search* const r = q->r;
    events* const e = &r->events;
    TRY(host_grow_any(q->host, &r->node_groups, &r->group_capacity, 0, e->names.count,
                      sizeof *r->node_groups));
    TRY(host_grow_any(q->host, &r->pair_regions, &r->pair_capacity, 0, q->hits.count + 1,
                      sizeof *r->pair_regions));
    q->group_count = 0;
    // A node stands for others that are not lower, and nodes are in the order of their first pairs.
    for (uint32_t i = 0; i < e->names.count; i++) {
        const uint32_t root = events_root(e, i);
        r->node_groups[i] = root == i ? (uint32_t)q->group_count++ : r->node_groups[root];
    }
    for (size_t i = 0; i < q->hits.count; i++)
        r->pair_regions[i] = r->node_groups[e->pair_nodes[i]];
    return ABUT_OK;
}

static abut_status find_volumes(asked* q)
{
    region_search* const r = q->r;
    q->region_count = q->group_count;
    if (!q->with_volume) return ABUT_OK;
    const volume_ask ask = {&q->pair, &q->hits, r->pair_regions, q->group_count};
    TRY(volume_find(&ask, &q->volume));
    q->region_count = q->volume.region_count;
    const uint32_t* const region = q->volume.region_of_group;
    for (size_t i = 0; i < q->hits.count; i++)
        r->pair_regions[i] = region[r->pair_regions[i]];
    for (size_t i = 0; i < r->events.names.count; i++)
        r->node_groups[i] = region[r->node_groups[i]];
    return ABUT_OK;
}

static abut_status begin_regions(asked* q)
{
    static const volume_region none = {
        .lo = (double)NAN,
        .hi = (double)NAN,
        .low = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
        .high = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
    region_search* const r = q->r;
    const size_t count = q->region_count;
    TRY(host_grow_any(q->host, &r->regions, &r->region_capacity, 0, count + 1, sizeof *r->regions));
    TRY(host_grow_any(q->host, &r->lengths, &r->length_capacity, 0, count + 1, sizeof *r->lengths));
    TRY(host_grow_any(q->host, &r->areas, &r->area_capacity, 0, count + 1, sizeof *r->areas));
    for (size_t i = 0; i < count; i++) {
        const volume_region* v = q->with_volume ? &q->volume.regions[i] : &none;
        abut_region* out = &r->regions[i];
        *out = (abut_region){.volume_lo = v->lo, .volume_hi = v->hi};
        r->lengths[i] = r->areas[i] = (extent){0};
        for (int k = 0; k < 3; k++) {
            out->low[k] = v->low[k];
            out->high[k] = v->high[k];
            out->vector_area[k] = v->vector_area[k];
        }
    }
    return ABUT_OK;
}

static void bound_regions(asked* q)
{
    region_search* const r = q->r;
    for (uint32_t i = 0; i < r->events.names.count; i++) {
        const event_node* n = &r->events.nodes[i];
        const double* x = q->hits.contacts[n->pair].points[n->event];
        abut_region* out = &r->regions[r->node_groups[i]];
        for (int k = 0; k < 3; k++) {
            out->low[k] = x[k] < out->low[k] ? x[k] : out->low[k];
            out->high[k] = x[k] > out->high[k] ? x[k] : out->high[k];
        }
    }
}

// Sort records, if they are not.
static void put_in_order(region_search* r, size_t count)
{
    size_t i = 1;
    while (i < count && r->order[i - 1].key <= r->order[i].key)
        i++;
    if (i < count) sort_records(r->order, r->scratch, count);
}

// List the triangles of a side that are in contact, by region, each once.
static abut_status list_triangles(asked* q, int side)
{
    region_search* const r = q->r;
    const size_t count = q->hits.count;
    TRY(host_grow_any(q->host, &r->triangles[side], &r->triangle_capacity[side], 0, count + 1,
                      sizeof *r->triangles[side]));
    for (size_t i = 0; i < count; i++) {
        const uint32_t triangle = side ? q->hits.pairs[i].b : q->hits.pairs[i].a;
        r->order[i] = (sort_record){(uint64_t)r->pair_regions[i] << 32 | triangle, 0};
    }
    put_in_order(r, count);
    uint32_t* const list = r->triangles[side];
    size_t end = 0, i = 0;
    for (size_t region = 0; region < q->region_count; region++) {
        const size_t first = end;
        for (; i < count && r->order[i].key >> 32 == region; i++)
            if (end == first || list[end - 1] != (uint32_t)r->order[i].key)
                list[end++] = (uint32_t)r->order[i].key;
        abut_region* out = &r->regions[region];
        *(side ? &out->b_triangles : &out->a_triangles) = list + first;
        *(side ? &out->b_count : &out->a_count) = end - first;
    }
    return ABUT_OK;
}

static abut_status find_regions(asked* q)
{
    region_search* const r = q->r;
    const size_t pairs = q->hits.count;
    const size_t most = pairs > r->trails.count ? pairs : r->trails.count;
    TRY(number_groups(q));
    TRY(find_volumes(q));
    TRY(begin_regions(q));
    TRY(host_grow_any(q->host, &r->order, &r->order_capacity, 0, most + 1, sizeof *r->order));
    TRY(host_grow_any(q->host, &r->scratch, &r->scratch_capacity, 0, most + 1, sizeof *r->scratch));
    bound_regions(q);
    TRY(list_triangles(q, 0));
    TRY(list_triangles(q, 1));
    abut_patch* const patch = r->patches.list;
    for (size_t i = 0; i < r->events.polygon_count; i++)
        patch[r->events.polygons[i].patch].region = r->pair_regions[r->events.polygons[i].pair];
    for (size_t i = 0; i < r->patches.count; i++)
        r->regions[patch[i].region].patch_count++;
    return host_progress(q->host, 1);
}

// ------------------------------------------------------------------------------------------ curves

static void tell_point(asked* q, uint32_t pair, int event, abut_curve_point* out)
{
    const abut_contact* contact = &q->hits.contacts[pair];
    *out = (abut_curve_point){.pair = q->hits.pairs[pair], .event = contact->events[event]};
    for (int k = 0; k < 3; k++)
        out->x[k] = contact->points[event][k];
}

// Add half the sum of x cross dx, from the middle of the region on: where that is does not matter once all curves that are
// connected have been added.
static void add_vector_area(abut_region* region, const abut_curve_point* point, size_t count,
                            int is_closed)
{
    for (size_t i = 0; i + !is_closed < count; i++) {
        double arm[2][3], cross[3];
        for (int k = 0; k < 3; k++) {
            const double middle = region->low[k] / 2 + region->high[k] / 2;
            arm[0][k] = point[i].x[k] - middle;
            arm[1][k] = point[i + 1 < count ? i + 1 : 0].x[k] - middle;
        }
        cross3(cross, arm[0], arm[1]);
        for (int k = 0; k < 3; k++)
            region->vector_area[k] += cross[k] / 2;
    }
}

static void tell_curve(asked* q, const trail* t, abut_curve* out)
{
    region_search* const r = q->r;
    const trail_step* const steps = r->trails.steps + t->first;
    abut_curve_point* const points = r->points + q->point_count;
    const uint32_t region = r->pair_regions[steps[0].pair];
    const int goes_to_end = !t->is_closed && t->kind != ABUT_CURVE_POINT;
    extent length = {0};
    for (uint32_t i = 0; i < t->count; i++)
        tell_point(q, steps[i].pair, steps[i].from, &points[i]);
    if (goes_to_end)
        tell_point(q, steps[t->count - 1].pair, steps[t->count - 1].to, &points[t->count]);
    *out = (abut_curve){.first = q->point_count,
                        .count = t->count + (size_t)goes_to_end,
                        .kind = t->kind,
                        .is_closed = t->is_closed,
                        .is_directed = t->is_directed,
                        .begin = t->begin,
                        .end = t->end,
                        .region = region,
                        .patch = t->patch};
    if (t->kind != ABUT_CURVE_POINT)
        for (size_t i = 0; i + !t->is_closed < out->count; i++)
            extent_add_length(&length, points[i].x, points[i + 1 < out->count ? i + 1 : 0].x);
    extent_bounds(&length, &out->length_lo, &out->length_hi);
    q->point_count += out->count;
    r->regions[region].curve_count++;
    if (t->kind != ABUT_CURVE_BORDER) extent_join(&r->lengths[region], &length);
    if (t->is_directed && t->begin != ABUT_CURVE_END_OPEN && t->end != ABUT_CURVE_END_OPEN &&
        !q->with_volume)
        add_vector_area(&r->regions[region], points, out->count, t->is_closed);
}

static abut_status tell_curves(asked* q)
{
    region_search* const r = q->r;
    const size_t count = r->trails.count;
    TRY(host_grow_any(q->host, &r->curves, &r->curve_capacity, 0, count + 1, sizeof *r->curves));
    TRY(host_grow_any(q->host, &r->points, &r->point_capacity, 0, r->trails.step_count + count + 1,
                      sizeof *r->points));
    for (size_t i = 0; i < count; i++)
        r->order[i] = (sort_record){r->trails.list[i].key, (uint32_t)i};
    put_in_order(r, count);
    for (size_t i = 0; i < count; i++)
        tell_curve(q, &r->trails.list[r->order[i].value], &r->curves[i]);
    return host_progress(q->host, 1);
}

// ------------------------------------------------------------------------------------------ answer

static void tell_all(asked* q)
{
    region_search* const r = q->r;
    extent length = {0}, area = {0};
    for (size_t i = 0; i < r->patches.count; i++)
        extent_join(&r->areas[r->patches.list[i].region], &r->patches.areas[i]);
    for (size_t i = 0; i < q->region_count; i++) {
        abut_region* region = &r->regions[i];
        extent_bounds(&r->lengths[i], &region->length_lo, &region->length_hi);
        extent_bounds(&r->areas[i], &region->area_lo, &region->area_hi);
        extent_join(&length, &r->lengths[i]);
        extent_join(&area, &r->areas[i]);
    }
    abut_overlap_answer all = {.curves = r->curves,
                               .curve_count = r->trails.count,
                               .points = r->points,
                               .point_count = q->point_count,
                               .patches = r->patches.list,
                               .patch_count = r->patches.count,
                               .regions = r->regions,
                               .region_count = q->region_count,
                               .volume_lo = q->volume.lo,
                               .volume_hi = q->volume.hi,
                               .a_left_out = q->volume.left_out[0],
                               .b_left_out = q->volume.left_out[1],
                               .hits = q->hits};
    extent_bounds(&length, &all.length_lo, &all.length_hi);
    extent_bounds(&area, &all.area_lo, &all.area_hi);
    *q->out = all;
}

static abut_status answer(asked* q)
{
    TRY(find_pairs(q));
    TRY(join_all(q));
    TRY(find_regions(q));
    TRY(tell_curves(q));
    tell_all(q);
    return ABUT_OK;
}

abut_status overlap_regions(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_overlap_ask* ask, abut_overlap_answer* out)
{
    if (!query->regions) {
        query->regions = host_allocate(&query->host, 1, sizeof *query->regions);
        if (!query->regions) return ABUT_OUT_OF_MEMORY;
        *query->regions = (region_search){0};
    }
    asked q = {.query = query,
               .host = &query->host,
               .r = query->regions,
               .with_volume = ask->volume,
               .volume = {.lo = (double)NAN, .hi = (double)NAN},
               .out = out};
    abut_status status = open_pair(&q.pair, query, a, b, ask);
    if (status == ABUT_OK) status = answer(&q);
    solid_pair_close(&q.pair);
    return status;
}

const char* curve_end_text(abut_curve_end end)
{
    switch (end) {
    case ABUT_CURVE_END_NONE:
        return "none";
    case ABUT_CURVE_END_OPEN:
        return "open";
    case ABUT_CURVE_END_JUNCTION:
        return "junction";
    }
    return NULL;
}

const char* curve_kind_text(abut_curve_kind kind)
{
    switch (kind) {
    case ABUT_CURVE_CROSSING:
        return "crossing";
    case ABUT_CURVE_TOUCHING:
        return "touching";
    case ABUT_CURVE_BORDER:
        return "border";
    case ABUT_CURVE_POINT:
        return "point";
    }
    return NULL;
}
