// reach_plane.c - see reach_plane.h.
#include "query/depths/reach_plane.h"

#include "base/base.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

#define SIGHT    1.25   // radii about the foot in which triangles are looked for
#define OFF_MOST 0.25   // radii that a plane may be before the triangle it is made of
#define BEFORE   0.25   // radii before it where the side is asked
#define COARSE   0x1p6  // so many times what heights err by a radius must be

// The triangles about a foot.
typedef struct scene {
    double foot[3], sight;
    double corner[REACH_NEAR_MOST][3][3];  // in the world, as seen from the foot
    size_t count;
    double error;  // of heights along a unit vector, of these and of the piece's corners
} scene;

static double corners_of(const solid_point* s, uint32_t triangle, const double from[3],
                         double out[3][3], double* most)
{
    const double* vertex[3];
    double error = 0;
    soup_mesh_vertices(&s->solid->model->mesh, triangle, vertex);
    for (int v = 0; v < 3; v++) {
        const double off = reach_place(&s->place.placed, vertex[v], out[v]);
        const double far = absolute_max3(out[v]);
        if (!(off <= error)) error = off;
        if (!(far <= *most)) *most = far;
        subtract3(out[v], out[v], from);
    }
    return error;
}

// Returns 0 if there are too many triangles.
static abut_status make_scene(scene* out, solid_point* s, double size, int* is_made)
{
    double error = 0, most = size;
    TRY(solid_point_near(s, out->foot, REACH_NEAR_MOST, out->sight));
    *is_made = s->count < REACH_NEAR_MOST;
    out->count = s->count;
    for (size_t i = 0; *is_made && i < s->count; i++) {
        const double off = corners_of(s, s->list[i].triangle, out->foot, out->corner[i], &most);
        if (!(off <= error)) error = off;
    }
    out->error = error + 64 * U * most;
    return ABUT_OK;
}

static int make_normal(const double corner[3][3], double out[3])
{
    double e[3], f[3];
    subtract3(e, corner[1], corner[0]);
    subtract3(f, corner[2], corner[0]);
    if (!normalise3(e) || !normalise3(f)) return 0;
    cross3(out, e, f);
    return normalise3(out);
}

static double least_height(const scene* all, const double normal[3], double least)
{
    for (size_t i = 0; i < all->count; i++)
        for (int v = 0; v < 3; v++) {
            const double height = dot3(normal, all->corner[i][v]);
            if (!(height >= least)) least = height;
        }
    return least;
}

// Whether what is before the plane is outside; there are no triangles.
static abut_status is_outside(solid_point* s, const reach_ball* ball, const reach_plane* at,
                              double size, int* outside)
{
    const double ahead = BEFORE * ball->radius;
    double way[3], point[3];
    int inside;
    subtract3(way, ball->centre, at->base);
    if (dot3(way, at->normal) < at->height - at->error) {
        *outside = !ball->is_inside && !ball->is_on;
        return ABUT_OK;
    }
    for (int k = 0; k < 3; k++)
        point[k] = at->base[k] + (at->height - ahead) * at->normal[k];
    reach_snap(size, point);
    TRY(solid_point_side(s, point, ahead / 2, &inside));
    *outside = !inside;
    return ABUT_OK;
}

// The plane through a corner, as seen from the centre of the ball. Its normal is set.
static abut_status try_plane(solid_point* s, const reach_piece* p, const reach_ball* ball,
                             const double corner[3], double size, reach_plane* out, int* found)
{
    const double* const normal = out->normal;
    const double deep = -dot3(normal, corner);  // the centre is so far behind
    scene all = {.sight = SIGHT * ball->radius};
    int is_made, is_behind = 1;
    *found = 0;
    for (int k = 0; k < 3; k++)
        all.foot[k] = ball->centre[k] - deep * normal[k];
    reach_snap(size, all.foot);
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, p->corner[v], ball->centre);
        is_behind &= dot3(normal, way) + deep >= 0;
    }
    if (!is_behind) all.sight += fabs(deep);
    TRY(make_scene(&all, s, size, &is_made));
    if (!is_made || !(all.error * COARSE < ball->radius)) return ABUT_OK;
    memcpy(out->base, all.foot, sizeof out->base);
    out->error = all.error;
    out->height = least_height(&all, normal, 0) - all.error;
    if (!(-out->height < OFF_MOST * ball->radius)) return ABUT_OK;
    return is_outside(s, ball, out, size, found);
}

abut_status reach_plane_find(solid_point* solid, const reach_piece* p, const reach_ball* ball,
                             uint32_t triangle, double size, reach_plane* out, int* found)
{
    double corner[3][3], normal[3], most = 0;
    *found = 0;
    (void)corners_of(solid, triangle, ball->centre, corner, &most);
    if (!make_normal((const double(*)[3])corner, normal)) return ABUT_OK;
    // A centre that is inside is behind; of another, both ways are tried.
    const double sign = -dot3(normal, corner[0]) < 0 ? -1 : 1;
    for (int way = 0; way < (ball->is_inside ? 1 : 2) && !*found; way++) {
        for (int k = 0; k < 3; k++)
            out->normal[k] = (way ? -sign : sign) * normal[k];
        TRY(try_plane(solid, p, ball, corner[0], size, out, found));
    }
    return ABUT_OK;
}

double reach_plane_depth(const reach_plane* at, const double corner[3], double error)
{
    double way[3];
    subtract3(way, corner, at->base);
    const double depth = dot3(at->normal, way) - at->height + at->error;
    return (depth > 0 ? depth * (1 + 16 * U) : depth * (1 - 16 * U)) + error;
}
