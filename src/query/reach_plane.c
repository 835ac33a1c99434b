// reach_plane.c - see reach_plane.h.
#include "query/reach_plane.h"

#include "base/base.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

#define SIGHT       3.25  // radii about the centre in which triangles are looked for
#define PLANES_MOST 2     // of one piece
#define OFF_MOST    0.25  // radii that a plane may be before the triangle it is made of
#define BEFORE      0.25  // radii before it where the side is asked

// The triangles near a piece, in the world, as seen from its centre.
typedef struct scene {
    double corner[REACH_NEAR_MOST][3][3];
    size_t count;
    double error;  // of heights along a unit vector, of these and of the piece's corners
} scene;

static void make_scene(scene* out, const solid_point* s, const reach_ball* ball, double size)
{
    double error = 0, most = size;
    out->count = s->count;
    for (size_t i = 0; i < s->count; i++) {
        const double* vertex[3];
        soup_mesh_vertices(&s->solid->model->mesh, s->list[i].triangle, vertex);
        for (int v = 0; v < 3; v++) {
            double* const to = out->corner[i][v];
            const double off = reach_place(&s->place.placed, vertex[v], to);
            if (!(off <= error)) error = off;
            const double far = absolute_max3(to);
            if (!(far <= most)) most = far;
            subtract3(to, to, ball->centre);
        }
    }
    out->error = error + 64 * U * most;
}

typedef struct plane {
    double normal[3];  // of length 1 but for rounding; outside is against it
    double height;     // from the centre: no corner of the scene is certainly before it
} plane;

static int make_normal(const double corner[3][3], double out[3])
{
    double e[3], f[3];
    subtract3(e, corner[1], corner[0]);
    subtract3(f, corner[2], corner[0]);
    if (!normalise3(e) || !normalise3(f)) return 0;
    cross3(out, e, f);
    return normalise3(out);
}

static double least_height(const scene* all, const double normal[3])
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < all->count; i++)
        for (int v = 0; v < 3; v++) {
            const double height = dot3(normal, all->corner[i][v]);
            if (!(height >= least)) least = height;
        }
    return least;
}

// How deep the corners are behind it. Returns 0 if its sight is too short for what is proved of points so deep.
static int find_depths(const scene* all, const reach_piece* p, const reach_ball* ball,
                       const plane* at, double depth[3])
{
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, p->corner[v], ball->centre);
        const double height = dot3(at->normal, way) - at->height + all->error;
        depth[v] = height > 0 ? height * (1 + 16 * U) + p->error : p->error;
        if (!(ball->radius + depth[v] + all->error < SIGHT * ball->radius)) return 0;
    }
    return 1;
}

// Whether what is before the plane is outside; nothing is there but that.
static abut_status is_outside(solid_point* s, const scene* all, const reach_ball* ball,
                              const plane* at, int* outside)
{
    const double ahead = BEFORE * ball->radius;
    *outside = 0;
    if (at->height > all->error) {
        *outside = !ball->is_on && !ball->is_inside;
        return ABUT_OK;
    }
    const double far = at->height - ahead;
    double point[3];
    int inside;
    if (!(ahead > 4 * all->error && -far < (SIGHT - 1) * ball->radius)) return ABUT_OK;
    for (int k = 0; k < 3; k++)
        point[k] = ball->centre[k] + far * at->normal[k];
    TRY(solid_point_side(s, point, ahead / 2, &inside));
    *outside = !inside;
    return ABUT_OK;
}

static abut_status try_plane(solid_point* s, const scene* all, const reach_piece* p,
                             const reach_ball* ball, const double corner[3], plane* at,
                             reach_game* g, int* added)
{
    int outside;
    at->height = least_height(all, at->normal) - all->error;
    if (!(dot3(at->normal, corner) - at->height < OFF_MOST * ball->radius + all->error))
        return ABUT_OK;
    if (!find_depths(all, p, ball, at, g->corner[g->count])) return ABUT_OK;
    TRY(is_outside(s, all, ball, at, &outside));
    if (!outside) return ABUT_OK;
    g->count++;
    ++*added;
    return ABUT_OK;
}

abut_status reach_planes_add(solid_point* solid, const reach_piece* p, const reach_ball* ball,
                             double size, reach_game* g)
{
    scene all;
    int added = 0;
    TRY(solid_point_near(solid, ball->centre, REACH_NEAR_MOST, SIGHT * ball->radius));
    if (!solid->count || solid->count == REACH_NEAR_MOST) return ABUT_OK;
    make_scene(&all, solid, ball, size);
    if (!(all.error < ball->radius)) return ABUT_OK;
    double seen[PLANES_MOST][3];
    for (size_t i = 0; i < 2 * all.count && added < PLANES_MOST && g->count < REACH_SETS_MOST;
         i++) {
        const size_t triangle = i / 2;  // and both ways across it
        plane at;
        int is_seen = 0;
        const int before = added;
        if (!make_normal((const double(*)[3])all.corner[triangle], at.normal)) continue;
        for (int k = 0; k < 3 && i % 2; k++)
            at.normal[k] = -at.normal[k];
        for (int k = 0; k < added; k++)
            is_seen |= dot3(seen[k], at.normal) > 1 - 0x1p-20;
        if (is_seen) continue;
        TRY(try_plane(solid, &all, p, ball, all.corner[triangle][0], &at, g, &added));
        if (added > before) memcpy(seen[before], at.normal, sizeof at.normal);
    }
    return ABUT_OK;
}
