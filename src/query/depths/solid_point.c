// solid_point.c - see solid_point.h.
#include "query/depths/solid_point.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"

#include <math.h>
#include <string.h>

abut_status solid_point_open(solid_point* out, const abut_solid* solid,
                             const abut_instance* instance, size_t most, const abut_host* host)
{
    ASSERT(solid->bounding);
    memset(out, 0, sizeof *out);
    out->solid = solid;
    out->host = host;
    TRY(point_place_make(&out->place, instance));
    out->list = host_allocate(host, most, sizeof *out->list);
    if (!out->list) return ABUT_OUT_OF_MEMORY;
    out->most = most;
    out->is_walked = solid->model->wide.node_count > 0;
    if (!out->is_walked) return ABUT_OK;
    point_frame_make(&out->frame, &out->place, (double)INFINITY);
    out->is_split = !out->place.placed.frame && foot_is_exact();
    out->is_short = out->is_split && solid->model->mesh.unit > 0;
    return point_walk_open(&out->walk, solid->model, &out->frame, most, host);
}

void solid_point_close(solid_point* s)
{
    if (!s->host) return;
    point_walk_free(&s->walk, s->host);
    host_release(s->host, s->list, s->most, sizeof *s->list);
}

static int bounds(const solid_point* s, uint32_t triangle)
{
    return (solid_role(s->solid, triangle) & SOLID_BOUNDS) != 0;
}

// ----------------------------------------------------------------------------------------- nearest

// Up to four pairs; those left over repeat the first.
static void find_feet(const solid_point* s, const double* const points[FOOT_LANES],
                      const uint32_t triangles[FOOT_LANES], size_t count,
                      foot_found out[FOOT_LANES])
{
    foot_pair pairs[FOOT_LANES];
    for (size_t l = 0; l < FOOT_LANES; l++) {
        const size_t i = l < count ? l : 0;
        pairs[l].point = points[i];
        soup_mesh_vertices(&s->solid->model->mesh, triangles[i], pairs[l].corner);
    }
    wide_kernels_now()->foot(&s->place.placed.pose, pairs, out);
}

// Put triangles in order that may be the nearest, up to FOOT_LANES.
static void take(solid_point* s, point_list* l, const uint32_t* triangles, size_t count)
{
    const double* const points[FOOT_LANES] = {l->point, l->point, l->point, l->point};
    foot_found found[FOOT_LANES];
    if (s->is_split) find_feet(s, points, triangles, count, found);
    for (size_t i = 0; i < count; i++)
        s->work.exact_tests +=
            (uint64_t)point_take(l, triangles[i], s->is_split ? &found[i] : NULL);
    s->work.triangle_tests += count;
}

// Those that a walk for so many kept; *others: of components that are open.
static void take_kept(solid_point* s, point_list* l, size_t* others)
{
    uint32_t some[FOOT_LANES];
    size_t count = 0;
    *others = 0;
    for (size_t i = 0; i < s->walk.s.count; i++) {
        const uint32_t triangle = s->walk.s.ids[i];
        if (!bounds(s, triangle)) {
            ++*others;
            continue;
        }
        some[count++] = triangle;
        if (count < FOOT_LANES) continue;
        take(s, l, some, count);
        count = 0;
    }
    if (count) take(s, l, some, count);
}

// Open components may hide closed ones: then more is asked for.
static abut_status near_by_walk(solid_point* s, point_list* l, const point_at* at)
{
    const size_t all = soup_mesh_present(&s->solid->model->mesh);
    size_t asked = l->most < all ? l->most : all, others;
    for (;;) {
        const uint64_t nodes = s->walk.s.node_visits, leaves = s->walk.s.leaf_visits;
        s->walk.s.nearest = asked;
        TRY(point_walk_nearest(&s->walk, at, s->host));
        s->work.volume_tests += WIDE_LANES * (s->walk.s.node_visits - nodes);
        s->work.triangle_tests += WIDE_LEAF * (s->walk.s.leaf_visits - leaves);
        l->count = 0;
        take_kept(s, l, &others);
        // Of those asked for that are the nearest, so many at most are of open components; as near may be more than were asked for.
        if (asked == all || s->walk.s.count < asked || asked >= others + l->most) return ABUT_OK;
        asked = all - asked > asked + others ? 2 * asked + others : all;
        TRY(point_walk_open(&s->walk, s->solid->model, &s->frame, asked, s->host));
    }
}

static void near_of_all(solid_point* s, point_list* l)
{
    const soup_mesh* const m = &s->solid->model->mesh;
    posed_triangle t, p;
    point_place_point(&s->place, l->point, &p);
    for (size_t i = 0; i < m->triangle_count; i++) {
        nearest_bounds between;
        point_distance d;
        if (!bounds(s, (uint32_t)i)) continue;
        point_place_triangle(&s->place, (uint32_t)i, &t);
        nearest_bound(&t, &p, &between);
        s->work.triangle_tests++;
        const double least = l->count == l->most ? l->list[l->most - 1].hi : l->within;
        if (PRUNE(between.lo > least)) continue;
        s->work.exact_tests++;
        point_measure(&s->place, l->point, (uint32_t)i, between.features.a, &d);
        point_list_add(l, &d);
    }
}

abut_status solid_point_near(solid_point* s, const double point[3], size_t wanted, double within)
{
    ASSERT(wanted <= s->most);
    point_list l = {
        .place = &s->place, .point = point, .within = within, .list = s->list, .most = wanted};
    s->count = 0;
    if (s->is_walked) {
        const point_at at = point_at_make(&s->frame, point);
        s->walk.s.within = point_frame_limit(&s->frame, within);
        TRY(near_by_walk(s, &l, &at));
    } else {
        near_of_all(s, &l);
    }
    s->count = l.count;
    return ABUT_OK;
}

// Where pairs of doubles do not tell: in integers, if a feature is likely; with -1 in doubles, or integers where numbers are too
// large or too small for these.
static double bound_above(solid_point* s, const double point[3], uint32_t triangle, int likely)
{
    posed_triangle t, p;
    nearest_bounds between = {.hi = (double)INFINITY, .features.a = (uint8_t)likely};
    point_distance d;
    if (likely < 0) {
        point_place_point(&s->place, point, &p);
        point_place_triangle(&s->place, triangle, &t);
        nearest_bound(&t, &p, &between);
        if (between.hi < (double)INFINITY) return between.hi;
        between.features.a = ABUT_FEATURE_FACE;
    }
    s->work.exact_tests++;
    point_measure(&s->place, point, triangle, between.features.a, &d);
    return d.hi;
}

void solid_point_measure(solid_point* s, const double (*points)[3], const uint32_t* triangles,
                         size_t count, double* above)
{
    for (size_t i = 0; i < count; i += FOOT_LANES) {
        const size_t some = count - i < FOOT_LANES ? count - i : FOOT_LANES;
        const double* at[FOOT_LANES];
        foot_found found[FOOT_LANES];
        for (size_t l = 0; l < some; l++)
            at[l] = points[i + l];
        if (s->is_split) find_feet(s, at, triangles + i, some, found);
        s->work.triangle_tests += some;
        for (size_t l = 0; l < some; l++)
            above[i + l] =
                s->is_split && PRUNE(found[l].is_measured)
                    ? found[l].hi
                    : bound_above(s, at[l], triangles[i + l], s->is_short ? found[l].feature : -1);
    }
}

void solid_point_foot(solid_point* s, const double point[3], uint32_t triangle, double foot[3])
{
    abut_point_near told;
    point_distance d;
    point_measure(&s->place, point, triangle, ABUT_FEATURE_FACE, &d);
    const point_list one = {.place = &s->place, .point = point, .list = &d, .count = 1, .most = 1};
    point_list_tell(&one, &told);
    memcpy(foot, told.point, sizeof told.point);
}

// ------------------------------------------------------------------------------------------- sides

abut_status solid_point_side(solid_point* s, const double point[3], double clear, int* is_inside)
{
    if (PRUNE(point_is_beside(s->last, s->reach, point))) {
        *is_inside = s->last_is_inside;
        if (clear <= s->reach) return ABUT_OK;
    } else {
        point_asked p = {.solid = s->solid,
                         .place = &s->place,
                         .point = point,
                         .frame = s->is_walked ? &s->frame : NULL,
                         .walk = &s->walk,
                         .host = s->host};
        point_side side;
        if (s->is_walked) p.at = point_at_make(&s->frame, point);
        TRY(point_side_find(&p, &side));
        s->work.triangle_tests++;
        *is_inside = side.is_inside;
    }
    s->last_is_inside = *is_inside;
    s->reach = clear;
    memcpy(s->last, point, sizeof s->last);
    return ABUT_OK;
}
