// near_kernel.c - how far the triangles of leaf pairs are from each other, eight pairs at once (leaf.h).
//
// Two leaf pairs beside each other are placed as for contact. Pairs of triangles whose ranges along the axes are too far
// apart are dropped; the others, in full groups of eight, look for the nearest of nine pairs of edges, and of the corner
// of each that is nearest to the other's plane, if all three are on one side. Then the way between both proves a bound, by
// weak duality, whatever the arithmetic before did. (Nearest features of a vertex and a face are found so: the plane
// through them, across the way, separates the triangles, so no vertex is nearer to the face's plane.)
#include "engine/leaf/judge.inl"

enum { BLOCKS = 8 };

#define DIRECTION                                                                                  \
    0x1p-100f  // a direction whose square is below it tells nothing: products with it might underflow

typedef struct near_block {
    float row[BLOCK_NUMBERS][SIMD_LANES];  // the last: E, by which projections err
} near_block;

typedef struct nearest {
    lanes square, way[3];
} nearest;

static inline lanes clamp_lanes(lanes t)
{
    return lanes_min(lanes_max(t, lanes_all(0)), lanes_all(1));
}

static inline void take_nearer(nearest* best, const lanes way[3])
{
    const lanes square = dot_lanes(way, way);
    const lanes_int is_nearer = lanes_above(best->square, square);
    best->square = lanes_choose(is_nearer, square, best->square);
    for (int k = 0; k < 3; k++)
        best->way[k] = lanes_choose(is_nearer, way[k], best->way[k]);
}

// Edges from p along u, and from q along v: nearest points by clamping. Any parameters from 0 to 1 give a way that there is.
static inline void try_edges(nearest* best, const lanes p[3], const lanes u[3], lanes uu,
                             const lanes q[3], const lanes v[3], lanes vv)
{
    lanes r[3], way[3];
    subtract_lanes(r, q, p);
    const lanes uv = dot_lanes(u, v), ur = dot_lanes(u, r), vr = dot_lanes(v, r);
    lanes s = clamp_lanes((ur * vv - vr * uv) / (uu * vv - uv * uv));
    const lanes t = clamp_lanes((uv * s - vr) / vv);
    s = clamp_lanes((uv * t + ur) / uu);
    for (int k = 0; k < 3; k++)
        way[k] = r[k] + (t * v[k] - s * u[k]);
    take_nearer(best, way);
}

// The corner of p that is nearest to the plane of q, where all are on one side. sign: of the way from a to b.
static inline void try_face(nearest* best, const lanes p[9], const lanes q[9], const lanes u[3],
                            const lanes v[3], float sign)
{
    lanes normal[3], arm[3][3], height[3], d[3], way[3];
    cross_lanes(normal, u, v);
    for (int i = 0; i < 3; i++) {
        subtract_lanes(arm[i], p + 3 * i, q);
        height[i] = dot_lanes(normal, arm[i]);
    }
    const lanes low = lowest(height[0], height[1], height[2]),
                high = highest(height[0], height[1], height[2]);
    const lanes zero = lanes_all(0);
    const lanes_int above = lanes_above(low, zero), below = lanes_above(zero, high);
    const lanes wanted = lanes_choose(above, low, high);
    for (int k = 0; k < 3; k++) {
        d[k] = lanes_choose(
            (lanes_int)(~(lanes_above(height[1], wanted) | lanes_above(wanted, height[1]))),
            arm[1][k], arm[0][k]);
        d[k] = lanes_choose(
            (lanes_int)(~(lanes_above(height[2], wanted) | lanes_above(wanted, height[2]))),
            arm[2][k], d[k]);
    }
    const lanes uu = dot_lanes(u, u), vv = dot_lanes(v, v), uv = dot_lanes(u, v),
                du = dot_lanes(d, u), dv = dot_lanes(d, v);
    const lanes whole = uu * vv - uv * uv;
    const lanes s = (du * vv - dv * uv) / whole, t = (dv * uu - du * uv) / whole;
    // Inside by the weights that make the foot: so it is within the triangle but for their rounding.
    const lanes least = lanes_min(lanes_min(s, t), lanes_all(1) - (s + t));
    const lanes_int is_inside = (above | below) & ~lanes_above(zero, least);
    for (int k = 0; k < 3; k++)
        way[k] = sign * (s * u[k] + t * v[k] - d[k]);
    const lanes square = dot_lanes(way, way);
    const lanes_int is_nearer = is_inside & lanes_above(best->square, square);
    best->square = lanes_choose(is_nearer, square, best->square);
    for (int k = 0; k < 3; k++)
        best->way[k] = lanes_choose(is_nearer, way[k], best->way[k]);
}

static inline void find_nearest(nearest* best, const lanes a[9], const lanes b[9])
{
    lanes u[9], v[9], uu[3], vv[3];
    for (int i = 0; i < 3; i++) {
        subtract_lanes(u + 3 * i, a + 3 * ((i + 1) % 3), a + 3 * i);
        subtract_lanes(v + 3 * i, b + 3 * ((i + 1) % 3), b + 3 * i);
        uu[i] = dot_lanes(u + 3 * i, u + 3 * i);
        vv[i] = dot_lanes(v + 3 * i, v + 3 * i);
    }
    best->square = lanes_all((float)INFINITY);
    best->way[0] = best->way[1] = best->way[2] = lanes_all(0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_edges(best, a + 3 * i, u + 3 * i, uu[i], b + 3 * j, v + 3 * j, vv[j]);
    lanes back[3];
    for (int k = 0; k < 3; k++)
        back[k] = lanes_negate(v[6 + k]);
    try_face(best, a, b, v, back, 1);
    for (int k = 0; k < 3; k++)
        back[k] = lanes_negate(u[6 + k]);
    try_face(best, b, a, u, back, -1);
}

// What n proves: the sides' projections err by E |n| together.
static inline lanes proved_along(const lanes n[3], const lanes a[9], const lanes b[9], lanes error)
{
    const lanes high = highest(dot_lanes(n, a), dot_lanes(n, a + 3), dot_lanes(n, a + 6));
    const lanes low = lowest(dot_lanes(n, b), dot_lanes(n, b + 3), dot_lanes(n, b + 6));
    const lanes gap = low - high - length_lanes(n) * error;
    return lanes_max(gap / lanes_root(dot_lanes(n, n)) * (1 - 0x1p-20f), lanes_all(0));
}

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

// ------------------------------------------------------------------------------------- all that is close

// As block.inl has it, and then E.
typedef struct close_block {
    float row[BLOCK_NUMBERS + 1][SIMD_LANES];
} close_block;

// A triangle's plane as an axis, its own range along that, widened by all errors, and how much the bound is along it; and
// ranges along the coordinates.
typedef struct close_face {
    lanes normal[3], low, high, bound;
    lanes floor[3], ceiling[3];
} close_face;

// Pairs of triangles, numbered as by drop_far: those that no plane parts, and others.
typedef struct close_lists {
    size_t meeting_count, open_count;
    uint32_t meeting[32 * BLOCKS + SIMD_LANES], open[32 * BLOCKS + SIMD_LANES];
} close_lists;

// outer: what is farther apart is out. spread: the error of coordinates for one of the two sides, 0 for the other.
static inline void find_close_face(close_face* f, const lanes p[9], lanes error, lanes outer,
                                   lanes spread)
{
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(f->normal, u, v);
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    const lanes square = dot_lanes(f->normal, f->normal);
    const lanes slack = length_lanes(f->normal) * error;
    f->low = lowest(x, y, z) - slack;
    f->high = highest(x, y, z) + slack;
    // Where products might underflow the plane tells nothing.
    f->bound =
        lanes_choose(lanes_above(square, lanes_all(DIRECTION)),
                     outer * lanes_root(square) * (1 + 0x1p-20f), lanes_all((float)INFINITY));
    for (int k = 0; k < 3; k++) {
        f->floor[k] = lowest(p[k], p[3 + k], p[6 + k]) - spread;
        f->ceiling[k] = highest(p[k], p[3 + k], p[6 + k]) + spread;
    }
}

static inline close_face turn_close_face(const close_face* f, int turn)
{
    close_face out;
    for (int k = 0; k < 3; k++) {
        out.normal[k] = lanes_turn(f->normal[k], turn);
        out.floor[k] = lanes_turn(f->floor[k], turn);
        out.ceiling[k] = lanes_turn(f->ceiling[k], turn);
    }
    out.low = lanes_turn(f->low, turn);
    out.high = lanes_turn(f->high, turn);
    out.bound = lanes_turn(f->bound, turn);
    return out;
}

// By how much all corners lie beyond the face, on one side.
static inline lanes beyond_plane(const close_face* f, const lanes p[9])
{
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    return lanes_max(lowest(x, y, z) - f->high, f->low - highest(x, y, z));
}

static inline void list_close(close_lists* out, const close_face* a_face, const close_face* b_face,
                              const lanes row[18], const lanes p[9], lanes outer, int32_t number,
                              unsigned here)
{
    const lanes by_a = beyond_plane(a_face, p), by_b = beyond_plane(b_face, row);
    lanes along = lanes_all(-1);
    for (int k = 0; k < 3; k++)
        along = highest(a_face->floor[k] - b_face->ceiling[k],
                        b_face->floor[k] - a_face->ceiling[k], along);
    const lanes_int far = lanes_above(along, outer) | lanes_above(by_a, a_face->bound) |
                          lanes_above(by_b, b_face->bound);
    const unsigned parted = lanes_mask(lanes_above(highest(by_a, by_b, along), lanes_all(0)));
    const unsigned left = PRUNE(1) ? here & ~lanes_mask(far) : here;
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
        list_close(out, &a_face, &turned, row, p, reach * (1 + 0x1p-20f),
                   32 * two->block + 8 * turn, here);
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
    const unsigned here = (1u << count) - 1, cross = PRUNE(1) ? lanes_mask(v.cross) & here : 0;
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
    const unsigned far = PRUNE(1) ? lanes_mask(lanes_above(least, lanes_all(out->outer))) : 0,
                   apart = PRUNE(1) ? lanes_mask(lanes_above(least, lanes_all(0))) : 0,
                   close = PRUNE(1) ? lanes_mask(lanes_above(lanes_all(out->inner), most)) : 0;
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
