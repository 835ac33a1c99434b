// lattice_contact.c - the corners of what two triangles share, as contact.c finds them, in machine words.
//
// Where contact.c asks whether a point is in a feature, here all sides of a point are found at once: in a plane they tell which
// feature holds it.
#include "base/base.h"
#include "geom/lattice_signs.inl"

#include <string.h>

#define NOWHERE 7  // in place of a feature

static inline int sign_of(int128 x)
{
    return (x > 0) - (x < 0);
}

static inline int side_of(const sides* s, int corner)
{
    return (int)(s->above >> corner & 1) - (int)(s->below >> corner & 1);
}

// A triangle of the two, in a projection that keeps it one.
typedef struct face {
    int base, axis, orientation;
    sides other;  // the sides of the other's corners
} face;

static inline int flat_sign(const lattice_points* p, int axis, int o, int q, int r)
{
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    return sign_of(cross(p->x[q][i] - p->x[o][i], p->x[q][j] - p->x[o][j], p->x[r][i] - p->x[o][i],
                         p->x[r][j] - p->x[o][j]));
}

static void find_face(face* f, const lattice_points* p, int base)
{
    const normal n = find_sides(p, base, 3 - base, &f->other);
    f->base = base;
    f->axis = 0;
    while (!(n.high[f->axis] | n.low[f->axis]))
        f->axis++;
    ASSERT(f->axis < 3);
    f->orientation = flat_sign(p, f->axis, base, base + 1, base + 2);
}

// The feature that holds a point of the face's plane, or NOWHERE.
static int feature_at(const lattice_points* p, const face* f, int point)
{
    unsigned on = 0;
    for (int k = 0; k < 3; k++) {
        const int sign =
            f->orientation * flat_sign(p, f->axis, f->base + k, f->base + (k + 1) % 3, point);
        if (sign < 0) return NOWHERE;
        on |= (unsigned)(sign == 0) << k;
    }
    // On edges k and k + 1: vertex k + 1.
    static const uint8_t feature[7] = {
        ABUT_FEATURE_FACE,   ABUT_FEATURE_EDGE_0,   ABUT_FEATURE_EDGE_1,  ABUT_FEATURE_VERTEX_1,
        ABUT_FEATURE_EDGE_2, ABUT_FEATURE_VERTEX_0, ABUT_FEATURE_VERTEX_2};
    ASSERT(on < 7 && "a point is not on all edges");
    return feature[on];
}

static void add(abut_contact* out, int side, int own, int other)
{
    ASSERT(out->point_count < 6);
    out->events[out->point_count++] = side ? (abut_event){(uint8_t)other, (uint8_t)own}
                                           : (abut_event){(uint8_t)own, (uint8_t)other};
}

// Corners of one side (0: of a) that lie in the other; those at its vertices are told of side 0 alone.
static void add_vertices(const lattice_points* p, const face* other, int side, abut_contact* out)
{
    for (int i = 0; i < 3; i++) {
        if (side_of(&other->other, i)) continue;
        const int at = feature_at(p, other, 3 * side + i);
        if (at != NOWHERE && (at > ABUT_FEATURE_VERTEX_2 || !side)) add(out, side, i, at);
    }
}

// Edges of one side through the other's plane. An edge of the other that is met is told where that does not lie in this plane of
// side 0, or else of side 1.
static void add_edges(const lattice_points* p, const face* own, const face* other, int side,
                      abut_contact* out)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        if (side_of(&other->other, i) * side_of(&other->other, j) >= 0) continue;
        int around[3], zeros = 0, at = 0, sum = 0;
        for (int k = 0; k < 3; k++) {
            around[k] = edge_sign(p, 3 * side + i, 3 * side + j, other->base + k,
                                  other->base + (k + 1) % 3);
            if (!around[k]) at = k;
            zeros += !around[k];
            sum += around[k];
        }
        if (sum == 3 || sum == -3) add(out, side, ABUT_FEATURE_EDGE_0 + i, ABUT_FEATURE_FACE);
        if (zeros != 1 || (sum != 2 && sum != -2)) continue;
        // Through an edge: side 1 tells of those that lie in its plane, of others side 0 does.
        const int from = side_of(&own->other, at), to = side_of(&own->other, (at + 1) % 3);
        const int lies_within = !from && !to;
        if (!side || lies_within) add(out, side, ABUT_FEATURE_EDGE_0 + i, ABUT_FEATURE_EDGE_0 + at);
    }
}

// Of two triangles in one plane: edges that cross.
static void add_crossings(const lattice_points* p, const face* a, abut_contact* out)
{
    int from_a[3][3], from_b[3][3];  // the side of the other's corner k, seen from edge i
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            from_a[i][k] = flat_sign(p, a->axis, i, (i + 1) % 3, 3 + k);
            from_b[i][k] = flat_sign(p, a->axis, 3 + i, 3 + (i + 1) % 3, k);
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (from_a[i][k] * from_a[i][(k + 1) % 3] < 0 &&
                from_b[k][i] * from_b[k][(i + 1) % 3] < 0)
                add(out, 0, ABUT_FEATURE_EDGE_0 + i, ABUT_FEATURE_EDGE_0 + k);
}

void lattice_contact(const lattice_points* p, abut_contact* out)
{
    face a, b;
    memset(out, 0, sizeof *out);
    find_face(&a, p, 0);
    find_face(&b, p, 3);
    const int is_flat = !(b.other.above | b.other.below);
    add_vertices(p, &b, 0, out);
    add_vertices(p, &a, 1, out);
    if (is_flat) {
        add_crossings(p, &a, out);
    } else {
        add_edges(p, &a, &b, 0, out);
        add_edges(p, &b, &a, 1, out);
    }
    if (!out->point_count) return;
    const int crosses = a.other.above && a.other.below && b.other.above && b.other.below;
    out->kind = out->point_count == 1 ? ABUT_KIND_TOUCH
                : crosses             ? ABUT_KIND_CROSS
                : is_flat             ? ABUT_KIND_COPLANAR
                                      : ABUT_KIND_TOUCH;
}
