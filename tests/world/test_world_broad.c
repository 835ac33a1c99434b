// test_world_broad.c - sweep and prune in place of a world's tree: the answers are the tree's after any changes, for each k
// and survey; lists that are kept sorted have the pairs of all things; and where a model begins and ends along a direction
// holds all of its points, against rational arithmetic.
#include "base/host.h"
#include "geom/dop_directions.h"
#include "support/answers.h"
#include "support/float_mode.h"
#include "support/pruning.h"
#include "world/world_ends.h"
#include "world/world_extent.h"
#include "world/world_reference.h"

#include <gmp.h>
#include <math.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

// ------------------------------------------------------------------------------------------ many worlds

enum { KS = 8 };
static const int ks[KS] = {0, 6, 8, 12, 14, 18, 20, 26};  // 0: the tree

// The same changes happen to all of them.
typedef struct family {
    reference member[KS];
    abut_pose frame;  // of some instances
    size_t asked[KS], pairs;
} family;

static void family_open(family* f, abut_method method, const abut_host* host, double reach)
{
    *f = (family){.pairs = 0};
    for (int i = 0; i < KS; i++) {
        reference_open(&f->member[i], method, host);
        f->member[i].reach = reach;
        f->member[i].margin_most = 0.3;
        assert_int_equal(abut_world_broad(f->member[i].world, ks[i]), ABUT_OK);
        fill(&f->member[i], 10);
    }
    f->frame = pose_random(&(rng){5}, 1);
    f->frame.scale = 0;
}

static void family_close(family* f)
{
    for (int i = 0; i < KS; i++)
        reference_close(&f->member[i]);
}

static void set_frame(reference* r, const abut_pose* about)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    assert_int_equal(abut_world_frame(r->world, id, rng_below(&r->random, 2) ? about : NULL),
                     ABUT_OK);
}

static void change_all(family* f, int is_coarse)
{
    for (int i = 0; i < KS; i++) {
        reference* const r = &f->member[i];
        if (is_coarse) change(r);
        if (!is_coarse) move(r, 0.02);
        if (rng_below(&r->random, 4) == 0) set_margin(r);
        if (rng_below(&r->random, 9) == 0) set_own_margins(r);
        if (rng_below(&r->random, 9) == 0) set_frame(r, &f->frame);
    }
}

static int same_clash(const abut_clash* x, const abut_clash* y)
{
    return x->count == y->count && x->relation == y->relation && x->reason == y->reason &&
           x->complete == y->complete &&
           !memcmp(x->kind_count, y->kind_count, 4 * sizeof(size_t)) &&
           doubles_are_same(x->low, y->low, 3) && doubles_are_same(x->high, y->high, 3);
}

// But for the work, which depends on what was asked of a pair before.
static uint64_t hash_of_place(const abut_distance_answer* d)
{
    abut_distance_answer own = *d;
    own.volume_tests = own.triangle_tests = own.node_updates = own.exact_tests = 0;
    return hash_of_distance(&own);
}

static void expect_same_pairs(const abut_clashes* x, const abut_clashes* y)
{
    assert_int_equal(x->count, y->count);
    assert_int_equal(!x->clashes, !y->clashes);
    assert_int_equal(!x->gaps, !y->gaps);
    for (size_t i = 0; i < x->count; i++) {
        assert_true(is_next(y->pairs, y->count, i, x->pairs[i].a, x->pairs[i].b));
        if (x->clashes) assert_true(same_clash(&x->clashes[i], &y->clashes[i]));
        if (!x->gaps) continue;
        assert_int_equal(x->gaps[i].band, y->gaps[i].band);
        assert_true(hash_of_place(&x->gaps[i].distance) == hash_of_place(&y->gaps[i].distance));
    }
}

// Those left open are some of the tree's; all of them, where no direction saves questions.
static void expect_same_rest(const abut_clashes* x, const abut_clashes* y, int saves)
{
    size_t place = 0;
    assert_true(y->asked <= x->asked);
    for (size_t i = 0; i < y->undecided_count; i++) {
        const abut_pair pair = y->undecided[i];
        while (place < x->undecided_count &&
               !is_next(x->undecided, x->undecided_count, place, pair.a, pair.b))
            place++;
        assert_true(place < x->undecided_count);
    }
    if (saves) return;
    assert_true(y->asked == x->asked && y->volume_tests == x->volume_tests);
    assert_true(y->triangle_tests == x->triangle_tests && y->exact_tests == x->exact_tests);
    assert_true(y->node_updates == x->node_updates && y->state == x->state);
    assert_true(y->undecided_count == x->undecided_count && y->complete == x->complete);
}

static void ask_all(family* f, abut_survey survey, const abut_ask* ask)
{
    abut_clashes by_tree, found;
    assert_int_equal(abut_world_collide(f->member[0].world, survey, ask, &by_tree), ABUT_OK);
    f->asked[0] += by_tree.asked;
    f->pairs += by_tree.count;
    for (int i = 1; i < KS; i++) {
        const int saves = PRUNING && ks[i] != 6 && survey != ABUT_SURVEY_BOXES;
        assert_int_equal(abut_world_collide(f->member[i].world, survey, ask, &found), ABUT_OK);
        expect_same_pairs(&by_tree, &found);
        expect_same_rest(&by_tree, &found, saves);
        f->asked[i] += found.asked;
        if (ask && (ask->limit || ask->budget)) continue;
        assert_int_equal(found.state, by_tree.state);
        assert_int_equal(found.band, by_tree.band);
        assert_int_equal(found.complete, by_tree.complete);
    }
}

static void answers_are_those_of_the_tree(void** state)
{
    (void)state;
    static const double reaches[] = {0.7, 1.3, 0.05};  // the last: all in one place
    for (size_t i = 0; i < 3; i++) {
        family f;
        family_open(&f, ABUT_METHOD_WIDE, NULL, reaches[i]);
        for (int step = 0; step < (PRUNING ? 160 : 24); step++) {
            const abut_survey survey = (abut_survey)(step * 5 % 8);
            const int can_cut = survey < ABUT_SURVEY_RELATIONS;
            abut_ask ask = {.limit = step % 5 == 4 && can_cut ? 1 + (size_t)(step % 7) : 0,
                            .budget = step % 7 == 6 && can_cut ? 40 : 0,
                            .coherent = survey != ABUT_SURVEY_BOXES && step % 3 == 0};
            // A budget goes as far as what was asked before lets it.
            if (ask.budget) ask.coherent = 0;
            ask_all(&f, survey, &ask);
            if (step % 10 == 9) ask_all(&f, survey, &ask);  // nothing has changed
            for (int k = step / 20 % 2 ? 1 : 4; k; k--)
                change_all(&f, step / 20 % 2 == 0);
        }
        print_message("reach %g: %zu pairs; asked, by k from 6 on:", reaches[i], f.pairs);
        for (int k = 0; k < KS; k++)
            print_message(" %zu", f.asked[k]);
        print_message("\n");
        assert_true(f.pairs > 50 && f.asked[1] == f.asked[0]);
        for (int k = 2; k < KS && PRUNING && i < 2; k++)
            assert_true(f.asked[k] < f.asked[0]);
        if (PRUNING && i < 2) assert_true(f.asked[KS - 1] < f.asked[4]);  // 26 beside 14
        family_close(&f);
    }
}

static void other_methods_and_workers_too(void** state)
{
    (void)state;
    for (int workers = 1; workers <= 16; workers *= 4) {
        shuffled order;
        const abut_host host = shuffled_host(&order, workers, 3);
        family f;
        family_open(&f, workers == 4 ? ABUT_METHOD_AABB : ABUT_METHOD_WIDE, &host, 0.9);
        for (int step = 0; step < 24; step++) {
            ask_all(&f, (abut_survey)(step % 7), NULL);
            for (int k = 0; k < 4; k++)
                change_all(&f, step < 12);
        }
        family_close(&f);
    }
}

// From the tree to lists and back, with things that were not asked about meanwhile.
static void k_may_change_at_any_time(void** state)
{
    (void)state;
    reference r;
    size_t pairs = 0;
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    r.margin_most = 0.2;
    fill(&r, 12);
    for (int step = 0; step < (PRUNING ? 200 : 30); step++) {
        abut_clashes found;
        const abut_survey survey = step % 4 ? ABUT_SURVEY_COUNTS : ABUT_SURVEY_RELATIONS;
        if (rng_below(&r.random, 3) == 0)
            assert_int_equal(abut_world_broad(r.world, ks[rng_below(&r.random, KS)]), ABUT_OK);
        if (step % 3 == 0)
            assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CLEARANCES, NULL, &found),
                             ABUT_OK);
        assert_int_equal(abut_world_collide(r.world, survey, NULL, &found), ABUT_OK);
        pairs += expect_truth(&r, &found, survey).told;
        for (int k = 0; k < 3; k++)
            change(&r);
        if (rng_below(&r.random, 3) == 0) set_margin(&r);
    }
    assert_true(pairs > 100);
    reference_close(&r);
}

static void failed_allocations_leave_a_world_usable(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    size_t failures = 0;
    for (int done = 0; !done; failures++) {
        reference r;
        abut_clashes found = {.count = 77};
        abut_status status = ABUT_OK;
        reference_open(&r, ABUT_METHOD_WIDE, &host);
        fill(&r, 12);
        assert_int_equal(abut_world_broad(r.world, 26), ABUT_OK);
        c.fail_at = c.allocations + failures;
        for (int i = 0; i < 6 && status == ABUT_OK; i++) {
            const abut_survey survey = i % 2 ? ABUT_SURVEY_CLEARANCES : ABUT_SURVEY_COUNTS;
            status = abut_world_collide(r.world, survey, NULL, &found);
            if (i == 1) nudge(&r);
        }
        done = status == ABUT_OK && c.allocations <= c.fail_at;
        if (status != ABUT_OK) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        c.fail_at = SIZE_MAX;
        c.fraction = 0;
        nudge(&r);
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
        (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
        reference_close(&r);
        assert_int_equal(c.blocks, 0);
    }
    assert_true(failures > 25);
}

static void cancelling_leaves_a_world_usable(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    reference r;
    abut_clashes found;
    reference_open(&r, ABUT_METHOD_WIDE, &host);
    fill(&r, 24);
    assert_int_equal(abut_world_broad(r.world, 14), ABUT_OK);
    assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
    const size_t calls = c.progress_calls;
    for (size_t i = 0; i < calls; i++) {
        nudge(&r);
        c.progress_calls = 0;
        c.fraction = 0;
        c.cancel_at = i;
        const abut_status status = abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found);
        assert_true(status == ABUT_CANCELLED || c.progress_calls <= i);
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
        (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
    }
    reference_close(&r);
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    abut_world* w = NULL;
    abut_clashes found;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    assert_int_equal(abut_world_broad(NULL, 6), ABUT_BAD_ARGUMENT);
    for (int k = -30; k < 40; k++) {
        int is_known = 0;
        for (int i = 0; i < KS; i++)
            is_known |= ks[i] == k;
        assert_int_equal(abut_world_broad(w, k), is_known ? ABUT_OK : ABUT_BAD_ARGUMENT);
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        assert_true(!found.count && found.pairs);  // nobody is there
    }
    abut_world_free(w);
}

// ------------------------------------------------------------------------------------------- lists alone

enum { THINGS = 300, MOST_DIRECTIONS = 13 };

typedef struct things {
    double low[THINGS][MOST_DIRECTIONS], high[THINGS][MOST_DIRECTIONS];
    uint8_t is_there[THINGS];
    int directions;
    rng random;
} things;

// Few different numbers, so that many touch; some without end.
static void place_thing(things* t, size_t i, size_t spread)
{
    for (int d = 0; d < t->directions; d++) {
        t->low[i][d] = (double)rng_below(&t->random, spread) - (double)(spread / 2);
        t->high[i][d] = t->low[i][d] + (double)rng_below(&t->random, 1 + spread / 4);
        if (rng_below(&t->random, 200) == 0) t->low[i][d] = -HUGE_VAL;
        if (rng_below(&t->random, 200) == 0) t->high[i][d] = HUGE_VAL;
        if (rng_below(&t->random, 50) == 0) t->low[i][d] = t->high[i][d] = -0.0;
    }
}

static void set_thing(const things* t, world_ends* e, size_t i)
{
    for (int d = 0; d < t->directions; d++)
        world_ends_set(e, i, d, t->low[i][d], t->high[i][d]);
}

static size_t expect_pairs(const things* t, const world_ends* e)
{
    size_t count = 0;
    for (size_t a = 0; a < THINGS; a++) {
        assert_int_equal(world_ends_place(e, (uint32_t)a), count);
        for (size_t b = a + 1; b < THINGS; b++) {
            int meet = t->is_there[a] && t->is_there[b];
            for (int d = 0; d < t->directions && meet; d++)
                meet = t->low[a][d] <= t->high[b][d] && t->low[b][d] <= t->high[a][d];
            if (!meet) continue;
            assert_true(count < e->pair_count);
            assert_true(e->pairs[count++] == ((uint64_t)a << 32 | b));
        }
    }
    assert_int_equal(count, e->pair_count);
    return count;
}

static void lists_have_the_pairs_of_all_things(void** state)
{
    (void)state;
    static things t;
    const abut_host host = host_complete(NULL);
    size_t pairs = 0;
    world_ends e = {0};
    for (int round = 0; round < 24; round++) {
        t = (things){.directions = 1 + round * 7 % MOST_DIRECTIONS, .random = {(uint64_t)round}};
        const size_t spread = round % 4 ? 40 : 400;
        assert_int_equal(world_ends_begin(&e, &host, t.directions, THINGS), ABUT_OK);
        for (size_t i = 0; i < THINGS; i++) {
            t.is_there[i] = rng_below(&t.random, 10) != 0;
            place_thing(&t, i, spread);
            if (t.is_there[i]) set_thing(&t, &e, i);
        }
        assert_int_equal(world_ends_sort(&e, &host), ABUT_OK);
        pairs += expect_pairs(&t, &e);
        for (int step = 0; step < 12; step++) {
            for (size_t i = 0; i < THINGS; i++) {
                if (!t.is_there[i] || (step % 3 && rng_below(&t.random, 20))) continue;
                if (step % 3 == 0 && round % 2)
                    for (int d = 0; d < t.directions; d++)  // all by a little
                        t.low[i][d]--, t.high[i][d] += (double)rng_below(&t.random, 2);
                else
                    place_thing(&t, i, spread);  // all anywhere; or few
                set_thing(&t, &e, i);
            }
            assert_int_equal(world_ends_settle(&e, &host), ABUT_OK);
            pairs += expect_pairs(&t, &e);
        }
    }
    world_ends_free(&e, &host);
    print_message("%zu pairs\n", pairs);
    assert_true(pairs > 100000);
}

// Numbers that differ by less than a processor may see overlap: never fewer than truly do.
static void almost_equal_numbers_may_overlap(void** state)
{
    (void)state;
    static const double x[] = {-HUGE_VAL, -1e300,    -1, -0x1p-1074,          -0.0,    0, 0x1p-1074,
                               0x1p-1030, 0x1p-1022, 1,  0x1.0000000000001p0, HUGE_VAL};
    const abut_host host = host_complete(NULL);
    enum { COUNT = sizeof x / sizeof *x };
    world_ends e = {0};
    assert_int_equal(world_ends_begin(&e, &host, 1, COUNT), ABUT_OK);
    for (size_t i = 0; i < COUNT; i++)
        world_ends_set(&e, i, 0, x[i], x[i]);
    assert_int_equal(world_ends_sort(&e, &host), ABUT_OK);
    // Zeroes and what is below the normal numbers: five; and 1 with the next one.
    assert_int_equal(e.pair_count, 10 + 1);
    assert_int_equal(world_ends_begin(&e, &host, 1, WORLD_ENDS_MOST + 1), ABUT_TOO_LARGE);
    world_ends_free(&e, &host);
}

// ----------------------------------------------------------------------------------------------- extents

static double wild(rng* r, int top)
{
    const double x = rng_signed(r);
    switch (rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return ldexp(x, -1040);
    case 2:
        return ldexp(x, top - (int)rng_below(r, 60));
    default:
        return ldexp(x, (int)rng_below(r, 24) - 12);
    }
}

// direction . pose(point), less the end: its sign.
static int sign_of(const affine* pose, const signed char direction[3], const double point[3],
                   double end)
{
    mpq_t sum, place, x, y;
    mpq_inits(sum, place, x, y, NULL);
    mpq_set_d(sum, end);
    mpq_neg(sum, sum);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(place, pose->translation[i]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(x, pose->matrix[i][k]);
            mpq_set_d(y, point[k]);
            mpq_mul(x, x, y);
            mpq_add(place, place, x);
        }
        mpq_set_si(x, direction[i], 1);
        mpq_mul(place, place, x);
        mpq_add(sum, sum, place);
    }
    const int sign = mpq_sgn(sum);
    mpq_clears(sum, place, x, y, NULL);
    return sign;
}

enum { POINTS = 6 };

static affine any_placed(rng* r, int turn)
{
    affine placed;
    for (;;) {
        abut_pose pose = pose_random(r, 1);
        if (turn % 4 == 0) pose = (abut_pose){.scale = 1};
        if (turn % 4 == 1) pose.scale = ldexp(1, (int)rng_below(r, 600) - 300);
        if (turn % 8 == 2) pose.rotation[0][0] = ldexp(rng_signed(r), -1060);
        for (int k = 0; k < 3; k++)
            pose.translation[k] = turn % 8 == 3 ? ldexp(rng_signed(r), -4) : wild(r, 1010);
        if (affine_from_pose(&placed, &pose) == ABUT_OK) return placed;
    }
}

// Returns how many ends were beyond a point. *tight: how many were known.
static size_t judge_extents(int turns, size_t* count, size_t* tight)
{
    rng r = {77};
    size_t wrong = 0;
    for (int turn = 0; turn < turns; turn++) {
        double points[POINTS][3];
        uint32_t triangles[POINTS];
        soup_mesh m = {.vertices = points[0],
                       .triangles = triangles,
                       .vertex_count = POINTS,
                       .triangle_count = POINTS / 3};
        const affine placed = any_placed(&r, turn);
        for (uint32_t i = 0; i < POINTS; i++) {
            triangles[i] = i;
            for (int k = 0; k < 3; k++)
                points[i][k] = turn % 2 ? rng_signed(&r) : wild(&r, 1000);
        }
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            world_extent e;
            double low[13], high[13];
            const kdop_set* const set = kdop_set_of(26);
            float_mode_enter(&float_modes[mode]);
            world_extent_find(&e, &m);
            for (int d = 0; d < set->half; d++)
                world_extent_along(&e, &placed, set->direction[d], &low[d], &high[d]);
            float_mode_leave();
            for (int d = 0; d < set->half; d++, ++*count) {
                if (!(high[d] < HUGE_VAL)) continue;
                ++*tight;
                for (int i = 0; i < POINTS; i++)
                    wrong += sign_of(&placed, set->direction[d], points[i], low[d]) < 0 ||
                             sign_of(&placed, set->direction[d], points[i], high[d]) > 0;
            }
        }
    }
    return wrong;
}

static void extents_hold_all_points(void** state)
{
    (void)state;
    size_t count = 0, tight = 0;
    const size_t wrong = judge_extents(400, &count, &tight);
    print_message("%zu ends of models along directions, %zu of them known: %zu wrong\n", count,
                  tight, wrong);
    assert_true(tight > count / 2);
    assert_true(EXPECT_WRONG ? wrong > 0 : !wrong);  // a 32nd of the bound is too little
}

// The extent of a turned cube: as far as its corners along the 26 directions themselves, never farther than its box.
static void extents_are_not_wider_than_they_should_be(void** state)
{
    (void)state;
    static const double size[3] = {1, 1, 1};
    mesh m = {0};
    world_extent e;
    rng r = {3};
    assert_int_equal(box_make(size, 1, &m), SCENE_OK);
    world_extent_find(&e, &(soup_mesh){.vertices = m.vertices,
                                       .triangles = m.triangles,
                                       .vertex_count = m.vertex_count,
                                       .triangle_count = m.triangle_count});
    const kdop_set* const set = kdop_set_of(26);
    for (int turn = 0; turn < 100; turn++) {
        const abut_pose pose = turn ? pose_random(&r, 0.5) : (abut_pose){.scale = 1};
        affine placed;
        assert_int_equal(affine_from_pose(&placed, &pose), ABUT_OK);
        for (int d = 0; d < set->half; d++) {
            double low, high, most = -HUGE_VAL, least = HUGE_VAL;
            world_extent_along(&e, &placed, set->direction[d], &low, &high);
            for (size_t i = 0; i < m.vertex_count; i++) {
                double along = 0;
                for (int k = 0; k < 3; k++) {
                    double x = placed.translation[k];
                    for (int j = 0; j < 3; j++)
                        x += placed.matrix[k][j] * m.vertices[3 * i + (size_t)j];
                    along += set->direction[d][k] * x;
                }
                most = fmax(most, along);
                least = fmin(least, along);
            }
            assert_true(high >= most - 1e-13 && low <= least + 1e-13);
            assert_true(high <= most + 1e-12 && low >= least - 1e-12);  // of a cube it is exact
            double far = low, near = high;
            world_extent_grow(set->direction[d], 0.5, &far, &near);
            double length = 0;
            for (int k = 0; k < 3; k++)
                length += set->direction[d][k] * set->direction[d][k];
            assert_true(near >= high + 0.5 * sqrt(length) && near <= high + 0.501 * sqrt(length));
            assert_true(far <= low - 0.5 * sqrt(length) && far >= low - 0.501 * sqrt(length));
        }
    }
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_tree),
        cmocka_unit_test(other_methods_and_workers_too),
        cmocka_unit_test(k_may_change_at_any_time),
        cmocka_unit_test(failed_allocations_leave_a_world_usable),
        cmocka_unit_test(cancelling_leaves_a_world_usable),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(lists_have_the_pairs_of_all_things),
        cmocka_unit_test(almost_equal_numbers_may_overlap),
        cmocka_unit_test(extents_are_not_wider_than_they_should_be),
        cmocka_unit_test(extents_hold_all_points),
    };
    const struct CMUnitTest attack[] = {cmocka_unit_test(extents_hold_all_points)};
    return EXPECT_WRONG ? cmocka_run_group_tests(attack, NULL, NULL)
                        : cmocka_run_group_tests(tests, NULL, NULL);
}
