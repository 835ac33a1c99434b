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
#include "engine/leaf/block.inl"

#define AXIS_TINY 0x1p-120f
#define DET_TINY  0x1p-90f

enum { BLOCKS = 8 };  // double leaf pairs that wait for their survivors at once

typedef struct leaf_block {
    float row[BLOCK_NUMBERS][SIMD_LANES];
} leaf_block;

// A triangle's axis, and its own ranges along that and along the coordinates, widened by all errors.
typedef struct leaf_face {
    lanes normal[3], low, high;
    lanes floor[3], ceiling[3];
} leaf_face;

// ------------------------------------------------------------------------------------ planes, as axes

// spread: twice the error of a corner for one of the two sides, 0 for the other.
static inline void find_face(leaf_face* f, const lanes p[9], lanes error, lanes spread)
{
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(f->normal, u, v);
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    const lanes slack = length_lanes(f->normal) * error + AXIS_TINY;
    f->low = lowest(x, y, z) - slack;
    f->high = highest(x, y, z) + slack;
    for (int k = 0; k < 3; k++) {
        f->floor[k] = lowest(p[k], p[3 + k], p[6 + k]) - spread;
        f->ceiling[k] = highest(p[k], p[3 + k], p[6 + k]) + spread;
    }
}

// By how much all corners lie beyond the face, on one side; gap if that is more.
static inline lanes beyond_face(const leaf_face* f, const lanes p[9], lanes gap)
{
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    return highest(lowest(x, y, z) - f->high, f->low - highest(x, y, z), gap);
}

static inline lanes beyond_ranges(const leaf_face* f, const leaf_face* g, lanes gap)
{
    for (int k = 0; k < 3; k++)
        gap = highest(f->floor[k] - g->ceiling[k], g->floor[k] - f->ceiling[k], gap);
    return gap;
}

// What becomes of a face where the triangle of b is turn lanes on from that of a.
static inline leaf_face turn_face(const leaf_face* face, int turn)
{
    leaf_face out;
    for (int k = 0; k < 3; k++) {
        out.normal[k] = lanes_turn(face->normal[k], turn);
        out.floor[k] = lanes_turn(face->floor[k], turn);
        out.ceiling[k] = lanes_turn(face->ceiling[k], turn);
    }
    out.low = lanes_turn(face->low, turn);
    out.high = lanes_turn(face->high, turn);
    return out;
}

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

// ------------------------------------------------------------------------------------- edges, as axes

// A triangle of each of eight pairs. Lengths are sums of |components|.
typedef struct side {
    lanes corner[9], edge[9], normal[3];  // edge i goes from corner i to the next
    lanes length[3], longest;             // lambda: lengths with their errors
    lanes per_length, fixed;              // of the error of normal . row
    lanes along[3];                       // normal . edges of the other side
    lanes along_error[3];
    lanes height[3], height_error;  // of the other's corners over this plane
} side;

static inline void find_edges(side* s, lanes error)
{
    for (int i = 0; i < 3; i++) {
        subtract_lanes(s->edge + 3 * i, s->corner + 3 * ((i + 1) % 3), s->corner + 3 * i);
        s->length[i] = length_lanes(s->edge + 3 * i) + 3.6f * error;
    }
    s->longest = highest(s->length[0], s->length[1], s->length[2]);
    cross_lanes(s->normal, s->edge, s->edge + 3);
    const lanes area = s->length[0] * s->length[1];
    s->per_length =
        16 * ABUT_WIDE_BOUND_SCALE * ERROR * area + 3.54f * error * (s->length[0] + s->length[1]);
    s->fixed = 3.54f * error * area + DET_TINY;
}

static inline void find_along(side* s, const side* other)
{
    for (int i = 0; i < 3; i++) {
        s->along[i] = dot_lanes(s->normal, other->edge + 3 * i);
        s->along_error[i] = s->per_length * other->length[i] + s->fixed;
    }
}

// The heights of three corners, from that of the first.
static inline void find_heights(side* s, lanes first, lanes arm)
{
    s->height[0] = first;
    s->height[1] = first + s->along[0];
    s->height[2] = first - s->along[2];
    s->height_error = s->per_length * arm + 2 * s->fixed;
}

// How surely an edge of the other side pierces this plane: positive if it does.
static inline lanes pierces_plane(const side* s, int edge)
{
    const lanes p = s->height[edge], q = s->height[(edge + 1) % 3];
    return lanes_min(lanes_max(p, q), lanes_negate(lanes_min(p, q))) - s->height_error;
}

static inline lanes off_plane(const side* s)
{
    return highest(lanes_abs(s->height[0]), lanes_abs(s->height[1]), lanes_abs(s->height[2])) -
           s->height_error;
}

typedef struct verdict {
    lanes_int apart, cross;
} verdict;

// The nine determinants of an edge of each. least[i], most[i]: of edge i of a, over edges of b, the lowest
// determinant less its error, and the highest with it.
typedef struct crossings {
    lanes a_least[3], a_most[3], b_least[3], b_most[3];
    lanes gap;  // positive: an axis separates
} crossings;

static inline void cross_edges(crossings* out, const side* a, const side* b, const lanes arm[9],
                               lanes error)
{
    const lanes reach = length_lanes(arm) + a->longest + 3.6f * error;
    const lanes scale = 16 * ABUT_WIDE_BOUND_SCALE * ERROR * reach + 3.54f * error;
    const lanes spread = 3.54f * error * (reach / scale);
    lanes above[2][3], below[2][3], b_size[3];
    for (int i = 0; i < 3; i++) {
        const lanes zero = lanes_all(0);
        above[0][i] = lanes_max(b->along[i], zero) + b->along_error[i];
        below[0][i] = b->along_error[i] - lanes_min(b->along[i], zero);
        above[1][i] = lanes_max(a->along[i], zero) + a->along_error[i];
        below[1][i] = a->along_error[i] - lanes_min(a->along[i], zero);
        b_size[i] = scale * (b->length[i] + spread);
    }
    out->gap = lanes_all(-1);
    for (int i = 0; i < 3; i++) {
        lanes moment[3];
        cross_lanes(moment, arm + 3 * i, a->edge + 3 * i);
        const lanes a_size = a->length[i] + spread;
        for (int j = 0; j < 3; j++) {
            lanes value = dot_lanes(moment, b->edge + 3 * j);
            lanes bound = a_size * b_size[j] + DET_TINY;
            if (j == 1) {
                value += b->along[i];
                bound += b->along_error[i];
            }
            const lanes least = value - bound, most = value + bound;
            const lanes up = least - (above[0][i] + above[1][j]);
            const lanes down = lanes_negate(most + (below[0][i] + below[1][j]));
            out->gap = highest(up, down, out->gap);
            out->a_least[i] = j ? lanes_min(least, out->a_least[i]) : least;
            out->a_most[i] = j ? lanes_max(most, out->a_most[i]) : most;
            out->b_least[j] = i ? lanes_min(least, out->b_least[j]) : least;
            out->b_most[j] = i ? lanes_max(most, out->b_most[j]) : most;
        }
    }
}

static inline verdict judge_edges(side* a, side* b, lanes error)
{
    find_edges(a, error);
    find_edges(b, error);
    find_along(a, b);
    find_along(b, a);
    lanes arm[9];  // from b's first corner to a's
    for (int i = 0; i < 3; i++)
        subtract_lanes(arm + 3 * i, a->corner + 3 * i, b->corner);
    const lanes reach = length_lanes(arm) + 7.2f * error;
    find_heights(a, lanes_negate(dot_lanes(a->normal, arm)), reach + b->longest);
    find_heights(b, dot_lanes(b->normal, arm), reach + a->longest);
    crossings c;
    cross_edges(&c, a, b, arm, error);
    lanes by_a = lanes_all(-1), by_b = lanes_all(-1);  // an edge of a, or of b, pierces the other
    for (int i = 0; i < 3; i++) {
        const lanes a_sure = lanes_max(c.a_least[i], lanes_negate(c.a_most[i]));
        const lanes b_sure = lanes_max(c.b_least[i], lanes_negate(c.b_most[i]));
        by_a = lanes_max(lanes_min(a_sure, pierces_plane(b, i)), by_a);
        by_b = lanes_max(lanes_min(b_sure, pierces_plane(a, i)), by_b);
    }
    // The other triangle has an inside; this one has if something is off its plane.
    by_a = lanes_min(by_a, off_plane(a));
    by_b = lanes_min(by_b, off_plane(b));
    const lanes zero = lanes_all(0);
    return (verdict){lanes_above(c.gap, zero), lanes_above(lanes_max(by_a, by_b), zero)};
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

// Row k of eight lanes, each from a place of its own.
static inline lanes gather_row(const float* const from[SIMD_LANES], int k)
{
    const int at = k * SIMD_LANES;
    return (lanes){from[0][at], from[1][at], from[2][at], from[3][at],
                   from[4][at], from[5][at], from[6][at], from[7][at]};
}

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
