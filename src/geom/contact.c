// contact.c - the corners of the shared set of two triangles (docs/proofs/decision.md, "Contact points").
//
// Every point that two triangles share lies inside exactly one feature (vertex, open edge, open face) of
// each. It is a corner of the shared set if and only if the two open features have no other point in
// common. So the corners are found by trying all pairs of features of which that can be true, each an
// exact event with a name; and the triangles are in contact if and only if there is a corner.
#include "base/base.h"
#include "geom/tri_tri.h"

#include <string.h>

typedef struct shape {  // features of one of the two triangles
    int base;           // its first point in the pair
    int corner_count, edge_count;
    int corner[3];   // points
    int edge[3][2];  // points
    int edge_name[3];
    int orientation;  // of a proper triangle, seen along axis
    int axis;
    int side[3];  // by vertex of the other: its side of the plane of this proper triangle, else 0
} shape;

typedef struct search {
    posed_pair* pair;
    shape side[2];
    abut_contact* out;
} search;

// ------------------------------------------------------------------------------------------- shapes

// The name of the edge between two different vertices of a triangle, or of a segment: then other edges
// can be the same segment, and the lowest names it.
static int edge_name(const posed_triangle* t, int i, int j, int is_segment)
{
    if (is_segment && i + j == 2 && !compare_vertices(t->vertex[0], t->vertex[1]))
        return ABUT_FEATURE_EDGE_1;
    return ABUT_FEATURE_EDGE_0 + ((i + 1) % 3 == j ? i : j);
}

static void shape_make(shape* s, posed_pair* pair, const corners* c, int side)
{
    memset(s, 0, sizeof *s);
    s->base = 3 * side;
    s->corner_count = c->count;
    for (int i = 0; i < c->count; i++)
        s->corner[i] = s->base + c->index[i];
    s->edge_count = c->count == 3 ? 3 : c->count - 1;
    for (int i = 0; i < s->edge_count; i++) {
        const int from = i, to = (i + 1) % c->count;
        s->edge[i][0] = s->corner[from];
        s->edge[i][1] = s->corner[to];
        s->edge_name[i] =
            edge_name(pair->triangle[side], c->index[from], c->index[to], c->count == 2);
    }
    if (c->count < 3) return;
    plane_signs(pair, side, s->side);
    for (int axis = 0; axis < 3 && !s->orientation; axis++) {
        s->axis = axis;
        s->orientation = orient2d(pair, axis, s->base, s->base + 1, s->base + 2);
    }
}

// ------------------------------------------------------------------------------- pairs of features

static int same_point(posed_pair* pair, int p, int q)
{
    for (int axis = 0; axis < 3; axis++)
        if (compare_points(pair, axis, p, q)) return 0;
    return 1;
}

// Is p on the line of edge q r and strictly between its ends?
static int inside_edge(posed_pair* pair, int p, const int edge[2])
{
    if (PRUNE(points_are_apart(pair, &p, 1, edge, 2))) return 0;
    for (int axis = 0; axis < 3; axis++)
        if (orient2d(pair, axis, edge[0], edge[1], p)) return 0;
    for (int axis = 0;; axis++) {  // one that is not equal for the ends orders the line
        ASSERT(axis < 3 && "the ends of an edge differ");
        const int from = compare_points(pair, axis, p, edge[0]);
        const int to = compare_points(pair, axis, edge[1], p);
        if (from || to) return from * to > 0;
    }
}

// The feature of a face, not a vertex, that holds p, which lies in its plane; -1: none does.
static int feature_at(posed_pair* pair, int p, const shape* face)
{
    int on = -1, zeros = 0;
    if (PRUNE(points_are_apart(pair, &p, 1, face->corner, 3))) return -1;
    for (int i = 0; i < 3; i++) {
        const int sign = orient2d(pair, face->axis, face->corner[i], face->corner[(i + 1) % 3], p);
        if (sign == -face->orientation) return -1;
        if (!sign) on = i;
        zeros += !sign;
    }
    if (zeros > 1) return -1;  // at a vertex
    return zeros ? face->edge_name[on] : ABUT_FEATURE_FACE;
}

// Do two open edges cross in one point? plane: a triangle in whose plane both are; NULL: none is known.
static int edges_cross(posed_pair* pair, const int e[2], const int f[2], const shape* plane)
{
    if (PRUNE(points_are_apart(pair, e, 2, f, 2))) return 0;
    if (!plane && orient3d(pair, e[0], e[1], f[0], f[1])) return 0;
    for (int axis = plane ? plane->axis : 0; axis < 3; axis++) {
        const int a = orient2d(pair, axis, e[0], e[1], f[0]);
        const int b = orient2d(pair, axis, e[0], e[1], f[1]);
        // The four lie in one plane. Where that projects to a line, all signs are zero; where it
        // projects one to one, both of these are only if all four lie on one line.
        if (!a && !b) continue;
        const int c = orient2d(pair, axis, f[0], f[1], e[0]);
        const int d = orient2d(pair, axis, f[0], f[1], e[1]);
        return a * b < 0 && c * d < 0;
    }
    return 0;  // on one line: never a single point
}

static int edge_through_face(posed_pair* pair, const int e[2], const shape* face)
{
    if (face->side[e[0] % 3] * face->side[e[1] % 3] >= 0) return 0;
    const int first = orient3d(pair, e[0], e[1], face->corner[0], face->corner[1]);
    return first && orient3d(pair, e[0], e[1], face->corner[1], face->corner[2]) == first &&
           orient3d(pair, e[0], e[1], face->corner[2], face->corner[0]) == first;
}

// ------------------------------------------------------------------------------------------- search

static void add(search* s, int side, int own, int other)
{
    abut_contact* out = s->out;
    ASSERT(out->point_count < 6);
    const abut_event event = side ? (abut_event){(uint8_t)other, (uint8_t)own}
                                  : (abut_event){(uint8_t)own, (uint8_t)other};
    out->events[out->point_count++] = event;
}

// Vertices of one side in edges and in the face of the other.
static void find_vertices(search* s, int side)
{
    const shape *own = &s->side[side], *other = &s->side[!side];
    for (int i = 0; i < own->corner_count; i++) {
        const int p = own->corner[i];
        if (other->side[p % 3]) continue;  // not in the plane of the other triangle
        if (other->corner_count == 3) {
            const int at = feature_at(s->pair, p, other);
            if (at >= 0) add(s, side, p % 3, at);
            continue;
        }
        for (int j = 0; j < other->edge_count; j++)
            if (inside_edge(s->pair, p, other->edge[j])) add(s, side, p % 3, other->edge_name[j]);
    }
}

static void find_edges_through_face(search* s, int side)
{
    const shape *own = &s->side[side], *other = &s->side[!side];
    if (other->corner_count == 3)
        for (int i = 0; i < own->edge_count; i++)
            if (edge_through_face(s->pair, own->edge[i], other))
                add(s, side, own->edge_name[i], ABUT_FEATURE_FACE);
}

// An edge that, but for its ends, stays strictly on one side of the other's plane meets no edge of it.
static int beside(const shape* face, const int e[2])
{
    const int from = face->side[e[0] % 3], to = face->side[e[1] % 3];
    return from * to > 0 || !from != !to;
}

// Whether both are triangles in one plane.
static int are_flat(const shape* a, const shape* b)
{
    return a->corner_count == 3 && b->corner_count == 3 && !a->side[0] && !a->side[1] &&
           !a->side[2];
}

static void find_common_vertices(search* s)
{
    const shape *a = &s->side[0], *b = &s->side[1];
    for (int i = 0; i < a->corner_count; i++)
        for (int j = 0; j < b->corner_count; j++)
            if (same_point(s->pair, a->corner[i], b->corner[j]))
                add(s, 0, a->corner[i] % 3, b->corner[j] % 3);
}

static void find_crossing_edges(search* s)
{
    const shape *a = &s->side[0], *b = &s->side[1];
    const shape* plane = are_flat(a, b) ? a : NULL;
    for (int i = 0; i < a->edge_count; i++)
        for (int j = 0; j < b->edge_count; j++)
            if (!beside(b, a->edge[i]) && !beside(a, b->edge[j]) &&
                edges_cross(s->pair, a->edge[i], b->edge[j], plane))
                add(s, 0, a->edge_name[i], b->edge_name[j]);
}

// -------------------------------------------------------------------------------------------- kinds

static abut_kind kind_of(const search* s)
{
    const shape *a = &s->side[0], *b = &s->side[1];
    if (s->out->point_count == 0) return ABUT_KIND_APART;
    if (s->out->point_count == 1) return ABUT_KIND_TOUCH;
    if (on_both_sides(a->side) && on_both_sides(b->side)) return ABUT_KIND_CROSS;
    // side is all zero for a segment: two segments that share more than a point are on one line.
    const int* side = b->corner_count == 3 ? b->side : a->side;
    const int flat = !side[0] && !side[1] && !side[2];
    return flat ? ABUT_KIND_COPLANAR : ABUT_KIND_TOUCH;
}

// ------------------------------------------------------------------------------------------- sense

// The side of the other's plane to which a triangle's border goes on from a corner on it, which lies on a feature of the
// triangle that is not its face.
static int side_after(const shape* other, int feature)
{
    const int from = feature < ABUT_FEATURE_EDGE_0 ? feature : feature - ABUT_FEATURE_EDGE_0;
    return other->side[(from + 1) % 3];
}

// Whether the way from the first event to the second is that of edge k of a side, on which both lie.
static int runs_along(const search* s, int side, int k)
{
    const shape *own = &s->side[side], *other = &s->side[!side];
    int vertex[2];  // of the other
    for (int i = 0; i < 2; i++) {
        const abut_event e = s->out->events[i];
        const int feature = side ? e.b : e.a, j = (side ? e.a : e.b) - ABUT_FEATURE_EDGE_0;
        if (feature == k) return !i;
        if (feature == (k + 1) % 3) return i;
        vertex[i] = other->base + j + ABUT_FEATURE_EDGE_0;
        if (j < 0) continue;
        // An edge of the other crosses it: where it comes from within, it leaves.
        const int from = orient2d(s->pair, other->axis, other->base + j, other->base + (j + 1) % 3,
                                  own->base + k);
        return from == other->orientation ? i : !i;
    }
    for (int axis = 0;; axis++) {
        ASSERT(axis < 3 && "the ends of an edge differ");
        const int along = compare_points(s->pair, axis, own->base + (k + 1) % 3, own->base + k);
        if (along) return compare_points(s->pair, axis, vertex[1], vertex[0]) == along;
    }
}

// What a triangle that touches the other along an edge of its own tells: which way its border runs there, if it is below the other's
// plane, else against it. Adds to sides CONTACT_BELOW or CONTACT_ABOVE of that side. Returns 0 if it tells nothing.
static int vote(const search* s, int side, int* sides)
{
    const abut_contact* c = s->out;
    const int common = contact_edges(c->events[0]) & contact_edges(c->events[1]);
    const int own = (side ? common >> 3 : common) & 7;
    if (!own || s->side[side].corner_count < 3 || s->side[!side].corner_count < 3) return 0;
    const int k = own == 1 ? 0 : own / 2, where = s->side[!side].side[(k + 2) % 3];
    if (!where) return 0;
    *sides |= (where < 0 ? CONTACT_BELOW : CONTACT_ABOVE) << 2 * side;
    return runs_along(s, side, k) ? -where : where;
}

static int sense_of_touch(const search* s)
{
    int sides = 0;
    const int a = vote(s, 0, &sides), b = -vote(s, 1, &sides);
    if (a && b && a != b) return CONTACT_CONTRADICTS;
    return (a ? a : b) * (1 + sides);
}

// See contact_find. Where the border of a, counter-clockwise, rises through the plane of b, the segment begins; where that of b
// does so through the plane of a, it ends.
static int sense_of(const search* s)
{
    const shape *a = &s->side[0], *b = &s->side[1];
    const abut_event first = s->out->events[0];
    if (s->out->point_count < 2) return 0;
    if (s->out->point_count > 2) return a->orientation * b->orientation;
    if (s->out->kind != ABUT_KIND_CROSS) return sense_of_touch(s);
    return first.a != ABUT_FEATURE_FACE ? side_after(b, first.a) : -side_after(a, first.b);
}

// -------------------------------------------------------------------------------------------- order

static int event_code(abut_event e)
{
    return e.a * 8 + e.b;
}

int contact_edges(abut_event e)
{
    const int feature[2] = {e.a, e.b};
    int mask = 0;
    for (int side = 0; side < 2; side++) {
        const int f = feature[side];
        int own = 0;
        if (f < ABUT_FEATURE_EDGE_0)
            own = 1 << f | 1 << (f + 2) % 3;
        else if (f < ABUT_FEATURE_FACE)
            own = 1 << (f - ABUT_FEATURE_EDGE_0);
        mask |= own << 3 * side;
    }
    return mask;
}

// Put events in order: the lowest code first, then around the polygon, where neighbours share an edge.
static void order_events(abut_contact* c)
{
    for (int i = 0; i < c->point_count; i++) {
        int best = -1;
        for (int j = i; j < c->point_count; j++) {
            const int neighbour =
                i == 0 || c->point_count < 3 ||
                (contact_edges(c->events[i - 1]) & contact_edges(c->events[j])) != 0;
            if (neighbour && (best < 0 || event_code(c->events[j]) < event_code(c->events[best])))
                best = j;
        }
        ASSERT(best >= 0);
        const abut_event swap = c->events[i];
        c->events[i] = c->events[best];
        c->events[best] = swap;
    }
}

// ------------------------------------------------------------------------------------------- points

static const int* edge_named(const shape* s, int name)
{
    for (int i = 0;; i++) {
        ASSERT(i < s->edge_count && "an event names an edge that its triangle has");
        if (s->edge_name[i] == name) return s->edge[i];
    }
}

static void event_point(const search* s, const exact_points* world, abut_event event, double out[3])
{
    const shape *a = &s->side[0], *b = &s->side[1];
    if (event.a < ABUT_FEATURE_EDGE_0) {
        exact_vertex(world, a->base + event.a, out);
    } else if (event.b < ABUT_FEATURE_EDGE_0) {
        exact_vertex(world, b->base + event.b, out);
    } else if (event.b == ABUT_FEATURE_FACE) {
        const int* e = edge_named(a, event.a);
        exact_edge_plane(world, e[0], e[1], 1, out);
    } else if (event.a == ABUT_FEATURE_FACE) {
        const int* e = edge_named(b, event.b);
        exact_edge_plane(world, e[0], e[1], 0, out);
    } else {
        const int *e = edge_named(a, event.a), *f = edge_named(b, event.b);
        exact_edge_edge(world, e[0], e[1], f[0], f[1], out);
    }
}

int contact_find(posed_pair* pair, const corners* a, const corners* b, int with_points,
                 abut_contact* out)
{
    ASSERT(a->count >= 1 && a->count <= 3 && b->count >= 1 && b->count <= 3);
    search s = {.pair = pair, .out = out};
    memset(out, 0, sizeof *out);
    shape_make(&s.side[0], pair, a, 0);
    shape_make(&s.side[1], pair, b, 1);
    find_common_vertices(&s);
    find_vertices(&s, 0);
    find_vertices(&s, 1);
    find_crossing_edges(&s);
    find_edges_through_face(&s, 0);
    find_edges_through_face(&s, 1);
    out->kind = kind_of(&s);
    order_events(out);
    const int sense = sense_of(&s);
    if (!with_points || !out->point_count) return sense;
    exact_points world;
    const double* vertex[6];
    for (int i = 0; i < 6; i++)
        vertex[i] = pair->triangle[i / 3]->vertex[i % 3];
    exact_points_make(&world, pair->poses, vertex, EXACT_WORLD);
    for (int i = 0; i < out->point_count; i++)
        event_point(&s, &world, out->events[i], out->points[i]);
    return sense;
}
