// test_clearance_oracle.c - all pairs within margins that are as near to a distance as doubles come, of small soups of every
// sort, by every method, against rationals: test_clearance_oracle [SEED [COUNT]]
#include "support/distance_check.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/share.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12 };

static uint64_t count = CASES(140), seed = 1;

typedef struct truth {
    size_t a_count, b_count;
    oracle_gap gap[MOST][MOST];
    abut_kind kind[MOST][MOST];
} truth;

static void triangle_of(const soup_data* s, size_t i, double out[3][3])
{
    memcpy(out, s->vertices + 9 * i, 9 * sizeof(double));
}

static void find_truth(truth* t, oracle* o, const soup_data* a, const affine* a_pose,
                       const soup_data* b, const affine* b_pose)
{
    t->a_count = a->triangle_count;
    t->b_count = b->triangle_count;
    for (size_t i = 0; i < t->a_count; i++)
        for (size_t k = 0; k < t->b_count; k++) {
            double p[3][3], q[3][3];
            triangle_of(a, i, p);
            triangle_of(b, k, q);
            oracle_load(o, (const double(*)[3])p, a_pose, (const double(*)[3])q, b_pose);
            t->kind[i][k] = oracle_decide(o);
            if (t->kind[i][k] == ABUT_KIND_APART)
                oracle_gap_find(&t->gap[i][k], (const double(*)[3])p, a_pose, (const double(*)[3])q,
                                b_pose);
            else
                mpq_set_ui(t->gap[i][k].square, 0, 1);
        }
}

// Sign of x + y less the root of a square.
static int compare_to(double x, double y, const mpq_t square)
{
    mpq_t s, t;
    mpq_inits(s, t, NULL);
    mpq_set_d(s, x);
    mpq_set_d(t, y);
    mpq_add(s, s, t);
    mpq_mul(s, s, s);
    const int sign = mpq_cmp(s, square);
    mpq_clears(s, t, NULL);
    return sign;
}

static void check_pair(const oracle_gap* gap, abut_kind kind, const abut_approach* p,
                       const char* name, uint64_t index)
{
    uint64_t lo, hi;
    memcpy(&lo, &p->lo, sizeof lo);
    memcpy(&hi, &p->hi, sizeof hi);
    int is_right = p->kind == kind;
    if (kind == ABUT_KIND_APART) {
        const int below = compare_to(p->lo, 0, gap->square),
                  above = compare_to(p->hi, 0, gap->square);
        is_right &= below == 0 ? lo == hi : below < 0 && above > 0 && hi == lo + 1;
        is_right &= p->features.a == gap->features.a && p->features.b == gap->features.b;
        for (int c = 0; c < 3; c++) {
            const double a = mpq_get_d(gap->a[c]), b = mpq_get_d(gap->b[c]);  // toward zero
            is_right &= fabs(p->a_point[c] - a) <= fabs(a) * 0x1p-52;
            is_right &= fabs(p->b_point[c] - b) <= fabs(b) * 0x1p-52;
        }
    } else {
        is_right &= p->lo == 0 && p->hi == 0;
    }
    if (!is_right)
        fail_msg("%s, case %" PRIu64 ": %.17g %.17g, kind %d, features %d %d", name, index, p->lo,
                 p->hi, (int)p->kind, p->features.a, p->features.b);
}

static void check(const truth* t, const double margin[2], int strict,
                  const abut_clearance_answer* c, const char* name, uint64_t index)
{
    size_t next = 0, contacts = 0;
    for (size_t i = 0; i < t->a_count; i++)
        for (size_t k = 0; k < t->b_count; k++) {
            const int sign = compare_to(margin[0], margin[1], t->gap[i][k].square);
            const int is_here = next < c->count && c->pairs[next].a == i && c->pairs[next].b == k;
            if (is_here != (strict ? sign > 0 : sign >= 0))
                fail_msg("%s, case %" PRIu64 ", margins %.17g %.17g, strict %d: pair %zu %zu", name,
                         index, margin[0], margin[1], strict, i, k);
            if (!is_here) continue;
            contacts += t->kind[i][k] != ABUT_KIND_APART;
            if (c->approaches)
                check_pair(&t->gap[i][k], t->kind[i][k], &c->approaches[next], name, index);
            next++;
        }
    assert_int_equal(next, c->count);
    assert_int_equal(contacts, c->contact_count);
    assert_true(c->complete);
    assert_int_equal(c->band, contacts   ? ABUT_BAND_CONTACT
                              : c->count ? ABUT_BAND_CLOSE
                                         : ABUT_BAND_CLEAR);
}

// Two margins about the distance of some pair: their sum is next to it, or nearer to it than doubles are.
static void choose_margins(const truth* t, rng* r, double out[2])
{
    const oracle_gap* g = &t->gap[rng_below(r, t->a_count)][rng_below(r, t->b_count)];
    double d = sqrt(mpq_get_d(g->square));
    switch (rng_below(r, 5)) {
    case 0:
        d = nextafter(d, 0);
        break;
    case 1:
        d = nextafter(d, HUGE_VAL);
        break;
    case 2:
        d *= 2 * fabs(rng_signed(r));
        break;
    default:
        break;
    }
    const double part = rng_below(r, 3) ? fabs(rng_signed(r)) : 0;
    out[0] = d * part;
    out[1] = d - out[0];
    if (rng_below(r, 3) == 0) out[0] += d * 0x1p-60 * fabs(rng_signed(r));
    if (rng_below(r, 8) == 0) out[0] = out[1] = 0;
    if (out[1] < 0) out[1] = 0;
}

static void ask_all_ways(const truth* t, const soup_data* a, const abut_pose* a_pose,
                         const soup_data* b, const abut_pose* b_pose, rng* r, uint64_t index)
{
    const abut_soup a_soup = soup_of(a), b_soup = soup_of(b);
    double margin[4][2];
    for (int i = 0; i < 4; i++)
        choose_margins(t, r, margin[i]);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        const distance_way* way = &distance_ways[w];
        abut_model *a_model = distance_model(&a_soup, way, NULL),
                   *b_model = distance_model(&b_soup, way, NULL);
        if (!a_model) continue;
        abut_query* q = NULL;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        for (int i = 0; i < 8; i++) {
            const double* m = margin[i / 2];
            const abut_instance at = {a_model, *a_pose, NULL, m[0]},
                                bt = {b_model, *b_pose, NULL, m[1]};
            const abut_clearance_ask options = {
                .strict = i % 2, .detail = i / 2 == 0 ? ABUT_DETAIL_POINTS : ABUT_DETAIL_PAIRS};
            abut_clearance_answer c;
            assert_int_equal(abut_clearance(q, &at, &bt, &options, &c), ABUT_OK);
            check(t, m, i % 2, &c, way->name, index);
        }
        abut_query_free(q);
        abut_model_free(a_model);
        abut_model_free(b_model);
    }
}

static void soups_are_as_close_as_rationals_say(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    truth* t = malloc(sizeof *t);
    assert_non_null(t);
    for (int i = 0; i < MOST * MOST; i++)
        oracle_gap_init(&t->gap[i / MOST][i % MOST]);
    for (uint64_t i = 0; i < count; i++) {
        rng r = {seed * 1000003 + i};
        const soup_sort a_sort = (soup_sort)(i % SOUP_SORT_COUNT),
                        b_sort = (soup_sort)(i / SOUP_SORT_COUNT % SOUP_SORT_COUNT);
        soup_data a = soup_random(a_sort, 1 + rng_below(&r, MOST), rng_next(&r)),
                  b = soup_random(b_sort, 1 + rng_below(&r, MOST), rng_next(&r));
        abut_pose a_pose = pose_of_sort(&r, (int)(i % 6)),
                  b_pose = pose_of_sort(&r, (int)(i / 6 % 6));
        if (i % 3 == 0) memcpy(b_pose.translation, a_pose.translation, sizeof b_pose.translation);
        if (i % 4 == 0) b_pose = a_pose;
        const affine a_map = oracle_affine(&a_pose), b_map = oracle_affine(&b_pose);
        find_truth(t, o, &a, &a_map, &b, &b_map);
        ask_all_ways(t, &a, &a_pose, &b, &b_pose, &r, i);
        soup_free(&a);
        soup_free(&b);
    }
    printf("%" PRIu64 " pairs of soups\n", count);
    for (int i = 0; i < MOST * MOST; i++)
        oracle_gap_clear(&t->gap[i / MOST][i % MOST]);
    free(t);
    oracle_free(o);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(soups_are_as_close_as_rationals_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
