// test_depth_along.c - how far a solid has to be pushed: known answers, small solids against the union of all intervals in
// rationals, larger ones by brute force, and what is true of any.
#include "query/solids.h"
#include "support/boxes.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/depth.h"

#include <math.h>
#include <stdio.h>

static abut_model* build(const abut_soup* soup, abut_method method)
{
    abut_build how = {.method = method};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, soup, &how), ABUT_OK);
    return model;
}

static abut_depth_along_answer along(abut_query* query, const abut_instance* a,
                                     const abut_instance* b, const double direction[3])
{
    abut_depth_along_answer answer;
    assert_int_equal(abut_depth_along(query, a, b, direction, NULL, &answer), ABUT_OK);
    assert_true(answer.complete);
    return answer;
}

static void test_boxes(void** state)
{
    (void)state;
    static const struct {
        double a[6], b[6], d[3], depth, clear;
    } cases[] = {
        {{-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {0, 0, 1}, .5, .5},
        {{-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {1, 0, 0}, 1.5, 1.5},
        {{-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {1, 0, 1}, .5, .5},
        {{-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {0, 0, -1}, 2.5, 2.5},
        {{-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, {1, 0, 0}, 2, 2},
        {{-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, {1, 0, 0}, 1.25, 1.25},
        {{-1, -1, -1, 1, 1, 1}, {-5, -.25, -.25, -3, .25, .25}, {1, 0, 0}, 0, 6},
        {{-1, -1, -1, 1, 1, 1}, {-5, -1, 1, -3, 1, 2}, {1, 0, 0}, 0, 0},
        {{-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, {1, 0, 0}, 0, 0},
        {{-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, {-1, 0, 0}, 0, 4},
        {{-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, {0, 0, 1}, 1, 1},
        {{-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, {1, 0, 0}, 5.5, 5.5},
        {{0, -.1, 0, 2, .1, 3}, {1.95, -.1, 0, 3.95, .1, 3}, {1, 0, 0}, 2 - 1.95, 2 - 1.95},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        box_soup room[2];
        abut_soup s[2] = {soup_of_known(cases[i].a, &room[0]), soup_of_known(cases[i].b, &room[1])};
        for (int m = 0; m < 2; m++) {
            abut_model* a = build(&s[0], m ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE);
            abut_model* b = build(&s[1], m ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE);
            abut_query* q;
            assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
            abut_instance ia = {.model = a}, ib = {.model = b};
            abut_depth_along_answer r = along(q, &ia, &ib, cases[i].d);
            assert_float_equal(r.depth_lo, cases[i].depth, 0);
            assert_float_equal(r.depth_hi, cases[i].depth, 0);
            assert_float_equal(r.clear_lo, cases[i].clear, 0);
            assert_float_equal(r.clear_hi, cases[i].clear, 0);
            abut_query_free(q);
            abut_model_free(a);
            abut_model_free(b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
