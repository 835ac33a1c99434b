// close.c - see close.h.
#include "search/close.h"

#include "base/base.h"
#include "geom/nearest.h"

#include <float.h>
#include <math.h>

#define LEAST                                                                                      \
    0x1p-1000  // sums below it are left to integers: some states of the processor take subnormal numbers for 0

// Bound the real sum of two numbers that are not negative, in any rounding mode: a computed one is next to it.
static void bound_sum(const double x[2], double* lo, double* hi)
{
    const double sum = x[0] + x[1];
    if (!(sum >= LEAST)) {
        *lo = 0;
        *hi = LEAST;
    } else if (!double_is_finite(sum)) {
        *lo = DBL_MAX;
        *hi = sum;
    } else {
        *lo = double_from_bits(double_bits(sum) - 1);
        *hi = double_from_bits(double_bits(sum) + 1);
    }
}

void close_question_prepare(close_question* out, const relative_side* a, const relative_side* b,
                            const double margin[2], int strict)
{
    pose_pair_change(&out->poses, a->pose, b->pose, 0);
    out->margin[0] = margin[0];
    out->margin[1] = margin[1];
    out->strict = strict;
    bound_sum(margin, &out->lo, &out->hi);
    out->unit = near_unit_make(a, b);
    out->hi_unit = near_units(&out->unit, out->hi);
    out->outer = out->hi_unit / out->unit.shrink[0] * (1 + 0x1p-20F);
    const double inner =
        double_scale(out->lo, -out->unit.exponent) / (double)out->unit.stretch * (1 - 0x1p-20);
    out->inner = inner < (double)FLT_MIN   ? 0
                 : inner < (double)FLT_MAX ? (float)inner * (1 - 0x1p-20F)
                                           : FLT_MAX;
}

// bounds: of the two, which share no point.
static int is_within(search* s, uint32_t a, uint32_t b, const nearest_bounds* bounds)
{
    const close_question* q = s->close;
    if (PRUNE(bounds->hi < q->lo)) return 1;
    if (PRUNE(bounds->lo > q->hi)) return 0;
    const double* vertex[6];
    exact_points e;
    nearest_square square;
    soup_mesh_vertices(s->mesh[0], a, vertex);
    soup_mesh_vertices(s->mesh[1], b, vertex + 3);
    exact_points_make(&e, &q->poses, vertex, EXACT_RELATIVE);
    nearest_exact(&e, bounds->features, 0, &square);
    s->work.exact_tests++;
    const int sign = nearest_compare_sum(&square, q->margin[0], q->margin[1]);
    return q->strict ? sign < 0 : sign <= 0;
}

int close_is_within(search* s, uint32_t a, uint32_t b)
{
    posed_triangle t[2];
    nearest_bounds bounds;
    near_place_in(s, &s->close->poses, 0, a, &t[0]);
    near_place_in(s, &s->close->poses, 1, b, &t[1]);
    nearest_bound(&t[0], &t[1], &bounds);
    return is_within(s, a, b, &bounds);
}

// Whether and how two triangles touch.
static abut_kind kind_of(search* s, uint32_t a, uint32_t b)
{
    placed_pair p;
    search_place_pair(s, a, b, &p);
    const abut_kind kind = tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
    return kind;
}

// One pair. Returns 0 if the search must end.
static int ask_pair(search* s, uint32_t a_id, const posed_triangle* a, uint32_t b_id,
                    const posed_triangle* b)
{
    nearest_bounds bounds;
    if (!search_may_test(s)) return 0;
    s->work.triangle_tests++;
    nearest_bound(a, b, &bounds);
    const abut_kind kind = bounds.lo > 0 ? ABUT_KIND_APART : kind_of(s, a_id, b_id);
    if (kind != ABUT_KIND_APART)
        search_record(s, a_id, b_id, kind);
    else if (is_within(s, a_id, b_id, &bounds))
        search_record_close(s, a_id, b_id);
    return 1;
}

int close_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                    size_t b_count)
{
    return near_each_pair(s, &s->close->poses, a_ids, a_count, b_ids, b_count, ask_pair);
}
