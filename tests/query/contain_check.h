// contain_check.h - asks abut_contain in several poses and both ways round, for tests.
#ifndef ABUT_TESTS_QUERY_CONTAIN_CHECK_H
#define ABUT_TESTS_QUERY_CONTAIN_CHECK_H
#include "query/solids.h"
#include "support/method_here.h"

#include "abut/contain.h"

static UNUSED abut_query* query_new(void)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    return q;
}

static UNUSED abut_relation swapped(abut_relation r)
{
    return r == ABUT_RELATION_A_INSIDE_B   ? ABUT_RELATION_B_INSIDE_A
           : r == ABUT_RELATION_B_INSIDE_A ? ABUT_RELATION_A_INSIDE_B
                                           : r;
}

// A reason stands with unknown and only there.
static UNUSED void expect_reasons(const abut_containment* c)
{
    assert_int_equal(c->relation == ABUT_RELATION_UNKNOWN, c->reason != ABUT_REASON_NONE);
    for (size_t i = 0; i < c->a_count + c->b_count; i++) {
        const abut_component* part = i < c->a_count ? &c->a[i] : &c->b[i - c->a_count];
        assert_int_equal(part->relation == ABUT_RELATION_UNKNOWN, part->reason != ABUT_REASON_NONE);
    }
}

// Ask in one pose, and swapped, which must give the swapped answer.
static UNUSED abut_relation relation_in(const abut_model* a, const abut_pose* a_pose,
                                        const abut_model* b, const abut_pose* b_pose)
{
    abut_query *q = query_new(), *q2 = query_new();
    const abut_instance x = {.model = a, .pose = *a_pose}, y = {.model = b, .pose = *b_pose};
    abut_containment c, back;
    assert_int_equal(abut_contain(q, &x, &y, NULL, &c), ABUT_OK);
    assert_int_equal(abut_contain(q2, &y, &x, NULL, &back), ABUT_OK);
    expect_reasons(&c);
    // The parts come first: all of b may be inside a while a part of a is inside b.
    assert_int_equal(c.relation, swapped(back.relation));
    assert_int_equal(c.reason, back.reason);
    assert_true(c.a_count == back.b_count && c.b_count == back.a_count);
    for (size_t i = 0; i < c.a_count; i++)
        assert_int_equal(c.a[i].relation, swapped(back.b[i].relation));
    for (size_t i = 0; i < c.b_count; i++)
        assert_int_equal(c.b[i].relation, swapped(back.a[i].relation));
    assert_int_equal(c.hits.count, back.hits.count);
    const abut_relation relation = c.relation;
    abut_query_free(q);
    abut_query_free(q2);
    return relation;
}

// Ask in poses that place two solids alike: none, one for both, mirrored, and one that does not drop out
// since its scale stands in a's vertices.
static UNUSED void expect_everywhere(solid* a, const solid* b, abut_relation expected)
{
    rng r = {71};
    abut_model *x = solid_model(a, SOME_TREE), *y = solid_model(b, SOME_TREE);
    solid_scale(a, 0x1p-7);
    abut_model* small = solid_model(a, SOME_TREE);
    solid_scale(a, 0x1p7);
    abut_pose pose = {.scale = 0}, larger;
    assert_int_equal(relation_in(x, &pose, y, &pose), expected);
    for (int i = 0; i < 4; i++) {
        pose = pose_random(&r, i % 2 ? 1000 : 1);
        if (i & 1) pose_mirror(&pose);
        if (i & 2) pose_to_float(&pose);
        larger = pose;
        larger.scale = 0x1p7;
        assert_int_equal(relation_in(x, &pose, y, &pose), expected);
        assert_int_equal(relation_in(small, &larger, y, &pose), expected);
    }
    abut_model_free(x);
    abut_model_free(y);
    abut_model_free(small);
}

#endif
