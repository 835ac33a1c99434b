// test_posed_ray.c - what pairs of doubles say of a ray and a triangle is what exact numbers say: where t, sides or coordinates are
// exactly on the border that decides, with all digits in use, and anywhere. Built with smaller bounds (EXPECT_WRONG) something
// must be wrong.
#include "geom/posed_ray.h"
#include "support/share.h"
#include "support/soup_models.h"

#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { CASES_MOST = CASES(200000) };

typedef struct made {
    double v[3][3], origin[3], given[3];
    int is_segment;
    double least, most;
    affine pose, frame;
    int has_frame;
} made;

// Multiples of 2^-bits.
static double grid(rng* r, int bits)
{
    return ldexp(floor(ldexp(rng_signed(r), bits)), -bits);
}

static void make_triangle(rng* r, made* m)
{
    const int bits = 20 + (int)rng_below(r, 32);
    const double size = ldexp(1, -(int)rng_below(r, 20));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m->v[i][k] = (i ? m->v[0][k] : 0) + (i ? size : 1) * grid(r, bits);
}

// To a point of the triangle with few bits in its weights: exactly, if nothing is turned; and ends that are so, too.
static void make_case(rng* r, made* m)
{
    static const double weights[][3] = {{1, 0, 0},       {0, 1, 0},         {0.5, 0.5, 0},
                                        {0, 0.25, 0.75}, {0.25, 0.5, 0.25}, {0.5, 0.25, 0.25}};
    const double* w = weights[rng_below(r, 6)];
    const size_t sort = rng_below(r, 4);
    double target[3];
    make_triangle(r, m);
    m->is_segment = (int)rng_below(r, 2);
    m->least = 0;
    m->most = m->is_segment ? 1 : (double)INFINITY;
    for (int k = 0; k < 3; k++) {
        target[k] = w[0] * m->v[0][k] + w[1] * m->v[1][k] + w[2] * m->v[2][k];
        m->origin[k] = grid(r, sort ? 51 : 12);
        m->given[k] = target[k];
        if (m->is_segment) continue;
        m->given[k] = target[k] - m->origin[k];
        // t is a power of two, which pairs cannot tell, or a number between two doubles.
        m->given[k] *= sort == 2 ? 0.25 : 1;
        if (sort == 3) m->given[k] *= 3;
    }
    if (sort == 1 && !m->is_segment) m->least = 1;
    memset(&m->pose, 0, sizeof m->pose);
    for (int k = 0; k < 3; k++)
        m->pose.matrix[k][k] = 1;
    m->has_frame = 0;
    if (rng_below(r, 3)) return;
    const abut_pose pose = pose_of_sort(r, (int)rng_below(r, 6)), frame = pose_random(r, 1);
    assert_int_equal(affine_from_pose(&m->pose, &pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&m->frame, &frame), ABUT_OK);
    m->has_frame = (int)rng_below(r, 2);
}

static int is_same(const ray_meeting* x, const ray_meeting* y)
{
    if (x->touches != y->touches) return 0;
    return !x->touches || (x->crosses == y->crosses && !memcmp(&x->lo, &y->lo, sizeof x->lo) &&
                           !memcmp(&x->hi, &y->hi, sizeof x->hi) && x->feature == y->feature &&
                           x->facing == y->facing && x->point[0] == y->point[0] &&
                           x->point[1] == y->point[1] && x->point[2] == y->point[2]);
}

static void test_pairs(void** state)
{
    (void)state;
    rng r = {41};
    size_t told = 0, wrong = 0;
    real_stack* scratch = calloc(1, sizeof *scratch);
    assert_non_null(scratch);
    for (int i = 0; i < CASES_MOST; i++) {
        made m = {0};
        ray_space space;
        ray_meeting near, truth;
        make_case(&r, &m);
        const double* const vertex[3] = {m.v[0], m.v[1], m.v[2]};
        ray_space_make(&space, &m.pose, m.has_frame ? &m.frame : NULL);
        const posed_ray ray = {.space = &space,
                               .origin = m.origin,
                               .given = m.given,
                               .is_segment = m.is_segment,
                               .least = m.least,
                               .most = m.most};
        if (!ray_meet_in_pairs(&ray, vertex, 0, 1, &near)) continue;
        told++;
        ray_meet_exactly(&ray, vertex, 1, scratch, &truth);
        wrong += !is_same(&near, &truth);
    }
    free(scratch);
    printf("%zu of %zu wrong, of %d\n", wrong, told, CASES_MOST);
    assert_true(told > CASES_MOST / 5);
    assert_true(EXPECT_WRONG ? wrong > 0 : wrong == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
