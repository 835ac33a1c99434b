// neighbour_kernel.c - see neighbours.h.
//
// Seen from a common vertex each triangle is a cone; the two share more than the vertex if and only if their cones share more than
// their apex. Signs of determinants of differences of vertices decide, each beyond the bound of the filter for points that are
// exact (docs/proofs/decision.md, "The filter"). Only strict signs count: so a triangle that is only a segment or a point is left open
// where that matters, and ties are, but for those in one plane: there a plane across it may part the two.
#include "base/base.h"
#include "base/simd.h"
#include "engine/leaf/neighbours.h"
#include "engine/leaf/pack.inl"

// Tests build the library with 1/32 here, as in geom/posed_pair.c.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

#define U         0x1p-53
#define SIGN_TINY 0x1p-700
#define BATCH     64  // and up to seven more

// Pairs that have as many vertices in common: rows of their triangles, and of vertices by their numbers. Whole vectors are written.
typedef struct batch {
    size_t count;
    uint32_t pair[2][BATCH + 2 * SIMD_LANES];
    // The common vertex, two of a, two of b; or both common ones, that of a, that of b.
    uint32_t at[5][BATCH + 2 * SIMD_LANES];
} batch;

typedef struct open_pairs {
    wide_pair* pair;
    size_t count;
} open_pairs;

typedef struct arms {
    pack x[3], length;  // the sum of |x|
} arms;

ALWAYS_INLINE pack length_of(const pack x[3])
{
    return absolute(x[0]) + absolute(x[1]) + absolute(x[2]);
}

typedef struct points {
    pack x[3];
} points;

// Vertex k of the pairs from one on.
ALWAYS_INLINE points find_points(const batch* b, const double* vertices, size_t first, int k)
{
    points p;
    const double* at[LANES];
    for (size_t lane = 0; lane < LANES; lane++)
        at[lane] = vertices + 3 * (size_t)b->at[k][first + lane];
    for (int c = 0; c < 3; c++) {
#define LANE(i) at[i][c]
        p.x[c] = (pack)EACH(LANE);
#undef LANE
    }
    return p;
}

ALWAYS_INLINE arms arms_between(const points* from, const points* to)
{
    arms a;
    for (int c = 0; c < 3; c++)
        a.x[c] = to->x[c] - from->x[c];
    a.length = length_of(a.x);
    return a;
}

ALWAYS_INLINE arms normal_of(const arms* u, const arms* v)
{
    arms n;
    for (int c = 0; c < 3; c++) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        n.x[c] = u->x[i] * v->x[j] - u->x[j] * v->x[i];
    }
    n.length = u->length * v->length;  // of its rows: what the bound needs
    return n;
}

ALWAYS_INLINE pack dot(const pack x[3], const pack y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// Certain signs: above and below are never both.
typedef struct sure {
    pack_int above, below;
} sure;

// Of n . w, n the product of two arms.
ALWAYS_INLINE sure side_of(const arms* n, const arms* w)
{
    const pack value = dot(n->x, w->x);
    const pack bound = (25 * U * ABUT_BOUND_SCALE) * (n->length * w->length) + SIGN_TINY;
    return (sure){value > bound, value < -bound};
}

ALWAYS_INLINE unsigned mask_of(pack_int x)
{
    unsigned mask = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        mask |= (unsigned)(x[lane] & 1) << lane;
    return mask;
}

// Those of the group from one on that are not apart.
static inline unsigned left_of(const batch* b, size_t first, pack_int apart)
{
    const size_t left = b->count - first;
    const unsigned here = left < LANES ? (1u << left) - 1 : (1u << LANES) - 1;
    return ~mask_of(apart) & here;
}

static inline void add_open(open_pairs* open, const batch* b, size_t first, unsigned which)
{
    for (; which; which &= which - 1) {
        const size_t i = first + (size_t)__builtin_ctz(which);
        open->pair[open->count++] = (wide_pair){b->pair[0][i], b->pair[1][i]};
    }
}

// The last group is filled up with what is decided twice.
static inline void fill_group(batch* b)
{
    for (size_t i = b->count; i % LANES; i++)
        for (int k = 0; k < 5; k++)
            b->at[k][i] = b->at[k][b->count - 1];
}

// ------------------------------------------------------------------------------------ a common edge

// Two planes that differ meet in the line of the edge, where both triangles have that edge alone. So they do where a plane through
// the edge has them on different sides: one along a vector that is about a's normal.
static void sort_edges(batch* b, const double* vertices, open_pairs* open)
{
    fill_group(b);
    for (size_t i = 0; i < b->count; i += LANES) {
        points p[4];
        for (int k = 0; k < 4; k++)
            p[k] = find_points(b, vertices, i, k);
        const arms edge = arms_between(&p[0], &p[1]), d = arms_between(&p[0], &p[2]),
                   e = arms_between(&p[0], &p[3]);
        const arms a_normal = normal_of(&edge, &d), b_normal = normal_of(&edge, &e);
        const arms up = {{a_normal.x[0], a_normal.x[1], a_normal.x[2]}, length_of(a_normal.x)};
        const sure bend = side_of(&a_normal, &e), a_side = side_of(&a_normal, &up),
                   b_side = side_of(&b_normal, &up);
        const pack_int apart = bend.above | bend.below | (a_side.above & b_side.below);
        add_open(open, b, i, left_of(b, i, apart));
    }
    b->count = 0;
}

// ---------------------------------------------------------------------------------- a common vertex

typedef struct cones {
    arms a[2], b[2];
    arms a_normal, b_normal;
} cones;

ALWAYS_INLINE cones find_cones(const batch* of, const double* vertices, size_t first)
{
    cones c;
    const points apex = find_points(of, vertices, first, 0);
    for (int i = 0; i < 2; i++) {
        const points a = find_points(of, vertices, first, 1 + i),
                     b = find_points(of, vertices, first, 3 + i);
        c.a[i] = arms_between(&apex, &a);
        c.b[i] = arms_between(&apex, &b);
    }
    c.a_normal = normal_of(&c.a[0], &c.a[1]);
    c.b_normal = normal_of(&c.b[0], &c.b[1]);
    return c;
}

// Two planes that differ meet in a line through the vertex. Along d, the product of the normals, cone a is there if r0 >= 0 >= r1,
// and against d if r0 <= 0 <= r1, r the sides of a's arms; b if s1 >= 0 >= s0, or s1 <= 0 <= s0.
ALWAYS_INLINE pack_int are_apart_in_space(const cones* c)
{
    const sure r0 = side_of(&c->b_normal, &c->a[0]), r1 = side_of(&c->b_normal, &c->a[1]);
    const sure s0 = side_of(&c->a_normal, &c->b[0]), s1 = side_of(&c->a_normal, &c->b[1]);
    return (r0.below | r1.above | s0.above | s1.below) &
           (r0.above | r1.below | s0.below | s1.above);
}

// Whether the plane through an arm of one cone and a vector has the other arm on one side, and the other cone on the other side.
// own: the side of that arm.
ALWAYS_INLINE pack_int parts(const sure* own, const sure* first, const sure* second)
{
    return (own->above & first->below & second->below) |
           (own->below & first->above & second->above);
}

// Along a vector that is about the normal of one cone the sides are those in its plane.
ALWAYS_INLINE pack_int are_apart_along(const cones* c, const arms* normal)
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

// The same for planes through a vector between an arm of each: where arms are opposite to each other, as in regular grids, no
// plane through an arm has all others beside it.
ALWAYS_INLINE pack_int are_apart_between(const cones* c, const arms* normal)
{
    const arms up = {{normal->x[0], normal->x[1], normal->x[2]}, length_of(normal->x)};
    pack_int apart = whole(0);
    for (int pair = 0; pair < 4; pair++) {
        const arms *a = &c->a[pair & 1], *b = &c->b[pair >> 1];
        arms between;
        for (int k = 0; k < 3; k++)
            between.x[k] = a->x[k] / a->length + b->x[k] / b->length;
        between.length = length_of(between.x);
        sure side[4];
        for (int i = 0; i < 4; i++) {
            const arms n = normal_of(&between, i < 2 ? &c->a[i] : &c->b[i - 2]);
            side[i] = side_of(&n, &up);
        }
        apart |= (side[0].above & side[1].above & side[2].below & side[3].below) |
                 (side[0].below & side[1].below & side[2].above & side[3].above);
    }
    return apart;
}

// Those that signs in space leave open: most are in one plane, or nearly so.
static void sort_flat(batch* b, const double* vertices, open_pairs* open)
{
    fill_group(b);
    for (size_t i = 0; i < b->count; i += LANES) {
        const cones c = find_cones(b, vertices, i);
        pack_int apart = are_apart_along(&c, &c.a_normal);
        if (left_of(b, i, apart)) apart |= are_apart_along(&c, &c.b_normal);
        if (left_of(b, i, apart)) apart |= are_apart_between(&c, &c.a_normal);
        if (left_of(b, i, apart)) {  // two segments have no normals
            const arms across = normal_of(&c.a[0], &c.b[0]);
            apart |= are_apart_between(&c, &across);
        }
        add_open(open, b, i, left_of(b, i, apart));
    }
    b->count = 0;
}

static void sort_vertices(batch* b, const double* vertices, batch* flat, open_pairs* open)
{
    fill_group(b);
    for (size_t i = 0; i < b->count; i += LANES) {
        const cones c = find_cones(b, vertices, i);
        for (unsigned left = left_of(b, i, are_apart_in_space(&c)); left; left &= left - 1) {
            const size_t from = i + (size_t)__builtin_ctz(left), to = flat->count++;
            for (int k = 0; k < 2; k++)
                flat->pair[k][to] = b->pair[k][from];
            for (int k = 0; k < 5; k++)
                flat->at[k][to] = b->at[k][from];
            if (flat->count == BATCH) sort_flat(flat, vertices, open);
        }
    }
    b->count = 0;
}

// --------------------------------------------------------------------------------------------- all

// The vertices of a triangle of each of eight pairs.
typedef struct triple {
    lanes_int x[3];
} triple;

static inline lanes_int choose_int(lanes_int which, lanes_int x, lanes_int y)
{
    return y ^ (which & (x ^ y));
}

// The one of which, or the last of none, and then the other two.
static inline triple put_first(const triple* t, const lanes_int which[3])
{
    return (triple){{choose_int(which[0], t->x[0], choose_int(which[1], t->x[1], t->x[2])),
                     choose_int(which[0], t->x[1], t->x[0]),
                     choose_int(which[0] | which[1], t->x[2], t->x[1])}};
}

// Which lanes have one of three, which two. Counts are those of -1.
typedef struct how_many {
    lanes_int one, two;
} how_many;

static inline how_many count_common(const lanes_int which[3])
{
    const lanes_int count = which[0] + which[1] + which[2];
    return (how_many){lanes_int_equal(count, lanes_int_all(-1)),
                      lanes_int_equal(count, lanes_int_all(-2))};
}

// A triangle that repeats a common vertex is a segment from there: both arms lead to its other end.
static inline void spread_arms(triple* t, lanes_int common[3])
{
    static const int from[3][2] = {
        {1, 2}, {2, 0}, {2, 1}};  // what repeats, and what takes its place
    for (int i = 0; i < 3; i++) {
        const int again = from[i][0], other = from[i][1], kept = 3 - again - other;
        const lanes_int which = lanes_int_equal(t->x[again], t->x[kept]) & common[again];
        t->x[again] = choose_int(which, t->x[other], t->x[again]);
        common[again] = choose_int(which, common[other], common[again]);
    }
}

typedef struct sorter {
    const soup_mesh* mesh;
    batch edges, vertices, flat;
    open_pairs open;
} sorter;

static inline void add_pairs(batch* to, const lanes_int ids[2], const triple* a, const triple* b,
                             int are_edges, unsigned which)
{
    const lanes_int at[2][5] = {{a->x[0], a->x[1], a->x[2], b->x[1], b->x[2]},
                                {a->x[1], a->x[2], a->x[0], b->x[0], b->x[0]}};
    for (int k = 0; k < 5; k++)
        lanes_compress(to->at[k] + to->count, at[are_edges][k], which);
    for (int k = 0; k < 2; k++)
        lanes_compress(to->pair[k] + to->count, ids[k], which);
    to->count += (size_t)__builtin_popcount(which);
}

// A number of each of eight rows.
static inline lanes_int gather_eight(const uint32_t* const from[SIMD_LANES], int k)
{
    return (lanes_int){(int32_t)from[0][k], (int32_t)from[1][k], (int32_t)from[2][k],
                       (int32_t)from[3][k], (int32_t)from[4][k], (int32_t)from[5][k],
                       (int32_t)from[6][k], (int32_t)from[7][k]};
}

// The triangles of eight pairs.
static inline void find_triples(const soup_mesh* m, const wide_pair* const eight[SIMD_LANES],
                                lanes_int ids[2], triple out[2])
{
    const uint32_t *pair[SIMD_LANES], *at[2][SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        pair[i] = &eight[i]->a;
        at[0][i] = m->triangles + 3 * (size_t)eight[i]->a;
        at[1][i] = m->triangles + 3 * (size_t)eight[i]->b;
    }
    for (int side = 0; side < 2; side++) {
        ids[side] = gather_eight(pair, side);
        for (int k = 0; k < 3; k++)
            out[side].x[k] = gather_eight(at[side], k);
    }
}

// Those of which signs may be asked. One odd number in a file is no reason to ask none.
static __attribute__((noinline)) unsigned find_moderate(const double* vertices, const triple t[2],
                                                        unsigned of)
{
    for (unsigned left = of; left; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        int moderate = 1;
        for (int i = 0; i < 18; i++) {
            const size_t vertex = (uint32_t)t[i / 9].x[i / 3 % 3][lane];
            moderate &= soup_is_moderate(vertices[3 * vertex + (size_t)(i % 3)]);
        }
        if (!moderate) of &= ~(1u << lane);
    }
    return of;
}

static inline void sort_eight(sorter* s, const wide_pair* from, size_t count)
{
    const wide_pair* eight[SIMD_LANES];
    for (size_t i = 0; i < SIMD_LANES; i++)
        eight[i] = &from[i < count ? i : 0];
    lanes_int ids[2], common[2][3];
    triple t[2];
    find_triples(s->mesh, eight, ids, t);
    for (int i = 0; i < 3; i++)
        common[0][i] = common[1][i] = lanes_int_all(0);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const lanes_int same = lanes_int_equal(t[0].x[i], t[1].x[k]);
            common[0][i] |= same;
            common[1][k] |= same;
        }
    if (s->mesh->degenerate_count)
        for (int side = 0; side < 2; side++)
            spread_arms(&t[side], common[side]);
    const how_many of_a = count_common(common[0]), of_b = count_common(common[1]);
    const unsigned here = count < SIMD_LANES ? (1u << count) - 1 : 0xff;
    unsigned usable = PRUNE(1) ? here : 0;
    if (usable && !s->mesh->is_moderate) usable = find_moderate(s->mesh->vertices, t, usable);
    const unsigned one = lanes_mask(of_a.one & of_b.one) & usable;
    const unsigned two = lanes_mask(of_a.two & of_b.two) & usable;
    // They go where pairs came from that were read before.
    for (unsigned left = here & ~(one | two); left; left &= left - 1)
        s->open.pair[s->open.count++] = from[__builtin_ctz(left)];
    if (one) {
        const triple a = put_first(&t[0], common[0]), b = put_first(&t[1], common[1]);
        add_pairs(&s->vertices, ids, &a, &b, 0, one);
        if (s->vertices.count >= BATCH)
            sort_vertices(&s->vertices, s->mesh->vertices, &s->flat, &s->open);
    }
    if (two) {
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < 3; i++)
                common[side][i] = ~common[side][i];
        const triple a = put_first(&t[0], common[0]), b = put_first(&t[1], common[1]);
        add_pairs(&s->edges, ids, &a, &b, 1, two);
        if (s->edges.count >= BATCH) sort_edges(&s->edges, s->mesh->vertices, &s->open);
    }
}

size_t ISA(wide_neighbours)(const soup_mesh* m, wide_pair* pairs, size_t count)
{
    sorter s;  // large: not cleared as a whole
    s.mesh = m;
    s.edges.count = s.vertices.count = s.flat.count = 0;
    s.open = (open_pairs){pairs, 0};
    for (size_t i = 0; i < count; i += SIMD_LANES)
        sort_eight(&s, pairs + i, count - i < SIMD_LANES ? count - i : SIMD_LANES);
    if (s.vertices.count) sort_vertices(&s.vertices, m->vertices, &s.flat, &s.open);
    if (s.edges.count) sort_edges(&s.edges, m->vertices, &s.open);
    if (s.flat.count) sort_flat(&s.flat, m->vertices, &s.open);
    return s.open.count;
}
