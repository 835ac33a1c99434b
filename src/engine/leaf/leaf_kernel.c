// leaf_kernel.c - the triangles of leaf pairs, eight pairs at once (leaf.h).
//
// First, two leaf pairs beside each other: b's corners are placed in coordinates about the origin of a's
// leaf, and of all 32 pairs of triangles those are dropped that one of the two planes separates. The
// survivors, in full groups of eight, meet the nine axes across an edge of each, and pairs whose edge is
// seen to pierce the other's face are known to cross. Where a pair of a group is still open the six axes
// in the planes follow, which part triangles in one plane.
//
// Bounds: docs/exactness.md, "Eight triangles at once"; its symbols are used here. A comparison that meets
// infinity or NaN proves nothing.
#include "engine/leaf/faces.inl"
#include "engine/leaf/judge.inl"

enum { BLOCKS = 8 };  // double leaf pairs that wait for their survivors at once

typedef struct leaf_block {
    float row[BLOCK_NUMBERS][SIMD_LANES];
} leaf_block;

// ------------------------------------------------------------------------------------ planes, as axes

// List the pairs of a block that no plane separates, where the triangle of b is turn lanes on from that
// of a, as number + lane. Returns how many.
static inline size_t list_turn(uint32_t* list, int32_t number, const lanes row[BLOCK_NUMBERS],
                               const leaf_face face[2], const lanes_int here[2], int turn)
{
    lanes p[9];
    for (int k = 0; k < 9; k++)
        p[k] = lanes_turn(row[9 + k], turn);
    const leaf_face b_face = turn_face(&face[1], turn);
    const lanes_int b_here = (lanes_int)lanes_turn((lanes)here[1], turn);
    lanes gap = beyond_ranges(&face[0], &b_face, lanes_all(-1));
    gap = beyond_face(&face[0], p, gap);
    gap = beyond_face(&b_face, row, gap);
    unsigned left = lanes_mask(here[0] & b_here);
    if (PRUNE(1)) left &= ~lanes_mask(lanes_above(gap, lanes_all(0)));
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    return lanes_compress(list, lane + (number + 8 * turn), left);
}

// The upper half of the lanes, from the third of its four on.
static inline lanes turn_upper(lanes x)
{
    return lanes_join(lanes_split(x).half[0], lanes_split(lanes_turn(x, 2)).half[1]);
}

// Place two leaf pairs as block number block, and list the pairs of triangles that no plane separates:
// 32 * block + 8 * turn + lane, where the triangle of b is turn lanes on from that of a. Where the second is the first
// (is_single), it is two lanes further on, so that two turns are all. Returns how many; there is room for seven more.
static size_t separate_by_planes(const wide_leaf_pose* pose, const wide_leaf* const a[2],
                                 const wide_leaf* const b[2], int is_single, leaf_block* out,
                                 int32_t block, uint32_t* list)
{
    lanes row[BLOCK_NUMBERS], place[3];
    const lanes error = place_block(row, pose, a, b, place);
    lanes_int here[2] = {triangles_of(a), triangles_of(b)};
    if (is_single) {
        for (int k = 9; k < 18; k++)
            row[k] = turn_upper(row[k]);
        here[1] = (lanes_int)turn_upper((lanes)here[1]);
    }
    for (int k = 0; k < BLOCK_NUMBERS; k++)
        lanes_store(out->row[k], row[k]);
    leaf_face face[2];
    find_face(&face[0], row, error, 3.05f * row[18]);
    find_face(&face[1], row + 9, error, lanes_all(0));
    size_t count = 0;
    count += list_turn(list + count, 32 * block, row, face, here, 0);
    count += list_turn(list + count, 32 * block, row, face, here, 1);
    if (is_single) return count;
    count += list_turn(list + count, 32 * block, row, face, here, 2);
    count += list_turn(list + count, 32 * block, row, face, here, 3);
    return count;
}

// ----------------------------------------------------------------------------------- axes in the planes

// Whether the line of an edge of this side, in its plane, separates. p, q: corners of this side and of the
// other, from a common point; width bounds the error of a projection to an axis by its length.
static inline lanes_int beyond_edges(const side* s, const lanes p[9], const lanes q[9], lanes width)
{
    lanes_int apart = {0};
    for (int i = 0; i < 3; i++) {
        lanes inward[3];
        cross_lanes(inward, s->normal, s->edge + 3 * i);
        const lanes low =
            lowest(dot_lanes(inward, p), dot_lanes(inward, p + 3), dot_lanes(inward, p + 6));
        const lanes high =
            highest(dot_lanes(inward, q), dot_lanes(inward, q + 3), dot_lanes(inward, q + 6));
        apart |= lanes_above(low - high, length_lanes(inward) * width + AXIS_TINY);
    }
    return apart;
}

static lanes_int judge_in_planes(const side* a, const side* b, lanes error)
{
    lanes p[9], q[9];
    for (int i = 0; i < 3; i++) {
        subtract_lanes(p + 3 * i, a->corner + 3 * i, b->corner);
        subtract_lanes(q + 3 * i, b->corner + 3 * i, b->corner);
    }
    const lanes width = 2.02f * error + 5.2f * ABUT_WIDE_BOUND_SCALE * ERROR *
                                            (length_lanes(p) + a->longest + b->longest);
    return beyond_edges(a, p, q, width) | beyond_edges(b, q, p, width);
}

// ---------------------------------------------------------------------------------------- the two stages

// Gather eight pairs of a list. Returns the errors of their corners.
static inline lanes gather_pairs(side* a, side* b, const leaf_block* blocks, const uint32_t* list)
{
    const float* from[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++)
        from[i] = blocks[list[i] >> 5].row[0] + (list[i] & 7);
    for (int k = 0; k < 9; k++)
        a->corner[k] = gather_row(from, k);
    const lanes error = gather_row(from, 18);
    for (int i = 0; i < SIMD_LANES; i++) {
        const uint32_t lane = list[i] & 7, turn = list[i] >> 3 & 3;
        from[i] += (int)((lane & 4) | ((lane + turn) & 3)) - (int)lane;
    }
    for (int k = 0; k < 9; k++)
        b->corner[k] = gather_row(from, 9 + k);
    return error;
}

typedef struct pair_lists {  // of numbers as separate_by_planes gives
    size_t open_count, crossing_count, undecided_count;
    uint32_t open[32 * BLOCKS + SIMD_LANES];
    uint32_t crossing[32 * BLOCKS + SIMD_LANES], undecided[32 * BLOCKS + SIMD_LANES];
} pair_lists;

// Judge eight of the open pairs, or those that are left.
static void judge_group(pair_lists* lists, const leaf_block* blocks, size_t first)
{
    side a, b;
    const size_t left = lists->open_count - first;
    unsigned here = 0xff;
    if (left < SIMD_LANES) {
        here >>= SIMD_LANES - left;
        for (size_t i = left; i < SIMD_LANES; i++)
            lists->open[first + i] = lists->open[first];
    }
    const uint32_t* group = lists->open + first;
    const lanes error = gather_pairs(&a, &b, blocks, group);
    const verdict v = judge_edges(&a, &b, error);
    const unsigned cross = lanes_mask(v.cross) & here;
    unsigned open = here & ~cross & (PRUNE(1) ? ~lanes_mask(v.apart) : ~0u);
    if (PRUNE(open)) open &= ~lanes_mask(judge_in_planes(&a, &b, error));
    const lanes_int numbers = lanes_int_load(group);
    lists->crossing_count +=
        lanes_compress(lists->crossing + lists->crossing_count, numbers, cross);
    lists->undecided_count +=
        lanes_compress(lists->undecided + lists->undecided_count, numbers, open);
}

typedef struct leaf_question {
    const wide_leaf *a, *b;
    const wide_pair* pairs;
} leaf_question;

// From numbers of a list, for leaf pairs from first up to end, to triangles.
static void name_triangles(const leaf_question* q, size_t first, size_t end, const uint32_t* list,
                           size_t count, wide_pair* out)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t lane = list[i] & 7;
        uint32_t turn = list[i] >> 3 & 3;
        size_t number = first + 2 * (list[i] >> 5) + (lane >> 2);
        if (number == end) {  // separate_by_planes: the last one is single
            number--;
            turn += 2;
        }
        const wide_pair* pair = &q->pairs[number];
        out[i] = (wide_pair){q->a[pair->a].id[lane & 3], q->b[pair->b].id[(lane + turn) & 3]};
    }
}

static void test_blocks(const wide_leaf_pose* pose, const leaf_question* q, size_t first,
                        size_t count, wide_leaf_result* out)
{
    leaf_block blocks[BLOCKS];
    pair_lists lists;
    lists.open_count = lists.crossing_count = lists.undecided_count = 0;
    for (size_t i = 0; i < count; i += 2) {
        const wide_pair* pair[2] = {&q->pairs[first + i], &q->pairs[first + i]};
        if (i + 1 < count) pair[1]++;
        const wide_leaf *a[2], *b[2];
        for (int p = 0; p < 2; p++) {
            a[p] = &q->a[pair[p]->a];
            b[p] = &q->b[pair[p]->b];
        }
        lists.open_count += separate_by_planes(pose, a, b, i + 1 == count, &blocks[i / 2],
                                               (int32_t)(i / 2), lists.open + lists.open_count);
    }
    if (pose->only_planes) {
        name_triangles(q, first, first + count, lists.open, lists.open_count,
                       out->undecided + out->undecided_count);
        out->undecided_count += lists.open_count;
        return;
    }
    for (size_t i = 0; i < lists.open_count; i += SIMD_LANES)
        judge_group(&lists, blocks, i);
    name_triangles(q, first, first + count, lists.crossing, lists.crossing_count,
                   out->crossing + out->crossing_count);
    name_triangles(q, first, first + count, lists.undecided, lists.undecided_count,
                   out->undecided + out->undecided_count);
    out->crossing_count += lists.crossing_count;
    out->undecided_count += lists.undecided_count;
}

static inline uint64_t count_pairs(const wide_leaf* a, const wide_leaf* b)
{
    const unsigned here = lanes_mask(triangles_of((const wide_leaf* const[2]){a, b}));
    return (uint64_t)(__builtin_popcount(here & 0xf) * __builtin_popcount(here >> 4));
}

void ISA(wide_leaf_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                          const wide_pair* pairs, size_t count, wide_leaf_result* out)
{
    ASSERT(count <= WIDE_PAIRS_MAX);
    const leaf_question q = {a, b, pairs};
    out->crossing_count = out->undecided_count = 0;
    out->triangle_tests = 0;
    for (size_t i = 0; i < count; i++)
        out->triangle_tests += count_pairs(&a[pairs[i].a], &b[pairs[i].b]);
    for (size_t i = 0; i < count; i += 2 * BLOCKS)
        test_blocks(pose, &q, i, count - i < 2 * BLOCKS ? count - i : 2 * BLOCKS, out);
}

// ------------------------------------------------------------------------------------------------ gaps

// 1 / length, at most. What underflows is below 2^-110.
static inline lanes inverse_length(const lanes x[3])
{
    return 1 / (1.000001f * lanes_root(dot_lanes(x, x) + 0x1p-110f));
}

// Gaps along coordinates are lengths as they are, those along normals are divided by the normals' lengths.
void ISA(wide_leaf_gaps)(const wide_leaf_pose* pose, const wide_leaf* const a[2],
                         const wide_leaf* const b[2], float gap[2])
{
    lanes row[BLOCK_NUMBERS], place[3];
    const lanes error = place_block(row, pose, a, b, place);
    const lanes nothing = lanes_all(-1), endless = lanes_all((float)INFINITY);
    leaf_face face[2];
    find_face(&face[0], row, error, 3.05f * row[18]);
    find_face(&face[1], row + 9, error, lanes_all(0));
    const lanes_int here[2] = {triangles_of(a), triangles_of(b)};
    const lanes inverse[2] = {inverse_length(face[0].normal), inverse_length(face[1].normal)};
    lanes least = endless;
    for (int turn = 0; turn < 4; turn++) {
        lanes p[9];
        for (int k = 0; k < 9; k++)
            p[k] = lanes_turn(row[9 + k], turn);
        const leaf_face b_face = turn_face(&face[1], turn);
        lanes apart = beyond_ranges(&face[0], &b_face, nothing);
        apart = lanes_max(beyond_face(&face[0], p, nothing) * inverse[0], apart);
        apart = lanes_max(beyond_face(&b_face, row, nothing) * lanes_turn(inverse[1], turn), apart);
        const lanes_int both = here[0] & (lanes_int)lanes_turn((lanes)here[1], turn);
        least = lanes_min(lanes_choose(both, apart, endless), least);
    }
    for (int p = 0; p < 2; p++) {
        float of_pair = least[4 * p];
        for (int k = 1; k < 4; k++)
            of_pair = least[4 * p + k] < of_pair ? least[4 * p + k] : of_pair;
        gap[p] = PRUNE(of_pair > 0) ? 0.98f * of_pair : 0;
    }
}
