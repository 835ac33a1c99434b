// self_pair.c - see self_pair.h. What two convex sets share is convex: so it is within the hull of some points if its
// corners are, and contact_find names these exactly.
#include "geom/self_pair.h"

#include "base/base.h"

static int has_vertex(const uint32_t t[3], uint32_t vertex)
{
    return t[0] == vertex || t[1] == vertex || t[2] == vertex;
}

self_common self_common_of(const uint32_t a[3], const uint32_t b[3])
{
    self_common c = {0};
    int a_is_within = 1, b_is_within = 1;
    for (int i = 0; i < 3; i++) {
        const int is_common = has_vertex(b, a[i]);
        const int is_new = i == 0 || (a[i] != a[0] && (i == 1 || a[i] != a[1]));
        c.count += is_common && is_new;
        a_is_within &= is_common;
        b_is_within &= has_vertex(a, b[i]);
    }
    c.is_duplicate = a_is_within && b_is_within;
    c.is_within = a_is_within || b_is_within;
    return c;
}

// Whether a corner is a common vertex. One of a segment may lie between the segment's ends: then the corner has the name of
// the segment's edge, and that of the vertex on the other side alone.
static int is_common_vertex(abut_event e, const uint32_t a[3], const uint32_t b[3])
{
    return (e.a < ABUT_FEATURE_EDGE_0 && has_vertex(b, a[e.a])) ||
           (e.b < ABUT_FEATURE_EDGE_0 && has_vertex(a, b[e.b]));
}

// Whether a vertex of one is inside an edge of the other.
static int is_joint(abut_event e)
{
    const int a_is_vertex = e.a < ABUT_FEATURE_EDGE_0, b_is_vertex = e.b < ABUT_FEATURE_EDGE_0;
    const int a_is_edge = !a_is_vertex && e.a < ABUT_FEATURE_FACE;
    const int b_is_edge = !b_is_vertex && e.b < ABUT_FEATURE_FACE;
    return (a_is_vertex && b_is_edge) || (a_is_edge && b_is_vertex);
}

int self_class_of(const abut_contact* contact, const uint32_t a[3], const uint32_t b[3],
                  const corners reduced[2])
{
    const self_common common = self_common_of(a, b);
    int beyond = 0, joints = 0, edges = 0x3f;
    ASSERT(!common.is_duplicate);
    // A single point that both have is their common vertex, if there is one, whatever its name.
    if (!contact->point_count || (contact->point_count == 1 && common.count)) return 0;
    for (int i = 0; i < contact->point_count; i++) {
        const abut_event e = contact->events[i];
        const int is_beyond = !is_common_vertex(e, a, b);
        beyond += is_beyond;
        joints += is_beyond && is_joint(e);
        edges &= contact_edges(e);
    }
    if (!beyond) return 0;
    const int are_proper = reduced[0].count == 3 && reduced[1].count == 3;
    // Two planes meet in the line of the common edge, and there both have that edge alone.
    if (common.count == 2 && are_proper) return ABUT_SELF_FOLDED;
    if (contact->kind == ABUT_KIND_CROSS) return ABUT_SELF_CROSSING;
    // Part of the border is what one edge has of it, since a triangle has no other segments there.
    const int on_borders =
        (reduced[0].count < 3 || (edges & 7)) && (reduced[1].count < 3 || (edges >> 3 & 7));
    if (contact->kind == ABUT_KIND_COPLANAR && !on_borders) return ABUT_SELF_OVERLAP;
    return on_borders && joints ? ABUT_SELF_T_JOINT : ABUT_SELF_TOUCHING;
}
