// test_distance_oracle.c - small soups of every sort, by every method, against rationals: test_distance_oracle [SEED [COUNT]]
#include "support/distance_check.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/share.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static uint64_t count = CASES(160), seed = 1;

typedef struct truth {
    oracle_gap gap;
    abut_pair pair;
    int touches;
} truth;

static void triangle_of(const soup_data* s, size_t i, double out[3][3])
{
    memcpy(out, s->vertices + 9 * i, 9 * sizeof(double));
}

// The least of all pairs of triangles, and the first that has it.
static void find_truth(truth* t, oracle* o, const soup_data* a, const affine* a_pose,
                       const soup_data* b, const affine* b_pose)
{
    oracle_gap gap;
    oracle_gap_init(&gap);
    t->touches = 0;
    int is_first = 1;
    for (size_t i = 0; i < a->triangle_count && !t->touches; i++)
        for (size_t k = 0; k < b->triangle_count && !t->touches; k++) {
            double p[3][3], q[3][3];
            triangle_of(a, i, p);
            triangle_of(b, k, q);
            oracle_load(o, (const double(*)[3])p, a_pose, (const double(*)[3])q, b_pose);
            t->touches = oracle_decide(o) != ABUT_KIND_APART;
            if (!t->touches) {
                oracle_gap_find(&gap, (const double(*)[3])p, a_pose, (const double(*)[3])q, b_pose);
                if (!is_first && mpq_cmp(gap.square, t->gap.square) >= 0) continue;
                is_first = 0;
                mpq_set(t->gap.square, gap.square);
                t->gap.features = gap.features;
            }
            t->pair = (abut_pair){(uint32_t)i, (uint32_t)k};
        }
    oracle_gap_clear(&gap);
}

static int compare_to(double x, const mpq_t square)
{
    mpq_t y;
    mpq_init(y);
    mpq_set_d(y, x);
    mpq_mul(y, y, y);
    const int sign = mpq_cmp(y, square);
    mpq_clear(y);
    return sign;
}

static void check(const truth* t, const abut_distance_answer* d, const char* name, uint64_t index)
{
    if (t->touches) {
        if (d->lo != 0 || d->hi != 0 || !d->has_pair || d->pair.a != t->pair.a ||
            d->pair.b != t->pair.b)
            fail_msg("%s, case %" PRIu64 ": %.17g %.17g, pair %u %u in place of contact in %u %u",
                     name, index, d->lo, d->hi, d->pair.a, d->pair.b, t->pair.a, t->pair.b);
        return;
    }
    const int below = compare_to(d->lo, t->gap.square), above = compare_to(d->hi, t->gap.square);
    uint64_t lo, hi;
    memcpy(&lo, &d->lo, sizeof lo);
    memcpy(&hi, &d->hi, sizeof hi);
    const int is_next = below == 0 ? lo == hi : below < 0 && above > 0 && hi == lo + 1;
    if (!is_next || d->pair.a != t->pair.a || d->pair.b != t->pair.b ||
        d->features.a != t->gap.features.a || d->features.b != t->gap.features.b)
        fail_msg("%s, case %" PRIu64
                 ": %.17g %.17g, pair %u %u, features %d %d; the pair is %u %u, features %d %d",
                 name, index, d->lo, d->hi, d->pair.a, d->pair.b, d->features.a, d->features.b,
                 t->pair.a, t->pair.b, t->gap.features.a, t->gap.features.b);
}

// exponent: b goes so many powers of two of its size away; 0: not.
static void check_soups(oracle* o, truth* t, uint64_t i, int exponent)
{
    rng r = {seed * 1000003 + i};
    const soup_sort a_sort = (soup_sort)(i % SOUP_SORT_COUNT),
                    b_sort = (soup_sort)(i / SOUP_SORT_COUNT % SOUP_SORT_COUNT);
    soup_data a = soup_random(a_sort, 1 + rng_below(&r, 12), rng_next(&r)),
              b = soup_random(b_sort, 1 + rng_below(&r, 12), rng_next(&r));
    abut_pose a_pose = pose_of_sort(&r, (int)(i % 6)), b_pose = pose_of_sort(&r, (int)(i / 6 % 6));
    if (i % 3 == 0) memcpy(b_pose.translation, a_pose.translation, sizeof b_pose.translation);
    if (i % 3 == 1) b_pose.translation[0] += 1.5;
    if (i % 4 == 0) b_pose = a_pose;
    const double scale = b_pose.scale > 0 ? b_pose.scale : 1;
    for (int k = 0; k < 3 && exponent; k++)
        b_pose.translation[k] += ldexp(scale * rng_signed(&r), exponent);
    const affine a_map = oracle_affine(&a_pose), b_map = oracle_affine(&b_pose);
    find_truth(t, o, &a, &a_map, &b, &b_map);
    const abut_soup a_soup = soup_of(&a), b_soup = soup_of(&b);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        const distance_way* way = &distance_ways[w];
        abut_model *a_model = distance_model(&a_soup, way, NULL),
                   *b_model = distance_model(&b_soup, way, NULL);
        if (!a_model) continue;
        abut_query* q = NULL;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        const abut_instance at = {.model = a_model, .pose = a_pose},
                            bt = {.model = b_model, .pose = b_pose};
        const abut_distance_ask options = {.detail = ABUT_DETAIL_POINTS};
        abut_distance_answer d;
        assert_int_equal(abut_distance(q, &at, &bt, &options, &d), ABUT_OK);
        check(t, &d, way->name, i);
        abut_query_free(q);
        abut_model_free(a_model);
        abut_model_free(b_model);
    }
    soup_free(&a);
    soup_free(&b);
}

static void soups_are_as_far_as_rationals_say(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    truth t;
    uint64_t touching = 0;
    oracle_gap_init(&t.gap);
    for (uint64_t i = 0; i < count; i++) {
        check_soups(o, &t, i, 0);
        touching += (uint64_t)t.touches;
    }
    printf("%" PRIu64 " pairs of soups, %" PRIu64 " in contact\n", count, touching);
    assert_true(touching > count / 40 && touching < count / 2);
    oracle_gap_clear(&t.gap);
    oracle_free(o);
}

// From a thousand times their size on, up to 10^12.
static void far_soups_are_as_far_as_rationals_say(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    truth t;
    oracle_gap_init(&t.gap);
    for (uint64_t i = 0; i < count / 2; i++)
        check_soups(o, &t, i, 10 + (int)(i % 31));
    oracle_gap_clear(&t.gap);
    oracle_free(o);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(soups_are_as_far_as_rationals_say),
                                       cmocka_unit_test(far_soups_are_as_far_as_rationals_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
