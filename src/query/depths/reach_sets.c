// reach_sets.c - see reach_sets.h.
#include "query/depths/reach_sets.h"

#include "base/base.h"
#include "base/host.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

#define OPEN_MOST 0x1p-12  // of a piece's size that two triangles may lack to a quadrangle
#define NO_PLANE  UINT32_MAX
#define SHADE     (UINT32_MAX - 1)  // in place of a plane

// Where another set goes: the last place, or that of one that told nothing. REACH_SETS_MOST: there is none.
static size_t place_for(reach_sets* w)
{
    if (w->game.count < REACH_SETS_MOST) return w->game.count++;
    for (size_t i = 0; i < REACH_SETS_MOST; i++)
        if (!(w->value.part[i] > 0)) return i;
    return REACH_SETS_MOST;
}

// ------------------------------------------------------------------------------------------ planes

static int put_plane(const reach_way* s, const reach_piece* p, reach_sets* w, uint32_t number)
{
    const size_t at = place_for(w);
    if (at == REACH_SETS_MOST) return 0;
    w->plane[at] = number;
    w->wall[at] = (reach_wall){{UINT32_MAX, UINT32_MAX}};
    w->value.part[at] = 1;  // it is not replaced before it was tried
    for (int v = 0; v < 3; v++)
        w->game.corner[at][v] = reach_plane_depth(&s->planes[number], p->corner[v], p->error);
    return 1;
}

abut_status reach_sets_add_plane(reach_way* s, const reach_piece* p, const reach_ball* ball,
                                 reach_sets* w, uint32_t triangle, size_t* added)
{
    int found;
    reach_plane plane;
    TRY(reach_plane_find(&s->solid, p, ball, triangle, s->surface.size, &plane, &found));
    if (!found) return ABUT_OK;
    void* planes = s->planes;
    const abut_status status = host_grow(s->host, &planes, &s->plane_capacity, s->plane_count,
                                         s->plane_count + 1, sizeof *s->planes);
    s->planes = planes;
    TRY(status);
    s->planes[s->plane_count] = plane;
    if (!put_plane(s, p, w, (uint32_t)s->plane_count)) return ABUT_OK;
    s->plane_count++;
    ++*added;
    return ABUT_OK;
}

abut_status reach_sets_add_planes(reach_way* s, const reach_piece* p, const reach_ball* ball,
                                  reach_sets* w, size_t* added)
{
    const reach_sets before = *w;
    for (size_t i = 0; i < before.game.count; i++)
        if (before.plane[i] == NO_PLANE && before.value.part[i] > 0)
            TRY(reach_sets_add_plane(s, p, ball, w, before.wall[i].triangle[0], added));
    return ABUT_OK;
}

abut_status reach_sets_add_shade(reach_way* s, const reach_piece* p, double before, reach_sets* w,
                                 size_t* added)
{
    double depth[3];
    int found;
    TRY(reach_shade_find(&s->solid, p, before, s->surface.size, depth, &found));
    const size_t at = found ? place_for(w) : REACH_SETS_MOST;
    if (at == REACH_SETS_MOST) return ABUT_OK;
    w->plane[at] = SHADE;
    w->wall[at] = (reach_wall){{UINT32_MAX, UINT32_MAX}};
    w->value.part[at] = 1;
    memcpy(w->game.corner[at], depth, sizeof depth);
    ++*added;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- walls

// How far two segments are from each other, or more.
static double gap_of(const double p[3], const double u[3], const double q[3], const double v[3])
{
    double r[3], way[3];
    subtract3(r, q, p);
    const double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), ur = dot3(u, r),
                 vr = dot3(v, r), whole = uu * vv - uv * uv;
    double s = (ur * vv - vr * uv) / whole, t = (ur * uv - vr * uu) / whole;
    s = s > 0 ? (s < 1 ? s : 1) : 0;  // NaN: 0
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    for (int k = 0; k < 3; k++)
        way[k] = r[k] + t * v[k] - s * u[k];
    return reach_length(way);
}

// How far two triangles are from the hull of both, if they share an edge; else infinite.
static double lack_of(const reach_way* s, uint32_t x, uint32_t y)
{
    const soup_mesh* const m = &s->solid.solid->model->mesh;
    const uint32_t *const a = m->triangles + 3 * (size_t)x, *const b = m->triangles + 3 * (size_t)y;
    double corner[4][3], error = 0, most = s->surface.size;
    uint32_t shared[3], own = UINT32_MAX, other = UINT32_MAX;
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2])
            shared[count++] = a[i];
        else
            own = a[i];
        if (b[i] != a[0] && b[i] != a[1] && b[i] != a[2]) other = b[i];
    }
    if (count != 2 || own == UINT32_MAX || other == UINT32_MAX) return (double)INFINITY;
    const uint32_t vertex[4] = {shared[0], shared[1], own, other};
    for (int i = 0; i < 4; i++) {
        const double off =
            reach_place(&s->solid.place.placed, m->vertices + 3 * (size_t)vertex[i], corner[i]);
        const double far = absolute_max3(corner[i]);
        if (!(off <= error)) error = off;
        if (!(far <= most)) most = far;
    }
    double edge[3], across[3];
    subtract3(edge, corner[1], corner[0]);
    subtract3(across, corner[3], corner[2]);
    return gap_of(corner[0], edge, corner[2], across) + 2 * error + 64 * U * most;
}

// How far the corners are from so many triangles.
static void measure(reach_way* s, const reach_piece* p, const uint32_t* triangle, size_t count,
                    double (*corner)[3])
{
    double points[3 * REACH_SETS_MOST][3], above[3 * REACH_SETS_MOST];
    uint32_t triangles[3 * REACH_SETS_MOST] = {0};
    for (size_t i = 0; i < 3 * count; i++) {
        memcpy(points[i], p->corner[i % 3], sizeof points[i]);
        triangles[i] = triangle[i / 3];
    }
    solid_point_measure(&s->solid, (const double(*)[3])points, triangles, 3 * count, above);
    for (size_t i = 0; i < 3 * count; i++)
        corner[i / 3][i % 3] = p->error > 0 ? (above[i] + p->error) * (1 + 8 * U) : above[i];
}

static int is_single(const reach_sets* w, size_t i)
{
    return w->plane[i] == NO_PLANE && w->wall[i].triangle[1] == UINT32_MAX;
}

// Add what is one quadrangle with this wall, of those before end, beside its halves.
static void add_quadrangles(const reach_way* s, const reach_piece* p, reach_sets* w, size_t y,
                            size_t end)
{
    const double most = OPEN_MOST * reach_piece_size(p);
    for (size_t x = 0; x < end && w->game.count < REACH_SETS_MOST; x++) {
        if (x == y || !is_single(w, x) || !is_single(w, y)) continue;
        const reach_wall both = {{w->wall[x].triangle[0], w->wall[y].triangle[0]}};
        const double lack = lack_of(s, both.triangle[0], both.triangle[1]);
        if (!(lack < most)) continue;
        const double *const a = w->game.corner[x], *const b = w->game.corner[y];
        const size_t at = place_for(w);
        w->plane[at] = NO_PLANE;
        w->wall[at] = both;
        w->value.part[at] = 1;
        for (int v = 0; v < 3; v++)
            w->game.corner[at][v] = ((a[v] < b[v] ? a[v] : b[v]) + lack) * (1 + 8 * U);
    }
}

static int has_triangle(const reach_sets* w, uint32_t triangle)
{
    for (size_t i = 0; i < w->game.count; i++) {
        if (is_single(w, i) && w->wall[i].triangle[0] == triangle) return 1;
    }
    return 0;
}

// Returns its place; REACH_SETS_MOST: it has one already, or there is none.
static size_t put_triangle(reach_sets* w, uint32_t triangle)
{
    if (has_triangle(w, triangle)) return REACH_SETS_MOST;
    const size_t at = place_for(w);
    if (at == REACH_SETS_MOST) return at;
    w->plane[at] = NO_PLANE;
    w->wall[at] = (reach_wall){{triangle, UINT32_MAX}};
    w->value.part[at] = 1;
    return at;
}

void reach_sets_begin(reach_way* s, const reach_piece* p, reach_sets* w)
{
    w->game.count = 0;
    for (int i = 0; i < p->plane_count; i++)
        (void)put_plane(s, p, w, p->plane[i]);
    const size_t from = w->game.count;
    for (int i = 0; i < p->wall_count; i++)
        (void)put_triangle(w, p->wall[i]);
    for (size_t i = 0; i < s->solid.count; i++)
        (void)put_triangle(w, s->solid.list[i].triangle);
    uint32_t triangles[REACH_SETS_MOST];
    for (size_t i = from; i < w->game.count; i++)
        triangles[i - from] = w->wall[i].triangle[0];
    measure(s, p, triangles, w->game.count - from, w->game.corner + from);
    const size_t count = w->game.count;
    for (size_t y = from; y < count; y++)
        add_quadrangles(s, p, w, y, y);
}

int reach_sets_add(reach_way* s, const reach_piece* p, reach_sets* w, uint32_t triangle)
{
    const size_t at = put_triangle(w, triangle);
    if (at == REACH_SETS_MOST) return 0;
    measure(s, p, &triangle, 1, w->game.corner + at);
    add_quadrangles(s, p, w, at, w->game.count);
    return 1;
}

// ------------------------------------------------------------------------------------------- value

void reach_sets_solve(reach_piece* p, reach_sets* w)
{
    reach_game_solve(&w->game, &w->value);
    if (!(w->value.above < p->hi)) return;
    p->hi = w->value.above;
    p->wall_count = p->plane_count = 0;
    for (size_t i = 0; i < w->game.count; i++) {
        if (!(w->value.part[i] > 0)) continue;
        if (w->plane[i] == SHADE) continue;
        if (w->plane[i] != NO_PLANE) {
            p->plane[p->plane_count++] = w->plane[i];
            continue;
        }
        for (int k = 0; k < 2; k++)
            if (w->wall[i].triangle[k] != UINT32_MAX)
                p->wall[p->wall_count++] = w->wall[i].triangle[k];
    }
}
