// close_kernel.c - which triangles of leaf pairs are close to each other, eight pairs at once (leaf.h).
//
// Two leaf pairs beside each other are placed as for contact. Pairs of triangles that ranges or planes prove farther apart than
// the bound are dropped. Those that no plane parts are judged as for contact first: what crosses is close. Of the others the
// nearest points are found: they prove nearer, or farther, or leave it open.
#include "engine/leaf/judge.inl"
#include "engine/leaf/nearest.inl"

enum { BLOCKS = 8 };

// Two leaf pairs beside each other; is_single: the second is the first.
typedef struct two_pairs {
    const wide_leaf *a[2], *b[2];
    int is_single;
    int32_t block;
} two_pairs;

// As block.inl has it, and then E.
typedef struct close_block {
    float row[BLOCK_NUMBERS + 1][SIMD_LANES];
} close_block;

// A triangle's plane, and its ranges along the coordinates.
typedef struct close_face {
    face plane;
    lanes floor[3], ceiling[3];
} close_face;

// Pairs of triangles, those that no plane parts, and others: 32 * block + 8 * turn + lane,
// where the triangle of b is turn lanes on from that of a.
typedef struct close_lists {
    lanes reach;  // what is farther apart along the coordinates is out
    size_t meeting_count, open_count;
    uint32_t meeting[32 * BLOCKS + SIMD_LANES], open[32 * BLOCKS + SIMD_LANES];
} close_lists;

// outer: what is farther apart is out. spread: the error of coordinates for one of the two sides, 0 for the other.
static inline void find_close_face(close_face* f, const lanes p[9], lanes error, lanes outer,
                                   lanes spread)
{
    find_face(&f->plane, p, error, outer);
    for (int k = 0; k < 3; k++) {
        f->floor[k] = lowest(p[k], p[3 + k], p[6 + k]) - spread;
        f->ceiling[k] = highest(p[k], p[3 + k], p[6 + k]) + spread;
    }
}

static inline close_face turn_close_face(const close_face* f, int turn)
{
    close_face out;
    out.plane = turn_face(&f->plane, turn);
    for (int k = 0; k < 3; k++) {
        out.floor[k] = lanes_turn(f->floor[k], turn);
        out.ceiling[k] = lanes_turn(f->ceiling[k], turn);
    }
    return out;
}

static inline void list_close(close_lists* out, const close_face* a_face, const close_face* b_face,
                              const lanes row[18], const lanes p[9], int32_t number, unsigned here)
{
    const face *a_plane = &a_face->plane, *b_plane = &b_face->plane;
    const lanes by_a = beyond_face(a_plane, p), by_b = beyond_face(b_plane, row);
    lanes along = lanes_all(-1);
    for (int k = 0; k < 3; k++)
        along = highest(a_face->floor[k] - b_face->ceiling[k],
                        b_face->floor[k] - a_face->ceiling[k], along);
    const unsigned far =
        lanes_mask(lanes_above(along, out->reach) | lanes_above(by_a, a_plane->bound) |
                   lanes_above(by_b, b_plane->bound));
    const unsigned parted = lanes_mask(lanes_above(highest(by_a, by_b, along), lanes_all(0)));
    const unsigned left = here & ~proved(far);
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    out->open_count += lanes_compress(out->open + out->open_count, lane + number, left & parted);
    out->meeting_count +=
        lanes_compress(out->meeting + out->meeting_count, lane + number, left & ~parted);
}

// Which pairs of triangles of two leaf pairs may be as near as outer: ranges and both planes tell.
static void drop_beyond(const wide_leaf_pose* pose, const two_pairs* two, float outer,
                        close_block* block, close_lists* out)
{
    lanes row[BLOCK_NUMBERS], place[3];
    const lanes error = place_block(row, pose, two->a, two->b, place), reach = lanes_all(outer);
    for (int k = 0; k < BLOCK_NUMBERS; k++)
        lanes_store(block->row[k], row[k]);
    lanes_store(block->row[BLOCK_NUMBERS], error);
    close_face a_face, b_face;
    find_close_face(&a_face, row, error, reach, error);
    find_close_face(&b_face, row + 9, error, reach, lanes_all(0));
    const lanes_int a_here = triangles_of(two->a), b_here = triangles_of(two->b);
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        lanes p[9];
        for (int k = 0; k < 9; k++)
            p[k] = lanes_turn(row[9 + k], turn);
        const close_face turned = turn_close_face(&b_face, turn);
        unsigned here = lanes_mask(a_here & (lanes_int)lanes_turn((lanes)b_here, turn));
        if (two->is_single) here &= 0xF;
        list_close(out, &a_face, &turned, row, p, 32 * two->block + 8 * turn, here);
    }
}

// What is asked of the leaf pairs from one on.
typedef struct close_group {
    const close_block* blocks;
    const wide_leaf *a, *b;
    const wide_pair* pairs;
} close_group;

// The corners of up to eight pairs of a list, which is filled with its first. Returns how many there are.
static size_t gather_close(const close_group* g, uint32_t* list, size_t left, lanes a[9],
                           lanes b[9], lanes* corner_error, lanes* error)
{
    const float* from[SIMD_LANES];
    for (size_t i = left; i < SIMD_LANES; i++)
        list[i] = list[0];
    for (int i = 0; i < SIMD_LANES; i++)
        from[i] = g->blocks[list[i] >> 5].row[0] + (list[i] & 7);
    for (int k = 0; k < 9; k++)
        a[k] = gather_row(from, k);
    *corner_error = gather_row(from, BLOCK_NUMBERS - 1);
    *error = gather_row(from, BLOCK_NUMBERS);
    for (int i = 0; i < SIMD_LANES; i++) {
        const uint32_t lane = list[i] & 7, turn = list[i] >> 3 & 3;
        from[i] += (int)((lane & 4) | ((lane + turn) & 3)) - (int)lane;
    }
    for (int k = 0; k < 9; k++)
        b[k] = gather_row(from, 9 + k);
    return left < SIMD_LANES ? left : SIMD_LANES;
}

static void add_close(const close_group* g, uint32_t number, unsigned state, wide_close_result* out)
{
    const uint32_t lane = number & 7, turn = number >> 3 & 3;
    const wide_pair* pair = &g->pairs[2 * (number >> 5) + (lane >> 2)];
    out->pair[out->count] =
        (wide_pair){g->a[pair->a].id[lane & 3], g->b[pair->b].id[(lane + turn) & 3]};
    out->state[out->count++] = (uint8_t)state;
}

// Eight pairs that no plane parts, or those that are left: what crosses is known, the rest goes to the open ones.
static void judge_meeting(const close_group* g, close_lists* lists, size_t first,
                          wide_close_result* out)
{
    side a, b;
    lanes corner_error, error;
    uint32_t* list = lists->meeting + first;
    const size_t count = gather_close(g, list, lists->meeting_count - first, a.corner, b.corner,
                                      &corner_error, &error);
    const verdict v = judge_edges(&a, &b, corner_error);
    const unsigned here = (1u << count) - 1, cross = proved(lanes_mask(v.cross) & here);
    for (unsigned left = cross; left; left &= left - 1)
        add_close(g, list[__builtin_ctz(left)], WIDE_CROSSES, out);
    lists->open_count +=
        lanes_compress(lists->open + lists->open_count, lanes_int_load(list), here & ~cross);
}

static void judge_open(const close_group* g, close_lists* lists, size_t first,
                       wide_close_result* out)
{
    lanes a[9], b[9], corner_error, error;
    uint32_t* list = lists->open + first;
    const size_t count =
        gather_close(g, list, lists->open_count - first, a, b, &corner_error, &error);
    nearest best;
    find_nearest(&best, a, b);
    const lanes least = proved_along(best.way, a, b, error);
    const lanes most = lanes_root(best.square) * (1 + 0x1p-20f) + 8 * error;
    const unsigned far = proved(lanes_mask(lanes_above(least, lanes_all(out->outer)))),
                   apart = proved(lanes_mask(lanes_above(least, lanes_all(0)))),
                   close = proved(lanes_mask(lanes_above(lanes_all(out->inner), most)));
    for (unsigned left = ~far & ((1u << count) - 1); left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const int is_close = close >> lane & 1;
        const unsigned state = apart >> lane & 1 ? (is_close ? WIDE_IS_CLOSE : WIDE_MAY_BE_CLOSE)
                                                 : (is_close ? WIDE_MAY_TOUCH : WIDE_MAY_BE_ANY);
        add_close(g, list[lane], state, out);
    }
}

void ISA(wide_close_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                           const wide_pair* pairs, size_t count, wide_close_result* out)
{
    close_block blocks[BLOCKS];
    close_lists lists;
    lists.reach = lanes_all(out->outer) * (1 + 0x1p-20f);
    out->count = 0;
    out->triangle_tests = 0;
    for (size_t first = 0; first < count; first += 2 * (size_t)BLOCKS) {
        const size_t end = count - first < 2 * (size_t)BLOCKS ? count : first + 2 * (size_t)BLOCKS;
        const close_group g = {blocks, a, b, pairs + first};
        lists.meeting_count = lists.open_count = 0;
        for (size_t i = first; i < end; i += 2) {
            const wide_pair *p = &pairs[i], *q = i + 1 < end ? p + 1 : p;
            const two_pairs two = {
                {&a[p->a], &a[q->a]}, {&b[p->b], &b[q->b]}, p == q, (int32_t)((i - first) / 2)};
            drop_beyond(pose, &two, out->outer, &blocks[two.block], &lists);
        }
        out->triangle_tests += lists.meeting_count + lists.open_count;
        for (size_t i = 0; i < lists.meeting_count; i += SIMD_LANES)
            judge_meeting(&g, &lists, i, out);
        for (size_t i = 0; i < lists.open_count; i += SIMD_LANES)
            judge_open(&g, &lists, i, out);
    }
}
