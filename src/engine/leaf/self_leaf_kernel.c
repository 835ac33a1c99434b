// self_leaf_kernel.c - the triangles of leaf pairs of one tree, eight pairs at once (neighbours.h).
//
// As in leaf_body.inl, two leaf pairs stand beside each other, and a plane of either triangle may part the two. Here some have
// vertices in common: these share nothing else where the other corners of one lie on one side of the other's plane. Signs of
// determinants in floats show that for most (docs/proofs/self.md, "A model against itself").
#include "base/base.h"
#include "engine/leaf/faces.inl"
#include "engine/leaf/neighbours.h"

#define LEAN_TINY 0x1p-90f

typedef struct own_block {
    lanes row[18];       // the corners of a, then of b
    lanes corner_error;  // of a coordinate of those
    lanes error;         // of a projection to an axis, by its length, both sides together
    leaf_face face[2];
    lanes lean[2];         // by how much a coordinate of the normal errs
    lanes span[2];         // the longest way from corner to corner
    lanes_int name[2][3];  // the corners' numbers
    unsigned here[2];      // which lanes hold a triangle
} own_block;

typedef struct two_pairs {
    const wide_leaf *a[2], *b[2];
    unsigned counted;  // which lanes
} two_pairs;

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
        name[k] =
            (lanes_int){(int32_t)at[0][k], (int32_t)at[1][k], (int32_t)at[2][k], (int32_t)at[3][k],
                        (int32_t)at[4][k], (int32_t)at[5][k], (int32_t)at[6][k], (int32_t)at[7][k]};
}

// How far the normal and the corners may be from what they are taken for.
static inline void find_lean(own_block* b, int side)
{
    const lanes* const p = b->row + 9 * (ptrdiff_t)side;
    const lanes error = b->corner_error;
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    const lanes x = length_lanes(u), y = length_lanes(v);
    b->lean[side] =
        2.05f * error * (x + y + 4.1f * error) + 4.3f * ABUT_WIDE_BOUND_SCALE * ERROR * (x * y);
    b->span[side] = 1.01f * (x + y) + 12.2f * error;
}

// Both leaves stand in one frame, in one pose: so corners are turned nowhere.
static inline void place_own(own_block* out, const wide_leaf_pose* pose, const two_pairs* q)
{
    const quad a_origin[2] = {origin_of(q->a[0]), origin_of(q->a[1])};
    const quad b_origin[2] = {origin_of(q->b[0]), origin_of(q->b[1])};
    const lanes a_ends = lanes_join(a_origin[0], a_origin[1]),
                b_ends = lanes_join(b_origin[0], b_origin[1]), way = b_ends - a_ends;
    const lanes place[3] = {LANES_SHUFFLE(way, 0, 0, 0, 0), LANES_SHUFFLE(way, 1, 1, 1, 1),
                            LANES_SHUFFLE(way, 2, 2, 2, 2)};
    for (int k = 0; k < 9; k++) {
        out->row[k] = lanes_pair(q->a[0]->corner[k], q->a[1]->corner[k]);
        out->row[9 + k] = lanes_pair(q->b[0]->corner[k], q->b[1]->corner[k]) + place[k % 3];
    }
    const lanes a_reach = LANES_SHUFFLE(a_ends, 3, 3, 3, 3),
                b_reach = LANES_SHUFFLE(b_ends, 3, 3, 3, 3);
    const lanes distance = highest(lanes_abs(place[0]), lanes_abs(place[1]), lanes_abs(place[2]));
    const lanes stored = pose->own_per_reach * lanes_max(a_reach, b_reach) + 0x1p-50f;
    // What is fixed for the pose is tiny, or infinite where nothing can be told.
    const lanes error = stored + 1.01f * ERROR * (b_reach + 2.02f * distance) + pose->fixed;
    out->corner_error = ABUT_WIDE_BOUND_SCALE * error;
    out->error = ABUT_WIDE_BOUND_SCALE *
                 (1.01f * (stored + error) + 4.1f * ERROR * (a_reach + (b_reach + distance)));
}

static inline void fill_own(own_block* out, const wide_leaf_pose* pose, const soup_mesh* m,
                            const two_pairs* q)
{
    place_own(out, pose, q);
    find_face(&out->face[0], out->row, out->error, 3.05f * out->corner_error);
    find_face(&out->face[1], out->row + 9, out->error, lanes_all(0));
    for (int side = 0; side < 2; side++) {
        find_lean(out, side);
        name_corners(out->name[side], m, side ? q->b : q->a);
        out->here[side] = lanes_mask(triangles_of(side ? q->b : q->a));
    }
    out->here[0] &= q->counted;
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
ALWAYS_INLINE own_outcome judge_turn(const own_block* block, int turn)
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
    const lanes of_a = 1.02f * block->lean[0] * lanes_turn(block->span[1], turn) + LEAN_TINY;
    const lanes of_b = 1.02f * lanes_turn(block->lean[1], turn) * block->span[0] + LEAN_TINY;
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

// Pairs as 32 * block + 8 * turn + lane, for two_pairs number block.
typedef struct own_list {
    size_t count;
    uint32_t number[16 * WIDE_PAIRS_MAX + SIMD_LANES];
} own_list;

static inline void add_numbers(own_list* to, uint32_t first, unsigned which)
{
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    to->count += lanes_compress(to->number + to->count, lane + (int32_t)first, which);
}

static void name_pairs(const own_list* from, const wide_leaf* const leaves[2],
                       const wide_pair* pairs, wide_pair* out)
{
    for (size_t i = 0; i < from->count; i++) {
        const uint32_t number = from->number[i], lane = number & 7, turn = number >> 3 & 3;
        const wide_pair* const pair = &pairs[2 * (number >> 5) + (lane >> 2)];
        out[i] =
            (wide_pair){leaves[0][pair->a].id[lane & 3], leaves[1][pair->b].id[(lane + turn) & 3]};
    }
}

typedef struct own_lists {
    own_list neighbours, strangers;
    uint64_t tests;
} own_lists;

// within: lanes of a leaf and itself. Of these each pair counts once.
ALWAYS_INLINE void test_turn(const own_block* block, uint32_t number, unsigned within, int turn,
                             own_lists* out)
{
    static const unsigned once[WIDE_LEAF] = {0, 0xff, 0x33, 0};
    const unsigned here = block->here[0] & turn_mask(block->here[1], turn) & (once[turn] | ~within);
    const own_outcome o = judge_turn(block, turn);
    const unsigned left = here & ~o.apart;
    const uint32_t first = 32 * number + 8 * (uint32_t)turn;
    out->tests += (uint64_t)__builtin_popcount(here);
    add_numbers(&out->neighbours, first, left & o.common);
    add_numbers(&out->strangers, first, left & ~o.common);
}

void ISA(wide_self_leaves)(const wide_leaf_pose* pose, const soup_mesh* m,
                           const wide_leaf* const leaves[2], const wide_pair* pairs, size_t count,
                           wide_self_result* out)
{
    own_lists lists;  // large: not cleared as a whole
    ASSERT(count <= WIDE_PAIRS_MAX);
    lists.neighbours.count = lists.strangers.count = 0;
    lists.tests = 0;
    for (size_t i = 0; i < count; i += 2) {
        const int is_single = i + 1 == count;
        const wide_pair *const first = &pairs[i], *const second = &pairs[is_single ? i : i + 1];
        const two_pairs q = {.a = {&leaves[0][first->a], &leaves[0][second->a]},
                             .b = {&leaves[1][first->b], &leaves[1][second->b]},
                             .counted = is_single ? 0xf : 0xff};
        const uint32_t number = (uint32_t)(i / 2);
        unsigned within = 0;
        for (int half = 0; half < 2; half++)
            if (q.a[half]->id[0] == q.b[half]->id[0]) within |= 0xfU << 4 * half;
        own_block block;
        fill_own(&block, pose, m, &q);
        test_turn(&block, number, within, 0, &lists);
        test_turn(&block, number, within, 1, &lists);
        test_turn(&block, number, within, 2, &lists);
        test_turn(&block, number, within, 3, &lists);
    }
    out->triangle_tests = lists.tests;
    out->neighbour_count = lists.neighbours.count;
    out->stranger_count = lists.strangers.count;
    name_pairs(&lists.neighbours, leaves, pairs, out->neighbours);
    name_pairs(&lists.strangers, leaves, pairs, out->strangers);
}
