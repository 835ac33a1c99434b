// beyond.c - see beyond.h: intervals that hold the ends of two sets of vertices, and exact comparisons where these
// do not tell.
#include "query/beyond.h"

#include "base/base.h"
#include "soup/topology.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Which vertices a set has.
typedef enum vertex_choice { SET_OF_PART, SET_OF_OPEN_PARTS, SET_OF_ALL } vertex_choice;

// A set of vertices: that triangles use, or all.
typedef struct vertex_set {
    const soup_mesh* mesh;
    const components* parts;  // unless all
    const probe_space* space;
    int side;
    vertex_choice choice;
    size_t part;          // of SET_OF_PART
    double end[2][3][2];  // the least and the greatest coordinate of each axis are within these
} vertex_set;

static int set_holds(const vertex_set* s, size_t vertex)
{
    if (s->choice == SET_OF_ALL) return 1;
    const uint32_t part = s->parts->of_vertex[vertex];
    if (part == TOPOLOGY_UNUSED) return 0;
    return s->choice == SET_OF_OPEN_PARTS ? !s->parts->list[part].closed : part == s->part;
}

// Find between which numbers the coordinates of a vertex are: all, beyond the filter's range. Where points stay as they are
// in the files, they are known.
static void bound_vertex(const vertex_set* s, size_t vertex, double low[3], double high[3])
{
    const double* at = s->mesh->vertices + vertex * 3;
    if (s->space->poses->in_place) {
        memcpy(low, at, 3 * sizeof *low);
        memcpy(high, at, 3 * sizeof *high);
        return;
    }
    const double* const all[3] = {at, at, at};
    posed_triangle t;
    posed_triangle_place(&t, s->space->poses, s->side, all);
    const int is_placed = t.error <= DBL_MAX;
    for (int k = 0; k < 3; k++) {  // sums are rounded
        const double margin = t.error + fabs(t.point[0][k]) * 0x1p-50 + 0x1p-718;
        low[k] = is_placed ? t.point[0][k] - margin : -HUGE_VAL;
        high[k] = is_placed ? t.point[0][k] + margin : HUGE_VAL;
    }
}

static void find_ends(vertex_set* s)
{
    for (int k = 0; k < 3; k++) {
        s->end[0][k][0] = s->end[0][k][1] = HUGE_VAL;
        s->end[1][k][0] = s->end[1][k][1] = -HUGE_VAL;
    }
    for (size_t v = 0; v < s->mesh->vertex_count; v++) {
        double low[3], high[3];
        if (!set_holds(s, v)) continue;
        bound_vertex(s, v, low, high);
        for (int k = 0; k < 3; k++) {
            s->end[0][k][0] = fmin(s->end[0][k][0], low[k]);
            s->end[0][k][1] = fmin(s->end[0][k][1], high[k]);
            s->end[1][k][0] = fmax(s->end[1][k][0], low[k]);
            s->end[1][k][1] = fmax(s->end[1][k][1], high[k]);
        }
    }
}

static vertex_set set_make(const components* parts, const probe_space* space, int side,
                           vertex_choice choice, size_t part)
{
    vertex_set s = {.mesh = parts->mesh,
                    .parts = parts,
                    .space = space,
                    .side = side,
                    .choice = choice,
                    .part = part};
    find_ends(&s);
    return s;
}

// Find a vertex whose coordinate is the least, or the greatest, among those that may be.
static void find_end(const vertex_set* s, int axis, int greatest, probe* out)
{
    int has_any = 0;
    for (size_t v = 0; v < s->mesh->vertex_count; v++) {
        double low[3], high[3];
        probe p;
        if (!set_holds(s, v)) continue;
        bound_vertex(s, v, low, high);
        if (greatest ? high[axis] < s->end[1][axis][0] : low[axis] > s->end[0][axis][1]) continue;
        probe_at_vertex(&p, s->space, s->side, s->mesh->vertices + v * 3);
        const int sign = has_any ? probe_compare(&p, out, s->space, axis) : 0;
        if (!has_any || (greatest ? sign > 0 : sign < 0)) *out = p;
        has_any = 1;
    }
}

// How the highest of one set stands to the lowest of another.
static int compare_ends(const vertex_set* s, const vertex_set* other, int axis)
{
    const double *high = s->end[1][axis], *low = other->end[0][axis];
    probe top, bottom;
    if (high[1] < low[0]) return -1;
    if (high[0] > low[1]) return 1;
    if (high[0] >= high[1] && low[0] >= low[1]) return 0;  // all four are one number
    find_end(s, axis, 1, &top);
    find_end(other, axis, 0, &bottom);
    return probe_compare(&top, &bottom, s->space, axis);
}

int is_beyond(const components parts[2], const probe_space* space, int side, size_t part)
{
    ASSERT((side == 0 || side == 1) && part < parts[side].count);
    ASSERT(parts[!side].has_edges);
    if (!parts[!side].open_count) return 1;
    const vertex_set own = set_make(&parts[side], space, side, SET_OF_PART, part);
    const vertex_set open = set_make(&parts[!side], space, !side, SET_OF_OPEN_PARTS, 0);
    for (int k = 0; k < 3; k++)
        if (compare_ends(&own, &open, k) < 0 || compare_ends(&open, &own, k) < 0) return 1;
    return 0;
}

int meshes_are_parted(const soup_mesh* const mesh[2], const pose_pair* poses)
{
    probe_space space = {.poses = poses};
    vertex_set s[2];
    if (!poses->in_place) {  // else nothing is left to integers
        bit_range range[2] = {BIT_RANGE_EMPTY, BIT_RANGE_EMPTY};
        for (int side = 0; side < 2; side++)
            range[side] =
                bit_range_add(range[side], mesh[side]->vertices, 3 * mesh[side]->vertex_count);
        space.grid = exact_grid_make(poses, range);
    }
    for (int side = 0; side < 2; side++) {
        s[side] =
            (vertex_set){.mesh = mesh[side], .space = &space, .side = side, .choice = SET_OF_ALL};
        find_ends(&s[side]);
    }
    for (int k = 0; k < 3; k++)
        if (compare_ends(&s[0], &s[1], k) <= 0 || compare_ends(&s[1], &s[0], k) <= 0) return 1;
    return 0;
}
