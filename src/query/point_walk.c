// point_walk.c - see point_walk.h.
#include "query/point_walk.h"

#include "base/base.h"
#include "base/host.h"
#include "engine/kernels.h"

#define ROOM_LEAST 256

static abut_status grow(const abut_host* host, void* block, size_t* capacity, size_t wanted,
                        size_t size)
{
    return host_grow_any(host, block, capacity, 0, wanted, size);
}

static abut_status more_room(point_walk* w, const abut_host* host)
{
    const size_t wanted = 2 * w->s.capacity + w->s.nearest + ROOM_LEAST;
    TRY(grow(host, &w->s.ids, &w->ids_capacity, wanted, sizeof *w->s.ids));
    TRY(grow(host, &w->s.lows, &w->lows_capacity, wanted, sizeof *w->s.lows));
    w->s.capacity = wanted;
    return ABUT_OK;
}

abut_status point_walk_open(point_walk* w, const abut_model* m, const point_frame* f,
                            size_t nearest, const abut_host* host)
{
    TRY(grow(host, &w->s.heap, &w->heap_capacity, nearest, sizeof *w->s.heap));
    w->s.tree = &m->wide;
    w->s.mesh = &m->mesh;
    w->s.frame = &m->frame;
    w->s.nearest = nearest;
    w->s.spread = f->spread;
    w->s.stretch = f->stretch;
    w->s.within = f->within;
    w->s.leaf = WIDE_NO_LEAF;
    return w->s.capacity ? ABUT_OK : more_room(w, host);
}

void point_walk_free(point_walk* w, const abut_host* host)
{
    host_release(host, w->s.heap, w->heap_capacity, sizeof *w->s.heap);
    host_release(host, w->s.ids, w->ids_capacity, sizeof *w->s.ids);
    host_release(host, w->s.lows, w->lows_capacity, sizeof *w->s.lows);
}

abut_status point_walk_nearest(point_walk* w, const point_at* at, const abut_host* host)
{
    while (!wide_kernels_now()->points_walk(&w->s, at->at, at->error))
        TRY(more_room(w, host));
    return ABUT_OK;
}

abut_status point_walk_ray(point_walk* w, const point_frame* f, const point_at* at,
                           const ray_direction* ray, const abut_host* host)
{
    wide_ray r = {.at = {at->at[0], at->at[1], at->at[2]}, .error = at->error};
    double length;
    r.per_along = point_frame_turn(f, ray->x, r.along, &length);
    while (!wide_kernels_now()->ray_walk(&w->s, &r))
        TRY(more_room(w, host));
    return ABUT_OK;
}

abut_status point_walk_cover(point_walk* w, const point_at* at, const abut_host* host)
{
    while (!wide_kernels_now()->points_cover(&w->s, at->at, at->error))
        TRY(more_room(w, host));
    return ABUT_OK;
}
