// self_leaf_kernel.c - the triangles of leaf pairs of one tree, eight pairs at once (neighbours.h).
//
// As in leaf_kernel.c, two leaf pairs stand beside each other, and a plane of either triangle may part the two. Here some have
// vertices in common: these share nothing else where the other corners of one lie on one side of the other's plane. Signs of
// determinants in floats show that for most (docs/exactness.md, "A model against itself").
#include "engine/leaf/faces.inl"
#include "engine/leaf/neighbours.h"

#define LEAN_TINY 0x1p-90f

typedef struct own_block {
    lanes row[18];     // the corners of a, then of b
    leaf_face face[2];
    lanes lean[2];     // by how much a coordinate of the normal errs
    lanes span[2];     // the longest way from corner to corner
    lanes_int name[2][3];  // the corners' numbers
    unsigned here[2];  // which lanes hold a triangle
} own_block;

static inline void name_corners(lanes_int name[3], const soup_mesh* m,
                                const wide_leaf* const leaf[2])
{
    const uint32_t* at[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const uint32_t* const id = leaf[i / WIDE_LEAF]->id;
        const uint32_t own = id[i % WIDE_LEAF];
        at[i] = m->triangles + 3 * (size_t)(own == WIDE_NOBODY ? id[0] : own);
    }
    for (int k = 0; k < 3; k++)
        name[k] = (lanes_int){(int32_t)at[0][k], (int32_t)at[1][k], (int32_t)at[2][k],
                              (int32_t)at[3][k], (int32_t)at[4][k], (int32_t)at[5][k],
                              (int32_t)at[6][k], (int32_t)at[7][k]};
}

// How far the normal and the corners may be from what they are taken for.
static inline void find_lean(own_block* b, int side, lanes error)
{
    const lanes* const p = b->row + 9 * (ptrdiff_t)side;
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    const lanes x = length_lanes(u), y = length_lanes(v);
    b->lean[side] = 2.2f * error * (x + y + 4.1f * error) +
                    4.4f * ABUT_WIDE_BOUND_SCALE * ERROR * (x * y);
    b->span[side] = 1.05f * (x + y) + 13 * error;
}

static inline void fill_own(own_block* out, const wide_leaf_pose* pose, const soup_mesh* m,
                            const wide_leaf* const a[2], const wide_leaf* const b[2])
{
    lanes row[BLOCK_NUMBERS], place[3];
    const lanes error = place_block(row, pose, a, b, place);
    memcpy(out->row, row, sizeof out->row);
    find_face(&out->face[0], row, error, 3.05f * row[18]);
    find_face(&out->face[1], row + 9, error, lanes_all(0));
    for (int side = 0; side < 2; side++) {
        find_lean(out, side, error);
        name_corners(out->name[side], m, side ? b : a);
        out->here[side] = lanes_mask(triangles_of(side ? b : a));
    }
}

// The common corners of each pair: which of a's, and which of b's.
static inline void find_common(const lanes_int a[3], const lanes_int b[3], lanes_int common[2][3])
{
    for (int i = 0; i < 3; i++)
        common[0][i] = common[1][i] = lanes_int_all(0);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const lanes_int same = lanes_int_equal(a[i], b[k]);
            common[0][i] |= same;
            common[1][k] |= same;
        }
}

// Whether all corners but the common ones lie on one side of the face. least: by how much at least, beside the face's own slack.
static inline lanes_int are_beyond(const leaf_face* f, const lanes p[9], const lanes_int common[3],
                                   lanes least)
{
    const lanes endless = lanes_all((float)INFINITY);
    lanes low[3], high[3];
    for (int k = 0; k < 3; k++) {
        const lanes at = dot_lanes(f->normal, p + 3 * (ptrdiff_t)k);
        low[k] = lanes_choose(common[k], endless, at);
        high[k] = lanes_choose(common[k], lanes_negate(endless), at);
    }
    const lanes beyond = lanes_max(lowest(low[0], low[1], low[2]) - f->high,
                                   f->low - highest(high[0], high[1], high[2]));
    return lanes_above(beyond, least) & ~(common[0] & common[1] & common[2]);
}

typedef struct own_outcome {
    unsigned apart;   // beside their common corners
    unsigned common;  // who have any
} own_outcome;

// Pairs where the triangle of b is turn lanes on from that of a.
static inline __attribute__((always_inline)) own_outcome judge_turn(const own_block* block, int turn)
{
    lanes p[9];
    lanes_int name[3], common[2][3];
    for (int k = 0; k < 9; k++)
        p[k] = lanes_turn(block->row[9 + k], turn);
    for (int k = 0; k < 3; k++)
        name[k] = (lanes_int)lanes_turn((lanes)block->name[1][k], turn);
    find_common(block->name[0], name, common);
    const lanes_int any = common[0][0] | common[0][1] | common[0][2];
    const leaf_face face = turn_face(&block->face[1], turn);
    // Strangers are parted by the computed normal itself, however it leans.
    const lanes of_a =
        1.02f * block->lean[0] * lanes_turn(block->span[1], turn) + LEAN_TINY;
    const lanes of_b =
        1.02f * lanes_turn(block->lean[1], turn) * block->span[0] + LEAN_TINY;
    const lanes zero = lanes_all(0);
    const lanes_int apart =
        lanes_above(beyond_ranges(&block->face[0], &face, zero), zero) |
        are_beyond(&block->face[0], p, common[1], lanes_choose(any, of_a, zero)) |
        are_beyond(&face, block->row, common[0], lanes_choose(any, of_b, zero));
    return (own_outcome){PRUNE(1) ? lanes_mask(apart) : 0, lanes_mask(any)};
}

// Of each four lanes, the one turn on.
static inline unsigned turn_mask(unsigned mask, int turn)
{
    const unsigned stay = 0x11 * (0xfU >> turn);
    return (mask >> turn & stay) | (mask << (WIDE_LEAF - turn) & ~stay & 0xff);
}

typedef struct two_pairs {
    const wide_leaf *a[2], *b[2];
    unsigned counted;  // which lanes
} two_pairs;

static inline size_t put_pairs(wide_pair* to, const two_pairs* q, int turn, unsigned which)
{
    size_t count = 0;
    for (; which; which &= which - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(which), half = lane / WIDE_LEAF;
        to[count++] = (wide_pair){q->a[half]->id[lane % WIDE_LEAF],
                                  q->b[half]->id[(lane + (unsigned)turn) % WIDE_LEAF]};
    }
    return count;
}

static inline __attribute__((always_inline)) void test_turn(const two_pairs* q,
                                                            const own_block* block, int turn,
                                                            wide_self_result* out)
{
    // Of a leaf and itself, each pair once.
    static const unsigned within[WIDE_LEAF] = {0, 0xf, 0x3, 0};
    unsigned here = block->here[0] & turn_mask(block->here[1], turn) & q->counted;
    for (int half = 0; half < 2; half++)
        if (q->a[half]->id[0] == q->b[half]->id[0])
            here &= (0xf0U >> 4 * half) | within[turn] << 4 * half;
    if (!here) return;
    const own_outcome o = judge_turn(block, turn);
    const unsigned left = here & ~o.apart;
    out->triangle_tests += (uint64_t)__builtin_popcount(here);
    out->neighbour_count +=
        put_pairs(out->neighbours + out->neighbour_count, q, turn, left & o.common);
    out->stranger_count +=
        put_pairs(out->strangers + out->stranger_count, q, turn, left & ~o.common);
}

void ISA(wide_self_leaves)(const wide_leaf_pose* pose, const soup_mesh* m,
                           const wide_leaf* const leaves[2], const wide_pair* pairs, size_t count,
                           wide_self_result* out)
{
    ASSERT(count <= WIDE_PAIRS_MAX);
    out->neighbour_count = out->stranger_count = 0;
    out->triangle_tests = 0;
    for (size_t i = 0; i < count; i += 2) {
        const int is_single = i + 1 == count;
        const wide_pair *const first = &pairs[i], *const second = &pairs[is_single ? i : i + 1];
        const two_pairs q = {.a = {&leaves[0][first->a], &leaves[0][second->a]},
                             .b = {&leaves[1][first->b], &leaves[1][second->b]},
                             .counted = is_single ? 0xf : 0xff};
        own_block block;
        fill_own(&block, pose, m, q.a, q.b);
        test_turn(&q, &block, 0, out);
        test_turn(&q, &block, 1, out);
        test_turn(&q, &block, 2, out);
        test_turn(&q, &block, 3, out);
    }
}
