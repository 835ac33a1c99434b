// near_kernel.c - how far the triangles of leaf pairs are from each other, eight pairs at once (leaf.h).
//
// Two leaf pairs beside each other are placed as for contact. Pairs of triangles whose ranges along the axes are too far
// apart are dropped; the others, in full groups of eight, look for the nearest of nine pairs of edges, and of the corner
// of each that is nearest to the other's plane, if all three are on one side. Then the way between both proves a bound, by
// weak duality, whatever the arithmetic before did. (Nearest features of a vertex and a face are found so: the plane
// through them, across the way, separates the triangles, so no vertex is nearer to the face's plane.)
#include "engine/leaf/block.inl"

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

// Two leaf pairs beside each other; is_single: the second is the first.
typedef struct two_pairs {
    const wide_leaf *a[2], *b[2];
    int is_single;
} two_pairs;

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

// List those of a turn that are there and not far.
static inline void list_pairs(near_stage* st, int32_t first, int turn, lanes_int is_there,
                              lanes_int is_far)
{
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    unsigned left = lanes_mask(is_there);
    if (st->two[st->block_count - 1].is_single) left &= 0xF;
    if (PRUNE(1)) left &= ~lanes_mask(is_far);
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

// Make a block of two leaf pairs, and list which pairs of triangles may be nearer than the cut. Two directions tell for all: that
// of the nearest pair so far, and from leaf to leaf.
static void add_block(near_stage* st, const wide_leaf_pose* pose, const two_pairs* two,
                      const wide_near_result* so_far)
{
    lanes row[BLOCK_NUMBERS], place[3];
    const int32_t first = open_block(st, pose, two, row, place);
    const lanes error = row[BLOCK_NUMBERS - 1], reach = lanes_all(reach_of(so_far));
    const lanes toward[3] = {lanes_all(so_far->toward[0]), lanes_all(so_far->toward[1]),
                             lanes_all(so_far->toward[2])};
    const lanes_int is_direction = lanes_above(dot_lanes(place, place), lanes_all(DIRECTION));
    for (int k = 0; k < 3; k++)
        place[k] = lanes_choose(is_direction, place[k], lanes_all(0));
    const front before = front_of(row, toward, error, reach),
                leaves = front_of(row, place, error, reach);
    const lanes_int a_here = triangles_of(two->a), b_here = triangles_of(two->b);
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        const lanes_int is_far = lanes_above(lanes_turn(before.begin, turn), before.end) |
                                 lanes_above(lanes_turn(leaves.begin, turn), leaves.end);
        list_pairs(st, first, turn, a_here & (lanes_int)lanes_turn((lanes)b_here, turn), is_far);
    }
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
    const float cut = most * (1 + 0x1p-20f) - tolerance * (1 - 0x1p-20f);
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
    for (size_t i = 0; i < count;) {
        two_pairs two;
        int found = 0;
        for (; i < count && found < 2; i++) {
            if (PRUNE(bound[i] > out->cut)) continue;
            two.a[found] = &a[pairs[i].a];
            two.b[found++] = &b[pairs[i].b];
        }
        if (!found) break;
        two.is_single = found == 1;
        if (two.is_single) {
            two.a[1] = two.a[0];
            two.b[1] = two.b[0];
        }
        add_block(&st, pose, &two, out);
        test_listed(&st, st.block_count == BLOCKS, out);
    }
    test_listed(&st, 1, out);
}

// ------------------------------------------------------------------------------------- all that is close

// A triangle's plane as an axis: its own range along that, widened by the bound and by all errors.
typedef struct near_face {
    lanes normal[3], low, high;
} near_face;

static inline void find_near_face(near_face* f, const lanes p[9], lanes error, lanes beyond)
{
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(f->normal, u, v);
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    const lanes square = dot_lanes(f->normal, f->normal);
    // Where products might underflow the plane tells nothing.
    const lanes width =
        lanes_choose(lanes_above(square, lanes_all(DIRECTION)),
                     beyond * lanes_root(square) * (1 + 0x1p-20f) + length_lanes(f->normal) * error,
                     lanes_all((float)INFINITY));
    f->low = lowest(x, y, z) - width;
    f->high = highest(x, y, z) + width;
}

// Whether all corners are beyond what the face is widened to.
static inline lanes_int is_beyond_face(const near_face* f, const lanes p[9])
{
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    return lanes_above(lowest(x, y, z), f->high) | lanes_above(f->low, highest(x, y, z));
}

static inline near_face turn_near_face(const near_face* f, int turn)
{
    return (near_face){
        {lanes_turn(f->normal[0], turn), lanes_turn(f->normal[1], turn),
         lanes_turn(f->normal[2], turn)},
        lanes_turn(f->low, turn),
        lanes_turn(f->high, turn),
    };
}

// Ranges of a triangle along the coordinates.
typedef struct near_ranges {
    lanes low[3], high[3];
} near_ranges;

static inline void find_ranges(near_ranges* r, const lanes p[9], lanes wider)
{
    for (int k = 0; k < 3; k++) {
        r->low[k] = lowest(p[k], p[3 + k], p[6 + k]) - wider;
        r->high[k] = highest(p[k], p[3 + k], p[6 + k]) + wider;
    }
}

// Make a block of two leaf pairs, and list which pairs of triangles may be as near as beyond: ranges and both planes tell.
static void add_block_within(near_stage* st, const wide_leaf_pose* pose, const two_pairs* two,
                             float beyond)
{
    lanes row[BLOCK_NUMBERS], place[3];
    const int32_t first = open_block(st, pose, two, row, place);
    const lanes error = row[BLOCK_NUMBERS - 1], reach = lanes_all(beyond);
    near_face a_face, b_face;
    near_ranges a_range, b_range;
    find_near_face(&a_face, row, error, reach);
    find_near_face(&b_face, row + 9, error, reach);
    find_ranges(&a_range, row, reach * (1 + 0x1p-20f) + error);
    find_ranges(&b_range, row + 9, lanes_all(0));
    const lanes_int a_here = triangles_of(two->a), b_here = triangles_of(two->b);
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        lanes p[9];
        for (int k = 0; k < 9; k++)
            p[k] = lanes_turn(row[9 + k], turn);
        const near_face turned = turn_near_face(&b_face, turn);
        lanes_int is_far = is_beyond_face(&a_face, p) | is_beyond_face(&turned, row);
        for (int k = 0; k < 3; k++)
            is_far |= lanes_above(lanes_turn(b_range.low[k], turn), a_range.high[k]) |
                      lanes_above(a_range.low[k], lanes_turn(b_range.high[k], turn));
        list_pairs(st, first, turn, a_here & (lanes_int)lanes_turn((lanes)b_here, turn), is_far);
    }
}

static void judge_group(const near_stage* st, const uint32_t* list, size_t count,
                        wide_close_result* out)
{
    lanes row[BLOCK_NUMBERS];
    gather(st->blocks, list, count, row);
    nearest best;
    find_nearest(&best, row, row + 9);
    const lanes error = row[18];
    const lanes least = proved_along(best.way, row, row + 9, error);
    const lanes most = lanes_root(best.square) * (1 + 0x1p-20f) + 8 * error;
    const unsigned far = lanes_mask(lanes_above(least, lanes_all(out->outer))),
                   apart = lanes_mask(lanes_above(least, lanes_all(0))),
                   close = lanes_mask(lanes_above(lanes_all(out->inner), most));
    for (size_t i = 0; i < count; i++) {
        if (PRUNE(far >> i & 1)) continue;
        const int is_apart = PRUNE(apart >> i & 1), is_close = PRUNE(close >> i & 1);
        out->pair[out->count] = listed_pair(st, list[i]);
        out->state[out->count++] = is_apart ? (is_close ? WIDE_IS_CLOSE : WIDE_MAY_BE_CLOSE)
                                            : (is_close ? WIDE_MAY_TOUCH : WIDE_MAY_BE_ANY);
    }
}

void ISA(wide_close_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                           const wide_pair* pairs, size_t count, wide_close_result* out)
{
    near_stage st;
    st.block_count = st.listed = 0;
    out->count = 0;
    out->triangle_tests = 0;
    for (size_t i = 0; i < count; i += 2) {
        const size_t second = i + 1 < count ? i + 1 : i;
        const two_pairs two = {{&a[pairs[i].a], &a[pairs[second].a]},
                               {&b[pairs[i].b], &b[pairs[second].b]},
                               second == i};
        add_block_within(&st, pose, &two, out->outer);
        if (st.block_count < BLOCKS && i + 2 < count) continue;
        for (size_t done = 0; done < st.listed; done += SIMD_LANES) {
            const size_t left = st.listed - done;
            judge_group(&st, st.list + done, left < SIMD_LANES ? left : SIMD_LANES, out);
        }
        out->triangle_tests += st.listed;
        st.block_count = st.listed = 0;
    }
}
