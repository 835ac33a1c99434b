// leaf_body.inl - the triangles of leaf pairs, eight or sixteen pairs at once (leaf.h).
//
// First, leaf pairs beside each other: b's corners are placed in coordinates about the origin of a's
// leaf, and of all 16 pairs of triangles of each those are dropped that one of the two planes separates. The
// survivors, in full groups, meet the nine axes across an edge of each, and pairs whose edge is
// seen to pierce the other's face are known to cross. Where a pair of a group is still open the six axes
// in the planes follow, which part triangles in one plane.
//
// Two leaf pairs, or a single one, are a block, which takes eight lanes, whatever the processor has; the numbers of pairs of
// triangles, and so the order of what is found, are the same everywhere.
//
// Bounds: docs/proofs/eight-triangles.md, "Eight triangles at once"; its symbols are used here. A comparison that meets
// infinity or NaN proves nothing.
#ifndef ABUT_ENGINE_LEAF_LEAF_BODY_INL
#define ABUT_ENGINE_LEAF_LEAF_BODY_INL
#include "engine/leaf/faces.inl"
#include "engine/leaf/judge.inl"

enum {
    // That wait for their survivors at once: more fill groups better, and still stay in the first cache.
    BLOCKS = 24,
    ROWS = BLOCK_NUMBERS + 2,
    A_IDS = BLOCK_NUMBERS,
    B_IDS = BLOCK_NUMBERS + 1,
};

// What is placed at once: a block, or two beside each other.
typedef struct placed_blocks {
    float row[ROWS][GROUP_LANES] __attribute__((aligned(64)));
} placed_blocks;

// ------------------------------------------------------------------------------------ planes, as axes

// Bit i of four bits beside each other gets what bit (i + turn) % 4 of them is.
static inline unsigned turn_bits(unsigned bits, int turn)
{
    const unsigned low = 0x1111u * ((1u << (4 - turn)) - 1);
    return (bits >> turn & low) | (bits << (4 - turn) & ~low & ((1u << GROUP_LANES) - 1));
}

// Of pairs whose triangle of b is turn lanes on from that of a those that no plane separates. here: which there are.
static inline unsigned left_by_planes(const group row[BLOCK_NUMBERS], const leaf_face face[2],
                                      unsigned here, int turn)
{
    group p[9];
    for (int k = 0; k < 9; k++)
        p[k] = group_turn(row[9 + k], turn);
    const leaf_face b_face = turn_face(&face[1], turn);
    group gap = beyond_ranges(&face[0], &b_face, group_all(-1));
    gap = beyond_face(&face[0], p, gap);
    gap = beyond_face(&b_face, row, gap);
    return PRUNE(1) ? here & ~group_bits(group_above(gap, group_all(0))) : here;
}

// A single leaf pair stands twice beside itself: in its upper lanes b is turned by two beforehand, so that two turns are all.
#if GROUP_EIGHTS == 2
static inline group turn_singles(group x, unsigned singles)
{
    return twice_choose(singles, twice_turn(x, 2), x);
}

static inline unsigned single_lanes(const wide_leaf_block* first, const wide_leaf_block* last)
{
    return (first->is_single ? 0x00f0u : 0) | (last->is_single ? 0xf000u : 0);
}
#else
static inline group turn_singles(group x, unsigned singles)
{
    (void)singles;
    return lanes_join(lanes_split(x).half[0], lanes_split(lanes_turn(x, 2)).half[1]);
}

static inline unsigned single_lanes(const wide_leaf_block* first, const wide_leaf_block* last)
{
    (void)last;
    return first->is_single ? 0xf0 : 0;
}
#endif

static inline unsigned triangles_in(group ids)
{
    return ~group_bits(group_int_equal((group_int)ids, (int32_t)WIDE_NOBODY)) &
           ((1u << GROUP_LANES) - 1);
}

// What planes leave of blocks.
typedef struct plane_left {
    uint32_t left[GROUP_EIGHTS], tests[GROUP_EIGHTS];
} plane_left;

static inline void take_turn(plane_left* out, const group row[BLOCK_NUMBERS],
                             const leaf_face face[2], unsigned here, int turn)
{
    const unsigned left = left_by_planes(row, face, here, turn);
    for (int i = 0; i < GROUP_EIGHTS; i++) {
        out->left[i] |= (left >> 8 * i & 0xff) << 8 * turn;
        out->tests[i] += (uint32_t)__builtin_popcount(here >> 8 * i & 0xff);
    }
}

// Place one block, or two where there is room, and find the pairs of triangles that no plane separates: bit 8 * turn + lane of
// each block's 32, where the triangle of b is turn lanes on from that of a. A single leaf pair has 16 of them.
static inline plane_left separate_by_planes(const wide_leaf_block* block, size_t count,
                                            const block_pose* pose, placed_blocks* out)
{
    const wide_leaf_block* last = block + count - 1;
    const wide_leaf* const a[4] = {block->a[0], block->a[1], last->a[0], last->a[1]};
    const wide_leaf* const b[4] = {block->b[0], block->b[1], last->b[0], last->b[1]};
    group row[ROWS], place[3];
    const group error = place_pairs(row, pose, a, b, place);
    row[A_IDS] = ids_of(a);
    row[B_IDS] = ids_of(b);
    const unsigned singles = single_lanes(block, last);
    if (singles) {
        for (int k = 9; k < 18; k++)
            row[k] = turn_singles(row[k], singles);
        row[B_IDS] = turn_singles(row[B_IDS], singles);
    }
#pragma GCC unroll 32  // else the rows are kept in memory
    for (int k = 0; k < ROWS; k++)
        group_store(out->row[k], row[k]);
    leaf_face face[2];
    find_face(&face[0], row, error, 3.05f * row[18]);
    find_face(&face[1], row + 9, error, group_all(0));
    plane_left found = {.left = {0}};
    const unsigned a_here = triangles_in(row[A_IDS]), b_here = triangles_in(row[B_IDS]);
    take_turn(&found, row, face, a_here & turn_bits(b_here, 0), 0);
    take_turn(&found, row, face, a_here & turn_bits(b_here, 1), 1);
    if (block->is_single && last->is_single) return found;
    const unsigned doubles = a_here & ~(singles | singles >> 4);
    take_turn(&found, row, face, doubles & turn_bits(b_here, 2), 2);
    take_turn(&found, row, face, doubles & turn_bits(b_here, 3), 3);
    return found;
}

// ----------------------------------------------------------------------------------- axes in the planes

// Whether the line of an edge of this side, in its plane, separates. p, q: corners of this side and of the
// other, from a common point; width bounds the error of a projection to an axis by its length.
static inline group_which beyond_edges(const side* s, const group p[9], const group q[9],
                                       group width)
{
    group_which apart = {0};
    for (int i = 0; i < 3; i++) {
        group inward[3];
        cross_lanes(inward, s->normal, s->edge + 3 * i);
        const group low =
            lowest(dot_lanes(inward, p), dot_lanes(inward, p + 3), dot_lanes(inward, p + 6));
        const group high =
            highest(dot_lanes(inward, q), dot_lanes(inward, q + 3), dot_lanes(inward, q + 6));
        apart |= group_above(low - high, length_lanes(inward) * width + AXIS_TINY);
    }
    return apart;
}

static group_which judge_in_planes(const side* a, const side* b, group error)
{
    group p[9], q[9];
    for (int i = 0; i < 3; i++) {
        subtract_lanes(p + 3 * i, a->corner + 3 * i, b->corner);
        subtract_lanes(q + 3 * i, b->corner + 3 * i, b->corner);
    }
    const group width = 2.02f * error + 5.2f * ABUT_WIDE_BOUND_SCALE * ERROR *
                                            (length_lanes(p) + a->longest + b->longest);
    return beyond_edges(a, p, q, width) | beyond_edges(b, q, p, width);
}

// ---------------------------------------------------------------------------------------- the two stages

// List the bits that are set, as number + bit. Returns how many; there is room for some more.
static inline size_t list_bits(uint32_t* list, int32_t number, uint32_t bits)
{
    size_t count = 0;
#if GROUP_EIGHTS == 2
    const twice_int bit = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    count += twice_compress(list, bit + number, bits & 0xffff);
    count += twice_compress(list + count, bit + (number + 16), bits >> 16);
#else
    const lanes_int bit = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 0; i < 32; i += 8)
        count += lanes_compress(list + count, bit + (number + i), bits >> i & 0xff);
#endif
    return count;
}

// Where the pairs of a group stand: in which placed blocks, and in which lanes of these.
#ifdef GROUP_PICKS
enum { BLOCK_SHIFT = GROUP_EIGHTS == 2 ? 6 : 5 };  // of a number

typedef struct pair_places {
    group_int where, a_lane, b_lane;
} pair_places;

static inline pair_places find_places(const uint32_t* list)
{
    const group_int number = group_int_load(list);
    const group_int lane = number & 7, turned = lane + (number >> 3 & 3);
    const group_int eight = number >> 2 & (GROUP_EIGHTS == 2 ? 8 : 0);
    return (pair_places){number >> BLOCK_SHIFT, eight | lane, eight | (lane & 4) | (turned & 3)};
}

// Gather some rows of a, or of b: from one placed block after the other, of which there are few, since numbers are in order.
static inline void gather_rows(group* out, const placed_blocks* blocks, const pair_places* p,
                               const group_int at, const uint32_t* list, int first, int count)
{
    uint32_t block = list[0] >> BLOCK_SHIFT;
    for (int k = 0; k < count; k++)
        out[k] = group_pick(group_load(blocks[block].row[first + k]), at);
    unsigned left = ~group_bits(group_int_equal(p->where, (int32_t)block));
    while (left & ((1u << GROUP_LANES) - 1)) {
        block = list[__builtin_ctz(left)] >> BLOCK_SHIFT;
        const group_which which = group_int_equal(p->where, (int32_t)block);
        for (int k = 0; k < count; k++)
            out[k] = group_pick_some(out[k], which, group_load(blocks[block].row[first + k]), at);
        left &= ~group_bits(which);
    }
}

static inline group gather_pairs(side* a, side* b, const placed_blocks* blocks,
                                 const uint32_t* list)
{
    const pair_places p = find_places(list);
    group error;
    gather_rows(a->corner, blocks, &p, p.a_lane, list, 0, 9);
    gather_rows(&error, blocks, &p, p.a_lane, list, 18, 1);
    gather_rows(b->corner, blocks, &p, p.b_lane, list, 9, 9);
    return error;
}

// From numbers to triangles. There is room for GROUP_LANES more.
static void name_triangles(const placed_blocks* blocks, uint32_t* list, size_t count,
                           wide_pair* out)
{
    for (size_t i = 0; i < count; i += GROUP_LANES) {
        for (size_t k = count; k < i + GROUP_LANES; k++)
            list[k] = list[i];
        const pair_places p = find_places(list + i);
        group a, b;
        gather_rows(&a, blocks, &p, p.a_lane, list + i, A_IDS, 1);
        gather_rows(&b, blocks, &p, p.b_lane, list + i, B_IDS, 1);
#if GROUP_EIGHTS == 2
        twice_interleave(&out[i].a, (group_int)a, (group_int)b);
#else
        (void)lanes_compress_pairs(&out[i], (group_int)a, (group_int)b, 0xff);
#endif
    }
}
#else
static inline unsigned turned_lane(uint32_t number)
{
    const uint32_t lane = number & 7, turn = number >> 3 & 3;
    return (lane & 4) | ((lane + turn) & 3);
}

// Gather eight pairs of a list. Returns the errors of their corners.
static inline group gather_pairs(side* a, side* b, const placed_blocks* blocks,
                                 const uint32_t* list)
{
    const float* from[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++)
        from[i] = blocks[list[i] >> 5].row[0] + (list[i] & 7);
    for (int k = 0; k < 9; k++)
        a->corner[k] = gather_row(from, k);
    const group error = gather_row(from, 18);
    for (int i = 0; i < SIMD_LANES; i++)
        from[i] += (int)turned_lane(list[i]) - (int)(list[i] & 7);
    for (int k = 0; k < 9; k++)
        b->corner[k] = gather_row(from, 9 + k);
    return error;
}

// From numbers to triangles.
static void name_triangles(const placed_blocks* blocks, uint32_t* list, size_t count,
                           wide_pair* out)
{
    for (size_t i = 0; i < count; i++) {
        const placed_blocks* b = &blocks[list[i] >> 5];
        memcpy(&out[i].a, &b->row[A_IDS][list[i] & 7], sizeof out[i].a);
        memcpy(&out[i].b, &b->row[B_IDS][turned_lane(list[i])], sizeof out[i].b);
    }
}
#endif

typedef struct pair_lists {  // of numbers: 32 * block + bit (separate_by_planes)
    size_t open_count, crossing_count, undecided_count;
    uint32_t open[32 * BLOCKS + GROUP_LANES];
    uint32_t crossing[32 * BLOCKS + GROUP_LANES], undecided[32 * BLOCKS + GROUP_LANES];
} pair_lists;

// Judge a group of the open pairs, or those that are left.
static void judge_group(pair_lists* lists, const placed_blocks* blocks, size_t first)
{
    side a, b;
    const size_t left = lists->open_count - first;
    unsigned here = (1u << GROUP_LANES) - 1;
    if (left < GROUP_LANES) {
        here >>= GROUP_LANES - left;
        for (size_t i = left; i < GROUP_LANES; i++)
            lists->open[first + i] = lists->open[first];
    }
    const uint32_t* numbers = lists->open + first;
    const group error = gather_pairs(&a, &b, blocks, numbers);
    const verdict v = judge_edges(&a, &b, error);
    const unsigned cross = group_bits(v.cross) & here;
    unsigned open = here & ~cross & (PRUNE(1) ? ~group_bits(v.apart) : ~0u);
    if (PRUNE(open)) open &= ~group_bits(judge_in_planes(&a, &b, error));
    lists->crossing_count +=
        group_compress(lists->crossing + lists->crossing_count, group_int_load(numbers), cross);
    lists->undecided_count +=
        group_compress(lists->undecided + lists->undecided_count, group_int_load(numbers), open);
}

// Where the numbers of each block end in a list that goes on at first.
static void find_ends(const uint32_t* list, size_t count, size_t first, size_t blocks,
                      wide_block_ends* ends, int is_crossing)
{
    size_t at = 0;
    for (size_t i = 0; i < blocks; i++) {
        while (at < count && list[at] >> 5 <= i)
            at++;
        *(is_crossing ? &ends[i].crossing_end : &ends[i].undecided_end) = (uint32_t)(first + at);
    }
}

// Place some blocks, and list the pairs of triangles that no plane separates. pose: of the poses that were taken last.
static inline void place_blocks(const wide_leaf_block* block, size_t count, block_pose* pose,
                                placed_blocks* placed, pair_lists* lists, wide_leaf_result* out,
                                wide_block_ends* ends)
{
    size_t i = 0;
    do {
        const size_t here = count - i < GROUP_EIGHTS ? count - i : GROUP_EIGHTS;
        const wide_leaf_pose* poses[GROUP_EIGHTS];
        int is_other = 0;
        for (size_t k = 0; k < GROUP_EIGHTS; k++) {
            poses[k] = block[i + (k < here ? k : 0)].pose;
            is_other |= poses[k] != pose->pose[k];
        }
        if (is_other) take_poses(pose, poses);
        const plane_left found =
            separate_by_planes(block + i, here, pose, &placed[i / GROUP_EIGHTS]);
        for (size_t k = 0; k < here; k++) {
            lists->open_count +=
                list_bits(lists->open + lists->open_count, (int32_t)(32 * (i + k)), found.left[k]);
            out->triangle_tests += found.tests[k];
            if (ends) ends[i + k].triangle_tests = found.tests[k];
        }
        i += GROUP_EIGHTS;
    } while (i < count);
}

// Test some blocks, of all of which only planes are asked, or not.
static void test_blocks(const wide_leaf_block* block, size_t count, int only_planes,
                        block_pose* pose, wide_leaf_result* out, wide_block_ends* ends)
{
    placed_blocks placed[BLOCKS / GROUP_EIGHTS];
    pair_lists lists;
    lists.open_count = lists.crossing_count = lists.undecided_count = 0;
    place_blocks(block, count, pose, placed, &lists, out, ends);
    uint32_t* undecided = lists.undecided;
    if (only_planes) {
        undecided = lists.open;
        lists.undecided_count = lists.open_count;
    } else {
        for (size_t i = 0; i < lists.open_count; i += GROUP_LANES)
            judge_group(&lists, placed, i);
    }
    name_triangles(placed, lists.crossing, lists.crossing_count,
                   out->crossing + out->crossing_count);
    name_triangles(placed, undecided, lists.undecided_count, out->undecided + out->undecided_count);
    if (ends) {
        find_ends(lists.crossing, lists.crossing_count, out->crossing_count, count, ends, 1);
        find_ends(undecided, lists.undecided_count, out->undecided_count, count, ends, 0);
    }
    out->crossing_count += lists.crossing_count;
    out->undecided_count += lists.undecided_count;
}

static inline void begin_result(wide_leaf_result* out, block_pose* taken)
{
    for (int i = 0; i < GROUP_EIGHTS; i++)
        taken->pose[i] = NULL;
    out->crossing_count = out->undecided_count = 0;
    out->triangle_tests = 0;
}

static inline void test_pairs(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                              const wide_pair* pairs, size_t count, wide_leaf_result* out)
{
    block_pose taken;
    begin_result(out, &taken);
    for (size_t i = 0; i < count; i += 2 * BLOCKS) {
        wide_leaf_block block[BLOCKS];
        const size_t end = count - i < 2 * BLOCKS ? count : i + 2 * BLOCKS;
        size_t blocks = 0;
        for (size_t k = i; k < end; k += 2) {
            const wide_pair *p = &pairs[k], *q = k + 1 < end ? p + 1 : p;
            block[blocks++] =
                (wide_leaf_block){pose, {&a[p->a], &a[q->a]}, {&b[p->b], &b[q->b]}, k + 1 == end};
        }
        test_blocks(block, blocks, pose->only_planes, &taken, out, NULL);
    }
}

static inline void test_all_blocks(const wide_leaf_block* blocks, size_t count,
                                   wide_leaf_result* out, wide_block_ends* ends)
{
    block_pose taken;
    begin_result(out, &taken);
    size_t alike;
    for (size_t i = 0; i < count; i += alike) {
        const int only_planes = blocks[i].pose->only_planes;
        for (alike = 1; i + alike < count; alike++)
            if (blocks[i + alike].pose->only_planes != only_planes) break;
        test_blocks(blocks + i, alike, only_planes, &taken, out, ends + i);
    }
}

#endif
