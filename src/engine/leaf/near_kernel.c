// near_kernel.c - how far the triangles of leaf pairs are from each other, eight pairs at once (leaf.h).
//
// Two leaf pairs beside each other are placed as for contact. Pairs of triangles are dropped that one of two directions, or
// the plane of one of them, proves too far apart; the others, in full groups of eight, look for the nearest of nine pairs of
// edges, and of the corner of each that is nearest to the other's plane, if all three are on one side. Then the way between
// both proves a bound, by weak duality, whatever the arithmetic before did. (Nearest features of a vertex and a face are found
// so: the plane through them, across the way, separates the triangles, so no vertex is nearer to the face's plane.)
#include "engine/leaf/nearest.inl"
#include "engine/leaf/two_pairs.inl"

enum { BLOCKS = 8 };

typedef struct near_block {
    float row[BLOCK_NUMBERS][SIMD_LANES];  // the last: E, by which projections err
} near_block;

// A direction in which all pairs of a block are compared: along it, a ends and b begins.
typedef struct front {
    lanes end, begin;
} front;

// toward: from a to b; 0 tells nothing. beyond: what is farther apart than this is out.
static inline front front_of(const lanes row[18], const lanes toward[3], lanes error, lanes beyond)
{
    front f;
    const lanes reach = beyond * lanes_root(dot_lanes(toward, toward)) * (1 + 0x1p-20f) +
                        length_lanes(toward) * error;
    f.end =
        highest(dot_lanes(toward, row), dot_lanes(toward, row + 3), dot_lanes(toward, row + 6)) +
        reach;
    f.begin = lowest(dot_lanes(toward, row + 9), dot_lanes(toward, row + 12),
                     dot_lanes(toward, row + 15));
    return f;
}

// Blocks whose pairs of triangles wait until they fill a group.
typedef struct near_stage {
    near_block blocks[BLOCKS];
    two_pairs two[BLOCKS];
    size_t block_count, listed;
    uint32_t list[32 * BLOCKS + SIMD_LANES];  // pairs of triangles: 32 * block + 8 * turn + lane
} near_stage;

// Place a block. Returns the number of its first pair of triangles.
static inline int32_t open_block(near_stage* st, const wide_leaf_pose* pose, const two_pairs* two,
                                 lanes row[BLOCK_NUMBERS], lanes place[3])
{
    near_block* out = &st->blocks[st->block_count];
    row[BLOCK_NUMBERS - 1] = place_block(row, pose, two->a, two->b, place);
    for (int k = 0; k < BLOCK_NUMBERS; k++)
        lanes_store(out->row[k], row[k]);
    st->two[st->block_count] = *two;
    return 32 * (int32_t)st->block_count++;
}

static inline void list_pairs(near_stage* st, int32_t first, int turn, unsigned left)
{
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    st->listed += lanes_compress(st->list + st->listed, lane + (first + 8 * turn), left);
}

static inline wide_pair listed_pair(const near_stage* st, uint32_t at)
{
    const two_pairs* two = &st->two[at / 32];
    const uint32_t lane = at % 8, turn = at / 8 % 4;
    return (wide_pair){two->a[lane / 4]->id[lane % 4], two->b[lane / 4]->id[(lane + turn) % 4]};
}

// In a's frame: what is farther is certainly beyond the cut.
static inline float reach_of(const wide_near_result* so_far)
{
    return so_far->cut / so_far->shrink * (1 + 0x1p-20f);
}

// Which pairs of triangles of a block are there, and not proved far by one of two directions: that of the nearest pair so
// far, and from leaf to leaf. Returns whether any is.
static inline int find_near(const two_pairs* two, const lanes row[BLOCK_NUMBERS],
                            const lanes place[3], const wide_near_result* so_far,
                            unsigned left[WIDE_LEAF])
{
    const lanes error = row[BLOCK_NUMBERS - 1], reach = lanes_all(reach_of(so_far));
    const lanes toward[3] = {lanes_all(so_far->toward[0]), lanes_all(so_far->toward[1]),
                             lanes_all(so_far->toward[2])};
    const lanes_int is_direction = lanes_above(dot_lanes(place, place), lanes_all(DIRECTION));
    lanes way[3];
    for (int k = 0; k < 3; k++)
        way[k] = lanes_choose(is_direction, place[k], lanes_all(0));
    const front before = front_of(row, toward, error, reach),
                leaves = front_of(row, way, error, reach);
    const lanes_int a_here = triangles_of(two->a), b_here = triangles_of(two->b);
    unsigned any = 0;
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        const lanes_int is_far = lanes_above(lanes_turn(before.begin, turn), before.end) |
                                 lanes_above(lanes_turn(leaves.begin, turn), leaves.end);
        left[turn] = lanes_mask(a_here & (lanes_int)lanes_turn((lanes)b_here, turn));
        if (two->is_single) left[turn] &= 0xF;
        left[turn] &= ~proved(lanes_mask(is_far));
        any |= left[turn];
    }
    return any != 0;
}

// Leave out those that the plane of one of their triangles proves far: where surfaces are as far everywhere, nearly all.
static inline void drop_by_planes(const lanes row[BLOCK_NUMBERS], lanes reach,
                                  unsigned left[WIDE_LEAF])
{
    const lanes error = row[BLOCK_NUMBERS - 1];
    face a_face, b_face;
    find_face(&a_face, row, error, reach);
    find_face(&b_face, row + 9, error, reach);
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        lanes p[9];
        for (int k = 0; k < 9; k++)
            p[k] = lanes_turn(row[9 + k], turn);
        const face turned = turn_face(&b_face, turn);
        const lanes_int is_far = lanes_above(beyond_face(&a_face, p), a_face.bound) |
                                 lanes_above(beyond_face(&turned, row), turned.bound);
        left[turn] &= ~proved(lanes_mask(is_far));
    }
}

// Make a block of two leaf pairs, and list which pairs of triangles may be nearer than the cut.
static void add_block(near_stage* st, const wide_leaf_pose* pose, const two_pairs* two,
                      const wide_near_result* so_far)
{
    lanes row[BLOCK_NUMBERS], place[3];
    unsigned left[WIDE_LEAF];
    const int32_t first = open_block(st, pose, two, row, place);
    if (find_near(two, row, place, so_far, left))
        drop_by_planes(row, lanes_all(reach_of(so_far)), left);
    for (int turn = 0; turn < WIDE_LEAF; turn++)
        list_pairs(st, first, turn, left[turn]);
}

static void gather(const near_block* blocks, const uint32_t* list, size_t count,
                   lanes row[BLOCK_NUMBERS])
{
    float rows[BLOCK_NUMBERS][SIMD_LANES];
    for (size_t i = 0; i < SIMD_LANES; i++) {
        const uint32_t at = list[i < count ? i : 0];
        const near_block* block = &blocks[at / 32];
        const unsigned lane = at % 8, turn = at / 8 % 4, other = (lane & 4) | ((lane + turn) & 3);
        for (int k = 0; k < 9; k++) {
            rows[k][i] = block->row[k][lane];
            rows[9 + k][i] = block->row[9 + k][other];
        }
        rows[18][i] = block->row[18][lane];
    }
    for (int k = 0; k < BLOCK_NUMBERS; k++)
        row[k] = lanes_load(rows[k]);
}

// Two triangles are at most hi apart.
static void lower(wide_near_result* out, float hi, wide_pair found)
{
    const float most = hi * out->stretch * (1 + 0x1p-20f), part = out->relative * most;
    const float tolerance = part > out->absolute ? part : out->absolute;
    float cut = most * (1 + 0x1p-20f) - tolerance * (1 - 0x1p-20f);
    if (cut < 0 && out->keep_touching) cut = 0;
    out->hi = hi;
    out->found = found;
    out->cut = cut < out->cut ? cut : out->cut;
}

static void test_group(const near_stage* st, const uint32_t* list, size_t count,
                       wide_near_result* out)
{
    lanes row[BLOCK_NUMBERS];
    gather(st->blocks, list, count, row);
    nearest best;
    find_nearest(&best, row, row + 9);
    const lanes error = row[18];
    const lanes least = proved_along(best.way, row, row + 9, error);
    const lanes most = lanes_root(best.square) * (1 + 0x1p-20f) + 8 * error;
    float lo[SIMD_LANES], hi[SIMD_LANES];
    lanes_store(lo, least);
    lanes_store(hi, most);
    for (size_t i = 0; i < count; i++) {
        if (!(hi[i] < out->hi)) continue;
        lower(out, hi[i], listed_pair(st, list[i]));
        for (int k = 0; k < 3; k++)
            out->toward[k] = best.square[i] > DIRECTION ? best.way[k][i] : 0;
    }
    const float reach = reach_of(out);
    for (size_t i = 0; i < count; i++) {
        if (PRUNE(lo[i] > reach)) continue;
        out->pair[out->count] = listed_pair(st, list[i]);
        out->lo[out->count++] = lo[i];
    }
}

// Test full groups at once, since they bring nearer what the next block is measured by; the rest waits for the last block.
static void test_listed(near_stage* st, int is_last, wide_near_result* out)
{
    size_t done = 0;
    while (st->listed - done >= SIMD_LANES || (is_last && st->listed > done)) {
        const size_t left = st->listed - done, now = left < SIMD_LANES ? left : SIMD_LANES;
        test_group(st, st->list + done, now, out);
        out->triangle_tests += now;
        done += now;
    }
    st->listed -= done;
    memmove(st->list, st->list + done, st->listed * sizeof *st->list);
    if (is_last) st->block_count = 0;
}

void ISA(wide_near_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                          const wide_pair* pairs, const float* bound, size_t count,
                          wide_near_result* out)
{
    near_stage st;
    st.block_count = st.listed = 0;
    out->count = 0;
    out->triangle_tests = 0;
    two_pairs two = {.pairs = pairs, .bound = bound, .count = count};
    while (next_two_pairs(&two, a, b, out->cut)) {
        add_block(&st, pose, &two, out);
        test_listed(&st, st.block_count == BLOCKS, out);
    }
    test_listed(&st, 1, out);
}
