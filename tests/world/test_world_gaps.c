// test_world_gaps.c - how far the instances of a world are apart, and whether their margins are kept: after any changes,
// with any number of workers, limit, budget and deadline, what a world says of each pair is what abut_distance and
// abut_clearance say of it by itself.
#include "support/answers.h"
#include "support/method_here.h"
#include "support/pruning.h"
#include "world/world_reference.h"

#include "abut/methods.h"

#include <float.h>
#include <math.h>

// ------------------------------------------------------------------------------------ what is true

typedef struct gap_truth {
    abut_band band;
    abut_distance_answer distance;
    abut_hits hits;
} gap_truth;

static gap_truth truth_of_gap(reference* r, uint32_t a, uint32_t b, int strict)
{
    const abut_distance_ask how_far = {.detail = ABUT_DETAIL_POINTS};
    const abut_clearance_ask how_near = {.strict = strict};
    const abut_ask points = {.detail = ABUT_DETAIL_POINTS};
    abut_instance x = r->instances[a], y = r->instances[b];
    abut_clearance_answer near;
    gap_truth t;
    if (r->own_margins[a][b] >= 0) {
        x.margin = 0;
        y.margin = r->own_margins[a][b];
    }
    assert_int_equal(abut_distance(r->fresh, &x, &y, &how_far, &t.distance), ABUT_OK);
    assert_int_equal(abut_clearance(r->fresh, &x, &y, &how_near, &near), ABUT_OK);
    t.band = near.band;
    assert_int_equal(abut_collide(r->fresh, &x, &y, &points, &t.hits), ABUT_OK);
    return t;
}

// But for the work.
static uint64_t hash_of_place(const abut_distance_answer* d)
{
    abut_distance_answer own = *d;
    own.volume_tests = own.triangle_tests = own.node_updates = own.exact_tests = 0;
    return hash_of_distance(&own);
}

// Return whether all of it is told.
static int expect_clash(const abut_clash* clash, const gap_truth* is)
{
    size_t kinds[4] = {0};
    for (size_t i = 0; i < is->hits.count; i++)
        kinds[is->hits.contacts[i].kind]++;
    if (!clash->complete) {
        assert_true(clash->count <= is->hits.count);
        return 0;
    }
    assert_int_equal(clash->count, is->hits.count);
    assert_memory_equal(clash->kind_count, kinds, sizeof kinds);
    for (size_t i = 0; i < is->hits.count; i++)
        for (int p = 0; p < is->hits.contacts[i].point_count; p++)
            for (int k = 0; k < 3; k++) {
                const double x = is->hits.contacts[i].points[p][k];
                assert_true(clash->low[k] <= x && x <= clash->high[k]);
            }
    return 1;
}

static void expect_gap(const abut_gap* gap, const gap_truth* is)
{
    const abut_distance_answer* d = &gap->distance;
    if (gap->band != ABUT_BAND_UNDECIDED) assert_int_equal(gap->band, is->band);
    if (d->complete)
        assert_true(hash_of_place(d) == hash_of_place(&is->distance));
    else
        assert_true(d->lo <= is->distance.hi && d->hi >= is->distance.lo);
}

typedef struct gap_tally {
    size_t told[4], undecided, partial;
} gap_tally;

// Every pair is told rightly, or undecided, or clear, which for distances is told, too.
static gap_tally expect_gaps(reference* r, const abut_clashes* found, abut_survey survey,
                             int strict)
{
    gap_tally t = {.undecided = 0};
    size_t place = 0;
    assert_true(found->gaps && !found->clashes == (survey == ABUT_SURVEY_DISTANCES));
    for (uint32_t a = 0; a < IDS; a++) {
        for (uint32_t b = a + 1; b < IDS; b++) {
            const int is_told = is_next(found->pairs, found->count, place, a, b);
            const int is_open =
                is_next(found->undecided, found->undecided_count, t.undecided, a, b);
            assert_false(is_told && is_open);
            if (!is_asked(r, a, b)) assert_false(is_told || is_open);
            if (!is_asked(r, a, b)) continue;
            const gap_truth is = truth_of_gap(r, a, b, strict);
            t.undecided += (size_t)is_open;
            if (is_open) continue;
            if (!is_told) assert_int_equal(is.band, ABUT_BAND_CLEAR);
            if (survey == ABUT_SURVEY_DISTANCES) assert_true(is_told);
            if (!is_told) continue;
            expect_gap(&found->gaps[place], &is);
            t.told[found->gaps[place].band]++;
            t.partial += !found->gaps[place].distance.complete;
            if (found->clashes) t.partial += !expect_clash(&found->clashes[place], &is);
            place++;
        }
    }
    assert_int_equal(place, found->count);
    assert_int_equal(t.undecided, found->undecided_count);
    assert_int_equal(found->band, t.told[ABUT_BAND_CONTACT]     ? ABUT_BAND_CONTACT
                                  : t.told[ABUT_BAND_CLOSE]     ? ABUT_BAND_CLOSE
                                  : t.told[ABUT_BAND_UNDECIDED] ? ABUT_BAND_UNDECIDED
                                  : t.undecided                 ? ABUT_BAND_UNDECIDED
                                                                : ABUT_BAND_CLEAR);
    assert_int_equal(found->state == ABUT_STATE_CONTACT, t.told[ABUT_BAND_CONTACT] > 0);
    if (t.undecided || t.partial) assert_int_equal(found->complete, 0);
    return t;
}

static void add_up(gap_tally* sum, const gap_tally* t)
{
    for (int i = 0; i < 4; i++)
        sum->told[i] += t->told[i];
    sum->undecided += t->undecided;
    sum->partial += t->partial;
}

static void expect_answer(reference* r, abut_survey survey, const abut_ask* ask, int strict,
                          gap_tally* sum)
{
    abut_clashes found;
    assert_int_equal(abut_world_strict(r->world, strict), ABUT_OK);
    assert_int_equal(abut_world_collide(r->world, survey, ask, &found), ABUT_OK);
    const gap_tally t = expect_gaps(r, &found, survey, strict);
    add_up(sum, &t);
    if (!ask) assert_int_equal(found.complete, 1);
}

// ------------------------------------------------------------------------------------------ changes

static void change_margins(reference* r)
{
    change(r);
    if (rng_below(&r->random, 3) == 0) set_margin(r);
    if (rng_below(&r->random, 5) == 0) set_own_margins(r);
}

// Clearances, distances and contacts by turns, as each has boxes of its own.
static void answers_are_those_of_single_questions(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE, ABUT_METHOD_AABB,
                                          OR_AABB(ABUT_METHOD_OBB), OR_AABB(ABUT_METHOD_SPHERE)};
    const size_t count = PRUNING ? sizeof methods / sizeof *methods : 1;  // else all is tested
    for (size_t i = 0; i < count; i++) {
        const abut_ask coherent = {.coherent = methods[i] == ABUT_METHOD_WIDE};
        reference r;
        gap_tally sum = {.undecided = 0};
        reference_open(&r, methods[i], NULL);
        r.reach = 1.2;
        r.margin_most = 0.4;
        fill(&r, PRUNING ? 10 : 7);
        for (int step = 0; step < (!PRUNING ? 10 : i ? 8 : 30); step++) {
            abut_clashes found;
            const abut_ask* ask = step % 3 ? NULL : &coherent;
            expect_answer(&r, ABUT_SURVEY_CLEARANCES, ask, step % 2, &sum);
            if (step % 4 == 0) expect_answer(&r, ABUT_SURVEY_DISTANCES, ask, step % 2, &sum);
            assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found),
                             ABUT_OK);
            assert_true(!found.gaps && found.band == ABUT_BAND_UNDECIDED);
            (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
            for (int k = 0; k < 3; k++)
                change_margins(&r);
            expect_instances(&r);
        }
        print_message("%zu in contact, %zu close, %zu clear\n", sum.told[ABUT_BAND_CONTACT],
                      sum.told[ABUT_BAND_CLOSE], sum.told[ABUT_BAND_CLEAR]);
        if (!PRUNING) {  // too few to count
            reference_close(&r);
            return;
        }
        assert_true(sum.told[ABUT_BAND_CONTACT] > 10 && sum.told[ABUT_BAND_CLOSE] > 20);
        assert_true(sum.told[ABUT_BAND_CLEAR] > 20 && !sum.told[ABUT_BAND_UNDECIDED]);
        reference_close(&r);
    }
}

// ------------------------------------------------------------------------------------ known answers

static abut_model* model_of_cube(void)
{
    static const double size[3] = {1, 1, 1};
    mesh m = {0};
    assert_int_equal(box_make(size, 1, &m), SCENE_OK);
    abut_model* model = model_of_mesh(&m, ABUT_METHOD_WIDE);
    mesh_free(&m);
    return model;
}

static abut_world* two_cubes(const abut_model* cube, double gap, double a, double b, int strict)
{
    abut_world* w = NULL;
    abut_instance one = {.model = cube}, other = {.model = cube};
    one.margin = a;
    other.margin = b;
    one.pose.translation[0] = -0.5;
    other.pose.translation[0] = 0.5 + gap;  // its face is at gap in real arithmetic
    other.pose.translation[1] = 0.25;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    assert_int_equal(abut_world_add(w, &one, NULL), ABUT_OK);
    assert_int_equal(abut_world_add(w, &other, NULL), ABUT_OK);
    assert_int_equal(abut_world_strict(w, strict), ABUT_OK);
    return w;
}

static abut_band band_of(abut_world* w)
{
    abut_clashes found;
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CLEARANCES, NULL, &found), ABUT_OK);
    assert_int_equal(found.count, found.band != ABUT_BAND_CLEAR);
    return found.band;
}

// Margins are added in real arithmetic: the last bit of a sum decides.
static void margins_are_added_exactly(void** state)
{
    (void)state;
    const double ulp = 0x1p-52;
    const struct {
        double gap, a, b;
        abut_band loose, strict;
    } cases[] = {
        {1, 0.5, 0.5, ABUT_BAND_CLOSE, ABUT_BAND_CLEAR},
        {1, 1, 0, ABUT_BAND_CLOSE, ABUT_BAND_CLEAR},
        {1, 1 - ulp / 2, 0, ABUT_BAND_CLEAR, ABUT_BAND_CLEAR},
        {1, 1, 0x1p-1074, ABUT_BAND_CLOSE, ABUT_BAND_CLOSE},
        {1 + ulp, 1, 0.75 * ulp, ABUT_BAND_CLEAR,
         ABUT_BAND_CLEAR},  // a sum of doubles says 1 + ulp
        {1 + ulp, 0.75 * ulp, 1, ABUT_BAND_CLEAR, ABUT_BAND_CLEAR},
        {1 + ulp, 1, ulp, ABUT_BAND_CLOSE, ABUT_BAND_CLEAR},
        {1, 1, -0.0, ABUT_BAND_CLOSE, ABUT_BAND_CLEAR},
        {0, 0, 0, ABUT_BAND_CONTACT, ABUT_BAND_CONTACT},
        {ulp, 0, 0, ABUT_BAND_CLEAR, ABUT_BAND_CLEAR},
        {1, DBL_MAX, DBL_MAX, ABUT_BAND_CLOSE, ABUT_BAND_CLOSE},
    };
    abut_model* cube = model_of_cube();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int strict = 0; strict < 2; strict++) {
            abut_world* w = two_cubes(cube, cases[i].gap, cases[i].a, cases[i].b, strict);
            assert_int_equal(band_of(w), strict ? cases[i].strict : cases[i].loose);
            abut_world_free(w);
        }
    abut_model_free(cube);
}

// The distance is the root of 2, between two doubles, as are both sums of margins.
static void sums_between_doubles_are_compared(void** state)
{
    (void)state;
    abut_model* cube = model_of_cube();
    for (int strict = 0; strict < 2; strict++) {
        abut_world* w = two_cubes(cube, 1, 1.4142135623730949, 1.25e-16, strict);
        const abut_pose pose = {.translation = {1.5, 2, 0}};
        abut_clashes found;
        assert_int_equal(abut_world_move(w, 1, &pose), ABUT_OK);
        assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
        assert_int_equal(abut_world_margin(w, 1, 1.26e-16), ABUT_OK);
        assert_int_equal(band_of(w), ABUT_BAND_CLOSE);
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_DISTANCES, NULL, &found), ABUT_OK);
        assert_int_equal(found.gaps[0].band, ABUT_BAND_CLOSE);
        assert_true(found.gaps[0].distance.lo == 1.4142135623730949);
        assert_true(found.gaps[0].distance.hi == 1.4142135623730951);
        abut_world_free(w);
    }
    abut_model_free(cube);
}

// Whoever gets more room comes too close to others, without a move.
static void margins_change(void** state)
{
    (void)state;
    abut_model* cube = model_of_cube();
    abut_world* w = two_cubes(cube, 1, 0, 0, 0);
    abut_instance told;
    assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
    assert_int_equal(abut_world_margin(w, 1, 1), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLOSE);
    assert_int_equal(abut_world_instance(w, 1, &told), ABUT_OK);
    assert_true(told.margin == 1);
    assert_int_equal(abut_world_margin(w, 1, 0.5), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
    abut_world_free(w);
    abut_model_free(cube);
}

// Margins of a pair take the place of the sum of both, and are forgotten with either instance.
static void pairs_have_margins_of_their_own(void** state)
{
    (void)state;
    abut_model* cube = model_of_cube();
    abut_world* w = two_cubes(cube, 1, 0.75, 0.75, 0);
    const abut_pair pairs[3] = {{1, 0}, {0, 1}, {1, 0}};
    const double margins[3] = {9, 9, 0.5}, wide[1] = {2};
    const abut_instance instance = {.model = cube, .pose = {.translation = {1.5, 0.25, 0}}};
    uint32_t id = 9;
    assert_int_equal(band_of(w), ABUT_BAND_CLOSE);
    assert_int_equal(abut_world_pair_margin(w, pairs, margins, 3), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
    assert_int_equal(abut_world_pair_margin(w, pairs, margins, 2), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLOSE);
    assert_int_equal(abut_world_pair_margin(w, NULL, NULL, 0), ABUT_OK);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(abut_world_margin(w, i, 0), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
    assert_int_equal(abut_world_pair_margin(w, pairs, wide, 1), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLOSE);
    assert_int_equal(abut_world_remove(w, 1), ABUT_OK);
    assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
    assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
    assert_int_equal(id, 1);
    assert_int_equal(band_of(w), ABUT_BAND_CLEAR);
    abut_world_free(w);
    abut_model_free(cube);
}

// Nothing is far enough away to be left out; what is empty is infinitely far.
static void distances_are_told_of_all(void** state)
{
    (void)state;
    abut_model* cube = model_of_cube();
    const abut_soup nothing = {.vertex_count = 0};
    abut_model* empty = NULL;
    abut_world* w = NULL;
    abut_clashes found;
    assert_int_equal(abut_model_build(&empty, &nothing, NULL), ABUT_OK);
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    for (int i = 0; i < 4; i++) {
        const abut_instance instance = {.model = i < 3 ? cube : empty,
                                        .pose = {.translation = {i == 1 ? 1e12 : i, 0, 0}}};
        assert_int_equal(abut_world_add(w, &instance, NULL), ABUT_OK);
    }
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_DISTANCES, NULL, &found), ABUT_OK);
    const double expected[] = {1e12 - 1,        1, (double)INFINITY, 1e12 - 3, (double)INFINITY,
                               (double)INFINITY};
    assert_int_equal(found.count, 6);
    assert_int_equal(found.asked, 6);
    assert_true(found.state == ABUT_STATE_APART && found.band == ABUT_BAND_CLEAR);
    for (size_t i = 0; i < found.count; i++) {
        assert_true(found.gaps[i].distance.lo == expected[i]);
        assert_true(found.gaps[i].distance.hi == expected[i]);
        assert_int_equal(found.gaps[i].distance.has_pair, isfinite(expected[i]));
    }
    abut_world_free(w);
    abut_model_free(cube);
    abut_model_free(empty);
}

// ------------------------------------------------------------------------------------------ workers

static uint64_t hash_of_gaps(const abut_clashes* c)
{
    const uint64_t numbers[] = {c->count,        c->asked,          c->undecided_count,
                                c->state,        c->band,           (uint64_t)c->complete,
                                c->volume_tests, c->triangle_tests, c->node_updates,
                                c->exact_tests};
    uint64_t hash = hash_mix(0xCBF29CE484222325u, numbers, sizeof numbers);
    hash = hash_mix(hash, c->pairs, c->count * sizeof *c->pairs);
    hash = hash_mix(hash, c->undecided, c->undecided_count * sizeof *c->undecided);
    for (size_t i = 0; i < c->count; i++) {
        const uint64_t own[2] = {c->gaps[i].band, hash_of_distance(&c->gaps[i].distance)};
        hash = hash_mix(hash, own, sizeof own);
        if (!c->clashes) continue;
        hash = hash_mix(hash, &c->clashes[i].count, sizeof c->clashes[i].count);
        hash = hash_mix(hash, c->clashes[i].low, sizeof c->clashes[i].low);
    }
    return hash;
}

enum { STEPS = 6, ASKS = 4 };

static const struct {
    abut_survey survey;
    abut_ask ask;
} asks[ASKS] = {
    {ABUT_SURVEY_CLEARANCES, {.coherent = 1}},
    {ABUT_SURVEY_CLEARANCES, {.limit = 5, .budget = 60}},
    {ABUT_SURVEY_DISTANCES, {.coherent = 1}},
    {ABUT_SURVEY_DISTANCES, {.budget = 50}},
};

static void hash_steps(const abut_host* host, uint64_t out[STEPS][ASKS])
{
    reference r;
    reference_open(&r, ABUT_METHOD_WIDE, host);
    r.reach = 1.2;
    r.margin_most = 0.4;
    fill(&r, 16);
    set_own_margins(&r);
    for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < ASKS; k++) {
            abut_clashes found;
            assert_int_equal(abut_world_collide(r.world, asks[k].survey, &asks[k].ask, &found),
                             ABUT_OK);
            out[step][k] = hash_of_gaps(&found);
        }
        nudge(&r);
        change_margins(&r);
    }
    reference_close(&r);
}

static void answers_do_not_depend_on_the_workers(void** state)
{
    (void)state;
    uint64_t expected[STEPS][ASKS], told[STEPS][ASKS];
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    hash_steps(NULL, expected);
    for (int workers = 1; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 6) {
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 5);
        hash_steps(&host, told);
        assert_memory_equal(told, expected, sizeof told);
        if (workers > 1) assert_true(order.shared > 0);
    }
}

// -------------------------------------------------------------------------------------- early ends

// Limits give the first pairs; what a budget leaves open is undecided, and what it tells is true.
static void early_ends_tell_what_is_true(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("budgets are soon used up");
    reference r;
    gap_tally limited = {.undecided = 0}, cut = {.undecided = 0}, far = {.undecided = 0};
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    r.reach = 0.8;
    r.margin_most = 0.5;
    fill(&r, 16);
    set_own_margins(&r);
    for (size_t i = 1; i < 12; i++) {
        const abut_ask limit = {.limit = i}, budget = {.budget = 4 * i * i};
        abut_clashes found;
        expect_answer(&r, ABUT_SURVEY_CLEARANCES, &limit, 0, &limited);
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CLEARANCES, &limit, &found),
                         ABUT_OK);
        assert_true(found.count == i && !found.complete);
        expect_answer(&r, ABUT_SURVEY_CLEARANCES, &budget, 0, &cut);
        expect_answer(&r, ABUT_SURVEY_DISTANCES, &budget, 0, &far);
    }
    assert_true(limited.undecided > 50 && !limited.partial);
    assert_true(cut.undecided > 20 && cut.told[ABUT_BAND_CLOSE] + cut.told[ABUT_BAND_CONTACT] > 20);
    assert_true(far.partial > 20 && far.told[ABUT_BAND_UNDECIDED] > 5);
    reference_close(&r);
}

// However short it is, some pairs are decided each time, and what is told is true.
static void deadlines_leave_the_rest_undecided(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    const abut_ask hasty = {.coherent = 1, .deadline = 0.001};
    const abut_ask patient = {.coherent = 1, .deadline = 1e12};
    reference r;
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    r.margin_most = 0.2;
    fill(&r, 8);
    for (int i = ABUT_SURVEY_CLEARANCES; i <= ABUT_SURVEY_DISTANCES; i++) {
        gap_tally sum = {.undecided = 0}, all = {.undecided = 0};
        for (int calls = 0; calls < 20; calls++)
            expect_answer(&r, (abut_survey)i, &hasty, 0, &sum);
        assert_true(sum.undecided > 20);
        expect_answer(&r, (abut_survey)i, &patient, 0, &all);
        assert_true(!all.undecided && !all.partial);
    }
    reference_close(&r);
}

// ------------------------------------------------------------------------------------- what is wrong

static void failed_allocations_leave_a_world_usable(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    size_t failures = 0;
    for (int done = 0; !done; failures++) {
        reference r;
        gap_tally sum = {.undecided = 0};
        const abut_pair pair = {0, 1};
        const double margin = 0.5;
        const abut_ask coherent = {.coherent = 1};
        abut_clashes found;
        reference_open(&r, ABUT_METHOD_WIDE, &host);
        r.margin_most = 0.3;
        fill(&r, 8);
        c.fail_at = c.allocations + failures;
        abut_status status = abut_world_pair_margin(r.world, &pair, &margin, 1);
        if (status == ABUT_OK) r.own_margins[0][1] = r.own_margins[1][0] = margin;
        for (int i = 0; i < 2 && status == ABUT_OK; i++)
            status = abut_world_collide(r.world, i ? ABUT_SURVEY_DISTANCES : ABUT_SURVEY_CLEARANCES,
                                        &coherent, &found);
        done = status == ABUT_OK && c.allocations <= c.fail_at;
        if (status != ABUT_OK) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        c.fail_at = SIZE_MAX;
        c.fraction = 0;
        expect_answer(&r, ABUT_SURVEY_CLEARANCES, NULL, 0, &sum);
        reference_close(&r);
        assert_int_equal(c.blocks, 0);
    }
    assert_true(failures > 20);
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    const struct {
        abut_survey survey;
        abut_ask ask;
        abut_status status;
    } cases[] = {
        {ABUT_SURVEY_CLEARANCES, {.limit = 3, .budget = 100, .coherent = 1}, ABUT_OK},
        {ABUT_SURVEY_CLEARANCES, {.detail = ABUT_DETAIL_POINTS}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_CLEARANCES, {.any = 1, .limit = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_CLEARANCES,
         {.walk = &(abut_tree_walk){.descent = ABUT_DESCENT_LARGER}},
         ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_DISTANCES, {.budget = 100, .deadline = 1e9}, ABUT_OK},
        {ABUT_SURVEY_DISTANCES, {.limit = 3}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_DISTANCES,
         {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}},
         ABUT_BAD_COMBINATION},
    };
    reference r;
    abut_clashes found;
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    fill(&r, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(abut_world_collide(r.world, cases[i].survey, &cases[i].ask, &found),
                         cases[i].status);
    const abut_pair good = {0, 1}, bad = {0, 7};
    const double margin = 1, negative = -1, none = (double)NAN;
    assert_int_equal(abut_world_pair_margin(r.world, &good, &margin, 1), ABUT_OK);
    assert_int_equal(abut_world_pair_margin(r.world, &bad, &margin, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_pair_margin(r.world, &good, &negative, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_pair_margin(r.world, &good, &none, 1), ABUT_NOT_FINITE);
    assert_int_equal(abut_world_pair_margin(r.world, &good, NULL, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_pair_margin(r.world, NULL, &margin, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_pair_margin(NULL, &good, &margin, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_margin(r.world, 0, negative), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_margin(r.world, 0, (double)INFINITY), ABUT_NOT_FINITE);
    assert_int_equal(abut_world_margin(r.world, 7, margin), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_margin(NULL, 0, margin), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_strict(r.world, 2), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_strict(NULL, 1), ABUT_BAD_ARGUMENT);
    abut_instance instance = r.instances[0];
    instance.margin = negative;
    assert_int_equal(abut_world_add(r.world, &instance, NULL), ABUT_BAD_ARGUMENT);
    instance.margin = none;
    assert_int_equal(abut_world_add(r.world, &instance, NULL), ABUT_NOT_FINITE);
    reference_close(&r);
    if (!method_is_here(ABUT_METHOD_DOP14)) return;
    reference_open(&r, ABUT_METHOD_DOP14, NULL);
    fill(&r, 4);
    for (int survey = ABUT_SURVEY_CLEARANCES; survey <= ABUT_SURVEY_DISTANCES; survey++)
        assert_int_equal(abut_world_collide(r.world, (abut_survey)survey, NULL, &found),
                         ABUT_BAD_COMBINATION);
    reference_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_single_questions),
        cmocka_unit_test(margins_are_added_exactly),
        cmocka_unit_test(sums_between_doubles_are_compared),
        cmocka_unit_test(margins_change),
        cmocka_unit_test(pairs_have_margins_of_their_own),
        cmocka_unit_test(distances_are_told_of_all),
        cmocka_unit_test(answers_do_not_depend_on_the_workers),
        cmocka_unit_test(early_ends_tell_what_is_true),
        cmocka_unit_test(deadlines_leave_the_rest_undecided),
        cmocka_unit_test(failed_allocations_leave_a_world_usable),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
