// reach_check.h - models and questions for the tests of abut_reach.
#ifndef ABUT_TESTS_QUERY_REACH_CHECK_H
#define ABUT_TESTS_QUERY_REACH_CHECK_H
#include "support/distance_check.h"

#include "abut/depth.h"

enum { REACH_WAYS = 6 };  // the first of distance_ways

// A box, each face cut into parts x parts squares of two triangles; shaken: corners within a face are moved in it.
static UNUSED soup_data reach_box_soup(const double box[6], int parts, double shaken, uint64_t seed)
{
    const size_t n = (size_t)parts;
    soup_data s = soup_separate(12 * n * n);
    double* at = malloc((n + 1) * (n + 1) * 3 * sizeof *at);
    rng r = {seed};
    size_t t = 0;
    assert_non_null(at);
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, top = face % 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (size_t i = 0; i <= n; i++)
            for (size_t j = 0; j <= n; j++) {
                double* const x = at + 3 * (i * (n + 1) + j);
                const int is_free = i && j && i < n && j < n;
                const double a = (double)i + (is_free ? shaken * rng_signed(&r) : 0);
                const double b = (double)j + (is_free ? shaken * rng_signed(&r) : 0);
                x[axis] = box[axis + 3 * top];
                x[u] = i == n ? box[u + 3] : box[u] + (box[u + 3] - box[u]) * a / (double)n;
                x[v] = j == n ? box[v + 3] : box[v] + (box[v + 3] - box[v]) * b / (double)n;
            }
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const size_t p = i * (n + 1) + j, q = p + n + 1;
                const size_t corner[2][3] = {{p, q, q + 1}, {p, q + 1, p + 1}};
                for (int k = 0; k < 2; k++, t++)
                    for (int c = 0; c < 3; c++)
                        memcpy(s.vertices + 9 * t + 3 * (top ? c : 2 - c), at + 3 * corner[k][c],
                               3 * sizeof *at);
            }
    }
    free(at);
    return s;
}

static UNUSED abut_query* reach_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

static UNUSED abut_reach_answer reach_ask(abut_query* q, const abut_instance* a,
                                          const abut_instance* b, const abut_solids_ask* ask)
{
    abut_reach_answer out;
    memset(&out, 0x5A, sizeof out);
    assert_int_equal(abut_reach(q, a, b, ask, &out), ABUT_OK);
    return out;
}

static UNUSED int reach_same(const abut_deepest* x, const abut_deepest* y)
{
    return same_bits(x->lo, y->lo) && same_bits(x->hi, y->hi) && x->triangle == y->triangle &&
           x->nearest == y->nearest && !memcmp(x->point, y->point, sizeof x->point) &&
           !memcmp(x->foot, y->foot, sizeof x->foot);
}

#endif
