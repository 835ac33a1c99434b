// points_check.h - models of every sort that abut_points answers about, for its tests.
#ifndef ABUT_TESTS_SUPPORT_POINTS_CHECK_H
#define ABUT_TESTS_SUPPORT_POINTS_CHECK_H
#include "support/distance_check.h"

#include "abut/point.h"

enum { POINT_WAYS = 6 };  // the first of distance_ways

static UNUSED abut_batch* points_batch(const abut_host* host)
{
    abut_batch* b = NULL;
    assert_int_equal(abut_batch_create(&b, host), ABUT_OK);
    return b;
}

static UNUSED abut_solid* points_solid(const abut_model* m)
{
    abut_solid* s = NULL;
    assert_int_equal(abut_solid_build(&s, m, NULL), ABUT_OK);
    return s;
}

static UNUSED const abut_point_answer* points_ask(abut_batch* b, const abut_instance* at,
                                                  const double* points, size_t count,
                                                  const abut_point_ask* ask)
{
    const abut_point_answer* out = NULL;
    assert_int_equal(abut_points(b, at, points, count, ask, &out), ABUT_OK);
    return out;
}

// Bit by bit, but for the padding between.
static UNUSED int points_same(const abut_point_answer* x, const abut_point_answer* y)
{
    int same = x->near_count == y->near_count && x->side == y->side &&
               same_bits(x->signed_lo, y->signed_lo) && same_bits(x->signed_hi, y->signed_hi);
    for (size_t i = 0; same && i < x->near_count; i++) {
        const abut_point_near *p = &x->near[i], *q = &y->near[i];
        same = same_bits(p->lo, q->lo) && same_bits(p->hi, q->hi) && p->triangle == q->triangle &&
               p->feature == q->feature;
        for (int c = 0; c < 3; c++)
            same &= same_bits(p->point[c], q->point[c]);
    }
    return same;
}

#endif
