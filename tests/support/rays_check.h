// rays_check.h - rays asked, and answers compared, for the tests of abut_rays.
#ifndef ABUT_TESTS_SUPPORT_RAYS_CHECK_H
#define ABUT_TESTS_SUPPORT_RAYS_CHECK_H
#include "support/points_check.h"

#include "abut/ray.h"

static UNUSED const abut_ray_answer* rays_ask(abut_batch* b, const abut_instance* at,
                                              const double* origins, const double* directions,
                                              size_t count, const abut_ray_ask* ask)
{
    const abut_ray_answer* out = NULL;
    assert_int_equal(abut_rays(b, at, origins, directions, count, ask, &out), ABUT_OK);
    return out;
}

// Bit by bit, but for the padding between.
static UNUSED int rays_same_hit(const abut_ray_hit* x, const abut_ray_hit* y)
{
    int same = same_bits(x->t_lo, y->t_lo) && same_bits(x->t_hi, y->t_hi) &&
               x->triangle == y->triangle && x->feature == y->feature && x->facing == y->facing &&
               x->is_crossing == y->is_crossing;
    for (int k = 0; k < 3; k++)
        same &= same_bits(x->point[k], y->point[k]);
    return same;
}

static UNUSED int rays_same(const abut_ray_answer* x, const abut_ray_answer* y)
{
    int same = x->hit_count == y->hit_count && x->touch_count == y->touch_count &&
               x->crossing_count == y->crossing_count;
    for (size_t i = 0; same && i < x->hit_count; i++)
        same = rays_same_hit(&x->hits[i], &y->hits[i]);
    return same;
}

// Answers that outlive the next call.
typedef struct rays_kept_answers {
    abut_ray_answer* answers;
    abut_ray_hit* hits;
    size_t count;
} rays_kept_answers;

static UNUSED rays_kept_answers rays_keep(const abut_ray_answer* a, size_t count)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        total += a[i].hit_count;
    rays_kept_answers out = {malloc((count + 1) * sizeof *out.answers),
                             malloc((total + 1) * sizeof *out.hits), count};
    assert_true(out.answers && out.hits);
    for (size_t i = 0; i < count; i++) {
        out.answers[i] = a[i];
        out.answers[i].hits = out.hits + at;
        if (a[i].hit_count) memcpy(out.hits + at, a[i].hits, a[i].hit_count * sizeof *out.hits);
        at += a[i].hit_count;
    }
    return out;
}

static UNUSED void rays_forget(rays_kept_answers* k)
{
    free(k->answers);
    free(k->hits);
}

#endif
