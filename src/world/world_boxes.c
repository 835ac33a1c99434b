// world_boxes.c - which pairs of instances are asked about: a tree over their boxes finds those that meet, or sweep and
// prune (world_broad.c). Clearances have a
// tree of their own, over boxes that are grown by margins; a pair with a margin of its own is looked at by itself, so that
// it makes no box larger for others.
#include "base/base.h"
#include "base/host.h"
#include "world/world.h"

#define MEMBERS_A_TURN 64

// ------------------------------------------------------------------------------------------- layers

void world_boxes_change(abut_world* w, uint32_t id, int is_new)
{
    world_layer* const layers[3] = {&w->plain, &w->grown, &w->swept};
    for (int i = 0; i < 3; i++)
        *(is_new ? &layers[i]->has_new : &layers[i]->has_moved) = 1;
    w->members[id].changed = ++w->changes;
    if (is_new) w->arrival = w->changes;
}

void world_margin_change(abut_world* w, uint32_t id)
{
    w->grown.has_moved = 1;
    w->members[id].changed = ++w->changes;
}

static abut_status refresh(abut_world* w, world_layer* l)
{
    if (!l->has_new && !l->has_moved) return ABUT_OK;
    if (l->has_new || !world_tree_refit(&l->tree, l->boxes)) {
        l->has_new = 1;  // what fails is tried again
        TRY(world_tree_build(&l->tree, l->boxes, w->count, &w->crew.host));
    }
    l->has_new = l->has_moved = 0;
    return ABUT_OK;
}

static abut_status grow_boxes(abut_world* w)
{
    world_layer* const l = &w->grown;
    void* boxes = l->boxes;
    if (w->grown_seen == w->changes) return ABUT_OK;
    TRY(host_grow(&w->crew.host, &boxes, &l->capacity, 0, w->count, sizeof *l->boxes));
    l->boxes = boxes;
    for (size_t i = 0; i < w->count; i++)
        l->boxes[i] = world_box_grown(&w->plain.boxes[i], w->members[i].instance.margin);
    w->grown_seen = w->changes;
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- pairs

// One member, whose pairs with those behind it are listed.
typedef struct seeker {
    abut_world* world;
    world_worker* worker;
    uint32_t id;
} seeker;

static abut_status list(seeker* s, uint32_t other)
{
    const abut_world* const w = s->world;
    const world_member *a = &w->members[s->id], *b = &w->members[other];
    const abut_host host = crew_host(&s->world->crew);
    const abut_pair pair = {s->id, other};
    if (other <= s->id || !(a->groups & b->against) || !(b->groups & a->against)) return ABUT_OK;
    if (w->ignored.count && pair_set_find(&w->ignored, pair)) return ABUT_OK;
    return world_list_add(&s->worker->found, &host, pair, NULL, NULL);
}

static abut_status see(void* context, uint32_t other)
{
    return list(context, other);
}

// The boxes are grown, which is not what counts for pairs with margins of their own.
static abut_status see_grown(void* context, uint32_t other)
{
    seeker* const s = context;
    const abut_pair pair = {s->id, other};
    if (s->world->overridden.count && pair_set_find(&s->world->overridden, pair)) return ABUT_OK;
    return list(s, other);
}

static abut_status see_overridden(seeker* s)
{
    const abut_world* const w = s->world;
    const pair_set* const set = &w->overridden;
    size_t i = pair_set_place(set, (uint64_t)s->id << 32);
    for (; i < set->count && set->records[i].key >> 32 == s->id; i++) {
        const uint32_t other = (uint32_t)set->records[i].key;
        const double margin = w->pair_margins[set->records[i].value];
        const world_box box = world_box_grown(&w->plain.boxes[s->id], margin);
        if (world_boxes_meet(&box, &w->plain.boxes[other])) TRY(list(s, other));
    }
    return ABUT_OK;
}

// Shell's sort: there are few, and most of them in order.
static void sort_others(abut_pair* pairs, size_t count)
{
    static const size_t gaps[] = {29524, 9841, 3280, 1093, 364, 121, 40, 13, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        const size_t gap = gaps[g];
        for (size_t i = gap; i < count; i++) {
            const abut_pair moving = pairs[i];
            size_t hole = i;
            for (; hole >= gap && pairs[hole - gap].b > moving.b; hole -= gap)
                pairs[hole] = pairs[hole - gap];
            pairs[hole] = moving;
        }
    }
}

// All of them.
static abut_status list_others(seeker* s)
{
    for (size_t other = s->id + (size_t)1; other < s->world->count; other++)
        TRY(list(s, (uint32_t)other));  // one that was removed is in no group
    return ABUT_OK;
}

// Those of the pairs that sweep and prune has found whose boxes meet.
static abut_status find_among_ends(seeker* s, world_visit* visit)
{
    const world_ends* const e = s->world->asked_ends;
    const world_box* const boxes = s->world->asked_layer->boxes;
    size_t i = world_ends_place(e, s->id);
    for (; i < e->pair_count && e->pairs[i] >> 32 == s->id; i++) {
        const uint32_t other = (uint32_t)e->pairs[i];
        if (world_boxes_meet(&boxes[s->id], &boxes[other])) TRY(visit(s, other));
    }
    return ABUT_OK;
}

// Those whose boxes meet, in order.
static abut_status list_meeting(seeker* s)
{
    const abut_world* const w = s->world;
    const world_layer* const l = w->asked_layer;
    const int grown = l == &w->grown;
    const world_list* const found = &s->worker->found;
    const size_t before = found->count;
    if (w->asked_ends)
        TRY(find_among_ends(s, grown ? see_grown : see));
    else
        TRY(world_tree_find(&l->tree, l->boxes, &l->boxes[s->id], grown ? see_grown : see, s));
    if (grown) TRY(see_overridden(s));
    if (found->count > before) sort_others(found->pairs + before, found->count - before);
    return ABUT_OK;
}

static abut_status find_boxes(void* context, size_t turn, int number)
{
    abut_world* const w = context;
    world_worker* const worker = &w->workers[number];
    const size_t from = turn * MEMBERS_A_TURN, first = worker->found.count;
    const size_t to = w->count - from < MEMBERS_A_TURN ? w->count : from + MEMBERS_A_TURN;
    for (size_t i = from; i < to; i++) {
        seeker s = {w, worker, (uint32_t)i};
        if (!w->members[i].groups) continue;
        TRY(w->asked_layer ? list_meeting(&s) : list_others(&s));
    }
    w->shares[turn] = (world_share){first, worker->found.count - first, number};
    return ABUT_OK;
}

static abut_status list_all(abut_world* w, const world_layer* l, const world_ends* ends,
                            double from, double to)
{
    const world_parts none = {0};
    world_list_begin(&w->asked, none);
    w->asked_layer = l;
    w->asked_ends = ends;
    TRY(world_take_turns(w, w->count, MEMBERS_A_TURN, none, find_boxes, from, to));
    return world_join(w, w->count, MEMBERS_A_TURN, &w->asked);
}

abut_status world_list_layer(abut_world* w, world_layer* l, double from, double to)
{
    TRY(refresh(w, l));
    return list_all(w, l, NULL, from, to);
}

abut_status world_list_asked(abut_world* w, double from, double to)
{
    const int is_grown = w->survey == ABUT_SURVEY_CLEARANCES;
    world_layer* const l = is_grown ? &w->grown : &w->plain;
    const world_ends* ends = NULL;
    if (w->survey == ABUT_SURVEY_DISTANCES) return list_all(w, NULL, NULL, from, to);
    if (is_grown) TRY(grow_boxes(w));
    if (!w->broad.k) return world_list_layer(w, l, from, to);
    TRY(world_broad_refresh(w, l, &ends));
    return list_all(w, l, ends, from, to);
}
