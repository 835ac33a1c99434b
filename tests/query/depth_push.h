// depth_push.h - how far b has to be pushed, asked by tests.
#ifndef ABUT_TESTS_QUERY_DEPTH_PUSH_H
#define ABUT_TESTS_QUERY_DEPTH_PUSH_H
#include "support/soups.h"

#include "abut/depth.h"

static const abut_method methods[2] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE};

static UNUSED abut_model* build(const abut_soup* soup, abut_method method)
{
    const abut_build how = {.method = method};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, soup, &how), ABUT_OK);
    return model;
}

static UNUSED abut_depth_along_answer push(abut_query* query, const abut_instance* a,
                                           const abut_instance* b, const double direction[3])
{
    abut_depth_along_answer answer;
    memset(&answer, 0x5A, sizeof answer);
    assert_int_equal(abut_depth_along(query, a, b, direction, NULL, &answer), ABUT_OK);
    assert_int_equal(answer.complete, 1);
    return answer;
}

// a along d of b is b along -d of a.
static UNUSED abut_depth_along_answer push_other(abut_query* query, const abut_instance* a,
                                                 const abut_instance* b, const double direction[3])
{
    const double back[3] = {-direction[0], -direction[1], -direction[2]};
    return push(query, b, a, back);
}

#endif
