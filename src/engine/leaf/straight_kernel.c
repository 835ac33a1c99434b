// straight_kernel.c - when the triangles of leaf pairs may first touch, if b goes straight: eight pairs at once (leaf.h).
//
// Two leaf pairs beside each other are placed as for contact. Along the normals of both triangles, and across each edge of
// the one and of the other, they come into reach and leave it again; what none of these proves to miss each other, or to be late,
// is left for doubles. Any vector is an axis that proves what it proves: only projections to it need a bound.
#include "base/base.h"
#include "engine/box/straight.inl"
#include "engine/leaf/block.inl"
#include "engine/leaf/two_pairs.inl"

#define AXIS_TINY 0x1p-120F

// What projections to a vector err by, per sum of its |components|: of both sides together, and of the way.
typedef struct straight_errors {
    lanes place, way;
} straight_errors;

// The corners of one triangle of each of eight pairs, its normal, and its own range along that.
typedef struct straight_face {
    lanes normal[3], low, high;
} straight_face;

static inline void find_straight_face(straight_face* f, const lanes p[9])
{
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(f->normal, u, v);
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    f->low = lowest(x, y, z);
    f->high = highest(x, y, z);
}

// ahead, behind: the gaps from a up to b, and from b up to a.
ALWAYS_INLINE void pass_along(span* s, const lanes axis[3], const straight_errors* errors,
                              const lanes way[3], lanes ahead, lanes behind)
{
    const lanes length = length_lanes(axis);
    narrow_span(s, ahead, behind, length * errors->place + AXIS_TINY, dot_lanes(axis, way),
                length * errors->way + AXIS_TINY);
}

static inline void pass_face(span* s, const straight_face* f, int is_b, const lanes other[9],
                             const straight_errors* errors, const lanes way[3])
{
    const lanes x = dot_lanes(f->normal, other), y = dot_lanes(f->normal, other + 3),
                z = dot_lanes(f->normal, other + 6);
    const lanes low = lowest(x, y, z), high = highest(x, y, z);
    if (is_b)
        pass_along(s, f->normal, errors, way, f->low - high, low - f->high);
    else
        pass_along(s, f->normal, errors, way, low - f->high, f->low - high);
}

// The nine axes across an edge of each.
static inline void pass_all_edges(span* s, const lanes a[9], const lanes b[9],
                                  const straight_errors* errors, const lanes way[3])
{
    for (int i = 0; i < 3; i++) {
        lanes u[3];
        subtract_lanes(u, a + 3 * ((i + 1) % 3), a + 3 * i);
        for (int j = 0; j < 3; j++) {
            lanes v[3], axis[3];
            subtract_lanes(v, b + 3 * ((j + 1) % 3), b + 3 * j);
            cross_lanes(axis, u, v);
            // Both ends of an edge are at one place, but for roundings: either tells.
            const lanes p = dot_lanes(axis, a + 3 * i),
                        p_more = dot_lanes(axis, a + 3 * ((i + 1) % 3)),
                        p_third = dot_lanes(axis, a + 3 * ((i + 2) % 3)),
                        q = dot_lanes(axis, b + 3 * j),
                        q_more = dot_lanes(axis, b + 3 * ((j + 1) % 3)),
                        q_third = dot_lanes(axis, b + 3 * ((j + 2) % 3));
            pass_along(s, axis, errors, way,
                       lowest(q, q_more, q_third) - highest(p, p_more, p_third),
                       lowest(p, p_more, p_third) - highest(q, q_more, q_third));
        }
    }
}

// Keep the pairs of triangles of a turn that are left.
static void keep_lanes(wide_straight_result* out, const two_pairs* two, int turn, unsigned left,
                       lanes enter)
{
    float lo[SIMD_LANES];
    lanes_store(lo, enter);
    while (left) {
        const int lane = __builtin_ctz(left);
        left &= left - 1;
        out->pair[out->count] =
            (wide_pair){two->a[lane / 4]->id[lane % 4], two->b[lane / 4]->id[(lane + turn) % 4]};
        out->lo[out->count++] = lo[lane];
    }
}

static void test_block(const wide_leaf_pose* pose, const two_pairs* two, wide_straight_result* out)
{
    lanes row[BLOCK_NUMBERS], place[3], way[3];
    straight_errors errors;
    errors.place = place_block(row, pose, two->a, two->b, place);
    for (int k = 0; k < 3; k++)
        way[k] = lanes_all(out->way[k]);
    errors.way = ABUT_WIDE_BOUND_SCALE *
                 (lanes_all(out->way_error) +
                  3.1F * ERROR * highest(lanes_abs(way[0]), lanes_abs(way[1]), lanes_abs(way[2])));
    const lanes_int a_here = triangles_of(two->a), b_here = triangles_of(two->b);
    const lanes last = lanes_all(out->last);
    straight_face a_face, b_face;
    find_straight_face(&a_face, row);
    find_straight_face(&b_face, row + 9);
    for (int turn = 0; turn < WIDE_LEAF; turn++) {
        unsigned here = lanes_mask(a_here & (lanes_int)lanes_turn((lanes)b_here, turn));
        if (two->is_single) here &= 0xF;
        out->triangle_tests += (uint64_t)__builtin_popcount(here);
        lanes b[9];
        for (int k = 0; k < 9; k++)
            b[k] = lanes_turn(row[9 + k], turn);
        straight_face turned;
        for (int k = 0; k < 3; k++)
            turned.normal[k] = lanes_turn(b_face.normal[k], turn);
        turned.low = lanes_turn(b_face.low, turn);
        turned.high = lanes_turn(b_face.high, turn);
        span s = span_begin();
        pass_face(&s, &a_face, 0, b, &errors, way);
        pass_face(&s, &turned, 1, row, &errors, way);
        span rounded = s;
        unsigned left = here & lanes_mask(close_span(&rounded, last));
        if (!PRUNE(!left)) {
            pass_all_edges(&s, row, b, &errors, way);
            left = here & lanes_mask(close_span(&s, last));
            keep_lanes(out, two, turn, PRUNE(1) ? left : here, s.enter);
        }
    }
}

void ISA(wide_straight_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                              const wide_pair* pairs, const float* bound, size_t count,
                              wide_straight_result* out)
{
    out->count = 0;
    out->triangle_tests = 0;
    two_pairs two = {.pairs = pairs, .bound = bound, .count = count};
    while (next_two_pairs(&two, a, b, out->last))
        test_block(pose, &two, out);
}
