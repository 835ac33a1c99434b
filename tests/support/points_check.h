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

// An octahedron |x| + |y| + |z| <= 1, each face cut into parts x parts triangles.
static UNUSED soup_data octahedron_soup(int parts)
{
    soup_data s = soup_separate((size_t)8 * (size_t)parts * (size_t)parts);
    size_t t = 0;
    for (int octant = 0; octant < 8; octant++)
        for (int i = 0; i < parts; i++)
            for (int j = 0; j < parts - i; j++)
                for (int up = 0; up < (i + j < parts - 1 ? 2 : 1); up++) {
                    const int halves[2][3][2] = {{{i, j}, {i + 1, j}, {i, j + 1}},
                                                 {{i + 1, j + 1}, {i, j + 1}, {i + 1, j}}};
                    for (int v = 0; v < 3; v++) {
                        const int x = halves[up][v][0], y = halves[up][v][1], z = parts - x - y;
                        double* to = s.vertices + 9 * t + 3 * v;
                        to[0] = (octant & 1 ? -1.0 : 1.0) * x / parts;
                        to[1] = (octant & 2 ? -1.0 : 1.0) * y / parts;
                        to[2] = (octant & 4 ? -1.0 : 1.0) * z / parts;
                    }
                    t++;
                }
    assert_int_equal(t, s.triangle_count);
    return s;
}

static UNUSED void points_batches_open(abut_batch* out[POINT_WAYS])
{
    for (int w = 0; w < POINT_WAYS; w++)
        out[w] = points_batch(NULL);
}

static UNUSED void points_batches_free(abut_batch* batch[POINT_WAYS])
{
    for (int w = 0; w < POINT_WAYS; w++)
        abut_batch_free(batch[w]);
}

#endif
