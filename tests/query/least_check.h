// least_check.h - two solids, and what abut_depth_least says of them, for its tests.
#ifndef ABUT_TESTS_QUERY_LEAST_CHECK_H
#define ABUT_TESTS_QUERY_LEAST_CHECK_H
#include "query/solids.h"

#include "abut/depth.h"

#include <math.h>

typedef struct world {
    abut_query* query;
    abut_model* model[2];
    abut_instance instance[2];
} world;

static UNUSED void world_open(world* w, const solid s[2], abut_method method)
{
    *w = (world){0};
    assert_int_equal(abut_query_create(&w->query, NULL), ABUT_OK);
    for (int side = 0; side < 2; side++) {
        w->model[side] = solid_model(&s[side], method);
        w->instance[side] = (abut_instance){.model = w->model[side], .pose = {.scale = 1}};
        for (int i = 0; i < 3; i++)
            w->instance[side].pose.rotation[i][i] = 1;
    }
}

static UNUSED void world_close(world* w)
{
    abut_query_free(w->query);
    for (int side = 0; side < 2; side++)
        abut_model_free(w->model[side]);
}

static UNUSED abut_depth_least_answer ask_least(world* w, int swapped, const abut_solids_ask* ask)
{
    abut_depth_least_answer out;
    assert_int_equal(
        abut_depth_least(w->query, &w->instance[swapped], &w->instance[!swapped], ask, &out),
        ABUT_OK);
    return out;
}

// The translation frees b, and is no longer than hi.
static UNUSED void expect_free(world* w, int swapped, const abut_depth_least_answer* d)
{
    abut_pose shift = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
    abut_instance b = w->instance[!swapped];
    abut_containment found;
    memcpy(shift.translation, d->translation, sizeof shift.translation);
    b.frame = &shift;
    assert_int_equal(abut_contain(w->query, &w->instance[swapped], &b, NULL, &found), ABUT_OK);
    assert_true(found.relation == ABUT_RELATION_TOUCHING ||
                found.relation == ABUT_RELATION_SEPARATE);
    const double* const t = d->translation;
    assert_true(sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) <= d->hi * (1 + 0x1p-50));
}

#endif
