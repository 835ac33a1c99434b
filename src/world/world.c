// world.c - instances and their boxes; world_survey.c asks about them.
#include "world/world.h"

#include "base/base.h"
#include "base/host.h"

abut_status world_create(abut_world** out, const abut_host* host)
{
    const abut_host complete = host_complete(host);
    const size_t workers = (size_t)complete.workers;
    abut_world* w = host_allocate(&complete, 1, sizeof *w);
    world_worker* list = host_allocate(&complete, workers, sizeof *list);
    if (w) *w = (abut_world){.workers = list, .free_first = NOBODY, .someone = NOBODY};
    if (!w || !list || crew_open(&w->crew, &complete) != ABUT_OK) {
        host_release(&complete, list, workers, sizeof *list);
        host_release(&complete, w, 1, sizeof *w);
        return ABUT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < workers; i++)
        list[i] = (world_worker){0};
    *out = w;
    return ABUT_OK;
}

static void layer_free(world_layer* l, const abut_host* host)
{
    host_release(host, l->boxes, l->capacity, sizeof *l->boxes);
    world_tree_free(&l->tree, host);
}

void world_free(abut_world* w)
{
    const abut_host host = w->crew.host;
    for (size_t i = 0; i < w->count; i++) {
        host_release(&host, w->members[i].frame, 1, sizeof *w->members[i].frame);
        host_release(&host, w->members[i].motion, 1, sizeof *w->members[i].motion);
    }
    world_sweeping_free(w);
    world_broad_free(w);
    for (int i = 0; i < host.workers; i++) {
        world_worker* worker = &w->workers[i];
        if (worker->query) query_free(worker->query);
        world_list_free(&worker->found, &host);
    }
    crew_close(&w->crew);
    host_release(&host, w->workers, (size_t)host.workers, sizeof *w->workers);
    host_release(&host, w->members, w->member_capacity, sizeof *w->members);
    layer_free(&w->plain, &host);
    layer_free(&w->grown, &host);
    layer_free(&w->swept, &host);
    pair_set_free(&w->ignored, &host);
    pair_set_free(&w->overridden, &host);
    host_release(&host, w->pair_margins, w->pair_margin_capacity, sizeof *w->pair_margins);
    fronts_free(&w->fronts, &host);
    host_release(&host, w->asked_front, w->front_capacity, sizeof(pair_front*));
    host_release(&host, w->told, w->told_capacity, sizeof *w->told);
    world_list_free(&w->asked, &host);
    world_list_free(&w->found, &host);
    world_list_free(&w->undecided, &host);
    host_release(&host, w->shares, w->share_capacity, sizeof *w->shares);
    host_release(&host, w, 1, sizeof *w);
}

static world_box box_of(const placed_model* placed)
{
    affine product;
    if (placed->frame) affine_multiply(&product, placed->frame, &placed->pose);
    return world_box_of(placed->frame ? &product : &placed->pose, placed->model->low,
                        placed->model->high);
}

int world_has(const abut_world* w, uint32_t id)
{
    return id < w->count && w->members[id].instance.model;
}

// Room for one more member.
static abut_status make_room(abut_world* w)
{
    const abut_host* host = &w->crew.host;
    void *members = w->members, *boxes = w->plain.boxes;
    if (w->count == NOBODY) return ABUT_TOO_LARGE;
    TRY(host_grow(host, &members, &w->member_capacity, w->count, w->count + 1, sizeof *w->members));
    w->members = members;
    TRY(host_grow(host, &boxes, &w->plain.capacity, w->count, w->count + 1, sizeof(world_box)));
    w->plain.boxes = boxes;
    return ABUT_OK;
}

// Place a member as an instance says. What is kept of its frame is the member's own then; nothing changes where it fails.
static abut_status place_member(abut_world* w, world_member* m, const abut_instance* instance)
{
    const abut_host* host = &w->crew.host;
    world_frame made, *own = NULL;
    placed_model placed;
    TRY(model_place(&placed, &made.placed, instance));
    if (instance->frame) {
        made.given = *instance->frame;  // which may be what the world told
        own = m->frame ? m->frame : host_allocate(host, 1, sizeof *own);
        if (!own) return ABUT_OUT_OF_MEMORY;
        *own = made;
        placed.frame = &own->placed;
    } else {
        host_release(host, m->frame, 1, sizeof *m->frame);
    }
    m->frame = own;
    m->placed = placed;
    m->instance = *instance;
    m->instance.frame = own ? &own->given : NULL;
    return ABUT_OK;
}

abut_status world_add(abut_world* w, const abut_instance* instance, uint32_t* id)
{
    world_member member = {.groups = UINT32_MAX, .against = UINT32_MAX};
    uint32_t own = w->free_first;
    if (w->someone != NOBODY && !models_mix(w->members[w->someone].placed.model, instance->model))
        return ABUT_MIXED_METHODS;
    if (own == NOBODY) TRY(make_room(w));
    TRY(place_member(w, &member, instance));
    if (own == NOBODY)
        own = (uint32_t)w->count++;
    else
        w->free_first = w->members[own].next_free;
    w->members[own] = member;
    w->plain.boxes[own] = box_of(&member.placed);
    world_boxes_change(w, own, 1);
    w->someone = own;
    if (id) *id = own;
    return ABUT_OK;
}

// The next id that is there, round about.
static uint32_t someone_after(const abut_world* w, uint32_t id)
{
    for (size_t i = 1; i <= w->count; i++) {
        const uint32_t other = (uint32_t)((id + i) % w->count);
        if (world_has(w, other)) return other;
    }
    return NOBODY;
}

abut_status world_remove(abut_world* w, uint32_t id)
{
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    host_release(&w->crew.host, w->members[id].frame, 1, sizeof *w->members[id].frame);
    host_release(&w->crew.host, w->members[id].motion, 1, sizeof *w->members[id].motion);
    w->members[id] = (world_member){.next_free = w->free_first};
    w->plain.boxes[id] = (world_box)WORLD_BOX_EMPTY;
    w->free_first = id;
    world_boxes_change(w, id, 1);
    if (w->someone == id) w->someone = someone_after(w, id);
    // Whoever gets the id next is to be asked about, and has no margins but its own.
    pair_set_forget(&w->ignored, id);
    pair_set_forget(&w->overridden, id);
    return ABUT_OK;
}

abut_status world_instance(const abut_world* w, uint32_t id, abut_instance* out)
{
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    *out = w->members[id].instance;
    return ABUT_OK;
}

static abut_status move_member(abut_world* w, uint32_t id, const abut_instance* to)
{
    TRY(place_member(w, &w->members[id], to));
    w->plain.boxes[id] = box_of(&w->members[id].placed);
    world_boxes_change(w, id, 0);
    return ABUT_OK;
}

abut_status world_move(abut_world* w, uint32_t id, const abut_pose* pose)
{
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    abut_instance to = w->members[id].instance;
    to.pose = *pose;
    return move_member(w, id, &to);
}

abut_status world_frame_move(abut_world* w, uint32_t id, const abut_pose* about)
{
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    abut_instance to = w->members[id].instance;
    to.frame = about;
    return move_member(w, id, &to);
}

abut_status world_group(abut_world* w, uint32_t id, uint32_t groups, uint32_t against)
{
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    w->members[id].groups = groups;
    w->members[id].against = against;
    return ABUT_OK;
}

static int are_there(const abut_world* w, const abut_pair* pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!world_has(w, pairs[i].a) || !world_has(w, pairs[i].b)) return 0;
    return 1;
}

abut_status world_ignore(abut_world* w, const abut_pair* pairs, size_t count)
{
    if (!are_there(w, pairs, count)) return ABUT_BAD_ARGUMENT;
    return pair_set_make(&w->ignored, &w->crew.host, pairs, count);
}

// ----------------------------------------------------------------------------------------- margins

abut_status world_margin(abut_world* w, uint32_t id, double margin)
{
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    w->members[id].instance.margin = margin;
    world_margin_change(w, id);
    return ABUT_OK;
}

abut_status world_pair_margin(abut_world* w, const abut_pair* pairs, const double* margins,
                              size_t count)
{
    const abut_host* host = &w->crew.host;
    if (!are_there(w, pairs, count)) return ABUT_BAD_ARGUMENT;
    if (count > UINT32_MAX) return ABUT_TOO_LARGE;
    double* list = host_allocate(host, count, sizeof *list);
    const abut_status status =
        list ? pair_set_make(&w->overridden, host, pairs, count) : ABUT_OUT_OF_MEMORY;
    if (status != ABUT_OK) {
        host_release(host, list, count, sizeof *list);
        return status;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = margins[i];
    host_release(host, w->pair_margins, w->pair_margin_capacity, sizeof *w->pair_margins);
    w->pair_margins = list;
    w->pair_margin_capacity = count;
    return ABUT_OK;
}

void world_margins(const abut_world* w, abut_pair pair, double out[2])
{
    const sort_record* own = pair_set_find(&w->overridden, pair);
    out[0] = own ? w->pair_margins[own->value] : w->members[pair.a].instance.margin;
    out[1] = own ? 0 : w->members[pair.b].instance.margin;
}
