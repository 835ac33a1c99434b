// test_edit_boxes.c - a box that is made to hold more triangles, or measured anew along its axes, holds all of their corners, in
// long double; with a 32nd of the bound (EXPECT_WRONG) it does not always.
#include "engine/kernels.h"
#include "support/soups.h"

#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { ROUNDS = 20000, SMALL = 6 };

// How many corners are outside of a box, by Cramer's rule.
static int corners_outside(const wide_node* n, const soup_mesh* m, const frame* f, uint32_t first)
{
    int outside = 0;
    for (size_t c = 3 * (size_t)first; c < 3 * (size_t)first + 3 * WIDE_LEAF; c++) {
        long double axis[3][3], from[3];
        for (int k = 0; k < 3; k++) {
            const double x = m->vertices[3 * (size_t)m->triangles[c] + (size_t)k];
            from[k] = ldexpl((long double)x, -f->exponent) - (long double)f->origin[k] -
                      (long double)n->centre[k][0];
            for (int i = 0; i < 3; i++)
                axis[i][k] = (long double)n->axis[3 * i + k][0];
        }
        for (int i = 0; i < 3; i++) {
            const long double *u = axis[(i + 1) % 3], *w = axis[(i + 2) % 3];
            long double along = 0, determinant = 0;
            for (int k = 0; k < 3; k++) {
                const long double cross =
                    u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3];
                along += cross * from[k];
                determinant += cross * axis[i][k];
            }
            outside += !(fabsl(along / determinant) <= (long double)n->half[i][0]);
        }
    }
    return outside;
}

static void fit_first(const wide_kernels* kernels, wide_node* n, const wide_leaf* leaf)
{
    const uint32_t first[2] = {0, 1};
    fit_summary set;
    kernels->fit->summarise(leaf, &set);
    const fit_request r = {.sets = {&set}, .count = 1, .first = first, .leaves = leaf};
    memset(n, 0, sizeof *n);
    (void)kernels->fit->fit(n, &r);
}

static void test_boxes(void** state)
{
    (void)state;
    const wide_kernels* const kernels = wide_kernels_now();
    const abut_host host = host_complete(NULL);
    rng r = {17};
    int wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        // Small triangles far from the middle of the frame, where roundings are the largest beside the boxes.
        soup_data s = soup_random(SOUP_GENERIC, 2 * WIDE_LEAF + 2, rng_next(&r));
        const double size = ldexp(1, -(int)rng_below(&r, SMALL));
        for (size_t i = 0; i < 9 * 2 * WIDE_LEAF; i++)
            s.vertices[i] = 0.9 + size * s.vertices[i] / 20;
        const abut_soup soup = soup_of(&s);
        soup_mesh m;
        assert_int_equal(soup_mesh_copy(&m, &soup, &host), ABUT_OK);
        const frame f = frame_of_mesh(&m);
        const frame_map place = frame_map_make(&f);
        wide_leaf leaf[2];
        wide_node n, measured;
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t at = i * WIDE_LEAF, order[WIDE_LEAF] = {at, at + 1, at + 2, at + 3};
            kernels->fit->fill(&leaf[i], &m, &place, order, WIDE_LEAF);
        }
        fit_first(kernels, &n, &leaf[0]);
        measured = n;
        kernels->box->cover(&n, 0, &leaf[1], 1, 0);
        kernels->box->measure(&measured, 0, leaf, 2, 0);
        wrong += corners_outside(&n, &m, &f, WIDE_LEAF);
        wrong += corners_outside(&measured, &m, &f, 0);
        wrong += corners_outside(&measured, &m, &f, WIDE_LEAF);
        soup_mesh_free(&m, &host);
        soup_free(&s);
    }
    printf("%d boxes, %d corners outside\n", 2 * ROUNDS, wrong);
    assert_true(EXPECT_WRONG ? wrong > 0 : wrong == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
