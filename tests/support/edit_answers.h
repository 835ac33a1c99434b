// edit_answers.h - a model with gaps, and one of the same triangles without: every question has the same answer, with indices as
// the map has them.
#ifndef ABUT_TESTS_SUPPORT_EDIT_ANSWERS_H
#define ABUT_TESTS_SUPPORT_EDIT_ANSWERS_H
#include "support/edit_world.h"

#include "abut/contain.h"
#include "abut/depth.h"
#include "abut/distance.h"
#include "abut/milling.h"
#include "abut/motion.h"
#include "abut/overlap.h"
#include "abut/point.h"
#include "abut/self.h"
#include "abut/shape.h"

#include <float.h>

typedef struct edit_pair {
    const abut_model *edited, *fresh, *other;
    const uint32_t* map;  // of fresh's triangles those of edited
    abut_pose pose[2];
    abut_query* query[2];
    abut_batch* batch[2];
    uint64_t asked;  // counted up: answers compared
} edit_pair;

static UNUSED void same_double(double x, double y)
{
    assert_memory_equal(&x, &y, sizeof x);
}

// Instances of the side that is asked: 0 the edited model, 1 the fresh one. turned: it is b.
static UNUSED void instances_of(const edit_pair* p, int side, int turned, abut_instance out[2])
{
    out[turned] = (abut_instance){.model = side ? p->fresh : p->edited, .pose = p->pose[0]};
    out[!turned] = (abut_instance){.model = p->other, .pose = p->pose[1]};
}

static UNUSED void same_pairs(const edit_pair* p, const abut_pair* x, const abut_pair* y,
                              size_t count, int turned, int is_self)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t a = turned && !is_self ? y[i].a : p->map[y[i].a],
                       b = turned || is_self ? p->map[y[i].b] : y[i].b;
        assert_int_equal(x[i].a, a);
        assert_int_equal(x[i].b, b);
    }
}

static UNUSED void same_collide(edit_pair* p, int turned)
{
    static const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_instance i[2];
    abut_hits h[2];
    for (int side = 0; side < 2; side++) {
        instances_of(p, side, turned, i);
        assert_int_equal(abut_collide(p->query[side], &i[0], &i[1], &ask, &h[side]), ABUT_OK);
    }
    assert_int_equal(h[0].count, h[1].count);
    same_pairs(p, h[0].pairs, h[1].pairs, h[0].count, turned, 0);
    for (size_t k = 0; k < h[0].count; k++)
        assert_int_equal(h[0].contacts[k].kind, h[1].contacts[k].kind);
    p->asked += 1 + h[0].count;
}

static UNUSED void same_distance(edit_pair* p, int turned)
{
    static const abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_instance i[2];
    abut_distance_answer d[2];
    for (int side = 0; side < 2; side++) {
        instances_of(p, side, turned, i);
        assert_int_equal(abut_distance(p->query[side], &i[0], &i[1], &ask, &d[side]), ABUT_OK);
    }
    same_double(d[0].lo, d[1].lo);
    same_double(d[0].hi, d[1].hi);
    assert_int_equal(d[0].has_pair, d[1].has_pair);
    if (d[0].has_pair) same_pairs(p, &d[0].pair, &d[1].pair, 1, turned, 0);
    p->asked++;
}

static UNUSED void same_clearance(edit_pair* p, int turned)
{
    static const abut_clearance_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_instance i[2];
    abut_clearance_answer c[2];
    for (int side = 0; side < 2; side++) {
        instances_of(p, side, turned, i);
        i[0].margin = 0.125;
        assert_int_equal(abut_clearance(p->query[side], &i[0], &i[1], &ask, &c[side]), ABUT_OK);
    }
    assert_int_equal(c[0].count, c[1].count);
    assert_int_equal(c[0].contact_count, c[1].contact_count);
    same_pairs(p, c[0].pairs, c[1].pairs, c[0].count, turned, 0);
    p->asked += 1 + c[0].count;
}

static UNUSED void same_contain(edit_pair* p, int turned)
{
    abut_instance i[2];
    abut_containment c[2];
    for (int side = 0; side < 2; side++) {
        instances_of(p, side, turned, i);
        assert_int_equal(abut_contain(p->query[side], &i[0], &i[1], NULL, &c[side]), ABUT_OK);
    }
    assert_int_equal(c[0].relation, c[1].relation);
    assert_int_equal(c[0].a_count, c[1].a_count);
    assert_int_equal(c[0].b_count, c[1].b_count);
    const abut_component *x = turned ? c[0].b : c[0].a, *y = turned ? c[1].b : c[1].a;
    for (size_t k = 0; k < (turned ? c[0].b_count : c[0].a_count); k++) {
        assert_int_equal(x[k].triangle_count, y[k].triangle_count);
        assert_int_equal(x[k].first_triangle, p->map[y[k].first_triangle]);
        assert_int_equal(x[k].relation, y[k].relation);
    }
    p->asked++;
}

static UNUSED void same_first_contact(edit_pair* p, int turned, rng* r)
{
    abut_instance i[2];
    abut_first f[2];
    const abut_motion rest = {.way = {0}};
    const abut_motion way = {.way = {2 * rng_signed(r), 2 * rng_signed(r), 2 * rng_signed(r)},
                             .axis = {0, 0, 1},
                             .degrees = rng_below(r, 2) ? 40 : 0};
    for (int side = 0; side < 2; side++) {
        instances_of(p, side, turned, i);
        assert_int_equal(
            abut_first_contact(p->query[side], &i[0], &way, &i[1], &rest, 1, NULL, &f[side]),
            ABUT_OK);
    }
    assert_int_equal(f[0].state, f[1].state);
    assert_true(f[0].t_lo <= f[1].t_hi && f[1].t_lo <= f[0].t_hi);
    p->asked++;
}

static UNUSED void same_self(edit_pair* p)
{
    static const abut_self_ask ask = {.parts = 1, .detail = ABUT_DETAIL_KINDS};
    abut_self_hits s[2];
    for (int side = 0; side < 2; side++) {
        const abut_instance i = {.model = side ? p->fresh : p->edited, .pose = p->pose[0]};
        assert_int_equal(abut_self(p->query[side], &i, &ask, &s[side]), ABUT_OK);
    }
    assert_int_equal(s[0].count, s[1].count);
    assert_int_equal(s[0].verdict, s[1].verdict);
    same_pairs(p, s[0].pairs, s[1].pairs, s[0].count, 0, 1);
    for (size_t k = 0; k < s[0].count; k++)
        assert_int_equal(s[0].meetings[k].how, s[1].meetings[k].how);
    assert_int_equal(s[0].part_count, s[1].part_count);
    for (size_t k = 0; k < s[0].part_count; k++) {
        const abut_self_part *x = &s[0].parts[k], *y = &s[1].parts[k];
        assert_int_equal(x->triangle_count, y->triangle_count);
        assert_int_equal(x->first_triangle, p->map[y->first_triangle]);
        assert_int_equal(x->degenerate_count, y->degenerate_count);
        assert_int_equal(x->border_edge_count, y->border_edge_count);
        assert_int_equal(x->is_closed, y->is_closed);
    }
    p->asked += 1 + s[0].count;
}

static UNUSED void same_points(edit_pair* p, rng* r)
{
    double points[8][3];
    const abut_point_answer* a[2];
    abut_solid* solid[2];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = i < 4 ? (double)rng_below(r, 9) / 2 : 3 * rng_signed(r);
    for (int side = 0; side < 2; side++) {
        const abut_instance i = {.model = side ? p->fresh : p->edited, .pose = p->pose[0]};
        assert_int_equal(abut_solid_build(&solid[side], i.model, NULL), ABUT_OK);
        assert_int_equal(abut_solid_check(solid[side], p->query[side]), ABUT_OK);
        const abut_point_ask ask = {.nearest = 3, .solid = solid[side], .winding = 1};
        assert_int_equal(abut_points(p->batch[side], &i, points[0], 8, &ask, &a[side]), ABUT_OK);
    }
    for (int i = 0; i < 8; i++) {
        assert_int_equal(a[0][i].near_count, a[1][i].near_count);
        assert_int_equal(a[0][i].side, a[1][i].side);
        same_double(a[0][i].signed_lo, a[1][i].signed_lo);
        if (!isnan(a[0][i].winding_lo) || !isnan(a[1][i].winding_lo))
            assert_true(fabs(a[0][i].winding_lo - a[1][i].winding_lo) < 1e-6);
        for (size_t k = 0; k < a[0][i].near_count; k++) {
            const abut_point_near *x = &a[0][i].near[k], *y = &a[1][i].near[k];
            assert_int_equal(x->triangle, p->map[y->triangle]);
            same_double(x->lo, y->lo);
        }
    }
    const abut_solid_part *x, *y;
    size_t count[2];
    assert_int_equal(abut_solid_parts(solid[0], &x, &count[0]), ABUT_OK);
    assert_int_equal(abut_solid_parts(solid[1], &y, &count[1]), ABUT_OK);
    assert_int_equal(count[0], count[1]);
    for (size_t k = 0; k < count[0]; k++) {
        assert_int_equal(x[k].fault, y[k].fault);
        assert_int_equal(x[k].triangle_count, y[k].triangle_count);
        assert_int_equal(x[k].first_triangle, p->map[y[k].first_triangle]);
    }
    abut_solid_free(solid[0]);
    abut_solid_free(solid[1]);
    p->asked += 8;
}

static UNUSED void same_shape(edit_pair* p, const abut_shape* shape)
{
    const abut_shape_ask ask = {.detail = shape->kind == ABUT_SHAPE_RAY ? ABUT_DETAIL_KINDS
                                                                        : ABUT_DETAIL_PAIRS};
    abut_shape_hits h[2];
    abut_shape_nearest n[2];
    abut_shape_relation in[2];
    for (int side = 0; side < 2; side++) {
        const abut_instance i = {.model = side ? p->fresh : p->edited, .pose = p->pose[0]};
        assert_int_equal(abut_shape_collide(p->query[side], &i, shape, &ask, &h[side]), ABUT_OK);
    }
    assert_int_equal(h[0].count, h[1].count);
    for (size_t k = 0; k < h[0].count; k++) {
        assert_int_equal(h[0].triangles[k], p->map[h[1].triangles[k]]);
        if (h[0].at) same_double(h[0].at[k][0], h[1].at[k][0]);
    }
    for (int side = 0; side < 2; side++) {
        abut_solid* solid = NULL;
        const abut_instance i = {.model = side ? p->fresh : p->edited, .pose = p->pose[0]};
        assert_int_equal(abut_shape_distance(p->query[side], &i, shape, NULL, &n[side]), ABUT_OK);
        assert_int_equal(abut_solid_build(&solid, i.model, NULL), ABUT_OK);
        assert_int_equal(abut_shape_contain(p->query[side], &i, solid, shape, &in[side]), ABUT_OK);
        abut_solid_free(solid);
    }
    same_double(n[0].lo, n[1].lo);
    assert_int_equal(n[0].has_triangle, n[1].has_triangle);
    if (n[0].has_triangle) assert_int_equal(n[0].triangle, p->map[n[1].triangle]);
    assert_int_equal(in[0], in[1]);
    p->asked += 3;
}

static UNUSED void same_shapes(edit_pair* p, rng* r)
{
    const double x = rng_signed(r), y = rng_signed(r), z = rng_signed(r);
    const abut_shape shapes[] = {
        {.kind = ABUT_SHAPE_SPHERE, .points = {{x, y, z}}, .radius = 0.5},
        {.kind = ABUT_SHAPE_SPHERE, .points = {{0, 0, 0}}, .radius = 20},
        {.kind = ABUT_SHAPE_RAY, .points = {{x, y, z}, {z, x, y}}},
        {.kind = ABUT_SHAPE_BOX, .points = {{1, 1, 1}, {1, 0.5, 0.25}}},
        {.kind = ABUT_SHAPE_PLANE, .points = {{1, 1, 1}, {0, 0, 1}}},
        {.kind = ABUT_SHAPE_SEGMENT, .points = {{x, y, z}, {1, 1, 1}}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        same_shape(p, &shapes[i]);
}

static UNUSED int intervals_meet(double lo, double hi, double other_lo, double other_hi)
{
    return (isnan(lo) && isnan(other_lo)) || (lo <= other_hi && other_lo <= hi);
}

static UNUSED void same_overlap(edit_pair* p, int turned)
{
    abut_model_info info;
    assert_int_equal(abut_model_describe(p->fresh, &info), ABUT_OK);
    const abut_overlap_ask ask = {.volume = info.triangle_count > 0};
    abut_instance i[2];
    abut_overlap_answer o[2];
    for (int side = 0; side < 2; side++) {
        instances_of(p, side, turned, i);
        assert_int_equal(abut_overlap(p->query[side], &i[0], &i[1], &ask, &o[side]), ABUT_OK);
    }
    assert_int_equal(o[0].curve_count, o[1].curve_count);
    assert_int_equal(o[0].patch_count, o[1].patch_count);
    assert_int_equal(o[0].region_count, o[1].region_count);
    assert_int_equal(o[0].a_left_out, o[1].a_left_out);
    assert_true(intervals_meet(o[0].length_lo, o[0].length_hi, o[1].length_lo, o[1].length_hi));
    assert_true(intervals_meet(o[0].area_lo, o[0].area_hi, o[1].area_lo, o[1].area_hi));
    assert_true(intervals_meet(o[0].volume_lo, o[0].volume_hi, o[1].volume_lo, o[1].volume_hi));
    p->asked++;
}

static UNUSED void same_depths(edit_pair* p, int turned)
{
    static const abut_solids_ask ask = {.relative = 0.05, .budget = 200000};
    static const double direction[3] = {0.25, 0.5, 1};
    abut_instance i[2];
    abut_depth_along_answer along[2];
    abut_depth_least_answer least[2];
    abut_reach_answer reach[2];
    abut_signed_answer own[2];
    for (int side = 0; side < 2; side++) {
        abut_query* const q = p->query[side];
        instances_of(p, side, turned, i);
        assert_int_equal(abut_depth_along(q, &i[0], &i[1], direction, NULL, &along[side]), ABUT_OK);
        assert_int_equal(abut_depth_least(q, &i[0], &i[1], &ask, &least[side]), ABUT_OK);
        assert_int_equal(abut_reach(q, &i[0], &i[1], &ask, &reach[side]), ABUT_OK);
        assert_int_equal(abut_signed_distance(q, &i[0], &i[1], &ask, &own[side]), ABUT_OK);
    }
    assert_int_equal(along[0].reason, along[1].reason);
    same_double(along[0].depth_lo, along[1].depth_lo);
    same_double(along[0].clear_hi, along[1].clear_hi);
    assert_int_equal(least[0].reason, least[1].reason);
    assert_true(intervals_meet(least[0].lo, least[0].hi, least[1].lo, least[1].hi));
    assert_int_equal(reach[0].reason, reach[1].reason);
    assert_true(intervals_meet(reach[0].a_in_b.lo, reach[0].a_in_b.hi, reach[1].a_in_b.lo,
                               reach[1].a_in_b.hi));
    assert_true(intervals_meet(reach[0].b_in_a.lo, reach[0].b_in_a.hi, reach[1].b_in_a.lo,
                               reach[1].b_in_a.hi));
    assert_int_equal(own[0].relation, own[1].relation);
    assert_true(
        intervals_meet(own[0].signed_lo, own[0].signed_hi, own[1].signed_lo, own[1].signed_hi));
    p->asked += 4;
}

static UNUSED void same_milling(edit_pair* p)
{
    static const abut_turned tool = {.rings = {{0.5, 0, 0}, {0.5, 2, 0}}, .ring_count = 2};
    static const double from[3] = {-1, 0.25, 0.5}, to[3] = {2, 1, 0.75};
    const abut_depth_ask ask = {.enough = -DBL_MAX};
    abut_depth d[2];
    double lo[2], hi[2];
    for (int side = 0; side < 2; side++) {
        const abut_model* const m = side ? p->fresh : p->edited;
        assert_int_equal(abut_turned_depth(m, &tool, from, to, &ask, &d[side]), ABUT_OK);
        assert_int_equal(abut_turned_lift(m, &tool, from, to, 1e-6, &lo[side], &hi[side]), ABUT_OK);
    }
    assert_true(intervals_meet(d[0].lo, d[0].hi, d[1].lo, d[1].hi));
    assert_true(d[0].hi - d[0].lo < 1e-6 || !isfinite(d[0].hi));
    assert_true(lo[0] <= hi[1] + 1e-5 && lo[1] <= hi[0] + 1e-5);
    p->asked += 2;
}

static UNUSED void edit_pair_open(edit_pair* p)
{
    for (int i = 0; i < 2; i++) {
        assert_int_equal(abut_query_create(&p->query[i], NULL), ABUT_OK);
        assert_int_equal(abut_batch_create(&p->batch[i], NULL), ABUT_OK);
    }
}

static UNUSED void edit_pair_close(edit_pair* p)
{
    for (int i = 0; i < 2; i++) {
        abut_query_free(p->query[i]);
        abut_batch_free(p->batch[i]);
    }
}

// The questions that are quick.
static UNUSED void same_some(edit_pair* p, rng* r)
{
    for (int turned = 0; turned < 2; turned++) {
        same_collide(p, turned);
        same_distance(p, turned);
        same_clearance(p, turned);
    }
    same_self(p);
    same_points(p, r);
}

static UNUSED void same_all(edit_pair* p, rng* r)
{
    same_some(p, r);
    for (int turned = 0; turned < 2; turned++) {
        same_contain(p, turned);
        same_first_contact(p, turned, r);
        same_overlap(p, turned);
        same_depths(p, turned);
    }
    same_shapes(p, r);
    same_milling(p);
}

#endif
