// sweep_kernel.c - for how long the triangles of leaf pairs stay free, eight pairs at once (sweep.h).
//
// Every direction has a gap, and what closes it: the speed of a corner is exact, up to rounding, and that of a triangle is
// what its corners have. First the direction from leaf to leaf and the normals of both triangles are tried, which drop most;
// the others, in full groups of eight, try the way between their nearest points.
#include "engine/box/sweep.inl"
#include "engine/leaf/nearest.inl"
#include "engine/leaf/sweep.h"

enum {
    BLOCKS = 8,
    MOTION =
        BLOCK_NUMBERS,  // rows from there on: how a point at the origin of a's leaf goes, then the turning
    ROWS = MOTION + 4,
};

typedef struct sweep_block {
    float row[ROWS][SIMD_LANES];
    size_t pair[2];  // of the leaf pairs; the same twice if there is one
} sweep_block;

// Pairs of triangles that wait until they fill a group: 32 * block + 8 * turn + lane.
typedef struct sweep_stage {
    sweep_block blocks[BLOCKS];
    size_t block_count, listed;
    uint32_t list[32 * BLOCKS + SIMD_LANES];
    uint32_t before[32 * BLOCKS + SIMD_LANES], after[32 * BLOCKS + SIMD_LANES];  // bits of floats
} sweep_stage;

typedef struct window {
    lanes before, after;
} window;

// What is there, and where: the rows of both, their error, and the motion.
typedef struct moving_pair {
    const lanes *a, *b;
    lanes error, base[3], turning;
} moving_pair;

// Whatever n is, what it proves is true. is_both: it may as well point the other way.
static inline void try_direction(window* best, const wide_motion* m, const moving_pair* p,
                                 const lanes n[3], int is_both)
{
    lanes x[3], y[3], rate[3], turned[3];
    const lanes spin[3] = {lanes_all(m->spin[0]), lanes_all(m->spin[1]), lanes_all(m->spin[2])};
    cross_lanes(turned, n, spin);
    const lanes* mover = m->is_child ? p->a : p->b;
    const lanes at_origin = dot_lanes(n, p->base);
    for (int v = 0; v < 3; v++) {
        x[v] = dot_lanes(n, p->a + 3 * v);
        y[v] = dot_lanes(n, p->b + 3 * v);
        rate[v] = at_origin + dot_lanes(turned, mover + 3 * v);
    }
    lanes gap = lowest(y[0], y[1], y[2]) - highest(x[0], x[1], x[2]);
    // Along n; what moves away from the other closes nothing.
    lanes low = lowest(rate[0], rate[1], rate[2]), high = highest(rate[0], rate[1], rate[2]);
    lanes after = m->is_child ? high : lanes_negate(low),
          before = m->is_child ? lanes_negate(low) : high;
    if (is_both) {
        const lanes other = lowest(x[0], x[1], x[2]) - highest(y[0], y[1], y[2]);
        const lanes_int is_other = lanes_above(other, gap);
        const lanes forward = after;
        gap = lanes_max(other, gap);
        after = lanes_choose(is_other, before, after);
        before = lanes_choose(is_other, forward, before);
    }
    const lanes inverse = 1 / lanes_root(dot_lanes(n, n));
    const lanes clear =
        (gap - length_lanes(n) * p->error) * inverse * (1 - 0x1p-20f) - m->separation;
    for (int k = 0; k < 3; k++)
        turned[k] *= inverse;
    const lanes bend = pull_along(m, turned) * p->turning + m->bend;
    best->before = lanes_max(sweep_window(clear, before * inverse + m->margin, bend), best->before);
    best->after = lanes_max(sweep_window(clear, after * inverse + m->margin, bend), best->after);
}

// Which of these are not free all through the interval.
static inline unsigned open_of(const wide_motion* m, const window* w, unsigned these)
{
    const lanes half = lanes_all(m->half);
    const lanes_int is_open = lanes_above(half, w->before) | lanes_above(half, w->after);
    return these & ~proved(these & ~lanes_mask(is_open));
}

// How a point at the origins of a's leaves goes, and how fast what moves turns.
static inline void find_motion(const wide_motion* m, const wide_leaf* const a[2], lanes row[ROWS])
{
    const lanes ends = lanes_join(origin_of(a[0]), origin_of(a[1]));
    const lanes o[3] = {LANES_SHUFFLE(ends, 0, 0, 0, 0), LANES_SHUFFLE(ends, 1, 1, 1, 1),
                        LANES_SHUFFLE(ends, 2, 2, 2, 2)};
    const float* s = m->spin;
    lanes square = lanes_all(0), far = square;
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        row[MOTION + k] = m->base[k] + (s[k1] * o[k2] - s[k2] * o[k1]);
        const lanes d = row[MOTION + k] - m->way[k];
        square += d * d;
    }
    const lanes* mover = m->is_child ? row : row + 9;
    for (int v = 0; v < 3; v++)
        far = lanes_max(length_lanes(mover + 3 * v), far);
    row[MOTION + 3] = lanes_root(square) + m->angle * far;
}

static inline lanes direction_or_none(lanes_int is_direction, lanes x)
{
    return lanes_choose(is_direction, x, lanes_all(0));
}

static inline void normal_of(lanes out[3], const lanes p[9])
{
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(out, u, v);
    const lanes_int tells = lanes_above(dot_lanes(out, out), lanes_all(DIRECTION));
    for (int k = 0; k < 3; k++)
        out[k] = direction_or_none(tells, out[k]);
}

static inline void keep_least(wide_sweep_result* out, size_t pair, unsigned bit, float before,
                              float after)
{
    out->open[pair] |= 1u << bit;
    if (!PRUNE(before > 0)) {  // then neither is after
        out->doubtful[pair] |= 1u << bit;
        return;
    }
    if (before < out->before[pair]) out->before[pair] = before;
    if (after < out->after[pair]) out->after[pair] = after;
}

// Which of a block's pairs of triangles are asked for.
static inline unsigned asked(const uint32_t open[2], int turn, unsigned there)
{
    return ((open[0] >> 4 * turn & 15) | (open[1] >> 4 * turn & 15) << 4) & there;
}

static inline void list_open(sweep_stage* st, size_t block, int turn, unsigned open,
                             const window* best)
{
    const lanes_int number = {0, 1, 2, 3, 4, 5, 6, 7};
    lanes_compress(st->before + st->listed, (lanes_int)best->before, open);
    lanes_compress(st->after + st->listed, (lanes_int)best->after, open);
    st->listed += lanes_compress(st->list + st->listed,
                                 number + (int32_t)(32 * block + 8 * (size_t)turn), open);
}

// Place a block, and list what three directions do not prove free.
static void add_block(sweep_stage* st, const wide_leaf_pose* pose, const wide_motion* m,
                      const wide_leaf* const a[2], const wide_leaf* const b[2],
                      const uint32_t open[2], wide_sweep_result* out)
{
    lanes row[ROWS], place[3], a_normal[3], b_normal[3];
    row[BLOCK_NUMBERS - 1] = place_block(row, pose, a, b, place);
    find_motion(m, a, row);
    sweep_block* block = &st->blocks[st->block_count];
    for (int k = 0; k < ROWS; k++)
        lanes_store(block->row[k], row[k]);
    const lanes_int tells = lanes_above(dot_lanes(place, place), lanes_all(DIRECTION));
    for (int k = 0; k < 3; k++)
        place[k] = direction_or_none(tells, place[k]);
    normal_of(a_normal, row);
    normal_of(b_normal, row + 9);
    const lanes_int a_here = triangles_of(a), b_here = triangles_of(b);
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        const unsigned wanted =
            asked(open, turn, lanes_mask(a_here & (lanes_int)lanes_turn((lanes)b_here, turn)));
        if (!wanted) continue;
        out->triangle_tests += (unsigned)__builtin_popcount(wanted);
        lanes p[9], n[3];
        for (int k = 0; k < 9; k++)
            p[k] = lanes_turn(row[9 + k], turn);
        for (int k = 0; k < 3; k++)
            n[k] = lanes_turn(b_normal[k], turn);
        const lanes turning = m->is_child ? row[MOTION + 3] : lanes_turn(row[MOTION + 3], turn);
        const moving_pair pair = {row,
                                  p,
                                  row[BLOCK_NUMBERS - 1],
                                  {row[MOTION], row[MOTION + 1], row[MOTION + 2]},
                                  turning};
        window best = {lanes_all(0), lanes_all(0)};
        try_direction(&best, m, &pair, place, 0);
        if (!open_of(m, &best, wanted)) continue;
        try_direction(&best, m, &pair, a_normal, 1);
        if (!open_of(m, &best, wanted)) continue;
        try_direction(&best, m, &pair, n, 1);
        list_open(st, st->block_count, turn, open_of(m, &best, wanted), &best);
    }
    st->block_count++;
}

// The rows of up to eight listed pairs of triangles, b's triangles turned to them.
static inline void gather(const sweep_stage* st, const uint32_t* list, size_t count, int is_child,
                          lanes row[ROWS])
{
    float rows[ROWS][SIMD_LANES];
    for (size_t i = 0; i < SIMD_LANES; i++) {
        const uint32_t at = list[i < count ? i : 0];
        const sweep_block* block = &st->blocks[at / 32];
        const unsigned lane = at % 8, turn = at / 8 % 4, other = (lane & 4) | ((lane + turn) & 3);
        for (int k = 0; k < 9; k++) {
            rows[k][i] = block->row[k][lane];
            rows[9 + k][i] = block->row[9 + k][other];
        }
        for (int k = BLOCK_NUMBERS - 1; k < MOTION + 3; k++)
            rows[k][i] = block->row[k][lane];
        rows[MOTION + 3][i] = block->row[MOTION + 3][is_child ? lane : other];
    }
    for (int k = 0; k < ROWS; k++)
        row[k] = lanes_load(rows[k]);
}

static void test_group(const sweep_stage* st, const wide_motion* m, size_t first, size_t count,
                       wide_sweep_result* out)
{
    lanes row[ROWS];
    gather(st, st->list + first, count, m->is_child, row);
    nearest way;
    find_nearest(&way, row, row + 9);
    window best;
    lanes_int bits = lanes_int_load(st->before + first);
    best.before = (lanes)bits;
    bits = lanes_int_load(st->after + first);
    best.after = (lanes)bits;
    const lanes_int tells = lanes_above(way.square, lanes_all(DIRECTION));
    lanes n[3];
    for (int k = 0; k < 3; k++)
        n[k] = direction_or_none(tells, way.way[k]);
    const moving_pair pair = {row,
                              row + 9,
                              row[BLOCK_NUMBERS - 1],
                              {row[MOTION], row[MOTION + 1], row[MOTION + 2]},
                              row[MOTION + 3]};
    try_direction(&best, m, &pair, n, 0);
    const unsigned open = open_of(m, &best, 0xff);
    float before[SIMD_LANES], after[SIMD_LANES];
    lanes_store(before, best.before);
    lanes_store(after, best.after);
    for (size_t i = 0; i < count; i++) {
        if (!(open >> i & 1)) continue;
        const uint32_t at = st->list[first + i];
        const unsigned lane = at % 8, turn = at / 8 % 4;
        keep_least(out, st->blocks[at / 32].pair[lane / 4], 4 * turn + lane % 4, before[i],
                   after[i]);
    }
}

static void test_listed(sweep_stage* st, const wide_motion* m, wide_sweep_result* out)
{
    // Whole vectors are read, behind the last too.
    memset(st->before + st->listed, 0, SIMD_LANES * sizeof *st->before);
    memset(st->after + st->listed, 0, SIMD_LANES * sizeof *st->after);
    for (size_t done = 0; done < st->listed; done += SIMD_LANES) {
        const size_t left = st->listed - done;
        test_group(st, m, done, left < SIMD_LANES ? left : SIMD_LANES, out);
    }
    st->listed = st->block_count = 0;
}

void ISA(wide_sweep_leaves)(const wide_leaf_pose* pose, const wide_motion* motion,
                            const wide_leaf* a, const wide_leaf* b, const wide_pair* pairs,
                            size_t count, wide_sweep_result* out)
{
    sweep_stage st;
    st.block_count = st.listed = 0;
    out->triangle_tests = 0;
    for (size_t i = 0; i < count; i += 2) {
        const size_t two[2] = {i, i + 1 < count ? i + 1 : i};
        const wide_leaf *as[2], *bs[2];
        for (int k = 0; k < 2; k++) {
            as[k] = &a[pairs[two[k]].a];
            bs[k] = &b[pairs[two[k]].b];
            st.blocks[st.block_count].pair[k] = two[k];
        }
        const uint32_t open[2] = {out->open[i], two[1] > i ? out->open[two[1]] : 0};
        for (int k = 0; k < 2; k++) {
            out->open[two[k]] = out->doubtful[two[k]] = 0;
            out->before[two[k]] = out->after[two[k]] = motion->half;
        }
        add_block(&st, pose, motion, as, bs, open, out);
        if (st.block_count == BLOCKS) test_listed(&st, motion, out);
    }
    test_listed(&st, motion, out);
}
