// test_distance_oracle.c - how far small soups are, and all pairs within margins, by every method, against rationals:
// test_distance_oracle [SEED [SMALL [LARGER [FIRST]]]]
//
// SMALL pairs of one to three triangles each, by four ways to build, and LARGER of up to twelve, by all of them; both orders,
// all states of the floating-point unit. Queries are kept: what was asked before must not matter.
#include "base/simd_set.h"
#include "support/distance_check.h"
#include "support/distance_truth.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soup_couples.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t seed = 1, small_count = CASES(3200), larger_count = CASES(104), first = 0;

typedef struct run {
    distance_truth truth;
    abut_query* query[DISTANCE_WAYS];
    uint64_t touching[COUPLE_FAMILIES], apart[COUPLE_FAMILIES];
    uint64_t triangles, tied, asked, close;
} run;

static void run_begin(run* r)
{
    *r = (run){.asked = 0};
    distance_truth_init(&r->truth);
    for (int w = 0; w < DISTANCE_WAYS; w++)
        assert_int_equal(abut_query_create(&r->query[w], NULL), ABUT_OK);
}

static void run_end(run* r)
{
    distance_truth_clear(&r->truth);
    for (int w = 0; w < DISTANCE_WAYS; w++)
        abut_query_free(r->query[w]);
    for (int f = 0; f < COUPLE_FAMILIES; f++)
        printf("%s: %" PRIu64 " apart, %" PRIu64 " in contact\n", couple_family_name[f],
               r->apart[f], r->touching[f]);
    printf("%" PRIu64 " pairs of triangles, %" PRIu64 " as near as the nearest; %" PRIu64
           " answers, %" PRIu64 " pairs too close\n",
           r->triangles, r->tied, r->asked, r->close);
}

static void count_truth(run* r, couple_family family)
{
    const distance_truth* t = &r->truth;
    const size_t count = t->a_count * t->b_count;
    r->triangles += count;
    *(t->contact_count ? &r->touching[family] : &r->apart[family]) += 1;
    for (size_t i = 0; i < count; i++)
        r->tied += mpq_equal(t->gap[i].square, distance_truth_least(t)->square) != 0;
    r->tied--;
}

// ---------------------------------------------------------------------------------------------- asking

// What a limit asks of a pair whose distance has lo and hi next to it.
static void check_within(run* r, int way, const abut_instance at[2], double within,
                         const abut_distance_answer* exact, uint64_t index)
{
    const abut_distance_ask options = {.within = within};
    abut_distance_answer d;
    if (!(within > 0)) return;
    assert_int_equal(abut_distance(r->query[way], &at[0], &at[1], &options, &d), ABUT_OK);
    r->asked++;
    const int is_farther =
        oracle_compare_double(within, distance_truth_least(&r->truth)->square) < 0;
    const int is_right = is_farther ? d.is_farther && !d.has_pair && same_bits(d.lo, within)
                                    : !d.is_farther && d.has_pair && same_bits(d.lo, exact->lo) &&
                                          same_bits(d.hi, exact->hi) && d.pair.a == exact->pair.a &&
                                          d.pair.b == exact->pair.b;
    if (!is_right)
        fail_msg("seed %" PRIu64 ", case %" PRIu64 ", %s: within %.17g: farther %d, %.17g %.17g",
                 seed, index, distance_ways[way].name, within, d.is_farther, d.lo, d.hi);
}

static void check_tolerance(run* r, int way, const abut_instance at[2],
                            const abut_distance_answer* exact, uint64_t index)
{
    const double t = index % 3 ? 0x1p-20 : 0.5;
    const abut_distance_ask options = {.relative = index % 2 ? t : 0,
                                       .absolute = index % 2 ? 0 : t * exact->hi};
    abut_distance_answer d;
    if (isinf(exact->hi)) return;  // beyond the doubles
    assert_int_equal(abut_distance(r->query[way], &at[0], &at[1], &options, &d), ABUT_OK);
    r->asked++;
    const oracle_gap* least = distance_truth_least(&r->truth);
    const int is_true = oracle_compare_double(d.lo, least->square) <= 0 &&
                        oracle_compare_double(d.hi, least->square) >= 0;
    const oracle_gap* own = &r->truth.gap[d.pair.a * r->truth.b_count + d.pair.b];
    // The doubles next to a distance may be farther apart than was asked: there are none between.
    const int is_kept = d.hi - d.lo <= (index % 2 ? t * d.hi : options.absolute) ||
                        oracle_encloses(least->square, d.lo, d.hi);
    if (!is_true || !is_kept || !d.complete || !d.has_pair ||
        oracle_compare_double(d.hi, own->square) < 0)
        fail_msg("seed %" PRIu64 ", case %" PRIu64 ", %s: tolerance %g: %.17g %.17g", seed, index,
                 distance_ways[way].name, t, d.lo, d.hi);
}

// Two margins about the distance of some pair: their sum is next to it, or nearer to it than doubles are.
static void choose_margins(const distance_truth* t, rng* r, double out[2])
{
    const size_t at = rng_below(r, t->a_count * t->b_count);
    double d = sqrt(mpq_get_d(t->gap[at].square));
    const size_t how = rng_below(r, 5);
    if (!(d < (double)INFINITY)) d = 0x1p1023;
    if (how == 0) d = nextafter(d, 0);
    if (how == 1) d = nextafter(d, (double)INFINITY);
    if (how == 2) d *= 0.5 + 0.5 * fabs(rng_signed(r));
    out[0] = rng_below(r, 3) ? d * fabs(rng_signed(r)) : 0;
    out[1] = d - out[0];
    if (rng_below(r, 3) == 0) out[0] += d * 0x1p-60 * fabs(rng_signed(r));
    if (rng_below(r, 8) == 0) out[0] = out[1] = 0;
}

static void check_clearance(run* r, int way, const abut_instance at[2], rng* dice, uint64_t index)
{
    double margin[2];
    choose_margins(&r->truth, dice, margin);
    const abut_instance with[2] = {{.model = at[0].model, .pose = at[0].pose, .margin = margin[0]},
                                   {.model = at[1].model, .pose = at[1].pose, .margin = margin[1]}};
    for (int order = 0; order < 2; order++) {
        const abut_clearance_ask options = {.strict = (int)rng_below(dice, 2),
                                            .detail = (abut_detail)rng_below(dice, 3)};
        abut_clearance_answer c;
        float_mode_enter(&float_modes[(index / 5 + (uint64_t)order) % FLOAT_MODE_COUNT]);
        const abut_status status =
            abut_clearance(r->query[way], &with[order], &with[!order], &options, &c);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        r->asked++;
        r->close += c.count;
        const char* fault = distance_truth_clearance_fault(
            &r->truth, order, margin, options.strict, options.detail == ABUT_DETAIL_POINTS, &c);
        if (c.count && !c.approaches != (options.detail == ABUT_DETAIL_PAIRS)) fault = "details";
        if (fault)
            fail_msg("seed %" PRIu64 ", case %" PRIu64
                     ", %s, order %d: margins %.17g %.17g, strict %d: %s: %zu pairs",
                     seed, index, distance_ways[way].name, order, margin[0], margin[1],
                     options.strict, fault, c.count);
    }
}

static void check_way(run* r, int way, const soup_couple* c, uint64_t index)
{
    const abut_soup soup[2] = {soup_of(&c->soup[0]), soup_of(&c->soup[1])};
    abut_model* model[2] = {distance_model(&soup[0], &distance_ways[way], NULL), NULL};
    if (!model[0]) return;
    model[1] = distance_model(&soup[1], &distance_ways[way], NULL);
    const abut_instance at[2] = {{.model = model[0], .pose = c->pose[0]},
                                 {.model = model[1], .pose = c->pose[1]}};
    const abut_distance_ask options = {.detail = ABUT_DETAIL_POINTS};
    abut_distance_answer d[2];
    for (int order = 0; order < 2; order++) {
        const float_mode* mode = &float_modes[(index / 3 + (uint64_t)order) % FLOAT_MODE_COUNT];
        float_mode_enter(mode);
        const abut_status status =
            abut_distance(r->query[way], &at[order], &at[!order], &options, &d[order]);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        r->asked++;
        const char* fault = distance_truth_fault(&r->truth, order, &d[order]);
        if (fault)
            fail_msg("seed %" PRIu64 ", case %" PRIu64
                     ", %s, order %d, %s: %s: %.17g %.17g, pair %u %u; it is %u %u",
                     seed, index, distance_ways[way].name, order, mode->name, fault, d[order].lo,
                     d[order].hi, d[order].pair.a, d[order].pair.b, r->truth.pair[order].a,
                     r->truth.pair[order].b);
    }
    const double limits[] = {d[0].lo, d[0].hi, d[0].hi * 1.25, d[0].lo * 0.75};
    check_within(r, way, at, limits[index % 4], &d[0], index);
    check_tolerance(r, way, at, &d[0], index);
    // Larger soups have more distances that margins may be next to.
    rng dice = {index};
    for (int i = 0; i < (r->truth.a_count * r->truth.b_count > 9 ? 4 : 1); i++)
        check_clearance(r, way, at, &dice, index);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

// b goes a power of two of the larger size away, if that is a length that poses have.
static void move_away(soup_couple* c, uint64_t index, int exponent)
{
    rng r = {index};
    double size = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < 9 * c->soup[side].triangle_count; i++) {
            const double scale = c->pose[side].scale > 0 ? c->pose[side].scale : 1;
            size = fmax(size, fabs(c->soup[side].vertices[i]) * scale);
        }
    for (int k = 0; k < 3; k++) {
        const double way = ldexp(size * rng_signed(&r), exponent);
        if (fabs(way) < 1e300) c->pose[1].translation[k] += way;
    }
}

// exponent: b is moved by so much; 0: it is not.
static void check_case(run* r, uint64_t index, size_t most, int ways, int exponent)
{
    soup_couple c;
    soup_couple_make(&c, seed, index, most);
    if (exponent) move_away(&c, index, exponent);
    distance_truth_find(&r->truth, c.soup, c.pose);
    count_truth(r, c.family);
    // brute, wide, and some of the others by turns.
    for (int w = 0; w < ways; w++)
        check_way(
            r,
            w < 2 || ways == DISTANCE_WAYS
                ? w
                : 2 + (int)((index / COUPLE_FAMILIES + (uint64_t)w * 5) % (DISTANCE_WAYS - 2)),
            &c, index);
    soup_couple_free(&c);
}

static void check_cases(uint64_t count, size_t most, int ways)
{
    run r;
    run_begin(&r);
    for (uint64_t i = first; i < first + count; i++) {
        if (!simd_use((simd_set)(i / COUPLE_FAMILIES % SIMD_SETS))) simd_use(simd_best());
        check_case(&r, i, most, ways, 0);
    }
    simd_use(simd_best());
    run_end(&r);
    if (count < 10 * COUPLE_FAMILIES) return;
    uint64_t touching = 0;
    for (int f = 0; f < COUPLE_FAMILIES; f++) {
        assert_true(r.apart[f] > 0);
        touching += r.touching[f];
    }
    assert_true(touching > 0 && r.tied > count / 10);
}

static void small_soups_are_as_far_as_rationals_say(void** state)
{
    (void)state;
    check_cases(small_count, 3, 4);
}

static void larger_soups_are_as_far_as_rationals_say(void** state)
{
    (void)state;
    check_cases(larger_count, 12, DISTANCE_WAYS);
}

// From a thousand times their size on, up to 10^12.
static void far_soups_are_as_far_as_rationals_say(void** state)
{
    (void)state;
    run r;
    run_begin(&r);
    for (uint64_t i = first; i < first + larger_count; i++)
        check_case(&r, i, 8, 3, 10 + (int)(i * 7 % 31));
    run_end(&r);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) small_count = strtoull(argv[2], NULL, 10);
    if (argc > 3) larger_count = strtoull(argv[3], NULL, 10);
    if (argc > 4) first = strtoull(argv[4], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_soups_are_as_far_as_rationals_say),
        cmocka_unit_test(larger_soups_are_as_far_as_rationals_say),
        cmocka_unit_test(far_soups_are_as_far_as_rationals_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
