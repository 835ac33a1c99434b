// volume_event.c - see volume_event.h.
#include "query/overlaps/volume_event.h"

#include "base/base.h"
#include "geom/vector.h"

#define TWO_U 0x1p-52  // of one operation, in any rounding mode
// How wrong a point may be before it is found in integers: so many errors of a vertex, times how much of the whole the
// triangles are.
#define SLIP_MOST 8

// -------------------------------------------------------------------------------------------- signs

// The sign of the first component that is not 0, of a triangle's normal.
static int normal_sign(posed_pair* pair, int side)
{
    for (int axis = 0;; axis++) {
        ASSERT(axis < 3 && "a triangle has an area");
        const int sign = orient2d(pair, axis, 3 * side, 3 * side + 1, 3 * side + 2);
        if (sign) return sign;
    }
}

// The same of the product of an edge of a and one of b; 0 if they are parallel.
static int edges_sign(posed_pair* pair, int i, int k)
{
    int sign = 0;
    for (int axis = 0; axis < 3 && !sign; axis++)
        sign = turn2d(pair, axis, i, (i + 1) % 3, 3 + k, 3 + (k + 1) % 3);
    return sign;
}

// On which side of b's plane the corners of a are (side 0), or of a's those of b, after the shift. None is in it.
static void shifted_signs(posed_pair* pair, int side, int signs[3])
{
    plane_signs(pair, !side, signs);
    if (signs[0] && signs[1] && signs[2]) return;
    // b goes to where its shift goes along a's normal; a is left behind along b's.
    const int first = normal_sign(pair, !side) * (side ? 1 : -1);
    for (int i = 0; i < 3; i++)
        if (!signs[i]) signs[i] = first;
}

// On which side of each other edge i of a and edge k of b pass, after the shift.
static int shifted_pass(posed_pair* pair, int i, int k)
{
    const int sign = orient3d(pair, i, (i + 1) % 3, 3 + k, 3 + (k + 1) % 3);
    return sign ? sign : -edges_sign(pair, i, k);
}

// Whether edge i of a side, whose ends are on two sides of the other's plane, passes inside the other.
static int passes_inside(posed_pair* pair, int side, int i)
{
    int first = 0;
    for (int k = 0; k < 3; k++) {
        const int sign = side ? shifted_pass(pair, k, i) : shifted_pass(pair, i, k);
        if (k && sign != first) return 0;
        first = sign;
    }
    return 1;
}

static int find_by_signs(volume_pair* v, volume_event out[2])
{
    int signs[2][3], count = 0;
    for (int side = 0; side < 2; side++) {
        shifted_signs(&v->pair, side, signs[side]);
        if (!on_both_sides(signs[side])) return 0;
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            const int to = signs[side][(i + 1) % 3];
            if (signs[side][i] == to || !passes_inside(&v->pair, side, i)) continue;
            ASSERT(count < 2);
            out[count++] =
                (volume_event){.side = (uint8_t)side, .edge = (uint8_t)i, .up = (int8_t)to};
        }
    ASSERT(count != 1);
    return count;
}

// Two edges through faces: no shift undoes these.
static int find_by_contact(const abut_contact* c, volume_event out[2])
{
    if (c->kind != ABUT_KIND_CROSS || c->point_count != 2) return 0;
    for (int i = 0; i < 2; i++) {
        const int a = c->events[i].a, b = c->events[i].b;
        const int side = a == ABUT_FEATURE_FACE, edge = side ? b : a;
        if ((side ? a : b) != ABUT_FEATURE_FACE) return 0;
        if (edge < ABUT_FEATURE_EDGE_0 || edge > ABUT_FEATURE_EDGE_2) return 0;
        out[i] =
            (volume_event){.side = (uint8_t)side, .edge = (uint8_t)(edge - ABUT_FEATURE_EDGE_0)};
    }
    return 2;
}

// ------------------------------------------------------------------------------------------- points

typedef struct height_plane {
    const double* through;
    double normal[3], first, second;  // and the lengths of both arms
} height_plane;

static height_plane plane_through(const double* const corner[3])
{
    height_plane p = {.through = corner[0]};
    double u[3], w[3];
    subtract3(u, corner[1], corner[0]);
    subtract3(w, corner[2], corner[0]);
    cross3(p.normal, u, w);
    p.first = absolute_sum3(u);
    p.second = absolute_sum3(w);
    return p;
}

// Where an edge passes the plane of the other triangle, and which way if that is not known. The same numbers for all triangles
// that have the edge, so that surfaces stay closed: from its vertex that stands first in memory.
static void find_point(volume_pair* v, const height_plane* planes, volume_event* e)
{
    const int side = e->side, next = (e->edge + 1) % 3;
    const int turns = v->corner[side][e->edge] > v->corner[side][next];
    const int from = turns ? next : e->edge, to = turns ? e->edge : next;
    const double *start = v->corner[side][from], *end = v->corner[side][to];
    const height_plane* p = &planes[!side];
    const double error = v->place->error;
    double u[3], w[3], along[3];
    subtract3(u, start, p->through);
    subtract3(w, end, p->through);
    subtract3(along, end, start);
    const double below = dot3(p->normal, u), above = dot3(p->normal, w);
    const double far = double_larger(absolute_sum3(u), absolute_sum3(w));
    const double arms = p->first + p->second, flat = p->first * p->second;
    const double off =
        (2.1 * error * ((arms + 4 * error) * far + flat) + 8.5 * TWO_U * flat * far) + 0x1p-880;
    const double length = absolute_sum3(along), sum = fabs(below) + fabs(above);
    if (!e->up) {
        int up = above > 0 ? 1 : -1;
        if (fabs(below) <= off || fabs(above) <= off)
            up = side ? orient3d(&v->pair, 0, 1, 2, 3 + to) : orient3d(&v->pair, 3, 4, 5, to);
        e->up = (int8_t)(turns ? -up : up);
    }
    double share = fabs(below) / sum;
    e->slip = ABUT_BOUND_SCALE * off / (sum - 2 * off);
    const int is_near =
        sum > 4 * off && e->slip * length * (length + arms) <= SLIP_MOST * error * v->place->reach;
    if (!PRUNE(is_near)) {
        share = edge_share(&v->pair, 3 * side + from, 3 * side + to, !side);
        e->slip = 0;
    }
    e->slip = e->slip * (1 + 0x1p-20) + 4 * TWO_U;
    e->error = e->slip * length + 3.5 * error;
    e->share = turns ? 1 - share : share;
    for (int k = 0; k < 3; k++)
        e->x[k] = start[k] + share * along[k];
}

int volume_shift_sign(volume_pair* v, int side)
{
    return normal_sign(&v->pair, side);
}

int volume_events_find(volume_pair* v, const abut_contact* contact, volume_event out[2])
{
    const int is_plain = find_by_contact(contact, out);
    if (!is_plain && !find_by_signs(v, out)) return 0;
    const height_plane planes[2] = {plane_through(v->corner[0]), plane_through(v->corner[1])};
    for (int i = 0; i < 2; i++)
        find_point(v, planes, &out[i]);
    // Along n_a x n_b an edge of a that goes up is where it begins, and one of b that goes up where it ends.
    const int starts = (out[0].up > 0) != (out[0].side == 1);
    ASSERT(starts != ((out[1].up > 0) != (out[1].side == 1)));
    if (!starts) {
        const volume_event swap = out[0];
        out[0] = out[1];
        out[1] = swap;
    }
    return 2;
}
