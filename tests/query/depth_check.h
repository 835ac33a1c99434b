// depth_check.h - what tests of depths share: solids cut into more triangles, and what is blocked as others tell it.
#ifndef ABUT_TESTS_QUERY_DEPTH_CHECK_H
#define ABUT_TESTS_QUERY_DEPTH_CHECK_H
#include "query/solids.h"
#include "support/convex_truth.h"
#include "support/oracle.h"
#include "support/share.h"

#include "abut/depth.h"
#include "abut/overlap.h"

// Cut each triangle in four at the middles of its edges, which neighbours share. In a plane across an axis, or on a
// dyadic lattice, that is exact.
static UNUSED void solid_quarter(solid* s)
{
    solid out = {0};
    static const int parts[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    for (size_t t = 0; t < s->triangle_count; t++) {
        double x[6][3], corner[3][3];
        for (int i = 0; i < 3; i++)
            memcpy(x[i], s->vertices + 3 * (size_t)s->triangles[3 * t + (size_t)i], sizeof x[i]);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                x[3 + i][k] = (x[i][k] + x[(i + 1) % 3][k]) / 2;
        for (int p = 0; p < 4; p++) {
            for (int i = 0; i < 3; i++)
                memcpy(corner[i], x[parts[p][i]], sizeof corner[i]);
            solid_add_triangle(&out, (const double(*)[3])corner);
        }
    }
    solid_free(s);
    *s = out;
}

// Cut each triangle in three at a point inside, by small dyadic weights.
static UNUSED void solid_scatter(solid* s, rng* r)
{
    solid out = {0};
    for (size_t t = 0; t < s->triangle_count; t++) {
        double x[4][3], corner[3][3];
        const double u = (double)(1 + rng_below(r, 7)) / 16, v = (double)(1 + rng_below(r, 7)) / 16;
        for (int i = 0; i < 3; i++)
            memcpy(x[i], s->vertices + 3 * (size_t)s->triangles[3 * t + (size_t)i], sizeof x[i]);
        for (int k = 0; k < 3; k++)
            x[3][k] = x[0][k] + u * (x[1][k] - x[0][k]) + v * (x[2][k] - x[0][k]);
        for (int p = 0; p < 3; p++) {
            memcpy(corner[0], x[p], sizeof corner[0]);
            memcpy(corner[1], x[(p + 1) % 3], sizeof corner[1]);
            memcpy(corner[2], x[3], sizeof corner[2]);
            solid_add_triangle(&out, (const double(*)[3])corner);
        }
    }
    solid_free(s);
    *s = out;
}

// Whether it is no longer than it may be, exactly.
static UNUSED int translation_is_short(const abut_depth_least_answer* d)
{
    const double most = d->is_convex ? nextafter(d->hi, (double)INFINITY) : d->hi;
    mpq_t total, x;
    mpq_inits(total, x, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, d->translation[k]);
        mpq_mul(x, x, x);
        mpq_add(total, total, x);
    }
    mpq_set_d(x, most);
    mpq_mul(x, x, x);
    const int is_short = mpq_cmp(total, x) <= 0;
    mpq_clears(total, x, NULL);
    return is_short;
}

// Move an instance without a frame. Returns 0 where its place is no double.
static UNUSED int translation_apply(abut_instance* at, const double way[3])
{
    mpq_t total, x;
    int is_exact = !at->frame;
    mpq_inits(total, x, NULL);
    for (int k = 0; k < 3; k++) {
        const double to = at->pose.translation[k] + way[k];
        mpq_set_d(total, at->pose.translation[k]);
        mpq_set_d(x, way[k]);
        mpq_add(total, total, x);
        mpq_set_d(x, to);
        is_exact = is_exact && mpq_equal(total, x);
        at->pose.translation[k] = to;
    }
    mpq_clears(total, x, NULL);
    return is_exact;
}

// By the relation of the closed components.
static UNUSED int are_blocked(abut_query* query, const abut_instance* a, const abut_instance* b)
{
    abut_containment out;
    assert_int_equal(abut_contain(query, a, b, NULL, &out), ABUT_OK);
    return out.relation == ABUT_RELATION_CROSSING || out.relation == ABUT_RELATION_A_INSIDE_B ||
           out.relation == ABUT_RELATION_B_INSIDE_A;
}

#endif
