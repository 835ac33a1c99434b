// contain.c - contacts first; then, for components without any, what encloses them.
#include "query/contain.h"

#include "base/base.h"
#include "base/small.h"
#include "query/beyond.h"
#include "query/overlap.h"
#include "query/winding.h"

#include <math.h>

// A winding number beyond these, its error included, tells.
#define WINDING_OUTSIDE 0.4
#define WINDING_INSIDE  0.6
// An open component that adds so much to a winding number that tells "inside" is one of those around.
#define WINDING_SHARE 0.1

// What is found out about a component.
typedef struct finding {
    uint8_t touches, crosses;
    // It touches another, both are open, and neither is seen to enter a solid.
    uint8_t touches_openly;
    uint8_t is_inside;  // the other model
    uint8_t encloses;   // a component of the other model that is inside
    uint8_t has_winding;
    abut_reason reason;
    winding_number winding;
} finding;

typedef struct containment {
    abut_query* query;
    const abut_host* host;
    const soup_mesh* mesh[2];
    // Both, or neither: as solids. Then open components take no part, and the first overlap tells all.
    const abut_solid* solid[2];
    components parts[2];
    int any_crosses;
    int has_boxes;  // of parts; else they are found where they are needed
    finding* findings[2];
    winding_sum* shares[2];  // of winding numbers, by component
    component open[2];  // box of the components of a side that are not closed, and its unoriented
    probe_space space;
    probe_space world;  // along the axes of the world, where space is along those of the files
    pose_pair world_poses;
    enclosure around[2];
    int has_around[2];
    int is_parted, has_parted;  // a plane has one model on each side (query/beyond.h)
    overlap* overlap;
} containment;

// --------------------------------------------------------------------------------------- preparation

// What a solid knows of its parts; where they are is not known yet.
static abut_status borrow_parts(containment* c, int side)
{
    const components* from = &c->solid[side]->parts;
    components* parts = &c->parts[side];
    component* list = host_allocate(c->host, from->count, sizeof *list);
    if (!list) return ABUT_OUT_OF_MEMORY;
    memcpy(list, from->list, from->count * sizeof *list);
    *parts = *from;
    parts->list = list;
    return ABUT_OK;
}

static abut_status find_parts(containment* c, int side)
{
    if (c->solid[side]) return borrow_parts(c, side);
    return components_find(&c->parts[side], c->mesh[side], &c->query->search.poses, side, c->host);
}

static abut_status open_parts(containment* c, int side)
{
    TRY(find_parts(c, side));
    const size_t count = c->parts[side].count;
    c->findings[side] = host_allocate(c->host, count, sizeof *c->findings[side]);
    if (!c->findings[side]) return ABUT_OUT_OF_MEMORY;
    memset(c->findings[side], 0, count * sizeof *c->findings[side]);
    return host_progress(c->host, 1);
}

static void close_all(containment* c)
{
    for (int side = 0; side < 2; side++) {
        enclosure_close(&c->around[side]);
        host_release(c->host, c->findings[side], c->parts[side].count, sizeof *c->findings[side]);
        host_release(c->host, c->shares[side], c->parts[side].count, sizeof *c->shares[side]);
        if (c->solid[side]) c->parts[side].of_vertex = NULL;  // the solid's
        components_free(&c->parts[side], c->host);
    }
    host_release(c->host, c->overlap, 1, sizeof *c->overlap);
}

static void make_space(const containment* c, const pose_pair* poses, probe_space* out)
{
    bit_range range[2] = {BIT_RANGE_EMPTY, BIT_RANGE_EMPTY};
    for (int side = 0; side < 2; side++)
        range[side] =
            bit_range_add(range[side], c->mesh[side]->vertices, 3 * c->mesh[side]->vertex_count);
    out->poses = poses;
    out->grid = exact_grid_make(poses, range);
}

// Like poses and frames drop out, so that boxes are along the axes of the files, or in the frame. The world's are another
// try.
static int is_in_world(const pose_pair* poses)
{
    return !poses->in_place && (!poses->composition || poses->is_rounded);
}

static void make_world(containment* c)
{
    const pose_pair* const poses = &c->query->search.poses;
    if (c->world.poses) return;
    if (poses->composition)
        pose_pair_compose(&c->world_poses, poses->composition, 0);
    else
        pose_pair_prepare(&c->world_poses, &poses->side[0], &poses->side[1], 0);
    make_space(c, &c->world_poses, &c->world);
}

// Whether a component takes part.
static int counts(const containment* c, int side, size_t part)
{
    return !c->solid[side] || c->parts[side].list[part].closed;
}

static void place_parts(containment* c)
{
    if (c->has_boxes) return;
    for (int side = 0; side < 2; side++)
        if (c->solid[side]) components_place_boxes(&c->parts[side], &c->query->search.poses, side);
    c->has_boxes = 1;
}

// Join the boxes of the components of a side; open_only: of those that are not closed.
static component join_parts(const components* parts, int open_only)
{
    component all = {.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                     .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < parts->count; i++) {
        const component* part = &parts->list[i];
        if (open_only && part->closed) continue;
        all.unoriented |= part->unoriented;
        for (int k = 0; k < 3; k++) {
            if (part->low[k] < all.low[k]) all.low[k] = part->low[k];
            if (part->high[k] > all.high[k]) all.high[k] = part->high[k];
        }
    }
    return all;
}

// Make ready to ask what a side's components enclose.
static abut_status open_around(containment* c, int side)
{
    if (c->has_around[side]) return ABUT_OK;
    if (!c->space.poses) make_space(c, &c->query->search.poses, &c->space);
    TRY(components_find_edges(&c->parts[side], c->host));
    TRY(enclosure_open(&c->around[side], &c->parts[side], &c->space, side, c->host));
    c->open[side] = join_parts(&c->parts[side], 1);
    c->has_around[side] = 1;
    return host_progress(c->host, 1);
}

// ------------------------------------------------------------------------------------------ contacts

static abut_status open_overlap(containment* c)
{
    if (c->overlap) return ABUT_OK;
    c->overlap = host_allocate(c->host, 1, sizeof *c->overlap);
    if (!c->overlap) return ABUT_OUT_OF_MEMORY;
    memset(c->overlap, 0, sizeof *c->overlap);
    for (int side = 0; side < 2; side++) {
        TRY(open_around(c, side));
        c->overlap->mesh[side] = c->mesh[side];
        c->overlap->around[side] = c->parts[side].closed_count ? &c->around[side] : NULL;
    }
    c->overlap->space = &c->space;
    return ABUT_OK;
}

// Whether the two models can be told apart by a plane: then no pair of triangles overlaps. Most of what touches is such.
static int is_parted(containment* c)
{
    if (c->has_parted) return c->is_parted;
    c->is_parted = meshes_are_parted(c->mesh, &c->query->search.poses);
    c->has_parted = 1;
    return c->is_parted;
}

static abut_status find_overlap(containment* c, uint32_t a, uint32_t b, int* overlaps)
{
    *overlaps = 0;
    if (PRUNE(is_parted(c))) {
        for (int side = 0; side < 2; side++)
            TRY(components_find_edges(&c->parts[side], c->host));
        return ABUT_OK;
    }
    TRY(open_overlap(c));
    return overlap_find(c->overlap, a, b, overlaps);
}

// A pair that does not cross by itself.
static abut_status judge_touching_pair(containment* c, uint32_t a, uint32_t b)
{
    const uint32_t part[2] = {component_of(&c->parts[0], a), component_of(&c->parts[1], b)};
    finding *x = &c->findings[0][part[0]], *y = &c->findings[1][part[1]];
    int overlaps;
    if (x->crosses && y->crosses) return ABUT_OK;
    TRY(find_overlap(c, a, b, &overlaps));
    if (overlaps) {
        x->crosses = y->crosses = 1;
        c->any_crosses = 1;
    } else if (!c->parts[0].list[part[0]].closed && !c->parts[1].list[part[1]].closed) {
        x->touches_openly = y->touches_openly = 1;
    }
    return ABUT_OK;
}

// The components of a pair that was found. Returns 0 if one of them takes no part.
static int parts_of_pair(const containment* c, uint64_t key, uint32_t part[2])
{
    part[0] = component_of(&c->parts[0], (uint32_t)(key >> 32));
    part[1] = component_of(&c->parts[1], (uint32_t)key);
    return counts(c, 0, part[0]) && counts(c, 1, part[1]);
}

// As solids, what crosses once is all that is asked.
static int is_told(const containment* c)
{
    return c->solid[0] && c->any_crosses;
}

static abut_status judge_contacts(containment* c)
{
    const search* s = &c->query->search;
    uint32_t part[2];
    for (size_t i = 0; i < s->found_count; i++) {
        if (!parts_of_pair(c, s->found[i].key, part)) continue;
        finding *x = &c->findings[0][part[0]], *y = &c->findings[1][part[1]];
        x->touches = y->touches = 1;
        if (s->found[i].value != ABUT_KIND_CROSS) continue;
        x->crosses = y->crosses = 1;
        c->any_crosses = 1;
    }
    for (size_t i = 0; i < s->found_count && !is_told(c); i++) {
        const uint32_t a = (uint32_t)(s->found[i].key >> 32), b = (uint32_t)s->found[i].key;
        if (s->found[i].value == ABUT_KIND_CROSS || !parts_of_pair(c, s->found[i].key, part))
            continue;
        TRY(judge_touching_pair(c, a, b));
    }
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------- insideness

// Take the number that tells the least, of all that are asked for: the nearest to a half.
static void keep_least_sure(finding* f, winding_number w)
{
    if (f->has_winding && fabs(fabs(w.value) - 0.5) >= fabs(fabs(f->winding.value) - 0.5)) return;
    f->winding = w;
    f->has_winding = 1;
}

// What the open components of the other side are to a component without contact, by their winding number
// about its extreme vertices. *inside is 1 where they enclose it.
static abut_status judge_by_winding(containment* c, int side, const component* part, finding* f,
                                    int* inside)
{
    const components* others = &c->parts[!side];
    const pose_pair* const own = &c->query->search.poses;
    pose_pair poses;
    int votes = 0, count = 0;
    components_find_extremes(&c->parts[side]);
    pose_pair_prepare(&poses, &own->side[!side], &own->side[side],
                      !c->query->search.keep_equal_poses);
    if (own->is_rounded) pose_pair_loosen(&poses);
    if (!c->shares[!side]) {
        c->shares[!side] = host_allocate(c->host, others->count, sizeof *c->shares[!side]);
        if (!c->shares[!side]) return ABUT_OUT_OF_MEMORY;
    }
    for (int i = 0; i < 6; i++) {
        const double* vertex = c->mesh[side]->vertices + (size_t)part->extreme[i] * 3;
        winding_number w;
        int seen = 0;
        for (int k = 0; k < i; k++)
            seen |= part->extreme[k] == part->extreme[i];
        if (seen) continue;
        TRY(winding_about(others, &poses, vertex, c->host, c->shares[!side], &w));
        keep_least_sure(f, w);
        votes += fabs(w.value) - w.error > WINDING_INSIDE;
        votes -= fabs(w.value) + w.error < WINDING_OUTSIDE;
        count++;
    }
    if (votes != count && votes != -count) f->reason = ABUT_REASON_AMBIGUOUS;
    *inside = votes == count;
    return ABUT_OK;
}

// Whether a component is beyond the box about the other side's open components, along the axes of the world or, for
// equal poses, of the files: the rule of abut_contain, and by it of abut_world (query/beyond.h).
static int is_beyond_open(containment* c, int side, size_t index)
{
    const component* part = &c->parts[side].list[index];
    if (c->solid[side] || boxes_apart(part->low, part->high, &c->open[!side])) return 1;
    if (is_beyond(c->parts, &c->space, side, index)) return 1;
    if (is_in_world(c->space.poses)) return 0;
    make_world(c);
    return is_beyond(c->parts, &c->world, side, index);
}

// A component without contact: wholly inside or wholly outside each closed component of the other side.
static abut_status judge_free_part(containment* c, int side, size_t index)
{
    const component* part = &c->parts[side].list[index];
    finding* f = &c->findings[side][index];
    const components* others = &c->parts[!side];
    int open_inside = 0;
    place where = PLACE_OUTSIDE;
    const double* vertex[3];
    probe p;
    TRY(open_around(c, !side));
    enclosure* around = &c->around[!side];
    soup_mesh_vertices(c->mesh[side], part->first_triangle, vertex);
    probe_at_vertex(&p, &c->space, side, vertex[0]);
    TRY(enclosure_ask(around, &p, &where));
    ASSERT(where != PLACE_ON);
    if (!is_beyond_open(c, side, index)) {
        if (c->open[!side].unoriented)
            f->reason = ABUT_REASON_UNORIENTED;
        else
            TRY(judge_by_winding(c, side, part, f, &open_inside));
    }
    f->is_inside = (where == PLACE_INSIDE) != open_inside;
    if (f->reason || !f->is_inside) return ABUT_OK;
    for (size_t i = 0; i < around->around_count; i++)
        c->findings[!side][around->around[i]].encloses = 1;
    for (size_t i = 0; open_inside && i < others->count; i++)
        if (!others->list[i].closed && fabs(winding_of_sum(&c->shares[!side][i])) > WINDING_SHARE)
            c->findings[!side][i].encloses = 1;
    return ABUT_OK;
}

static abut_status judge_free_parts(containment* c, int side)
{
    int has_others = 0;
    component others = {.triangle_count = 0};
    for (size_t i = 0; i < c->parts[side].count; i++) {
        if (c->findings[side][i].touches || !counts(c, side, i)) continue;
        if (!has_others) {
            place_parts(c);
            others = join_parts(&c->parts[!side], 0);
            has_others = 1;
        }
        if (PRUNE(boxes_apart(others.low, others.high, &c->parts[side].list[i]))) continue;
        TRY(judge_free_part(c, side, i));
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- answer

static abut_relation relation_of(const finding* f, int side, abut_reason* reason)
{
    const abut_relation inside = side ? ABUT_RELATION_B_INSIDE_A : ABUT_RELATION_A_INSIDE_B;
    const abut_relation outside = side ? ABUT_RELATION_A_INSIDE_B : ABUT_RELATION_B_INSIDE_A;
    *reason = ABUT_REASON_NONE;
    if (f->crosses) return ABUT_RELATION_CROSSING;
    if (f->touches_openly) *reason = ABUT_REASON_OPEN;
    if (f->reason) *reason = f->reason;
    if (*reason) return ABUT_RELATION_UNKNOWN;
    if (f->touches) return ABUT_RELATION_TOUCHING;
    if (f->is_inside) return inside;
    return f->encloses ? outside : ABUT_RELATION_SEPARATE;
}

static abut_status list_parts(containment* c, int side)
{
    abut_query* q = c->query;
    void* list = q->components[side];
    const size_t count = c->parts[side].count;
    const abut_status status = host_grow(&q->host, &list, &q->component_capacity[side], 0,
                                         count ? count : 1, sizeof *q->components[side]);
    q->components[side] = list;
    if (status != ABUT_OK) return status;
    for (size_t i = 0; i < count; i++) {
        const finding* f = &c->findings[side][i];
        abut_component* out = &q->components[side][i];
        *out = (abut_component){.triangle_count = c->parts[side].list[i].triangle_count,
                                .first_triangle = c->parts[side].list[i].first_triangle};
        out->relation = relation_of(f, side, &out->reason);
        out->has_winding = f->has_winding;
        out->winding = f->winding.value;
        out->winding_error = f->winding.error;
    }
    return ABUT_OK;
}

// How many components of both stand how.
typedef struct tally {
    size_t of[ABUT_RELATION_B_INSIDE_A + 1], inside[2], all[2];
    abut_reason reason;
} tally;

static void tally_add(tally* t, int side, abut_relation relation, abut_reason reason)
{
    t->all[side]++;
    t->of[relation]++;
    t->inside[side] += relation == (side ? ABUT_RELATION_B_INSIDE_A : ABUT_RELATION_A_INSIDE_B);
    if (reason && (!t->reason || reason < t->reason)) t->reason = reason;
}

// The relation of the whole: see abut_contain.
static abut_relation tally_relation(const tally* t)
{
    const int is_within[2] = {t->inside[0] && t->inside[0] == t->all[0],
                              t->inside[1] && t->inside[1] == t->all[1]};
    if (t->of[ABUT_RELATION_CROSSING])
        // NOLINTNEXTLINE(bugprone-branch-clone): the first that holds decides
        return ABUT_RELATION_CROSSING;
    if (t->of[ABUT_RELATION_UNKNOWN]) return ABUT_RELATION_UNKNOWN;
    if (is_within[0] && !is_within[1]) return ABUT_RELATION_A_INSIDE_B;
    if (is_within[1] && !is_within[0]) return ABUT_RELATION_B_INSIDE_A;
    if (t->inside[0] || t->inside[1]) return ABUT_RELATION_CROSSING;
    return t->of[ABUT_RELATION_TOUCHING] ? ABUT_RELATION_TOUCHING : ABUT_RELATION_SEPARATE;
}

static void conclude(abut_containment* out)
{
    tally t = {.reason = ABUT_REASON_NONE};
    for (size_t i = 0; i < out->a_count; i++)
        tally_add(&t, 0, out->a[i].relation, out->a[i].reason);
    for (size_t i = 0; i < out->b_count; i++)
        tally_add(&t, 1, out->b[i].relation, out->b[i].reason);
    out->relation = tally_relation(&t);
    out->reason = out->relation == ABUT_RELATION_UNKNOWN ? t.reason : ABUT_REASON_NONE;
}

static abut_status judge(containment* c)
{
    for (int side = 0; side < 2; side++)
        TRY(open_parts(c, side));
    TRY(judge_contacts(c));
    for (int side = 0; side < 2 && !is_told(c); side++)
        TRY(judge_free_parts(c, side));
    return ABUT_OK;
}

abut_status contain(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_containment* out)
{
    placed_model placed[2];
    affine frames[2];
    if (ask->limit || ask->budget || ask->deadline > 0) return ABUT_BAD_COMBINATION;
    TRY(models_place(placed, frames, a, b, ask));
    pair_front* const front = query_front(query, a, b, ask);
    const abut_status status = contain_placed(query, front, &placed[0], &placed[1], ask, out);
    query_front_end(query, front);
    return status;
}

// The engine leaves it where no leaves were tested.
static abut_status prepare_poses(abut_query* query, const placed_model* a, const placed_model* b,
                                 unsigned what)
{
    search* const s = &query->search;
    relative_side stand[2];
    s->host = &query->host;
    TRY(frames_prepare(s, a, b, what, &s->poses, &stand[0], &stand[1]));
    pose_pair_change(&s->poses, stand[0].pose, stand[1].pose, !s->keep_equal_poses);
    return ABUT_OK;
}

abut_status contain_placed(abut_query* query, pair_front* front, const placed_model* a,
                           const placed_model* b, const abut_ask* ask, abut_containment* out)
{
    abut_containment found = {.relation = ABUT_RELATION_UNKNOWN};
    ASSERT(!ask->limit && !ask->budget && !(ask->deadline > 0));
    TRY(collide_placed(query, front, a, b, ask, &found.hits));
    TRY(prepare_poses(query, a, b, FRAMES_FOR_POINTS));
    small_memory small;
    const abut_host host = small_memory_host(&small, &query->host);
    containment c = {
        .query = query, .host = &host, .mesh = {&a->model->mesh, &b->model->mesh}, .has_boxes = 1};
    abut_status status = judge(&c);
    for (int side = 0; side < 2 && status == ABUT_OK; side++)
        status = list_parts(&c, side);
    found.a = query->components[0];
    found.b = query->components[1];
    found.a_count = c.parts[0].count;
    found.b_count = c.parts[1].count;
    close_all(&c);
    TRY(status);
    conclude(&found);
    *out = found;
    return ABUT_OK;
}

// Whether all components of a model are closed. What is found stays in the query, for the next pairs with it.
static abut_status find_closed(abut_query* query, const abut_model* m, const abut_host* host,
                               int* out)
{
    closed_model* known = &query->closed[m->serial % CLOSED_MODELS];
    if (known->serial != m->serial || !known->is_known) {
        components parts = {0};
        TRY(components_find(&parts, &m->mesh, NULL, 0, host));
        const abut_status status = components_find_edges(&parts, host);
        *known = (closed_model){m->serial, status == ABUT_OK, parts.closed_count == parts.count};
        components_free(&parts, host);
        TRY(status);
    }
    *out = known->is_closed;
    return ABUT_OK;
}

abut_status touch_placed(abut_query* query, pair_front* front, const placed_model* a,
                         const placed_model* b, const abut_ask* ask, abut_hits* hits, int* told)
{
    const soup_mesh* const mesh[2] = {&a->model->mesh, &b->model->mesh};
    abut_ask one = *ask;
    small_memory small;
    const abut_host host = small_memory_host(&small, &query->host);
    int is_closed = 0;
    ASSERT(!ask->limit && !ask->budget && !(ask->deadline > 0));
    *told = 0;
    TRY(find_closed(query, a->model, &host, &is_closed));
    if (is_closed) TRY(find_closed(query, b->model, &host, &is_closed));
    if (!is_closed) return ABUT_OK;
    TRY(prepare_poses(query, a, b, FRAMES_FOR_POINTS));
    if (!PRUNE(meshes_are_parted(mesh, &query->search.poses))) return ABUT_OK;
    one.limit = 1;
    one.detail = ABUT_DETAIL_PAIRS;
    *told = 1;
    return collide_placed(query, front, a, b, &one, hits);
}

static abut_relation relation_of_solids(const containment* c)
{
    tally t = {.reason = ABUT_REASON_NONE};
    if (c->any_crosses) return ABUT_RELATION_CROSSING;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < c->parts[side].count; i++) {
            abut_reason reason;
            if (counts(c, side, i))
                tally_add(&t, side, relation_of(&c->findings[side][i], side, &reason),
                          ABUT_REASON_NONE);
        }
    return tally_relation(&t);
}

abut_status contain_solids(abut_query* query, const placed_model* a, const placed_model* b,
                           const abut_solid* const solid[2], abut_relation* out)
{
    if (!solid[0]->parts.closed_count || !solid[1]->parts.closed_count) {
        *out = ABUT_RELATION_SEPARATE;
        return ABUT_OK;
    }
    TRY(prepare_poses(query, a, b, 0));
    small_memory small;
    const abut_host host = small_memory_host(&small, &query->host);
    containment c = {.query = query,
                     .host = &host,
                     .mesh = {&a->model->mesh, &b->model->mesh},
                     .solid = {solid[0], solid[1]}};
    const abut_status status = judge(&c);
    if (status == ABUT_OK) *out = relation_of_solids(&c);
    close_all(&c);
    return status;
}

const char* relation_text(abut_relation relation)
{
    switch (relation) {
    case ABUT_RELATION_UNKNOWN:
        return "unknown";
    case ABUT_RELATION_SEPARATE:
        return "separate";
    case ABUT_RELATION_TOUCHING:
        return "touching";
    case ABUT_RELATION_CROSSING:
        return "crossing";
    case ABUT_RELATION_A_INSIDE_B:
        return "a inside b";
    case ABUT_RELATION_B_INSIDE_A:
        return "b inside a";
    }
    return NULL;
}

const char* reason_text(abut_reason reason)
{
    switch (reason) {
    case ABUT_REASON_NONE:
        return "";
    case ABUT_REASON_OPEN:
        return "they touch, and neither surface is closed: without an inside, whether they also "
               "pass "
               "through each other is undecided";
    case ABUT_REASON_AMBIGUOUS:
        return "the surface around it is not closed, and the winding number is between 0.4 and "
               "0.6, "
               "or tells different things of different vertices";
    case ABUT_REASON_UNORIENTED:
        return "the surface around it is neither closed nor consistently oriented";
    }
    return NULL;
}
