// neighbour_kernel.c - see neighbours.h.
//
// Seen from a common vertex each triangle is a cone; the two share more than the vertex if and only if their cones share more than
// their apex. Signs of determinants of differences of vertices decide, each beyond the bound of the filter for points that are
// exact (docs/exactness.md, "The filter"). Only strict signs count: so a triangle that is only a segment or a point is left open
// where that matters, and ties are, but for those in one plane: there a plane across it may part the two.
#include "base/base.h"
#include "engine/leaf/neighbours.h"
#include "engine/leaf/pack.inl"

// Tests build the library with 1/32 here, as in geom/posed_pair.c.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

#define U         0x1p-53
#define SIGN_TINY 0x1p-700
#define BATCH     64

// Pairs that have as many vertices in common.
typedef struct batch {
    size_t count;
    wide_pair pair[BATCH];
    // The common vertex, two of a, two of b; or both common ones, that of a, that of b.
    const double* at[BATCH + LANES][5];
} batch;

typedef struct open_pairs {
    wide_pair* pair;
    size_t count;
} open_pairs;

typedef struct arms {
    pack x[3], length;  // the sum of |x|
} arms;

INLINE pack length_of(const pack x[3])
{
    return absolute(x[0]) + absolute(x[1]) + absolute(x[2]);
}

// From point k of each pair to point m.
INLINE arms arms_between(const double* const at[][5], int k, int m)
{
    arms a;
    for (int c = 0; c < 3; c++) {
#define LANE(i) at[i][k][c]
        const pack from = (pack)EACH(LANE);
#undef LANE
#define LANE(i) at[i][m][c]
        const pack to = (pack)EACH(LANE);
#undef LANE
        a.x[c] = to - from;
    }
    a.length = length_of(a.x);
    return a;
}

INLINE arms normal_of(const arms* u, const arms* v)
{
    arms n;
    for (int c = 0; c < 3; c++) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        n.x[c] = u->x[i] * v->x[j] - u->x[j] * v->x[i];
    }
    n.length = u->length * v->length;  // of its rows: what the bound needs
    return n;
}

INLINE pack dot(const pack x[3], const pack y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// Certain signs: above and below are never both.
typedef struct sure {
    pack_int above, below;
} sure;

// Of n . w, n the product of two arms.
INLINE sure side_of(const arms* n, const arms* w)
{
    const pack value = dot(n->x, w->x);
    const pack bound = (25 * U * ABUT_BOUND_SCALE) * (n->length * w->length) + SIGN_TINY;
    return (sure){value > bound, value < -bound};
}

INLINE unsigned mask_of(pack_int x)
{
    unsigned mask = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        mask |= (unsigned)(x[lane] & 1) << lane;
    return mask;
}

static void add_open(open_pairs* open, const batch* b, size_t first, pack_int apart)
{
    const size_t left = b->count - first;
    unsigned which = ~mask_of(apart) & ((1u << LANES) - 1);
    if (left < LANES) which &= (1u << left) - 1;
    for (; which; which &= which - 1)
        open->pair[open->count++] = b->pair[first + (size_t)__builtin_ctz(which)];
}

// The last group is filled up with what is decided twice.
static void fill_group(const double* at[][5], size_t count)
{
    for (size_t i = count; i % LANES; i++)
        memcpy(at[i], at[count - 1], sizeof *at);
}

// ------------------------------------------------------------------------------------ a common edge

// Two planes that differ meet in the line of the edge, where both triangles have that edge alone. So they do where a plane through
// the edge has them on different sides: one along a vector that is about a's normal.
static void sort_edges(batch* b, open_pairs* open)
{
    fill_group(b->at, b->count);
    for (size_t i = 0; i < b->count; i += LANES) {
        const double* const(*at)[5] = (const double* const(*)[5])b->at + i;
        const arms edge = arms_between(at, 0, 1), d = arms_between(at, 0, 2),
                   e = arms_between(at, 0, 3);
        const arms a_normal = normal_of(&edge, &d), b_normal = normal_of(&edge, &e);
        const arms up = {{a_normal.x[0], a_normal.x[1], a_normal.x[2]}, length_of(a_normal.x)};
        const sure bend = side_of(&a_normal, &e), a_side = side_of(&a_normal, &up),
                   b_side = side_of(&b_normal, &up);
        add_open(open, b, i, bend.above | bend.below | (a_side.above & b_side.below));
    }
    b->count = 0;
}

// ---------------------------------------------------------------------------------- a common vertex

typedef struct cones {
    arms a[2], b[2];
    arms a_normal, b_normal;
} cones;

INLINE cones find_cones(const double* const at[][5])
{
    cones c;
    for (int i = 0; i < 2; i++) {
        c.a[i] = arms_between(at, 0, 1 + i);
        c.b[i] = arms_between(at, 0, 3 + i);
    }
    c.a_normal = normal_of(&c.a[0], &c.a[1]);
    c.b_normal = normal_of(&c.b[0], &c.b[1]);
    return c;
}

// Two planes that differ meet in a line through the vertex. Along d, the product of the normals, cone a is there if r0 >= 0 >= r1,
// and against d if r0 <= 0 <= r1, r the sides of a's arms; b if s1 >= 0 >= s0, or s1 <= 0 <= s0.
INLINE pack_int are_apart_in_space(const cones* c)
{
    const sure r0 = side_of(&c->b_normal, &c->a[0]), r1 = side_of(&c->b_normal, &c->a[1]);
    const sure s0 = side_of(&c->a_normal, &c->b[0]), s1 = side_of(&c->a_normal, &c->b[1]);
    return (r0.below | r1.above | s0.above | s1.below) &
           (r0.above | r1.below | s0.below | s1.above);
}

// Whether the plane through an arm of one cone and a vector has the other arm on one side, and the other cone on the other side.
// own: the side of that arm.
INLINE pack_int parts(const sure* own, const sure* first, const sure* second)
{
    return (own->above & first->below & second->below) |
           (own->below & first->above & second->above);
}

// Along a vector that is about the normal of one cone the sides are those in its plane.
INLINE pack_int are_apart_along(const cones* c, const arms* normal)
{
    const arms up = {{normal->x[0], normal->x[1], normal->x[2]}, length_of(normal->x)};
    sure side[2][2];  // of b's arm k seen from a's arm i, counter-clockwise about up
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const arms n = normal_of(&c->a[i], &c->b[k]);
            side[i][k] = side_of(&n, &up);
        }
    const sure a_turn = side_of(&c->a_normal, &up), b_turn = side_of(&c->b_normal, &up);
    const sure a_back = {a_turn.below, a_turn.above}, b_back = {b_turn.below, b_turn.above};
    // Seen from an arm of b those of a are on the other side than it is seen from them.
    const sure from_b[2][2] = {
        {{side[0][0].below, side[0][0].above}, {side[1][0].below, side[1][0].above}},
        {{side[0][1].below, side[0][1].above}, {side[1][1].below, side[1][1].above}}};
    return parts(&a_turn, &side[0][0], &side[0][1]) | parts(&a_back, &side[1][0], &side[1][1]) |
           parts(&b_turn, &from_b[0][0], &from_b[0][1]) |
           parts(&b_back, &from_b[1][0], &from_b[1][1]);
}

// Those that signs in space leave open: most are in one plane, or nearly so.
static void sort_flat(batch* b, open_pairs* open)
{
    fill_group(b->at, b->count);
    for (size_t i = 0; i < b->count; i += LANES) {
        const cones c = find_cones((const double* const(*)[5])b->at + i);
        pack_int apart = are_apart_along(&c, &c.a_normal);
        if (mask_of(apart) != (1u << LANES) - 1) apart |= are_apart_along(&c, &c.b_normal);
        add_open(open, b, i, apart);
    }
    b->count = 0;
}

static void sort_vertices(batch* b, batch* flat, open_pairs* open)
{
    fill_group(b->at, b->count);
    for (size_t i = 0; i < b->count; i += LANES) {
        const cones c = find_cones((const double* const(*)[5])b->at + i);
        const size_t left = b->count - i;
        unsigned which = ~mask_of(are_apart_in_space(&c)) & ((1u << LANES) - 1);
        if (left < LANES) which &= (1u << left) - 1;
        for (; which; which &= which - 1) {
            const size_t at = i + (size_t)__builtin_ctz(which);
            flat->pair[flat->count] = b->pair[at];
            memcpy(flat->at[flat->count++], b->at[at], sizeof *b->at);
            if (flat->count == BATCH) sort_flat(flat, open);
        }
    }
    b->count = 0;
}

// --------------------------------------------------------------------------------------------- all

// Which vertices are the same: bit 3 i + k for vertex i of a and k of b.
static inline unsigned same_vertices(const uint32_t a[3], const uint32_t b[3])
{
    unsigned same = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 3; k++)
            same |= (unsigned)(a[i] == b[k]) << (3 * i + k);
    return same;
}

static const uint8_t row_of[9] = {0, 0, 0, 1, 1, 1, 2, 2, 2},
                     column_of[9] = {0, 1, 2, 0, 1, 2, 0, 1, 2}, next_of[5] = {0, 1, 2, 0, 1};

static inline void add_vertex(batch* to, const double* vertices, const uint32_t* a,
                              const uint32_t* b, unsigned same)
{
    const unsigned bit = (unsigned)__builtin_ctz(same), i = row_of[bit], k = column_of[bit];
    const uint32_t at[5] = {a[i], a[next_of[i + 1]], a[next_of[i + 2]], b[next_of[k + 1]],
                            b[next_of[k + 2]]};
    for (int p = 0; p < 5; p++)
        to->at[to->count][p] = vertices + 3 * (size_t)at[p];
}

// Returns 0 where one vertex of a triangle stands for two: it is no edge.
static inline int add_edge(batch* to, const double* vertices, const uint32_t* a, const uint32_t* b,
                           unsigned same)
{
    const unsigned first = (unsigned)__builtin_ctz(same),
                   second = (unsigned)__builtin_ctz(same & (same - 1));
    const unsigned i = row_of[first], k = column_of[first], j = row_of[second],
                   m = column_of[second];
    if (i == j || k == m) return 0;
    const uint32_t at[4] = {a[i], a[j], a[3 - i - j], b[3 - k - m]};
    for (int p = 0; p < 4; p++)
        to->at[to->count][p] = vertices + 3 * (size_t)at[p];
    to->at[to->count][4] = to->at[to->count][0];
    return 1;
}

size_t ISA(wide_neighbours)(const soup_mesh* m, wide_pair* pairs, size_t count, wide_pair* open,
                            size_t* open_count)
{
    batch edges, vertices, flat;
    edges.count = vertices.count = flat.count = 0;
    open_pairs left = {open, *open_count};
    size_t strangers = 0;
    for (size_t i = 0; i < count; i++) {
        const wide_pair p = pairs[i];
        const uint32_t *a = m->triangles + 3 * (size_t)p.a, *b = m->triangles + 3 * (size_t)p.b;
        ASSERT(p.a != p.b);
        const unsigned same = same_vertices(a, b);
        const int common = __builtin_popcount(same);
        if (!common) {
            pairs[strangers++] = p;
        } else if (PRUNE(m->is_moderate && common == 1)) {
            add_vertex(&vertices, m->vertices, a, b, same);
            vertices.pair[vertices.count++] = p;
            if (vertices.count == BATCH) sort_vertices(&vertices, &flat, &left);
        } else if (PRUNE(m->is_moderate && common == 2 &&
                         add_edge(&edges, m->vertices, a, b, same))) {
            edges.pair[edges.count++] = p;
            if (edges.count == BATCH) sort_edges(&edges, &left);
        } else {
            left.pair[left.count++] = p;
        }
    }
    if (vertices.count) sort_vertices(&vertices, &flat, &left);
    if (edges.count) sort_edges(&edges, &left);
    if (flat.count) sort_flat(&flat, &left);
    *open_count = left.count;
    return strangers;
}
