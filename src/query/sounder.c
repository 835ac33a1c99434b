// sounder.c - see sounder.h.
#include "query/sounder.h"

#include "base/base.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "geom/vector.h"

#include <string.h>

abut_status sounder_open(sounder* out, const abut_solid* solid, const abut_instance* instance,
                         const abut_host* host, struct work* work)
{
    memset(out, 0, sizeof *out);
    out->solid = solid;
    out->host = host;
    out->work = work;
    TRY(point_place_make(&out->place, instance));
    out->is_walked = solid->model->method == ABUT_METHOD_WIDE;
    if (!out->is_walked) return ABUT_OK;
    point_frame_make(&out->frame, &out->place, (double)INFINITY);
    return point_walk_open(&out->walk, solid->model, &out->frame, 1, host);
}

void sounder_close(sounder* s)
{
    if (!s->host) return;
    point_walk_free(&s->walk, s->host);
    host_release(s->host, s->found, s->found_capacity, sizeof *s->found);
    host_release(s->host, s->bounds, s->bounds_capacity, sizeof *s->bounds);
}

// ---------------------------------------------------------------------------------------- distances

static abut_status grow(const sounder* s, void* block, size_t* capacity, size_t wanted, size_t size)
{
    void* is = *(void**)block;
    const abut_status status = host_grow(s->host, &is, capacity, 0, wanted, size);
    *(void**)block = is;
    return status;
}

// Between the same two doubles the lower index counts: feet are only told, and bounds are the same.
static void take(sounding* out, const point_distance* d)
{
    const int64_t now = double_order(d->lo), was = double_order(out->lo);
    if (now > was || (now == was && d->triangle > out->triangle)) return;
    out->lo = d->lo;
    out->hi = d->hi;
    out->triangle = d->triangle;
}

static void weigh(sounder* s, const double point[3], uint32_t triangle, const foot_found* f,
                  sounding* out)
{
    const point_list list = {.place = &s->place, .point = point};
    point_distance d;
    s->work->exact_tests += (uint64_t)point_weigh(&list, triangle, f, &d);
    take(out, &d);
}

static abut_status look_at_all(sounder* s, const double point[3], sounding* out)
{
    const size_t count = s->solid->model->mesh.triangle_count;
    double most = (double)INFINITY;
    posed_triangle t, p;
    TRY(grow(s, &s->bounds, &s->bounds_capacity, count, sizeof *s->bounds));
    point_place_point(&s->place, point, &p);
    for (size_t i = 0; i < count; i++) {
        point_place_triangle(&s->place, (uint32_t)i, &t);
        nearest_bound(&t, &p, &s->bounds[i]);
        if (s->bounds[i].hi < most) most = s->bounds[i].hi;
    }
    for (size_t i = 0; i < count; i++)
        if (!PRUNE(s->bounds[i].lo > most)) weigh(s, point, (uint32_t)i, NULL, out);
    s->work->triangle_tests += count;
    return ABUT_OK;
}

// Of those that the walk kept, as points.c measures them.
static abut_status look_at_kept(sounder* s, const double point[3], const point_at* at,
                                sounding* out)
{
    const wide_points* const w = &s->walk.s;
    const uint64_t visits = w->node_visits;
    const int is_split = foot_is_exact();
    TRY(point_walk_nearest(&s->walk, at, s->host));
    s->work->volume_tests += 8 * (w->node_visits - visits);
    s->work->triangle_tests += w->count;
    TRY(grow(s, &s->found, &s->found_capacity, w->count + FOOT_LANES, sizeof *s->found));
    for (size_t i = 0; is_split && i < w->count; i += FOOT_LANES) {
        foot_pair pairs[FOOT_LANES];
        for (size_t l = 0; l < FOOT_LANES; l++) {
            pairs[l].point = point;
            soup_mesh_vertices(&s->solid->model->mesh, w->ids[i + l < w->count ? i + l : i],
                               pairs[l].corner);
        }
        wide_kernels_now()->foot(&s->place.placed.pose, pairs, s->found + i);
    }
    for (size_t i = 0; i < w->count; i++)
        weigh(s, point, w->ids[i], is_split ? &s->found[i] : NULL, out);
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- sides

// Whether a point is certainly nearer to the last one than any triangle is: then it is on the same side.
static int is_beside(const sounder* s, const double point[3])
{
    double square = 0;
    if (!(s->reach > 0x1p-400 && s->reach < 0x1p400)) return 0;
    for (int k = 0; k < 3; k++) {
        const double way = point[k] - s->last[k];
        square += way * way;
    }
    return square < s->reach * s->reach * (1 - 0x1p-40);
}

static abut_status find_side(sounder* s, const double point[3], const point_at* at, sounding* out)
{
    if (!PRUNE(is_beside(s, point))) {
        const point_asked asked = {.solid = s->solid,
                                   .place = &s->place,
                                   .point = point,
                                   .frame = s->is_walked ? &s->frame : NULL,
                                   .at = *at,
                                   .walk = &s->walk,
                                   .host = s->host};
        point_side found;
        TRY(point_side_find(&asked, &found));
        s->last_is_inside = found.is_inside;
    }
    memcpy(s->last, point, sizeof s->last);
    s->reach = out->lo;
    out->is_inside = s->last_is_inside;
    return ABUT_OK;
}

abut_status sounder_ask(sounder* s, const double point[3], sounding* out)
{
    point_at at = {.error = 0};
    *out = (sounding){.lo = (double)INFINITY, .hi = (double)INFINITY, .triangle = UINT32_MAX};
    if (s->is_walked) {
        at = point_at_make(&s->frame, point);
        TRY(look_at_kept(s, point, &at, out));
    } else {
        TRY(look_at_all(s, point, out));
    }
    return double_is_zero(out->hi) ? ABUT_OK : find_side(s, point, &at, out);
}

// --------------------------------------------------------------------------------------------- feet

// Of a segment, and how far that is, squared.
static double foot_on_edge(const double p[3], const double from[3], const double to[3],
                           double foot[3])
{
    double along[3], way[3], square = 0;
    subtract3(along, to, from);
    subtract3(way, p, from);
    const double length = dot3(along, along), t = length > 0 ? dot3(way, along) / length : 0;
    const double at = t > 0 ? (t < 1 ? t : 1) : 0;
    for (int k = 0; k < 3; k++) {
        foot[k] = from[k] + at * along[k];
        square += (p[k] - foot[k]) * (p[k] - foot[k]);
    }
    return square;
}

void sounder_foot(const sounder* s, uint32_t triangle, const double point[3], double foot[3])
{
    const affine* const pose = &s->place.placed.pose;
    const double* vertex[3];
    double corner[3][3], edge[2][3], normal[3], way[3], best = (double)INFINITY;
    soup_mesh_vertices(&s->solid->model->mesh, triangle, vertex);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            corner[i][k] = dot3(pose->matrix[k], vertex[i]) + pose->translation[k];
    subtract3(edge[0], corner[1], corner[0]);
    subtract3(edge[1], corner[2], corner[0]);
    cross3(normal, edge[0], edge[1]);
    subtract3(way, point, corner[0]);
    const double square = dot3(normal, normal), off = square > 0 ? dot3(way, normal) / square : 0;
    int is_over = square > 0;
    for (int i = 0; i < 3; i++) {
        double from[3], along[3], side[3], at[3];
        subtract3(along, corner[(i + 1) % 3], corner[i]);
        subtract3(from, point, corner[i]);
        cross3(side, normal, along);
        is_over &= dot3(side, from) >= 0;
        const double far = foot_on_edge(point, corner[i], corner[(i + 1) % 3], at);
        if (far < best) {
            best = far;
            memcpy(foot, at, sizeof at);
        }
    }
    for (int k = 0; is_over && k < 3; k++)
        foot[k] = point[k] - off * normal[k];
}
