// near_kernel.c - how far the triangles of leaf pairs are from each other, eight pairs at once (leaf.h).
//
// Two leaf pairs beside each other are placed as for contact. Pairs of triangles whose ranges along the axes are too far
// apart are dropped; the others, in full groups of eight, look for the nearest of nine pairs of edges, and of the corner
// of each that is nearest to the other's plane, if all three are on one side. Then the way between both proves a bound, by
// weak duality, whatever the arithmetic before did. (Nearest features of a vertex and a face are found so: the plane
// through them, across the way, separates the triangles, so no vertex is nearer to the face's plane.)
#include "engine/leaf/nearest.inl"

enum { BLOCKS = 8 };

typedef struct near_block {
    float row[BLOCK_NUMBERS][SIMD_LANES];  // the last: E, by which projections err
} near_block;

// A direction in which all pairs of a block are compared: along it, a ends and b begins.
typedef struct front {
    lanes end, begin;
} front;

// toward: from a to b; 0 tells nothing. hi: what is farther apart than this is out.
static inline front front_of(const lanes row[18], const lanes toward[3], lanes error, lanes hi)
{
    front f;
    const lanes reach =
        hi * lanes_root(dot_lanes(toward, toward)) * (1 + 0x1p-20f) + length_lanes(toward) * error;
    f.end =
        highest(dot_lanes(toward, row), dot_lanes(toward, row + 3), dot_lanes(toward, row + 6)) +
        reach;
    f.begin = lowest(dot_lanes(toward, row + 9), dot_lanes(toward, row + 12),
                     dot_lanes(toward, row + 15));
    return f;
}

// Two leaf pairs beside each other; is_single: the second is the first.
typedef struct two_pairs {
    const wide_leaf *a[2], *b[2];
    int is_single;
    int32_t block;
} two_pairs;

// Which pairs of triangles of two leaf pairs may be nearer than hi, as 32 * block + 8 * turn + lane. Two directions tell for
// all: that of the nearest pair so far, and from leaf to leaf.
static size_t drop_far(const wide_leaf_pose* pose, const two_pairs* two,
                       const wide_near_result* so_far, near_block* out, uint32_t* list)
{
    lanes row[BLOCK_NUMBERS], place[3];
    const lanes error = place_block(row, pose, two->a, two->b, place), hi = lanes_all(so_far->hi);
    row[BLOCK_NUMBERS - 1] = error;
    for (int k = 0; k < BLOCK_NUMBERS; k++)
        lanes_store(out->row[k], row[k]);
    const lanes toward[3] = {lanes_all(so_far->toward[0]), lanes_all(so_far->toward[1]),
                             lanes_all(so_far->toward[2])};
    const lanes_int is_direction = lanes_above(dot_lanes(place, place), lanes_all(DIRECTION));
    for (int k = 0; k < 3; k++)
        place[k] = lanes_choose(is_direction, place[k], lanes_all(0));
    const front before = front_of(row, toward, error, hi), leaves = front_of(row, place, error, hi);
    const lanes_int a_here = triangles_of(two->a), b_here = triangles_of(two->b);
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    size_t count = 0;
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        const lanes_int is_far = lanes_above(lanes_turn(before.begin, turn), before.end) |
                                 lanes_above(lanes_turn(leaves.begin, turn), leaves.end);
        unsigned left = lanes_mask(a_here & (lanes_int)lanes_turn((lanes)b_here, turn));
        if (two->is_single) left &= 0xF;
        if (PRUNE(1)) left &= ~lanes_mask(is_far);
        count += lanes_compress(list + count, lane + (32 * two->block + 8 * turn), left);
    }
    return count;
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

static void test_group(const near_block* blocks, const wide_leaf* a, const wide_leaf* b,
                       const wide_pair* pairs, const uint32_t* list, size_t count,
                       wide_near_result* out)
{
    lanes row[BLOCK_NUMBERS];
    gather(blocks, list, count, row);
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
        out->hi = hi[i];
        for (int k = 0; k < 3; k++)
            out->toward[k] = best.square[i] > DIRECTION ? best.way[k][i] : 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (PRUNE(lo[i] > out->hi)) continue;
        const uint32_t at = list[i], lane = at % 8, turn = at / 8 % 4;
        const wide_pair* pair = &pairs[2 * (at / 32) + lane / 4];
        out->pair[out->count] =
            (wide_pair){a[pair->a].id[lane % 4], b[pair->b].id[(lane + turn) % 4]};
        out->lo[out->count++] = lo[i];
    }
}

void ISA(wide_near_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                          const wide_pair* pairs, size_t count, wide_near_result* out)
{
    near_block blocks[BLOCKS];
    uint32_t list[32 + 2 * SIMD_LANES];
    out->count = 0;
    out->triangle_tests = 0;
    for (size_t first = 0; first < count; first += 2 * (size_t)BLOCKS) {
        const size_t end = count - first < 2 * (size_t)BLOCKS ? count : first + 2 * (size_t)BLOCKS;
        size_t listed = 0;
        for (size_t i = first; i < end; i += 2) {
            const wide_pair *p = &pairs[i], *q = i + 1 < end ? p + 1 : p;
            const two_pairs two = {
                {&a[p->a], &a[q->a]}, {&b[p->b], &b[q->b]}, p == q, (int32_t)((i - first) / 2)};
            listed += drop_far(pose, &two, out, &blocks[two.block], list + listed);
            // Full groups at once, since they bring nearer what the next block is measured by; the rest waits.
            const int is_last = i + 2 >= end;
            size_t done = 0;
            for (; listed - done >= SIMD_LANES || (is_last && listed > done);) {
                const size_t now = listed - done < SIMD_LANES ? listed - done : SIMD_LANES;
                test_group(blocks, a, b, pairs + first, list + done, now, out);
                out->triangle_tests += now;
                done += now;
            }
            listed -= done;
            memmove(list, list + done, listed * sizeof *list);
        }
    }
}
