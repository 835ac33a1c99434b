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
    if (w) *w = (abut_world){.workers = list};
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

void world_free(abut_world* w)
{
    const abut_host host = w->crew.host;
    for (int i = 0; i < host.workers; i++) {
        world_worker* worker = &w->workers[i];
        if (worker->query) query_free(worker->query);
        host_release(&host, worker->pairs, worker->pair_capacity, sizeof *worker->pairs);
        host_release(&host, worker->clashes, worker->clash_capacity, sizeof *worker->clashes);
    }
    crew_close(&w->crew);
    host_release(&host, w->workers, (size_t)host.workers, sizeof *w->workers);
    host_release(&host, w->members, w->member_capacity, sizeof *w->members);
    host_release(&host, w->boxes, w->box_capacity, sizeof *w->boxes);
    world_tree_free(&w->tree, &host);
    host_release(&host, w->ignored, w->ignored_count, sizeof *w->ignored);
    host_release(&host, w->asked, w->asked_capacity, sizeof *w->asked);
    host_release(&host, w->pairs, w->pair_capacity, sizeof *w->pairs);
    host_release(&host, w->clashes, w->clash_capacity, sizeof *w->clashes);
    host_release(&host, w->shares, w->share_capacity, sizeof *w->shares);
    host_release(&host, w, 1, sizeof *w);
}

static world_box box_of(const placed_model* placed)
{
    return world_box_of(&placed->pose, placed->model->low, placed->model->high);
}

abut_status world_add(abut_world* w, const abut_instance* instance, uint32_t* id)
{
    const abut_host* host = &w->crew.host;
    world_member member = {.groups = UINT32_MAX, .against = UINT32_MAX};
    void *members = w->members, *boxes = w->boxes;
    if (w->count && !models_mix(w->members[0].placed.model, instance->model))
        return ABUT_MIXED_METHODS;
    if (w->count == UINT32_MAX) return ABUT_TOO_LARGE;
    TRY(model_place(&member.placed, instance));
    TRY(host_grow(host, &members, &w->member_capacity, w->count, w->count + 1, sizeof member));
    w->members = members;
    TRY(host_grow(host, &boxes, &w->box_capacity, w->count, w->count + 1, sizeof *w->boxes));
    w->boxes = boxes;
    w->members[w->count] = member;
    w->boxes[w->count] = box_of(&member.placed);
    w->has_new = 1;
    if (id) *id = (uint32_t)w->count;
    w->count++;
    return ABUT_OK;
}

abut_status world_move(abut_world* w, uint32_t id, const abut_pose* pose)
{
    affine placed;
    if (id >= w->count) return ABUT_BAD_ARGUMENT;
    TRY(affine_from_pose(&placed, pose));
    w->members[id].placed.pose = placed;
    w->boxes[id] = box_of(&w->members[id].placed);
    w->has_moved = 1;
    return ABUT_OK;
}

abut_status world_group(abut_world* w, uint32_t id, uint32_t groups, uint32_t against)
{
    if (id >= w->count) return ABUT_BAD_ARGUMENT;
    w->members[id].groups = groups;
    w->members[id].against = against;
    return ABUT_OK;
}

abut_status world_ignore(abut_world* w, const abut_pair* pairs, size_t count)
{
    const abut_host* host = &w->crew.host;
    for (size_t i = 0; i < count; i++)
        if (pairs[i].a >= w->count || pairs[i].b >= w->count) return ABUT_BAD_ARGUMENT;
    sort_record* list = host_allocate(host, count, sizeof *list);
    sort_record* scratch = host_allocate(host, count, sizeof *scratch);
    const int has_room = list && scratch;
    if (has_room) {
        for (size_t i = 0; i < count; i++) {
            const uint32_t a = pairs[i].a, b = pairs[i].b;
            list[i].key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
            list[i].value = 0;
        }
        sort_records(list, scratch, count);
        host_release(host, w->ignored, w->ignored_count, sizeof *w->ignored);
        w->ignored = list;
        w->ignored_count = count;
    } else {
        host_release(host, list, count, sizeof *list);
    }
    host_release(host, scratch, count, sizeof *scratch);
    return has_room ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}
