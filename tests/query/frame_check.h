// frame_check.h - frames of every sort, and what tests of them compare.
#ifndef ABUT_TESTS_QUERY_FRAME_CHECK_H
#define ABUT_TESTS_QUERY_FRAME_CHECK_H
#include "query/contain_check.h"
#include "support/oracle.h"
#include "support/soup_models.h"

#include <gmp.h>

// Of sort: 0 none; 1 exchanged axes and whole numbers; 2 any turn; 3 far away; 4 not quite rigid; 5 a reflection.
static UNUSED abut_pose frame_of_sort(rng* r, int sort)
{
    abut_pose f = pose_random(r, sort == 3 ? 1e6 : 0.7);
    if (sort == 0) return (abut_pose){.scale = 1};
    if (sort == 1) {
        f = (abut_pose){.rotation = {{0, -1, 0}, {0, 0, 1}, {1, 0, 0}}};
        for (int k = 0; k < 3; k++)
            f.translation[k] = (double)rng_below(r, 9) - 4;
    }
    for (int i = 0; i < 9 && sort == 4; i++)
        f.rotation[i / 3][i % 3] += 0x1p-13 * rng_signed(r);
    if (sort == 5) pose_mirror(&f);
    return f;
}

// About inverse(frame) * pose: so in the frame it is where it was, but for rounding.
static UNUSED abut_pose taken_out(const abut_pose* pose, const abut_pose* about)
{
    const affine f = oracle_affine(about);
    abut_pose out = *pose;
    for (int i = 0; i < 3; i++) {
        out.translation[i] = 0;
        for (int k = 0; k < 3; k++)
            out.translation[i] += f.matrix[k][i] * (pose->translation[k] - f.translation[k]);
        for (int j = 0; j < 3; j++) {
            out.rotation[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.rotation[i][j] += f.matrix[k][i] * pose->rotation[k][j];
        }
    }
    return out;
}

// frame * pose in doubles.
static UNUSED abut_pose composed(const abut_pose* about, const abut_pose* pose)
{
    const affine f = oracle_affine(about), p = oracle_affine(pose);
    abut_pose out = {.scale = pose->scale};
    for (int i = 0; i < 3; i++) {
        out.translation[i] = f.translation[i];
        for (int k = 0; k < 3; k++)
            out.translation[i] += f.matrix[i][k] * p.translation[k];
        for (int j = 0; j < 3; j++) {
            out.rotation[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.rotation[i][j] += f.matrix[i][k] * pose->rotation[k][j];
        }
    }
    return out;
}

static UNUSED abut_model* cube_at(double x)
{
    solid s = {0};
    const double low[3] = {x, 0, 0}, high[3] = {x + 1, 1, 1};
    solid_add_box(&s, low, high, 1, 0);
    const abut_soup soup = solid_soup(&s);
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, NULL), ABUT_OK);
    solid_free(&s);
    return m;
}

static UNUSED int hits_are_equal(const abut_hits* x, const abut_hits* y)
{
    int same = x->count == y->count && x->state == y->state && x->complete == y->complete;
    for (size_t i = 0; same && i < x->count; i++) {
        same &= x->pairs[i].a == y->pairs[i].a && x->pairs[i].b == y->pairs[i].b;
        if (x->contacts) same &= !memcmp(&x->contacts[i], &y->contacts[i], sizeof *x->contacts);
    }
    return same;
}

static UNUSED int work_is_equal(const abut_hits* x, const abut_hits* y)
{
    return x->volume_tests == y->volume_tests && x->triangle_tests == y->triangle_tests &&
           x->node_updates == y->node_updates && x->exact_tests == y->exact_tests;
}

#endif
